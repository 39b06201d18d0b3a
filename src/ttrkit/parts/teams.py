"""Teams: partners, and the holders for the cards and tickets that they share."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from itertools import combinations
from typing import TYPE_CHECKING, Any

import attrs

from ttrkit.board import Ticket
from ttrkit.engine import card_pile, open_field, ticket_pile
from ttrkit.events import Action, DrawBlind, DrawFaceUp, Relation, Unseen, sorted_tickets
from ttrkit.hooks import Decision, Part, by_owner
from ttrkit.payment import CARD_KINDS, Cards, as_cards, cards

if TYPE_CHECKING:
    from ttrkit.engine import Engine, State
    from ttrkit.events import Event
    from ttrkit.knowledge import Knowledge

PLACES = ("hand", "holder")
MAX_SHARED = 2  # tickets per turn (AS-65)


@attrs.frozen
class PlaceCard(Action):
    """Put the card just drawn into the "hand", or into the team's "holder"."""

    is_public = True

    place: str = attrs.field(validator=attrs.validators.in_(PLACES))

    def __str__(self) -> str:
        where = "the hand" if self.place == "hand" else "the holder"
        return f"put the card into {where}"


@attrs.frozen
class ShareTickets(Action):
    """Spend the turn to move tickets from the hand into the team's ticket holder."""

    tickets: tuple[Ticket, ...] = attrs.field(converter=sorted_tickets)

    def seen_by(self, who: Relation) -> Action:
        """Partners see the tickets; others see how many there are."""
        if who == "others":
            return Unseen("ShareTickets", len(self.tickets))
        return self

    def __str__(self) -> str:
        return f"share {', '.join(map(str, self.tickets)) or 'no ticket'}"


PLACE_CARD = tuple(map(PlaceCard, PLACES))


@attrs.define
class TeamSlot:
    """The holders of every team, and a drawn card that is not yet placed."""

    holders: list[list[int]] = card_pile(per="team", seen="team")
    shared_tickets: list[list[int]] = ticket_pile(per="team", seen="team")
    unplaced: list[list[int]] = card_pile(per="seat", seen="owner")
    first_went: str = open_field("")  # where the first card of a pair was put


class ChoosePlace(Decision):
    """The choice of where the first drawn card goes."""

    name = "place card"
    actions = (PlaceCard,)

    def __init__(self, teams: Teams) -> None:
        self._teams = teams

    def options(self, state: State, seat: int, data: None) -> list[Action]:
        return list(PLACE_CARD)

    def check(self, state: State, seat: int, data: None, action: Action) -> PlaceCard | str:
        if type(action) is PlaceCard:
            return action
        return f"the card drawn goes to the hand or the holder first, not {type(action).__name__}"

    def resolve(
        self, state: State, seat: int, data: None, action: Action, found: PlaceCard
    ) -> None:
        slot: TeamSlot = self._teams.slot_of(state)
        slot.first_went = found.place
        pile = self._teams.pile(state, seat, found.place)
        for card, n in enumerate(slot.unplaced[seat]):
            pile[card] += n
        slot.unplaced[seat] = [0] * CARD_KINDS


