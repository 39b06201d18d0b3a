"""A simulation while it goes on: workers, batches sent to them, and what comes back."""

from __future__ import annotations

import os
import signal
import sys
from collections import deque
from collections.abc import Callable, Iterator
from concurrent.futures import (
    FIRST_COMPLETED,
    BrokenExecutor,
    Executor,
    Future,
    ProcessPoolExecutor,
    ThreadPoolExecutor,
    wait,
)
from contextlib import contextmanager
from multiprocessing import get_context
from pathlib import Path
from types import ModuleType
from typing import Any

import attrs

from ttrkit.simulation.report import Report
from ttrkit.simulation.simulate import SimulationError
from ttrkit.simulation.worker import HOW_TO_FIX, Answer, Batch, Job, blank_report, play_batch

BATCH_SECONDS = 0.5  # what a batch should take: long enough to be worth sending
SENT_FAR_SECONDS = 2.0  # the same on an executor that was given: who knows how far away it is
IN_PROCESS_SECONDS = 0.1  # where nothing is sent, and Ctrl-C should lose little
FIRST_BATCH = 2  # games, while nothing is known of how long they take
LARGEST_BATCH = 500
LARGEST_RECORDED = 50  # games of a batch that brings its records along
UNKNOWN_WORKERS = 32  # taken to be there if an executor does not tell
MOST_PROCESSES = 61  # more are not possible on Windows
MOST_DEATHS = 3  # workers that may die of the same batch
TRIED_OFTEN = ("KilledWorker",)  # errors of executors that tried again themselves: Dask's
ALONE_AFTER = 2  # deaths after which a batch is tried with nothing else going on

Progress = Callable[[int, int], object]


# Workers -------------------------------------------------------------------------------------


class _Here(Executor):
    """Does everything at once, in this process."""

    def submit(self, task: Callable[..., Any], /, *args: Any, **kwargs: Any) -> Future[Any]:
        future: Future[Any] = Future()
        future.set_result(task(*args, **kwargs))
        return future


@attrs.define
class Pool:
    """An executor, and what there is to know of it."""

    executor: Executor | None  # None: processes of our own, to be started
    workers: int
    is_here: bool = False  # in this process: nothing needs to be sent
    is_own: bool = False
    seconds: float = BATCH_SECONDS
    ahead: int = 2  # batches for each worker, so that none waits for the next

    def submit(self, packed: Job | bytes, batch: Batch) -> Future[Answer]:
        """Have a batch played."""
        if not self.is_own:
            assert self.executor is not None
            return self.executor.submit(play_batch, packed, batch)
        if self.executor is None:
            self.executor = ProcessPoolExecutor(
                self.workers, mp_context=get_context("spawn"), initializer=_ignore_interrupts
            )
        with _main_hidden():  # each time, for processes are started one by one
            return self.executor.submit(play_batch, packed, batch)

    def close(self, *, now: bool) -> None:
        """End our own processes; `now`: whatever they are doing."""
        pool = self.executor
        if not self.is_own or not isinstance(pool, ProcessPoolExecutor):
            return
        self.executor = None
        if now:
            for process in list((pool._processes or {}).values()):
                process.terminate()
        pool.shutdown(wait=True, cancel_futures=True)


def make_pool(executor: Executor | None, workers: int | None, games: int) -> Pool:
    """Where to play, and with how many workers."""
    given: object = executor
    if executor is not None:
        if not isinstance(given, Executor):
            hint = " (Dask: client.get_executor())" if hasattr(given, "get_executor") else ""
            raise TypeError(f"executor: {given!r} is none of concurrent.futures{hint}")
        # Interpreters of their own are threads by descent, but share nothing.
        is_apart = type(executor).__name__.startswith("Interpreter")
        is_here = isinstance(executor, ThreadPoolExecutor) and not is_apart
        known = workers or getattr(executor, "_max_workers", None) or UNKNOWN_WORKERS
        return Pool(executor, known, is_here=is_here, seconds=SENT_FAR_SECONDS)
    workers = min(workers or _cores(), games, MOST_PROCESSES)
    if workers == 1:
        return Pool(_Here(), 1, is_here=True, seconds=IN_PROCESS_SECONDS, ahead=1)
    return Pool(None, workers, is_own=True)


def _cores() -> int:
    """The cores that this process may use."""
    if hasattr(os, "sched_getaffinity"):
        return len(os.sched_getaffinity(0))
    return os.cpu_count() or 1


