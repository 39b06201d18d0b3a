"""The drawing of a map: land and sea, routes with their spaces and trains, cities and pieces."""

from __future__ import annotations

from cmath import phase
from collections.abc import Iterable, Iterator, Sequence
from html import escape

from ttrkit.board import City, Route
from ttrkit.hooks import Piece
from ttrkit.pictures.arcs import Point
from ttrkit.pictures.heat import Scale
from ttrkit.pictures.labels import Label
from ttrkit.pictures.layout import CITY, WIDTH, Layout, Track
from ttrkit.pictures.palette import SEATS
from ttrkit.pictures.scene import Scene
from ttrkit.pictures.shapes import (
    HOUSE,
    LOCOMOTIVE,
    PATTERNS,
    number,
    outline,
    outlines,
    polyline,
    symbols,
)

LAND = 84.0  # how wide the land is along a route
SHORE = 7.0  # and how wide its shore
TRAIN = WIDTH / 2 + 0.4  # half the width of a train
WAVE = 14.0  # the length of a wave under a ferry


# Land and sea --------------------------------------------------------------------------------


def land(layout: Layout) -> Iterator[str]:
    """Land along all routes that are no ferries, and around the cities; the rest is sea."""
    tracks = layout.tracks.values()
    lines = dict.fromkeys(_whole(track, 0) for track in tracks if not track.route.ferry)
    cities = [f"M{_xy(at)}h.1" for at in layout.cities.values()]
    path = "".join([*lines, *cities, *map(_polygon, _inland(layout))])
    style = 'stroke-linecap="round" stroke-linejoin="round"'
    yield f'<path class="shore" {style} stroke-width="{number(LAND + 2 * SHORE)}" d="{path}"/>'
    yield f'<path class="land" {style} stroke-width="{number(LAND)}" d="{path}"/>'


def _inland(layout: Layout) -> Iterator[list[Point]]:
    """The fields between routes that have no ferry beside them, so that no lake is left there."""
    ferries = {frozenset(t.route.cities) for t in layout.tracks.values() if t.route.ferry}
    around: dict[str, list[str]] = {name: [] for name in layout.cities}
    for track in layout.tracks.values():
        a, b = track.route.cities
        if b not in around[a]:
            around[a].append(b)
            around[b].append(a)
    for name, others in around.items():
        at = layout.cities[name]
        others.sort(key=lambda other: phase(layout.cities[other] - at))
    ways = {(a, b) for a, others in around.items() for b in others}
    for first in sorted(ways):
        field, way = [], first
        while way in ways:  # always the next to the left, until we are back
            ways.discard(way)
            field.append(way)
            a, b = way
            way = (b, around[b][around[b].index(a) - 1])
        corners = [layout.cities[a] for a, _ in field]
        if field and _area(corners) > 0 and ferries.isdisjoint(map(frozenset, field)):
            yield corners


def _area(corners: list[Point]) -> float:
    """The area of a polygon; negative if one goes around it anticlockwise in the picture."""
    pairs = zip(corners, corners[1:] + corners[:1], strict=True)
    return sum((p.conjugate() * q).imag for p, q in pairs) / 2


def _polygon(corners: Iterable[Point]) -> str:
    return f"M{'L'.join(map(_xy, corners))}z"


def _whole(track: Track, beside: float | None = None) -> str:
    """The line from city to city, beside which the route runs or on which."""
    at = track.beside if beside is None else beside
    if track.arc.is_straight:
        return f"M{_xy(track.arc.at(0, at))}L{_xy(track.arc.at(1, at))}"
    return polyline(track.arc.points(0, 1, at, 30))


def _xy(point: Point) -> str:
    return f"{number(point.real)} {number(point.imag)}"


# Routes --------------------------------------------------------------------------------------


def routes(
    scene: Scene, layout: Layout, scale: Scale | None, *, live: bool = False
) -> Iterator[str]:
    """Every route: its spaces and, if it is claimed, the trains on it.

    In a live picture each route says where the number of its owner goes.
    """
    for track in layout.tracks.values():
        route = track.route
        owners = scene.owners.get(route.id, ())
        kind = f"route {route.colour.value}" + " last" * (route in scene.last)
        at = f' data-at="{_xy(track.middles()[route.length // 2])}"' if live else ""
        yield f'<g class="{kind}" data-route="{escape(route.id)}"{at}>'
        yield f"<title>{escape(_told(route, owners))}</title>"
        yield from bare(track, scale)
        if owners:
            yield from trains(track, owners)
        yield "</g>"


def bare(track: Track, scale: Scale | None) -> Iterator[str]:
    """A route without trains."""
    yield from _bed(track)
    yield from _spaces(track, scale)


