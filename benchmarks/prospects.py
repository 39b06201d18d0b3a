"""Fits the weights of the search's prospects to games of planners: see `ttrkit.bots.fitted`.

python -m benchmarks.prospects [--seconds 120] [--seed 1]

It prints them as they stand in `fitted.py`. Part of every game is played with random moves among
the planner's candidates, so that unusual positions are seen, too; from there on planners play, and
what they have in the end is what the prospects are fitted to.
"""

import argparse
import random
import time
from collections.abc import Iterator

import numpy as np

import ttrkit
from ttrkit.bots import PlannerPlayer
from ttrkit.bots.chart import chart_of
from ttrkit.bots.fitted import WEIGHTS
from ttrkit.bots.minds import Drafts
from ttrkit.bots.playouts import Playout
from ttrkit.bots.prospects import features
from ttrkit.engine import State
from ttrkit.knowledge import observe, possible_state
from ttrkit.scoring import score

EDITIONS = ("usa", "europe", "paris")
ASTRAY = 0.7  # the share of games with random moves
CHANCES = (0.1, 0.3, 0.6)  # that a move is random, as long as they last
APART = 0.06  # decisions between two samples, as a share of a game's
RIDGE = 5.0  # a little, as some of the numbers are much alike
Sample = tuple[tuple[float, ...], float]


def main(seconds: float, seed: int) -> None:
    """Play, fit, print."""
    samples = []
    for edition in EDITIONS:
        samples.append([*_samples(edition, seconds / len(EDITIONS), random.Random(seed))])
    least = min(map(len, samples))  # every edition counts as much as the others
    chosen = [sample for each in samples for sample in each[:least]]
    weights = fitted(chosen)
    for each, edition in zip(samples, EDITIONS, strict=True):
        apart = [gain - float(np.dot(numbers, weights)) for numbers, gain in each]
        print(f"# {edition}: {len(each)} positions, {np.std(apart):.2f} usual turns of error")
    for name, weight in zip(WEIGHTS, weights, strict=True):
        print(f'    "{name}": {weight:.3f},')


def fitted(samples: list[Sample]) -> list[float]:
    """The weights of least squares, with a ridge on numbers of equal spread."""
    numbers = np.array([each for each, _ in samples])
    gains = np.array([gain for _, gain in samples])
    mean, spread = numbers.mean(0), numbers.std(0)
    mean[0], spread[spread == 0] = 0.0, 1.0
    scaled = (numbers - mean) / spread
    ridge = RIDGE * np.eye(len(mean))
    ridge[0, 0] = 0.0
    weights = np.linalg.solve(scaled.T @ scaled + ridge, scaled.T @ gains) / spread
    weights[0] -= (weights * mean).sum()
    return [float(weight) for weight in weights]


def _samples(edition: str, seconds: float, rng: random.Random) -> Iterator[Sample]:
    """The numbers of seats in positions of planners' games, and the usual turns gained since."""
    end = time.perf_counter() + seconds
    usual = chart_of(ttrkit.get_variant(edition).engine).usual.turn
    length = 60  # decisions of a game, as far as is known
    while time.perf_counter() < end:
        state = start(edition, rng)
        astray = rng.randrange(length) if rng.random() < ASTRAY else 0
        chance, planners = rng.choice(CHANCES), [PlannerPlayer(1), PlannerPlayer(2)]
        noted: list[tuple[int, tuple[float, ...], float]] = []
        step = last = 0
        while state.decision is not None:
            decision, seat, _ = state.decision
            seen = observe(state, seat)
            wait = APART * length
            if step >= astray and decision.name == "turn" and step - last > wait:
                if state.turns_left < 0:
                    noted += _noted(state)
                last = step
            action = planners[seat].choose(seen)
            if step < astray and rng.random() < chance:
                action = rng.choice(planners[seat].candidates(seen)[:5])[0]
            state.engine.loop.apply(state, action)
            step += 1
        length = (length + step) // 2
        totals = score(state).totals
        for seat, numbers, points in noted:
            yield numbers, (totals[seat] - points) / usual


def start(edition: str, rng: random.Random) -> State:
    """A game of two that is as unknown to everybody as it is to the seat that begins."""
    game = ttrkit.new_game(edition, players=2, seed=rng.getrandbits(32))
    assert game.to_move is not None
    return possible_state(game.observe(game.to_move), rng)


def _noted(state: State) -> list[tuple[int, tuple[float, ...], float]]:
    chart = chart_of(state.engine)
    return [
        (seat, features(chart, standing, clock), standing.points)
        for seat, (standing, clock) in enumerate(Playout(state, Drafts()).standings())
    ]


if __name__ == "__main__":
    options = argparse.ArgumentParser(description=__doc__)
    options.add_argument("--seconds", type=float, default=120, help="of play, in all")
    options.add_argument("--seed", type=int, default=1)
    main(**vars(options.parse_args()))
