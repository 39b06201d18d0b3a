"""Confidence sequences: intervals that hold at every look at once, so that one may stop early.

An ordinary interval of 95 % is wrong once in twenty times. Whoever looks again and again, and stops
at the first look that pleases, is wrong far more often. The interval of a confidence sequence is
wrong at no look at all in 95 of 100 experiments, however often one looks.

For shares it is found by betting, and holds for any number of blocks. To reject that the true mean
of the blocks is m, a gambler starts with one coin and bets on every block, at odds that are fair if
it is m. Fair bets make nobody rich: the chance to ever have 1/α coins is at most α (Ville's
inequality). So any m against which the gambler gets that rich is ruled out.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from fractions import Fraction
from math import exp, inf, log, log1p, sqrt

STAKES = tuple(0.95 * 1.25**-step for step in range(20))
"""The parts of the fortune that the gambler risks: an equal share of the coin on each."""
STEPS = 40  # of the search for a bound
TIGHTEST_AT = 100  # the number of blocks at which the interval of a mean is at its best

Outcomes = Mapping[Fraction, int]
"""The results of blocks, from 0 to 1, each with the number of times it came about."""


def fortune(outcomes: Outcomes, mean: float) -> float:
    """The logarithm of the gambler's fortune, who bets that the true mean is above this one."""
    if not outcomes:
        return 0.0
    if mean <= 0:
        return inf if any(outcomes) else 0.0
    won = [(float(value) / mean - 1, count) for value, count in outcomes.items()]
    each = [sum(count * log1p(stake * gain) for gain, count in won) for stake in STAKES]
    most = max(each)
    return most + log(sum(exp(one - most) for one in each) / len(STAKES))


def lower_bound(outcomes: Outcomes, alpha: float) -> float:
    """The least mean that is not ruled out by bets that it is higher; wrong with chance `alpha`."""
    low, high = 0.0, 1.0
    for _ in range(STEPS):
        middle = (low + high) / 2
        if fortune(outcomes, middle) >= -log(alpha):
            low = middle
        else:
            high = middle
    return low


def share_bounds(outcomes: Outcomes, confidence: float) -> tuple[float, float]:
    """The bounds of the true mean of outcomes from 0 to 1, at any time at once."""
    alpha = (1 - confidence) / 2
    mirrored = {1 - value: count for value, count in outcomes.items()}
    return lower_bound(outcomes, alpha), 1 - lower_bound(mirrored, alpha)


def mean_bounds(values: Sequence[float], confidence: float) -> tuple[float, float]:
    """The bounds of a true mean of any numbers, at any time at once, if there are not too few.

    It rests on the normal distribution of sums (an asymptotic confidence sequence).
    """
    count = len(values)
    if count < 2:
        return -inf, inf
    mean = sum(values) / count
    spread = sqrt(sum((value - mean) ** 2 for value in values) / (count - 1))
    alpha = 1 - confidence
    at_best = -2 * log(alpha)
    rho = (at_best + log(1 + at_best) + 1) / TIGHTEST_AT
    grown = count * rho + 1
    margin = spread * sqrt(2 * grown / (count * count * rho) * log(sqrt(grown) / alpha))
    return mean - margin, mean + margin


def outcomes_of(results: Iterable[tuple[int, int]]) -> Outcomes:
    """The outcomes of blocks, each given as its wins and its size."""
    return Counter(Fraction(wins, size) for wins, size in results if size)
