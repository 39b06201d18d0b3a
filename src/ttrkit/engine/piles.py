"""Piles of cards and tickets: how slots declare them, and a list of all piles of a state.

A *pile of cards* is a list of counts by card number. A *pile of tickets* is a list of indices into
`board.tickets`.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING, Any, Literal

import attrs

from ttrkit.payment import CARD_KINDS, count_cards

if TYPE_CHECKING:
    from ttrkit.engine.state import State

Kind = Literal["cards", "tickets"]
Scope = Literal["game", "seat", "team"]
Seen = Literal["all", "team", "owner", "none"]


@attrs.frozen
class PileSpec:
    """The description of a pile: its kind, whether it is per game, seat or team, who sees it.

    `seen` is about the content. The size is seen by all, unless `size_seen` is False.
    """

    name: str
    kind: Kind
    per: Scope
    seen: Seen
    size_seen: bool = True

    def empty(self, seats: int, teams: int) -> Any:
        """The empty pile, or the list of empty piles by seat or team."""
        if self.per == "game":
            return [0] * CARD_KINDS if self.kind == "cards" else []
        n = seats if self.per == "seat" else teams
        return [[0] * CARD_KINDS if self.kind == "cards" else [] for _ in range(n)]


def card_pile(*, per: Scope, seen: Seen, size_seen: bool = True) -> Any:
    """A field of a part's slot that holds cards: a list of counts, or a list of such lists."""
    return attrs.field(metadata={"pile": ("cards", per, seen, size_seen)})


def ticket_pile(*, per: Scope, seen: Seen, size_seen: bool = True) -> Any:
    """A field of a part's slot that holds tickets: a list of indices, or a list of such lists."""
    return attrs.field(metadata={"pile": ("tickets", per, seen, size_seen)})


def open_field(default: Any) -> Any:
    """A field of a part's slot that all players see; its value must be immutable."""
    return attrs.field(default=default, metadata={"open": True})


def open_fields(slot: type) -> tuple[str, ...]:
    """The names of the fields that a slot class declares with `open_field`."""
    return tuple(field.name for field in attrs.fields(slot) if "open" in field.metadata)


def declared_piles(slot: type) -> tuple[PileSpec, ...]:
    """The piles that a slot class declares with `card_pile` and `ticket_pile`."""
    return tuple(
        PileSpec(field.name, *field.metadata["pile"])
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
        """The number of cards or tickets in it."""
        return sum(self.content) if self.spec.kind == "cards" else len(self.content)


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
