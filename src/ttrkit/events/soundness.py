"""Whether an action is as its class makes it, or has been tampered with since."""

from enum import Enum
from types import NoneType

import attrs

from ttrkit.board.facts import FrozenDict

_PLAIN = (str, int, bool, float, bytes, NoneType)


def is_sound(action: object) -> bool:
    """Whether an action's fields are plain values, just as its class makes them.

    Asked when a check of the action has failed: if the action is sound, the check is at fault. An
    action of a class without attrs cannot be looked into, and counts as sound.
    """
    try:
        return not attrs.has(type(action)) or _is_plain(action)
    except Exception:  # a field is missing, or will not be looked at
        return False


def _is_plain(value: object) -> bool:
    kind = type(value)
    if kind in _PLAIN or issubclass(kind, Enum):
        return True
    if kind is FrozenDict:
        return all(map(_is_plain, value.items()))  # type: ignore[attr-defined]
    if kind is tuple:
        return all(map(_is_plain, value))  # type: ignore[call-overload]
    if not attrs.has(kind):
        return False
    fields = attrs.fields(kind)
    held = {field.name: getattr(value, field.name) for field in fields}
    if not all(map(_is_plain, held.values())):
        return False
    made = kind(**{field.alias: held[field.name] for field in fields if field.init})
    fresh = {name: getattr(made, name) for name in held}
    return fresh == held and all(type(fresh[name]) is type(held[name]) for name in held)
