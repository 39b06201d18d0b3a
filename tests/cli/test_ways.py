"""The way still to go for a ticket, as a player at the terminal is told."""

import attrs
import pytest

from tests.scoring.test_worth import BORDER, FORK, FORMS, TOUR
from ttrkit import Ticket, position
from ttrkit.cli.table import Ways

ISLAND = Ticket("island", "Amsterdam", "Luik", 3)


@pytest.mark.parametrize(
    ("ticket", "claimed", "words"),
    [
        (ISLAND, [], "8 trains to go by Utrecht, Arnhem, Maastricht"),
        (FORK, [], "3 trains to go to Antwerpen"),
        (FORK, [("Brugge", "Rotterdam")], "3 trains to go to Antwerpen"),
        (TOUR, [], "4 trains to go"),
        (TOUR, [("Antwerpen", "Brussel")], "3 trains to go"),
        (BORDER, [], "3 trains to go by Luik"),
        (BORDER, [("Luik", "Namen")], "1 train to go by Luik"),
    ],
    ids=str,
)
def test_ways(ticket: Ticket, claimed: list[tuple[str, str]], words: str) -> None:
    """To the nearest end, by the cities between; one's own routes are free."""
    game = position(FORMS, players=2, claimed={0: claimed})
    assert Ways(game.observe(0)).in_words(ticket) == words


def test_no_way_is_left() -> None:
    """Where others have all the routes, or there are too few trains."""
    board = FORMS.board
    around = [route for route in board.routes if "Luxemburg" in route.cities]
    game = position(FORMS, players=2, claimed={1: around}, trains=[2, 20])
    ways = Ways(game.observe(0))
    south = attrs.evolve(TOUR, b="Luxemburg")
    assert ways.in_words(south) == "no way is left"
    assert ways.in_words(FORK) == "3 trains to go to Antwerpen (more than you have)"
