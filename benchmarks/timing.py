"""Timing: many short samples, each between two runs of a fixed loop.

A machine is not equally fast from one second to the next, and no two machines are. So a time is
also told in *steps*: one step is one turn of the loop `spin`, as long as it took just then. Of all
samples the median counts, for it does not mind a few that were disturbed.
"""

import gc
import os
import time
from collections.abc import Callable, Iterator
from statistics import median
from zlib import crc32

import attrs

__all__ = ["Meter", "Piece", "Sample", "Timing", "clock", "spin", "timed"]

STEPS = 2000
"""The turns of the loop in one calibration: a few milliseconds."""

BETWEEN = 0.01
"""So many seconds after a calibration, another is due."""

# Time that was given to other programs does not count. On Windows that clock is too coarse.
clock: Callable[[], float] = time.process_time if os.name == "posix" else time.perf_counter

Piece = tuple[float, int]
"""How long something took in seconds, and how often it was done."""

Sample = Callable[[int], Iterator[Piece]]
"""Given a seed, something to time, piece by piece."""


@attrs.frozen
class Timing:
    """How long something takes."""

    seconds: float
    steps: float
    per_sample: float  # how often it was done in a sample, in the mean


class _Thing:
    """Something to make, to ask and to drop."""

    __slots__ = ("a", "b")

    def __init__(self, a: int, b: int) -> None:
        self.a = a
        self.b = b

    def mixed(self, number: int) -> int:
        return self.a * number + self.b


def spin(steps: int = STEPS) -> int:
    """Work with numbers, lists, dicts, bytes and small objects: such as ttrkit does, but fixed.

    Whoever changes it makes all figures kept until then worthless.
    """
    table: dict[tuple[int, int], int] = {}
    things: list[_Thing] = []
    counts = bytearray(64)
    total = 0
    for number in range(steps):
        thing = _Thing(number & 255, total)
        total = thing.mixed(3) & 0xFFFF
        key = (total & 1023, number & 7)
        table[key] = table.get(key, 0) + 1
        counts[number & 63] = total & 255
        things.append(thing)
        if len(things) == 32:
            total += sum([thing.a for thing in things if thing.b & 1])
            total += sum(bytes(counts))
            things = []
    return total


def timed(call: Callable[[], object]) -> float:
    """How long a call takes, without what it takes to look at the clock."""
    began = clock()
    call()
    return clock() - began - _overhead


def _nothing() -> None:
    """The call that takes no time."""


_overhead = 0.0
_overhead = median(timed(_nothing) for _ in range(501))


class Meter:
    """Takes samples for so many seconds each time, and remembers how fast the machine was."""

    def __init__(self, seconds: float) -> None:
        self.seconds = seconds
        self._steps: list[float] = []
        self._last = 0.0  # when it was calibrated

    @property
    def step(self) -> float:
        """How long a step took, in the median of the whole run."""
        if not self._steps:
            self.calibrate()
        return median(self._steps)

    def calibrate(self) -> float:
        """How long a step takes right now."""
        self._steps.append(timed(spin) / STEPS)
        self._last = time.perf_counter()
        return self._steps[-1]

    def time(self, name: str, sample: Sample) -> Timing:
        """Take samples, at least one, and each with a seed of its own.

        The engine remembers what it has worked out. Games of new seeds meet as much that is new as
        games elsewhere do; the same game again would look faster than it is.
        """
        for _ in sample(_seed(name, -1)):  # what is made on first use is no part of it
            pass
        gc.freeze()  # what was measured before is of no concern to the garbage collector
        try:
            return self._timing(name, sample)
        finally:
            gc.unfreeze()

    def _timing(self, name: str, sample: Sample) -> Timing:
        """As many samples as there is time for."""
        seconds: list[float] = []
        steps: list[float] = []
        counts: list[int] = []
        end = time.perf_counter() + self.seconds
        while not counts or time.perf_counter() < end:
            taken, in_steps, times = self._take(sample(_seed(name, len(counts))))
            seconds.append(taken / times)
            steps.append(in_steps / times)
            counts.append(times)
        return Timing(median(seconds), median(steps), sum(counts) / len(counts))

    def _take(self, pieces: Iterator[Piece]) -> tuple[float, float, int]:
        """One sample: its time, the same in steps, and how often it was done."""
        taken = pending = in_steps = 0.0
        times = 0
        before = self.calibrate()
        for seconds, often in pieces:
            pending += seconds
            times += often
            if time.perf_counter() - self._last > BETWEEN:
                after = self.calibrate()
                in_steps += 2 * pending / (before + after)
                taken, pending, before = taken + pending, 0.0, after
        after = self.calibrate()
        in_steps += 2 * pending / (before + after)
        return taken + pending, in_steps, times


def _seed(name: str, number: int) -> int:
    """A seed that no other measurement has."""
    return crc32(f"{name} {number}".encode())
