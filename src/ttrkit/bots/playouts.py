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
from ttrkit.parts import Flags
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
SPARE = 0.1
EXTRA = 0.9
LAST_EXTRA = 0.1
WILD = 1.0
WILD_LAST = 1.4
WILD_EXTRA = 1.1
LYING = 0.8
EXTRA_TRAINS = 25
TARGETS = 14  # routes beside the plan that are looked at
FAR = 0.75  # turns for every card that a route lacks
NEAR_END = 5
LATE_FAR = 1.5
MAX_DRAFTS = 2
FLAG_SHARE = 0.5
import os
RES = int(os.environ.get("RES", "1"))
STA = int(os.environ.get("STA", "1"))
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
        self.flags = next((part for part in engine.parts if isinstance(part, Flags)), None)
        self.gains = [float(points) for points in chart.points]
        self._prices, self._rules = chart.prices, rules
        self._gains_with: dict[tuple[int, ...], list[float]] = {}
        self.best_first = sorted(
            range(len(self.gains)), key=lambda route: -self.gains[route] / chart.turns[route]
        )


    def gains_with(self, missing: tuple[int, ...]) -> list[float]:
        """By route: its points, with its share in a flag that lacks these cards."""
        found = self._gains_with.get(missing)
        if found is None:
            share = self._rules.flag_points / max(1, len(missing))
            found = self._gains_with[missing] = [
                gain + (share if len(price.cards) == 1 and price.cards[0] in missing else 0.0)
                for gain, price in zip(self.gains, self._prices, strict=True)
            ]
        return found


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
        self._known: dict[object, tuple[tuple[int, ...], tuple[str, ...]]] = {}
        self._guide = PlannerPlayer(0)

    def links(self, state: State, seat: int) -> tuple[tuple[int, ...], tuple[str, ...]]:
        """The links that a seat plans to claim, the most pressing first; cities for stations."""
        key = (seat, *state.kept_tickets(seat), -1, *state.routes)
        found = self._known.get(key)
        if found is None:
            sight = Sight(observe(state, seat))
            ground = Ground(sight)
            guide = self._guide
            plan = Drafting(ground, guide._budget(sight, 0.0, 0.7)).plan(sight.tickets)
            cities = state.board.cities
            ends = {
                cities[city].name
                for link in plan.links
                if ground.to_borrow.get(link)
                for city in ground.chart.ends[link]
            }
            found = self._known[key] = tuple(guide._in_order(ground, plan)), tuple(sorted(ends))
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
        self._seen: list[Any] = [None] * state.seats
        self._borrow: list[tuple[str, ...]] = [()] * state.seats
        seating = state.seating
        self._mates = [seating.teams[seating.team_of[seat]] for seat in range(state.seats)]
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
        state = self.state
        links = self._links[seat]
        held = len(state.tickets[seat])
        if links is None or held != self._tickets[seat]:
            self._tickets[seat] = held
            return self._draft(seat)
        if self._seen[seat] is state.open_routes:
            return links
        self._seen[seat] = state.open_routes
        owners, closed_to, routes_of = state.owners, state.closed_to, self._chart.routes_of
        left = []
        is_lost = False
        mates = self._mates[seat]
        for link in links:
            is_open = False
            for route in routes_of[link]:
                if owners[route] in mates:
                    break
                if owners[route] == FREE and seat not in closed_to[route]:
                    is_open = True
            else:
                if is_open:
                    left.append(link)
                else:
                    is_lost = True
        if is_lost and self._drafts[seat] < MAX_DRAFTS:
            self._drafts[seat] += 1
            return self._draft(seat)
        self._links[seat] = left
        return left

    def _draft(self, seat: int) -> list[int]:
        links, self._borrow[seat] = self._plans.links(self.state, seat)
        self._seen[seat] = self.state.open_routes
        found = self._links[seat] = [*links]
        return found

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
        short = 0
        if links:
            need = [0] * CARD_KINDS
            for link in links:
                size, cards, wilds, _ = prices[chart.routes_of[link][0]]
                short += wilds
                if len(cards) == 1:
                    need[cards[0]] += size - wilds
                    short += max(0, size - wilds - max(0, hand[cards[0]] - need[cards[0]] + size - wilds))
                else:
                    short += max(0, size - wilds - max(hand[:WILD_CARD]))
        can_finish = short <= hand[WILD_CARD]
        for link in links:
            for route in chart.routes_of[link]:
                if lengths[route] <= trains and self._open(route, seat):
                    if not can_finish:
                        size, cards, wilds, _ = prices[route]
                        if size - wilds > max([hand[card] for card in cards]):
                            continue
                    action = self._claim(seat, route, hand, wanted)
                    if action is not None:
                        return action
        if not links and self._borrow[seat]:
            action = self._station(seat)
            if action is not None:
                return action
        if not links:
            target = self._target(seat, hand, trains)
            if target >= 0:
                action = self._claim(seat, target, hand, 0)
                if action is not None:
                    return action
        return self._draw(seat, True)

    def _station(self, seat: int) -> Action | None:
        """A station for a planned link of a rival, if it can be paid."""
        state = self.state
        decision, _, data = state.decision
        cities = self._borrow[seat]
        places = [
            action
            for action in decision.options(state, seat, data)
            if getattr(action, "city", None) in cities
        ]
        if not places:
            return None
        self._borrow[seat] = ()
        return cheapest(places, self._worth)

    def _funds(self, seat: int) -> list[int]:
        hand = self.state.hands[seat]
        shared = self._engine.answers.shared_purse
        if shared is None:
            return hand
        return [mine + ours for mine, ours in zip(hand, shared(self.state, seat), strict=True)]

    def _claim(self, seat: int, route: int, hand: list[int], wanted: int) -> Action | None:
        """The claim of a route with the fewest wilds, if it can be paid."""
        size, cards, wilds, tunnel = self._chart.prices[route]
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
        if tunnel and RES and hand[best] + hand[WILD_CARD] <= size and self.state.turns_left < 0:
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

    def _gains(self, seat: int) -> list[float]:
        """By route: its points, with its share in the flag that the seat is after."""
        tables = self._tables
        if tables.flags is None:
            return tables.gains
        laid = tables.flags.slot_of(self.state).laid[seat]
        return tables.gains_with(tuple([card for card in self._chart.rules.flag if not laid[card]]))

    def _target(self, seat: int, hand: list[int], trains: int) -> int:
        """The route beside the plan that brings most points a turn."""
        state, chart, tables = self.state, self._chart, self._tables
        far = FAR if min(state.trains) > NEAR_END else LATE_FAR
        best, found, looked = 0.0, -1, 0
        owners, lengths, closed_to, prices = state.owners, chart.lengths, state.closed_to, chart.prices
        gains = self._gains(seat)
        for route in tables.best_first:
            if owners[route] != FREE or lengths[route] > trains or gains[route] <= best:
                continue
            if seat in closed_to[route]:
                continue
            rate = gains[route] / (1 + far * lacking(prices[route], hand))
            if rate > best:
                best, found = rate, route
            looked += 1
            if looked == TARGETS:
                break
        return found

    def _add_extras(self, seat: int, left: list[int], worth: list[float], free: int) -> None:
        """Count the cards that the best routes beside the plan lack."""
        state, chart, tables = self.state, self._chart, self._tables
        owners, lengths, closed_to, prices = state.owners, chart.lengths, state.closed_to, chart.prices
        market = state.market
        near = [n + LYING * market.count(card) for card, n in enumerate(left)]
        gains = self._gains(seat)
        found = []
        for route in tables.best_first:
            if owners[route] != FREE or lengths[route] > free or seat in closed_to[route]:
                continue
            size, cards, wilds, _ = prices[route]
            card, have = WILD_CARD, -1.0
            for each in cards:
                if near[each] > have:
                    card, have = each, near[each]
            lack = size - left[card]
            if lack < 0:
                lack = 0
            found.append((-gains[route] / (1 + 0.5 * (lack + wilds)), route, card, lack))
            if len(found) == TARGETS:
                break
        found.sort()
        used = 0
        for _, route, card, lack in found:
            if used and used + lengths[route] > free:
                continue
            used += lengths[route]
            if lack:
                value = EXTRA + LAST_EXTRA if lack == 1 else EXTRA
                if worth[card] < value:
                    worth[card] = value
                if worth[WILD_CARD] < WILD_EXTRA:
                    worth[WILD_CARD] = WILD_EXTRA
            if used >= free or used > EXTRA_TRAINS:
                break

    def _last(self, seat: int, hand: list[int], links: list[int]) -> Action | None:
        """A claim that scores most at once."""
        state, chart, tables = self.state, self._chart, self._tables
        trains = state.trains[seat]
        gains = self._gains(seat)
        found = []
        for route in tables.best_first:
            if chart.lengths[route] <= trains and self._open(route, seat):
                if not lacking(chart.prices[route], hand):
                    gain = gains[route]
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
        prices, lengths = chart.prices, chart.lengths
        worth = [SPARE] * CARD_KINDS
        left = [*hand]
        free = state.trains[seat]
        greys = []
        lacks = 0
        for link in links:
            for route in chart.routes_of[link]:
                if self._open(route, seat):
                    break
            free -= lengths[route]
            size, cards, wilds, tunnel = prices[route]
            if tunnel and RES:
                size += 1
            if len(cards) == 1:
                card = cards[0]
                lack = size - wilds - left[card]
                if lack > 0:
                    left[card] = 0
                    value = NEEDED
                    lacks += lack
                    if lack + wilds - hand[WILD_CARD] <= 1:
                        value = LAST
                        worth[WILD_CARD] = WILD_LAST
                    if worth[card] < value:
                        worth[card] = value
                else:
                    left[card] = -lack
            else:
                greys.append(size - wilds)
            if wilds > hand[WILD_CARD]:
                worth[WILD_CARD] = WILD_LAST
        for size in greys:
            most = max(left[:WILD_CARD])
            card = left.index(most)
            lack = size - most
            left[card] = -lack if lack < 0 else 0
            if lack > 0:
                lacks += lack
                value = GREY * (LAST if lack - hand[WILD_CARD] <= 1 else NEEDED)
                if worth[card] < value:
                    worth[card] = value
        if lacks and worth[WILD_CARD] < WILD:
            worth[WILD_CARD] = WILD
        market = state.market
        if free > 0 and (not is_first or len([1 for card in market if worth[card] > EXTRA]) < 2):
            left[WILD_CARD] = 0
            self._add_extras(seat, left, worth, free)
        blind = 0.0
        if state.deck or any(state.discards):
            blind = sum(worth[:WILD_CARD]) * 0.109 + worth[WILD_CARD] * 0.127
        best, value, second = -1, -1.0, 0.0
        has_wild = False
        for card in market:
            if card == WILD_CARD:
                has_wild = True
            elif worth[card] > value:
                second = value
                best, value = card, worth[card]
            elif worth[card] > second:
                second = worth[card]
        if has_wild and is_first and max(value, blind) + max(second, blind) < worth[WILD_CARD]:
            return FACE_UP[WILD_CARD]
        if value >= blind:
            return FACE_UP[best]
        return BLIND if blind else None
