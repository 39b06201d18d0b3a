"""Knowledge of home-made rules: payments, and decisions before the first turn."""

import random
from collections.abc import Iterable
from typing import Any

import attrs
import pytest

import ttrkit
from ttrkit import Action, Cards, Colour, Game, Variant, cards, determinize
from ttrkit.colours import CARD_COLOURS
from ttrkit.engine.piles import card_pile
from ttrkit.events import Drawn, Event
from ttrkit.knowledge import Knowledge
from ttrkit.knowledge.deduction import deduced
from ttrkit.parts import Decision, Part, State, Tickets, as_cards
from ttrkit.payment import CARD_NUMBER, NO_CARDS, Payment

USA = ttrkit.get_variant("usa")


@attrs.frozen
class BuildDepot(Action):
    """Build something that two red cards pay for."""

    is_public = True

    cards: Cards = attrs.field(converter=as_cards)
    shared: Cards = attrs.field(default=NO_CARDS, converter=as_cards)


class Depots(Part):
    """Two red cards build a depot; nothing is said of what others learn."""

    actions = (BuildDepot,)

    def list_actions(self, state: State, seat: int, out: list[Action]) -> None:
        action = BuildDepot(cards(red=2))
        if not self.check(state, seat, action):
            out.append(action)

    def check(self, state: State, seat: int, action: BuildDepot) -> str | None:
        paid = Payment(action.cards)
        fits = action.cards == cards(red=2) and not action.shared and state.can_pay(seat, paid)
        return None if fits else "two red cards of your hand, please"

    def perform(self, state: State, seat: int, action: BuildDepot, found: None) -> None:
        state.spend(seat, Payment(action.cards))


def test_a_payment_of_a_home_made_action_is_noticed() -> None:
    """Three red cards taken openly, two spent: one is left, and every world knows."""
    variant = USA.adding(Depots())
    game = ttrkit.position(
        variant, players=2, market=["red", "red", "red", "blue", "green"], deck=["black"] * 8
    )
    for action in (ttrkit.DrawFaceUp("red"), ttrkit.DrawFaceUp("red")):
        game.apply(action)
    game.apply(ttrkit.DrawBlind())
    game.apply(ttrkit.DrawBlind())
    game.apply(ttrkit.DrawFaceUp("red"))
    game.apply(ttrkit.DrawFaceUp("black"))
    game.apply(ttrkit.DrawBlind())
    game.apply(ttrkit.DrawBlind())
    game.apply(BuildDepot(cards(red=2)))
    rng = random.Random(1)
    worlds = [determinize(game.observe(1), rng) for _ in range(50)]
    assert {world.seats[0].hand for world in worlds} == {cards(red=1, black=1)}


class Listener(Part):
    """Hears of blind draws only, and has nothing to say of them."""

    learns_from = (ttrkit.DrawBlind,)

    def learn(self, knowledge: Knowledge, event: Event) -> None:
        knowledge.note("blind draws", event.seat)


def test_draws_are_followed_whoever_else_hears_of_them() -> None:
    """No part reports cards that go into a hand: each is counted once."""
    variant = USA.adding(Listener())
    game = ttrkit.position(
        variant, players=2, market=["red", "red", "red", "blue", "green"], deck=["black"] * 8
    )
    for action in (ttrkit.DrawFaceUp("red"), ttrkit.DrawBlind()):
        game.apply(action)
    knowledge = deduced(game.observe(1))
    track = knowledge.known_of(("hand", 0))
    assert track.balance[CARD_NUMBER[Colour.RED]] == sum(track.balance) == 1
    assert len(track.unseen) == 1
    assert knowledge.noted["blind draws"] == [0]


class WatchedTickets(Tickets):
    """Tickets that count the events in which some were drawn or kept."""

    def learn(self, knowledge: Knowledge, event: Event) -> None:
        super().learn(knowledge, event)
        knowledge.note("watched", event.seat)


