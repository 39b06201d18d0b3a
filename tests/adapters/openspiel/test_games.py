"""The games of OpenSpiel: its own suite, what it saves and copies, and what is refused."""

import copy
import importlib
import pickle
import random
import subprocess
import sys
import time
from concurrent.futures import ProcessPoolExecutor
from multiprocessing import get_context
from typing import Any

import attrs
import pyspiel
import pytest

import ttrkit
from tests.adapters.openspiel.spiels import ALL, EDITIONS, HOME_MADE, SMALLEST, deal, load, play_on
from tests.conftest import PROFILE
from ttrkit import IllegalAction, RecordError
from ttrkit.adapters import openspiel
from ttrkit.adapters.openspiel import load_game, register

IS_THOROUGH = PROFILE == "thorough"
TURNS = 1_000 if IS_THOROUGH else 16
GAMES = 5 if IS_THOROUGH else 1

# What OpenSpiel's own tests ask for ---------------------------------------------------------------


@pytest.mark.parametrize(("name", "players"), ALL)
def test_the_suite_of_openspiel_passes(name: str, players: int) -> None:
    """`random_sim_test`, with everything saved and loaded; in quick runs games are cut short."""
    game = load(name, players, max_turns=TURNS)
    pyspiel.random_sim_test(game, num_sims=GAMES, serialize=True, verbose=False)


@pytest.mark.parametrize(
    "params",
    [
        {"payments": "thrifty"},
        {"reward": "margin"},
        {"reward": "score"},
        {"known_cards": True, "distances": True},
        {"seed": 3},
    ],
    ids=str,
)
@pytest.mark.parametrize("name", ["paris", "benelux"])
def test_the_suite_passes_with_every_parameter(name: str, params: dict[str, Any]) -> None:
    """`random_sim_test` of whole games."""
    pyspiel.random_sim_test(load(name, 3, **params), num_sims=1, serialize=True, verbose=False)


@pytest.mark.parametrize(("name", "players"), SMALLEST)
def test_it_is_the_same_game(name: str, players: int) -> None:
    """The digits of the seed are those of ttrkit's; legal actions and the result are its, too."""
    state = load(name, players, reward="score").new_initial_state()
    for digit in (1, 2, 3):
        state.apply_action(digit)
    game = ttrkit.new_game(HOME_MADE.get(name, name), players=players, seed=0x010203)
    index = game.variant.action_index
    rng = random.Random(1)
    while not game.is_over:
        assert state.current_player() == game.to_move
        assert state.legal_actions() == sorted(index.numbers(game))
        number = rng.choice(state.legal_actions())
        game.apply(index.action(number, game))
        state.apply_action(number)
    assert state.is_terminal()
    totals = game.result().totals
    assert state.returns() == [totals[seat.team] for seat in game.seats]


def test_a_seed_may_be_given() -> None:
    """All games are then dealt alike, and there are no chance nodes."""
    game = pyspiel.load_game("ttrkit_usa(players=3,seed=7)")
    assert game.get_type().chance_mode == pyspiel.GameType.ChanceMode.DETERMINISTIC
    state = game.new_initial_state()
    assert state.game.seed == 7
    assert str(state) == str(game.new_initial_state())
    assert not state.is_chance_node()


@pytest.mark.parametrize(("name", "players"), SMALLEST)
def test_thrifty_payments_have_fewer_numbers(name: str, players: int) -> None:
    """And a game can be played to its end with them."""
    thrifty = load(name, players, payments="thrifty")
    assert thrifty.num_distinct_actions() < load(name, players).num_distinct_actions()
    assert play_on(thrifty.new_initial_state(), random.Random(2)).game.is_over


def test_the_words_for_actions_differ() -> None:
    """Each is found again by its words, and names the same action in every state."""
    for name, players in EDITIONS:
        game = load(name, players)
        words = [game.action_to_string(0, number) for number in range(game.num_distinct_actions())]
        assert len(set(words)) == len(words)
        assert words == list(game.variant.action_index.names)
    state = deal(load("paris", 2))
    number = state.legal_actions()[1]
    assert state.string_to_action(state.action_to_string(number)) == number


