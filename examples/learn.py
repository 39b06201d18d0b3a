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
from itertools import count
from math import inf
from multiprocessing import get_context
from pathlib import Path
from time import perf_counter
from zipfile import BadZipFile

import ttrkit
from ttrkit import Action, Game, Observation, RandomPlayer, Report

os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")  # every process has a core of its own
try:
    import numpy as np
    from numpy.typing import NDArray
except ImportError:
    raise SystemExit("learn.py needs NumPy: pip install numpy") from None

VARIANT, PLAYERS = ttrkit.get_variant("paris"), 2  # rewards are for two: points ahead
INDEX, FEATURES = VARIANT.action_index, VARIANT.features(PLAYERS, distances=True)
SCALE = np.clip(np.array(FEATURES.highs, np.float32), 1, 5)  # brings the numbers nearer to 1
HIDDEN = 64  # units between the two layers of the network
SHARE, SHARES = 32, 4  # games that a process plays at a time; such shares in a batch
BATCH = SHARE * SHARES
RATE, FADE, FADE_SQUARES, TINY = 0.008, 0.9, 0.999, 1e-8  # of Adam's steps
POINTS = 20  # ahead are a reward of 1
TEST_GAMES, LATELY, TELL_SECONDS = 500, 16, 5  # LATELY in batches

Array = NDArray[np.float32]
Weights = list[Array]  # of the first layer and its bias, of the second layer and its bias


class Learner:
    """A player that draws a legal action, the likelier the higher its preference."""

    def __init__(self, weights: Weights, seed: int = 0) -> None:
        self.weights, self.rng = weights, np.random.default_rng(seed)

    @classmethod
    def untrained(cls, seed: int) -> "Learner":
        """A player with no preference yet."""
        first = np.random.default_rng(seed).normal(0, FEATURES.n**-0.5, (FEATURES.n, HIDDEN))
        shapes: list[tuple[int, ...]] = [(HIDDEN,), (HIDDEN, INDEX.n + 1), (INDEX.n + 1,)]
        return cls([first.astype(np.float32), *[np.zeros(shape, np.float32) for shape in shapes]])

    def choose(self, observation: Observation) -> Action:
        """Return one of the legal actions."""
        if observation.variant != VARIANT or len(observation.seats) != PLAYERS:
            asked = f"{observation.variant.name} with {len(observation.seats)}"
            raise ValueError(f"it has learnt {VARIANT.name} with {PLAYERS} players, not {asked}")
        preferences = network(self.weights, inputs([observation]))[1][0]
        noise = self.rng.gumbel(size=len(preferences))  # with it, the highest is a draw by the odds
        place = (preferences + noise)[INDEX.numbers(observation)].argmax()
        return observation.legal_actions[int(place)]

    def save(self, path: str | Path) -> None:
        """Write the weights to a file, with digests of what their inputs and outputs mean."""
        with Path(path).open("wb") as file:
            np.savez(file, *self.weights, index=INDEX.digest, features=FEATURES.digest)

    @classmethod
    def load(cls, path: str | Path) -> "Learner":
        """Read a saved player; ValueError if its inputs or outputs meant something else."""
        try:
            with Path(path).open("rb") as opened, np.load(opened) as file:
                index, features = str(file["index"]), str(file["features"])
                weights = [file[f"arr_{n}"] for n in range(4)]
        except (BadZipFile, EOFError, KeyError, TypeError, ValueError):
            raise ValueError(f"{path}: only files that Learner.save wrote can be read") from None
        INDEX.check_digest(index)
        if features != FEATURES.digest:
            raise ValueError(f"{path}: it has learnt with other numbers than {FEATURES}")
        return cls(weights)


def inputs(seen: Sequence[Observation]) -> Array:
    """What the network reads: a row for every observation."""
    rows = np.array([np.frombuffer(each.numbers(distances=True), np.int16) for each in seen])
    return (rows / SCALE).astype(np.float32)


def network(weights: Weights, rows: Array) -> tuple[Array, Array]:
    """The hidden units; and the output: a preference for every action, and the expected reward."""
    hidden = np.maximum(rows @ weights[0] + weights[1], 0)
    return hidden, hidden @ weights[2] + weights[3]


