"""The environments of Gymnasium: its own checks, and what they do not ask."""

import copy
import importlib
import pickle
import subprocess
import sys
from functools import partial
from typing import Any

import gymnasium
import numpy as np
import pytest
from gymnasium.utils.env_checker import check_env

import ttrkit
from tests.adapters.settings import BENELUX, SETTINGS, name_of
from ttrkit import IllegalAction, Observation, RandomPlayer, Variant
from ttrkit.adapters.gymnasium import SeatEnv
from ttrkit.bots import GreedyPlayer

IDS = ["ttrkit/Asia-v0", "ttrkit/Europe-v0", "ttrkit/Paris-v0", "ttrkit/Usa-v0"]


class Stubborn:
    """A bot that always passes, legal or not."""

    def choose(self, observation: Observation) -> ttrkit.Action:
        """A pass."""
        return ttrkit.Pass()


def made_greedy(number: int) -> GreedyPlayer:
    """A function that makes a bot from a seed."""
    return GreedyPlayer(number)


def played(env: Any, seed: int | None) -> tuple[float, bool, bool, dict[str, Any]]:
    """A random game to its end: what came of it."""
    env.reset(seed=seed)
    env.action_space.seed(seed)
    while True:
        _, reward, terminated, truncated, info = env.step(env.action_space.sample())
        if terminated or truncated:
            return reward, terminated, truncated, info
        assert reward == 0


# Gymnasium's own checks -------------------------------------------------------------------------


@pytest.mark.parametrize("env_id", IDS)
def test_the_interface_of_every_edition(env_id: str) -> None:
    """`check_env`, all render modes included."""
    check_env(gymnasium.make(env_id, opponents="random").unwrapped)


@pytest.mark.parametrize(("variant", "players"), SETTINGS, ids=name_of)
def test_the_interface_at_every_table(variant: Variant, players: int) -> None:
    """`check_env` at every number of players, and with home-made variants."""
    env = gymnasium.make("ttrkit/Game-v0", variant=variant, players=players, opponents="random")
    check_env(env.unwrapped, skip_render_check=True)


def test_the_ids_are_known_after_the_import() -> None:
    """One of every edition, and one for any variant."""
    assert {*IDS, "ttrkit/Game-v0"} <= set(gymnasium.registry)


RELOADED = """
import gymnasium, importlib
gymnasium.make("ttrkit.adapters.gymnasium:ttrkit/Paris-v0").reset()
importlib.reload(importlib.import_module("ttrkit.adapters.gymnasium"))
"""


def test_the_import_can_come_with_the_id() -> None:
    """And once more: Gymnasium would warn of ids that are registered twice."""
    subprocess.run([sys.executable, "-W", "error", "-c", RELOADED], check=True)


def test_many_at_once() -> None:
    """In one process, by `make_vec`; masks are stacked."""
    envs = gymnasium.make_vec("ttrkit/Paris-v0", 3, "sync", opponents="random")
    seen, info = envs.reset(seed=1)
    assert seen.shape == (3, ttrkit.get_variant("paris").features(2).n)
    actions = [np.flatnonzero(mask)[0] for mask in info["action_mask"]]
    seen, *_, info = envs.step(np.array(actions))
    assert info["action_mask"].shape == (3, ttrkit.get_variant("paris").action_index.n)
    envs.close()


# The seat ---------------------------------------------------------------------------------------


@pytest.mark.parametrize(("variant", "players"), SETTINGS, ids=name_of)
def test_the_seat_sees_and_chooses(variant: Variant, players: int) -> None:
    """Its own observation, whenever it is to decide, and all that is legal for it."""
    env = SeatEnv(variant, players, "random")
    seen, info = env.reset(seed=2)
    rng = np.random.default_rng(2)
    terminated = False
    while not terminated:
        assert env.game.to_move == env.seat == info["seat"]
        assert seen.tolist() == list(env.game.observe(env.seat).numbers())
        assert info["action_mask"].tobytes() == variant.action_index.mask(env.game)
        assert env.action_masks().tolist() == info["action_mask"].astype(bool).tolist()
        number = rng.choice(np.flatnonzero(info["action_mask"]))
        before = len(env.game.history)
        chosen = variant.action_index.action(number, env.game)
        seen, reward, terminated, _, info = env.step(number)
        event = env.game.history[before]
        assert (event.seat, event.action) == (env.seat, chosen)
    result = env.game.result()
    team = env.game.seats[env.seat].team
    assert info["total"] == result.totals[team]
    assert info["is_winner"] == (team in result.winners) == (reward > 0)
    assert not env.action_masks().any()


