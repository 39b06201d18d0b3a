"""The longest continuous route: a bonus at the end, and a tie-break."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING

import attrs

from ttrkit.parts.base import Part

if TYPE_CHECKING:
    from ttrkit.scoring import Tally


@attrs.define(slots=False)
class LongestRoute(Part):
    """Points for the longest route, to all who tie for it (US-82, GAP-05); breaks ties (US-90)."""

    labels = ("longest route",)

    points: int = 10

    def final_points(self, tally: Tally) -> Mapping[str, Sequence[int]]:
        lengths = [tally.longest_route(team) for team in tally.teams]
        best = max(lengths)
        return {"longest route": [self.points * (n == best > 0) for n in lengths]}

    def tie_break(self, tally: Tally, team: int) -> int:
        return tally.longest_route(team)
