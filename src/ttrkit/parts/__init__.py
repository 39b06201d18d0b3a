"""The rule parts, one file each, to put together into a variant."""

from ttrkit.parts.base import Closing, Decision, Part
from ttrkit.parts.claiming import Claiming
from ttrkit.parts.drawing import Drawing
from ttrkit.parts.ferries import Ferries
from ttrkit.parts.flags import Flags
from ttrkit.parts.globetrotter import Globetrotter
from ttrkit.parts.last_round import LastRound
from ttrkit.parts.longest_route import LongestRoute
from ttrkit.parts.parallel_routes import ParallelRoutes
from ttrkit.parts.stations import BuildStation, Stations
from ttrkit.parts.teams import PlaceCard, ShareTickets, Teams
from ttrkit.parts.tickets import Tickets
from ttrkit.parts.tunnels import LeaveTunnel, PayTunnel, Tunnels

__all__ = [
    "BuildStation",
    "Claiming",
    "Closing",
    "Decision",
    "Drawing",
    "Ferries",
    "Flags",
    "Globetrotter",
    "LastRound",
    "LeaveTunnel",
    "LongestRoute",
    "ParallelRoutes",
    "Part",
    "PayTunnel",
    "PlaceCard",
    "ShareTickets",
    "Stations",
    "Teams",
    "Tickets",
    "Tunnels",
]
