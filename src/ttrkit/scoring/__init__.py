"""From a state to points: tickets, the longest route, score sheets, winners."""

from ttrkit.scoring.result import Result, earned, score
from ttrkit.scoring.tally import Tally

__all__ = ["Result", "Tally", "earned", "score"]
