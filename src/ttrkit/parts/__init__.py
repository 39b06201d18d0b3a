"""The rules, one file or folder each; import from here to write a rule of your own.

A variant is a list of rules: drawing, claiming, tunnels, tickets, stations and others. A rule of
your own is a subclass of `Part`: `ttrkit.hooks` has the contract.
"""

from typing import TYPE_CHECKING

from ttrkit._lazy import later
from ttrkit.colours import CARD_COLOURS, PLAIN_COLOURS, Colour, as_colour
from ttrkit.engine import (
    FREE,
    TRAINS,
    State,
    Stock,
    Things,
    card_pile,
    deck_of,
    open_field,
    pile_of,
    ticket_pile,
)
from ttrkit.events import (
    Action,
    Dealt,
    Drawn,
    Event,
    KeepPlaces,
    Outcome,
    OutOfSight,
    TurnedUp,
    Unseen,
)
from ttrkit.hooks import Asked, Closing, Decision, Feature, Part, Piece, by_owner
from ttrkit.payment import (
    CARD_KINDS,
    CARD_NUMBER,
    WILD_CARD,
    Cards,
    Cost,
    ExchangeCost,
    Payment,
    as_cards,
    cards,
    count_cards,
    list_cards,
)

if TYPE_CHECKING:
    from ttrkit.board import Board, City, Route, Ticket
    from ttrkit.knowledge import Knowledge, Observation
    from ttrkit.parts.claiming.rule import Claiming
    from ttrkit.parts.drawing import Drawing
    from ttrkit.parts.ferries import Ferries
    from ttrkit.parts.flags import Flags
    from ttrkit.parts.globetrotter import Globetrotter
    from ttrkit.parts.last_round import LastRound
    from ttrkit.parts.longest_route import LongestRoute
    from ttrkit.parts.parallel_routes import ParallelRoutes
    from ttrkit.parts.stations import BuildStation, Stations
    from ttrkit.parts.teams import PlaceCard, ShareTickets, Teams
    from ttrkit.parts.tickets.rule import Tickets
    from ttrkit.parts.tunnels import LeaveTunnel, PayTunnel, Tunnels
    from ttrkit.scoring import Connections, Tally, Worth
else:  # no variant needs all of them
    __getattr__ = later(
        __name__,
        {
            "Board": "ttrkit.board.model",
            "BuildStation": "ttrkit.parts.stations",
            "City": "ttrkit.board.model",
            "Claiming": "ttrkit.parts.claiming",
            "Connections": "ttrkit.scoring.worth",
            "Drawing": "ttrkit.parts.drawing",
            "Ferries": "ttrkit.parts.ferries",
            "Flags": "ttrkit.parts.flags",
            "Globetrotter": "ttrkit.parts.globetrotter",
            "Knowledge": "ttrkit.knowledge.deduction",
            "LastRound": "ttrkit.parts.last_round",
            "LeaveTunnel": "ttrkit.parts.tunnels",
            "LongestRoute": "ttrkit.parts.longest_route",
            "Observation": "ttrkit.knowledge.observation",
            "ParallelRoutes": "ttrkit.parts.parallel_routes",
            "PayTunnel": "ttrkit.parts.tunnels",
            "PlaceCard": "ttrkit.parts.teams",
            "Route": "ttrkit.board.model",
            "ShareTickets": "ttrkit.parts.teams",
            "Stations": "ttrkit.parts.stations",
            "Tally": "ttrkit.scoring.tally",
            "Teams": "ttrkit.parts.teams",
            "Ticket": "ttrkit.board.model",
            "Tickets": "ttrkit.parts.tickets",
            "Tunnels": "ttrkit.parts.tunnels",
            "Worth": "ttrkit.scoring.worth",
        },
    )

__all__ = [
    "CARD_COLOURS",
    "CARD_KINDS",
    "CARD_NUMBER",
    "FREE",
    "PLAIN_COLOURS",
    "TRAINS",
    "WILD_CARD",
    "Action",
    "Asked",
    "Board",
    "BuildStation",
    "Cards",
    "City",
    "Claiming",
    "Closing",
    "Colour",
    "Connections",
    "Cost",
    "Dealt",
    "Decision",
    "Drawing",
    "Drawn",
    "Event",
    "ExchangeCost",
    "Feature",
    "Ferries",
    "Flags",
    "Globetrotter",
    "KeepPlaces",
    "Knowledge",
    "LastRound",
    "LeaveTunnel",
    "LongestRoute",
    "Observation",
    "OutOfSight",
    "Outcome",
    "ParallelRoutes",
    "Part",
    "PayTunnel",
    "Payment",
    "Piece",
    "PlaceCard",
    "Route",
    "ShareTickets",
    "State",
    "Stations",
    "Stock",
    "Tally",
    "Teams",
    "Things",
    "Ticket",
    "Tickets",
    "Tunnels",
    "TurnedUp",
    "Unseen",
    "Worth",
    "as_cards",
    "as_colour",
    "by_owner",
    "card_pile",
    "cards",
    "count_cards",
    "deck_of",
    "list_cards",
    "open_field",
    "pile_of",
    "ticket_pile",
]
