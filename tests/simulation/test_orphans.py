"""Workers whose program is gone, and bots that take a signal over, are not left to themselves."""

import os
import pickle
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

import ttrkit
from tests.simulation import sim_bots
from ttrkit.bots import GreedyPlayer

on_unix = pytest.mark.skipif(sys.platform == "win32", reason="there are no such signals there")
PATIENCE_SECONDS = 20.0
ROOT = Path(__file__).parents[2]

PROGRAM = """
import ttrkit
from tests.simulation.test_orphans import TellsItsProcess
ttrkit.simulate("usa", [TellsItsProcess, "random"], 100_000, 1, workers=2)
"""


class TellsItsProcess(ttrkit.RandomPlayer):
    """Leaves the number of its process in a folder."""

    def choose(self, observation: ttrkit.Observation) -> ttrkit.Action:
        """Any."""
        Path(os.environ["TTRKIT_TEST_FOLDER"], str(os.getpid())).touch()
        return super().choose(observation)


def is_there(process: int) -> bool:
    """Whether a process runs; one that has ended and waits to be seen off does not."""
    try:
        return "\nState:\tZ" not in Path(f"/proc/{process}/status").read_text("utf-8")
    except OSError:
        return False


@pytest.mark.skipif(not Path("/proc/self/status").exists(), reason="processes are seen in /proc")
def test_workers_end_with_their_program(tmp_path: Path) -> None:
    """However it ends: it is killed here, and cannot see to anything."""
    environment = {**os.environ, "TTRKIT_TEST_FOLDER": str(tmp_path)}
    program = subprocess.Popen([sys.executable, "-c", PROGRAM], env=environment, cwd=ROOT)
    until = time.monotonic() + PATIENCE_SECONDS
    try:
        while len(list(tmp_path.iterdir())) < 2 and time.monotonic() < until:
            time.sleep(0.05)
    finally:
        program.kill()
        program.wait()
    workers = [int(path.name) for path in tmp_path.iterdir()]
    assert len(workers) == 2
    until = time.monotonic() + PATIENCE_SECONDS
    while any(map(is_there, workers)) and time.monotonic() < until:
        time.sleep(0.05)
    assert not any(map(is_there, workers))


class StopsTheTimer(sim_bots.First):
    """Uses the timer for itself, and takes too long."""

    def choose(self, observation: ttrkit.Observation) -> ttrkit.Action:
        """Too late."""
        signal.setitimer(signal.ITIMER_REAL, 0)
        time.sleep(0.2)
        return super().choose(observation)


class IgnoresTheSignal(sim_bots.First):
    """Has the signal ignored, and takes too long."""

    def choose(self, observation: ttrkit.Observation) -> ttrkit.Action:
        """Too late."""
        signal.signal(signal.SIGALRM, signal.SIG_IGN)
        time.sleep(0.2)
        return super().choose(observation)


@on_unix
@pytest.mark.parametrize("bot", [StopsTheTimer, IgnoresTheSignal])
def test_a_bot_that_takes_the_signal_over_is_late_all_the_same(bot: type) -> None:
    """Its move is looked at when it comes; and the next bot can be interrupted again."""
    report = ttrkit.simulate(
        "paris", {"late": bot, "random": "random"}, 4, 1,
        workers=1, move_seconds=0.1, on_error="forfeit",
    )  # fmt: skip
    assert {failure.kind for failure in report.failures} == {"overran"}
    assert {failure.bot for failure in report.failures} == {"late"}
    assert report.forfeited == 4


def test_a_greedy_bot_that_has_played_can_be_pickled() -> None:
    """It decides as before: what it has worked out is worked out again."""
    game = ttrkit.new_game("europe", players=2, seed=1)
    bots = [GreedyPlayer(1), GreedyPlayer(2)]
    for _ in range(12):
        seat = game.to_move or 0
        game.apply(bots[seat].choose(game.observe(seat)))
    seat = game.to_move or 0
    again = pickle.loads(pickle.dumps(bots[seat]))
    assert again.choose(game.observe(seat)) == bots[seat].choose(game.observe(seat))
