"""The shortest way between two cities."""

from __future__ import annotations

from collections.abc import Container
from heapq import heappop, heappush

from ttrkit.board import Board, Route


def shortest_way(
    board: Board, a: str, b: str, *, own: Container[str], taken: Container[str] | None
) -> tuple[Route, ...] | None:
    """The routes that join two cities with the fewest further trains; None if there is no way.

    Routes are named by id: one's own cost nothing, and `taken` ones cannot be used. If that is
    None, only one's own can.
    """
    at: dict[str, list[Route]] = {}
    for route in board.routes:
        if route.id in own or (taken is not None and route.id not in taken):
            at.setdefault(route.a, []).append(route)
            at.setdefault(route.b, []).append(route)
    queue = [(0, 0, a)]  # trains to be placed, trains in all, where that leads
    best = {a: (0, 0)}
    before: dict[str, tuple[Route, str]] = {}
    while queue:
        trains, track, city = heappop(queue)
        if city == b:
            break
        for route in at.get(city, ()) if best[city] == (trains, track) else ():
            other = route.b if route.a == city else route.a
            cost = (trains + route.length * (route.id not in own), track + route.length)
            if other not in best or cost < best[other]:
                best[other] = cost
                before[other] = (route, city)
                heappush(queue, (*cost, other))
    if b not in best:
        return None
    way: list[Route] = []
    while b != a:
        route, b = before[b]
        way.append(route)
    return tuple(reversed(way))
