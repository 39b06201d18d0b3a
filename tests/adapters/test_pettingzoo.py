"""The environments of PettingZoo: its own suites, and what they do not ask."""

import copy
import importlib
import pickle
import random
import sys
from collections.abc import Iterator
from functools import partial
from typing import Any

import numpy as np
import pettingzoo.test
import pytest
from pettingzoo.utils.wrappers import TerminateIllegalWrapper

import ttrkit
from tests.adapters.settings import BENELUX, SETTINGS, name_of
from tests.conftest import PROFILE
from ttrkit import IllegalAction, Variant
from ttrkit.adapters.pettingzoo import env, raw_env

suites: Any = pettingzoo.test  # without types
CYCLES = 2000 if PROFILE == "thorough" else 60
"""The number of steps of each agent: enough for a whole game of Paris."""

# PettingZoo warns of what its own classic games do as well: they are on a list of exceptions.
pytestmark = [
    pytest.mark.filterwarnings("ignore:Observation is not a NumPy array:UserWarning"),
    pytest.mark.filterwarnings("ignore:Observation space for each agent probably:UserWarning"),
]

every_setting = pytest.mark.parametrize(("variant", "players"), SETTINGS, ids=name_of)


def played(zoo: raw_env, seed: int) -> Iterator[tuple[str, Any]]:
    """A random game: every agent that is asked, and what it was told."""
    rng = random.Random(seed)
    zoo.reset(seed=seed)
    for agent in zoo.agent_iter():
        told = zoo.last()
        yield agent, told
        seen = told[0]
        assert seen is not None
        legal = np.flatnonzero(seen["action_mask"]).tolist()
        zoo.step(None if told[2] or told[3] else rng.choice(legal))


# PettingZoo's own suites ------------------------------------------------------------------------


@every_setting
def test_the_interface(variant: Variant, players: int) -> None:
    """`api_test`, of the bare environment and of the wrapped one in turn."""
    make = env if players % 2 else raw_env
    suites.api_test(make(variant, players), CYCLES)


