"""Every example runs, from any folder, and prints something sensible."""

import re
import subprocess
import sys
from pathlib import Path

import mixed
import pytest

import ttrkit
from ttrkit.bots import GreedyPlayer
from ttrkit.testing import check_variant

EXAMPLES = Path(__file__).parents[2] / "examples"
SCRIPTS = sorted([*EXAMPLES.glob("*.py"), *EXAMPLES.glob("home_made/[!t]*.py")])
QUICK = {  # what takes too long as it is
    "learn.py": ("--games", "128"),
    "search.py": ("--games", "1", "--seconds", "0.01"),
}


def run(script: Path, folder: Path, *arguments: str) -> str:
    """What the example prints, run as a user would from this folder."""
    done = subprocess.run(
        [sys.executable, "-X", "utf8", str(script), *arguments],
        cwd=folder,
        capture_output=True,
        encoding="utf-8",
        timeout=120,
        check=False,
    )
    assert done.returncode == 0, done.stderr
    assert not done.stderr
    return done.stdout


@pytest.mark.parametrize("script", SCRIPTS, ids=lambda script: script.name)
def test_the_example_runs(script: Path, tmp_path: Path) -> None:
    """It ends well, tells who won, and leaves nothing behind."""
    printed = run(script, tmp_path, *QUICK.get(script.name, ()))
    assert re.search(r"\bwins?\b", printed)
    assert "\x1b" not in printed, "colour codes, where there is no terminal"
    assert list(tmp_path.iterdir()) == []


OWN_RULES = {
    "usa": ["takes the lead: longest route"],
    "europe": ["builds a station in", "more for the tunnel; ", "leaves the tunnel; "],
    "paris": ["+4 flags"],
    "asia": ["from the holder", ", sharing ", "takes the lead: globetrotter"],
}


@pytest.mark.parametrize("name", ttrkit.variant_names())
def test_the_demo_shows_every_edition(name: str, tmp_path: Path) -> None:
    """Its title, its doubts, claims, completed tickets and the sheet with all labels."""
    printed = run(EXAMPLES / "demo.py", tmp_path, "--edition", name)
    words = " ".join(printed.replace("│", " ").split())
    variant = ttrkit.get_variant(name)
    assert variant.title in words
    assert ("About this board" in words) == bool(variant.board.caveats)
    for caveat in variant.board.caveats:
        assert caveat in words
    assert "claims" in words
    assert "✓" in words
    assert "the last round" in words
    assert "turns of drawing are left out" in words
    for rule in OWN_RULES[name]:
        assert rule in words, "the demo's game does not show it"
    for label in variant.engine.labels:
        assert f" {label} " in words
    assert re.search(r"wins? with \d+ points", words)


@pytest.mark.parametrize("columns", ["80", "120"])
def test_the_demo_keeps_marks_and_tickets_together(
    columns: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """On one line, whatever the width."""
    monkeypatch.setenv("COLUMNS", columns)
    lines = run(EXAMPLES / "demo.py", tmp_path, "--edition", "asia").splitlines()
    marked = [line for line in lines if "✓" in line or "✗" in line]
    assert len(marked) > 20
    for line in marked:
        assert re.search(r"[✓✗] .+–.+ \(\d+\)", line), line
    assert max(map(len, lines)) <= int(columns)


BAD = {
    "demo.py": ("--players", "99"),
    "learn.py": ("--seconds", "0"),
    "search.py": ("--games", "0"),
}


@pytest.mark.parametrize("script", SCRIPTS, ids=lambda script: script.name)
@pytest.mark.parametrize("bad", ["abc", "bad numbers"])
def test_bad_arguments_end_in_a_sentence(script: Path, bad: str, tmp_path: Path) -> None:
    """Not in a traceback."""
    arguments = (bad,) if bad == "abc" else BAD.get(script.name, ("1.5",))
    done = subprocess.run(
        [sys.executable, str(script), *arguments],
        cwd=tmp_path,
        capture_output=True,
        encoding="utf-8",
        timeout=120,
        check=False,
    )
    assert done.returncode == 2
    assert "Traceback" not in done.stderr
    assert f"{script.name}: error: " in done.stderr.splitlines()[-1]


def test_the_same_seed_gives_the_same_story(tmp_path: Path) -> None:
    """An example is reproducible; another seed tells something else."""
    first, again, other = (run(EXAMPLES / "usa.py", tmp_path, seed) for seed in ("5", "5", "6"))
    assert first == again != other


def test_rules_of_three_editions_go_together() -> None:
    """Stations, flags and teams on one board keep every invariant; the example shows each."""
    check_variant(mixed.VARIANT, games=3)
    game = ttrkit.new_game(mixed.VARIANT, players=4, seed=9)
    sheets = ttrkit.play(game, [GreedyPlayer(9 + seat) for seat in range(4)]).sheets
    assert len(sheets) == 2, "teams"
    assert any(sheet["flags"] for sheet in sheets)
    assert any(event.action.__class__ is ttrkit.BuildStation for event in game.history)


def test_a_home_made_variant_is_short() -> None:
    """Its rules and numbers, without the imports and what plays it."""
    text = (EXAMPLES / "home_made/benelux.py").read_text("utf-8")
    own = text.partition("\nclass ")[2].partition("\ndef main")[0].splitlines()
    assert len(own) <= 35


def test_the_first_example_is_short() -> None:
    """A newcomer reads it in a minute."""
    assert len((EXAMPLES / "usa.py").read_text("utf-8").splitlines()) < 40
