"""Owners and open routes as numbers, worked out once for every change on the board."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from operator import itemgetter
from typing import TYPE_CHECKING, Any

from ttrkit.payment import CARD_KINDS

if TYPE_CHECKING:
    from ttrkit.engine import OpenRoutes

Link = tuple[int, int, int]
"""The trains that a route takes, the city that it leads to, and the route."""

Links = list[list[Link]]
"""By city: where routes lead from there."""

NOBODY = 255  # the owner of a free route
BARRED = 255  # the trains that a route takes if it cannot be claimed


class SeatMemory:
    """The numbers that a seat was told when it last looked, and what they were worked out from."""

    __slots__ = (
        "board",
        "by_pile",
        "pile_bytes",
        "piles",
        "shared",
        "shown",
        "ticket_bytes",
        "tickets",
    )

    def __init__(self) -> None:
        self.board: bytearray | None = None  # the owners, and the routes closed to it
        self.shared = b""  # the owners of routes that several may have
        self.tickets: tuple[int, ...] | None = None
        self.ticket_bytes = b""
        self.piles: Any = None
        self.shown: object = None  # the tickets that are shown at the end
        self.by_pile: list[bytes] = []
        self.pile_bytes = b""  # these, joined


class RouteTable:
    """The owners of all routes, and who may claim which; all seats see it.

    It is brought up to date with each observation; after a claim, little of it changes.
    """

    __slots__ = (
        "_closed",
        "_lengths",
        "closed_to",
        "first_market",
        "links",
        "market",
        "market_counts",
        "open_routes",
        "open_trains",
        "owners",
        "points",
        "routes",
        "scores",
        "seats",
        "single",
        "stale",
    )

    def __init__(
        self,
        lengths: bytes,
        at_first: OpenRoutes,
        players: int,
        first_market: tuple[int, ...],
    ) -> None:
        self._lengths = lengths
        self._closed = bytearray(len(lengths))  # 1: nobody has it and nobody may claim it
        self.open_trains = bytearray(lengths)
        """By route: the trains that it takes if anybody may claim it."""
        self.single: list[tuple[int, tuple[int, ...]]] = []
        """The routes that are closed to single seats, and these seats."""
        self.links: Links = []
        """By city: where open routes lead from there, but for the stale ones."""
        self.stale: set[int] = set()
        """The routes that were opened or closed since the links were made."""
        self.routes: tuple[tuple[int, ...], ...] = ((),) * players
        self.open_routes = at_first.groups
        self.closed_to = at_first.closed_to
        self.owners = bytearray([NOBODY]) * len(lengths)
        """By route: the seat that has it, or the first of several."""
        self.seats = [SeatMemory() for _ in range(players)]
        """By seat: what it saw last; without what depends on the board, if that has changed."""
        self.first_market = first_market
        """Kept, so that its identity stays that of this game."""
        self.market: tuple[int, ...] | None = None
        self.market_counts = bytearray()
        """The face-up cards, and how many of each kind they are."""
        self.points: tuple[dict[str, int], ...] | None = None
        self.scores: tuple[int, ...] = ()
        """By seat: the points by label, and their sum."""

    def lay_out(self, market: tuple[int, ...]) -> None:
        """Count the face-up cards."""
        counts = bytearray(CARD_KINDS)
        for card in market:
            counts[card] += 1
        self.market, self.market_counts = market, counts

    def update(
        self,
        routes: tuple[tuple[int, ...], ...],
        open_routes: list[tuple[int, ...]],
        closed_to: list[tuple[int, ...]],
    ) -> None:
        """Bring it up to date with the board."""
        for memory in self.seats:
            memory.board = None
        if routes != self.routes:
            self._update_owners(routes)
        if open_routes is not self.open_routes:
            self._update_open(open_routes)
        if closed_to is not self.closed_to:
            self.closed_to = closed_to
            self.single = [*filter(_SEATS, enumerate(closed_to))]

    def _update_owners(self, routes: tuple[tuple[int, ...], ...]) -> None:
        owners, is_closed, before = self.owners, self._closed, self.routes
        for seat, now in enumerate(routes):
            was = before[seat]
            if was is now:
                continue
            known = len(was)
            if now[:known] != was:
                self._forget_owners()
                self._update_owners(routes)
                return
            for route in now[known:]:
                is_closed[route] = 0
                if seat < owners[route]:
                    owners[route] = seat
        self.routes = routes

    def _forget_owners(self) -> None:
        """Begin again with nobody's routes: it is another game."""
        self.owners = bytearray([NOBODY]) * len(self._lengths)
        self._closed = self.open_trains.translate(_IS_BARRED)
        self.routes = ((),) * len(self.routes)

    def _update_open(self, open_routes: list[tuple[int, ...]]) -> None:
        before = self.open_routes
        trains, lengths = self.open_trains, self._lengths
        owners, is_closed = self.owners, self._closed
        for was, now in zip(before, open_routes, strict=True):
            if was is not now:
                closed = {*was}.difference(now)
                for route in closed:
                    trains[route] = BARRED
                    is_closed[route] = owners[route] == NOBODY
                if self.links:
                    self.stale |= closed
                if len(now) + len(closed) > len(was):  # it is another game
                    opened = {*now}.difference(was)
                    for route in opened:
                        trains[route] = lengths[route]
                        is_closed[route] = 0
                    self.stale |= opened
        self.open_routes = open_routes

    def closed(self, seat: int, own: Sequence[int]) -> bytearray:
        """By route: 1 if the seat may not claim it, though somebody else may or nobody has it."""
        if not self.single:
            return self._closed
        closed = bytearray(self._closed)
        for route, seats in self.single:
            if seat in seats and route not in own:
                closed[route] = 1
        return closed

    def trains(self, seats: Sequence[int], own: Iterable[int]) -> bytearray:
        """By route: the trains that it takes one of these seats to use it; BARRED if none may.

        Their `own` routes take none.
        """
        found = bytearray(self.open_trains)
        one = seats[0] if len(seats) == 1 else None
        for route, closed_to in self.single:
            if one in closed_to or (one is None and all(seat in closed_to for seat in seats)):
                found[route] = BARRED
        for route in own:
            found[route] = 0
        return found


_SEATS = itemgetter(1)
_IS_BARRED = bytes(BARRED) + b"\1"
