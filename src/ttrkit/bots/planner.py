"""`PlannerPlayer`: plans one network for all its tickets, saves for it, and keeps to its time."""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator, Sequence, Sized
from typing import TYPE_CHECKING, Any

from ttrkit.bots.drawing import ranked_draws
from ttrkit.bots.filling import (
    Claims,
    best_target,
    claim_beside,
    ending_claim,
    last_claims,
    stations_for,
)
from ttrkit.bots.ground import Ground
from ttrkit.bots.hints import best_hint, hinting_parts
from ttrkit.bots.memory import Memory
from ttrkit.bots.outlook import (
    is_pressing,
    lead,
    most_pressing_first,
    turns_left,
    turns_of_game,
    turns_of_route,
)
from ttrkit.bots.planning import Drafting, Plan, aims_of
from ttrkit.bots.saving import Needs, cards_left, cheapest, paid_worth, reserve
from ttrkit.bots.sight import Judged, Sight
from ttrkit.bots.traits import USUAL, Traits
from ttrkit.events import Action, ClaimRoute, DrawTickets, KeepTickets, checked_seed
from ttrkit.payment import WILD_CARD
from ttrkit.players import choices_of

if TYPE_CHECKING:
    from ttrkit.knowledge import Observation

DRAW_TICKETS = DrawTickets()

NEW_LINKS = 2.5  # links that a new ticket usually takes
MAX_GIVEN_UP = 2  # tickets, with which none are drawn just because there is room for them
GOOD_DRAWS = 1.5  # cards of use in a turn, for which claims can wait
FAIR_DRAWS = 1.0  # cards of use in a turn, for which claims beside the plan can wait
PATIENCE = 1.6  # turns of a usual route, that must be left besides those for claims that wait
NEAR_END = 0.15  # of the turns of a game: if fewer remain, claims beside the plan do not wait
NEEDED = 0.5  # the worth from which on a card is needed
PLANNED = 6.0  # usual turns that a planned tunnel is worth


