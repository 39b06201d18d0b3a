"""Every way to pay, listed once per variant, and which of them a seat can pay now.

A cost is static and hashable, so all its payments are made once and shared, and so are the actions
that pay them. A table answers, for the purses of a seat, which of them it can afford: it picks from
a row of actions that stands in the order of the cost's payments. Hands that are alike for a cost
are recognised as such, so that the answer is mostly remembered.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterator, Mapping, Sequence
from itertools import product
from operator import itemgetter
from typing import Any, Generic, NamedTuple, TypeVar

import attrs

from ttrkit.payments import Cost, Payment
from ttrkit.piles import WILD_CARD, Cards

T = TypeVar("T", bound=Hashable)  # what is bought
A = TypeVar("A")  # the action that buys it

Purses = Sequence[bytes]
Picker = Callable[[Sequence[Any]], tuple[Any, ...]]


class Affordable(NamedTuple):
    """Which payments of a table can be made: their indices, and what picks them out of a row."""

    indices: tuple[int, ...]
    pick: Picker

    def list_all(self, out: list[Any], rows: Rows, among: Subset) -> None:
        """Add the actions of these payments, for the targets `among` all that the rows are for.

        By payment or by target, whichever is fewer: either way the rest is done at C speed.
        """
        if len(self.indices) < len(among.numbers):
            pick = among.pick
            for index in self.indices:
                out += pick(rows.columns[index])
        else:
            pick = self.pick
            for number in among.numbers:
                out += pick(rows.by_target[number])


class Subset:
    """Some of the targets of rows: by number, and what picks them out of a column."""

    __slots__ = ("_pick", "_place", "numbers")

    def __init__(self, numbers: tuple[int, ...], place: Mapping[int, int]) -> None:
        self.numbers = numbers
        self._place = place  # of every target in a column
        self._pick: Picker | None = None

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Subset) and self.numbers == other.numbers

    def __hash__(self) -> int:
        return hash(self.numbers)

    @property
    def pick(self) -> Picker:
        """Made when it is first asked for; there must be some numbers."""
        if self._pick is None:
            self._pick = picker([self._place[number] for number in self.numbers])
        assert self._pick is not None  # see above
        return self._pick

    def without(self, number: int) -> Subset:
        """All but one of them, or just these if it is none of them."""
        numbers = self.numbers
        if number not in numbers:
            return self
        at = numbers.index(number)
        return Subset(numbers[:at] + numbers[at + 1 :], self._place)


class Rows(NamedTuple):
    """The actions that buy any of some targets at one cost, by target and by payment."""

    by_target: Mapping[int, tuple[Any, ...]]
    columns: tuple[tuple[Any, ...], ...]

    @classmethod
    def of(cls, by_target: Mapping[int, tuple[Any, ...]]) -> Rows:
        """Rows from those of each target, in the order of the mapping."""
        return cls(by_target, tuple(zip(*by_target.values(), strict=True)))


Memo = dict[Any, Affordable | None]

_MEMO_LIMIT = 20_000  # entries a table keeps before it starts afresh, so that memory stays flat


class PaymentTable:
    """All payments of a cost, in a fixed order, and which of them a seat can make.

    Payments of one colour (and wilds) form a block; the blocks of all colours mostly have the same
    layout, so what is affordable within one is worked out once for all of them.
    """

    def __init__(self, cost: Cost, purses: int = 1) -> None:
        self.cost = cost
        blocks: dict[tuple[int, ...], list[Payment]] = {}
        for total in cost.payments():
            plain = tuple(card for card, n in enumerate(total.counts[:WILD_CARD]) if n)
            blocks.setdefault(plain, []).extend([Payment(total)] if purses == 1 else _splits(total))
        self.payments = tuple(payment for block in blocks.values() for payment in block)
        self._index = {(p.cards, p.shared): p for p in self.payments}
        self._blocks: list[_Block] = []
        layouts: dict[tuple[bytes, ...], int] = {}
        start = 0
        for plain, block in blocks.items():
            cards = (*plain, WILD_CARD)
            needs = tuple(
                bytes(pile.counts[card] for pile in (p.cards, p.shared)[:purses] for card in cards)
                for p in block
            )
            layout = layouts.setdefault(needs, len(layouts))
            least = min(p.total.total for p in block)
            self._blocks.append(_Block(start, cards, least, needs, layout))
            start += len(block)
        self._affordable: dict[tuple[int, bytes], tuple[int, ...]] = {}
        self._memo: Memo = {}

    def find(self, cards: Cards, shared: Cards) -> Payment | None:
        """The payment with these cards, if the cost accepts it."""
        return self._index.get((cards, shared))

    def select_from(self, purses: Purses) -> Affordable | None:
        """What a seat can pay; None if it can pay nothing."""
        hand, shared = purses
        wild = hand[WILD_CARD] + shared[WILD_CARD]
        key = [hand[WILD_CARD], shared[WILD_CARD]]  # and what else matters, block by block
        for number, block in enumerate(self._blocks):
            cards = block.cards
            if len(cards) == 2:
                mine, ours = hand[cards[0]], shared[cards[0]]
                if (mine or ours) and mine + ours + wild >= block.least:
                    key += (number, mine, ours)
            elif len(cards) > 2:
                key += [pile[card] for pile in purses for card in cards]
        frozen = tuple(key)
        try:
            return self._memo[frozen]
        except KeyError:
            return self._remember(self._memo, frozen, purses)

    def _remember(self, memo: Memo, key: Any, purses: Purses) -> Affordable | None:
        """Work out what the purses afford, block by block."""
        indices: list[int] = []
        for block in self._blocks:
            indices += self._within(block, purses)
        if len(memo) >= _MEMO_LIMIT:
            memo.clear()
        pick = picker(indices)
        found = None if pick is None else Affordable(tuple(indices), pick)
        memo[key] = found
        return found

    def _within(self, block: _Block, purses: Purses) -> Sequence[int]:
        """Which payments of a block the purses afford."""
        cards = block.cards
        held = bytes([pile[card] for pile in purses for card in cards])
        within = self._affordable.get((block.layout, held))
        if within is None:
            within = tuple(
                i for i, need in enumerate(block.needs) if all(map(int.__le__, need, held))
            )
            self._affordable[block.layout, held] = within
        return [block.start + i for i in within]


class HandTable(PaymentTable):
    """The same for a seat that pays from its hand alone, made to be asked often."""

    def __init__(self, cost: Cost) -> None:
        super().__init__(cost)
        totals = [payment.total for payment in self.payments]
        self._most_wild = max((total.counts[WILD_CARD] for total in totals), default=0)
        self._most = max((max(total.counts) for total in totals), default=0)
        self._translate = [_worth(totals, wild) for wild in range(self._most_wild + 1)]
        self._memos: list[Memo] = [{} for _ in self._translate]
        self._cells = {
            block.start: [
                [
                    tuple(
                        block.start + i
                        for i, (n, w) in enumerate(block.needs)
                        if n <= have and w <= wild
                    )
                    for wild in range(self._most_wild + 1)
                ]
                for have in range(self._most + 1)
            ]
            for block in self._blocks
            if len(block.cards) == 2
        }

    def _within(self, block: _Block, purses: Purses) -> Sequence[int]:
        cells = self._cells.get(block.start)
        if cells is None:
            return super()._within(block, purses)
        hand = purses[0]
        have, wild = hand[block.cards[0]], hand[WILD_CARD]
        return cells[min(have, self._most)][min(wild, self._most_wild)]

    def select_from(self, purses: Purses) -> Affordable | None:
        """What a hand can pay; None if it can pay nothing."""
        hand = purses[0]
        wild = hand[WILD_CARD]
        if wild > self._most_wild:
            wild = self._most_wild
        key = hand.translate(self._translate[wild])
        memo = self._memos[wild]
        try:
            return memo[key]
        except KeyError:
            return self._remember(memo, key, purses)


@attrs.frozen
class _Block:
    """The payments of one colour: where they start in the table, and what each of them needs."""

    start: int
    cards: tuple[int, ...]  # the colour's, and wilds
    least: int  # the fewest cards that pay any of them
    needs: tuple[bytes, ...]  # of these cards: from the hand, then from the shared purse
    layout: int  # blocks with the same needs have the same one


def _worth(totals: Sequence[Cards], wild: int) -> bytes:
    """A translation of counts to the least count that pays as much, given so many wilds."""
    steps = {0}
    for total in totals:
        if total.counts[WILD_CARD] <= wild:
            steps.update(total.counts[:WILD_CARD])
    return bytes(max(step for step in steps if step <= n) for n in range(256))


def _splits(total: Cards) -> Iterator[Payment]:
    """Every way to pay these cards out of two purses, from the hand first."""
    for kept in product(*(range(n, -1, -1) for n in total.counts)):
        hand = Cards(bytes(kept))
        yield Payment(hand, total - hand)


def picker(indices: Sequence[int]) -> Picker | None:
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
        self, table: Callable[[Cost], PaymentTable], make: Callable[[T, Payment], A]
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
