"""Many games between bots, on all cores or any executor, and the report on them."""

from typing import TYPE_CHECKING

from ttrkit._lazy import later

if TYPE_CHECKING:
    from ttrkit.simulation.comparing import Comparison, compare
    from ttrkit.simulation.entrants import (
        Entrant,
        entrant_of,
        entrants_of,
        is_named,
        named_bots,
    )
    from ttrkit.simulation.ladder import rate
    from ttrkit.simulation.ratings import Rating, Ratings
    from ttrkit.simulation.report import Report
    from ttrkit.simulation.run import SimulationError
    from ttrkit.simulation.runner import simulate
    from ttrkit.simulation.sides import Failure, Side
else:  # not every program needs them
    __getattr__ = later(
        __name__,
        {
            "Comparison": "ttrkit.simulation.comparing",
            "compare": "ttrkit.simulation.comparing",
            "Entrant": "ttrkit.simulation.entrants",
            "entrant_of": "ttrkit.simulation.entrants",
            "entrants_of": "ttrkit.simulation.entrants",
            "is_named": "ttrkit.simulation.entrants",
            "named_bots": "ttrkit.simulation.entrants",
            "rate": "ttrkit.simulation.ladder",
            "Rating": "ttrkit.simulation.ratings",
            "Ratings": "ttrkit.simulation.ratings",
            "Report": "ttrkit.simulation.report",
            "SimulationError": "ttrkit.simulation.run",
            "Failure": "ttrkit.simulation.sides",
            "Side": "ttrkit.simulation.sides",
            "simulate": "ttrkit.simulation.runner",
        },
    )

__all__ = [
    "Comparison",
    "Entrant",
    "Failure",
    "Rating",
    "Ratings",
    "Report",
    "Side",
    "SimulationError",
    "compare",
    "entrant_of",
    "entrants_of",
    "is_named",
    "named_bots",
    "rate",
    "simulate",
]
