"""The work of a simulation's worker: it plays games by their numbers and reports on them.

Workers import this module. A batch never raises: its answer says what went wrong.
"""

from __future__ import annotations

import hashlib
import io
import json
import os
import pickle
import time
import traceback
from multiprocessing import parent_process
from multiprocessing.process import BaseProcess
from pathlib import Path
from threading import Thread
from types import FunctionType
from typing import Any, Literal

import attrs

from ttrkit.players import MAX_TURNS
from ttrkit.simulation.counting import BlockResult, Count
from ttrkit.simulation.entrants import Entrant, derived
from ttrkit.simulation.interrupts import Stopped, StopSignal
from ttrkit.simulation.limits import MoveLimit
from ttrkit.simulation.refereeing import BotFailed, Referee, told
from ttrkit.simulation.report import Report
from ttrkit.simulation.seatings import Plan, Seating
from ttrkit.simulation.sides import Failure
from ttrkit.variant import Variant

HOW_TO_FIX = (
    "Define it at the top level of a module of its own, in a file that workers can import, "
    "or play in this process alone with workers=1"
)


OnError = Literal["raise", "forfeit"]
"""What happens if a bot fails: the simulation ends, or the bot loses the game."""


@attrs.frozen
class Job:
    """The settings that all games of a simulation share."""

    variant: Variant
    entrants: tuple[Entrant, ...]  # each bot once
    plan: Plan
    seed: int
    max_turns: int = MAX_TURNS
    table: Seating | None = None  # the bots of the players, if they are the same in every game
    records: bool = False  # whether games are to be recorded
    keeps_blocks: bool = False  # whether blocks are to be reported one by one
    move_seconds: float | None = None
    on_error: OnError = "raise"
    last_words: str = ""  # a folder for word of a bot that nothing can stop


@attrs.frozen
class Batch:
    """A range of games by number, and the number of workers that have died on it."""

    start: int
    stop: int
    deaths: int = 0
    failed: tuple[Failure, ...] = ()  # games that cannot be played, because a bot takes for ever

    def __str__(self) -> str:
        last = self.stop - 1
        return f"game {last}" if last == self.start else f"games {self.start} to {last}"


@attrs.frozen
class Answer:
    """The result of a batch."""

    seconds: float
    report: Report | None = None  # None if it failed
    records: tuple[tuple[int, str], ...] = ()  # by the game's number, as JSON text
    blocks: tuple[BlockResult, ...] = ()
    refusal: str = ""  # why the job cannot begin in this worker
    failure: str = ""  # the error that ended a game
    failed: Failure | None = None  # the same, if a bot was to blame
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


def begin_worker() -> None:
    """Begin to listen to the signal; called in a new worker process of our own."""
    stop_signal.listen()
    parent = parent_process()
    if parent is not None:
        Thread(target=_end_with, args=(parent,), daemon=True).start()


def _end_with(parent: BaseProcess) -> None:
    """End this process as soon as the program that started it is gone, however it ended."""
    parent.join()
    os._exit(1)


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
        count = Count(job)
    except Exception as error:
        why = f"{type(error).__name__}: {error}"
        return Answer(0.0, refusal=why, details=traceback.format_exc())
    began = time.perf_counter()
    records = []
    known = {failure.game: failure for failure in batch.failed}
    with MoveLimit(job.move_seconds) as limit:
        referee = Referee(job, limit, sees_ctrl_c=not stop_signal.is_listening)
        if job.last_words:
            limit.give_up = lambda: _leave(referee.stubborn(), job.last_words)
        for number in range(batch.start, batch.stop):
            try:
                played = referee.play(number, known.get(number))
                if job.records:
                    records.append((number, json.dumps(played.game.to_record())))
                count.add(played)
            except BotFailed as error:
                return Answer(0.0, failure=str(error), failed=error.failure, details=error.details)
            except (Exception, SystemExit) as error:
                seed = derived(job.seed, job.plan.place(number)[0])
                failure = f"game {number} (seed {seed}): {told(error)}"
                return Answer(0.0, failure=failure, details=traceback.format_exc())
    report = count.report()
    return Answer(time.perf_counter() - began, report, tuple(records), tuple(count.blocks))


# Last words ----------------------------------------------------------------------------------


def _leave(failure: Failure, folder: str) -> None:
    """End this worker, whose bot cannot be interrupted, and leave word of the bot."""
    path = Path(folder) / f"{failure.game}.json"
    part = path.with_suffix(f".{os.getpid()}")
    part.write_text(json.dumps(attrs.asdict(failure)), "utf-8")
    part.replace(path)
    os._exit(1)


def last_words(folder: str, batch: Batch) -> tuple[Failure, ...]:
    """The failures in a batch that workers have left word of."""
    paths = [Path(folder) / f"{number}.json" for number in range(batch.start, batch.stop)]
    told = [path.read_text("utf-8") for path in paths if path.is_file()]
    return tuple(Failure(**json.loads(text)) for text in told)
