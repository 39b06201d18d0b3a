"""The places of the names: beside each city, where they cover nothing if that is possible."""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache

import attrs

from ttrkit.board import Board, City
from ttrkit.pictures.arcs import Point
from ttrkit.pictures.layout import CITY, WIDTH, Layout, layout_of

SIZE = 14.0  # of the letters
SMALL = 11.0  # of those of a junction
LINE = 1.08  # the height of a line, as a share of the size of the letters

_NARROW = frozenset("iIjl.,:;'|!()[]ftr- ’ïíì")
_WIDE = frozenset("mwMWÆŒ@%&—")
_CELL = 20.0
_STEP = 7.0
_AWAY = (CITY + 3.0, CITY + 8.0, CITY + 15.0)  # from the city
_SWEEPS = 4
_TRIES = 8  # other places for a name that covers something
_GOOD = 0.9  # a place that costs less than this covers nothing


Box = tuple[float, float, float, float]
"""Left, top, right and bottom."""


def text_width(text: str, size: float) -> float:
    """About how wide a text is: rather more than less, whichever typeface there is."""
    units = 0.0
    for c in text:
        if c in _NARROW:
            units += 0.37
        elif c in _WIDE:
            units += 0.92
        elif ord(c) > 0x2E80:  # Chinese, Japanese and the like
            units += 1.02
        elif c.isupper() or c.isdigit():
            units += 0.69
        else:
            units += 0.595
    return units * size


@attrs.frozen(eq=False)
class Label:
    """The name of a city: its lines, and where it is."""

    city: City
    lines: tuple[str, ...]
    size: float
    anchor: str  # start, middle or end
    at: Point  # the point that the text is anchored at, in the middle of its height
    box: Box
    cost: float  # how much it covers, and how far off it is; up to 1, it reads without trouble

    def baselines(self) -> Iterator[tuple[str, float]]:
        """Every line with its baseline."""
        height = self.size * LINE
        top = self.at.imag - height * (len(self.lines) - 1) / 2
        for number, line in enumerate(self.lines):
            yield line, top + number * height + self.size * 0.35


def labels_of(board: Board) -> tuple[Label, ...]:
    """The labels of a board's cities, in their order, worked out once."""
    sides = tuple([city.label for city in board.cities])
    return _labelled(board, sides, tuple([route.bend for route in board.routes]))


@lru_cache(maxsize=32)
def _labelled(
    board: Board,
    sides: tuple[str, ...],  # noqa: ARG001
    bends: tuple[float | None, ...],  # noqa: ARG001
) -> tuple[Label, ...]:
    layout = layout_of(board)
    ground = _Ground(layout)
    return _Naming([_choices(city, layout, ground) for city in board.cities]).settle()


class _Naming:
    """The choice of a place for every name, so that they keep clear of each other as well."""

    def __init__(self, choices: list[list[Label]]) -> None:
        self._choices = choices
        self._near = _neighbours(choices)
        self._chosen = [each[0] for each in choices]

    def settle(self) -> tuple[Label, ...]:
        """Choose each in turn, then try to make room for those that cover something."""
        for _ in range(_SWEEPS):
            before = list(self._chosen)
            for number in range(len(self._choices)):
                self._chosen[number] = self._best(number)
            if all(map(_is, before, self._chosen)):
                break
        for number in range(len(self._choices)):
            if self._cost(number) > _GOOD:
                self._make_room(number)
        costs = map(self._cost, range(len(self._choices)))
        return tuple(
            attrs.evolve(label, cost=cost) for label, cost in zip(self._chosen, costs, strict=True)
        )

    def _cost(self, number: int) -> float:
        label = self._chosen[number]
        return label.cost + _overlap(label.box, [self._chosen[n].box for n in self._near[number]])

    def _best(self, number: int) -> Label:
        others = [self._chosen[n].box for n in self._near[number]]
        return min(
            self._choices[number], key=lambda label: label.cost + _overlap(label.box, others)
        )

    def _make_room(self, number: int) -> None:
        """Try other places for a name, and let the names that it would cover choose again."""
        near, kept = self._near[number], list(self._chosen)
        least = self._cost(number) + sum(kept[n].cost for n in near)
        best = kept
        for label in self._choices[number][:_TRIES]:
            self._chosen = list(kept)
            self._chosen[number] = label
            for other in near:
                if _overlap(label.box, [self._chosen[other].box]):
                    self._chosen[other] = self._best(other)
            total = sum(map(self._cost, (number, *near)))
            if total < least - 0.1:
                best, least = self._chosen, total
        self._chosen = best


def _is(one: object, other: object) -> bool:
    return one is other


def _neighbours(choices: list[list[Label]]) -> list[list[int]]:
    """By city: the others whose names can come into the way of its own."""
    bounds = []
    for each in choices:
        lefts, tops, rights, bottoms = zip(*[label.box for label in each], strict=True)
        bounds.append((min(lefts), min(tops), max(rights), max(bottoms)))
    return [
        [
            other
            for other, (u0, v0, u1, v1) in enumerate(bounds)
            if other != number and u0 < x1 and u1 > x0 and v0 < y1 and v1 > y0
        ]
        for number, (x0, y0, x1, y1) in enumerate(bounds)
    ]


