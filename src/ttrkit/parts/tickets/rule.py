"""Tickets: dealing, choosing, drawing more, and their points at the end."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import TYPE_CHECKING, Any

import attrs

from ttrkit._text import checked_whole, is_truth, kind_of, plain_text, short
from ttrkit.events import (
    Action,
    DrawTickets,
    KeepTickets,
    dealt,
    every_choice,
    every_choice_of_places,
)
from ttrkit.hooks import Decision
from ttrkit.parts.tickets.checks import TicketChecks
from ttrkit.parts.tickets.paths import ORDINARY, OUT
from ttrkit.parts.tickets.secrets import Choice, TicketSecrets, TicketSlot

if TYPE_CHECKING:
    from ttrkit.board import Ticket
    from ttrkit.engine import Engine, State
    from ttrkit.scoring import Tally
    from ttrkit.variant import Variant

DRAW_TICKETS = DrawTickets()


def _numbers(special: Mapping[str, int]) -> Mapping[str, int]:
    """The numbers of special tickets, checked."""
    given: Any = special
    if not isinstance(given, Mapping):
        what = f"a mapping of kinds to numbers is wanted, not {short(given)}"
        raise TypeError(f"Tickets.special: {what}")
    return {
        plain_text(kind): checked_whole(number, f"Tickets.special[{short(kind)}]", 0)
        for kind, number in given.items()
    }


class KeepSome(Decision):
    """The choice of the drawn tickets to keep; `data` is the least number to keep."""

    name = "keep tickets"
    actions = (KeepTickets,)
    data_type = int

    def __init__(self, tickets: Tickets) -> None:
        self._tickets = tickets

    def options(self, state: State, seat: int, data: int) -> list[Action]:
        return self._tickets.choices(self._tickets.slot_of(state).drawn[seat], data)

    def check(self, state: State, seat: int, data: int, action: Action) -> Choice | str:
        if type(action) is not KeepTickets:
            return f"choose which tickets to keep, not {type(action).__name__}"
        return self._tickets.check_choice(state, seat, data, action)

    def resolve(self, state: State, seat: int, data: int, action: Action, found: Choice) -> None:
        self._tickets.keep(state, seat, found)


class KeepFirst(KeepSome):
    """The choice before the first turn; nobody learns of another's choice until all have chosen."""

    name = TicketSecrets.first_decision

    def resolve(self, state: State, seat: int, data: int, action: Action, found: Choice) -> None:
        self._tickets.keep_first(state, seat, found)


