"""Owners and open routes as numbers, worked out once for every change on the board."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from operator import itemgetter
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from ttrkit.knowledge.sights import Numbers

NOBODY = 255  # the owner of a free route
BARRED = 255  # the trains that a route takes if it cannot be claimed


class RouteTable:
    """The owners of all routes, and who may claim which; all seats see it.

    It is brought up to date with each observation; after a claim, little of it changes.
    """

    __slots__ = (
        "_closed",
        "_closed_of",
        "_closed_to",
        "_lengths",
        "_open_routes",
        "_routes",
        "_single",
        "_trains",
        "owners",
    )

    def __init__(self, lengths: bytes) -> None:
        self._lengths = lengths
        self._routes: tuple[tuple[int, ...], ...] = ()
        self._open_routes: list[tuple[int, ...]] = []
        self._closed_to: list[tuple[int, ...]] = []
        self._trains = bytearray([BARRED]) * len(lengths)  # by route, if everybody may claim it
        self._closed = b""
        self._closed_of: dict[int, bytes] = {}  # by seat
        self._single: list[tuple[int, tuple[int, ...]]] = []  # closed to single seats
        self.owners = bytearray([NOBODY]) * len(lengths)
        """By route: the seat that has it, or the first of several."""

    def update(self, numbers: Numbers) -> None:
        """Bring it up to date."""
        is_changed = numbers.routes != self._routes
        if is_changed:
            self._update_owners(numbers.routes)
        if numbers.open_routes is not self._open_routes:
            self._update_open(numbers.open_routes)
            is_changed = True
        if numbers.closed_to is not self._closed_to:
            self._closed_to = numbers.closed_to
            self._single = [*filter(_SEATS, enumerate(numbers.closed_to))]
            self._closed_of.clear()
        if is_changed:
            both = int.from_bytes(self._trains, "little") & int.from_bytes(self.owners, "little")
            self._closed = both.to_bytes(len(self._lengths), "little").translate(_IS_BARRED)
            self._closed_of.clear()

    def _update_owners(self, routes: tuple[tuple[int, ...], ...]) -> None:
        added: list[tuple[int, ...]] = []
        for before, now in zip(self._routes, routes, strict=False):
            if before is not now:
                if now[: len(before)] != before:
                    added = []
                    break
                added.append(now[len(before) :])
            else:
                added.append(())
        if len(added) < len(routes):  # it is another game
            self.owners = bytearray([NOBODY]) * len(self._lengths)
            added = [*routes]
        for seat, claimed in enumerate(added):
            for route in claimed:
                if seat < self.owners[route]:
                    self.owners[route] = seat
        self._routes = routes

    def _update_open(self, open_routes: list[tuple[int, ...]]) -> None:
        before = self._open_routes or [()] * len(open_routes)
        trains, lengths = self._trains, self._lengths
        for was, now in zip(before, open_routes, strict=True):
            if was is not now:
                for route in {*was}.difference(now):
                    trains[route] = BARRED
                for route in {*now}.difference(was):
                    trains[route] = lengths[route]
        self._open_routes = open_routes

    def closed(self, numbers: Numbers) -> bytes:
        """By route: 1 if the seat may not claim it, though somebody else may or nobody has it."""
        seat = numbers.seat
        found = self._closed_of.get(seat)
        if found is None:
            own = numbers.routes[seat]
            closed = bytearray(self._closed)
            for route, seats in self._single:
                if seat in seats and route not in own:
                    closed[route] = 1
            found = self._closed_of[seat] = bytes(closed)
        return found

    def trains(self, seats: Sequence[int], own: Iterable[int]) -> bytearray:
        """By route: the trains that it takes one of these seats to use it; BARRED if none may.

        Their `own` routes take none.
        """
        found = bytearray(self._trains)
        one = seats[0] if len(seats) == 1 else None
        for route, closed_to in self._single:
            if one in closed_to or (one is None and all(seat in closed_to for seat in seats)):
                found[route] = BARRED
        for route in own:
            found[route] = 0
        return found


_SEATS = itemgetter(1)
_IS_BARRED = bytes(BARRED) + b"\1"  # of a route that is barred and nobody has
