"""The checks that the entries of a board file fit together, and the building of the board.

A malformed entry is still used where possible: a city without an `x` is still a city, so that the
routes to it are not reported as well.
"""

import re
from collections import defaultdict
from collections.abc import Iterator
from functools import cached_property
from pathlib import Path
from typing import Any

from ttrkit._text import did_you_mean, listed, nearest, slug
from ttrkit.board.facts import FACTS_WANTED, is_fact
from ttrkit.board.file import (
    Contents,
    Entry,
    RouteRecord,
    describe,
    is_whole,
    parse,
    structure,
)
from ttrkit.board.looks import LABEL_PLACES, MAX_BEND
from ttrkit.board.model import (
    CITY_KINDS,
    MAX_LENGTH,
    STATUSES,
    Board,
    City,
    Provenance,
    Route,
)
from ttrkit.board.ticket_checks import TicketChecks, region_faults, repeated_ids, ticket_of
from ttrkit.colours import PLAIN_COLOURS, Colour, as_colour
from ttrkit.errors import BoardError

__all__ = ["build_board", "read_board"]

_ABOVE_TABLES = ("name", "grey_routes", "cities", "routes", "tickets", "extra")
_ROUTE_COLOURS = (*PLAIN_COLOURS, Colour.GREY)


def read_board(path: Path) -> Board:
    """Read a board file; BoardError lists every fault."""
    return build_board(path, parse(path))


def build_board(path: Path, raw: dict[str, Any]) -> Board:
    """Build a board from the TOML of a file; BoardError lists every fault."""
    contents, faults = structure(raw)
    checks = _Checks(contents)
    faults += checks.faults()
    if faults:
        raise BoardError(path, tuple(faults))
    return checks.board()


