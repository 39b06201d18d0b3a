"""The checks of the tickets of a board file, and of the regions that they lead to.

A ticket has one of three forms: two places (`a`, `b`), three or more (`cities`), or one place and
several ends with points of their own (`a`, `ends`). A place is a city or a region.
"""

from collections.abc import Iterable, Iterator, Mapping
from typing import Any

from ttrkit._text import did_you_mean, slug
from ttrkit.board.file import (
    Contents,
    Entry,
    ForkRecord,
    TicketRecord,
    TourRecord,
    describe,
    is_whole,
)
from ttrkit.board.tickets import Ticket

Record = TicketRecord | TourRecord | ForkRecord
Shape = frozenset[frozenset[str]]
"""The demand of a ticket: the places of each of its goals."""


def ticket_of(record: Record) -> Ticket:
    """The ticket of a sound record."""
    via: list[str] = []
    others: list[tuple[str, int]] = []
    if isinstance(record, TourRecord):
        a, *via, b = record.cities
        points = record.points
    elif isinstance(record, ForkRecord):
        a = record.a
        (b, points), *others = sorted(record.ends.items(), key=lambda end: -end[1])
    else:
        a, b, points = record.a, record.b, record.points
    return Ticket(_id_of(record), a, b, points, record.kind, via, others, record.extra)


def _id_of(record: Record) -> str:
    """The id of a ticket: as written, or made of its places."""
    if record.id is not None:
        return record.id
    if isinstance(record, TourRecord):
        return "--".join(map(slug, record.cities))
    if isinstance(record, ForkRecord):
        return f"{slug(record.a)}--{'-or-'.join(map(slug, record.ends))}"
    return f"{slug(record.a)}--{slug(record.b)}"


def region_faults(regions: Mapping[str, Any], kinds: Mapping[str, str]) -> Iterator[str]:
    """The faults of the table of regions, given the kinds of all cities."""
    slugs = {slug(city): city for city in kinds}
    for name, cities in regions.items():
        if not slug(name):
            yield f'regions: the name "{name}" has neither letter nor digit'
        elif slug(name) in slugs:
            yield f'regions: "{name}" is a city, too; give the region another name'
        if not isinstance(cities, list) or not cities or not _all_text(cities):
            yield f"regions: {name} should be a list of cities, not {describe(cities)}"
            continue
        for city in dict.fromkeys(cities):
            yield from _no_city(f"regions: {name}", city, kinds)
            if cities.count(city) > 1:
                yield f'regions: {name}: "{city}" is named twice'


def _no_city(place: str, city: str, kinds: Mapping[str, str]) -> Iterator[str]:
    """The fault of a city that a ticket or region names, if it is none."""
    if city not in kinds:
        yield f'{place}: no city "{city}" on this board{did_you_mean(city, kinds)}'
    elif kinds[city] == "junction":
        yield f'{place}: "{city}" is a junction; a ticket joins cities'


