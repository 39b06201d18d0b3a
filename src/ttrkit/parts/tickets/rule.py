"""Tickets: dealing, choosing, drawing more, and what they are worth at the end."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from itertools import combinations, product
from math import comb, prod
from typing import TYPE_CHECKING, Any

import attrs

from ttrkit.engine.piles import open_field, ticket_pile
from ttrkit.events.actions import Action, DrawTickets, KeepTickets, keep_sorted
from ttrkit.events.outcomes import Dealt
from ttrkit.hooks.part import Decision, Part

if TYPE_CHECKING:
    from random import Random

    from ttrkit.board.model import Ticket
    from ttrkit.engine.engine import Engine
    from ttrkit.engine.state import State
    from ttrkit.knowledge.observation import Observation
    from ttrkit.scoring.tally import Tally

DRAW_TICKETS = DrawTickets()
MAX_REMEMBERED = 20  # of what the seats of a game or two were told last

Whereabouts = tuple[tuple[int | None, "Ticket"], ...]


@attrs.define
class TicketSlot:
    """Tickets that are being chosen from, and what the seats chose or refused."""

    drawn: list[list[int]] = ticket_pile(per="seat", seen="owner")
    choosing: int = open_field(0)  # seats that have yet to choose their first tickets
    chosen: dict[int, tuple[list[int], int]] = attrs.field(factory=dict)  # (kept, shared or -1)
    refused: tuple[tuple[int, ...], ...] = ()  # by seat: tickets that nobody has drawn since


class KeepSome(Decision):
    """Which of the drawn tickets to keep; `data` is how many at least."""

    name = "keep tickets"
    actions = (KeepTickets,)
    data_type = int

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
        self._checked: tuple[KeepTickets | None, list[int]] = (None, [])  # the last one
        self._told: dict[tuple[int, ...], tuple[list[int], list[int], Whereabouts]] = {}
        self._left_out = [
            number
            for number, ticket in enumerate(engine.board.tickets)
            if ticket.kind not in self.special and number not in engine.ticket_stock
        ]
        self._keep_some = KeepSome(self)
        self._keep_first = KeepFirst(self)

    def in_ticket_deck(self, ticket: Ticket) -> bool:
        return ticket.kind not in self.special

    def decisions(self) -> Iterable[Decision]:
        return (self._keep_some, self._keep_first)

    # Set-up --------------------------------------------------------------------------------

    def init_slot(self, state: State) -> None:
        self.slot_of(state).refused = ((),) * state.seats

    def set_up(self, state: State) -> None:
        """US-03, US-04: deal to every seat; they choose in turn order (GAP-09)."""
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
            state.veil = 0

    def keep_first(self, state: State, seat: int, action: KeepTickets) -> None:
        """GAP-09: nobody learns anything of the choice until all have chosen."""
        slot: TicketSlot = self.slot_of(state)
        slot.chosen[seat] = self._in_order_drawn(slot, seat, action)
        slot.choosing -= 1
        if not slot.choosing:
            for step in range(state.seats):
                self._settle_first(state, (state.first + step) % state.seats)
            slot.chosen = {}
            state.lift_veil()

    def _in_order_drawn(
        self, slot: TicketSlot, seat: int, action: KeepTickets
    ) -> tuple[list[int], int]:
        """The tickets chosen, by number, and the one that is shared or -1."""
        kept, share = self._choice(action)
        return [number for number in slot.drawn[seat] if number in kept], share

    def _settle_first(self, state: State, seat: int) -> None:
        """What a seat refused goes under the deck, or out of the game, unseen (EU-04)."""
        kept, share = self.slot_of(state).chosen.get(seat, ((), -1))
        refused = self._split(state, seat, kept, share)
        if self.first_refused_leave:
            state.box += refused
        else:
            _put_under(state.ticket_deck, refused)

    def chosen_tickets(self, state: State, seat: int) -> Sequence[int]:
        kept: Sequence[int] = self.slot_of(state).chosen.get(seat, ((), -1))[0]
        return kept

    # Drawing more --------------------------------------------------------------------------

    def list_actions(self, state: State, seat: int, out: list[Action]) -> None:
        if state.ticket_deck:
            out.append(DRAW_TICKETS)

    def why_not(self, state: State, seat: int, action: DrawTickets) -> str | None:
        """US-62: not without a ticket left."""
        return None if state.ticket_deck else "the ticket deck is empty"

    def perform(self, state: State, seat: int, action: DrawTickets) -> None:
        """US-60: take the top tickets, fewer if there are fewer, and choose."""
        variant, tickets = self.engine.variant, self.engine.board.tickets
        drawn = _take(state.ticket_deck, variant.tickets_drawn)
        slot: TicketSlot = state.slots[self._slot_index]
        slot.drawn[seat] = drawn
        taken = set(drawn)
        for owner, refused in enumerate(slot.refused):
            if refused and not taken.isdisjoint(refused):
                left = tuple([number for number in refused if number not in drawn])
                slot.refused = _replaced(slot.refused, owner, left)
        state.log += (Dealt(tuple([tickets[number] for number in drawn])),)
        state.stack.append((self._keep_some, seat, variant.tickets_kept))

    def choices(self, drawn: Sequence[int], least: int) -> list[Action]:
        """Every choice of at least so many of these tickets (all, if there are not as many)."""
        ranked = sorted(drawn, key=self.engine.ticket_rank.__getitem__)
        tickets = [self.engine.board.tickets[number] for number in ranked]
        is_shared = self.engine.share_ticket is not None
        out: list[Action] = []
        for size in range(min(least, len(tickets)), len(tickets) + 1):
            for kept in combinations(tickets, size):
                if is_shared and kept:
                    out += [keep_sorted(kept, share) for share in kept]
                else:
                    out.append(keep_sorted(kept))
        return out

    def why_not_keep(self, state: State, seat: int, least: int, action: KeepTickets) -> str | None:
        """Why this choice of the tickets drawn is not legal."""
        drawn = state.slots[self._slot_index].drawn[seat]
        numbers = self._numbers(action)
        self._checked = (action, numbers)
        for number in numbers:
            if number not in drawn:
                ticket = action.tickets[numbers.index(number)]
                return f"{ticket} is not among the tickets drawn"
        kept = len(numbers)
        if kept > 1 and len(set(numbers)) < kept:
            return "a ticket can be kept only once"
        if kept < least and kept < len(drawn):
            least = min(least, len(drawn))
            return f"at least {least} of the {len(drawn)} tickets must be kept, not {kept}"
        if self.engine.share_ticket is None:
            return None if action.share is None else "no ticket is shared in this variant"
        if kept and action.share is None:
            return "one of the tickets kept must be shared"
        if action.share is not None and action.share not in action.tickets:
            return f"{action.share} is to be shared, but it is not among the tickets kept"
        return None

    def _numbers(self, action: KeepTickets) -> list[int]:
        """The tickets of an action by number; -1 for what is no ticket of this board."""
        tickets, number = self.engine.board.tickets, self.engine.ticket_number
        found = []
        for ticket in action.tickets:
            n = number.get(ticket.id, -1)
            found.append(n if n >= 0 and (tickets[n] is ticket or tickets[n] == ticket) else -1)
        return found

    def keep(self, state: State, seat: int, action: KeepTickets) -> None:
        """US-60: refused tickets go under the deck."""
        kept, share = self._choice(action)
        _put_under(state.ticket_deck, self._split(state, seat, kept, share))

    def _choice(self, action: KeepTickets) -> tuple[list[int], int]:
        """The tickets kept, by number, and the one that is shared or -1."""
        checked, numbers = self._checked
        if checked is not action:
            numbers = self._numbers(action)
        share = -1 if action.share is None else self.engine.ticket_number[action.share.id]
        return numbers, share

    def _split(self, state: State, seat: int, kept: Sequence[int], share: int) -> list[int]:
        """Move the kept tickets to the seat, and one on to its team; what is left was refused."""
        slot: TicketSlot = state.slots[self._slot_index]
        drawn, slot.drawn[seat] = slot.drawn[seat], []
        refused: list[int] = []
        for number in drawn:
            (state.tickets[seat] if number in kept else refused).append(number)
        if share >= 0 and self.engine.share_ticket is not None:
            self.engine.share_ticket(state, seat, share)
        if refused:
            slot.refused = _replaced(slot.refused, seat, (*slot.refused[seat], *refused))
        return refused

    # What is seen --------------------------------------------------------------------------

    def shows(self, state: State, viewer: int) -> Mapping[str, object]:
        """What the seat has chosen, and which of the tickets it refused lie where.

        GAP-11: a player knows the tickets they refused; those in the deck come with their place
        from the top, those out of the game without.
        """
        slot: TicketSlot = state.slots[self._slot_index]
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
        told = self._told.get(numbers)
        if told is not None and told[0] == deck and told[1] == state.box:
            return told[2]
        top = len(deck) - 1
        found: list[Any] = []
        for number in numbers:
            if number in deck:
                found.append((top - deck.index(number), tickets[number]))
        found.sort()  # by their places, of which no two are the same
        if len(found) < len(numbers):
            found += [(None, tickets[n]) for n in sorted(numbers) if n in state.box]
        if len(self._told) >= MAX_REMEMBERED:
            self._told.clear()
        self._told[numbers] = (deck[:], state.box[:], tuple(found))
        return tuple(found)

    def recall_tickets(self, observation: Observation) -> Mapping[str, int | None]:
        return {ticket.id: place for place, ticket in observation.show("refused")}

    def is_plausible(self, state: State) -> bool:
        """Nobody holds more tickets of a special kind than were dealt; at first, just as many."""
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
        """Put tickets of a special kind where they can be, each way being equally likely.

        At first every seat has just its number of them before it; later none has more in hand, and
        the others are out of the game.
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
            ways = _ways(len(taken), [len(hand) for hand in hands], len(box), least, count)
            if not ways:
                continue
            in_hand = rng.choices(list(ways), list(ways.values()))[0]
            in_box = rng.sample(box, len(taken) - sum(in_hand))
            wanted = [(state.box, i) for i in in_box]
            for hand, n in zip(hands, in_hand, strict=True):
                wanted += [(hand, i) for i in rng.sample(range(len(hand)), n)]
            self._swap(taken, wanted)

    def _is_unknown(self, number: int, kind: str, known: set[Ticket]) -> bool:
        ticket = self.engine.board.tickets[number]
        return ticket.kind == kind and ticket not in known

    def _swap(
        self, taken: list[tuple[list[int], int]], wanted: list[tuple[list[int], int]]
    ) -> None:
        """Move the tickets from where they are to where they should be, others in exchange."""
        spots = {(id(pile), i) for pile, i in taken} & {(id(pile), i) for pile, i in wanted}
        come = [(pile, i) for pile, i in taken if (id(pile), i) not in spots]
        go = [(pile, i) for pile, i in wanted if (id(pile), i) not in spots]
        for (pile, i), (other, j) in zip(come, go, strict=True):
            pile[i], other[j] = other[j], pile[i]

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
        if len(slot.refused) != state.seats:
            raise ValueError("refused tickets are not those of every seat")
        if any(number not in every for refused in slot.refused for number in refused):
            raise ValueError("no such ticket was refused")

    def imagine(self, state: State, observation: Observation, rng: Random) -> None:
        """What others have chosen of their first tickets, and what the seat itself refused."""
        slot: TicketSlot = self.slot_of(state)
        number = self.engine.ticket_number
        viewer = observation.seat
        own = tuple([number[ticket.id] for _, ticket in observation.show("refused")])
        slot.refused = _replaced(slot.refused, viewer, own)
        waiting = {pending.seat for pending in observation.pending}
        for seat in range(state.seats if slot.choosing else 0):
            if seat in waiting:
                continue
            if seat == viewer:
                action = KeepTickets(observation.show("chosen"), observation.show("to share"))
            else:
                least = state.variant.tickets_kept_first
                choice = rng.choice(self.choices(slot.drawn[seat], least))
                assert isinstance(choice, KeepTickets)  # that is what is chosen from
                action = choice
            slot.chosen[seat] = self._in_order_drawn(slot, seat, action)

    # The end -------------------------------------------------------------------------------

    def final_points(self, tally: Tally) -> Mapping[str, Sequence[int]]:
        """US-81: completed tickets add their points, the others subtract them."""
        return {"tickets": [tally.tickets(team).points for team in tally.teams]}

    def tie_break(self, tally: Tally, team: int) -> int:
        """US-90: the most completed tickets."""
        return len(tally.tickets(team).completed)


