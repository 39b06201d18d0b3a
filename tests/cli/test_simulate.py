"""`ttrkit simulate`."""

import io
import os
import re
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest
from rich.console import Console

from tests.cli.helpers import complaint, run, run_module, squeezed
from ttrkit.cli import running
from ttrkit.simulation.report import Report
from ttrkit.simulation.runner import simulate

BOTS = """
import ttrkit
class Clever:
    def choose(self, observation):
        return observation.legal_actions[-1]
class Counting(Clever):
    def __init__(self, seed):
        self.rng = ttrkit.RandomPlayer(seed)
    def choose(self, observation):
        return self.rng.choose(observation)
class Fails(Clever):
    def choose(self, observation):
        raise ValueError("no\\nmood")
ready = Clever()
"""
QUICK = ("--games", 4, "--seed", 1, "--workers", 1)


@pytest.fixture
def bots(tmp_path: Path) -> Path:
    """A file with bots."""
    path = tmp_path / "sim_cli_bots.py"
    path.write_text(BOTS, "utf-8")
    return path


def test_the_tables() -> None:
    """Who plays, who wins, where points come from, tickets and routes; the rest is in the file."""
    text = run("simulate", "paris", "--players", 4, "--bots", "first, random", fails=2).stderr
    assert 'no bot "first"' in text
    text = run("simulate", "paris", "--players", 4, "--bots", "greedy, random", *QUICK).stdout
    for words in (
        "Paris, 4 players, seed 1",
        "4 games in 2 blocks (",
        "Bots",
        "greedy 2 ",
        "random 2 ",
    ):
        assert words in squeezed(text)
    for words in ("seat 3 1 ", "flags", "Tickets", "Routes", "Few games"):
        assert words in squeezed(text)
    assert max(map(len, text.splitlines())) <= 80


def test_numbers_keep_their_columns_in_a_narrow_terminal(monkeypatch: pytest.MonkeyPatch) -> None:
    """Of tickets and routes the names are wrapped, never the figures or what is above them."""
    monkeypatch.setenv("COLUMNS", "46")
    words = ("--bots", "greedy", "--games", 4, "--seed", 1, "--workers", 1)
    text = run("simulate", "usa", *words).stdout
    assert "points   kept  completed  holder won" in text
    assert "length  claimed  owner won" in text


def test_the_report_as_json(tmp_path: Path) -> None:
    """The whole of it, as the library makes it; with two workers too."""
    file = tmp_path / "report.json"
    words = ("simulate", "paris", "--bots", "random", "--games", 4, "--seed", 1, "--json", file)
    run(*words, "--workers", 2)
    expected = simulate("paris", ["random"] * 2, 4, 1, workers=1)
    assert Report.from_json(file.read_text("utf-8")) == expected
    assert "no folder" in complaint(*words[:-1], tmp_path / "none" / "r.json", fails=2)


def test_bots_of_a_file(bots: Path, tmp_path: Path) -> None:
    """Classes and instances, in workers too, and wherever one stands."""
    names = f"random,{bots.name}:Clever,{bots.name}:Counting,{bots.name}:ready"
    words = ("simulate", "paris", "--bots", names, "--games", 8, "--seed", 1)
    one, two = (run_module(*words, "--workers", n, cwd=tmp_path).replace("\n", " ") for n in (1, 2))
    for name in ("Clever 1 ", "Counting 1 ", "ready 1 "):
        assert name in squeezed(one)
    assert squeezed(one).partition("A game took")[2] == squeezed(two).partition("A game took")[2]


def test_a_variant_of_a_file(home_made: Path) -> None:
    """Its parts are found by workers as well."""
    text = run_module(
        "simulate", "example.py", "--games", 4, "--bots", "random", "--workers", 2, cwd=home_made
    )
    assert "4 games (" in text