@every_setting
def test_the_seed_decides_everything(variant: Variant, players: int) -> None:
    """`seed_test`."""
    suites.seed_test(partial(env, variant, players), CYCLES // 2)


@pytest.mark.parametrize("variant", ["asia", "paris", BENELUX], ids=name_of)
def test_the_render_modes(variant: str | Variant) -> None:
    """`render_test`: words, and a picture."""
    players = ttrkit.get_variant(variant).players[0] if isinstance(variant, str) else 2
    suites.render_test(
        partial(env, variant, players),
        {
            "svg": lambda picture: picture.startswith("<svg"),
            "ansi": lambda words: "Seat 0" in words,
        },
    )


def test_the_benchmark_runs(monkeypatch: pytest.MonkeyPatch) -> None:
    """`performance_benchmark`, by a clock that is faster than ours."""

    class Clock:
        now = 0.0

        def time(self) -> float:
            self.now += 0.05
            return self.now

    monkeypatch.setitem(suites.performance_benchmark.__globals__, "time", Clock())
    suites.performance_benchmark(raw_env("paris", 3))


# Agents, observations and masks -----------------------------------------------------------------


@every_setting
def test_it_is_the_game_of_the_seed(variant: Variant, players: int) -> None:
    """The same agents, numbers and masks as if the game is played without the environment."""
    game = ttrkit.new_game(variant, players=players, seed=3)
    zoo = raw_env(variant, players)
    zoo.reset(seed=3)
    index = variant.action_index
    rng = random.Random(3)
    while (seat := game.to_move) is not None:
        seen, reward, terminated, truncated, info = zoo.last()
        assert zoo.agent_selection == f"player_{seat}"
        assert (reward, terminated, truncated) == (0, False, False)
        assert seen is not None
        assert seen["observation"].tolist() == list(game.observe(seat).numbers())
        assert seen["action_mask"].tobytes() == index.mask(game)
        assert info["action_mask"] is seen["action_mask"]
        number = rng.choice([each for each in index.numbers(game) if each >= 0])
        game.apply(index.action(number, game))
        zoo.step(number)
    assert zoo.game.is_over
    assert zoo.game.to_record() == game.to_record()


def test_arrays_are_of_the_receiver() -> None:
    """They can be written to, and nothing else changes."""
    zoo = raw_env("paris", 2)
    zoo.reset(seed=1)
    first, again = zoo.observe("player_0"), zoo.observe("player_0")
    first["observation"][:] = 9
    first["action_mask"][:] = 1
    assert (again["observation"] != 9).any()
    assert again["action_mask"].sum() < len(again["action_mask"])


def test_those_who_wait_have_no_legal_action() -> None:
    """They may observe, and the mask is 0."""
    zoo = raw_env("usa", 3)
    zoo.reset(seed=1)
    waiting = [agent for agent in zoo.agents if agent != zoo.agent_selection]
    assert [zoo.observe(agent)["action_mask"].sum() for agent in waiting] == [0, 0]
    assert zoo.infos[waiting[0]] == {}


def test_the_mask_is_among_the_infos_without_a_look() -> None:
    """Some learners read it there; it is of the agent that decides, and of nobody else."""
    zoo = raw_env("paris", 2)
    zoo.reset(seed=1)
    for _ in range(8):
        decides = zoo.agent_selection
        mask = zoo.infos[decides]["action_mask"]
        assert mask.tobytes() == zoo.numbers.index.mask(zoo.game)
        assert [agent for agent, info in zoo.infos.items() if info] == [decides]
        zoo.step(int(np.flatnonzero(mask)[0]))


def test_fewer_payments_and_more_cards() -> None:
    """`payments` and `known_cards` make the spaces smaller and larger."""
    usual = raw_env("usa", 2)
    other = raw_env("usa", 2, payments="thrifty", known_cards=True)
    assert other.action_space("player_0").n < usual.action_space("player_0").n
    for _, (seen, *_) in played(other, 5):
        assert other.observation_space("player_0").contains(seen)
    assert other.numbers.features.n > usual.numbers.features.n
    assert other.numbers.features.digest == (
        ttrkit.get_variant("usa").features(2, known_cards=True).digest
    )


# The end ----------------------------------------------------------------------------------------


@pytest.mark.parametrize(("variant", "players"), [("paris", 4), ("asia", 4)])
def test_everybody_is_rewarded_at_the_end(variant: str, players: int) -> None:
    """Once, by the outcome; and told the total."""
    zoo = raw_env(variant, players)
    told = {agent: each for agent, each in played(zoo, 2) if each[2]}
    result = zoo.game.result()
    assert list(told) == zoo.possible_agents
    assert sum(reward for _, reward, *_ in told.values()) == pytest.approx(0)
    for seat, (_, reward, terminated, truncated, info) in enumerate(told.values()):
        team = zoo.game.seats[seat].team
        assert (terminated, truncated) == (True, False)
        assert (reward > 0) == info["is_winner"] == (team in result.winners)
        assert info["total"] == result.totals[team]
    assert zoo.agents == []


def test_a_long_game_is_truncated() -> None:
    """After so many turns of all seats together; nobody is rewarded."""
    zoo = raw_env("usa", 2, max_turns=9, reward="score")
    told = {agent: each for agent, each in played(zoo, 2) if each[3]}
    assert list(told) == zoo.possible_agents
    assert [each[1:4] for each in told.values()] == [(0, False, True)] * 2
    assert {each[0]["action_mask"].sum() for each in told.values()} == {0}
    played_turns = [each.decision for each in ttrkit.replay(zoo.game.to_record())].count("turn") - 1
    assert played_turns == 9  # the next was about to begin


def test_without_a_seed_games_follow_from_the_last_one() -> None:
    """So a whole series is the same again; and the games of it differ."""

    def series(first: int | None) -> list[int]:
        zoo = raw_env("paris", 2)
        seeds = []
        for seed in (first, None, None):
            zoo.reset(seed=seed)
            seeds.append(zoo.game.seed)
        return seeds

    assert series(5) == series(5)
    assert series(5)[0] == 5
    assert len({*series(5), *series(6), *series(None)}) == 9


# Bad input --------------------------------------------------------------------------------------


@pytest.mark.parametrize("make", [env, raw_env])
def test_an_illegal_action_is_refused(make: Any) -> None:
    """The message says why; nothing is changed, and a legal action can follow."""
    zoo = make("usa", 2)
    zoo.reset(seed=1)
    before = zoo.unwrapped.game.to_record()
    with pytest.raises(IllegalAction, match=r"0 \(take a face-up .*\) is not legal now: choose wh"):
        zoo.step(0)
    with pytest.raises(IllegalAction, match="legal are the numbers that have a 1 in the action"):
        zoo.step(1074)
    with pytest.raises(ValueError, match="99999 is no number of an action: those of usa are 0 to"):
        zoo.step(99999)
    with pytest.raises(TypeError, match="None is no number of an action"):
        zoo.step(None)
    assert zoo.unwrapped.game.to_record() == before
    zoo.step(np.int64(1079))
    assert len(zoo.unwrapped.game.history) == 1


@pytest.mark.parametrize("make", [env, raw_env])
def test_a_finished_game_is_not_stepped_on(make: Any) -> None:
    """With None only, once for each agent, and then no more."""
    zoo = make("paris", 2, max_turns=1)
    zoo.reset(seed=1)
    while not zoo.truncations[zoo.agent_selection]:
        zoo.step(int(np.flatnonzero(zoo.last()[0]["action_mask"])[0]))
    with pytest.raises(
        ValueError, match="given up after 1 turn: player_0 can be stepped with None"
    ):
        zoo.step(0)
    zoo.step(None)
    zoo.step(None)
    with pytest.raises(RuntimeError, match=r"all agents have left: reset\(\) begins another"):
        zoo.step(None)
    with pytest.raises(RuntimeError, match=r"all agents have left: reset\(\) begins another"):
        zoo.last()
    zoo.reset(seed=2)
    assert len(zoo.agents) == 2


def test_a_closed_environment_is_closed() -> None:
    """And one that was never reset has no game."""
    zoo = raw_env("paris", 2, render_mode="ansi")
    with pytest.raises(RuntimeError, match=r"has no game yet: reset\(\) it"):
        zoo.last()
    zoo.reset(seed=1)
    zoo.close()
    zoo.close()
    calls: list[Any] = [zoo.reset, zoo.last, zoo.render, partial(zoo.step, 0)]
    for call in calls:
        with pytest.raises(RuntimeError, match="is closed: make another"):
            call()


@pytest.mark.parametrize(
    ("options", "message"),
    [
        ({"players": 9}, "paris is for 2, 3 or 4 players, not 9"),
        ({"variant": "pariss"}, 'did you mean "paris"'),
        ({"payments": "some"}, 'payments: "all" or "thrifty"'),
        ({"reward": "win"}, 'reward: "outcome", "margin" or "score" is wanted, not \'win\''),
        ({"max_turns": 0}, "max_turns: a whole number from 1 is wanted, not 0"),
        ({"render_mode": "rgb_array"}, 'render_mode: "human", "ansi", "svg" or None is wanted'),
    ],
)
def test_bad_options_are_refused(options: dict[str, Any], message: str) -> None:
    """In words, when the environment is made."""
    with pytest.raises((ValueError, LookupError), match=message):
        env(**{"variant": "paris", "players": 2, **options})


def test_an_unknown_agent_is_refused() -> None:
    """The message names those that there are."""
    zoo = raw_env("paris", 2)
    zoo.reset(seed=1)
    with pytest.raises(LookupError, match="no agent 'player_2': there are player_0, player_1"):
        zoo.observe("player_2")


def test_nothing_is_rendered_without_a_mode() -> None:
    """There is a warning, as from Gymnasium's own environments."""
    zoo = raw_env("paris", 2)
    zoo.reset(seed=1)
    with pytest.warns(UserWarning, match="does nothing without a render_mode"):
        assert zoo.render() is None


def test_a_missing_package_is_named(monkeypatch: pytest.MonkeyPatch) -> None:
    """And the extra that installs it."""
    monkeypatch.setitem(sys.modules, "pettingzoo", None)
    monkeypatch.delitem(sys.modules, "ttrkit.adapters.pettingzoo")
    with pytest.raises(ImportError, match=r'pip install "path/to/ttrkit\[pettingzoo\]"'):
        importlib.import_module("ttrkit.adapters.pettingzoo")


# Copies and wrappers ----------------------------------------------------------------------------


@pytest.mark.parametrize("copied", [copy.deepcopy, lambda zoo: pickle.loads(pickle.dumps(zoo))])
def test_copies_go_on_by_themselves(copied: Any) -> None:
    """A copy in the middle of a game has the same game, and an end of its own."""
    zoo = raw_env("paris", 2)
    for number, _ in enumerate(played(zoo, 4)):
        if number == 20:
            break
    other = copied(zoo)
    mask = other.last()[0]["action_mask"]
    assert (mask == zoo.last()[0]["action_mask"]).all()  # type: ignore[index]
    other.step(int(np.flatnonzero(mask)[-1]))
    assert len(other.game.history) == len(zoo.game.history) + 1


def test_wrappers_that_end_a_game_work() -> None:
    """PettingZoo's own, by which whoever acts illegally loses."""
    zoo = TerminateIllegalWrapper(raw_env("paris", 2), illegal_reward=-1)
    zoo.reset(seed=1)
    loser = zoo.agent_selection
    zoo.step(0)
    told = {}
    for agent in zoo.agent_iter():
        told[agent] = zoo.last()[1]
        zoo.step(None)
    assert told == {agent: -1 if agent == loser else 0 for agent in zoo.possible_agents}
