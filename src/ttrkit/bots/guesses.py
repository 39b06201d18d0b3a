"""`Guesses`: the tickets that rivals are likely to hold, by what they have built.

`determinize` deals hidden tickets evenly. But who has held tickets for a while has built for them:
half-way through a game most are completed, while hardly any other ticket would be. In made-up games
with even tickets, rivals run after what they never wanted.
"""

from __future__ import annotations

from collections.abc import Sequence
from math import exp
from random import Random
from typing import TYPE_CHECKING, NamedTuple

from ttrkit.bots.chart import Chart, chart_of
from ttrkit.bots.ways import NOWHERE, spread
from ttrkit.engine import FREE
from ttrkit.knowledge import possible_state

if TYPE_CHECKING:
    from ttrkit.engine import State
    from ttrkit.knowledge import Observation

# By how much the logarithm of the odds that somebody holds a ticket goes up, fitted by logistic
# regression to the tickets that two planners held, against others, in 120 games each of usa, europe
# and paris (rounded means of the three; that of a detour without the trains in the fit):
DONE = -0.7  # if the routes complete it,
LATE_DONE = 5.5  # and with the share of the seat's trains that is used
PROGRESS = 5.7  # for the share of its way that is built,
LATE_PROGRESS = -7.3  # and with the share of the trains that is used
DETOUR = -1.0  # for the trains that its way takes more than on the empty board, by that way
SWEEPS = 2  # times that every ticket may be exchanged


class _Place(NamedTuple):
    """Where a ticket lies: a pile, and the place in it."""

    pile: list[int]
    at: int


class Guesses:
    """The odds of the hidden tickets for one observation, and made-up games that heed them."""

    def __init__(self, observation: Observation) -> None:
        self._observation = observation
        engine = observation.variant.engine
        self._known = {
            engine.numbers.of_ticket[ticket]
            for known in engine.answers.known_tickets
            for ticket in known(observation)
        }
        self._stock = set(engine.ticket_stock)
        self._odds: dict[int, list[float]] = {}
        self._is_even = engine.is_home_made  # its rules may have a say in who holds what

    def state(self, rng: Random) -> State:
        """A state that fits the observation, with tickets that fit what their holders built."""
        state = possible_state(self._observation, rng)
        if not self._is_even:
            self._exchange(state, rng)
        return state

    def _exchange(self, state: State, rng: Random) -> None:
        """Exchange the hidden tickets of rivals for others that nobody holds, by their odds."""
        viewer = self._observation.seat
        others = [seat for seat in range(state.seats) if seat != viewer and state.routes[seat]]
        if not others:
            return
        before = [[*held] for held in state.tickets], [*state.ticket_deck], [*state.box]
        places = self._places(state)
        for seat in others * SWEEPS:
            odds, held = self._odds_of(state, seat), state.tickets[seat]
            for at, ticket in enumerate(held):
                if ticket in self._known:
                    continue
                group = [_Place(held, at), *places[ticket in self._stock]]
                weights = [odds[place.pile[place.at]] for place in group]
                chosen = rng.choices(group, weights)[0]
                held[at], chosen.pile[chosen.at] = chosen.pile[chosen.at], ticket
        plausible = state.engine.answers.is_plausible
        if plausible and not all(is_plausible(state) for is_plausible in plausible):
            state.tickets, state.ticket_deck, state.box = before

    def _places(self, state: State) -> tuple[list[_Place], list[_Place]]:
        """The hidden places of tickets that nobody holds: outside the stock, and in it."""
        found: tuple[list[_Place], list[_Place]] = ([], [])
        for pile in (state.ticket_deck, state.box):
            for at, ticket in enumerate(pile):
                if ticket not in self._known:
                    found[ticket in self._stock].append(_Place(pile, at))
        return found

    def _odds_of(self, state: State, seat: int) -> list[float]:
        """By ticket: the odds that the seat holds it, by its routes."""
        if seat not in self._odds:
            self._odds[seat] = ticket_odds(state, seat)
        return self._odds[seat]


def ticket_odds(state: State, seat: int) -> list[float]:
    """By ticket: the odds that a seat holds it, by the way that its routes leave to be built."""
    chart, owners, closed_to = chart_of(state.engine), state.owners, state.closed_to
    mates = state.seating.teams[state.team_of(seat)]
    open_routes = [
        [route for route in routes if owners[route] == FREE and seat not in closed_to[route]]
        for routes in chart.routes_of
    ]
    empty, costs = _trains(chart, chart.routes_of), _trains(chart, open_routes)
    for mate in mates:
        for route in state.routes[mate]:
            costs[chart.link_of[route]] = 0.0
    before: dict[tuple[int, ...], list[float]] = {}
    now: dict[tuple[int, ...], list[float]] = {}
    found = []
    used = 1 - state.trains[seat] / chart.rules.trains
    for goals in chart.goals:
        places, _ = goals[0]
        start = tuple(places[0])
        if start not in now:
            before[start] = spread(chart.ways, empty, start)[0]
            now[start] = spread(chart.ways, costs, start)[0]
        far = sum([min([before[start][city] for city in place]) for place in places[1:]])
        left = sum([min([now[start][city] for city in place]) for place in places[1:]])
        if not 0 < far < NOWHERE:
            found.append(1.0)
            continue
        share = min(left / far, 2.0)
        score = (PROGRESS + LATE_PROGRESS * used) * max(0.0, 1 - share)
        score += DETOUR * max(0.0, share - 1) + (0.0 if left else DONE + LATE_DONE * used)
        found.append(exp(score))
    return found


def _trains(chart: Chart, routes_of: Sequence[Sequence[int]]) -> list[float]:
    """By link: the fewest trains that one of these routes of it takes."""
    lengths = chart.lengths
    return [
        float(min([lengths[route] for route in routes], default=NOWHERE)) for routes in routes_of
    ]
