"""`Trail`: the odds of having the longest route, and what a further route adds to them."""

from __future__ import annotations

from collections.abc import Sequence
from math import exp
from typing import TYPE_CHECKING

from ttrkit.scoring.trails import longest_trail_length

if TYPE_CHECKING:
    from ttrkit.bots.ground import Ground
    from ttrkit.bots.sight import Sight

CLOSE = 4.0  # trains of a lead that may still be made up for
SWING = 2.0  # times the points for the longest route: if it is not won, a rival wins them


class Trail:
    """The longest routes of the teams on one ground."""

    def __init__(self, sight: Sight) -> None:
        routes, chart = sight.now.routes, sight.chart
        self._points = SWING * chart.rules.trail_bonus
        self._ends = chart.route_ends
        own, *others = [
            [route for seat in seats for route in routes[seat]]
            for seats in sorted(sight.teams, key=lambda seats: seats is not sight.mates)
        ]
        self._own = own
        self._cities = {city for route in own for city in chart.route_ends[route][:2]}
        self._rivals = max(map(self._longest, others), default=0)
        self._odds = self._odds_with(own)
        self._gains: dict[int, float] = {}

    def gain(self, route: int) -> float:
        """The points that a route is worth because it makes the longest route longer."""
        a, b, _ = self._ends[route]
        if a not in self._cities and b not in self._cities:
            return 0.0
        if route not in self._gains:
            more = self._odds_with([*self._own, route]) - self._odds
            self._gains[route] = self._points * more
        return self._gains[route]

    def _odds_with(self, routes: Sequence[int]) -> float:
        ahead = self._longest(routes) - self._rivals
        return 1 / (1 + exp(-ahead / CLOSE))

    def _longest(self, routes: Sequence[int]) -> int:
        return longest_trail_length([self._ends[route] for route in routes])


def trail_gain(sight: Sight, ground: Ground, route: int) -> float:
    """The points that a route is worth for the longest route; 0 where there is none to win."""
    if not sight.chart.rules.trail_bonus:
        return 0.0
    if ground.trail is None:
        ground.trail = Trail(sight)
    return ground.trail.gain(route)