@attrs.define(slots=False)
class Tickets(TicketSecrets, TicketChecks):
    """Tickets (US-03, US-04, US-60 to US-62, US-81): dealt, drawn, kept, secret to the end."""

    actions = (DrawTickets,)
    labels = ("tickets",)

    special: Mapping[str, int] = attrs.field(factory=dict, converter=_numbers)
    """Special kinds of tickets: the number dealt to each seat; the rest leave the game (EU-03)."""
    first_refused_leave: bool = attrs.field(default=False, validator=is_truth)
    """Whether the tickets refused before the first turn leave the game (EU-04)."""

    def why_unfit(self, variant: Variant) -> str | None:
        """Refuse to keep more tickets before the first turn than are dealt."""
        dealt = variant.tickets_dealt + sum(self.special.values())
        if variant.tickets_kept_first > dealt > 0:
            return (
                f"tickets_kept_first: {variant.tickets_kept_first} of {dealt} dealt tickets "
                "cannot be kept"
            )
        return None

    def prepare(self, engine: Engine) -> None:
        self._left_out = [
            number
            for number, ticket in enumerate(engine.board.tickets)
            if ticket.kind not in self.special and number not in engine.ticket_stock
        ]
        special = {kind: -number for number, kind in enumerate(self.special, 2)}
        self.kinds = tuple(
            special.get(ticket.kind, ORDINARY if number in engine.ticket_stock else OUT)
            for number, ticket in enumerate(engine.board.tickets)
        )
        self.of_kind = {
            kind: frozenset([number for number, its in enumerate(self.kinds) if its == kind])
            for kind in dict.fromkeys(self.kinds)
        }
        self._keep_some = KeepSome(self)
        self._keep_first = KeepFirst(self)

    def in_ticket_deck(self, ticket: Ticket) -> bool:
        return ticket.kind not in self.special

    def decisions(self) -> Iterable[Decision]:
        return (self._keep_some, self._keep_first)

    def every_action(self) -> Iterable[Action]:
        """The drawing of tickets, and every choice by place of as many as are ever drawn."""
        variant = self.engine.variant
        most = max(variant.tickets_dealt + sum(self.special.values()), variant.tickets_drawn)
        is_shared = self.engine.answers.share_ticket is not None
        return (DRAW_TICKETS, *every_choice_of_places(most, is_shared=is_shared))

    # Set-up --------------------------------------------------------------------------------

    def init_slot(self, state: State) -> None:
        self.slot_of(state).refused = ((),) * state.seats

    def set_up(self, state: State) -> None:
        """US-03, US-04: deal tickets to every seat; the seats choose in turn order (GAP-09)."""
        variant = state.variant
        slot: TicketSlot = self.slot_of(state)
        for kind, count in self.special.items():
            apart = [n for n, ticket in enumerate(state.board.tickets) if ticket.kind == kind]
            pile = state.shuffled(apart, f"{kind} tickets")
            for drawn in slot.drawn:
                drawn.extend(_take(pile, count))
            state.box += sorted(pile)
        state.ticket_deck = state.shuffled(state.engine.ticket_stock, "tickets")
        for drawn in slot.drawn:
            drawn.extend(_take(state.ticket_deck, variant.tickets_dealt))
        state.box += self._left_out
        for step in reversed(range(state.seats)):
            seat = (state.first + step) % state.seats
            if slot.drawn[seat]:
                state.push(self._keep_first, seat, variant.tickets_kept_first)
                slot.choosing += 1
        if slot.choosing:
            state.hidden_since = 0

    def keep_first(self, state: State, seat: int, choice: Choice) -> None:
        """GAP-09: store a choice, which nobody learns of until all have chosen."""
        slot: TicketSlot = self.slot_of(state)
        kept, share = choice
        drawn, tickets = slot.drawn[seat], self.engine.board.tickets
        slot.chosen[seat] = tuple([number for number in drawn if number in kept]), share
        state.note(dealt(tuple([tickets[number] for number in drawn])))
        slot.choosing -= 1
        if not slot.choosing:
            for step in range(state.seats):
                self._hand_out_first(state, (state.first + step) % state.seats)
            slot.chosen = {}
            state.reveal()

    def _hand_out_first(self, state: State, seat: int) -> None:
        """Give a seat its tickets; the refused ones go under the deck or leave unseen (EU-04)."""
        kept, share = self.slot_of(state).chosen.get(seat, ((), -1))
        refused = self._split(state, seat, kept, share)
        if self.first_refused_leave:
            state.box += refused
        else:
            _put_under(state.ticket_deck, refused)

    # Drawing more --------------------------------------------------------------------------

    def list_actions(self, state: State, seat: int, out: list[Action]) -> None:
        if state.ticket_deck:
            out.append(DRAW_TICKETS)

    def check(self, state: State, seat: int, action: DrawTickets) -> str | None:
        """US-62: refuse if no ticket is left."""
        return None if state.ticket_deck else "the ticket deck is empty"

    def perform(self, state: State, seat: int, action: DrawTickets, found: None) -> None:
        """US-60: take the top tickets, as many as there are, and ask which to keep."""
        variant, tickets = self.engine.variant, self.engine.board.tickets
        drawn = _take(state.ticket_deck, variant.tickets_drawn)
        slot: TicketSlot = state.slots[self._slot_index]
        slot.drawn[seat] = drawn
        taken = set(drawn)
        for owner, refused in enumerate(slot.refused):
            if refused and not taken.isdisjoint(refused):
                slot.set_refused(owner, tuple([n for n in refused if n not in taken]))
        state.note(dealt(tuple([tickets[number] for number in drawn])))
        state.push(self._keep_some, seat, variant.tickets_kept)

    def choices(self, drawn: Sequence[int], least: int) -> list[Action]:
        engine = self.engine
        tickets = engine.board.tickets
        ranked = sorted(drawn, key=engine.numbers.ticket_rank.__getitem__)
        is_shared = engine.answers.share_ticket is not None
        return every_choice([tickets[number] for number in ranked], least, is_shared=is_shared)

    def check_choice(
        self, state: State, seat: int, least: int, action: KeepTickets
    ) -> Choice | str:
        """Return the tickets kept and shared if the choice is legal, or else a refusal."""
        drawn = state.slots[self._slot_index].drawn[seat]
        number_of, tickets = self.engine.numbers.of_ticket, self.engine.board.tickets
        if type(action.tickets) is not tuple:
            return f"the tickets kept are a tuple, not a {kind_of(action.tickets)}"
        kept = []
        for ticket in action.tickets:
            number = number_of.get(ticket.id, -1)
            if number not in drawn or (
                tickets[number] is not ticket and self.engine.numbers.ticket(ticket) < 0
            ):
                return f"{ticket} is not among the tickets drawn"
            kept.append(number)
        if len(set(kept)) < len(kept):
            return "a ticket can be kept only once"
        if len(kept) < least and len(kept) < len(drawn):
            least = min(least, len(drawn))
            return f"at least {least} of the {len(drawn)} tickets must be kept, not {len(kept)}"
        share = action.share
        if self.engine.answers.share_ticket is None:
            return (kept, -1) if share is None else "no ticket is shared in this variant"
        if share is None:
            return "one of the tickets kept must be shared" if kept else (kept, -1)
        shared = self.engine.numbers.ticket(share)
        if shared not in kept:
            return f"{share} is to be shared, but it is not among the tickets kept"
        return kept, shared

    def keep(self, state: State, seat: int, choice: Choice) -> None:
        """US-60: keep the chosen tickets; refused ones go under the deck."""
        _put_under(state.ticket_deck, self._split(state, seat, *choice))

    def _split(self, state: State, seat: int, kept: Sequence[int], share: int) -> list[int]:
        """Move kept tickets to the seat and the shared one to its team; return the refused ones."""
        slot: TicketSlot = state.slots[self._slot_index]
        drawn, slot.drawn[seat] = slot.drawn[seat], []
        refused: list[int] = []
        for number in drawn:
            (state.tickets[seat] if number in kept else refused).append(number)
        if share >= 0:
            self.engine.answers.share_ticket(state, seat, share)
        if refused:
            slot.set_refused(seat, (*slot.refused[seat], *refused))
        return refused

    # The end -------------------------------------------------------------------------------

    def final_points(self, tally: Tally) -> Mapping[str, Sequence[int]]:
        """US-81: completed tickets add their points, the others subtract them."""
        return {"tickets": [tally.tickets(team).points for team in tally.teams]}

    def tie_break(self, tally: Tally, team: int) -> int:
        """US-90: the team with the most completed tickets wins."""
        return len(tally.tickets(team).completed)


def _take(deck: list[int], count: int) -> list[int]:
    """Take `count` tickets off the deck, or all if there are fewer, in the order drawn."""
    taken = deck[: -count - 1 : -1] if count else []
    del deck[len(deck) - len(taken) :]
    return taken


def _put_under(deck: list[int], refused: list[int]) -> None:
    """GAP-08: put tickets under the deck, those drawn earlier above those drawn later."""
    if refused:
        deck[:0] = refused[::-1]
