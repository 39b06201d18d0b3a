"""Tickets from a city to a country: whichever country is reached counts.

Only such tickets are in play. A ticket names a city and several countries with their points, and a
country is reached with any of its cities. The best country that is reached counts; every further
one that the ticket names is worth two points more. A ticket that reaches no country costs the
points of its nearest.
"""

from pathlib import Path

from ttrkit import Variant, load_board
from ttrkit.parts import Connections, Part, Ticket, Worth

FURTHER_COUNTRY = 2


class CountryTickets(Part):
    """Every country on a ticket is worth reaching; the board has the tickets themselves."""

    def in_ticket_deck(self, ticket: Ticket) -> bool:
        return ticket.kind == "country"

    def ticket_worth(self, ticket: Ticket, connections: Connections, worth: Worth) -> Worth:
        reached = sum(connections.joins(*goal.places) for goal in ticket.goals)
        if reached < 2:
            return worth
        return Worth(worth.points + FURTHER_COUNTRY * (reached - 1), worth.is_completed)


VARIANT = Variant.from_classic(
    "country-tickets",
    load_board(Path(__file__).with_name("highlands.toml")).without_extra(),
    title="City to country",
    players=range(2, 4),
    trains=30,
    parts=[CountryTickets()],
)