def _ignore_interrupts() -> None:
    """Ctrl-C reaches the whole group of processes: it is for the first one to deal with."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)


@contextmanager
def _main_hidden() -> Iterator[None]:
    """Keep new processes from running the user's script again: nothing is sent that is in it.

    A script so needs no `if __name__ == "__main__"`.
    """
    main = sys.modules["__main__"]
    sys.modules["__main__"] = ModuleType("__main__")
    try:
        yield
    finally:
        sys.modules["__main__"] = main


# The run -------------------------------------------------------------------------------------


class Run:
    """A simulation while it goes on."""

    def __init__(
        self,
        job: Job,
        packed: Job | bytes,
        pool: Pool,
        *,
        games: int,
        progress: Progress | None,
        folder: Path | None,
    ) -> None:
        self._packed = packed
        self._games = games
        self._pool = pool
        self._progress = progress
        self._folder = folder
        self._total = attrs.evolve(blank_report(job), seeds=(job.seed,), planned=games)
        self._next = 0  # the first game that no batch has yet
        self._again: deque[Batch] = deque()  # batches whose worker died
        self._flying: dict[Future[Answer], Batch] = {}
        self._seconds = 0.0

    def go(self) -> Report:
        """Play all games, or until somebody presses Ctrl-C."""
        done = False
        try:
            self._play()
            done = True
        except KeyboardInterrupt:
            self._collect()
        finally:
            for future in self._flying:
                future.cancel()
            self._pool.close(now=not done)
        return self._total

    def _play(self) -> None:
        while True:
            while (batch := self._batch()) is not None:
                self._send(batch)
            if not self._flying:
                return
            landed, _ = wait(self._flying, return_when=FIRST_COMPLETED)
            broken = False
            for future in landed:
                broken |= self._land(future)
            if broken:
                self._replace_pool()

    def _collect(self) -> None:
        """What has come back already is not lost."""
        for future in [future for future in self._flying if future.done()]:
            if not future.cancelled() and future.exception() is None:
                self._land(future)

    def _batch(self) -> Batch | None:
        """What to play next; None: nothing, for now."""
        flying = self._flying.values()
        if any(batch.deaths >= ALONE_AFTER for batch in flying):
            return None
        if len(flying) >= self._pool.workers * self._pool.ahead:
            return None
        if self._again:
            if self._again[0].deaths >= ALONE_AFTER and flying:
                return None
            return self._again.popleft()
        if self._next >= self._games:
            return None
        start = self._next
        self._next += self._size(self._games - start)
        return Batch(start, self._next)

    def _size(self, left: int) -> int:
        """So many games that a batch takes its time, and that the last ones are spread evenly."""
        played = self._total.games + self._total.unfinished
        if not played:
            return min(FIRST_BATCH, left)
        wanted = int(self._pool.seconds * played / max(self._seconds, 1e-9))
        share = -(-left // (2 * self._pool.workers))
        most = LARGEST_BATCH if self._folder is None else LARGEST_RECORDED
        return max(1, min(wanted, share, most, left))

    def _send(self, batch: Batch) -> None:
        try:
            self._flying[self._pool.submit(self._packed, batch)] = batch
        except BrokenExecutor as error:  # since the last answer: this batch has no part in it
            self._again.appendleft(batch)
            self._replace_pool(error)

    def _land(self, future: Future[Answer]) -> bool:
        """Take in an answer; True: there is none, for the whole executor broke down."""
        batch = self._flying.pop(future)
        try:
            answer = future.result()
        except BrokenExecutor as error:
            self._mourn(batch, error)
            return True
        except Exception as error:  # a batch does not raise: something befell its worker
            self._mourn(batch, error)
            return False
        if answer.refusal:
            raise TypeError(
                f"the simulation cannot be sent to a worker: there, {answer.refusal}. {HOW_TO_FIX}."
            )
        if answer.report is None:
            failed = SimulationError(answer.failure, self._total)
            failed.add_note(answer.details)
            raise failed
        for number, text in answer.records:
            self._save(number, text)
        self._seconds += answer.seconds
        self._total = self._total + answer.report
        if self._progress is not None:
            self._progress(self._total.games + self._total.unfinished, self._games)
        return False

    def _save(self, number: int, text: str) -> None:
        """Write a record; a file that is there is whole, whatever happens meanwhile."""
        assert self._folder is not None
        path = self._folder / f"game-{number:06}.json"
        part = path.with_suffix(".part")
        try:
            part.write_text(text, "utf-8")
            part.replace(path)
        finally:
            part.unlink(missing_ok=True)

    def _mourn(self, batch: Batch, error: Exception) -> None:
        """A worker died: its batch is tried again, but not for ever."""
        batch = attrs.evolve(batch, deaths=batch.deaths + 1)
        if batch.deaths >= MOST_DEATHS or type(error).__name__ in TRIED_OFTEN:
            why = f"{type(error).__name__}: {error}"
            raise SimulationError(
                f"{batch}: the worker died again and again ({why})", self._total
            ) from error
        self._again.append(batch)

    def _replace_pool(self, error: Exception | None = None) -> None:
        """The executor broke down, and with it all that was sent there."""
        wait(self._flying)
        for future in list(self._flying):
            self._land(future)
        if not self._pool.is_own:
            raise SimulationError(
                "the executor broke down: one of its workers died; hand in a new one", self._total
            ) from error
        self._pool.close(now=True)


def new_folder(folder: Path) -> Path:
    """A folder to save games in, without games in it."""
    folder.mkdir(parents=True, exist_ok=True)
    if any(folder.glob("game-*.json")):
        raise FileExistsError(f"{folder} holds recorded games already; name another folder")
    return folder