def test_games_are_saved(tmp_path: Path) -> None:
    """And can be replayed; a second run needs another folder."""
    folder = tmp_path / "games"
    words = ("simulate", "paris", "--bots", "random", *QUICK, "--save", folder)
    run(*words)
    assert len(list(folder.iterdir())) == 4
    assert "Score" in run("replay", folder / "game-000002.json").stdout
    assert "name another folder" in complaint(*words, fails=2)


def test_the_turn_limit() -> None:
    """Such games are counted apart, even if there are no others."""
    text = run("simulate", "paris", "--bots", "random", "--max-turns", 3, *QUICK).stdout
    assert "0 games, 4 more reached the turn limit" in text
    assert "Bots" not in text


@pytest.mark.parametrize(
    ("words", "message", "status"),
    [
        (["--players", "9"], "paris is for 2, 3, 4, not 9", 2),
        (["--bots", "random,random,random", "--players", "2"], "3 bots for 2 seats", 2),
        (["--bots", "random," * 4 + "random"], "5 bots for 4 seats", 2),
        (["--bots", "gredy"], 'did you mean "greedy"?', 2),
        (["--games", "0"], "--games", 2),
        (["--bots", "{bots}:Nobody"], 'no "Nobody"', 2),
        (["--bots", "{bots}:Fails"], "Fails at seat 0 failed to choose: ValueError: no mood", 1),
    ],
)
def test_mistakes_are_one_line(words: list[str], message: str, status: int, bots: Path) -> None:
    """With what would be right."""
    words = [word.format(bots=bots) for word in words]
    assert message in complaint("simulate", "paris", *QUICK, *words, fails=status)


def test_a_variant_that_workers_do_not_find(tmp_path: Path) -> None:
    """The way out is told as an option of the command line."""
    (tmp_path / "json.py").write_text(
        "import ttrkit\nclass Odd(ttrkit.parts.Part): pass\n"
        "odd = ttrkit.Variant.from_classic('odd', ttrkit.get_variant('paris').board,\n"
        "    players=[2], trains=10, parts=[Odd()])\n",
        "utf-8",
    )
    words = ("simulate", tmp_path / "json.py", "--bots", "random", "--games", 4)
    assert "--workers 1" in complaint(*words, "--workers", 2, fails=1)
    run(*words, "--workers", 1)


@pytest.mark.skipif(sys.platform == "win32", reason="signals are another matter there")
def test_an_interrupt_shows_what_was_played(tmp_path: Path) -> None:
    """The tables, and the status of a command that was stopped."""
    folder = tmp_path / "games"
    words = ["simulate", "paris", "--bots", "random", "--games", "100000", "--workers", "2"]
    process = subprocess.Popen(
        [sys.executable, "-m", "ttrkit", *words, "--save", str(folder)],
        cwd=tmp_path,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        env={**os.environ, "PYTHONUTF8": "1"},
        encoding="utf-8",
        start_new_session=True,
    )
    try:
        deadline = time.monotonic() + 60
        while len(list(folder.glob("*.json"))) < 1_000:  # both workers have long begun
            assert time.monotonic() < deadline
            time.sleep(0.05)
        os.killpg(process.pid, signal.SIGINT)
        output, errors = process.communicate(timeout=60)
    finally:
        process.kill()
    assert (process.returncode, errors) == (130, "")
    assert "stopped before the 100000 that were asked for" in squeezed(output)


def test_the_bar(monkeypatch: pytest.MonkeyPatch) -> None:
    """On a terminal: how many of how many, how fast, and how long it will take."""
    screen = io.StringIO()
    console = Console(file=screen, force_terminal=True, width=80, color_system=None)
    monkeypatch.setattr(running, "make_console", lambda **_: console)
    with running.progress_bar() as advance:
        assert advance is not None
        advance(50, 200)
        time.sleep(0.3)
        advance(100, 200)
        time.sleep(0.3)
    shown = squeezed(screen.getvalue())
    assert "100/200" in shown
    assert re.search(r"\d games/s 0:00:\d\d left", shown)
    after_it_was_erased = screen.getvalue().rpartition("\x1b[2K")[2]
    assert after_it_was_erased == "", "nothing of it is left on the screen"
