"""What happened in a game: to whoever holds it, and as a seat has seen it."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING, Any, overload

import attrs

from ttrkit.events.actions import Action, Relation, Unseen
from ttrkit.events.chance import Outcome

if TYPE_CHECKING:
    from ttrkit.engine.state import Cell, State

    Private = tuple[Any, int, Action, tuple[Outcome, ...]]


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
    """Events in their order, kept as a linked list so that it grows in constant time.

    `private` links what is known of some of them beside what everybody knows: see `seen_history`.
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
        """The newest event, linked to those before."""
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


def seen_history(state: State, viewer: int) -> tuple[Cell | None, int, Private | None]:
    """The history as this seat has seen it: what `History` is made of.

    Most of it everybody has seen alike. That is kept once, and for every seat what it knows better
    of some events, which are numbered from 0. All of it stays with the state, so that every event
    is looked at once.
    """
    newest, public, size, private = state.seen or (None, None, 0, (None,) * state.seats)
    cell = state.history
    if cell is newest:
        return public, size, private[viewer]
    assert cell is not None  # it is newer than another one
    before, seat, action, outcome = cell
    if before is newest and state.veil < 0 and not outcome and action.is_public:  # as mostly
        public = (public, seat, action, ())
        size += 1
        state.seen = (cell, public, size, private)
    else:
        fresh: list[Cell] = []
        while cell is not newest:
            assert cell is not None  # the newest one that was looked at is part of the history
            fresh.append(cell)
            cell = cell[0]
        by_seat = list(private)
        for _, seat, action, outcome in reversed(fresh):
            if state.veil < 0 and not outcome and action.is_public:
                public = (public, seat, action, ())
            else:
                if 0 <= state.veil <= size:
                    public = (public, seat, _veiled(action), ())
                else:
                    public = (public, seat, *_sight(action, outcome, "others"))
                    for mate in state.teams[state.team_of(seat)]:
                        if mate != seat:
                            sight = _sight(action, outcome, "team")
                            by_seat[mate] = (by_seat[mate], size, *sight)
                by_seat[seat] = (by_seat[seat], size, *_sight(action, outcome, "own"))
            size += 1
        private = tuple(by_seat)
        state.seen = (state.history, public, size, private)
    return public, size, private[viewer]


def _veiled(action: Action) -> Unseen:
    """An action of which nothing is seen but its kind."""
    return Unseen(action.kind if isinstance(action, Unseen) else type(action).__name__)


def _sight(
    action: Action, outcome: tuple[Outcome, ...], who: Relation
) -> tuple[Action, tuple[Outcome, ...]]:
    """What is seen of an action and its outcome."""
    sights = [sight for item in outcome if (sight := item.seen_by(who)) is not None]
    return action.seen_by(who), tuple(sights)
