"""`PlannerPlayer`: plans one network for all its tickets, saves for it, and keeps an eye on time."""

from __future__ import annotations

import random
from collections.abc import Callable, Iterable, Iterator, Sequence
from typing import TYPE_CHECKING, Any

import attrs

from ttrkit.bots.chart import Chart, chart_of
from ttrkit.bots.ground import Ground, stations_of
from ttrkit.bots.hints import best_hint, hinting_parts
from ttrkit.bots.outlook import best_of, danger, ticket_worths, turns_left
from ttrkit.bots.planning import Budget, Plan, Planner, aims_of
from ttrkit.bots.saving import Needs, cheapest, lacking
from ttrkit.events import Action, ClaimRoute, DrawBlind, DrawFaceUp, DrawTickets, KeepTickets
from ttrkit.knowledge import numbers_of
from ttrkit.payment import CARD_KINDS, WILD_CARD

if TYPE_CHECKING:
    from ttrkit.knowledge import Observation
    from ttrkit.knowledge.sights import Numbers

BLIND = DrawBlind()
DRAW_TICKETS = DrawTickets()


@attrs.frozen
class Traits:
    """The inclinations of a planner; all are factors or shares, so that they fit any variant."""

    link_odds: float = 0.97  # that an open link is still to be had, against one rival
    slack: float = 3.0  # turns that a plan leaves free
    ticket_zeal: float = 1.0  # the worth of tickets to be drawn
    ticket_turn: float = 9.0  # usual turns that a draw of tickets must bring
    filler_turns: float = 99.0  # usual turns that a claim beside the plan must bring
    wild_share: float = 0.0  # of a route, that may be paid in wilds without need
    length_zeal: float = 0.0  # points more for every train of a route beside the plan
    block_zeal: float = 0.0  # points more for a route that rivals seem to need
    haste: float = 0.0  # points more for every train, to end the game soon


class Sight:
    """An observation in the numbers that the planner decides by."""

    __slots__ = ("actions", "chart", "funds", "mates", "now", "seat", "team", "teams", "trains")

    def __init__(self, observation: Observation, now: Numbers) -> None:
        engine = now.variant.engine
        self.actions = observation.legal_actions
        self.now = now
        self.seat = now.seat
        self.chart = chart_of(engine)
        seating = engine.seating(len(now.trains))
        self.teams = seating.teams
        self.team = seating.team_of[now.seat]
        self.mates = self.teams[self.team]
        self.funds: Sequence[int] = now.hand
        self.trains = now.trains[now.seat]
        if len(self.mates) > 1:
            shared = self.pile("holders", self.team)
            if shared:
                self.funds = [mine + ours for mine, ours in zip(now.hand, shared, strict=True)]

    def pile(self, name: str, owner: int | None) -> Sequence[int]:
        """The content of a part's pile, if the seat sees it; or else nothing."""
        for view, (_, contents) in zip(self.now.views, self.now.piles, strict=True):
            if view.spec.name == name:
                at = view.owners.index(owner)
                if at in view.seen:
                    content: Sequence[int] = contents[view.seen.index(at)]
                    return content
        return ()

    @property
    def tickets(self) -> tuple[int, ...]:
        """The seat's tickets, and those that partners share."""
        own = self.now.tickets
        return own if len(self.mates) == 1 else (*own, *self.pile("shared_tickets", self.team))


Ranked = Iterator[tuple[float, Action]]


