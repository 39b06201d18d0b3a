"""Rewards: zero-sum by outcome, in points by margin and by score; partners are rewarded alike."""

import doctest
import random
from importlib import import_module

import pytest

import ttrkit
from ttrkit.adapters.rewards import Reward, checked_reward, outcomes, rewards_of


def finished(variant: str, players: int, seed: int) -> ttrkit.Game:
    """A game that was played by chance and is over."""
    game = ttrkit.new_game(variant, players=players, seed=seed)
    ttrkit.play(game, [ttrkit.RandomPlayer(seed + seat) for seat in range(players)])
    return game


@pytest.mark.parametrize("teams", range(2, 6))
def test_outcomes_are_zero_sum(teams: int) -> None:
    """However many win; more winners gain less each, and to lose is the same among how many."""
    before = 2.0
    for tied in range(1, teams + 1):
        found = outcomes(teams, range(tied))
        assert sum(found) == pytest.approx(0)
        assert len(set(found[:tied])) == 1
        assert set(found[tied:]) <= {-1 / (teams - 1)}
        assert found[0] < before
        before = found[0]
    assert outcomes(teams, [1])[1] == 1
    assert before == 0


def test_nobody_wins_alone_at_the_table() -> None:
    """A game of one team has no outcome."""
    assert outcomes(1, [0]) == [0]


@pytest.mark.parametrize(("variant", "players"), [("paris", 3), ("asia", 6)])
@pytest.mark.parametrize("reward", ["outcome", "margin", "score"])
def test_rewards_are_of_the_result(variant: str, players: int, reward: Reward) -> None:
    """By seat, for the team of the seat."""
    game = finished(variant, players, random.Random(7).randrange(100))
    result = game.result()
    found = rewards_of(game, result, reward)
    assert len(found) == players
    for seat, value in enumerate(found):
        team = game.seats[seat].team
        others = [total for other, total in enumerate(result.totals) if other != team]
        if reward == "outcome":
            assert (value > 0) == (team in result.winners)
        elif reward == "margin":
            assert value == result.totals[team] - max(others)
        else:
            assert value == result.totals[team]
        assert {found[mate] for mate in game.teams[team].seats} == {value}
    if reward == "outcome":
        assert sum(found) == pytest.approx(0)


def test_another_reward_is_refused() -> None:
    """In words that say which there are."""
    with pytest.raises(ValueError, match='reward: "outcome", "margin" or "score" is wanted, not 7'):
        checked_reward(7)


@pytest.mark.parametrize("module", ["rewards", "pettingzoo", "gymnasium"])
def test_what_docstrings_show(module: str) -> None:
    """It is what one gets."""
    found = doctest.testmod(import_module(f"ttrkit.adapters.{module}"))
    assert found.attempted > 0
    assert found.failed == 0
