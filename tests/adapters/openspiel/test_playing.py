"""OpenSpiel's own programs play: search, the environment for learners, a playthrough."""

import random
from collections.abc import Callable
from typing import Any

import numpy as np
import pyspiel
import pytest
from open_spiel.python import rl_environment
from open_spiel.python.algorithms import (
    external_sampling_mccfr,
    generate_playthrough,
    ismcts,
    mcts,
    random_agent,
)
from open_spiel.python.bots import uniform_random

from tests.adapters.openspiel.spiels import SMALLEST, deal, load, play_on
from ttrkit import IllegalAction
from ttrkit.adapters.openspiel import resampler

SIMULATIONS = 12


def searching_bot(game: Any, seed: int, simulations: int = SIMULATIONS) -> Any:
    """OpenSpiel's search over information sets, with worlds that come from a seed."""
    rng = np.random.RandomState(seed)
    evaluator = mcts.RandomRolloutEvaluator(1, rng)
    bot = ismcts.ISMCTSBot(game, evaluator, 2.0, simulations, random_state=rng)
    bot.set_resampler(resampler(random.Random(seed)))
    return bot


@pytest.mark.parametrize(("name", "players"), SMALLEST)
def test_search_over_information_sets_chooses(name: str, players: int) -> None:
    """A legal action, and the same every time; games are cut short, so that it is quick."""
    game = load(name, players, max_turns=8)
    state = deal(game)
    for _ in range(4):
        chosen = searching_bot(game, 1).step(state.clone())
        assert chosen in state.legal_actions()
        assert chosen == searching_bot(game, 1).step(state)
        state.apply_action(chosen)


def test_search_resamples_by_itself() -> None:
    """Without a resampler of ours, OpenSpiel asks the state."""
    game = load("paris", 2, max_turns=8)
    evaluator = mcts.RandomRolloutEvaluator(1, np.random.RandomState(1))
    state = deal(game)
    assert ismcts.ISMCTSBot(game, evaluator, 2.0, 10).step(state) in state.legal_actions()


@pytest.mark.parametrize("seed", [1, 2, 3])
def test_search_finds_the_best_last_turn(seed: int) -> None:
    """With many cards in hand, no claim would bring more points than the action that it chooses."""
    game = load("paris", 2, max_turns=12, reward="score")
    state = deal(game, seed)
    while state.table.turns < 11 or state.game.decision != "turn":
        state.apply_action(state.legal_actions()[0])  # mostly to take a card
    seat = state.current_player()
    points = {
        number: play_on(state.child(number), random.Random(1)).returns()[seat]
        for number in state.legal_actions()
    }
    claims = [number for number in points if "claim" in state.action_to_string(number)]
    best = sorted({points[number] for number in claims})
    assert len(best) > 1
    assert points[searching_bot(game, seed, 400).step(state)] >= best[-1]


def test_bots_play_a_whole_game() -> None:
    """Through OpenSpiel's own loop, chance nodes included."""
    game = load("paris", 3)
    bots = [uniform_random.UniformRandomBot(seat, np.random.RandomState(seat)) for seat in range(3)]
    returns = pyspiel.evaluate_bots(game.new_initial_state(), bots, 1)
    assert sum(returns) == pytest.approx(0.0)


def test_regrets_are_sampled() -> None:
    """External sampling goes through a cut-off game and meets many information states."""
    game = load("paris", 2, max_turns=1, seed=1)
    solver = external_sampling_mccfr.ExternalSamplingSolver(
        game, external_sampling_mccfr.AverageType.SIMPLE
    )
    solver.iteration()
    state = game.new_initial_state()
    policy = solver.average_policy().action_probabilities(state)
    assert sorted(policy) == state.legal_actions()
    assert sum(policy.values()) == pytest.approx(1.0)


# The environment for learners ---------------------------------------------------------------------


@pytest.mark.parametrize("observed", list(rl_environment.ObservationType))
def test_agents_play_through_the_environment(observed: Any) -> None:
    """Random ones, to the end; the sizes are as specified, and the rewards come at the end."""
    environment = rl_environment.Environment(load("paris", 3), observation_type=observed)
    environment.seed(1)
    n = environment.action_spec()["num_actions"]
    agents = [random_agent.RandomAgent(seat, n) for seat in range(3)]
    step = environment.reset()
    (size,) = environment.observation_spec()["info_state"]
    while not step.last():
        assert [len(seen) for seen in step.observations["info_state"]] == [size] * 3
        seat = step.observations["current_player"]
        legal = step.observations["legal_actions"]
        assert legal[seat]
        assert not any(legal[other] for other in range(3) if other != seat)
        step = environment.step([agents[seat].step(step).action])
        assert step.last() or step.rewards == [0.0] * 3
    assert sum(step.rewards) == pytest.approx(0.0)
    assert any(step.rewards)


def test_the_environment_is_seeded() -> None:
    """The same seed deals the same games, another one others."""

    def hands(seed: int) -> list[Any]:
        environment = rl_environment.Environment("ttrkit_paris", players=2)
        environment.seed(seed)
        return [environment.reset().observations["info_state"] for _ in range(3)]

    assert hands(1) == hands(1) != hands(2)
    first, second, _ = hands(1)
    assert first != second


def test_the_mask_has_the_legal_actions() -> None:
    """A one for each, for the seat that decides alone."""
    state = deal(load("europe", 2))
    seat = state.current_player()
    mask = state.legal_actions_mask(seat)
    assert [number for number, bit in enumerate(mask) if bit] == state.legal_actions()
    assert sum(state.legal_actions_mask(1 - seat)) == 0


def test_the_environment_refuses_illegal_actions() -> None:
    """With its own check or without; the game is as before."""
    for is_checked in (True, False):
        environment = rl_environment.Environment(
            "ttrkit_paris", players=2, enable_legality_check=is_checked
        )
        environment.seed(1)
        before = environment.reset().observations
        refused = rl_environment.IllegalActionError if is_checked else IllegalAction
        with pytest.raises(refused, match=r"Illegal action 0|0 .* is not legal now"):
            environment.step([0])
        assert environment.get_time_step().observations == before


# A playthrough ------------------------------------------------------------------------------------


def test_the_playthrough_is_as_before(same_output: Callable[[str, str], None]) -> None:
    """Everything that OpenSpiel asks a game for, at many states of one that is cut short."""
    load("paris", 2)
    lines = generate_playthrough.playthrough_lines("ttrkit_paris(players=2,max_turns=2)", seed=1)
    same_output("openspiel-playthrough", "\n".join(lines) + "\n")
