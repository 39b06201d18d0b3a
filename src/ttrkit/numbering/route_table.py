"""Owners and open routes as numbers, worked out once for every change on the board."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from ttrkit.knowledge.sights import Numbers

NOBODY = 255  # the owner of a free route
BARRED = 255  # the trains that a route takes if it cannot be claimed


class RouteTable:
    """The owners of all routes, and who may claim which; all seats see it."""

    __slots__ = ("_closed", "_closed_to", "_open_routes", "_routes", "_single", "_trains", "owners")

    def __init__(self, lengths: bytes, numbers: Numbers) -> None:
        self._routes = numbers.routes
        self._open_routes, self._closed_to = numbers.open_routes, numbers.closed_to
        count = len(lengths)
        owners = bytearray([NOBODY]) * count
        for seat, claimed in enumerate(numbers.routes):
            for route in claimed:
                if seat < owners[route]:
                    owners[route] = seat
        self.owners = bytes(owners)
        """By route: the seat that has it, or the first of several."""
        trains = bytearray([BARRED]) * count
        for group in numbers.open_routes:
            for route in group:
                trains[route] = lengths[route]
        self._trains = bytes(trains)
        both = int.from_bytes(trains, "little") & int.from_bytes(owners, "little")
        self._closed = both.to_bytes(count, "little").translate(_IS_BARRED)
        self._single = [(route, seats) for route, seats in enumerate(numbers.closed_to) if seats]

    def fits(self, numbers: Numbers) -> bool:
        """Whether nothing has changed on the board since it was made."""
        return (
            numbers.open_routes is self._open_routes
            and numbers.closed_to is self._closed_to
            and numbers.routes == self._routes
        )

    def closed(self, numbers: Numbers) -> bytes | bytearray:
        """By route: 1 if the seat may not claim it, though somebody else may or nobody has it."""
        seat, closed = numbers.seat, self._closed
        if not self._single:
            return closed
        own = numbers.routes[seat]
        found = bytearray(closed)
        for route, seats in self._single:
            if seat in seats and route not in own:
                found[route] = 1
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


_IS_BARRED = bytes(BARRED) + b"\1"  # of a route that is barred and nobody has
