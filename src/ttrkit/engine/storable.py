"""The types of values that a record can hold, by their annotations.

Slots, the data of decisions, and actions are saved by type (`records.codec`). A type that JSON
cannot carry, or that does not say what it holds, is refused when the variant is built.
"""

from __future__ import annotations

import types
from collections import Counter, OrderedDict, defaultdict, deque
from collections.abc import Iterable, Iterator
from enum import Enum
from types import NoneType
from typing import Annotated, Any, Literal, Union, get_args, get_origin, get_type_hints

import attrs

from ttrkit.board import City, Route, Ticket
from ttrkit.payment import Cards, Cost, Payment

PLAIN = (bool, int, float, str, NoneType)
"""The types of JSON's own values."""
_OURS = (Route, Ticket, City, Cards, Cost, Payment)
_SEQUENCES = (list, deque)
_SETS = (set, frozenset)
_MAPPINGS = (dict, OrderedDict, defaultdict)
_EXAMPLES = {
    tuple: "tuple[int, ...]",
    list: "list[int]",
    set: "set[int]",
    frozenset: "frozenset[int]",
    deque: "deque[int]",
    dict: "dict[int, str]",
    OrderedDict: "OrderedDict[int, str]",
    defaultdict: "defaultdict[int, int]",
    Counter: "Counter[str]",
}
_UNCHANGING = {list: "tuple[{0}, ...]", deque: "tuple[{0}, ...]", set: "frozenset[{0}]"}
_ANY_OF = "numbers, text, tuples, lists, dicts or frozen attrs classes of them"


def in_words(kind: Any) -> str:
    """A type as it is written."""
    if kind is NoneType:
        return "None"
    return kind.__name__ if isinstance(kind, type) and not get_args(kind) else _short_names(kind)


def _short_names(kind: Any) -> str:
    text = repr(kind)
    for module in (
        "typing.",
        "collections.abc.",
        "collections.",
        f"{getattr(kind, '__module__', '')}.",
    ):
        text = text.replace(module, "")
    return text


def fields_of(kind: type) -> dict[str, Any]:
    """The fields of an attrs class, a dataclass or a NamedTuple, with their types.

    NameError if an annotation is text that names something which is not there at run time.
    """
    hints = get_type_hints(kind, include_extras=True)
    if attrs.has(kind):
        return {field.name: hints.get(field.name) for field in attrs.fields(kind)}
    return hints


def bare(kind: Any) -> Any:
    """The type behind an alias, a NewType or an annotation."""
    while True:
        if get_origin(kind) is Annotated:
            kind = get_args(kind)[0]
        elif hasattr(kind, "__supertype__"):
            kind = kind.__supertype__
        elif type(kind).__name__ == "TypeAliasType":
            kind = kind.__value__
        else:
            return NoneType if kind is None else kind


def why_not_storable(kind: Any, inside: tuple[Any, ...] = ()) -> str | None:
    """The reason why a record cannot hold values of this type, and what would be right."""
    kind = bare(kind)
    if kind in inside:  # a type that holds itself
        return None
    inside = (*inside, kind)
    origin, args = get_origin(kind), get_args(kind)
    if origin is None and kind in _EXAMPLES:
        return (
            f"{in_words(kind)} does not say what it holds; right would be {_EXAMPLES[kind]}"
            " or the like"
        )
    if kind in PLAIN or origin is Literal:
        return None
    if origin in (Union, types.UnionType):
        return _fault_of_union(kind, args, inside)
    if origin is tuple or origin in (*_SEQUENCES, *_SETS, *_MAPPINGS, Counter):
        found = (why_not_storable(arg, inside) for arg in args if arg is not ...)
        return next((fault for fault in found if fault is not None), None)
    if kind in (Any, object):
        name = "Any" if kind is Any else "object"
        return f"{name} does not say what it holds; right would be {_ANY_OF}"
    if not isinstance(kind, type):
        return f"{in_words(kind)} may be of several types; right would be {_ANY_OF}"
    if issubclass(kind, Enum) or kind in _OURS:
        return None
    if attrs.has(kind) or hasattr(kind, "__dataclass_fields__") or _is_named_tuple(kind):
        return _fault_of_fields(kind, inside)
    return f"JSON has no word for a {in_words(kind)}; right would be {_ANY_OF}"


def _is_named_tuple(kind: type) -> bool:
    return issubclass(kind, tuple) and hasattr(kind, "_fields")


def _fault_of_union(kind: Any, args: tuple[Any, ...], inside: tuple[Any, ...]) -> str | None:
    left = [arg for arg in map(bare, args) if arg is not NoneType]
    if all(arg in PLAIN for arg in left):
        return None
    if len(left) > 1:
        return (
            f"a record cannot tell the types of {in_words(kind)} apart; "
            "right would be one of them, or None"
        )
    return why_not_storable(left[0], inside)


def _fault_of_fields(kind: Any, inside: tuple[Any, ...]) -> str | None:
    if kind.__hash__ is None:
        return f"a {kind.__name__} can change, and copies would share it; right would be frozen"
    try:
        fields = fields_of(kind)
    except NameError as error:
        return _unknown_name(error)
    for name, its in fields.items():
        fault = "it has no type" if its is None else why_not_storable(its, inside)
        if fault is not None:
            return f'in {kind.__name__}, "{name}": {fault}'
    return None


def _unknown_name(error: NameError) -> str:
    return f"its type names {error.name}, which is not imported when the program runs"


def can_change(kind: Any) -> str | None:
    """The part of a type whose values can change, and the type that would be right instead."""
    kind = bare(kind)
    origin, args = get_origin(kind), get_args(kind)
    if origin in _UNCHANGING:
        return f"{in_words(kind)} can; right would be " + _UNCHANGING[origin].format(
            in_words(args[0])
        )
    if origin in (*_MAPPINGS, Counter):
        return f"{in_words(kind)} can; right would be a tuple of pairs"
    found = (can_change(arg) for arg in args if arg is not ... and origin is not Literal)
    return next((fault for fault in found if fault is not None), None)


def faults_of_fields(what: str, kind: type, known: Iterable[str] = ()) -> Iterator[str]:
    """The fields of an action, or of a slot, that a record cannot hold, in words.

    The types of `known` fields need not be written.
    """
    try:
        fields = fields_of(kind)
    except NameError as error:
        yield f"{what}: {_unknown_name(error)}"
        return
    for name, its in fields.items():
        if its is None and name not in known:
            yield f'{what} has "{name}" without a type; right would be {name}: int or the like'
        if its is None:
            continue
        fault = why_not_storable(its)
        if fault is not None:
            yield f'{what} has "{name}", but {fault}'
