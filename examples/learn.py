"""A bot that learns by playing: policy gradient in plain NumPy, on all cores.

    python examples/learn.py [--seconds 120] [--seed 1] [--curve curve.svg] [--save model.npz]

A small network reads what a seat may know, as numbers, and gives every action a preference, by
number. It plays against the random bot; after every batch of games, actions that came out better
than expected become more likely. With `--games` in the place of `--seconds` the same seed makes
the same bot, on any number of cores; another kind of processor may round differently. Ctrl-C ends
the learning early and keeps what was learnt.
"""

import argparse
import os
import signal
from collections.abc import Sequence
from concurrent.futures import ProcessPoolExecutor
from itertools import count, repeat
from math import inf
from multiprocessing import get_context
from pathlib import Path
from time import perf_counter
from typing import NamedTuple

import ttrkit
from ttrkit import Action, Game, Observation, RandomPlayer, Report

os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")  # every process has a core of its own
try:
    import numpy as np
    from numpy.typing import NDArray
except ImportError:
    raise SystemExit("learn.py needs NumPy: pip install numpy") from None

VARIANT, PLAYERS = ttrkit.get_variant("paris"), 2
INDEX, FEATURES = VARIANT.action_index, VARIANT.features(PLAYERS)
SCALE = np.clip(np.array(FEATURES.highs, np.float32), 1, 30)  # brings the numbers close to 1
HIDDEN = 64  # units between the two layers of the network
SHARE, SHARES = 32, 4  # games that a process plays at a time; such shares in a batch
BATCH = SHARE * SHARES
RATE, FADE, FADE_SQUARES, TINY = 0.003, 0.9, 0.999, 1e-8  # of Adam's steps
POINTS = 20  # ahead of the other player are a reward of 1
TEST_GAMES, LATELY, TELL_SECONDS = 500, 16, 5  # LATELY in batches

Array = NDArray[np.float32]
Weights = list[Array]  # of the first layer and its bias, of the second layer and its bias


class Learner:
    """A player that takes the legal action with the highest preference."""

    def __init__(self, weights: Weights) -> None:
        self.weights = weights

    @classmethod
    def untrained(cls, seed: int) -> "Learner":
        """A player with no preference yet."""
        first = np.random.default_rng(seed).normal(0, FEATURES.n**-0.5, (FEATURES.n, HIDDEN))
        shapes: list[tuple[int, ...]] = [(HIDDEN,), (HIDDEN, INDEX.n + 1), (INDEX.n + 1,)]
        return cls([first.astype(np.float32), *[np.zeros(shape, np.float32) for shape in shapes]])

    def choose(self, observation: Observation) -> Action:
        """Return the best of the legal actions."""
        if observation.variant != VARIANT or len(observation.seats) != PLAYERS:
            asked = f"{observation.variant.name} with {len(observation.seats)}"
            raise ValueError(f"it has learnt {VARIANT.name} with {PLAYERS} players, not {asked}")
        preferences = network(self.weights, inputs([observation]))[1][0]
        best = preferences[INDEX.numbers(observation)].argmax()
        return observation.legal_actions[int(best)]

    def save(self, path: str | Path) -> None:
        """Write the weights to a file, with digests of what their inputs and outputs mean."""
        with Path(path).open("wb") as file:
            np.savez(file, *self.weights, index=INDEX.digest, features=FEATURES.digest)

    @classmethod
    def load(cls, path: str | Path) -> "Learner":
        """Read a saved player; ValueError if its inputs or outputs meant something else."""
        with np.load(path) as file:
            INDEX.check_digest(str(file["index"]))
            if str(file["features"]) != FEATURES.digest:
                raise ValueError(f"{path}: it has learnt with other numbers than {FEATURES}")
            return cls([file[f"arr_{n}"] for n in range(4)])


def inputs(seen: Sequence[Observation]) -> Array:
    """What the network reads: a row for every observation."""
    rows = np.array([np.frombuffer(each.numbers(), np.int16) for each in seen])
    return (rows / SCALE).astype(np.float32)


def network(weights: Weights, rows: Array) -> tuple[Array, Array]:
    """The hidden units; and the output: a preference for every action, and the expected reward."""
    first, first_bias, second, second_bias = weights
    hidden = np.maximum(rows @ first + first_bias, 0)
    return hidden, hidden @ second + second_bias


# Playing ------------------------------------------------------------------------------------------


class Share(NamedTuple):
    """Our decisions in some games, a row for each, and how many games we have won."""

    rows: Array
    legal: NDArray[np.bool_]
    chosen: NDArray[np.intp]
    rewards: Array
    wins: int


