"""Every type that a slot may have comes back from JSON as it was; others are refused in words."""
# mypy: disable-error-code="valid-type, type-arg"

import json
from collections import Counter, OrderedDict, defaultdict, deque
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from enum import Enum, Flag, IntEnum
from typing import Any, Literal, NamedTuple, NewType, Optional

import attrs
import hypothesis.strategies as st
import pytest
from hypothesis import given

import ttrkit
from ttrkit.engine.part_slots import SlotLayout
from ttrkit.engine.storable import why_not_storable
from ttrkit.errors import CodecError
from ttrkit.parts import Part, card_pile, open_field
from ttrkit.records.codec import codec_of
from ttrkit.testing import snapshot

USA = ttrkit.get_variant("usa")
BOARD = USA.board
CODEC = codec_of(USA.engine)


class Terrain(Enum):
    """Values that JSON has no word for."""

    HILL = (1, 2)
    LAKE = (3,)


class Level(IntEnum):
    """Values that are numbers."""

    LOW = 1
    HIGH = 2


class Trait(Flag):
    """Values that can be combined."""

    FAST = 1
    SAFE = 2


@attrs.frozen
class Share:
    """A frozen attrs class."""

    company: str
    lots: frozenset[tuple[int, int]] = frozenset()


@dataclass(frozen=True)
class Point:
    """A frozen dataclass."""

    x: int = 0


class Pair(NamedTuple):
    """A named tuple."""

    one: int
    more: tuple[str, ...] = ()


Number = NewType("Number", int)


def back(value: Any, kind: Any) -> Any:
    """The value, written and read again."""
    return CODEC.structure(json.loads(json.dumps(CODEC.plain(value, kind))), kind)


SCALARS = st.sampled_from(
    [
        (int, st.integers(-(10**8), 10**8)),
        (str, st.text(max_size=5)),
        (bool, st.booleans()),
        (float, st.floats(allow_nan=False, allow_infinity=False)),
        (Terrain, st.sampled_from(Terrain)),
        (Level, st.sampled_from(Level)),
        (ttrkit.Colour, st.sampled_from(ttrkit.Colour)),
        (ttrkit.Route, st.sampled_from(BOARD.routes)),
        (ttrkit.Ticket, st.sampled_from(BOARD.tickets)),
        (Point, st.builds(Point, st.integers())),
        (Share, st.builds(Share, st.text(max_size=3), st.just(frozenset({(1, 2), (0, 5)})))),
        (Pair, st.builds(Pair, st.integers(), st.just(("a",)))),
    ]
)


def nested(inner: st.SearchStrategy[Any]) -> st.SearchStrategy[Any]:
    """Types made of other types, each with its values."""

    def around(pair: tuple[Any, Any]) -> st.SearchStrategy[Any]:
        kind, values = pair
        few = st.lists(values, max_size=3)
        return st.sampled_from(
            [
                (tuple[kind, ...], few.map(tuple)),
                (tuple[kind, int], st.tuples(values, st.integers(0, 9))),
                (frozenset[kind], few.map(frozenset)),
                (Optional[kind], st.none() | values),  # noqa: UP045
            ]
        )

    return inner.flatmap(around)


HASHABLE = st.recursive(SCALARS, nested, max_leaves=4)


def outermost(pair: tuple[Any, Any]) -> st.SearchStrategy[Any]:
    """The types of fields that may change as well."""
    kind, values = pair
    few = st.lists(values, max_size=3)
    by_number = st.dictionaries(st.integers(-9, 9), values, max_size=3)
    return st.sampled_from(
        [
            (kind, values),
            (list[kind], few),
            (set[kind], few.map(set)),
            (deque[kind], few.map(deque)),
            (dict[int, kind], by_number),
            (
                dict[int, dict[int, kind]],
                st.dictionaries(st.integers(-(10**18), 10**18), by_number, max_size=2),
            ),
            (dict[kind, int], st.dictionaries(values, st.integers(), max_size=3)),
            (Counter[kind], few.map(Counter)),
            (OrderedDict[int, kind], by_number.map(OrderedDict)),
        ]
    )


@given(st.data())
def test_a_type_that_is_accepted_comes_back(data: st.DataObject) -> None:
    """Tuples of any depth, frozensets, enums, attrs classes, dicts by anything."""
    kind, values = data.draw(HASHABLE.flatmap(outermost), label="type")
    value = data.draw(values, label="value")
    assert why_not_storable(kind) is None
    again = back(value, kind)
    assert again == value
    assert type(again) is type(value)


