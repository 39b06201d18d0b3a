"""State that a part keeps on itself or on its class, where all games would share it."""

from __future__ import annotations

from collections import deque
from enum import Enum
from typing import Any

from ttrkit._text import short
from ttrkit.engine import is_ours
from ttrkit.hooks import Part

MAX_ITEMS = 300  # of a table; larger ones are looked at by their size alone

Kept = dict[str, tuple[Any, str]]
"""By attribute: its value as plain data, and as it is written."""

_NOT_ITS_OWN = {"engine", "_slot_index"}


def kept_by(part: Part) -> Kept:
    """The plain data in the attributes of a part and of its home-made classes."""
    found: dict[str, Any] = {}
    for kind in reversed(type(part).__mro__[:-1]):
        if not is_ours(kind):
            found |= vars(kind)
    found |= vars(part)
    return {
        name: (_Copier().plain(value), short(value))
        for name, value in found.items()
        if not (name.startswith("__") or name in _NOT_ITS_OWN or callable(value))
    }


class _Copier:
    """Copies plain data; anything else is `...`, and so is a table's rest after many items."""

    def __init__(self) -> None:
        self.left = MAX_ITEMS

    def plain(self, value: Any) -> Any:
        """The value as plain data."""
        if value is None or isinstance(value, bool | int | float | str | bytes | Enum):
            return value
        self.left -= 1
        if self.left < 0:
            return ...
        if isinstance(value, dict):
            if len(value) > self.left:
                return ...
            return {key: self.plain(item) for key, item in value.items()}
        if isinstance(value, list | tuple | deque):
            if len(value) > self.left:
                return len(value) if isinstance(value, tuple) else [len(value)]
            return [self.plain(item) for item in value]
        if isinstance(value, set | frozenset | bytearray):
            return frozenset(value) if len(value) <= self.left else len(value)
        return ...


def change_of(before: Kept, after: Kept) -> str | None:
    """The attribute that was changed, in words; what only remembers more is no change."""
    for name, (was, was_written) in before.items():
        is_now, written = after.get(name, (None, "gone"))
        if not _remembers(was, is_now):
            return f"self.{name} was {was_written} and is {written}"
    return None


def _remembers(was: Any, is_now: Any) -> bool:
    """Whether a value is as it was, apart from things worked out since: a cache may grow."""
    if was is None or was is ... or is_now is ...:
        return True
    if isinstance(was, dict) and isinstance(is_now, dict):
        return all(key in is_now and _remembers(item, is_now[key]) for key, item in was.items())
    if isinstance(was, list) and isinstance(is_now, list) and len(was) == len(is_now):
        return all(map(_remembers, was, is_now))
    return type(was) is type(is_now) and was == is_now
