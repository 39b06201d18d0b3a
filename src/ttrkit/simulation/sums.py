"""Sums of whole numbers, by number and by block, and the confidence intervals that they give.

Sums can be added in any order. The games of a block share their cards and tickets, so they are
dependent; an interval comes from the differences between blocks, never from single games.
"""

from __future__ import annotations

from collections.abc import Iterable
from functools import cache
from math import cos, inf, pi, sin, sqrt, tan

import attrs

CONFIDENCE = 0.95
NORMAL_FROM = 400  # degrees of freedom from which on Student's distribution is taken as normal
DOUBT = 0.25  # the spread of one more block, won or lost as a whole: added to the spread found


def checked_confidence(confidence: float) -> float:
    """Return the confidence; ValueError or TypeError if it does not lie between 0 and 1."""
    if isinstance(confidence, bool) or not isinstance(confidence, int | float):
        raise TypeError(f"a confidence is a number between 0 and 1, not {confidence!r}")
    if not 0 < confidence < 1:
        raise ValueError(f"a confidence lies between 0 and 1, not {confidence!r}")
    return float(confidence)


def normal(confidence: float) -> float:
    """The number of standard deviations on either side of a normal mean, for this confidence."""
    from statistics import NormalDist

    return NormalDist().inv_cdf((1 + checked_confidence(confidence)) / 2)


def wilson(hits: float, tries: float, confidence: float = CONFIDENCE) -> tuple[float, float]:
    """The bounds of the true share, with this confidence (Wilson's score interval)."""
    z = normal(confidence)
    if not tries:
        return 0.0, 1.0
    share = hits / tries
    centre = share + z * z / (2 * tries)
    margin = z * sqrt(share * (1 - share) / tries + z * z / (4 * tries * tries))
    whole = 1 + z * z / tries
    low = 0.0 if not hits else max(0.0, (centre - margin) / whole)
    high = 1.0 if hits == tries else min(1.0, (centre + margin) / whole)
    return low, high


@cache
def student(confidence: float, freedom: int) -> float:
    """The same as `normal` for Student's distribution, with these degrees of freedom."""
    if freedom >= NORMAL_FROM:
        z = normal(confidence)
        return z + (z**3 + z) / (4 * freedom)  # the first term of the expansion
    checked_confidence(confidence)
    low, high = 0.0, pi / 2
    for _ in range(60):
        middle = (low + high) / 2
        inside = _student_within(middle, freedom) < confidence
        low, high = (middle, high) if inside else (low, middle)
    return sqrt(freedom) * tan(low)


def _student_within(angle: float, freedom: int) -> float:
    """The chance that |t| is below √freedom · tan(angle): a finite sum of powers of the cosine."""
    square = cos(angle) ** 2
    is_odd = freedom % 2
    term = cos(angle) if is_odd else 1.0
    total = term if freedom > 1 else 0.0
    for n in range(3 if is_odd else 2, freedom - 1, 2):
        term *= square * ((n - 1) / n)
        total += term
    return 2 / pi * (angle + sin(angle) * total) if is_odd else sin(angle) * total


@attrs.frozen
class Sums:
    """The count, sum, sum of squares, least and greatest of a series of whole numbers."""

    count: int = 0
    total: int = 0
    squares: int = 0
    least: int | None = None
    most: int | None = None

    @classmethod
    def of(cls, *numbers: int) -> Sums:
        """The sums of these numbers."""
        if not numbers:
            return cls()
        squares = sum(number * number for number in numbers)
        return cls(len(numbers), sum(numbers), squares, min(numbers), max(numbers))

    @property
    def mean(self) -> float:
        """The mean; 0 if there are no numbers."""
        return self.total / self.count if self.count else 0.0

    @property
    def spread(self) -> float:
        """The standard deviation; 0 if there are fewer than two numbers."""
        if self.count < 2:
            return 0.0
        # In whole numbers until the division, so that large numbers lose no precision.
        scaled = self.count * self.squares - self.total * self.total
        return sqrt(scaled / (self.count * (self.count - 1)))

    def __add__(self, other: Sums) -> Sums:
        if not self.count or not other.count:
            return other if other.count else self
        assert self.least is not None
        assert self.most is not None
        assert other.least is not None
        assert other.most is not None
        return Sums(
            self.count + other.count,
            self.total + other.total,
            self.squares + other.squares,
            min(self.least, other.least),
            max(self.most, other.most),
        )


@attrs.frozen
class Blocks:
    """The sums of blocks: of each, its total (wins, points) and its size (games, seats played)."""

    count: int = 0
    total: int = 0
    size: int = 0
    total_squares: int = 0
    products: int = 0  # of the total and the size of each
    size_squares: int = 0

    @classmethod
    def of(cls, blocks: Iterable[tuple[int, int]]) -> Blocks:
        """The sums of blocks, each given as its total and its size; those of size 0 are none."""
        pairs = [pair for pair in blocks if pair[1]]
        return cls(
            len(pairs),
            sum(total for total, _ in pairs),
            sum(size for _, size in pairs),
            sum(total * total for total, _ in pairs),
            sum(total * size for total, size in pairs),
            sum(size * size for _, size in pairs),
        )

    @property
    def mean(self) -> float:
        """The total for each unit of size; 0 if there are no blocks."""
        return self.total / self.size if self.size else 0.0

    @property
    def unlike(self) -> float:
        """The sum of squares of how far each block is from the mean, by the mean size of a block.

        In whole numbers until the division, so that large numbers lose no precision.
        """
        if not self.size:
            return 0.0
        scaled = self.size * (self.size * self.total_squares - 2 * self.total * self.products)
        scaled += self.total * self.total * self.size_squares
        return max(0, scaled) * self.count**2 / self.size**4

    def share(self, confidence: float = CONFIDENCE) -> tuple[float, float]:
        """The bounds of a true share: Wilson's interval over as many tries as the blocks amount to.

        If every block is won or lost as a whole, these are as many as there are blocks; the more
        alike the blocks are, the more. One more block of the first kind is always added to what
        was found, so that a few blocks that are all alike are not taken for certainty. Blocks of
        one game are games.
        """
        if not self.count or self.count == self.size == self.size_squares:
            return wilson(self.total, self.size, confidence)
        mean = self.mean
        expected = (self.count - 1) * mean * (1 - mean)
        likeness = min(1.0, (self.unlike + DOUBT) / (expected + DOUBT))
        tries = self.count / likeness
        hits = tries if self.total == self.size else mean * tries
        return wilson(hits, tries, confidence)

    def interval(self, confidence: float = CONFIDENCE) -> tuple[float, float]:
        """The bounds of a true mean, by Student's distribution over the blocks."""
        t = student(checked_confidence(confidence), max(1, self.count - 1))
        if self.count < 2:
            return -inf, inf
        margin = t * sqrt(self.unlike / (self.count * (self.count - 1)))
        return self.mean - margin, self.mean + margin

    def __add__(self, other: Blocks) -> Blocks:
        return Blocks(
            self.count + other.count,
            self.total + other.total,
            self.size + other.size,
            self.total_squares + other.total_squares,
            self.products + other.products,
            self.size_squares + other.size_squares,
        )


__all__ = ["CONFIDENCE", "Blocks", "Sums", "normal", "student", "wilson"]
