"""The history of a game: its events in order, in full or as one seat has seen them."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any, Union, overload

import attrs

from ttrkit.board import Route
from ttrkit.colours import CARD_COLOURS, Colour
from ttrkit.events.actions import Action, ClaimRoute
from ttrkit.events.outcomes import Outcome
from ttrkit.payment import CARD_NUMBER

Market = tuple[int, ...]

Cell = tuple[Any, int, Action, tuple[Outcome, ...], Market]
"""A link of a history: the link before it (or None), seat, action, outcomes, market after it."""

Past = Union[Cell, "History", None]
"""All that happened in a game: its newest link, or for a game that was made up from what a seat has
seen, the history of that seat. The first link after that one leads to it."""

Private = tuple[Any, int, Action, tuple[Outcome, ...]]
"""A link of one seat's own knowledge: the link before it, the event's number, what it saw."""


@attrs.frozen
class Event:
    """Something that happened: a seat, its action, and the outcomes by chance or out of sight."""

    seat: int
    action: Action
    outcome: tuple[Outcome, ...]
    market: tuple[Colour, ...] = ()
    """The face-up cards after it."""


_new = Event.__new__
_set_seat = Event.__dict__["seat"].__set__
_set_action = Event.__dict__["action"].__set__
_set_outcome = Event.__dict__["outcome"].__set__
_set_market = Event.__dict__["market"].__set__


def event_of(seat: int, action: Action, outcome: tuple[Outcome, ...]) -> Event:
    """An `Event` without its market, made fast."""
    event = _new(Event)
    _set_seat(event, seat)
    _set_action(event, action)
    _set_outcome(event, outcome)
    _set_market(event, ())
    return event


def links(past: Past) -> list[Cell]:
    """The links of a past, the newest first."""
    found: list[Cell] = []
    cell: Any = past
    while cell is not None:
        if type(cell) is History:
            cell = cell.linked()
            continue
        found.append(cell)
        cell = cell[0]
    return found


def events(past: Past) -> list[Event]:
    """The events of a past, the oldest first."""
    return [
        Event(seat, action, outcome, in_colours(market))
        for _, seat, action, outcome, market in reversed(links(past))
    ]


def claims(past: Past) -> list[tuple[int, int, Route]]:
    """All claims of a past, whether they came about or not, the oldest first.

    Each with the number of its event from 0, and the seat.
    """
    return [
        (number, seat, action.route)
        for number, (_, seat, action, _, _) in enumerate(reversed(links(past)))
        if isinstance(action, ClaimRoute)
    ]


def in_colours(market: Market) -> tuple[Colour, ...]:
    """The colours of cards that are given by number."""
    return tuple([CARD_COLOURS[card] for card in market])


class History(Sequence[Event]):
    """Events in their order, kept as a linked list so that it grows in constant time.

    `private` links one seat's fuller versions of some events, which replace the public ones: see
    `seen_history`.
    """

    __slots__ = ("_size", "memory", "newest", "private")

    def __init__(
        self,
        newest: Cell | None,
        size: int,
        private: Private | None = None,
        memory: dict[str, Any] | None = None,
    ) -> None:
        self._size = size
        self.memory: dict[str, Any] = {} if memory is None else memory
        """Conclusions that the seat has drawn from its history: see `knowledge.deduction`."""
        self.newest = newest
        """The newest event as everybody sees it, linked to those before it."""
        self.private = private
        """The newest event that the seat knows better, linked to those before it."""

    @classmethod
    def of(cls, happened: Sequence[Event]) -> History:
        """A history of these events."""
        cell: Cell | None = None
        for event in happened:
            market = tuple([CARD_NUMBER[colour] for colour in event.market])
            cell = (cell, event.seat, event.action, event.outcome, market)
        return cls(cell, len(happened))

    def since(self, cell: Cell | None) -> list[Cell] | None:
        """The events after this public one, or all, as the seat has seen them, the oldest first.

        None if the event is not in this history. Each is given as a link, which may lead nowhere.
        """
        fresh: list[Cell] = []
        link = self.newest
        while link is not None and link is not cell:
            fresh.append(link)
            link = link[0]
        if link is not cell:
            return None
        fresh.reverse()
        first = self._size - len(fresh)
        private = self.private
        while private is not None and private[1] >= first:
            private, number, action, outcome = private
            _, seat, _, _, market = fresh[number - first]
            fresh[number - first] = (None, seat, action, outcome, market)
        return fresh

    def linked(self) -> Cell | None:
        """The newest event as the seat has seen it, linked to those before it."""
        newest: Cell | None
        until, newest = self.memory.get("linked", (None, None))
        fresh = self.since(until)
        if fresh is None:  # of another course of events
            fresh, newest = self.since(None) or [], None
        for _, seat, action, outcome, market in fresh:
            newest = (newest, seat, action, outcome, market)
        self.memory["linked"] = (self.newest, newest)
        return newest

    def _events(self) -> list[Event]:
        return [
            Event(seat, action, outcome, in_colours(market))
            for _, seat, action, outcome, market in self.since(None) or ()
        ]

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
        if self.newest is other.newest and self.private is other.private:
            return True
        return self._size == other._size and self._events() == other._events()

    def __hash__(self) -> int:
        return hash(self._size)

    def __repr__(self) -> str:
        return f"<{self._size} events>"

    def __reduce__(self) -> Any:
        return (History.of, (self._events(),))
