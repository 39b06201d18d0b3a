"""The slots of home-made parts, checked before a game: their fields, types and defaults."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import attrs

from ttrkit._text import kind_of, short
from ttrkit.engine.part_slots import COPIED
from ttrkit.engine.piles import declared_piles, open_fields
from ttrkit.engine.storable import can_change, faults_of_fields, fields_of


def faults_of_slot(who: str, slot: Any) -> Iterator[str]:
    """The faults of a part's slot that show without playing."""
    if not isinstance(slot, type):
        kind = kind_of(slot)
        yield f"{who}.slot is an instance of {kind}; right would be the class: slot = {kind}"
        return
    what = f"{who}: its slot {slot.__name__}"
    if "__attrs_attrs__" not in vars(slot):
        yield f"{what} is not an attrs class; right would be @attrs.define above its class"
        return
    if _is_frozen(slot):
        yield f"{what} is frozen, and nothing can change in it; right would be @attrs.define"
    fields = attrs.fields_dict(slot)
    for name, value in vars(slot).items():
        is_value = not callable(value) and not hasattr(value, "__get__")
        if is_value and not name.startswith("__") and name not in fields:
            yield (
                f'{what} has "{name}" without a type, so it is no field; '
                f"right would be {name}: {kind_of(value)} = {short(value)}"
            )
    piles = {spec.name for spec in declared_piles(slot)}
    yield from faults_of_fields(what, slot, piles)
    yield from _faults_of_defaults(what, slot, piles)


def _is_frozen(slot: type) -> bool:
    setter: Any = slot.__setattr__
    return getattr(setter, "__name__", "") == "_frozen_setattrs"


def _faults_of_defaults(what: str, slot: type, piles: set[str]) -> Iterator[str]:
    for field in attrs.fields(slot):
        if field.name in piles:
            continue
        default: Any = field.default
        if default is attrs.NOTHING:
            yield f'{what} has "{field.name}" without a default; right would be one'
        elif type(default) in COPIED:
            made = f"lambda: {short(default)}" if default else kind_of(default)
            yield (
                f'{what} has "{field.name}" with the default {short(default)}, which all games '
                f"would share; right would be attrs.field(factory={made})"
            )
    try:
        types = fields_of(slot)
    except NameError:
        return  # told already
    for name in open_fields(slot):
        changing = can_change(types[name])
        if changing is not None:
            yield f'{what} has "{name}" open to all, so it must not change: {changing}'
