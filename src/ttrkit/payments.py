"""What things cost, and every way to pay.

A `Cost` says which sets of cards are accepted. It is static and hashable, so that all payments
of a cost are listed once per variant and shared. A `PaymentTable` answers, for the purses of a
seat (the hand, and the team's holder where there is one), which of them can be paid now.
"""

from collections.abc import Callable, Iterator, Sequence
from itertools import product
from operator import itemgetter
from typing import Any

import attrs

from ttrkit.colours import PLAIN_COLOURS, Colour
from ttrkit.piles import CARD_KINDS, CARD_NUMBER, NO_CARDS, WILD_CARD, Cards

Pairs = tuple[tuple[int, int], ...]
Getter = Callable[[Sequence[Any]], tuple[Any, ...]]

_MEMO_LIMIT = 20_000  # entries a table keeps before it starts afresh, so that memory stays flat


@attrs.frozen
class Cost:
    """`size` cards of one of the `colours`, where wilds stand for any; at least `wilds` are wild.

    A home-made cost may subclass this and list its own `payments`.
    """

    size: int
    colours: tuple[Colour, ...] = PLAIN_COLOURS
    wilds: int = 0

    def payments(self) -> Iterator[Cards]:
        """Every set of cards that pays, each once."""
        for colour in self.colours:
            for wild in range(self.wilds, self.size):
                counts = bytearray(CARD_KINDS)
                counts[CARD_NUMBER[colour]] = self.size - wild
                counts[WILD_CARD] = wild
                yield Cards(bytes(counts))
        if self.size:
            yield Cards(bytes(CARD_KINDS - 1) + bytes([self.size]))

    def __str__(self) -> str:
        if len(self.colours) == 1:
            what = f"{self.size} {self.colours[0].value} card{'s' * (self.size != 1)}"
        elif self.size == 1:
            what = "1 card"
        else:
            what = f"{self.size} cards of one colour"
        wilds = f", at least {self.wilds} of them wild" if self.wilds else ""
        return what + wilds


def _pairs(cards: Cards) -> Pairs:
    return tuple((number, n) for number, n in enumerate(cards.counts) if n)


@attrs.frozen
class Payment:
    """Cards laid down: from the hand, and from the team's holder."""

    cards: Cards
    shared: Cards = NO_CARDS
    total: Cards = attrs.field(init=False, eq=False, repr=False)
    hand_pairs: Pairs = attrs.field(init=False, eq=False, repr=False)
    shared_pairs: Pairs = attrs.field(init=False, eq=False, repr=False)
    total_pairs: Pairs = attrs.field(init=False, eq=False, repr=False)

    def __attrs_post_init__(self) -> None:
        put = object.__setattr__  # the class is frozen
        put(self, "total", self.cards + self.shared if self.shared else self.cards)
        put(self, "hand_pairs", _pairs(self.cards))
        put(self, "shared_pairs", _pairs(self.shared))
        put(self, "total_pairs", _pairs(self.total))

    def __add__(self, other: "Payment") -> "Payment":
        return Payment(self.cards + other.cards, self.shared + other.shared)

    @property
    def is_all_wild(self) -> bool:
        """Whether wilds alone were played."""
        return self.total.is_all_wild

    @property
    def colour(self) -> Colour:
        """The colour played; wild if wilds alone were."""
        return next(iter(self.total))

    def __str__(self) -> str:
        if not self.shared:
            return str(self.cards)
        return f"{self.cards} from the hand and {self.shared} from the holder"


def _splits(total: Cards) -> Iterator[Payment]:
    """Every way to pay these cards out of two purses, from the hand first."""
    for kept in product(*(range(n, -1, -1) for n in total.counts)):
        hand = Cards(bytes(kept))
        yield Payment(hand, total - hand)


class PaymentTable:
    """All payments of a cost, in a fixed order, and which of them a seat can make."""

    def __init__(self, cost: Cost, *, purses: int) -> None:
        totals = tuple(cost.payments())
        self.cost = cost
        self.payments: tuple[Payment, ...] = (
            tuple(map(Payment, totals))
            if purses == 1
            else tuple(payment for total in totals for payment in _splits(total))
        )
        self._index = {(p.cards, p.shared): p for p in self.payments}
        self.most_wild = max((total.counts[WILD_CARD] for total in totals), default=0)
        self.least_wild = min((total.counts[WILD_CARD] for total in totals), default=0)
        self._translate = [_worth(totals, wild) for wild in range(self.most_wild + 1)]
        self._by_wild: list[dict[bytes, Getter | None]] = [{} for _ in self._translate]
        self._cap = _worth(totals, None)
        self._by_purses: dict[tuple[bytes, bytes], Getter | None] = {}

    def find(self, cards: Cards, shared: Cards) -> Payment | None:
        """The payment with these cards, if the cost accepts it."""
        return self._index.get((cards, shared))

    def select(self, hand: bytes) -> Getter | None:
        """Picks what this hand can pay out of a row in the order of `payments`; None: nothing."""
        wild = hand[WILD_CARD]
        if wild > self.most_wild:
            wild = self.most_wild
        memo = self._by_wild[wild]
        key = hand.translate(self._translate[wild])
        try:
            return memo[key]
        except KeyError:
            return self._remember(memo, key, [p.cards.counts_within(hand) for p in self.payments])

    def select_two(self, hand: bytes, shared: bytes) -> Getter | None:
        """The same for a seat with two purses."""
        memo = self._by_purses
        key = (hand.translate(self._cap), shared.translate(self._cap))
        try:
            return memo[key]
        except KeyError:
            fits = [
                p.cards.counts_within(hand) and p.shared.counts_within(shared)
                for p in self.payments
            ]
            return self._remember(memo, key, fits)

    @staticmethod
    def _remember(memo: dict[Any, Getter | None], key: object, fits: list[bool]) -> Getter | None:
        if len(memo) >= _MEMO_LIMIT:
            memo.clear()
        getter = memo[key] = _picker([i for i, fit in enumerate(fits) if fit])
        return getter


def _picker(indices: list[int]) -> Getter | None:
    """A function that picks these of a row, as a tuple."""
    if not indices:
        return None
    if len(indices) == 1:
        return itemgetter(slice(indices[0], indices[0] + 1))
    return itemgetter(*indices)


def _worth(totals: Sequence[Cards], wild: int | None) -> bytes:
    """A translation of counts to the least count that pays as much, given so many wilds.

    Hands that are alike for a cost become equal by it, so that the answer is remembered once.
    """
    steps = {0}
    for total in totals:
        if wild is None or total.counts[WILD_CARD] <= wild:
            steps.update(range(1, max(total.counts) + 1) if wild is None else total.counts[:-1])
    return bytes(max(step for step in steps if step <= n) for n in range(256))
