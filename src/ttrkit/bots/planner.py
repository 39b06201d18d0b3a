"""`PlannerPlayer`: plans one network for all its tickets, saves for it, and keeps to its time."""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator
from typing import TYPE_CHECKING, Any

import attrs

from ttrkit.bots.ground import BORROWED, Ground
from ttrkit.bots.hints import best_hint, hinting_parts
from ttrkit.bots.outlook import best_of, danger, lead, ticket_worths, turns_left
from ttrkit.bots.planning import Budget, Drafting, Plan, aims_of, is_joined
from ttrkit.bots.saving import Needs, cheapest, has_reserve, lacking, paid_worth
from ttrkit.bots.sight import FLAG_CARDS, Judged, Sight
from ttrkit.events import Action, DrawBlind, DrawFaceUp, DrawTickets, KeepTickets
from ttrkit.payment import CARD_KINDS, WILD_CARD

if TYPE_CHECKING:
    from ttrkit.knowledge import Observation

BLIND = DrawBlind()
DRAW_TICKETS = DrawTickets()
EVEN = [1.0] * CARD_KINDS

DETOUR = 20.0  # the largest detour, in points, that makes a link pressing
import os
PRESSED = float(os.environ.get("PRESSED","0.7"))
PROSPECT = float(os.environ.get("PROSPECT","1.8"))
PROSPECT2 = float(os.environ.get("PROSPECT2","1"))
LATE = float(os.environ.get("LATE","5"))
FILL_DRAWS = 0.75  # turns that a card takes which a route beside the plan lacks
NEW_LINKS = 2.5  # links that a new ticket usually takes
WILD_TURN = 0.8  # the worth of the card that a face-up wild takes the place of
NEEDED = 0.5  # the worth from which on a card is needed
PARTNER = float(os.environ.get("PARTNER","0.5"))
PT = float(os.environ.get("PT","0"))
FS = float(os.environ.get("FS","1"))
#  how much of a partner's turns count for a plan


@attrs.frozen
class Traits:
    """The inclinations of a planner; they are factors and shares, and so fit any variant."""

    link_odds: float = 0.97  # that an open link is still to be had, against one rival
    effort: float = 0.7  # the weight of effort against the points of tickets that are held
    new_effort: float = 1.6  # the same for tickets that are drawn
    slack: float = 3.0  # turns that a plan leaves free
    ticket_turns: float = 9.0  # usual turns that a draw of tickets must bring
    filler_turns: float = 1.6  # usual turns that a claim beside the plan must bring
    length_zeal: float = 0.0  # points more for every train of a route beside the plan
    block_zeal: float = 0.0  # points more for a route that rivals seem to need
    held_slack: float = 0.0
    patience: float = 4.0
    haste: float = 0.0  # turns that the end is expected sooner


