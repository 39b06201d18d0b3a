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
MOST_KNOWN = 4096  # networks whose longest route is remembered
SWING = 2.0  # times the points for the longest route: if it is not won, a rival wins them


class Trail:
    """The longest routes of the teams on one ground."""

    def __init__(self, sight: Sight) -> None:
        routes, chart = sight.now.routes, sight.chart
        self._points = SWING * chart.rules.trail_bonus
        self._ends, self._known = chart.route_ends, chart.trail_lengths
        own, *others = [
            [route for seat in seats for route in routes[seat]]
            for seats in sorted(sight.teams, key=lambda seats: seats is not sight.mates)
        ]
        self._own = own
        self._near: dict[int, list[tuple[int, int, int]]] = {}
        """By city: the neighbours that own routes lead to, with those routes and their lengths."""
        for route in own:
            a, b, length = self._ends[route]
            self._near.setdefault(a, []).append((b, route, length))
            self._near.setdefault(b, []).append((a, route, length))
        self._network: dict[int, int] = {}
        """By city: the number of the own network that it is in, below 0 if it has a ring."""
        for city in self._near:
            if city not in self._network:
                self._add_network(city)
        self._longest = self._length_of(own)
        self._rivals = max(map(self._length_of, others), default=0)
        self._odds_now = self._odds(self._longest)
        self._gains: dict[int, float] = {}
        self._far: dict[int, int] = {}

    def gain(self, route: int) -> float:
        """The points that a route is worth because it makes the longest route longer.

        It must touch the own network: for the first route of a new one, they are 0.
        """
        a, b, length = self._ends[route]
        one, other = self._network.get(a, 0), self._network.get(b, 0)
        if not one and not other:
            return 0.0
        found = self._gains.get(route)
        if found is None:
            if one < 0 or other < 0 or one == other:
                longest = self._length_of([*self._own, route])
            else:
                longest = (self._far_from(a) if one else 0) + length
                longest += self._far_from(b) if other else 0
            found = 0.0
            if longest > self._longest:
                found = self._points * (self._odds(longest) - self._odds_now)
            self._gains[route] = found
        return found

    def _add_network(self, start: int) -> None:
        """Number the cities that own routes join to this one."""
        cities, routes, todo = {start}, set(), [start]
        while todo:
            for city, route, _ in self._near[todo.pop()]:
                routes.add(route)
                if city not in cities:
                    cities.add(city)
                    todo.append(city)
        is_tree = len(routes) < len(cities)
        number = len(self._network) + 1
        self._network.update(dict.fromkeys(cities, number if is_tree else -number))

    def _far_from(self, start: int) -> int:
        """The length of the longest own way from a city, in a network without rings."""
        farthest = self._far.get(start)
        if farthest is None:
            farthest, todo = 0, [(start, -1, 0)]
            while todo:
                at, by, gone = todo.pop()
                if gone > farthest:
                    farthest = gone
                for city, route, length in self._near[at]:
                    if route != by:
                        todo.append((city, route, gone + length))
            self._far[start] = farthest
        return farthest

    def _odds(self, longest: int) -> float:
        return 1 / (1 + exp((self._rivals - longest) / CLOSE))

    def _length_of(self, routes: Sequence[int]) -> int:
        """The length of the longest route over these routes; playouts ask for the same again."""
        key = tuple(routes)
        found = self._known.get(key)
        if found is None:
            if len(self._known) >= MOST_KNOWN:
                self._known.clear()
            found = longest_trail_length([self._ends[route] for route in routes])
            self._known[key] = found
        return found


def trail_gain(sight: Sight, ground: Ground, route: int) -> float:
    """The points that a route is worth for the longest route; 0 where there is none to win."""
    if not sight.chart.rules.trail_bonus:
        return 0.0
    if ground.trail is None:
        ground.trail = Trail(sight)
    return ground.trail.gain(route)
