"""Simulations: the same report everywhere, fair seats, and nothing lost when something dies."""

import json
import multiprocessing
import os
import subprocess
import sys
from collections.abc import Callable
from concurrent.futures import Executor, ProcessPoolExecutor, ThreadPoolExecutor
from functools import partial
from pathlib import Path
from typing import Any

import attrs
import pytest

import ttrkit
from tests.simulation import sim_bots
from tests.simulation.playing import job_of, played_by
from ttrkit.simulation.entrants import derived
from ttrkit.simulation.report import Report
from ttrkit.simulation.runner import SimulationError, simulate

ROOT = Path(__file__).parents[2]
TWO = ("random", sim_bots.First)


def run_script(code: str, folder: Path, *, seconds: float = 100) -> str:
    """What a script prints that a user may have written."""
    (folder / "script.py").write_text(code, "utf-8")
    done = subprocess.run(
        [sys.executable, folder / "script.py"],
        env={**os.environ, "PYTHONPATH": os.pathsep.join([str(ROOT), *sys.path])},
        cwd=folder,
        capture_output=True,
        text=True,
        timeout=seconds,
        check=False,
    )
    assert done.returncode == 0, done.stderr
    return done.stdout


@pytest.fixture(scope="module")
def alone() -> Report:
    """Twelve games in this process."""
    return simulate("paris", TWO, 12, 1, workers=1)


# The same everywhere ---------------------------------------------------------------------------


def test_two_workers_report_the_same(alone: Report) -> None:
    """As one, to the letter; without a seed it is another."""
    assert simulate("paris", TWO, 12, 1, workers=2) == alone
    assert simulate("paris", TWO, 12, 1, workers=1).to_json() == alone.to_json()
    assert alone.games == 12
    assert alone.is_complete
    other = simulate("paris", TWO, 12, workers=1)
    assert other != alone
    assert other.seeds != (1,)


@pytest.mark.parametrize(
    "make",
    [
        partial(ThreadPoolExecutor, 3),
        partial(ProcessPoolExecutor, 1, mp_context=multiprocessing.get_context("spawn")),
    ],
    ids=["threads", "processes"],
)
def test_any_executor_reports_the_same(make: Callable[[], Executor], alone: Report) -> None:
    """It is left open for whatever comes next."""
    with make() as executor:
        assert simulate("paris", TWO, 12, 1, executor=executor) == alone
        assert executor.submit(abs, -1).result() == 1


DASK = """
from distributed import Client, LocalCluster
from ttrkit.simulation.runner import SimulationError, simulate

if __name__ == "__main__":
    cluster = LocalCluster(
        n_workers=2, threads_per_worker=1, host="127.0.0.1", dashboard_address=None
    )
    with cluster, Client(cluster) as client:
        executor = client.get_executor()
        for bot in ("First", "DiesOnce"):
            bots = ("random", f"tests.simulation.sim_bots:{bot}")
            print(simulate("paris", bots, 12, 1, executor=executor).to_json(), end="§")
        try:
            bots = ("random", "tests.simulation.sim_bots:DiesAlways")
            simulate("paris", bots, 2, 1, executor=executor)
        except SimulationError as error:
            print(error)
"""


