"""The trains that a team still needs for its tickets.

The fewest trains on open routes that complete a ticket, together with the routes that the team has,
are searched for, and remembered with the routes of that way. As long as the team claims nothing,
routes can only be lost, and a way whose routes are all there is still the best. After a claim of
the team itself, a better way leads over the route that was claimed: one search finds all of them.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import TYPE_CHECKING

from ttrkit.numbering.route_table import BARRED, Link, Links, RouteTable
from ttrkit.numbering.searches import NO_CITIES, Goal, Searches, Spreading, Trains, Way, taking

if TYPE_CHECKING:
    from ttrkit.board import NumberedBoard
    from ttrkit.engine import Engine

Routes = tuple[int, ...]

MOST_NETWORKS = 500  # remembered; then all are forgotten


class Network:
    """What is known of a team with certain routes: the best ways for its tickets."""

    __slots__ = ("links", "own_links", "usable", "ways")

    def __init__(self, usable: Trains) -> None:
        self.own_links: dict[int, list[Link]] = {}
        """By city: where the team's own routes lead from there, for no trains."""
        self.usable = usable
        """By route: the trains that it takes, when it was last asked for."""
        self.links: Links = []
        """By city: where routes lead from there; empty until it is searched."""
        self.ways: dict[int, Way] = {}


