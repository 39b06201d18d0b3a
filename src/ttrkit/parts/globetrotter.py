"""Globetrotter: a bonus for the most completed tickets."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING

import attrs

from ttrkit._text import plain_int, whole_from
from ttrkit.hooks import Part

if TYPE_CHECKING:
    from ttrkit.scoring import Tally


@attrs.define(slots=False)
class Globetrotter(Part):
    """Points for the most completed tickets, to all who tie for it (AS-82, GAP-05)."""

    labels = ("globetrotter",)

    points: int = attrs.field(default=10, converter=plain_int, validator=whole_from(0))

    def final_points(self, tally: Tally) -> Mapping[str, Sequence[int]]:
        completed = [len(tally.tickets(team).completed) for team in tally.teams]
        best = max(completed)
        return {"globetrotter": [self.points * (n == best > 0) for n in completed]}
