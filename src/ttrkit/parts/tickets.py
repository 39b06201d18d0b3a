"""Tickets: dealing, choosing, drawing more, and what they are worth at the end."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from itertools import combinations
from operator import attrgetter
from typing import TYPE_CHECKING

import attrs

from ttrkit.actions import Action, DrawTickets, KeepTickets, keep_sorted
from ttrkit.chance import Dealt
from ttrkit.parts.base import Decision, Part
from ttrkit.piles import ticket_pile

if TYPE_CHECKING:
    from ttrkit.board import Ticket
    from ttrkit.engine import Engine
    from ttrkit.scoring import Tally
    from ttrkit.state import State

DRAW_TICKETS = DrawTickets()
_id = attrgetter("id")


@attrs.define
class TicketSlot:
    """Tickets that are being chosen from."""

    drawn: list[list[int]] = ticket_pile(per="seat", seen="owner", size_seen=False)
    refused: list[list[int]] = ticket_pile(per="seat", seen="owner", size_seen=False)
    choosing: int = 0  # seats that have yet to choose their first tickets
    to_share: dict[int, int] = attrs.field(factory=dict)  # first tickets to share, by seat


class KeepSome(Decision):
    """Which of the drawn tickets to keep; `data` is how many at least."""

    name = "keep tickets"

    def __init__(self, tickets: Tickets) -> None:
        self._tickets = tickets

    def options(self, state: State, seat: int, data: int) -> list[Action]:
        return self._tickets.choices(self._tickets.slot_of(state).drawn[seat], data)

    def why_not(self, state: State, seat: int, data: int, action: Action) -> str | None:
        if type(action) is not KeepTickets:
            return f"choose which tickets to keep, not {type(action).__name__}"
        return self._tickets.why_not_keep(state, seat, data, action)

    def resolve(self, state: State, seat: int, data: int, action: KeepTickets) -> None:  # type: ignore[override]
        self._tickets.keep(state, seat, action)


class KeepFirst(KeepSome):
    """The same choice before the first turn: nobody learns of another's until all have chosen."""

    name = "keep first tickets"

    def resolve(self, state: State, seat: int, data: int, action: KeepTickets) -> None:  # type: ignore[override]
        self._tickets.keep_first(state, seat, action)


