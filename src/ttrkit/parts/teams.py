"""Teams: partners, and the holders for the cards and tickets that they share."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from itertools import combinations
from typing import TYPE_CHECKING, Any

import attrs

from ttrkit._text import (
    checked_list,
    kind_of,
    one_of,
    plain_int,
    plain_text,
    short,
    whole_from,
)
from ttrkit.board import Ticket
from ttrkit.colours import CARD_COLOURS, Colour
from ttrkit.engine import card_pile, open_field, ticket_pile
from ttrkit.events import Action, DrawBlind, DrawFaceUp, Outcome, Relation, Unseen, sorted_tickets
from ttrkit.hooks import Decision, Feature, Part, by_owner
from ttrkit.parts.drawing import NextCard
from ttrkit.parts.tickets.paths import Sharing
from ttrkit.payment import CARD_KINDS, Cards, as_cards

if TYPE_CHECKING:
    from ttrkit.engine import Engine, State
    from ttrkit.events import Event
    from ttrkit.knowledge import Knowledge, Observation
    from ttrkit.variant import Variant

PLACES = ("hand", "holder")
MAX_SHARED = 2  # tickets per turn (AS-65)


@attrs.frozen
class PlaceCard(Action):
    """Put the card just drawn into the "hand", or into the team's "holder"."""

    is_public = True

    place: str = attrs.field(converter=plain_text, validator=one_of(PLACES))

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


@attrs.frozen
class Stored(Outcome):
    """The place of a drawn card; partners see which card comes into the holder (GAP-11)."""

    place: str  # "hand", "holder" or "aside", until it is placed
    colour: Colour | None = None

    def seen_by(self, who: Relation) -> Outcome | None:
        if who == "own" or (who == "team" and self.place == "holder"):
            return self
        return STORED_UNSEEN[self.place]


