"""`ttrkit compare` and `ttrkit rate`, and what they have in common with `ttrkit simulate`."""

import json
from pathlib import Path
from typing import Any

import pytest

import ttrkit
from tests.cli.helpers import complaint, run, squeezed
from ttrkit.cli import comparing, finding, rating, simulating

BOTS = """
import time
class First:
    def choose(self, observation):
        return observation.legal_actions[0]
class Fails(First):
    def choose(self, observation):
        raise ValueError("no mood")
class Sleeps(First):
    def choose(self, observation):
        time.sleep(100)
"""
QUICK = ("--seed", 1, "--workers", 1)


@pytest.fixture
def bots(tmp_path: Path) -> Path:
    """A file with bots."""
    path = tmp_path / "contest_bots.py"
    path.write_text(BOTS, "utf-8")
    return path


def test_compare_says_who_is_better(bots: Path) -> None:
    """With the figures of the library; a bot of a file has the name of its class."""
    text = run("compare", "paris", "greedy", f"{bots}:First", "--blocks", 30, *QUICK).stdout
    assert text.splitlines()[0] == "Paris, 2 players, seed 1"
    assert "Result: greedy is better than First, with 95 % confidence." in text
    assert "games won by greedy 100.0%" in squeezed(text)
    equal = run("compare", "paris", "random", "random:0", "--blocks", 3, fails=2).stderr
    assert '"random" takes nothing behind a colon' in equal


def test_compare_with_other_numbers() -> None:
    """Players, blocks and confidence."""
    words = ("--players", 4, "--blocks", 2, "--confidence", 0.5)
    text = run("compare", "paris", "greedy", "random", *words, *QUICK).stdout
    assert text.startswith("Paris, 4 players, seed 1\n4 games in 2 blocks\n")
    assert "50 % sure" in text


def test_rate_shows_a_table(bots: Path, tmp_path: Path) -> None:
    """The best first; the file has it all in numbers."""
    file = tmp_path / "ratings.json"
    names = f"greedy, random,{bots}:First"
    words = ("--blocks", 6, "--pin", "greedy", "--at", 1500, "--json", file)
    text = run("rate", "paris", "--bots", names, *words, *QUICK).stdout
    assert text.startswith("Paris, 2 players, seed 1\n12 games in 6 blocks\n")
    assert "greedy 1500 pinned" in squeezed(text)
    rows = json.loads(file.read_text("utf-8"))
    assert {row["name"] for row in rows} == {"greedy", "random", "First"}
    assert rows[0]["elo"] == 1500
    assert max(map(len, text.splitlines())) <= 80


@pytest.mark.parametrize(
    ("words", "message", "status"),
    [
        (["compare", "paris", "greedy", "greedy"], "two different bots are wanted, not greedy", 2),
        (["compare", "paris", "greedy", "gredy"], 'no bot "gredy" (did you mean "greedy"?)', 2),
        (["compare", "paris", "greedy"], "Missing argument", 2),
        (["compare", "paris", "greedy", "random", "--players", "5"], "is for 2, 3, 4, not 5", 2),
        (["compare", "paris", "greedy", "random", "--confidence", "2"], "--confidence", 2),
        (["compare", "paris", "greedy", "random", "--confidence", "nan"], "finite", 2),
        (["rate", "paris", "--bots", "greedy,random", "--at", "inf"], "finite", 2),
        (["simulate", "paris", "--move-seconds", "inf"], "finite", 2),
        (["compare", "paris", "greedy", "random", "--move-seconds", "0"], "--move-seconds", 2),
        (["compare", "paris", "random", "{bots}:Fails"], "Fails at seat 1 failed to choose", 1),
        (["rate", "paris"], "--bots", 2),
        (["rate", "paris", "--bots", "greedy"], "two different bots are wanted, or more", 2),
        (["rate", "paris", "--bots", "greedy,greedy"], "two different bots are wanted", 2),
        (["rate", "paris", "--bots", "greedy,random", "--pin", "x"], '--pin: no bot "x"; there', 2),
        (["rate", "paris", "--bots", "greedy,random", "--players", "9"], "not 9", 2),
        (["rate", "paris", "--bots", "greedy,random", "--json", "no/x.json"], "no folder no", 2),
        (["rate", "paris", "--bots", "random,{bots}:Fails"], "failed to choose: ValueError: no", 1),
    ],
)
def test_mistakes_are_one_line(words: list[str], message: str, status: int, bots: Path) -> None:
    """With what would be right."""
    words = [word.format(bots=bots) for word in words]
    quick = QUICK if status == 1 else ()
    assert message in complaint(*words, *quick, fails=status)


