"""The history of a game: its events in order, in full or as one seat has seen them."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any, overload

import attrs

from ttrkit.events.actions import Action
from ttrkit.events.outcomes import Outcome

Cell = tuple[Any, int, Action, tuple[Outcome, ...]]
"""A link of a history: the link before it (or None), the seat, its action, the outcomes."""

Private = tuple[Any, int, Action, tuple[Outcome, ...]]
"""A link of one seat's own knowledge: the link before it, the event's number, what it saw."""


@attrs.frozen
class Event:
    """Something that happened: a seat, its action, and the outcomes by chance or out of sight."""

    seat: int
    action: Action
    outcome: tuple[Outcome, ...]


def events(cell: Cell | None) -> list[Event]:
    """The events of a linked history, the oldest first."""
    found = []
    while cell is not None:
        cell, seat, action, outcome = cell
        found.append(Event(seat, action, outcome))
    found.reverse()
    return found


class History(Sequence[Event]):
    """Events in their order, kept as a linked list so that it grows in constant time.

    `private` links one seat's fuller versions of some events, which replace the public ones: see
    `seen_history`.
    """

    __slots__ = ("_cell", "_private", "_size")

    def __init__(self, cell: Cell | None, size: int, private: Private | None = None) -> None:
        self._cell = cell
        self._size = size
        self._private = private

    @classmethod
    def of(cls, happened: Sequence[Event]) -> History:
        """A history of these events."""
        cell: Cell | None = None
        for event in happened:
            cell = (cell, event.seat, event.action, event.outcome)
        return cls(cell, len(happened))

    @property
    def cell(self) -> Cell | None:
        """The newest event, linked to those before it."""
        if self._private is not None:
            self._cell = History.of(self._events()).cell
            self._private = None
        return self._cell

    def _events(self) -> list[Event]:
        found = events(self._cell)
        private = self._private
        while private is not None:
            private, number, action, outcome = private
            found[number] = Event(found[number].seat, action, outcome)
        return found

    def __len__(self) -> int:
        return self._size

    def __iter__(self) -> Iterator[Event]:
        return iter(self._events())

    @overload
    def __getitem__(self, index: int) -> Event: ...
    @overload
    def __getitem__(self, index: slice) -> Sequence[Event]: ...
    def __getitem__(self, index: Any) -> Any:
        return self._events()[index]

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, History):
            return NotImplemented
        if self._cell is other._cell and self._private is other._private:
            return True
        return self._size == other._size and self._events() == other._events()

    def __hash__(self) -> int:
        return hash(self._size)

    def __repr__(self) -> str:
        return f"<{self._size} events>"

    def __reduce__(self) -> Any:
        return (History.of, (self._events(),))
