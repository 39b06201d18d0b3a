"""The layout of a board: the scale of its map, and the line that each route is drawn along.

A route is straight unless it would run over a city, over another route, or be too short for its
spaces; then it bends as little as will do. A board file may name the bend itself (`bend`).
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache
from math import sqrt

import attrs

from ttrkit.board import Board, Route
from ttrkit.pictures.arcs import Arc, Point

WIDTH = 11.0  # of a space, across the route
GAP = 3.0  # between parallel routes, and between the spaces of a route
SHORTEST, LONGEST = 17.0, 58.0  # a space, along the route
CITY = 7.0  # the radius of a city
ROOM = 12_500  # the least area of the map for each city,
ROUTE_ROOM = 6_500  # and for each route
PITCH = 33.0  # the least distance between spaces that four routes of five have

_BENDS = (0.07, 0.12, 0.18, 0.25, 0.33, 0.42, 0.52)
_STEP = 11.0  # between the points at which two routes are compared
_NEAR = WIDTH + 4.5  # routes closer than this are in each other's way
_ASIDE = 30.0  # as near to a common city as this, they may be
_SWEEPS = 3
_TROUBLE = 0.3  # less than this is not worth a bend
_MOST = 40.0  # the most that a route is cut back at a city

Bars = tuple[tuple[Point, ...], ...]
"""The outlines of the spaces of a route."""


@attrs.frozen
class Track:
    """The way in which a route is drawn."""

    route: Route
    arc: Arc  # of all parallel routes together
    beside: float  # how far the route is to the left of that arc
    start: float  # the shares of the way at which its spaces begin and end
    end: float
    space: float  # the length of a space, as a share of the way
    room: float  # the length of the line that each space has, in units of the picture

    def space_at(self, number: int) -> tuple[float, float]:
        """The shares of the way at which a space begins and ends."""
        pitch = (self.end - self.start) / self.route.length
        middle = self.start + pitch * (number + 0.5)
        return middle - self.space / 2, middle + self.space / 2

    def middles(self) -> list[Point]:
        """The middle of every space."""
        return [self.arc.at(sum(self.space_at(n)) / 2, self.beside) for n in self.spaces]

    @property
    def spaces(self) -> range:
        """The numbers of the spaces."""
        return range(self.route.length)

    def bars(self, half: float = WIDTH / 2, shorter: float = 0.0) -> Bars:
        """The outline of every space, `half` as wide, and shorter at both ends by so much."""
        cut = shorter / max(1.0, abs(self.arc.length(self.beside)))
        found = []
        for number in self.spaces:
            start, end = self.space_at(number)
            found.append(tuple(self.arc.slab(start + cut, end - cut, self.beside, half)))
        return tuple(found)


@attrs.frozen
class Layout:
    """The places of the cities of a board and the tracks of its routes, in the board's order."""

    board: Board
    scale: float
    cities: dict[str, Point]
    tracks: dict[str, Track]  # by the route's id
    low: Point  # the corners of a box around all of that
    high: Point


def layout_of(board: Board) -> Layout:
    """The layout of a board, worked out once."""
    return _laid_out(board, tuple(route.bend for route in board.routes))


@lru_cache(maxsize=32)
def _laid_out(board: Board, bends: tuple[float | None, ...]) -> Layout:  # noqa: ARG001
    scale = _scale(board)
    places = {city.name: complex(city.x, city.y) * scale for city in board.cities}
    sets: dict[frozenset[str], list[Route]] = {}
    for route in board.routes:
        sets.setdefault(frozenset(route.cities), []).append(route)
    bundles = [_Bundle(routes, places) for routes in sets.values()]
    _Bending(bundles, places).settle()
    tracks = {track.route.id: track for track in _apart(bundles)}
    ends = list(places.values())
    ends += [p for track in tracks.values() for bar in track.bars() for p in bar]
    low = complex(min(p.real for p in ends), min(p.imag for p in ends))
    high = complex(max(p.real for p in ends), max(p.imag for p in ends))
    ordered = {route.id: tracks[route.id] for route in board.routes}
    return Layout(board, scale, places, ordered, low, high)


