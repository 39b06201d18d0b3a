"""Piles of cards, tickets and other things: how slots declare them, and all piles of a state.

A *pile of cards* is a list of counts by card number. A *pile of tickets* is a list of indices into
`board.tickets`. A *pile of things* is a list of counts by the kinds of its stock; a *deck of
things* is a list of kinds in their order, the top one last.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING, Any, Literal

import attrs

from ttrkit.engine.stocks import TRAINS, Stock, counts_of, in_kinds
from ttrkit.errors import RuleError
from ttrkit.payment import CARD_KINDS, count_cards

if TYPE_CHECKING:
    from ttrkit.engine.state import State

Kind = Literal["cards", "tickets", "things"]
Scope = Literal["game", "seat", "team"]
Seen = Literal["all", "team", "owner", "none"]


@attrs.frozen
class PileSpec:
    """The description of a pile: its kind, whether it is per game, seat or team, who sees it.

    `seen` is about the content. The size is seen by all, unless `size_seen` is False. A pile of
    things has a stock; its things begin there if it is a supply.
    """

    name: str
    kind: Kind
    per: Scope
    seen: Seen
    size_seen: bool = True
    stock: Stock | None = None
    is_supply: bool = False
    is_ordered: bool = False  # a deck of things
    refilled_from: str | None = None  # for a deck: the pile that is shuffled when it is empty

    @property
    def is_counted(self) -> bool:
        """Whether it is a list of counts, and no list of cards, tickets or things one by one."""
        return self.kind != "tickets" and not self.is_ordered

    @property
    def width(self) -> int:
        """The number of counts in it, if it is a list of counts."""
        return CARD_KINDS if self.stock is None else len(self.stock.counts)

    def counted(self, content: Any) -> Any:
        """The counts of a pile of cards or things."""
        return counts_of(content, self.width) if self.is_ordered else content

    def in_words(self, content: Any) -> Any:
        """A pile of things as users read it: see `in_kinds`; the size alone of a deck."""
        assert self.stock is not None
        return len(content) if self.is_ordered else in_kinds(self.stock, content)

    def empty(self, seats: int, teams: int) -> Any:
        """The pile before the set-up, or the list of piles by seat or team; decks are empty."""
        if self.per == "game":
            return self._at_first()
        return [self._at_first() for _ in range(seats if self.per == "seat" else teams)]

    def _at_first(self) -> list[int]:
        if self.is_supply and not self.is_ordered and self.stock is not None:
            return self.stock.numbers
        return [0] * self.width if self.is_counted else []


def card_pile(*, per: Scope, seen: Seen, size_seen: bool = True) -> Any:
    """A field of a part's slot that holds cards: a list of counts, or a list of such lists."""
    return attrs.field(metadata={"pile": PileSpec("", "cards", per, seen, size_seen)})


def ticket_pile(*, per: Scope, seen: Seen, size_seen: bool = True) -> Any:
    """A field of a part's slot that holds tickets: a list of indices, or a list of such lists."""
    return attrs.field(metadata={"pile": PileSpec("", "tickets", per, seen, size_seen)})


def pile_of(
    stock: Stock, *, per: Scope, seen: Seen, size_seen: bool = True, supply: bool = False
) -> Any:
    """A field of a part's slot that holds things of a stock: counts by kind, or lists of such.

    In a `supply`, the things lie when the game begins: all of them, or the own ones of each seat.
    """
    if supply and (stock is TRAINS or per != stock.per):
        raise RuleError(f"the supply of {stock.name} is per {stock.per}, and not per {per}")
    if stock.per == "seat" and per != "seat":
        raise RuleError(f"every seat has {stock.name} of its own: a pile of them is per seat")
    if stock.per == "seat" and seen != "all" and len(stock.counts) > 1:
        raise RuleError(f"every seat has {stock.name} of its own, of several kinds: all see them")
    pile = PileSpec("", "things", per, seen, size_seen, stock, is_supply=supply)
    return attrs.field(metadata={"pile": pile})


