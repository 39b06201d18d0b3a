"""`ttrkit replay`: a recorded game in words."""

import json
from pathlib import Path

import pytest

import ttrkit
from tests.cli.helpers import complaint, run, squeezed
from ttrkit.bots import GreedyPlayer
from ttrkit.cli import replaying, telling


def recorded(game: ttrkit.Game, folder: Path) -> Path:
    """A game that bots have finished, in a file."""
    ttrkit.play(game, [GreedyPlayer(seat) for seat in range(len(game.seats))])
    path = folder / "game.json"
    path.write_text(json.dumps(game.to_record()), "utf-8")
    return path


@pytest.mark.parametrize("name", ttrkit.variant_names())
def test_a_game_is_told_to_the_end(name: str, tmp_path: Path) -> None:
    """Every event has its line, every point is told, and the score sheets come last."""
    game = ttrkit.new_game(name, players=ttrkit.get_variant(name).players[0], seed=3)
    path = recorded(game, tmp_path)
    text = run("replay", path).stdout
    story_part, _, sheets = text.partition("\nScore\n")
    lines = [line for line in story_part.splitlines() if line[5:].split()[:1] != ["✓"]]
    told = [line for line in lines[1:] if not line.startswith("─")]
    assert len(told) == len(game.history)
    result = game.result()
    for total in result.totals:
        assert str(total) in sheets
    assert f"with {max(result.totals)} points." in sheets
    story = list(telling.story(game, json.loads(path.read_text("utf-8"))))
    earned = sum(points for told in story for points in told.points.values())
    assert earned == sum(seat.score for seat in game.seats)
    assert sum(told.last_round for told in story) == 1
    turns = [told.turn for told in story]
    assert turns == sorted(turns)
    assert {*turns} - {0} == {*range(1, turns[-1] + 1)}


def test_a_game_that_began_in_the_middle(tmp_path: Path) -> None:
    """A set-up position is told from there."""
    game = ttrkit.position("usa", players=2, trains=[6, 6], seed=4)
    text = run("replay", recorded(game, tmp_path)).stdout
    assert "the last round" in text


def test_a_game_that_is_not_over(tmp_path: Path) -> None:
    """It is told as far as it goes, with the score as it stands."""
    game = ttrkit.new_game("usa", players=2, seed=4)
    path = tmp_path / "game.json"
    path.write_text(json.dumps(game.to_record()), "utf-8")
    assert "Score, if the game ended now" in run("replay", path).stdout


def test_stepping_needs_a_terminal(tmp_path: Path) -> None:
    """Elsewhere everything is listed."""
    path = recorded(ttrkit.new_game("paris", players=2, seed=4), tmp_path)
    assert run("replay", path, "--step").stdout == run("replay", path).stdout


def test_step_by_step(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Enter shows the next turn, `q` leaves, `a` shows all the rest."""
    path = recorded(ttrkit.new_game("paris", players=2, seed=4), tmp_path)
    monkeypatch.setattr(replaying, "is_terminal", lambda: True)
    text = run("replay", path, "--step", typed="\n\nq\n").stdout
    assert text.count("Enter: the next turn") == 3
    assert "Score" not in text
    assert "Score" in run("replay", path, "--step", typed="\na\n").stdout
    assert "Score" not in run("replay", path, "--step", typed="").stdout


def test_what_is_no_recorded_game(tmp_path: Path) -> None:
    """One line says why."""
    path = tmp_path / "game.json"
    assert "No such file" in complaint("replay", path, fails=1)
    assert "cannot be read" in complaint("replay", tmp_path, fails=1)
    for content, message in (
        (b"{", "not JSON"),
        (b"\xff", "not JSON"),
        (b"[" * 100_000, "not JSON"),
        (b"[]", "not a recorded game"),
        (b"{}", "not a recorded game"),
        (b'{"variant": "atlantis"}', "--variant"),
    ):
        path.write_bytes(content)
        assert message in squeezed(complaint("replay", path, fails=1))


def test_a_record_that_was_changed(tmp_path: Path) -> None:
    """It is refused, as is one of another variant."""
    path = recorded(ttrkit.new_game("paris", players=2, seed=4), tmp_path)
    assert "not of usa" in complaint("replay", path, "--variant", "usa", fails=1)
    record = json.loads(path.read_text("utf-8"))
    record["seed"] += 1
    path.write_text(json.dumps(record), "utf-8")
    assert "checksum" in complaint("replay", path, fails=1)