def _ways(
    total: int, hands: list[int], box: int, least: int, most: int
) -> dict[tuple[int, ...], int]:
    """How many of so many tickets lie in each hand, the others in the box: in how many ways each.

    Hands and box are given by their sizes; a hand holds `least` to `most` of these tickets.
    """
    numbers = [range(min(least, size), min(most, size) + 1) for size in hands]
    ways = {
        of_each: prod(map(comb, hands, of_each)) * comb(box, total - sum(of_each))
        for of_each in product(*numbers)
        if sum(of_each) <= total
    }
    return {of_each: n for of_each, n in ways.items() if n}


def _replaced(
    by_seat: tuple[tuple[int, ...], ...], seat: int, new: tuple[int, ...]
) -> tuple[tuple[int, ...], ...]:
    """The same with something else for one seat."""
    return (*by_seat[:seat], new, *by_seat[seat + 1 :])


def _take(deck: list[int], count: int) -> list[int]:
    """The top tickets of the deck in the order drawn, fewer if there are fewer."""
    taken = deck[: -count - 1 : -1] if count else []
    del deck[len(deck) - len(taken) :]
    return taken


def _put_under(deck: list[int], refused: list[int]) -> None:
    """GAP-08: under the deck, the earlier drawn above the later drawn."""
    if refused:
        deck[:0] = refused[::-1]