def test_dask_reports_the_same(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """On a cluster of two processes of this machine; a worker that dies changes nothing."""
    monkeypatch.setenv(sim_bots.MARKER, str(tmp_path / "died"))
    sound, with_a_death, in_vain = run_script(DASK, tmp_path, seconds=90).split("§")
    assert (tmp_path / "died").exists()
    for bot, report in (("First", sound), ("DiesOnce", with_a_death)):
        bots = ("random", f"tests.simulation.sim_bots:{bot}")
        assert Report.from_json(report) == simulate("paris", bots, 12, 1, workers=1)
    assert in_vain.startswith("games 0 to 1: the worker died again and again (KilledWorker: ")


def test_a_home_made_variant_is_sent() -> None:
    """By its fields, if it is not known by name."""
    variant = attrs.evolve(ttrkit.get_variant("paris"), name="short-paris", trains=6)
    report = simulate(variant, TWO, 6, 1, workers=2)
    assert report == simulate(variant, TWO, 6, 1, workers=1)
    assert report.variant == "short-paris"


def test_a_script_needs_no_precaution(tmp_path: Path) -> None:
    """Workers do not run it again."""
    code = """
from ttrkit.simulation.runner import simulate
print(simulate("paris", ["random"] * 2, 8, 1, workers=2))
"""
    assert run_script(code, tmp_path).startswith("paris, 2 players: 8 games")


# Bots and seats --------------------------------------------------------------------------------


def test_games_are_derived_from_seed_and_number() -> None:
    """Seat 0 begins; a game can be played again on its own, whatever was played before it."""
    job = job_of("paris", ["random", "greedy", sim_bots.Forgetful()], 5)
    games = {number: played_by(job, number).game for number in (7, 3)}
    again = played_by(job, 3)
    assert again.game.history == games[3].history != games[7].history
    assert again.game.seed == derived(5, 1)
    assert again.game.to_record()["first"] == 0
    assert again.turns > 10


@pytest.mark.parametrize(
    ("options", "message"),
    [
        ({"games": 0}, "games: a whole number from 1"),
        ({"workers": 0}, "workers: a whole number from 1"),
        ({"max_turns": True}, "max_turns"),
        ({"seed": 1.5}, "a seed is a whole number"),
        ({"executor": 3}, "none of concurrent.futures"),
    ],
)
def test_numbers_that_make_no_sense(options: dict[str, Any], message: str) -> None:
    """They are refused."""
    with pytest.raises((TypeError, ValueError), match=message):
        simulate("paris", TWO, **{"games": 2, "seed": 1, **options})


# What cannot be sent ---------------------------------------------------------------------------


def test_what_cannot_be_sent_is_refused(alone: Report) -> None:
    """Before anything starts, with a way out; in this process and in threads it is no matter."""

    class Inside(sim_bots.First):
        pass

    for bot, why in (
        (lambda seed: ttrkit.RandomPlayer(seed + 1), "lambda"),
        (Inside, "inside a function"),
    ):
        with pytest.raises(TypeError, match=why):
            simulate("paris", ["random", bot], 12, 1, workers=2)
    with pytest.raises(
        TypeError, match=r'the bot "Inside" cannot .* module of its own.* workers=1'
    ):
        simulate("paris", ["random", Inside], 12, 1, workers=2)
    with pytest.raises(TypeError, match="hand in the class Inside"):
        simulate("paris", ["random", Inside()], 12, 1, workers=1)
    assert simulate("paris", {"random": "random", "First": Inside}, 12, 1, workers=1) == alone
    with ThreadPoolExecutor(1) as threads:
        again = simulate("paris", {"random": "random", "First": Inside}, 12, 1, executor=threads)
    assert again == alone


def test_a_variant_that_cannot_be_sent_is_refused() -> None:
    """By name."""

    class Rule(ttrkit.parts.Part):
        pass

    variant = attrs.evolve(ttrkit.get_variant("paris").adding(Rule()), name="odd")
    with pytest.raises(TypeError, match=r'the variant "odd" cannot be sent .*Rule is defined'):
        simulate(variant, TWO, 2, 1, workers=2)


MAIN = """
from ttrkit.simulation.runner import simulate
from tests.simulation.sim_bots import First
class Mine(First):
    pass
for bot in (Mine, Mine()):
    try:
        simulate("paris", ["random", bot], 4, 1, workers=2)
    except TypeError as error:
        print(error)
print(simulate("paris", ["random", Mine], 4, 1, workers=1).games)
"""


def test_what_is_in_main_is_refused(tmp_path: Path) -> None:
    """A worker does not have it."""
    first, second, games = run_script(MAIN, tmp_path).splitlines()
    assert first == second
    assert first.startswith(
        'the bot "Mine" cannot be sent to a worker: Mine is defined in __main__.'
    )
    assert games == "4"


def test_what_a_worker_does_not_find_is_refused(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A module that is here, and not there."""
    (tmp_path / "only_here.py").write_text("from tests.simulation.sim_bots import First as Base\n"
                                           "class Bot(Base):\n    pass\n", "utf-8")  # fmt: skip
    monkeypatch.syspath_prepend(tmp_path)
    import only_here  # type: ignore[import-not-found]

    monkeypatch.setattr(sys, "path", [entry for entry in sys.path if entry != str(tmp_path)])
    with pytest.raises(TypeError, match=r"No module named 'only_here'.*workers=1"):
        simulate("paris", ["random", only_here.Bot], 4, 1, workers=2)
    monkeypatch.delitem(sys.modules, "only_here")


# What goes wrong -------------------------------------------------------------------------------


def test_a_dead_worker_costs_a_retry(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """And changes nothing in the report."""
    monkeypatch.setenv(sim_bots.MARKER, str(tmp_path / "died"))
    bots = {"a": sim_bots.DiesOnce, "b": "random"}
    report = simulate("paris", bots, 12, 1, workers=2)
    assert (tmp_path / "died").exists()
    assert report == simulate("paris", bots, 12, 1, workers=1)


def test_a_deadly_game_ends_the_run_at_last() -> None:
    """It is named, and what was played is kept."""
    with pytest.raises(
        SimulationError, match=r"games 0 to 1: the worker died again and again"
    ) as died:
        simulate("paris", [sim_bots.DiesAlways, "random"], 2, 1, workers=2)
    assert died.value.report is not None
    assert died.value.report.games == 0


def test_an_executor_that_breaks_is_not_ours_to_replace() -> None:
    """It is said so."""
    context = multiprocessing.get_context("spawn")
    with (
        ProcessPoolExecutor(1, mp_context=context) as pool,
        pytest.raises(SimulationError, match="hand in a new one"),
    ):
        simulate("paris", [sim_bots.DiesAlways, "random"], 4, 1, executor=pool)


@pytest.mark.parametrize(
    ("bot", "message"),
    [
        (sim_bots.Fails, r"Fails at seat 0 failed to choose: RuntimeError: no idea \(sim_bots.py"),
        (sim_bots.Cheats, "Cheats at seat 0 chose what is not legal: choose which tickets to keep"),
    ],
)
def test_a_bot_that_fails_is_named(bot: Any, message: str) -> None:
    """With the game's number and seed; the traceback is in the notes."""
    with pytest.raises(
        SimulationError, match=rf"^game 0 \(seed \d+\), move 1: {message}"
    ) as failed:
        simulate("paris", [bot, "random"], 4, 1, workers=1)
    assert "sim_bots.py" in failed.value.__notes__[0] or bot is sim_bots.Cheats


def test_endless_games_are_counted_apart() -> None:
    """They win nothing, and nobody wins them."""
    report = simulate("paris", [sim_bots.Draws, sim_bots.Draws], 3, 1, workers=1, max_turns=40)
    assert (report.games, report.unfinished, report.is_complete) == (0, 3, True)
    assert sum(bot.games for bot in report.bots) == sum(use.kept for use in report.tickets) == 0
    assert "3 more reached the turn limit" in str(report)


# Progress and records --------------------------------------------------------------------------


def test_progress_is_told() -> None:
    """How many are done, of how many; the last time, all."""
    told: list[tuple[int, int]] = []
    simulate("paris", TWO, 9, 1, workers=1, progress=lambda *what: told.append(what))
    assert told[-1] == (9, 9)
    assert told == sorted(told)
    assert len(told) > 1


def test_games_are_saved(tmp_path: Path, alone: Report) -> None:
    """One file each, to be replayed; the report is no other for it."""
    folder = tmp_path / "some" / "games"
    assert simulate("paris", TWO, 12, 1, workers=2, save=folder) == alone
    files = sorted(folder.iterdir())
    assert [file.name for file in files] == [f"game-{n:06}.json" for n in range(12)]
    game = ttrkit.from_record(json.loads(files[3].read_text("utf-8")))
    assert game.is_over
    assert game.seed == derived(1, 1)
    with pytest.raises(FileExistsError, match="name another folder"):
        simulate("paris", TWO, 2, 1, workers=1, save=folder)
