"""Many games between bots, on all cores or any executor, and the report on them."""

from typing import TYPE_CHECKING

from ttrkit._lazy import later

if TYPE_CHECKING:
    from ttrkit.simulation.entrants import Entrant, entrant_of, entrants_of, named_bots
    from ttrkit.simulation.report import Report, Side
    from ttrkit.simulation.runner import SimulationError, simulate
else:  # not every program needs them
    __getattr__ = later(
        __name__,
        {
            "Entrant": "ttrkit.simulation.entrants",
            "entrant_of": "ttrkit.simulation.entrants",
            "entrants_of": "ttrkit.simulation.entrants",
            "named_bots": "ttrkit.simulation.entrants",
            "Report": "ttrkit.simulation.report",
            "Side": "ttrkit.simulation.report",
            "SimulationError": "ttrkit.simulation.runner",
            "simulate": "ttrkit.simulation.runner",
        },
    )

__all__ = [
    "Entrant",
    "Report",
    "Side",
    "SimulationError",
    "entrant_of",
    "entrants_of",
    "named_bots",
    "simulate",
]
