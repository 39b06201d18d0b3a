"""What is to be expected: the turns left, links in danger, and tickets that may be drawn."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from typing import TYPE_CHECKING

from ttrkit.bots.ways import NOWHERE, spread

if TYPE_CHECKING:
    from ttrkit.bots.chart import Chart
    from ttrkit.bots.ground import Ground
    from ttrkit.knowledge.sights import Numbers

from ttrkit.bots.planning import SCALE
EVERY_CARD = 0.9  # of the cards in a rival's hand, that it can use for its next routes


def turns_to_end(chart: Chart, trains: float, cards: float) -> float:
    """The turns until somebody with so many trains and cards ends the game, at the usual pace."""
    rules = chart.rules
    trains -= rules.last_trains
    if trains <= 0:
        return 0.0
    draws = trains - EVERY_CARD * cards
    if draws < 0:
        draws = 0.0
    return draws / rules.draws + trains / chart.usual_length


def turns_left(chart: Chart, numbers: Numbers, teams: Sequence[Sequence[int]], team: int) -> float:
    """The turns that a seat still has, this one included, until a rival ends the game."""
    if numbers.turns_left >= 0:
        return 1.0
    least = NOWHERE
    for rival, seats in enumerate(teams):
        if rival != team:
            trains = cards = 0
            for seat in seats:
                trains += numbers.trains[seat]
                cards += numbers.hand_sizes[seat]
            turns = turns_to_end(chart, trains / len(seats), cards / len(seats))
            if turns < least:
                least = turns
    return 2.0 + (least if least < NOWHERE else chart.rules.trains)


def danger(chart: Chart, ground: Ground, link: int) -> float:
    """How likely a rival takes a link before long: 0 is not at all."""
    a, b = chart.ends[link]
    found = 0.0
    for cities in ground.at:
        touched = (cities >> a & 1) + (cities >> b & 1)
        if touched:
            found += 0.5 * touched
    if len(ground.open_of[link]) > 1 and len(ground.routes) >= chart.rules.all_open_from:
        found /= 3
    return found


def best_of(worths: Sequence[float], drawn: int) -> float:
    """The mean of the best of some values drawn at random, out of many."""
    count = len(worths)
    found = before = 0.0
    for place, worth in enumerate(sorted(worths), 1):
        share = (place / count) ** drawn
        found += worth * (share - before)
        before = share
    return found


def ticket_worths(
    ground: Ground, planned: Collection[int], pool: Collection[int], odds: float, trains: int
) -> list[float]:
    """The points that each ticket of a pool would add to a plan: won or lost, less the effort."""
    chart = ground.chart
    costs = [*ground.costs]
    inside: set[int] = set()
    for link in planned:
        costs[link] = 0.0
        inside.update(chart.ends[link])
    for link, cost in enumerate(ground.costs):
        if not cost:
            inside.update(chart.ends[link])
    reached, last = spread(chart.ways, costs, inside)
    far, steps = _along(ground, reached, last)
    worths = []
    for ticket in pool:
        goals = chart.goals[ticket]
        lost = goals[-1][1]
        best = -float(lost)
        for places, points in goals:
            cost, length, links = 0.0, 0, 0
            for cities in places:
                city = min(cities, key=reached.__getitem__)
                cost += reached[city]
                length += far[city]
                links += steps[city]
            if cost < NOWHERE and length <= trains:
                chance = odds**links
                best = max(best, chance * points - (1 - chance) * lost - SCALE * cost)
        worths.append(best)
    return worths


def _along(
    ground: Ground, reached: Sequence[float], last: Sequence[int]
) -> tuple[list[int], list[int]]:
    """By city: the trains and the links on its easiest way from the network."""
    chart = ground.chart
    far, steps = [0] * len(reached), [0] * len(reached)
    for city in sorted(range(len(reached)), key=reached.__getitem__):
        link = last[city]
        if link >= 0:
            a, b = chart.ends[link]
            before = a + b - city
            routes = ground.open_of[link]
            far[city] = far[before] + (chart.lengths[routes[0]] if routes else 0)
            steps[city] = steps[before] + 1
    return far, steps
