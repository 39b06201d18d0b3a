"""`Board`, and the cities, routes and tickets on it.

Everything here is immutable and compares by value.
"""

from collections.abc import Callable, Collection, Iterable, Mapping
from functools import cached_property
from typing import TYPE_CHECKING, Any, Final, TypeVar

from attrs import evolve, field, fields, frozen

from ttrkit._notebook import Pictured
from ttrkit._text import (
    an,
    did_you_mean,
    is_text,
    is_truth,
    kind_of,
    listed,
    one_of,
    plain_int,
    plain_text,
    quoted,
    short,
    slug,
    whole_from,
)
from ttrkit.board.facts import FrozenDict, extra_field, only
from ttrkit.board.looks import bend_field, label_field
from ttrkit.board.tickets import Ticket
from ttrkit.colours import Colour, as_colour

if TYPE_CHECKING:
    import networkx as nx

__all__ = [
    "CITY_KINDS",
    "MAX_LENGTH",
    "STATUSES",
    "Board",
    "City",
    "Provenance",
    "Route",
    "Ticket",
]

CITY_KINDS: Final = ("city", "junction")
"""The kinds of cities. A junction is a point where routes meet; it is never on a ticket."""

STATUSES: Final = (
    "checked",  # several independent sources agree
    "single-source",  # one source, not checked against another
    "inferred",  # follows from something known
    "reconstructed",  # made up by us, consistent with what is known
    "approximate",  # close enough for its use, such as a picture
    "invented",  # made up for a home-made map
)
"""The statuses of a topic of a board file: how far it can be trusted."""

_DOUBTS = {
    "single-source": "from a single source",
    "inferred": "inferred",
    "reconstructed": "reconstructed",
}

MAX_LENGTH: Final = 30
"""The most that a route may ask for: with more cards there would be too many ways to pay."""

_ROUTE_FACTS = ("id", "a", "b", "colour", "length", "group", "tunnel", "ferry", "always_open")

_ORDINALS = {"2": "second", "3": "third", "4": "fourth"}

_V = TypeVar("_V")


def _frozen_dict(items: Mapping[Any, Any]) -> Mapping[Any, Any]:
    if not isinstance(items, Mapping):
        raise TypeError(f"scoring and the like of a board are mappings, not {short(items)}")
    return items if isinstance(items, FrozenDict) else FrozenDict(items)


def _tuple(items: Iterable[Any]) -> tuple[Any, ...]:
    if isinstance(items, str) or not isinstance(items, Iterable):
        raise TypeError(f"a board has lists of cities, routes and tickets, not {short(items)}")
    return tuple(items)


def _all(kind: type) -> Callable[[Any, Any, tuple[Any, ...]], None]:
    """A validator of tuples of such things."""

    def check(instance: object, field: Any, items: tuple[Any, ...]) -> None:
        for number, item in enumerate(items):
            if not isinstance(item, kind):
                what = f"{kind_of(instance)}.{field.name}[{number}]"
                raise TypeError(f"{what}: a {kind.__name__} is wanted, not {short(item)}")

    return check


def _is_number(instance: object, field: Any, value: Any) -> None:
    """A validator of numbers."""
    if isinstance(value, bool) or not isinstance(value, int | float):
        raise TypeError(f"{kind_of(instance)}.{field.name}: a number is wanted, not {short(value)}")


@frozen
class City:
    """A city or junction; `x` and `y` are its position in pictures, with y growing downwards.

    `extra` holds home-made facts, here and on routes, tickets and boards: see `Part.board_facts`.
    `label` is the side of its name in pictures; empty, if it is wherever there is room.
    """

    name: str = field(converter=plain_text, validator=is_text)
    x: float = field(validator=_is_number)
    y: float = field(validator=_is_number)
    kind: str = field(default="city", converter=plain_text, validator=one_of(CITY_KINDS))
    extra: Mapping[str, Any] = extra_field()
    label: str = label_field()

    def __str__(self) -> str:
        return self.name


