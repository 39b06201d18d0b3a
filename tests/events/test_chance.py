"""Shuffles: repeatable, complete, and even."""

from collections import Counter
from itertools import permutations
from math import sqrt

import pytest

from ttrkit.events.chance import Chance

SEEDS = 20_000


def _require_even(counts: Counter[object], cells: int) -> None:
    """Chi-square, within four standard deviations; the seeds are fixed, so it never wavers."""
    expected = counts.total() / cells
    assert len(counts) == cells
    chi_square = sum((n - expected) ** 2 / expected for n in counts.values())
    freedom = cells - 1
    assert abs(chi_square - freedom) < 4 * sqrt(2 * freedom)


@pytest.mark.parametrize("size", [0, 1, 15, 16, 17, 110])
def test_a_shuffle_keeps_every_item(size: int) -> None:
    """Whatever their number; the same for the same seed and name, and for no other."""
    items = [n // 3 for n in range(size)]
    shuffled = Chance(5).shuffled(items, 1)
    assert sorted(shuffled) == items
    assert shuffled == Chance(5).shuffled(items, 1)
    if size > 10:
        others = [Chance(6).shuffled(items, 1), Chance(5).shuffled(items, 2)]
        assert all(shuffled != other for other in [items, *others])


def test_all_orders_are_equally_likely() -> None:
    """Over seeds, and over the shuffles of one seed."""
    orders = len(list(permutations(range(4))))
    _require_even(Counter(tuple(Chance(n).shuffled(range(4), 0)) for n in range(SEEDS)), orders)
    _require_even(Counter(tuple(Chance(0).shuffled(range(4), n)) for n in range(SEEDS)), orders)


def test_every_item_comes_to_every_place_equally_often() -> None:
    """Also where the numbers of more than one hash are needed."""
    places: Counter[object] = Counter()
    for seed in range(SEEDS // 10):
        places.update(enumerate(Chance(seed).shuffled(range(20), 0)))
    _require_even(places, 400)
