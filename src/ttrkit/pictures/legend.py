"""The legend under a map: symbols, kinds of routes, seats with their points, tickets, the scale."""

from __future__ import annotations

from collections.abc import Iterator
from html import escape

import attrs

from ttrkit._text import counted
from ttrkit.board import Route
from ttrkit.colours import Colour
from ttrkit.hooks import Piece
from ttrkit.pictures.arcs import Arc
from ttrkit.pictures.drawing import bare, draw_piece, trains
from ttrkit.pictures.heat import Scale
from ttrkit.pictures.labels import text_width
from ttrkit.pictures.layout import Track
from ttrkit.pictures.palette import HEAT
from ttrkit.pictures.scene import Scene
from ttrkit.pictures.shapes import number

SIZE = 13.0
ROW = 24.0
SWATCH = 30.0  # the width of a sample
BETWEEN = 20.0
_COLOURS = ("purple", "blue", "orange", "white", "green", "yellow", "black", "red")


@attrs.frozen
class Entry:
    """A sample, drawn around the middle of the swatch, and its words."""

    sample: str
    words: str
    wide: float = SWATCH

    @property
    def width(self) -> float:
        """The width of the entry, with what separates it from the next."""
        return self.wide + 6 + text_width(self.words, SIZE) + BETWEEN


def legend(scene: Scene, scale: Scale | None, width: float) -> tuple[str, float]:
    """The legend as SVG, in rows of this width, from the origin on, and its height."""
    groups = [list(_seats(scene)), list(_tickets(scene)), list(_kinds(scene, scale))]
    drawn: list[str] = []
    y = 0.0
    for group in groups:
        x = 0.0
        for entry in group:
            if x > 0 and x + entry.width - BETWEEN > width:
                x, y = 0.0, y + ROW
            middle = y + ROW / 2
            drawn.append(
                f'<g transform="translate({number(x + entry.wide / 2)} {number(middle)})">'
                f'{entry.sample}<text class="key" x="{number(entry.wide / 2 + 6)}" '
                f'y="{number(SIZE * 0.35)}">{escape(entry.words)}</text></g>'
            )
            x += entry.width
        y += ROW if group else 0
    if scene.last_words:
        words = escape(f"Last: {_cut(scene.last_words, width)}")
        drawn.append(f'<text class="key faint" x="0" y="{number(y + ROW / 2 + 4)}">{words}</text>')
        y += ROW
    return "".join(drawn), y


def _cut(words: str, width: float) -> str:
    while text_width(words, SIZE) > width - 50:
        words = words[:-2].rstrip("…") + "…"
    return words


def _track(colour: str, *, tunnel: int = 0, ferry: int = 0) -> Track:
    """A short piece of route, around the origin."""
    route = Route("", "a", "b", Colour(colour), 1, tunnel=tunnel, ferry=ferry)
    half = SWATCH / 2
    arc = Arc(complex(-half), complex(half))
    return Track(route, arc, 0, 0.02, 0.98, 0.92, SWATCH)


def _sample(track: Track) -> str:
    return f'<g class="route {track.route.colour.value}">{"".join(bare(track, None))}</g>'


def _seats(scene: Scene) -> Iterator[Entry]:
    for seat in scene.seats:
        sample = "".join(trains(_track("grey"), (seat.number,)))
        team = f" (team {seat.team})" if scene.teams else ""
        points, left = counted(seat.score, "point"), counted(seat.trains, "train")
        yield Entry(sample, f"seat {seat.number}{team}: {points}, {left} left")


def _tickets(scene: Scene) -> Iterator[Entry]:
    for each in scene.tickets:
        done = " done" if each.is_completed else ""
        sample = f'<path class="glow way{done}" stroke-width="12" d="M-10 0H10"/>'
        fate = " ✓" if each.is_completed else "" if each.way is not None else " ✗ no way left"
        yield Entry(sample, f"{each.ticket}{fate}")


def _kinds(scene: Scene, scale: Scale | None) -> Iterator[Entry]:
    routes = scene.board.routes
    if scale is not None:
        yield Entry(_ramp(), f"{scale.words(scale.low)} to {scale.words(scale.high)}", 120)
    else:
        there = {route.colour.value for route in routes}
        for colour in _COLOURS:
            if colour in there:
                yield Entry(_sample(_track(colour)), colour)
        if any(route.colour == "grey" and not route.ferry for route in routes):
            yield Entry(_sample(_track("grey")), "grey: any one colour")
        if any(route.ferry for route in routes):
            yield Entry(_sample(_track("grey", ferry=1)), "ferry: a wild for each locomotive")
    depths = sorted({route.tunnel for route in routes if route.tunnel})
    if depths:
        cards = " or ".join(filter(None, [", ".join(map(str, depths[:-1])), str(depths[-1])]))
        yield Entry(_sample(_track("grey", tunnel=1)), f"tunnel: {cards} cards turned up")
    if any(city.kind == "junction" for city in scene.board.cities):
        yield Entry('<path class="junction" d="M0-6L6 0L0 6L-6 0z"/>', "junction", 14)
    shown: dict[tuple[str, str], Piece] = {}
    for piece in scene.pieces:
        shown.setdefault((piece.shape, piece.title), piece)
    for piece in shown.values():
        yield Entry(draw_piece(piece, 0j), piece.title or piece.shape, 18)


def _ramp() -> str:
    step = 120 / len(HEAT)
    return "".join(
        f'<rect x="{number(-60 + step * i)}" y="-6" width="{number(step + 0.5)}" height="12" '
        f'style="fill:{colour}"/>'
        for i, colour in enumerate(HEAT)
    )
