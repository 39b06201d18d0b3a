"""What a ticket is worth to whoever has some routes, and whether they complete it."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from itertools import chain, product
from typing import TYPE_CHECKING, NamedTuple

import attrs

from ttrkit._text import short
from ttrkit.errors import RuleError

if TYPE_CHECKING:
    from ttrkit.board import NumberedBoard, Route, Ticket
    from ttrkit.engine import Engine


class Worth(NamedTuple):
    """The points of a ticket, which are lost if they are negative; and whether it is completed."""

    points: int
    is_completed: bool


class Connections:
    """The cities that some routes join."""

    __slots__ = ("_numbers", "_root", "_route_numbers")

    def __init__(self, numbers: NumberedBoard, route_numbers: Sequence[int]) -> None:
        self._numbers = numbers
        self._root = connect(numbers, route_numbers)[0]
        self._route_numbers = tuple(route_numbers)

    @property
    def route_numbers(self) -> tuple[int, ...]:
        """The routes, as indices into `board.routes`."""
        return self._route_numbers

    @property
    def routes(self) -> tuple[Route, ...]:
        """The routes."""
        routes = self._numbers.board.routes
        return tuple([routes[number] for number in self.route_numbers])

    def joins(self, *places: str) -> bool:
        """Whether these cities are all joined; of a region, any one city."""
        return self.join([self._numbers.cities(place) for place in places])

    def join(self, places: Sequence[Sequence[int]]) -> bool:
        """The same by number: for each place its cities."""
        root = self._root
        first, *others = places
        networks = {root[city] for city in first}
        for cities in others:
            networks.intersection_update([root[city] for city in cities])
        return bool(networks)

    def without(self, *routes: Route) -> Connections:
        """The cities that are joined without these routes."""
        gone = {self._numbers.of_route[route.id] for route in routes}
        left = [number for number in self.route_numbers if number not in gone]
        return Connections(self._numbers, left)


def connect(numbers: NumberedBoard, routes: Iterable[int]) -> tuple[list[int], int]:
    """By city: the name of its network; and the total length of the largest network."""
    ends = numbers.route_ends
    root = list(range(len(numbers.of_city)))  # another city of its network, or itself
    lengths = [0] * len(root)
    largest = 0
    for route in routes:
        a, b, length = ends[route]
        while root[a] != a:
            a = root[a]
        while root[b] != b:
            b = root[b]
        if a != b:
            root[b] = a
            length += lengths[b]
        length += lengths[a]
        lengths[a] = length
        if length > largest:
            largest = length
    for city, other in enumerate(root):
        if other != city:
            name = root[other]
            while name != root[name]:
                name = root[name]
            root[city] = name
    return root, largest


def is_plain(engine: Engine) -> bool:
    """Whether every ticket just joins two cities for its points, and no part says otherwise."""
    return engine.numbers.ticket_ends is not None and not engine.answers.ticket_worth


def worth_of(engine: Engine, ticket: int, connections: Connections) -> Worth:
    """What a ticket, by number, is worth: by its goals, and then by what the parts say."""
    goals = engine.numbers.ticket_goals[ticket]
    worth = Worth(-goals[-1][1], False)  # the least that it would have brought
    for places, points in goals:
        if connections.join(places):
            worth = Worth(points, True)
            break
    for ticket_worth in engine.answers.ticket_worth:
        worth = ticket_worth(engine.board.tickets[ticket], connections, worth)
        if type(worth) is not Worth:
            who = type(ticket_worth.__self__).__name__
            raise RuleError(f"{who}.ticket_worth gives {short(worth)}, where a Worth is wanted")
    return worth


@attrs.frozen
class TicketCount:
    """The points for a team's tickets, and the completed ones."""

    points: int
    completed: tuple[Ticket, ...]

    @property
    def rank(self) -> tuple[int, int]:
        """The points, then the number of completed tickets: the greatest is the best (GAP-10)."""
        return self.points, len(self.completed)


def count_tickets(engine: Engine, tickets: Sequence[int], routes: Sequence[int]) -> TicketCount:
    """The points for these tickets over these routes, and the completed ones."""
    connections = Connections(engine.numbers, routes)
    worths = [worth_of(engine, number, connections) for number in tickets]
    done = [number for number, worth in zip(tickets, worths, strict=True) if worth.is_completed]
    return TicketCount(
        sum([worth.points for worth in worths]),
        tuple([engine.board.tickets[number] for number in done]),
    )


def best_further_routes(
    engine: Engine,
    tickets: Sequence[int],
    own: Sequence[int],
    choices: Iterable[Iterable[int]],
) -> tuple[int, ...]:
    """The best of all sets of further routes, at most one of each choice, for these tickets.

    Every set is tried, because tickets may be worth anything: for three stations some hundreds.
    """
    one_of_each = [((), *[(route,) for route in routes]) for routes in choices]
    sets = [tuple(chain.from_iterable(chosen)) for chosen in product(*one_of_each)]
    counts = [count_tickets(engine, tickets, (*own, *further)).rank for further in sets]
    return sets[counts.index(max(counts))]
