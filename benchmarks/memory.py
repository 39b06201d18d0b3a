"""What a game holds in memory."""

import gc
import tracemalloc
from collections.abc import Callable, Iterator

from benchmarks.games import end_of_game, observed_game, positions, start
from benchmarks.measures import BYTES, Job, Measure, Setting
from benchmarks.timing import Meter
from ttrkit import Game

__all__ = ["copy_size", "held", "memory"]

SEED = 1
COPIES = 20


def held(make: Callable[[], object]) -> int:
    """The bytes that are free again when that which is made is dropped.

    It is made twice: what the variant remembers of the first time is not counted.
    """
    make()
    gc.collect()
    gc.freeze()  # what is there already need not be looked at again and again
    tracemalloc.start()
    try:
        made = make()
        gc.collect()
        before, _ = tracemalloc.get_traced_memory()
        del made
        gc.collect()
        return before - tracemalloc.get_traced_memory()[0]
    finally:
        tracemalloc.stop()
        gc.unfreeze()


def copy_size(*games: Game) -> float:
    """The bytes of a copy that are its own, in the mean of these games."""
    return held(lambda: [game.copy() for game in games * COPIES]) / len(games * COPIES)


def memory(group: str, subject: str, setting: Setting) -> Job:
    """The job of measuring what a game of this setting holds."""

    def run(_: Meter) -> Iterator[Measure]:
        middle = [game.copy() for game in positions(setting, SEED)]
        sizes = {
            "new game": held(lambda: start(setting, SEED)),
            "copy size": copy_size(middle[len(middle) // 2]),
            "whole game": held(lambda: end_of_game(setting, SEED)),
            "whole game, observed": held(lambda: observed_game(setting, SEED)),
        }
        for name, size in sizes.items():
            yield Measure(group, name, subject, BYTES, size)

    return Job(group, subject, "memory", run)
