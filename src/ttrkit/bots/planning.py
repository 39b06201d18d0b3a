"""Plans: the links that a seat wants for its tickets, within its trains and its time."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import TYPE_CHECKING, NamedTuple

import attrs

from ttrkit.bots.ways import NOWHERE, easiest_way, steiner_tree

if TYPE_CHECKING:
    from ttrkit.board.numbered import Goals
    from ttrkit.bots.chart import Chart
    from ttrkit.bots.ground import Ground

import os
GIVE=float(os.environ.get('G','0'))
SCALE=float(os.environ.get('S','0.7'))
MAX_EXACT = 5  # cities that an exact tree is sought for


class Aim(NamedTuple):
    """A ticket that is not completed, or not as well as it could be."""

    ticket: int
    goals: Goals
    lost: int  # points that it costs if no goal is reached


@attrs.frozen
class Budget:
    """The trains and the turns that a plan may take, and the odds of each further link."""

    trains: float
    turns: float
    odds: float = 1.0  # that an open link is still to be had when its turn comes


@attrs.define
class Plan:
    """The links to be claimed or borrowed for some tickets."""

    links: set[int] = attrs.field(factory=set)  # all that are not the team's yet
    done: list[int] = attrs.field(factory=list)  # tickets that it completes
    given_up: list[int] = attrs.field(factory=list)
    value: float = 0.0  # points of tickets, won or lost, less the effort
    effort: float = 0.0
    trains: int = 0
    turns: float = 0.0


def aims_of(chart: Chart, ground: Ground, tickets: Iterable[int]) -> tuple[list[Aim], list[int]]:
    """The aims of these tickets, and the tickets that are completed as well as can be."""
    roots = ground.roots
    aims: list[Aim] = []
    done: list[int] = []
    for ticket in tickets:
        goals = chart.goals[ticket]
        lost = goals[-1][1]
        better: list[tuple[tuple[tuple[int, ...], ...], int]] = []
        for goal in goals:
            if _is_joined(roots, goal[0]):
                lost = -goal[1]
                break
            better.append(goal)
        if better:
            aims.append(Aim(ticket, tuple(better), lost))
        else:
            done.append(ticket)
    return aims, done


def _is_joined(roots: Sequence[int], places: Sequence[Sequence[int]]) -> bool:
    if len(places) == 2 and len(places[0]) == 1 == len(places[1]):
        return roots[places[0][0]] == roots[places[1][0]]
    first, *others = places
    networks = {roots[city] for city in first}
    for cities in others:
        networks.intersection_update([roots[city] for city in cities])
    return bool(networks)


class Planner:
    """Makes plans on one ground, within one budget."""

    def __init__(self, ground: Ground, budget: Budget) -> None:
        self.ground = ground
        self.chart = ground.chart
        self.budget = budget

    def plan(self, tickets: Sequence[int]) -> Plan:
        """The best plan found for these tickets."""
        aims, done = aims_of(self.chart, self.ground, tickets)
        if not aims:
            return Plan(done=done)
        start = Plan()
        aims.sort(key=lambda aim: (-aim.goals[0][1], aim.ticket))
        best = self.extended(start, aims)
        if len(aims) > 1:
            other = self.extended(start, aims[::-1])
            if other.value > best.value:
                best = other
            tree = self._tree(aims)
            if tree is not None and tree.value > best.value:
                best = tree
        best.done += done
        return best

    def extended(
        self, plan: Plan, aims: Iterable[Aim], given: Sequence[float] | None = None
    ) -> Plan:
        """The plan with these aims besides, one after the other; each may use what is planned."""
        costs = [*(self.ground.costs if given is None else given)]
        for link in plan.links:
            costs[link] = 0.0
        links, done, given_up = set(plan.links), [*plan.done], [*plan.given_up]
        value, effort, trains, turns = plan.value, plan.effort, plan.trains, plan.turns
        for aim in aims:
            best, gained, chosen = -float(aim.lost), 0.0, None
            for places, points in aim.goals:
                way = self._way(costs, places)
                if way is None:
                    continue
                cost = sum([costs[link] for link in way])
                more_trains, more_turns = self._takes(way)
                if (
                    trains + more_trains > self.budget.trains
                    or turns + more_turns > self.budget.turns
                ):
                    continue
                odds = self.budget.odds ** len(way)
                hoped = odds * points - (1 - odds) * aim.lost - SCALE * cost
                if hoped + GIVE * cost > best:
                    best, gained, chosen = hoped, cost, way
                    takes = more_trains, more_turns
            value += best
            if chosen is None:
                given_up.append(aim.ticket)
                continue
            done.append(aim.ticket)
            effort += gained
            trains += takes[0]
            turns += takes[1]
            for link in chosen:
                costs[link] = 0.0
                links.add(link)
        return Plan(links, done, given_up, value, effort, trains, turns)

    def _way(
        self, costs: Sequence[float], places: Sequence[Sequence[int]]
    ) -> list[int] | None:
        """The links of an easy way that joins one city of each place; of two, the easiest."""
        ways, ends = self.chart.ways, self.chart.ends
        if len(places) == 2:
            return easiest_way(ways, ends, costs, places[0], places[1])
        found: list[int] = []
        open_costs = [*costs]
        joined = [*places[0]]
        for cities in places[1:]:
            way = easiest_way(ways, ends, open_costs, joined, cities)
            if way is None:
                return None
            for link in way:
                open_costs[link] = 0.0
                joined += ends[link]
            found += way
            if not way:
                joined += cities
        return found

    def _takes(self, links: Iterable[int]) -> tuple[int, float]:
        """The trains and the turns that these links take."""
        chart, ground = self.chart, self.ground
        trains, turns = 0, 0.0
        for link in links:
            routes = ground.open_of[link]
            if routes and link not in ground.to_borrow:
                trains += chart.lengths[routes[0]]
                turns += chart.turns[routes[0]]
            else:
                turns += 1
        return trains, turns

    def _tree(self, aims: Sequence[Aim]) -> Plan | None:
        """The plan that joins all in one network, exactly, if they are few and plain."""
        if not self.chart.rules.is_plain:
            return None
        roots = self.ground.roots
        cities = {roots[place[0]] for aim in aims for place in aim.goals[0][0]}
        if len(cities) > MAX_EXACT:
            return None
        chart, costs = self.chart, self.ground.costs
        links = steiner_tree(chart.ways, chart.ends, costs, sorted(cities))
        if links is None:
            return None
        inside = [
            cost if not cost or link in links else NOWHERE for link, cost in enumerate(costs)
        ]
        return self.extended(Plan(), aims, inside)


__all__ = ["NOWHERE", "Aim", "Budget", "Plan", "Planner", "aims_of"]