@attrs.frozen
class Wink(ttrkit.Action):
    """A home-made action whose words do not say which one it is."""

    eye: str

    def __str__(self) -> str:
        return "wink"


class Winking(ttrkit.parts.Part):
    """Lists winks, which are never legal."""

    def every_action(self) -> list[Wink]:
        return [Wink("left"), Wink("right")]


def test_equal_words_of_home_made_actions_are_told_apart() -> None:
    """By their numbers, because OpenSpiel finds actions by their words."""
    winking = HOME_MADE["benelux"].adding(Winking())
    game = load_game(attrs.evolve(winking, name="winking"), 2)
    start = winking.action_index.blocks["Wink"].start
    words = [game.action_to_string(0, start + number) for number in range(2)]
    assert words == [f"wink ({start})", f"wink ({start + 1})"]


# Returns ------------------------------------------------------------------------------------------


def result(name: str, players: int, reward: str, seed: int = 3) -> tuple[Any, ttrkit.Result]:
    """A finished game with this reward, and the result of ttrkit."""
    state = deal(load(name, players, reward=reward), seed)
    return play_on(state, random.Random(seed)), state.game.result()


def test_the_margin_is_measured_from_the_best_other_team() -> None:
    """With two players it adds up to nothing, with more it does not."""
    state, end = result("usa", 3, "margin")
    best, second, third = sorted(end.totals, reverse=True)
    assert sorted(state.returns(), reverse=True) == [best - second, second - best, third - best]
    assert state.get_game().get_type().utility == pyspiel.GameType.Utility.GENERAL_SUM
    assert load("usa", 2, reward="margin").utility_sum() == 0.0


def test_partners_win_together() -> None:
    """Both have won 1, and the others lost 1."""
    state, end = result("asia", 4, "outcome")
    teams = [seat.team for seat in state.game.seats]
    assert state.returns() == [1.0 if team in end.winners else -1.0 for team in teams]


def test_a_game_that_is_cut_short_counts_as_it_stands() -> None:
    """After `max_turns` turns; the game of ttrkit is not over."""
    state = play_on(load("paris", 2, max_turns=4, reward="score").new_initial_state(), _rng())
    assert state.is_terminal()
    assert not state.game.is_over
    assert state.legal_actions() == []
    assert state.returns() == list(state.game.result().totals)
    turns = [event for event in state.game.history if type(event.action).__name__ != "KeepTickets"]
    assert len(turns) >= 4
    assert load("paris", 2, max_turns=4).max_game_length() == 60


def test_a_turn_without_end_is_cut_short_too() -> None:
    """After ten decisions for the turn and for each of the two seats."""
    drawing = attrs.evolve(HOME_MADE["benelux"], name="forty draws", draws=40)
    state = deal(load_game(drawing, 2, max_turns=1))
    while not state.is_terminal():
        state.apply_action(state.legal_actions()[0])
    assert len(state.game.history) == state.get_game().max_game_length() == 30
    assert state.game.decision == "next card"


class Jackpot(ttrkit.parts.Part):
    """Every claim scores far more points than OpenSpiel is told of."""

    labels = ("jackpot",)

    def after_claim(
        self, state: Any, seat: int, route: ttrkit.Route, payment: ttrkit.Payment
    ) -> None:
        state.award(seat, 5_000, "jackpot")


@pytest.mark.parametrize("reward", ["score", "margin"])
def test_returns_are_within_their_bounds(reward: str) -> None:
    """Points beyond them do not count."""
    jackpot = attrs.evolve(HOME_MADE["benelux"].adding(Jackpot()), name="jackpot")
    state = play_on(load_game(jackpot, 2, reward=reward).new_initial_state(), _rng())
    assert max(state.game.result().totals) > 5_000
    assert max(state.returns()) == state.get_game().max_utility()


def _rng() -> random.Random:
    return random.Random(1)


# Saving and copying -------------------------------------------------------------------------------


