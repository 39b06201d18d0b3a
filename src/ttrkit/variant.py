"""`Variant`: the numbers, the board and the rule parts of a game; and all variants by name."""

from __future__ import annotations

import os
import pkgutil
from collections import deque
from collections.abc import Iterable, Mapping, Sequence
from functools import cache, cached_property
from importlib import import_module
from typing import TYPE_CHECKING, Any
from weakref import WeakValueDictionary

import attrs

from ttrkit._notebook import Pictured
from ttrkit._text import (
    an,
    as_whole,
    checked_list,
    checked_whole,
    did_you_mean,
    is_text,
    plain_int,
    plain_text,
    quoted,
    short,
    whole_from,
)
from ttrkit.board import Board, Route, load_board
from ttrkit.engine import Engine, check_parts
from ttrkit.errors import PlugInError, UnknownVariant
from ttrkit.fingerprint import Definition, define, digest_of
from ttrkit.hooks import Part, declared_facts, fact_faults
from ttrkit.payment import Cards, as_cards, cards

if TYPE_CHECKING:
    from importlib.metadata import EntryPoint

    from ttrkit.numbering import ActionIndex, Features

MAX_TICKETS = 12  # to choose from: of more there would be too many choices
ENTRY_POINTS = "ttrkit.variants"

CLASSIC_DECK = cards(
    purple=12, blue=12, orange=12, white=12, green=12, yellow=12, black=12, red=12, wild=14
)
"""The 110 cards of the classic editions (US-01)."""


def _players(allowed: Iterable[int]) -> tuple[int, ...]:
    numbers = checked_list(allowed, "Variant.players: a list of numbers, such as (2, 3),")
    return tuple(sorted({checked_whole(number, "Variant.players", 1) for number in numbers}))


def _parts(parts: Iterable[Part]) -> tuple[Part, ...]:
    given = checked_list(parts, "Variant.parts: a list of rule parts")
    for part in given:
        if not isinstance(part, Part):
            hint = " (an instance is wanted: add brackets)" if isinstance(part, type) else ""
            raise TypeError(f"{short(part)} is no rule part{hint}")
    return tuple(given)


