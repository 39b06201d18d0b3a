"""The rules of the Ticket to Ride board games as a library.

>>> import ttrkit
>>> game = ttrkit.new_game("usa", players=3, seed=1)
>>> result = ttrkit.play(game, [ttrkit.RandomPlayer(seed) for seed in range(3)])
>>> result.is_final
True
"""

from typing import TYPE_CHECKING, Any

from ttrkit import parts
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
from ttrkit.parts import BuildStation, LeaveTunnel, PayTunnel, PlaceCard, ShareTickets
from ttrkit.payments import Cost, Payment
from ttrkit.piles import Cards, cards
from ttrkit.players import Player, RandomPlayer, play
from ttrkit.positions import position
from ttrkit.scoring import Result
from ttrkit.variant import Variant, get_variant, variant_names

if TYPE_CHECKING:
    from ttrkit.determinization import determinize
    from ttrkit.record import from_record
    from ttrkit.report import Report
    from ttrkit.simulation import SimulationError, simulate

_LATER = {
    "Report": "report",
    "SimulationError": "simulation",
    "determinize": "determinization",
    "from_record": "record",
    "simulate": "simulation",
}

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


def __getattr__(name: str) -> Any:
    """Import what not every program needs when it is first asked for."""
    from importlib import import_module

    if name not in _LATER:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    value = getattr(import_module(f"ttrkit.{_LATER[name]}"), name)
    globals()[name] = value
    return value