def deck_of(stock: Stock, *, refilled_from: str | None = None) -> Any:
    """A field of a part's slot that holds a deck: all things of a stock, which nobody sees.

    It is shuffled before the set-up; `Part.draw` takes from it. When it is empty, the things in the
    pile `refilled_from`, another field of the slot, are shuffled.
    """
    if stock.per != "game":
        raise RuleError(f"every seat has {stock.name} of its own: they make no deck")
    deck = PileSpec(
        "",
        "things",
        "game",
        "none",
        stock=stock,
        is_supply=True,
        is_ordered=True,
        refilled_from=refilled_from,
    )
    return attrs.field(metadata={"pile": deck})


def open_field(default: Any, *, per: Scope = "game") -> Any:
    """A field of a part's slot that all players see; its value must be immutable.

    With `per="seat"` (or "team"), it is a tuple of values by seat.
    """
    return attrs.field(default=default, metadata={"open": per})


def open_fields(slot: type) -> tuple[str, ...]:
    """The names of the fields that a slot class declares with `open_field`."""
    return tuple(field.name for field in attrs.fields(slot) if "open" in field.metadata)


def declared_piles(slot: type) -> tuple[PileSpec, ...]:
    """The piles that a slot class declares with `card_pile`, `ticket_pile` and the like."""
    return tuple(
        attrs.evolve(field.metadata["pile"], name=field.name)
        for field in attrs.fields(slot)
        if "pile" in field.metadata
    )


# All piles of a state ----------------------------------------------------------------------

HAND = PileSpec("hand", "cards", "seat", "owner")
DECK = PileSpec("deck", "cards", "game", "none")
MARKET = PileSpec("market", "cards", "game", "all")
DISCARDS = PileSpec("discards", "cards", "game", "all")
LAID_DOWN = PileSpec("laid down", "cards", "game", "all")
TICKETS = PileSpec("tickets", "tickets", "seat", "owner")
TICKET_DECK = PileSpec("ticket deck", "tickets", "game", "none")
BOX = PileSpec("box", "tickets", "game", "none")


@attrs.frozen
class Pile:
    """One pile: cards as counts by number, tickets as their numbers."""

    spec: PileSpec
    owner: int | None  # a seat, a team or None, as `spec.per` says
    content: Any

    @property
    def size(self) -> int:
        """The number of cards, tickets or things in it."""
        return sum(self.content) if self.spec.is_counted else len(self.content)


def all_piles(state: State) -> Iterator[Pile]:
    """All piles of the state: its own first, then those declared in the slots of the parts."""
    for seat, hand in enumerate(state.hands):
        yield Pile(HAND, seat, hand)
    yield Pile(DECK, None, count_cards(state.deck))
    yield Pile(MARKET, None, count_cards(state.market))
    yield Pile(DISCARDS, None, state.discards)
    laid = bytes(CARD_KINDS) if state.claim is None else state.claim.payment.total.counts
    yield Pile(LAID_DOWN, None, laid)
    for seat, held in enumerate(state.tickets):
        yield Pile(TICKETS, seat, held)
    yield Pile(TICKET_DECK, None, state.ticket_deck)
    yield Pile(BOX, None, state.box)
    yield from part_piles(state)


def part_piles(state: State) -> Iterator[Pile]:
    """The piles declared in the slots of the parts."""
    for specs, slot in zip(state.engine.slots.piles, state.slots, strict=True):
        for spec in specs:
            value = getattr(slot, spec.name)
            if spec.per == "game":
                yield Pile(spec, None, value)
            else:
                for owner, content in enumerate(value):
                    yield Pile(spec, owner, content)


def all_cards(state: State) -> list[int]:
    """The number of cards of each kind in all piles together."""
    contents = [pile.content for pile in all_piles(state) if pile.spec.kind == "cards"]
    return [sum(column) for column in zip(*contents, strict=True)]


def all_tickets(state: State) -> list[int]:
    """The numbers of the tickets in all piles together, sorted."""
    held = (pile.content for pile in all_piles(state) if pile.spec.kind == "tickets")
    return sorted(number for content in held for number in content)
