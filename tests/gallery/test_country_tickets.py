"""The best country counts, and every further one a little."""

import random

import pytest

import ttrkit
from examples.gallery.country_tickets import VARIANT
from ttrkit import position

DUNLAW = VARIANT.board.ticket("Dunlaw", "Norrin")  # Orvalia 4, Norrin 5, Suthmark 5
NORTH, EAST, SOUTH = ("Dunlaw", "Tornby"), ("Dunlaw", "Graupass"), ("Carrick", "Marabel")


@pytest.mark.parametrize(
    ("claimed", "points"),
    [
        ([], -4),
        ([("Dunlaw", "Penhallow")], -4),
        ([EAST], 4),
        ([NORTH], 5),
        ([EAST, NORTH], 5 + 2),
        ([EAST, NORTH, SOUTH], 5 + 2),
        ([EAST, NORTH, SOUTH, ("Carrick", "Dunlaw")], 5 + 2 + 2),
    ],
)
def test_countries_that_are_reached(claimed: list[tuple[str, str]], points: int) -> None:
    """The best in full, the others two points each; without any, the nearest is lost."""
    game = position(VARIANT, players=2, tickets={0: [DUNLAW]}, claimed={0: claimed})
    assert game.result().sheets[0]["tickets"] == points


def test_only_such_tickets_are_in_play() -> None:
    """In the deck and in the hands, in a game that is made up as well."""
    game = ttrkit.new_game(VARIANT, players=2, seed=1)
    while game.decision != "turn":
        game.apply(game.legal_actions()[0])
    assert game.ticket_deck_size + sum(len(seat.tickets) for seat in game.seats) <= 12
    for seed in range(20):
        world = ttrkit.determinize(game.observe(0), random.Random(seed))
        for seat in (*game.seats, *world.seats):
            assert {ticket.kind for ticket in seat.tickets} == {"country"}
