"""Board files: TOML, read strictly, with every fault reported at once.

```toml
name = "Benelux"
grey_routes = true                      # optional; false: the loader refuses grey routes
cities = [
    { name = "Gent", x = 100, y = 420 },
    { name = "Maas", x = 300, y = 300, kind = "junction" },   # optional kind: "city", "junction"
]
routes = [                              # optional: id, tunnel (cards turned up),
    { a = "Gent", b = "Maas", colour = "red", length = 2, parallel = true },
    { a = "Gent", b = "Maas", colour = "grey", length = 2, parallel = true, ferry = 1 },
]                                       # ferry (symbols), parallel, always_open, note
tickets = [                             # optional: id, kind
    { a = "Gent", b = "Luik", points = 5 },
    { cities = ["Gent", "Luik", "Namen"], points = 9 },       # three or more, all to be joined
    { a = "Gent", ends = { Luik = 5, Eifel = 8 } },           # one of these ends, for its points
]
[regions]                               # optional: for a ticket, any one of the cities will do
Eifel = ["Aachen", "Trier"]
[scoring]                               # length = points
2 = 2
[parallel_open]                         # optional: players = how many routes of a double, of a
4 = [1, 2]                              # triple, … may be claimed; overrides the variant's rule
[provenance]                            # optional; statuses: `ttrkit.board.STATUSES`
routes = { status = "invented", note = "drawn at the kitchen table" }
```

The board, and each of its cities, routes and tickets, may also have home-made facts for rule parts
of one's own, such as `extra = { mountain = 2 }`: see `Part.board_facts`.

cattrs structures the file into the records below, entry by entry, so that one bad entry does not
hide the faults of the others. Then `ttrkit.board.checks` checks how the entries fit together.
"""

import math
from collections.abc import Callable, Iterator, Mapping
from functools import cache
from pathlib import Path
from typing import Any, Final, TypeVar

import cattrs
from attrs import NOTHING, field, fields, frozen
from cattrs.errors import (
    AttributeValidationNote,
    ClassValidationError,
    ForbiddenExtraKeysError,
)

from ttrkit._text import did_you_mean, listed
from ttrkit.errors import BoardError

__all__ = [
    "CityRecord",
    "Contents",
    "Entry",
    "ForkRecord",
    "ProvenanceRecord",
    "RouteRecord",
    "TicketRecord",
    "TourRecord",
    "describe",
    "is_whole",
    "parse",
    "structure",
]

_T = TypeVar("_T")

_NEEDED: Final[Mapping[str, tuple[type, str]]] = {
    "name": (str, "empty; give the board a name"),
    "cities": (list, "none; a board needs at least two"),
    "routes": (list, "none; a board needs at least one"),
    "scoring": (dict, "empty; give the points for each length, such as 1 = 1"),
}
_LARGEST: Final = 2**53  # far beyond any board, and exact as a float


@frozen
class CityRecord:
    """A city as written in the file."""

    name: str
    x: float
    y: float
    kind: str = "city"
    label: str = ""
    extra: dict[str, Any] = field(factory=dict)


@frozen
class RouteRecord:
    """A route as written in the file."""

    a: str
    b: str
    colour: str
    length: int
    id: str | None = None
    tunnel: int = 0
    ferry: int = 0
    parallel: bool = False
    always_open: bool = False
    note: str = ""
    bend: float | None = None
    extra: dict[str, Any] = field(factory=dict)


@frozen
class TicketRecord:
    """A ticket as written in the file: from one city or region to another."""

    a: str
    b: str
    points: int
    id: str | None = None
    kind: str = "regular"
    extra: dict[str, Any] = field(factory=dict)


@frozen
class TourRecord:
    """A ticket as written in the file: three or more cities or regions, all to be joined."""

    cities: list[Any]
    points: int
    id: str | None = None
    kind: str = "regular"
    extra: dict[str, Any] = field(factory=dict)


@frozen
class ForkRecord:
    """A ticket as written in the file: from a city or region to several, each for its points."""

    a: str
    ends: dict[str, Any]
    id: str | None = None
    kind: str = "regular"
    extra: dict[str, Any] = field(factory=dict)


def ticket_record(raw: object) -> type[TicketRecord | TourRecord | ForkRecord]:
    """The form of a ticket, by its keys."""
    keys = raw.keys() if isinstance(raw, dict) else ()
    return TourRecord if "cities" in keys else ForkRecord if "ends" in keys else TicketRecord


