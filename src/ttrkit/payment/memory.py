"""The ways that a seat can pay now, and a memory of them.

A *picker* takes the actions that a seat can pay out of a row (see `tables`), at C speed. Pickers
are remembered by the cards that they were made for:

- With one purse, the key is the whole hand, reduced to the counts that matter.
- With two purses, every colour has pickers of its own: payments in one colour (and wilds) depend
  only on the cards of that colour and on the wilds. Each of the two is given as a *count*: the
  number in the hand plus 256 times the number in the shared purse.

So the memory is full of secrets. Only states hold it: nothing leads to it from an engine, and hence
from an observation.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import cache
from operator import itemgetter
from typing import TYPE_CHECKING, Any, TypeVar
from weakref import finalize

from ttrkit.payment.card_counts import WILD_CARD

if TYPE_CHECKING:
    from ttrkit.payment.tables import ColourPayments, PaymentTable

T = TypeVar("T")

Purses = Sequence[Sequence[int]]

COUNTS = 1 << 16  # greater than any count: a key is COUNTS * cards + wilds

_MAX_REMEMBERED = 2_000  # pickers kept before the cache is cleared, so that memory stays flat

Picker = Callable[[Sequence[Any]], tuple[Any, ...]]

SEVERAL = -1  # payments, or none: they have no one place

Pick = tuple[int, Picker]
"""The place of the only payment that can be made, or SEVERAL; and a picker of all that can be made.

Small hands can mostly pay in one way alone, and one place is read faster than a picker is called.
"""


def picker(places: Sequence[int]) -> Picker:
    """A function that picks the items at these places out of a tuple, as a tuple."""
    if len(places) > 1:
        return itemgetter(*places)
    return itemgetter(slice(places[0], places[0] + 1) if places else slice(0))


def _pick(places: Sequence[int]) -> Pick:
    return _single(places[0]) if len(places) == 1 else (SEVERAL, picker(places))


@cache
def _single(place: int) -> Pick:
    """The pick of the payment at this place alone; made once, because most are such."""
    return place, picker((place,))


class ColourPicks(dict[int, Pick]):
    """The pickers of the payments that can be made in one colour, by `COUNTS * cards + wilds`."""

    __slots__ = ("_alike", "_payments", "_size")

    def __init__(self, payments: ColourPayments, size: int) -> None:
        self._payments = payments
        self._size = size
        self._alike: dict[tuple[int, ...], Pick] = {}  # by counts, capped at the cost's size

    def __missing__(self, key: int) -> Pick:
        if len(self) >= _MAX_REMEMBERED:
            self.clear()
            self._alike.clear()
        size = self._size
        have, wild = divmod(key, COUNTS)
        counts = tuple([min(n, size) for n in (*divmod(have, 256), *divmod(wild, 256))])
        found = self._alike.get(counts)
        if found is None:
            found = self._alike[counts] = _pick(self._payments.places(*counts))
        self[key] = found
        return found


class HandPicks(dict[bytes, Pick]):
    """The pickers of the payments that hands with `wild` wilds can make.

    The key is the counts of the hand after `cap`, which makes hands that can pay the same equal.
    """

    __slots__ = ("_places", "_table", "cap")

    def __init__(self, table: PaymentTable, wild: int) -> None:
        self._table = table
        self.cap = bytes(range(256))
        """The translation of counts that makes keys of hands."""
        size = table.cost.size
        if table.by_card:
            needed = max(size - wild, 0)
            self.cap = bytes(0 if n < needed else min(n, size) for n in range(256))
        self._places = [
            (card, [payments.places(0, n, 0, wild) for n in range(size + 1)])
            for card, payments in table.by_card.items()
        ]

    def __missing__(self, hand: bytes) -> Pick:
        if len(self) >= _MAX_REMEMBERED:
            self.clear()
        found = self[hand] = _pick(self._payable(hand))
        return found

    def _payable(self, hand: bytes) -> list[int]:
        """The indices of the payments that a hand after `cap` can make."""
        if not self._places:
            payments = enumerate(self._table.payments)
            return [index for index, payment in payments if payment.cards.counts_within(hand)]
        places: list[int] = []
        for card, by_count in self._places:
            places += by_count[hand[card]]
        return places


class PicksByWilds(dict[int, HandPicks]):
    """The `HandPicks`, by the number of wilds in the hand."""

    __slots__ = ("_table",)

    def __init__(self, table: PaymentTable) -> None:
        self._table = table

    def __missing__(self, wild: int) -> HandPicks:
        size = self._table.cost.size  # more wilds than that are of no use
        is_alike = self._table.by_card and wild > size
        found = self[wild] = self[size] if is_alike else HandPicks(self._table, wild)
        return found


class TablePicks:
    """The pickers of a table."""

    def __init__(self, table: PaymentTable) -> None:
        self._table = table
        size = table.cost.size
        self.fewest_wilds = table.fewest_wilds
        """The least number of wilds in a payment."""
        self.by_wilds = PicksByWilds(table)
        """With one purse: by the number of wilds in the hand."""
        self.by_card = {card: ColourPicks(p, size) for card, p in table.by_card.items()}
        """With two purses: the pickers of every colour that can pay."""

    def payable(self, purses: Purses, row: Sequence[T]) -> Sequence[T]:
        """The items of a row (one item for each payment) that the purses can pay."""
        hand = purses[0]
        if len(purses) == 1:
            picks = self.by_wilds[hand[WILD_CARD]]
            return picks[bytes(hand).translate(picks.cap)][1](row)
        shared = purses[1]
        if not self.by_card:
            return [
                item
                for item, payment in zip(row, self._table.payments, strict=True)
                if payment.cards.counts_within(hand) and payment.shared.counts_within(shared)
            ]
        wild = hand[WILD_CARD] + 256 * shared[WILD_CARD]
        out: list[T] = []
        for card, picks_of_card in self.by_card.items():
            out += picks_of_card[(hand[card] + 256 * shared[card]) * COUNTS + wild][1](row)
        return out


Memory = dict[Any, Any]
"""What the games of an engine have worked out from secrets, by what it is about.

A key is something that never changes, such as a `PaymentTable`. Neither a key nor a value may lead
to the engine, which could then never go.
"""

_MEMORIES: dict[int, Memory] = {}  # by the `id` of an engine, as long as it lives


def memory_of(engine: object) -> Memory:
    """The memory that all states of this engine share."""
    memory = _MEMORIES.get(id(engine))
    if memory is None:
        memory = _MEMORIES[id(engine)] = {}
        finalize(engine, _MEMORIES.pop, id(engine)).atexit = False
    return memory


def recall(memory: Memory, key: Any) -> Any:
    """What is remembered about a key; its method `remember` makes it when it is first asked for."""
    found = memory.get(key)
    if found is None:
        found = memory[key] = key.remember(memory)
    return found
