"""Every way to pay, listed once per variant, and which of them a seat can pay now.

A cost is static and hashable, so all its payments are made once and shared, and so are the actions
that pay them. What a seat can pay is then looked up, colour by colour: of payments in one colour
(and wilds) it matters only how many cards of that colour and how many wilds there are.

Both are given as *counts*: the number in the hand, and 256 times the number in the shared purse.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterator, Sequence
from itertools import product
from typing import Generic, TypeVar

from ttrkit.payments import Cost, Payment
from ttrkit.piles import CARD_NUMBER, NO_CARDS, WILD_CARD, Cards

T = TypeVar("T", bound=Hashable)  # what is bought
A = TypeVar("A")  # the action that buys it

Purses = Sequence[Sequence[int]]

_MOST_REMEMBERED = 5_000  # answers a table keeps before it starts afresh: memory stays flat


class PaymentTable:
    """All payments of a cost, in a fixed order, and which of them a seat can make."""

    def __init__(self, cost: Cost, purses: int = 1) -> None:
        self.cost = cost
        self.payments: tuple[Payment, ...] = tuple(
            payment
            for total in cost.payments()
            for payment in ([Payment(total)] if purses == 1 else _splits(total))
        )
        self.is_by_colour = type(cost) is Cost
        self._index = {(p.cards, p.shared): p for p in self.payments}
        self._of_card: dict[int, list[_Need]] = {}
        for index, payment in enumerate(self.payments if self.is_by_colour else ()):
            card = self._card_of(payment)
            self._of_card.setdefault(card, []).append(_need(index, payment, card))
        self._affordable: dict[tuple[int, int, int], tuple[int, ...]] = {}

    def _card_of(self, payment: Payment) -> int:
        """The colour to look a payment up by: wilds alone go with a cost's only colour."""
        card = payment.total_pairs[0][0] if payment.total_pairs else WILD_CARD
        colours = self.cost.colours
        return CARD_NUMBER[colours[0]] if card == WILD_CARD and len(colours) == 1 else card

    def find(self, cards: Cards, shared: Cards) -> Payment | None:
        """The payment with these cards, if the cost accepts it."""
        return self._index.get((cards, shared))

    def affordable(self, card: int, have: int, wild: int) -> tuple[int, ...]:
        """Which payments in this colour can be made with so many of its cards, and wilds."""
        key = (card, have, wild)
        found = self._affordable.get(key)
        if found is None:
            if len(self._affordable) >= _MOST_REMEMBERED:
                self._affordable.clear()
            shared, mine = divmod(have, 256)
            wild_shared, wild_mine = divmod(wild, 256)
            found = self._affordable[key] = tuple(
                [
                    index
                    for index, a, b, c, d in self._of_card.get(card, ())
                    if a <= mine and b <= shared and c <= wild_mine and d <= wild_shared
                ]
            )
        return found

    def payable(self, purses: Purses, row: Sequence[A]) -> list[A]:
        """Those of a row, one for each payment, that the purses can pay."""
        hand = purses[0]
        shared = purses[1] if len(purses) > 1 else NO_CARDS.counts
        if not self.is_by_colour:
            return [
                item
                for item, payment in zip(row, self.payments, strict=True)
                if payment.cards.counts_within(hand) and payment.shared.counts_within(shared)
            ]
        wild = hand[WILD_CARD] + 256 * shared[WILD_CARD]
        out: list[A] = []
        is_one_colour = len(self._of_card) == 1  # then wilds alone go with it
        for card in self._of_card:
            have = hand[card] + 256 * shared[card]
            if have or is_one_colour:
                for index in self.affordable(card, have, wild):
                    out.append(row[index])
        return out


_Need = tuple[int, int, int, int, int]


def _need(index: int, payment: Payment, card: int) -> _Need:
    """A payment's number, its cards of a kind from hand and shared purse, and its wilds."""
    hand, shared = payment.cards.counts, payment.shared.counts
    plain = (hand[card], shared[card]) if card != WILD_CARD else (0, 0)
    return (index, *plain, hand[WILD_CARD], shared[WILD_CARD])


def _splits(total: Cards) -> Iterator[Payment]:
    """Every way to pay these cards out of two purses, from the hand first."""
    for kept in product(*(range(n, -1, -1) for n in total.counts)):
        hand = Cards(bytes(kept))
        yield Payment(hand, total - hand)


class PricedActions(Generic[T, A]):
    """Actions that pay for something, made once and then shared: a row for each target and cost.

    A row stands in the order of the cost's payments.
    """

    def __init__(
        self, table: Callable[[Cost], PaymentTable], make: Callable[[T, Payment], A]
    ) -> None:
        self._table = table
        self._make = make
        self._rows: dict[tuple[T, Cost], tuple[A, ...]] = {}
        self.payments: dict[int, Payment] = {}  # by the identity of a shared action

    def row(self, target: T, cost: Cost) -> tuple[A, ...]:
        """All the actions that buy the target at this cost."""
        row = self._rows.get((target, cost))
        if row is None:
            payments = self._table(cost).payments
            row = tuple(self._make(target, payment) for payment in payments)
            self._rows[target, cost] = row
            self.payments.update(zip(map(id, row), payments, strict=True))
        return row
