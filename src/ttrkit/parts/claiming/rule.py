"""Claiming routes: the trains they need, the cards they cost, the points they give."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from itertools import chain
from typing import TYPE_CHECKING

import attrs

from ttrkit._text import counted
from ttrkit.board import Route
from ttrkit.engine import (
    FREE,
    Claim,
    OpenRoutes,
    State,
    lay_pieces,
    pieces_left,
    who_closed,
)
from ttrkit.events import ClaimRoute
from ttrkit.hooks import Decision, answer_of
from ttrkit.parts.claiming.listing import ClaimListing
from ttrkit.parts.claiming.prices import Prices
from ttrkit.payment import Cards, Payment, in_words

if TYPE_CHECKING:
    from ttrkit.engine import Engine


class ResumeClaim(Decision):
    """Not a question: resumes a claim after a decision that a part pushed in `before_claim`."""

    name = "claim goes on"
    data_type = int
    is_question = False

    def __init__(self, claiming: Claiming) -> None:
        self._claiming = claiming

    def enter(self, state: State, seat: int, data: int) -> bool:
        if state.claim is not None:
            self._claiming.resume(state, state.claim, data)
        return False


Plan = tuple[int, Payment]  # the number of the route, and the payment for it


@attrs.define(slots=False)
class Claiming(ClaimListing):
    """Claim a free route (US-20 to US-24): pay its cards, place trains, score its length."""

    actions = (ClaimRoute,)
    labels = ("routes",)

    def prepare(self, engine: Engine) -> None:
        """Price all routes, and sort them by price."""
        prices = Prices(engine)
        self.prepare_listing(engine, prices)
        engine.open_routes = OpenRoutes(prices.groups)
        self._group_of = engine.open_routes.group_of
        self._lengths, self._points = prices.lengths, prices.points
        self._routes = engine.board.routes
        self._after = engine.answers.after_claim
        self._plans: Mapping[int, Plan] = {} if self._asks_each_time else prices.claims.plans
        self._resume = ResumeClaim(self)
        self._before = [
            tuple(
                hook
                for part in engine.parts
                if (hook := answer_of(part, "before_claim")) and part.delays_claim_of(route)
            )
            for route in engine.board.routes
        ]

    def decisions(self) -> Iterable[Decision]:
        return (self._resume,)

    def every_action(self) -> Iterable[ClaimRoute]:
        return chain.from_iterable(self.prices.rows)

    # Checking ------------------------------------------------------------------------------

    def check(self, state: State, seat: int, action: ClaimRoute) -> Plan | str:
        """Return the route's number and the payment if the claim is legal, or else a refusal."""
        plan = self._plans.get(id(action))
        if plan is not None:
            number, payment = plan
            if (
                action.cards is not payment.cards  # a shared action that was tampered with
                or action.shared is not payment.shared
                or action.route is not self._routes[number]
            ):
                plan = None
        if plan is None:
            plan = self._plan(state, seat, action)
            if plan is None:
                return self._explain_misfit(state, seat, action)
            number, payment = plan
        if (
            number in state.open_routes[self._group_of[number]]
            and seat not in state.closed_to[number]
            and state.trains[seat] >= self._lengths[number]
            and not self._asks_each_time
            and state.can_pay(seat, payment)
        ):
            return plan
        return self._explain(state, seat, action.route, number, payment) or plan

    def _plan(self, state: State, seat: int, action: ClaimRoute) -> Plan | None:
        """The route's number and the payment; None if the board has no such route or payment."""
        number = self.engine.numbers.route(action.route)
        if number < 0:
            return None
        table = self.engine.payments[self.cost_now(state, seat, number)]
        payment = table.find(action.cards, action.shared)
        return None if payment is None else (number, payment)

    def _explain_misfit(self, state: State, seat: int, action: ClaimRoute) -> str:
        """The refusal of a claim with an unknown route or a payment that does not fit."""
        number = self.engine.numbers.route(action.route)
        if number < 0:
            return f"{action.route} ({action.route.id}) is no route of this board"
        played = in_words(action.cards, action.shared)
        return f"{action.route} needs {self.cost_now(state, seat, number)}; you played {played}"

    def _explain(
        self, state: State, seat: int, route: Route, number: int, payment: Payment
    ) -> str | None:
        """The refusal of a claim whose payment fits; None if the claim is legal."""
        if state.owners[number] != FREE and number not in self.engine.shared_routes:
            return f"{route} is taken already, by seat {state.owners[number]}"
        if not state.is_open(seat, number):
            return f"{route} is closed to you: {who_closed(state, seat, route)}"
        reason = self.why_closed_now(state, seat, route)
        if reason is not None:
            return f"{route} is closed to you: {reason}"
        left = pieces_left(state, seat, number)
        if left < route.length:
            pieces = counted(route.length, self.engine.pieces_of[number].name)
            return f"{route} needs {pieces}; you have {left}"
        if not state.can_pay(seat, payment):
            held = " and ".join(str(Cards(bytes(purse))) for purse in state.purses(seat))
            return f"{route} cannot be paid with {payment}: you hold {held}"
        return None

    # Carrying out --------------------------------------------------------------------------

    def perform(self, state: State, seat: int, action: ClaimRoute, found: Plan) -> None:
        number, payment = found
        if self._before[number]:
            state.pay(seat, payment)
            state.claim = claim = Claim(seat, number, payment)
            self.resume(state, claim, 0)
        else:
            self._finish(state, seat, number, payment)

    def resume(self, state: State, claim: Claim, step: int) -> None:
        """Ask the parts from `step` on; a decision that one of them pushes is answered first."""
        route = self.engine.board.routes[claim.route]
        for before_claim in self._before[claim.route][step:]:
            step += 1
            state.push(self._resume, claim.seat, step)
            depth = len(state.stack)
            before_claim(state, claim.seat, route, claim.payment)
            if len(state.stack) > depth:
                return  # the claim is resumed after the pushed decision is answered
            state.stack.pop()
            if state.claim is None:
                return
            claim = state.claim
        self._finish(state, *claim)

    def _finish(self, state: State, seat: int, number: int, payment: Payment) -> None:
        """Finish a claim in this order (GAP-15): discards, trains, points, other parts."""
        if state.claim is None:
            state.spend(seat, payment)
        else:  # the payment was laid down before
            state.claim = None
            state.discard(payment)
        if self._takes_others:
            lay_pieces(state, seat, number)
        else:
            state.trains[seat] -= self._lengths[number]
        state.take_route(seat, number)
        state.award(seat, self._points[number], "routes")
        for after_claim in self._after:
            after_claim(state, seat, self._routes[number], payment)

    def check_state(self, state: State) -> None:
        """A claim that is laid down can be made, and is resumed by a pending decision."""
        claim, engine = state.claim, self.engine
        resumed = [(seat, step) for pending, seat, step in state.pending if pending is self._resume]
        if claim is None:
            if resumed and not engine.is_home_made:
                raise ValueError("a claim goes on that nobody has made")
            return
        seat, number, payment = claim
        route = engine.board.routes[number]
        if len(resumed) != 1 or resumed[0][0] != seat:
            raise ValueError(f"{route} is to be claimed, and nothing goes on with it")
        if not 1 <= resumed[0][1] <= len(self._before[number]):
            raise ValueError(f"the claim of {route} goes on in no way that there is")
        if not state.is_open(seat, number):
            raise ValueError(f"{route} is to be claimed, but it is not open to seat {seat}")
        if pieces_left(state, seat, number) < route.length:
            raise ValueError(f"{route} is to be claimed without enough trains")
        table = engine.payments[self.prices.costs[number]]
        if payment.shared and engine.answers.shared_purse is None:
            raise ValueError(f"{route} is paid for from a purse that nobody has")
        if table.find(payment.cards, payment.shared) is None and not engine.is_home_made:
            raise ValueError(f"{route} costs {table.cost}, and not {payment}")
