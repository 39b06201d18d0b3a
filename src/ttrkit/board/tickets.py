"""`Ticket`: what is to be joined, and for how many points."""

from collections.abc import Iterable, Mapping
from typing import Any, NamedTuple

from attrs import field, frozen

from ttrkit._text import as_whole, is_text, plain_int, plain_text, short, whole_from
from ttrkit.board.facts import extra_field


class Goal(NamedTuple):
    """One way to complete a ticket: all these places joined, for these points."""

    places: tuple[str, ...]
    points: int


def _places(places: Iterable[str]) -> tuple[str, ...]:
    given: Any = places
    if not isinstance(given, list | tuple) or not all(isinstance(each, str) for each in given):
        raise TypeError(f"Ticket.via: a list of names is wanted, not {short(given)}")
    return tuple(map(plain_text, given))


def _ends(ends: Iterable[tuple[str, int]]) -> tuple[tuple[str, int], ...]:
    given: Any = ends
    try:
        pairs = [(plain_text(place), as_whole(points)) for place, points in given]
    except (TypeError, ValueError):
        pairs = [("", None)]
    found = [(place, n) for place, n in pairs if type(place) is str and n is not None and n >= 0]
    if len(found) < len(pairs):
        raise TypeError(f"Ticket.other_ends: [(name, points), …] is wanted, not {short(given)}")
    return tuple(found)


@frozen(order=True, cache_hash=True)
class Ticket:
    """A destination ticket; sorts by its id.

    It joins `a` and `b`, which are cities or regions of its board, for `points`. It may name more
    places: those in `via` must be joined with both, and each of `other_ends` may take the place of
    `b`, for points of its own.
    """

    id: str = field(converter=plain_text, validator=is_text)
    a: str = field(converter=plain_text, validator=is_text)
    b: str = field(converter=plain_text, validator=is_text)
    points: int = field(converter=plain_int, validator=whole_from(0))
    kind: str = field(default="regular", converter=plain_text, validator=is_text)
    via: tuple[str, ...] = field(default=(), converter=_places)
    other_ends: tuple[tuple[str, int], ...] = field(default=(), converter=_ends)
    extra: Mapping[str, Any] = extra_field()

    @property
    def cities(self) -> tuple[str, ...]:
        """All its cities and regions: of a plain ticket the two, in the order of the board file."""
        return (self.a, *self.via, self.b, *[end for end, _ in self.other_ends])

    @property
    def goals(self) -> tuple[Goal, ...]:
        """The ways to complete it, that with the most points first."""
        if not self.other_ends:
            return (Goal((self.a, *self.via, self.b), self.points),)
        ends = [(self.b, self.points), *self.other_ends]
        found = [Goal((self.a, *self.via, end), points) for end, points in ends]
        return tuple(sorted(found, key=lambda goal: -goal.points))

    @property
    def penalty(self) -> int:
        """The points that it costs if it is not completed: those of its least goal."""
        return min([self.points, *[points for _, points in self.other_ends]])

    @property
    def destination(self) -> str:
        """Where it leads from `a`: `Luik`, `Gent and Luik`, `Luik or Namen`."""
        others = [end for end, _ in self.other_ends]
        return " or ".join([" and ".join([*self.via, self.b]), *others])

    def __str__(self) -> str:
        """`Brugge–Luik (5)`, `Brugge–Gent–Luik (9)`, `Brugge–Luik (5) or Namen (3)`."""
        ends = [f"{'–'.join([*self.via, self.b])} ({self.points})"]
        ends += [f"{end} ({points})" for end, points in self.other_ends]
        return f"{self.a}–{' or '.join(ends)}"
