"""`board`: a map as SVG."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from html import escape
from typing import Any

import attrs

from ttrkit._text import checked_whole, short
from ttrkit.board import Board
from ttrkit.events import Action, Event
from ttrkit.game import Game
from ttrkit.knowledge import Observation
from ttrkit.pictures import drawing
from ttrkit.pictures.heat import Scale
from ttrkit.pictures.labels import SIZE, SMALL, Label, labels_of
from ttrkit.pictures.layout import Layout, layout_of
from ttrkit.pictures.legend import SIZE as KEY_SIZE
from ttrkit.pictures.legend import legend
from ttrkit.pictures.palette import SEATS, checked_colours, style_sheet
from ttrkit.pictures.scene import Place, Scene, scene_of
from ttrkit.pictures.shapes import number, pattern_defs
from ttrkit.pictures.words import described
from ttrkit.variant import Variant

MARGIN = drawing.LAND / 2 + drawing.SHORE + 3  # around cities and routes
NEAR = 14.0  # around names
LEGEND = 900.0  # in a wider picture the letters of the legend are larger

_FIXED = f"""\
.ttrkit .name{{font-size:{SIZE}px;font-weight:500}}
.ttrkit .small{{font-size:{SMALL}px;font-style:italic;font-weight:400}}
.ttrkit .key{{font-size:{KEY_SIZE}px}}
.ttrkit .number{{font-size:9px;font-weight:700;text-anchor:middle}}
.ttrkit .loco{{fill:#15191e}}
.ttrkit .house{{stroke:#fff;stroke-width:1.6}}
.ttrkit .pole{{fill:none;stroke:#15191e;stroke-width:.9}}
.ttrkit .way{{opacity:.38}}.ttrkit .way.done{{opacity:.7}}
"""


class Picture(str):
    """An SVG image: text, that shows itself in notebooks."""

    __slots__ = ()

    def _repr_svg_(self) -> str:
        return str(self)


@attrs.frozen
class Look:
    """How a picture looks: its theme, colours that replace those of the theme, more style."""

    theme: str = "auto"
    replaced: Mapping[str, str] = attrs.field(factory=dict)
    style: str = ""
    size: int | None = None
    key: bool = True  # whether there is a legend
    live: int = 0  # in a page that puts trains on the map: the number of seats


def board(
    what: Board | Variant | Game | Observation,
    *,
    seat: int | None = None,
    last: bool | Action | Event | Place | tuple[str, ...] | None = True,
    highlight: Iterable[Any] = (),
    tickets: bool | Iterable[Any] = False,
    heat: Mapping[Any, float] | None = None,
    size: int | None = None,
    colours: str | Mapping[str, str] = "auto",
    style: str = "",
    key: bool = True,
) -> Picture:
    """A map as SVG: of a board or a variant, of a game, or of what one seat sees.

    - `seat`: of a game, only what this seat sees; else everything;
    - `last`: whether the last action is marked; an action, an event or a place is marked instead;
    - `highlight`: places that stand out: names of cities, routes, their ids, or pairs of cities;
    - `tickets`: tickets with their shortest way, as a list of them or of pairs of cities; True for
      all those of the seat;
    - `heat`: a number for any of the places, which are coloured by it;
    - `size`: the width in pixels; if left out, the picture is as wide as there is room;
    - `colours`: "auto" (light or dark as the reader has it), "light" or "dark"; or a mapping that
      replaces some of `ttrkit.pictures.palette.LIGHT`, with the "theme" among them if need be;
    - `style`: further rules of a style sheet; every shape has a class, every route `data-route`;
    - `key`: whether there is a legend.

    LookupError, ValueError or TypeError say what does not fit.
    """
    scene = scene_of(what, seat=seat, last=last, highlight=highlight, tickets=tickets, heat=heat)
    theme, replaced = checked_colours(colours)
    if not isinstance(style, str):
        raise TypeError(f"style: a style sheet is wanted, not {short(style)}")
    wide = None if size is None else checked_whole(size, "size", 16)
    return Picture(render(scene, Look(theme, replaced, style, wide, key)))


def render(scene: Scene, look: Look) -> str:
    """The scene as SVG."""
    layout, labels = layout_of(scene.board), labels_of(scene.board)
    scale = None if scene.heat is None else Scale(scene.heat)
    left, top, right, bottom = _frame(layout, labels)
    width = right - left
    rows, high = _legend(scene, scale, left, bottom, width) if look.key else ("", 0.0)
    height = bottom - top + high
    box = f"{number(left)} {number(top)} {number(width)} {number(height)}"
    size = look.size
    sized = "" if size is None else f' width="{size}" height="{round(size * height / width)}"'
    title, words = described(scene)
    sheet = style_sheet(look.theme, look.replaced) + _FIXED + look.style.replace("<", "")
    return "".join(
        [
            f'<svg xmlns="http://www.w3.org/2000/svg" class="ttrkit" viewBox="{box}"{sized} '
            f'role="img"><title>{escape(title)}</title><desc>{escape(words)}</desc>'
            f"<style>\n{sheet}</style>",
            pattern_defs(range(min(max(look.live, len(scene.seats)), SEATS))),
            _rect("sea", left, top, width, height),
            *drawing.land(layout),
            *_group("glows", drawing.glows(scene, layout)),
            *drawing.routes(scene, layout, scale, live=look.live > 0),
            *drawing.rings(scene, layout),
            *drawing.cities(layout, scale),
            *_group("pieces", drawing.pieces(scene, layout)),
            *drawing.names(labels),
            _rect("panel", left, bottom, width, high) + rows if look.key else "",
            "</svg>",
        ]
    )


def _group(kind: str, shapes: Iterable[str]) -> Iterator[str]:
    yield f'<g class="{kind}">'
    yield from shapes
    yield "</g>"


def _rect(kind: str, left: float, top: float, width: float, height: float) -> str:
    return (
        f'<rect class="{kind}" x="{number(left)}" y="{number(top)}" '
        f'width="{number(width)}" height="{number(height)}"/>'
    )


def _legend(
    scene: Scene, scale: Scale | None, left: float, top: float, width: float
) -> tuple[str, float]:
    """The legend, as large as fits the map, and its height."""
    size = max(1.0, width / LEGEND)
    rows, high = legend(scene, scale, (width - 32) / size)
    place = f"translate({number(left + 16)} {number(top + 8)}) scale({size:.3f})"
    return f'<g class="legend" transform="{place}">{rows}</g>', high * size + 16


def _frame(layout: Layout, labels: Iterable[Label]) -> tuple[float, float, float, float]:
    """Left, top, right and bottom of the map, with all its names and some sea around it."""
    boxes = [label.box for label in labels]
    low, high = layout.low - complex(MARGIN, MARGIN), layout.high + complex(MARGIN, MARGIN)
    return (
        min([low.real, *(box[0] - NEAR for box in boxes)]),
        min([low.imag, *(box[1] - NEAR for box in boxes)]),
        max([high.real, *(box[2] + NEAR for box in boxes)]),
        max([high.imag, *(box[3] + NEAR for box in boxes)]),
    )
