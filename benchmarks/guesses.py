"""Fits the weights by which the search guesses rivals' tickets: see `ttrkit.bots.guesses`.

python -m benchmarks.guesses [--seconds 120] [--seed 1]

It prints them as they stand in `guesses.py`. Two planners play; now and then, every ticket that a
seat holds is compared with those that it might have held instead, which nobody holds.
"""

import argparse
import random
import time
from collections.abc import Iterator

import numpy as np

import ttrkit
from ttrkit.bots import PlannerPlayer
from ttrkit.bots.guesses import WEIGHTS, ticket_clues
from ttrkit.engine import State
from ttrkit.knowledge import observe, possible_state

EDITIONS = ("usa", "europe", "paris")
APART = 6  # turns between two samples
STEPS = 40  # of Newton's method, which needs fewer
CLOSE = 1e-4  # steps that are too small to matter
RIDGE = 1.0
Sample = tuple[np.ndarray, int]
"""The clues of some tickets, a row each, and which of the rows is the ticket that is held."""


def main(seconds: float, seed: int) -> None:
    """Play, fit, print."""
    samples = []
    for edition in EDITIONS:
        samples.append([*_samples(edition, seconds / len(EDITIONS), random.Random(seed))])
        print(f"# {edition}: {len(samples[-1])} tickets at a point of a game")
    least = min(map(len, samples))  # every edition counts as much as the others
    chosen = [sample for each in samples for sample in each[:least]]
    for name, weight in zip(WEIGHTS, fitted(chosen), strict=True):
        print(f'    "{name}": {weight:.2f},')


def fitted(samples: list[Sample]) -> list[float]:
    """The weights that make the held tickets likeliest: Newton's method, never downhill."""
    weights = np.zeros(samples[0][0].shape[1])
    best, slope, bend = _likelihood(samples, weights)
    for _ in range(STEPS):
        step = np.linalg.solve(bend, slope)
        found = _likelihood(samples, weights + step)
        while found[0] < best and abs(step).max() > CLOSE:
            step /= 2
            found = _likelihood(samples, weights + step)
        if found[0] <= best or abs(step).max() < CLOSE:
            break
        weights, (best, slope, bend) = weights + step, found
    return [float(weight) for weight in weights]


def _likelihood(samples: list[Sample], weights: np.ndarray) -> tuple[float, np.ndarray, np.ndarray]:
    """The logarithm of the likelihood of what is held, its slope, and how that bends."""
    value = -RIDGE * float(weights @ weights) / 2
    slope, bend = -RIDGE * weights, RIDGE * np.eye(len(weights))
    for clues, held in samples:
        scores = clues @ weights
        scores -= scores.max()
        odds = np.exp(scores)
        value += scores[held] - np.log(odds.sum())
        odds /= odds.sum()
        mean = odds @ clues
        slope += clues[held] - mean
        bend += (clues * odds[:, None]).T @ clues - np.outer(mean, mean)
    return value, slope, bend


def _samples(edition: str, seconds: float, rng: random.Random) -> Iterator[Sample]:
    """The clues of tickets that are held, and of those that might have been, in planners' games."""
    end = time.perf_counter() + seconds
    while time.perf_counter() < end:
        state = _start(edition, rng)
        planners = [PlannerPlayer(1), PlannerPlayer(2)]
        turns = rng.randrange(APART)
        while state.decision is not None:
            decision, seat, _ = state.decision
            if decision.name == "turn":
                turns += 1
                if turns % APART == 0:
                    for each in range(state.seats):
                        yield from _noted(state, each)
            state.engine.loop.apply(state, planners[seat].choose(observe(state, seat)))


def _start(edition: str, rng: random.Random) -> State:
    """A game of two that is as unknown to everybody as it is to the seat that begins."""
    game = ttrkit.new_game(edition, players=2, seed=rng.getrandbits(32))
    assert game.to_move is not None
    return possible_state(game.observe(game.to_move), rng)


def _noted(state: State, seat: int) -> Iterator[Sample]:
    """A sample for every ticket of a seat: it comes first, and then those of its kind."""
    if not state.routes[seat]:
        return
    clues, stock = ticket_clues(state, seat), {*state.engine.ticket_stock}
    held = {ticket for tickets in state.tickets for ticket in tickets}
    for ticket in state.tickets[seat]:
        own = clues[ticket]
        others = [
            each
            for number, each in enumerate(clues)
            if number not in held and (number in stock) == (ticket in stock)
        ]
        rows = [row for row in [own, *others] if row is not None]
        if own is not None and len(rows) > 1:
            yield np.array(rows), 0


if __name__ == "__main__":
    options = argparse.ArgumentParser(description=__doc__)
    options.add_argument("--seconds", type=float, default=120, help="of play, in all")
    options.add_argument("--seed", type=int, default=1)
    main(**vars(options.parse_args()))
