"""The invariants one by one: each of them fails for what breaks it, and says what that is."""

from collections import deque
from collections.abc import Callable
from fractions import Fraction
from typing import Any

import attrs
import pytest

import ttrkit
from ttrkit import Action, Colour, Game
from ttrkit.engine.state import State
from ttrkit.parts import Part
from ttrkit.testing import check_actions, check_conservation, check_scores, snapshot
from ttrkit.testing.invariants import frozen, mutable_in, shared_in, state_of

USA = ttrkit.get_variant("usa")


@pytest.fixture
def game() -> Game:
    """A game in which seat 0 has a route and either seat a ticket."""
    return ttrkit.position(
        USA,
        players=2,
        hands=[{"red": 2}, {}],
        claimed={0: [("Boston", "Montréal")]},
        tickets={0: [("Boston", "Miami")], 1: [("Denver", "El Paso")]},
    )


def make_a_card(state: State) -> None:
    """A card too many."""
    state.hands[1][0] += 1


def lose_a_ticket(state: State) -> None:
    """One is nowhere."""
    state.tickets[0].pop()


def copy_a_ticket(state: State) -> None:
    """One is in two places."""
    state.box.append(state.tickets[0][0])


def share_a_route(state: State) -> None:
    """Two seats have one."""
    state.routes[1] += state.routes[0]


def owe_a_train(state: State) -> None:
    """Fewer than none."""
    state.trains[1] = -1


def forge_a_deed(state: State) -> None:
    """The route says another owner than the seat."""
    state.owners[state.routes[0][0]] = 1


@pytest.mark.parametrize(
    ("spoil", "said"),
    [
        (make_a_card, "13 purple cards in all piles; the box holds 12"),
        (lose_a_ticket, "a ticket is lost or in two places"),
        (copy_a_ticket, "a ticket is lost or in two places"),
        (share_a_route, "a route has two owners"),
        (owe_a_train, "seat 1 has -1 trains"),
        (forge_a_deed, "seat 0: owners differ"),
    ],
)
def test_what_is_not_conserved(spoil: Callable[[State], None], said: str, game: Game) -> None:
    """Cards, tickets, routes and trains."""
    check_conservation(game)
    spoil(state_of(game))
    with pytest.raises(AssertionError) as caught:
        check_conservation(game)
    assert str(caught.value).split("\n")[0] == said


def test_no_train_left_is_no_fault(game: Game) -> None:
    """None is still a number of trains."""
    state_of(game).trains[1] = 0
    check_conservation(game)


@attrs.frozen
class Whistle(Action):
    """An action for the parts below."""

    is_public = True


@attrs.frozen(repr=False)
class Hum(Action):
    """One whose repr is not Python."""


class Whistles(Part):
    """Lists an action of its own, so many times."""

    actions = (Whistle, Hum)

    def __init__(self, action: Action, times: int = 1, refusal: str | None = None) -> None:
        self.action, self.times, self.refusal = action, times, refusal

    def list_actions(self, state: State, seat: int, out: list[Action]) -> None:
        """As often as that."""
        out += [self.action] * self.times

    def check(self, state: State, seat: int, action: Whistle) -> str | None:
        """As it was told."""
        return self.refusal

    def perform(self, state: State, seat: int, action: Whistle, found: None) -> None:
        """Nothing."""


@pytest.mark.parametrize(
    ("part", "said"),
    [
        (Whistles(Whistle(), 2), "an action is listed twice"),
        (Whistles(Whistle(), refusal="be quiet"), "Whistle() is listed, but: be quiet"),
        (Whistles(Hum()), "is not valid Python"),
    ],
)
def test_actions_that_are_at_fault(part: Part, said: str) -> None:
    """Each once, all legal, and written in Python."""
    game = ttrkit.position(USA.adding(part), players=2, hands=[{}, {}], market=[], deck=["red"])
    with pytest.raises(AssertionError) as caught:
        check_actions(game)
    assert said in str(caught.value)
    sound = ttrkit.position(USA.adding(Whistles(Whistle())), players=2)
    assert check_actions(sound) == sound.legal_actions()


def test_an_end_that_is_none(game: Game) -> None:
    """A game is over just if nobody is to move."""
    check_actions(game)
    game.is_over = True
    with pytest.raises(AssertionError, match="a game is over just if nobody is to move"):
        check_actions(game)


class Awards(Part):
    """Gives points at the end, of some kind."""

    labels = ("odd",)

    def __init__(self, points: Any) -> None:
        self.points = points

    def final_points(self, tally: Any) -> Any:
        """By team."""
        return {"odd": self.points}


