"""`Searches`: the fewest trains that join the cities of a ticket, on one board.

Cities are gone through by the number of trains that lead there.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import TYPE_CHECKING, NamedTuple

from ttrkit.numbering.route_table import BARRED, Link, Links

if TYPE_CHECKING:
    from ttrkit.engine import Engine

Trains = bytes | bytearray  # by route: the trains that it takes, 0 if the team has it
Goal = tuple[frozenset[int], ...]  # the places to be joined, each with its cities

START = -1  # in the place of a route
MEETING = 3  # places whose ways meet in one city
NO_CITIES: frozenset[int] = frozenset()


class Way(NamedTuple):
    """The fewest trains that complete a ticket, and the routes that they are for."""

    trains: int
    routes: frozenset[int]
    is_cut_off: bool = False
    """Whether no way leads there at all, however many trains it took."""


class Searches:
    """The cities and routes of one board, as they are searched."""

    def __init__(self, engine: Engine) -> None:
        self.far = min(engine.variant.trains + 1, BARRED)
        """In the place of a number of trains: the ticket is out of reach."""
        self.ends = [(a, b) for a, b, _ in engine.numbers.route_ends]
        """By route: its cities."""
        self._at: list[list[tuple[int, int]]] = [[] for _ in engine.board.cities]
        beside: dict[frozenset[int], list[int]] = {}
        for number, (a, b) in enumerate(self.ends):
            self._at[a].append((number, b))
            self._at[b].append((number, a))
            beside.setdefault(frozenset((a, b)), []).append(number)
        self.beside = [beside[frozenset(ends)] for ends in self.ends]
        """By route: the routes between the same cities, itself among them."""
        self._longest = max([route.length for route in engine.board.routes], default=0)
        self.cities = len(self._at)
        """The number of cities."""

    def links_at(self, city: int, trains: Trains) -> list[Link]:
        """Where routes lead from a city; of several to the same city, the shortest."""
        best: dict[int, Link] = {}
        for route, other in self._at[city]:
            more = trains[route]
            if more < BARRED and (other not in best or more < best[other][0]):
                best[other] = (more, other, route)
        return [*best.values()]

    def between(self, pair: tuple[int, int], links: Links, usable: Trains) -> Way:
        """The best way between two cities."""
        start, goal = pair
        far = self.far
        if not links[start] or not links[goal]:
            return Way(far, NO_CITIES, is_cut_off=True)
        last, other_last = min(links[goal])[0], min(links[start])[0]
        if other_last > last:
            start, goal, last = goal, start, other_last
        trains_to, came = [far] * self.cities, [START] * self.cities
        trains_to[start] = trains = 0
        following = {0: [start]}
        while following and trains + last < trains_to[goal]:  # no better way can follow
            if trains in following:
                for city in following[trains]:
                    if trains_to[city] == trains:  # no better way was found since
                        for more, other, route in links[city]:
                            total = trains + more
                            if total < trains_to[other]:
                                trains_to[other] = total
                                came[other] = route
                                if total in following:
                                    following[total].append(other)
                                else:
                                    following[total] = [other]
                del following[trains]
            trains += 1
        trains = trains_to[goal]
        if trains == far:
            farthest = max([trains for trains in trains_to if trains < far])
            return Way(far, NO_CITIES, is_cut_off=farthest + self._longest < far)
        return Way(trains, taking(self.way_to(goal, came), usable))

    def join(self, goal: Goal, usable: Trains, most: int) -> Way | None:
        """The best way to join one city of each place with `most` trains; None if there is none.

        Of four places or more, the nearest is joined first: a good way, not always the best.
        """
        if len(goal) == MEETING:
            return self._meet(goal, usable, most)
        start, *left = goal
        trains = 0
        leads: list[int] = []
        reached: Iterable[int] = start
        while left:
            wanted = left[0] if len(left) == 1 else NO_CITIES.union(*left)
            trains_to, came = self._reach(reached, usable, most - trains, wanted)
            more, city = min([(trains_to[city], city) for city in wanted])
            trains += more
            if trains > most:
                return None
            leads += self.way_to(city, came)
            del left[next(place for place, cities in enumerate(left) if city in cities)]
            reached = [city, *(end for route in leads for end in self.ends[route])]
        return Way(trains, taking(leads, usable))

    def _meet(self, goal: Goal, usable: Trains, most: int) -> Way | None:
        """The best way to join three places: the ways from all of them meet in some city."""
        found = [self._reach(place, usable, most) for place in goal]
        totals = [
            sum(trains) for trains in zip(*[trains_to for trains_to, _ in found], strict=True)
        ]
        city = totals.index(min(totals))
        if totals[city] > most:
            return None
        leads = [route for _, came in found for route in self.way_to(city, came)]
        return Way(totals[city], taking(leads, usable))

    def _reach(
        self, start: Iterable[int], usable: Trains, most: int, wanted: frozenset[int] = NO_CITIES
    ) -> tuple[list[int], list[int]]:
        """By city: the trains that lead there with `most` at most, and the route it is reached by.

        It stops at the first of the wanted cities. Cities out of reach have one train too many.
        """
        at = self._at
        trains_to = [most + 1] * len(at)
        came = [START] * len(at)
        by_trains: list[list[int]] = [[] for _ in range(most + 1)]
        if most >= 0:
            for city in start:
                trains_to[city] = 0
                by_trains[0].append(city)
        for trains, cities in enumerate(by_trains):
            for city in cities:
                if trains_to[city] == trains:  # no better way was found since
                    if city in wanted:
                        return trains_to, came
                    for route, other in at[city]:
                        total = trains + usable[route]
                        if total < trains_to[other]:
                            trains_to[other] = total
                            came[other] = route
                            by_trains[total].append(other)
        return trains_to, came

    def way_to(self, city: int, came: Sequence[int]) -> list[int]:
        """The routes by which a city was reached."""
        routes = []
        while (route := came[city]) != START:
            routes.append(route)
            a, b = self.ends[route]
            city = a if city == b else b
        return routes


class Spreading:
    """A search from the cities of a route, up to a number of trains that can be raised."""

    __slots__ = ("_following", "_links", "came", "trains_to")

    def __init__(self, links: Links, start: tuple[int, int], far: int) -> None:
        self._links = links
        self._following = {0: [*start]}  # by trains: cities that are not searched from yet
        self.trains_to = [far] * len(links)
        """By city: the trains that lead there; at least one more than was searched, if unknown."""
        self.came = [START] * len(links)
        """By city: the route that it is reached by."""
        a, b = start
        self.trains_to[a] = self.trains_to[b] = 0

    def spread(self, least: int, most: int) -> None:
        """Search from the cities with `least` trains to those with `most`."""
        links, trains_to, came, following = self._links, self.trains_to, self.came, self._following
        for trains in range(least, most + 1):
            if trains in following:
                for city in following[trains]:
                    if trains_to[city] == trains:  # no better way was found since
                        for more, other, route in links[city]:
                            total = trains + more
                            if total < trains_to[other]:
                                trains_to[other] = total
                                came[other] = route
                                if total in following:
                                    following[total].append(other)
                                else:
                                    following[total] = [other]


def taking(routes: Iterable[int], usable: Trains) -> frozenset[int]:
    """The routes that take trains: the others are the team's own."""
    return frozenset([route for route in routes if usable[route]])
