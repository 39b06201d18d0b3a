"""Old records stay readable: whatever lies in `games` replays to the result that it had.

A rule change that breaks one must be a decision: see `make_games.py`.
"""

import json
from pathlib import Path
from typing import Any

import pytest

import ttrkit
from tests.golden.make_games import GAMES, make_game, write_games, written_result
from ttrkit.records.codec import action_kinds
from ttrkit.testing import check_conservation, check_scores

FILES = sorted(GAMES.glob("*.json"))


def read(path: Path) -> dict[str, Any]:
    """A recorded game and its result."""
    content: dict[str, Any] = json.loads(path.read_text("utf-8"))
    return content


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.stem)
def test_a_game_replays_to_its_result(path: Path) -> None:
    """Points, sheets and winners, and the same record but for the version of its format."""
    written = read(path)
    game = ttrkit.from_record(written["record"])
    assert game.is_over
    assert written_result(game.result()) == written["result"]
    again = game.to_record()
    for key, value in written["record"].items():
        assert key in ("version", "checksum") or again[key] == value
    check_conservation(game)
    check_scores(game)


def test_every_edition_and_number_of_players_is_there() -> None:
    """Those of plug-ins need not be."""
    there = {path.stem for path in FILES}
    for edition in ttrkit.variant_names():
        for players in ttrkit.get_variant(edition).players:
            assert f"{edition}-{players}" in there


def test_every_kind_of_action_and_of_points_occurs() -> None:
    """Tunnels paid and left, stations, flags, holders: so that a change in any of them is found."""
    kinds: dict[str, set[str]] = {}
    scored: dict[str, set[str]] = {}
    for path in FILES:
        written = read(path)
        name = written["record"]["variant"]
        kinds.setdefault(name, set()).update(action[0] for action in written["record"]["actions"])
        for sheet in written["result"]["sheets"]:
            scored.setdefault(name, set()).update(label for label, n in sheet.items() if n)
    for name, played in kinds.items():
        engine = ttrkit.get_variant(name).engine
        assert played >= {kind.__name__ for kind in action_kinds(engine)} - {"Pass"}
        assert scored[name] >= set(engine.labels)


def test_games_are_never_overwritten(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """The script adds what is missing and leaves the rest alone."""
    monkeypatch.setattr("tests.golden.make_games.GAMES", tmp_path)
    (tmp_path / "paris-2.json").write_text("kept", "utf-8")
    write_games(["paris"])
    assert sorted(path.name for path in tmp_path.iterdir()) == [
        "paris-2.json",
        "paris-3.json",
        "paris-4.json",
    ]
    assert (tmp_path / "paris-2.json").read_text("utf-8") == "kept"
    assert "paris-2.json is there already" in capsys.readouterr().out
    made = make_game("paris", 3)
    assert read(tmp_path / "paris-3.json")["result"] == written_result(made.result())
