"""The codec: actions, outcomes and slots to and from plain JSON types, through cattrs.

There is one codec per engine. It knows the board's routes and tickets by id, and every kind of
action of the variant's parts and decisions, home-made ones included.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Mapping
from enum import Enum
from operator import index
from typing import TYPE_CHECKING, Any, get_type_hints
from weakref import WeakKeyDictionary

import attrs
import cattrs
from cattrs.errors import ForbiddenExtraKeysError
from cattrs.gen import make_dict_structure_fn, make_dict_unstructure_fn

from ttrkit._text import short, whole
from ttrkit.board import Route, Ticket
from ttrkit.colours import Colour
from ttrkit.engine import declared_piles
from ttrkit.errors import CodecError
from ttrkit.events import Action, Outcome, Unseen
from ttrkit.payment import Cards, Cost, Payment, as_cards
from ttrkit.records.shapes import add_shapes

if TYPE_CHECKING:
    from ttrkit.engine import Engine

_MISFITS = (ValueError, TypeError, LookupError, AttributeError, OverflowError, RecursionError)
MAX_DIGITS = 20  # of a number that is the key of a mapping: 64 bits, and a sign
MAX_CARDS = 20  # in a pending cost, on any board: more would have too many ways to pay


def codec_of(engine: Engine) -> Codec:
    """The codec of an engine, made on first use."""
    codec = _CODECS.get(engine)
    if codec is None:
        codec = _CODECS[engine] = Codec(engine)
    return codec


class Codec:
    """Encodes and decodes the actions, outcomes, decision data and slots of one variant."""

    def __init__(self, engine: Engine) -> None:
        self._actions = {kind.__name__: kind for kind in (*action_kinds(engine), Unseen)}
        self._outcomes = {kind.__name__: kind for kind in Outcome.__subclasses__()}
        board = engine.board
        converter = cattrs.Converter(  # stops at the first fault: there may be millions
            forbid_extra_keys=True, omit_if_default=True, detailed_validation=False
        )
        add_shapes(converter)
        converter.register_unstructure_hook(Route, lambda route: route.id)
        converter.register_unstructure_hook(Ticket, lambda ticket: ticket.id)
        converter.register_unstructure_hook(Cards, _counts)
        converter.register_unstructure_hook(Colour, lambda colour: colour.value)
        converter.register_structure_hook(Route, lambda id_, _: board.route_by_id(_text(id_)))
        converter.register_structure_hook(Ticket, lambda id_, _: board.ticket_by_id(_text(id_)))
        converter.register_structure_hook(Cards, lambda counts, _: as_cards(_mapping(counts)))
        converter.register_structure_hook(Colour, lambda name, _: Colour(_text(name)))
        converter.register_structure_hook(int, lambda number, kind: kind(_number(number)))
        converter.register_structure_hook(bool, lambda value, _: _truth(value))
        converter.register_structure_hook(str, lambda text, kind: kind(_text(text)))
        converter.register_structure_hook(
            Payment, lambda paid, _: Payment(*(as_cards(_mapping(purse)) for purse in paid))
        )
        converter.register_unstructure_hook(
            Payment, lambda paid: [_counts(paid.cards), _counts(paid.shared)]
        )
        converter.register_unstructure_hook(
            Cost, make_dict_unstructure_fn(Cost, converter, _cattrs_omit_if_default=False)
        )
        converter.register_structure_hook_func(lambda kind: kind is Cost, self._cost)
        self._structure_cost = make_dict_structure_fn(
            Cost, converter, _cattrs_forbid_extra_keys=True, _cattrs_detailed_validation=False
        )
        self._most_cards = max([MAX_CARDS, *(r.length + r.tunnel for r in board.routes)])
        self._converter = converter

    def _cost(self, written: Any, _: Any) -> Cost:
        cost: Cost = self._structure_cost(written, Cost)
        if not 0 <= cost.size <= self._most_cards or len(set(cost.colours)) < len(cost.colours):
            raise ValueError("nothing costs that")
        return cost

    def encode(self, thing: Action | Outcome) -> list[Any]:
        """An action or outcome as its kind, and its fields that differ from their defaults."""
        fields = self._converter.unstructure(thing)
        return [type(thing).__name__, fields] if fields else [type(thing).__name__]

    def decode_action(self, written: Any) -> Action:
        """Decode an action."""
        action: Action = self._decode(written, self._actions, "action")
        return action

    def decode_outcome(self, written: Any) -> Outcome:
        """Decode an outcome."""
        outcome: Outcome = self._decode(written, self._outcomes, "outcome")
        return outcome

    def _decode(self, written: Any, kinds: Mapping[str, type[Any]], what: str) -> Any:
        if not isinstance(written, list) or len(written) not in (1, 2):
            raise CodecError(f"an {what} is written as [kind, fields], not {short(written)}")
        kind = kinds.get(written[0]) if isinstance(written[0], str) else None
        if kind is None:
            raise CodecError(f"no {what} of this variant is called {short(written[0])}")
        fields = written[1] if len(written) == 2 else {}
        if not isinstance(fields, dict):
            raise CodecError(f"the fields of {written[0]} are a mapping, not {short(fields)}")
        return self.structure(fields, kind)

    def structure(self, written: Any, kind: Any) -> Any:
        """Decode a value of this type; CodecError says what does not fit."""
        try:
            return self._converter.structure(written, kind)
        except KeyError as error:
            raise CodecError(f"{short(written)}: {error!s:.300} is missing") from None
        except ForbiddenExtraKeysError as error:
            extra = ", ".join(sorted(map(short, error.extra_fields)))
            raise CodecError(f"{short(written)}: unknown: {extra:.300}") from None
        except _MISFITS as error:
            raise CodecError(f"{short(written)}: {error!s:.300}") from None

    def plain(self, value: Any, kind: Any = None) -> Any:
        """A value of this type as plain JSON types."""
        return plain(self._converter.unstructure(value, unstructure_as=kind))

    # The parts' slots ----------------------------------------------------------------------

    def encode_slot(self, slot: Any) -> dict[str, Any]:
        """A part's slot as plain JSON types, field by field."""
        hints = _types_of(type(slot))
        return {
            field.name: self.plain(getattr(slot, field.name), hints[field.name])
            for field in attrs.fields(type(slot))
        }

    def decode_slot(self, written: Any, kind: type[Any]) -> Any:
        """Decode a part's slot."""
        names = [field.name for field in attrs.fields(kind)]
        if sorted(_mapping(written)) != sorted(names):
            raise CodecError(f"{kind.__name__} has the fields {', '.join(names)}")
        hints = _types_of(kind)
        slot = object.__new__(kind)
        for field in attrs.fields(kind):
            value = self.structure(written[field.name], hints[field.name])
            setattr(slot, field.name, _as_long_as(field, value))
        return slot