def test_points_are_whole_numbers() -> None:
    """Halves are not."""
    with pytest.raises(AssertionError, match=r'"odd": points are whole numbers, not 0.5'):
        check_scores(ttrkit.position(USA.adding(Awards([0.5, 0])), players=2))
    check_scores(ttrkit.position(USA.adding(Awards([5, 0])), players=2))


SHEET = {"routes": 0, "tickets": 0, "longest route": 0}


@pytest.mark.parametrize(
    ("totals", "sheets", "winners", "said"),
    [
        ((0, 0), (SHEET, SHEET), (), "nobody wins"),
        ((1, 0), (SHEET, SHEET), (0,), "team 0: .* does not add up to 1"),
        ((0, 0), ({"routes": 0}, {"routes": 0}), (0, 1), "a label is missing from the sheets"),
        ((0, 0), (SHEET, {**SHEET, "x": 0}), (0, 1), "team 1 has other labels than team 0"),
        ((0, 5), (SHEET, {**SHEET, "tickets": 5}), (0,), "a team with more points did not win"),
    ],
)
def test_what_is_wrong_with_a_result(
    totals: Any, sheets: Any, winners: Any, said: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Totals are the sums of sheets, all sheets have all labels, and the most points win."""
    game = ttrkit.position(USA, players=2)
    check_scores(game)
    spoilt = ttrkit.Result(totals, sheets, winners, is_final=False)
    monkeypatch.setattr(Game, "result", lambda _: spoilt)
    with pytest.raises(AssertionError, match=said):
        check_scores(game)


# Snapshots -------------------------------------------------------------------------------------


class Plain:
    """An object without value."""

    def __init__(self, number: int) -> None:
        self.number = number


@attrs.define
class Record:
    """A mutable attrs class."""

    numbers: list[int]


@attrs.frozen
class Fixed:
    """An immutable value."""

    number: int


@pytest.mark.parametrize(
    ("value", "change"),
    [
        ([1, 2], lambda it: it.append(3)),
        ([[1], (2,)], lambda it: it[0].append(3)),
        ({"a": [1]}, lambda it: it["a"].append(2)),
        ({1, 2}, lambda it: it.add(3)),
        (deque([1]), lambda it: it.append(2)),
        (bytearray(b"a"), lambda it: it.append(2)),
        (Record([1]), lambda it: it.numbers.append(2)),
        (Plain(1), lambda it: setattr(it, "number", 2)),
        ((Plain(1), 2), lambda it: setattr(it[0], "number", 2)),
    ],
)
def test_a_snapshot_notices_every_change(value: Any, change: Callable[[Any], None]) -> None:
    """However deep; and it stays as it was itself."""
    before = frozen(value)
    assert frozen(value) == before
    change(value)
    assert frozen(value) != before


def test_a_snapshot_tells_values_apart() -> None:
    """Another value in the place of one is a change, though neither can change itself."""
    values = [Fixed(1), Fixed(2), Fraction(1, 2), Fraction(1, 3), None, Colour.RED, Colour.BLUE]
    assert len({frozen([value]) for value in values}) == len(values)


def test_what_can_change_in_a_value() -> None:
    """Values cannot; containers and objects can, inside of others, too."""
    for value in (
        None,
        1,
        "a",
        b"a",
        1.5,
        ttrkit.Colour.RED,
        (1, ("a",)),
        Fixed(1),
        frozenset("a"),
    ):
        assert mutable_in(value) is None
    assert mutable_in(int) is None
    assert mutable_in(len) is None
    assert mutable_in([1]) == "list [1]"
    assert mutable_in((1, ({"a": 1},))) == "dict {'a': 1}"
    assert str(mutable_in((Plain(1),))).startswith("Plain <")
    assert mutable_in(Record([1])) == "Record Record(numbers=[1])"


def test_what_copies_would_share() -> None:
    """What is copied deeply is not shared; a tuple and an object are."""
    for value in ([1, [2]], {"a": [1]}, deque([[1]]), {1}, bytearray(b"a"), [(1, 2)]):
        assert shared_in(value) is None
    assert shared_in([([1],)]) == "list [1]"
    assert str(shared_in({"a": [Plain(1)]})).startswith("Plain <")
    assert str(shared_in(deque([Plain(1)]))).startswith("Plain <")


def test_two_games_have_one_snapshot_if_they_stand_alike(game: Game) -> None:
    """Every pile and counter is in it."""
    other = game.copy()
    assert snapshot(game) == snapshot(other)
    for name in ("hands", "deck", "trains", "routes", "slots", "seat", "points", "history"):
        assert name in snapshot(game)
    other.apply(ttrkit.DrawBlind())
    changed = {name for name, value in snapshot(game).items() if snapshot(other)[name] != value}
    assert {"hands", "deck", "decision", "history"} <= changed
    assert "trains" not in changed
