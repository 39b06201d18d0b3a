"""How games are sent to workers: in batches of the right size, again when a worker dies."""

import sys
import threading
import time
from collections.abc import Callable
from concurrent.futures import (
    BrokenExecutor,
    Executor,
    Future,
    ProcessPoolExecutor,
    ThreadPoolExecutor,
)
from multiprocessing import get_context
from pathlib import Path
from typing import Any

import attrs
import pytest

from tests.simulation import sim_bots
from tests.simulation.playing import job_of
from ttrkit.simulation.pools import MAX_PROCESSES, UNKNOWN_WORKERS, Pool, make_pool
from ttrkit.simulation.report import Report
from ttrkit.simulation.runner import SimulationError, simulate
from ttrkit.simulation.worker import Answer, Batch, Job, pack, play_batch, unpack

TWO = ("random", sim_bots.First)
Fate = Callable[[Batch, int], Exception | float | None]


class Workers(Executor):
    """An executor that notes what it is sent, and plays it in a thread, one batch after another.

    `fate` is asked for every batch, with the number of times that it was sent before: the error
    that its worker dies of, or the seconds that it claims to have taken.
    """

    def __init__(self, fate: Fate | None = None) -> None:
        self.fate = fate
        self.sent: list[tuple[int, int]] = []  # the first game and the last
        self.in_flight: list[list[tuple[int, int]]] = []  # when each was sent: the others
        self._flying: dict[Future[Any], tuple[int, int]] = {}
        self._thread = ThreadPoolExecutor(1)

    def submit(self, task: Any, /, *args: Any, **kwargs: Any) -> Future[Any]:
        """Take a batch, and land it a moment later."""
        packed, batch = args
        games = batch.start, batch.stop - 1
        fate = None if self.fate is None else self.fate(batch, self.sent.count(games))
        self.sent.append(games)
        self.in_flight.append([it for future, it in self._flying.items() if not future.done()])
        future = self._thread.submit(self._play, task, packed, batch, fate)
        self._flying[future] = games
        return future

    @staticmethod
    def _play(task: Any, packed: Any, batch: Batch, fate: Exception | float | None) -> Answer:
        time.sleep(0.03)
        if isinstance(fate, Exception):
            raise fate
        answer: Answer = task(packed, batch)
        return answer if fate is None else attrs.evolve(answer, seconds=fate)


def takes(seconds: float) -> Fate:
    """Every game takes so long."""

    def fate(batch: Batch, tries: int) -> float:
        return seconds * (batch.stop - batch.start)

    return fate


@pytest.fixture(scope="module")
def alone() -> Report:
    """Forty games in this process."""
    return simulate("paris", TWO, 40, 1, workers=1)


# Batches ---------------------------------------------------------------------------------------


def test_every_game_is_sent_once(alone: Report) -> None:
    """In order, and two batches for each worker, so that none has to wait."""
    workers = Workers()
    assert simulate("paris", TWO, 40, 1, executor=workers, workers=2) == alone
    games = [game for first, last in workers.sent for game in range(first, last + 1)]
    assert games == list(range(40))
    assert max(map(len, workers.in_flight)) == 3


def test_batches_begin_small() -> None:
    """Two games each, as long as it is not known how long a game takes."""
    workers = Workers()
    simulate("paris", TWO, 40, 1, executor=workers, workers=3)
    assert workers.sent[:6] == [(0, 1), (2, 3), (4, 5), (6, 7), (8, 9), (10, 11)]


def test_slow_games_are_sent_block_by_block() -> None:
    """A batch should take two seconds where it is sent far; no block is torn apart."""
    workers = Workers(takes(5.0))
    simulate("paris", TWO, 11, 1, executor=workers, workers=1)
    assert workers.sent == [(0, 1), (2, 3), (4, 5), (6, 7), (8, 9), (10, 10)]
    apart = Workers(takes(5.0))
    simulate("paris", TWO, 12, 1, executor=apart, workers=1, paired=False)
    assert all(first == last for first, last in apart.sent[2:])


def test_batches_are_as_long_as_they_should_take() -> None:
    """Games of half a second: four in a batch of two seconds."""
    workers = Workers(takes(0.5))
    simulate("paris", TWO, 40, 1, executor=workers, workers=1)
    sizes = [1 + last - first for first, last in workers.sent]
    assert sizes[:4] == [2, 2, 4, 4]
    assert max(sizes) == 4


def test_fast_games_are_shared_out() -> None:
    """Half of what is left, among all workers, so that none is idle near the end."""
    workers = Workers(takes(0.0))
    simulate("paris", TWO, 40, 1, executor=workers, workers=1)
    sizes = [1 + last - first for first, last in workers.sent]
    assert sizes == [2, 2, 18, 10, 4, 2, 2]