class _Checks:
    """The checks of a file's contents, with the lookup tables that they need."""

    def __init__(self, contents: Contents) -> None:
        self._contents = contents

    def faults(self) -> list[str]:
        """Return every fault."""
        return [
            *self._cities(),
            *self._routes(),
            *self._parallels(),
            *region_faults(self._contents.regions, self._known),
            *TicketChecks(self._contents, self._known, self._component).faults(),
            *repeated_ids((e, i) for e, _, i in self._routes_with_ids),
            *self._scoring(),
            *self._parallel_open(),
            *self._provenance(),
            *self._facts(),
        ]

    def board(self) -> Board:
        """Build the board of a file that has no faults."""
        contents = self._contents
        cities = [e.record for e in contents.cities]
        groups: dict[frozenset[str], str] = {}
        for _, r, _ in self._routes_with_ids:
            if r.parallel:
                groups.setdefault(frozenset((r.a, r.b)), _pair_id(r.a, r.b))
        return Board(
            name=contents.name,
            cities=tuple(City(c.name, c.x, c.y, c.kind, c.extra, label=c.label) for c in cities),
            routes=tuple(
                Route(
                    id=route_id,
                    a=r.a,
                    b=r.b,
                    colour=as_colour(r.colour),
                    length=r.length,
                    group=groups.get(frozenset((r.a, r.b))),
                    tunnel=r.tunnel,
                    ferry=r.ferry,
                    always_open=r.always_open,
                    note=r.note,
                    extra=r.extra,
                    bend=r.bend,
                )
                for _, r, route_id in self._routes_with_ids
            ),
            tickets=tuple(ticket_of(entry.record) for entry in contents.tickets),
            scoring={int(length): points for length, points in contents.scoring.items()},
            provenance={
                topic: Provenance(e.record.status, e.record.note)
                for topic, e in contents.provenance.items()
            },
            grey_routes=contents.grey_routes,
            parallel_open={int(n): tuple(most) for n, most in contents.parallel_open.items()},
            regions={name: tuple(cities) for name, cities in contents.regions.items()},
            extra=contents.extra,
        )

    @cached_property
    def _known(self) -> dict[str, str]:
        """The names of the cities, with their kinds."""
        names = ((e.text("name"), e.text("kind")) for e in reversed(self._contents.cities))
        return {name: kind or "city" for name, kind in names if name is not None}

    @cached_property
    def _lengths(self) -> list[int]:
        """The route lengths in the scoring table."""
        return [int(key) for key in self._contents.scoring if _is_length(key)]

    @cached_property
    def _ends(self) -> list[list[str]]:
        """The cities that each route joins; a misspelt name is replaced by the nearest city."""
        written = ((e.text("a"), e.text("b")) for e in self._contents.routes)
        return [
            [end if end in self._known else nearest(end, self._known) or end for end in ends if end]
            for ends in written
        ]

    @cached_property
    def _component(self) -> dict[str, int]:
        """For each city that a route reaches: the number of its connected part of the board.

        Computed by hand, because importing networkx takes longer than loading a board.
        """
        part_of: dict[str, set[str]] = {}
        for ends in self._ends:
            joined = set(ends).union(*(part_of.get(end, ()) for end in ends))
            part_of.update(dict.fromkeys(joined, joined))
        parts = {id(part): number for number, part in enumerate(part_of.values())}
        return {city: parts[id(part)] for city, part in part_of.items()}

    @cached_property
    def _routes_with_ids(self) -> list[tuple[Entry, RouteRecord, str]]:
        """The valid routes with their ids: as written, or made of cities, colour and a count."""
        seen: dict[str, int] = defaultdict(int)
        found = []
        for entry in _sound(self._contents.routes):
            route: RouteRecord = entry.record
            derived = f"{_pair_id(route.a, route.b)}--{route.colour}"
            seen[derived] += 1
            count = f"-{seen[derived]}" if seen[derived] > 1 else ""
            found.append((entry, route, derived + count if route.id is None else route.id))
        return found

    def _cities(self) -> Iterator[str]:
        first: dict[str, tuple[int, str]] = {}
        reached = set(map(slug, self._component))
        for number, entry in enumerate(self._contents.cities):
            name = entry.text("name")
            if name is None:
                continue
            if not slug(name):
                yield f'{entry.place}: name "{name}" has neither letter nor digit'
                continue
            if name != name.strip():
                yield f'{entry.place}: name "{name}" has blanks at its ends'
            if self._known[name] not in CITY_KINDS:
                kinds = f'"{CITY_KINDS[0]}" or "{CITY_KINDS[1]}"'
                yield f'{entry.place}: kind should be {kinds}, not "{self._known[name]}"'
            label = entry.text("label") or ""
            if label not in LABEL_PLACES:
                sides = LABEL_PLACES[1:]
                hint = did_you_mean(label, sides)
                yield f'{entry.place}: no label "{label}"{hint}; there are {listed(sides)}'
            where, other = first.setdefault(slug(name), (number, name))
            if where == number:
                if slug(name) not in reached and self._contents.routes:
                    yield f"{entry.place}: no route reaches this city"
            elif name == other:
                yield f"{entry.place}: the same city as cities[{where}]; leave one out"
            else:
                yield (
                    f'{entry.place}: differs from cities[{where}] "{other}" in case, accents '
                    "or punctuation only; use one spelling"
                )

    def _unknown(self, entry: Entry) -> Iterator[str]:
        """The faults of the two cities of a route."""
        a, b = entry.text("a"), entry.text("b")
        for end in dict.fromkeys((a, b)):
            if end is not None and end not in self._known:
                hint = did_you_mean(end, self._known)
                yield f'{entry.place}: no city "{end}" on this board{hint}'
        if a is not None and a == b:
            yield f"{entry.place}: from a city to itself; the two ends should differ"

    def _routes(self) -> Iterator[str]:
        for entry in self._contents.routes:
            yield from self._unknown(entry)
            route: RouteRecord | None = entry.record
            if route is None:
                continue
            for fault in (
                *self._colour_faults(route),
                *self._length_faults(route),
                *_extras_faults(route),
            ):
                yield f"{entry.place}: {fault}"

    def _colour_faults(self, route: RouteRecord) -> Iterator[str]:
        allowed = _ROUTE_COLOURS if self._contents.grey_routes else PLAIN_COLOURS
        if route.colour == Colour.WILD:
            yield f"wild is no route colour; a route is {listed(allowed)}"
        elif route.colour == Colour.GREY and Colour.GREY not in allowed:
            yield f"grey, but grey_routes = false; a route here is {listed(allowed)}"
        else:
            try:
                as_colour(route.colour)
            except ValueError as error:
                yield f"{str(error).partition(';')[0]}; a route is {listed(allowed)}"

    def _length_faults(self, route: RouteRecord) -> Iterator[str]:
        if route.length < 1:
            yield f"length {route.length} should be at least 1"
        elif route.length > MAX_LENGTH:
            yield f"length {route.length} should be at most {MAX_LENGTH}: no hand could pay for it"
        elif self._lengths and route.length not in self._lengths:
            lengths = listed(self._lengths)
            yield f"length {route.length} is not in the scoring table ({lengths})"

    def _parallels(self) -> Iterator[str]:
        together: dict[frozenset[str], list[int]] = defaultdict(list)
        for number, ends in enumerate(self._ends):
            if len(set(ends)) == 2:
                together[frozenset(ends)].append(number)
        for numbers in together.values():
            first = self._contents.routes[numbers[0]]
            for number in numbers:
                entry = self._contents.routes[number]
                route: RouteRecord | None = entry.record
                if route is None:
                    continue
                if len(numbers) == 1 and route.parallel:
                    yield f"{entry.place}: parallel, but no other route joins these two cities"
                if len(numbers) > 1 and not route.parallel:
                    others = listed(f"routes[{n}]" for n in numbers if n != number)
                    yield (
                        f"{entry.place}: joins the same cities as {others}; "
                        "mark each of them parallel = true"
                    )
                if first.record is not None and route.length != first.record.length:
                    yield (
                        f"{entry.place}: length {route.length}, but routes[{numbers[0]}] beside it "
                        f"has {first.record.length}; parallel routes are equally long"
                    )

    def _scoring(self) -> Iterator[str]:
        for key, points in self._contents.scoring.items():
            if key in _ABOVE_TABLES:
                yield f'scoring: "{key}" does not belong here; move it above the first [table]'
            elif not _is_length(key):
                yield f'scoring: "{key}" should be a length: a whole number from 1 to 999'
            elif not is_whole(points) or points < 0:
                yield (
                    f"scoring: the points for length {key} should be "
                    f"a whole number from 0 on, not {describe(points)}"
                )

    def _parallel_open(self) -> Iterator[str]:
        sets: dict[frozenset[str], int] = {}
        for _, route, _ in self._routes_with_ids:
            if route.parallel:
                ends = frozenset((route.a, route.b))
                sets[ends] = sets.get(ends, 0) + 1
        largest = max(sets.values(), default=0)
        for key, most in self._contents.parallel_open.items():
            if not _is_length(key):
                yield f'parallel_open: "{key}" should be a number of players, from 1 on'
            elif not isinstance(most, list) or not all(map(is_whole, most)):
                yield (
                    f"parallel_open: {key} should be a list of whole numbers, for doubles, "
                    f"triples, …, such as [1, 2], not {describe(most)}"
                )
            elif len(most) < largest - 1:
                yield f"parallel_open: {key} says nothing of sets of {largest} parallel routes"
            else:
                for size, n in enumerate(most, 2):
                    if not 1 <= n <= size:
                        yield (
                            f"parallel_open: {key}: of {size} parallel routes "
                            f"1 to {size} may be claimed, not {n}"
                        )

    def _provenance(self) -> Iterator[str]:
        for entry in self._contents.provenance.values():
            if entry.record is not None and entry.record.status not in STATUSES:
                status = entry.record.status
                hint = did_you_mean(status, STATUSES)
                yield f'{entry.place}: no status "{status}"{hint}; there are {listed(STATUSES)}'

    def _facts(self) -> Iterator[str]:
        """The home-made facts that no board can hold; rule parts check the others."""
        contents = self._contents
        entries = (*contents.cities, *contents.routes, *contents.tickets)
        extras = [("top level", contents.extra), *((e.place, e.raw.get("extra")) for e in entries)]
        for place, extra in extras:
            for key, value in extra.items() if isinstance(extra, dict) else ():
                if not key.strip():
                    yield f"{place}: extra: a fact without a name"
                elif not is_fact(value):
                    yield (f"{place}: extra: {key} should be {FACTS_WANTED}, not {describe(value)}")


