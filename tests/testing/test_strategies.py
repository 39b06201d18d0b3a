"""The strategies make what they say, and the rules machine finds what is wrong."""

from collections.abc import Callable
from typing import Any

import networkx as nx
import pytest
from hypothesis import HealthCheck, Phase, find, given, settings
from hypothesis import strategies as st
from hypothesis.stateful import run_state_machine_as_test

import ttrkit
from ttrkit import Action, Board, Game, Variant, parts
from ttrkit.engine.state import State
from ttrkit.parts import Part
from ttrkit.testing import RulesMachine, check_conservation, strategies

PARIS = ttrkit.get_variant("paris")
FEW = settings(
    max_examples=20,
    stateful_step_count=15,
    deadline=None,
    derandomize=True,
    database=None,
    phases=[Phase.generate],  # nobody reads the failures, so they need not be short
    suppress_health_check=list(HealthCheck),
)
MANY = settings(FEW, max_examples=2000)
LONG = settings(FEW, max_examples=200, stateful_step_count=30)


# Strategies ------------------------------------------------------------------------------------


@given(strategies.boards())
def test_boards_can_be_played_on(board: Board) -> None:
    """Connected, every length scores, the ends of tickets differ, doubles lie side by side."""
    graph: nx.Graph[str] = nx.Graph([route.cities for route in board.routes])
    assert set(graph) == {city.name for city in board.cities}
    assert nx.is_connected(graph)
    assert 3 <= len(board.cities) <= 8
    assert len({route.id for route in board.routes}) == len(board.routes)
    for route in board.routes:
        assert board.scoring[route.length] == {1: 1, 2: 2, 3: 4, 4: 7}[route.length]
        assert 0 <= route.ferry <= route.length
        assert route.ferry == 0 or route.colour == "grey"
        beside = [r for r in board.routes if set(r.cities) == set(route.cities)]
        assert len(beside) == (1 if route.group is None else 2)
        assert len({r.length for r in beside}) == 1
    assert all(ticket.a != ticket.b for ticket in board.tickets)
    assert len({frozenset(ticket.cities) for ticket in board.tickets}) == len(board.tickets) > 0


@pytest.mark.parametrize(
    "has",
    [
        lambda board: any(route.group for route in board.routes),
        lambda board: any(route.tunnel == 3 for route in board.routes),
        lambda board: any(route.tunnel == 5 for route in board.routes),
        lambda board: any(route.ferry for route in board.routes),
        lambda board: any(route.colour == "grey" and not route.ferry for route in board.routes),
        lambda board: len(board.cities) == 8,
        lambda board: len(board.routes) >= len(board.cities) + 3,
        lambda board: len(board.tickets) > 5,
    ],
    ids=["doubles", "tunnels", "long tunnels", "ferries", "grey", "cities", "rings", "tickets"],
)
def test_boards_are_of_many_kinds(has: Any) -> None:
    """Some board has each of these."""
    assert has(find(strategies.boards(), has, settings=MANY))


def test_the_number_of_cities_can_be_set() -> None:
    """No more than that."""
    small = find(strategies.boards(cities=3), lambda _: True, settings=MANY)
    assert len(small.cities) == 3
    large = find(strategies.boards(cities=12), lambda board: len(board.cities) == 12, settings=MANY)
    assert large.cities[11].name == "L"


class Extra(Part):
    """A part of one's own."""


@FEW
@given(strategies.variants(extra=[Extra()]))
def test_variants_have_the_extra_parts(variant: Variant) -> None:
    """After the classic ones and some optional ones, each at most once."""
    kinds = [type(part) for part in variant.parts]
    assert kinds[-1] is Extra
    assert len(set(kinds)) == len(kinds)
    assert variant.players == (2, 3)
    assert 3 <= variant.trains <= 15
    assert 0 <= variant.tickets_dealt <= 3


def has_part(kind: type[Part]) -> Callable[[Variant], bool]:
    """Whether a variant has such a part."""
    return lambda variant: any(isinstance(part, kind) for part in variant.parts)


