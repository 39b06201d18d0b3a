"""Whole numbers are whatever has `__index__`, and nothing else."""

from collections.abc import Callable
from typing import Any

import pytest

import ttrkit
from tests.game.junk import Yes, spiteful
from tests.game.wrong import usa, wrong
from ttrkit import Route, cards, new_game, position
from ttrkit.parts import Stations

GAME = new_game("usa", players=2, seed=1)


class Int64:
    """A whole number as NumPy has them: no int, but with `__index__`."""

    def __init__(self, number: int) -> None:
        self._number = number

    def __index__(self) -> int:
        return self._number


def test_whole_numbers_of_other_libraries_are_taken_as_plain_ones() -> None:
    """Everywhere; what is kept is a plain int, so that records can hold it."""
    one: Any = Int64(1)
    two: Any = Int64(2)
    variant = usa(trains=Int64(40), players=[two, 3], draws=two)
    assert (type(variant.trains), variant.trains, variant.players) == (int, 40, (2, 3))
    assert Stations(count=two) == Stations(count=2)
    assert type(Stations(count=two).count) is int
    assert cards(red=two) == cards(red=2)
    assert Route("1", "a", "b", "red", two) == Route("1", "a", "b", "red", 2)
    game = new_game(variant, players=two, seed=one, first=one)
    same = new_game(variant, players=2, seed=1, first=1)
    assert game.observe(one) == same.observe(1)
    assert game.to_record() == same.to_record()
    placed = position("usa", players=two, to_move=one, trains=[two, 5], scores={one: two})
    assert (placed.to_move, placed.seats[0].trains, placed.seats[1].score) == (1, 2, 2)
    assert type(placed.to_record()["first"]) is int
    report = ttrkit.simulate("usa", ["random"] * 2, two, one, workers=1)
    assert report.games == 2


def test_nothing_else_is_a_whole_number() -> None:
    """Not even what is equal to one, or pretends to be."""
    calls: list[Callable[[Any], object]] = [
        lambda number: usa(trains=number),
        lambda number: Stations(count=number),
        lambda number: cards(red=number),
        lambda number: new_game("usa", players=number),
        lambda number: new_game("usa", players=3, first=wrong([number])),
        lambda number: position("usa", players=2, trains=[number, 1]),
        GAME.observe,
    ]
    for number in (True, 2.0, "2", None, b"2", 2j, [2], Yes(), spiteful()[-1]()):
        for call in calls:
            with pytest.raises((TypeError, ValueError), match="not "):
                call(number)