def test_games_to_be_saved_come_in_smaller_batches(tmp_path: Path) -> None:
    """At most fifty, as their records have to be sent back."""
    workers = Workers(takes(0.0))
    simulate("paris", TWO, 130, 1, executor=workers, workers=1, max_turns=1, save=tmp_path)
    assert max(1 + last - first for first, last in workers.sent) == 50
    assert len(list(tmp_path.iterdir())) == 130


# Workers that die ------------------------------------------------------------------------------


def dies(times: int, error: Exception, start: int = 4) -> Fate:
    """The worker of the batch from this game on dies so many times."""

    def fate(batch: Batch, tries: int) -> Exception | None:
        return error if batch.start == start and tries < times else None

    return fate


@pytest.mark.parametrize("times", [0, 1, 2])
def test_a_batch_is_tried_three_times(times: int, alone: Report) -> None:
    """If the worker dies once or twice, nothing is lost and nothing is counted twice."""
    workers = Workers(dies(times, RuntimeError("gone")))
    assert simulate("paris", TWO, 40, 1, executor=workers, workers=2) == alone
    assert workers.sent.count((4, 5)) == 1 + times


def test_the_third_death_is_one_too_many() -> None:
    """The games are named, and why; the report has what was played."""
    workers = Workers(dies(9, RuntimeError("gone")))
    with pytest.raises(SimulationError) as died:
        simulate("paris", TWO, 40, 1, executor=workers, workers=2)
    words = "games 4 to 5: the worker died again and again (RuntimeError: gone)"
    assert str(died.value) == words
    assert workers.sent.count((4, 5)) == 3
    assert died.value.report is not None
    assert 0 < died.value.report.games < 40
    assert not died.value.report.is_complete


def test_a_single_game_is_named_as_one() -> None:
    """No range of one game."""
    workers = Workers(dies(9, RuntimeError("gone"), start=0))
    with pytest.raises(SimulationError, match=r"^game 0: the worker died"):
        simulate("paris", TWO, 1, 1, executor=workers, workers=2)


def test_an_executor_that_has_tried_often_is_not_asked_again() -> None:
    """Dask's KilledWorker says that several workers have died of it already."""
    killed = type("KilledWorker", (Exception,), {})("three of them")
    workers = Workers(dies(1, killed))
    with pytest.raises(SimulationError, match="KilledWorker: three of them"):
        simulate("paris", TWO, 40, 1, executor=workers, workers=2)
    assert workers.sent.count((4, 5)) == 1


def test_the_last_try_is_made_alone() -> None:
    """After two deaths a batch is sent while no other runs, so that it alone is to blame."""
    workers = Workers(dies(2, RuntimeError("gone")))
    simulate("paris", TWO, 40, 1, executor=workers, workers=2)
    tries = [n for n, games in enumerate(workers.sent) if games == (4, 5)]
    assert len(tries) == 3
    assert workers.in_flight[tries[1]] != []
    assert workers.in_flight[tries[2]] == []
    assert all((4, 5) not in others for others in workers.in_flight[tries[2] :])


class Breaks(Workers):
    """Breaks down for good when it is sent its third batch."""

    def submit(self, task: Any, /, *args: Any, **kwargs: Any) -> Future[Any]:
        if len(self.sent) == 2:
            raise BrokenExecutor("no more")
        return super().submit(task, *args, **kwargs)


def test_an_executor_that_breaks_between_batches(alone: Report) -> None:
    """What is under way is waited for and counted; the executor is its owner's to replace."""
    with pytest.raises(SimulationError, match="hand in a new one") as broken:
        simulate("paris", TWO, 40, 1, executor=Breaks(), workers=2)
    assert broken.value.report is not None
    assert broken.value.report.games == 4
    assert isinstance(broken.value.__cause__, BrokenExecutor)