def lesson(weights: Weights, *seed: int) -> tuple[Weights, int]:
    """Play a share of games, side by side; return the slopes of the weights, and the wins."""
    rng = np.random.default_rng(seed)
    seeds = rng.integers(2**62, size=(SHARE, 2)).tolist()
    games = [ttrkit.new_game(VARIANT, players=PLAYERS, seed=game, first=0) for game, _ in seeds]
    others = [RandomPlayer(other) for _, other in seeds]
    going, steps = list(range(SHARE)), []
    while going := [n for n in going if is_asked(games[n], n % PLAYERS, others[n])]:
        seen = [games[n].observe(n % PLAYERS) for n in going]
        rows = inputs(seen)
        hidden, output = network(weights, rows)
        legal = np.array([list(INDEX.mask(each)) for each in seen], np.bool_)
        preferences = np.where(legal, output[:, :-1], -inf)
        odds = np.exp(preferences - preferences.max(axis=1, keepdims=True))
        odds /= odds.sum(axis=1, keepdims=True)
        chosen = (odds / rng.exponential(size=odds.shape)).argmax(axis=1)  # a draw by the odds
        for n, observation, number in zip(going, seen, chosen.tolist(), strict=True):
            games[n].apply(INDEX.action(number, observation))
        odds[range(len(going)), chosen] -= 1  # downhill from here, what was chosen is likelier
        steps.append((rows, hidden, odds, output[:, -1], going))
    results = [(n % PLAYERS, game.result()) for n, game in enumerate(games)]
    ahead = np.array([2 * result.totals[seat] - sum(result.totals) for seat, result in results])
    rows, hidden, slopes, expected, game_of = map(np.concatenate, zip(*steps, strict=True))
    better = ahead[game_of] / POINTS - expected
    slopes = np.column_stack([slopes * better[:, None], -better]).astype(np.float32) / len(rows)
    below = slopes @ weights[2].T * (hidden > 0)
    changes = [rows.T @ below, below.sum(axis=0), hidden.T @ slopes, slopes.sum(axis=0)]
    return changes, sum(seat in result.winners for seat, result in results)


def is_asked(game: Game, seat: int, other: RandomPlayer) -> bool:
    """Let the other one play until the seat has to decide; False if the game is over first."""
    while game.to_move not in (seat, None):
        game.apply(other.choose(game.observe(1 - seat)))
    return not game.is_over


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
    usual = signal.signal(signal.SIGINT, signal.SIG_IGN)  # other processes are deaf to Ctrl-C
    with get_context("spawn").Pool(min(SHARES, os.cpu_count() or 1)) as pool:
        signal.signal(signal.SIGINT, usual)
        try:
            while len(curve) * BATCH < games and (spent := perf_counter() - start) < seconds:
                if spent > told + TELL_SECONDS:
                    tell(curve, told := spent)
                batch = [(learner.weights, seed, len(curve), n) for n in range(SHARES)]
                slopes, wins = zip(*pool.starmap(lesson, batch, chunksize=1), strict=True)
                adam.step([np.sum(each, axis=0) for each in zip(*slopes, strict=True)])
                curve.append(sum(wins) / BATCH)
        except KeyboardInterrupt:
            print("Stopped by Ctrl-C.")
    tell(curve, perf_counter() - start)
    return learner, curve


def tell(curve: list[float], seconds: float) -> None:
    """Print how far the learning is."""
    if lately := curve[-LATELY:]:
        wins = f"{sum(lately) / len(lately):.1%} wins in the last {len(lately) * BATCH}"
        print(f"{len(curve) * BATCH:7} games, {seconds:3.0f} s: {wins}", flush=True)


# Showing ------------------------------------------------------------------------------------------

LEFT, RIGHT, TOP, BOTTOM = 70, 680, 60, 330  # where the curve is, in a picture of 720 by 400
MOST_POINTS, MOST_MARKS = 60, 6  # on the curve; on the axis of games
STYLE = """<style>svg { font: 14px system-ui, sans-serif; background: #fff; fill: #20262d }
line { stroke: #c9ced4 } polyline { fill: none; stroke: #1f6fb8; stroke-width: 2.5 }
path { stroke: #c2410c; stroke-width: 2.5 }
@media (prefers-color-scheme: dark) { svg { background: #1b2026; fill: #e6e9ec }
line { stroke: #4a525b } polyline { stroke: #6db3f2 } path { stroke: #fb923c } }</style>"""