class Distances:
    """Searches for the trains that tickets still need, on one board."""

    def __init__(self, engine: Engine) -> None:
        numbers = engine.numbers
        self._searches = searches = Searches(engine)
        self.far = searches.far
        """In the place of a number of trains: the ticket is out of reach."""
        self._goals = [_goals_of(numbers, ticket) for ticket in range(len(numbers.ticket_goals))]
        self._pairs = [_pair_of(goals) for goals in self._goals]
        self._several = frozenset([n for n, pair in enumerate(self._pairs) if pair is None])
        self._ends, self._beside = searches.ends, searches.beside

    def trains_needed(
        self,
        networks: dict[Routes, Network],
        table: RouteTable,
        team: tuple[Sequence[int], Routes],
        tickets: Sequence[int],
        needed: bytearray,
    ) -> None:
        """Put into `needed`, by ticket, the trains that a team still needs.

        The team is given with its seats and its routes. `networks` remembers what was found.
        """
        seats, own = team
        usable = table.trains(seats, own)
        network = networks.get(own)
        if network is None:
            before = networks.get(own[:-1])
            if len(networks) >= MOST_NETWORKS:
                networks.clear()
            network = networks[own] = Network(usable)
            if before is None:
                self._own(network, own)
            else:
                network.own_links = before.own_links.copy()
                self._own(network, own[-1:])
                self._take_over(network, before, own[-1], tickets, table)
        elif network.usable != usable:
            self._renew(network, usable)
        ways = network.ways
        for ticket in tickets:
            way = ways.get(ticket)
            if way is None:
                links = network.links or self._link(network, table)
                way = ways[ticket] = self._search(ticket, links, usable)
            needed[ticket] = way[0]

    # Where routes lead -------------------------------------------------------------------------

    def _own(self, network: Network, routes: Iterable[int]) -> None:
        """Add links for the team's own routes."""
        own_links = network.own_links
        for route in routes:
            a, b = self._ends[route]
            own_links[a] = [(0, b, route), *own_links.get(a, ())]
            own_links[b] = [(0, a, route), *own_links.get(b, ())]

    def _link(self, network: Network, table: RouteTable) -> Links:
        """The links of a network: those of the table, and the team's own routes for no trains."""
        if table.single and self._is_barred_alone(network.usable, table):
            cities = range(self._searches.cities)
            links = [self._searches.links_at(city, network.usable) for city in cities]
        else:
            if table.stale or not table.links:
                self._freshen(table)
            links = table.links[:]
            for city, own in network.own_links.items():
                links[city] = own + links[city]
        network.links = links
        return links

    def _is_barred_alone(self, usable: Trains, table: RouteTable) -> bool:
        """Whether this team may not use a link that others may, and has no route there itself."""
        for route, _ in table.single:
            if usable[route] == BARRED and all(usable[other] for other in self._beside[route]):
                return True
        return False

    def _freshen(self, table: RouteTable) -> None:
        """Bring the table's links up to date with its routes."""
        cities: Iterable[int] = {city for route in table.stale for city in self._ends[route]}
        if not table.links:
            cities = range(self._searches.cities)
            table.links = [[] for _ in cities]
        for city in cities:
            table.links[city] = self._searches.links_at(city, table.open_trains)
        table.stale.clear()

    # What is still known -----------------------------------------------------------------------

    def _renew(self, network: Network, usable: Trains) -> None:
        """Keep the ways that are still the best, now that other routes are usable."""
        was, network.usable = network.usable, usable
        network.links = []
        changed = _changed(was, usable)
        if _is_better(changed, was, usable):
            network.ways = {}  # it is another game
            return
        ways = network.ways
        for ticket in self._several.intersection(ways):
            del ways[ticket]  # searched for anew, so that it does not depend on what was known
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
        self,
        network: Network,
        before: Network,
        added: int,
        tickets: Iterable[int],
        table: RouteTable,
    ) -> None:
        """Take over ways from before a route was claimed, as far as they are still the best."""
        usable, was, ways = network.usable, before.usable, network.ways
        changed = [route for route in _changed(was, usable) if route != added]
        if _is_better(changed, was, usable):
            return  # it is another game
        unsure: list[tuple[int, int, int, int]] = []
        for ticket in tickets:
            way = None if ticket in self._several else before.ways.get(ticket)
            if way is not None and not way[1].isdisjoint(changed):
                way = self._still(way, changed, usable, was)
            if way is None:
                continue
            trains, routes, is_cut_off = way
            if not trains or (is_cut_off and was[added] < BARRED):  # it could be used before
                ways[ticket] = way
            elif added in routes:  # no way is shorter by more than the route itself
                ways[ticket] = Way(trains - was[added], routes.difference((added,)))
            elif (pair := self._pairs[ticket]) is not None:
                ways[ticket] = way
                unsure.append((ticket, trains, *pair))
        if unsure:
            links = self._link(network, table)
            self._improve(ways, unsure, self._ends[added], links, usable)

    def _improve(
        self,
        ways: dict[int, Way],
        unsure: Iterable[tuple[int, int, int, int]],
        ends: tuple[int, int],
        links: Links,
        usable: Trains,
    ) -> None:
        """Find the ways over a new route that are better; given are ticket, trains and cities.

        One of the cities is nearer to the route than half of the trains, or no way is better.
        """
        longest = max([trains for _, trains, _, _ in unsure])
        search = Spreading(links, ends, longest)
        trains_to = search.trains_to
        half = (longest - 1) // 2
        search.spread(0, half)
        most = -1
        near = []
        for ticket, trains, a, b in unsure:
            nearer = min(trains_to[a], trains_to[b])
            if 2 * nearer < trains:
                near.append((ticket, trains, a, b))
                most = max(most, trains - 1 - nearer)
        if near:
            search.spread(half + 1, most)
        for ticket, trains, a, b in near:
            over_it = trains_to[a] + trains_to[b]
            if over_it < trains:
                way_to = self._searches.way_to
                leads = (*way_to(a, search.came), *way_to(b, search.came))
                ways[ticket] = Way(over_it, taking(leads, usable))

    def _search(self, ticket: int, links: Links, usable: Trains) -> Way:
        pair = self._pairs[ticket]
        if pair is not None:
            return self._searches.between(pair, links, usable)
        best = Way(self.far, NO_CITIES)
        for goal in self._goals[ticket]:
            best = self._searches.join(goal, usable, best.trains - 1) or best
        return best


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