def test_tickets_are_followed_whoever_keeps_their_events() -> None:
    """A part derived from `Tickets` is asked about every event, and both see the same tickets."""
    watched = USA.replacing(Tickets, WatchedTickets())
    for viewer in (0, 1):
        kept = []
        for variant in (USA, watched):
            game = ttrkit.new_game(variant, players=2, seed=2, first=0)
            for _ in range(2):
                game.apply(game.legal_actions()[0])
            game.apply(ttrkit.DrawTickets())
            game.apply(game.legal_actions()[0])
            seen = game.observe(viewer)
            knowledge = deduced(seen)
            assert variant.engine.answers.deal_tickets(seen, knowledge) is not None
            assert knowledge.noted.get("watched") == ([0, 1, 0, 0] if variant is watched else None)
            kept.append([cell[1:4] for cell in knowledge.noted["tickets"]])
        assert kept[0] == kept[1]


@attrs.frozen
class Scout(Action):
    """Lay the top card of the deck aside, where its owner alone sees it."""

    is_public = True


@attrs.define
class ScoutSlot:
    """What was laid aside."""

    aside: list[list[int]] = card_pile(per="seat", seen="owner")


class Scouts(Part):
    """A turn may lay a card aside, and says where it went."""

    actions = (Scout,)
    learns_from = (Scout,)
    slot = ScoutSlot

    def list_actions(self, state: State, seat: int, out: list[Action]) -> None:
        if state.deck:
            out.append(Scout())

    def check(self, state: State, seat: int, action: Scout) -> str | None:
        return None if state.deck else "the deck is empty"

    def perform(self, state: State, seat: int, action: Scout, found: None) -> None:
        card = state.draw_card()
        self.slot_of(state).aside[seat][card] += 1
        state.note(Drawn(CARD_COLOURS[card]))

    def learn(self, knowledge: Knowledge, event: Event) -> None:
        seen = [item.colour for item in event.outcome if isinstance(item, Drawn)]
        knowledge.draw(("aside", event.seat), seen[0] if seen else None)


@pytest.mark.parametrize("viewer", [0, 1])
def test_a_card_that_is_drawn_elsewhere_is_not_in_the_hand(viewer: int) -> None:
    """Only draws of the rules go into hands without a word."""
    variant = USA.adding(Scouts())
    game = ttrkit.position(variant, players=2, deck=["black"] * 8)
    game.apply(Scout())
    game.apply(ttrkit.DrawBlind())
    knowledge = deduced(game.observe(viewer))
    tracks = [knowledge.known_of(pile) for pile in (("hand", 0), ("aside", 0), ("hand", 1))]
    drawn = [len(track.unseen) + sum(track.balance) for track in tracks]
    assert drawn == [0, 1, 1]
    assert sum(tracks[1].balance) == (viewer == 0)


@attrs.frozen
class Smuggle(Action):
    """Swap a card of the hand for the top one of the deck; nobody else sees either."""

    is_public = True


class Smugglers(Part):
    """A turn may smuggle; what is in the hand afterwards, nobody can tell."""

    actions = (Smuggle,)
    learns_from = (Smuggle,)

    def list_actions(self, state: State, seat: int, out: list[Action]) -> None:
        if not self.check(state, seat, Smuggle()):
            out.append(Smuggle())

    def check(self, state: State, seat: int, action: Smuggle) -> str | None:
        return None if state.deck and any(state.hands[seat]) else "there is nothing to swap"

    def perform(self, state: State, seat: int, action: Smuggle, found: None) -> None:
        hand = state.hands[seat]
        old, new = next(card for card, n in enumerate(hand) if n), state.deck[-1]
        hand[old] -= 1
        hand[new] += 1
        state.deck[-1] = old

    def learn(self, knowledge: Knowledge, event: Event) -> None:
        knowledge.forget(("hand", event.seat))


def test_a_hand_that_was_known_after_a_reshuffle_is_so_no_more() -> None:
    """Once cards have moved unseen between it and the new deck."""
    rng = random.Random(1)
    variant = attrs.evolve(USA.adding(Smugglers()), deck={"red": 8, "blue": 8, "wild": 8})
    hand = cards(red=2, blue=2)
    market = ["red", "red", "red", "red", "blue"]
    discards = {"red": 2, "blue": 5, "wild": 8}
    game = ttrkit.position(
        variant, players=2, hands=[{}, hand], deck=[], market=market, discards=discards
    )
    game.apply(ttrkit.DrawBlind())
    game.apply(ttrkit.DrawBlind())
    assert hands_seen(game, 1, rng) == {hand}
    game.apply(Smuggle())
    worlds = hands_seen(game, 1, rng)
    assert len(worlds) > 1
    assert {sum(world.counts) for world in worlds} == {4}


