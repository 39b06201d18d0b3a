"""Where every card and ticket is: all piles of a state, its own and its parts', in one list."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING, Any

import attrs

from ttrkit.payment.cards import CARD_KINDS, PileSpec, count_cards

if TYPE_CHECKING:
    from ttrkit.engine.state import State

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
    owner: int | None  # a seat, a team or nobody, as `spec.per` says
    content: Any

    @property
    def size(self) -> int:
        """How many cards or tickets it holds."""
        return sum(self.content) if self.spec.kind == "cards" else len(self.content)


def piles(state: State) -> Iterator[Pile]:
    """All piles of the state, its own first, then those that parts declare in their slots."""
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
    """The piles that parts declare in their slots."""
    for specs, slot in zip(state.engine.slot_piles, state.slots, strict=True):
        for spec in specs:
            value = getattr(slot, spec.name)
            if spec.per == "game":
                yield Pile(spec, None, value)
            else:
                for owner, content in enumerate(value):
                    yield Pile(spec, owner, content)


def all_cards(state: State) -> list[int]:
    """How many cards of each kind there are in all piles together."""
    contents = [pile.content for pile in piles(state) if pile.spec.kind == "cards"]
    return [sum(column) for column in zip(*contents, strict=True)]


def all_tickets(state: State) -> list[int]:
    """The numbers of the tickets in all piles together, sorted."""
    held = (pile.content for pile in piles(state) if pile.spec.kind == "tickets")
    return sorted(number for content in held for number in content)
