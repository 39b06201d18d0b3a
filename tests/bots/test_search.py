"""The search: the same for the same seed, fair, within its time, under any rule."""

import copy
import pickle
import random
from collections.abc import Callable
from importlib import import_module
from itertools import count
from pathlib import Path
from typing import Any

import pytest

import ttrkit
from tests.properties.home_made import DEPOTS, FOG
from ttrkit import Game, Variant
from ttrkit.bots import BOTS, GreedyPlayer, PlannerPlayer, SearchPlayer
from ttrkit.bots.outlook import turns_left
from ttrkit.bots.search import SEARCHED_TURNS
from ttrkit.bots.sight import Sight

EDITIONS = ttrkit.variant_names()
FOLDER = Path(__file__).parents[2] / "examples"
GALLERY = [f"examples.gallery.{path.stem}" for path in sorted((FOLDER / "gallery").glob("*.py"))]
HOME_MADE = {
    **{name.rpartition(".")[2]: name for name in GALLERY},
    "benelux": "benelux",
    "mixed": "mixed",
}
ODD = {"depots": DEPOTS, "fog": FOG}


def variant_of(name: str) -> Variant:
    """An edition, a variant of the examples, or one of the tests."""
    if name in ODD:
        return ODD[name]
    found = import_module(HOME_MADE[name]).VARIANT if name in HOME_MADE else name
    return ttrkit.get_variant(found) if isinstance(found, str) else found


def half_played(name: str, seed: int, turns: int = 30) -> Game:
    """A game of two planners, left in the middle."""
    game = ttrkit.new_game(name, players=2, seed=seed)
    ttrkit.play(game, [PlannerPlayer(1), PlannerPlayer(2)], max_turns=turns)
    return game


def seen_now(game: Game) -> ttrkit.Observation:
    """What the seat that decides sees."""
    assert game.to_move is not None
    return game.observe(game.to_move)


def clock(step: float) -> Callable[[], float]:
    """A clock that goes on by so many seconds whenever somebody looks at it."""
    ticks = count()
    return lambda: step * next(ticks)


class NowAndThen:
    """Looks ahead at every 20th decision of a game, and is greedy in between, which is faster."""

    def __init__(self, seed: int) -> None:
        self._greedy = GreedyPlayer(seed)
        self._search = SearchPlayer(iterations=2, seed=seed)
        self.searches = 0

    def choose(self, observation: ttrkit.Observation) -> ttrkit.Action:
        """One of the legal actions."""
        if len(observation.history) % 20:
            return self._greedy.choose(observation)
        self.searches += 1
        return self._search.choose(observation)


# Any rules -------------------------------------------------------------------------------------


@pytest.mark.parametrize("name", [*EDITIONS, *HOME_MADE, *ODD])
def test_it_plays_to_the_end_under_any_rule(name: str) -> None:
    """Every action is legal (`play` sees to that), at every number of players in turn."""
    variant = variant_of(name)
    players = variant.players[len(name) % len(variant.players)]
    game = ttrkit.new_game(variant, players=players, seed=3)
    bots = [NowAndThen(seat) for seat in range(players)]
    assert ttrkit.play(game, bots, max_turns=2000).is_final
    assert sum(bot.searches for bot in bots) >= 2


# The same for the same seed, from its observations alone ---------------------------------------


@pytest.mark.parametrize(("name", "turns"), [("paris", 0), ("europe", 45)])
def test_the_same_seed_and_iterations_give_the_same_game(name: str, turns: int) -> None:
    """Move by move."""
    histories = []
    for _ in range(2):
        game = half_played(name, seed=4, turns=turns)
        ttrkit.play(game, [SearchPlayer(iterations=7, seed=1), PlannerPlayer(2)], max_turns=12)
        histories.append(game.history)
    assert histories[0] == histories[1]


