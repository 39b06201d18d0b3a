"""Every way to pay a cost, listed once per variant.

A cost is static and hashable, so all its payments are made once and shared. So are the actions that
pay them: a *row* holds these actions in the order of the payments. What a seat can pay now is in
`memory`.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterator, Mapping, Sequence
from itertools import product
from typing import Generic, TypeVar

from ttrkit.payment.card_counts import CARD_NUMBER, WILD_CARD, Cards
from ttrkit.payment.costs import Cost, Payment
from ttrkit.payment.memory import Memory, TablePicks

T = TypeVar("T", bound=Hashable)  # the thing that is bought
A = TypeVar("A")  # the action that buys it


class PaymentTable:
    """All payments of a cost in a fixed order."""

    def __init__(self, cost: Cost, purses: int = 1) -> None:
        self.cost = cost
        self._purses = purses
        self._is_home_made = type(cost).accepts is not Cost.accepts
        self.payments: tuple[Payment, ...] = tuple(
            payment
            for total in cost.payments()
            for payment in ([Payment(total)] if purses == 1 else _splits(total))
        )
        self._index = {(p.cards.counts, p.shared.counts): p for p in self.payments}
        wilds = [payment.total.counts[WILD_CARD] for payment in self.payments]
        self.fewest_wilds = min(wilds, default=0)
        """The least number of wilds in a payment."""
        self.by_card: dict[int, ColourPayments] = {}
        """The payments in every colour that can pay; empty if the cost is home-made."""
        if type(cost) is Cost:
            of_card: dict[int, list[_Need]] = {}
            for index, payment in enumerate(self.payments):
                card = self._card_of(payment)
                of_card.setdefault(card, []).append(_need(index, payment, card))
            self.by_card = {card: ColourPayments(needs) for card, needs in of_card.items()}

    def _card_of(self, payment: Payment) -> int:
        """The card to look a payment up by; wilds alone count as the cost's only colour."""
        card = payment.total_pairs[0][0] if payment.total_pairs else WILD_CARD
        colours = self.cost.colours
        return CARD_NUMBER[colours[0]] if card == WILD_CARD and len(colours) == 1 else card

    def find(self, cards: Cards, shared: Cards) -> Payment | None:
        """The payment with these cards, or None if the cost does not accept them."""
        if type(cards) is not Cards or type(shared) is not Cards:
            return None  # such as a subclass, which may say one thing and hold another
        found = self._index.get((cards.counts, shared.counts))
        if found is None and self._is_home_made and (not shared or self._purses > 1):
            payment = Payment(cards, shared)
            found = payment if self.cost.accepts(payment.total) else None
        return found

    def remember(self, _memory: Memory) -> TablePicks:
        """The pickers of the payments that seats can make, for a memory."""
        return TablePicks(self)


_Need = tuple[int, int, int, int, int]


class ColourPayments:
    """The payments of a cost that are made in one colour."""

    def __init__(self, needs: Sequence[_Need]) -> None:
        self._needs = needs

    def places(self, shared: int, mine: int, wild_shared: int, wild_mine: int) -> tuple[int, ...]:
        """The indices of the payments that can be made with so many cards and wilds."""
        return tuple(
            [
                index
                for index, a, b, c, d in self._needs
                if a <= mine and b <= shared and c <= wild_mine and d <= wild_shared
            ]
        )


def _need(index: int, payment: Payment, card: int) -> _Need:
    """A payment's index; its cards of a kind and its wilds, each from hand and shared purse."""
    hand, shared = payment.cards.counts, payment.shared.counts
    plain = (hand[card], shared[card]) if card != WILD_CARD else (0, 0)
    return (index, *plain, hand[WILD_CARD], shared[WILD_CARD])


def _splits(total: Cards) -> Iterator[Payment]:
    """Every way to pay these cards from two purses; the ways that use the hand most come first."""
    for kept in product(*(range(n, -1, -1) for n in total.counts)):
        hand = Cards(bytes(kept))
        yield Payment(hand, total - hand)


class PricedActions(Generic[T, A]):
    """Actions that pay for something, made once and then shared: a row for each target and cost.

    A row is in the order of the cost's payments.
    """

    def __init__(
        self, tables: Mapping[Cost, PaymentTable], make: Callable[[T, Payment], A]
    ) -> None:
        self._tables = tables
        self._make = make
        self._rows: dict[tuple[T, Cost], tuple[A, ...]] = {}
        self.plans: dict[int, tuple[T, Payment]] = {}
        """The target and the payment of each shared action, by the `id` of the action."""

    def row(self, target: T, cost: Cost) -> tuple[A, ...]:
        """All the actions that buy the target at this cost."""
        row = self._rows.get((target, cost))
        if row is None:
            payments = self._tables[cost].payments
            row = tuple(self._make(target, payment) for payment in payments)
            self._rows[target, cost] = row
            for action, payment in zip(row, payments, strict=True):
                self.plans[id(action)] = (target, payment)
                hash(action)  # which it keeps: so it does not tell whether somebody has asked
        return row


class PaymentTables(dict[Cost, PaymentTable]):
    """The table of every cost, made on first use, for seats with one purse or two."""

    def __init__(self, purses: int) -> None:
        self._purses = purses

    def __missing__(self, cost: Cost) -> PaymentTable:
        table = self[cost] = PaymentTable(cost, self._purses)
        return table
