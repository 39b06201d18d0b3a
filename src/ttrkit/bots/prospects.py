"""The prospects of seats in a made-up game that is not over: the points that each can expect."""

from __future__ import annotations

from math import exp
from typing import TYPE_CHECKING

from ttrkit.bots.outlook import turns_to_end
from ttrkit.payment import WILD_CARD
from ttrkit.scoring import Tally

if TYPE_CHECKING:
    from collections.abc import Sequence

    from ttrkit.bots.chart import Chart
    from ttrkit.engine import State

DRAWS = 1.15  # cards drawn for each card that a plan lacks
DOUBT = 1.6  # turns of slack with which a plan is rather sure to succeed
LAST_TURNS = 1.5  # turns that a seat has after somebody's last trains
SPARE = 0.35  # of a card's share in a turn, that is of use beside the plan
FILLING = 0.9  # of the usual gain, that turns bring after the plan


def turns_to_come(chart: Chart, state: State) -> float:
    """The turns that each seat still has, at the usual pace of the fastest."""
    if state.turns_left >= 0:
        return state.turns_left / state.seats
    ends = [
        turns_to_end(chart, trains, sum(hand))
        for trains, hand in zip(state.trains, state.hands, strict=True)
    ]
    return min(ends) + LAST_TURNS


def success(slack: float) -> float:
    """The chance that a plan succeeds which leaves so many turns free."""
    return 1 / (1 + exp(-max(-20.0, min(20.0, slack / DOUBT))))


def soft(slack: float) -> float:
    """The turns left after a plan, on average."""
    from math import log

    if slack > 20 * DOUBT:
        return slack
    if slack < -20 * DOUBT:
        return 0.0
    return DOUBT * log(1 + exp(slack / DOUBT))
