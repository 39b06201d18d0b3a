"""`SearchPlayer`: tries its candidate actions in many games that fit what its seat knows.

The planner names the candidates. In each made-up game (see `determinize`) every one of them is
carried out in a copy, which is played on by plans and rules of thumb (see `playouts`), for a few
turns; then the prospects of the seats are judged. All candidates meet the same cards, so that few
games suffice to tell them apart, and those that fall behind are tried no more. The planner's own
choice stands unless another one is clearly better.
"""

from __future__ import annotations

import random
from collections.abc import Callable, Sequence
from math import isfinite, sqrt, tanh
from time import perf_counter
from typing import TYPE_CHECKING, Any

from ttrkit._text import checked_whole, short
from ttrkit.bots.chart import chart_of
from ttrkit.bots.minds import Drafts
from ttrkit.bots.planner import PlannerPlayer
from ttrkit.bots.playouts import MAX_STEPS, Playout
from ttrkit.errors import RuleError
from ttrkit.events import Action, ClaimRoute, DrawBlind, DrawFaceUp, DrawTickets, checked_seed
from ttrkit.knowledge import possible_state
from ttrkit.scoring import score

if TYPE_CHECKING:
    from ttrkit.engine import State
    from ttrkit.knowledge import Observation

SECONDS = 0.5  # a move, unless told otherwise

MOST = 9  # candidates for one decision,
MOST_CLAIMS = 4  # of which so many claim routes,
MOST_DRAWS = 4  # and so many draw cards

CLEAR_LEAD = 10.0  # usual turns by which a lead is clear: the next point hardly matters
HORIZON = 4  # turns of each seat that are played, before its prospects are judged
FEWEST_WORLDS = 6  # before a candidate is dropped, or preferred to the planner's choice
MOST_WORLDS = 10_000  # for one decision, however much time there is
BEHIND = 2.0  # standard errors behind the best with which a candidate is dropped
AHEAD = 1.5  # standard errors by which another one must be better than the planner's choice,
FAR_AHEAD = 2.5  # and the same where playouts go on to the end, which vary more
USUAL_GAP = 0.02  # squared, and added to all others: a few equal results prove little


class Candidate:
    """An action, and what came of it in every world."""

    __slots__ = ("action", "values")

    def __init__(self, action: Action) -> None:
        self.action = action
        self.values: list[float] = []

    def ahead_of(self, other: Candidate) -> float:
        """By how many standard errors it is better than another one in the same worlds."""
        gaps = [mine - its for mine, its in zip(self.values, other.values, strict=False)]
        total = sum(gaps)
        spread = sum([gap * gap for gap in gaps]) - total * total / len(gaps)
        return total / sqrt(spread + USUAL_GAP)


class SearchPlayer:
    """Looks ahead, for so many seconds a move, or in so many made-up games (`iterations`) a move.

    The same seed and iterations give the same moves; seconds only limit the number of games. It
    decides from its observations alone, and a decision with one candidate costs nothing.
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
        start = self._clock()
        candidates = [*map(Candidate, self._actions(observation))]
        if len(candidates) > 1:
            self._try_all(observation, candidates, start + self._seconds)
        return _best(candidates, AHEAD if _is_judged(observation) else FAR_AHEAD).action

    def _actions(self, observation: Observation) -> list[Action]:
        """The actions to be tried; the planner's choice is the first."""
        if len(observation.legal_actions) == 1:
            return [*observation.legal_actions]
        ranked = [action for action, _ in self._planner.candidates(observation)]
        found: list[Action] = []
        claims, draws = MOST_CLAIMS, MOST_DRAWS
        for action in ranked:
            if type(action) is ClaimRoute:
                claims -= 1
                if claims < 0:
                    continue
            elif type(action) is DrawFaceUp or type(action) is DrawBlind:
                draws -= 1
                if draws < 0:
                    continue
            found.append(action)
            if len(found) == MOST:
                break
        if observation.turns_left is None:
            tickets = [each for each in observation.legal_actions if type(each) is DrawTickets]
            found += [action for action in tickets if action not in found]
        return found

    def _try_all(
        self, observation: Observation, candidates: Sequence[Candidate], end: float
    ) -> None:
        """Try the candidates in one world after the other, until the time is over."""
        drafts, rng = Drafts(), random.Random(self._rng.getrandbits(64))
        running, seat = [*candidates], observation.seat
        turns = HORIZON * len(observation.seats) if _is_judged(observation) else MAX_STEPS
        for world in range(self._worlds):
            try:
                state = possible_state(observation, rng)
            except RuleError:  # no world that home-made rules find plausible was found
                return
            found: list[float] = []
            for candidate in running:
                found.append(_value(state.copy(), seat, candidate.action, drafts, turns))
                if self._clock() >= end:
                    break
            if len(found) < len(running):
                return
            for candidate, value in zip(running, found, strict=True):
                candidate.values.append(value)
            if world + 1 >= FEWEST_WORLDS:
                best = max(running, key=lambda each: sum(each.values))
                running = [each for each in running if best.ahead_of(each) < BEHIND]
            if len(running) == 1 or self._clock() >= end:
                return


def _is_judged(observation: Observation) -> bool:
    """Whether prospects can be judged: not those of teams, nor under home-made rules."""
    engine, seats = observation.variant.engine, len(observation.seats)
    return len(engine.seating(seats).teams) == seats and not engine.is_home_made


def _value(state: State, seat: int, action: Action, drafts: Drafts, turns: int) -> float:
    """What comes of an action in one world, from -1 (far behind) to 1 (far ahead)."""
    state.engine.loop.apply(state, action)
    playout = Playout(state, drafts)
    playout.finish(turns)
    is_judged = turns < MAX_STEPS and not state.is_over
    standing: Sequence[float] = playout.prospects() if is_judged else score(state).totals
    team = state.team_of(seat)
    rivals = [points for each, points in enumerate(standing) if each != team]
    lead = standing[team] - max(rivals, default=0.0)
    return tanh(lead / (CLEAR_LEAD * chart_of(state.engine).usual.turn))


def _best(candidates: Sequence[Candidate], ahead: float) -> Candidate:
    """The best of those that were tried to the end; the first, unless another is clearly better."""
    first = candidates[0]
    worlds = max([len(each.values) for each in candidates])
    if worlds < FEWEST_WORLDS:
        return first
    last = [each for each in candidates if len(each.values) == worlds]
    best = max(last, key=lambda each: sum(each.values))
    return first if first in last and best.ahead_of(first) < ahead else best


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
    return float(seconds), MOST_WORLDS
