"""Hidden tickets: what a seat knows of them, and how the unknown ones are dealt anew."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import TYPE_CHECKING, Any, ClassVar

import attrs

from ttrkit.engine import open_field, ticket_pile
from ttrkit.events import (
    Action,
    DrawTickets,
    KeepTickets,
)
from ttrkit.hooks import Part, keeps_events
from ttrkit.parts.tickets.paths import Misfit

if TYPE_CHECKING:
    from random import Random

    from ttrkit.board import Ticket
    from ttrkit.engine import State
    from ttrkit.events import Event
    from ttrkit.knowledge import Knowledge, Observation

Choice = tuple[Sequence[int], int]
Stored = tuple[tuple[int, ...], int]
"""The tickets that a seat keeps, by number; and the one that it shares, or -1."""

Whereabouts = tuple[tuple[int | None, "Ticket"], ...]
"""Tickets with their places in the deck from the top; None for those out of the game."""


@attrs.define
class TicketSlot:
    """The tickets to choose from, and those that the seats chose or refused."""

    drawn: list[list[int]] = ticket_pile(per="seat", seen="owner")
    choosing: int = open_field(0)  # seats that have yet to choose their first tickets
    chosen: dict[int, Stored] = attrs.field(factory=dict)  # by seat
    refused: tuple[tuple[int, ...], ...] = ()  # by seat: tickets that nobody has drawn since

    def set_refused(self, seat: int, numbers: tuple[int, ...]) -> None:
        """Note which tickets this seat has refused and nobody has drawn since."""
        self.refused = (*self.refused[:seat], numbers, *self.refused[seat + 1 :])


class TicketSecrets(Part):
    """A seat's knowledge of hidden tickets, and the dealing of unknown ones."""

    slot = TicketSlot
    learns_from = (DrawTickets, KeepTickets)

    special: Mapping[str, int]
    first_refused_leave: bool
    kinds: Sequence[int]
    """By ticket: ORDINARY, OUT of every game, or the number of its special kind (below 0)."""
    of_kind: Mapping[int, frozenset[int]]
    """By kind: the tickets of it."""
    first_decision: ClassVar[str] = "keep first tickets"

    def choices(self, drawn: Sequence[int], least: int) -> list[Action]:
        """Every choice of `least` or more of these tickets (of all, if there are fewer)."""
        raise NotImplementedError

    def choice(self, drawn: Sequence[int], action: Action) -> Stored:
        """The tickets that an action keeps, in the order drawn, and the one that it shares."""
        assert isinstance(action, KeepTickets)  # one of the `choices`
        numbers = self.engine.numbers.of_ticket
        kept = [numbers[ticket.id] for ticket in action.tickets]
        share = -1 if action.share is None else numbers[action.share.id]
        return tuple([number for number in drawn if number in kept]), share

    def chosen_tickets(self, state: State, seat: int) -> Sequence[int]:
        kept: Sequence[int] = self.slot_of(state).chosen.get(seat, ((), -1))[0]
        return kept

    def public_facts(self, state: State, viewer: int) -> Mapping[str, object]:
        """The tickets that the seat has chosen, and its refused tickets with their places.

        GAP-11: a player knows the tickets they refused. Those in the deck have their place from the
        top, those out of the game have None.
        """
        slot: TicketSlot = self.slot_of(state)
        refused = self._whereabouts(state, slot.refused[viewer]) if slot.refused[viewer] else ()
        if viewer not in slot.chosen:
            return {"chosen": (), "to share": None, "refused": refused}
        tickets = self.engine.board.tickets
        kept, share = slot.chosen[viewer]
        return {
            "chosen": tuple([tickets[number] for number in kept]),
            "to share": None if share < 0 else tickets[share],
            "refused": refused,
        }

    def _whereabouts(self, state: State, numbers: tuple[int, ...]) -> Whereabouts:
        """These tickets with their places in the deck from the top, then those out of the game."""
        tickets, deck = self.engine.board.tickets, state.ticket_deck
        top = len(deck) - 1
        found: list[Any] = []
        for number in numbers:
            if number in deck:
                found.append((top - deck.index(number), tickets[number]))
        found.sort()  # by place; no two are the same
        if len(found) < len(numbers):
            found += [(None, tickets[n]) for n in sorted(numbers) if n in state.box]
        return tuple(found)

    def known_tickets(self, observation: Observation) -> Mapping[str, int | None]:
        return {ticket.id: place for place, ticket in observation.show("refused")}

    # Hidden tickets dealt anew -------------------------------------------------------------

    @keeps_events("tickets")
    def learn(self, knowledge: Knowledge, event: Event) -> None:
        """Keep the events in which tickets were drawn or kept, to be followed by `TicketWorlds`."""
        knowledge.keep("tickets", event)

    def deal_tickets(
        self, observation: Observation, knowledge: Knowledge
    ) -> Callable[[State, Mapping[int, int | None], Random], bool] | None:
        from ttrkit.parts.tickets.alike import AlikeTickets  # not every program needs them
        from ttrkit.parts.tickets.worlds import TicketWorlds

        try:
            return AlikeTickets(self, observation, knowledge).deal
        except Misfit:  # the way of every ticket counts
            pass
        try:
            return TicketWorlds(self, observation, knowledge).deal
        except Misfit:  # another part moves tickets, too
            return None

    def fill_secrets(self, state: State, observation: Observation, rng: Random) -> None:
        """Fill in the first tickets that the seats chose, and those that the viewer refused."""
        slot: TicketSlot = self.slot_of(state)
        number = self.engine.numbers.of_ticket
        viewer = observation.seat
        own = tuple([number[ticket.id] for _, ticket in observation.show("refused")])
        slot.set_refused(viewer, own)
        if not slot.choosing:
            return
        waiting = {p.seat for p in observation.pending if p.name == self.first_decision}
        for seat in range(state.seats):
            if seat in waiting:
                continue
            drawn = slot.drawn[seat]
            if seat == viewer:
                kept, shared = observation.show("chosen"), observation.show("to share")
                share = -1 if shared is None else number[shared.id]
                slot.chosen[seat] = (tuple([number[ticket.id] for ticket in kept]), share)
            else:
                choices = self.choices(drawn, state.variant.tickets_kept_first)
                slot.chosen[seat] = self.choice(drawn, rng.choice(choices))
