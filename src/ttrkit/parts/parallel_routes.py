"""Parallel routes: doubles and triples between the same two cities."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING

import attrs

from ttrkit.parts.base import Closing, Part

if TYPE_CHECKING:
    from ttrkit.board import Board, Route
    from ttrkit.engine import Engine
    from ttrkit.state import State

OWN_PARALLEL = "you have claimed a route parallel to it"
UNUSED = "with so few players no more of these parallel routes may be claimed"


@attrs.define(slots=False)
class ParallelRoutes(Part):
    """Nobody claims two routes of one set (US-25); with few players some of them stay unused.

    With `all_open_from` players or more, all routes of a set may be claimed, by different seats.
    With fewer, all but one (US-26, AS-21, AS-22). A board's own `parallel_open` goes before that,
    and a set that the board calls `always_open` is never closed.
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
        self._most = {
            (route.id, players): self._claimable(engine.board, routes, players)
            for routes in sets.values()
            for route in routes
            for players in engine.variant.players
        }
        self._own: dict[tuple[str, int], tuple[Closing, ...]] = {}

    def _claimable(self, board: Board, routes: list[Route], players: int) -> int:
        """How many routes of a set may be claimed with so many players."""
        size = len(routes)
        if any(route.always_open for route in routes):
            return size
        if players in board.parallel_open:
            return board.parallel_open[players][size - 2]
        return size if players >= self.all_open_from else size - 1

    def closes(self, state: State, seat: int, route: Route) -> Iterable[Closing]:
        others = self._others.get(route.id)
        if others is None:
            return ()
        most = self._most[route.id, state.seats]
        if most <= len(others):
            free = [other for other in others if state.owner(other) is None]
            if len(others) + 1 - len(free) >= most:
                return [Closing(other, UNUSED) for other in free]
        closings = self._own.get((route.id, seat))
        if closings is None:
            closings = tuple(Closing(other, OWN_PARALLEL, (seat,)) for other in others)
            self._own[route.id, seat] = closings
        return closings
