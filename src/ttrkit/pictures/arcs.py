"""The lines that routes are drawn along: straight ones, and arcs of a circle.

Points are complex numbers, with y growing downwards as in SVG.
"""

from __future__ import annotations

from cmath import rect
from math import atan, ceil, sin

Point = complex

_ANGLE = 0.2  # the most that the edge of a bar turns at once
_STRAIGHT = 0.004  # a bend below this is drawn as a straight line


class Arc:
    """A line from `a` to `b` that bulges by `bend`, as a share of the straight distance.

    It bulges to the left-hand side of somebody who travels from `a` to `b`; to the right if the
    bend is negative.
    """

    __slots__ = ("_centre", "_left", "_radius", "_sweep", "a", "b", "bend")

    def __init__(self, a: Point, b: Point, bend: float = 0.0) -> None:
        self.a, self.b, self.bend = a, b, bend
        chord = abs(b - a) or 1.0
        self._left = -1j * (b - a) / chord
        self._sweep = 0.0 if abs(bend) < _STRAIGHT else 4 * atan(2 * bend)
        if self._sweep:
            self._radius = chord / (2 * sin(self._sweep / 2))
            self._centre = (a + b) / 2 + self._left * (bend * chord - self._radius)
        else:
            self._radius, self._centre = chord, a

    @property
    def is_straight(self) -> bool:
        """Whether it is drawn as a straight line."""
        return not self._sweep

    def length(self, beside: float = 0.0) -> float:
        """The length of the line that runs at this distance to the left of it."""
        return (self._radius + beside) * self._sweep if self._sweep else self._radius

    def at(self, share: float, beside: float = 0.0) -> Point:
        """The point after this share of the way, and at this distance to the left."""
        if not self._sweep:
            return self.a + (self.b - self.a) * share + self._left * beside
        out = self._left * rect(1, self._sweep * (share - 0.5))
        return self._centre + (self._radius + beside) * out

    def heading(self, share: float) -> Point:
        """The direction of the way after this share of it, of length 1."""
        return 1j * self._left * rect(1, self._sweep * (share - 0.5))

    def points(self, start: float, end: float, beside: float, step: float) -> list[Point]:
        """Points from one share of the way to another, about `step` apart, both ends included."""
        n = max(1, ceil(abs(self.length(beside)) * (end - start) / step))
        return [self.at(start + (end - start) * i / n, beside) for i in range(n + 1)]

    def slab(self, start: float, end: float, beside: float, half: float) -> list[Point]:
        """The outline of a bar between two shares of the way, which is `half` wide to each side."""
        one, other = beside + half, beside - half
        n = ceil(abs(self._sweep) * (end - start) / _ANGLE) or 1
        shares = [start + (end - start) * i / n for i in range(n + 1)]
        there = [self.at(share, one) for share in shares]
        return there + [self.at(share, other) for share in reversed(shares)]
