"""Elo ratings by the model of Bradley and Terry, with intervals by bootstrap, in plain Python.

The chance that one rival comes out above another is a / (a + b), where a and b are their strengths;
400 points more mean ten times the strength. A tie counts as half a win for both. Every rival has
also played one imagined game, a tie, against an imagined opponent of strength 1: so that whoever
has won or lost everything has a finite rating, and rivals that never met can be compared.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from math import exp, log, sqrt
from random import Random

from ttrkit.simulation.sums import normal, student

PER_LOG = 400 / log(10)  # points: 400 for ten times the strength
ENOUGH = 1e-7  # the change of a strength's logarithm that is small enough
LONGEST = 1.0  # the longest step of a strength's logarithm
MOST_STEPS = 200

Meetings = Mapping[tuple[int, int], tuple[int, int]]
"""By pair of rivals: two for each win of the first and one for each tie, and the times they met."""


def strengths(
    rivals: int, meetings: Meetings, imagined: Sequence[float], start: Sequence[float] = ()
) -> list[float]:
    """The logarithms of the strengths that make these results most likely (Newton's method).

    `imagined` has each rival's share of its imagined game. The likelihood has a single peak, so
    the search may start anywhere.
    """
    wins = list(imagined)
    for (one, two), (halves, times) in meetings.items():
        wins[one] += halves / 2
        wins[two] += times - halves / 2
    pairs = [(one, two, times) for (one, two), (_, times) in meetings.items()]
    now = list(start) or [0.0] * rivals
    for _ in range(MOST_STEPS):
        slope, curve = list(wins), [[0.0] * rivals for _ in range(rivals)]
        for rival, strength in enumerate(now):
            share = 1 / (1 + exp(-strength))
            slope[rival] -= share
            curve[rival][rival] += share * (1 - share)
        for one, two, times in pairs:
            share = 1 / (1 + exp(now[two] - now[one]))
            slope[one] -= times * share
            slope[two] -= times * (1 - share)
            bend = times * share * (1 - share)
            curve[one][one] += bend
            curve[two][two] += bend
            curve[one][two] -= bend
            curve[two][one] -= bend
        step = _solved(curve, slope)
        longest = max(map(abs, step), default=0.0)
        factor = min(1.0, LONGEST / longest) if longest else 0.0
        now = [strength + factor * part for strength, part in zip(now, step, strict=True)]
        if longest < ENOUGH:
            break
    return now


def _solved(matrix: list[list[float]], right: list[float]) -> list[float]:
    """The solution of linear equations, of which the matrix is symmetric and positive definite."""
    size = len(right)
    for column in range(size):
        row = matrix[column]
        for below in range(column + 1, size):
            other = matrix[below]
            factor = other[column] / row[column]
            if factor:
                for place in range(column, size):
                    other[place] -= factor * row[place]
                right[below] -= factor * right[column]
    found = [0.0] * size
    for row_number in reversed(range(size)):
        row = matrix[row_number]
        rest = sum(row[place] * found[place] for place in range(row_number + 1, size))
        found[row_number] = (right[row_number] - rest) / row[row_number]
    return found


def elo(rivals: int, units: Sequence[Meetings]) -> list[float]:
    """The ratings from all units of independent results; that of the imagined opponent is 0."""
    found = strengths(rivals, _together(units, [1] * len(units)), [0.5] * rivals)
    return [PER_LOG * strength for strength in found]


def samples_of(
    rivals: int, units: Sequence[Meetings], samples: int, seed: int
) -> list[list[float]]:
    """Ratings from as many samples, in each of which the units are drawn anew, with replacement.

    The imagined games are drawn anew, too, each with any share: else whoever has won everything
    would win everything in all samples, and its rating would seem certain.
    """
    rng = Random(seed)
    best = strengths(rivals, _together(units, [1] * len(units)), [0.5] * rivals)
    found = []
    for _ in range(samples):
        drawn = Counter(rng.choices(range(len(units)), k=len(units)))
        times = [drawn[number] for number in range(len(units))]
        imagined = [rng.random() for _ in range(rivals)]
        fitted = strengths(rivals, _together(units, times), imagined, best)
        found.append([PER_LOG * strength for strength in fitted])
    return found


def interval(
    rating: float, samples: Sequence[float], units: int, confidence: float
) -> tuple[float, float]:
    """The bounds of the true rating, with this confidence, from samples of the units.

    Samples of few units differ less than other such units would, as their spread is known from
    them alone. Student's distribution makes that good, as it does for a mean.
    """
    freedom = max(1, units - 1)
    wider = student(confidence, freedom) / normal(confidence) * sqrt((freedom + 1) / freedom)
    low, high = (quantile(samples, (1 + side * confidence) / 2) for side in (-1, 1))
    return rating + wider * (low - rating), rating + wider * (high - rating)


def _together(units: Sequence[Meetings], times: Sequence[int]) -> Meetings:
    """The sum of all units, each taken so many times."""
    total: dict[tuple[int, int], tuple[int, int]] = {}
    for unit, factor in zip(units, times, strict=True):
        if factor:
            for pair, (halves, met) in unit.items():
                known = total.get(pair, (0, 0))
                total[pair] = (known[0] + factor * halves, known[1] + factor * met)
    return total


def quantile(values: Sequence[float], share: float) -> float:
    """The value below which this share of the values lies, between the two that are nearest."""
    ordered = sorted(values)
    place = share * (len(ordered) - 1)
    low = int(place)
    high = min(low + 1, len(ordered) - 1)
    return ordered[low] + (place - low) * (ordered[high] - ordered[low])
