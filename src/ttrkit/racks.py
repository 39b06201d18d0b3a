"""What is for sale, and what of it a seat can pay: the tables behind the turn loop.

A *rack* holds targets (routes, say) that are still to be had. It is a mapping from what a seat
has of one colour to the actions that this buys, worked out when first asked for. A rack never
changes: when a target is gone there is another one. So the seats and the copies of a game share it.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from itertools import chain
from operator import itemgetter
from typing import Any, NamedTuple

from ttrkit.payment_tables import PaymentTable

# A key of a rack, from its lowest bit on: the card (4 bits), then the counts of wilds and of the
# card as in `payment_tables` (16 bits each), then how many trains the seat lacks for the longest.
WILDS = 1 << 4
HAVE = 1 << 20
LACKING = 1 << 36

NOTHING_LEFT = 1 << 16  # more cards than there are

# A pool keeps racks of few targets, for the same ones are left over in many games. It starts afresh
# after so many answers, or plans, so that memory stays flat.
_MOST_TARGETS = 14
_MOST_ANSWERS = 50_000  # a rack counts like so many:
_WEIGHT_OF_A_RACK = 25
_MOST_PLANS = 10_000

Row = tuple[Any, ...]  # the actions that buy one target, one for each payment
Plan = list[tuple[int, bool, Callable[[Row], Any]]]  # a shelf; one or some; what picks it or them


class Shelf(NamedTuple):
    """What is sold at one price."""

    size: int  # the cards it takes
    length: int  # the trains it takes
    table: PaymentTable
    rows: dict[int, Row]  # by target


class Pool(dict[int, Plan]):
    """The racks that hold targets of these shelves, and nothing else.

    For a key of a rack: which shelves it buys from, and what picks the actions out of a row.
    """

    def __init__(self, shelves: Iterable[Shelf], longest: int = 0) -> None:
        self.shelves = sorted(shelves, key=lambda shelf: (shelf.size, shelf.length))
        self.place = {t: place for place, shelf in enumerate(self.shelves) for t in shelf.rows}
        self.targets = sum(1 << target for target in self.place)
        self.longest = longest
        self._keeps = len(self.place) <= _MOST_TARGETS
        self.kept: dict[int, Rack] = {}  # by its targets
        self.answers = 0  # of the racks that are kept
        self.full = self.make(self.targets, [shelf.rows for shelf in self.shelves])

    def rack(self, targets: int) -> Rack:
        """The rack with these targets, a bit each."""
        rack = self.kept.get(targets)
        if rack is None:
            chosen = [
                {target: row for target, row in shelf.rows.items() if targets >> target & 1}
                for shelf in self.shelves
            ]
            rack = self.make(targets, chosen)
        return rack

    def make(self, targets: int, shelves: list[dict[int, Row]]) -> Rack:
        """A new rack, which is kept if its like comes up often."""
        rack = Rack()
        rack.pool = self
        rack.targets = targets
        rack.shelves = shelves
        rack.barred = None
        rack.least = NOTHING_LEFT
        for place, shelf in enumerate(shelves):
            if shelf:
                rack.least = self.shelves[place].size
                break
        if self._keeps:
            if self.answers > _MOST_ANSWERS:
                self.answers = 0
                self.kept.clear()
            self.answers += _WEIGHT_OF_A_RACK
            self.kept[targets] = rack
        return rack

    def __missing__(self, key: int) -> Plan:
        if len(self) >= _MOST_PLANS:
            self.clear()
        card, wild, have = key % WILDS, key // WILDS % (1 << 16), key // HAVE % (1 << 16)
        longest = self.longest - key // LACKING
        plan = self[key] = []
        for place, shelf in enumerate(self.shelves):
            if shelf.length <= longest:
                payments = shelf.table.affordable(card, have, wild)
                if payments:
                    plan.append((place, len(payments) == 1, itemgetter(*payments)))
        return plan


class Rack(dict[int, Row]):
    """Some targets, and for `card + WILDS * wilds + HAVE * cards + LACKING * trains` what it buys.

    `cards` are of the kind `card`, and none but these (and wilds) are paid.
    """

    __slots__ = ("barred", "least", "pool", "shelves", "targets")

    pool: Pool
    targets: int  # a bit each
    least: int  # the fewest cards that buy anything
    shelves: list[dict[int, Row]]
    barred: dict[int, Rack] | None

    def without(self, target: int) -> Rack:
        """The rack when this target is gone."""
        targets = self.targets & ~(1 << target)
        pool = self.pool
        rack = pool.kept.get(targets)
        if rack is None:
            shelves = self.shelves[:]
            place = pool.place[target]
            shelves[place] = shelf = shelves[place].copy()
            del shelf[target]
            rack = pool.make(targets, shelves)
        return rack

    def barring(self, bars: int) -> Rack:
        """The rack without these targets, a bit each; remembered for as long as this one is."""
        bars &= self.targets
        barred = self.barred
        if barred is None:
            barred = self.barred = {}
        rack = barred.get(bars)
        if rack is None:
            rack, left = self, bars
            while left:
                target = left.bit_length() - 1
                rack = rack.without(target)
                left ^= 1 << target
            barred[bars] = rack
        return rack

    def __missing__(self, key: int) -> Row:
        shelves = self.shelves
        found: list[Any] = []
        for place, is_one, pick in self.pool[key]:
            rows = shelves[place]
            if rows:
                picked = map(pick, rows.values())
                found += picked if is_one else chain.from_iterable(picked)
        self.pool.answers += 1
        answer = self[key] = tuple(found)
        return answer

    def list_into(self, out: list[Any], key: int) -> None:
        """Add what this key buys to a list, without remembering it."""
        shelves = self.shelves
        for place, is_one, pick in self.pool[key]:
            picked = map(pick, shelves[place].values())
            out += picked if is_one else chain.from_iterable(picked)
