"""Observations, which hold what a seat may know, and random states that fit an observation."""

from typing import TYPE_CHECKING

from ttrkit._lazy import later
from ttrkit.knowledge.observation import Observation, PileSight, observe

if TYPE_CHECKING:
    from ttrkit.knowledge.deduction import Knowledge
    from ttrkit.knowledge.determinization import possible_state
else:  # not every program needs them
    __getattr__ = later(
        __name__,
        {
            "Knowledge": "ttrkit.knowledge.deduction",
            "possible_state": "ttrkit.knowledge.determinization",
        },
    )

__all__ = ["Knowledge", "Observation", "PileSight", "observe", "possible_state"]