def _overlap(box: Box, others: list[Box]) -> float:
    """The trouble of writing over other names."""
    x0, y0, x1, y1 = box
    trouble = 0.0
    for u0, v0, u1, v1 in others:
        if u0 < x1 + 3 and u1 > x0 - 3 and v0 < y1 and v1 > y0:
            wide = min(x1, u1) - max(x0, u0) + 3
            trouble += 6 + 0.1 * wide * (min(y1, v1) - max(y0, v0))
    return trouble


class _Ground:
    """What lies on the map, so that names can keep clear of it."""

    def __init__(self, layout: Layout) -> None:
        self._points: dict[tuple[int, int], list[tuple[float, float]]] = {}
        self._cities: dict[tuple[int, int], list[Point]] = {}
        for at in layout.cities.values():
            key = (int(at.real // _CELL), int(at.imag // _CELL))
            self._cities.setdefault(key, []).append(at)
        for track in layout.tracks.values():
            for point in track.arc.points(track.start, track.end, track.beside, _STEP):
                x, y = point.real, point.imag
                self._points.setdefault((int(x // _CELL), int(y // _CELL)), []).append((x, y))

    def covered(self, box: Box, own: Point, enough: float) -> float:
        """How much a box covers: spaces, and cities but its own; counted up to `enough`."""
        reach = WIDTH / 2 - 0.5
        x0, y0, x1, y1 = box[0] - reach, box[1] - reach, box[2] + reach, box[3] + reach
        trouble = 0.0
        points, cities = self._points, self._cities
        rows = range(int(y0 // _CELL), int(y1 // _CELL) + 1)
        for i in range(int(x0 // _CELL), int(x1 // _CELL) + 1):
            for j in rows:
                key = (i, j)
                if key in cities:
                    trouble += sum(
                        6 for p in cities[key] if x0 < p.real < x1 and y0 < p.imag < y1 and p != own
                    )
                for x, y in points.get(key, ()):
                    if x0 < x < x1 and y0 < y < y1:  # deep inside is worse than at the rim
                        deep = y - y0 if y - y0 < y1 - y else y1 - y
                        if x - x0 < deep:
                            deep = x - x0
                        elif x1 - x < deep:
                            deep = x1 - x
                        trouble += 0.2 + deep / reach
            if trouble > enough:
                break
        return trouble


_PLACES = (  # by name: the step of the box's middle as shares of its half size, and the cost
    ("right", 1.0, 0.0, 0.0),
    ("left", -1.0, 0.0, 0.1),
    ("above", 0.0, -1.0, 0.15),
    ("below", 0.0, 1.0, 0.15),
    ("above right", 0.9, -0.9, 0.25),
    ("above left", -0.9, -0.9, 0.3),
    ("below right", 0.9, 0.9, 0.25),
    ("below left", -0.9, 0.9, 0.3),
    ("above", 0.45, -1.0, 0.3),
    ("above", -0.45, -1.0, 0.3),
    ("below", 0.45, 1.0, 0.3),
    ("below", -0.45, 1.0, 0.3),
    ("right", 1.0, 0.6, 0.3),
    ("right", 1.0, -0.6, 0.3),
    ("left", -1.0, 0.6, 0.35),
    ("left", -1.0, -0.6, 0.35),
)


def _choices(city: City, layout: Layout, ground: _Ground) -> list[Label]:
    """Places where a name could be, the best first: more of them if none is good."""
    at = layout.cities[city.name]
    size = SIZE if city.kind == "city" else SMALL
    breaks = _breaks(city.name)
    found: list[Label] = []
    for ring, away in enumerate(_AWAY):
        for more, lines in enumerate(breaks):
            wide = max(text_width(line, size) for line in lines) / 2
            half = complex(wide, size * LINE * len(lines) / 2 - size * 0.1)
            extra = 0.7 * ring + 0.4 * more
            for anchor, point, box, cost in _around(city.label, half, at, away):
                covered = ground.covered(box, at, 16.0)
                found.append(Label(city, lines, size, anchor, point, box, cost + extra + covered))
        found.sort(key=lambda label: label.cost)
        if found[min(2, len(found) - 1)].cost < _GOOD:
            break
    return found


def _around(
    side: str, half: Point, at: Point, away: float
) -> Iterator[tuple[str, Point, Box, float]]:
    """The places of a box of this half size around a city, on one side of it or on all.

    Each as its anchor, the point that this is at, the box, and how much we would rather not.
    """
    wide, high = half.real, half.imag
    for name, x, y, cost in _PLACES:
        if side and name != side:
            continue
        beside = away * {1.0: 1.0, 0.9: 0.45}.get(abs(x), 0.0) * (1 if x > 0 else -1)
        middle = at + complex(x * wide + beside, y * (high + away - 1.5))
        low, top = middle - half, middle + half
        box = (low.real, low.imag, top.real, top.imag)
        if abs(x) < 0.9:
            yield "middle", middle, box, cost
        elif x > 0:
            yield "start", middle - wide, box, cost
        else:
            yield "end", middle + wide, box, cost


def _breaks(name: str) -> list[tuple[str, ...]]:
    """The name in one line; if it is long and has several words, in two as well."""
    found: list[tuple[str, ...]] = [(name,)]
    if len(name) > 9:
        cuts = [i for i, c in enumerate(name) if c in " -" and 1 < i < len(name) - 2]
        if cuts:
            cut = min(cuts, key=lambda i: abs(i - len(name) / 2))
            found.append((name[: cut + (name[cut] == "-")], name[cut + 1 :]))
    return found
