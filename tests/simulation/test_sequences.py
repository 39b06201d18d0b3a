"""Confidence sequences: wrong at no look at all, but for one experiment in twenty at most."""

import random
from collections import Counter
from collections.abc import Callable
from fractions import Fraction
from math import inf, log

import pytest

from ttrkit.simulation.comparing import looks
from ttrkit.simulation.sequences import (
    fortune,
    lower_bound,
    mean_bounds,
    outcomes_of,
    share_bounds,
)

Draw = Callable[[random.Random], Fraction]


def pair(share: float) -> Draw:
    """Blocks of two independent games."""
    return lambda rng: Fraction((rng.random() < share) + (rng.random() < share), 2)


def whole(share: float) -> Draw:
    """Blocks that are won or lost as a whole."""
    return lambda rng: Fraction(int(rng.random() < share))


def skewed(rng: random.Random) -> Fraction:
    """Blocks that are mostly won by a little, and now and then lost by much: 1/2 on average."""
    return Fraction(0) if rng.random() < 1 / 6 else Fraction(3, 5)


def decided(draw: Draw, seed: int, blocks: int, alpha: float = 0.05) -> tuple[int, int]:
    """Which side a match is decided for, at any look, and after how many blocks."""
    rng = random.Random(seed)
    seen: Counter[Fraction] = Counter()
    for look in looks(blocks):
        while seen.total() < look:
            seen[draw(rng)] += 1
        if fortune(seen, 0.5) >= log(2 / alpha):
            return 1, look
        if fortune({1 - value: count for value, count in seen.items()}, 0.5) >= log(2 / alpha):
            return -1, look
    return 0, blocks


@pytest.mark.parametrize("draw", [pair(0.5), whole(0.5), skewed], ids=["pair", "whole", "skewed"])
def test_equals_are_seldom_called_different(draw: Draw) -> None:
    """At most one match in twenty, over all looks of 400 blocks: 30 of 600."""
    wrong = sum(decided(draw, seed, 400)[0] != 0 for seed in range(600))
    assert wrong <= 30


def test_the_error_rate_is_the_one_asked_for() -> None:
    """A lower confidence is wrong more often, but not more often than it says."""
    wrong = sum(decided(whole(0.5), seed, 200, alpha=0.4)[0] != 0 for seed in range(300))
    assert 20 <= wrong <= 120


@pytest.mark.parametrize(("share", "blocks"), [(0.6, 400), (0.7, 100), (0.9, 40)])
def test_differences_are_found(share: float, blocks: int) -> None:
    """The larger, the sooner; always for the right side."""
    found = [decided(pair(share), seed, blocks) for seed in range(100)]
    assert sum(side == 1 for side, _ in found) >= 90
    mirrored = [decided(pair(1 - share), seed, blocks) for seed in range(30)]
    assert {side for side, _ in mirrored} <= {-1, 0}


def test_bounds_hold_at_all_looks() -> None:
    """The true share is outside at some look in at most one experiment of twenty."""
    outside = 0
    for seed in range(150):
        rng = random.Random(seed)
        seen: Counter[Fraction] = Counter()
        held = True
        for look in looks(60):
            while seen.total() < look:
                seen[pair(0.65)(rng)] += 1
            low, high = share_bounds(seen, 0.95)
            assert 0 <= low < high <= 1
            held = held and low <= 0.65 <= high
        outside += not held
    assert outside <= 7


def test_bounds_of_means_hold_at_all_looks() -> None:
    """The same for points, which have no least and no greatest."""
    outside = 0
    for seed in range(300):
        rng = random.Random(seed)
        points = [rng.gauss(5, 40) for _ in range(200)]
        bounds = [mean_bounds(points[:look], 0.95) for look in looks(200)]
        outside += any(not low <= 5 <= high for low, high in bounds)
    assert outside <= 15
    assert mean_bounds([], 0.95) == mean_bounds([3.0], 0.95) == (-inf, inf)


def test_nothing_is_ruled_out_by_nothing() -> None:
    """Without blocks, and with a single one."""
    assert share_bounds({}, 0.95) == pytest.approx((0, 1), abs=1e-9)
    low, high = share_bounds({Fraction(1): 1}, 0.95)
    assert low < 0.5
    assert high == 1
    assert fortune({}, 0.5) == 0
    assert fortune({Fraction(0): 3}, 0) == 0
    assert fortune({Fraction(1, 2): 3}, 0) == inf


def test_the_bound_is_where_the_fortune_is_reached() -> None:
    """A fair bet breaks even; the gambler is rich enough below the bound, and not above it."""
    seen = outcomes_of([(3, 4)] * 30 + [(1, 4)] * 10 + [(0, 0)])
    assert seen == {Fraction(3, 4): 30, Fraction(1, 4): 10}
    low = lower_bound(seen, 0.025)
    assert fortune(seen, low - 1e-6) > -log(0.025) > fortune(seen, low + 1e-6)
    assert low < 0.625


def test_looks() -> None:
    """Every ten blocks at first, later after a fifth of those played; the last is the end."""
    assert looks(1) == [1]
    assert looks(10) == [10]
    assert looks(35) == [10, 20, 30, 35]
    assert looks(200) == [10, 20, 30, 40, 50, 60, 72, 86, 103, 123, 147, 176, 200]