@pytest.mark.parametrize(("name", "players"), SMALLEST)
def test_a_state_is_saved_and_loaded(name: str, players: int) -> None:
    """At any time: it looks the same, and goes on in the same way."""
    game = load(name, players)
    state = game.new_initial_state()
    rng = random.Random(5)
    for _ in range(6):
        text = pyspiel.serialize_game_and_state(game, state)
        other_game, other = pyspiel.deserialize_game_and_state(text)
        assert other_game == game
        for loaded in (other, pickle.loads(pickle.dumps(state))):
            assert str(loaded) == str(state)
            assert loaded.history() == state.history()
            seed = rng.random()
            ends = [play_on(each.clone(), random.Random(seed)) for each in (state, loaded)]
            assert str(ends[0]) == str(ends[1])
            assert ends[0].returns() == ends[1].returns()
        play_on(state, rng, 9)


def test_games_are_pickled_with_their_parameters() -> None:
    """Deep copies, too."""
    game = load("benelux", 3, payments="thrifty", max_turns=50)
    assert pickle.loads(pickle.dumps(game)) == game
    assert copy.deepcopy(game) == game
    assert str(game) == (
        "ttrkit_benelux(distances=False,known_cards=False,max_turns=50,payments=thrifty,players=3,"
        "reward=outcome,seed=-1)"
    )


def test_another_process_knows_what_it_is_sent() -> None:
    """It has neither imported the adapter nor registered the variant."""
    states = [play_on(load(name, 2).new_initial_state(), _rng(), 9) for name in ("usa", "benelux")]
    with ProcessPoolExecutor(1, get_context("spawn")) as pool:
        assert list(pool.map(str, states)) == list(map(str, states))


def test_a_clone_goes_its_own_way() -> None:
    """The state that it was made from stays as it is; so with `copy.copy` and `copy.deepcopy`."""
    state = play_on(load("europe", 2).new_initial_state(), _rng(), 30)
    before = str(state)
    for clone in (state.clone(), copy.copy(state), copy.deepcopy(state)):
        assert str(clone) == before
        play_on(clone, _rng(), 10)
        assert str(clone) != before
        assert str(state) == before


def test_a_clone_is_cheap() -> None:
    """It takes a few copies of the game, far less than to save it or to play it again."""
    state = play_on(load("usa", 2).new_initial_state(), _rng(), 120)

    def seconds(work: Any) -> float:
        took = []
        for _ in range(5):
            began = time.perf_counter()
            for _ in range(100):
                work()
            took.append(time.perf_counter() - began)
        return min(took)

    assert seconds(state.clone) < 20 * seconds(state.game.copy)


# The register -------------------------------------------------------------------------------------


def test_all_editions_are_registered() -> None:
    """Each with its numbers of players."""
    found = {kind.short_name: kind for kind in pyspiel.registered_games()}
    for name in ttrkit.variant_names():
        kind = found[f"ttrkit_{name}"]
        players = ttrkit.get_variant(name).players
        assert (kind.min_num_players, kind.max_num_players) == (players[0], players[-1])


def test_it_may_be_imported_again() -> None:
    """And variants may be registered again: nothing changes."""
    importlib.reload(openspiel)
    assert register("usa") == register(ttrkit.get_variant("usa")) == "ttrkit_usa"
    assert pyspiel.load_game("ttrkit_usa").num_players() == 2


def test_another_variant_of_the_same_name_is_refused() -> None:
    """It would be mistaken for the first; under another name it is welcome."""
    benelux = HOME_MADE["benelux"]
    register(benelux)
    longer = attrs.evolve(benelux, trains=25)
    with pytest.raises(ValueError, match='"ttrkit_benelux" is registered already, with other rule'):
        load_game(longer)
    assert register(attrs.evolve(longer, name="Long Benelux")) == "ttrkit_long_benelux"
    with pytest.raises(ValueError, match="needs a name with letters or digits"):
        register(attrs.evolve(longer, name="!"))


def test_a_missing_package_is_named() -> None:
    """The error says what to install."""
    code = "import sys; sys.modules['pyspiel'] = None; import ttrkit.adapters.openspiel"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=False)
    assert 'pip install "path/to/ttrkit[openspiel]"' in done.stderr


