"""Routes beside the plan: what they bring, which to claim now, and which to save for; stations."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from ttrkit.bots.outlook import danger, lead, turns_left
from ttrkit.bots.planning import aims_of, is_joined
from ttrkit.bots.saving import Needs, cheapest, lacking
from ttrkit.bots.sight import FLAG_CARDS
from ttrkit.bots.trail import trail_gain
from ttrkit.payment import CARD_KINDS

if TYPE_CHECKING:
    from ttrkit.bots.ground import Ground
    from ttrkit.bots.planning import Plan
    from ttrkit.bots.sight import Judged, Sight
    from ttrkit.bots.traits import Traits

Claims = dict[str, list[Any]]
"""The claims that are legal, by the id of the route."""

DRAWS = 1.5  # cards drawn for each card that a single route lacks
EVEN = [1.0] * CARD_KINDS


def gain_of(sight: Sight, ground: Ground, traits: Traits, route: int) -> float:
    """The points of a route: with its flag, the longest route, and what one sees in it."""
    chart = sight.chart
    rules = chart.rules
    points = float(chart.points[route])
    if traits.length_zeal:
        points *= max(0.0, 1 + traits.length_zeal * (chart.lengths[route] / chart.usual.length - 1))
    if rules.flag:
        cards = chart.prices[route].cards
        if len(cards) == 1 and cards[0] in rules.flag:
            laid = sight.pile(FLAG_CARDS, sight.seat) or bytes(CARD_KINDS)
            if not laid[cards[0]]:
                missing = [card for card in rules.flag if not laid[card]]
                points += rules.flag_points / len(missing)
    points += trail_gain(sight, ground, route)
    if traits.block_zeal:
        points += traits.block_zeal * danger(ground, chart.link_of[route])
    return points


def claim_beside(sight: Sight, ground: Ground, traits: Traits, needs: Needs) -> list[Judged]:
    """The best claim with cards and trains that the plan does not need, if it is good enough."""
    chart = sight.chart
    best, found = traits.filler_turns * chart.usual.turn, None
    for key, group in sight.claims().items():
        route = chart.route_numbers[key]
        points = gain_of(sight, ground, traits, route)
        if points > best and chart.lengths[route] <= needs.free:
            action = cheapest(group, needs.worth)
            if needs.covers(action):
                best, found = points, action
    return [] if found is None else [(best, found)]


def best_target(sight: Sight, ground: Ground, traits: Traits) -> tuple[float, int]:
    """The route that brings most points a turn with the draws for it; -1 if there is none."""
    chart, funds = sight.chart, sight.funds
    remaining = turns_left(sight)
    per_card = DRAWS / chart.rules.draws
    best, target, trains = 0.0, -1, sight.trains
    for link, cost in enumerate(ground.costs):
        for route in ground.open_of[link] if cost else ():
            if chart.lengths[route] > trains:
                continue
            turns = 1 + per_card * lacking(chart.prices[route], funds)
            if turns <= remaining:
                rate = gain_of(sight, ground, traits, route) / turns
                if rate > best:
                    best, target = rate, route
    return best, target


def ending_claim(sight: Sight, ground: Ground, traits: Traits, needs: Needs) -> list[Judged]:
    """The best claim that begins the last round, if the team is ahead with it."""
    chart = sight.chart
    spared = sight.team_trains - chart.rules.last_trains
    if not chart.rules.last_trains or spared > max(chart.lengths):
        return []
    best, found = 0.0, None
    for key, group in sight.claims().items():
        route = chart.route_numbers[key]
        if chart.lengths[route] >= spared:
            gain = gain_of(sight, ground, traits, route)
            if gain > best:
                best, found = gain, cheapest(group, needs.worth)
    if found is None:
        return []
    aims, done = aims_of(ground, sight.tickets)
    won = sum([chart.goals[ticket][0][1] for ticket in done]) - sum([aim.lost for aim in aims])
    return [(best, found)] if best + lead(sight, won) > 0 else []


def last_claims(sight: Sight, ground: Ground, traits: Traits, claims: Claims) -> list[Judged]:
    """Claims, by what they bring at once in points of the route and of completed tickets."""
    chart, roots = sight.chart, ground.roots
    aims, _ = aims_of(ground, sight.tickets)
    found: list[Judged] = []
    for key, group in claims.items():
        route = chart.route_numbers[key]
        a, b = chart.ends[chart.link_of[route]]
        a, b = roots[a], roots[b]
        joined = [a if root == b else root for root in roots] if a != b else roots
        points = gain_of(sight, ground, traits, route)
        for aim in aims:
            for places, worth in aim.goals:
                if is_joined(joined, places):
                    points += worth + aim.lost
                    break
        found.append((points, cheapest(group, EVEN)))
    return found


def stations_for(sight: Sight, ground: Ground, plan: Plan, needs: Needs) -> list[Judged]:
    """A station for a planned link of a rival, if one can be built."""
    chart = sight.chart
    cities = sight.now.variant.board.cities
    ends = {
        cities[city].name
        for link in plan.links
        if ground.to_borrow.get(link)
        for city in chart.ends[link]
    }
    places = [action for action in sight.of_kind("city") if action.city in ends]
    return [(chart.usual.turn, cheapest(places, needs.worth))] if places else []