def test_our_own_processes_are_replaced(
    alone: Report, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    """If they break down between two batches, the one that was to be sent is sent again."""
    submit = Pool.submit
    sent: list[tuple[int, int]] = []

    def breaks_once(self: Pool, packed: Any, batch: Batch) -> Future[Answer]:
        sent.append((batch.start, batch.stop))
        if len(sent) == 3:
            raise BrokenExecutor("no more")
        return submit(self, packed, batch)

    monkeypatch.setattr(Pool, "submit", breaks_once)
    assert simulate("paris", TWO, 40, 1, workers=2) == alone
    assert sent.count(sent[2]) == 2


@pytest.mark.skipif(sys.platform == "win32", reason="signals are another matter there")
def test_workers_do_not_mind_an_interrupt() -> None:
    """Ctrl-C reaches every process; the first one alone deals with it."""
    bots = [sim_bots.Interrupted, "random"]
    report = simulate("paris", bots, 4, 1, workers=2)
    assert report.is_complete
    assert report.games == 4


# Pools -----------------------------------------------------------------------------------------


def test_how_many_workers_there_are(monkeypatch: pytest.MonkeyPatch) -> None:
    """As many as are asked for or as there are cores, but no more than games or Windows allows."""
    monkeypatch.setattr("os.sched_getaffinity", lambda _: set(range(6)), raising=False)
    assert make_pool(None, None, 100).workers == 6
    assert make_pool(None, 3, 100).workers == 3
    assert make_pool(None, 3, 2).workers == 2
    assert make_pool(None, 1000, 1000).workers == MAX_PROCESSES
    monkeypatch.delattr("os.sched_getaffinity")
    monkeypatch.setattr("os.cpu_count", lambda: 5)
    assert make_pool(None, None, 100).workers == 5
    monkeypatch.setattr("os.cpu_count", lambda: None)
    assert make_pool(None, None, 100).workers == 1


def test_how_many_workers_an_executor_has() -> None:
    """What it tells, if it is not said; else a number that keeps most of them busy."""
    quiet = Workers()
    assert make_pool(quiet, None, 2).workers == UNKNOWN_WORKERS
    assert make_pool(quiet, 7, 2).workers == 7
    quiet._max_workers = 5  # type: ignore[attr-defined]
    assert make_pool(quiet, None, 2).workers == 5
    assert not make_pool(quiet, None, 2).is_own


def test_a_pool_that_is_ended_at_once_leaves_no_thread() -> None:
    """A thread left over races with Python's exit, and may print an error there."""
    pool = Pool(ProcessPoolExecutor(2, mp_context=get_context("spawn")), 2, is_own=True)
    assert pool.executor is not None
    before = threading.enumerate()
    pool.executor.submit(time.sleep, 60)
    (manager,) = [
        each
        for each in threading.enumerate()
        if each not in before and type(each).__name__ == "_ExecutorManagerThread"
    ]
    pool.close(now=True)
    assert not manager.is_alive()


def test_a_client_of_dask_is_no_executor() -> None:
    """It is said how to get one from it."""

    class Client:
        def get_executor(self) -> None: ...

    with pytest.raises(TypeError, match=r"none of concurrent.futures \(Dask: client.get_executor"):
        make_pool(Client(), None, 2)  # type: ignore[arg-type]
    with pytest.raises(TypeError, match=r"3 is none of concurrent.futures$"):
        make_pool(3, None, 2)  # type: ignore[arg-type]


def test_a_thread_shares_what_an_interpreter_does_not() -> None:
    """In threads nothing has to be sent; an interpreter of its own has to be sent everything."""

    class InterpreterPoolExecutor(ThreadPoolExecutor):
        pass

    with ThreadPoolExecutor(2) as threads, InterpreterPoolExecutor(2) as interpreters:
        assert make_pool(threads, None, 2).is_here
        assert not make_pool(interpreters, None, 2).is_here


# In a worker -----------------------------------------------------------------------------------


def job(*bots: Any) -> Job:
    """Games of Paris between these bots."""
    return job_of("paris", bots, 5)


def test_a_job_is_unpacked_once() -> None:
    """However many of its batches a worker plays; another job takes its place."""
    packed, other = pack(job(*TWO)), pack(job("random", "random"))
    first = unpack(packed)
    assert unpack(bytes(bytearray(packed))) is first
    assert unpack(other).entrants != first.entrants
    again = unpack(packed)
    assert again is not first
    assert again == first


@pytest.mark.parametrize("module", ["__main__", "__mp_main__"])
def test_what_stands_in_the_script_cannot_be_sent(module: str) -> None:
    """A worker runs no script, whatever it is called there."""
    odd = type("Odd", (sim_bots.First,), {"__module__": module})
    with pytest.raises(TypeError, match=r'the bot "Odd" cannot .*: Odd is defined in __main__'):
        pack(job("random", odd))


def test_an_answer_tells_what_went_wrong() -> None:
    """The game, its seed, the bot, the error and its line; all of it in the details."""
    answer = play_batch(job(sim_bots.Fails, "random"), Batch(3, 5))
    assert answer.report is None
    assert answer.failure.startswith("game 3 (seed ")
    assert "Fails at seat 1 failed to choose: RuntimeError: no idea (sim_bots.py, line " in (
        answer.failure
    )
    assert "Traceback" in answer.details
    assert answer.refusal == ""


def test_an_answer_tells_why_a_job_cannot_begin() -> None:
    """The worker lacks something."""
    answer = play_batch(b"no pickle", Batch(0, 1))
    assert answer.report is None
    assert answer.refusal.startswith("UnpicklingError: ")
    assert "Traceback" in answer.details
    assert answer.failure == ""


def test_an_answer_has_the_records_that_were_asked_for() -> None:
    """By number; none if nobody asked."""
    batch = Batch(3, 5)
    assert play_batch(job(*TWO), batch).records == ()
    answer = play_batch(attrs.evolve(job(*TWO), records=True), batch)
    assert [number for number, _ in answer.records] == [3, 4]
    assert answer.seconds > 0