@attrs.define(slots=False)
class Teams(Part):
    """Partners side by side, who share a holder for cards and one for tickets (AS-01 to AS-65).

    Of two drawn cards, one goes to the hand and one to the holder: the first is placed as soon as
    it is seen, the second goes to the other place (AS-11). A single card goes to the holder
    (AS-12). A payment may use cards from both (AS-20, AS-41). One of the kept tickets is shared
    (AS-04, AS-60). A seat may spend a whole turn to share one or two more (AS-65).
    """

    actions = (ShareTickets,)
    slot = TeamSlot
    keywords = ("holders", "shared_tickets")
    team_fields = ("holder", "tickets")

    size: int = 2

    def prepare(self, engine: Engine) -> None:
        self._choose_place = ChoosePlace(self)
        self._shared: dict[tuple[int, ...], ShareTickets] = {}  # made when first listed
        wrong = [players for players in engine.variant.players if players % self.size]
        if wrong:
            raise ValueError(f"{wrong[0]} players do not make teams of {self.size}")

    def decisions(self) -> Iterable[Decision]:
        return (self._choose_place,)

    def form_teams(self, seats: int) -> tuple[tuple[int, ...], ...]:
        """GAP-22: partners sit side by side, from seat 0 on."""
        return tuple(tuple(range(t, t + self.size)) for t in range(0, seats, self.size))

    # Cards ---------------------------------------------------------------------------------

    def shared_purse(self, state: State, seat: int) -> list[int]:
        holder: list[int] = self.slot_of(state).holders[seat // self.size]
        return holder

    def pile(self, state: State, seat: int, place: str) -> list[int]:
        """The seat's hand or its team's holder."""
        return state.hands[seat] if place == "hand" else self.shared_purse(state, seat)

    def store_drawn_card(
        self, state: State, seat: int, card: int, *, face_up: bool, is_last: bool
    ) -> bool:
        slot: TeamSlot = self.slot_of(state)
        if slot.first_went:
            other = "holder" if slot.first_went == "hand" else "hand"
            slot.first_went = ""
            self.pile(state, seat, other)[card] += 1
        elif is_last:
            self.shared_purse(state, seat)[card] += 1
        else:
            slot.unplaced[seat][card] += 1
            state.push(self._choose_place, seat)
        return True

    def end_turn(self, state: State, seat: int) -> None:
        self.slot_of(state).first_went = ""

    def learn(self, knowledge: Knowledge, event: Event) -> None:
        """Follow the cards that were taken openly to where they were put."""
        action, memo = event.action, knowledge.memo
        hand, holder = ("hand", event.seat), ("holders", event.seat // self.size)
        if isinstance(action, DrawFaceUp | DrawBlind):
            colour = action.colour if isinstance(action, DrawFaceUp) else None
            seat, went, _ = memo.pop("first", (-1, "", None))
            place = holder
            if seat == event.seat and went:
                place = hand if went == "holder" else holder
            elif knowledge.is_newest and knowledge.observation.decision == ChoosePlace.name:
                place = ("unplaced", event.seat)
            else:
                memo["first"] = (event.seat, "", colour)
            if colour is not None:
                knowledge.gain_one(place, colour)
        elif isinstance(action, PlaceCard):
            _, _, colour = memo.get("first", (-1, "", None))
            memo["first"] = (event.seat, action.place, None)
            if colour is not None and action.place == "hand":
                knowledge.lose(holder, cards({colour: 1}))
                knowledge.gain_one(hand, colour)
        else:
            memo.pop("first", None)

    def learn_payment(
        self, knowledge: Knowledge, seat: int, shared: Cards, *, returned: bool
    ) -> None:
        holder = ("holders", seat // self.size)
        (knowledge.gain if returned else knowledge.lose)(holder, shared)

    # Tickets -------------------------------------------------------------------------------

    def share_ticket(self, state: State, seat: int, ticket: int) -> None:
        """Move a ticket from the hand into the holder."""
        state.tickets[seat].remove(ticket)
        self.slot_of(state).shared_tickets[seat // self.size].append(ticket)

    def team_tickets(self, state: State, team: int) -> Sequence[int]:
        shared: list[int] = self.slot_of(state).shared_tickets[team]
        return shared

    def list_actions(self, state: State, seat: int, out: list[Action]) -> None:
        held = sorted(state.tickets[seat], key=self.engine.numbers.ticket_rank.__getitem__)
        shared = self._shared
        for size in range(1, MAX_SHARED + 1):
            for numbers in combinations(held, size):
                action = shared.get(numbers)
                if action is None:
                    tickets = self.engine.board.tickets
                    action = shared[numbers] = ShareTickets([tickets[n] for n in numbers])
                out.append(action)

    def check(self, state: State, seat: int, action: ShareTickets) -> list[int] | str:
        """Return the tickets' numbers if the seat may share them, or else a refusal."""
        if not 1 <= len(action.tickets) <= MAX_SHARED:
            return f"1 to {MAX_SHARED} tickets are shared in a turn, not {len(action.tickets)}"
        numbers: list[int] = []
        for ticket in action.tickets:
            number = self.engine.numbers.ticket(ticket)
            if number not in state.tickets[seat]:
                return f"{ticket} is not in your hand"
            if number in numbers:
                return "a ticket can be shared only once"
            numbers.append(number)
        return numbers

    def perform(self, state: State, seat: int, action: ShareTickets, found: list[int]) -> None:
        for number in found:
            self.share_ticket(state, seat, number)

    # What is seen, and set-up positions ----------------------------------------------------

    def team_field(self, state: State, team: int, name: str) -> object:
        """The content of the team's holder for cards, or for tickets."""
        slot: TeamSlot = self.slot_of(state)
        if name == "holder":
            return Cards(bytes(slot.holders[team]))
        return tuple(state.board.tickets[number] for number in slot.shared_tickets[team])

    def set_position(self, state: State, keyword: str, value: Any) -> None:
        """`holders=[{"red": 1}, {}]` or `shared_tickets={0: [("Delhi", "Bangalore")]}`."""
        slot: TeamSlot = self.slot_of(state)
        for team, given in by_owner(value, len(state.teams), keyword, "team"):
            if keyword == "holders":
                slot.holders[team][:] = as_cards(given).counts
            else:
                slot.shared_tickets[team] += map(state.engine.numbers.find_ticket, given)