def play_share(weights: Weights, seed: Sequence[int]) -> Share:
    """Play some games side by side against the random bot, so that NumPy has many rows at once."""
    rng = np.random.default_rng(seed)
    seeds = rng.integers(2**62, size=(SHARE, 2)).tolist()
    games = [ttrkit.new_game(VARIANT, players=PLAYERS, seed=game, first=0) for game, _ in seeds]
    others = [RandomPlayer(other) for _, other in seeds]
    steps = []
    going = list(range(SHARE))
    while going := [n for n in going if is_asked(games[n], n % PLAYERS, others[n])]:
        seen = [games[n].observe(n % PLAYERS) for n in going]
        rows = inputs(seen)
        legal = np.array([list(INDEX.mask(each)) for each in seen], np.bool_)
        preferences = network(weights, rows)[1][:, :-1]
        noise = rng.gumbel(size=preferences.shape)  # with it, the highest is a draw by the softmax
        chosen = np.where(legal, preferences + noise, -inf).argmax(axis=1)
        for n, observation, number in zip(going, seen, chosen.tolist(), strict=True):
            games[n].apply(INDEX.action(number, observation))
        steps.append((rows, legal, chosen, going))
    results = [(n % PLAYERS, game.result()) for n, game in enumerate(games)]
    ahead = np.array([2 * result.totals[seat] - sum(result.totals) for seat, result in results])
    wins = sum(seat in result.winners for seat, result in results)
    *decisions, game_of = [np.concatenate(each) for each in zip(*steps, strict=True)]
    return Share(*decisions, (ahead[game_of] / POINTS).astype(np.float32), wins)


def is_asked(game: Game, seat: int, other: RandomPlayer) -> bool:
    """Let the other one play until the seat has to decide; False if the game is over first."""
    while game.to_move not in (seat, None):
        game.apply(other.choose(game.observe(1 - seat)))
    return not game.is_over


# Learning -----------------------------------------------------------------------------------------


def lesson(weights: Weights, *seed: int) -> tuple[Weights, int]:
    """Play a share of games; return the slopes of the weights, and the wins."""
    share = play_share(weights, seed)
    hidden, output = network(weights, share.rows)
    preferences, expected = np.where(share.legal, output[:, :-1], -inf), output[:, -1]
    odds = np.exp(preferences - preferences.max(axis=1, keepdims=True))
    error = odds / odds.sum(axis=1, keepdims=True)  # the softmax, less 1 for what was chosen:
    error[np.arange(len(error)), share.chosen] -= 1  # what makes that less likely
    better = share.rewards - expected
    slopes = np.column_stack([error * better[:, None], -better]).astype(np.float32) / len(error)
    below = slopes @ weights[2].T * (hidden > 0)
    return [share.rows.T @ below, below.sum(axis=0), hidden.T @ slopes, slopes.sum(axis=0)], share.wins


class Adam:
    """Takes steps downhill, for each weight as long as its slopes so far suggest."""

    def __init__(self, weights: Weights) -> None:
        self.weights, self.steps = weights, 0
        self.means, self.squares = ([np.zeros_like(each) for each in weights] for _ in range(2))

    def step(self, slopes: Weights) -> None:
        """Change the weights, in place."""
        self.steps += 1
        for n, slope in enumerate(slopes):
            self.means[n] += (1 - FADE) * (slope - self.means[n])
            self.squares[n] += (1 - FADE_SQUARES) * (slope**2 - self.squares[n])
            mean = self.means[n] / (1 - FADE**self.steps)
            square = self.squares[n] / (1 - FADE_SQUARES**self.steps)
            self.weights[n] -= RATE * mean / (np.sqrt(square) + TINY)


def learn(seed: int, games: float = inf, seconds: float = inf) -> tuple[Learner, list[float]]:
    """Learn for so many games or seconds; return the player, and its share of wins by batch."""
    learner, curve = Learner.untrained(seed), list[float]()
    adam, start, told = Adam(learner.weights), perf_counter(), 0.0
    workers = min(SHARES, os.cpu_count() or 1)
    deaf = (signal.SIGINT, signal.SIG_IGN)  # Ctrl-C is for this process alone
    with ProcessPoolExecutor(workers, get_context("spawn"), signal.signal, deaf) as pool:
        try:
            while len(curve) * BATCH < games and (spent := perf_counter() - start) < seconds:
                if spent > told + TELL_SECONDS:
                    told = spent
                    tell(curve, spent)
                of_batch = repeat(learner.weights), repeat(seed), repeat(len(curve)), range(SHARES)
                slopes, wins = zip(*pool.map(lesson, *of_batch), strict=True)
                adam.step([np.sum(each, axis=0) for each in zip(*slopes, strict=True)])
                curve.append(sum(wins) / BATCH)
        except KeyboardInterrupt:
            print("Stopped by Ctrl-C.")
    tell(curve, perf_counter() - start)
    return learner, curve


def tell(curve: list[float], seconds: float) -> None:
    """Print how far the learning is."""
    lately = curve[-LATELY:]
    if lately:
        share, games = sum(lately) / len(lately), len(lately) * BATCH
        line = f"{len(curve) * BATCH:7} games, {seconds:4.0f} s: {share:.1%} wins in the last {games}"
        print(line, flush=True)


# The picture --------------------------------------------------------------------------------------

WIDTH, HEIGHT, LEFT, TOP, RIGHT, BOTTOM = 720, 400, 70, 50, 690, 340
STYLE = """
svg{font:14px system-ui,sans-serif;background:#fff} text{fill:#20262d} .title{font-size:18px}
path{fill:none;stroke:#1f6fb8;stroke-width:2.5} line{stroke:#c9ced4} .test{stroke:#c2410c}
circle{fill:#c2410c} .result{fill:#c2410c} .y{text-anchor:end} .x{text-anchor:middle}
@media (prefers-color-scheme:dark){svg{background:#1b2026} text{fill:#e6e9ec} line{stroke:#4a525b}
path{stroke:#6db3f2} .test{stroke:#fb923c} circle,.result{fill:#fb923c}}
"""


def picture(curve: list[float], report: Report) -> str:
    """The share of wins over the games, and the result of the test, as SVG."""
