"""Games of a simulation, played one by one, as its workers play them."""

from typing import Any

import ttrkit
from ttrkit.simulation.entrants import distinct, entrants_of
from ttrkit.simulation.limits import MoveLimit
from ttrkit.simulation.refereeing import Played, Referee
from ttrkit.simulation.seatings import Rounds
from ttrkit.simulation.worker import Job


def job_of(variant: str, bots: Any, seed: int = 1, *, paired: bool = True, **more: Any) -> Job:
    """The job of `simulate` with these bots."""
    entrants, table = distinct(entrants_of(bots))
    plan = Rounds(table, paired)
    return Job(ttrkit.get_variant(variant), entrants, plan, seed, 1000, table=table, **more)


def played_by(job: Job, number: int) -> Played:
    """The game of this number."""
    with MoveLimit(job.move_seconds) as limit:
        return Referee(job, limit).play(number)
