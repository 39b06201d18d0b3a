"""`SearchPlayer`: tries what can be done in made-up games that planners play to their end.

As long as many turns are left, it does what the planner does: what one move changes is too little
to be seen among all that chance still brings. When the end is near, the planner names candidates,
and the plans that rivals are likely to have name claims that would block them. In each made-up game
(see `guesses`) every candidate is carried out in a copy, which planners play to the end. All of
them meet the same cards, so that few games suffice to tell them apart, and those without hope to be
better than the planner's choice are tried no more. What is known beforehand, that other moves than
the planner's are mostly worse, is weighed against what the games show.
"""

from __future__ import annotations

import random
from collections.abc import Callable, Sequence
from math import isfinite, sqrt, tanh
from time import perf_counter
from typing import TYPE_CHECKING, Any, NamedTuple

from ttrkit._text import checked_whole, short
from ttrkit.bots.chart import chart_of
from ttrkit.bots.guesses import Guesses
from ttrkit.bots.outlook import MOST_AT_STAKE, turns_to_go
from ttrkit.bots.planner import PlannerPlayer
from ttrkit.bots.sight import Sight
from ttrkit.errors import RuleError
from ttrkit.events import Action, ClaimRoute, checked_seed
from ttrkit.knowledge import observe
from ttrkit.players import choices_of
from ttrkit.scoring import score

if TYPE_CHECKING:
    from ttrkit.engine import State
    from ttrkit.knowledge import Observation

SECONDS = 0.5  # a move, unless told otherwise
SEARCHED_TURNS = 15.0  # it searches when so few turns remain until the end of the game

MAX_CANDIDATES = 16  # of the planner, for one decision
SCOUTS = 8  # made-up games in which the plans of rivals are looked at
MAX_BLOCKING = 3  # claims of links there that are tried besides
LEAST_AT_STAKE = 0.3  # usual turns, by which a rival must be set back on average

FEWEST_WORLDS = 2  # in which every candidate is tried, before the promising ones are tried more
MAX_WORLDS = 10_000  # for one decision, however much time there is
MAX_STEPS = 2_000  # decisions, after which a made-up game counts as it stands
CURIOSITY = 1.0  # times its doubt, by which a candidate promises more than its gain
HOPE = 2.0  # the same, if there is to be any hope for it
LEAST_HOPE = 0.2  # usual turns that it must be hoped to gain, or it is tried no more
CLEAR_LEAD = 10.0  # usual turns by which a lead is clear: the next point hardly matters

# What is known of a candidate's gain over the planner's choice before it is tried, in usual turns.
# It was measured in games that planners played on. In made-up games candidates look better than
# they are (see `python -m benchmarks.gains`), so that these numbers are on the side of doubt:
USUAL_GAIN = -1.5
USUAL_SPREAD = 2.7  # from candidate to candidate
USUAL_NOISE = 8.0  # from world to world,
NOISE_TRUST = 3  # which counts as so many values

IsOver = Callable[[], bool]
"""Tells whether the time for a move is over."""


class Candidate:
    """An action, and how much better it was than the planner's choice in the same worlds."""

    __slots__ = ("_mean", "_squares", "action", "count")

    def __init__(self, action: Action) -> None:
        self.action = action
        self.count = 0
        """The worlds in which it was tried."""
        self._mean = 0.0
        self._squares = 0.0

    def note(self, gap: float) -> None:
        """Note by how many usual turns it was better in a world."""
        self.count += 1
        before, self._mean = self._mean, self._mean + (gap - self._mean) / self.count
        self._squares += (gap - before) * (gap - self._mean)

    def gain(self) -> tuple[float, float]:
        """By how much it is likely to be better, and the doubt of it (a standard deviation)."""
        values = NOISE_TRUST + self.count - 1
        noise = (NOISE_TRUST * USUAL_NOISE**2 + self._squares) / values / self.count
        trust = USUAL_SPREAD**2 / (USUAL_SPREAD**2 + noise)
        return USUAL_GAIN + trust * (self._mean - USUAL_GAIN), USUAL_SPREAD * sqrt(1 - trust)

    def promise(self) -> float:
        """The gain that it may well bring."""
        gain, doubt = self.gain()
        return gain + CURIOSITY * doubt

    @property
    def has_hope(self) -> bool:
        """Whether it may be better than the planner's choice, so that it matters."""
        gain, doubt = self.gain()
        return gain + HOPE * doubt > LEAST_HOPE