ASIDE = "aside"
STORED = {place: [Stored(place, colour) for colour in CARD_COLOURS] for place in (*PLACES, ASIDE)}
STORED_UNSEEN = {place: Stored(place) for place in STORED}


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
            if type(action.place) is str and action.place in PLACES:
                return action
            return f"a card goes to the hand or the holder, not to {short(action.place)}"
        return f"the card drawn goes to the hand or the holder first, not {type(action).__name__}"

    def resolve(
        self, state: State, seat: int, data: None, action: Action, found: PlaceCard
    ) -> None:
        slot: TeamSlot = self._teams.slot_of(state)
        slot.first_went = found.place
        pile = self._teams.pile(state, seat, found.place)
        for card, n in enumerate(slot.unplaced[seat]):
            if n:
                pile[card] += n
                state.note(STORED[found.place][card])
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
    learns_from = (DrawFaceUp, DrawBlind, PlaceCard, ShareTickets)
    slot = TeamSlot
    keywords = ("holders", "shared_tickets")
    team_fields = ("holder", "tickets")

    size: int = attrs.field(default=2, converter=plain_int, validator=whole_from(2))
    """The number of seats in a team."""

    def why_unfit(self, variant: Variant) -> str | None:
        """Refuse numbers of players that do not make two teams or more."""
        for players in variant.players:
            if players % self.size:
                return f"{players} players do not make teams of {self.size}"
            if players == self.size:
                return f"{players} players make a single team of {self.size}: two teams are wanted"
        return None

    def prepare(self, engine: Engine) -> None:
        self._choose_place = ChoosePlace(self)

    def decisions(self) -> Iterable[Decision]:
        return (self._choose_place,)

    def every_action(self) -> Iterable[Action]:
        """Every place for a card, and every ticket or two that may be shared."""
        tickets = sorted_tickets(self.engine.board.tickets)
        for size in range(1, MAX_SHARED + 1):
            yield from map(ShareTickets, combinations(tickets, size))
        yield from PLACE_CARD

    def features(self, seats: int) -> Iterable[Feature]:
        return [Feature(f"the first card went to the {place}", 0, 1) for place in PLACES]

    def feature_values(self, observation: Observation, seats: Sequence[int]) -> Sequence[int]:
        (went,) = observation.open_state[self._slot_index]
        return [went == place for place in PLACES]

    def form_teams(self, seats: int) -> tuple[tuple[int, ...], ...]:
        """GAP-22: partners sit side by side, from seat 0 on."""
        return tuple(tuple(range(t, t + self.size)) for t in range(0, seats, self.size))

    # Cards ---------------------------------------------------------------------------------

    def shared_purse(self, state: State, seat: int) -> list[int]:
        holder: list[int] = state.slots[self._slot_index].holders[seat // self.size]
        return holder

    def pile(self, state: State, seat: int, place: str) -> list[int]:
        """The seat's hand or its team's holder."""
        return state.hands[seat] if place == "hand" else self.shared_purse(state, seat)

    def store_drawn_card(
        self, state: State, seat: int, card: int, *, face_up: bool, is_last: bool
    ) -> bool:
        slot: TeamSlot = state.slots[self._slot_index]
        if slot.first_went:
            other = "holder" if slot.first_went == "hand" else "hand"
            slot.first_went = ""
            self.pile(state, seat, other)[card] += 1
            state.note(STORED[other][card])
        elif is_last:
            self.shared_purse(state, seat)[card] += 1
            state.note(STORED["holder"][card])
        else:
            slot.unplaced[seat][card] += 1
            state.note(STORED[ASIDE][card])
            state.push(self._choose_place, seat)
        return True

    def end_turn(self, state: State, seat: int) -> None:
        state.slots[self._slot_index].first_went = ""

    def learn(self, knowledge: Knowledge, event: Event) -> None:
        """Follow the cards that were drawn to where they were put."""
        action = event.action
        aside = ("unplaced", event.seat)
        piles = {
            "hand": ("hand", event.seat),
            "holder": ("holders", event.seat // self.size),
            ASIDE: aside,
        }
        for stored in event.outcome:
            if type(stored) is not Stored:
                continue
            if type(action) is not PlaceCard:
                colour = action.colour if type(action) is DrawFaceUp else stored.colour
                knowledge.draw(piles[stored.place], colour)
                continue
            if stored.colour is not None and knowledge.track(aside).unseen:
                knowledge.reveal(aside, stored.colour)
            knowledge.move_all(aside, piles[stored.place])
        if type(action) is ShareTickets:
            knowledge.note("tickets", Sharing(event.seat, len(action.tickets), action.tickets))
        elif type(action) is Unseen and action.kind == "ShareTickets":
            knowledge.note("tickets", Sharing(event.seat, action.count or 0, None))

    def learn_payment(
        self, knowledge: Knowledge, seat: int, shared: Cards, *, returned: bool
    ) -> None:
        holder = ("holders", seat // self.size)
        (knowledge.gain if returned else knowledge.lose)(holder, shared)

    def check_state(self, state: State) -> None:
        """A card that is not placed is to be placed now; of a pair, the first has its place."""
        slot: TeamSlot = self.slot_of(state)
        asked = sorted(seat for pending, seat, _ in state.pending if pending is self._choose_place)
        if asked != [seat for seat, pile in enumerate(slot.unplaced) for _ in range(sum(pile))]:
            raise ValueError("a drawn card is to be placed, but there is none, or by another seat")
        if slot.first_went not in ("", *PLACES):
            raise ValueError(f'no card can be put into "{slot.first_went}"')
        if self.engine.is_home_made:
            return
        drawn = [limit - left for left, limit in self._draws(state)]
        if asked and not (drawn and drawn[0] % 2):
            raise ValueError("a card is to be placed that is not the first of a pair")
        if bool(slot.first_went) != (not asked and any(n % 2 for n in drawn)):
            raise ValueError("the first card of a pair has its place, but no pair is being drawn")

    @staticmethod
    def _draws(state: State) -> list[tuple[int, int]]:
        """The draws left, and those that the turn gives, while more cards are drawn."""
        return [data for pending, _, data in state.pending if pending.name == NextCard.name]

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
        shared = state.memory.setdefault(ShareTickets, {})  # made when first listed
        for size in range(1, MAX_SHARED + 1):
            for numbers in combinations(held, size):
                action = shared.get(numbers)
                if action is None:
                    tickets = self.engine.board.tickets
                    action = shared[numbers] = ShareTickets([tickets[n] for n in numbers])
                out.append(action)

    def check(self, state: State, seat: int, action: ShareTickets) -> list[int] | str:
        """Return the tickets' numbers if the seat may share them, or else a refusal."""
        if type(action.tickets) is not tuple:
            return f"the tickets shared are a tuple, not a {kind_of(action.tickets)}"
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
                named = checked_list(given, f"shared_tickets[{team}]: a list of tickets")
                slot.shared_tickets[team] += map(state.engine.numbers.find_ticket, named)
