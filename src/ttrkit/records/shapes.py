"""Shapes of values beyond JSON's own: sets, mappings by any key, enums by name, mixed types.

A set is written as a sorted list. A mapping by text or numbers is written as JSON has it, any other
as a list of pairs. The members of an enum are written by their values, or by their names if JSON
has no word for some value. `ttrkit.engine.storable` says which types there are.
"""

from __future__ import annotations

import json
import types
from collections import Counter, OrderedDict, defaultdict
from collections.abc import Callable
from enum import Enum
from typing import Any, Union, get_args, get_origin

import cattrs
from cattrs.cols import defaultdict_structure_factory

from ttrkit._text import short
from ttrkit.board import Route, Ticket
from ttrkit.engine import PLAIN

Hook = Callable[..., Any]


def add_shapes(converter: cattrs.Converter) -> None:
    """Teach a converter these shapes."""
    writing, reading = (
        converter.register_unstructure_hook_factory,
        converter.register_structure_hook_factory,
    )

    @writing(_is_set)
    def _(kind: Any) -> Hook:
        (item,) = get_args(kind)
        return lambda values: sorted(
            [converter.unstructure(value, unstructure_as=item) for value in values], key=_in_order
        )

    @writing(_is_paired)
    def _(kind: Any) -> Hook:
        key, item = _key_and_item(kind)
        write = converter.unstructure
        return lambda values: [
            [write(name, unstructure_as=key), write(value, unstructure_as=item)]
            for name, value in values.items()
        ]

    @reading(_is_paired)
    def _(kind: Any) -> Hook:
        key, item = _key_and_item(kind)
        empty = _empty(kind, converter)

        def read(pairs: Any, _: Any) -> Any:
            found = empty()
            for name, value in _pairs(pairs):
                found[converter.structure(name, key)] = converter.structure(value, item)
            return found

        return read

    converter.register_unstructure_hook_func(_is_named, lambda member: member.name)
    converter.register_structure_hook_func(_is_named, _member)
    converter.register_structure_hook_func(_is_mixed, _one_of)


def _in_order(written: Any) -> str:
    """A key to sort written values by, the same on every machine."""
    return json.dumps(written, sort_keys=True, default=str)


def _is_set(kind: Any) -> bool:
    return get_origin(kind) in (set, frozenset)


def _is_paired(kind: Any) -> bool:
    """Whether this is a mapping by keys that are no text and no numbers."""
    if get_origin(kind) not in (dict, OrderedDict, defaultdict, Counter):
        return False
    key = get_args(kind)[0]
    is_text = isinstance(key, type) and issubclass(key, str | int | float | Route | Ticket)
    return not is_text or key is bool


def _key_and_item(kind: Any) -> tuple[Any, Any]:
    key, *item = get_args(kind)
    return key, item[0] if item else int  # a Counter counts


def _empty(kind: Any, converter: cattrs.Converter) -> Callable[[], Any]:
    """A function that makes an empty mapping of this type."""
    origin: Any = get_origin(kind)
    if origin is not defaultdict:
        return origin  # type: ignore[no-any-return]
    read = defaultdict_structure_factory(kind, converter)
    return lambda: read({}, kind)


def _pairs(written: Any) -> list[Any]:
    is_list = isinstance(written, list)
    if not is_list or not all(isinstance(pair, list) and len(pair) == 2 for pair in written):
        raise TypeError(f"a list of pairs is wanted, not {short(written)}")
    return written  # type: ignore[no-any-return]


def _is_named(kind: Any) -> bool:
    """Whether this is an enum with a value that JSON has no word for."""
    if not isinstance(kind, type) or not issubclass(kind, Enum):
        return False
    return any(type(member.value) not in (str, int) for member in kind)


def _member(name: Any, kind: Any) -> Any:
    if not isinstance(name, str) or name not in kind.__members__:
        raise ValueError(f"{short(name)} is no {kind.__name__}")
    return kind[name]


def _is_mixed(kind: Any) -> bool:
    """Whether this is one of several of JSON's own types."""
    args = get_args(kind)
    is_union = get_origin(kind) in (Union, types.UnionType)
    return is_union and len(args) > 1 and all(arg in PLAIN for arg in args)


def _one_of(written: Any, kind: Any) -> Any:
    if type(written) not in get_args(kind):
        raise TypeError(f"{kind} is wanted, not {short(written)}")
    return written