def test_python_ends_in_peace() -> None:
    """OpenSpiel holds on to the register longer than Python lives."""
    code = "import ttrkit.adapters.openspiel as spiel; spiel.load_game('paris', 2)"
    assert subprocess.run([sys.executable, "-c", code], check=False).returncode == 0


# What is refused ----------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("usa(players=7)", "usa is for 2, 3, 4 or 5 players, not 7"),
        ("asia(players=5)", "asia is for 4 or 6 players, not 5"),
        ("usa(colour=red)", "Unknown parameter 'colour'. Available parameters are: distances"),
        ("usa(reward=fame)", 'reward: "outcome", "margin" or "score" is wanted, not \'fame\''),
        ("usa(payments=some)", 'payments: "all" or "thrifty" is wanted, not \'some\''),
        ("usa(seed=-2)", "seed (-1 to have it drawn): a whole number from 0 to 2147483647"),
        ("usa(max_turns=0)", "max_turns: a whole number from 1 to"),
        ("usa(known_cards=2)", "Wrong type for parameter known_cards. Expected type: kBool"),
    ],
)
def test_wrong_parameters_are_refused(text: str, message: str) -> None:
    """The error says what would be right."""
    with pytest.raises((ValueError, pyspiel.SpielError)) as caught:
        pyspiel.load_game(f"ttrkit_{text}")
    assert message in str(caught.value)


@pytest.mark.parametrize(
    ("params", "message"),
    [
        ({"sede": 1}, "usa has no sede: it has players, seed, payments, reward, distances, "),
        ({"seed": 2**31}, "whole number from 0 to 2147483647 is wanted, not 2147483648"),
        ({"seed": "one"}, "whole number from 0 to 2147483647 is wanted, not 'one'"),
        ({"players": "two"}, "usa is for 2, 3, 4 or 5 players, not 'two'"),
        ({"known_cards": 1}, "known_cards: True or False is wanted, not 1"),
        ({"payments": ["all"]}, 'payments: "all" or "thrifty" is wanted, not [\'all\']'),
    ],
)
def test_load_game_refuses_more_in_words(params: dict[str, Any], message: str) -> None:
    """Before OpenSpiel sees what it cannot read."""
    with pytest.raises((TypeError, ValueError)) as caught:
        load_game("usa", **params)
    assert message in str(caught.value)


def test_an_illegal_action_changes_nothing() -> None:
    """The error names the action, and says where the legal ones are."""
    state = deal(load("paris", 2))
    before = (str(state), state.history(), state.serialize())
    with pytest.raises(IllegalAction, match=r"^0 \(take a face-up purple card\) is not legal now"):
        state.apply_action(0)
    for number in (-2, 174, 5_000):
        with pytest.raises(ValueError, match=f"^{number} is no number of an action: .* 0 to 173"):
            state.apply_action(number)
        with pytest.raises(ValueError, match=f"^{number} is no number of an action"):
            state.action_to_string(0, number)
    assert (str(state), state.history(), state.serialize()) == before


def test_before_and_after_the_game_nothing_can_be_done() -> None:
    """The errors say what to do instead."""
    game = load("paris", 2)
    state = game.new_initial_state()
    with pytest.raises(ValueError, match="apply the actions of the chance nodes first"):
        state.game  # noqa: B018 - asking is the test
    with pytest.raises(ValueError, match="256 is no digit of a seed: those are 0 to 255"):
        state.apply_action(256)
    assert state.history() == []
    play_on(state, _rng())
    with pytest.raises(IllegalAction, match="the game is over: start another"):
        state.apply_action(0)


def test_a_state_of_other_rules_is_refused() -> None:
    """The numbers of its actions would stand for others, or its record does not replay."""
    text = deal(load("paris", 2)).serialize()
    for game in (load("usa", 2), load("paris", 3), load("paris", 2, payments="thrifty")):
        with pytest.raises(RecordError, match="this state is of paris, all payments, 2 players"):
            game.deserialize_state(text)
    benelux = HOME_MADE["benelux"]
    longer = load_game(attrs.evolve(benelux, trains=25, name="benelux with 25 trains"), 2)
    with pytest.raises(RecordError, match="benelux"):
        longer.deserialize_state(deal(load("benelux", 2)).serialize())
