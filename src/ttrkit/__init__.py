"""The rules of the Ticket to Ride board games as a library.

>>> import ttrkit
>>> game = ttrkit.new_game("usa", players=3, seed=1)
>>> result = ttrkit.play(game, [ttrkit.RandomPlayer(seed) for seed in range(3)])
>>> result.is_final
True
"""

from typing import TYPE_CHECKING

from ttrkit import parts
from ttrkit._lazy import later
from ttrkit.board import Board, City, Route, Ticket, load_board
from ttrkit.colours import Colour
from ttrkit.errors import (
    BoardError,
    IllegalAction,
    PlugInError,
    RecordError,
    RuleError,
    UnknownVariant,
    VariantError,
)
from ttrkit.events import (
    Action,
    ClaimRoute,
    DrawBlind,
    DrawFaceUp,
    DrawTickets,
    Event,
    KeepTickets,
    Pass,
)
from ttrkit.game import Game, determinize, from_record, new_game, replay
from ttrkit.knowledge import Observation
from ttrkit.payment import Cards, Cost, Payment, cards
from ttrkit.players import Player, RandomPlayer, play
from ttrkit.scoring import Result
from ttrkit.variant import Variant, get_variant, variant_names

if TYPE_CHECKING:
    from ttrkit import svg
    from ttrkit.game import position
    from ttrkit.numbering import ActionIndex, Features
    from ttrkit.parts import BuildStation, LeaveTunnel, PayTunnel, PlaceCard, ShareTickets
    from ttrkit.pictures import replay_page
    from ttrkit.simulation import (
        Comparison,
        Ratings,
        Report,
        SimulationError,
        compare,
        rate,
        simulate,
    )
else:  # not every program needs them
    __getattr__ = later(
        __name__,
        {
            "ActionIndex": "ttrkit.numbering.action_index",
            "BuildStation": "ttrkit.parts.stations",
            "Comparison": "ttrkit.simulation.comparing",
            "Features": "ttrkit.numbering.features",
            "LeaveTunnel": "ttrkit.parts.tunnels",
            "PayTunnel": "ttrkit.parts.tunnels",
            "PlaceCard": "ttrkit.parts.teams",
            "Ratings": "ttrkit.simulation.ratings",
            "Report": "ttrkit.simulation.report",
            "ShareTickets": "ttrkit.parts.teams",
            "SimulationError": "ttrkit.simulation.run",
            "compare": "ttrkit.simulation.comparing",
            "position": "ttrkit.game.positions",
            "rate": "ttrkit.simulation.ladder",
            "replay_page": "ttrkit.pictures.replay",
            "simulate": "ttrkit.simulation.runner",
            "svg": "ttrkit.svg",
        },
    )

__version__ = "0.1.0"

__all__ = [
    "Action",
    "ActionIndex",
    "Board",
    "BoardError",
    "BuildStation",
    "Cards",
    "City",
    "ClaimRoute",
    "Colour",
    "Comparison",
    "Cost",
    "DrawBlind",
    "DrawFaceUp",
    "DrawTickets",
    "Event",
    "Features",
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
    "Ratings",
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
    "VariantError",
    "cards",
    "compare",
    "determinize",
    "from_record",
    "get_variant",
    "load_board",
    "new_game",
    "parts",
    "play",
    "position",
    "rate",
    "replay",
    "replay_page",
    "simulate",
    "svg",
    "variant_names",
]
