"""The learner learns, the same by the same seed, and is kept in files."""

import os
import subprocess
import sys
from pathlib import Path
from xml.etree import ElementTree

import numpy as np
import pytest

import ttrkit
from examples.learn import BATCH, FEATURES, INDEX, Learner, learn, picture
from ttrkit import Report
from ttrkit.bots import GreedyPlayer

SCRIPT = Path(__file__).parents[2] / "examples" / "learn.py"


def against_random(learner: Learner, games: int) -> Report:
    """Games against the random bot, in this process."""
    bots = {"learned": learner, "random": "random"}
    return ttrkit.simulate("paris", bots, games, seed=5, workers=1)


def test_it_learns() -> None:
    """A few seconds make it win more often: in the lessons, and in games that it did not see."""
    learner, curve = learn(seed=1, games=16 * BATCH)
    assert len(curve) == 16
    assert sum(curve[-4:]) / 4 > sum(curve[:4]) / 4 + 0.15
    before, after = against_random(Learner.untrained(1), 60), against_random(learner, 60)
    assert after.bot("learned").win_rate > before.bot("learned").win_rate + 0.15


def test_the_same_seed_makes_the_same_bot(monkeypatch: pytest.MonkeyPatch) -> None:
    """On one core or several; another seed makes another."""
    several, _ = learn(seed=3, games=2 * BATCH)
    other, _ = learn(seed=4, games=1)
    monkeypatch.setattr(os, "cpu_count", lambda: 1)
    one, _ = learn(seed=3, games=2 * BATCH)
    for number, weights in enumerate(several.weights):
        assert np.array_equal(weights, one.weights[number])
        assert not np.array_equal(weights, other.weights[number])


def some_learner() -> Learner:
    """One with preferences, which nobody has taught it."""
    rng = np.random.default_rng(1)
    learner = Learner.untrained(1)
    learner.weights[2] += rng.normal(size=learner.weights[2].shape).astype(np.float32)
    return learner


def test_a_saved_bot_plays_the_same(tmp_path: Path) -> None:
    """After loading, and in the processes of a simulation."""
    learner, file = some_learner(), tmp_path / "model.npz"
    learner.save(file)
    assert list(tmp_path.iterdir()) == [file]
    bots = {"learned": Learner.load(file), "random": "random"}
    assert ttrkit.simulate("paris", bots, 8, seed=5, workers=2) == against_random(learner, 8)


@pytest.mark.parametrize(
    ("digests", "message"),
    [
        ({"index": "0123", "features": FEATURES.digest}, "digest of another index"),
        ({"index": INDEX.digest, "features": "0123"}, "learnt with other numbers"),
    ],
)
def test_a_bot_that_learnt_something_else_is_refused(
    digests: dict[str, str], message: str, tmp_path: Path
) -> None:
    """By what the outputs mean, and by what the inputs mean."""
    file = tmp_path / "model.npz"
    np.savez(file, *Learner.untrained(1).weights, **digests)  # type: ignore[arg-type]
    with pytest.raises(ValueError, match=message):
        Learner.load(file)


@pytest.mark.parametrize("kind", ["empty", "text", "damaged", "one array", "other arrays"])
def test_files_of_another_kind_are_refused(kind: str, tmp_path: Path) -> None:
    """In words that say which files can be read."""
    file = tmp_path / "model.npz"
    if kind == "one array":
        with file.open("wb") as opened:
            np.save(opened, np.zeros(3))
    elif kind == "other arrays":
        np.savez(file, index=INDEX.digest)
    else:
        some_learner().save(file)
        data = {"empty": b"", "text": b"not a model", "damaged": file.read_bytes()[:-99]}
        file.write_bytes(data[kind])
    with pytest.raises(ValueError, match=r"model\.npz: only files that Learner\.save wrote"):
        Learner.load(file)


@pytest.mark.parametrize(("variant", "players"), [("usa", 2), ("paris", 3)])
def test_it_plays_nothing_else(variant: str, players: int) -> None:
    """It says what it has learnt."""
    game = ttrkit.new_game(variant, players=players, seed=1, first=0)
    with pytest.raises(ValueError, match=f"paris with 2 players, not {variant} with {players}"):
        Learner.untrained(1).choose(game.observe(0))


def test_it_needs_numpy(tmp_path: Path) -> None:
    """And says so, where there is none."""
    without = "import runpy, sys; sys.modules['numpy'] = None; runpy.run_path(sys.argv[1])"
    done = subprocess.run(
        [sys.executable, "-c", without, str(SCRIPT)],
        cwd=tmp_path,
        capture_output=True,
        encoding="utf-8",
        timeout=60,
        check=False,
    )
    assert done.returncode == 1
    assert done.stderr == "learn.py needs NumPy: pip install numpy\n"


def test_a_file_that_cannot_be_written_is_refused_at_once(tmp_path: Path) -> None:
    """Not after minutes of learning."""
    done = subprocess.run(
        [sys.executable, str(SCRIPT), "--save", "no-such-folder/model.npz"],
        cwd=tmp_path,
        capture_output=True,
        encoding="utf-8",
        timeout=60,
        check=False,
    )
    assert done.returncode == 2
    assert "learn.py: error: " in done.stderr
    assert "no-such-folder" in done.stderr
    assert not done.stdout


def test_the_curve_is_a_picture() -> None:
    """It has a title, marks on both axes, a point for each piece, and the result of the test."""
    report = ttrkit.simulate(
        "paris", {"learned": GreedyPlayer, "random": "random"}, 4, seed=1, workers=1
    )
    root = ElementTree.fromstring(picture([0.5, 0.6, 0.7, 0.8], report))
    space = "{http://www.w3.org/2000/svg}"
    words = [text.text for text in root.iter(f"{space}text")]
    assert root.findtext(f"{space}title") == words[0] == "Paris: games won against the random bot"
    assert {"0%", "100%", "0", "500"} <= set(words)
    assert words[-1] == "then 100.0% of 4 games (34.2% to 100.0%)"
    line = root.find(f"{space}polyline")
    assert line is not None
    points = [tuple(map(float, point.split(","))) for point in line.attrib["points"].split()]
    assert len(points) == 4
    assert points == sorted(points), "from left to right"
    assert [y for _, y in points] == sorted([y for _, y in points], reverse=True), "upwards"


def test_the_learner_is_short() -> None:
    """With its file format, its progress, its picture and its command line."""
    assert len(SCRIPT.read_text("utf-8").splitlines()) <= 260


@pytest.mark.thorough
def test_it_wins_four_games_of_five() -> None:
    """After learning as long as it does by itself, in 500 games."""
    learner, _ = learn(seed=1, seconds=120)
    assert against_random(learner, 500).bot("learned").win_rate >= 0.8