def _scale(board: Board) -> float:
    """Units of the picture for one of the board file: room for the spaces, and for the names."""
    place = {city.name: complex(city.x, city.y) for city in board.cities}
    pitches = sorted(abs(place[r.a] - place[r.b]) / r.length for r in board.routes)
    pitch = pitches[len(pitches) // 5] or max(pitches) or 1.0
    wide = max(p.real for p in place.values()) - min(p.real for p in place.values())
    high = max(p.imag for p in place.values()) - min(p.imag for p in place.values())
    area = max(wide, high / 3, 1e-9) * max(high, wide / 3, 1e-9)
    return max(PITCH / pitch, sqrt(max(ROOM * len(place), ROUTE_ROOM * len(board.routes)) / area))


class _Bundle:
    """The parallel routes between two cities, which bend together."""

    def __init__(self, routes: list[Route], places: dict[str, Point]) -> None:
        self.routes = routes
        self.ends = routes[0].cities
        self.a, self.b = (places[name] for name in self.ends)
        self.bend = next((_turned(r, self.ends) for r in routes if r.bend is not None), None)
        self.is_fixed = self.bend is not None
        middle = (len(routes) - 1) / 2
        self.besides = [(n - middle) * (WIDTH + GAP) for n in range(len(routes))]
        self.arc = Arc(self.a, self.b, self.bend or 0.0)

    def shares(self, arc: Arc, beside: float) -> tuple[float, float]:
        """The shares of the way between the two cities that spaces may lie on."""
        length = max(abs(arc.length(beside)), 1.0)
        trim = min((CITY + 2.5) / length, 0.3)
        return trim, 1 - trim

    def room(self, arc: Arc, beside: float) -> float:
        """The length of the line that each space has."""
        start, end = self.shares(arc, beside)
        return abs(arc.length(beside)) * (end - start) / self.routes[0].length

    def samples(self, arc: Arc) -> list[Point]:
        """Points along all its routes, at which it can be compared with others."""
        found = []
        for beside in self.besides:
            start, end = self.shares(arc, beside)
            found += arc.points(start, end, beside, _STEP)
        return found

    def ends_at(self) -> Iterator[_End]:
        """Both ends of every route."""
        for route, beside in zip(self.routes, self.besides, strict=True):
            start, end = self.shares(self.arc, beside)
            length = max(abs(self.arc.length(beside)), 1.0)
            line = _Line(route, self, beside, length, [start * length, (1 - end) * length])
            a, b = self.ends
            out, back = self.arc.heading(0), -self.arc.heading(1)
            yield _End(line, 0, a, out, beside)
            yield _End(line, 1, b, back, -beside)


@attrs.define(eq=False)
class _Line:
    """A route on its way to become a track: how much of it is left free at each end."""

    route: Route
    bundle: _Bundle
    beside: float
    length: float
    trims: list[float]

    def room(self, more: float = 0.0) -> float:
        """The length of the line that each space has, if so much more is left free."""
        return (self.length - sum(self.trims) - more) / self.route.length

    def track(self) -> Track:
        """The track, in the direction of the route."""
        arc, beside = self.bundle.arc, self.beside
        start, end = self.trims[0] / self.length, 1 - self.trims[1] / self.length
        if self.route.cities != self.bundle.ends:
            arc, beside = Arc(arc.b, arc.a, -arc.bend), -beside
            start, end = 1 - end, 1 - start
        room = self.room()
        space = min(max(room - GAP, room * 0.7), LONGEST)
        return Track(self.route, arc, beside, start, end, space / self.length, room)


@attrs.frozen(eq=False)
class _End:
    """An end of a route: its city, and the direction that it leaves in."""

    line: _Line
    side: int
    city: str
    heading: Point
    beside: float  # to the left of one who leaves the city

    def trim_beside(self, other: _End) -> float:
        """How much of this end has to be left free so that it does not lie over the other."""
        left = -1j * other.heading
        across = (self.heading * left.conjugate()).real
        along = (-1j * self.heading * left.conjugate()).real
        if abs(across) < 0.05:
            return 0.0
        sign = 1 if across > 0 else -1
        edge = WIDTH / 2 + 1.5 + abs(along) * WIDTH / 2
        return (edge + sign * (other.beside - along * self.beside)) / abs(across)


def _apart(bundles: list[_Bundle]) -> Iterator[Track]:
    """The tracks, cut back where they would lie over each other beside a city."""
    ends = [end for bundle in bundles for end in bundle.ends_at()]
    by_city: dict[str, list[_End]] = {}
    for end in ends:
        by_city.setdefault(end.city, []).append(end)
    for here in by_city.values():
        for number, one in enumerate(here):
            for other in here[number + 1 :]:
                if one.line.bundle is not other.line.bundle:
                    _part(one, other)
    for end in ends:
        if end.side == 0:
            yield end.line.track()


def _part(one: _End, other: _End) -> None:
    """Cut back whichever of the two has more room to spare."""
    if (one.heading * other.heading.conjugate()).real < -0.5:
        return  # they leave in different directions
    cuts = []
    for this, that in ((one, other), (other, one)):
        wanted = min(this.trim_beside(that), _MOST)
        more = wanted - this.line.trims[this.side]
        cuts.append((this.line.room(max(more, 0.0)), more, this, wanted))
    if cuts[0][1] <= 0 or cuts[1][1] <= 0:
        return  # one of them is cut back enough already
    room, _, this, wanted = max(cuts, key=lambda cut: cut[0])
    if room >= SHORTEST:
        this.line.trims[this.side] = wanted


def _turned(route: Route, ends: tuple[str, str]) -> float:
    assert route.bend is not None
    return route.bend if route.cities == ends else -route.bend


class _Bending:
    """The search for the bends: bundle by bundle, the one with the worst trouble first."""

    def __init__(self, bundles: list[_Bundle], places: dict[str, Point]) -> None:
        self._bundles = bundles
        self._places = places
        self._cells: dict[tuple[int, int], list[tuple[Point, _Bundle]]] = {}
        xs = [p.real for p in places.values()]
        ys = [p.imag for p in places.values()]
        self._box = (min(xs) - 18, max(xs) + 18, min(ys) - 18, max(ys) + 18)
        for bundle in bundles:
            self._put(bundle)

    def settle(self) -> None:
        """Bend every bundle that is in trouble as it lies."""
        free = [bundle for bundle in self._bundles if not bundle.is_fixed]
        for _ in range(_SWEEPS):
            trouble = [(self._trouble(each, each.arc), each) for each in free]
            bad = [each for each in trouble if each[0] > _TROUBLE]
            bad.sort(key=lambda each: -each[0])
            moved = [self._improve(bundle) for _, bundle in bad]
            if not any(moved):
                break
            free = [bundle for _, bundle in bad]  # those that come into the way counted that

    def _improve(self, bundle: _Bundle) -> bool:
        """Give a bundle its best bend; True if that is another than before."""
        best, least = bundle.arc, self._trouble(bundle, bundle.arc) + 0.9 * _strain(bundle.arc.bend)
        for size in (0.0, *_BENDS):
            for bend in (size, -size) if size else (0.0,):
                arc = Arc(bundle.a, bundle.b, bend)
                strain = 0.9 * _strain(bend)
                if strain >= least - 0.05:
                    continue
                trouble = self._trouble(bundle, arc, least - strain) + strain
                if trouble < least - 0.05:
                    best, least = arc, trouble
        if best is bundle.arc:
            return False
        self._take(bundle)
        bundle.arc = best
        self._put(bundle)
        return True

    def _trouble(self, bundle: _Bundle, arc: Arc, enough: float = 1e9) -> float:
        """How badly this arc would run into others, into cities, or out of the picture."""
        trouble = 0.0
        inner = -max(bundle.besides) if arc.bend > 0 else max(bundle.besides)
        lacking = SHORTEST + GAP - bundle.room(arc, inner)
        if lacking > 0:
            trouble += bundle.routes[0].length * lacking / 9
        half = max(bundle.besides) + WIDTH / 2
        reach = CITY + half + 5
        span = abs(bundle.b - bundle.a)
        middle = (bundle.a + bundle.b) / 2
        line: list[Point] = []
        for name, place in self._places.items():
            if name not in bundle.ends and abs(place - middle) < span * 0.85 + reach:
                line = line or arc.points(0.05, 0.95, 0, _STEP)
                near = min([abs(place - p) for p in line])
                if near < reach:
                    trouble += 4 + 8 * (1 - near / reach)
                    if trouble > enough:
                        return trouble
        x0, x1, y0, y1 = self._box
        cells = self._cells
        for point in bundle.samples(arc):
            x, y = point.real, point.imag
            if not (x0 < x < x1 and y0 < y < y1):
                trouble += 0.02 * (
                    max(x0 - x, 0) + max(x - x1, 0) + max(y0 - y, 0) + max(y - y1, 0)
                )
            for other, whose in cells.get((int(x // _NEAR), int(y // _NEAR)), ()):
                if whose is bundle:
                    continue
                apart = abs(other - point)
                if apart < _NEAR and not self._is_fan(bundle, whose, point):
                    trouble += 1 - apart / _NEAR
            if trouble > enough:
                break
        return trouble

    def _is_fan(self, one: _Bundle, other: _Bundle, point: Point) -> bool:
        """Whether this is so near to a common city that both have to come close."""
        a, b = one.ends
        return (a in other.ends and abs(point - one.a) < _ASIDE) or (
            b in other.ends and abs(point - one.b) < _ASIDE
        )

    def _put(self, bundle: _Bundle) -> None:
        for point in bundle.samples(bundle.arc):
            x, y = int(point.real // _NEAR), int(point.imag // _NEAR)
            for i in (x - 1, x, x + 1):
                for j in (y - 1, y, y + 1):
                    self._cells.setdefault((i, j), []).append((point, bundle))

    def _take(self, bundle: _Bundle) -> None:
        for point in bundle.samples(bundle.arc):
            x, y = int(point.real // _NEAR), int(point.imag // _NEAR)
            for i in (x - 1, x, x + 1):
                for j in (y - 1, y, y + 1):
                    cell = self._cells.get((i, j), [])
                    cell[:] = [each for each in cell if each[1] is not bundle]


def _strain(bend: float) -> float:
    """How much a bend is to be avoided for its own sake."""
    return abs(bend) * 4
