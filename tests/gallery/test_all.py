"""Every rule of the gallery keeps every promise; a file that lies in the folder is found by itself.

The rules themselves are tested in files of their own, one for each.
"""

import random
from importlib import import_module
from pathlib import Path

import pytest
from hypothesis import settings
from hypothesis.stateful import run_state_machine_as_test

import ttrkit
from tests.conftest import PROFILE
from ttrkit import RandomPlayer, Variant
from ttrkit.bots import GreedyPlayer
from ttrkit.cli.finding import find_variant
from ttrkit.testing import RulesMachine, check_variant, snapshot

FOLDER = Path(__file__).parents[2] / "examples" / "gallery"
PAGE = Path(__file__).parents[2] / "docs" / "gallery.md"
FILES = sorted(FOLDER.glob("*.py"))
IS_THOROUGH = PROFILE == "thorough"
GAMES = 200 if IS_THOROUGH else 12
LEAST_WINS = 0.8  # the share of games that greedy wins against random; by chance, it is a half
MAX_LINES = 90


@pytest.fixture(params=[path.stem for path in FILES])
def variant(request: pytest.FixtureRequest) -> Variant:
    """One rule of the gallery after another, as a variant."""
    found = import_module(f"examples.gallery.{request.param}").VARIANT
    assert isinstance(found, Variant)
    return found


def decisions(variant: Variant, players: int, seed: int) -> list[ttrkit.Game]:
    """A random game as it stood at every decision, and at the end."""
    game = ttrkit.new_game(variant, players=players, seed=seed)
    rng = random.Random(seed)
    found = [game.copy()]
    while not game.is_over:
        game.apply(rng.choice(game.legal_actions()))
        found.append(game.copy())
    return found


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.stem)
def test_the_command_line_finds_it(path: Path) -> None:
    """By its file alone; and a rule is short enough to read."""
    assert (
        find_variant(str(path)).name == import_module(f"examples.gallery.{path.stem}").VARIANT.name
    )
    assert len(path.read_text("utf-8").splitlines()) <= MAX_LINES


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.stem)
def test_the_documentation_tells_of_it(path: Path) -> None:
    """In a line of the table of the gallery."""
    assert f"\n| `{path.name}` | " in PAGE.read_text("utf-8")


def test_every_invariant_holds(variant: Variant) -> None:
    """At every number of players."""
    check_variant(variant, games=10 if IS_THOROUGH else 1)


def test_arbitrary_actions(variant: Variant) -> None:
    """Exactly the listed actions are legal, whatever was done before."""

    class Machine(RulesMachine):
        pass

    Machine.variant = variant
    few = settings(max_examples=100 if IS_THOROUGH else 3, stateful_step_count=8)
    run_state_machine_as_test(Machine, settings=few)


def test_a_record_holds_every_decision(variant: Variant) -> None:
    """A game that is saved and read is the same, and goes on in the same way."""
    for game in decisions(variant, min(variant.players), seed=1):
        again = ttrkit.from_record(game.to_record(), variant=variant)
        assert snapshot(again) == snapshot(game)
        assert again.legal_actions() == game.legal_actions()


def test_a_made_up_game_looks_alike(variant: Variant) -> None:
    """To the seat whose observation it was made up from, whoever that is."""
    rng = random.Random(2)
    games = decisions(variant, max(variant.players), seed=2)
    for game in games if IS_THOROUGH else games[::12]:
        for seat in range(len(game.seats)):
            seen = game.observe(seat)
            assert ttrkit.determinize(seen, rng).observe(seat) == seen


def test_greedy_beats_random(variant: Variant) -> None:
    """Clearly, and from either seat: so the rule tells bots what they need to know."""
    wins = 0
    for seed in range(GAMES):
        game = ttrkit.new_game(variant, players=2, seed=seed, first=0)
        players: list[ttrkit.Player] = [RandomPlayer(seed), RandomPlayer(seed)]
        players[seed % 2] = GreedyPlayer(seed)
        wins += ttrkit.play(game, players).winners == (seed % 2,)
    assert wins >= LEAST_WINS * GAMES
