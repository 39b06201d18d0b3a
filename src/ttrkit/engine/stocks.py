"""Stocks: the things that a rule part adds to the box, besides train cards and tickets.

A stock has kinds, and a number of things of each kind: terrain cards, ships, tokens, shares. A part
declares it once and says in its slot where the things lie, with `pile_of` and `deck_of`. Checks of
conservation, copies, observations, `determinize`, records and `position` then know them.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from typing import TYPE_CHECKING, Any, Literal

import attrs

from ttrkit._text import as_whole, checked_whole, did_you_mean, is_text, quoted, short
from ttrkit.events import ThingDrawn

if TYPE_CHECKING:
    from ttrkit.engine.piles import PileSpec
    from ttrkit.engine.state import State

Holder = Literal["game", "seat"]


def _counts(counts: Any) -> tuple[tuple[str, int], ...]:
    """The number of things of each kind; a number alone is that of the only kind."""
    if isinstance(counts, Mapping):
        return tuple(
            [(kind, checked_whole(n, f"Stock: {quoted(kind)}", 0)) for kind, n in counts.items()]
        )
    return (("", checked_whole(counts, "Stock: the number of things", 0)),)


@attrs.frozen
class Stock:
    """Things that a part adds to the box: their kinds, and how many there are of each.

    `per="seat"`: every seat has as many of its own, as it has trains.

    >>> Stock("terrain", {"hill": 10, "forest": 8}).kinds
    ('hill', 'forest')
    >>> Stock("ship", 12, per="seat").total
    12
    """

    name: str = attrs.field(validator=is_text)
    counts: tuple[tuple[str, int], ...] = attrs.field(converter=_counts)
    per: Holder = attrs.field(default="game", validator=attrs.validators.in_(("game", "seat")))

    @property
    def kinds(self) -> tuple[str, ...]:
        """The names of the kinds; a pile holds its things by the number of their kind."""
        return tuple([kind or self.name for kind, _ in self.counts])

    @property
    def numbers(self) -> list[int]:
        """The number of things of each kind."""
        return [n for _, n in self.counts]

    @property
    def total(self) -> int:
        """The number of all things."""
        return sum(self.numbers)

    def kind(self, name: str) -> int:
        """The number of a kind; ValueError names those that there are."""
        kinds = self.kinds
        if name not in kinds:
            near = did_you_mean(str(name), kinds)
            raise ValueError(
                f"{self.name}: no kind {quoted(name)}{near}; the kinds are {', '.join(kinds)}"
            )
        return kinds.index(name)

    def read(self, value: Any, what: str) -> list[int]:
        """The counts of a pile that is given in words: a mapping, a list of kinds, or a number."""
        counts = [0] * len(self.counts)
        number = as_whole(value)
        if isinstance(value, Mapping):
            for name, n in value.items():
                counts[self.kind(name)] += checked_whole(n, f"{what}: {quoted(name)}", 0)
        elif number is not None and len(counts) == 1:
            counts[0] = checked_whole(number, what, 0)
        elif isinstance(value, list | tuple):
            for name in value:
                counts[self.kind(name)] += 1
        else:
            wanted = f'such as {{"{self.kinds[0]}": 1}}' if len(counts) > 1 else "a whole number"
            raise TypeError(f"{what}: {wanted} is wanted, not {short(value)}")
        return counts


TRAINS = Stock("train", 0, per="seat")
"""The trains. Their supply is `state.trains`; a part may declare piles of trains out of play."""


class Things(Mapping[str, int]):
    """Things of a stock by kind: an immutable, hashable mapping of kinds to numbers above 0."""

    __slots__ = ("_counts",)

    def __init__(self, stock: Stock, counts: Any) -> None:
        pairs = zip(stock.kinds, counts, strict=True)
        self._counts: dict[str, int] = {kind: n for kind, n in pairs if n}

    def __getitem__(self, kind: str) -> int:
        return self._counts.get(kind, 0)

    def __iter__(self) -> Iterator[str]:
        return iter(self._counts)

    def __len__(self) -> int:
        return len(self._counts)

    @property
    def total(self) -> int:
        """The number of all things."""
        return sum(self._counts.values())

    def __eq__(self, other: object) -> bool:
        if isinstance(other, Mapping):
            return self._counts == {kind: n for kind, n in other.items() if n}
        return False

    def __hash__(self) -> int:
        return hash(frozenset(self._counts.items()))

    def __repr__(self) -> str:
        return repr(self._counts)

    def __str__(self) -> str:
        return ", ".join(f"{n} {kind}" for kind, n in self._counts.items()) or "nothing"


def in_kinds(stock: Stock, counts: Any) -> int | Things:
    """A pile as a user reads it: the number of its things, or, of several kinds, by kind."""
    return int(counts[0]) if len(stock.counts) == 1 else Things(stock, counts)


def counts_of(things: Iterable[int], kinds: int) -> list[int]:
    """The number of things of each kind in a list of things by kind."""
    counts = [0] * kinds
    for kind in things:
        counts[kind] += 1
    return counts


# Things in a game ------------------------------------------------------------------------------


def shuffle_things(state: State, slot: int, deck: PileSpec, counts: Iterable[int]) -> None:
    """Shuffle things, given as counts by kind, into an empty deck."""
    things = [kind for kind, n in enumerate(counts) for _ in range(n)]
    setattr(state.slots[slot], deck.name, state.shuffled(things, deck.name))


def draw_thing(state: State, slot: int, name: str, *, face_up: bool) -> int:
    """Take the top of a deck, which is refilled if it is empty; -1 if nothing is left."""
    deck, stock = state.engine.slots.deck(slot, name)
    own = state.slots[slot]
    if not getattr(own, name):
        pile = deck.refilled_from
        if pile is None or not any(getattr(own, pile)):
            return -1
        shuffle_things(state, slot, deck, getattr(own, pile))
        setattr(own, pile, [0] * deck.width)
    kind: int = getattr(own, name).pop()
    state.note(ThingDrawn(stock.name, stock.kinds[kind], face_up))
    return kind


def pieces_left(state: State, seat: int, route: int) -> int:
    """The number of pieces that the seat has for this route: trains, unless parts differ."""
    pieces = state.engine.pieces_of[route]
    return state.trains[seat] if pieces is TRAINS else _supply(state, seat, pieces)[0]


def lay_pieces(state: State, seat: int, route: int, *, back: bool = False) -> None:
    """Take as many pieces from the seat's supply as the route is long, or put them back."""
    pieces, length = state.engine.pieces_of[route], state.board.routes[route].length
    length = -length if back else length
    if pieces is TRAINS:
        state.trains[seat] -= length
    else:
        _supply(state, seat, pieces)[0] -= length


