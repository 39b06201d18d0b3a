"""For makers of maps: where the picture of a board could not be read, and what would help."""

from __future__ import annotations

from collections.abc import Iterator
from math import asin

from ttrkit._text import counted
from ttrkit.board import Board
from ttrkit.pictures.labels import Label, labels_of
from ttrkit.pictures.layout import CITY, GAP, SHORTEST, Layout, layout_of

_UNREADABLE = 6.0  # the cost of a name that lies on another one, or right across a route


def findings(board: Board) -> tuple[str, ...]:
    """Everything about the picture of a board that could not be read, with its cure."""
    layout = layout_of(board)
    return (*_close_cities(layout), *_short_routes(layout), *_covered_names(layout))


def _close_cities(layout: Layout) -> Iterator[str]:
    cities = layout.board.cities
    apart = 3 * CITY
    for number, one in enumerate(cities):
        for other in cities[number + 1 :]:
            distance = abs(layout.cities[one.name] - layout.cities[other.name])
            if distance < apart:
                yield (
                    f"cities[{number}] ({one.name}): {_units(distance, layout)} from "
                    f"{other.name}, so that one covers the other; "
                    f"move them at least {_units(apart, layout)} apart"
                )


def _short_routes(layout: Layout) -> Iterator[str]:
    for number, track in enumerate(layout.tracks.values()):
        route = track.route
        if track.room < SHORTEST - 0.5:
            wanted = route.length * (SHORTEST + GAP) + 2 * (CITY + 2.5)
            distance = abs(track.arc.b - track.arc.a)
            yield (
                f"routes[{number}] ({route.a}–{route.b}): {_units(distance, layout)} is too short "
                f"for {counted(route.length, 'space')}; move the cities at least "
                f"{_units(wanted, layout)} apart" + _bend(distance, wanted)
            )


def _bend(distance: float, wanted: float) -> str:
    """A bend that makes the line long enough, if there is one."""
    for bend in (0.2, 0.3, 0.4, 0.5):
        sweep = 2 * asin(min(1.0, 4 * bend / (1 + 4 * bend * bend)))
        radius = distance * (1 + 4 * bend * bend) / (8 * bend)
        if radius * sweep >= wanted:
            return f", or bend the route (bend = {bend})"
    return ""


def _covered_names(layout: Layout) -> Iterator[str]:
    labels = labels_of(layout.board)
    for number, label in enumerate(labels):
        if label.cost < _UNREADABLE:
            continue
        where = f"cities[{number}] ({label.city.name})"
        over = [other.city.name for other in labels if other is not label and _cross(label, other)]
        if over:
            yield (
                f"{where}: its name lies on that of {over[0]}; move the cities apart, or choose a "
                f'side for the names (label = "left")'
            )
        else:
            side = " on this side" if label.city.label else ""
            yield (
                f"{where}: its name covers a route{side}; move the city, or bend a route beside "
                "it (bend = 0.1, or -0.1 to the other side)"
            )


def _cross(one: Label, other: Label) -> bool:
    x0, y0, x1, y1 = one.box
    u0, v0, u1, v1 = other.box
    return x0 < u1 and u0 < x1 and y0 < v1 and v0 < y1


def _units(distance: float, layout: Layout) -> str:
    """A distance of the picture in the units of the board file."""
    return f"{distance / layout.scale:.0f}"
