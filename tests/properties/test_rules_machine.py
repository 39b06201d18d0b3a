"""The rules state machine over every variant."""

import random
from collections.abc import Iterator

import pytest

import ttrkit
from ttrkit.testing import RulesMachine, check_actions, check_conservation, check_scores


def machine_for(name: str) -> type[RulesMachine]:
    """The machine that plays this variant."""
    return type(f"{name.title()}Machine", (RulesMachine,), {"variant": ttrkit.get_variant(name)})


def pytest_generate_tests(metafunc: pytest.Metafunc) -> None:
    """Every variant, and every number of players where a test asks for it."""
    if "players" in metafunc.fixturenames:
        metafunc.parametrize(("edition", "players"), list(_tables()))
    elif "edition" in metafunc.fixturenames:
        metafunc.parametrize("edition", ttrkit.variant_names())


def _tables() -> Iterator[tuple[str, int]]:
    for name in ttrkit.variant_names():
        for players in ttrkit.get_variant(name).players:
            yield name, players


def test_the_rules_machine(edition: str) -> None:
    """Invariants hold in whatever direction a game goes."""
    machine_for(edition).TestCase("runTest").runTest()


def play_random_game(edition: str, players: int, seed: int) -> ttrkit.Game:
    """A random game, its invariants checked after every action and its end reached."""
    rng = random.Random(seed)
    game = ttrkit.new_game(edition, players=players, seed=seed)
    trains = [seat.trains for seat in game.seats]
    count = 0
    while not game.is_over:
        actions = game.legal_actions()
        game.apply(rng.choice(actions))
        count += 1
        check_conservation(game)
        for seat, full in zip(game.seats, trains, strict=True):
            assert seat.trains + sum(route.length for route in seat.routes) == full
        assert count < 20_000, "a random game goes on and on"
        if rng.random() < 0.05:
            check_actions(game)
    check_scores(game)
    return game


def test_random_games_keep_the_invariants(edition: str, players: int) -> None:
    """A few random games of every variant and number of players."""
    for seed in range(3):
        play_random_game(edition, players, seed)


@pytest.mark.thorough
@pytest.mark.parametrize("batch", range(10))
def test_a_thousand_random_games_keep_the_invariants(
    edition: str, players: int, batch: int
) -> None:
    """A thousand random games of every variant and number of players, in ten batches."""
    for seed in range(100 * batch, 100 * (batch + 1)):
        play_random_game(edition, players, seed)


def test_the_same_seed_gives_the_same_game(edition: str, players: int) -> None:
    """Two games from one seed and the same choices are alike to the last event."""
    first = play_random_game(edition, players, 77)
    second = play_random_game(edition, players, 77)
    assert first.history == second.history
    assert first.result() == second.result()
