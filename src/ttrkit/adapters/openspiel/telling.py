"""Observations as text: what a seat sees now, and everything that it has seen.

Equal observations have equal texts, and different ones different texts.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from typing import Any, NamedTuple

import attrs

from ttrkit.board import Route, Ticket
from ttrkit.colours import CARD_COLOURS, Colour
from ttrkit.events import History
from ttrkit.knowledge import Observation

PRIVATE = ("hand", "tickets", "piles", "shown")
"""The fields of an observation that are not the same for all seats."""

PAST = ("first_market", "opening", "hidden_since")
"""The fields that tell of the past, as the history does."""

FOLLOWING = ("variant", "seat", "legal_actions", "history")
"""The fields that follow from others, or are told in another way."""

PUBLIC = tuple([name for name in Observation.FIELDS if name not in (*PRIVATE, *PAST, *FOLLOWING)])


def public_lines(observation: Observation) -> Iterator[str]:
    """The things that all seats see, a line each."""
    return _lines(observation, PUBLIC)


def private_lines(observation: Observation) -> Iterator[str]:
    """The things that the seat sees and others perhaps not, a line each."""
    return _lines(observation, PRIVATE)


def past_lines(observation: Observation) -> Iterator[str]:
    """The things that the set-up has shown, a line each."""
    return _lines(observation, PAST)


def _lines(observation: Observation, names: Iterable[str]) -> Iterator[str]:
    for name in names:
        yield f"{name.replace('_', ' ')}: {told(getattr(observation, name))}"


def told(value: Any) -> str:
    """A value as text that tells it from any other of its kind; routes and tickets by their id."""
    kind = type(value)
    if kind is int or kind is str:  # most of them
        return repr(value)
    tell = _TELLERS.get(kind)
    if tell is None:
        tell = _TELLERS[kind] = _teller(kind)
    return tell(value)


def _teller(kind: type) -> Callable[[Any], str]:
    """The function that tells values of this type."""
    if issubclass(kind, Route | Ticket):
        return _told_id
    if issubclass(kind, Colour):
        return _told_value
    if issubclass(kind, Mapping):
        return _told_mapping
    if issubclass(kind, set | frozenset):
        return _told_set
    if attrs.has(kind):
        return _teller_of_fields(kind)
    return _told_list if issubclass(kind, tuple | list) else repr


_TELLERS: dict[type, Callable[[Any], str]] = {}


def _told_id(thing: Any) -> str:
    return repr(thing.id)


def _told_value(member: Any) -> str:
    return str(member.value)


def _told_mapping(mapping: Mapping[Any, Any]) -> str:
    items = sorted([f"{told(key)}: {told(each)}" for key, each in mapping.items()])
    return f"{{{', '.join(items)}}}"


def _told_set(items: Iterable[Any]) -> str:
    return f"{{{', '.join(sorted(map(told, items)))}}}"


def _told_list(items: Iterable[Any]) -> str:
    return f"[{', '.join(map(told, items))}]"


def _teller_of_fields(kind: type) -> Callable[[Any], str]:
    """For an attrs class: its name, and the fields that count when two of it are compared."""
    names = [field.name for field in attrs.fields(kind) if field.eq]

    def tell(value: Any) -> str:
        return f"{kind.__name__}({', '.join([told(getattr(value, name)) for name in names])})"

    return tell


# The history ------------------------------------------------------------------------------------


class ToldHistory(NamedTuple):
    """A history as text, and how far it was told."""

    newest: Any = None
    private: Any = None
    text: str = ""


def told_history(history: History, before: ToldHistory, *, in_public: bool = False) -> ToldHistory:
    """The history as text, a line for each event; only what is new since `before` is told."""
    newest, private = history.newest, None if in_public else history.private
    if newest is before.newest and private is before.private:
        return before
    better = {}
    cell: Any = private
    while cell is not before.private and cell is not None:
        cell, number, action, outcome = cell
        better[number] = (action, outcome)
    lines = []
    number, cell = len(history), newest
    while cell is not before.newest and cell is not None:
        number -= 1
        cell, seat, action, outcome, market = cell
        action, outcome = better.get(number, (action, outcome))
        face_up = [CARD_COLOURS[card] for card in market]
        lines.append(f"\n{seat}: {told(action)} {told(outcome)} {told(face_up)}")
    if cell is not before.newest:  # another game's: all of it is new
        return told_history(history, ToldHistory(), in_public=in_public)
    return ToldHistory(newest, private, before.text + "".join(reversed(lines)))