def test_the_seat_changes_from_game_to_game() -> None:
    """Unless it is chosen."""
    env = SeatEnv("usa", 3, "random")
    assert {env.reset(seed=seed)[1]["seat"] for seed in range(20)} == {0, 1, 2}
    fixed = SeatEnv("usa", 3, "random", seat=2)
    assert {fixed.reset(seed=seed)[1]["seat"] for seed in range(20)} == {2}


@pytest.mark.parametrize("reward", ["margin", "score"])
def test_rewards_in_points(reward: Any) -> None:
    """By margin or by score."""
    env = SeatEnv("paris", 3, "random", reward=reward)
    given, *_ = played(env, 4)
    totals = env.game.result().totals
    others = [total for seat, total in enumerate(totals) if seat != env.seat]
    assert given == totals[env.seat] - (max(others) if reward == "margin" else 0)


def test_a_long_game_is_truncated() -> None:
    """After so many turns of all seats together, without a reward."""
    env = SeatEnv("usa", 3, "random", max_turns=10, reward="score")
    reward, terminated, truncated, info = played(env, 1)
    assert (reward, terminated, truncated) == (0, False, True)
    assert not info["action_mask"].any()
    states = [game.decision for game in ttrkit.replay(env.game.to_record())]
    assert states.count("turn") == 11  # the last was about to begin
    with pytest.raises(RuntimeError, match=r"is over, or was given up: reset\(\) begins another"):
        env.step(0)


def test_the_game_is_that_of_the_seed() -> None:
    """And those that follow without a seed are the same again, bots included."""

    def series() -> list[Any]:
        env = SeatEnv("paris", 2, "greedy")
        env.action_space.seed(1)
        return [(played(env, seed), env.game.to_record())[1] for seed in (9, None)]

    first, again = series(), series()
    assert first[0] == again[0]
    assert ttrkit.from_record(first[0]).seed == 9
    assert ttrkit.from_record(first[1]).seed == ttrkit.from_record(again[1]).seed != 9


# The opponents ----------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "opponents",
    [
        "greedy",
        "ttrkit.bots:GreedyPlayer",
        GreedyPlayer,
        made_greedy,
        GreedyPlayer(3),
        ["random", GreedyPlayer],
    ],
    ids=["name", "path", "class", "function", "bot", "list"],
)
def test_opponents_are_given_as_in_simulations(opponents: Any) -> None:
    """By name, class, function or as they are; one for all, or one a seat."""
    env = SeatEnv("paris", 3, opponents)
    assert len(env.entrants) == 2
    played(env, 1)
    kinds = {type(env.entrants[-1].make(1))}
    assert kinds == {GreedyPlayer}


def test_a_list_of_opponents_is_in_turn_order() -> None:
    """It begins after the seat that learns."""
    asked: list[tuple[str, int]] = []

    def named(name: str) -> Any:
        class Named(RandomPlayer):
            def choose(self, observation: Observation) -> ttrkit.Action:
                asked.append((name, observation.seat))
                return super().choose(observation)

        return Named

    env = SeatEnv("usa", 4, [named("a"), named("b"), named("c")], seat=2)
    played(env, 1)
    assert set(asked) == {("a", 3), ("b", 0), ("c", 1)}


def test_a_greedy_opponent_beats_chance() -> None:
    """Bots really play: nearly always they win against random choices."""
    env = SeatEnv("paris", 2, "greedy")
    wins = [played(env, seed)[0] < 0 for seed in range(10)]
    assert sum(wins) >= 8


@pytest.mark.parametrize(
    ("options", "error", "message"),
    [
        ({"opponents": "greddy"}, LookupError, 'no bot "greddy".*did you mean "greedy"'),
        ({"opponents": ["greedy"] * 2}, ValueError, "opponents: 1 bot .* wanted, not 2"),
        ({"opponents": 7}, TypeError, "7 is no bot"),
        ({"seat": 2}, ValueError, "seat: the seats are 0 to 1, not 2"),
        ({"players": 7}, ValueError, "paris is for 2, 3 or 4 players, not 7"),
        ({"reward": 1}, ValueError, 'reward: "outcome"'),
        ({"max_turns": -1}, ValueError, "max_turns: a whole number from 1"),
        ({"render_mode": "rgb_array"}, ValueError, 'render_mode: "human", "ansi", "svg"'),
    ],
)
def test_bad_options_are_refused(
    options: dict[str, Any], error: type[Exception], message: str
) -> None:
    """In words, when the environment is made."""
    with pytest.raises(error, match=message):
        SeatEnv("paris", **options)