@attrs.frozen(eq=False, slots=False)
class Variant(Pictured):
    """The definition of a game: its numbers, its board, and its rule parts in order.

    Parts act, list their actions and break ties in the order given here. Variants are equal if
    their fingerprints are, and the classes of their parts.
    """

    name: str = attrs.field(converter=plain_text, validator=is_text)
    """The name in records and in the register of variants."""
    board: Board = attrs.field(
        repr=lambda board: f"<{board.name}>",
        validator=an(Board, hint=", such as load_board(path)"),
    )
    """The map, the tickets and the points for routes."""
    players: tuple[int, ...] = attrs.field(converter=_players)
    """The numbers of players that are allowed."""
    trains: int = attrs.field(converter=plain_int, validator=whole_from(1))
    """The number of trains for each player."""
    parts: tuple[Part, ...] = attrs.field(converter=_parts)
    """The rules, in the order in which they act."""
    rules_version: int = attrs.field(default=1, converter=plain_int, validator=whole_from(1))
    """Increased when a change of the rules breaks recorded games."""
    title: str = attrs.field(default="", converter=plain_text, validator=is_text)
    """The name that people read; `name` if left out."""
    deck: Cards = attrs.field(default=CLASSIC_DECK, converter=as_cards)
    """The number of cards of each colour."""
    cards_dealt: int = attrs.field(default=4, converter=plain_int, validator=whole_from(0))
    """The number of cards dealt to each player."""
    market_size: int = attrs.field(default=5, converter=plain_int, validator=whole_from(0))
    """The number of face-up cards."""
    market_wilds: int = attrs.field(default=3, converter=plain_int, validator=whole_from(1))
    """The number of face-up wilds at which the market is replaced."""
    draws: int = attrs.field(default=2, converter=plain_int, validator=whole_from(1))
    """The number of cards that a turn of drawing gives."""
    tickets_dealt: int = attrs.field(
        default=3, converter=plain_int, validator=whole_from(0, MAX_TICKETS)
    )
    """The number of tickets dealt to each player before the first turn."""
    tickets_kept_first: int = attrs.field(default=2, converter=plain_int, validator=whole_from(0))
    """The least number of these tickets that a player must keep."""
    tickets_drawn: int = attrs.field(
        default=3, converter=plain_int, validator=whole_from(1, MAX_TICKETS)
    )
    """The number of tickets that a turn of drawing tickets gives."""
    tickets_kept: int = attrs.field(default=1, converter=plain_int, validator=whole_from(0))
    """The least number of these tickets that a player must keep."""

    def __attrs_post_init__(self) -> None:
        if not self.name.strip():
            raise ValueError("Variant.name: a name is wanted, not an empty one")
        if not self.players:
            raise ValueError("Variant.players: a number of players is wanted, such as (2, 3)")
        if self.tickets_kept > self.tickets_drawn:
            drawn = f"{self.tickets_kept} of {self.tickets_drawn} drawn tickets"
            raise ValueError(f"{self.name}: tickets_kept: {drawn} cannot be kept")
        if not self.title:
            object.__setattr__(self, "title", self.name)
        check_parts(self.name, self.parts)
        self._check_facts()
        for part in self.parts:
            reason = part.why_unfit(self)
            if reason is not None:
                raise ValueError(f"{self.name}: {type(part).__name__}: {reason}")

    def _check_facts(self) -> None:
        """Refuse home-made facts of the board that no part declares, or of another type."""
        faults = [*fact_faults(self.board, declared_facts(self.parts))]
        if len(faults) > 1:
            faults = [f"{len(faults)} facts do not fit", *(f"\n  - {fault}" for fault in faults)]
        if faults:
            raise ValueError(f"{self.name}: {''.join(faults)}")

    @classmethod
    def from_classic(
        cls,
        name: str,
        board: Board,
        *,
        players: Iterable[int],
        trains: int = 45,
        parts: Iterable[Part] = (),
        **numbers: Any,
    ) -> Variant:
        """The classic rules and your own parts; yours replaces a classic part of the same type.

        The classic parts are: drawing, claiming, tickets, parallel routes (one of a set closed with
        up to three players), the last round from two trains, ten points for the longest route.
        """
        own = list(_parts(parts))
        combined: list[Part] = []
        for classic in classic_parts():
            same = [part for part in own if isinstance(part, type(classic))]
            combined += same or [classic]
            own = [part for part in own if not isinstance(part, type(classic))]
        return cls(name, board, players, trains, (*combined, *own), **numbers)

    def __eq__(self, other: object) -> bool:
        if self is other:
            return True
        if not isinstance(other, Variant):
            return NotImplemented
        same = self.fingerprint == other.fingerprint
        return same and self.definition.names_the_same(other.definition)

    def __hash__(self) -> int:
        return hash(self.fingerprint)

    def __reduce__(self) -> Any:
        """Pickled by its name if it is known by it, or else by its fields."""
        if self._is_known:
            return (get_variant, (self.name,))
        _remember(self)
        return (_variant_of, (attrs.asdict(self, recurse=False),))

    @cached_property
    def _is_known(self) -> bool:
        # Editions first: the names of plug-ins are read from all installed packages.
        known = self.name in _editions() or self.name in _plug_ins()
        return known and get_variant(self.name) is self

    @cached_property
    def definition(self) -> Definition:
        """What the fingerprint is made of, besides name, board and version of the rules."""
        return define(attrs.asdict(self, recurse=False))

    @cached_property
    def fingerprint(self) -> str:
        """A digest of all that matters to the rules, the same everywhere; not of the title.

        It covers the name, the numbers, the deck, the board, and the parts with their settings.
        """
        facts = self.definition.facts
        return digest_of(self.name, self.rules_version, self.board.digest, facts)

    @cached_property
    def engine(self) -> Engine:
        """The engine that plays this variant; built on first use."""
        _ = self.fingerprint  # of the parts as they were given
        return Engine(self)

    @cached_property
    def action_index(self) -> ActionIndex:
        """Every action by number; `ActionIndex(variant, payments="thrifty")` has fewer numbers."""
        from ttrkit.numbering import ActionIndex

        return ActionIndex(self)

    def features(
        self, players: int, *, distances: bool = False, known_cards: bool = False
    ) -> Features:
        """The names, places and ranges of `observation.numbers()` with these blocks."""
        found = self._features.get((players, distances, known_cards))
        if found is None:
            from ttrkit.numbering import Features

            found = Features(self, players, distances=distances, known_cards=known_cards)
            self._features[players, distances, known_cards] = found
        return found

    @cached_property
    def _features(self) -> dict[tuple[int, bool, bool], Features]:
        return {}

    def without(self, *kinds: type[Part]) -> Variant:
        """The same variant without the parts of these types."""
        for kind in kinds:
            self._require(kind)
        left = [part for part in self.parts if not isinstance(part, kinds)]
        return attrs.evolve(self, parts=left)

    def replacing(self, kind: type[Part], new: Part) -> Variant:
        """The same variant with `new` in place of the part of this type."""
        self._require(kind)
        return attrs.evolve(
            self, parts=[new if isinstance(part, kind) else part for part in self.parts]
        )

    def adding(self, *parts: Part) -> Variant:
        """The same variant with more parts after its own."""
        return attrs.evolve(self, parts=(*self.parts, *parts))

    def with_board(self, board: Board | str | os.PathLike[str]) -> Variant:
        """The same rules on another board: a `Board`, or the path of a board file."""
        return attrs.evolve(self, board=board if isinstance(board, Board) else load_board(board))

    def points_for(self, route: Route) -> int:
        """The points for a claim of this route; LookupError if the board has no such route."""
        return self.engine.route_points[self.board.route_by_id(route.id).id]

    def check_players(self, players: int) -> int:
        """Return the number of players; ValueError if the variant does not allow it."""
        number = as_whole(players)
        if number is None or number not in self.players:
            *some, last = map(str, self.players)
            allowed = f"{', '.join(some)} or {last}" if some else last
            raise ValueError(f"{self.name} is for {allowed} players, not {short(players)}")
        return number

    def _require(self, kind: type[Part]) -> None:
        if not isinstance(kind, type):
            raise TypeError(f"a type of rule part is wanted, such as Tickets, not {short(kind)}")
        if not any(isinstance(part, kind) for part in self.parts):
            there = ", ".join(type(part).__name__ for part in self.parts)
            raise ValueError(f"{self.name} has no part {kind.__name__}; it has {there}")


