"""Players, and the one loop that lets them play."""

from typing import NoReturn

import pytest

import ttrkit
from ttrkit import Action, IllegalAction, Observation, RandomPlayer
from ttrkit.bots import BOTS
from ttrkit.players import Player, moves


class Crash:
    """A player that fails."""

    def choose(self, observation: Observation) -> NoReturn:
        """Not even an action."""
        raise KeyError("lost")


class RunsOut:
    """A player that looks for an action that is not there."""

    def choose(self, observation: Observation) -> Action:
        """A usual slip."""
        return next(action for action in observation.legal_actions if isinstance(action, str))


class Junk:
    """A player that answers with something else than an action."""

    def choose(self, observation: Observation) -> Action:
        """None at all."""
        return None  # type: ignore[return-value]


def some_players(count: int) -> list[Player]:
    """Players by chance."""
    return [RandomPlayer(seed) for seed in range(count)]


@pytest.mark.parametrize("name", ttrkit.variant_names())
def test_moves_are_the_history(name: str) -> None:
    """One for each decision, in order, with turns that are counted from the first."""
    game = ttrkit.new_game(name, players=4, seed=1)
    told = []
    for turn, seat, action in moves(game, some_players(4)):
        assert (game.history[-1].seat, game.history[-1].action) == (seat, action)
        told.append((turn, seat, action))
    assert game.is_over
    assert [(seat, action) for _, seat, action in told] == [
        (event.seat, event.action) for event in game.history
    ]
    turns = [turn for turn, _, _ in told]
    assert turns == sorted(turns)
    assert set(turns) == set(range(turns[-1] + 1))
    again = ttrkit.new_game(name, players=4, seed=1)
    assert ttrkit.play(again, some_players(4)) == game.result()


def test_moves_can_be_left_at_any_time() -> None:
    """The game stands where it was left, and others may go on with it."""
    game = ttrkit.new_game("usa", players=2, seed=1)
    for turn, _, _ in moves(game, some_players(2)):
        if turn == 5:
            break
    left = len(game.history)
    assert not ttrkit.play(game, some_players(2), max_turns=3).is_final
    assert len(game.history) > left


def test_whoever_fails_is_named() -> None:
    """By a note on what was raised; what is not legal is told with the name."""
    game = ttrkit.new_game("usa", players=2, seed=1, first=0)
    with pytest.raises(KeyError) as failed:
        ttrkit.play(game, [Crash(), RandomPlayer(1)])
    assert failed.value.__notes__ == ["Crash at seat 0 failed to choose"]
    with pytest.raises(IllegalAction, match="Junk at seat 0 chose what is not legal: None is no"):
        ttrkit.play(game, [Junk(), RandomPlayer(1)])
    with pytest.raises(ValueError, match="2 seats need as many players, not 3"):
        ttrkit.play(game, some_players(3))


def test_a_player_that_runs_out_of_ideas_is_named() -> None:
    """StopIteration would end the loop of moves in silence, or hide who raised it."""
    game = ttrkit.new_game("usa", players=2, seed=1, first=0)
    with pytest.raises(RuntimeError, match="StopIteration") as failed:
        ttrkit.play(game, [RunsOut(), RandomPlayer(1)])
    assert failed.value.__notes__ == ["RunsOut at seat 0 failed to choose"]
    with pytest.raises(ttrkit.SimulationError, match="RunsOut at seat 0 failed to choose: StopIt"):
        ttrkit.simulate("usa", [RunsOut, "random"], 1, 1, workers=1)


@pytest.mark.parametrize("name", sorted(BOTS))
def test_bots_say_that_there_is_nothing_to_decide(name: str) -> None:
    """When it is another seat's turn, and when the game is over."""
    game = ttrkit.new_game("paris", players=2, seed=1, first=0)
    with pytest.raises(ValueError, match=r"^seat 1 has nothing to decide: it is up to seat 0$"):
        BOTS[name](seed=1).choose(game.observe(1))
    ttrkit.play(game, [ttrkit.RandomPlayer(1), ttrkit.RandomPlayer(2)])
    with pytest.raises(ValueError, match=r"^seat 0 has nothing to decide: the game is over$"):
        BOTS[name](seed=1).choose(game.observe(0))


@pytest.mark.parametrize("name", sorted(BOTS))
def test_bots_refuse_what_is_no_seed(name: str) -> None:
    """A text is none."""
    with pytest.raises(TypeError, match="seed"):
        BOTS[name](seed="x")