class World(NamedTuple):
    """A made-up game, and the planners that know their plans there, by seat."""

    state: State
    planners: Sequence[PlannerPlayer]


class Worlds:
    """The made-up games for one decision, in a fixed order."""

    def __init__(
        self, observation: Observation, planner: PlannerPlayer, rng: random.Random, most: int
    ) -> None:
        self._guesses, self._rng, self._most = Guesses(observation), rng, most
        self._seat, self._planner = observation.seat, planner
        self._known: list[World] = []

    def get(self, number: int) -> World | None:
        """One of them; None if there are not so many."""
        if number >= self._most or (number == len(self._known) and not self._add()):
            return None
        return self._known[number]

    def first(self, count: int, is_over: IsOver) -> Sequence[World]:
        """The first of them, as many as there is time for."""
        while len(self._known) < min(count, self._most) and not is_over() and self._add():
            pass
        return self._known

    def _add(self) -> bool:
        """Make one up; False if home-made rules find none plausible."""
        try:
            state = self._guesses.state(self._rng)
        except RuleError:
            return False
        planners = [PlannerPlayer(0) for _ in range(state.seats)]
        planners[self._seat] = self._planner
        self._known.append(World(state, planners))
        return True


class SearchPlayer:
    """Looks ahead, for so many seconds a move, or in so many made-up games (`iterations`) a move.

    The same seed and iterations give the same moves; seconds only limit the number of games. It
    decides from its observations alone. As long as many turns are left, it is the planner; with
    a single iteration, which tells nothing, it always is.
    """

    def __init__(
        self,
        seconds: float | None = None,
        *,
        iterations: int | None = None,
        seed: int | None = None,
        clock: Callable[[], float] = perf_counter,
    ) -> None:
        self._seconds, self._worlds = _checked_budget(seconds, iterations)
        self._rng = random.Random(None if seed is None else checked_seed(seed))
        self._clock = clock
        self._planner = PlannerPlayer(self._rng.getrandbits(64))

    def choose(self, observation: Observation) -> Action:
        """One of the legal actions."""
        legal = choices_of(observation)
        return legal[0] if len(legal) == 1 else _best(self.tried(observation)).action

    def tried(self, observation: Observation) -> list[Candidate]:
        """The candidates, the planner's choice first, with what trying them has shown.

        As long as many turns are left, the planner's choice is the only one.
        """
        end = self._clock() + self._seconds
        if self._worlds < FEWEST_WORLDS or turns_to_go(Sight(observation)) > SEARCHED_TURNS:
            return [Candidate(self._planner.choose(observation))]

        def is_over() -> bool:
            return self._clock() >= end

        rng = random.Random(self._rng.getrandbits(64))
        worlds = Worlds(observation, self._planner, rng, self._worlds)
        candidates = candidates_for(observation, self._planner, worlds, is_over)
        if len(candidates) > 1:
            _try_all(observation.seat, candidates, worlds, is_over)
        return candidates


def candidates_for(
    observation: Observation, planner: PlannerPlayer, worlds: Worlds, is_over: IsOver
) -> list[Candidate]:
    """The planner's candidates, its choice first, and claims that would block rivals."""
    known = [action for action, _ in planner.candidates(observation)[:MAX_CANDIDATES]]
    if observation.decision == "turn":
        known += _blocking(observation, planner, worlds, known, is_over)
    return [*map(Candidate, known)]


