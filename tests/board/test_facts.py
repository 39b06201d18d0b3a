"""Home-made facts on a board: read, kept, compared, and left out."""

import pickle
from pathlib import Path
from typing import Any

import attrs
import pytest

from tests.board.faults import GOOD, RED
from ttrkit import Board, City, Route, Ticket, load_board
from ttrkit.board.loading import load_data

WITH_FACTS = (
    GOOD.replace("x = 10,", "x = 10, extra = { coastal = true },")
    .replace(RED, RED + ", extra = { mountain = 2, heights = [1, 2.5] }")
    .replace("points = 5", 'points = 5, extra = { note = "by night" }')
    + '[extra]\ncountry = "Vlaanderen"\n'
)


@pytest.fixture
def board(tmp_path: Path) -> Board:
    """A board with a fact of every scope."""
    path = tmp_path / "board.toml"
    path.write_text(WITH_FACTS, encoding="utf-8")
    return load_board(path)


def test_facts_are_read(board: Board) -> None:
    """By their keys, on the board, a city, a route and a ticket; elsewhere there are none."""
    assert board.extra == {"country": "Vlaanderen"}
    assert board.city("Gent").extra == {"coastal": True}
    assert board.routes[0].extra == {"mountain": 2, "heights": (1, 2.5)}
    assert board.tickets[0].extra["note"] == "by night"
    assert board.routes[1].extra == board.cities[1].extra == board.tickets[1].extra == {}


def test_facts_do_not_change(board: Board) -> None:
    """Lists become tuples; the mapping takes no assignment, and what was handed in is copied."""
    with pytest.raises(TypeError):
        board.routes[0].extra["mountain"] = 3  # type: ignore[index]
    heights = [1, 2]
    given: dict[str, Any] = {"heights": heights}
    route = Route("a--b--red", "A", "B", "red", 2, extra=given)
    heights.append(3)
    given["more"] = 1
    assert route.extra == {"heights": (1, 2)}


def test_facts_count_for_equality(board: Board) -> None:
    """Things that differ in a fact differ, and hash; a pickle and a repr have the facts."""
    route = board.routes[0]
    assert route != attrs.evolve(route, extra={})
    assert hash(board) == hash(pickle.loads(pickle.dumps(board)))
    assert pickle.loads(pickle.dumps(board)) == board
    for thing in (route, board.tickets[0], board.cities[0]):
        assert eval(repr(thing), {"City": City, "Route": Route, "Ticket": Ticket, **COLOURS}) == (
            thing
        )


COLOURS = {"Colour": type(load_data("usa").routes[0].colour)}


def test_tickets_still_sort(board: Board) -> None:
    """Facts cannot be ordered, so tickets are sorted without them."""
    one = board.tickets[0]
    assert sorted([attrs.evolve(one, extra={}), one]) == [attrs.evolve(one, extra={}), one]


def test_facts_count_for_the_digest(board: Board) -> None:
    """Records of another board are told apart by every fact; a board without any is as it was."""
    bare = board.without_extra()
    others = [
        attrs.evolve(bare, extra={"country": "Vlaanderen"}),
        attrs.evolve(bare, cities=[attrs.evolve(bare.cities[0], extra={"x": 1}), *bare.cities[1:]]),
        attrs.evolve(bare, routes=[attrs.evolve(bare.routes[0], extra={"x": 1}), *bare.routes[1:]]),
        attrs.evolve(
            bare, routes=[attrs.evolve(bare.routes[0], extra={"x": True}), *bare.routes[1:]]
        ),
        attrs.evolve(
            bare,
            routes=[bare.routes[0], attrs.evolve(bare.routes[1], extra={"x": 1}), *bare.routes[2:]],
        ),
        attrs.evolve(
            bare, tickets=[attrs.evolve(bare.tickets[0], extra={"x": 1}), bare.tickets[1]]
        ),
    ]
    assert len({each.digest for each in (bare, board, *others)}) == 2 + len(others)
    assert load_data("usa").digest == attrs.evolve(load_data("usa"), extra={}).digest


def test_without_facts(board: Board) -> None:
    """All facts are left out, and nothing else; a board without any is itself."""
    bare = board.without_extra()
    assert bare.extra == {}
    assert not any(city.extra for city in bare.cities)
    assert not any(route.extra for route in bare.routes)
    assert not any(ticket.extra for ticket in bare.tickets)
    assert [route.id for route in bare.routes] == [route.id for route in board.routes]
    assert bare.without_extra() is bare


def test_with_some_facts(board: Board) -> None:
    """The facts to keep stay, on whatever has them; a board with those alone is itself."""
    some = board.without_extra(keep=["mountain", "country"])
    things: list[Any] = [some, *some.cities, *some.routes, *some.tickets]
    assert {name for thing in things for name in thing.extra} == {"mountain", "country"}
    assert some.extra == board.extra
    assert some.without_extra(keep=["mountain", "country", "coastal"]) is some


@pytest.mark.parametrize("wrong", [{"x": {}}, {"x": None}, {"x": [{1}]}, {"x": float("nan")}])
def test_only_plain_facts(wrong: dict[str, Any]) -> None:
    """What cannot be written into a board file is refused in Python, too."""
    with pytest.raises(TypeError, match="extra: x: text, a number, true or false, or a list"):
        City("Gent", 1, 2, extra=wrong)


@pytest.mark.parametrize("wrong", [{1: 2}, {"": 2}, [("x", 1)], 7])
def test_only_facts_by_name(wrong: Any) -> None:
    """Facts are a mapping, and have names."""
    with pytest.raises(TypeError, match="extra: "):
        City("Gent", 1, 2, extra=wrong)
