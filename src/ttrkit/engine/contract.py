"""The contract of home-made parts, as far as it can be checked before a game, in words.

Parts are checked when a variant is made, and their decisions when they are bound. Both happen once,
and cost a game nothing. What comes back from hooks is checked by `ttrkit.testing`.
"""

from __future__ import annotations

import inspect
from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import cache
from types import CodeType, FunctionType
from typing import TYPE_CHECKING, Any
from weakref import WeakSet

from ttrkit._text import kind_of, nearest, short
from ttrkit.engine.slot_checks import faults_of_slot
from ttrkit.engine.storable import faults_of_fields, why_not_storable
from ttrkit.errors import VariantError
from ttrkit.events import Action
from ttrkit.hooks import HOOKS, Decision, Part

if TYPE_CHECKING:
    from ttrkit.engine.engine import Engine

TEXTS = ("labels", "keywords", "seat_fields", "team_fields")
KINDS = ("actions", "learns_from")
DECLARED = (*TEXTS, *KINDS, "joins", "slot")
ANSWERS = ("options", "check", "resolve")  # the methods of a decision that is asked
ALIKE = 0.75  # how alike a misspelt name is to the right one


def is_ours(kind: type) -> bool:
    """Whether a class is one of ttrkit: types and tests hold those to the contract."""
    return kind.__module__.startswith("ttrkit.")


def refuse(variant: str, faults: Sequence[str]) -> None:
    """Raise VariantError with these faults, if there are any."""
    if len(faults) == 1:
        raise VariantError(f"{variant}: {faults[0]}")
    if faults:
        lines = "".join(f"\n  - {fault}" for fault in faults)
        raise VariantError(f"{variant}: {len(faults)} faults{lines}")


# Parts -----------------------------------------------------------------------------------------


def check_parts(variant: str, parts: Iterable[Part]) -> None:
    """Check home-made parts; VariantError names every fault, and what would be right."""
    found = {}
    for part in parts:
        if type(part) not in _SOUND and not is_ours(type(part)):
            faults = list(faults_of_part(part))
            found.update(dict.fromkeys(faults))
            if not faults and _declares_on_its_class(part):
                _SOUND.add(type(part))
    refuse(variant, list(found))


_SOUND: WeakSet[type] = WeakSet()  # the classes that need no second look


def _declares_on_its_class(part: Part) -> bool:
    return vars(part).keys().isdisjoint((*DECLARED, *HOOKS))


def faults_of_part(part: Part) -> Iterator[str]:
    """The faults of a part that show without playing."""
    kind = type(part)
    who = kind.__name__
    yield from _faults_of_names(kind)
    for hook in HOOKS:
        yield from _faults_of_method(who, kind, Part, hook)
    for name in TEXTS:
        yield from _faults_of_texts(f"{who}.{name}", getattr(part, name))
    declared = list(_faults_of_kinds(f"{who}.actions", part.actions))
    yield from declared
    yield from _faults_of_kinds(f"{who}.learns_from", part.learns_from)
    if not declared:
        yield from _faults_of_actions(part)
    yield from _faults_of_joins(part)
    if part.slot is not None:
        yield from faults_of_slot(who, part.slot)


def _homes(kind: type) -> list[type]:
    """The home-made classes that a class is made of."""
    return [base for base in kind.__mro__[:-1] if not is_ours(base)]


def _defined_in(kind: type, name: str) -> type | None:
    return next((base for base in kind.__mro__ if name in vars(base)), None)


def _names_in(code: CodeType) -> Iterator[str]:
    """The attributes and globals that a function names."""
    yield from code.co_names
    for constant in code.co_consts:
        if isinstance(constant, CodeType):
            yield from _names_in(constant)


def _used_by(kind: type) -> set[str]:
    """The names that the home-made methods of a class use."""
    members = [member for base in _homes(kind) for member in vars(base).values()]
    functions = [getattr(member, "__func__", getattr(member, "fget", member)) for member in members]
    codes = [function.__code__ for function in functions if isinstance(function, FunctionType)]
    return {name for code in codes for name in _names_in(code)}


