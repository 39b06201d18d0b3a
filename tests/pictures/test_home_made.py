"""Pictures and pages of home-made rules: every part of the how-to, whatever it adds to a game."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

import ttrkit
from tests.docs.test_snippets import ROOT, snippets
from ttrkit import RandomPlayer, Variant, svg


def variants() -> list[Variant]:
    """The variants of the page on rule parts."""
    names: dict[str, Any] = {"__name__": "__main__"}
    for snippet in snippets(ROOT / "docs" / "howto-parts.md"):
        if snippet.language == "python" and "check_variant(variant" not in snippet.text:
            exec(snippet.text, names)
    found: list[Variant] = names["examples"]
    return found


def test_every_home_made_rule_can_be_drawn_and_replayed(monkeypatch: pytest.MonkeyPatch) -> None:
    """For everybody, and for one seat: things of one's own, decisions, shared routes and all."""
    monkeypatch.chdir(Path(ROOT))
    found = variants()
    assert len(found) > 30
    for variant in found:
        players = variant.players[0]
        game = ttrkit.new_game(variant, players=players, seed=1)
        ttrkit.play(game, [RandomPlayer(seat) for seat in range(players)])
        assert svg.board(game).startswith("<svg")
        assert svg.board(game, seat=0, tickets=True).startswith("<svg")
        for seat in (None, 0):
            assert ttrkit.replay_page(game, seat=seat).startswith("<!DOCTYPE html>")
