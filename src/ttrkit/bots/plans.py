"""Ways over the board: the routes that a seat still needs for its tickets.

networkx finds the shortest ways. A bot builds a new `Network` only after somebody has claimed a
route, and keeps it until then.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from itertools import pairwise
from typing import TYPE_CHECKING, Any

import attrs

if TYPE_CHECKING:
    import networkx as nx

    from ttrkit.board import Route, Ticket
    from ttrkit.knowledge import Observation

CLAIM_EFFORT = 1.0  # a claim costs a turn, however long the route is
POINT_WORTH = 0.15  # the worth of one point for a route, in trains
BORROWED = 9.0  # the effort to use another's route, in variants with stations


@attrs.frozen
class Plan:
    """The routes to claim for some tickets, and the effort that they take."""

    tickets: tuple[Ticket, ...] = ()  # to be completed
    given_up: tuple[Ticket, ...] = ()  # not to be completed with these trains
    routes: tuple[Route, ...] = ()  # to be claimed
    borrowed: tuple[Route, ...] = ()  # owned by others, to be used by way of a station
    effort: float = 0.0


class Network:
    """The board for one team: its own routes cost nothing, open ones cost their effort."""

    def __init__(self, observation: Observation) -> None:
        import networkx as nx

        team = observation.seats[observation.seat].team
        self.own: set[Route] = set()
        self.taken: set[Route] = set()
        for seat in observation.seats:
            (self.own if seat.team == team else self.taken).update(seat.routes)
        self.open = frozenset(observation.open_routes)
        self._points = observation.board.scoring
        self._usable: list[Route] = []  # own, or within reach of a station
        stations = stations_of(observation)
        self.graph: nx.Graph[str] = nx.Graph()
        self.graph.add_nodes_from(city.name for city in observation.board.cities)
        for route in observation.board.routes:  # in a fixed order, so that a seed repeats its game
            if route in self.own:
                self._add(route, 0.0)
            elif route in self.open:
                self._add(route, self.effort(route))
            elif route in self.taken and stations is not None:
                self._add(route, BORROWED if stations.isdisjoint(route.cities) else 0.0)
        joined: nx.Graph[str] = nx.Graph()
        joined.add_edges_from(route.cities for route in self._usable)
        self._part_of: dict[str, int] = {
            city: n for n, part in enumerate(nx.connected_components(joined)) for city in part
        }

    def _add(self, route: Route, effort: float) -> None:
        """Add a route; between two cities only the one of least effort counts."""
        if not effort:
            self._usable.append(route)
        a, b = route.cities
        if not self.graph.has_edge(a, b) or self.graph[a][b]["effort"] > effort:
            self.graph.add_edge(a, b, effort=effort, route=route)

    def effort(self, route: Route) -> float:
        """The effort of an open route, in cards: long ones save turns and score more."""
        extra = 0.25 * route.tunnel + 0.75 * route.ferry
        points = POINT_WORTH * self._points.get(route.length, 0)
        return max(0.5, route.length + CLAIM_EFFORT + extra - points)

    def joins(self, ticket: Ticket) -> bool:
        """Whether the usable routes join the two cities of a ticket."""
        part = self._part_of.get(ticket.a)
        return part is not None and part == self._part_of.get(ticket.b)

    def completed_by(self, route: Route, tickets: Iterable[Ticket]) -> list[Ticket]:
        """The tickets among these that this route would complete at once."""
        a, b = (self._part_of.get(city, city) for city in route.cities)
        ends = ({self._part_of.get(city, city) for city in ticket.cities} for ticket in tickets)
        return [t for t, two in zip(tickets, ends, strict=True) if two == {a, b} and a != b]

    def plan(self, tickets: Sequence[Ticket], trains: int) -> Plan:
        """The best plan found to complete these tickets with `trains` trains."""
        wanted = [ticket for ticket in tickets if not self.joins(ticket)]
        if not wanted:
            return Plan(tuple(tickets))
        orders: list[Callable[[Ticket], Any]] = [
            lambda ticket: -ticket.points,
            lambda ticket: ticket.points,
            lambda ticket: (ticket.a, -ticket.points),
        ]
        plans = [self._plan(sorted(wanted, key=order), trains) for order in orders[: len(wanted)]]
        return max(plans, key=lambda plan: (sum(t.points for t in plan.tickets), -plan.effort))

    def _plan(self, tickets: Iterable[Ticket], trains: int) -> Plan:
        """A plan for one ticket after the other; each may use the routes planned before it."""
        chosen: set[Route] = set()
        used = 0
        done: list[Ticket] = []
        given_up: list[Ticket] = []
        for ticket in tickets:
            way = self._way(ticket, chosen)
            new = [route for route in way or () if route not in chosen]
            needed = sum(route.length for route in new if route in self.open)
            if way is None or used + needed > trains:
                given_up.append(ticket)
            else:
                done.append(ticket)
                used += needed
                chosen.update(new)
        routes = sorted(chosen, key=lambda route: route.id)
        return Plan(
            tuple(done),
            tuple(given_up),
            tuple(route for route in routes if route in self.open),
            tuple(route for route in routes if route not in self.open),
            sum(self._effort_of(route) for route in routes),
        )

    def _effort_of(self, route: Route) -> float:
        effort: float = self.graph[route.a][route.b]["effort"]
        return effort

    def _way(self, ticket: Ticket, chosen: set[Route]) -> list[Route] | None:
        """The routes still to be made usable on the easiest way; None if there is no way."""
        import networkx as nx

        def effort(_a: str, _b: str, edge: dict[str, Any]) -> float:
            return 0.0 if edge["route"] in chosen else edge["effort"]

        try:
            _, cities = nx.bidirectional_dijkstra(self.graph, ticket.a, ticket.b, weight=effort)
        except nx.NetworkXNoPath:
            return None
        edges = (self.graph[a][b] for a, b in pairwise(cities))
        return [edge["route"] for edge in edges if edge["effort"]]


def stations_of(observation: Observation) -> frozenset[str] | None:
    """The cities where this team has stations; None if the variant has no stations."""
    by_seat = dict(observation.shown).get("stations")
    if not isinstance(by_seat, tuple):
        return None
    team = observation.seats[observation.seat].team
    mates = [n for n, seat in enumerate(observation.seats) if seat.team == team]
    return frozenset(city for n in mates for city in by_seat[n])
