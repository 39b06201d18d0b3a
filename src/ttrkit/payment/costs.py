"""`Cost`, the sets of cards that are accepted, and `Payment`, one such set laid down."""

from collections.abc import Iterator

import attrs

from ttrkit.colours import CARD_COLOURS, PLAIN_COLOURS, Colour
from ttrkit.payment.card_counts import CARD_KINDS, CARD_NUMBER, NO_CARDS, WILD_CARD, Cards

Pairs = tuple[tuple[int, int], ...]


@attrs.frozen(cache_hash=True)
class Cost:
    """`size` cards of one of the `colours`; wilds stand for any, and at least `wilds` are wild.

    A home-made cost may subclass this and list its own `payments`; if they are too many to list, it
    lists the sensible ones and `accepts` them all.
    """

    size: int
    colours: tuple[Colour, ...] = PLAIN_COLOURS
    wilds: int = 0

    @property
    def least(self) -> int:
        """The fewest cards of one colour (with wilds) that can pay it; 0 if that is unknown."""
        return self.size if type(self) is Cost else 0

    def payments(self) -> Iterator[Cards]:
        """Every set of cards that pays the cost, each once."""
        for colour in self.colours:
            for wild in range(self.wilds, self.size):
                counts = bytearray(CARD_KINDS)
                counts[CARD_NUMBER[colour]] = self.size - wild
                counts[WILD_CARD] = wild
                yield Cards(bytes(counts))
        if self.size:
            yield Cards(bytes(CARD_KINDS - 1) + bytes([self.size]))

    def accepts(self, cards: Cards) -> bool:
        """Whether these cards pay the cost, though they are not among `payments`."""
        return False

    def __str__(self) -> str:
        if self.wilds == self.size or not self.colours:
            return f"{self.size} wild card{'s' * (self.size != 1)}"
        if len(self.colours) == 1:
            what = f"{self.size} {self.colours[0].value} card{'s' * (self.size != 1)}"
        elif self.size == 1:
            what = "1 card"
        else:
            what = f"{self.size} cards of one colour"
        wilds = f", at least {self.wilds} of them wild" if self.wilds else ""
        return what + wilds


@attrs.frozen(cache_hash=True)
class ExchangeCost(Cost):
    """A cost that takes any `rate` cards in the place of one wild.

    The list of payments offers one exchange at most, of cards of one colour. A payment with more
    exchanges, or of cards of several colours, is accepted as well.
    """

    rate: int = 4

    def payments(self) -> Iterator[Cards]:
        """The plain payments, then those with one exchange of cards of one colour."""
        seen: dict[Cards, None] = dict.fromkeys(super().payments())
        yield from seen
        if not self.size:
            return
        for traded in map(CARD_NUMBER.__getitem__, PLAIN_COLOURS):
            for colour in map(CARD_NUMBER.__getitem__, self.colours or (Colour.WILD,)):
                for wild in range(max(0, self.wilds - 1), self.size):
                    counts = bytearray(CARD_KINDS)
                    counts[colour] += self.size - 1 - wild
                    counts[WILD_CARD] += wild
                    counts[traded] += self.rate
                    cards = Cards(bytes(counts))
                    if cards not in seen:
                        seen[cards] = None
                        yield cards

    def accepts(self, cards: Cards) -> bool:
        """Whether some exchange of these cards, all of them used, pays the cost."""
        counts = cards.counts
        total = sum(counts)
        for colour in self.colours or PLAIN_COLOURS[:1]:
            for plain in range(
                min(counts[CARD_NUMBER[colour]], self.size) + 1 if self.colours else 1
            ):
                for wild in range(min(counts[WILD_CARD], self.size - plain) + 1):
                    traded = self.size - plain - wild
                    if wild + traded >= self.wilds and total - plain - wild == traded * self.rate:
                        return True
        return False

    def __str__(self) -> str:
        return f"{super().__str__()} (any {self.rate} cards stand for one wild)"


def _pairs(counts: bytes) -> Pairs:
    return tuple([(number, n) for number, n in enumerate(counts) if n])


@attrs.frozen
class Payment:
    """Cards laid down: from the hand, and from the team's holder."""

    cards: Cards
    shared: Cards = NO_CARDS
    total: Cards = attrs.field(init=False, eq=False, repr=False)
    hand_pairs: Pairs = attrs.field(init=False, eq=False, repr=False)
    shared_pairs: Pairs = attrs.field(init=False, eq=False, repr=False)
    total_pairs: Pairs = attrs.field(init=False, eq=False, repr=False)
    colour: Colour = attrs.field(init=False, eq=False, repr=False)
    """The colour played; wild if only wilds were played."""
    card: int = attrs.field(init=False, eq=False, repr=False)
    """The colour played, as a card number."""
    is_all_wild: bool = attrs.field(init=False, eq=False, repr=False)
    """Whether only wilds were played."""

    def __attrs_post_init__(self) -> None:
        put = object.__setattr__  # the class is frozen
        total = self.cards
        pairs = total_pairs = _pairs(total.counts)
        shared_pairs: Pairs = ()
        if self.shared is not NO_CARDS and any(self.shared.counts):
            total = self.cards + self.shared
            shared_pairs, total_pairs = _pairs(self.shared.counts), _pairs(total.counts)
        card = total_pairs[0][0] if total_pairs else WILD_CARD
        put(self, "total", total)
        put(self, "hand_pairs", pairs)
        put(self, "shared_pairs", shared_pairs)
        put(self, "total_pairs", total_pairs)
        put(self, "colour", CARD_COLOURS[card])
        put(self, "card", card)
        put(self, "is_all_wild", card == WILD_CARD and bool(total_pairs))

    def __add__(self, other: "Payment") -> "Payment":
        return Payment(self.cards + other.cards, self.shared + other.shared)

    def __str__(self) -> str:
        return in_words(self.cards, self.shared)


def in_words(cards: Cards, shared: Cards) -> str:
    """The cards in words, saying where they come from if some are from the holder."""
    if not shared:
        return str(cards)
    if not cards:
        return f"{shared} from the holder"
    return f"{cards} from the hand and {shared} from the holder"
