"""Home-made facts, the `extra` of a board and of what is on it: plain, immutable and hashable."""

import math
from collections.abc import Collection, Iterator, Mapping
from typing import Any, Final, TypeVar

import attrs

from ttrkit._text import as_whole, plain_text, short

_K = TypeVar("_K")
_V = TypeVar("_V")

FACTS_WANTED: Final = "text, a number, true or false, or a list of these"


class FrozenDict(Mapping[_K, _V]):
    """An immutable mapping: hashable and, unlike MappingProxyType, picklable."""

    __slots__ = ("_items",)

    def __init__(self, items: Mapping[_K, _V]) -> None:
        self._items = dict(items)

    def __getitem__(self, key: _K) -> _V:
        return self._items[key]

    def __iter__(self) -> Iterator[_K]:
        return iter(self._items)

    def __len__(self) -> int:
        return len(self._items)

    def __hash__(self) -> int:
        return hash(frozenset(self._items.items()))

    def __repr__(self) -> str:
        return repr(self._items)


def extra_field() -> Any:
    """A field for home-made facts, which do not count when things are sorted."""
    return attrs.field(default=NO_FACTS, converter=frozen_facts, order=False)


NO_FACTS: Final[Mapping[str, Any]] = FrozenDict({})
"""The `extra` of whatever has none: one object for all, so that they compare fast."""


def only(facts: Mapping[str, Any], keep: Collection[str]) -> Mapping[str, Any]:
    """The facts that are to be kept, by name."""
    return {name: value for name, value in facts.items() if name in keep}


def frozen_facts(facts: Mapping[str, Any]) -> Mapping[str, Any]:
    """The facts as an immutable mapping of plain values, with lists as tuples.

    Raises:
        TypeError: it is no mapping, or one of the facts is no plain value.
    """
    given: Any = facts
    if not isinstance(given, Mapping):
        raise TypeError(f"extra: a mapping of facts by name is wanted, not {short(given)}")
    found: dict[str, Any] = {}
    for key, value in given.items():
        name = plain_text(key)
        if type(name) is not str or not name.strip():
            raise TypeError(f"extra: the name of a fact is text, not {short(key)}")
        try:
            found[name] = _frozen_fact(value)
        except TypeError:
            wanted = f"{FACTS_WANTED} is wanted, not {short(value)}"
            raise TypeError(f"extra: {name}: {wanted}") from None
    return FrozenDict(found) if found else NO_FACTS


def is_fact(value: object) -> bool:
    """Whether `extra` may hold this value."""
    try:
        _frozen_fact(value)
    except TypeError:
        return False
    return True


def _frozen_fact(value: Any) -> Any:
    if isinstance(value, list | tuple):
        return tuple(map(_frozen_fact, value))
    if type(value) is bool or (type(value) is float and math.isfinite(value)):
        return value
    text = plain_text(value)
    if type(text) is str:
        return text
    whole = as_whole(value)
    if whole is None:
        raise TypeError
    return whole
