"""`Playout`: plays a made-up game on, each seat by a plan of its own and rules of thumb.

The game was dealt at random to fit what one seat knows, so its state holds no secrets. Each seat
goes by its own cards and tickets there, and by what lies on the table. The rules of thumb are those
of the planner, made simple: a playout takes milliseconds.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

from ttrkit.bots.chart import chart_of
from ttrkit.bots.drawing import LONG_RUN
from ttrkit.bots.hints import best_hint
from ttrkit.bots.minds import Counted, Drafts, Link, Mind
from ttrkit.bots.outlook import LAST_TURNS, turns_of_route, turns_to_end
from ttrkit.bots.planner import GOOD_DRAWS, PATIENCE, PlannerPlayer
from ttrkit.bots.prospects import Clock, Standing, clocks_of, expected
from ttrkit.bots.saving import (
    EXTRA,
    EXTRA_TRAINS,
    LAST_EXTRA,
    LYING,
    WILD_EXTRA,
    cheapest,
    lacking,
)
from ttrkit.bots.tables import tables_of
from ttrkit.colours import CARD_COLOURS
from ttrkit.engine import FREE
from ttrkit.errors import IllegalAction
from ttrkit.events import Action, ClaimRoute, DrawBlind, DrawFaceUp
from ttrkit.knowledge import observe
from ttrkit.payment import CARD_KINDS, WILD_CARD
from ttrkit.scoring import Tally

if TYPE_CHECKING:
    from ttrkit.engine import State

BLIND = DrawBlind()
FACE_UP = tuple(map(DrawFaceUp, CARD_COLOURS))
PRICES = [1.5 if card == WILD_CARD else 1.0 for card in range(CARD_KINDS)]

TARGETS = 14  # routes beside the plan that are looked at
FAR = 0.75  # turns for each card that a route lacks
LATE_FAR = 1.5  # the same when somebody has few trains left
FEW_TRAINS = 5
MAX_DRAFTS = 1  # plans made anew by a seat in one playout
MAX_STEPS = 2_000  # decisions, after which a playout is left as it is


class Playout:
    """A made-up game in play."""

    def __init__(self, state: State, drafts: Drafts, minds: Sequence[Mind] = ()) -> None:
        engine, seating = state.engine, state.seating
        self.state = state
        self._engine, self._drafts = engine, drafts
        self._chart, self._tables = chart_of(engine), tables_of(engine)
        self._minds = [mind.copy() for mind in minds] or [
            Mind(seating.teams[team]) for team in seating.team_of
        ]
        self._seen: Any = None
        self._open: list[int] = []

    def finish(self, turns: int = MAX_STEPS) -> None:
        """Play to the end, or for so many turns."""
        state, apply = self.state, self._engine.loop.apply
        for _ in range(MAX_STEPS):
            if state.decision is None:
                return
            decision, seat, _ = state.decision
            action: Action | None = None
            if decision.name == "turn":
                turns -= 1
                if turns < 0:
                    return
                action = self._turn(seat)
            elif decision.name == "next card":
                hand = self._funds(seat)
                action = self._draw(
                    seat,
                    self._mind(seat).counted(self._chart, hand, state.trains[seat]),
                    again=True,
                )
            try:
                apply(state, action or self._answer(seat))
            except IllegalAction:  # home-made rules may forbid anything
                apply(state, self._answer(seat))

    def minds(self) -> list[Mind]:
        """The minds of all seats now; other playouts from the same position may start with them."""
        return [self._mind(seat) for seat in range(self.state.seats)]

    def prospects(self) -> list[float]:
        """By seat: the points that it can expect in the end. Every seat is for itself."""
        return [expected(self._chart, *each) for each in self.standings()]

    def standings(self) -> list[tuple[Standing, Clock]]:
        """By seat: what it has, and the turns until the game ends."""
        state, chart, tally = self.state, self._chart, Tally(self.state)
        mover = state.decision[1] if state.decision else state.seat
        found = []
        for seat, clock in enumerate(clocks_of(chart, state)):
            mind, hand = self._mind(seat), self._funds(seat)
            counted = mind.counted(chart, hand, state.trains[seat])
            tickets = tally.tickets(state.team_of(seat))
            done = {chart.ticket_numbers[ticket.id] for ticket in tickets.completed}
            missing = [each for each in state.kept_tickets(seat) if each not in done]
            plain = counted.left[:WILD_CARD]
            standing = Standing(
                points=sum(state.points[seat].values()) + tickets.points,
                hoped=sum([chart.goals[n][0][1] for n in missing if n in mind.planned]),
                given_up=sum([chart.goals[n][0][1] for n in missing if n not in mind.planned]),
                open_tickets=len(missing),
                worth=sum([chart.points[routes[0]] for _, routes in mind.links]),
                links=len(mind.links),
                lack=counted.lack - hand[WILD_CARD],
                spare=sum(plain),
                most_spare=max(plain),
                wilds=hand[WILD_CARD],
                cards=sum(hand),
                free=counted.free,
                is_next=seat == mover,
            )
            found.append((standing, clock))
        return found

    def _options(self) -> list[Action]:
        assert self.state.decision is not None  # see `finish`
        decision, seat, data = self.state.decision
        return decision.options(self.state, seat, data)

    def _answer(self, seat: int) -> Action:
        """The answer to any decision: tunnels are paid, and the planner decides all others."""
        options = self._options()
        if len(options) == 1:
            return options[0]
        state = self.state
        if state.claim is not None:
            paying = [action for action in options if hasattr(action, "cards")]
            if paying:
                return cheapest(paying, PRICES)
        return PlannerPlayer(0).choose(observe(state, seat))

    # What a seat has -----------------------------------------------------------------------

    def _funds(self, seat: int) -> list[int]:
        """The cards of the hand, and those that partners share."""
        hand = self.state.hands[seat]
        shared = self._engine.answers.shared_purse
        if shared is None:
            return hand
        return [mine + ours for mine, ours in zip(hand, shared(self.state, seat), strict=True)]

    def _mind(self, seat: int) -> Mind:
        """What the seat keeps in mind, brought up to date if somebody has claimed a route."""
        state, mind = self.state, self._minds[seat]
        held = len(state.tickets[seat])
        if mind.tickets != held or mind.seen is not state.open_routes:
            is_new = mind.tickets != held
            mind.tickets, mind.seen = held, state.open_routes
            if is_new or (not self._keep_open(seat, mind) and mind.drafts < MAX_DRAFTS):
                mind.drafts += 1
                links, mind.pressing, mind.stations, mind.planned = self._drafts.draft(state, seat)
                mind.links = [(link, self._chart.routes_of[link]) for link in links]
                self._keep_open(seat, mind)
        return mind

    def _keep_open(self, seat: int, mind: Mind) -> bool:
        """Drop links that are claimed; whether none of them was lost to a rival."""
        state, mates = self.state, mind.mates
        owners, closed_to = state.owners, state.closed_to
        kept: list[Link] = []
        is_whole = True
        for link, routes in mind.links:
            still = tuple([r for r in routes if owners[r] == FREE and seat not in closed_to[r]])
            if not any(owners[route] in mates for route in self._chart.routes_of[link]):
                if still:
                    kept.append((link, still))
                else:
                    is_whole = False
        mind.links = kept
        return is_whole

    def _open_routes(self) -> list[int]:
        """The routes that nobody has, those first that bring most points a turn."""
        if self._seen is not self.state.open_routes:
            self._seen, owners = self.state.open_routes, self.state.owners
            self._open = [route for route in self._tables.best_first if owners[route] == FREE]
        return self._open

    # Claims --------------------------------------------------------------------------------

    def _turn(self, seat: int) -> Action | None:
        if self._tables.has_hints:
            hinted = best_hint(observe(self.state, seat))
            if hinted is not None:
                return hinted
        mind, hand = self._mind(seat), self._funds(seat)
        counted = mind.counted(self._chart, hand, self.state.trains[seat])
        if self.state.turns_left >= 0:
            found = self._last_claim(seat, mind, hand)
        elif mind.links:
            value, draw = self._best_draw(seat, counted)
            found = self._planned_claim(seat, mind, hand, counted, waits=value >= GOOD_DRAWS)
            if found is None:
                return draw
        else:
            found = self._station(mind) if mind.stations else None
            target = self._target(seat, hand)
            if found is None and target >= 0:
                found = self._claim(target, hand)
        return found or self._draw(seat, counted)

    def _late(self, seat: int) -> float:
        """The turns left, until a rival ends the game."""
        state, mates = self.state, self._minds[seat].mates
        ends = [
            turns_to_end(self._chart, state.trains[rival], sum(state.hands[rival]))
            for rival in range(state.seats)
            if rival not in mates
        ]
        return LAST_TURNS + min(ends, default=0.0)

    def _planned_claim(
        self, seat: int, mind: Mind, hand: list[int], counted: Counted, *, waits: bool
    ) -> Action | None:
        """A claim of a planned link; wilds are kept until they suffice for the whole plan.

        As long as there are good cards to be had, and time, only what presses does not wait.
        """
        chart, trains, wild = self._chart, self.state.trains[seat], hand[WILD_CARD]
        payable: list[tuple[int, int]] = []
        for link, routes in mind.links:
            for route in routes:
                size, cards, wilds, tunnel = chart.prices[route]
                have = hand[cards[0]] if len(cards) == 1 else max([hand[card] for card in cards])
                short = max(0, size - wilds - have)
                if short + wilds > wild or chart.lengths[route] > trains:
                    continue
                if short and counted.lack > wild:
                    continue
                if tunnel and have + wild <= size:
                    continue  # nothing would be left for what it turns up
                payable.append((link, route))
        waits = waits and self._late(seat) > len(payable) + PATIENCE * turns_of_route(chart)
        for link, route in payable:
            if not waits or link in mind.pressing:
                found = self._claim(route, hand, counted.worth)
                if found is not None:
                    return found
        return None

    def _claim(self, route: int, hand: list[int], worth: Sequence[float] = PRICES) -> Action | None:
        """The claim of a route with the fewest wilds, if it can be paid."""
        if not self._tables.claims:
            board = self._engine.board.routes[route]
            claims = [a for a in self._options() if type(a) is ClaimRoute and a.route is board]
            return cheapest(claims, worth) if claims else None
        size, cards, wilds, _ = self._chart.prices[route]
        size -= wilds
        best, least = -1, (0, 0.0)
        for card in cards:
            short = max(0, size - hand[card])
            if short + wilds <= hand[WILD_CARD] and (best < 0 or (short, worth[card]) < least):
                best, least = card, (short, worth[card])
        if best < 0:
            return None
        short = least[0]
        return self._tables.claims[route].get((best if short < size else WILD_CARD, wilds + short))

    def _station(self, mind: Mind) -> Action | None:
        """A station for a planned link of a rival, if it can be paid."""
        places = [a for a in self._options() if getattr(a, "city", None) in mind.stations]
        if not places:
            return None
        mind.stations = frozenset()
        return cheapest(places, PRICES)

    def _target(self, seat: int, hand: list[int]) -> int:
        """The route that brings most points a turn with the draws for it; -1 if there is none."""
        state, chart = self.state, self._chart
        far = FAR if min(state.trains) > FEW_TRAINS else LATE_FAR
        trains, closed_to = state.trains[seat], state.closed_to
        gains = self._tables.gains(state, seat)
        best, found, looked = 0.0, -1, 0
        for route in self._open_routes():
            if gains[route] <= best or chart.lengths[route] > trains or seat in closed_to[route]:
                continue
            rate = gains[route] / (1 + far * lacking(chart.prices[route], hand))
            if rate > best:
                best, found = rate, route
            looked += 1
            if looked == TARGETS:
                break
        return found

    def _last_claim(self, seat: int, mind: Mind, hand: list[int]) -> Action | None:
        """The claim that brings most at once; the last link of a plan before all others."""
        state, chart = self.state, self._chart
        trains, closed_to = state.trains[seat], state.closed_to
        gains = self._tables.gains(state, seat)
        last = mind.links[0][0] if len(mind.links) == 1 else -1
        found: list[tuple[bool, float, int]] = []
        for route in self._open_routes():
            if chart.lengths[route] > trains or seat in closed_to[route]:
                continue
            if not lacking(chart.prices[route], hand):
                found.append((chart.link_of[route] != last, -gains[route], route))
        for _, _, route in sorted(found):
            action = self._claim(route, hand)
            if action is not None:
                return action
        return None

    # Cards ---------------------------------------------------------------------------------

    def _draw(self, seat: int, counted: Counted, *, again: bool = False) -> Action | None:
        """The card of most worth."""
        return self._best_draw(seat, counted, again=again)[1]

    def _best_draw(
        self, seat: int, counted: Counted, *, again: bool = False
    ) -> tuple[float, Action | None]:
        """The card of most worth, and what it and the second one of the turn are worth."""
        state, worth = self.state, counted.worth
        market = state.market
        if counted.free > 0:
            mind = self._minds[seat]
            if not again or not mind.extras:
                mind.extras = self._extras(seat, counted)
            worth = [*map(max, worth, mind.extras)]
        blind = 0.0
        if state.deck or any(state.discards):
            deck = self._chart.rules.deck
            blind = sum([n * value for n, value in zip(deck, worth, strict=True)]) / sum(deck)
            blind += LONG_RUN * self._late(seat)
        ranked = sorted([(worth[card], card) for card in market if card != WILD_CARD], reverse=True)
        value, best = ranked[0] if ranked else (0.0, -1)
        second = 0.0 if again else max(blind, ranked[1][0] if len(ranked) > 1 else 0.0)
        if not again and WILD_CARD in market and worth[WILD_CARD] > max(value, blind) + second:
            return worth[WILD_CARD], FACE_UP[WILD_CARD]
        if best >= 0 and value >= blind:
            return value + second, FACE_UP[best]
        return (2 * blind, BLIND) if blind else (0.0, None)

    def _extras(self, seat: int, counted: Counted) -> list[float]:
        """The worth of the cards that the best routes beside the plan lack."""
        state, chart = self.state, self._chart
        left, free = counted.left, counted.free
        lengths, closed_to, prices = chart.lengths, state.closed_to, chart.prices
        near = [*map(float, left)]
        for card in state.market:
            near[card] += LYING
        gains = self._tables.gains(state, seat)
        per_card = 1 / chart.rules.draws
        found: list[tuple[float, int, int, int]] = []
        for route in self._open_routes():
            if lengths[route] > free or seat in closed_to[route]:
                continue
            size, cards, wilds, _ = prices[route]
            card = (
                cards[0] if len(cards) == 1 else max(cards, key=near.__getitem__, default=WILD_CARD)
            )
            lack = max(0, size - left[card])
            found.append((-gains[route] / (1 + per_card * (lack + wilds)), route, card, lack))
            if len(found) == TARGETS:
                break
        found.sort()
        worth = [0.0] * CARD_KINDS
        used = 0
        for _, route, card, lack in found:
            if used and used + lengths[route] > free:
                continue
            used += lengths[route]
            if lack:
                worth[card] = max(worth[card], EXTRA + LAST_EXTRA if lack == 1 else EXTRA)
                worth[WILD_CARD] = WILD_EXTRA
            if used >= min(free, EXTRA_TRAINS):
                break
        return worth
