"""Cards: `Cards` for users, and plain counts by number inside a game.

Inside a game, a *card* is its number in `CARD_COLOURS` (wild is the last), and a *pile of cards* is
a list of counts by that number. Users see `Cards` instead: an immutable, hashable mapping of colour
to count.
"""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any, TypeVar, overload

import attrs

from ttrkit._text import checked_whole, quoted, short
from ttrkit.colours import CARD_COLOURS, Colour, as_colour

WILD_CARD = CARD_COLOURS.index(Colour.WILD)
CARD_KINDS = len(CARD_COLOURS)
MAX_OF_A_KIND = 255  # a count is stored in a byte

CARD_NUMBER: dict[str, int] = {colour: number for number, colour in enumerate(CARD_COLOURS)}

T = TypeVar("T")


@attrs.frozen(eq=False, repr=False, init=False)
class Cards(Mapping[Colour, int]):
    """A set of cards: the count of each colour; a colour that is absent counts 0.

    `cards(red=2)` makes them; here the counts are given by the number of the card.
    """

    counts: bytes

    def __init__(self, counts: bytes) -> None:
        if type(counts) is not bytes or len(counts) != CARD_KINDS:
            raise TypeError(f"Cards.counts: {CARD_KINDS} bytes are wanted, not {short(counts)}")
        _set_counts(self, counts)

    def __getitem__(self, colour: str) -> int:
        return self.counts[CARD_NUMBER[colour]]

    @overload
    def get(self, colour: str, default: None = None) -> int | None: ...

    @overload
    def get(self, colour: str, default: int) -> int: ...

    @overload
    def get(self, colour: str, default: T) -> int | T: ...

    def get(self, colour: str, default: object = None) -> object:
        """The count of a colour; `default` if no card has this colour."""
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
        if not isinstance(other, Cards):
            return NotImplemented
        return Cards(bytes(map(int.__add__, self.counts, other.counts)))

    def __sub__(self, other: "Cards") -> "Cards":
        """The cards left after `other` is taken away; ValueError if `other` is not all here."""
        if not isinstance(other, Cards):
            return NotImplemented
        if not other.counts_within(self.counts):
            raise ValueError(f"cannot take {other} from {self}")
        return Cards(bytes(map(int.__sub__, self.counts, other.counts)))

    def __le__(self, other: "Cards") -> bool:
        if not isinstance(other, Cards):
            return NotImplemented
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
        """Whether there are cards and all of them are wild."""
        return self.counts[WILD_CARD] == self.total > 0


_set_counts = Cards.__dict__["counts"].__set__


def cards(
    counts: Mapping[str, int] | Mapping[Colour, int] | None = None, /, **by_name: int
) -> Cards:
    """The cards with these counts.

    >>> cards(red=2, wild=1)
    cards(red=2, wild=1)
    >>> cards({"red": 2})["blue"]
    0
    """
    pile = bytearray(CARD_KINDS)
    for name, n in _items(counts, by_name):
        colour = as_card_colour(name)
        pile[CARD_NUMBER[colour]] = checked_whole(n, f"{colour.value} cards", 0, MAX_OF_A_KIND)
    return Cards(bytes(pile))


def _items(counts: Any, more: Mapping[str, int]) -> list[tuple[str, int]]:
    if counts is None:
        return [*more.items()]
    if not isinstance(counts, Mapping):
        raise TypeError(f"cards or a mapping of colour to count are wanted, not {short(counts)}")
    return [*counts.items(), *more.items()]


def as_card_colour(name: str) -> Colour:
    """Return the colour with this name, if cards have it; or else ValueError lists those."""
    colour = as_colour(name)
    if colour not in CARD_NUMBER:
        raise ValueError(f"no card is {quoted(name)}: the colours of cards are {_COLOUR_LIST}")
    return colour


_COLOUR_LIST = ", ".join(colour.value for colour in CARD_COLOURS)
NO_CARDS = Cards(bytes(CARD_KINDS))


def as_cards(value: Mapping[str, int] | Mapping[Colour, int]) -> Cards:
    """Return `Cards` as they are, or make them from another mapping (an attrs converter)."""
    return value if type(value) is Cards else cards(value)


def count_cards(numbers: Iterable[int]) -> list[int]:
    """The pile, as counts by number, of a sequence of cards."""
    pile = [0] * CARD_KINDS
    for number in numbers:
        pile[number] += 1
    return pile


def list_cards(counts: Iterable[int]) -> list[int]:
    """The cards of a pile as a list of card numbers, sorted."""
    cards: list[int] = []
    for number, n in enumerate(counts):
        cards += [number] * n
    return cards