@pytest.mark.parametrize(
    ("kind", "value"),
    [
        (Trait, Trait.FAST | Trait.SAFE),
        (Number, 3),
        (int | str, "1"),
        (int | str, 1),
        (str | bool | None, True),
        (Literal["a", 1], 1),
        (tuple[()], ()),
        (dict[bool, int], {True: 1}),
        (dict[Level, int], {Level.LOW: 3}),
        (defaultdict[int, list[int]], defaultdict(list, {1: [2]})),
        (defaultdict[tuple[int, int], list[int]], defaultdict(list, {(1, 2): [2]})),
        (ttrkit.Cards, ttrkit.cards(red=1)),
        (dict[ttrkit.Cards, int], {ttrkit.cards(red=1): 1}),
        (ttrkit.City, BOARD.cities[0]),
        (ttrkit.Cost | None, ttrkit.Cost(3, (ttrkit.Colour.RED,))),
        (tuple[ttrkit.Payment, ...], (ttrkit.Payment(ttrkit.cards(red=1)),)),
    ],
)
def test_rarer_types_come_back_too(kind: Any, value: Any) -> None:
    """And a defaultdict knows what to begin with."""
    assert why_not_storable(kind) is None
    again = back(value, kind)
    assert (again, type(again)) == (value, type(value))
    if isinstance(again, defaultdict):
        assert again["new"] == []


@pytest.mark.parametrize(
    ("kind", "said"),
    [
        (tuple, "tuple does not say what it holds; right would be tuple[int, ...] or the like"),
        (dict[int, list], "list does not say what it holds; right would be list[int] or the like"),
        (Any, "Any does not say what it holds; right would be numbers, text"),
        (tuple[object, ...], "object does not say what it holds; right would be numbers, text"),
        (bytes, "JSON has no word for a bytes; right would be numbers, text"),
        (Part, "JSON has no word for a Part; right would be numbers, text"),
        (int | Point | Share, "a record cannot tell the types of int | "),
        (Sequence[int], "Sequence[int] may be of several types; right would be numbers, text"),
        (Mapping[int, int], "Mapping[int, int] may be of several types; right would be"),
        (attrs.make_class("Loose", ["x"]), "a Loose can change, and copies would share it"),
        (attrs.make_class("Bare", ["x"], frozen=True), 'in Bare, "x": it has no type'),
    ],
    ids=str,
)
def test_a_type_that_cannot_be_held_is_refused(kind: Any, said: str) -> None:
    """The reason, and what would be right."""
    assert (why_not_storable(kind) or "").startswith(said)


@pytest.mark.parametrize(
    ("kind", "written"),
    [
        (dict[tuple[int, int], int], {"(1, 2)": 3}),
        (dict[tuple[int, int], int], [[[1, 2]]]),
        (Terrain, "SWAMP"),
        (Terrain, [1, 2]),
        (int | str, 1.5),
        (int | str, True),
    ],
)
def test_what_does_not_fit_is_refused(kind: Any, written: Any) -> None:
    """A record may have been altered."""
    with pytest.raises(CodecError):
        CODEC.structure(written, kind)


@attrs.define
class OddSlot:
    """Fields of many types, private ones among them."""

    _lots: list[list[int]] = card_pile(per="seat", seen="owner")
    sites: frozenset[tuple[int, int]] = open_field(frozenset())
    terrain: tuple[tuple[Terrain, ...], ...] = open_field(())
    lately: deque[int] = attrs.field(factory=lambda: deque([1], maxlen=2))
    share: Share | None = None
    _count: int = attrs.field(default=3, init=False)


class Odd(Part):
    """A part with all of them."""

    slot = OddSlot

    def init_slot(self, state: ttrkit.parts.State) -> None:
        """Something in each."""
        slot = self.slot_of(state)
        slot.sites = frozenset({(1, 2), (0, 7)})
        slot.terrain = ((Terrain.LAKE,), ())
        slot.share = Share("north", frozenset({(1, 2)}))


def test_a_game_with_such_a_slot_is_saved() -> None:
    """At its start, with everything in it; a deque may grow as long as before."""
    variant = attrs.evolve(USA.adding(Odd()), name="odd")
    game = ttrkit.position(variant, players=2)
    record = json.loads(json.dumps(game.to_record()))
    again = ttrkit.from_record(record, variant=variant)
    assert snapshot(again)["slots"] == snapshot(game)["slots"]
    layout = SlotLayout([OddSlot])
    (slot,) = layout.new(2, 2)
    codec = codec_of(variant.engine)
    assert codec.decode_slot(codec.encode_slot(slot), OddSlot).lately.maxlen == 2
