"""`Run`: the games of a job, sent to workers in batches of whole blocks, and their sum.

Every game depends on the seed and its own number alone, and sums of whole numbers do not depend on
their order. So the report is the same however the games are spread over workers.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Callable
from concurrent.futures import FIRST_COMPLETED, BrokenExecutor, Future, wait
from contextlib import ExitStack
from pathlib import Path
from tempfile import TemporaryDirectory
from types import TracebackType

import attrs

from ttrkit.simulation.counting import BlockResult, blank_report
from ttrkit.simulation.interrupts import POLL_SECONDS, InterruptNote
from ttrkit.simulation.pools import Pool
from ttrkit.simulation.report import Report
from ttrkit.simulation.sides import Failure
from ttrkit.simulation.worker import HOW_TO_FIX, Answer, Batch, Job, last_words, pack

FIRST_BATCH = 2  # games, while it is not known how long they take
MAX_BATCH = 500
MAX_RECORDED = 50  # the most games in a batch that also returns their records
MAX_DEATHS = 3  # the number of workers that die on one batch before the simulation fails
TRIED_OFTEN = ("KilledWorker",)  # errors of executors that have tried again already: Dask's
ALONE_AFTER = 2  # deaths after which a batch is tried while no other is running

Progress = Callable[[int, int], object]


class SimulationError(RuntimeError):
    """A simulation that could not go on.

    `report` holds the games that were played; `failure` tells of the bot that failed, if one did.
    """

    def __init__(
        self, message: str, report: Report | None = None, failure: Failure | None = None
    ) -> None:
        super().__init__(message)
        self.report = report
        self.failure = failure


def new_folder(folder: Path) -> Path:
    """Make a folder to save games in; refuse one that holds games already."""
    folder.mkdir(parents=True, exist_ok=True)
    if any(folder.glob("game-*.json")):
        raise FileExistsError(f"{folder} holds recorded games already; name another folder")
    return folder


class Run:
    """A running simulation; while it is entered, Ctrl-C is noted, and its workers are there."""

    def __init__(
        self,
        job: Job,
        pool: Pool,
        *,
        games: int,
        progress: Progress | None = None,
        folder: Path | None = None,
    ) -> None:
        self._job = job
        self._packed: Job | bytes = job if pool.is_here else pack(job)
        self._pool = pool
        self._progress = progress
        self._folder = None if folder is None else new_folder(folder)
        self.total = attrs.evolve(blank_report(job), seeds=(job.seed,), planned=games)
        self.blocks: list[BlockResult] = []  # if the job keeps them
        self.is_stopped = False  # by Ctrl-C
        self._planned = games
        self._games = 0  # the number of games to play for now
        self._next = 0  # the first game that is in no batch yet
        self._again: deque[Batch] = deque()  # batches to send again, because their worker died
        self._in_flight: dict[Future[Answer], Batch] = {}
        self._broken: list[tuple[Batch, Exception]] = []  # batches that broke the executor down
        self._seconds = 0.0
        self._interrupt = InterruptNote()

    def __enter__(self) -> Run:
        with ExitStack() as opened:
            if self._pool.is_own and self._job.move_seconds is not None:
                folder = opened.enter_context(TemporaryDirectory(ignore_cleanup_errors=True))
                self._job = attrs.evolve(self._job, last_words=folder)
                self._packed = pack(self._job)
            if not self._pool.is_immediate:  # else nothing is locked: Ctrl-C may raise anywhere
                opened.enter_context(self._interrupt)
            self._opened = opened.pop_all()
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        at: TracebackType | None,
    ) -> None:
        try:
            for future in self._in_flight:
                future.cancel()
            self._pool.close(now=kind is not None or self.is_stopped)
        finally:
            self._opened.close()

    def play_to(self, games: int) -> None:
        """Play until so many games have been played in all, or until Ctrl-C."""
        self._games = games
        try:
            self._play()
        except KeyboardInterrupt:
            self.is_stopped = True
            self._collect()

    def _play(self) -> None:
        while True:
            while (batch := self._batch()) is not None:
                self._send(batch)
            if not self._in_flight:
                return
            self._interrupt.check()
            landed, _ = wait(self._in_flight, POLL_SECONDS, FIRST_COMPLETED)
            for future in landed:
                self._take_answer(future)
            if self._broken:
                self._replace_pool()

    def _collect(self) -> None:
        """Take in the answers that have come back already."""
        for future in [future for future in self._in_flight if future.done()]:
            if not future.cancelled() and future.exception() is None:
                self._take_answer(future)

    def _batch(self) -> Batch | None:
        """The next batch to send; None if there is nothing to send for now."""
        in_flight = self._in_flight.values()
        if any(batch.deaths >= ALONE_AFTER for batch in in_flight):
            return None
        if len(in_flight) >= self._pool.workers * self._pool.ahead:
            return None
        if self._again:
            if self._again[0].deaths >= ALONE_AFTER and in_flight:
                return None
            return self._again.popleft()
        if self._next >= self._games:
            return None
        start = self._next
        wanted = start + self._size(self._games - start)
        self._next = min(self._job.plan.ends_block(wanted), self._games)
        return Batch(start, self._next)

    def _size(self, left: int) -> int:
        """The number of games to send next: fewer near the end, so that no worker is idle."""
        played = self.total.played
        if not played:
            return min(FIRST_BATCH, left)
        wanted = int(self._pool.seconds * played / max(self._seconds, 1e-9))
        share = -(-left // (2 * self._pool.workers))
        most = MAX_BATCH if self._folder is None else MAX_RECORDED
        return max(1, min(wanted, share, most, left))

    def _send(self, batch: Batch) -> None:
        try:
            self._in_flight[self._pool.submit(self._packed, batch)] = batch
        except BrokenExecutor as error:  # before this batch was sent: it is not to blame
            self._again.appendleft(batch)
            self._replace_pool(error)

    def _take_answer(self, future: Future[Answer]) -> None:
        """Take in an answer, or note that its worker or the whole executor broke down instead."""
        batch = self._in_flight.pop(future)
        try:
            answer = future.result()
        except BrokenExecutor as error:
            self._broken.append((batch, error))
            return
        except Exception as error:  # a batch never raises: its worker died
            self._retry_or_fail(batch, error)
            return
        if answer.refusal:
            raise TypeError(
                f"the simulation cannot be sent to a worker: there, {answer.refusal}. {HOW_TO_FIX}."
            )
        if answer.report is None:
            failed = SimulationError(answer.failure, self.total, answer.failed)
            failed.add_note(answer.details)
            raise failed
        for number, text in answer.records:
            self._save(number, text)
        self._seconds += answer.seconds
        self.total = self.total + answer.report
        self.blocks += answer.blocks
        if self._progress is not None:
            self._progress(self.total.played, self._planned)

    def _save(self, number: int, text: str) -> None:
        """Write a record to its file in one step, so that no file is ever half written."""
        assert self._folder is not None
        path = self._folder / f"game-{number:06}.json"
        part = path.with_suffix(".part")
        try:
            part.write_text(text, "utf-8")
            part.replace(path)
        finally:
            part.unlink(missing_ok=True)

    def _retry_or_fail(self, batch: Batch, error: Exception) -> None:
        """Send a batch again after its worker died; fail if that has happened too often."""
        batch = attrs.evolve(batch, deaths=batch.deaths + 1)
        if batch.deaths >= MAX_DEATHS or type(error).__name__ in TRIED_OFTEN:
            why = f"{type(error).__name__}: {error}"
            raise SimulationError(
                f"{batch}: the worker died again and again ({why})", self.total
            ) from error
        self._again.append(batch)

    def _replace_pool(self, error: Exception | None = None) -> None:
        """Close an executor that broke down, and send its batches again; fail if it is not ours."""
        wait(self._in_flight)
        for future in list(self._in_flight):
            self._take_answer(future)
        if not self._pool.is_own:
            raise SimulationError(
                "the executor broke down: one of its workers died; hand in a new one", self.total
            ) from error
        self._pool.close(now=True)
        broken, self._broken = self._broken, []
        blamed = [batch for batch, _ in broken if self._blame(batch)]
        for batch, why in broken:
            if batch in blamed:
                continue
            if blamed:  # nothing is wrong with this one
                self._again.append(batch)
            else:
                self._retry_or_fail(batch, why)

    def _blame(self, batch: Batch) -> bool:
        """Whether a worker has left word of a bot in this batch that nothing could stop.

        If so, the batch is sent again without that game, or the simulation fails.
        """
        folder = self._job.last_words
        failed = last_words(folder, batch) if folder else ()
        if len(failed) == len(batch.failed):
            return False
        if self._job.on_error == "raise":
            raise SimulationError(str(failed[0]), self.total, failed[0])
        self._again.append(attrs.evolve(batch, failed=failed))
        return True
