"""Whatever is thrown at a game: what is no legal action is refused, and changes nothing."""

import random
from collections import Counter
from collections.abc import Iterator
from itertools import pairwise
from typing import Any

import attrs
import pytest

import ttrkit
from tests.game.junk import LyingCards, Yes, changed, liar, odd_actions, put, spoilt, things
from tests.properties.games import VARIANTS, sampled, whole_state
from tests.properties.home_made import DEPOTS
from ttrkit import Action, Cards, Game, IllegalAction, Route
from ttrkit.engine import Engine
from ttrkit.parts import Claiming, Decision, Part, State


def refuse(game: Game, junk: Any) -> None:
    """It is not legal, and why not is a sentence that can be read."""
    assert game.is_legal(junk) is False
    reason = game.why_not(junk)
    assert reason is not None
    assert len(reason.split()) >= 3
    assert len(reason) < 600
    with pytest.raises(IllegalAction) as caught:
        game.apply(junk)
    assert str(caught.value) == reason
    assert caught.value.action is junk


def positions(name: str) -> list[Game]:
    """Games in the middle of every kind of decision, and one that is over."""
    variant = VARIANTS[name]
    return sampled(variant, variant.players[-1], 1, 1)


def one_of_each_kind(game: Game) -> list[Action]:
    """A legal action of every kind that is legal now."""
    kinds: dict[type, Action] = {}
    for action in random.Random(1).sample(game.legal_actions(), len(game.legal_actions())):
        kinds.setdefault(type(action), action)
    return list(kinds.values())


def foreign_actions(name: str) -> Iterator[Action]:
    """Actions that are legal in games of other variants."""
    for other in VARIANTS:
        if other != name:
            for game in positions(other):
                yield from one_of_each_kind(game)


@pytest.mark.parametrize("name", VARIANTS)
def test_what_is_no_action_is_refused(name: str) -> None:
    """In the middle of every decision, and at the end."""
    for game in positions(name):
        before = whole_state(game)
        for junk in (*things(), *odd_actions()):
            refuse(game, junk)
        assert whole_state(game) == before


@pytest.mark.parametrize("name", ttrkit.variant_names())
def test_what_is_an_action_no_more_is_refused(name: str) -> None:
    """Every field of a legal action of every kind, changed behind its back."""
    for game in positions(name):
        before = whole_state(game)
        for action in one_of_each_kind(game):
            for junk in spoilt(action):
                refuse(game, junk)
            assert game.is_legal(action)
        assert whole_state(game) == before


def test_home_made_checks_may_believe_lies_but_never_break_down() -> None:
    """What a home-made check says to fields that were changed is its own affair, if it says so."""
    for game in positions(DEPOTS.name):
        for action in one_of_each_kind(game):
            for junk in spoilt(action):
                assert game.is_legal(junk) is (game.why_not(junk) is None)


@pytest.mark.parametrize("name", VARIANTS)
def test_actions_of_other_variants_are_refused(name: str) -> None:
    """Unless they are the same in both, as drawing a card is."""
    refused = 0
    for game in positions(name):
        before = whole_state(game)
        legal = game.legal_actions()
        for action in foreign_actions(name):
            if action not in legal:
                refuse(game, action)
                refused += 1
        assert whole_state(game) == before
    assert refused > 10


def payments(game: Game) -> list[Any]:
    """The legal actions that cost cards."""
    kinds = (ttrkit.ClaimRoute, ttrkit.BuildStation, ttrkit.PayTunnel)
    return [action for action in game.legal_actions() if isinstance(action, kinds)]


def held(game: Game, seat: int) -> Counter[str]:
    """All cards that a seat can pay with."""
    found = Counter(dict(game.seats[seat].hand))
    if game.variant.name == "asia":
        found += Counter(dict(game.teams[game.seats[seat].team].holder))
    return Counter({colour.value: n for colour, n in found.items()})


