"""Scoring: completed tickets, the longest route, score sheets and winners."""

from ttrkit.scoring.result import Result, earned, score
from ttrkit.scoring.tally import Tally

__all__ = ["Result", "Tally", "earned", "score"]
