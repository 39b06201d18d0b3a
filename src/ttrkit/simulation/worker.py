"""The work of a simulation's worker: it plays games by their numbers and reports on them.

Workers import this module. A batch never raises: its answer says what went wrong.
"""

from __future__ import annotations

import hashlib
import io
import json
import pickle
import time
import traceback
from pathlib import Path
from types import FunctionType
from typing import Any

import attrs

from ttrkit.game import Game, new_game
from ttrkit.players import moves
from ttrkit.simulation.counting import Count, blank_report
from ttrkit.simulation.entrants import Entrant, derived, seating
from ttrkit.simulation.interrupts import Stopped, StopSignal
from ttrkit.simulation.report import Report
from ttrkit.variant import Variant

HOW_TO_FIX = (
    "Define it at the top level of a module of its own, in a file that workers can import, "
    "or play in this process alone with workers=1"
)


@attrs.frozen
class Job:
    """The settings that all games of a simulation share."""

    variant: Variant
    entrants: tuple[Entrant, ...]
    seed: int
    max_turns: int
    records: bool  # whether games are to be recorded


@attrs.frozen
class Batch:
    """A range of games by number, and the number of workers that have died on it."""

    start: int
    stop: int
    deaths: int = 0

    def __str__(self) -> str:
        last = self.stop - 1
        return f"game {last}" if last == self.start else f"games {self.start} to {last}"


@attrs.frozen
class Answer:
    """The result of a batch."""

    seconds: float
    report: Report | None = None  # None if it failed
    records: tuple[tuple[int, str], ...] = ()  # by the game's number, as JSON text
    refusal: str = ""  # why the job cannot begin in this worker
    failure: str = ""  # the error that ended a game
    details: str = ""  # the traceback


# Sending -------------------------------------------------------------------------------------


class _Packer(pickle.Pickler):
    """A pickler that refuses classes and functions that a worker cannot import by name."""

    def reducer_override(self, thing: Any) -> Any:
        if isinstance(thing, type | FunctionType):
            name = thing.__qualname__
            if "<lambda>" in name:
                raise pickle.PicklingError("a lambda has no name to find it by")
            if "<locals>" in name:
                raise pickle.PicklingError(f"{name.split('.')[-1]} is defined inside a function")
            if thing.__module__ in ("__main__", "__mp_main__"):
                raise pickle.PicklingError(f"{name} is defined in __main__")
        return NotImplemented


def _packed(thing: Any, what: str) -> bytes:
    """A thing as bytes; TypeError says why it cannot be sent, and how to fix it."""
    buffer = io.BytesIO()
    try:
        _Packer(buffer, protocol=pickle.HIGHEST_PROTOCOL).dump(thing)
    except Exception as error:
        why = str(error) or type(error).__name__
        raise TypeError(f"{what} cannot be sent to a worker: {why}. {HOW_TO_FIX}.") from error
    return buffer.getvalue()


def pack(job: Job) -> bytes:
    """The job as bytes; TypeError names the variant or bot that cannot be sent."""
    _packed(job.variant, f'the variant "{job.variant.name}"')
    for entrant in job.entrants:
        maker = entrant.maker
        thing = pickle.loads(maker) if isinstance(maker, bytes) else maker
        _packed(thing, f'the bot "{entrant.name}"')
    return _packed(job, "the simulation")


_known: dict[bytes, Job] = {}  # the current job of this process, so that it is unpacked only once


def unpack(packed: Job | bytes) -> Job:
    """The job; within a process, it is unpacked only once."""
    if isinstance(packed, Job):
        return packed
    key = hashlib.sha256(packed).digest()
    job = _known.get(key)
    if job is None:
        job = pickle.loads(packed)
        assert isinstance(job, Job)
        _known.clear()
        _known[key] = job
    return job


# Playing -------------------------------------------------------------------------------------


stop_signal = StopSignal()
"""The signal that tells this process to stop, if it is a worker."""


def play_batch(packed: Job | bytes, batch: Batch) -> Answer:
    """Play the games of a batch, in a worker."""
    try:
        with stop_signal:
            return _play_batch(packed, batch)
    except Stopped:
        return Answer(0.0, failure="stopped")  # nobody asks for it


def _play_batch(packed: Job | bytes, batch: Batch) -> Answer:
    try:
        job = unpack(packed)
        blank = blank_report(job)
    except Exception as error:
        why = f"{type(error).__name__}: {error}"
        return Answer(0.0, refusal=why, details=traceback.format_exc())
    began = time.perf_counter()
    count = Count(blank)
    records = []
    for number in range(batch.start, batch.stop):
        try:
            game, turns = play_game(job, number)
            if job.records:
                records.append((number, json.dumps(game.to_record())))
            count.add(game, turns, seating(len(job.entrants), number))
        except (Exception, SystemExit) as error:
            failure = f"game {number} (seed {derived(job.seed, number)}): {_told(error)}"
            return Answer(0.0, failure=failure, details=traceback.format_exc())
    return Answer(time.perf_counter() - began, count.report(), tuple(records))


def play_game(job: Job, number: int) -> tuple[Game, int]:
    """Play the game of this number; return it and the number of turns it took."""
    seed = derived(job.seed, number)
    game = new_game(job.variant, players=len(job.entrants), seed=seed, first=0)
    players = [
        job.entrants[who].make(derived(seed, "bot", who))
        for who in seating(len(job.entrants), number)
    ]
    turns = 0
    for turn, _, _ in moves(game, players, max_turns=job.max_turns):
        turns = turn
    return game, turns


def _told(error: BaseException) -> str:
    """An error in one line; one raised by a bot names the bot and the line of its source."""
    message = " ".join(str(error).split())
    told = f"{type(error).__name__}: {message}" if message else type(error).__name__
    notes = getattr(error, "__notes__", ())
    if notes:
        frame = traceback.extract_tb(error.__traceback__)[-1]
        told = f"{notes[-1]}: {told} ({Path(frame.filename).name}, line {frame.lineno})"
    return told
