"""The longest continuous route: a bonus at the end, and a tie-break."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING

import attrs

from ttrkit._text import plain_int, whole_from
from ttrkit.hooks import Part

if TYPE_CHECKING:
    from ttrkit.scoring import Tally


@attrs.define(slots=False)
class LongestRoute(Part):
    """Points for the longest route, to all who tie for it (US-82, GAP-05); breaks ties (US-90)."""

    labels = ("longest route",)

    points: int = attrs.field(default=10, converter=plain_int, validator=whole_from(0))

    def final_points(self, tally: Tally) -> Mapping[str, Sequence[int]]:
        longest = dict.fromkeys(tally.teams, 0)
        best = 1  # GAP-05: a bonus needs more than zero
        most = [tally.largest_network(team) for team in tally.teams]
        for team in sorted(tally.teams, key=most.__getitem__, reverse=True):
            if most[team] < best:
                break  # the remaining teams cannot reach the best
            longest[team] = tally.longest_route(team)
            best = max(best, longest[team])
        return {"longest route": [self.points * (longest[team] == best) for team in tally.teams]}

    def tie_break(self, tally: Tally, team: int) -> int:
        return tally.longest_route(team)
