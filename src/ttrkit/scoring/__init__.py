"""Scoring: completed tickets, the longest route, score sheets and winners."""

from ttrkit.scoring.result import Result, earned, score
from ttrkit.scoring.tally import Tally
from ttrkit.scoring.worth import Connections, Worth, is_plain, worth_of

__all__ = [
    "Connections",
    "Result",
    "Tally",
    "Worth",
    "earned",
    "is_plain",
    "score",
    "worth_of",
]
