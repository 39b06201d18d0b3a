"""One thing is told in the singular, wherever numbers stand in messages."""

from pathlib import Path
from typing import Any

import pytest

import ttrkit
from tests.cli.helpers import run, squeezed
from tests.conformance.helpers import refuse
from ttrkit import Board, City, Route, Variant
from ttrkit._text import counted

TINY = """
name = "Tiny"
cities = [{ name = "A", x = 0, y = 0 }, { name = "B", x = 1, y = 0 }]
routes = [{ a = "A", b = "B", colour = "red", length = 1 }]
tickets = [{ a = "A", b = "B", points = 1 }]
[scoring]
1 = 1
"""


@pytest.mark.parametrize(
    ("words", "text"),
    [
        (counted(0, "card"), "0 cards"),
        (counted(1, "card"), "1 card"),
        (counted(2, "city", "cities"), "2 cities"),
        (counted(1, "city", "cities"), "1 city"),
    ],
)
def test_numbers_of_things(words: str, text: str) -> None:
    """Also of things whose plural is not made by an s."""
    assert words == text


def test_a_board_with_one_of_everything(tmp_path: Path) -> None:
    """Shown and checked."""
    path = tmp_path / "tiny.toml"
    path.write_text(TINY, "utf-8")
    shown = squeezed(run("show", path).stdout)
    assert "track 1 train colours" in shown
    assert "tickets 1, 1 point Where" in shown
    checked = squeezed(run("check", path, "--games", 1).stdout)
    assert "a sound board (2 cities, 1 route, 1 ticket)" in checked
    assert "2–5 players, 1 train each." in checked


def tiny(**numbers: Any) -> Variant:
    """A variant with so little of everything."""
    cities = [City(name, 0, 0) for name in "AB"]
    board = Board("Tiny", cities, [Route("r", "A", "B", "red", 1)], [], {1: 1})
    return Variant.from_classic("tiny", board, players=(2,), trains=1, **numbers)


def test_a_game_with_one_of_everything() -> None:
    """In reprs and refusals."""
    game = ttrkit.position(tiny(), players=2, hands=[{"red": 1}], trains=[1, 0], scores=[1, 0])
    assert repr(game.seats[0]) == "<seat 0: 1 point, 1 train, 1 card, 0 tickets>"
    assert repr(game.teams[0]) == "<team 0: seats (0,), 1 point>"
    route = game.board.routes[0]
    poor = ttrkit.position(tiny(), players=2, hands=[{"red": 1}], trains=[0, 1])
    assert refuse(poor, ttrkit.ClaimRoute(route, {"red": 1})) == "A–B needs 1 train; you have 0"


@pytest.mark.parametrize(
    ("numbers", "given", "message"),
    [
        ({"market_size": 0}, {"market": ["red"]}, "market: 1 card, but only 0 fit"),
        (
            {"market_wilds": 1, "market_size": 1},
            {"market": ["wild"]},
            "market: with 1 wild the rules would",
        ),
        ({"deck": {"wild": 9}}, {"hands": [{"red": 1}]}, "1 red card: the box holds 0"),
    ],
)
def test_positions_that_cannot_be(
    numbers: dict[str, Any], given: dict[str, Any], message: str
) -> None:
    """One card too many."""
    with pytest.raises(ValueError, match=message):
        ttrkit.position(tiny(**numbers), players=2, **given)


def test_one_bot_and_one_game() -> None:
    """As simulations tell them."""
    text = run("simulate", "paris", "--games", 1, "--workers", 1, "--bots", "random").stdout
    assert "\n1 game (" in text
    assert str(ttrkit.simulate("paris", ["random"] * 2, 1, 1, workers=1)).startswith(
        "paris, 2 players: 1 game\n"
    )
