"""Personas: planners with a bias, to see what a map does to players of different inclinations."""

from __future__ import annotations

from ttrkit.bots.planner import PlannerPlayer
from ttrkit.bots.traits import Traits

NEVER = 99.0  # more than anything is worth, or than there is room for

PERSONAS = {
    "hoarder": Traits(length_zeal=3.0, ticket_turns=NEVER, room=NEVER, effort=4.0),
    "sprinter": Traits(
        length_zeal=0.6, ticket_turns=NEVER, room=NEVER, filler_turns=1.0, pressed=9.0
    ),
    "collector": Traits(ticket_turns=0.3, new_effort=0.7, slack=0.0),
    "blocker": Traits(block_zeal=4.0, filler_turns=1.2, pressed=0.2),
}
"""The traits of each persona, by name."""


def persona(name: str, seed: int | None = None) -> PlannerPlayer:
    """The player with the traits of this persona."""
    if name not in PERSONAS:
        raise LookupError(f'no persona "{name}"; there are {", ".join(PERSONAS)}')
    return PlannerPlayer(seed, traits=PERSONAS[name])