def hands_seen(game: Game, seat: int, rng: random.Random) -> set[Cards]:
    """The hands of a seat that the other deals, of many."""
    seen = game.observe(1 - seat)
    return {determinize(seen, rng).seats[seat].hand for _ in range(40)}


def test_every_event_is_followed_once(monkeypatch: pytest.MonkeyPatch) -> None:
    """However often worlds are made up: what follows from the history grows with it."""
    followed: list[Knowledge] = []
    follow = Knowledge.follow

    def counted(self: Knowledge, *event: Any) -> None:
        followed.append(self)
        follow(self, *event)

    monkeypatch.setattr(Knowledge, "follow", counted)
    rng = random.Random(1)
    game = ttrkit.position("usa", players=3, seed=1)
    for number in range(40):
        game.apply(rng.choice(game.legal_actions()))
        for _ in range(2):
            determinize(game.observe(1), rng)
        assert len(followed) == number + 1
    branch = game.copy()
    branch.apply(branch.legal_actions()[0])
    determinize(branch.observe(1), rng)
    assert len(followed) == 41


# Decisions before the first turn ------------------------------------------------------------


@attrs.frozen
class Call(Action):
    """Call a colour, for all to hear."""

    is_public = True

    colour: Colour


class CallColour(Decision):
    """Which colour to call."""

    name = "call colour"
    actions = (Call,)

    def options(self, state: State, seat: int, data: None) -> list[Action]:
        return [Call(Colour.RED), Call(Colour.BLUE)]

    def check(self, state: State, seat: int, data: None, action: Action) -> str | None:
        return None if isinstance(action, Call) else "call a colour"

    def resolve(self, state: State, seat: int, data: None, action: Action, found: None) -> None:
        """Nothing comes of it."""


class Callers(Part):
    """Everybody calls a colour before the first turn."""

    def __init__(self) -> None:
        self._call = CallColour()

    def decisions(self) -> Iterable[Decision]:
        return (self._call,)

    def set_up(self, state: State) -> None:
        for seat in range(state.seats):
            state.push(self._call, seat)


def variants() -> list[Any]:
    """The callers before the tickets, which they are asked after, and behind them."""
    found = []
    for edition in ttrkit.variant_names():
        whole = ttrkit.get_variant(edition)
        for name, own in (
            ("after", (Callers(), *whole.parts)),
            ("before", (*whole.parts, Callers())),
        ):
            variant = attrs.evolve(whole, name=f"{edition}-{name}", parts=own)
            found.append(pytest.param(variant, id=variant.name))
    return found


@pytest.mark.parametrize("variant", variants())
def test_decisions_before_the_first_turn(variant: Variant) -> None:
    """What is public is seen, first choices are not, and worlds look alike to the seat."""
    rng = random.Random(1)
    game = ttrkit.new_game(variant, players=4, seed=1)
    asked = []
    while game.decision != "turn":
        asked.append(game.decision)
        check_sights(game, rng)
        game.apply(rng.choice(game.legal_actions()))
    check_sights(game, rng)
    assert set(asked) == {"call colour", "keep first tickets"}


def check_sights(game: Game, rng: random.Random) -> None:
    """Every seat hears every call, sees no choice of others, and finds its worlds alike."""
    is_choosing = "keep first tickets" in [pending.name for pending in game.observe(0).pending]
    for seat in range(4):
        seen = game.observe(seat)
        assert determinize(seen, rng).observe(seat) == seen
        for event, real in zip(seen.history, game.history, strict=True):
            if isinstance(real.action, Call) or event.seat == seat:
                assert event.action == real.action
            elif is_choosing:
                assert event.action == ttrkit.parts.Unseen("KeepTickets")
