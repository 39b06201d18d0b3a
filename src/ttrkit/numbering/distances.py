"""The trains that a team still needs for its tickets.

The fewest trains on open routes that complete a ticket, together with the routes that the team has,
are searched for, and remembered with the routes of that way. As long as the team claims nothing,
routes can only be lost, and a way whose routes are all there is still the best. After a claim of
the team itself, a better way leads over the route that was claimed: one search finds all of them.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import TYPE_CHECKING, NamedTuple

from ttrkit.numbering.route_table import BARRED

if TYPE_CHECKING:
    from ttrkit.board import NumberedBoard
    from ttrkit.engine import Engine

Routes = tuple[int, ...]
Trains = bytes | bytearray  # by route: the trains that it takes, 0 if the team has it
Goal = tuple[frozenset[int], ...]  # the places to be joined, each with its cities

MOST_NETWORKS = 500  # remembered; then all are forgotten
START = -1  # in the place of a route
NO_CITIES: frozenset[int] = frozenset()


class Way(NamedTuple):
    """The fewest trains that complete a ticket, and the routes that they are for."""

    trains: int
    routes: frozenset[int]


class Network:
    """What is known of a team with certain routes: the best ways for its tickets."""

    __slots__ = ("usable", "ways")

    def __init__(self, usable: Trains) -> None:
        self.usable = usable
        """By route: the trains that it takes, when it was last asked for."""
        self.ways: dict[int, Way] = {}


class Distances:
    """Searches for the trains that tickets still need, on one board."""

    def __init__(self, engine: Engine) -> None:
        numbers = engine.numbers
        self.far = min(engine.variant.trains + 1, BARRED)
        """In the place of a number of trains: the ticket is out of reach."""
        self._goals = [_goals_of(numbers, ticket) for ticket in range(len(numbers.ticket_goals))]
        self._pairs = [_pair_of(goals) for goals in self._goals]
        self._ends = [(a, b) for a, b, _ in numbers.route_ends]
        self._at: list[list[tuple[int, int]]] = [[] for _ in engine.board.cities]
        beside: dict[frozenset[int], list[int]] = {}
        for number, (a, b) in enumerate(self._ends):
            self._at[a].append((number, b))
            self._at[b].append((number, a))
            beside.setdefault(frozenset((a, b)), []).append(number)
        self._beside = [beside[frozenset(ends)] for ends in self._ends]

    def trains_needed(
        self,
        networks: dict[Routes, Network],
        own: Routes,
        tickets: Sequence[int],
        usable: Trains,
        needed: bytearray,
    ) -> None:
        """Put into `needed`, by ticket, the trains that a team with these routes still needs.

        `networks` remembers what was found.
        """
        network = networks.get(own)
        if network is None:
            before = networks.get(own[:-1])
            if len(networks) >= MOST_NETWORKS:
                networks.clear()
            network = networks[own] = Network(usable)
            if before is not None:
                self._take_over(network, before, own[-1], tickets)
        elif network.usable != usable:
            self._renew(network, usable)
        ways = network.ways
        for ticket in tickets:
            way = ways.get(ticket)
            if way is None:
                way = ways[ticket] = self._search(ticket, usable)
            needed[ticket] = way[0]

    # What is still known -----------------------------------------------------------------------

    def _renew(self, network: Network, usable: Trains) -> None:
        """Keep the ways that are still the best, now that other routes are usable."""
        was, network.usable = network.usable, usable
        changed = _changed(was, usable)
        if _is_better(changed, was, usable):
            network.ways = {}  # it is another game
            return
        ways = network.ways
        for ticket in [ticket for ticket, way in ways.items() if not way[1].isdisjoint(changed)]:
            still = self._still(ways.pop(ticket), changed, usable, was)
            if still is not None:
                ways[ticket] = still

    def _still(self, way: Way, changed: Iterable[int], usable: Trains, was: Trains) -> Way | None:
        """The way with a route in the place of any that was lost; None if there is none beside."""
        routes = way.routes
        for lost in routes.intersection(changed):
            others = [route for route in self._beside[lost] if usable[route] == was[lost]]
            if not others:
                return None
            routes = routes.difference((lost,)).union(others[:1])
        return Way(way.trains, routes)

    def _take_over(
        self, network: Network, before: Network, added: int, tickets: Iterable[int]
    ) -> None:
        """Take over ways from before a route was claimed, as far as they are still the best."""
        usable, was, ways = network.usable, before.usable, network.ways
        changed = [route for route in _changed(was, usable) if route != added]
        if _is_better(changed, was, usable):
            return  # it is another game
        unsure: list[tuple[int, Way]] = []
        for ticket in tickets:
            way = before.ways.get(ticket)
            if way is not None and not way[1].isdisjoint(changed):
                way = self._still(way, changed, usable, was)
            if way is None:
                continue
            trains, routes = way
            if not trains:
                ways[ticket] = way
            elif added in routes:  # no way is shorter by more than the route itself
                ways[ticket] = Way(trains - was[added], routes.difference((added,)))
            elif self._pairs[ticket] is not None:
                unsure.append((ticket, way))
        if not unsure:
            return
        most = max([way[0] for _, way in unsure]) - 1
        trains_to, came = self._reach(self._ends[added], usable, most)
        for ticket, way in unsure:
            ways[ticket] = way
            a, b = self._pairs[ticket] or (0, 0)
            over_it = trains_to[a] + trains_to[b]
            if over_it < way[0]:
                leads = (*self._way_to(a, came), *self._way_to(b, came))
                ways[ticket] = Way(over_it, _taking(leads, usable))

    # Searching ---------------------------------------------------------------------------------

    def _search(self, ticket: int, usable: Trains) -> Way:
        best = Way(self.far, NO_CITIES)
        for goal in self._goals[ticket]:
            best = self._join(goal, usable, best.trains - 1) or best
        return best

    def _join(self, goal: Goal, usable: Trains, most: int) -> Way | None:
        """The best way to join one city of each place with `most` trains; None if there is none.

        Of three places or more, the nearest is joined first: a good way, not always the best.
        """
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
            leads += self._way_to(city, came)
            del left[next(place for place, cities in enumerate(left) if city in cities)]
            reached = [city, *(end for route in leads for end in self._ends[route])]
        return Way(trains, _taking(leads, usable))

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

    def _way_to(self, city: int, came: Sequence[int]) -> list[int]:
        """The routes by which a city was reached."""
        routes = []
        while (route := came[city]) != START:
            routes.append(route)
            a, b = self._ends[route]
            city = a if city == b else b
        return routes


def _taking(routes: Iterable[int], usable: Trains) -> frozenset[int]:
    """The routes that take trains: the others are the team's own."""
    return frozenset([route for route in routes if usable[route]])


def _is_better(changed: Iterable[int], was: Trains, now: Trains) -> bool:
    """Whether one of the changed routes takes fewer trains than it did."""
    return any(now[route] < was[route] for route in changed)


def _changed(was: Trains, now: Trains) -> list[int]:
    """The routes that take other trains than they did."""
    bits = int.from_bytes(was, "little") ^ int.from_bytes(now, "little")
    found = []
    while bits:
        place = (bits & -bits).bit_length() - 1 >> 3
        found.append(place)
        bits &= -1 << 8 * (place + 1)
    return found


def _goals_of(numbers: NumberedBoard, ticket: int) -> list[Goal]:
    return [tuple(map(frozenset, places)) for places, _ in numbers.ticket_goals[ticket]]


def _pair_of(goals: Sequence[Goal]) -> tuple[int, int] | None:
    """The two cities of a ticket; None if it has other goals."""
    if len(goals) != 1 or [len(cities) for cities in goals[0]] != [1, 1]:
        return None
    (a,), (b,) = goals[0]
    return a, b