def _faults_of_names(kind: type[Part]) -> Iterator[str]:
    """Hooks and declarations that are misspelt; and a slot that is asked for, but not named."""
    used = _used_by(kind)
    if kind.slot is None and "slot_of" in used:
        yield (
            f"{kind.__name__} asks slot_of(state), but names no slot; "
            "right would be slot = …, an attrs class with its fields"
        )
    ours = {name for base in kind.__mro__ if is_ours(base) for name in vars(base)}
    others = []
    has_fault = False
    for base in _homes(kind):
        for name, member in vars(base).items():
            if name.startswith("_") or name in ours or name in used:
                continue
            is_method = isinstance(member, FunctionType)
            right = nearest(name, HOOKS if is_method else DECLARED, ALIKE)
            if right is not None:
                what = "is no hook" if is_method else "is nothing that a part declares"
                yield f"{kind.__name__}.{name} {what}; did you mean {right}?"
                has_fault = True
            elif is_method:
                others.append(name)
    answers = any(_defined_in(kind, hook) not in _THEMES for hook in HOOKS)
    if others and not answers and not has_fault:
        none = f"{others[0]} is none" if len(others) == 1 else f"{', '.join(others)} are none"
        yield f"{kind.__name__} answers no hook, so it does nothing; {none} (see ttrkit.hooks)"


_THEMES = Part.__bases__


@cache
def _call_of(owner: type, name: str) -> tuple[list[str], list[str]]:
    """The parameters with which a method is called: by position, self included, and by name."""
    given = inspect.signature(getattr(owner, name)).parameters.values()
    by_name = [each.name for each in given if each.kind is each.KEYWORD_ONLY]
    return [each.name for each in given if each.name not in by_name], by_name


def _in_brackets(owner: type, name: str) -> str:
    by_position, by_name = _call_of(owner, name)
    return f"({', '.join([*by_position, *(['*', *by_name] if by_name else [])])})"


def _faults_of_method(who: str, kind: type, owner: type, name: str) -> Iterator[str]:
    """A hook, or a method of a decision, that cannot be called as it must be."""
    home = _defined_in(kind, name)
    if home is None or is_ours(home):
        return
    member = vars(home)[name]
    called = _in_brackets(owner, name)
    if not callable(member) and not isinstance(member, staticmethod | classmethod):
        yield f"{who}.{name} is {_shown(member)}, not a method; right would be: def {name}{called}"
        return
    if inspect.iscoroutinefunction(member):
        yield f"{who}.{name} is async, and would never be run; right would be a plain def"
    if not isinstance(member, FunctionType):
        return
    signature = inspect.signature(member)
    by_position, by_name = _call_of(owner, name)
    takes = [each.lstrip("_") for each in signature.parameters]
    moved = [p for p, each in enumerate(takes) if each in by_position[:p] + by_position[p + 1 :]]
    try:
        signature.bind(*by_position, **dict.fromkeys(by_name))
    except TypeError:
        moved = [0]
    if moved:
        names = ", ".join(str(each).partition(":")[0] for each in signature.parameters.values())
        yield f"{who}.{name} takes ({names}), but it is called with {called}"


def _shown(value: object) -> str:
    plain = value is None or isinstance(value, str | int | float | tuple | list | dict | set)
    return short(value) if plain else f"a {kind_of(value)}"


def _faults_of_texts(what: str, given: object) -> Iterator[str]:
    name = what.rpartition(".")[2]
    if isinstance(given, str):
        yield f"{what} is {given!r}, which is text; right would be {name} = ({given!r},)"
    elif not isinstance(given, tuple | list) or not all(isinstance(each, str) for each in given):
        yield f'{what} is {_shown(given)}; right would be a tuple of text, such as ("night train",)'


def _faults_of_kinds(what: str, given: object) -> Iterator[str]:
    name = what.rpartition(".")[2]
    if isinstance(given, type):
        yield f"{what} is the class {given.__name__}; right would be {name} = ({given.__name__},)"
    elif not isinstance(given, tuple | list):
        yield f"{what} is {_shown(given)}; right would be a tuple of classes of actions"
    else:
        for each in given:
            if isinstance(each, Action):
                yield (
                    f"{what} holds {short(each)}, which is no kind of action; "
                    f"right would be the class: {name} = ({kind_of(each)},)"
                )
            elif not isinstance(each, type) or not issubclass(each, Action):
                yield (
                    f"{what} holds {getattr(each, '__name__', short(each))}, which is no kind of "
                    "action; right would be a subclass of ttrkit.Action"
                )


def _faults_of_actions(part: Part) -> Iterator[str]:
    kind = type(part)
    who = kind.__name__
    for action in part.actions:
        yield from faults_of_action(who, action)
    for hook in ("check", "perform"):
        has_it = _defined_in(kind, hook) not in _THEMES
        if part.actions and not has_it:
            called = f"right would be: def {hook}{_in_brackets(Part, hook)}"
            yield f"{who} declares actions, but has no {hook}; {called}"
        elif has_it and not part.actions:
            yield f"{who} answers {hook}, but declares no actions; right would be actions = (…,)"


