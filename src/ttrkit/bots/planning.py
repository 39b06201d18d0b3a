"""Plans: the links that a seat wants for its tickets, within its trains and its time."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import TYPE_CHECKING, NamedTuple

import attrs

from ttrkit.bots.saving import PRESSED_DRAWS, lacking
from ttrkit.bots.ways import NOWHERE, Spread, easiest_way, steiner_tree

if TYPE_CHECKING:
    from ttrkit.board.numbered import Goals
    from ttrkit.bots.ground import Ground

MAX_EXACT = 4  # cities that an exact tree is sought for


class Aim(NamedTuple):
    """A ticket that is not completed, or not as well as it could be."""

    ticket: int
    goals: Goals
    lost: int  # points that it costs if none of these goals is reached; below 0, those it has


@attrs.frozen
class Budget:
    """The limits of a plan."""

    trains: int
    turns: float
    stations: int = 0
    odds: float = 1.0  # that an open link is still to be had when it is wanted
    effort: float = 1.0  # how much the effort of links counts against the points of tickets


@attrs.define
class Plan:
    """The links to be claimed or borrowed for some tickets."""

    links: set[int] = attrs.field(factory=set)  # all that are not the team's yet
    done: list[int] = attrs.field(factory=list)  # tickets that it completes
    given_up: list[int] = attrs.field(factory=list)
    value: float = 0.0  # points of tickets, won or lost, less the effort
    trains: int = 0
    turns: float = 0.0
    stations: int = 0
    borrowed: set[int] = attrs.field(factory=set)  # those of the links that are rivals'
    takes: dict[int, tuple[int, float, int]] = attrs.field(factory=dict)
    """By link: the trains, the turns and the stations that it takes."""

    def copy(self) -> Plan:
        """The same plan, to be changed apart from this one."""
        return attrs.evolve(
            self,
            links={*self.links},
            done=[*self.done],
            given_up=[*self.given_up],
            takes={**self.takes},
        )

    def fits(self, ground: Ground) -> bool:
        """Whether all its links can still be had in the way that was planned."""
        costs, to_borrow, borrowed = ground.costs, ground.to_borrow, self.borrowed
        for link in self.links:
            if costs[link] == NOWHERE or (link in to_borrow and link not in borrowed):
                return False
        return True

    def drop(self, links: Iterable[int]) -> None:
        """Take links out of the plan that are the team's by now."""
        for link in links:
            self.links.remove(link)
            trains, turns, stations = self.takes.pop(link)
            self.trains -= trains
            self.turns -= turns
            self.stations -= stations


def is_joined(roots: Sequence[int], places: Sequence[Sequence[int]]) -> bool:
    """Whether networks, named by city, join one city of each place."""
    first, *others = places
    networks = {roots[city] for city in first}
    for cities in others:
        networks.intersection_update([roots[city] for city in cities])
    return bool(networks)


def aims_of(ground: Ground, tickets: Iterable[int]) -> tuple[list[Aim], list[int]]:
    """The aims of these tickets, and the tickets that are completed as well as can be."""
    roots = ground.roots
    aims: list[Aim] = []
    done: list[int] = []
    for ticket in tickets:
        goals = ground.chart.goals[ticket]
        lost = goals[-1][1]
        better: list[tuple[tuple[tuple[int, ...], ...], int]] = []
        for goal in goals:
            if is_joined(roots, goal[0]):
                lost = -goal[1]
                break
            better.append(goal)
        if better:
            aims.append(Aim(ticket, tuple(better), lost))
        else:
            done.append(ticket)
    return aims, done


class Sought:
    """The costs by which ways are sought, by link, and what was found by them."""

    __slots__ = ("costs", "spreads", "ways")

    def __init__(self, costs: Sequence[float]) -> None:
        self.costs = costs
        self.ways: dict[tuple[tuple[int, ...], ...], list[int] | None] = {}
        """By the places of a goal: the easiest way, if nothing else is planned."""
        self.spreads: dict[int, Spread] = {}
        """By city: the costs of the easiest ways from there."""


