"""The slots of the parts: how they are made, copied and read, by functions generated once.

A slot is an attrs class. With the functions of `piles` it declares which of its fields are piles
and which are open to all, so no part has to say how its slot is copied or what a seat sees of it.
"""

from __future__ import annotations

from collections import Counter, OrderedDict, defaultdict, deque
from collections.abc import Callable, Sequence
from typing import Any, NamedTuple

import attrs

from ttrkit.engine.piles import PileSpec, Scope, declared_piles, open_fields
from ttrkit.engine.stocks import TRAINS, Stock
from ttrkit.errors import RuleError

Slots = Sequence[Any]
PileReader = Callable[[Slots], tuple[Any, ...]]
Things = Sequence[tuple[int, PileSpec, Stock]]


class SlotLayout:
    """The slots of a variant's parts, in the order of the parts that have one."""

    def __init__(self, types: Sequence[type]) -> None:
        self.types = types
        self.piles: list[tuple[PileSpec, ...]] = [declared_piles(slot) for slot in types]
        """By slot: the piles that it declares."""
        self.open_names = [open_fields(slot) for slot in types]
        """By slot: the names of the fields that are open to all."""
        self.read_open = open_reader(self.open_names)
        """A function that reads the values of these fields, by slot."""
        self.hidden_cards = hidden_cards_reader(self.piles)
        """A function that reads all piles of cards that somebody does not see."""
        self.copy = slots_copier(types)
        """A function that makes an independent copy of all slots."""
        self.things = [
            (slot, spec, spec.stock)
            for slot, specs in enumerate(self.piles)
            for spec in specs
            if spec.stock is not None
        ]
        """Every pile of things, with the number of its slot and its stock."""
        self.stocks = _stocks(self.things)
        """The stocks of all these piles."""
        self.decks = [each for each in self.things if each[1].is_ordered]
        """The decks among them, which are shuffled before the set-up."""
        self.supplies = {
            stock: (at, spec.name) for at, spec, stock in self.things if spec.is_supply
        }
        """By stock: the slot and the name of the pile where its things begin."""
        self.named = _named(types, self.things)
        """The piles of things and the open fields that users read by name."""

    def deck(self, slot: int, name: str) -> tuple[PileSpec, Stock]:
        """A deck of this slot; RuleError if it has none of this name."""
        for at, deck, stock in self.decks:
            if (at, deck.name) == (slot, name):
                return deck, stock
        raise RuleError(f"{self.types[slot].__name__} has no deck called {name}: see deck_of")

    def new(self, seats: int, teams: int) -> list[Any]:
        """New slots with empty piles."""
        return [
            slot(**{spec.name.lstrip("_"): spec.empty(seats, teams) for spec in piles})
            for slot, piles in zip(self.types, self.piles, strict=True)
        ]


def _stocks(things: Things) -> tuple[Stock, ...]:
    """The stocks of these piles; RuleError if one is not declared well."""
    stocks = tuple(dict.fromkeys(stock for _, _, stock in things))
    for stock in stocks:
        if [other.name for other in {*stocks, TRAINS}].count(stock.name) > 1:
            raise RuleError(f'two stocks are called "{stock.name}"')
        supplies = [spec.name for _, spec, its in things if its == stock and spec.is_supply]
        if len(supplies) != (stock is not TRAINS):
            there = " and ".join(supplies) or "none"
            raise RuleError(
                f'the things of "{stock.name}" begin in one pile, with supply=True or as a '
                f"deck_of: {there} says so"
            )
    wanted = ("game", "all", False)
    for slot, deck, stock in things:
        sources = [
            (spec.per, spec.seen, spec.is_ordered)
            for at, spec, its in things
            if (at, spec.name, its) == (slot, deck.refilled_from, stock)
        ]
        if deck.refilled_from is not None and sources != [wanted]:
            raise RuleError(
                f"{deck.name} is refilled from {deck.refilled_from}, which must be a pile of the "
                'same slot: pile_of the same stock, per="game", seen="all"'
            )
    return stocks


class Named(NamedTuple):
    """A pile of things, or an open field, that users read by its name."""

    slot: int
    name: str
    per: Scope
    pile: PileSpec | None  # None for an open field

    def read(self, slots: Slots, owner: int | None) -> Any:
        """The value of this owner in the slots of a game."""
        value = getattr(slots[self.slot], self.name)
        if self.per != "game":
            value = value[owner]
        return value if self.pile is None else self.pile.in_words(value)


TAKEN = frozenset(
    (
        "claimed",
        "closed",
        "deck",
        "discards",
        "hand",
        "hand_size",
        "holder",
        "index",
        "market",
        "players",
        "routes",
        "score",
        "scores",
        "seats",
        "seed",
        "sheet",
        "team",
        "ticket_count",
        "ticket_deck",
        "tickets",
        "to_move",
        "trains",
    )
)
"""Names that mean something else for a seat, a team or `position`."""


def _named(types: Sequence[type], things: Things) -> dict[str, Named]:
    """The piles of things and open fields by name; RuleError for a name that is taken."""
    found: dict[str, Named] = {}
    for slot, spec, _ in things:
        if spec.name in found or spec.name in TAKEN:
            where = types[slot].__name__
            raise RuleError(f'{where}: the name "{spec.name}" is taken; call the pile otherwise')
        found[spec.name] = Named(slot, spec.name, spec.per, spec)
    for slot, kind in enumerate(types):
        for field in attrs.fields(kind):
            if "open" in field.metadata and field.name not in TAKEN:
                per = field.metadata["open"]
                found.setdefault(field.name, Named(slot, field.name, per, None))
    return found


