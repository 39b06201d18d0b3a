"""Workers: processes of this machine, an executor that was handed in, or this process alone."""

from __future__ import annotations

import os
import signal
import sys
from collections.abc import Callable, Iterator
from concurrent.futures import Executor, Future, ProcessPoolExecutor, ThreadPoolExecutor
from contextlib import contextmanager
from multiprocessing import get_context
from types import ModuleType
from typing import Any

import attrs

from ttrkit.simulation.worker import Answer, Batch, Job, play_batch

BATCH_SECONDS = 0.5  # what a batch should take: long enough to be worth sending
SENT_FAR_SECONDS = 2.0  # the same on an executor that was given: who knows how far away it is
IN_PROCESS_SECONDS = 0.1  # where nothing is sent, and Ctrl-C should lose little
UNKNOWN_WORKERS = 32  # taken to be there if an executor does not tell
MAX_PROCESSES = 61  # more are not possible on Windows


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
    workers = min(workers or _cores(), games, MAX_PROCESSES)
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
