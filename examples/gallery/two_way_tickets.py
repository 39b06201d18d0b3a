"""Two-way tickets: there and back by different ways.

A completed ticket is worth six points more if its two cities are joined by two separate ways of
one's own: ways that have no route in common, nor any city between the two.
"""

from collections.abc import Iterator
from pathlib import Path

from ttrkit import Variant, load_board
from ttrkit.parts import Connections, Part, Ticket, Worth

TWO_WAY_POINTS = 6


class TwoWayTickets(Part):
    """A bonus for tickets that no single route and no single city can break."""

    def ticket_worth(self, ticket: Ticket, connections: Connections, worth: Worth) -> Worth:
        if worth.is_completed and all(
            rest.joins(ticket.a, ticket.b) for rest in self.broken(ticket, connections)
        ):
            return Worth(worth.points + TWO_WAY_POINTS, True)
        return worth

    def broken(self, ticket: Ticket, connections: Connections) -> Iterator[Connections]:
        """What is left without each route alone, and without the routes of each other city."""
        routes = connections.routes
        for route in routes:
            yield connections.without(route)
        for city in {city for route in routes for city in route.cities} - {ticket.a, ticket.b}:
            yield connections.without(*(route for route in routes if city in route.cities))


VARIANT = Variant.from_classic(
    "two-way-tickets",
    load_board(Path(__file__).with_name("delta.toml")).without_extra(),
    title="Two-way tickets",
    players=range(2, 5),
    trains=32,
    parts=[TwoWayTickets()],
)
