"""Every way to pay, listed once per variant, and which of them a seat can pay now.

A cost is static and hashable, so all its payments are made once and shared, and so are the actions
that pay them. A table answers, for the purses of a seat, which of them it can afford: it picks from
a row of actions that stands in the order of the cost's payments. Hands that are alike for a cost
are recognised as such, so that the answer is mostly remembered.
"""

from collections.abc import Callable, Hashable, Iterator, Sequence
from itertools import product
from operator import itemgetter
from typing import Any, Generic, TypeVar

import attrs

from ttrkit.payments import Cost, Payment
from ttrkit.piles import WILD_CARD, Cards

T = TypeVar("T", bound=Hashable)  # what is bought
A = TypeVar("A")  # the action that buys it

Purses = Sequence[bytes]
Picker = Callable[[Sequence[Any]], tuple[Any, ...]]

_MEMO_LIMIT = 20_000  # entries a table keeps before it starts afresh, so that memory stays flat


class PaymentTable:
    """All payments of a cost from the hand alone, in a fixed order."""

    def __init__(self, cost: Cost) -> None:
        totals = tuple(cost.payments())
        self.cost = cost
        self.payments: tuple[Payment, ...] = tuple(map(Payment, totals))
        self._index = {(p.cards, p.shared): p for p in self.payments}
        self._most_wild = max((total.counts[WILD_CARD] for total in totals), default=0)
        self._translate = [_worth(totals, wild) for wild in range(self._most_wild + 1)]
        self._by_wild: list[dict[bytes, Picker | None]] = [{} for _ in self._translate]

    def find(self, cards: Cards, shared: Cards) -> Payment | None:
        """The payment with these cards, if the cost accepts it."""
        return self._index.get((cards, shared))

    def select_from(self, purses: Purses) -> Picker | None:
        """Picks what a seat can pay out of a row; None if it can pay nothing."""
        return self.select(purses[0])

    def select(self, hand: bytes) -> Picker | None:
        """The same for a hand."""
        wild = hand[WILD_CARD]
        if wild > self._most_wild:
            wild = self._most_wild
        memo = self._by_wild[wild]
        key = hand.translate(self._translate[wild])
        try:
            return memo[key]
        except KeyError:
            affordable = [i for i, p in enumerate(self.payments) if p.cards.counts_within(hand)]
            return _remember(memo, key, affordable)


def _worth(totals: Sequence[Cards], wild: int) -> bytes:
    """A translation of counts to the least count that pays as much, given so many wilds."""
    steps = {0}
    for total in totals:
        if total.counts[WILD_CARD] <= wild:
            steps.update(total.counts[:WILD_CARD])
    return bytes(max(step for step in steps if step <= n) for n in range(256))


