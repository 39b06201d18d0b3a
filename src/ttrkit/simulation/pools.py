"""The workers: processes of our own, an executor that was handed in, or this process alone."""

from __future__ import annotations

import os
import sys
import time
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import Executor, Future, ProcessPoolExecutor, ThreadPoolExecutor
from contextlib import contextmanager
from multiprocessing import connection, get_context
from multiprocessing.process import BaseProcess
from types import ModuleType
from typing import Any

import attrs

from ttrkit.simulation.interrupts import held_back
from ttrkit.simulation.worker import Answer, Batch, Job, begin_worker, play_batch

BATCH_SECONDS = 0.5  # the time that a batch should take: long enough to be worth sending
SENT_FAR_SECONDS = 2.0  # the same on an executor that was handed in, which may be far away
IN_PROCESS_SECONDS = 0.1  # the same in this process, where nothing is sent; Ctrl-C loses little
UNKNOWN_WORKERS = 32  # assumed if an executor does not tell its number
MAX_PROCESSES = 61  # the limit on Windows
STOP_SECONDS = 3.0  # the time that workers have to stop by themselves


class _Here(Executor):
    """An executor that runs every task at once, in this process."""

    def submit(self, task: Callable[..., Any], /, *args: Any, **kwargs: Any) -> Future[Any]:
        future: Future[Any] = Future()
        future.set_result(task(*args, **kwargs))
        return future


@attrs.define
class Pool:
    """An executor, and how to use it."""

    executor: Executor | None  # None: our own processes, not started yet
    workers: int
    is_here: bool = False  # in this process: nothing needs to be sent
    is_own: bool = False
    seconds: float = BATCH_SECONDS
    ahead: int = 2  # batches sent for each worker, so that none has to wait

    @property
    def is_immediate(self) -> bool:
        """Whether a batch is played at once when it is sent."""
        return isinstance(self.executor, _Here)

    def submit(self, packed: Job | bytes, batch: Batch) -> Future[Answer]:
        """Send a batch to be played."""
        if not self.is_own:
            assert self.executor is not None
            return self.executor.submit(play_batch, packed, batch)
        if self.executor is None:
            self.executor = ProcessPoolExecutor(
                self.workers, mp_context=get_context("spawn"), initializer=begin_worker
            )
        with held_back(), _main_hidden():  # each time: processes are started one by one
            return self.executor.submit(play_batch, packed, batch)

    def close(self, *, now: bool) -> None:
        """End our own processes; with `now`, even in the middle of their work."""
        pool = self.executor
        if not self.is_own or not isinstance(pool, ProcessPoolExecutor):
            return
        self.executor = None
        if now:
            processes: list[BaseProcess] = list((pool._processes or {}).values())
            for process in processes:
                process.terminate()
            manager: Any = pool._executor_manager_thread  # forgotten by the next line
            pool.shutdown(wait=False, cancel_futures=True)
            for process in _not_ended(processes):
                process.kill()
            if manager is not None:  # Python's exit would wake it up while it closes its pipes
                manager.join(STOP_SECONDS)
        pool.shutdown(wait=True, cancel_futures=True)


def make_pool(executor: Executor | None, workers: int | None, games: int) -> Pool:
    """The pool to play in, with its number of workers."""
    given: object = executor
    if executor is not None:
        if not isinstance(given, Executor):
            hint = " (Dask: client.get_executor())" if hasattr(given, "get_executor") else ""
            raise TypeError(f"executor: {given!r} is none of concurrent.futures{hint}")
        # An InterpreterPoolExecutor is a kind of ThreadPoolExecutor, but its workers share nothing.
        is_apart = type(executor).__name__.startswith("Interpreter")
        is_here = isinstance(executor, ThreadPoolExecutor) and not is_apart
        known = workers or getattr(executor, "_max_workers", None) or UNKNOWN_WORKERS
        return Pool(executor, known, is_here=is_here, seconds=SENT_FAR_SECONDS)
    workers = min(workers or _cores(), games, MAX_PROCESSES)
    if workers == 1:
        return Pool(_Here(), 1, is_here=True, seconds=IN_PROCESS_SECONDS, ahead=1)
    return Pool(None, workers, is_own=True)


def _cores() -> int:
    """The number of cores that this process may use."""
    if hasattr(os, "sched_getaffinity"):
        return len(os.sched_getaffinity(0))
    return os.cpu_count() or 1


def _not_ended(processes: Sequence[BaseProcess]) -> list[BaseProcess]:
    """The processes that do not end within the time that they have."""
    left = {process.sentinel: process for process in processes}
    until = time.monotonic() + STOP_SECONDS
    while left and (seconds := until - time.monotonic()) > 0:
        for sentinel in connection.wait(list(left), seconds):
            del left[sentinel]  # type: ignore[arg-type]
    return list(left.values())


@contextmanager
def _main_hidden() -> Iterator[None]:
    """Keep new processes from running the user's script again: nothing in it is ever sent.

    So a script needs no `if __name__ == "__main__"`.
    """
    main = sys.modules["__main__"]
    sys.modules["__main__"] = ModuleType("__main__")
    try:
        yield
    finally:
        sys.modules["__main__"] = main
