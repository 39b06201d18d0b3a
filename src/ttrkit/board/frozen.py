"""`FrozenDict`: an immutable mapping, for the tables of a board."""

from collections.abc import Iterator, Mapping
from typing import Any, TypeVar

from ttrkit._text import short

_K = TypeVar("_K")
_V = TypeVar("_V")


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


def frozen_dict(items: Mapping[Any, Any]) -> Mapping[Any, Any]:
    """The mapping as an immutable one."""
    if not isinstance(items, Mapping):
        raise TypeError(f"scoring and the like of a board are mappings, not {short(items)}")
    return items if isinstance(items, FrozenDict) else FrozenDict(items)