@pytest.mark.parametrize(("name", "moments"), [("usa", (0, 45, 55)), ("paris", (0, 5, 15))])
def test_what_is_hidden_makes_no_difference(name: str, moments: tuple[int, ...]) -> None:
    """In another game that looks the same to the seat, it does the same."""
    for turns in moments:
        seen = seen_now(half_played(name, seed=5, turns=turns))
        chosen = SearchPlayer(iterations=7, seed=1).choose(seen)
        for seed in range(2):
            other = ttrkit.determinize(seen, random.Random(seed)).observe(seen.seat)
            assert other == seen
            assert SearchPlayer(iterations=7, seed=1).choose(other) == chosen


def test_it_leaves_the_observation_and_its_game_alone() -> None:
    """It plays in made-up games only."""
    game = half_played("europe", seed=2, turns=50)
    before = seen_now(game)
    SearchPlayer(iterations=7, seed=1).choose(before)
    assert seen_now(game) == before


def test_a_copy_goes_on_alike() -> None:
    """So that it can be sent to other processes."""
    seen = seen_now(half_played("paris", seed=3, turns=6))
    bot = SearchPlayer(iterations=7, seed=1)
    twins = [copy.deepcopy(bot), pickle.loads(pickle.dumps(bot))]
    chosen = bot.choose(seen)
    assert [twin.choose(seen) for twin in twins] == [chosen, chosen]


# What it sees ----------------------------------------------------------------------------------


def test_it_sees_what_the_last_turn_brings() -> None:
    """It claims the route with the most points that its cards pay."""
    hands = {0: {"blue": 6, "red": 1}, 1: {"wild": 1}}
    game = ttrkit.position("usa", players=2, to_move=1, trains={1: 3}, hands=hands, seed=1)
    game.apply(next(a for a in game.legal_actions() if isinstance(a, ttrkit.ClaimRoute)))
    assert game.turns_left == 2
    action = SearchPlayer(iterations=7, seed=1).choose(seen_now(game))
    assert isinstance(action, ttrkit.ClaimRoute)
    assert action.route.length == 6


def test_it_takes_the_link_that_its_rival_needs() -> None:
    """The rival's coasts lack one link between them, and it has too few trains for the way round.

    The planner does not see that. The search guesses the ticket by what the rival has built.
    """
    game = ttrkit.position(
        "usa",
        players=2,
        seed=1,
        claimed=[
            [
                ("Vancouver", "Calgary"),
                ("Calgary", "Winnipeg"),
                ("Winnipeg", "Duluth"),
                ("Duluth", "Toronto"),
                ("Toronto", "Montréal"),
            ],
            [("Los Angeles", "El Paso"), ("El Paso", "Houston"), ("New Orleans", "Miami")],
        ],
        trains=[9, 8],
        scores=[40, 45],
        hands=[{"blue": 3, "white": 2, "green": 1}, {"red": 1, "yellow": 1, "purple": 1}],
        tickets=[[("Vancouver", "Montréal")], [("Los Angeles", "Miami")]],
    )
    seen = seen_now(game)
    missing = ("Houston", "New Orleans")
    planned = PlannerPlayer(1).choose(seen)
    assert not isinstance(planned, ttrkit.ClaimRoute) or planned.route.cities != missing
    for seed in range(3):
        best = SearchPlayer(iterations=20, seed=seed).choose(seen)
        assert isinstance(best, ttrkit.ClaimRoute)
        assert best.route.cities == missing
    gain = 0
    for action, sign in ((best, 1), (planned, -1)):
        other = game.copy()
        other.apply(action)
        totals = ttrkit.play(other, [PlannerPlayer(1), PlannerPlayer(2)]).totals
        gain += sign * (totals[0] - totals[1])
    assert gain > 20


