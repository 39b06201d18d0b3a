"""`Memory`: the ground and the plan that a planner keeps from one decision to the next.

All of it comes from observations; what does not fit the next one is made anew. Hopes for a draw of
tickets last a little longer: until the seat's own plan, routes or tickets change.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import attrs

from ttrkit.bots.ground import Ground
from ttrkit.bots.outlook import (
    best_of,
    most_pressing_first,
    ticket_worths,
    turns_left,
    turns_of_game,
)
from ttrkit.bots.planning import Budget, Drafting, Plan
from ttrkit.bots.saving import Needs

if TYPE_CHECKING:
    from ttrkit.bots.sight import Sight
    from ttrkit.bots.traits import Traits

PARTNER = 0.5  # how much of a partner's turns count for a plan
HURRIED_TURNS = 1.5  # times the turns left, that a plan made in a hurry may take: with luck
HOPELESS = 0.5  # of the turns that a plan takes: if fewer are left, tickets of it may be given up


class Memory:
    """What a planner remembers of a game, and how it plans."""

    __slots__ = ("_ground", "_hopes", "_plan", "_traits")

    def __init__(self, traits: Traits) -> None:
        self._traits = traits
        self._ground: Ground | None = None
        self._plan: tuple[tuple[int, ...], Plan, Ground] | None = None
        self._hopes: tuple[object, float] | None = None

    def copy(self) -> Memory:
        """The same, to go on with in another game from here."""
        new = Memory(self._traits)
        new._ground, new._hopes = self._ground, self._hopes
        if self._plan is not None:
            tickets, plan, ground = self._plan
            new._plan = (tickets, plan.copy(), ground)
        return new

    def ground(self, sight: Sight) -> Ground:
        """The ground, made anew if somebody has built something."""
        if self._ground is None or not self._ground.fits(sight):
            self._ground = Ground(sight)
        return self._ground

    def budget(self, sight: Sight, slack: float, effort: float) -> Budget:
        """The limits of a plan; a partner has turns, too."""
        rules, mates = sight.chart.rules, len(sight.mates)
        spared = slack * turns_of_game(sight.chart)
        turns = (turns_left(sight) - spared) * (1 + PARTNER * (mates - 1))
        turns += sum(sight.funds) / rules.draws
        rivals = len(sight.now.trains) - mates
        odds: float = self._traits.link_odds**rivals
        return Budget(sight.trains, max(0.0, turns), rules.stations, odds, effort)

    def plan(self, sight: Sight, ground: Ground) -> Plan:
        """The plan: that of before, as long as it can be carried out, or else a new one."""
        tickets = sight.tickets
        kept = self._plan
        if kept is not None and kept[0] == tickets and kept[2] is ground:
            return kept[1]
        if kept is not None and kept[0] == tickets:
            plan, costs = kept[1], ground.costs
            built = [link for link in plan.links if not costs[link]]
            plan.drop(built)
            is_open = plan.trains <= sight.trains and plan.fits(ground)
            if is_open and not (plan.given_up and ground.own > kept[2].own):
                self._plan = (tickets, plan, ground)
                return plan
        plan = Drafting(ground, self.budget(sight, 0.0, self._traits.effort)).plan(tickets)
        self._plan = (tickets, plan, ground)
        return plan

    def hurried_plan(self, sight: Sight, ground: Ground, needs: Needs, remaining: float) -> Plan:
        """The plan, or if time runs out for it, one that takes fewer turns with the cards at hand.

        Tickets are given up for it only if there is hardly any hope for them.
        """
        plan = self.plan(sight, ground)
        budget = attrs.evolve(self.budget(sight, 0.0, 1.0), turns=HURRIED_TURNS * remaining)
        other = Drafting(ground, budget, sight.funds).plan(sight.tickets)
        if len(other.given_up) > len(plan.given_up) and remaining >= HOPELESS * needs.turns:
            return plan
        links = most_pressing_first(ground, other.links)
        if Needs(ground, links, sight.funds, sight.now.market).turns >= needs.turns:
            return plan
        self._plan = (sight.tickets, other, ground)
        return other

    def has_planned(self, link: int) -> bool:
        """Whether the plan of before has this link."""
        return self._plan is not None and link in self._plan[1].links

    def hope(self, sight: Sight, ground: Ground, plan: Plan) -> float:
        """The points that a draw of tickets brings on average: those of the best of them."""
        key = (sight.tickets, frozenset(plan.links), sight.now.routes[sight.seat])
        if self._hopes is None or self._hopes[0] != key:
            known = {*sight.tickets, *sight.refused}
            pool = [ticket for ticket in sight.chart.stock if ticket not in known]
            budget = self.budget(sight, self._traits.slack, self._traits.new_effort)
            budget = attrs.evolve(budget, trains=budget.trains - plan.trains)
            worths = ticket_worths(ground, plan.links, pool, budget)
            self._hopes = (key, best_of(worths, sight.chart.rules.tickets_drawn))
        return self._hopes[1]