@pytest.mark.parametrize("command", ["simulate", "compare", "rate"])
def test_failures_are_told(command: str, bots: Path) -> None:
    """How often, and the first of them in full."""
    names = ["random", f"{bots}:Fails"]
    words: list[Any] = names if command == "compare" else ["--bots", ",".join(names)]
    more = ["--games", 8] if command == "simulate" else ["--blocks", 4]
    text = squeezed(run(command, "paris", *words, *more, "--forfeit", *QUICK).stdout)
    assert "0 games and 8 forfeited in 4 blocks" in text
    assert "Games forfeited Fails crashed in 8 games game 0 (seed " in text
    assert "move 2: Fails at seat 1 failed to choose: ValueError: no mood" in text
    assert text.count("no mood") == simulating.FAILURES
    assert "… and 3 more" in text


def test_a_move_that_takes_too_long(bots: Path) -> None:
    """It ends the run, or loses the game."""
    words = ("--bots", f"random,{bots}:Sleeps", "--games", 2, "--move-seconds", 0.05, *QUICK)
    assert "Sleeps at seat 1 took more than 0.05 s for a move" in complaint(
        "simulate", "paris", *words, fails=1
    )
    assert "Sleeps overran in 2 games" in run("simulate", "paris", *words, "--forfeit").stdout


def test_games_that_are_not_paired() -> None:
    """Every game is dealt anew, and blocks are not spoken of."""
    words = ("simulate", "paris", "--bots", "greedy,random", "--games", 4, *QUICK)
    assert "4 games in 2 blocks" in run(*words).stdout
    assert "4 games (" in run(*words, "--unpaired").stdout


@pytest.mark.parametrize("module", [comparing, rating])
def test_ctrl_c_shows_what_was_found(module: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    """With the status of a command that was stopped."""
    name = "compared" if module is comparing else "rated"
    real = getattr(module, name)

    def interrupt(done: int, games: int) -> None:
        if done >= 6:
            raise KeyboardInterrupt

    def stopped(*args: Any, **named: Any) -> Any:
        return real(*args, **{**named, "progress": interrupt})

    monkeypatch.setattr(module, name, stopped)
    words: list[Any] = ["compare", "paris", "greedy", "random"]
    if module is rating:
        words = ["rate", "paris", "--bots", "greedy,random"]
    assert "stopped before the" in squeezed(run(*words, *QUICK, fails=130).stdout)


# Names that carry an argument ------------------------------------------------------------------


class Searcher(ttrkit.RandomPlayer):
    """A bot whose name may carry a number."""

    def __init__(self, seconds: str = "1", *, seed: int | None = None) -> None:
        super().__init__(seed)
        self.seconds = float(seconds)


def test_names_that_carry_an_argument(monkeypatch: pytest.MonkeyPatch) -> None:
    """In all commands that take bots; an argument that is wrong is said in words."""
    monkeypatch.setattr("ttrkit.bots.BOTS", {"search": Searcher}, raising=False)
    made: Any = finding.make_bots(finding.find_bots("search:0.5,search", 2), seed=1)
    assert [bot.seconds for bot in made] == [0.5, 1.0]
    text = run("compare", "paris", "search:0.5", "random", "--blocks", 1, *QUICK).stdout
    assert "games won by search:0.5" in text
    assert "search:soon cannot be made for a game: ValueError" in complaint(
        "play", "paris", "--bots", "search:soon", fails=2
    )
    assert 'no bot "serch:1" (did you mean "search"?)' in complaint(
        "simulate", "paris", "--bots", "serch:1", fails=2
    )