class PlannerPlayer:
    """Plans a network for all its tickets together and builds it, the links in danger first.

    It draws more tickets if they add to that network, saves the cards that its plan lacks, and
    fills the time left with the routes that bring most. It decides from its observations alone;
    what it remembers of a game comes from them, and is made anew where it does not fit.
    """

    def __init__(self, seed: int | None = None, *, traits: Traits | None = None) -> None:
        self._seed = None if seed is None else checked_seed(seed)
        self._rng: random.Random | None = None  # as long as nothing is left to chance
        self._traits = USUAL if traits is None else traits
        self._memory = Memory(self._traits)

    def __getstate__(self) -> dict[str, Any]:
        """Without the memory of a game: it is made anew."""
        return {**vars(self), "_memory": Memory(self._traits)}

    def copy(self) -> PlannerPlayer:
        """A planner that remembers the same, to go on in a copy of the game."""
        new = PlannerPlayer(self._seed, traits=self._traits)
        new._memory = self._memory.copy()
        if self._rng is not None:
            new._rng = random.Random()
            new._rng.setstate(self._rng.getstate())
        return new

    def choose(self, observation: Observation) -> Action:
        """One of the legal actions."""
        actions = choices_of(observation)
        if len(actions) == 1:
            return actions[0]
        for _, action in self._ranked(observation):
            return action
        return self._any(actions)

    def candidates(self, observation: Observation) -> list[tuple[Action, float]]:
        """The sensible actions with the planner's judgement; its own choice is first.

        Claims and tickets are judged in points, draws in cards that are sure to be used, and what
        is saved for without a plan in points a turn.
        """
        found: dict[Action, float] = {}
        for judgement, action in self._ranked(observation):
            found.setdefault(action, judgement)
        if not found:
            actions = choices_of(observation)
            first = self._any(actions) if len(actions) > 1 else actions[0]
            found.update(dict.fromkeys((first, *actions), 0.0))
        return [*found.items()]

    def judge(self, observation: Observation) -> float:
        """The points by which the seat's team can expect to be ahead in the end."""
        sight = Sight(observation)
        ground = self._memory.ground(sight)
        budget = self._memory.budget(sight, 0.0, self._traits.effort)
        plan = Drafting(ground, budget).plan(sight.tickets)  # a kept one is judged as it was made
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

    def _any(self, actions: Sequence[Action]) -> Action:
        """One of these actions, by chance."""
        if self._rng is None:
            self._rng = random.Random(self._seed)
        return actions[int(self._rng.random() * len(actions))]

    def planned_links(self, observation: Observation) -> list[int]:
        """The links of the board that the seat plans to claim, the most pressing first."""
        sight = Sight(observation)
        ground = self._memory.ground(sight)
        return most_pressing_first(ground, self._memory.plan(sight, ground).links)

    def claims(self, observation: Observation) -> dict[int, ClaimRoute]:
        """By link: the claim that costs the plan least, of all that are legal."""
        sight = Sight(observation)
        chart, worth = sight.chart, self._needs(sight).worth
        of_link: dict[int, list[ClaimRoute]] = {}
        for key, group in sight.claims().items():
            of_link.setdefault(chart.link_of[chart.route_numbers[key]], []).extend(group)
        return {link: cheapest(group, worth) for link, group in of_link.items()}

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

    def _keep(self, sight: Sight) -> Iterator[Judged]:
        """Choices of tickets, that with the most points in the end first."""
        ground = self._memory.ground(sight)
        traits, chart = self._traits, sight.chart
        effort = traits.effort if sight.now.turn < 0 else traits.new_effort
        drafting = Drafting(ground, self._memory.budget(sight, traits.slack, effort))
        held = sight.tickets
        base = self._memory.plan(sight, ground) if held else Plan()
        is_begun = bool(base.links)
        worth: dict[tuple[Any, ...], float] = {}
        found: list[tuple[float, int, Action]] = []
        for action in sight.actions:
            if type(action) is not KeepTickets:
                continue
            if action.tickets not in worth:
                new = [chart.ticket_numbers[ticket.id] for ticket in action.tickets]
                aims, done = aims_of(ground, new)
                won = sum([chart.goals[ticket][0][1] for ticket in done])
                plan = drafting.extended(base, aims) if is_begun else drafting.plan([*held, *new])
                worth[action.tickets] = plan.value + won
            share = 0 if action.share is None else action.share.points
            found.append((-worth[action.tickets], -share, action))
        found.sort(key=lambda each: each[:2])
        for value, _, choice in found:
            yield -value, choice

    def _tickets(
        self, sight: Sight, ground: Ground, plan: Plan, remaining: float
    ) -> Iterator[Judged]:
        """A draw of tickets, if there is time for them and they are likely to fit."""
        chart, traits = sight.chart, self._traits
        if DrawTickets not in sight.kinds:
            return
        game = turns_of_game(chart)
        needed = plan.turns - sum(sight.funds) / chart.rules.draws
        needed += NEW_LINKS * turns_of_route(chart)
        if needed + traits.slack * game < remaining:
            hope = self._memory.hope(sight, ground, plan)
            has_room = (
                remaining - plan.turns > traits.room * game
                and sight.trains - plan.trains > traits.room * chart.rules.trains
                and len(plan.given_up) <= MAX_GIVEN_UP
            )
            if has_room or hope > traits.ticket_turns * chart.usual.turn:
                yield hope, DRAW_TICKETS

    def _turn(self, sight: Sight) -> Iterator[Judged]:
        ground = self._memory.ground(sight)
        plan = self._memory.plan(sight, ground)
        if sight.is_last_turn:
            yield from self._last_turn(sight, ground, plan)
            return
        remaining = turns_left(sight)
        is_near_end = remaining < NEAR_END * turns_of_game(sight.chart)
        links, needs = self._needs_of(sight, ground, plan, remaining)
        hurried = (
            self._memory.hurried_plan(sight, ground, needs, remaining) if needs.is_pressed else plan
        )
        if hurried is not plan:
            plan = hurried
            links, needs = self._needs_of(sight, ground, plan, remaining)
        draws = ranked_draws(sight, needs)
        cards = draws[0][0] if draws else 0.0
        claims: Claims | None = None
        if needs.payable or sight.chart.rules.is_home_made:
            claims = sight.claims()
            spared = PATIENCE * turns_of_route(sight.chart)
            waits = cards >= GOOD_DRAWS and remaining > len(needs.payable) + spared
            yield from self._planned_claims(
                sight, ground, needs, claims, waits=waits, is_near_end=is_near_end
            )
            if waits:
                yield draws[0]
        if len(links) < len(plan.links) and (not links or remaining < len(plan.links) + 1):
            yield from stations_for(sight, ground, plan, needs)
        yield from self._tickets(sight, ground, plan, remaining)
        if not links:
            yield from ending_claim(sight, ground, self._traits, needs)
        if not self._can_go_on(sight, needs, claims, links):
            yield from self._fill(sight, ground)
        elif not needs.is_pressed and (cards < FAIR_DRAWS or is_near_end):
            yield from claim_beside(sight, ground, self._traits, needs)
        yield from draws
        for group in sight.claims().values():
            yield 0.0, cheapest(group, needs.worth)

    @staticmethod
    def _can_go_on(sight: Sight, needs: Needs, claims: Claims | None, links: Sized) -> bool:
        """Whether a planned link is left that no home-made rule keeps closed for now."""
        if claims is None:
            return bool(links)
        ids = sight.chart.ids
        closed = [each for each in needs.payable if ids[each.route] not in claims]
        return len(closed) < len(links)

    def _planned_claims(
        self,
        sight: Sight,
        ground: Ground,
        needs: Needs,
        claims: Claims,
        *,
        waits: bool,
        is_near_end: bool,
    ) -> Iterator[Judged]:
        """Claims of planned links: those that need not wait for cards, nor for wilds to spare."""
        chart = sight.chart
        can_finish = needs.lack <= sight.funds[WILD_CARD]
        for link, route, wilds in needs.payable:
            group = claims.get(chart.ids[route])
            if group is None:
                continue
            must_wait = waits or (wilds and not can_finish)
            if must_wait and not is_pressing(ground, link, self._traits):
                continue
            action = cheapest(group, needs.worth)
            spare = reserve(chart.prices[route]) - is_near_end
            if spare <= 0 or cards_left(action, sight.funds) >= spare:
                yield chart.points[route] + chart.usual.turn, action

    def _fill(self, sight: Sight, ground: Ground) -> Iterator[Judged]:
        """A claim of the route with the most points a turn, or draws for such routes."""
        rate, target = best_target(sight, ground, self._traits)
        if target >= 0:
            needs = Needs(ground, (), sight.funds, sight.now.market, sight.trains)
            group = sight.claims_of(target)
            if group:
                yield rate, cheapest(group, needs.worth)
            yield from ranked_draws(sight, needs)

    def _last_turn(self, sight: Sight, ground: Ground, plan: Plan) -> Iterator[Judged]:
        """What brings most at once: a claim, or a station for the last link of the plan."""
        needs = Needs(ground, (), sight.funds, ())
        found = last_claims(sight, ground, self._traits, sight.claims())
        if len(plan.links) == 1:
            aims, _ = aims_of(ground, sight.tickets)
            hoped = sum([aim.goals[0][1] + aim.lost for aim in aims if aim.ticket in plan.done])
            hoped -= sight.chart.rules.station_points
            found += [(hoped, each) for _, each in stations_for(sight, ground, plan, needs)]
        found.sort(key=lambda judged: -judged[0])
        yield from found
        yield from ranked_draws(sight, needs)

    def _needs(self, sight: Sight) -> Needs:
        ground = self._memory.ground(sight)
        plan = self._memory.plan(sight, ground)
        return self._needs_of(sight, ground, plan, turns_left(sight))[1]

    def _needs_of(
        self, sight: Sight, ground: Ground, plan: Plan, remaining: float
    ) -> tuple[list[int], Needs]:
        """The planned links that are to be claimed, and the cards that they need."""
        links, free = most_pressing_first(ground, plan.links), sight.trains - plan.trains
        return links, Needs(ground, links, sight.funds, sight.now.market, free, remaining=remaining)

    def _next_card(self, sight: Sight) -> Iterator[Judged]:
        yield from ranked_draws(sight, self._needs(sight))

    def _pay(self, sight: Sight) -> Iterator[Judged]:
        """The cheapest way to pay the extra cost of a tunnel, if the tunnel is worth it."""
        paying = sight.of_kind("cards")
        if not paying or sight.now.claim is None:
            return
        worth, chart = self._needs(sight).worth, sight.chart
        action = cheapest(paying, worth)
        route = sight.now.claim.route
        gain = chart.points[route] + chart.usual.turn
        if self._memory.has_planned(chart.link_of[route]):
            gain += PLANNED * chart.usual.turn
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
        place = "hand" if any(worth[card] > NEEDED for card in drawn) else "holder"
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
