"""The outlook: the turns left, links in danger, tickets that may be drawn, who is ahead."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import TYPE_CHECKING

from ttrkit.bots.ways import NOWHERE, spread

if TYPE_CHECKING:
    from ttrkit.bots.chart import Chart
    from ttrkit.bots.ground import Ground
    from ttrkit.bots.planning import Budget
    from ttrkit.bots.sight import Sight
    from ttrkit.bots.traits import Traits

USED = 0.9  # of the cards in a hand, that are of use for the next routes
LAST_TURNS = 2.0  # the last round, and the turn that begins it
TOUCHED = 0.5  # the danger from a rival at one end of a link
PARALLEL = 1 / 3  # of the danger, if another route of the link stays open
MOST_AT_STAKE = 20.0  # points, for a link that no other way could take the place of
USUAL_TICKETS = 0.6  # of the points of a rival's tickets, that it has in the end


def turns_to_end(chart: Chart, trains: float, cards: float) -> float:
    """The turns until somebody with so many trains and cards ends the game, at the usual pace."""
    trains -= chart.rules.last_trains
    if trains <= 0:
        return 0.0
    draws = trains - USED * cards
    if draws < 0:
        draws = 0.0
    return draws / chart.rules.draws + trains / chart.usual.length


def turns_of_game(chart: Chart) -> float:
    """The turns of each seat in a game, at the usual pace."""
    return LAST_TURNS + turns_to_end(chart, chart.rules.trains, 0)


def turns_of_route(chart: Chart) -> float:
    """The turns that a route of usual length takes, with the draws for its cards."""
    return 1 + chart.usual.length / chart.rules.draws


def turns_left(sight: Sight) -> float:
    """The turns that a seat still has, this one included, until a rival ends the game."""
    if sight.remaining is None:
        sight.remaining = _turns_left(sight)
    return sight.remaining


def _turns_left(sight: Sight) -> float:
    now, chart = sight.now, sight.chart
    if now.turns_left >= 0:
        return 1.0
    least = NOWHERE
    for team, seats in enumerate(sight.teams):
        if team != sight.team:
            turns = _turns_of(sight, seats)
            if turns < least:
                least = turns
    return LAST_TURNS + (least if least < NOWHERE else chart.rules.trains)


def turns_to_go(sight: Sight) -> float:
    """The turns that a seat still has, this one included, if its own team may end the game, too."""
    return min(turns_left(sight), LAST_TURNS + _turns_of(sight, sight.mates))


def _turns_of(sight: Sight, seats: Sequence[int]) -> float:
    """The turns until a team ends the game, at the usual pace, by its mean trains and cards."""
    now = sight.now
    trains = cards = 0
    for seat in seats:
        trains += now.trains[seat]
        cards += now.hand_sizes[seat]
    return turns_to_end(sight.chart, trains / len(seats), cards / len(seats))


def danger(ground: Ground, link: int) -> float:
    """How likely a rival takes a link before long, by the routes that rivals have at its ends."""
    a, b = ground.chart.ends[link]
    found = 0.0
    for cities in ground.at:
        found += TOUCHED * ((cities >> a & 1) + (cities >> b & 1))
    if len(ground.open_of[link]) > 1 and ground.seats >= ground.chart.rules.all_open_from:
        found *= PARALLEL
    return found


def pressing(ground: Ground, link: int) -> float:
    """The points at stake if a link is not claimed at once: its danger, times the detour."""
    known = ground.at_stake
    if link not in known:
        known[link] = danger(ground, link) * min(ground.chart.detours[link], MOST_AT_STAKE)
    return known[link]


def is_pressing(ground: Ground, link: int, traits: Traits) -> bool:
    """Whether so much is at stake that a link does not wait for better cards."""
    usual = ground.chart.usual.turn
    return pressing(ground, link) >= traits.pressed * usual / max(1, len(ground.at))


def most_pressing_first(ground: Ground, links: Iterable[int]) -> list[int]:
    """The links to claim among these, the most pressing first; links to borrow are left out."""
    lengths = ground.chart.lengths
    found = [
        (-pressing(ground, link) - lengths[ground.open_of[link][0]], link)
        for link in links
        if link not in ground.to_borrow
    ]
    found.sort()
    return [link for _, link in found]


def best_of(worths: Iterable[float], drawn: int) -> float:
    """The mean of the best of some values drawn at random, out of many."""
    ranked = sorted(worths)
    found = before = 0.0
    for place, worth in enumerate(ranked, 1):
        share = (place / len(ranked)) ** drawn
        found += worth * (share - before)
        before = share
    return found


def ticket_worths(
    ground: Ground, planned: Iterable[int], tickets: Iterable[int], budget: Budget
) -> list[float]:
    """The points that each of these tickets would add to a plan: won or lost, less the effort."""
    chart = ground.chart
    costs = [*ground.costs]
    inside: set[int] = set()
    for link in planned:
        costs[link] = 0.0
    for link, cost in enumerate(costs):
        if not cost:
            inside.update(chart.ends[link])
    if not inside:
        inside.add(_middle(ground))
    reached, last = spread(chart.ways, costs, sorted(inside))
    far, steps = _along(ground, reached, last)
    worths = []
    for ticket in tickets:
        goals = chart.goals[ticket]
        lost = goals[-1][1]
        best = -float(lost)
        for places, points in goals:
            cost, length, links = 0.0, 0, 0
            for cities in places:
                city = cities[0] if len(cities) == 1 else min(cities, key=reached.__getitem__)
                cost += reached[city]
                length += far[city]
                links += steps[city]
            if cost < NOWHERE and length <= budget.trains:
                chance = budget.odds**links
                worth = chance * points - (1 - chance) * lost - budget.effort * cost
                if worth > best:
                    best = worth
        worths.append(best)
    return worths


def _middle(ground: Ground) -> int:
    """The city with the most neighbours, to begin a network at."""
    ways = ground.chart.ways
    return max(range(len(ways)), key=lambda city: (len(ways[city]), -city))


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


def lead(sight: Sight, hoped: float) -> float:
    """The points by which the team is ahead of the best rival, if its tickets bring `hoped`."""
    now, chart = sight.now, sight.chart
    goals = chart.goals
    usual = USUAL_TICKETS * sum([goal[0][1] for goal in goals]) / max(1, len(goals))
    standing = [0.0] * len(sight.teams)
    for team, seats in enumerate(sight.teams):
        for seat in seats:
            standing[team] += sum(now.points[seat].values())
            standing[team] += usual * now.ticket_counts[seat] if team != sight.team else 0.0
    own = standing.pop(sight.team) + hoped
    return own - max(standing, default=0.0)
