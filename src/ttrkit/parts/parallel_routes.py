"""Parallel routes: doubles and triples between the same two cities."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING

import attrs

from ttrkit.parts.base import Closing, Part

if TYPE_CHECKING:
    from ttrkit.board import Route
    from ttrkit.engine import Engine
    from ttrkit.state import State

OWN_PARALLEL = "you have claimed a route parallel to it"
UNUSED = "with so few players the last of parallel routes stays unused"


@attrs.define(slots=False)
class ParallelRoutes(Part):
    """Nobody claims two routes of one set (US-25); with few players one of them stays unused.

    With `all_open_from` players or more, all routes of a set may be claimed, by different seats.
    With fewer, one route of every set closes to everyone once the others are claimed (US-26).
    """

    all_open_from: int

    def prepare(self, engine: Engine) -> None:
        sets: dict[str, list[Route]] = {}
        for route in engine.board.routes:
            if route.group is not None:
                sets.setdefault(route.group, []).append(route)
        self._others = {
            route.id: tuple(other for other in routes if other is not route)
            for routes in sets.values()
            for route in routes
        }
        self._closings: dict[tuple[str, int], tuple[Closing, ...]] = {}

    def closes(self, state: State, seat: int, route: Route) -> Iterable[Closing]:
        others = self._others.get(route.id)
        if others is None:
            return ()
        if state.seats < self.all_open_from:
            free = [other for other in others if state.owner(other) is None]
            if len(free) <= 1:
                return [Closing(other, UNUSED) for other in free]
        closings = self._closings.get((route.id, seat))
        if closings is None:
            closings = tuple(Closing(other, OWN_PARALLEL, (seat,)) for other in others)
            self._closings[route.id, seat] = closings
        return closings