class TicketChecks:
    """The checks of a file's tickets, given the kinds of its cities and what routes connect."""

    def __init__(
        self, contents: Contents, kinds: Mapping[str, str], component: Mapping[str, int]
    ) -> None:
        self._entries = contents.tickets
        self._kinds = kinds
        self._component = component
        self._cities = {city: (city,) for city in kinds} | {
            name: tuple(cities)
            for name, cities in contents.regions.items()
            if isinstance(cities, list) and _all_text(cities)
        }

    def faults(self) -> Iterator[str]:
        """Every fault of the tickets."""
        first: dict[Shape, int] = {}
        for number, entry in enumerate(self._entries):
            shape = _shape(entry.raw)
            places = [*dict.fromkeys(place for goal in shape for place in goal)]
            unknown = [place for place in places if place not in self._cities]
            for place in unknown:
                hint = did_you_mean(place, self._cities)
                yield f'{entry.place}: no city "{place}" on this board{hint}'
            yield from (f"{entry.place}: {fault}" for fault in _form_faults(entry))
            if unknown or not shape or any(len({*goal}) < max(2, len(goal)) for goal in shape):
                continue
            yield from self._goal_faults(entry, shape, places)
            where = first.setdefault(frozenset(map(frozenset, shape)), number)
            if where != number:
                yield f"{entry.place}: the same ticket as tickets[{where}]; leave one out"
        different = [self._entries[number] for number in first.values()]
        sound = [entry for entry in different if entry.record is not None]
        yield from repeated_ids([(entry, _id_of(entry.record)) for entry in sound], always=True)

    def _goal_faults(
        self, entry: Entry, shape: list[list[str]], places: list[str]
    ) -> Iterator[str]:
        """The faults of places that are there: junctions, overlaps, and no way between them."""
        for place in places:
            if self._kinds.get(place) == "junction":
                joins = "two cities" if entry.text("b") is not None else "cities"
                yield f'{entry.place}: "{place}" is a junction; a ticket joins {joins}'
        for goal in shape:
            cities = [set(self._cities[place]) for place in goal]
            every = set().union(*cities)
            if len(every) < sum(map(len, cities)):
                yield f"{entry.place}: {_and(goal)} share a city; the ends should differ"
            parts = [{self._component.get(city) for city in each} - {None} for each in cities]
            # A city that no route reaches is already reported as a fault of its own.
            if all(parts) and not set.intersection(*parts):
                these = "these two cities" if entry.text("b") is not None else _and(goal)
                yield f"{entry.place}: no routes connect {these}"


def _shape(raw: Mapping[str, Any]) -> list[list[str]]:
    """The places of each goal of a ticket as far as they are written, even if it is malformed."""
    a, b, cities, ends = (raw.get(key) for key in ("a", "b", "cities", "ends"))
    if "cities" in raw:
        return [cities] if isinstance(cities, list) and _all_text(cities) else []
    if "ends" in raw:
        found = [[a, end] for end in ends] if isinstance(ends, dict) else []
    else:
        found = [[a, b]]
    known = [[place for place in goal if isinstance(place, str)] for goal in found]
    return [goal for goal in known if goal]


def _form_faults(entry: Entry) -> Iterator[str]:
    """The faults of a ticket in itself, whatever is on the board."""
    raw, record = entry.raw, entry.record
    for goal in _shape(raw):
        for place in dict.fromkeys(goal):
            if goal.count(place) > 1 and "cities" in raw:
                yield f'"{place}" is named twice'
            elif goal.count(place) > 1:
                yield "from a city to itself; the two ends should differ"
    if record is None:
        return
    if isinstance(record, TourRecord):
        if not _all_text(record.cities):
            yield "cities should be names in quotes"
        elif len(record.cities) < 3:
            yield "cities should be three or more; write a and b for two"
    if isinstance(record, ForkRecord):
        if len(record.ends) < 2:
            yield "ends should be two or more; write b and points for one"
        for end, points in record.ends.items():
            if not is_whole(points) or points < 1:
                wanted = "a whole number from 1 on"
                yield f"ends: the points for {end} should be {wanted}, not {describe(points)}"
    elif record.points < 1:
        yield f"points {record.points} should be at least 1"
    if not record.kind.strip():
        yield 'kind is empty; leave it out for "regular"'


def repeated_ids(entries: Iterable[tuple[Entry, str]], *, always: bool = False) -> Iterator[str]:
    """The ids that are there twice; made ones only if `always`, since their cities repeat, too."""
    first: dict[str, Entry] = {}
    for entry, its_id in entries:
        other = first.setdefault(its_id, entry)
        if other is not entry and (always or "id" in {*entry.raw, *other.raw}):
            yield f'{entry.place}: id "{its_id}" is that of {other.place}; ids should differ'


def _all_text(names: list[Any]) -> bool:
    return all(isinstance(name, str) for name in names)


def _and(places: list[str]) -> str:
    return " and ".join(places)
