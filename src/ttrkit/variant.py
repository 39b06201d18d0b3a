"""`Variant`: the numbers, the board and the rule parts of a game; and all variants by name."""

from __future__ import annotations

import os
import pkgutil
from collections.abc import Iterable, Mapping
from functools import cache, cached_property
from importlib import import_module
from typing import TYPE_CHECKING, Any

import attrs

from ttrkit._text import did_you_mean, is_whole
from ttrkit.board import Board, load_board
from ttrkit.engine import Engine
from ttrkit.errors import PlugInError, UnknownVariant
from ttrkit.hooks import Part
from ttrkit.payment import Cards, as_cards, cards

if TYPE_CHECKING:
    from importlib.metadata import EntryPoint

ENTRY_POINTS = "ttrkit.variants"

CLASSIC_DECK = cards(
    purple=12, blue=12, orange=12, white=12, green=12, yellow=12, black=12, red=12, wild=14
)
"""The 110 cards of the classic editions (US-01)."""


def _players(allowed: Iterable[int]) -> tuple[int, ...]:
    return tuple(sorted(set(allowed)))


def _parts(parts: Iterable[Part]) -> tuple[Part, ...]:
    given: tuple[object, ...] = tuple(parts)
    for part in given:
        if not isinstance(part, Part):
            hint = " (an instance is wanted: add brackets)" if isinstance(part, type) else ""
            raise TypeError(f"{part!r} is no rule part{hint}")
    return tuple(part for part in given if isinstance(part, Part))


def _at_least(least: int) -> Any:
    return [attrs.validators.instance_of(int), attrs.validators.ge(least)]


@attrs.frozen(eq=False, slots=False)
class Variant:
    """The definition of a game: its numbers, its board, and its rule parts in order.

    Parts act, list their actions and break ties in the order given here.
    """

    name: str
    """The name in records and in the register of variants."""
    board: Board = attrs.field(repr=lambda board: f"<{board.name}>")
    """The map, the tickets and the points for routes."""
    players: tuple[int, ...] = attrs.field(converter=_players)
    """The numbers of players that are allowed."""
    trains: int = attrs.field(validator=_at_least(1))
    """The number of trains for each player."""
    parts: tuple[Part, ...] = attrs.field(converter=_parts)
    """The rules, in the order in which they act."""
    rules_version: int = 1
    """Increased when a change of the rules breaks recorded games."""
    title: str = attrs.field(default="")
    """The name that people read; `name` if left out."""
    deck: Cards = attrs.field(default=CLASSIC_DECK, converter=as_cards)
    """The number of cards of each colour."""
    cards_dealt: int = attrs.field(default=4, validator=_at_least(0))
    """The number of cards dealt to each player."""
    market_size: int = attrs.field(default=5, validator=_at_least(0))
    """The number of face-up cards."""
    market_wilds: int = attrs.field(default=3, validator=_at_least(1))
    """The number of face-up wilds at which the market is replaced."""
    draws: int = attrs.field(default=2, validator=_at_least(0))
    """The number of cards that a turn of drawing gives."""
    tickets_dealt: int = attrs.field(default=3, validator=_at_least(0))
    """The number of tickets dealt to each player before the first turn."""
    tickets_kept_first: int = attrs.field(default=2, validator=_at_least(0))
    """The least number of these tickets that a player must keep."""
    tickets_drawn: int = attrs.field(default=3, validator=_at_least(1))
    """The number of tickets that a turn of drawing tickets gives."""
    tickets_kept: int = attrs.field(default=1, validator=_at_least(0))
    """The least number of these tickets that a player must keep."""

    def __attrs_post_init__(self) -> None:
        if not self.players or self.players[0] < 1:
            raise ValueError(f"{self.name}: players must be whole numbers from 1, {self.players}")
        if not self.title:
            object.__setattr__(self, "title", self.name)

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
        own = list(parts)
        combined: list[Part] = []
        for classic in classic_parts():
            same = [part for part in own if isinstance(part, type(classic))]
            combined += same or [classic]
            own = [part for part in own if not isinstance(part, type(classic))]
        return cls(name, board, tuple(players), trains, (*combined, *own), **numbers)

    def __reduce__(self) -> Any:
        """Pickled by its name if it is known by it, or else by its fields."""
        # Editions first: the names of plug-ins are read from all installed packages.
        known = self.name in _editions() or self.name in _plug_ins()
        if known and get_variant(self.name) is self:
            return (get_variant, (self.name,))
        return (_variant_of, (attrs.asdict(self, recurse=False),))

    @cached_property
    def engine(self) -> Engine:
        """The engine that plays this variant; built on first use."""
        return Engine(self)

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

    def check_players(self, players: int) -> None:
        """Raise ValueError for a number of players that the variant does not allow."""
        if not is_whole(players) or players not in self.players:
            *some, last = map(str, self.players)
            allowed = f"{', '.join(some)} or {last}" if some else last
            raise ValueError(f"{self.name} is for {allowed} players, not {players!r}")

    def _require(self, kind: type[Part]) -> None:
        if not any(isinstance(part, kind) for part in self.parts):
            there = ", ".join(type(part).__name__ for part in self.parts)
            raise ValueError(f"{self.name} has no part {kind.__name__}; it has {there}")


def as_variant(variant: str | Variant) -> Variant:
    """Return the variant as it is, or look it up by its name."""
    if isinstance(variant, Variant):
        return variant
    if isinstance(variant, str):
        return get_variant(variant)
    raise TypeError(f"a variant is wanted, or the name of one, not {variant!r}")


def _variant_of(fields: dict[str, Any]) -> Variant:
    return Variant(**fields)


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


@cache
def get_variant(name: str) -> Variant:
    """The variant with this name; the same object every time."""
    if name in _editions():
        found: Variant = import_module(f"ttrkit.variants.{name}").VARIANT
        return found
    plug_in = _plug_ins().get(name)
    if plug_in is not None:
        return _load(plug_in)
    names = variant_names()
    raise UnknownVariant(
        f'no variant "{name}"{did_you_mean(name, names)}; there are {", ".join(names)}'
    )


def _load(plug_in: EntryPoint) -> Variant:
    """The variant that a plug-in offers; PlugInError names the plug-in and the fault."""
    what = f'the plug-in "{plug_in.name}" ({plug_in.value})'
    try:
        loaded = plug_in.load()
    except Exception as error:
        raise PlugInError(f"{what} fails to load: {type(error).__name__}: {error}") from error
    if not isinstance(loaded, Variant):
        raise PlugInError(f"{what} is no Variant, but {loaded!r}")
    if loaded.name != plug_in.name:
        raise PlugInError(f'{what} offers a variant of another name, "{loaded.name}"')
    return loaded


@cache
def _editions() -> tuple[str, ...]:
    package = import_module("ttrkit.variants")
    return tuple(sorted(module.name for module in pkgutil.iter_modules(package.__path__)))


def _plug_ins() -> Mapping[str, EntryPoint]:
    from importlib import metadata  # here, because it is slow and not always needed

    return {point.name: point for point in metadata.entry_points(group=ENTRY_POINTS)}
