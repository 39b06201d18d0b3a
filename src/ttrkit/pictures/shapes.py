"""The small shapes of pictures: a symbol for each card colour, locomotives, stations, flags."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from math import cos, pi, sin
from typing import Final

from ttrkit.pictures.arcs import Point

Outline = Sequence[Point]


def _round(n: int, radius: float, turn: float = 0.0) -> tuple[Point, ...]:
    """A regular polygon; one of its corners points to the top."""
    angles = [turn - pi / 2 + 2 * pi * i / n for i in range(n)]
    return tuple(complex(radius * cos(a), radius * sin(a)) for a in angles)


def _star() -> tuple[Point, ...]:
    outer, inner = _round(5, 4.0), _round(5, 1.7, pi / 5)
    return tuple(point for pair in zip(outer, inner, strict=True) for point in pair)


_PLUS = tuple(
    complex(x, y) * 1.05
    for x, y in (
        (-1, -3),
        (1, -3),
        (1, -1),
        (3, -1),
        (3, 1),
        (1, 1),
        (1, 3),
        (-1, 3),
        (-1, 1),
        (-3, 1),
        (-3, -1),
        (-1, -1),
    )
)
_TURN = complex(cos(pi / 4), sin(pi / 4))

SYMBOLS: Final[dict[str, tuple[Outline, ...]]] = {
    "purple": (_round(4, 3.9),),  # a diamond
    "blue": (_round(12, 3.1),),  # a disc
    "orange": (_PLUS,),
    "white": (_round(12, 3.3), tuple(reversed(_round(12, 1.9)))),  # a ring
    "green": (tuple(p + 0.6j for p in _round(3, 3.9)),),  # a triangle
    "yellow": (_star(),),
    "black": (_round(4, 3.9, pi / 4),),  # a square
    "red": (tuple(p * _TURN for p in _PLUS),),  # a cross
    "grey": (),
}
"""The symbol of each route colour, around the origin; grey stands for any colour and has none."""

SYMBOL_WORDS: Final = {
    "purple": "diamond",
    "blue": "disc",
    "orange": "plus",
    "white": "ring",
    "green": "triangle",
    "yellow": "star",
    "black": "square",
    "red": "cross",
    "grey": "no symbol",
    "wild": "locomotive",
}
"""The symbols in words."""

LOCOMOTIVE: Final = (
    "M-5.6-4.2h4.4v2.4h3.4v-2.6h2v2.6h1v4.4h-10.8z"
    "M-3.2 1.6a1.9 1.9 0 1 0 .01 0zM2.8 1.6a1.9 1.9 0 1 0 .01 0z"
)
"""A locomotive around the origin, as path data."""

HOUSE: Final = "M-8 8V-2L0-10L8-2V8z"
"""A station around the origin, as path data."""

PATTERNS: Final = (
    "",
    '<path d="M-2 2L2-2M0 8L8 0M6 10L10 6" stroke-width="1.9"/>',
    '<circle cx="2" cy="2" r="1.35"/><circle cx="6" cy="6" r="1.35"/>',
    '<path d="M-2 6L2 10M0 0L8 8M6-2L10 2" stroke-width="1.5"/>',
    '<path d="M0 2H8M0 6H8" stroke-width="1.5"/>',
    '<path d="M2 0V8M6 0V8M0 4H8" stroke-width="1"/>',
)
"""The pattern of each seat, eight units square; the first is plain."""

PATTERN_WORDS: Final = ("plain", "rising stripes", "dots", "falling stripes", "lines", "checks")
"""The patterns in words."""

_PATTERN_INK = ("#fff", "#fff", "#fff", "#20262d", "#fff", "#9aa3ad")


def pattern_defs(seats: Iterable[int]) -> str:
    """The definitions of the patterns of these seats."""
    found = []
    for seat in seats:
        ink, shape = _PATTERN_INK[seat], PATTERNS[seat]
        if shape:
            found.append(
                f'<pattern id="ttrkit-p{seat}" width="8" height="8" '
                f'patternUnits="userSpaceOnUse"><g fill="{ink}" stroke="{ink}" '
                f'stroke-opacity=".8" fill-opacity=".9">{_unstroked(shape)}</g></pattern>'
            )
    return f"<defs>{''.join(found)}</defs>" if found else ""


def _unstroked(shape: str) -> str:
    return shape.replace("<circle", '<circle stroke="none"')


def number(value: float) -> str:
    """A coordinate with at most one digit after the point."""
    text = f"{value:.1f}"
    return text[:-2] if text.endswith(".0") else text


def outline(points: Outline) -> str:
    """A closed polygon as path data, with steps relative to the point before."""
    x, y = round(points[0].real * 10), round(points[0].imag * 10)
    text = f"M{x / 10:g} {y / 10:g}l"
    steps = []
    for point in points[1:]:
        u, v = round(point.real * 10), round(point.imag * 10)
        steps.append(f"{(u - x) / 10:g} {(v - y) / 10:g}")
        x, y = u, v
    return f"{text}{' '.join(steps)}z".replace(" -", "-")


def outlines(shapes: Iterable[Outline]) -> str:
    """Several closed polygons as path data."""
    return "".join(map(outline, shapes))


def polyline(points: Outline) -> str:
    """An open line as path data."""
    return "M" + "L".join([f"{number(p.real)} {number(p.imag)}" for p in points])


def symbols(colour: str, middles: Iterable[Point]) -> str:
    """The symbol of a colour at each of these points, as path data."""
    return "".join(
        [outline([at + p for p in shape]) for at in middles for shape in SYMBOLS[colour]]
    )