def _extras_faults(route: RouteRecord) -> Iterator[str]:
    """The faults of a route's tunnel, ferry, bend and id."""
    if route.tunnel < 0:
        yield f"tunnel {route.tunnel} should be the cards turned up, or 0 for none"
    if route.tunnel > MAX_LENGTH:
        yield f"tunnel {route.tunnel} should be at most {MAX_LENGTH}: no hand could pay for it"
    if route.ferry < 0:
        yield f"ferry {route.ferry} should be the locomotive symbols, or 0 for none"
    if route.ferry > route.length >= 1:
        yield f"ferry {route.ferry} is more than its length {route.length}"
    if route.ferry > 0 and route.colour != Colour.GREY:
        yield f'a ferry should be grey, not "{route.colour}"'
    if route.bend is not None and abs(route.bend) > MAX_BEND:
        yield f"bend {route.bend} should be from -{MAX_BEND} to {MAX_BEND}"
    if route.id is not None and not route.id.strip():
        yield "id is empty; leave it out to have one made"


def _sound(entries: list[Entry]) -> Iterator[Entry]:
    return (entry for entry in entries if entry.record is not None)


def _is_length(key: str) -> bool:
    return re.fullmatch("[1-9][0-9]{0,2}", key) is not None


def _pair_id(a: str, b: str) -> str:
    return f"{slug(a)}--{slug(b)}"
