"""Two-way tickets: what counts as two separate ways."""

import pytest

import ttrkit
from examples.gallery.two_way_tickets import VARIANT

WAY = [("Fennholt", "Jessing"), ("Jessing", "Northsluice"), ("Northsluice", "Reedwold")]
OTHER_WAY = [
    ("Fennholt", "Gullhaven"),
    ("Gullhaven", "Kelderry"),
    ("Kelderry", "Osterdam"),
    ("Osterdam", "Saltmere"),
    ("Reedwold", "Saltmere"),
]
BY_THE_WEST = [("Eelmarsh", "Fennholt"), ("Eelmarsh", "Ivelmouth"), ("Ivelmouth", "Jessing")]
FROM_JESSING = [("Ivelmouth", "Jessing"), ("Ivelmouth", "Reedwold")]
TICKET = VARIANT.board.ticket("Fennholt", "Reedwold")


@pytest.mark.parametrize(
    ("claimed", "bonus"),
    [
        (WAY, 0),
        ([*WAY, *OTHER_WAY], 6),
        ([*WAY, *BY_THE_WEST], 0),  # the rest of the way is single
        ([*WAY, *OTHER_WAY[:-1]], 0),  # the second way is not finished
        ([*WAY, *BY_THE_WEST[:2], ("Ivelmouth", "Reedwold")], 6),
        ([*WAY, *BY_THE_WEST, ("Ivelmouth", "Reedwold")], 6),
        # no common route, but both ways lead by Jessing
        ([*WAY, ("Fennholt", "Gullhaven"), ("Gullhaven", "Jessing"), *FROM_JESSING], 0),
    ],
)
def test_two_separate_ways(claimed: list[tuple[str, str]], bonus: int) -> None:
    """No route in common, and no city between the ends."""
    game = ttrkit.position(
        VARIANT, players=2, claimed={0: claimed}, tickets={0: [("Fennholt", "Reedwold")]}
    )
    assert game.result().sheets[0]["tickets"] == TICKET.points + bonus


def test_one_route_is_one_way() -> None:
    """Where a route joins the two cities of a ticket, the other way goes around it."""
    around = [("Hesterby", "Kelderry"), ("Kelderry", "Osterdam")]
    tickets = {0: [("Hesterby", "Osterdam")]}
    for claimed, points in (([], 5), (around, 5 + 6)):
        game = ttrkit.position(
            VARIANT, players=2, claimed={0: [("Hesterby", "Osterdam"), *claimed]}, tickets=tickets
        )
        assert game.result().sheets[0]["tickets"] == points


def test_a_ticket_that_is_not_completed_costs_its_points() -> None:
    """As ever, and without any route, too."""
    tickets = {0: [("Fennholt", "Reedwold")]}
    for claimed in (WAY[:2], []):
        game = ttrkit.position(VARIANT, players=2, claimed={0: claimed}, tickets=tickets)
        assert game.result().sheets[0]["tickets"] == -TICKET.points