@pytest.mark.parametrize("name", ttrkit.variant_names())
def test_what_was_checked_is_what_is_paid(name: str) -> None:
    """Made from cards that lie, an action holds and costs what they really are, or is refused."""
    variant = ttrkit.get_variant(name)
    paid: Counter[str] = Counter()
    games = [g for seed in range(5) for g in sampled(variant, variant.players[0], seed, 10)]
    for game in games:
        seat = game.to_move or 0
        for action in payments(game)[:: 1 if game.decision == "tunnel" else 20]:
            real = Counter(dict(action.cards)) + Counter(dict(action.shared))
            liars = [
                liar(LyingCards, action.cards, bytes(9)),
                liar(LyingCards, ttrkit.cards(), action.cards.counts),
            ]
            for cards in liars:
                told = attrs.evolve(action, cards=cards)
                assert type(told.cards) is Cards
                trial = game.copy()
                before = held(trial, seat)
                if told == action:
                    trial.apply(told)
                    assert before - held(trial, seat) == Counter(real)
                    assert ttrkit.from_record(trial.to_record()).observe(0) == trial.observe(0)
                    paid[type(told).__name__] += 1
                else:
                    refuse(trial, told)
                    assert held(trial, seat) == before
    assert paid["ClaimRoute"] > 10
    assert (paid["BuildStation"] > 0) is (name == "europe")
    assert (paid["PayTunnel"] > 0) is (name in ("asia", "europe"))


@pytest.mark.parametrize("name", ttrkit.variant_names())
def test_a_shared_action_that_was_changed_is_what_it_says_now(name: str) -> None:
    """What is listed is shared by all games: one that was changed is judged as it is now."""
    variant = ttrkit.get_variant(name)
    for game in sampled(variant, variant.players[0], 3, 2):
        claims = [a for a in game.legal_actions() if isinstance(a, ttrkit.ClaimRoute)]
        for one, other in pairwise(claims[:20]):
            was = one.route, one.cards, one.shared
            try:
                put(one, "route", Route("x", "a", "b", "red", 1))
                refuse(game, one)
                put(one, "route", was[0])
                put(one, "cards", ttrkit.cards(red=200))
                refuse(game, one)
                for field in ("route", "cards", "shared"):
                    put(one, field, getattr(other, field))
                trial, like = game.copy(), game.copy()
                trial.apply(one)
                like.apply(attrs.evolve(other))
                assert whole_state(trial) == whole_state(like)
            finally:
                for field, value in zip(("route", "cards", "shared"), was, strict=True):
                    put(one, field, value)
            assert game.is_legal(one)


def test_a_fault_in_a_check_is_not_taken_for_junk() -> None:
    """A sound action of the part's own kind: the error is the part's, and comes out as it is."""

    class Broken(Claiming):
        """Stumbles over one route."""

        def check(self, state: State, seat: int, action: ttrkit.ClaimRoute) -> Any:
            return [][action.route.length]

    game = ttrkit.position(
        ttrkit.get_variant("usa").replacing(Claiming, Broken()), players=2, hands=[{"red": 9}, {}]
    )
    claim = next(a for a in game.legal_actions() if isinstance(a, ttrkit.ClaimRoute))
    for ask in (game.is_legal, game.why_not, game.apply):
        with pytest.raises(IndexError):
            ask(claim)
        with pytest.raises(IndexError):
            ask(attrs.evolve(claim))
    refuse(game, changed(claim, route=Yes()))


@attrs.frozen
class Wave(Action):
    """Wave so many times."""

    times: int = 1


class Waving(Decision):
    """Looks at what no other action has; and stumbles if one waves thrice."""

    name = "wave"
    actions = (Wave,)

    def options(self, state: State, seat: int, data: None) -> list[Action]:
        """Once."""
        return [Wave()]

    def check(self, state: State, seat: int, data: None, action: Any) -> None:
        """It takes every action for one of its own."""
        assert action.times < 3

    def resolve(self, state: State, seat: int, data: None, action: Action, found: None) -> None:
        """Nothing comes of it."""


class Wavers(Part):
    """Everyone waves before the first turn."""

    def prepare(self, engine: Engine) -> None:
        self.waving = Waving()

    def decisions(self) -> tuple[Decision, ...]:
        return (self.waving,)

    def set_up(self, state: State) -> None:
        state.push(self.waving, 0)


def test_a_careless_decision_of_ones_own_is_safe_from_junk() -> None:
    """Other actions are refused for it, and a fault in its check is its own."""
    game = ttrkit.new_game(ttrkit.get_variant("usa").adding(Wavers()), players=2, seed=1)
    assert game.decision == "wave"
    refuse(game, ttrkit.DrawBlind())
    assert game.why_not(ttrkit.DrawBlind()) == "Wave is wanted, not DrawBlind"
    for junk in (
        *things(),
        *odd_actions(),
        changed(Wave(), times=Yes()),
        changed(Wave(), times=[]),
    ):
        refuse(game, junk)
    for ask in (game.is_legal, game.why_not, game.apply):
        with pytest.raises(AssertionError):
            ask(Wave(3))
    game.apply(Wave(2))
    assert game.decision == "keep first tickets"