def _supply(state: State, seat: int, stock: Stock) -> list[int]:
    slot, name = state.engine.slots.supplies[stock]
    supply: list[int] = getattr(state.slots[slot], name)[seat]
    return supply


def all_things(state: State) -> dict[str, list[int]]:
    """All things by the name of their stock: by kind; by seat (and kind) if each has its own.

    Trains and other pieces that lie on routes count as well.
    """
    engine = state.engine
    found: dict[str, list[int]] = {TRAINS.name: [*state.trains]}
    for stock in engine.slots.stocks:
        if stock is not TRAINS:
            seats = 1 if stock.per == "game" else state.seats
            found[stock.name] = [0] * (len(stock.counts) * seats)
    for slot, spec, stock in engine.slots.things:
        counts, kinds = found[stock.name], len(stock.counts)
        value = getattr(state.slots[slot], spec.name)
        for owner, content in enumerate([value] if spec.per == "game" else value):
            first = owner * kinds if stock.per == "seat" else 0
            for kind, n in enumerate(spec.counted(content)):
                counts[first + kind] += n
    lengths = [route.length for route in engine.board.routes]
    for seat, routes in enumerate(state.routes):
        for number in routes:
            pieces = engine.pieces_of[number]
            found[pieces.name][seat * len(pieces.counts)] += lengths[number]
    return found