def test_variants_have_every_optional_part() -> None:
    """Some of them."""
    for kind in (parts.Ferries, parts.Tunnels, parts.Stations, parts.Flags, parts.Globetrotter):
        assert find(strategies.variants(), has_part(kind), settings=MANY).name == "by-chance"


@FEW
@given(strategies.games(PARIS, actions=12))
def test_games_are_in_progress(game: Game) -> None:
    """Of the variant that was asked for, and no further than that."""
    assert game.variant is PARIS
    assert len(game.history) <= 12
    check_conservation(game)


def test_games_are_of_any_edition_and_length() -> None:
    """New ones, finished ones, and of editions by name."""
    new = find(strategies.games(), lambda game: not game.history, settings=MANY)
    assert new.variant.name in ttrkit.variant_names()
    named = find(
        strategies.games("asia", actions=5), lambda game: len(game.history) == 5, settings=MANY
    )
    assert named.variant.name == "asia"
    over = find(strategies.games("paris"), lambda game: game.is_over, settings=MANY)
    assert over.is_over


@FEW
@given(st.data())
def test_legal_actions_are_legal(data: st.DataObject) -> None:
    """All of them."""
    game = data.draw(strategies.games(PARIS, actions=3))
    assert game.is_legal(data.draw(strategies.legal_actions(game)))


def test_claims_are_of_any_route_and_any_cards() -> None:
    """Cards of one colour with wilds, and medleys that pay nothing."""
    claims = strategies.claims(PARIS.board)
    last = PARIS.board.routes[-1]
    assert find(claims, lambda claim: claim.route == last, settings=MANY).route == last
    paid = find(
        claims, lambda claim: len(claim.cards) == 2 and claim.cards["wild"] == 3, settings=MANY
    )
    assert paid.cards.total > 3
    medley = find(claims, lambda claim: len(claim.cards) > 4, settings=MANY)
    assert max(medley.cards.values()) <= 3
    many = find(claims, lambda claim: max(claim.cards.values(), default=0) == 6, settings=MANY)
    assert len(many.cards) <= 2


# The machine -----------------------------------------------------------------------------------


def machine(*extra: Part) -> type[RulesMachine]:
    """The rules machine of Paris with these parts."""

    class Machine(RulesMachine):
        variant = PARIS.adding(*extra)

    return Machine


def fault(*extra: Part) -> str:
    """What the machine finds."""
    with pytest.raises(AssertionError) as caught:
        run_state_machine_as_test(machine(*extra), settings=LONG)
    return str(caught.value)


class Hides(Part):
    """Hides all actions but one from seat 1, which are legal nevertheless."""

    def list_actions(self, state: State, seat: int, out: list[Action]) -> None:
        """The first one is left."""
        if seat == 1:
            del out[1:]


class Counts(Part):
    """Keeps a counter on itself, and scores by it."""

    labels = ("count",)
    calls = 0

    def end_turn(self, state: State, seat: int) -> None:
        """One more each time, whatever the game."""
        type(self).calls += 1
        state.award(seat, self.calls, "count")


class MakesCards(Part):
    """Makes a card at the end of a turn."""

    def end_turn(self, state: State, seat: int) -> None:
        """A purple one."""
        state.hands[seat][0] += 1


class BadStart(Part):
    """Begins each game with another number of points."""

    labels = ("start",)
    games = 0

    def set_up(self, state: State) -> None:
        """One more than in the game before."""
        type(self).games += 1
        state.award(0, self.games, "start")


@pytest.mark.parametrize(
    ("part", "said"),
    [
        (Hides(), "listed or not?"),
        (Counts(), "a copy goes on in another way"),
        (MakesCards(), "purple cards in all piles"),
        (BadStart(), "the same seed gives another game"),
    ],
)
def test_the_machine_finds_what_is_wrong(part: Part, said: str) -> None:
    """In a few steps, and says what it is."""
    assert said in fault(part)


def test_the_machine_passes_a_sound_variant() -> None:
    """From the first action to the end."""
    run_state_machine_as_test(machine(), settings=FEW)
