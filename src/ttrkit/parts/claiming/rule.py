"""Claiming routes: what they cost, the trains they need, the points they give."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from itertools import chain
from typing import TYPE_CHECKING, Any

import attrs

from ttrkit.board.model import Route
from ttrkit.engine.state import FREE, Claim, State
from ttrkit.events.actions import Action, ClaimRoute
from ttrkit.hooks.part import Decision, Part, answers
from ttrkit.payment.card_counts import CARD_KINDS, WILD_CARD, Cards
from ttrkit.payment.costs import Cost, Payment, in_words
from ttrkit.payment.tables import COUNTS, PaymentTable

if TYPE_CHECKING:
    from ttrkit.engine.engine import Engine
    from ttrkit.events.history import Event
    from ttrkit.knowledge.deduction import Knowledge

ALL_CARDS = tuple(range(CARD_KINDS))


class ClaimGoesOn(Decision):
    """Not a question: goes on with a claim after a decision that a part put in (`before_claim`)."""

    name = "claim goes on"
    data_type = int
    is_question = False

    def __init__(self, claiming: Claiming) -> None:
        self._claiming = claiming

    def enter(self, state: State, seat: int, data: int) -> bool:
        if state.claim is not None:
            self._claiming.go_on(state, state.claim, data)
        return False


@attrs.define(slots=False)
class Claiming(Part):
    """Claim a free route (US-20 to US-24): pay its cards, place one's trains, score its length."""

    actions = (ClaimRoute,)
    labels = ("routes",)

    def prepare(self, engine: Engine) -> None:
        self._lengths = [route.length for route in engine.board.routes]
        self._points = [engine.board.points(length) for length in self._lengths]
        self._asks_each_time = bool(engine.current_cost or engine.why_closed)
        self._is_special = bool(self._asks_each_time or engine.shared_purse)
        self._goes_on = ClaimGoesOn(self)
        self._before = [
            tuple(
                hook
                for part in engine.parts
                if (hook := answers(part, "before_claim")) and part.holds_up(route)
            )
            for route in engine.board.routes
        ]
        self._shelf_of = engine.shelves.place_of_route
        self._plans: Mapping[int, tuple[int, Payment]] = (
            {} if self._asks_each_time else engine.claims.plans
        )
        self._rows = engine.claim_rows
        self._prepare_listing(engine)

    def _prepare_listing(self, engine: Engine) -> None:
        """Make what `list_actions` looks things up in: one tuple, to have it at hand at once."""
        tables = [engine.table(cost) for cost in engine.route_costs]
        by_colour = [number for routes in engine.shelves.routes[:CARD_KINDS] for number in routes]
        self._picks = {n: next(iter(tables[n].by_card.values())) for n in by_colour}
        self._least = min([self._lengths[number] for number in by_colour], default=COUNTS)
        cheapest: list[Any] = [row[0] if row else None for row in self._rows]
        offers = {} if self._is_special else {n: self._offer(tables[n], n) for n in by_colour}
        mixed = [
            (shelf.place, shelf.size, shelf.length, shelf.table.fewest_wilds, shelf.table.by_wilds)
            for shelf in engine.shelves.mixed
        ]
        plain = range(WILD_CARD) if mixed else ()  # each may be what a mixed route is paid in
        colours = [card for card in ALL_CARDS if card in plain or engine.shelves.routes[card]]
        self._tables = (colours, self._least, self._lengths, offers, cheapest, mixed)

    def _offer(self, table: PaymentTable, route: int) -> list[list[tuple[ClaimRoute, ...]]]:
        """The claims of a route in one colour, by how many wilds and cards of it are in hand."""
        (picks,) = table.by_card.values()
        row = self._rows[route]
        size, deck = table.cost.size, self.engine.variant.deck.counts
        most = max(deck)
        of_wilds: list[list[tuple[ClaimRoute, ...]]] = []
        for wild in range(min(size, deck[WILD_CARD]) + 1):
            of_cards = [
                tuple([row[place] for place in picks.places(0, have, 0, wild)])
                for have in range(min(size, most) + 1)
            ]
            of_wilds.append(of_cards + of_cards[-1:] * (most - size))  # more make no difference
        return of_wilds + of_wilds[-1:] * (deck[WILD_CARD] - size)

    def decisions(self) -> Iterable[Decision]:
        return (self._goes_on,)

    # Listing -------------------------------------------------------------------------------

    def list_actions(self, state: State, seat: int, out: list[Action]) -> None:
        """The routes of each colour, then those of several; the cheapest first."""
        if self._is_special:
            self._list_specially(state, seat, out)
            return
        hand = state.hands[seat]
        trains = state.trains[seat]
        shelves = state.open
        barred = state.barred
        colours, shortest, lengths, offers, cheapest, mixed = self._tables
        wild = hand[WILD_CARD]
        least = shortest - wild  # cards of a colour without which nothing is in reach
        most = least - 1  # of any colour; those passed over have no more
        for card in colours:
            have = hand[card]
            if have >= least:
                if have > most:
                    most = have
                reach = have + wild
                if reach > trains:
                    reach = trains
                for route in shelves[card]:
                    if lengths[route] > reach:
                        break
                    if not barred[route] or seat not in barred[route]:
                        if wild:
                            out += offers[route][wild][have]
                        else:
                            out.append(cheapest[route])
        reach = most + wild  # no colour goes farther
        for place, size, length, fewest, by_wilds in mixed:
            if size > reach:
                break
            routes = shelves[place]
            if routes and wild >= fewest and length <= trains:
                picks = by_wilds[wild]
                pick = picks[bytes(hand).translate(picks.cap)]
                for route in routes:
                    if not barred[route] or seat not in barred[route]:
                        out += pick(self._rows[route])

    def _list_specially(self, state: State, seat: int, out: list[Action]) -> None:
        """Where a part is to be asked each time, or there are two purses."""
        if self._asks_each_time:
            self._list_asking(state, seat, out)
        else:
            self._list_from_purses(state, seat, out)

    def _list_from_purses(self, state: State, seat: int, out: list[Action]) -> None:
        """The same for a seat with two purses, colour by colour: these differ too much as a whole.

        Cards are counted as in `payment.tables`.
        """
        hand, shared = state.purses(seat)
        trains = state.trains[seat]
        shelves = state.open
        barred = state.barred
        lengths, picks, rows = self._lengths, self._picks, self._rows
        wild = hand[WILD_CARD] + 256 * shared[WILD_CARD]
        wilds = hand[WILD_CARD] + shared[WILD_CARD]
        farthest = 0
        held = []
        for card in ALL_CARDS:
            have = hand[card] + 256 * shared[card]
            if have or wilds >= self._least:
                key = have * COUNTS + wild
                reach = hand[card] + shared[card] + wilds
                if have:
                    held.append((card, reach, key))
                    if reach > farthest:
                        farthest = reach
                for route in shelves[card]:
                    if lengths[route] > reach or lengths[route] > trains:
                        break
                    if not barred[route] or seat not in barred[route]:
                        out += picks[route][key](rows[route])
        for place, size, length, table in self.engine.shelves.mixed:
            if size > farthest:
                break
            routes = shelves[place]
            if routes and length <= trains:
                if len(table.by_card) < 2:  # of one colour wilds alone may pay; or it is home-made
                    for route in routes:
                        if not barred[route] or seat not in barred[route]:
                            out += table.payable((hand, shared), rows[route])
                    continue
                for card, reach, key in held:
                    if reach >= size and card in table.by_card:
                        pick = table.by_card[card][key]
                        for route in routes:
                            if not barred[route] or seat not in barred[route]:
                                out += pick(rows[route])

    def _list_asking(self, state: State, seat: int, out: list[Action]) -> None:
        """Route by route, where a part is to be asked for each."""
        engine = self.engine
        purses = state.purses(seat)
        trains = state.trains[seat]
        for number in sorted(chain.from_iterable(state.open)):
            route = engine.board.routes[number]
            if route.length > trains or seat in state.barred[number]:
                continue
            if self._why_closed(state, seat, route) is None:
                cost = self._cost(state, seat, number)
                out += engine.table(cost).payable(purses, engine.claims.row(number, cost))

    # Checking ------------------------------------------------------------------------------

    def why_not(self, state: State, seat: int, action: ClaimRoute) -> str | None:
        plan = self._plans.get(id(action)) or self._plan(state, seat, action)
        if plan is None:
            return self._explain_misfit(state, seat, action)
        number, payment = plan
        if (
            number in state.open[self._shelf_of[number]]
            and seat not in state.barred[number]
            and state.trains[seat] >= self._lengths[number]
            and not self._asks_each_time
            and state.can_pay(seat, payment)
        ):
            return None
        return self._explain(state, seat, action.route, number, payment)

    def _plan(self, state: State, seat: int, action: ClaimRoute) -> tuple[int, Payment] | None:
        """Which route, and what is paid; None if there is no such route or it is not paid so."""
        number = self.engine.route_number.get(action.route.id, -1)
        if number < 0 or self.engine.board.routes[number] != action.route:
            return None
        table = self.engine.table(self._cost(state, seat, number))
        payment = table.find(action.cards, action.shared)
        return None if payment is None else (number, payment)

    def _cost(self, state: State, seat: int, number: int) -> Cost:
        cost = self.engine.route_costs[number]
        for current_cost in self.engine.current_cost:
            cost = current_cost(state, seat, self.engine.board.routes[number], cost)
        return cost

    def _why_closed(self, state: State, seat: int, route: Route) -> str | None:
        for why_closed in self.engine.why_closed:
            reason: str | None = why_closed(state, seat, route)
            if reason is not None:
                return reason
        return None

    def _explain_misfit(self, state: State, seat: int, action: ClaimRoute) -> str:
        number = self.engine.route_number.get(action.route.id, -1)
        if number < 0 or self.engine.board.routes[number] != action.route:
            return f"{action.route} ({action.route.id}) is no route of this board"
        played = in_words(action.cards, action.shared)
        return f"{action.route} needs {self._cost(state, seat, number)}; you played {played}"

    def _explain(
        self, state: State, seat: int, route: Route, number: int, payment: Payment
    ) -> str | None:
        """In words, what is in the way of a claim that is paid as it should be."""
        if state.owners[number] != FREE:
            return f"{route} is taken already, by seat {state.owners[number]}"
        if not state.is_open(seat, number):
            return f"{route} is closed to you: {self._who_closed(state, seat, route)}"
        reason = self._why_closed(state, seat, route)
        if reason is not None:
            return f"{route} is closed to you: {reason}"
        if state.trains[seat] < route.length:
            return f"{route} needs {route.length} trains; you have {state.trains[seat]}"
        if not state.can_pay(seat, payment):
            held = " and ".join(str(Cards(bytes(purse))) for purse in state.purses(seat))
            return f"{route} cannot be paid with {payment}: you hold {held}"
        return None

    def _who_closed(self, state: State, seat: int, route: Route) -> str:
        """Ask again, of every claimed route, what it closes."""
        for number, owner in enumerate(state.owners):
            if owner != FREE:
                for closes in self.engine.closes:
                    for closing in closes(state, owner, self.engine.board.routes[number]):
                        hit = closing.seats is None or seat in closing.seats
                        if closing.route == route and hit:
                            return str(closing.why)
        return "it is out of use in this game"

    def learn(self, knowledge: Knowledge, event: Event) -> None:
        action = event.action
        if type(action) is ClaimRoute:
            self.engine.learn_payment(knowledge, event, action.cards, action.shared)

    # Carrying out --------------------------------------------------------------------------

    def perform(self, state: State, seat: int, action: ClaimRoute) -> None:
        plan = self._plans.get(id(action)) or self._plan(state, seat, action)
        assert plan is not None  # the action was checked
        number, payment = plan
        if self._before[number]:
            state.pay(seat, payment)
            state.claim = Claim(seat, number, payment)
            self.go_on(state, state.claim, 0)
        else:
            state.spend(seat, payment)
            self._finish(state, seat, number, payment)

    def go_on(self, state: State, claim: Claim, step: int) -> None:
        """Ask the parts from `step` on; a decision that one of them puts in comes first."""
        route = self.engine.board.routes[claim.route]
        before = self._before[claim.route]
        depth = len(state.stack)
        while step < len(before):
            before[step](state, claim.seat, route, claim.payment)
            step += 1
            if len(state.stack) > depth:
                state.stack.insert(depth, (self._goes_on, claim.seat, step))
                return
            if state.claim is None:
                return
        claim = state.claim or claim
        state.claim = None
        state.discard(claim.payment)
        self._finish(state, claim.seat, claim.route, claim.payment)

    def _finish(self, state: State, seat: int, number: int, payment: Payment) -> None:
        """GAP-15: the payment is discarded by now; then trains, then points, then other parts."""
        state.trains[seat] -= self._lengths[number]
        state.take_route(seat, number)
        state.award(seat, self._points[number], "routes")
        for after_claim in self.engine.after_claim:
            after_claim(state, seat, self.engine.board.routes[number], payment)