@frozen
class ProvenanceRecord:
    """A topic's provenance as written in the file."""

    status: str
    note: str = ""


@frozen
class _Header:
    """The top level of the file; the entries of its lists and tables are structured separately."""

    name: str
    cities: list[Any]
    routes: list[Any]
    scoring: dict[str, Any]
    tickets: list[Any] = field(factory=list)
    provenance: dict[str, Any] = field(factory=dict)
    parallel_open: dict[str, Any] = field(factory=dict)
    grey_routes: bool = True
    regions: dict[str, Any] = field(factory=dict)
    extra: dict[str, Any] = field(factory=dict)


@frozen
class Entry:
    """An entry of a list or table: its place for messages, its raw values, its record if valid."""

    place: str
    raw: Mapping[str, Any]
    record: Any

    def text(self, key: str) -> str | None:
        """Return the value of a key if it is text, even if the entry is malformed elsewhere."""
        value = self.raw.get(key)
        return value if isinstance(value, str) else None


@frozen
class Contents:
    """Everything that could be read from a file."""

    name: str
    cities: list[Entry]
    routes: list[Entry]
    tickets: list[Entry]
    scoring: dict[str, Any]
    provenance: dict[str, Entry]
    parallel_open: dict[str, Any]
    grey_routes: bool
    regions: dict[str, Any]
    extra: dict[str, Any]


def parse(path: Path) -> dict[str, Any]:
    """Return the TOML of a file as plain Python values.

    Raises:
        BoardError: the file cannot be read, or it is not TOML.
    """
    import tomllib

    try:
        data = path.read_bytes()
    except FileNotFoundError:
        raise BoardError(path, ("no such file",), was_read=False) from None
    except (OSError, ValueError) as error:  # ValueError: a null character in the path
        reason = getattr(error, "strerror", None) or error
        fault = "is a folder, not a board file" if _is_dir(path) else f"cannot be read: {reason}"
        raise BoardError(path, (fault,), was_read=False) from None
    try:
        text = data.decode("utf-8")
    except UnicodeDecodeError as error:
        line = data.count(b"\n", 0, error.start) + 1
        fault = f"not UTF-8: byte {error.start} (line {line}) is 0x{data[error.start]:02x}"
        raise BoardError(path, (f"{fault}; save the file as UTF-8",)) from None
    try:
        return tomllib.loads(text.removeprefix("\ufeff"))
    except RecursionError:
        raise BoardError(path, ("not TOML that can be read: nested too deeply",)) from None
    except ValueError as error:  # TOMLDecodeError, or a number or date beyond Python
        raise BoardError(path, (f"not TOML: {error}",)) from None


def _is_dir(path: Path) -> bool:
    try:
        return path.is_dir()
    except (OSError, ValueError):
        return False


def structure(raw: dict[str, Any]) -> tuple[Contents, list[str]]:
    """Return the valid contents of a file's TOML, and the faults of the rest."""
    header, found = _record(raw, _Header)
    faults = [f"top level: {fault}" for fault in found]
    for key, (kind, should) in _NEEDED.items():
        value = raw.get(key)
        if isinstance(value, kind) and not (value.strip() if isinstance(value, str) else value):
            faults.append(f"{key}: {should}")

    def entry(place: str, value: object, record: type) -> Entry:
        sound, found = _record(value, record)
        faults.extend(f"{place}: {fault}" for fault in found)
        return Entry(place, value if isinstance(value, dict) else {}, sound)

    def entries(key: str, record: Callable[[object], type]) -> list[Entry]:
        values = raw.get(key)
        return [
            entry(f"{key}[{number}]{_label(value)}", value, record(value))
            for number, value in enumerate(values if isinstance(values, list) else ())
        ]

    def table(key: str) -> dict[str, Any]:
        value = raw.get(key)
        return value if isinstance(value, dict) else {}

    contents = Contents(
        name=header.name if header else "?",
        cities=entries("cities", lambda _: CityRecord),
        routes=entries("routes", lambda _: RouteRecord),
        tickets=entries("tickets", ticket_record),
        scoring=table("scoring"),
        provenance={
            topic: entry(f"provenance.{topic}", value, ProvenanceRecord)
            for topic, value in table("provenance").items()
        },
        parallel_open=table("parallel_open"),
        grey_routes=raw.get("grey_routes") is not False,
        regions=table("regions"),
        extra=table("extra"),
    )
    return contents, faults


