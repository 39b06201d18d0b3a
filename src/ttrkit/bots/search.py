"""`SearchPlayer`: looks ahead in many games that fit what its seat knows."""

from __future__ import annotations

import random
from collections.abc import Callable
from math import sqrt, tanh
from time import perf_counter
from typing import TYPE_CHECKING

from ttrkit.bots.chart import chart_of
from ttrkit.bots.planner import PlannerPlayer
from ttrkit.bots.playouts import Plans, Playout
from ttrkit.events import Action, ClaimRoute, DrawTickets
from ttrkit.knowledge import possible_state
from ttrkit.scoring import score

if TYPE_CHECKING:
    from ttrkit.engine import State
    from ttrkit.knowledge import Observation

MOST = 9
CLAIMS = 4
DRAWS = 4
import os
SCALE = float(os.environ.get("SCALE", "10"))  # usual turns
LEAST = 6
DROP = float(os.environ.get("DROP", "2"))
SURE = float(os.environ.get("SURE", "1"))
PRIOR = 0.5


class Arm:
    def __init__(self, action: Action) -> None:
        self.action = action
        self.values: list[float] = []
        self.total = 0.0

    def add(self, value: float) -> None:
        self.values.append(value)
        self.total += value

    def odds(self, other: Arm) -> float:
        """By how many standard errors it is better than another in the same worlds."""
        n = len(self.values)
        gaps = [mine - its for mine, its in zip(self.values, other.values)]
        mean = sum(gaps) / n
        spread = sum([gap * gap for gap in gaps]) + PRIOR - n * mean * mean
        return mean * n / sqrt(spread)


class SearchPlayer:
    """Looks ahead."""

    def __init__(
        self, seconds: float | None = None, *, iterations: int | None = None, seed: int | None = None,
        clock: Callable[[], float] = perf_counter,
    ) -> None:
        self._rng = random.Random(seed)
        self._seconds, self._iterations, self._clock = seconds, iterations, clock
        self._guide = PlannerPlayer(0)
        self.stats = [0, 0, 0]

    def choose(self, observation: Observation) -> Action:
        actions = observation.legal_actions
        if len(actions) == 1:
            return actions[0]
        start = self._clock()
        options = self._options(observation)
        if len(options) == 1:
            return options[0]
        return self._search(observation, [Arm(action) for action in options], start)

    def _options(self, observation: Observation) -> list[Action]:
        ranked = [action for action, _ in self._guide.candidates(observation)]
        found: list[Action] = []
        claims = draws = 0
        for action in ranked:
            if type(action) is ClaimRoute:
                claims += 1
                if claims > CLAIMS:
                    continue
            elif type(action).__name__ in ("DrawFaceUp", "DrawBlind"):
                draws += 1
                if draws > DRAWS:
                    continue
            found.append(action)
            if len(found) == MOST:
                break
        if observation.turns_left is None:
            for action in observation.legal_actions:
                if type(action) is DrawTickets and action not in found:
                    found.append(action)
        return found

    def _search(self, observation: Observation, arms: list[Arm], start: float) -> Action:
        plans = Plans()
        rng = random.Random(self._rng.getrandbits(64))
        engine = observation.variant.engine
        self._scale = SCALE * chart_of(engine).usual.turn
        team = engine.seating(len(observation.seats)).team_of[observation.seat]
        done = 0
        worlds = 0
        self.stats[0] += 1
        alive = arms[:]
        while len(alive) > 1:
            if self._iterations is not None:
                if done >= self._iterations:
                    break
            elif worlds >= 2 and self._clock() - start > self._seconds:
                break
            world = possible_state(observation, rng)
            for arm in alive:
                state = world.copy()
                engine.loop.apply(state, arm.action)
                Playout(state, plans, rng).finish()
                totals = score(state).totals
                lead = totals[team] - max(totals[:team] + totals[team + 1 :])
                arm.add(tanh(lead / self._scale))
                done += 1
            worlds += 1
            if worlds >= LEAST:
                leader = max(alive, key=lambda arm: arm.total)
                alive = [arm for arm in alive if arm is leader or arm.odds(leader) > -DROP]
        self.stats[1] += done
        best = max(alive, key=lambda arm: arm.total)
        if best is not arms[0] and arms[0] in alive and best.odds(arms[0]) < SURE:
            best = arms[0]
        self.stats[2] += best is not arms[0]
        return best.action
