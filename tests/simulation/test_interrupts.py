"""Ctrl-C: the first process notes it, workers are told to stop, nobody hangs or complains."""

import os
import signal
import subprocess
import sys
import threading
import time
from pathlib import Path

import pytest

from tests.simulation import sim_bots
from ttrkit import compare, rate
from ttrkit.simulation import pools
from ttrkit.simulation.interrupts import InterruptNote, Stopped, StopSignal, held_back
from ttrkit.simulation.report import Report
from ttrkit.simulation.runner import simulate

ROOT = Path(__file__).parents[2]

pytestmark = pytest.mark.skipif(sys.platform == "win32", reason="signals are another matter there")

SCRIPT = """
import ttrkit
from ttrkit.simulation.runner import simulate
from tests.simulation.sim_bots import Slow
ttrkit.get_variant("paris").engine
print("begins", flush=True)
report = simulate("paris", [Slow] * 2, 100_000, 1, workers={workers},
                  progress=lambda done, games: print(done, games, flush=True))
print(report.to_json().replace("\\n", ""))
"""


def interrupted(workers: int, *, begun: str, seconds: float) -> Report:
    """Interrupt a simulation this long after it printed a line that begins so; its report."""
    process = subprocess.Popen(
        [sys.executable, "-c", SCRIPT.format(workers=workers)],
        cwd=ROOT,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        start_new_session=True,
    )
    try:
        assert process.stdout is not None
        while not process.stdout.readline().startswith(begun):
            assert process.poll() is None
        time.sleep(seconds)
        os.killpg(process.pid, signal.SIGINT)
        output, errors = process.communicate(timeout=60)
    finally:
        process.kill()
    assert process.returncode == 0, errors
    assert errors == ""
    return Report.from_json(output.splitlines()[-1])


@pytest.mark.parametrize("workers", [1, 2])
def test_an_interrupt_keeps_what_is_done(workers: int) -> None:
    """Ctrl-C goes to all processes; nobody complains, and the report says how far it came."""
    report = interrupted(workers, begun="2 100000", seconds=0)
    assert 0 < report.games < report.planned == 100_000
    assert not report.is_complete
    assert "stopped before the 100000" in str(report)


@pytest.mark.parametrize("seconds", [0.05, 0.15, 0.3])
def test_an_interrupt_while_workers_start(seconds: float) -> None:
    """A worker that is still importing does not see it, and prints no traceback."""
    report = interrupted(2, begun="begins", seconds=seconds)
    assert not report.is_complete
    assert "stopped before the 100000" in str(report)


def stopped_in_a_move(bot: type, marker: Path, monkeypatch: pytest.MonkeyPatch) -> float:
    """The seconds that it takes to stop workers whose bots are in the middle of a long move."""
    monkeypatch.setenv(sim_bots.MARKER, str(marker))
    main = threading.main_thread().ident
    assert main is not None
    pressed: list[float] = []

    def interrupt() -> None:
        while not marker.exists():
            time.sleep(0.01)
        pressed.append(time.monotonic())
        signal.pthread_kill(main, signal.SIGINT)

    thread = threading.Thread(target=interrupt)
    thread.start()
    report = simulate("paris", [bot] * 2, 4, 1, workers=2)
    ended = time.monotonic()
    thread.join()
    assert report.games == 0
    assert signal.getsignal(signal.SIGINT) is signal.default_int_handler
    return ended - pressed[0]


def test_workers_stop_in_the_middle_of_a_move(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """They are told to, and need not be ended by force."""
    monkeypatch.setattr(pools, "STOP_SECONDS", 40)
    assert stopped_in_a_move(sim_bots.Dozes, tmp_path / "begun", monkeypatch) < 20


def test_workers_that_do_not_stop_are_ended(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A bot that catches everything cannot hold up the end."""
    monkeypatch.setattr(pools, "STOP_SECONDS", 0.3)
    assert stopped_in_a_move(sim_bots.Stubborn, tmp_path / "begun", monkeypatch) < 50


def test_an_interrupt_before_there_is_anything_to_say() -> None:
    """Without a single block there is no comparison and no rating; a report may be empty."""
    with pytest.raises(KeyboardInterrupt):
        compare("paris", sim_bots.Interrupted, "random", 3, 1, workers=1)
    with pytest.raises(KeyboardInterrupt):
        rate("paris", [sim_bots.Interrupted, "random"], 3, 1, workers=1)
    assert simulate("paris", [sim_bots.Interrupted, "random"], 3, 1, workers=1).games == 0


# The note ----------------------------------------------------------------------------------------


def test_an_interrupt_is_noted() -> None:
    """It raises where it is looked for; the second one raises at once."""
    with InterruptNote() as note:
        note.check()
        signal.raise_signal(signal.SIGINT)
        assert note.is_set
        with pytest.raises(KeyboardInterrupt):
            note.check()
        with pytest.raises(KeyboardInterrupt):
            signal.raise_signal(signal.SIGINT)
    with pytest.raises(KeyboardInterrupt):
        signal.raise_signal(signal.SIGINT)


def test_a_handler_of_the_program_stays() -> None:
    """A program that deals with Ctrl-C by itself goes on doing so."""
    seen: list[int] = []
    before = signal.signal(signal.SIGINT, lambda number, _: seen.append(number))
    try:
        with InterruptNote() as note:
            signal.raise_signal(signal.SIGINT)
        assert (seen, note.is_set) == ([signal.SIGINT], False)
    finally:
        signal.signal(signal.SIGINT, before)


def test_another_thread_notes_nothing() -> None:
    """Only the main thread may have handlers; a simulation in another one works as well."""
    reports: list[Report] = []
    thread = threading.Thread(
        target=lambda: reports.append(simulate("paris", ["random"] * 2, 4, 1, workers=2))
    )
    thread.start()
    thread.join(timeout=60)
    assert reports[0].games == 4


def test_what_is_held_back_comes_later() -> None:
    """Ctrl-C while a process is started is not lost."""
    with InterruptNote() as note:
        with held_back():
            signal.pthread_kill(threading.get_ident(), signal.SIGINT)
            assert not note.is_set
        assert note.is_set


# Workers -----------------------------------------------------------------------------------------


@pytest.fixture
def stop() -> StopSignal:
    """A worker's signal, without its handlers."""
    return StopSignal()


def test_a_worker_stops_its_games(stop: StopSignal) -> None:
    """In the middle of a batch, and before the next one."""
    with pytest.raises(Stopped), stop:
        stop._take(signal.SIGTERM, None)
    with pytest.raises(Stopped), stop:
        pytest.fail("the batch began")


def test_a_worker_sends_its_answer_whole(stop: StopSignal) -> None:
    """Between two batches nothing is raised: an answer may be on its way."""
    with stop:
        pass
    stop._take(signal.SIGTERM, None)
    with pytest.raises(Stopped), stop:
        pytest.fail("the batch began")
