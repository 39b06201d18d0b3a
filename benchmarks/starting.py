"""What it takes until there is a game: the import, the edition, the first game."""

import os
import subprocess
import sys
import time
from collections.abc import Iterator
from pathlib import Path

import ttrkit
from benchmarks.measures import SECONDS, Job, Measure
from benchmarks.timing import Meter

__all__ = ["import_time", "load_time"]

FEWEST = 3  # processes, after one that compiles what there is to compile

LOAD = """
import time, ttrkit
began = time.perf_counter()
variant = ttrkit.get_variant({name!r})
loaded = time.perf_counter()
ttrkit.new_game(variant, players=variant.players[0], seed=1).legal_actions()
print(loaded - began, time.perf_counter() - loaded)
"""


def import_time(group: str) -> Job:
    """The job of timing `import ttrkit`: a process that does it, and one that does nothing."""

    def run(meter: Meter) -> Iterator[Measure]:
        with_it, without = [], []
        for _ in _rounds(meter):
            without.append(_run("pass")[0])
            with_it.append(_run("import ttrkit")[0])
        seconds = max(0.0, min(with_it[1:]) - min(without[1:]))
        yield Measure(group, "import", "ttrkit", SECONDS, seconds, seconds / meter.step)

    return Job(group, "ttrkit", "import", run)


def load_time(group: str, name: str) -> Job:
    """The job of timing a variant's first use in a process that has imported ttrkit."""

    def run(meter: Meter) -> Iterator[Measure]:
        times = [_run(LOAD.format(name=name))[1] for _ in _rounds(meter)]
        bests = map(min, zip(*times[1:], strict=True))
        for what, seconds in zip(("load", "first game"), bests, strict=True):
            yield Measure(group, what, name, SECONDS, seconds, seconds / meter.step)

    return Job(group, name, "load", run)


def _rounds(meter: Meter) -> Iterator[int]:
    """As many rounds as there is time for, with calibrations between them."""
    end = time.perf_counter() + meter.seconds
    number = 0
    while number <= FEWEST or time.perf_counter() < end:
        meter.calibrate()
        yield number
        number += 1


def _run(code: str) -> tuple[float, list[float]]:
    """How long a process took that runs this code, and the numbers that it printed."""
    found = str(Path(ttrkit.__file__).parents[1])  # the same ttrkit, wherever it comes from
    path = os.pathsep.join(filter(None, (found, os.environ.get("PYTHONPATH"))))
    began = time.perf_counter()
    done = subprocess.run(
        [sys.executable, "-c", code],
        env={**os.environ, "PYTHONPATH": path},
        capture_output=True,
        text=True,
        check=True,
    )
    return time.perf_counter() - began, [float(word) for word in done.stdout.split()]
