"""Claiming routes: what they cost, the trains they need, the points they give."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import TYPE_CHECKING

import attrs

from ttrkit.actions import Action, ClaimRoute
from ttrkit.board import Route
from ttrkit.colours import PLAIN_COLOURS
from ttrkit.parts.base import Decision, Part
from ttrkit.payment_tables import Picker, PricedActions, Rows
from ttrkit.payments import Cost, Payment, in_words
from ttrkit.piles import CARD_NUMBER, WILD_CARD, Cards
from ttrkit.state import FREE, Claim, State

if TYPE_CHECKING:
    from ttrkit.engine import Engine
    from ttrkit.history import Event
    from ttrkit.knowledge import Knowledge

Row = tuple[ClaimRoute, ...]


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
        """List every way to claim every route, once, as actions that are then shared."""
        self._lengths = tuple(route.length for route in engine.board.routes)
        self._points = tuple(engine.board.points(length) for length in self._lengths)
        self._asks_each_time = bool(engine.current_cost or engine.why_closed)
        self._bucket_of = engine.bucket_of_route
        self._goes_on = ClaimGoesOn(self)
        self._priced = PricedActions(engine.table, self._claim)
        self._plans = self._priced.plans
        self._rows = [self._priced.row(n, cost) for n, cost in enumerate(engine.route_costs)]
        self._tables = [engine.table(cost) for cost in engine.route_costs]
        self._picks: dict[tuple[int, tuple[int, ...]], Picker | None] = {}
        plain = len(PLAIN_COLOURS)
        self._buckets = [
            (
                plain + i,
                cost.least,
                length,
                engine.table(cost),
                Rows.of({n: self._rows[n] for n in engine.route_buckets[plain + i]}),
            )
            for i, (cost, length) in enumerate(engine.other_buckets)
        ]
        coloured = [self._lengths[n] for bucket in engine.route_buckets[:plain] for n in bucket]
        self._shortest = min(coloured, default=0)
        self._width = engine.variant.deck["wild"] + 1
        self._by_cards: list[list[Row]] = [
            self._grid(number, self._rows[number]) if bucket < plain else []
            for number, bucket in enumerate(engine.bucket_of_route)
        ]

    def _claim(self, number: int, payment: Payment) -> ClaimRoute:
        return ClaimRoute(self.engine.board.routes[number], payment.cards, payment.shared)

    def _grid(self, number: int, row: Row) -> list[Row]:
        """The actions of a row that are payable, by cards of the route's colour, then by wilds."""
        cost = self.engine.route_costs[number]
        deck = self.engine.variant.deck.counts
        card = CARD_NUMBER[cost.colours[0]]
        found: dict[tuple[int, int], Row] = {}

        def payable(have: int, wild: int) -> Row:
            key = (min(have, cost.size), min(wild, cost.size))
            if key not in found:
                found[key] = tuple(
                    a for a in row if a.cards.counts[card] <= have and a.cards.counts[-1] <= wild
                )
            return found[key]

        return [
            payable(have, wild) for have in range(deck[card] + 1) for wild in range(self._width)
        ]

    def decisions(self) -> Iterable[Decision]:
        return (self._goes_on,)

    # Listing -------------------------------------------------------------------------------

    def list_actions(self, state: State, seat: int, out: list[Action]) -> None:
        if self._asks_each_time:
            self._list_asking(state, seat, out)
        elif self.engine.shared_purse is None:
            self._list_from_hand(state, seat, out)
        else:
            self._list_from_purses(state, seat, out)

    def _list_from_hand(self, state: State, seat: int, out: list[Action]) -> None:
        """By tables: coloured routes by (cards of the colour, wilds), others by cost."""
        hand = state.hands[seat]
        trains = state.trains[seat]
        wild = hand[WILD_CARD]
        open_routes = state.open_routes[seat]
        least = self._shortest - wild  # cards of a colour without which no such route is in reach
        if least <= trains:
            lengths, by_cards = self._lengths, self._by_cards
            for have, bucket in zip(hand[:WILD_CARD], open_routes, strict=False):
                if have < least:
                    continue
                reach = have + wild
                if reach > trains:
                    reach = trains
                cell = have * self._width + wild
                for number in bucket.numbers:
                    if lengths[number] > reach:
                        break
                    out += by_cards[number][cell]
        self._list_others(state, seat, out, max(hand[:WILD_CARD]) + wild, (bytes(hand),))

    def _list_others(
        self, state: State, seat: int, out: list[Action], most: int, purses: tuple[bytes, ...]
    ) -> None:
        """The routes that are not of one plain colour, cost by cost, up to `most` cards."""
        trains, open_routes = state.trains[seat], state.open_routes[seat]
        for place, least, length, table, rows in self._buckets:
            if least > most:
                return
            among = open_routes[place]
            if among.numbers and length <= trains:
                affordable = table.select_from(purses)
                if affordable is not None:
                    affordable.list_all(out, rows, among)

    def _list_from_purses(self, state: State, seat: int, out: list[Action]) -> None:
        """The same for a seat with two purses."""
        purses = hand, shared = tuple(map(bytes, state.purses(seat)))
        trains = state.trains[seat]
        wilds = hand[WILD_CARD], shared[WILD_CARD]
        wild = sum(wilds)
        lengths, rows, open_routes = self._lengths, self._rows, state.open_routes[seat]
        most = 0
        for mine, ours, bucket in zip(hand[:WILD_CARD], shared, open_routes, strict=False):
            reach = mine + ours + wild
            if reach > most:
                most = reach
            if not reach:
                continue
            last = 0
            pick = None
            for number in bucket.numbers:
                length = lengths[number]
                if length > reach or length > trains:
                    break
                if length != last:  # routes of one colour and length cost the same
                    last = length
                    pick = self._pick(number, length, (mine, ours, *wilds), purses)
                if pick:
                    out += pick(rows[number])
        self._list_others(state, seat, out, most, purses)

    def _pick(
        self, number: int, length: int, held: tuple[int, ...], purses: tuple[bytes, ...]
    ) -> Picker | None:
        """What is payable of a coloured route's row: the same for all colours of this length."""
        key = (length, held)
        try:
            return self._picks[key]
        except KeyError:
            affordable = self._tables[number].select_from(purses)
            pick = self._picks[key] = None if affordable is None else affordable.pick
            return pick

    def _list_asking(self, state: State, seat: int, out: list[Action]) -> None:
        """Route by route, where a part is to be asked for each."""
        purses = tuple(map(bytes, state.purses(seat)))
        trains = state.trains[seat]
        for number in self._open(state, seat):
            route = self.engine.board.routes[number]
            if self._lengths[number] <= trains and self._why_closed(state, seat, route) is None:
                cost = self._cost(state, seat, number)
                affordable = self.engine.table(cost).select_from(purses)
                if affordable is not None:
                    out += affordable.pick(self._priced.row(number, cost))

    def _open(self, state: State, seat: int) -> Iterator[int]:
        return (number for bucket in state.open_routes[seat] for number in bucket.numbers)

    # Checking ------------------------------------------------------------------------------

    def why_not(self, state: State, seat: int, action: ClaimRoute) -> str | None:
        plan = self._plan(state, seat, action)
        if plan is None:
            return self._explain_misfit(state, seat, action)
        number, payment = plan
        if (
            number in state.open_routes[seat][self._bucket_of[number]].numbers
            and state.trains[seat] >= self._lengths[number]
            and state.can_pay(seat, payment)
            and not self._asks_each_time
        ):
            return None
        return self._explain(state, seat, action.route, number, payment)

    def _plan(self, state: State, seat: int, action: ClaimRoute) -> tuple[int, Payment] | None:
        """Which route, paid how; None if there is no such route or it is not paid so."""
        plan = None if self._asks_each_time else self._plans.get(id(action))
        if plan is None:
            number = self.engine.route_number.get(action.route.id, -1)
            if number >= 0 and self.engine.board.routes[number] == action.route:
                table = self.engine.table(self._cost(state, seat, number))
                payment = table.find(action.cards, action.shared)
                plan = None if payment is None else (number, payment)
        return plan

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
        plan = self._plan(state, seat, action)
        assert plan is not None  # the action was checked
        number, payment = plan
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
        for i, before_claim in enumerate(self.engine.before_claim[step:], step + 1):
            before_claim(state, claim.seat, route, claim.payment)
            if len(state.stack) > depth:
                state.stack.insert(depth, (self._goes_on, claim.seat, i))
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
