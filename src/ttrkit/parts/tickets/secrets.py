"""Hidden tickets: what a seat knows of them, and how the unknown ones are dealt anew."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from itertools import product
from math import comb, prod
from typing import TYPE_CHECKING, Any

import attrs

from ttrkit.engine import open_field, ticket_pile
from ttrkit.events import Action, KeepTickets
from ttrkit.hooks import Part

if TYPE_CHECKING:
    from random import Random

    from ttrkit.board import Ticket
    from ttrkit.engine import State
    from ttrkit.knowledge import Observation

Choice = tuple[list[int], int]
"""The tickets that a seat keeps, by number; and the one that it shares, or -1."""

Whereabouts = tuple[tuple[int | None, "Ticket"], ...]
"""Tickets with their places in the deck from the top; None for those out of the game."""

Spot = tuple[list[int], int]
"""A pile of tickets and an index in it."""


@attrs.define
class TicketSlot:
    """The tickets to choose from, and those that the seats chose or refused."""

    drawn: list[list[int]] = ticket_pile(per="seat", seen="owner")
    choosing: int = open_field(0)  # seats that have yet to choose their first tickets
    chosen: dict[int, Choice] = attrs.field(factory=dict)  # by seat
    refused: tuple[tuple[int, ...], ...] = ()  # by seat: tickets that nobody has drawn since

    def set_refused(self, seat: int, numbers: tuple[int, ...]) -> None:
        """Note which tickets this seat has refused and nobody has drawn since."""
        self.refused = (*self.refused[:seat], numbers, *self.refused[seat + 1 :])


class TicketSecrets(Part):
    """A seat's knowledge of hidden tickets, and the dealing of unknown ones."""

    slot = TicketSlot

    special: Mapping[str, int]

    def choices(self, drawn: Sequence[int], least: int) -> list[Action]:
        """Every choice of `least` or more of these tickets (of all, if there are fewer)."""
        raise NotImplementedError

    def choice(self, drawn: Sequence[int], action: Action) -> Choice:
        """The tickets that an action keeps, in the order drawn, and the one that it shares."""
        assert isinstance(action, KeepTickets)  # one of the `choices`
        numbers = self.engine.numbers.of_ticket
        kept = [numbers[ticket.id] for ticket in action.tickets]
        share = -1 if action.share is None else numbers[action.share.id]
        return [number for number in drawn if number in kept], share

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

    def is_plausible(self, state: State) -> bool:
        """Whether nobody has more special tickets than were dealt (at first, exactly as many)."""
        slot: TicketSlot = self.slot_of(state)
        tickets = self.engine.board.tickets
        for kind, count in self.special.items():
            for seat in range(state.seats):
                numbers = (*state.tickets[seat], *slot.drawn[seat])
                found = sum(tickets[number].kind == kind for number in numbers)
                if found > count or (slot.choosing and found < count):
                    return False
                if not slot.choosing and any(tickets[n].kind == kind for n in slot.drawn[seat]):
                    return False  # such a ticket is never drawn from the deck
        return True

    def mend(self, state: State, observation: Observation, rng: Random) -> None:
        """Move tickets of a special kind to where they can be, with every way equally likely.

        While the seats choose their first tickets, each has exactly the number that was dealt.
        Later no seat has more than that in hand, and the others are out of the game.
        """
        slot: TicketSlot = self.slot_of(state)
        tickets = self.engine.board.tickets
        known = {ticket for _, ticket in observation.show("refused")}
        others = [seat for seat in range(state.seats) if seat != observation.seat]
        for kind, count in self.special.items():
            piles = [state.box, *(p[seat] for seat in others for p in (state.tickets, slot.drawn))]
            hidden = [(pile, i) for pile in piles for i in range(len(pile))]
            taken = [(p, i) for p, i in hidden if self._is_unknown(p[i], kind, known)]
            box = [i for i, number in enumerate(state.box) if tickets[number] not in known]
            holders = slot.drawn if slot.choosing else state.tickets
            hands = [holders[seat] for seat in others]
            least = count if slot.choosing else 0
            ways = ways_to_split(len(taken), [len(hand) for hand in hands], len(box), least, count)
            if not ways:
                continue
            in_hand = rng.choices(list(ways), list(ways.values()))[0]
            in_box = rng.sample(box, len(taken) - sum(in_hand))
            wanted = [(state.box, i) for i in in_box]
            for hand, n in zip(hands, in_hand, strict=True):
                wanted += [(hand, i) for i in rng.sample(range(len(hand)), n)]
            _swap(taken, wanted)

    def _is_unknown(self, number: int, kind: str, known: set[Ticket]) -> bool:
        ticket = self.engine.board.tickets[number]
        return ticket.kind == kind and ticket not in known

    def fill_secrets(self, state: State, observation: Observation, rng: Random) -> None:
        """Fill in the first tickets that the seats chose, and those that the viewer refused."""
        slot: TicketSlot = self.slot_of(state)
        number = self.engine.numbers.of_ticket
        viewer = observation.seat
        own = tuple([number[ticket.id] for _, ticket in observation.show("refused")])
        slot.set_refused(viewer, own)
        waiting = {pending.seat for pending in observation.pending}
        for seat in range(state.seats if slot.choosing else 0):
            if seat in waiting:
                continue
            drawn = slot.drawn[seat]
            if seat == viewer:
                kept, shared = observation.show("chosen"), observation.show("to share")
                share = -1 if shared is None else number[shared.id]
                slot.chosen[seat] = ([number[ticket.id] for ticket in kept], share)
            else:
                choices = self.choices(drawn, state.variant.tickets_kept_first)
                slot.chosen[seat] = self.choice(drawn, rng.choice(choices))

    def check_state(self, state: State) -> None:
        slot: TicketSlot = self.slot_of(state)
        variant = state.variant
        dealt = variant.tickets_dealt + sum(self.special.values())
        most = dealt if slot.choosing else variant.tickets_drawn
        everyone, every = range(state.seats), range(len(state.board.tickets))
        if not 0 <= slot.choosing <= state.seats or any(len(d) > most for d in slot.drawn):
            raise ValueError("more tickets are chosen from than are drawn")
        for seat, (kept, share) in slot.chosen.items():
            if seat not in everyone or len(set(kept)) < len(kept):
                raise ValueError("a choice of nobody, or of a ticket twice")
            if not set(kept) <= set(slot.drawn[seat]) or share not in (-1, *kept):
                raise ValueError("tickets were chosen that were not drawn")
            if share >= 0 and self.engine.answers.share_ticket is None:
                raise ValueError("a ticket was shared where none is")
        if len(slot.refused) != state.seats:
            raise ValueError("refused tickets are not those of every seat")
        if any(number not in every for refused in slot.refused for number in refused):
            raise ValueError("no such ticket was refused")


def _swap(taken: list[Spot], wanted: list[Spot]) -> None:
    """Move the tickets at `taken` to the spots `wanted`, in exchange for those that lie there."""
    spots = {(id(pile), i) for pile, i in taken} & {(id(pile), i) for pile, i in wanted}
    come = [(pile, i) for pile, i in taken if (id(pile), i) not in spots]
    go = [(pile, i) for pile, i in wanted if (id(pile), i) not in spots]
    for (pile, i), (other, j) in zip(come, go, strict=True):
        pile[i], other[j] = other[j], pile[i]


def ways_to_split(
    total: int, hands: list[int], box: int, least: int, most: int
) -> dict[tuple[int, ...], int]:
    """Every way to split `total` tickets between hands and box, with its number of deals.

    Hands and box are given by their sizes; a hand holds `least` to `most` of these tickets.
    """
    numbers = [range(min(least, size), min(most, size) + 1) for size in hands]
    ways = {
        of_each: prod(map(comb, hands, of_each)) * comb(box, total - sum(of_each))
        for of_each in product(*numbers)
        if sum(of_each) <= total
    }
    return {of_each: n for of_each, n in ways.items() if n}
