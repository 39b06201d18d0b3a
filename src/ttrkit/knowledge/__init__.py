"""Observations, which hold what a seat may know, and random states that fit an observation."""

from typing import TYPE_CHECKING

from ttrkit._lazy import later
from ttrkit.knowledge.observation import Observation, numbers_seen, observe
from ttrkit.knowledge.sights import PileSight

if TYPE_CHECKING:
    from ttrkit.knowledge.card_worlds import in_random_order
    from ttrkit.knowledge.deduction import Knowledge
    from ttrkit.knowledge.determinization import possible_state
    from ttrkit.knowledge.sights import numbers_of
else:  # not every program needs them
    __getattr__ = later(
        __name__,
        {
            "Knowledge": "ttrkit.knowledge.deduction",
            "in_random_order": "ttrkit.knowledge.card_worlds",
            "numbers_of": "ttrkit.knowledge.sights",
            "possible_state": "ttrkit.knowledge.determinization",
        },
    )

__all__ = [
    "Knowledge",
    "Observation",
    "PileSight",
    "in_random_order",
    "numbers_of",
    "numbers_seen",
    "observe",
    "possible_state",
]
