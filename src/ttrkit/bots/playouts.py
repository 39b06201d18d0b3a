"""`Playout`: plays a made-up game to its end, every seat by a plan of its own and rules of thumb.

It reads the state of a game that was dealt at random for what one seat knows, so that it is fast.
A seat goes by its own cards and tickets there, and by what lies on the table.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any
from weakref import WeakKeyDictionary

from ttrkit.bots.chart import chart_of
from ttrkit.bots.ground import Ground
from ttrkit.bots.planner import PlannerPlayer
from ttrkit.bots.planning import Drafting
from ttrkit.bots.saving import cheapest, lacking
from ttrkit.bots.sight import Sight
from ttrkit.engine import FREE, Engine
from ttrkit.errors import IllegalAction
from ttrkit.events import Action, ClaimRoute, DrawBlind, DrawFaceUp
from ttrkit.colours import CARD_COLOURS
from ttrkit.knowledge import observe
from ttrkit.parts.claiming import Claiming
from ttrkit.payment import CARD_KINDS, WILD_CARD

if TYPE_CHECKING:
    from random import Random

    from ttrkit.engine import State

BLIND = DrawBlind()
FACE_UP = tuple(map(DrawFaceUp, CARD_COLOURS))

NEEDED = 1.0
LAST = 1.25
GREY = 0.85
USEFUL = 0.6
WILD = 1.4
TARGETS = 14  # routes beside the plan that are looked at
FAR = 0.75  # turns for every card that a route lacks
NEAR_END = 5
LATE_FAR = 1.5
MAX_DRAFTS = 2
FLAG_SHARE = 0.5
MAX_STEPS = 2_000


class Tables:
    """Every way to claim a route, by the card and the number of wilds; and what routes bring."""

    def __init__(self, engine: Engine) -> None:
        chart = chart_of(engine)
        rules = chart.rules
        self.claims: list[dict[tuple[int, int], ClaimRoute]] = []
        self.is_simple = engine.answers.shared_purse is None and not engine.is_home_made
        if self.is_simple:
            for row in engine.part(Claiming).prices.rows:
                ways = {}
                for action in row:
                    counts = action.cards.counts
                    plain = [card for card, n in enumerate(counts) if n and card != WILD_CARD]
                    ways[plain[0] if plain else WILD_CARD, counts[WILD_CARD]] = action
                self.claims.append(ways)
        share = FLAG_SHARE * rules.flag_points / max(1, len(rules.flag))
        self.gains = [
            points + (share if len(price.cards) == 1 and price.cards[0] in rules.flag else 0.0)
            for points, price in zip(chart.points, chart.prices, strict=True)
        ]
        self.best_first = sorted(
            range(len(self.gains)), key=lambda route: -self.gains[route] / chart.turns[route]
        )


_TABLES: WeakKeyDictionary[Engine, Tables] = WeakKeyDictionary()


def tables_of(engine: Engine) -> Tables:
    """The tables of a variant, made when they are first asked for."""
    found = _TABLES.get(engine)
    if found is None:
        found = _TABLES[engine] = Tables(engine)
    return found


class Plans:
    """The links that seats plan, remembered by what they were planned for."""

    def __init__(self) -> None:
        self._known: dict[object, tuple[int, ...]] = {}
        self._guide = PlannerPlayer(0)

    def links(self, state: State, seat: int) -> tuple[int, ...]:
        """The links that a seat plans to claim, the most pressing first."""
        key = (seat, *state.kept_tickets(seat), -1, *state.routes)
        found = self._known.get(key)
        if found is None:
            sight = Sight(observe(state, seat))
            ground = Ground(sight)
            guide = self._guide
            plan = Drafting(ground, guide._budget(sight, 0.0, 0.7)).plan(sight.tickets)
            found = self._known[key] = tuple(guide._in_order(ground, plan))
        return found


class Playout:
    """One game in play: the plan of every seat, and rules of thumb for all decisions."""

    def __init__(self, state: State, plans: Plans, rng: Random) -> None:
        engine = state.engine
        self.state = state
        self._engine, self._plans, self._rng = engine, plans, rng
        self._chart = chart_of(engine)
        self._tables = tables_of(engine)
        self._links: list[list[int] | None] = [None] * state.seats
        self._tickets: list[int] = [len(tickets) for tickets in state.tickets]
        self._drafts = [0] * state.seats
        self._targets = [-1] * state.seats
        self._worth = [0.0] * CARD_KINDS

    def finish(self) -> None:
        """Play to the end."""
        state = self.state
        apply = self._engine.loop.apply
        steps = 0
        while state.decision is not None and steps < MAX_STEPS:
            decision, seat, data = state.decision
            steps += 1
            action = self._choose(decision.name, seat)
            if action is not None:
                try:
                    apply(state, action)
                    continue
                except IllegalAction:
                    pass
            apply(state, self._other(state, seat))

    def _choose(self, name: str, seat: int) -> Action | None:
        if name == "turn":
            return self._turn(seat)
        if name == "next card":
            return self._draw(seat, False)
        return None

    def _other(self, state: State, seat: int) -> Action:
        decision, _, data = state.decision
        options = decision.options(state, seat, data)
        if len(options) == 1:
            return options[0]
        if decision.name == "tunnel":
            paying = [action for action in options if hasattr(action, "cards")]
            if paying:
                return cheapest(paying, self._worth)
        return PlannerPlayer(0).choose(observe(state, seat))

    # A turn

    def _open(self, route: int, seat: int) -> bool:
        state = self.state
        return state.owners[route] == FREE and seat not in state.closed_to[route]

    def _links_of(self, seat: int) -> list[int]:
        """The links still to be claimed; planned anew if one is lost or there are new tickets."""
        state, chart = self.state, self._chart
        links = self._links[seat]
        held = len(state.tickets[seat])
        if links is None or held != self._tickets[seat]:
            self._tickets[seat] = held
            links = self._links[seat] = [*self._plans.links(state, seat)]
        owners, closed_to = state.owners, state.closed_to
        lost = False
        for link in links:
            for route in chart.routes_of[link]:
                if owners[route] == FREE and seat not in closed_to[route]:
                    break
            else:
                lost = True
        if lost:
            if self._drafts[seat] < MAX_DRAFTS:
                self._drafts[seat] += 1
                links = self._links[seat] = [*self._plans.links(state, seat)]
            else:
                links[:] = [
                    link
                    for link in links
                    if any(self._open(route, seat) for route in chart.routes_of[link])
                ]
        return links

    def _turn(self, seat: int) -> Action | None:
        state, chart = self.state, self._chart
        hand = self._funds(seat)
        trains = state.trains[seat]
        links = self._links_of(seat)
        if state.turns_left >= 0:
            return self._last(seat, hand, links)
        prices, lengths = chart.prices, chart.lengths
        wanted = 0
        for link in links:
            for route in chart.routes_of[link]:
                cards = prices[route].cards
                if len(cards) == 1:
                    wanted |= 1 << cards[0]
        for link in links:
            for route in chart.routes_of[link]:
                if lengths[route] <= trains and self._open(route, seat):
                    action = self._claim(seat, route, hand, wanted)
                    if action is not None:
                        links.remove(link)
                        return action
        if not links:
            target = self._target(seat, hand, trains)
            if target >= 0:
                action = self._claim(seat, target, hand, 0)
                if action is not None:
                    self._targets[seat] = -1
                    return action
        return self._draw(seat, True)

    def _funds(self, seat: int) -> list[int]:
        hand = self.state.hands[seat]
        shared = self._engine.answers.shared_purse
        if shared is None:
            return hand
        return [mine + ours for mine, ours in zip(hand, shared(self.state, seat), strict=True)]

    def _claim(self, seat: int, route: int, hand: list[int], wanted: int) -> Action | None:
        """The claim of a route with the fewest wilds, if it can be paid."""
        size, cards, wilds, _ = self._chart.prices[route]
        best, least = -1, 99
        for card in cards:
            have = hand[card]
            lack = size - wilds - have
            if lack < 0:
                lack = 0
            if wilds + lack > hand[WILD_CARD]:
                continue
            cost = 4 * lack + 2 * (wanted >> card & 1) if len(cards) > 1 else 0
            if cost < least:
                best, least = card, cost
        if best < 0:
            return None
        if self._tables.is_simple:
            used = size - wilds if hand[best] > size - wilds else hand[best]
            key = (best, size - used) if used else (WILD_CARD, size)
            return self._tables.claims[route].get(key)
        state = self.state
        decision, _, data = state.decision
        board = self._engine.board.routes[route]
        group = [
            action
            for action in decision.options(state, seat, data)
            if type(action) is ClaimRoute and action.route is board
        ]
        return cheapest(group, self._worth) if group else None

    def _target(self, seat: int, hand: list[int], trains: int) -> int:
        """The route beside the plan that brings most points a turn."""
        target = self._targets[seat]
        if target >= 0 and self._open(target, seat):
            return target
        state, chart, tables = self.state, self._chart, self._tables
        far = FAR if min(state.trains) > NEAR_END else LATE_FAR
        best, found, looked = 0.0, -1, 0
        owners, lengths = state.owners, chart.lengths
        for route in tables.best_first:
            if owners[route] != FREE or lengths[route] > trains:
                continue
            if seat in state.closed_to[route]:
                continue
            rate = tables.gains[route] / (1 + far * lacking(chart.prices[route], hand))
            if rate > best:
                best, found = rate, route
            looked += 1
            if looked == TARGETS:
                break
        self._targets[seat] = found
        return found

    def _last(self, seat: int, hand: list[int], links: list[int]) -> Action | None:
        """A claim that scores most at once."""
        state, chart, tables = self.state, self._chart, self._tables
        trains = state.trains[seat]
        found = []
        for route in tables.best_first:
            if chart.lengths[route] <= trains and self._open(route, seat):
                if not lacking(chart.prices[route], hand):
                    gain = tables.gains[route]
                    if len(links) == 1 and chart.link_of[route] == links[0]:
                        gain += 100
                    found.append((-gain, route))
        found.sort()
        for _, route in found:
            action = self._claim(seat, route, hand, 0)
            if action is not None:
                return action
        return self._draw(seat, True)

    # Cards

    def _draw(self, seat: int, is_first: bool) -> Action | None:
        state, chart = self.state, self._chart
        hand = self._funds(seat)
        links = self._links_of(seat)
        prices = chart.prices
        worth = [0.0] * CARD_KINDS
        need = [0] * CARD_KINDS
        greys = 0
        if links:
            for link in links:
                for route in chart.routes_of[link]:
                    if self._open(route, seat):
                        break
                size, cards, wilds, _ = prices[route]
                if len(cards) == 1:
                    need[cards[0]] += size - wilds
                    lack = need[cards[0]] - hand[cards[0]]
                    if lack > 0:
                        value = LAST if lack <= 1 else NEEDED
                        if worth[cards[0]] < value:
                            worth[cards[0]] = value
                else:
                    greys += size - wilds
        else:
            target = self._target(seat, hand, state.trains[seat])
            if target >= 0:
                size, cards, wilds, _ = prices[target]
                if len(cards) == 1:
                    if size - wilds > hand[cards[0]]:
                        worth[cards[0]] = NEEDED
                else:
                    greys = size - wilds
        if greys:
            left, most = -1, -99
            for card in range(WILD_CARD):
                spare = hand[card] - need[card]
                if spare > most:
                    left, most = card, spare
            if most < greys and worth[left] < GREY:
                worth[left] = GREY
        best, value = -1, 0.0
        second = 0.0
        has_wild = False
        for card in state.market:
            if card == WILD_CARD:
                has_wild = True
            elif worth[card] > value:
                second = value
                best, value = card, worth[card]
            elif worth[card] > second:
                second = worth[card]
        if has_wild and is_first and (value + max(second, 0.3) < WILD):
            return FACE_UP[WILD_CARD]
        if value >= USEFUL:
            return FACE_UP[best]
        if state.deck or any(state.discards):
            return BLIND
        return FACE_UP[best] if best >= 0 else None
