"""Measures what the search may expect of its candidates: see `ttrkit.bots.search`.

python -m benchmarks.gains [--seconds 240] [--seed 1]

It stops games of two planners where the search would begin to try, tries every candidate in the
same made-up games, many more than it would have time for, and prints how much better or worse than
the planner's choice they are on average, how much that differs from one to another, and the noise
of a single made-up game: for each edition and for all, in usual turns.
"""

import argparse
import random
import time
from collections.abc import Iterator, Sequence
from math import sqrt
from statistics import mean, variance
from typing import NamedTuple

import ttrkit
from ttrkit import Action, Game
from ttrkit.bots import PlannerPlayer
from ttrkit.bots.outlook import turns_to_go
from ttrkit.bots.search import SEARCHED_TURNS, World, Worlds, candidates_for, value_in
from ttrkit.bots.sight import Sight

EDITIONS = ("usa", "europe", "paris")
WORLDS = 40
APART = 9  # decisions between two positions of a game


class Gains(NamedTuple):
    """The gains of one candidate over the planner's choice in many made-up games."""

    worlds: int
    mean: float
    variance: float


def main(seconds: float, seed: int) -> None:
    """Play, try, print."""
    together: list[Gains] = []
    for edition in EDITIONS:
        found = [*_gains(edition, seconds / len(EDITIONS), random.Random(seed))]
        print(f"{edition}: {told(found)}")
        together += found
    print(f"all: {told(together)}")


def told(found: Sequence[Gains]) -> str:
    """The usual gain, spread and noise of these candidates, as numbers in words."""
    if len(found) < 2:
        return "too few candidates: it needs more seconds"
    usual, spread, noise = summary(found)
    return f"{len(found)} candidates, gain {usual:+.2f}, spread {spread:.2f}, noise {noise:.2f}"


def summary(found: Sequence[Gains]) -> tuple[float, float, float]:
    """The mean of the gains, their standard deviation without noise, and that of the noise."""
    means = [each.mean for each in found]
    noise = mean([each.variance for each in found])
    of_means = mean([each.variance / each.worlds for each in found])
    return mean(means), sqrt(max(0.0, variance(means) - of_means)), sqrt(noise)


def _gains(edition: str, seconds: float, rng: random.Random) -> Iterator[Gains]:
    end = time.perf_counter() + seconds
    while time.perf_counter() < end:
        game = ttrkit.new_game(edition, players=2, seed=rng.getrandbits(32))
        planners = [PlannerPlayer(1), PlannerPlayer(2)]
        left = rng.randrange(APART)
        while game.to_move is not None and time.perf_counter() < end:
            left -= 1
            if left < 0:
                left = APART
                yield from gains_at(game, planners[game.to_move], rng)
            game.apply(planners[game.to_move].choose(game.observe(game.to_move)))


def gains_at(
    game: Game, planner: PlannerPlayer, rng: random.Random, count: int = WORLDS
) -> Iterator[Gains]:
    """The gains of all candidates for the decision at hand; none where the search would not try."""
    assert game.to_move is not None
    seen = game.observe(game.to_move)
    if len(seen.legal_actions) < 2 or turns_to_go(Sight(seen)) > SEARCHED_TURNS:
        return
    worlds = Worlds(seen, planner.copy(), rng, count)
    first, *others = candidates_for(seen, planner.copy(), worlds, never)
    made_up = worlds.first(count, never)
    usual = [_lead(world, seen.seat, first.action) for world in made_up]
    for each in others:
        values = [_lead(world, seen.seat, each.action) for world in made_up]
        gaps = [value - other for value, other in zip(values, usual, strict=True)]
        if len(gaps) > 1:
            yield Gains(len(gaps), mean(gaps), variance(gaps))


def _lead(world: World, seat: int, action: Action) -> float:
    """The lead that an action brings in one world, however long that takes."""
    value = value_in(world, seat, action, never)
    assert value is not None
    return value


def never() -> bool:
    """There is time for everything."""
    return False


if __name__ == "__main__":
    options = argparse.ArgumentParser(description=__doc__)
    options.add_argument("--seconds", type=float, default=240, help="of play, in all")
    options.add_argument("--seed", type=int, default=1)
    main(**vars(options.parse_args()))
