"""Games as programs that learn play them: in numbers, and through the frameworks that are there."""

import random
from collections.abc import Callable, Iterator
from importlib.util import find_spec
from typing import Any

from benchmarks.games import ACTIONS, play_at_random, start
from benchmarks.measures import Setting
from benchmarks.spiel import play_through_openspiel
from benchmarks.timing import Piece, clock

__all__ = ["ways_to_learn"]

Way = Callable[[Setting, int], Iterator[Piece]]


def ways_to_learn() -> dict[str, Way]:
    """The samples by the name of their measure; those of frameworks only if these are installed."""
    ways: dict[str, Way] = {"random": play_at_random, "numbers": play_in_numbers}
    for name, module, way in (
        ("PettingZoo", "pettingzoo", play_through_pettingzoo),
        ("Gymnasium", "gymnasium", play_through_gymnasium),
        ("OpenSpiel", "pyspiel", play_through_openspiel),
    ):
        if find_spec(module) is not None:
            ways[name] = way
    return ways


def play_in_numbers(setting: Setting, seed: int) -> Iterator[Piece]:
    """A game in which every observation and its mask are put into numbers, without a framework."""
    rng = random.Random(seed)
    index = setting.variant.action_index
    began = clock()
    game = start(setting, seed)
    done = 0
    while (seat := game.to_move) is not None:
        observation = game.observe(seat)
        legal = observation.legal_actions
        observation.numbers()
        index.mask(legal)
        game.apply(legal[int(rng.random() * len(legal))])
        done += 1
        if done == ACTIONS:
            yield clock() - began, done
            done, began = 0, clock()
    game.result()
    yield clock() - began, done


def play_through_pettingzoo(setting: Setting, seed: int) -> Iterator[Piece]:
    """A game of the bare environment, with actions chosen as PettingZoo's own benchmark does."""
    import numpy as np

    from ttrkit.adapters.pettingzoo import raw_env

    rng = random.Random(seed)
    zoo = raw_env(setting.variant, setting.players)
    began = clock()
    zoo.reset(seed)
    done = 0
    while True:
        seen, _, terminated, truncated, _ = zoo.last()
        if seen is None or terminated or truncated:
            break
        zoo.step(rng.choice(np.flatnonzero(seen["action_mask"]).tolist()))
        done += 1
        if done == ACTIONS:
            yield clock() - began, done
            done, began = 0, clock()
    yield clock() - began, done


def play_through_gymnasium(setting: Setting, seed: int) -> Iterator[Piece]:
    """A game of one seat against bots that choose by chance; counted are the seat's own steps."""
    import numpy as np

    from ttrkit.adapters.gymnasium import SeatEnv

    rng = random.Random(seed)
    env = SeatEnv(setting.variant, setting.players, "random")
    began = clock()
    info: dict[str, Any]
    _, info = env.reset(seed=seed)
    done = 0
    is_over = False
    while not is_over:
        mask = info["action_mask"]
        _, _, terminated, truncated, info = env.step(rng.choice(np.flatnonzero(mask).tolist()))
        is_over = terminated or truncated
        done += 1
        if done == ACTIONS:
            yield clock() - began, done
            done, began = 0, clock()
    yield clock() - began, done