# Bad input --------------------------------------------------------------------------------------


def test_an_illegal_action_is_refused() -> None:
    """The message says why; nothing is changed, and a legal action can follow."""
    env = SeatEnv("usa", 2, "random", seat=0)
    env.reset(seed=1)
    before = env.game.to_record()
    with pytest.raises(IllegalAction, match=r"0 \(take a face-up .*\) is not legal now: choose wh"):
        env.step(0)
    with pytest.raises(IllegalAction, match="legal are the numbers that have a 1 in the action"):
        env.step(1074)
    with pytest.raises(ValueError, match="-1 is no number of an action: those of usa are 0 to"):
        env.step(-1)
    with pytest.raises(TypeError, match=r"1\.5 is no number of an action"):
        env.step(1.5)
    assert env.game.to_record() == before
    env.step(1079)


def test_a_closed_environment_is_closed() -> None:
    """And one that was never reset has no game."""
    env = SeatEnv("paris", render_mode="ansi")
    with pytest.raises(RuntimeError, match=r"has no game yet: reset\(\) it"):
        env.step(0)
    env.reset(seed=1)
    env.close()
    env.close()
    calls: list[Any] = [env.reset, env.render, partial(env.step, 0)]
    for call in calls:
        with pytest.raises(RuntimeError, match="is closed: make another"):
            call()


def test_a_bot_that_plays_illegally_is_named() -> None:
    """It is not taken for a mistake of the learner."""
    env = SeatEnv("paris", 2, Stubborn)
    with pytest.raises(RuntimeError, match=r"Stubborn at seat [01] chose what is not legal"):
        played(env, 1)
    with pytest.raises(RuntimeError, match=r"reset\(\) begins another"):
        env.step(0)


def test_nothing_is_rendered_without_a_mode() -> None:
    """There is a warning, as from Gymnasium's own environments."""
    env = SeatEnv("paris")
    env.reset(seed=1)
    with pytest.warns(UserWarning, match="does nothing without a render_mode"):
        assert env.render() is None


def test_people_are_shown_every_step(capsys: pytest.CaptureFixture[str]) -> None:
    """In the mode "human", without being asked."""
    env = SeatEnv("europe", 2, "random", render_mode="human")
    played(env, 1)
    printed = capsys.readouterr().out
    assert printed.count("Face up: ") > 20
    assert "The game is over; won by seat" in printed
    assert "stations: 3" in printed


def test_a_missing_package_is_named(monkeypatch: pytest.MonkeyPatch) -> None:
    """And the extra that installs it."""
    monkeypatch.setitem(sys.modules, "gymnasium", None)
    monkeypatch.delitem(sys.modules, "ttrkit.adapters.gymnasium")
    with pytest.raises(ImportError, match=r'pip install "path/to/ttrkit\[gymnasium\]"'):
        importlib.import_module("ttrkit.adapters.gymnasium")


# The action space, and copies -------------------------------------------------------------------


def test_samples_are_legal() -> None:
    """Without a mask, by those that are given, and as at the start when seeded before a reset."""
    env = SeatEnv(BENELUX, 2, "random")
    _, info = env.reset(seed=1)
    first = info["action_mask"]
    for _ in range(10):
        assert info["action_mask"][env.action_space.sample()] == 1
        *_, info = env.step(env.action_space.sample())
    only = np.zeros(env.numbers.index.n, np.int8)
    only[5] = 1
    assert env.action_space.sample(only) == 5
    assert env.action_space.sample(probability=only.astype(np.float64)) == 5
    env.action_space.seed(1)
    assert first[env.action_space.sample()] == 1


def test_a_mask_that_was_given_away_is_not_the_spaces() -> None:
    """The receiver may write to it."""
    env = SeatEnv("paris", 2, "random")
    _, info = env.reset(seed=1)
    legal = set(np.flatnonzero(info["action_mask"]).tolist())
    info["action_mask"][:] = 1
    assert {int(env.action_space.sample()) for _ in range(30)} <= legal


@pytest.mark.parametrize("copied", [copy.deepcopy, lambda env: pickle.loads(pickle.dumps(env))])
def test_copies_go_on_by_themselves(copied: Any) -> None:
    """A copy in the middle of a game has the same game, and the same bots."""
    env = SeatEnv("paris", 3, "random")
    env.reset(seed=1)
    for _ in range(3):
        env.step(env.action_space.sample())
    other = copied(env)
    number = np.flatnonzero(env.action_masks())[0]
    env.step(number)
    other.step(number)
    assert other.game.to_record() == env.game.to_record()
    assert other.game is not env.game
