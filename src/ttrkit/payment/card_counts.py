"""Cards: `Cards` for users, and plain counts by number inside a game.

Inside a game, a *card* is its number in `CARD_COLOURS` (wild is the last), and a *pile of cards* is
a list of counts by that number. Users see `Cards` instead: an immutable, hashable mapping of colour
to count.
"""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any

import attrs

from ttrkit._text import is_whole
from ttrkit.colours import CARD_COLOURS, Colour, as_colour

WILD_CARD = CARD_COLOURS.index(Colour.WILD)
CARD_KINDS = len(CARD_COLOURS)
MAX_OF_A_KIND = 255  # a count is stored in a byte

CARD_NUMBER: dict[str, int] = {colour: number for number, colour in enumerate(CARD_COLOURS)}


@attrs.frozen(eq=False, repr=False)
class Cards(Mapping[Colour, int]):
    """A set of cards: the count of each colour; a colour that is absent counts 0."""

    counts: bytes

    def __getitem__(self, colour: str) -> int:
        return self.counts[CARD_NUMBER[colour]]

    def get(self, colour: str, default: Any = None) -> Any:
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
        return Cards(bytes(map(int.__add__, self.counts, other.counts)))

    def __sub__(self, other: "Cards") -> "Cards":
        """The cards left after `other` is taken away; ValueError if `other` is not all here."""
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
        """Whether there are cards and all of them are wild."""
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
        if not is_whole(n):
            raise TypeError(f"the count of {name} cards must be a whole number, not {n!r}")
        if not 0 <= n <= MAX_OF_A_KIND:
            raise ValueError(f"{n} {name} cards: a count lies between 0 and {MAX_OF_A_KIND}")
        pile[number] = n
    return Cards(bytes(pile))


_COLOUR_LIST = ", ".join(colour.value for colour in CARD_COLOURS)
NO_CARDS = Cards(bytes(CARD_KINDS))


def as_cards(value: Mapping[str, int] | Mapping[Colour, int]) -> Cards:
    """Return `Cards` as they are, or make them from a plain mapping (an attrs converter)."""
    if isinstance(value, Cards):
        return value
    if isinstance(value, Mapping):
        return cards({str(colour): n for colour, n in value.items()})
    raise TypeError(f"expected cards or a mapping of colour to count, not {value!r}")


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