@attrs.define(slots=False)
class Tickets(Part):
    """Tickets (US-03, US-04, US-60 to US-62, US-81): dealt, drawn, kept, secret to the end."""

    actions = (DrawTickets,)
    labels = ("tickets",)
    slot = TicketSlot

    special: Mapping[str, int] = attrs.field(factory=dict)
    """Kinds of tickets apart: so many are dealt to each seat, the others leave the game (EU-03)."""
    first_refused_leave: bool = False
    """Whether the tickets refused before the first turn leave the game (EU-04)."""

    def prepare(self, engine: Engine) -> None:
        self._keep_some = KeepSome(self)
        self._keep_first = KeepFirst(self)

    def in_ticket_deck(self, ticket: Ticket) -> bool:
        return ticket.kind not in self.special

    def decisions(self) -> Iterable[Decision]:
        return (self._keep_some, self._keep_first)

    # Set-up --------------------------------------------------------------------------------

    def set_up(self, state: State) -> None:
        """US-03, US-04: deal to every seat; they choose in turn order (GAP-09)."""
        variant = state.variant
        slot: TicketSlot = self.slot_of(state)
        for kind, count in self.special.items():
            apart = [n for n, ticket in enumerate(state.board.tickets) if ticket.kind == kind]
            pile = state.shuffled(apart, f"{kind} tickets")
            for drawn in slot.drawn:
                drawn.extend(_take(pile, count))
        state.ticket_deck = state.shuffled(state.engine.ticket_stock, "tickets")
        for drawn in slot.drawn:
            drawn.extend(_take(state.ticket_deck, variant.tickets_dealt))
        dealt = {number for drawn in slot.drawn for number in drawn}
        in_play = dealt.union(state.ticket_deck)
        state.box += [n for n in range(len(state.board.tickets)) if n not in in_play]
        for step in reversed(range(state.seats)):
            seat = (state.first + step) % state.seats
            if slot.drawn[seat]:
                state.push(self._keep_first, seat, variant.tickets_kept_first)
                slot.choosing += 1

    def keep_first(self, state: State, seat: int, action: KeepTickets) -> None:
        """GAP-09: what was refused goes under the deck when all have chosen, in turn order.

        Or out of the game, unseen (EU-04).
        """
        slot: TicketSlot = self.slot_of(state)
        slot.refused[seat] = self._split(state, seat, action)
        if action.share is not None:
            slot.to_share[seat] = self.engine.ticket_number[action.share.id]
        slot.choosing -= 1
        if not slot.choosing:
            self._share_first(state, slot)
            for step in range(state.seats):
                refused = slot.refused[(state.first + step) % state.seats]
                if self.first_refused_leave:
                    state.box += refused
                else:
                    _put_under(state.ticket_deck, refused)
                refused.clear()

    def _share_first(self, state: State, slot: TicketSlot) -> None:
        """AS-04: what partners share is revealed when all have chosen."""
        for seat, number in sorted(slot.to_share.items()):
            assert self.engine.share_ticket is not None  # or nothing would be shared
            self.engine.share_ticket(state, seat, number)
        slot.to_share.clear()

    # Drawing more --------------------------------------------------------------------------

    def list_actions(self, state: State, seat: int, out: list[Action]) -> None:
        if state.ticket_deck:
            out.append(DRAW_TICKETS)

    def why_not(self, state: State, seat: int, action: DrawTickets) -> str | None:
        """US-62: not without a ticket left."""
        return None if state.ticket_deck else "the ticket deck is empty"

    def perform(self, state: State, seat: int, action: DrawTickets) -> None:
        """US-60: take the top tickets, fewer if there are fewer, and choose."""
        variant = state.variant
        drawn = _take(state.ticket_deck, variant.tickets_drawn)
        self.slot_of(state).drawn[seat] = drawn
        state.note(Dealt(tuple([state.board.tickets[number] for number in drawn])))
        state.push(self._keep_some, seat, variant.tickets_kept)

    def choices(self, drawn: Sequence[int], least: int) -> list[Action]:
        """Every choice of at least so many of these tickets (all, if there are not as many)."""
        tickets = self.engine.board.tickets
        by_id = sorted([tickets[number] for number in drawn], key=_id)
        sizes = range(min(least, len(by_id)), len(by_id) + 1)
        subsets = [chosen for size in sizes for chosen in combinations(by_id, size)]
        if self.engine.share_ticket is None:
            return [keep_sorted(chosen) for chosen in subsets]
        return [keep_sorted(chosen, share) for chosen in subsets for share in chosen or (None,)]

    def why_not_keep(self, state: State, seat: int, least: int, action: KeepTickets) -> str | None:
        """Why this choice of the tickets drawn is not legal."""
        drawn = state.slots[self._slot_index].drawn[seat]
        tickets, ticket_number = self.engine.board.tickets, self.engine.ticket_number
        for ticket in action.tickets:
            number = ticket_number.get(ticket.id, -1)
            if number not in drawn or not (tickets[number] is ticket or tickets[number] == ticket):
                return f"{ticket} is not among the tickets drawn"
        kept = len(action.tickets)
        if len(set(action.tickets)) < kept:
            return "a ticket can be kept only once"
        least = min(least, len(drawn))
        if kept < least:
            return f"at least {least} of the {len(drawn)} tickets must be kept, not {kept}"
        if self.engine.share_ticket is None:
            return None if action.share is None else "no ticket is shared in this variant"
        if kept and action.share is None:
            return "one of the tickets kept must be shared"
        if action.share is not None and action.share not in action.tickets:
            return f"{action.share} is to be shared, but it is not among the tickets kept"
        return None

    def keep(self, state: State, seat: int, action: KeepTickets) -> None:
        """US-60: refused tickets go under the deck."""
        _put_under(state.ticket_deck, self._split(state, seat, action))
        if action.share is not None and self.engine.share_ticket is not None:
            self.engine.share_ticket(state, seat, self.engine.ticket_number[action.share.id])

    def _split(self, state: State, seat: int, action: KeepTickets) -> list[int]:
        """Move the kept tickets to the seat; what is left are those it refused."""
        slot: TicketSlot = self.slot_of(state)
        drawn, slot.drawn[seat] = slot.drawn[seat], []
        kept = [self.engine.ticket_number[ticket.id] for ticket in action.tickets]
        state.tickets[seat] += [number for number in drawn if number in kept]
        return [number for number in drawn if number not in kept]

    # The end -------------------------------------------------------------------------------

    def final_points(self, tally: Tally) -> Mapping[str, Sequence[int]]:
        """US-81: completed tickets add their points, the others subtract them."""
        return {"tickets": [tally.tickets(team).points for team in tally.teams]}

    def tie_break(self, tally: Tally, team: int) -> int:
        """US-90: the most completed tickets."""
        return len(tally.tickets(team).completed)


def _take(deck: list[int], count: int) -> list[int]:
    """The top tickets of the deck in the order drawn, fewer if there are fewer."""
    return [deck.pop() for _ in range(min(count, len(deck)))]


def _put_under(deck: list[int], refused: list[int]) -> None:
    """GAP-08: under the deck, the earlier drawn above the later drawn."""
    deck[:0] = refused[::-1]
