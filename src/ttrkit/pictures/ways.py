"""The shortest ways between cities, and for tickets."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Sequence
from heapq import heapify, heappop, heappush

from ttrkit.board import Board, Route, Ticket


def ticket_way(
    board: Board, ticket: Ticket, *, own: Collection[str], taken: Collection[str]
) -> tuple[bool, tuple[Route, ...] | None]:
    """Whether one's own routes complete a ticket; and the routes that do, or that would.

    If there are several ways to complete it, the one that takes the fewest further trains.
    """
    for goal in ticket.goals:
        done = shortest_way(board, goal.places, own=own, taken=None)
        if done is not None:
            return True, done
    ways = [shortest_way(board, goal.places, own=own, taken=taken) for goal in ticket.goals]
    found = [way for way in ways if way is not None]
    further = [sum(route.length for route in way if route.id not in own) for way in found]
    return False, found[further.index(min(further))] if found else None


def shortest_way(
    board: Board, places: Sequence[str], *, own: Collection[str], taken: Collection[str] | None
) -> tuple[Route, ...] | None:
    """The routes that join places with the fewest further trains; None if there is no way.

    A place is a city, or a region, of which any city will do. Routes are named by id: one's own
    cost nothing, and `taken` ones cannot be used; if that is None, only one's own can. More than
    two places are joined one by one, the nearest next, which is as a rule the shortest.
    """
    at: dict[str, list[Route]] = {}
    for route in board.routes:
        if route.id in own or (taken is not None and route.id not in taken):
            at.setdefault(route.a, []).append(route)
            at.setdefault(route.b, []).append(route)
    first, *rest = [board.cities_of(place) for place in places]
    joined: set[str] = set()
    way: list[Route] = []
    while rest:
        found = _nearest(at, joined or first, rest, own)
        if found is None:
            return None
        city, routes = found
        joined.update([city], *(route.cities for route in routes))
        way += routes
        rest = [cities for cities in rest if joined.isdisjoint(cities)]
    return tuple(way)


def _nearest(
    at: dict[str, list[Route]],
    begins: Iterable[str],
    wanted: Collection[Sequence[str]],
    own: Collection[str],
) -> tuple[str, list[Route]] | None:
    """The nearest city of any place that is wanted, and the routes that lead there."""
    ends = {city for cities in wanted for city in cities}
    queue = [(0, 0, city) for city in begins]  # trains to be placed, trains in all, where it leads
    heapify(queue)
    best = {city: (0, 0) for _, _, city in queue}
    before: dict[str, tuple[Route, str]] = {}
    while queue:
        trains, track, city = heappop(queue)
        if city in ends:
            way: list[Route] = []
            back = city
            while back in before:
                route, back = before[back]
                way.append(route)
            return city, way[::-1]
        for route in at.get(city, ()) if best[city] == (trains, track) else ():
            other = route.b if route.a == city else route.a
            cost = (trains + route.length * (route.id not in own), track + route.length)
            if other not in best or cost < best[other]:
                best[other] = cost
                before[other] = (route, city)
                heappush(queue, (*cost, other))
    return None