def as_variant(variant: str | Variant) -> Variant:
    """Return the variant as it is, or look it up by its name."""
    if isinstance(variant, Variant):
        return variant
    if isinstance(variant, str):
        return get_variant(variant)
    raise TypeError(f"a variant is wanted, or the name of one, not {short(variant)}")


def _variant_of(fields: dict[str, Any]) -> Variant:
    """The variant with these fields: one that this process has already, if it is the same."""
    return _remember(Variant(**fields))


def _remember(variant: Variant) -> Variant:
    """Return the variant, or one like it that was pickled or unpickled before, with its engine."""
    known = _KNOWN.setdefault(variant.fingerprint, variant)
    if known != variant or (known.title, known.board) != (variant.title, variant.board):
        known = _KNOWN[variant.fingerprint] = variant
    if all(known is not recent for recent in _RECENT):
        _RECENT.append(known)
    return known


_KNOWN: WeakValueDictionary[str, Variant] = WeakValueDictionary()
_RECENT: deque[Variant] = deque(maxlen=8)  # kept, so that one game after another finds its engine


def classic_parts() -> tuple[Part, ...]:
    """The rules of the base game, as parts."""
    from ttrkit.parts import (
        Claiming,
        Drawing,
        LastRound,
        LongestRoute,
        ParallelRoutes,
        Tickets,
    )

    return (
        Drawing(),
        Claiming(),
        Tickets(),
        ParallelRoutes(all_open_from=4),
        LastRound(trains=2),
        LongestRoute(points=10),
    )


# The register --------------------------------------------------------------------------------


def variant_names() -> tuple[str, ...]:
    """The names of all variants: the editions first, then the plug-ins, each group sorted."""
    editions = _editions()
    return (*editions, *sorted(_plug_ins().keys() - set(editions)))


def get_variant(name: str) -> Variant:
    """The variant with this name; the same object every time."""
    key = plain_text(name)
    if type(key) is not str:
        raise TypeError(f'the name of a variant is wanted, such as "usa", not {short(name)}')
    return _get_variant(key)


@cache
def _get_variant(name: str) -> Variant:
    if name in _editions():
        found: Variant = import_module(f"ttrkit.variants.{name}").VARIANT
        return found
    plug_ins = _plug_ins().get(name, ())
    if len(plug_ins) > 1:
        who = " and ".join(f"{point.value} of {_distribution(point)}" for point in plug_ins)
        raise PlugInError(f'{len(plug_ins)} plug-ins are called "{name}": {who}; uninstall one')
    for plug_in in plug_ins:
        return _load(plug_in)
    names = variant_names()
    raise UnknownVariant(
        f"no variant {quoted(name)}{did_you_mean(name, names)}; there are {', '.join(names)}"
    )


def _load(plug_in: EntryPoint) -> Variant:
    """The variant that a plug-in offers; PlugInError names the plug-in and the fault."""
    what = f'the plug-in "{plug_in.name}" ({plug_in.value})'
    try:
        loaded = plug_in.load()
    except (Exception, SystemExit) as error:
        raise PlugInError(f"{what} fails to load: {type(error).__name__}: {error}") from error
    if not isinstance(loaded, Variant):
        raise PlugInError(f"{what} is no Variant, but {short(loaded)}")
    if loaded.name != plug_in.name:
        raise PlugInError(f'{what} offers a variant of another name, "{loaded.name}"')
    return loaded


@cache
def _editions() -> tuple[str, ...]:
    package = import_module("ttrkit.variants")
    return tuple(sorted(module.name for module in pkgutil.iter_modules(package.__path__)))


def _plug_ins() -> Mapping[str, Sequence[EntryPoint]]:
    """By name: the plug-ins of that name, which should be one."""
    from importlib import metadata  # here, because it is slow and not always needed

    found: dict[str, list[EntryPoint]] = {}
    for point in metadata.entry_points(group=ENTRY_POINTS):
        found.setdefault(point.name, []).append(point)
    return found


def _distribution(plug_in: EntryPoint) -> str:
    """The name of the package that brings a plug-in along."""
    return plug_in.dist.name if plug_in.dist is not None else "a package without a name"
