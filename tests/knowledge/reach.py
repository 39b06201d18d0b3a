"""Everything that can be reached from an object: what it refers to, and what it computes."""

import gc
import inspect
from collections.abc import Mapping
from enum import Enum
from functools import cache
from types import (
    BuiltinFunctionType,
    CodeType,
    FunctionType,
    GetSetDescriptorType,
    MappingProxyType,
    MemberDescriptorType,
    MethodDescriptorType,
    ModuleType,
    WrapperDescriptorType,
)
from typing import Any

from ttrkit import Action, Cards, City, Cost, Payment, Route, Ticket
from ttrkit.hooks import Closing

ATOMS = (str, bytes, bytearray, int, float, Enum, ModuleType, CodeType, type(None))
"""Things that lead nowhere; modules and their globals can be imported anyway."""

FROZEN = (tuple, Action, Cards, Cost, Payment, Closing, City, Route, Ticket)
"""Things that never change if what they lead to does not."""

OWN = ("ttrkit", "tests")
"""The packages whose classes are followed."""

PLAIN = (
    BuiltinFunctionType,
    FunctionType,
    GetSetDescriptorType,
    MemberDescriptorType,
    MethodDescriptorType,
    WrapperDescriptorType,
    classmethod,
    staticmethod,
)
"""Attributes of a class that compute nothing when they are read."""

Settled = Mapping[int, tuple[str, object]]
"""Things that never change, by id, each with a name."""

LARGE = 1 << 32  # ids and hashes, which differ from object to object


class Reach:
    """Everything that can be reached from an object, each once, the nearest first.

    What is `settled` is not looked at again: see there. Nor is what things of some types lead to.
    """

    def __init__(
        self, start: object, settled: Settled | None = None, but: tuple[type, ...] = ()
    ) -> None:
        self._settled = settled or {}
        self.things = [start]
        self._leads_to: list[list[object]] = []
        self._came_from = {id(start): -1}
        for number, thing in enumerate(self.things):  # which grow
            children = [] if isinstance(thing, but) else _children(thing)
            self._leads_to.append(children)
            for each in children:
                place = id(each)
                if place not in self._came_from and place not in self._settled:
                    self._came_from[place] = number
                    self.things.append(each)

    def way_to(self, thing: object) -> str:
        """The types of the objects that lead to this one."""
        steps = [type(thing).__name__]
        while (number := self._came_from[id(thing)]) >= 0:
            thing = self.things[number]
            steps.append(type(thing).__name__)
        return " → ".join(reversed(steps))

    def told(self) -> list[tuple[str, list[object]]]:
        """Each object as its type, and the values or numbers of the objects that it leads to.

        It is equal for two things that are made alike.
        """
        nodes = [each for each in self.things if not isinstance(each, ATOMS)]
        number: dict[int, object] = {place: name for place, (name, _) in self._settled.items()}
        number |= {id(thing): n for n, thing in enumerate(nodes)}
        return [
            (
                type(thing).__qualname__,
                [number[id(each)] if id(each) in number else _value(each) for each in children],
            )
            for thing, children in zip(self.things, self._leads_to, strict=True)
            if not isinstance(thing, ATOMS)
        ]

    def settled(self) -> Settled:
        """All that can be reached and never changes: most of an engine."""
        found: dict[int, tuple[str, object]] = {}
        pairs = zip(self.things, self._leads_to, strict=True)
        pairs_of_frozen = [pair for pair in pairs if isinstance(pair[0], FROZEN)]
        leads_nowhere = (*ATOMS, type)
        before = -1
        while before < len(found):
            before = len(found)
            for thing, children in pairs_of_frozen:
                if id(thing) not in found and all(
                    isinstance(each, leads_nowhere) or id(each) in found for each in children
                ):
                    found[id(thing)] = (f"{type(thing).__name__} {hash(thing)}", thing)
        return found


def _value(atom: object) -> object:
    """What can be told of an atom; ids and hashes differ from object to object."""
    if isinstance(atom, int) and abs(atom) >= LARGE:
        return "large"
    return atom if type(atom) is int else repr(atom)


def _children(thing: Any) -> list[Any]:
    """What an object leads to: the fields, items and closures, and what its properties compute."""
    if isinstance(thing, ATOMS) or type(thing).__module__ == "typing":
        return []
    if isinstance(thing, FunctionType):  # not to the globals of its module
        kept = (thing.__closure__, thing.__defaults__, thing.__kwdefaults__, thing.__dict__)
        return [each for each in kept if each]
    if isinstance(thing, type):  # not to the subclasses
        return [*vars(thing).values(), *thing.__bases__] if _is_own(thing) else []
    if isinstance(thing, set | frozenset):
        return sorted(thing, key=repr)
    found = gc.get_referents(thing)
    if isinstance(thing, MappingProxyType):
        found += [*thing.values()]
    kind: Any = type(thing)
    if _is_own(kind):
        for name in _computed(kind):
            try:
                found.append(getattr(thing, name))
            except Exception:  # it cannot be read here
                continue
    return found


def _is_own(kind: type) -> bool:
    return kind.__module__.partition(".")[0] in OWN


@cache
def _computed(kind: type) -> tuple[str, ...]:
    """The names of the attributes that a class computes, such as properties."""
    found = []
    for name in dir(kind):
        static = inspect.getattr_static(kind, name)
        is_special = name.startswith("__") or isinstance(static, PLAIN)
        if hasattr(type(static), "__get__") and not is_special:
            found.append(name)
    return tuple(found)
