"""Ways over the board: the routes that a seat still needs for its tickets.

networkx finds the shortest ways. A bot builds a new `Network` only after somebody has claimed a
route, and keeps it until then.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from itertools import pairwise
from typing import TYPE_CHECKING, Any

import attrs

from ttrkit.scoring import Connections, Worth, is_plain, worth_of

if TYPE_CHECKING:
    import networkx as nx

    from ttrkit.board import Goal, Route, Ticket
    from ttrkit.knowledge import Observation

CLAIM_EFFORT = 1.0  # a claim costs a turn, however long the route is
POINT_WORTH = 0.15  # the worth of one point for a route, in trains
BORROWED = 9.0  # the effort to use another's route, in variants with stations

Step = tuple[int, "list[Route]"]
"""The points of a goal, and the new routes that it takes."""


@attrs.frozen
class Plan:
    """The routes to claim for some tickets, and the effort that they take."""

    tickets: tuple[Ticket, ...] = ()  # to be completed
    given_up: tuple[Ticket, ...] = ()  # not to be completed with these trains
    routes: tuple[Route, ...] = ()  # to be claimed
    borrowed: tuple[Route, ...] = ()  # owned by others, to be used by way of a station
    effort: float = 0.0
    short: int = 0  # points that the planned goals bring less than the best ones

    @property
    def points(self) -> int:
        """The points that the planned tickets bring."""
        return sum(ticket.points for ticket in self.tickets) - self.short


class Network:
    """The board for one team: its own routes cost nothing, open ones cost their effort."""

    def __init__(self, observation: Observation) -> None:
        import networkx as nx

        self._engine = observation.variant.engine
        self._is_plain = is_plain(self._engine)
        self._route_points = self._engine.route_points
        team = observation.seats[observation.seat].team
        self.own: set[Route] = set()
        self.taken: set[Route] = set()
        for seat in observation.seats:
            (self.own if seat.team == team else self.taken).update(seat.routes)
        self.open = frozenset(observation.open_routes)
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

    def points(self, route: Route) -> int:
        """The points for a claim of this route."""
        return self._route_points[route.id]

    def effort(self, route: Route) -> float:
        """The effort of an open route, in cards: long ones save turns and score more."""
        extra = 0.25 * route.tunnel + 0.75 * route.ferry
        points = POINT_WORTH * self._route_points[route.id]
        return max(0.5, route.length + CLAIM_EFFORT + extra - points)

    # Tickets now -----------------------------------------------------------------------------

    def worth(self, ticket: Ticket, *further: Route) -> Worth:
        """The worth of a ticket over the usable routes and these further ones."""
        if not self._is_plain:
            number_of = self._engine.numbers.of_route
            routes = [number_of[route.id] for route in (*self._usable, *further)]
            connections = Connections(self._engine.numbers, routes)
            return worth_of(self._engine, self._engine.numbers.of_ticket[ticket.id], connections)
        if self._is_joined(ticket) or (further and self._is_joined_by(further[0], ticket)):
            return Worth(ticket.points, True)
        return Worth(-ticket.points, False)

    def joins(self, ticket: Ticket) -> bool:
        """Whether the usable routes complete a ticket."""
        return self._is_joined(ticket) if self._is_plain else self.worth(ticket).is_completed

    def gain(self, route: Route, tickets: Iterable[Ticket]) -> int:
        """The points that this route would add at once to the worth of these tickets."""
        return sum(self.worth(t, route).points - self.worth(t).points for t in tickets)

    def _is_joined(self, ticket: Ticket) -> bool:
        part = self._part_of.get(ticket.a)
        return part is not None and part == self._part_of.get(ticket.b)

    def _is_joined_by(self, route: Route, ticket: Ticket) -> bool:
        """Whether this route joins the two cities of a ticket at once."""
        ends = {self._part_of.get(city, city) for city in route.cities}
        return ends == {self._part_of.get(city, city) for city in ticket.cities}

    def _goals(self, ticket: Ticket) -> list[Goal]:
        """The goals of a ticket that would bring more than it is worth now."""
        if self._is_plain:
            return [] if self._is_joined(ticket) else [*ticket.goals]
        now = self.worth(ticket)
        return [goal for goal in ticket.goals if not now.is_completed or goal.points > now.points]

    # Tickets to come -------------------------------------------------------------------------

    def plan(self, tickets: Sequence[Ticket], trains: int) -> Plan:
        """The best plan found to complete these tickets with `trains` trains."""
        wanted = {ticket: goals for ticket in tickets if (goals := self._goals(ticket))}
        if not wanted:
            return Plan(tuple(tickets))
        orders: list[Callable[[Ticket], Any]] = [
            lambda ticket: -ticket.points,
            lambda ticket: ticket.points,
            lambda ticket: (ticket.a, -ticket.points),
        ]
        plans = [
            self._plan({ticket: wanted[ticket] for ticket in sorted(wanted, key=order)}, trains)
            for order in orders[: len(wanted)]
        ]
        return max(plans, key=lambda plan: (plan.points, -plan.effort))

    def _plan(self, wanted: Mapping[Ticket, Sequence[Goal]], trains: int) -> Plan:
        """A plan for one ticket after the other; each may use the routes planned before it."""
        chosen: set[Route] = set()
        used = short = 0
        done: list[Ticket] = []
        given_up: list[Ticket] = []
        for ticket, goals in wanted.items():
            steps = self._steps(goals, chosen, trains - used)
            if not self._is_plain and (now := self.worth(ticket)).is_completed:
                steps.append((now.points, []))  # a better goal must be worth its effort
            if not steps:
                given_up.append(ticket)
                continue
            points, new = steps[0] if len(steps) == 1 else max(steps, key=self._net)
            done.append(ticket)
            short += ticket.points - points
            used += sum(route.length for route in new if route in self.open)
            chosen.update(new)
        routes = sorted(chosen, key=lambda route: route.id)
        return Plan(
            tuple(done),
            tuple(given_up),
            tuple(route for route in routes if route in self.open),
            tuple(route for route in routes if route not in self.open),
            sum(self._effort_of(route) for route in routes),
            short,
        )

    def _steps(self, goals: Iterable[Goal], chosen: set[Route], trains: int) -> list[Step]:
        """The points of every goal within reach, and the new routes that it takes."""
        found: list[Step] = []
        for goal in goals:
            way = self._way(goal, chosen)
            new = [route for route in way or () if route not in chosen]
            needed = sum(route.length for route in new if route in self.open)
            if way is not None and needed <= trains:
                found.append((goal.points, new))
        return found

    def _net(self, step: Step) -> float:
        points, new = step
        return points - sum(map(self._effort_of, new))

    def _effort_of(self, route: Route) -> float:
        effort: float = self.graph[route.a][route.b]["effort"]
        return effort

    def _way(self, goal: Goal, chosen: set[Route]) -> list[Route] | None:
        """The routes still to be made usable on the easiest way; None if there is no way."""

        def effort(_a: str, _b: str, edge: dict[str, Any]) -> float:
            return 0.0 if edge["route"] in chosen else edge["effort"]

        places = [self._engine.board.cities_of(place) for place in goal.places]
        find_way = straight_way if self._is_plain else easiest_way
        pairs = find_way(self.graph, places, effort)
        if pairs is None:
            return None
        edges = (self.graph[a][b] for a, b in pairs)
        return [edge["route"] for edge in edges if edge["effort"]]


def straight_way(
    graph: nx.Graph[str], places: Sequence[Sequence[str]], weight: Any
) -> list[tuple[str, str]] | None:
    """The edges of the easiest way between two cities, sought from both ends, which is faster."""
    import networkx as nx

    (a,), (b,) = places
    try:
        _, cities = nx.bidirectional_dijkstra(graph, a, b, weight=weight)
    except nx.NetworkXNoPath:
        return None
    return [*pairwise(cities)]


def easiest_way(
    graph: nx.Graph[str], places: Sequence[Sequence[str]], weight: Any
) -> list[tuple[str, str]] | None:
    """The edges of an easy way that joins one city of each place; None if there is no way.

    Between two cities it is the easiest; of more, the nearest place is joined first, and so on.
    """
    import networkx as nx

    joined = [city for city in places[0] if city in graph]
    left = [*places[1:]]
    pairs: dict[tuple[str, str], None] = {}
    while left and joined:
        found: Any = nx.multi_source_dijkstra(graph, joined, weight=weight)
        efforts, ways = found
        reached = [
            (efforts[city], n, city) for n, p in enumerate(left) for city in p if city in ways
        ]
        if not reached:
            return None
        _, nearest, city = min(reached)
        del left[nearest]
        pairs.update(dict.fromkeys(pairwise(ways[city])))
        joined = [*dict.fromkeys([*ways[city], *(end for pair in pairs for end in pair)])]
    return None if left else [*pairs]


def stations_of(observation: Observation) -> frozenset[str] | None:
    """The cities where this team has stations; None if the variant has no stations."""
    by_seat = dict(observation.shown).get("stations")
    if not isinstance(by_seat, tuple):
        return None
    team = observation.seats[observation.seat].team
    mates = [n for n, seat in enumerate(observation.seats) if seat.team == team]
    return frozenset(city for n in mates for city in by_seat[n])