def picture(curve: list[float], report: Report) -> str:
    """The learning curve as SVG, and the result of the test at its end."""
    total, title = len(curve) * BATCH, f"{VARIANT.title}: games won against the random bot"

    def at(games: float, share: float) -> tuple[float, float]:
        x, y = LEFT + (RIGHT - LEFT) * games / total, BOTTOM - (BOTTOM - TOP) * share
        return round(x, 1), round(y, 1)

    def text(x: float, y: float, words: str, anchor: str = "end") -> str:
        return f'<text x="{x}" y="{y}" text-anchor="{anchor}">{words}</text>'

    lines = ['<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 720 400" role="img">']
    lines += [f"<title>{title}</title>", STYLE, text(LEFT, 30, title, "start")]
    for percent in range(0, 101, 20):
        _, y = at(0, percent / 100)
        lines.append(f'<line x1="{LEFT}" y1="{y}" x2="{RIGHT}" y2="{y}"/>')
        lines.append(text(LEFT - 8, y + 5, f"{percent}%"))
    steps = (digit * 10**power for power in count(2) for digit in (1, 2, 5))
    step = next(step for step in steps if total <= step * MOST_MARKS)
    marks = range(0, total + 1, step)
    lines += [text(at(n, 0)[0], BOTTOM + 22, f"{n:,}", "middle") for n in marks]
    lines.append(text((LEFT + RIGHT) / 2, BOTTOM + 48, "games that it has learnt from", "middle"))
    pieces = np.array_split(np.arange(len(curve)), min(MOST_POINTS, len(curve)))
    points = [at((p.mean() + 0.5) * BATCH, np.take(curve, p).mean()) for p in pieces]
    lines.append(f'<polyline points="{" ".join(f"{x},{y}" for x, y in points)}"/>')
    side, (low, high) = report.bot("learned"), report.bot("learned").interval()
    x, y = at(total, side.win_rate)
    lines.append(f'<path d="M{x} {at(0, low)[1]}V{at(0, high)[1]}M{x - 5} {y}h10"/>')
    result = f"then {side.win_rate:.1%} of {side.games} games ({low:.1%} to {high:.1%})"
    return "\n".join([*lines, text(x, y + 40, result), "</svg>", ""])


def main(given: argparse.Namespace) -> None:
    """Learn, test, and keep what is wanted."""
    for name, least in {"games": 1, "seconds": 0.1, "seed": 0}.items():
        if (number := getattr(given, name)) is not None and not number >= least:
            raise ValueError(f"--{name}: {least} or more is wanted, not {number}")
    for path in filter(None, (given.curve, given.save)):
        path.open("ab").close()  # if it cannot be written, say so before and not after
    learner, curve = learn(given.seed, given.games or inf, inf if given.games else given.seconds)
    if given.save:
        learner.save(given.save)
    bots = {"learned": learner, "random": "random"}
    report = ttrkit.simulate(VARIANT, bots, TEST_GAMES, given.seed, workers=1)
    print(f"{report}\nIn brackets: where its share of wins lies in the long run, 95 % sure.")
    if given.curve and curve:
        given.curve.write_text(picture(curve, report), "utf-8")


if __name__ == "__main__":
    options = argparse.ArgumentParser(description=__doc__)
    limit = options.add_mutually_exclusive_group()
    limit.add_argument("--seconds", type=float, default=120.0, help="the time to learn")
    limit.add_argument("--games", type=int, help=f"to learn from, in batches of {BATCH}")
    options.add_argument("--seed", type=int, default=1, help="another seed, another bot")
    options.add_argument("--curve", type=Path, help="a file for the learning curve, as SVG")
    options.add_argument("--save", type=Path, help="a file for the bot: see Learner.load")
    try:
        main(options.parse_args())
    except (ValueError, OSError) as error:
        options.error(str(error))
