"""The definition of a variant as plain text, and the digest of it.

Two variants with the same definition play alike, so a record carries the definition, and variants
are equal by it. The settings of a part are what it would be pickled with: as a rule, its
attributes. They are written in a form that is the same on every machine and in every version of
Python:

- a whole number is whatever `operator.index` takes; mappings and sets are sorted;
- an enum member is written by its name; a class or a function by its name and whether it
  is home-made, so functions without a name (lambdas) look alike;
- attrs classes and dataclasses by the fields that they compare, any other object by what it would
  be pickled with, or by its attributes if it cannot be.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from collections.abc import Set as AbstractSet
from enum import Enum
from numbers import Real
from operator import index
from types import BuiltinFunctionType, FunctionType, ModuleType
from typing import Any

import attrs

from ttrkit._text import digest
from ttrkit.hooks import Part

MAX_TEXT = 200  # characters of a setting; a longer one is cut off, and ends with its digest
_NO_NUMBERS = {"name", "title", "board", "rules_version", "players", "deck", "parts"}
_ADDED = {"engine", "_slot_index"}  # to a part, by the engine


@attrs.frozen
class Definition:
    """The facts that make up a variant."""

    facts: Mapping[str, Any]
    """Players, numbers, deck and parts, as plain JSON types."""
    named: tuple[Any, ...]
    """The classes and functions that are in the facts by their name alone."""

    def names_the_same(self, other: Definition) -> bool:
        """Whether the same names stand for the same classes and functions in both."""
        return len(self.named) == len(other.named) and all(map(_is, self.named, other.named))


def define(fields: Mapping[str, Any]) -> Definition:
    """What a variant with these fields is made of, apart from its name, board and rules version."""
    writer = _Writer()
    facts = {
        "players": [index(number) for number in fields["players"]],
        **{name: index(number) for name, number in fields.items() if name not in _NO_NUMBERS},
        "deck": {colour.value: n for colour, n in fields["deck"].items()},
        "parts": [[writer.name(type(part)), writer.settings(part)] for part in fields["parts"]],
    }
    return Definition(facts, tuple(writer.named))


def digest_of(name: object, rules: object, board: object, facts: object) -> str:
    """The fingerprint of a variant: the digest of its name, rules version, board and definition."""
    import json

    text = json.dumps([name, rules, board, facts], sort_keys=True, separators=(",", ":"))
    return digest(text)


def _is(one: object, other: object) -> bool:
    return one is other


class _Writer:
    """Writes values as text, and notes the classes and functions that it writes by name."""

    def __init__(self) -> None:
        self.named: list[Any] = []
        self._inside: list[int] = []  # the objects that are being written, by id

    def settings(self, part: Part) -> dict[str, str]:
        """The settings of a part: what it would be pickled with, each as text."""
        args, attributes = _pickled(part)
        given = {str(place): arg for place, arg in enumerate(args)} | attributes
        found = {}
        for name in sorted(given.keys() - _ADDED):
            text = self.text(given[name])
            if len(text) > MAX_TEXT:
                text = f"{text[: MAX_TEXT // 2]}… #{digest(text)}"
            found[name] = text
        return found

    def name(self, thing: Any) -> str:
        """A class or function by its name, and whether it is ours; modules may change."""
        self.named.append(thing)
        module = thing.__module__ or ""
        if module == "builtins" or module.startswith("ttrkit."):
            return str(thing.__qualname__)
        return f"{thing.__qualname__} (home-made)"

    def text(self, value: Any) -> str:
        """A value as text."""
        if value is None or isinstance(value, bool):
            return str(value)
        if isinstance(value, Enum):
            return f"{self.name(type(value))}.{value.name or value.value}"
        if isinstance(value, str):
            return _quoted(value)
        if isinstance(value, bytes | bytearray):
            return repr(bytes(value))
        whole = _whole(value)
        if whole is not None:
            return str(whole) if whole.bit_length() < MAX_TEXT else hex(whole)
        if isinstance(value, Real):
            return repr(float(value))
        if isinstance(value, type | FunctionType | BuiltinFunctionType):
            return self.name(value)
        if isinstance(value, ModuleType):
            return value.__name__
        if id(value) in self._inside:
            return "…"  # it holds itself
        self._inside.append(id(value))
        try:
            return self._compound(value)
        finally:
            self._inside.pop()

    def _compound(self, value: Any) -> str:
        if isinstance(value, Mapping):
            pairs = sorted((self.text(key), self.text(item)) for key, item in value.items())
            return f"{{{', '.join([f'{key}: {item}' for key, item in pairs])}}}"
        if isinstance(value, AbstractSet):
            return f"{{{', '.join(sorted(map(self.text, value)))}}}"
        if isinstance(value, Sequence):
            return f"[{', '.join(map(self.text, value))}]"
        kind = type(value)
        args: Sequence[Any] = ()
        if attrs.has(kind) and not isinstance(value, Part):
            attributes = {f.name: getattr(value, f.name) for f in attrs.fields(kind) if f.eq}
        elif hasattr(kind, "__dataclass_fields__"):
            from dataclasses import fields

            attributes = {f.name: getattr(value, f.name) for f in fields(kind) if f.compare}
        else:
            args, attributes = _pickled(value)
        inside = [self.text(arg) for arg in args]
        inside += [f"{name}={self.text(given)}" for name, given in sorted(attributes.items())]
        return f"{self.name(kind)}({', '.join(inside)})"


def _quoted(text: str) -> str:
    """The text in quotes; unlike `repr`, the same whichever characters Python knows."""
    import json

    return json.dumps(str.__str__(text), ensure_ascii=False)


def _whole(value: Any) -> int | None:
    try:
        return index(value)
    except TypeError:
        return None


def _pickled(value: Any) -> tuple[list[Any], dict[str, Any]]:
    """What an object would be pickled with: arguments and attributes."""
    try:
        reduced: Any = value.__reduce_ex__(2)
    except Exception:  # it cannot be pickled
        return [], dict(getattr(value, "__dict__", {}))
    if isinstance(reduced, str):
        return [reduced], {}
    state = reduced[2] if len(reduced) > 2 else None
    rest = [arg for arg in reduced[1] if arg is not type(value)]
    attributes: dict[str, Any] = {}
    for each in state if isinstance(state, tuple) else (state,):
        if isinstance(each, dict):
            attributes.update({str(name): item for name, item in each.items()})
        elif each is not None:
            rest.append(each)
    return rest, attributes
