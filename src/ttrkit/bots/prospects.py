"""Prospects: the points that a seat can expect in the end, in a made-up game that is not over.

They are a sum of a few numbers about the seat, each times a weight that was fitted to games of
planners: see `fitted`. All points are counted in usual turns, so that it fits any variant.
"""

from __future__ import annotations

from math import exp, log
from typing import TYPE_CHECKING, NamedTuple

from ttrkit.bots.fitted import WEIGHTS
from ttrkit.bots.outlook import turns_to_end

if TYPE_CHECKING:
    from ttrkit.bots.chart import Chart
    from ttrkit.engine import State

DRAWS = 1.15  # cards drawn for each card that a plan lacks
DOUBT, GREAT_DOUBT = 2.0, 4.0  # turns by which plans usually take more or less than expected
MOST_DOUBTS = 20.0  # beyond which nothing is in doubt
LAST_TURNS = 1.5  # turns that a seat has after somebody's last trains


class Standing(NamedTuple):
    """The points of a seat, its plan, and what it has for it and besides."""

    points: float  # for routes and tickets, if the game ended now
    hoped: float  # points of the planned tickets that are not completed
    given_up: float  # points of the other tickets that are not completed
    open_tickets: int
    worth: float  # points of the planned routes
    links: int  # planned
    lack: int  # cards missing for them; below 0, wilds to spare
    spare: int  # cards that they do not need,
    most_spare: int  # and the most of one colour of these
    wilds: int
    cards: int
    free: int  # trains that they do not need
    is_next: bool  # whether it is to move


class Clock(NamedTuple):
    """The turns until the game ends."""

    to_come: float  # for each seat
    own: float  # until this seat would end it, at the usual pace
    others: float  # until one of the others would


def clocks_of(chart: Chart, state: State) -> list[Clock]:
    """By seat: the turns until the game ends."""
    ends = [
        turns_to_end(chart, trains, sum(hand))
        for trains, hand in zip(state.trains, state.hands, strict=True)
    ]
    soonest = min(ends) + LAST_TURNS
    others = [min(ends[:seat] + ends[seat + 1 :], default=soonest) for seat in range(len(ends))]
    return [Clock(soonest, own, other) for own, other in zip(ends, others, strict=True)]


def features(chart: Chart, standing: Standing, clock: Clock) -> tuple[float, ...]:
    """The numbers that count for the prospects, in the order of `WEIGHTS`."""
    usual, per_card, turns = chart.usual, 1 / chart.rules.draws, clock.to_come
    lack, links, free = max(0, standing.lack), standing.links, max(0, standing.free)
    needed = links + DRAWS * per_card * lack
    left = turns - needed
    to_fill = DOUBT * _positive(left / DOUBT)
    turns_a_route = 1 + usual.length * per_card
    hoped, worth = 2 * standing.hoped / usual.turn, standing.worth / usual.turn
    return (
        1.0,
        turns,
        clock.own,
        clock.others,
        hoped,
        hoped * _success(left / DOUBT),
        hoped * _success(left / GREAT_DOUBT),
        2 * standing.given_up / usual.turn,
        float(standing.open_tickets),
        worth,
        worth * min(1.0, turns / needed) if links else 0.0,
        to_fill,
        min(to_fill, turns_a_route * free / usual.length),
        free * usual.train / usual.turn,
        float(links),
        per_card * lack,
        per_card * max(0, -standing.lack),
        per_card * standing.spare,
        per_card * standing.most_spare,
        per_card * standing.wilds,
        per_card * standing.cards,
        float(standing.is_next),
    )


def expected(chart: Chart, standing: Standing, clock: Clock) -> float:
    """The points that a seat can expect in the end."""
    found = features(chart, standing, clock)
    more = sum([number * weight for number, weight in zip(found, _WEIGHTS, strict=True)])
    return standing.points + chart.usual.turn * more


def _success(doubts: float) -> float:
    """The chance of a plan that leaves so much time."""
    return 1 / (1 + exp(-max(-MOST_DOUBTS, min(MOST_DOUBTS, doubts))))


def _positive(doubts: float) -> float:
    """The time left after a plan, on average: a little, even if it seems to take too long."""
    return doubts if doubts > MOST_DOUBTS else log(1 + exp(max(-MOST_DOUBTS, doubts)))


_WEIGHTS = tuple(WEIGHTS.values())
