"""The rules of the Ticket to Ride board games as a library.

>>> import ttrkit
>>> game = ttrkit.new_game("usa", players=3, seed=1)
>>> result = ttrkit.play(game, [ttrkit.RandomPlayer(seed) for seed in range(3)])
>>> result.is_final
True
"""

from typing import TYPE_CHECKING

from ttrkit import parts
from ttrkit._later import later
from ttrkit.actions import (
    Action,
    ClaimRoute,
    DrawBlind,
    DrawFaceUp,
    DrawTickets,
    KeepTickets,
    Pass,
)
from ttrkit.board import Board, BoardError, City, Route, Ticket, load_board
from ttrkit.colours import Colour
from ttrkit.errors import IllegalAction, PlugInError, RecordError, RuleError, UnknownVariant
from ttrkit.game import Game, new_game
from ttrkit.history import Event
from ttrkit.observe import Observation
from ttrkit.payments import Cost, Payment
from ttrkit.piles import Cards, cards
from ttrkit.players import Player, RandomPlayer, play
from ttrkit.scoring import Result
from ttrkit.variant import Variant, get_variant, variant_names

if TYPE_CHECKING:
    from ttrkit.determinization import determinize
    from ttrkit.parts import BuildStation, LeaveTunnel, PayTunnel, PlaceCard, ShareTickets
    from ttrkit.positions import position
    from ttrkit.record import from_record
    from ttrkit.report import Report
    from ttrkit.simulation import SimulationError, simulate
else:  # not every program needs them
    __getattr__ = later(
        __name__,
        {
            "BuildStation": "parts.stations",
            "LeaveTunnel": "parts.tunnels",
            "PayTunnel": "parts.tunnels",
            "PlaceCard": "parts.teams",
            "Report": "report",
            "ShareTickets": "parts.teams",
            "SimulationError": "simulation",
            "determinize": "determinization",
            "from_record": "record",
            "position": "positions",
            "simulate": "simulation",
        },
    )

__all__ = [
    "Action",
    "Board",
    "BoardError",
    "BuildStation",
    "Cards",
    "City",
    "ClaimRoute",
    "Colour",
    "Cost",
    "DrawBlind",
    "DrawFaceUp",
    "DrawTickets",
    "Event",
    "Game",
    "IllegalAction",
    "KeepTickets",
    "LeaveTunnel",
    "Observation",
    "Pass",
    "PayTunnel",
    "Payment",
    "PlaceCard",
    "Player",
    "PlugInError",
    "RandomPlayer",
    "RecordError",
    "Report",
    "Result",
    "Route",
    "RuleError",
    "ShareTickets",
    "SimulationError",
    "Ticket",
    "UnknownVariant",
    "Variant",
    "cards",
    "determinize",
    "from_record",
    "get_variant",
    "load_board",
    "new_game",
    "parts",
    "play",
    "position",
    "simulate",
    "variant_names",
]
