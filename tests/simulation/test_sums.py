"""Sums by block, and the intervals that they give."""

import random
import statistics
from math import inf, isfinite
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from ttrkit.simulation.sums import Blocks, normal, student, wilson

BLOCK = st.tuples(st.integers(0, 4), st.integers(1, 4)).map(lambda b: (min(b), b[1]))


@given(st.lists(BLOCK), st.lists(BLOCK))
def test_blocks_add_up(some: list[tuple[int, int]], others: list[tuple[int, int]]) -> None:
    """In any order, to what all of them together come to; blocks without games are none."""
    both = Blocks.of(some + others)
    assert Blocks.of(some) + Blocks.of(others) == Blocks.of(others) + Blocks.of(some) == both
    assert Blocks.of([*some, (0, 0), *others]) == both
    assert both.count == len(some) + len(others)


@given(st.lists(st.integers(-200, 200), min_size=2, max_size=30), st.integers(1, 5))
def test_the_interval_of_a_mean_is_the_textbooks(points: list[int], size: int) -> None:
    """Student's, over the means of the blocks."""
    low, high = Blocks.of([(each * size, size) for each in points]).interval()
    mean = statistics.fmean(points)
    margin = student(0.95, len(points) - 1) * statistics.stdev(points) / len(points) ** 0.5
    assert low == pytest.approx(mean - margin, abs=1e-9)
    assert high == pytest.approx(mean + margin, abs=1e-9)


def test_a_single_block_says_nothing_about_a_mean() -> None:
    """The bounds are infinite."""
    assert Blocks.of([(5, 2)]).interval() == Blocks().interval() == (-inf, inf)
    assert Blocks.of([(5, 2)]).mean == 2.5
    assert Blocks().mean == Blocks().unlike == 0


@pytest.mark.parametrize(
    ("confidence", "freedom", "value"),
    [  # as statistical tables have it
        (0.95, 1, 12.706),
        (0.95, 2, 4.303),
        (0.95, 5, 2.571),
        (0.95, 10, 2.228),
        (0.99, 7, 3.499),
        (0.9, 30, 1.697),
        (0.5, 1, 1.0),
        (0.95, 399, 1.966),
        (0.95, 400, 1.966),
    ],
)
def test_student_by_the_book(confidence: float, freedom: int, value: float) -> None:
    """For few degrees of freedom, and near the normal distribution."""
    assert student(confidence, freedom) == pytest.approx(value, abs=6e-4)
    assert student(confidence, 10**9) == pytest.approx(normal(confidence))


@given(st.lists(BLOCK, min_size=1), st.floats(0.5, 0.999))
def test_the_interval_of_a_share_is_sensible(
    blocks: list[tuple[int, int]], confidence: float
) -> None:
    """Within 0 and 1, around the share; the surer, the wider; never narrower for fewer blocks."""
    sums = Blocks.of(blocks)
    low, high = sums.share(confidence)
    assert 0 <= low <= sums.mean + 1e-9
    assert sums.mean - 1e-9 <= high <= 1
    wide = sums.share((1 + confidence) / 2)
    assert wide[0] <= low
    assert wide[1] >= high
    more = Blocks.of(blocks * 4).share(confidence)
    assert more[1] - more[0] < high - low + 1e-9


@given(st.integers(0, 40), st.integers(0, 40))
def test_single_games_have_wilsons_interval(wins: int, losses: int) -> None:
    """Where games are independent, nothing is different."""
    sums = Blocks.of([(1, 1)] * wins + [(0, 1)] * losses)
    assert sums.share() == wilson(wins, wins + losses)


def test_blocks_that_are_won_as_a_whole_count_once() -> None:
    """Two games that always end alike are as good as one; more alike blocks are worth more."""
    low, high = Blocks.of([(2, 2)] * 6 + [(0, 2)] * 6).share()
    assert (low, high) == pytest.approx(wilson(6, 12), abs=0.01)
    assert Blocks.of([(2, 2)] * 6).share() == wilson(6, 6)
    even = Blocks.of([(1, 2)] * 12).share()
    assert even[1] - even[0] < (high - low) / 3
    assert even[0] < 0.5 < even[1], "a few blocks that are all alike are no certainty"


def dependent(rng: random.Random, share: float) -> tuple[int, int]:
    """A block that is won or lost as a whole."""
    return (2 if rng.random() < share else 0), 2


def independent(rng: random.Random, share: float) -> tuple[int, int]:
    """A block of two games that have nothing to do with each other."""
    return (rng.random() < share) + (rng.random() < share), 2


def opposed(rng: random.Random, share: float) -> tuple[int, int]:
    """A block that mostly ends in a draw, because the cards decide."""
    return (1, 2) if rng.random() < 0.8 else (2 * (rng.random() < 0.5 + 5 * (share - 0.5)), 2)


@pytest.mark.parametrize("kind", [dependent, independent, opposed])
@pytest.mark.parametrize(("blocks", "share"), [(12, 0.55), (60, 0.5), (60, 0.55)])
def test_intervals_of_shares_cover(kind: Any, blocks: int, share: float) -> None:
    """At least about 94 of a hundred have the true share inside, however blocks hang together."""
    rng = random.Random(1)
    inside = 0
    for _ in range(600):
        low, high = Blocks.of([kind(rng, share) for _ in range(blocks)]).share()
        inside += low <= share <= high
    assert inside >= 550


def test_intervals_of_means_cover() -> None:
    """95 of a hundred, for as few as five blocks of two dependent games."""
    rng = random.Random(2)
    inside = 0
    for _ in range(1000):
        luck = [rng.gauss(0, 30) for _ in range(5)]
        blocks = [(sum(round(100 + each + rng.gauss(0, 10)) for _ in "ab"), 2) for each in luck]
        low, high = Blocks.of(blocks).interval()
        inside += low <= 100 <= high
    assert 930 <= inside <= 970


@pytest.mark.parametrize("confidence", [0, 1, 95, -0.5, True, "0.9", None])
def test_a_confidence_lies_between_0_and_1(confidence: Any) -> None:
    """It is said so."""
    for ask in (Blocks().share, Blocks().interval, normal):
        with pytest.raises((TypeError, ValueError), match="between 0 and 1, not"):
            ask(confidence)


def test_sums_stay_exact() -> None:
    """In whole numbers, however large."""
    far = Blocks.of([(10**15 + each, 1) for each in (1, 2, 3)])
    assert far.unlike == pytest.approx(2)
    assert all(map(isfinite, far.interval()))
