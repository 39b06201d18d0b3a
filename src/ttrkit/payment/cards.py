"""Cards as users see them, and the piles that hold cards and tickets during a game.

Inside a game, a *card* is its number in `CARD_COLOURS` (wild is the last), a *pile of cards* a
list of counts by that number, and a *pile of tickets* a list of indices into
`board.tickets`. Users meet `Cards` instead: immutable, hashable, a mapping of colour to count.
"""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any, Literal

import attrs

from ttrkit.colours import CARD_COLOURS, Colour, as_colour

WILD_CARD = CARD_COLOURS.index(Colour.WILD)
CARD_KINDS = len(CARD_COLOURS)
MOST_OF_A_KIND = 255  # a pile counts in bytes

CARD_NUMBER: dict[str, int] = {colour: number for number, colour in enumerate(CARD_COLOURS)}


@attrs.frozen(eq=False, repr=False)
class Cards(Mapping[Colour, int]):
    """A set of cards: how many of each colour. Colours that are absent count 0."""

    counts: bytes

    def __getitem__(self, colour: str) -> int:
        return self.counts[CARD_NUMBER[colour]]

    def get(self, colour: str, default: Any = None) -> Any:
        """The count of a colour; like a `dict`, the default for what is no card's colour."""
        number = CARD_NUMBER.get(colour)
        return default if number is None else self.counts[number]

    def __iter__(self) -> Iterator[Colour]:
        return (colour for colour, n in zip(CARD_COLOURS, self.counts, strict=True) if n)

    def __len__(self) -> int:
        return CARD_KINDS - self.counts.count(0)

    def __contains__(self, colour: object) -> bool:
        number = CARD_NUMBER.get(colour) if isinstance(colour, str) else None
        return number is not None and self.counts[number] > 0

    def __eq__(self, other: object) -> bool:
        if isinstance(other, Cards):
            return self.counts == other.counts
        if isinstance(other, Mapping):
            return dict(self) == {colour: n for colour, n in other.items() if n}
        return NotImplemented

    def __hash__(self) -> int:
        return hash(self.counts)

    def __repr__(self) -> str:
        return f"cards({', '.join(f'{colour.value}={n}' for colour, n in self.items())})"

    def __str__(self) -> str:
        return ", ".join(f"{n} {colour.value}" for colour, n in self.items()) or "no cards"

    def __add__(self, other: "Cards") -> "Cards":
        return Cards(bytes(map(int.__add__, self.counts, other.counts)))

    def __sub__(self, other: "Cards") -> "Cards":
        """What is left without `other`; ValueError if that is not all there."""
        if not other.counts_within(self.counts):
            raise ValueError(f"cannot take {other} from {self}")
        return Cards(bytes(map(int.__sub__, self.counts, other.counts)))

    def __le__(self, other: "Cards") -> bool:
        return self.counts_within(other.counts)

    def counts_within(self, counts: Sequence[int]) -> bool:
        """Whether a pile with these counts holds all of these cards."""
        return all(map(int.__le__, self.counts, counts))

    @property
    def total(self) -> int:
        """The number of cards."""
        return sum(self.counts)

    @property
    def is_all_wild(self) -> bool:
        """Whether there are cards, and wild ones only."""
        return self.counts[WILD_CARD] == self.total > 0


def cards(counts: Mapping[str, int] | None = None, /, **by_name: int) -> Cards:
    """The cards with these counts.

    >>> cards(red=2, wild=1)
    cards(red=2, wild=1)
    >>> cards({"red": 2})["blue"]
    0
    """
    pile = bytearray(CARD_KINDS)
    for name, n in {**(counts or {}), **by_name}.items():
        number = CARD_NUMBER.get(as_colour(name))
        if number is None:
            raise ValueError(f'no card is "{name}": the colours of cards are {_COLOUR_LIST}')
        if isinstance(n, bool) or not isinstance(n, int):
            raise TypeError(f"the count of {name} cards must be a whole number, not {n!r}")
        if not 0 <= n <= MOST_OF_A_KIND:
            raise ValueError(f"{n} {name} cards: a count lies between 0 and {MOST_OF_A_KIND}")
        pile[number] = n
    return Cards(bytes(pile))


_COLOUR_LIST = ", ".join(colour.value for colour in CARD_COLOURS)
NO_CARDS = Cards(bytes(CARD_KINDS))


def as_cards(value: Mapping[str, int] | Mapping[Colour, int]) -> Cards:
    """Cards from cards or from a plain mapping (used as an attrs converter)."""
    if isinstance(value, Cards):
        return value
    if isinstance(value, Mapping):
        return cards({str(colour): n for colour, n in value.items()})
    raise TypeError(f"expected cards or a mapping of colour to count, not {value!r}")


def count_cards(numbers: Iterable[int]) -> list[int]:
    """The pile of counts of a sequence of cards."""
    pile = [0] * CARD_KINDS
    for number in numbers:
        pile[number] += 1
    return pile


def list_cards(counts: Iterable[int]) -> list[int]:
    """The cards of a pile of counts, one after the other by colour."""
    cards: list[int] = []
    for number, n in enumerate(counts):
        cards += [number] * n
    return cards


# Declared piles ------------------------------------------------------------------------------

Kind = Literal["cards", "tickets"]
Scope = Literal["game", "seat", "team"]
Seen = Literal["all", "team", "owner", "none"]


@attrs.frozen
class PileSpec:
    """What a pile holds, of which there is one per game, seat or team, and who sees its content.

    How many cards or tickets it holds is seen by all, unless `size_seen` says otherwise.
    """

    name: str
    kind: Kind
    per: Scope
    seen: Seen
    size_seen: bool = True

    def empty(self, seats: int, teams: int) -> Any:
        """The pile, or the list of piles by seat or team, as it is before anything is in it."""
        if self.per == "game":
            return [0] * CARD_KINDS if self.kind == "cards" else []
        n = seats if self.per == "seat" else teams
        return [[0] * CARD_KINDS if self.kind == "cards" else [] for _ in range(n)]


def card_pile(*, per: Scope, seen: Seen, size_seen: bool = True) -> Any:
    """A field of a part's slot that holds cards: a list of counts, or a list of such lists."""
    return attrs.field(metadata={"pile": ("cards", per, seen, size_seen)})


def ticket_pile(*, per: Scope, seen: Seen, size_seen: bool = True) -> Any:
    """A field of a part's slot that holds tickets: a list of indices, or a list of such lists."""
    return attrs.field(metadata={"pile": ("tickets", per, seen, size_seen)})


def open_field(default: Any) -> Any:
    """A field of a part's slot that all players see: it must hold an immutable value."""
    return attrs.field(default=default, metadata={"open": True})


def open_fields(slot: type) -> tuple[str, ...]:
    """The names of the fields that a slot class declares with `open_field`."""
    return tuple(field.name for field in attrs.fields(slot) if "open" in field.metadata)


def declared_piles(slot: type) -> tuple[PileSpec, ...]:
    """The piles that a slot class declares with `card_pile` and `ticket_pile`."""
    return tuple(
        PileSpec(field.name, *field.metadata["pile"])
        for field in attrs.fields(slot)
        if "pile" in field.metadata
    )
