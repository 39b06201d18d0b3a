"""Parallel routes: doubles and triples between the same two cities."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING, NamedTuple

import attrs

from ttrkit._text import plain_int, whole_from
from ttrkit.hooks import Closing, Part

if TYPE_CHECKING:
    from ttrkit.board import Board, Route
    from ttrkit.engine import Engine, State

OWN_PARALLEL = "you have claimed a route parallel to it"
UNUSED = "with so few players no more of these parallel routes may be claimed"


class Beside(NamedTuple):
    """The routes parallel to a route, and what a claim of the route closes."""

    others: tuple[Route, ...]
    most: dict[int, int]  # by number of players: how many of the set may be claimed
    own: list[tuple[Closing, ...]]  # by seat: what its own claim closes to it


@attrs.define(slots=False)
class ParallelRoutes(Part):
    """Nobody claims two routes of one set (US-25); with few players some of them stay unused.

    With `all_open_from` players or more, all routes of a set may be claimed, by different seats.
    With fewer, all but one (US-26, AS-21, AS-22). A board's own `parallel_open` overrides this. Of
    a set that the board calls `always_open`, all routes may be claimed with any number of players.
    """

    all_open_from: int = attrs.field(converter=plain_int, validator=whole_from(0))

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
        """The number of routes of a set that may be claimed with `players` players."""
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
