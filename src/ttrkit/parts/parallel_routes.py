"""Parallel routes: doubles and triples between the same two cities."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING, NamedTuple

import attrs

from ttrkit.hooks import Closing, Part

if TYPE_CHECKING:
    from ttrkit.board import Board, Route
    from ttrkit.engine import Engine, State

OWN_PARALLEL = "you have claimed a route parallel to it"
UNUSED = "with so few players no more of these parallel routes may be claimed"


class Beside(NamedTuple):
    """What lies beside a route."""

    others: tuple[Route, ...]
    most: dict[int, int]  # by number of players: routes of the whole set that may be claimed
    own: list[tuple[Closing, ...]]  # by seat: what is closed to it when it claims the route


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
        players = engine.variant.players
        self._beside: dict[str, Beside] = {}
        for routes in sets.values():
            most = {n: self._claimable(engine.board, routes, n) for n in players}
            for route in routes:
                others = tuple([other for other in routes if other is not route])
                own = [
                    tuple([Closing(other, OWN_PARALLEL, (seat,)) for other in others])
                    for seat in range(max(players))
                ]
                self._beside[route.id] = Beside(others, most, own)

    def _claimable(self, board: Board, routes: list[Route], players: int) -> int:
        """How many routes of a set may be claimed with so many players."""
        size = len(routes)
        if any(route.always_open for route in routes):
            return size
        if players in board.parallel_open:
            return board.parallel_open[players][size - 2]
        return size if players >= self.all_open_from else size - 1

    def closes(self, state: State, seat: int, route: Route) -> Iterable[Closing]:
        beside = self._beside.get(route.id)
        if beside is None:
            return ()
        others, most, own = beside
        if most[state.seats] <= len(others):
            free = [other for other in others if state.owner(other) is None]
            if len(others) + 1 - len(free) >= most[state.seats]:
                return [Closing(other, UNUSED) for other in free]
        return own[seat]