_CODECS: WeakKeyDictionary[Engine, Codec] = WeakKeyDictionary()


def action_kinds(engine: Engine) -> tuple[type[Action], ...]:
    """Every kind of action that a variant's parts and decisions accept."""
    of_parts = [kind for part in engine.parts for kind in part.actions]
    of_decisions = [kind for each in engine.decisions.values() for kind in each.actions]
    return tuple(dict.fromkeys(of_parts + of_decisions))


def plain(value: Any) -> Any:
    """The value as JSON has it: tuples and sets as lists, keys as text, no subclasses."""
    kind = type(value)
    if kind in _PLAIN:
        return value
    if isinstance(value, dict):
        return {str(key): plain(item) for key, item in value.items()}
    if isinstance(value, tuple | list):
        return [plain(item) for item in value]
    if isinstance(value, set | frozenset):
        return sorted(map(plain, value))
    if isinstance(value, Enum):
        return plain(value.value)
    if isinstance(value, str):
        return str.__str__(value)
    if isinstance(value, float):
        return float(value)
    try:
        return index(value)
    except TypeError:
        raise CodecError(f"JSON has no word for {short(value)}, a {kind.__name__}") from None


_PLAIN = (str, int, bool, float, type(None))


def _number(number: Any) -> int:
    """A whole number; a key of a mapping is text, and may have a sign."""
    is_key = isinstance(number, str) and number.isascii() and len(number) <= MAX_DIGITS
    if is_key and number.removeprefix("-").isdigit():
        return int(number)
    return whole(number)


def _types_of(slot: type) -> dict[str, Any]:
    """The types of a slot's fields; those of piles need not be written."""
    piles = {
        spec.name: list[int] if spec.per == "game" else list[list[int]]
        for spec in declared_piles(slot)
    }
    return {**piles, **get_type_hints(slot)}


def _as_long_as(field: attrs.Attribute[Any], value: Any) -> Any:
    """The value; a deque is as long as the field's default may grow."""
    default: Any = field.default
    if type(value) is deque and hasattr(default, "factory"):
        return deque(value, getattr(default.factory(), "maxlen", None))
    return value


def _counts(cards: Cards) -> dict[str, int]:
    return {colour.value: n for colour, n in cards.items()}


def _truth(value: Any) -> bool:
    if not isinstance(value, bool):
        raise TypeError(f"true or false is wanted, not {short(value)}")
    return value


def _text(text: Any) -> str:
    if not isinstance(text, str):
        raise TypeError(f"text is wanted, not {short(text)}")
    return text


def _mapping(mapping: Any) -> dict[str, Any]:
    if not isinstance(mapping, dict):
        raise TypeError(f"a mapping is wanted, not {short(mapping)}")
    return mapping