def _label(value: object) -> str:
    """Return a label for an entry in messages: ` (Boston)`, ` (Boston–Miami)`, or nothing."""
    if not isinstance(value, dict):
        return ""
    cities, ends = value.get("cities"), value.get("ends")
    names = [value.get(key) for key in ("name", "a", "b")]
    names += cities if isinstance(cities, list) else []
    names += ["/".join(ends)] if isinstance(ends, dict) else []
    label = " ".join("–".join([name for name in names if isinstance(name, str)]).split())
    return f" ({label[:80]})" if label else ""


def _record(value: object, record: type[_T]) -> tuple[_T | None, list[str]]:
    """Structure one value; return its record (None if it is malformed) and its faults."""
    if not isinstance(value, dict):
        return None, [f"should be a table, not {describe(value)}"]
    try:
        return _converter().structure(value, record), []
    except ClassValidationError as error:
        return None, [fault for each in error.exceptions for fault in _explain(each, record)]


def _explain(error: Exception, record: type) -> Iterator[str]:
    """Put an error of cattrs into words."""
    known = {f.name: f for f in fields(record)}
    if isinstance(error, ForbiddenExtraKeysError):
        for key in sorted(error.extra_fields):
            hint = did_you_mean(key, known)
            yield f'unknown key "{key}"{hint}; the keys here are {listed(known)}'
        return
    notes = [n for n in getattr(error, "__notes__", ()) if isinstance(n, AttributeValidationNote)]
    key = notes[0].name if notes else "?"
    if isinstance(error, KeyError):
        needed = listed(f.name for f in known.values() if f.default is NOTHING)
        yield f'no "{key}"; required here: {needed}'
    else:
        yield f"{key} {error}"


@cache
def _converter() -> cattrs.Converter:
    """Return a converter that accepts no unknown keys and coerces no types."""
    converter = cattrs.Converter(forbid_extra_keys=True, detailed_validation=True)
    converter.register_structure_hook(str, _text)
    converter.register_structure_hook(int, _whole_number)
    converter.register_structure_hook(float, _number)
    converter.register_structure_hook(bool, _truth)
    converter.register_structure_hook_func(lambda kind: kind == list[Any], _list)
    converter.register_structure_hook_func(lambda kind: kind == dict[str, Any], _mapping)
    return converter


def _text(value: object, _: object) -> str:
    if not isinstance(value, str):
        raise ValueError(f"should be text in quotes, not {describe(value)}")
    return value


def _whole_number(value: object, _: object) -> int:
    if not is_whole(value):
        raise ValueError(f"should be a whole number, not {describe(value)}")
    assert isinstance(value, int)
    return value


def _number(value: object, _: object) -> float:
    if isinstance(value, float) and math.isfinite(value):
        return value
    if not is_whole(value):
        raise ValueError(f"should be a number, not {describe(value)}")
    assert isinstance(value, int)
    return value


def _truth(value: object, _: object) -> bool:
    if not isinstance(value, bool):
        raise ValueError(f"should be true or false, not {describe(value)}")
    return value


def _list(value: object, _: object) -> list[Any]:
    if not isinstance(value, list):
        raise ValueError(f"should be a list in [ ], not {describe(value)}")
    return value


def _mapping(value: object, _: object) -> dict[str, Any]:
    if not isinstance(value, dict):
        raise ValueError(f"should be a table, not {describe(value)}")
    return value


def is_whole(value: object) -> bool:
    """Whether this is a whole number of sensible size; TOML's true and false are not."""
    return isinstance(value, int) and not isinstance(value, bool) and abs(value) <= _LARGEST


def describe(value: object) -> str:
    """Describe a value in a user's words: `the text "7"`, `true`, `a list`."""
    match value:
        case bool():
            return "true" if value else "false"
        case str():
            return f'the text "{value[:40]}{"…" if len(value) > 40 else ""}"'
        case int():
            return str(value) if abs(value) <= _LARGEST else "a number that large"
        case float():
            return f"the number {value}"
        case list():
            return "a list"
        case dict():
            return "a table"
        case _:  # one of the four kinds of dates and times in TOML
            return f"the {type(value).__name__} {value}"