class TwoPurseTable:
    """All payments of a cost from the hand and a shared purse, every split of each.

    Payments of one colour (and wilds) form a block; the blocks of all colours have the same
    layout, so what is affordable within one is worked out once for all of them.
    """

    def __init__(self, cost: Cost) -> None:
        self.cost = cost
        blocks: dict[tuple[int, ...], list[Payment]] = {}
        for total in cost.payments():
            plain = tuple(card for card, n in enumerate(total.counts[:WILD_CARD]) if n)
            blocks.setdefault(plain, []).extend(_splits(total))
        self.payments = tuple(payment for block in blocks.values() for payment in block)
        self._index = {(p.cards, p.shared): p for p in self.payments}
        self._blocks: list[_Block] = []
        layouts: dict[tuple[Any, ...], int] = {}
        start = 0
        for plain, block in blocks.items():
            cards = (*plain, WILD_CARD)
            needs = tuple(
                (bytes(p.cards.counts[c] for c in cards), bytes(p.shared.counts[c] for c in cards))
                for p in block
            )
            layout = layouts.setdefault(needs, len(layouts))
            least = min(p.total.total for p in block)
            self._blocks.append(_Block(start, plain, least, needs, layout))
            start += len(block)
        self._affordable: dict[tuple[int, bytes, bytes], tuple[int, ...]] = {}
        self._memo: dict[tuple[tuple[int, ...], ...], Picker | None] = {}

    def find(self, cards: Cards, shared: Cards) -> Payment | None:
        """The payment with these cards, if the cost accepts it."""
        return self._index.get((cards, shared))

    def select_from(self, purses: Purses) -> Picker | None:
        """Picks what a seat can pay out of a row; None if it can pay nothing."""
        hand, shared = purses
        wild = hand[WILD_CARD] + shared[WILD_CARD]
        found: list[tuple[int, ...]] = []
        for number, block in enumerate(self._blocks):
            if len(block.plain) == 1:
                card = block.plain[0]
                mine, ours = hand[card], shared[card]
                if (mine or ours) and mine + ours + wild >= block.least:
                    found.append((number, mine, ours))
            elif block.plain or wild >= block.least:
                found.append((number, *(pile[card] for pile in purses for card in block.plain)))
        if not found:
            return None
        key = (*found, (hand[WILD_CARD], shared[WILD_CARD]))
        try:
            return self._memo[key]
        except KeyError:
            indices: list[int] = []
            for number, *_ in found:
                block = self._blocks[number]
                indices += [block.start + i for i in self._within(block, hand, shared)]
            return _remember(self._memo, key, indices)

    def _within(self, block: "_Block", hand: bytes, shared: bytes) -> tuple[int, ...]:
        """Which payments of a block the purses afford."""
        cards = (*block.plain, WILD_CARD)
        mine = bytes([hand[card] for card in cards])
        ours = bytes([shared[card] for card in cards])
        key = (block.layout, mine, ours)
        found = self._affordable.get(key)
        if found is None:
            found = self._affordable[key] = tuple(
                i
                for i, (from_hand, from_shared) in enumerate(block.needs)
                if all(map(int.__le__, from_hand, mine)) and all(map(int.__le__, from_shared, ours))
            )
        return found


@attrs.frozen
class _Block:
    """The payments of one colour: where they start in the table, and what each of them needs."""

    start: int
    plain: tuple[int, ...]
    least: int  # the fewest cards that pay any of them
    needs: tuple[tuple[bytes, bytes], ...]  # cards of the colour and wilds: from hand, from shared
    layout: int  # blocks with the same needs have the same one


def _splits(total: Cards) -> Iterator[Payment]:
    """Every way to pay these cards out of two purses, from the hand first."""
    for kept in product(*(range(n, -1, -1) for n in total.counts)):
        hand = Cards(bytes(kept))
        yield Payment(hand, total - hand)


def _remember(memo: dict[Any, Picker | None], key: object, indices: list[int]) -> Picker | None:
    if len(memo) >= _MEMO_LIMIT:
        memo.clear()
    picker = memo[key] = _picker(indices)
    return picker


def _picker(indices: list[int]) -> Picker | None:
    """A function that picks these of a row, as a tuple."""
    if not indices:
        return None
    if len(indices) == 1:
        return itemgetter(slice(indices[0], indices[0] + 1))
    return itemgetter(*indices)


class PricedActions(Generic[T, A]):
    """Actions that pay for something, made once and then shared: a row for each target and cost.

    A row stands in the order of the cost's payments, so that `PaymentTable.select` picks from it.
    """

    def __init__(
        self, table: Callable[[Cost], PaymentTable | TwoPurseTable], make: Callable[[T, Payment], A]
    ) -> None:
        self._table = table
        self._make = make
        self._rows: dict[tuple[T, Cost], tuple[A, ...]] = {}
        self.plans: dict[int, tuple[T, Payment]] = {}  # by the identity of a shared action

    def row(self, target: T, cost: Cost) -> tuple[A, ...]:
        """All the actions that buy the target at this cost."""
        row = self._rows.get((target, cost))
        if row is None:
            payments = self._table(cost).payments
            row = tuple(self._make(target, payment) for payment in payments)
            self._rows[target, cost] = row
            self.plans.update(
                (id(action), (target, payment))
                for action, payment in zip(row, payments, strict=True)
            )
        return row
