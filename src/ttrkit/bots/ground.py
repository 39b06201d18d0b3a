"""`Ground`: the board as a team finds it now: its own links, the open ones, those to be borrowed."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ttrkit.bots.ways import NOWHERE

if TYPE_CHECKING:
    from collections.abc import Sequence

    from ttrkit.bots.chart import Chart
    from ttrkit.knowledge.sights import Numbers

BORROWED = 0.01  # the cost of a link that a station of one's own lets one use


class Ground:
    """The links of a board with their costs to a team, and the networks that it has."""

    __slots__ = ("at", "built", "chart", "costs", "open_of", "roots", "routes", "seat", "to_borrow")

    def __init__(self, chart: Chart, numbers: Numbers, mates: Sequence[int]) -> None:
        self.chart = chart
        self.routes = numbers.routes
        self.built = stations_of(chart, numbers)
        self.seat = numbers.seat
        seat, link_of, efforts = numbers.seat, chart.link_of, chart.efforts
        closed_to = numbers.closed_to
        costs = self.costs = [NOWHERE] * len(chart.ends)
        """By link: the effort that it takes; 0 for the team's own."""
        open_of: list[tuple[int, ...]] = [()] * len(costs)
        self.open_of = open_of
        """By link: its routes that the seat may claim."""
        for group in numbers.open_routes:
            for route in group:
                if closed_to[route] and seat in closed_to[route]:
                    continue
                link = link_of[route]
                open_of[link] += (route,)
                if efforts[route] < costs[link]:
                    costs[link] = efforts[route]
        roots = self.roots = list(range(len(chart.ways)))
        """By city: the name of the team's network that it is in."""
        ends = chart.ends
        for mate in mates:
            for route in numbers.routes[mate]:
                link = link_of[route]
                costs[link] = 0.0
                a, b = ends[link]
                a, b = roots[a], roots[b]
                if a != b:
                    roots[:] = [a if root == b else root for root in roots]
        self.at = self._cities_of_rivals(numbers, mates)
        """By rival: the cities that its routes touch, as bits."""
        self.to_borrow: set[int] = set()
        """The links of rivals that a station could make usable."""
        if chart.rules.stations:
            self._borrow(numbers, mates)

    def _cities_of_rivals(self, numbers: Numbers, mates: Sequence[int]) -> list[int]:
        bits = self.chart.city_bits
        found = []
        for seat, routes in enumerate(numbers.routes):
            if seat not in mates:
                cities = 0
                for route in routes:
                    cities |= bits[route]
                found.append(cities)
        return found

    def _borrow(self, numbers: Numbers, mates: Sequence[int]) -> None:
        """Give a cost to the links of rivals: that of a station, if one can be built there."""
        chart = self.chart
        rules = chart.rules
        own = {city for mate in mates for city in self.built[mate]}
        others = {city for cities in self.built for city in cities}
        number = len(self.built[numbers.seat]) + 1
        effort = rules.station_points + chart.turn_points * (1 + number / rules.draws)
        if numbers.trains[numbers.seat] < 0 or number > rules.stations:
            effort = NOWHERE
        costs = self.costs
        for seat, routes in enumerate(numbers.routes):
            if seat in mates:
                continue
            for route in routes:
                link = chart.link_of[route]
                if costs[link] < NOWHERE and link not in self.to_borrow:
                    continue
                a, b = chart.ends[link]
                if a in own or b in own:
                    costs[link] = BORROWED
                elif effort < NOWHERE and (a not in others or b not in others):
                    costs[link] = effort
                else:
                    continue
                self.to_borrow.add(link)


def stations_of(chart: Chart, numbers: Numbers) -> tuple[tuple[int, ...], ...]:
    """By seat: the cities of its stations."""
    place = chart.stations_at
    if place is None:
        return ()
    built: tuple[tuple[int, ...], ...] = numbers.open_state[place[0]][place[1]]
    return built