@frozen(cache_hash=True)
class Route:
    """A route between the cities `a` and `b`.

    Attributes:
        group: the id that the routes of one double or triple route share; None for a single route.
        tunnel: the number of cards turned up for a tunnel; 0 if it is not a tunnel.
        ferry: the number of locomotive symbols; 0 if it is not a ferry.
        always_open: whether all routes of its group may be claimed, with any number of players.
        note: a remark on its entry in the board file; does not count for equality.
        extra: home-made facts.
        bend: how far it bulges in pictures, to the left from `a` to `b`; None: as need be.
    """

    id: str = field(converter=plain_text, validator=is_text)
    a: str = field(converter=plain_text, validator=is_text)
    b: str = field(converter=plain_text, validator=is_text)
    colour: Colour = field(converter=as_colour)
    length: int = field(converter=plain_int, validator=whole_from(1, MAX_LENGTH))
    group: str | None = field(default=None, validator=an(str, optional=True))
    tunnel: int = field(default=0, converter=plain_int, validator=whole_from(0, MAX_LENGTH))
    ferry: int = field(default=0, converter=plain_int, validator=whole_from(0))
    always_open: bool = field(default=False, validator=is_truth)
    note: str = field(default="", eq=False, converter=plain_text, validator=is_text)
    extra: Mapping[str, Any] = extra_field()
    bend: float | None = bend_field()

    @property
    def cities(self) -> tuple[str, str]:
        """The two cities, in the order of the board file."""
        return self.a, self.b

    @property
    def mark(self) -> str:
        """The mark of a parallel route among those of its colour: none, `second`, or `(its id)`.

        Where a board file gives no ids, they are made of cities and colour, and of a count.
        """
        made = f"{slug(self.a)}--{slug(self.b)}--{self.colour.value}"
        if self.group is None or self.id == made:
            return ""
        before, _, count = self.id.rpartition("-")
        return (before == made and _ORDINALS.get(count)) or f"({self.id})"

    def __str__(self) -> str:
        """`Boston–Miami`; of parallel ones, `the red Boston–New York`, `the second grey …`."""
        cities = f"{self.a}–{self.b}"
        if self.group is None:
            return cities
        words = (self.colour.value, cities, self.mark)
        if not self.mark.startswith("("):
            words = (self.mark, self.colour.value, cities)
        return " ".join(["the", *filter(None, words)])


@frozen
class Provenance:
    """The origin of a topic of a board file (its routes, its tickets, …)."""

    status: str = field(converter=plain_text, validator=one_of(STATUSES))
    note: str = field(default="", converter=plain_text, validator=is_text)