def _told(route: Route, owners: Sequence[int]) -> str:
    """A route in words: for the tooltip, and for those who cannot see it."""
    words = [f"{route.a}–{route.b}: {route.colour.value}, length {route.length}"]
    if route.tunnel:
        words.append(f"tunnel, {route.tunnel} cards turned up")
    if route.ferry:
        words.append(f"ferry, {route.ferry} wild")
    words.append(f"of seat {' and '.join(map(str, owners))}" if owners else "free")
    return "; ".join(words)


def _bed(track: Track) -> Iterator[str]:
    """What lies under the spaces: the rail, waves of a ferry, the rock around a tunnel."""
    yield f'<path class="rail" d="{_whole(track)}"/>'
    if track.route.ferry:
        yield f'<path class="wave" d="{_waves(track)}"/>'
    if track.route.tunnel:
        yield f'<path class="rock" d="{_sides(track, WIDTH / 2 + 2.6)}"/>'


def _waves(track: Track) -> str:
    """Wavy lines along a route, on both sides of its spaces."""
    length = abs(track.arc.length(track.beside))
    span = track.end - track.start
    steps = max(2, round(length * span / WAVE)) * 2
    found = []
    for side in (-1, 1):
        away = track.beside + side * (WIDTH / 2 + 3.4)
        shares = [track.start + span * step / steps for step in range(steps + 1)]
        crest = track.arc.at(shares[0] + span / steps / 2, away + 3.4)
        first, *rest = [_xy(track.arc.at(share, away)) for share in shares]
        found.append(f"M{first}Q{_xy(crest)} {rest[0]}" + "".join(f"T{each}" for each in rest[1:]))
    return "".join(found)


def _sides(track: Track, away: float) -> str:
    """Lines at this distance on both sides of a route."""
    lines = [
        track.arc.points(track.start, track.end, track.beside + side * away, 1000)
        if track.arc.is_straight
        else track.arc.points(track.start, track.end, track.beside + side * away, 14)
        for side in (-1, 1)
    ]
    return "".join(map(polyline, lines))


def _spaces(track: Track, scale: Scale | None) -> Iterator[str]:
    """The spaces of a route with the symbol of its colour, or coloured by a figure."""
    path = outlines(track.bars())
    route = track.route
    if scale is not None:
        value = scale.values.get(route)
        if value is None:
            yield f'<path class="cold" d="{path}"/>'
        else:
            fill, words = scale.colour(value), escape(scale.words(value))
            style = f'style="fill:{fill}"'
            yield f'<path class="space" {style} d="{path}"><title>{words}</title></path>'
        return
    yield f'<path class="space" d="{path}"/>'
    middles = track.middles()
    if route.ferry:
        for middle in _spread(middles, route.ferry):
            yield locomotive(middle)
    elif route.colour != "grey":
        yield f'<path class="mark" d="{symbols(route.colour.value, middles)}"/>'


