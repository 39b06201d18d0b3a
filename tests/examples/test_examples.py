"""Every example runs, from any folder, and prints something sensible."""

import re
import subprocess
import sys
import time
from pathlib import Path

import mixed
import pytest

import ttrkit
from examples.search import SearchPlayer
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


@pytest.mark.parametrize("name", ttrkit.variant_names())
def test_the_search_plays_every_edition(name: str) -> None:
    """It takes legal actions alone, whatever the rules, even without any time to think."""
    players = min(ttrkit.get_variant(name).players)
    game = ttrkit.new_game(name, players=players, seed=3)
    search = SearchPlayer(seed=1, seconds=0)
    bots = [GreedyPlayer(seat) for seat in range(players)]
    while (seat := game.to_move) is not None and len(game.history) < 120:
        seen = game.observe(seat)
        action = search.choose(seen) if seat == 0 else bots[seat].choose(seen)
        assert action in seen.legal_actions
        game.apply(action)


def test_the_search_keeps_to_its_time() -> None:
    """It may finish the walk that it has begun, and takes no time where there is no choice."""
    game = ttrkit.new_game("usa", players=2, seed=3)
    assert game.to_move is not None
    seen = game.observe(game.to_move)
    start = time.perf_counter()
    assert SearchPlayer(seed=1, seconds=0.2).choose(seen) in seen.legal_actions
    assert 0.2 <= time.perf_counter() - start < 2
    forced = seen.__replace__(legal_actions=seen.legal_actions[:1])
    start = time.perf_counter()
    assert SearchPlayer(seed=1, seconds=60).choose(forced) == seen.legal_actions[0]
    assert time.perf_counter() - start < 30


def test_a_home_made_variant_is_short() -> None:
    """Its rules and numbers, without the imports and what plays it."""
    text = (EXAMPLES / "home_made/benelux.py").read_text("utf-8")
    own = text.partition("\nclass ")[2].partition("\ndef main")[0].splitlines()
    assert len(own) <= 35


def test_the_first_example_is_short() -> None:
    """A newcomer reads it in a minute."""
    assert len((EXAMPLES / "usa.py").read_text("utf-8").splitlines()) < 40


def test_the_search_is_short() -> None:
    """A tree search over information sets takes no more than this."""
    assert len((EXAMPLES / "search.py").read_text("utf-8").splitlines()) < 140
