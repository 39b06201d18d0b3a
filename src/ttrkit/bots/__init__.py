"""Bots: players that decide by themselves, from observations alone."""

from typing import TYPE_CHECKING

from ttrkit._lazy import later

if TYPE_CHECKING:
    from ttrkit.bots.greedy import GreedyPlayer
    from ttrkit.bots.names import BOTS
    from ttrkit.bots.planner import PlannerPlayer
    from ttrkit.bots.search import SearchPlayer
    from ttrkit.bots.traits import Traits
else:  # not every program needs them
    __getattr__ = later(
        __name__,
        {
            "BOTS": "ttrkit.bots.names",
            "GreedyPlayer": "ttrkit.bots.greedy",
            "PlannerPlayer": "ttrkit.bots.planner",
            "SearchPlayer": "ttrkit.bots.search",
            "Traits": "ttrkit.bots.traits",
            "greedy": "ttrkit.bots.greedy",
        },
    )

__all__ = ["BOTS", "GreedyPlayer", "PlannerPlayer", "SearchPlayer", "Traits"]