@pytest.mark.parametrize("name", ["usa", "asia"])
def test_as_long_as_many_turns_are_left_it_is_the_planner(name: str) -> None:
    """It does what the planner does, and takes no time; then it begins to search."""
    players = ttrkit.get_variant(name).players[0]
    game = ttrkit.new_game(name, players=players, seed=2)
    planner, search = PlannerPlayer(1), SearchPlayer(iterations=2, seed=1)
    others = [PlannerPlayer(seat) for seat in range(players)]
    compared = 0
    while turns_left(Sight(seen := seen_now(game))) > SEARCHED_TURNS:
        action = others[seen.seat].choose(seen)
        if seen.seat == 0:
            action = planner.choose(seen)
            assert search.choose(seen) == action
            compared += 1
        game.apply(action)
    assert compared > 20
    assert not game.is_over


def test_it_departs_from_the_planner_now_and_then() -> None:
    """In some decisions of a game another candidate is clearly better, in others none is."""
    game = ttrkit.new_game("paris", players=2, seed=1)
    planner, search = PlannerPlayer(1), SearchPlayer(iterations=12, seed=1)
    same = []
    while not game.is_over and len(game.history) < 30:
        seen = seen_now(game)
        action = planner.choose(seen)
        same.append(search.choose(seen) == action)
        game.apply(action)
    assert 5 < sum(same) < len(same) - 5


# Time ------------------------------------------------------------------------------------------


def test_more_seconds_are_more_iterations_of_the_same(monkeypatch: pytest.MonkeyPatch) -> None:
    """Time limits the number of made-up games, and changes nothing else."""
    monkeypatch.setattr("ttrkit.bots.search.MAX_WORLDS", 12)
    for turns in (6, 9, 12):
        seen = seen_now(half_played("paris", seed=3, turns=turns))
        always = SearchPlayer(10.0, seed=1, clock=clock(0.0))
        assert always.choose(seen) == SearchPlayer(iterations=12, seed=1).choose(seen)


@pytest.mark.parametrize("budget", [{"seconds": 0}, {"iterations": 1}])
def test_without_time_it_is_the_planner(budget: dict[str, Any]) -> None:
    """No seconds at all suffice for a move; and in one made-up game there is nothing to be seen."""
    for seed in range(4):
        seen = seen_now(half_played("usa", seed=seed, turns=55))
        assert SearchPlayer(**budget, seed=1).choose(seen) == PlannerPlayer(1).choose(seen)


def test_no_choice_costs_nothing() -> None:
    """Neither time nor chance: the next decision is that of a bot which was never asked."""
    seen = seen_now(half_played("paris", seed=3, turns=6))
    forced = seen.__replace__(legal_actions=seen.legal_actions[:1])
    asked, fresh = (SearchPlayer(iterations=7, seed=1) for _ in range(2))
    assert asked.choose(forced) == seen.legal_actions[0]
    assert asked.choose(seen) == fresh.choose(seen)


# Arguments -------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("arguments", "kind", "message"),
    [
        ({"seconds": 1, "iterations": 5}, ValueError, "seconds or iterations, not both"),
        ({"seconds": -1}, ValueError, "seconds: 0 or more are wanted, not -1"),
        ({"seconds": float("nan")}, ValueError, "seconds: 0 or more are wanted, not nan"),
        ({"seconds": "long"}, TypeError, "seconds: a number is wanted, such as 0.5, not 'long'"),
        ({"iterations": 0}, ValueError, "iterations"),
        ({"iterations": 1.5}, TypeError, "iterations"),
        ({"seed": "x"}, TypeError, "seed"),
    ],
)
def test_bad_arguments_are_refused(
    arguments: dict[str, object], kind: type[Exception], message: str
) -> None:
    """In words that say what is wanted."""
    with pytest.raises(kind, match=message):
        SearchPlayer(**arguments)  # type: ignore[arg-type]


def test_it_has_a_name() -> None:
    """With the seconds a move behind a colon."""
    seen = seen_now(half_played("paris", seed=3, turns=6))
    assert BOTS["search"]("0", seed=1).choose(seen) in seen.legal_actions
    assert isinstance(BOTS["search"](seed=1), SearchPlayer)
    with pytest.raises(ValueError, match=r'such as search:0\.5, not "fast"'):
        BOTS["search"]("fast", seed=1)
