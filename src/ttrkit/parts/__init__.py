"""The rule parts, one file each, to put together into a variant."""

from typing import TYPE_CHECKING

from ttrkit._lazy import later
from ttrkit.hooks.part import Closing, Decision, Part

if TYPE_CHECKING:
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
else:  # no variant needs all of them
    __getattr__ = later(
        __name__,
        {
            "BuildStation": "stations",
            "Claiming": "claiming",
            "Drawing": "drawing",
            "Ferries": "ferries",
            "Flags": "flags",
            "Globetrotter": "globetrotter",
            "LastRound": "last_round",
            "LeaveTunnel": "tunnels",
            "LongestRoute": "longest_route",
            "ParallelRoutes": "parallel_routes",
            "PayTunnel": "tunnels",
            "PlaceCard": "teams",
            "ShareTickets": "teams",
            "Stations": "stations",
            "Teams": "teams",
            "Tickets": "tickets",
            "Tunnels": "tunnels",
        },
    )

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