def _spread(items: list[Point], n: int) -> list[Point]:
    """So many of the items, spread evenly."""
    return [items[(2 * i + 1) * len(items) // (2 * n)] for i in range(n)]


def locomotive(at: Point, size: float = 1.0) -> str:
    """A locomotive: the sign of a wild card."""
    return (
        f'<path class="loco" transform="translate({number(at.real)} {number(at.imag)}) '
        f'scale({size})" d="{LOCOMOTIVE}"/>'
    )


def trains(track: Track, owners: Sequence[int]) -> Iterator[str]:
    """Trains on all spaces of a route, and the number of their owner in the middle.

    If several seats share a route, their trains take turns on it.
    """
    bars = track.bars(TRAIN, 1.2)
    yield f'<path class="case" d="{outlines(bars)}"/>'
    for turn, seat in enumerate(owners):
        look = seat % SEATS
        path = outlines(bars[turn :: len(owners)])
        yield f'<path class="train seat{look}" d="{path}"/>'
        if PATTERNS[look]:
            yield f'<path class="coat" fill="url(#ttrkit-p{look})" d="{path}"/>'
    middle = track.middles()[track.route.length // 2]
    for turn, seat in enumerate(owners):
        yield badge(middle + 11.5 * (turn - (len(owners) - 1) / 2), seat)


def badge(at: Point, seat: int) -> str:
    """The number of a seat, on a small white disc."""
    x, y = number(at.real), number(at.imag)
    return (
        f'<circle class="badge" cx="{x}" cy="{y}" r="5.6"/>'
        f'<text class="number" x="{x}" y="{number(at.imag + 3.3)}">{seat}</text>'
    )


# Highlights and tickets ----------------------------------------------------------------------


def glows(scene: Scene, layout: Layout) -> Iterator[str]:
    """Under the routes: those that are highlighted, and the ways of tickets."""
    for each in scene.tickets:
        done = " done" if each.is_completed else ""
        for route in each.way or ():
            yield _glow(layout.tracks[route.id], f"glow way{done}", 25)
    for place in _sorted(scene.highlight):
        if isinstance(place, Route):
            yield _glow(layout.tracks[place.id], "glow", 25)


def _glow(track: Track, kind: str, width: float) -> str:
    line = polyline(track.arc.points(track.start, track.end, track.beside, 12))
    return f'<path class="{kind}" stroke-width="{number(width)}" d="{line}"/>'


def _sorted(places: Iterable[str | Route]) -> list[str | Route]:
    return sorted(places, key=lambda place: place if isinstance(place, str) else place.id)


def rings(scene: Scene, layout: Layout) -> Iterator[str]:
    """Around cities that are highlighted, or the end of a ticket, or of the last action."""
    places = [place for each in scene.tickets for place in each.ticket.cities]
    ends = {city for place in places for city in scene.board.cities_of(place)}
    marked = {place for place in scene.highlight | scene.last if isinstance(place, str)}
    for name in sorted(ends | marked):
        at = layout.cities[name]
        x, y = number(at.real), number(at.imag)
        yield f'<circle class="ring" cx="{x}" cy="{y}" r="{number(CITY + 5)}"/>'


# Cities and pieces ---------------------------------------------------------------------------


def cities(layout: Layout, scale: Scale | None) -> Iterator[str]:
    """Every city: a disc; a junction is a small diamond."""
    for city in layout.board.cities:
        yield _city(city, layout.cities[city.name], scale)


def _city(city: City, at: Point, scale: Scale | None) -> str:
    value = None if scale is None else scale.values.get(city.name)
    title = escape(city.name)
    fill = ""
    if scale is not None and value is not None:
        fill = f' style="fill:{scale.colour(value)}"'
        title += f": {escape(scale.words(value))}"
    if city.kind == "junction":
        shape = outline([at - 6j, at + 6, at + 6j, at - 6])
        return f'<path class="junction"{fill} d="{shape}"><title>{title}</title></path>'
    x, y = number(at.real), number(at.imag)
    return (
        f'<circle class="city"{fill} cx="{x}" cy="{y}" r="{number(CITY)}">'
        f"<title>{title}</title></circle>"
    )


def names(labels: Iterable[Label]) -> Iterator[str]:
    """The name of every city."""
    for label in labels:
        kind = "name" if label.city.kind == "city" else "name faint small"
        x, anchor = number(label.at.real), f' text-anchor="{label.anchor}"'
        for line, y in label.baselines():
            yield f'<text class="{kind}" x="{x}" y="{number(y)}"{anchor}>{escape(line)}</text>'


def pieces(scene: Scene, layout: Layout) -> Iterator[str]:
    """Stations, flags and whatever else the parts have on the map."""
    seen: dict[str, int] = {}
    for piece in scene.pieces:
        if isinstance(piece.place, Route):
            if piece.shape == "flag" and piece.place.id in scene.owners:
                continue  # the trains are on it
            at = layout.tracks[piece.place.id].middles()[(piece.place.length - 1) // 2]
        else:
            at = layout.cities[piece.place]
        key = repr(piece.place)
        at += 13 * seen.get(key, 0)  # several on one place stand side by side
        seen[key] = seen.get(key, 0) + 1
        yield draw_piece(piece, at)


def draw_piece(piece: Piece, at: Point) -> str:
    """A piece at a point."""
    x, y = number(at.real), number(at.imag)
    title = f"<title>{escape(_piece_words(piece))}</title>"
    look = "" if piece.seat is None else f"seat{piece.seat % SEATS}"
    if piece.shape == "station" and piece.seat is not None:
        return (
            f'<g class="piece station">{title}<path class="house {look}" '
            f'transform="translate({x} {y})" d="{HOUSE}"/>{badge(at + 2j, piece.seat)}</g>'
        )
    if piece.shape == "flag":
        n = len(piece.colours)
        stripes = "".join(
            f'<path class="c-{colour}" d="M{number(at.real - 5.4 + 10.8 * i / n)} '
            f'{number(at.imag - 3.6)}h{number(10.8 / n)}v7.2h-{number(10.8 / n)}z"/>'
            for i, colour in enumerate(piece.colours)
        )
        frame = f'<rect class="pole" x="{number(at.real - 5.4)}" y="{number(at.imag - 3.6)}"'
        return f'<g class="piece flag">{title}{stripes}{frame} width="10.8" height="7.2"/></g>'
    text = (
        f'<text class="number" x="{x}" y="{number(at.imag + 3.3)}">{escape(piece.text[:2])}</text>'
    )
    disc = f'<circle class="token {look or "paper"}" cx="{x}" cy="{y}" r="7.5"/>'
    inner = f'<circle class="paper" stroke-width="0" cx="{x}" cy="{y}" r="5.4"/>'
    return f'<g class="piece">{title}{disc}{inner}{text}</g>'


def _piece_words(piece: Piece) -> str:
    what = piece.title or piece.shape
    return what if piece.seat is None else f"{what} of seat {piece.seat}"