def _blocking(
    observation: Observation,
    planner: PlannerPlayer,
    worlds: Worlds,
    known: Sequence[Action],
    is_over: IsOver,
) -> list[ClaimRoute]:
    """Claims of the links that rivals are likely to plan, with the longest ways round."""
    at_stake = _at_stake(observation, worlds.first(SCOUTS, is_over), is_over)
    least = LEAST_AT_STAKE * chart_of(observation.variant.engine).usual.turn
    links = [link for link, stake in at_stake.items() if stake >= least]
    claims = planner.claims(observation) if links else {}
    tried = {action.route.id for action in known if type(action) is ClaimRoute}
    found: list[ClaimRoute] = []
    for link in sorted(links, key=lambda link: -at_stake[link]):
        if link in claims and claims[link].route.id not in tried:
            found.append(claims[link])
    return found[:MAX_BLOCKING]


def _at_stake(
    observation: Observation, worlds: Sequence[World], is_over: IsOver
) -> dict[int, float]:
    """By link that rivals plan: the points of the ways round, on average."""
    engine = observation.variant.engine
    chart, seating = chart_of(engine), engine.seating(len(observation.seats))
    mates = seating.teams[seating.team_of[observation.seat]]
    found: dict[int, float] = {}
    for state, planners in worlds:
        for seat, planner in enumerate(planners):
            if seat in mates:
                continue
            if is_over():
                return {}
            for link in planner.planned_links(observe(state, seat)):
                stake = min(chart.detours[link], MOST_AT_STAKE) / len(worlds)
                found[link] = found.get(link, 0.0) + stake
    return found


def _try_all(seat: int, candidates: Sequence[Candidate], worlds: Worlds, is_over: IsOver) -> None:
    """Try the candidates against the first, the promising ones more, until time is over."""
    first, *others = candidates
    values: list[float] = []  # of the first, by world
    while True:
        each = min(others, key=lambda each: each.count)
        if each.count >= FEWEST_WORLDS:
            others = [each for each in others if each.has_hope]
            if not others:
                return
            each = max(others, key=Candidate.promise)
        world = worlds.get(each.count)
        if world is None:
            return
        if each.count == len(values):
            value = value_in(world, seat, first.action, is_over)
            if value is None:
                return
            values.append(value)
        value = value_in(world, seat, each.action, is_over)
        if value is None:
            return
        each.note(value - values[each.count])


def value_in(world: World, seat: int, action: Action, is_over: IsOver) -> float | None:
    """The lead that an action brings in one world, in usual turns; None if time is over before.

    Large leads are flattened.
    """
    state, planners = world.state.copy(), [planner.copy() for planner in world.planners]
    apply = state.engine.loop.apply
    apply(state, action)
    for _ in range(MAX_STEPS):
        if is_over():
            return None
        if state.decision is None:
            break
        mover = state.decision[1]
        apply(state, planners[mover].choose(observe(state, mover)))
    totals, team = score(state).totals, state.team_of(seat)
    rivals = [points for each, points in enumerate(totals) if each != team]
    lead = totals[team] - max(rivals, default=0)
    return CLEAR_LEAD * tanh(lead / (CLEAR_LEAD * chart_of(state.engine).usual.turn))


def _best(candidates: Sequence[Candidate]) -> Candidate:
    """The one with the largest gain over the first, if there is any."""
    first, *others = candidates
    best, most = first, 0.0
    for each in others:
        if each.count >= FEWEST_WORLDS:
            gain, _ = each.gain()
            if gain > most:
                best, most = each, gain
    return best


def _checked_budget(seconds: Any, iterations: Any) -> tuple[float, int]:
    """The seconds and the worlds for a move; ValueError or TypeError says what is wrong."""
    if iterations is not None:
        if seconds is not None:
            raise ValueError("a search takes seconds or iterations, not both")
        return float("inf"), checked_whole(iterations, "iterations", 1)
    seconds = SECONDS if seconds is None else seconds
    if isinstance(seconds, bool) or not isinstance(seconds, int | float):
        raise TypeError(f"seconds: a number is wanted, such as 0.5, not {short(seconds)}")
    if not isfinite(seconds) or seconds < 0:
        raise ValueError(f"seconds: 0 or more are wanted, not {seconds}")
    return float(seconds), MAX_WORLDS