class Drafting:
    """Makes plans on one ground, within one budget; with cards given, by what they pay for."""

    def __init__(self, ground: Ground, budget: Budget, funds: Sequence[int] | None = None) -> None:
        self._ground = ground
        self._chart = ground.chart
        self._budget = budget
        self._turns: dict[int, float] = {}  # by link, where it is not the usual number
        self._costs = Sought(ground.costs if funds is None else self._by_cards(funds))
        self._short: Sought | None = None

    def _by_cards(self, funds: Sequence[int]) -> list[float]:
        """By link: the points that the turns would bring elsewhere that it takes with these cards.

        It notes those turns.
        """
        chart, ground = self._chart, self._ground
        costs = [*ground.costs]
        per_card = PRESSED_DRAWS / chart.rules.draws
        for link, routes in enumerate(ground.open_of):
            if routes and costs[link]:
                lack = min([lacking(chart.prices[route], funds) for route in routes])
                self._turns[link] = 1 + per_card * lack
                costs[link] = chart.usual.turn * self._turns[link]
        return costs

    def plan(self, tickets: Iterable[int]) -> Plan:
        """The best plan found for these tickets."""
        aims, done = aims_of(self._ground, tickets)
        if not aims:
            return Plan(done=done)
        aims.sort(key=lambda aim: (-aim.goals[0][1], aim.ticket))
        best = self._best(aims, self._costs)
        if best.given_up:
            if self._short is None:
                self._short = Sought(self._ground.short_costs())
            other = self._best(aims, self._short)
            if other.value > best.value:
                best = other
        best.done += done
        return best

    def _best(self, aims: Sequence[Aim], costs: Sought) -> Plan:
        """The best of some plans, for which ways are sought by these costs."""
        best = self.extended(Plan(), aims, costs)
        if len(aims) > 1:
            others = [self.extended(Plan(), aims[::-1], costs)]
            if costs is self._costs:  # by the shortest ways, trees bring nothing more
                others += self._trees(aims)
            for other in others:
                if other.value > best.value:
                    best = other
        return best

    def extended(self, plan: Plan, aims: Iterable[Aim], given: Sought | None = None) -> Plan:
        """The plan with these aims besides, one after the other; each may use what is planned.

        Ways are sought by the costs given, if any; what they take is counted by their effort.
        """
        efforts = self._costs.costs
        sought = self._costs if given is None else given
        costs = [*sought.costs]
        for link in plan.links:
            costs[link] = 0.0
        is_new = not plan.links
        new = plan.copy()
        for aim in aims:
            best, chosen = -float(aim.lost), None
            for places, points in aim.goals:
                if not is_new:
                    way = self._way(costs, places)
                elif places in sought.ways:
                    way = sought.ways[places]
                else:
                    way = sought.ways[places] = self._way(costs, places)
                if way is None:
                    continue
                cost = sum([efforts[link] for link in way])
                takes = self._taken(way)
                if self._is_too_much(new, takes):
                    continue
                odds = self._budget.odds ** len(way)
                hoped = odds * points - (1 - odds) * aim.lost - self._budget.effort * cost
                if hoped > best:
                    best, chosen, taken = hoped, way, takes
            new.value += best
            if chosen is None:
                new.given_up.append(aim.ticket)
                continue
            new.done.append(aim.ticket)
            new.trains += taken[0]
            new.turns += taken[1]
            new.stations += taken[2]
            for link in chosen:
                costs[link] = 0.0
                new.links.add(link)
                new.takes[link] = self._taken((link,))
            is_new = is_new and not chosen
        new.borrowed = new.links & self._ground.to_borrow.keys()
        return new

    def _is_too_much(self, plan: Plan, takes: tuple[int, float, int]) -> bool:
        budget = self._budget
        return (
            plan.trains + takes[0] > budget.trains
            or plan.turns + takes[1] > budget.turns
            or plan.stations + takes[2] > budget.stations
        )

    def _way(self, costs: Sequence[float], places: Sequence[Sequence[int]]) -> list[int] | None:
        """The links of an easy way that joins one city of each place; of two, the easiest."""
        ways, ends = self._chart.ways, self._chart.ends
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
            if not way:  # it is joined already
                joined += cities
            found += way
        return found

    def _taken(self, links: Iterable[int]) -> tuple[int, float, int]:
        """The trains, the turns and the stations that these links take."""
        ground, lengths, usual = self._ground, self._chart.lengths, self._chart.turns
        trains, turns, stations = 0, 0.0, 0
        for link in links:
            if link in ground.to_borrow:
                if ground.to_borrow[link]:
                    stations += 1
                    turns += 1
            else:
                route = ground.open_of[link][0]
                trains += lengths[route]
                turns += self._turns.get(link, usual[route])
        return trains, turns, stations

    def _trees(self, aims: Sequence[Aim]) -> list[Plan]:
        """The plan that joins all in one network, exactly, if they are few and plain."""
        if not self._chart.rules.is_plain:
            return []
        roots = self._ground.roots
        cities = {roots[place[0]] for aim in aims for place in aim.goals[0][0]}
        if len(cities) > MAX_EXACT:
            return []
        chart, costs = self._chart, self._costs.costs
        links = steiner_tree(chart.ways, chart.ends, costs, sorted(cities), self._costs.spreads)
        if links is None:
            return []
        inside = [cost if not cost or link in links else NOWHERE for link, cost in enumerate(costs)]
        return [self.extended(Plan(), aims, Sought(inside))]
