"""Prospects: the points that a seat can expect in the end, in a made-up game that is not over."""

from __future__ import annotations

from math import exp, log
from typing import TYPE_CHECKING, NamedTuple

from ttrkit.bots.outlook import turns_to_end

if TYPE_CHECKING:
    from ttrkit.bots.chart import Chart
    from ttrkit.engine import State

DRAWS = 1.15  # cards drawn for each card that a plan lacks
DOUBT = 1.6  # turns by which plans usually take more or less than expected
MOST_DOUBTS = 20.0  # beyond which nothing is in doubt
LAST_TURNS = 1.5  # turns that a seat has after somebody's last trains
SPARE = 0.35  # of a card's share in a turn, that is of use beside the plan
FILLING = 0.9  # of the usual gain, that turns bring after the plan


class Standing(NamedTuple):
    """The points of a seat, its plan, and what it has for it and besides."""

    points: float  # for routes and tickets, if the game ended now
    hoped: float  # points of the planned tickets that are not completed
    worth: float  # points of the planned routes
    links: int  # planned
    lack: int  # cards missing for them; below 0, wilds to spare
    spare: int  # cards that they do not need
    free: int  # trains that they do not need


def turns_to_come(chart: Chart, state: State) -> float:
    """The turns that each seat still has, at the usual pace of the fastest."""
    if state.turns_left >= 0:
        return state.turns_left / state.seats
    ends = [
        turns_to_end(chart, trains, sum(hand))
        for trains, hand in zip(state.trains, state.hands, strict=True)
    ]
    return min(ends) + LAST_TURNS


def expected(chart: Chart, standing: Standing, turns: float) -> float:
    """The points that a seat can expect in the end, with so many turns to come."""
    per_card, usual = 1 / chart.rules.draws, chart.usual
    points, links = standing.points, standing.links
    needed = links + DRAWS * per_card * max(0, standing.lack)
    doubts = (turns - needed) / DOUBT
    if links:
        points += 2 * standing.hoped * _success(doubts)
        points += standing.worth * min(1.0, turns / needed)
    spare = standing.spare + max(0, -standing.lack)
    points += SPARE * per_card * usual.turn * spare
    turns_a_route = 1 + usual.length * per_card
    routes = min(DOUBT * _left(doubts) / turns_a_route, max(0, standing.free) / usual.length)
    return points + FILLING * usual.turn * turns_a_route * routes


def _success(doubts: float) -> float:
    """The chance of a plan that leaves so much time."""
    return 1 / (1 + exp(-max(-MOST_DOUBTS, min(MOST_DOUBTS, doubts))))


def _left(doubts: float) -> float:
    """The time left after a plan, on average: a little, even if it seems to take too long."""
    return doubts if doubts > MOST_DOUBTS else log(1 + exp(max(-MOST_DOUBTS, doubts)))
