"""Copies of games and pickled variants, by the ways that Python has for them."""

import copy
import pickle
import random

import pytest

import ttrkit
from ttrkit import variant as variants
from ttrkit.testing import snapshot


@pytest.mark.parametrize("way", [copy.copy, copy.deepcopy, ttrkit.Game.copy])
@pytest.mark.parametrize("name", ttrkit.variant_names())
def test_every_copy_is_a_game_copy(name: str, way: "type[ttrkit.Game]") -> None:
    """It stands like the original, shares its variant, and goes its own way."""
    rng = random.Random(3)
    game = ttrkit.new_game(name, players=4, seed=3)
    for _ in range(50):
        game.apply(rng.choice(game.legal_actions()))
    before = snapshot(game)
    other = way(game)  # type: ignore[arg-type]
    assert type(other) is ttrkit.Game
    assert snapshot(other) == before
    assert other.variant is game.variant
    other.apply(rng.choice(other.legal_actions()))
    assert snapshot(game) == before
    assert snapshot(other) != before


def test_an_edition_is_pickled_by_its_name(monkeypatch: pytest.MonkeyPatch) -> None:
    """Without a look at what is installed; an altered one is pickled by its fields."""
    usa = ttrkit.get_variant("usa")

    def fail() -> None:
        raise AssertionError("the entry points are read")

    monkeypatch.setattr(variants, "_plug_ins", fail)
    stored = pickle.dumps(usa)
    assert len(stored) < 100
    assert pickle.loads(stored) is usa
    smaller = usa.without(ttrkit.parts.LongestRoute)
    again = pickle.loads(pickle.dumps(smaller))
    assert again is not usa
    assert len(again.parts) == len(usa.parts) - 1