class PlannerPlayer:
    """Plans a network for all its tickets together and builds it, the links in danger first.

    It draws more tickets as long as they add to that network, saves the cards that its plan lacks,
    and fills the turns left with the routes that bring most. It decides from its observations
    alone; what it remembers of a game comes from them, and is made anew if it does not fit.
    """

    def __init__(self, seed: int | None = None, *, traits: Traits | None = None) -> None:
        self._rng = random.Random(seed)
        self._traits = Traits() if traits is None else traits
        self._ground: Ground | None = None
        self._plan: tuple[tuple[int, ...], Plan] | None = None
        self._hopes: tuple[Any, float] | None = None

    def __getstate__(self) -> dict[str, Any]:
        return {**vars(self), "_ground": None, "_plan": None, "_hopes": None}

    def choose(self, observation: Observation) -> Action:
        """One of the legal actions."""
        actions = observation.legal_actions
        if len(actions) == 1:
            return actions[0]
        for _, action in self._ranked(observation):
            return action
        return actions[int(self._rng.random() * len(actions))]

    def candidates(self, observation: Observation) -> list[tuple[Action, float]]:
        """The sensible actions, each with the planner's judgement in points, the best first."""
        found: dict[Action, float] = {}
        for judgement, action in self._ranked(observation):
            found.setdefault(action, judgement)
        return [*found.items()] or [(action, 0.0) for action in observation.legal_actions]

    # Observing -----------------------------------------------------------------------------

    def _ranked(self, observation: Observation) -> Ranked:
        now = numbers_of(observation)
        if hinting_parts(now.variant.engine):
            hinted = best_hint(observation)
            if hinted is not None:
                yield 0.0, hinted
        sight = Sight(observation, now)
        decide = _DECIDE.get(now.pending[-1][0])
        if decide is not None:
            yield from decide(self, sight)

    def _look(self, sight: Sight) -> Ground:
        """The ground, made anew if somebody has built something."""
        ground, now = self._ground, sight.now
        if (
            ground is None
            or ground.chart is not sight.chart
            or ground.routes != now.routes
            or ground.seat != now.seat
            or ground.built != stations_of(sight.chart, now)
        ):
            ground = self._ground = Ground(sight.chart, now, sight.mates)
        return ground

    def _budget(self, sight: Sight) -> Budget:
        chart, traits = sight.chart, self._traits
        turns = turns_left(chart, sight.now, sight.teams, sight.team)
        in_hand = sum(sight.funds) / chart.rules.draws
        rivals = len(sight.now.trains) - len(sight.mates)
        trains = sight.trains
        if len(sight.mates) > 1:
            trains = sum([sight.now.trains[mate] for mate in sight.mates])
        odds: float = traits.link_odds**rivals
        return Budget(trains, max(0.0, turns + in_hand - traits.slack), odds)

    def _planned(self, sight: Sight, ground: Ground) -> Plan:
        """The plan: that of before, as long as it can be carried out, or else a new one."""
        tickets = sight.tickets
        if self._plan is not None and self._plan[0] == tickets:
            plan = self._plan[1]
            costs = ground.costs
            for link in [link for link in plan.links if not costs[link]]:
                plan.links.discard(link)
                plan.trains -= sight.chart.lengths[sight.chart.routes_of[link][0]]
                plan.turns -= sight.chart.turns[sight.chart.routes_of[link][0]]
            if self._holds(sight, ground, plan):
                return plan
        budget = self._budget(sight)
        plan = Planner(ground, budget).plan(tickets)
        self._plan = (tickets, plan)
        return plan

    def _holds(self, sight: Sight, ground: Ground, plan: Plan) -> bool:
        for link in plan.links:
            if not ground.open_of[link] and link not in ground.to_borrow:
                return False
        return plan.trains <= sight.trains or len(sight.mates) > 1

    # Tickets -------------------------------------------------------------------------------

    def _keep(self, sight: Sight) -> Ranked:
        """Choices of tickets, the one with the most points in the end first."""
        ground = self._look(sight)
        budget = self._budget(sight)
        planner = Planner(ground, budget)
        numbers = sight.chart.ticket_numbers
        worth: dict[tuple[Any, ...], float] = {}
        held = sight.tickets
        base = self._planned(sight, ground) if held else Plan()
        for action in sight.actions:
            if type(action) is not KeepTickets or action.tickets in worth:
                continue
            new = [numbers[ticket.id] for ticket in action.tickets]
            if base.links:
                aims, done = aims_of(sight.chart, ground, new)
                plan = planner.extended(base, aims)
            else:
                plan = planner.plan([*held, *new])
                done = aims_of(sight.chart, ground, new)[1]
            won = sum([sight.chart.goals[ticket][0][1] for ticket in done])
            worth[action.tickets] = plan.value + won
        found = [
            (worth[action.tickets], action)
            for action in sight.actions
            if type(action) is KeepTickets
        ]
        found.sort(key=lambda pair: -pair[0])
        yield from found

    def _hope(self, sight: Sight, ground: Ground, plan: Plan) -> float:
        """The points that a draw of tickets brings on average: those of the best of them."""
        key = (sight.tickets, frozenset(plan.links), ground.routes[sight.seat])
        if self._hopes is not None and self._hopes[0] == key:
            return self._hopes[1]
        own = sight.tickets
        pool = [ticket for ticket in sight.chart.stock if ticket not in own]
        hope = 0.0
        if pool:
            budget = self._budget(sight)
            trains = int(budget.trains - plan.trains)
            worths = ticket_worths(ground, plan.links, pool, budget.odds, trains)
            hope = best_of(worths, sight.chart.rules.tickets_drawn)
        self._hopes = (key, hope)
        return hope

    # A turn --------------------------------------------------------------------------------

    def _turn(self, sight: Sight) -> Ranked:
        ground = self._look(sight)
        chart, traits = sight.chart, self._traits
        plan = self._planned(sight, ground)
        if sight.now.turns_left >= 0:
            yield from self._last_turn(sight, ground, plan)
            return
        links = self._in_order(sight, ground, plan)
        free = sight.trains - (plan.trains if len(sight.mates) == 1 else 0)
        needs = Needs(chart, ground, links, sight.funds, free, sight.now.market)
        claims: dict[str, list[Any]] | None = None
        if needs.payable or chart.rules.is_home_made:
            claims = claims_by_route(sight.actions)
            yield from self._claims(sight, ground, needs, claims)
        late = turns_left(chart, sight.now, sight.teams, sight.team)
        if DRAW_TICKETS in sight.actions and self._has_time(sight, plan, late):
            hope = self._traits.ticket_zeal * self._hope(sight, ground, plan)
            if hope > traits.ticket_turn * chart.turn_points:
                yield hope, DRAW_TICKETS
        if claims is None:
            claims = claims_by_route(sight.actions)
        if not links:
            yield from self._fill(sight, ground, claims, late)
        else:
            yield from self._beside(sight, ground, needs, claims, free)
        yield from self._draw(sight, needs)
        for group in claims.values():
            yield 0.0, cheapest(group, needs.worth)

    def _has_time(self, sight: Sight, plan: Plan, late: float) -> bool:
        chart = sight.chart
        needed = plan.turns - sum(sight.funds) / chart.rules.draws
        more = 2.5 * (1 + chart.usual_length / chart.rules.draws)
        return needed + more + self._traits.slack < late

    def _in_order(self, sight: Sight, ground: Ground, plan: Plan) -> list[int]:
        """The planned links that can be claimed, the most pressing first."""
        chart = sight.chart
        found = []
        for link in plan.links:
            if link not in ground.to_borrow:
                press = danger(chart, ground, link) * min(chart.detours[link], 20.0)
                found.append((-press - chart.lengths[ground.open_of[link][0]], link))
        found.sort()
        return [link for _, link in found]

    def _claims(
        self, sight: Sight, ground: Ground, needs: Needs, claims: dict[str, list[Any]]
    ) -> Ranked:
        """Claims of planned links that do not waste wilds."""
        chart = sight.chart
        wilds = sight.funds[WILD_CARD]
        for link, route, short in needs.payable:
            group = claims.get(chart.ids[route])
            if group is None:
                continue
            size = chart.prices[route].size
            spare = needs.lack <= wilds
            is_pressed = danger(chart, ground, link) >= 0.5
            if short > self._traits.wild_share * size and not (spare or is_pressed):
                continue
            tunnel = chart.prices[route].tunnel
            action = cheapest(group, needs.worth)
            if tunnel and not self._can_dig(sight, action):
                continue
            yield 1.0, action

    @staticmethod
    def _noop() -> None: ...

    def _can_dig(self, sight: Sight, action: Any) -> bool:
        """Whether a card is left for what a tunnel may ask for."""
        left = [*sight.funds]
        used = WILD_CARD
        for cards in (action.cards, action.shared):
            for card, n in enumerate(cards.counts):
                left[card] -= n
                if n and card != WILD_CARD:
                    used = card
        return left[WILD_CARD] > 0 or (used != WILD_CARD and left[used] > 0)

    def _beside(
        self,
        sight: Sight,
        ground: Ground,
        needs: Needs,
        claims: dict[str, list[Any]],
        free: int,
    ) -> Ranked:
        """Claims beside the plan, of cards and trains that it does not need."""
        chart = sight.chart
        least = self._traits.filler_turns * chart.turn_points
        best, found = least, None
        for key, group in claims.items():
            route = chart.route_numbers[key]
            points = self._gain(sight, ground, route)
            if points <= best or chart.lengths[route] > free:
                continue
            action = cheapest(group, needs.worth)
            if all(n <= left for n, left in zip(action.cards.counts, needs.left, strict=True)):
                best, found = points, action
        if found is not None:
            yield best, found

    def _gain(self, sight: Sight, ground: Ground, route: int) -> float:
        """The points of a route by itself, with what one is inclined to see in it."""
        chart, traits = sight.chart, self._traits
        points = chart.points[route] + (traits.length_zeal + traits.haste) * chart.lengths[route]
        if traits.block_zeal:
            points += traits.block_zeal * danger(chart, ground, chart.link_of[route])
        return points

    def _fill(
        self, sight: Sight, ground: Ground, claims: dict[str, list[Any]], late: float
    ) -> Ranked:
        """A claim of the route with the most points a turn, or draws for it."""
        chart, funds = sight.chart, sight.funds
        best, target = 0.0, -1
        per_card = float(__import__("os").environ.get("PC","1.5")) / chart.rules.draws
        for link, cost in enumerate(ground.costs):
            for route in ground.open_of[link] if cost else ():
                if chart.lengths[route] > sight.trains:
                    continue
                lack = lacking(chart.prices[route], funds)
                turns = 1 + per_card * lack
                if turns > late:
                    continue
                rate = self._gain(sight, ground, route) / turns
                if rate > best:
                    best, target = rate, route
        if target < 0:
            return
        link = chart.link_of[target]
        needs = Needs(chart, ground, (), funds, sight.trains, sight.now.market)
        group = claims.get(chart.ids[target])
        if group is not None:
            yield best, cheapest(group, needs.worth)
        yield from self._draw(sight, needs)

    def _last_turn(self, sight: Sight, ground: Ground, plan: Plan) -> Ranked:
        """The claim that brings most at once, in points of a route and of completed tickets."""
        chart = sight.chart
        claims = claims_by_route(sight.actions)
        aims, _ = aims_of(chart, ground, sight.tickets)
        found = []
        for key, group in claims.items():
            route = chart.route_numbers[key]
            a, b = chart.ends[chart.link_of[route]]
            a, b = ground.roots[a], ground.roots[b]
            roots = [a if root == b else root for root in ground.roots]
            points = float(chart.points[route])
            for aim in aims:
                for places, worth in aim.goals:
                    if len({roots[cities[0]] for cities in places}) == 1:
                        points += worth + aim.lost
                        break
            found.append((points, key))
        found.sort(key=lambda pair: -pair[0])
        for points, key in found:
            yield points, cheapest(claims[key], [1.0] * CARD_KINDS)
        yield from self._draw(sight, Needs(chart, ground, (), sight.funds))

    # Cards ---------------------------------------------------------------------------------

    def _next_card(self, sight: Sight) -> Ranked:
        ground = self._look(sight)
        plan = self._planned(sight, ground)
        links = self._in_order(sight, ground, plan)
        free = sight.trains - (plan.trains if len(sight.mates) == 1 else 0)
        yield from self._draw(sight, Needs(sight.chart, ground, links, sight.funds, free, sight.now.market))

    def _draw(self, sight: Sight, needs: Needs) -> Ranked:
        """Draws of cards, the one of the most worth first."""
        worth, now = needs.worth, sight.now
        deck = sight.chart.rules.deck
        unseen = [n for n in deck]
        for pile in (sight.funds, now.discards):
            for card, n in enumerate(pile):
                if n:
                    unseen[card] -= n
        for card in now.market:
            unseen[card] -= 1
        total = blind = 0.0
        for n, value in zip(unseen, worth, strict=True):
            total += n
            blind += n * value
        blind = blind / total if total > 0 else 0.0
        is_first = now.pending[-1][0] == "turn" and sight.chart.rules.draws > 1
        found: list[tuple[float, Action]] = []
        for action in sight.actions:
            if type(action) is DrawFaceUp:
                value = worth[action.card]
                if is_first and action.card == WILD_CARD:
                    value -= max(blind, 0.8)
                found.append((value, action))
            elif action == BLIND:
                found.append((blind, action))
        found.sort(key=lambda pair: -pair[0])
        yield from found

    def _pay(self, sight: Sight) -> Ranked:
        """The cheapest way to pay the extra cost of a tunnel."""
        paying = [action for action in sight.actions if hasattr(action, "cards")]
        if paying:
            ground = self._look(sight)
            links = self._in_order(sight, ground, self._planned(sight, ground))
            yield 1.0, cheapest(paying, Needs(sight.chart, ground, links, sight.funds).worth)

    def _place(self, sight: Sight) -> Ranked:
        """The place for a drawn card."""
        ground = self._look(sight)
        links = self._in_order(sight, ground, self._planned(sight, ground))
        worth = Needs(sight.chart, ground, links, sight.funds).worth
        drawn = self._pile_cards(sight)
        place = "hand" if any(worth[card] > 0.5 for card in drawn) else "holder"
        for action in sight.actions:
            if getattr(action, "place", None) == place:
                yield 0.0, action

    @staticmethod
    def _pile_cards(sight: Sight) -> list[int]:
        return [card for card, n in enumerate(sight.pile("unplaced", sight.seat)) if n]


def claims_by_route(actions: Iterable[Action]) -> dict[str, list[Any]]:
    """The claims among these actions, by the id of the route."""
    found: dict[str, list[Any]] = {}
    for action in actions:
        if type(action) is ClaimRoute:
            key = action.route.id
            if key in found:
                found[key].append(action)
            else:
                found[key] = [action]
    return found


Decide = Callable[[PlannerPlayer, Sight], Ranked]

_DECIDE: dict[str, Decide] = {
    "turn": PlannerPlayer._turn,
    "next card": PlannerPlayer._next_card,
    "keep tickets": PlannerPlayer._keep,
    "keep first tickets": PlannerPlayer._keep,
    "tunnel": PlannerPlayer._pay,
    "place card": PlannerPlayer._place,
}