def _faults_of_joins(part: Part) -> Iterator[str]:
    """The faults of answers to the decisions of others."""
    kind = type(part)
    who = kind.__name__
    given: Any = part.joins
    if not isinstance(given, Mapping):
        right = 'right would be joins = {"next card": (…,)}'
        yield f"{who}.joins is {_shown(given)}; {right}"
        return
    for name, kinds in given.items():
        faults = list(_faults_of_kinds(f'{who}.joins["{name}"]', kinds))
        yield from faults
        for action in kinds if not faults else ():
            yield from faults_of_action(who, action)
    for hook in ("list_answers", "check_answer", "perform_answer"):
        if given and _defined_in(kind, hook) in _THEMES:
            called = f"right would be: def {hook}{_in_brackets(Part, hook)}"
            yield f"{who} declares joins, but has no {hook}; {called}"


def faults_of_action(who: str, kind: Any) -> Iterator[str]:
    """The faults of a kind of action that show without playing."""
    if is_ours(kind):
        return
    what = f"{who}: its action {kind.__name__}"
    if "__attrs_attrs__" not in vars(kind):
        yield f"{what} is not an attrs class; right would be @attrs.frozen above its class"
    elif kind.__hash__ is None:
        yield f"{what} is not frozen; right would be @attrs.frozen above its class"
    else:
        yield from faults_of_fields(what, kind)


# Decisions -------------------------------------------------------------------------------------


def declared_decisions(engine: Engine) -> list[Decision]:
    """The decisions that the parts declare; VariantError names every fault of home-made ones."""
    faults: list[str] = []
    declared: list[Decision] = []
    kinds: dict[str, type[Action]] = {}
    for part in engine.parts:
        who = type(part).__name__
        own, wrong = _declared_by(part)
        declared += own
        faults += wrong
        for decision in own:
            if not is_ours(type(decision)):
                faults += faults_of_decision(who, decision)
        if not faults:
            faults += _faults_of_namesakes(part, own, kinds)
    for part in engine.parts if not faults else ():
        faults += _forgotten(part, declared)
    refuse(engine.variant.name, list(dict.fromkeys(faults)))
    return declared


def _declared_by(part: Part) -> tuple[list[Decision], list[str]]:
    """The decisions that a part declares, and what is wrong with the answer."""
    given: Any = part.decisions()
    items = list(given) if isinstance(given, Iterable) else [given]
    found = [each for each in items if isinstance(each, Decision)]
    if len(found) == len(items) and isinstance(given, Iterable):
        return found, []
    said = f"{type(part).__name__}.decisions: it returned {short(given)}"
    return found, [f"{said}; right would be a tuple of decisions"]


def _faults_of_namesakes(
    part: Part, decisions: Iterable[Decision], known: dict[str, type[Action]]
) -> Iterator[str]:
    """Kinds of action with a name that another kind has."""
    for kind in (*part.actions, *(kind for each in decisions for kind in each.actions)):
        if known.setdefault(kind.__name__, kind) is not kind:
            yield (
                f"{type(part).__name__}: its action {kind.__name__} has the name of another kind "
                "of action, and a record could not tell them apart; right would be another name"
            )


def _forgotten(part: Part, declared: Sequence[Decision]) -> Iterator[str]:
    """The decisions that a part has made, and no part declares."""
    for name, value in vars(part).items():
        if isinstance(value, Decision) and all(value is not each for each in declared):
            yield (
                f"{type(part).__name__}: its attribute {name} is a decision that no part declares; "
                f"right would be: def decisions(self): return (self.{name},)"
            )


def faults_of_decision(who: str, decision: Decision) -> Iterator[str]:
    """The faults of a decision that show without playing."""
    kind = type(decision)
    name = getattr(decision, "name", None)
    if not isinstance(name, str) or not name:
        yield (
            f"{who}: its decision {kind.__name__} has no name; right would be name = …, "
            "text that no other decision has"
        )
        return
    what = f'{who}: its decision "{name}"'
    for method in ("enter", *ANSWERS):
        yield from _faults_of_method(f"{who}: {kind.__name__}", kind, Decision, method)
    asks = [each for each in ANSWERS if _defined_in(kind, each) is not Decision]
    if asks or _defined_in(kind, "enter") is Decision:
        for method in ANSWERS:
            if method not in asks:
                called = f"right would be: def {method}{_in_brackets(Decision, method)}"
                yield f"{what} has no {method}; {called}"
    declared = list(_faults_of_kinds(f"{who}: {kind.__name__}.actions", decision.actions))
    yield from declared
    if not declared:
        for action in decision.actions:
            yield from faults_of_action(who, action)
    fault = why_not_storable(decision.data_type)
    if fault is not None:
        yield f'{who}: the data of its decision "{name}": {fault}'
