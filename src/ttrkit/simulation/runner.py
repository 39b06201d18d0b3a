"""`simulate`: many games between bots, on all cores or on any executor.

Every game depends on the seed and its own number alone, and sums of whole numbers do not depend on
their order. So the report is the same however the games are spread over workers.
"""

from __future__ import annotations

import os
from collections import deque
from collections.abc import Callable, Iterable, Mapping
from concurrent.futures import FIRST_COMPLETED, BrokenExecutor, Executor, Future, wait
from pathlib import Path
from typing import Any

import attrs

from ttrkit._text import checked_whole, short
from ttrkit.events import Chance, checked_seed
from ttrkit.players import MAX_TURNS
from ttrkit.simulation.counting import blank_report
from ttrkit.simulation.entrants import entrants_of
from ttrkit.simulation.interrupts import POLL_SECONDS, InterruptNote
from ttrkit.simulation.pools import Pool, make_pool
from ttrkit.simulation.report import Report
from ttrkit.simulation.worker import HOW_TO_FIX, Answer, Batch, Job, pack
from ttrkit.variant import Variant, as_variant

FIRST_BATCH = 2  # games, while it is not known how long they take
MAX_BATCH = 500
MAX_RECORDED = 50  # the most games in a batch that also returns their records
MAX_DEATHS = 3  # the number of workers that die on one batch before the simulation fails
TRIED_OFTEN = ("KilledWorker",)  # errors of executors that have tried again already: Dask's
ALONE_AFTER = 2  # deaths after which a batch is tried while no other is running

Progress = Callable[[int, int], object]


class SimulationError(RuntimeError):
    """A simulation that could not go on; `report` holds the games that were played."""

    def __init__(self, message: str, report: Report | None = None) -> None:
        super().__init__(message)
        self.report = report


def simulate(
    variant: str | Variant,
    players: Iterable[Any] | Mapping[str, Any],
    games: int,
    seed: int | None = None,
    *,
    executor: Executor | None = None,
    workers: int | None = None,
    progress: Callable[[int, int], object] | None = None,
    save: str | os.PathLike[str] | None = None,
    max_turns: int = MAX_TURNS,
) -> Report:
    """Let bots play many games against each other, and report on them.

    The same seed gives the same report, on any number of workers. Without a seed, every report is
    new. Ctrl-C stops the simulation, and the report covers the games played until then.

    Args:
        variant: A variant or its name.
        players: The bots, one a seat. A bot is a name ("greedy", "random" or
            "package.module:Class"); a class or function that makes one, with a seed if it takes
            one; or a bot as it is, which is copied for every game. A mapping gives them names.
            They change places from game to game, so that each sits at every seat equally often;
            seat 0 always begins.
        games: The number of games.
        seed: A whole number from which every game is derived.
        executor: The executor to play on; by default, processes of this machine. Any executor of
            `concurrent.futures` will do, such as `Client.get_executor()` of Dask. It stays open.
        workers: The number of processes; by default, one for each core. With 1, all games are
            played in this process. With an executor, its number of workers, if it does not tell.
        progress: Called as `progress(done, games)` from time to time.
        save: A folder for the record of every game, `game-000000.json` and so on.
        max_turns: A game that takes more turns is abandoned, and counted separately.

    Raises:
        TypeError: A variant or a bot cannot be sent to a worker; the message says how to fix it.
        SimulationError: A bot failed, or workers died again and again. Its `report` covers the
            games that were played.
    """
    variant = as_variant(variant)
    taking_part = entrants_of(players)
    variant.check_players(len(taking_part))
    games = checked_whole(games, "games", 1)
    max_turns = checked_whole(max_turns, "max_turns", 1)
    if workers is not None:
        workers = checked_whole(workers, "workers", 1)
    if progress is not None and not callable(progress):
        raise TypeError(f"progress: a function is wanted, not {short(progress)}")
    if save is not None and not isinstance(save, str | os.PathLike):
        raise TypeError(f"save: the path of a folder is wanted, not {short(save)}")
    # Without a seed: one that is short enough to be typed again.
    seed = Chance().seed % 2**32 if seed is None else checked_seed(seed)
    job = Job(variant, taking_part, seed, max_turns, save is not None)
    pool = make_pool(executor, workers, games)
    packed = job if pool.is_here else pack(job)
    folder = None if save is None else new_folder(Path(save))
    return Run(job, packed, pool, games=games, progress=progress, folder=folder).go()


def new_folder(folder: Path) -> Path:
    """Make a folder to save games in; refuse one that holds games already."""
    folder.mkdir(parents=True, exist_ok=True)
    if any(folder.glob("game-*.json")):
        raise FileExistsError(f"{folder} holds recorded games already; name another folder")
    return folder


class Run:
    """A running simulation."""

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
        self._next = 0  # the first game that is in no batch yet
        self._again: deque[Batch] = deque()  # batches to send again, because their worker died
        self._in_flight: dict[Future[Answer], Batch] = {}
        self._seconds = 0.0
        self._interrupt = InterruptNote()

    def go(self) -> Report:
        """Play all games, or until Ctrl-C; return the report."""
        if self._pool.is_immediate:  # nothing is locked: Ctrl-C may raise anywhere
            return self._go()
        with self._interrupt:
            return self._go()

    def _go(self) -> Report:
        done = False
        try:
            self._play()
            done = True
        except KeyboardInterrupt:
            self._collect()
        finally:
            for future in self._in_flight:
                future.cancel()
            self._pool.close(now=not done)
        return self._total

    def _play(self) -> None:
        while True:
            while (batch := self._batch()) is not None:
                self._send(batch)
            if not self._in_flight:
                return
            self._interrupt.check()
            landed, _ = wait(self._in_flight, POLL_SECONDS, FIRST_COMPLETED)
            broken = False
            for future in landed:
                broken |= self._take_answer(future)
            if broken:
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
        self._next += self._size(self._games - start)
        return Batch(start, self._next)

    def _size(self, left: int) -> int:
        """The number of games to send next: fewer near the end, so that no worker is idle."""
        played = self._total.games + self._total.unfinished
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

    def _take_answer(self, future: Future[Answer]) -> bool:
        """Take in an answer; return True if the whole executor broke down instead."""
        batch = self._in_flight.pop(future)
        try:
            answer = future.result()
        except BrokenExecutor as error:
            self._retry_or_fail(batch, error)
            return True
        except Exception as error:  # a batch never raises: its worker died
            self._retry_or_fail(batch, error)
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
                f"{batch}: the worker died again and again ({why})", self._total
            ) from error
        self._again.append(batch)

    def _replace_pool(self, error: Exception | None = None) -> None:
        """Close an executor that broke down, and send its batches again; fail if it is not ours."""
        wait(self._in_flight)
        for future in list(self._in_flight):
            self._take_answer(future)
        if not self._pool.is_own:
            raise SimulationError(
                "the executor broke down: one of its workers died; hand in a new one", self._total
            ) from error
        self._pool.close(now=True)
