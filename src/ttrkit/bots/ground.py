"""`Ground`: the board as a team finds it now: its own links, the open ones, those to borrow."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ttrkit.bots.ways import NOWHERE

if TYPE_CHECKING:
    from collections.abc import Sequence

    from ttrkit.bots.chart import Chart
    from ttrkit.bots.sight import Sight
    from ttrkit.bots.trail import Trail
    from ttrkit.knowledge.sights import Numbers

CLAIM = 0.5  # the cost of a claim, in trains
BORROWED_TRAINS = 2  # the cost of a station, in trains
BORROWED = 0.01  # the cost of a link that a station of one's own lets one use


class Ground:
    """The links of a board with their costs to a team, and the networks that it has."""

    __slots__ = (
        "_best_first",
        "_built",
        "_open",
        "_routes",
        "_seat",
        "at",
        "at_stake",
        "chart",
        "costs",
        "open_of",
        "own",
        "roots",
        "to_borrow",
        "trail",
    )

    def __init__(self, sight: Sight) -> None:
        now, chart = sight.now, sight.chart
        self.chart = chart
        self._routes, self._seat = now.routes, now.seat
        self._open = now.open_routes, now.closed_to
        self._best_first: list[int] | None = None
        self._built = stations_of(chart, now)
        self.costs = [NOWHERE] * len(chart.ends)
        """By link: the effort that it takes; 0 for the team's own."""
        self.open_of: list[tuple[int, ...]] = [()] * len(chart.ends)
        """By link: its routes that the seat may claim."""
        self.roots = list(range(len(chart.ways)))
        """By city: the name of the team's network that it is in."""
        self.to_borrow: dict[int, bool] = {}
        """The links of rivals that a station makes usable; and whether it is still to be built."""
        self._find_open(now)
        self._find_own(now, sight.mates)
        self.own = sum([len(now.routes[mate]) for mate in sight.mates])
        """The number of the team's routes."""
        self.at = self._cities_of_rivals(now, sight.mates)
        """By rival: the cities that its routes touch, as bits."""
        self.at_stake: dict[int, float] = {}
        """By link: the points at stake, once they are reckoned (see `outlook`)."""
        self.trail: Trail | None = None
        """The longest routes of all teams, once they are asked for."""
        if chart.rules.stations:
            self._find_borrowed(now, sight.mates)

    def fits(self, sight: Sight) -> bool:
        """Whether nobody has built anything since, and no rule has closed a route."""
        now = sight.now
        return (
            self.chart is sight.chart
            and self._routes == now.routes
            and self._open == (now.open_routes, now.closed_to)
            and self._seat == now.seat
            and self._built == stations_of(self.chart, now)
        )

    @property
    def seats(self) -> int:
        """The number of seats at the table."""
        return len(self._routes)

    def open_best_first(self) -> list[int]:
        """The routes that may be claimed and join anything new, those first that bring most."""
        found = self._best_first
        if found is None:
            is_open = {
                route
                for link, routes in enumerate(self.open_of)
                if routes and self.costs[link]
                for route in routes
            }
            found = [route for route in self.chart.best_first if route in is_open]
            self._best_first = found
        return found

    def short_costs(self) -> list[float]:
        """By link: the trains that it takes, and a little for the claim; for the shortest ways."""
        lengths = self.chart.lengths
        return [
            cost
            if not 0 < cost < NOWHERE
            else (lengths[self.open_of[link][0]] if self.open_of[link] else BORROWED_TRAINS) + CLAIM
            for link, cost in enumerate(self.costs)
        ]

    def _find_open(self, now: Numbers) -> None:
        chart, costs, open_of = self.chart, self.costs, self.open_of
        seat, link_of, efforts, closed_to = now.seat, chart.link_of, chart.efforts, now.closed_to
        for group in now.open_routes:
            for route in group:
                if closed_to[route] and seat in closed_to[route]:
                    continue
                link = link_of[route]
                open_of[link] += (route,)
                if efforts[route] < costs[link]:
                    costs[link] = efforts[route]

    def _find_own(self, now: Numbers, mates: Sequence[int]) -> None:
        chart, costs, roots = self.chart, self.costs, self.roots
        for mate in mates:
            for route in now.routes[mate]:
                link = chart.link_of[route]
                costs[link] = 0.0
                a, b = chart.ends[link]
                a, b = roots[a], roots[b]
                if a != b:
                    roots[:] = [a if root == b else root for root in roots]

    def _cities_of_rivals(self, now: Numbers, mates: Sequence[int]) -> list[int]:
        bits = self.chart.city_bits
        found = []
        for seat, routes in enumerate(now.routes):
            if seat not in mates:
                cities = 0
                for route in routes:
                    cities |= bits[route]
                found.append(cities)
        return found

    def _find_borrowed(self, now: Numbers, mates: Sequence[int]) -> None:
        """Give a cost to the links of rivals: that of a station, if one can be built there."""
        chart, costs, built = self.chart, self.costs, self._built
        rules = chart.rules
        own = {city for mate in mates for city in built[mate]}
        others = {city for cities in built for city in cities}
        number = len(built[now.seat]) + 1
        effort = rules.station_points + chart.usual.turn * (1 + number / rules.draws)
        for seat, routes in enumerate(now.routes):
            if seat in mates:
                continue
            for route in routes:
                link = chart.link_of[route]
                if self.open_of[link] or not costs[link] or link in self.to_borrow:
                    continue
                a, b = chart.ends[link]
                if a in own or b in own:
                    costs[link] = BORROWED
                    self.to_borrow[link] = False
                elif number <= rules.stations and (a not in others or b not in others):
                    costs[link] = effort
                    self.to_borrow[link] = True


def stations_of(chart: Chart, now: Numbers) -> tuple[tuple[int, ...], ...]:
    """By seat: the cities of its stations."""
    place = chart.stations_at
    if place is None:
        return ()
    built: tuple[tuple[int, ...], ...] = now.open_state[place[0]][place[1]]
    return built
