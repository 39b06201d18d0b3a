"""What happened in a game: to whoever holds it, and as a seat has seen it."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING, Any, overload

import attrs

from ttrkit.actions import Action, Relation, Unseen
from ttrkit.chance import Outcome

if TYPE_CHECKING:
    from ttrkit.state import Cell, State


@attrs.frozen
class Event:
    """Something that happened: who did what, and what came of it by chance or out of sight."""

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
    """Events in their order, kept as a linked list so that it grows in constant time."""

    __slots__ = ("_cell", "_size")

    def __init__(self, cell: Cell | None, size: int) -> None:
        self._cell = cell
        self._size = size

    @classmethod
    def of(cls, happened: Sequence[Event]) -> History:
        """A history of these events."""
        cell: Cell | None = None
        for event in happened:
            cell = (cell, event.seat, event.action, event.outcome)
        return cls(cell, len(happened))

    @property
    def cell(self) -> Cell | None:
        """The newest event, linked to those before."""
        return self._cell

    def __len__(self) -> int:
        return self._size

    def __iter__(self) -> Iterator[Event]:
        return iter(events(self._cell))

    @overload
    def __getitem__(self, index: int) -> Event: ...
    @overload
    def __getitem__(self, index: slice) -> Sequence[Event]: ...
    def __getitem__(self, index: Any) -> Any:
        return events(self._cell)[index]

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, History):
            return NotImplemented
        if self._cell is other._cell:
            return True
        return self._size == other._size and events(self._cell) == events(other._cell)

    def __hash__(self) -> int:
        return hash(self._size)

    def __repr__(self) -> str:
        return f"<{self._size} events>"

    def __reduce__(self) -> Any:
        return (History.of, (events(self._cell),))


def seen_history(state: State, viewer: int) -> History:
    """The events of a game as this seat has seen them.

    What was filtered before is kept with the state, so that each event is looked at once a seat.
    """
    newest, seen, size = state.seen[viewer] or (None, None, 0)
    fresh: list[Cell] = []
    cell = state.history
    while cell is not newest:
        assert cell is not None  # the newest one filtered is part of the history
        fresh.append(cell)
        cell = cell[0]
    team_of = state.engine.team_of(state.seats)
    for _, seat, action, outcome in reversed(fresh):
        who: Relation = "own" if seat == viewer else "others"
        if who == "others" and team_of[seat] == team_of[viewer]:
            who = "team"
        size += 1
        if 0 <= state.veil < size and who != "own":
            kind = action.kind if isinstance(action, Unseen) else type(action).__name__
            seen = (seen, seat, Unseen(kind), ())
        else:
            sights = tuple([s for item in outcome if (s := item.seen_by(who)) is not None])
            seen = (seen, seat, action.seen_by(who), sights)
    state.seen[viewer] = (state.history, seen, size)
    return History(seen, size)