@frozen(cache_hash=True, slots=False, repr=False)
class Board(Pictured):
    """A map with its tickets and its scoring table (length → points), in file order."""

    name: str = field(converter=plain_text, validator=is_text)
    cities: tuple[City, ...] = field(converter=_tuple, validator=_all(City))
    routes: tuple[Route, ...] = field(converter=_tuple, validator=_all(Route))
    tickets: tuple[Ticket, ...] = field(converter=_tuple, validator=_all(Ticket))
    scoring: Mapping[int, int] = field(converter=_frozen_dict)
    provenance: Mapping[str, Provenance] = field(converter=_frozen_dict, factory=dict)
    grey_routes: bool = True
    parallel_open: Mapping[int, tuple[int, ...]] = field(converter=_frozen_dict, factory=dict)
    """By number of players: how many routes of a double, a triple, … may be claimed."""
    regions: Mapping[str, tuple[str, ...]] = field(converter=_frozen_dict, factory=dict)
    """By name: the cities of a region, any one of which will do for a ticket."""
    extra: Mapping[str, Any] = extra_field()
    """Home-made facts of the board as a whole."""

    def __repr__(self) -> str:
        return (
            f"<Board {self.name}: {len(self.cities)} cities, {len(self.routes)} routes, "
            f"{len(self.tickets)} tickets>"
        )

    def __reduce__(self) -> Any:
        """Pickle the fields alone, without cached lookups."""
        return (type(self), tuple(getattr(self, each.name) for each in fields(type(self))))

    @cached_property
    def digest(self) -> str:
        """A fingerprint of all that matters to the rules: not positions, notes or provenance."""
        import hashlib
        import json

        facts = [
            [[city.name, city.kind] for city in self.cities],
            [[getattr(route, name) for name in _ROUTE_FACTS] for route in self.routes],
            [[t.id, t.a, t.b, t.points, t.kind, *t.via, *t.other_ends] for t in self.tickets],
            sorted(self.scoring.items()),
            sorted(self.parallel_open.items()),
        ]
        extras = [[*sorted(each.extra.items())] for each in self._with_extra]
        if any(extras) or self.regions:  # others keep the digest from before there were any
            facts += [extras, sorted(self.regions.items())]
        return hashlib.sha256(json.dumps(facts).encode()).hexdigest()[:16]

    @property
    def _with_extra(self) -> "tuple[Board | City | Route | Ticket, ...]":
        """All that may have home-made facts."""
        return (self, *self.cities, *self.routes, *self.tickets)

    def without_extra(self, *, keep: Collection[str] = ()) -> "Board":
        """The same board for other rules: of its home-made facts, it has those to `keep` alone."""
        if all(name in keep for each in self._with_extra for name in each.extra):
            return self
        return evolve(
            self,
            cities=[evolve(city, extra=only(city.extra, keep)) for city in self.cities],
            routes=[evolve(route, extra=only(route.extra, keep)) for route in self.routes],
            tickets=[evolve(ticket, extra=only(ticket.extra, keep)) for ticket in self.tickets],
            extra=only(self.extra, keep),
        )

    @property
    def reconstructed(self) -> tuple[str, ...]:
        """The topics that we reconstructed without a source, such as `("routes", "tickets")`."""
        return tuple(t for t, p in self.provenance.items() if p.status == "reconstructed")

    @property
    def caveats(self) -> tuple[str, ...]:
        """A sentence for each topic that rests on fewer than two sources."""
        return tuple(
            f"The {topic} {'are' if topic.endswith('s') else 'is'} {_DOUBTS[source.status]}"
            + (f": {source.note.rstrip('.')}." if source.note else ".")
            for topic, source in self.provenance.items()
            if source.status in _DOUBTS
        )

    @cached_property
    def _city_of(self) -> dict[str, City]:
        return {city.name: city for city in self.cities}

    @cached_property
    def _cities_of(self) -> dict[str, tuple[str, ...]]:
        return {city.name: (city.name,) for city in self.cities} | dict(self.regions)

    @cached_property
    def _route_of(self) -> dict[str, Route]:
        return {route.id: route for route in self.routes}

    @cached_property
    def _ticket_of(self) -> dict[str, Ticket]:
        return {ticket.id: ticket for ticket in self.tickets}

    @cached_property
    def _between(self) -> dict[frozenset[str], tuple[Route, ...]]:
        found: dict[frozenset[str], tuple[Route, ...]] = {}
        for route in self.routes:
            ends = frozenset(route.cities)
            found[ends] = (*found.get(ends, ()), route)
        return found

    @cached_property
    def _ticket_between(self) -> dict[frozenset[str], Ticket]:
        backwards = self.tickets[::-1]  # so that the first of several is found
        by_goal = {frozenset(goal.places): t for t in backwards for goal in t.goals}
        return by_goal | {frozenset(ticket.cities): ticket for ticket in backwards}

    def city(self, name: str) -> City:
        """Return the city with this name; LookupError names the nearest one."""
        return _look_up(self._city_of, name, "city")

    def route(self, a: str, b: str, colour: str | None = None) -> Route:
        """Return the first route in board order between two cities, given in either order.

        Raises:
            LookupError: there is none; the message lists the routes that come near.
        """
        between = self.routes_between(a, b)
        for route in between:
            if colour is None or route.colour == colour:
                return route
        if between:
            colours = listed(route.colour for route in between)
            raise LookupError(f"no {colour} route {a}–{b}; the colours there are: {colours}")
        ends = listed(_other(route, a) for route in self.routes if a in route.cities)
        raise LookupError(f"no route {a}–{b}; routes from {a} lead to: {ends or 'nowhere'}")

    def routes_between(self, a: str, b: str) -> tuple[Route, ...]:
        """Return all routes between two cities in either order; LookupError for an unknown city."""
        ends = frozenset((self.city(a).name, self.city(b).name))
        return self._between.get(ends, ())

    def route_by_id(self, route_id: str) -> Route:
        """Return the route with this id; LookupError names the nearest one."""
        return _look_up(self._route_of, route_id, "route")

    def ticket(self, a: str, b: str, *more: str) -> Ticket:
        """Return the ticket for two cities, given in either order.

        A ticket of more places is found by all of them, or by those that complete it.

        Raises:
            LookupError: there is none; the message lists the tickets that come near.
        """
        places = [self._place(place) for place in (a, b, *more)]
        found = self._ticket_between.get(frozenset(places))
        if found is not None:
            return found
        near = [ticket for ticket in self.tickets if a in ticket.cities]
        ends = listed(end for ticket in near for end in ticket.cities if end != a)
        raise LookupError(
            f"no ticket {'–'.join(places)}; tickets of {a} lead to: {ends or 'nowhere'}"
        )

    def _place(self, name: str) -> str:
        """The name of a city or a region; LookupError names the nearest one."""
        return name if plain_text(name) in [*self.regions] else self.city(name).name

    def cities_of(self, place: str) -> tuple[str, ...]:
        """The cities of a region, or the one city of that name; LookupError if there is none."""
        return self._cities_of.get(place) or (self.city(place).name,)

    def ticket_by_id(self, ticket_id: str) -> Ticket:
        """Return the ticket with this id; LookupError names the nearest one."""
        return _look_up(self._ticket_of, ticket_id, "ticket")

    def points(self, length: int) -> int:
        """Return the points for a route of this length; LookupError lists the known lengths."""
        try:
            return self.scoring[length]
        except (KeyError, TypeError):
            lengths = listed(self.scoring)
            raise LookupError(
                f"length {short(length)} is not in the scoring table ({lengths})"
            ) from None

    def graph(self) -> "nx.MultiGraph[str]":
        """Return a new graph: cities with x, y, kind; routes, keyed by id, with all their facts.

        The facts are plain text and numbers, so networkx can write it as GraphML, GEXF or JSON.
        `route_by_id` gives the route of a key, with its home-made facts.
        """
        import networkx as nx

        graph: nx.MultiGraph[str] = nx.MultiGraph(name=self.name)
        for city in self.cities:
            graph.add_node(city.name, x=float(city.x), y=float(city.y), kind=city.kind)
        for route in self.routes:
            graph.add_edge(
                *route.cities,
                key=route.id,
                length=route.length,
                colour=route.colour.value,
                group=route.group or "",
                tunnel=route.tunnel,
                ferry=route.ferry,
                always_open=route.always_open,
            )
        return graph


def _look_up(table: Mapping[str, _V], key: str, what: str) -> _V:
    """The value of a key; LookupError names the nearest one."""
    name = plain_text(key)
    if type(name) is str and name in table:
        return table[name]
    hint = did_you_mean(name, table) if type(name) is str else ""
    raise LookupError(f"no {what} {quoted(key)} on this board{hint}")


def _other(route: Route, city: str) -> str:
    return route.b if route.a == city else route.a