class PlannerPlayer:
    """Plans a network for all its tickets together and builds it, the links in danger first.

    It draws more tickets if they add to that network, saves the cards that its plan lacks, and
    fills the time left with the routes that bring most. It decides from its observations alone;
    what it remembers of a game comes from them, and is made anew where it does not fit.
    """

    def __init__(self, seed: int | None = None, *, traits: Traits | None = None) -> None:
        self._rng = random.Random(seed)
        self._traits = Traits() if traits is None else traits
        self._ground: Ground | None = None
        self._plan: tuple[tuple[int, ...], Plan] | None = None
        self._hopes: tuple[object, float] | None = None

    def __getstate__(self) -> dict[str, Any]:
        """Without the memory of a game: it is made anew."""
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
        """The sensible actions with the planner's judgement in points; its own choice is first."""
        found: dict[Action, float] = {}
        for judgement, action in self._ranked(observation):
            found.setdefault(action, judgement)
        return [*found.items()] or [(action, 0.0) for action in observation.legal_actions]

    def judge(self, observation: Observation) -> float:
        """The points by which the seat's team can expect to be ahead in the end."""
        sight = Sight(observation)
        ground = self._look(sight)
        plan = self._planned(sight, ground)
        goals = sight.chart.goals
        _, done = aims_of(ground, sight.tickets)
        won = sum([goals[ticket][0][1] for ticket in done])
        rivals = [
            sight.now.trains[seat]
            for team, seats in enumerate(sight.teams)
            for seat in seats
            if team != sight.team
        ]
        unused = sum(rivals) / max(1, len(rivals)) - sight.team_trains / len(sight.mates)
        return lead(sight, plan.value + won) - sight.chart.usual.train * unused

    def _ranked(self, observation: Observation) -> Iterator[Judged]:
        """The sensible actions, the best first; they are found one by one."""
        if hinting_parts(observation.variant.engine):
            hinted = best_hint(observation)
            if hinted is not None:
                yield 0.0, hinted
        sight = Sight(observation)
        decide = _BY_NAME.get(sight.decision)
        if decide is None:
            kinds = {type(action).__name__ for action in sight.actions}
            decide = next((_BY_KIND[kind] for kind in _BY_KIND if kind in kinds), None)
        if decide is not None:
            yield from decide(self, sight)

    # Memory --------------------------------------------------------------------------------

    def _look(self, sight: Sight) -> Ground:
        """The ground, made anew if somebody has built something."""
        if self._ground is None or not self._ground.fits(sight):
            self._ground = Ground(sight)
        return self._ground

    def _budget(self, sight: Sight, *, is_new: bool = True) -> Budget:
        rules, traits = sight.chart.rules, self._traits
        mates = len(sight.mates)
        turns = turns_left(sight) - (traits.slack if is_new else traits.held_slack) - traits.haste
        turns = turns * (1 + PARTNER * (mates - 1)) + sum(sight.funds) / rules.draws
        rivals = len(sight.now.trains) - mates
        odds: float = traits.link_odds**rivals
        return Budget(int(sight.trains + PT * (sight.team_trains - sight.trains)), max(0.0, turns), rules.stations, odds, traits.effort)

    def _planned(self, sight: Sight, ground: Ground) -> Plan:
        """The plan: that of before, as long as it can be carried out, or else a new one."""
        tickets = sight.tickets
        if self._plan is not None and self._plan[0] == tickets:
            plan, costs = self._plan[1], ground.costs
            plan.drop(ground, [link for link in plan.links if not costs[link]])
            if plan.trains <= sight.team_trains and all(
                [ground.open_of[link] or link in ground.to_borrow for link in plan.links]
            ):
                return plan
        plan = Drafting(ground, self._budget(sight, is_new=False)).plan(tickets)
        self._plan = (tickets, plan)
        return plan

    # Tickets -------------------------------------------------------------------------------

    def _keep(self, sight: Sight) -> Iterator[Judged]:
        """Choices of tickets, that with the most points in the end first."""
        ground = self._look(sight)
        budget = self._budget(sight)
        if sight.now.turn >= 0:
            budget = attrs.evolve(budget, effort=self._traits.new_effort)
        drafting = Drafting(ground, budget)
        chart = sight.chart
        held = sight.tickets
        base = self._planned(sight, ground) if held else Plan()
        worth: dict[tuple[Any, ...], float] = {}
        found: list[tuple[float, int, Action]] = []
        for action in sight.actions:
            if type(action) is not KeepTickets:
                continue
            if action.tickets not in worth:
                new = [chart.ticket_numbers[ticket.id] for ticket in action.tickets]
                aims, done = aims_of(ground, new)
                won = sum([chart.goals[ticket][0][1] for ticket in done])
                if base.links:
                    plan = drafting.extended(base, aims)
                else:
                    plan = drafting.plan([*held, *new])
                worth[action.tickets] = plan.value + won
            share = 0 if action.share is None else action.share.points
            found.append((-worth[action.tickets], -share, action))
        found.sort(key=lambda each: each[:2])
        for value, _, choice in found:
            yield -value, choice

    def _hope(self, sight: Sight, ground: Ground, plan: Plan) -> float:
        """The points that a draw of tickets brings on average: those of the best of them."""
        key = (sight.tickets, frozenset(plan.links), sight.now.routes[sight.seat])
        if self._hopes is None or self._hopes[0] != key:
            own = sight.tickets
            pool = [ticket for ticket in sight.chart.stock if ticket not in own]
            budget = self._budget(sight)
            budget = attrs.evolve(
                budget, trains=budget.trains - plan.trains, effort=self._traits.new_effort
            )
            worths = ticket_worths(ground, plan.links, pool, budget)
            self._hopes = (key, best_of(worths, sight.chart.rules.tickets_drawn))
        return self._hopes[1]

    def _tickets(self, sight: Sight, ground: Ground, plan: Plan) -> Iterator[Judged]:
        """A draw of tickets, if there is time for them and they are likely to fit."""
        chart, traits = sight.chart, self._traits
        if DRAW_TICKETS not in sight.actions:
            return
        needed = plan.turns - sum(sight.funds) / chart.rules.draws
        needed += NEW_LINKS * (1 + chart.usual.length / chart.rules.draws)
        if needed + traits.slack < turns_left(sight):
            hope = self._hope(sight, ground, plan)
            if hope > traits.ticket_turns * chart.usual.turn:
                yield hope, DRAW_TICKETS

    # A turn --------------------------------------------------------------------------------

    def _turn(self, sight: Sight) -> Iterator[Judged]:
        ground = self._look(sight)
        plan = self._planned(sight, ground)
        if sight.is_last_turn:
            yield from self._last_turn(sight, ground, plan)
            return
        links = self._in_order(ground, plan)
        free = self._free(sight, plan)
        needs = Needs(ground, links, sight.funds, sight.now.market, free)
        claims = sight.claims() if needs.payable or sight.chart.rules.is_home_made else None
        draws = self._draw(sight, needs)
        late = turns_left(sight)
        prospect = draws[0][0] if draws else 0.0
        if claims is not None:
            waits = prospect >= PROSPECT and late > len(needs.payable) + self._traits.patience
            yield from self._planned_claims(sight, ground, needs, claims, waits=waits)
            if waits:
                yield draws[0]
        if len(links) < len(plan.links):
            yield from self._stations(sight, ground, plan, needs, is_due=not links)
        yield from self._tickets(sight, ground, plan)
        if claims is None:
            claims = sight.claims()
        if self._is_open(sight, needs, claims, links):
            if prospect < PROSPECT2 or late < LATE:
                yield from self._beside(sight, needs, claims, free)
        else:
            yield from self._fill(sight, ground, claims)
        yield from draws
        for group in claims.values():
            yield 0.0, cheapest(group, needs.worth)

    @staticmethod
    def _is_open(
        sight: Sight, needs: Needs, claims: dict[str, list[Any]], links: list[int]
    ) -> bool:
        """Whether a planned link is left that no home-made rule keeps closed for now."""
        ids = sight.chart.ids
        closed = [each for each in needs.payable if ids[each.route] not in claims]
        return len(closed) < len(links)

    @staticmethod
    def _free(sight: Sight, plan: Plan) -> int:
        """The trains of this seat that the plan does not need."""
        share = 1.0 if len(sight.mates) == 1 else FS
        return sight.trains - int(share * plan.trains)

    @staticmethod
    def _in_order(ground: Ground, plan: Plan) -> list[int]:
        """The planned links that are to be claimed, the most pressing first."""
        chart = ground.chart
        found = []
        for link in plan.links:
            if link not in ground.to_borrow:
                press = danger(ground, link) * min(chart.detours[link], DETOUR)
                found.append((-press - chart.lengths[ground.open_of[link][0]], link))
        found.sort()
        return [link for _, link in found]

    def _planned_claims(
        self,
        sight: Sight,
        ground: Ground,
        needs: Needs,
        claims: dict[str, list[Any]],
        *,
        waits: bool,
    ) -> Iterator[Judged]:
        """Claims of planned links that do not waste wilds."""
        chart = sight.chart
        can_finish = needs.lack <= sight.funds[WILD_CARD]
        for link, route, wilds in needs.payable:
            group = claims.get(chart.ids[route])
            if group is None:
                continue
            if (waits or (wilds and not can_finish)) and danger(ground, link) * min(
                chart.detours[link], DETOUR
            ) < PRESSED * chart.usual.turn:
                continue
            action = cheapest(group, needs.worth)
            if not chart.prices[route].tunnel or has_reserve(action, sight.funds):
                yield chart.points[route] + chart.usual.turn, action

    def _stations(
        self, sight: Sight, ground: Ground, plan: Plan, needs: Needs, *, is_due: bool
    ) -> Iterator[Judged]:
        """A station for a planned link of a rival, once all other links are claimed."""
        if not is_due and turns_left(sight) > len(plan.links) + 1:
            return
        chart = sight.chart
        cities = sight.now.variant.board.cities
        ends = {
            cities[city].name
            for link in plan.links
            if ground.to_borrow.get(link)
            for city in chart.ends[link]
        }
        places = [action for action in sight.of_kind("city") if action.city in ends]
        if places:
            yield chart.usual.turn, cheapest(places, needs.worth)

    def _beside(
        self, sight: Sight, needs: Needs, claims: dict[str, list[Any]], free: int
    ) -> Iterator[Judged]:
        """The best claim beside the plan with cards and trains that it does not need."""
        chart = sight.chart
        best, found = self._traits.filler_turns * chart.usual.turn, None
        for key, group in claims.items():
            route = chart.route_numbers[key]
            points = self._gain(sight, route)
            if points > best and chart.lengths[route] <= free:
                action = cheapest(group, needs.worth)
                if needs.covers(action):
                    best, found = points, action
        if found is not None:
            yield best, found

    def _gain(self, sight: Sight, route: int) -> float:
        """The points of a route by itself, with what one is inclined to see in it."""
        chart, traits = sight.chart, self._traits
        rules = chart.rules
        points = chart.points[route] + traits.length_zeal * chart.lengths[route]
        if rules.flag:
            cards = chart.prices[route].cards
            if len(cards) == 1 and cards[0] in rules.flag:
                laid = sight.pile(FLAG_CARDS, sight.seat) or bytes(CARD_KINDS)
                if not laid[cards[0]]:
                    missing = [card for card in rules.flag if not laid[card]]
                    points += rules.flag_points / len(missing)
        if traits.block_zeal and self._ground is not None:
            points += traits.block_zeal * danger(self._ground, chart.link_of[route])
        return points

    def _fill(
        self, sight: Sight, ground: Ground, claims: dict[str, list[Any]]
    ) -> Iterator[Judged]:
        """A claim of the route with the most points a turn, or draws for it."""
        chart, funds = sight.chart, sight.funds
        late = turns_left(sight)
        best, target = 0.0, -1
        for link, cost in enumerate(ground.costs):
            for route in ground.open_of[link] if cost else ():
                lack = lacking(chart.prices[route], funds)
                turns = 1 + FILL_DRAWS * lack * 2 / chart.rules.draws
                if chart.lengths[route] <= sight.trains and turns <= late:
                    rate = self._gain(sight, route) / turns
                    if rate > best:
                        best, target = rate, route
        if target >= 0:
            needs = Needs(ground, (), funds, sight.now.market, sight.trains)
            group = claims.get(chart.ids[target])
            if group is not None:
                yield best, cheapest(group, needs.worth)
            yield from self._draw(sight, needs)

    def _last_turn(self, sight: Sight, ground: Ground, plan: Plan) -> Iterator[Judged]:
        """The claim that brings most at once, in points of a route and of completed tickets."""
        chart, roots = sight.chart, ground.roots
        claims = sight.claims()
        aims, _ = aims_of(ground, sight.tickets)
        needs = Needs(ground, (), sight.funds, ())
        found: list[Judged] = []
        for key, group in claims.items():
            route = chart.route_numbers[key]
            a, b = chart.ends[chart.link_of[route]]
            a, b = roots[a], roots[b]
            joined = [a if root == b else root for root in roots] if a != b else roots
            points = self._gain(sight, route)
            for aim in aims:
                for places, worth in aim.goals:
                    if is_joined(joined, places):
                        points += worth + aim.lost
                        break
            found.append((points, cheapest(group, EVEN)))
        if len(plan.links) == 1 and ground.to_borrow.get(min(plan.links)):
            hoped = plan.value - chart.rules.station_points
            stations = self._stations(sight, ground, plan, needs, is_due=True)
            found += [(hoped, action) for _, action in stations]
        found.sort(key=lambda pair: -pair[0])
        yield from found
        yield from self._draw(sight, needs)

    # Cards ---------------------------------------------------------------------------------

    def _needs(self, sight: Sight) -> Needs:
        ground = self._look(sight)
        plan = self._planned(sight, ground)
        links, free = self._in_order(ground, plan), self._free(sight, plan)
        return Needs(ground, links, sight.funds, sight.now.market, free)

    def _next_card(self, sight: Sight) -> Iterator[Judged]:
        yield from self._draw(sight, self._needs(sight))

    @staticmethod
    def _draw(sight: Sight, needs: Needs) -> list[Judged]:
        """Draws of cards, that of the most worth first; of the first card, with the next one."""
        worth, now = needs.worth, sight.now
        unseen = [*sight.chart.rules.deck]
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
        found: list[Judged] = []
        wild = None
        for action in sight.actions:
            if type(action) is DrawFaceUp:
                if action.card == WILD_CARD:
                    wild = action
                else:
                    found.append((worth[action.card], action))
            elif type(action) is DrawBlind:
                found.append((blind, action))
        found.sort(key=lambda pair: -pair[0])
        if sight.decision == "turn" and sight.chart.rules.draws > 1 and found:
            best = found[0][0]
            again = max(blind, found[1][0] if len(found) > 1 else 0.0)
            if type(found[0][1]) is DrawBlind or now.market.count(found[0][1].card) > 1:
                again = max(again, best)
            found = [(value + again, action) for value, action in found]
        if wild is not None:
            found.append((worth[WILD_CARD], wild))
            found.sort(key=lambda pair: -pair[0])
        return found

    def _pay(self, sight: Sight) -> Iterator[Judged]:
        """The cheapest way to pay the extra cost of a tunnel, if the tunnel is worth it."""
        paying = sight.of_kind("cards")
        if not paying or sight.now.claim is None:
            return
        worth, chart = self._needs(sight).worth, sight.chart
        action = cheapest(paying, worth)
        route = sight.now.claim.route
        gain = chart.points[route] + chart.usual.turn
        if self._plan is not None and chart.link_of[route] in self._plan[1].links:
            gain += DETOUR
        price = paid_worth(action, worth)
        others = [each for each in sight.actions if not hasattr(each, "cards")]
        if price <= gain or not others:
            yield gain - price, action
        for each in others:
            yield 0.0, each

    def _place(self, sight: Sight) -> Iterator[Judged]:
        """The place for a drawn card: the hand if the own plan needs it, else the shared pile."""
        worth = self._needs(sight).worth
        drawn = [card for card, n in enumerate(sight.pile("unplaced", sight.seat)) if n]
        place = "hand" if any([worth[card] > NEEDED for card in drawn]) else "holder"
        for action in sorted(sight.of_kind("place"), key=lambda action: action.place != place):
            yield 0.0, action


Decide = Callable[[PlannerPlayer, Sight], Iterator[Judged]]

_BY_NAME: dict[str, Decide] = {
    "turn": PlannerPlayer._turn,
    "next card": PlannerPlayer._next_card,
    "keep tickets": PlannerPlayer._keep,
    "keep first tickets": PlannerPlayer._keep,
    "tunnel": PlannerPlayer._pay,
    "place card": PlannerPlayer._place,
}

# The same by the kinds of action, for decisions of home-made rules: the first one counts.
_BY_KIND: dict[str, Decide] = {
    "KeepTickets": PlannerPlayer._keep,
    "PayTunnel": PlannerPlayer._pay,
    "PlaceCard": PlannerPlayer._place,
    "ClaimRoute": PlannerPlayer._turn,
    "DrawTickets": PlannerPlayer._turn,
    "DrawBlind": PlannerPlayer._next_card,
    "DrawFaceUp": PlannerPlayer._next_card,
}

__all__ = ["BORROWED", "PlannerPlayer", "Traits"]
