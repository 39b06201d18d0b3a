"""The engine: asks the parts, knows no edition.

One `Engine` per variant binds its parts, collects who answers which hook, and works out once what
every route costs. Its `loop` then runs the turns.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import cache, cached_property
from typing import TYPE_CHECKING, Any

from ttrkit.board.model import Ticket
from ttrkit.colours import PLAIN_COLOURS, Colour
from ttrkit.engine.open_routes import Shelves
from ttrkit.engine.piles import PileSpec, declared_piles, open_fields
from ttrkit.engine.slots import (
    PileReader,
    PileView,
    open_reader,
    pile_reader,
    pile_views,
    slots_copier,
)
from ttrkit.engine.state import State
from ttrkit.engine.turn_loop import TurnLoop
from ttrkit.events.actions import ClaimRoute
from ttrkit.events.chance import Chance
from ttrkit.hooks.part import Decision, Part, answers
from ttrkit.payment.card_counts import CARD_KINDS
from ttrkit.payment.costs import Cost, Payment
from ttrkit.payment.tables import PaymentTable, PricedActions

if TYPE_CHECKING:
    from ttrkit.events.history import Event
    from ttrkit.knowledge.deduction import Knowledge
    from ttrkit.payment.card_counts import Cards
    from ttrkit.records.codec import Codec
    from ttrkit.variant import Variant

Hook = Callable[..., Any]


class Engine:
    """A variant made ready to play."""

    def __init__(self, variant: Variant) -> None:
        self.variant = variant
        self.board = variant.board
        self.route_number = {route.id: i for i, route in enumerate(self.board.routes)}
        self.ticket_number = {ticket.id: i for i, ticket in enumerate(self.board.tickets)}
        rank = {name: place for place, name in enumerate(sorted(self.ticket_number))}
        self.ticket_rank = [rank[ticket.id] for ticket in self.board.tickets]
        self.market_powers = [(variant.market_size + 1) ** card for card in range(CARD_KINDS)]
        self.city_number = {city.name: i for i, city in enumerate(self.board.cities)}
        self.route_ends = tuple(
            (self.city_number[route.a], self.city_number[route.b], route.length)
            for route in self.board.routes
        )
        self.ticket_ends = tuple(
            (self.city_number[ticket.a], self.city_number[ticket.b], ticket.points)
            for ticket in self.board.tickets
        )
        self._bind_parts()
        self._price_routes()
        for part in self.parts:
            part.prepare(self)
        self.loop = TurnLoop(self)
        self.decisions: dict[str, Decision] = {self.loop.turn.name: self.loop.turn}
        for part in self.parts:
            for decision in part.decisions():
                if self.decisions.setdefault(decision.name, decision) is not decision:
                    raise ValueError(f'two parts have a decision called "{decision.name}"')
        self.action_types = tuple(
            dict.fromkeys(
                [kind for part in self.parts for kind in part.actions]
                + [kind for decision in self.decisions.values() for kind in decision.actions]
            )
        )

    # Binding -------------------------------------------------------------------------------

    def _bind_parts(self) -> None:
        slots = 0
        bound = []
        for part in self.variant.parts:
            bound.append(self._bound(part, slots))
            slots += part.slot is not None
        self.parts = tuple(bound)
        self.slot_types = [part.slot for part in self.parts if part.slot is not None]
        self.slot_piles: list[tuple[PileSpec, ...]] = [declared_piles(s) for s in self.slot_types]
        self.open_names = [open_fields(slot) for slot in self.slot_types]
        self.open_state = open_reader(self.open_names)
        self.pile_views = cache(self._pile_views)  # by number of seats; of each, by seat
        self.pile_readers = cache(self._pile_readers)
        self.copy_slots = slots_copier(self.slot_types)

        self.set_up = self.answering("set_up")
        self.init_slots = self.answering("init_slot")
        self.closes = self.answering("closes")
        self.why_closed = self.answering("why_closed")
        self.before_claim = self.answering("before_claim")
        self.after_claim = self.answering("after_claim")
        self.current_cost = self.answering("current_cost")
        self.final_points = self.answering("final_points")
        self.tie_breaks = self.answering("tie_break")
        self.borrowed_routes = self.answering("borrowed_routes")
        self.team_tickets = self.answering("team_tickets")
        self.shows = self.answering("shows")
        self.payment_learners = self.answering("learn_payment")
        self.learners = self.answering("learn")
        self.imagine = self.answering("imagine")
        self.plausible = self.answering("is_plausible")
        self.mend = self.answering("mend")
        self.check_state = self.answering("check_state")
        self.recall_tickets = self.answering("recall_tickets")
        self.seat_fields = {name: part for part in self.parts for name in part.seat_fields}
        self.team_fields = {name: part for part in self.parts for name in part.team_fields}
        in_deck = self.answering("in_ticket_deck")
        self.ticket_stock = tuple(
            number
            for number, ticket in enumerate(self.board.tickets)
            if all(answer(ticket) for answer in in_deck)
        )
        self.labels = tuple(dict.fromkeys(label for part in self.parts for label in part.labels))
        self.shared_purse = self._one_answer("shared_purse")
        self.share_ticket = self._one_answer("share_ticket")
        self.chosen_tickets = self._one_answer("chosen_tickets") or _none_chosen
        form_teams = self._one_answer("form_teams") or _every_seat_alone
        self.teams: Callable[[int], tuple[tuple[int, ...], ...]] = cache(form_teams)
        self.team_of: Callable[[int], tuple[int, ...]] = cache(self._teams_by_seat)

    def _bound(self, part: Part, slot_index: int) -> Part:
        return part.bind(self, slot_index)

    def answering(self, hook: str) -> tuple[Hook, ...]:
        """The answers to a hook, in the order of the parts."""
        return tuple(found for part in self.parts if (found := answers(part, hook)))

    def _one_answer(self, hook: str) -> Hook | None:
        found = self.answering(hook)
        if len(found) > 1:
            names = " and ".join(type(part).__name__ for part in self.parts if answers(part, hook))
            raise ValueError(f"{names} both answer {hook}, which one part alone may")
        return found[0] if found else None

    def _teams_by_seat(self, seats: int) -> tuple[int, ...]:
        by_seat = {seat: t for t, team in enumerate(self.teams(seats)) for seat in team}
        return tuple(by_seat[seat] for seat in range(seats))

    def _pile_views(self, seats: int) -> tuple[tuple[PileView, ...], ...]:
        return tuple(
            pile_views(self.slot_piles, self.teams(seats), viewer) for viewer in range(seats)
        )

    def _pile_readers(self, seats: int) -> tuple[PileReader, ...]:
        return tuple(map(pile_reader, self.pile_views(seats)))

    def new_slots(self, seats: int, teams: int) -> list[Any]:
        """Fresh state for every part that keeps any."""
        return [
            slot(**{spec.name: spec.empty(seats, teams) for spec in piles})
            for slot, piles in zip(self.slot_types, self.slot_piles, strict=True)
        ]

    def find_ticket(self, ticket: Any) -> int:
        """The number of a ticket that is given as such or by its two cities."""
        if not isinstance(ticket, Ticket):
            ticket = self.board.ticket(*ticket)
        number = self.ticket_number.get(ticket.id, -1)
        if number < 0 or self.board.tickets[number] != ticket:
            raise ValueError(f"{ticket} is no ticket of this board")
        return number

    def learn_payment(
        self,
        knowledge: Knowledge,
        event: Event,
        cards: Cards,
        shared: Cards,
        returned: bool = False,
    ) -> None:
        """Note what everybody can tell from a payment, or from one that was taken back."""
        knowledge.last_paid = (cards, shared)
        hand = ("hand", event.seat)
        (knowledge.gain if returned else knowledge.lose)(hand, cards)
        if shared:
            for learn in self.payment_learners:
                learn(knowledge, event.seat, shared, returned=returned)

    @cached_property
    def codec(self) -> Codec:
        """What reads and writes this variant's actions and states."""
        from ttrkit.records.codec import Codec

        return Codec(self)

    # What routes cost ----------------------------------------------------------------------

    def _price_routes(self) -> None:
        """Work out what every route costs, and every way to claim it as actions that are shared."""
        self.table = cache(self._table)
        self._blank = cache(self._blank_state)
        plain = tuple(colour for colour in PLAIN_COLOURS if self.variant.deck[colour])
        hooks = self.answering("route_cost")
        costs = []
        for route in self.board.routes:
            cost = Cost(route.length, plain if route.colour is Colour.GREY else (route.colour,))
            for route_cost in hooks:
                cost = route_cost(route, cost)
            costs.append(cost)
        self.route_costs = tuple(costs)
        lengths = [route.length for route in self.board.routes]
        self.claims = PricedActions(self.table, self._claim)
        self.claim_rows = [self.claims.row(number, cost) for number, cost in enumerate(costs)]
        self.shelves = Shelves(self.route_costs, lengths, self.table)

    def _claim(self, number: int, payment: Payment) -> ClaimRoute:
        return ClaimRoute(self.board.routes[number], payment.cards, payment.shared)

    def _table(self, cost: Cost) -> PaymentTable:
        return PaymentTable(cost, purses=1 if self.shared_purse is None else 2)

    # Playing -------------------------------------------------------------------------------

    def start(self, seats: int, chance: Chance, first: int) -> State:
        """A new game, set up and waiting for its first decision."""
        state = self._blank(seats).copy()
        state.chance = chance
        state.first = first
        for set_up in self.set_up:
            set_up(state)
        self.loop.advance(state)
        state.opening, state.log = state.log, ()
        return state

    def _blank_state(self, seats: int) -> State:
        """The state before anything is set up: made once for every number of seats."""
        return State(self, seats, Chance(0))


def _none_chosen(_state: State, _seat: int) -> Sequence[int]:
    return ()


def _every_seat_alone(seats: int) -> tuple[tuple[int, ...], ...]:
    return tuple((seat,) for seat in range(seats))