class PileView(NamedTuple):
    """One declared pile of a part, for all its owners, as a seat sees it."""

    slot: int
    spec: PileSpec
    owners: tuple[int | None, ...]  # (None,) if it is per game
    seen: tuple[int, ...]  # indices into `owners` of the piles whose content is seen


def pile_views(
    piles: Sequence[Sequence[PileSpec]],
    teams: tuple[tuple[int, ...], ...],
    viewer: int,
    *,
    over: bool,
) -> tuple[PileView, ...]:
    """All declared piles of the slots, as this seat sees them; all tickets when it is `over`."""
    team_of = {seat: team for team, seats in enumerate(teams) for seat in seats}
    owners_of: dict[str, tuple[int | None, ...]] = {
        "game": (None,),
        "seat": tuple(sorted(team_of)),
        "team": tuple(range(len(teams))),
    }

    def sees(spec: PileSpec, owner: int | None) -> bool:
        if spec.seen == "all" or (over and spec.kind == "tickets" and spec.seen != "none"):
            return True
        if spec.seen == "none" or owner is None:
            return False
        if spec.per == "team":
            return team_of[viewer] == owner
        return viewer == owner or (spec.seen == "team" and team_of[viewer] == team_of[owner])

    views = []
    for slot, specs in enumerate(piles):
        for spec in specs:
            owners = owners_of[spec.per]
            seen = tuple([place for place, owner in enumerate(owners) if sees(spec, owner)])
            views.append(PileView(slot, spec, owners, seen))
    return tuple(views)


def pile_reader(views: Sequence[PileView]) -> PileReader:
    """A function that reads, for each view, the sizes (None if unseen) and the seen contents."""
    read = ""
    for slot, spec, _, seen in views:
        field = f"slots[{slot}].{spec.name}"
        is_single = spec.per == "game"
        measure = "sum" if spec.is_counted else "len"
        sizes = f"({measure}({field}), )" if is_single else f"tuple(map({measure}, {field}))"
        contents = [field if is_single else f"{field}[{place}]" for place in seen]
        seen_now = "".join(f"tuple({content}), " for content in contents)
        read += f"({sizes if spec.size_seen else None}, ({seen_now})), "
    function: PileReader = eval(f"lambda slots: ({read})")
    return function


def open_reader(names: Sequence[Sequence[str]]) -> Callable[[Slots], tuple[tuple[Any, ...], ...]]:
    """A function that reads these fields of each slot."""
    read = [[f"slots[{slot}].{name}, " for name in each] for slot, each in enumerate(names)]
    of_slots = "".join([f"({''.join(each)}), " for each in read])
    function: Callable[[Slots], tuple[tuple[Any, ...], ...]] = eval(f"lambda slots: ({of_slots})")
    return function


def hidden_cards_reader(piles: Sequence[Sequence[PileSpec]]) -> Callable[[Slots], list[list[int]]]:
    """A function that reads all piles of cards that somebody does not see."""
    read = ""
    for slot, specs in enumerate(piles):
        for spec in specs:
            if spec.kind == "cards" and spec.seen != "all":
                read += f"{'' if spec.per == 'game' else '*'}slots[{slot}].{spec.name}, "
    function: Callable[[Slots], list[list[int]]] = eval(f"lambda slots: [{read}]")
    return function


def slots_copier(slots: Sequence[type]) -> Callable[[Slots], list[Any]]:
    """A function that copies all slots field by field, so that no field is forgotten."""
    names: dict[str, Any] = {"copied": _copied}
    lines = ["def copy_slots(slots):"]  # generated code, for speed
    for number, slot in enumerate(slots):
        if not attrs.has(slot):
            raise RuleError(f"{slot.__qualname__} is a part's slot, so it must be an attrs class")
        names[f"slot_{number}"], names[f"make_{number}"] = slot, slot.__new__
        lines.append(f"    old, new_{number} = slots[{number}], make_{number}(slot_{number})")
        piles = {spec.name: spec.per for spec in declared_piles(slot)}
        never_change = open_fields(slot)
        for field in attrs.fields(slot):
            copied = value = f"old.{field.name}"
            if field.name in piles:
                each = f"list(map(list.copy, {value}))"
                copied = f"{value}[:]" if piles[field.name] == "game" else each
            elif field.name not in never_change:
                copied = f"copied({value})"
            lines.append(f"    new_{number}.{field.name} = {copied}")
    made = ", ".join([f"new_{number}" for number in range(len(slots))])
    exec("\n".join([*lines, f"    return [{made}]"]), names)
    copy_slots: Callable[[Slots], list[Any]] = names["copy_slots"]
    return copy_slots


COPIED = {dict, list, set, bytearray, deque, defaultdict, Counter, OrderedDict}
"""The types of values in a slot that are copied, deeply; all other values are shared."""


def _copied(value: Any) -> Any:
    """A deep copy of plain containers; all other values are shared."""
    kind = type(value)
    if kind is list:
        return [_copied(item) if type(item) in COPIED else item for item in value]
    if kind not in COPIED:
        return value
    new = value.copy()
    if kind is deque:
        for place, item in enumerate(value):
            if type(item) in COPIED:
                new[place] = _copied(item)
    elif isinstance(value, dict):
        for key, item in value.items():
            if type(item) in COPIED:
                new[key] = _copied(item)
    return new
