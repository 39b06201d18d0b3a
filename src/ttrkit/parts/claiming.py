"""Claiming routes: what they cost, the trains they need, the points they give."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import TYPE_CHECKING

import attrs

from ttrkit.actions import Action, ClaimRoute
from ttrkit.board import Route
from ttrkit.colours import PLAIN_COLOURS
from ttrkit.parts.base import Decision, Part
from ttrkit.payments import Cost, Payment, in_words
from ttrkit.piles import CARD_NUMBER, NO_CARDS, WILD_CARD, Cards
from ttrkit.racks import HAVE, LACKING, NOTHING_LEFT, WILDS
from ttrkit.state import FREE, Claim, State

if TYPE_CHECKING:
    from ttrkit.engine import Engine
    from ttrkit.history import Event
    from ttrkit.knowledge import Knowledge

SEVERAL_COLOURS, HOME_MADE = WILD_CARD, WILD_CARD + 1


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
        self._lengths = tuple(route.length for route in engine.board.routes)
        self._points = tuple(engine.board.points(length) for length in self._lengths)
        self._asks_each_time = bool(engine.current_cost or engine.why_closed)
        home_made = engine.pools[HOME_MADE].targets
        self._is_special = bool(self._asks_each_time or engine.shared_purse or home_made)
        self._goes_on = ClaimGoesOn(self)
        self._numbers = engine.route_number
        self._payments: Mapping[int, Payment] = (
            {} if self._asks_each_time else engine.claims.payments
        )
        self._longest = engine.longest
        self._cards = tuple(
            CARD_NUMBER[colour]
            for colour, pool in zip(PLAIN_COLOURS, engine.pools, strict=False)
            if engine.variant.deck[colour] or pool.targets  # a colour without cards: for wilds
        )
        coloured = [shelf.size for pool in engine.pools[:WILD_CARD] for shelf in pool.shelves]
        self._shortest = min(coloured, default=NOTHING_LEFT)

    def decisions(self) -> Iterable[Decision]:
        return (self._goes_on,)

    # Listing -------------------------------------------------------------------------------

    def list_actions(self, state: State, seat: int, out: list[Action]) -> None:
        """By colour: the routes of that colour, then those of several; at last with wilds alone."""
        if self._is_special:
            self._list_specially(state, seat, out)
            return
        hand = state.hands[seat]
        racks = state.racks
        bars = state.closed[seat] & state.open
        wild = hand[WILD_CARD]
        several = racks[SEVERAL_COLOURS]
        if bars & several.targets:
            several = several.barring(bars)
        least = self._shortest - wild  # cards of a colour without which no such route is in reach
        lacking = self._longest - state.trains[seat]
        base = wild * WILDS
        if lacking > 0:
            base += lacking * LACKING
        for card in self._cards:
            have = hand[card]
            if have >= least:
                rack = racks[card]
                if bars & rack.targets:
                    rack = rack.barring(bars)
                out += rack[have * HAVE + base + card]
        if several.targets:
            least = several.least - wild if wild < several.least else 1
            for card in self._cards:
                have = hand[card]
                if have >= least:
                    out += several[have * HAVE + base + card]
            if wild >= several.least:
                out += several[base + WILD_CARD]

    def _list_specially(self, state: State, seat: int, out: list[Action]) -> None:
        """Where a part is to be asked each time, or there are two purses, or home-made costs."""
        open_routes = state.open & ~state.closed[seat]
        if not self._asks_each_time:
            self._list_from_purses(state, seat, out)
            open_routes &= self.engine.pools[HOME_MADE].targets
        if open_routes:
            self._list_asking(state, seat, out, open_routes)

    def _list_from_purses(self, state: State, seat: int, out: list[Action]) -> None:
        """The same for a seat with two purses, which remembers less: their content differs more."""
        hand = state.hands[seat]
        shared = state.purses(seat)[1] if self.engine.shared_purse else NO_CARDS.counts
        bars = state.closed[seat] & state.open
        racks = [rack.barring(bars) for rack in state.racks] if bars else state.racks
        wild = hand[WILD_CARD] + 256 * shared[WILD_CARD]
        wilds = hand[WILD_CARD] + shared[WILD_CARD]
        base = wild * WILDS + max(self._longest - state.trains[seat], 0) * LACKING
        several = racks[SEVERAL_COLOURS]
        for card in self._cards:
            mine, ours = hand[card], shared[card]
            reach = mine + ours + wilds
            if reach >= racks[card].least:
                racks[card].list_into(out, (mine + 256 * ours) * HAVE + base + card)
            if reach >= several.least and reach > wilds:
                several.list_into(out, (mine + 256 * ours) * HAVE + base + card)
        if wilds >= several.least:
            several.list_into(out, base + WILD_CARD)

    def _list_asking(self, state: State, seat: int, out: list[Action], open_routes: int) -> None:
        """Route by route, where a part is to be asked for each, or the cost is home-made."""
        engine = self.engine
        purses = state.purses(seat)
        trains = state.trains[seat]
        for number, route in enumerate(engine.board.routes):
            if not open_routes >> number & 1 or self._lengths[number] > trains:
                continue
            if self._why_closed(state, seat, route) is None:
                cost = self._cost(state, seat, number)
                out += engine.table(cost).payable(purses, engine.claims.row(number, cost))

    # Checking ------------------------------------------------------------------------------

    def why_not(self, state: State, seat: int, action: ClaimRoute) -> str | None:
        payment = self._payments.get(id(action)) or self._payment(state, seat, action)
        if payment is None:
            return self._explain_misfit(state, seat, action)
        number = self._numbers[action.route.id]
        if (
            state.owners[number] == FREE
            and not state.closed[seat] >> number & 1
            and state.trains[seat] >= self._lengths[number]
            and not self._asks_each_time
            and state.can_pay(seat, payment)
        ):
            return None
        return self._explain(state, seat, action.route, number, payment)

    def _payment(self, state: State, seat: int, action: ClaimRoute) -> Payment | None:
        """What is paid; None if there is no such route or it is not paid so."""
        number = self.engine.route_number.get(action.route.id, -1)
        if number < 0 or self.engine.board.routes[number] != action.route:
            return None
        table = self.engine.table(self._cost(state, seat, number))
        return table.find(action.cards, action.shared)

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
        if state.closed[seat] >> number & 1:
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
        payment = self._payments.get(id(action)) or self._payment(state, seat, action)
        assert payment is not None  # the action was checked
        number = self._numbers[action.route.id]
        if self.engine.before_claim:
            state.pay(seat, payment)
            state.claim = Claim(seat, number, payment)
            self.go_on(state, state.claim, 0)
        else:
            state.spend(seat, payment)
            self._finish(state, seat, number, payment)

    def go_on(self, state: State, claim: Claim, step: int) -> None:
        """Ask the parts from `step` on; a decision that one of them puts in comes first."""
        route = self.engine.board.routes[claim.route]
        depth = len(state.stack)
        while step < len(self.engine.before_claim):
            self.engine.before_claim[step](state, claim.seat, route, claim.payment)
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
        sheet = state.points[seat]
        sheet["routes"] = sheet.get("routes", 0) + self._points[number]
        for after_claim in self.engine.after_claim:
            after_claim(state, seat, self.engine.board.routes[number], payment)
