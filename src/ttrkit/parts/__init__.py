"""The rule parts, one file each, to put together into a variant."""

from ttrkit.parts.base import Closing, Decision, Part
from ttrkit.parts.claiming import Claiming
from ttrkit.parts.drawing import Drawing
from ttrkit.parts.last_round import LastRound
from ttrkit.parts.longest_route import LongestRoute
from ttrkit.parts.parallel_routes import ParallelRoutes
from ttrkit.parts.tickets import Tickets

__all__ = [
    "Claiming",
    "Closing",
    "Decision",
    "Drawing",
    "LastRound",
    "LongestRoute",
    "ParallelRoutes",
    "Part",
    "Tickets",
]
