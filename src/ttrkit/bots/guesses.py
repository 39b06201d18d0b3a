"""`Guesses`: the tickets that rivals are likely to hold, by what they have built.

`determinize` deals hidden tickets evenly. But who has held tickets for a while has built for them:
half-way through a game most are completed, while hardly any other ticket would be. In made-up games
with even tickets, rivals run after what they never wanted.
"""

from __future__ import annotations

from math import exp
from random import Random
from typing import TYPE_CHECKING, NamedTuple

from ttrkit.bots.chart import chart_of
from ttrkit.bots.ways import NOWHERE, spread
from ttrkit.engine import FREE
from ttrkit.knowledge import possible_state

if TYPE_CHECKING:
    from ttrkit.engine import State
    from ttrkit.knowledge import Observation

WEIGHTS = {
    "completed": -2.9,
    "completed, late": 5.9,
    "share of the effort spent": 3.1,
    "both cities touched": 1.1,
    "one city is an end": 0.7,
    "both cities are ends": 1.2,
    "ends, late": 0.5,
    "share of the routes on its way": 1.2,
}
"""By name of a number: by how much one more of it raises the logarithm of the odds that somebody
holds a ticket.

They are fitted by conditional logistic regression to the tickets that two planners held, against
all others that they might have held, in games of usa, europe and paris: see `python -m
benchmarks.guesses`. Their order is that of `ticket_clues`.
"""

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
    """By ticket: the odds that a seat holds it, by what its team has built and can still build."""
    return [
        1.0
        if clues is None
        else exp(sum([clue * weight for clue, weight in zip(clues, _WEIGHTS, strict=True)]))
        for clues in ticket_clues(state, seat)
    ]


def ticket_clues(state: State, seat: int) -> list[tuple[float, ...] | None]:
    """By ticket: the numbers that tell if a seat holds it, in the order of `WEIGHTS`.

    They go by the easiest way on the empty board, by what is left of the way now, and by the cities
    where the routes end: most people build towards the cities of their tickets, and stop there.
    None stands for a ticket without such a way.
    """
    chart = chart_of(state.engine)
    costs, built = _costs(state, seat), _built(state, seat)
    routes_at = [0] * len(chart.ways)
    for link in built:
        for city in chart.ends[link]:
            routes_at[city] += 1
    used = 1 - state.trains[seat] / chart.rules.trains
    all_built = max(1, sum(built.values()))
    easiest: dict[tuple[int, ...], list[float]] = {}
    found: list[tuple[float, ...] | None] = []
    for goals, (effort, links) in zip(chart.goals, chart.ticket_ways, strict=True):
        places, _ = goals[0]
        if not 0 < effort < NOWHERE:
            found.append(None)
            continue
        start = tuple(places[0])
        if start not in easiest:
            easiest[start] = spread(chart.ways, costs, start)[0]
        left = sum([min([easiest[start][city] for city in place]) for place in places[1:]])
        touching = [max([routes_at[city] for city in place]) for place in places]
        ends = touching.count(1)
        clues = (
            not left,
            0.0 if left else used,
            max(0.0, 1 - left / effort),
            all(touching),
            ends == 1,
            ends > 1,
            ends * used,
            sum([built.get(link, 0) for link in links]) / all_built,
        )
        found.append(tuple(map(float, clues)))
    return found


def _costs(state: State, seat: int) -> list[float]:
    """By link: the effort of the easiest route that the seat may still claim there; 0 for own."""
    chart, owners, closed_to = chart_of(state.engine), state.owners, state.closed_to
    costs = [
        min(
            [
                chart.efforts[route]
                for route in routes
                if owners[route] == FREE and seat not in closed_to[route]
            ],
            default=NOWHERE,
        )
        for routes in chart.routes_of
    ]
    for link in _built(state, seat):
        costs[link] = 0.0
    return costs


def _built(state: State, seat: int) -> dict[int, int]:
    """By link that the seat's team has built: its trains."""
    chart, mates = chart_of(state.engine), state.seating.teams[state.team_of(seat)]
    return {
        chart.link_of[route]: chart.lengths[route] for mate in mates for route in state.routes[mate]
    }


_WEIGHTS = tuple(WEIGHTS.values())
