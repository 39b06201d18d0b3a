"""Knowledge of home-made rules: payments, and decisions before the first turn."""

import random
from collections.abc import Iterable
from typing import Any

import attrs
import pytest

import ttrkit
from ttrkit import Action, Cards, Colour, Game, Variant, cards, determinize
from ttrkit.events import Event
from ttrkit.knowledge import Knowledge
from ttrkit.knowledge.deduction import deduced
from ttrkit.parts import Decision, Part, State, as_cards
from ttrkit.payment import CARD_NUMBER, NO_CARDS, Payment


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
    variant = ttrkit.get_variant("usa").adding(Depots())
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
    variant = ttrkit.get_variant("usa").adding(Listener())
    game = ttrkit.position(
        variant, players=2, market=["red", "red", "red", "blue", "green"], deck=["black"] * 8
    )
    for action in (ttrkit.DrawFaceUp("red"), ttrkit.DrawBlind()):
        game.apply(action)
    _, knowledge = deduced(game.observe(1))
    track = knowledge.known_of(("hand", 0))
    assert track.balance[CARD_NUMBER[Colour.RED]] == sum(track.balance) == 1
    assert len(track.unseen) == 1
    assert knowledge.noted["blind draws"] == [0]


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
