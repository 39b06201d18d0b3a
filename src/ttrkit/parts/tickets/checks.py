"""Tickets in a state that was read: what the pending choices must agree with."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING

from ttrkit.hooks import Decision, Part
from ttrkit.parts.tickets.secrets import Choice, TicketSlot

if TYPE_CHECKING:
    from ttrkit.engine import State


class TicketChecks(Part):
    """What cannot come about with tickets: see the hook `check_state`."""

    special: Mapping[str, int]
    _keep_some: Decision
    _keep_first: Decision

    def check_state(self, state: State) -> None:
        slot: TicketSlot = self.slot_of(state)
        frames = state.pending
        first = [(seat, least) for pending, seat, least in frames if pending is self._keep_first]
        later = [(seat, least) for pending, seat, least in frames if pending is self._keep_some]
        if slot.choosing != len(first) or (first and state.seat >= 0):
            raise ValueError(f"{slot.choosing} seats are to choose first tickets, not {len(first)}")
        if any(least != state.variant.tickets_kept_first for _, least in first):
            raise ValueError("another number of first tickets is to be kept")
        if any(least != state.variant.tickets_kept for _, least in later):
            raise ValueError("another number of drawn tickets is to be kept")
        if first:
            self._check_first(state, slot, [seat for seat, _ in first])
        else:
            self._check_later(state, slot, [seat for seat, _ in later])
        self._check_refused(state, slot)
        if not self.engine.is_home_made:
            if state.seat < 0 and len(first) < len(frames):
                raise ValueError("something else is to be decided before the first turn")
            if state.hidden_since != (0 if first else -1):
                raise ValueError("first choices lie open, or later ones are hidden")

    def _check_first(self, state: State, slot: TicketSlot, waiting: list[int]) -> None:
        """The seats choose in turn order (GAP-09), each from what was dealt."""
        order = [(state.first + step) % state.seats for step in range(state.seats)]
        choosers = [seat for seat in order if slot.drawn[seat]]
        done = len(choosers) - len(waiting)
        if waiting[::-1] != choosers[max(done, 0) :]:
            raise ValueError("the first tickets are chosen out of turn")
        if sorted(slot.chosen) != sorted(choosers[:done]):
            raise ValueError("first tickets were chosen by other seats than those before")
        for seat in choosers:
            kinds = [state.board.tickets[number].kind for number in slot.drawn[seat]]
            special = sum(kind in self.special for kind in kinds)
            if any(kinds.count(kind) > n for kind, n in self.special.items()) or (
                len(kinds) - special > state.variant.tickets_dealt
            ):
                raise ValueError(f"seat {seat} has more first tickets than are dealt")
        for seat, choice in slot.chosen.items():
            self._check_choice(slot.drawn[seat], choice, state.variant.tickets_kept_first)

    def _check_choice(self, drawn: list[int], choice: Choice, least: int) -> None:
        """A choice that waits is one that the seat could make."""
        kept, share = choice
        if list(kept) != [number for number in drawn if number in kept]:
            raise ValueError("tickets were chosen that were not drawn, or one twice")
        if len(kept) < min(least, len(drawn)):
            raise ValueError(f"{len(kept)} tickets were chosen, but at least {least} are kept")
        is_shared = bool(kept) and self.engine.answers.share_ticket is not None
        if share not in (kept if is_shared else (-1,)):
            raise ValueError("a ticket was shared where none is, or none where one is")

    def _check_later(self, state: State, slot: TicketSlot, waiting: list[int]) -> None:
        """Drawn tickets lie before the seat that is to choose, and before no other."""
        if slot.chosen:
            raise ValueError("first tickets are chosen that were handed out long since")
        if sorted(waiting) != [seat for seat, drawn in enumerate(slot.drawn) if drawn]:
            raise ValueError("tickets lie before another seat than the one to choose")
        if any(len(drawn) > state.variant.tickets_drawn for drawn in slot.drawn):
            raise ValueError("more tickets are chosen from than are drawn")

    def _check_refused(self, state: State, slot: TicketSlot) -> None:
        """A refused ticket was not drawn since, so it is in the deck or out of the game."""
        if len(slot.refused) != state.seats:
            raise ValueError("refused tickets are not those of every seat")
        refused = [number for numbers in slot.refused for number in numbers]
        if not set(refused) <= set(range(len(state.board.tickets))):
            raise ValueError("no such ticket was refused")
        if not self.engine.is_home_made:
            left = {*state.ticket_deck, *state.box}
            if len(set(refused)) < len(refused) or not left >= set(refused):
                raise ValueError("a ticket was refused that somebody has, or refused twice")
