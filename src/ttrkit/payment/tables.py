"""Every way to pay a cost, listed once per variant, and the ways that a seat can pay now.

A cost is static and hashable, so all its payments are made once and shared. So are the actions that
pay them: a *row* holds these actions in the order of the payments. A *picker* takes the actions
that a seat can pay out of a row, at C speed. Pickers are cached.

With one purse, the key of a picker is the whole hand, reduced to the counts that matter. With two
purses, every colour has pickers of its own: payments in one colour (and wilds) depend only on the
cards of that colour and on the wilds. Each of the two is given as a *count*: the number in the hand
plus 256 times the number in the shared purse.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterator, Mapping, Sequence
from itertools import product
from operator import itemgetter
from typing import Any, Generic, TypeVar

from ttrkit.payment.card_counts import CARD_NUMBER, WILD_CARD, Cards
from ttrkit.payment.costs import Cost, Payment

T = TypeVar("T", bound=Hashable)  # the thing that is bought
A = TypeVar("A")  # the action that buys it

Purses = Sequence[Sequence[int]]

COUNTS = 1 << 16  # greater than any count: a key is COUNTS * cards + wilds

_MAX_REMEMBERED = 2_000  # pickers kept before the cache is cleared, so that memory stays flat


Picker = Callable[[Sequence[Any]], tuple[Any, ...]]


def picker(places: Sequence[int]) -> Picker:
    """A function that picks the items at these places out of a tuple, as a tuple."""
    if len(places) > 1:
        return itemgetter(*places)
    return itemgetter(slice(places[0], places[0] + 1) if places else slice(0))


class PaymentTable:
    """All payments of a cost in a fixed order, and a lookup of those that a seat can make."""

    def __init__(self, cost: Cost, purses: int = 1) -> None:
        self.cost = cost
        self.payments: tuple[Payment, ...] = tuple(
            payment
            for total in cost.payments()
            for payment in ([Payment(total)] if purses == 1 else _splits(total))
        )
        self._index = {(p.cards, p.shared): p for p in self.payments}
        wilds = [payment.total.counts[WILD_CARD] for payment in self.payments]
        self.fewest_wilds = min(wilds, default=0)
        """The least number of wilds in a payment."""
        self.by_card: dict[int, ColourPicks] = {}
        """The pickers for every colour that can pay; empty if the cost is home-made."""
        if type(cost) is Cost:
            of_card: dict[int, list[_Need]] = {}
            for index, payment in enumerate(self.payments):
                card = self._card_of(payment)
                of_card.setdefault(card, []).append(_need(index, payment, card))
            self.by_card = {c: ColourPicks(needs, cost.size) for c, needs in of_card.items()}
        self.by_wilds = PicksByWilds(self)

    def _card_of(self, payment: Payment) -> int:
        """The card to look a payment up by; wilds alone count as the cost's only colour."""
        card = payment.total_pairs[0][0] if payment.total_pairs else WILD_CARD
        colours = self.cost.colours
        return CARD_NUMBER[colours[0]] if card == WILD_CARD and len(colours) == 1 else card

    def find(self, cards: Cards, shared: Cards) -> Payment | None:
        """The payment with these cards, or None if the cost does not accept them."""
        return self._index.get((cards, shared))

    def payable(self, purses: Purses, row: Sequence[A]) -> Sequence[A]:
        """The items of a row (one item for each payment) that the purses can pay."""
        hand = purses[0]
        if len(purses) == 1:
            picks = self.by_wilds[hand[WILD_CARD]]
            return picks[bytes(hand).translate(picks.cap)](row)
        shared = purses[1]
        if not self.by_card:
            return [
                item
                for item, payment in zip(row, self.payments, strict=True)
                if payment.cards.counts_within(hand) and payment.shared.counts_within(shared)
            ]
        wild = hand[WILD_CARD] + 256 * shared[WILD_CARD]
        out: list[A] = []
        for card, picks_of_card in self.by_card.items():
            out += picks_of_card[(hand[card] + 256 * shared[card]) * COUNTS + wild](row)
        return out


_Need = tuple[int, int, int, int, int]


class ColourPicks(dict[int, Picker]):
    """The pickers of the payments that can be made in one colour, by `COUNTS * cards + wilds`."""

    def __init__(self, needs: Sequence[_Need], size: int) -> None:
        self._needs = needs
        self._size = size
        self._shared: dict[tuple[int, ...], Picker] = {}  # by counts, capped at the cost's size

    def __missing__(self, key: int) -> Picker:
        if len(self) >= _MAX_REMEMBERED:
            self.clear()
            self._shared.clear()
        size = self._size
        have, wild = divmod(key, COUNTS)
        counts = tuple([min(n, size) for n in (*divmod(have, 256), *divmod(wild, 256))])
        found = self._shared.get(counts)
        if found is None:
            found = self._shared[counts] = picker(self.places(*counts))
        self[key] = found
        return found

    def places(self, shared: int, mine: int, wild_shared: int, wild_mine: int) -> tuple[int, ...]:
        """The indices of the payments that can be made."""
        return tuple(
            [
                index
                for index, a, b, c, d in self._needs
                if a <= mine and b <= shared and c <= wild_mine and d <= wild_shared
            ]
        )


class HandPicks(dict[bytes, Picker]):
    """The pickers of the payments that hands with `wild` wilds can make.

    The key is the counts of the hand after `cap`, which makes hands that can pay the same equal.
    """

    def __init__(self, table: PaymentTable, wild: int) -> None:
        self._table = table
        self.cap = bytes(range(256))
        size = table.cost.size
        if table.by_card:
            needed = max(size - wild, 0)
            self.cap = bytes(0 if n < needed else min(n, size) for n in range(256))
        self._places = [
            (card, [picks.places(0, n, 0, wild) for n in range(size + 1)])
            for card, picks in table.by_card.items()
        ]

    def __missing__(self, hand: bytes) -> Picker:
        if len(self) >= _MAX_REMEMBERED:
            self.clear()
        places: list[int] = []
        for card, by_count in self._places:
            places += by_count[hand[card]]
        if not self._places:
            for index, payment in enumerate(self._table.payments):
                if payment.cards.counts_within(hand):
                    places.append(index)
        found = self[hand] = picker(places)
        return found


class PicksByWilds(dict[int, HandPicks]):
    """The `HandPicks`, by the number of wilds in the hand."""

    def __init__(self, table: PaymentTable) -> None:
        self._table = table

    def __missing__(self, wild: int) -> HandPicks:
        size = self._table.cost.size
        is_alike = self._table.by_card and wild > size
        found = self[wild] = self[size] if is_alike else HandPicks(self._table, wild)
        return found


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
        return row


class PaymentTables(dict[Cost, PaymentTable]):
    """The table of every cost, made on first use, for seats with one purse or two."""

    def __init__(self, purses: int) -> None:
        self._purses = purses

    def __missing__(self, cost: Cost) -> PaymentTable:
        table = self[cost] = PaymentTable(cost, self._purses)
        return table
