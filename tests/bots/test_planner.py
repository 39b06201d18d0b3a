"""The planner: strong, fair, the same for the same seed, and undaunted by unknown rules."""

import copy
import pickle
import random
from functools import cache
from importlib import import_module
from pathlib import Path

import pytest

import ttrkit
from tests.properties.home_made import DEPOTS, FOG
from ttrkit import ClaimRoute, DrawTickets, Game, Observation, RandomPlayer, Variant
from ttrkit.bots import BOTS, GreedyPlayer, PlannerPlayer, Traits
from ttrkit.bots.personas import PERSONAS, persona

EDITIONS = ttrkit.variant_names()
FOLDER = Path(__file__).parents[2] / "examples"
GALLERY = [f"examples.gallery.{path.stem}" for path in sorted((FOLDER / "gallery").glob("*.py"))]
HOME_MADE = [*GALLERY, "benelux", "mixed"]


@cache
def home_made(name: str) -> Variant:
    """A variant of the examples."""
    found = import_module(name).VARIANT
    assert isinstance(found, Variant)
    return found


def play_planned(variant: str | Variant, players: int, seed: int) -> Game:
    """A finished game of planners."""
    game = ttrkit.new_game(variant, players=players, seed=seed)
    bots = [PlannerPlayer(seed + seat) for seat in range(players)]
    assert ttrkit.play(game, bots, max_turns=2000).is_final
    return game


def share_of_wins(variant: str | Variant, players: int, rival: str, seeds: range) -> float:
    """The planner's share of wins: every second team is its, in turns the first and the other."""
    won = 0.0
    for seed in seeds:
        game = ttrkit.new_game(variant, players=players, seed=seed)
        names = ["planner" if (seat.team + seed) % 2 else rival for seat in game.seats]
        bots = [BOTS[name](seed=seed + at) for at, name in enumerate(names)]
        winners = ttrkit.play(game, bots, max_turns=2000).winners
        won += sum((team + seed) % 2 for team in winners) / len(winners)
    return won / len(seeds)


# Strength --------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("name", "players"), [("usa", 2), ("europe", 2), ("paris", 2), ("asia", 4)]
)
def test_it_beats_the_greedy_bot(name: str, players: int) -> None:
    """In most games; the documentation has the figures of many more."""
    games = 40 if name == "paris" else 20
    assert share_of_wins(name, players, "greedy", range(games)) >= 0.55


@pytest.mark.parametrize("name", HOME_MADE)
def test_it_beats_chance_under_any_rule(name: str) -> None:
    """On all boards and under all rules of the examples."""
    variant = home_made(name)
    assert share_of_wins(variant, min(variant.players), "random", range(6)) >= 5 / 6


@pytest.mark.parametrize("name", EDITIONS)
def test_it_finishes_games_for_any_number_of_players(name: str) -> None:
    """Every action is legal (`play` sees to that), and tickets get completed."""
    for players in ttrkit.get_variant(name).players:
        tally = play_planned(name, players, seed=players).tally()
        assert any(tally.tickets(team).completed for team in tally.teams)


@pytest.mark.parametrize("variant", [DEPOTS, FOG], ids=["depots", "fog"])
def test_it_copes_with_rules_that_it_does_not_know(variant: Variant) -> None:
    """Actions and decisions of others, hidden piles, and routes that are closed for a while."""
    for players in variant.players:
        play_planned(variant, players, seed=players)


def test_it_copes_with_boards_without_tickets_or_grey_routes() -> None:
    """It claims routes until the end."""
    import attrs

    usa = ttrkit.get_variant("usa")
    bare = attrs.evolve(usa, name="bare", board=attrs.evolve(usa.board, tickets=()))
    game = play_planned(bare, 2, seed=1)
    assert all(len(seat.routes) > 5 for seat in game.seats)


# The same for the same seed, from its observations alone ---------------------------------------


@pytest.mark.parametrize("name", EDITIONS)
def test_the_same_seeds_give_the_same_game(name: str) -> None:
    """Move by move."""
    players = ttrkit.get_variant(name).players[0]
    one, two = (play_planned(name, players, seed=4) for _ in range(2))
    assert one.history == two.history


@pytest.mark.parametrize(
    ("variant", "players"),
    [("usa", 3), ("europe", 2), ("paris", 3), ("asia", 4), (home_made("mixed"), 4), (DEPOTS, 4)],
    ids=["usa", "europe", "paris", "asia", "mixed", "depots"],
)
def test_what_is_hidden_makes_no_difference(variant: str | Variant, players: int) -> None:
    """In another game that looks the same to the seat, it does the same.

    Its twin is shown the other game instead, from the first decision on.
    """
    rng = random.Random(5)
    game = ttrkit.new_game(variant, players=players, seed=5)
    bots = [PlannerPlayer(seat) for seat in range(players)]
    twins = [PlannerPlayer(seat) for seat in range(players)]
    number = 0
    while (seat := game.to_move) is not None:
        seen = game.observe(seat)
        number += 1
        other = seen
        if number % 4 == 0:
            other = ttrkit.determinize(seen, rng).observe(seat)
            assert other == seen
        action = bots[seat].choose(seen)
        assert twins[seat].choose(other) == action, f"decision {number}"
        game.apply(action)


def test_it_reads_observations_that_were_sent_elsewhere() -> None:
    """An observation that comes from its pickle is answered in the same way."""
    game = ttrkit.new_game("europe", players=2, seed=6)
    bots, twins = ([PlannerPlayer(seat) for seat in range(2)] for _ in range(2))
    number = 0
    while (seat := game.to_move) is not None:
        seen = game.observe(seat)
        number += 1
        sent: Observation = pickle.loads(pickle.dumps(seen)) if number % 9 == 0 else seen
        action = bots[seat].choose(seen)
        assert twins[seat].choose(sent) == action
        game.apply(action)


def test_one_bot_can_play_two_games_at_once() -> None:
    """Whatever it remembers of one, its moves in the other are legal."""
    games = [ttrkit.new_game(name, players=2, seed=7) for name in ("usa", "europe", "usa")]
    bot = PlannerPlayer(1)
    while any(not game.is_over for game in games):
        for game in games:
            if (seat := game.to_move) is not None:
                game.apply(bot.choose(game.observe(seat)))
    assert all(game.result().is_final for game in games)


def test_it_joins_a_game_in_the_middle() -> None:
    """A planner that has seen nothing before finds a move, and so does a copy of one."""
    game = play_half("usa", seed=8)
    seat = game.to_move
    assert seat is not None
    seen = game.observe(seat)
    fresh = PlannerPlayer(1)
    assert fresh.choose(seen) in seen.legal_actions
    for twin in (copy.deepcopy(fresh), pickle.loads(pickle.dumps(fresh))):
        assert twin.choose(seen) == fresh.choose(seen)


def play_half(name: str, seed: int) -> Game:
    """A game of random players, left in the middle of its turns."""
    game = ttrkit.new_game(name, players=2, seed=seed)
    ttrkit.play(game, [RandomPlayer(1), GreedyPlayer(2)], max_turns=40)
    return game


# Its inside ------------------------------------------------------------------------------------


@pytest.mark.parametrize("name", EDITIONS)
def test_candidates_are_sensible_actions_with_its_own_choice_first(name: str) -> None:
    """They are legal, each comes once, and they are fewer than all."""
    players = ttrkit.get_variant(name).players[0]
    game = ttrkit.new_game(name, players=players, seed=9)
    bots = [PlannerPlayer(seat) for seat in range(players)]
    listed = legal = 0
    while (seat := game.to_move) is not None:
        seen = game.observe(seat)
        found = [action for action, _ in bots[seat].candidates(seen)]
        assert len({*found}) == len(found)
        assert {*found} <= {*seen.legal_actions}
        listed += len(found)
        legal += len(seen.legal_actions)
        action = bots[seat].choose(seen)
        if len(seen.legal_actions) > 1:
            assert found[0] == action
        game.apply(action)
    assert listed < legal


def test_it_judges_who_is_ahead() -> None:
    """By points that are scored, and by tickets that are completed."""
    way = [("Boston", "New York"), ("New York", "Washington")]
    even = ttrkit.position("usa", players=2)
    ahead = ttrkit.position(
        "usa", players=2, claimed={0: way}, tickets={0: [("Boston", "Washington")]}
    )
    judge = PlannerPlayer(1).judge
    assert judge(even.observe(0)) == pytest.approx(0)
    assert judge(ahead.observe(0)) >= 4
    assert judge(ahead.observe(1)) < 0


# Names and personas ----------------------------------------------------------------------------


def test_the_bots_by_name() -> None:
    """Every factory takes a seed, and its name is told in one sentence."""
    assert {"random", "greedy", "planner", *PERSONAS} <= {*BOTS}
    for name, factory in BOTS.items():
        assert callable(factory(seed=1).choose), name
        assert (factory.__doc__ or "").endswith("."), name


def test_an_unknown_persona() -> None:
    """Is refused, and the message lists those that there are."""
    with pytest.raises(LookupError, match=r'no persona "saint"; there are hoarder, sprinter'):
        persona("saint")


@cache
def habits(name: str) -> tuple[float, float, float]:
    """The mean length of its routes, its draws of tickets a game, and the turns of a game."""
    trains = claims = draws = turns = 0
    games = 8
    for seed in range(games):
        game = ttrkit.new_game("usa", players=2, seed=seed)
        for turn, seat, action in ttrkit.players.moves(
            game, [BOTS[name](seed=seed), BOTS["greedy"](seed=seed)]
        ):
            turns = turns + 1 if turn else turns
            if seat == 0:
                draws += isinstance(action, DrawTickets)
                if isinstance(action, ClaimRoute):
                    trains, claims = trains + action.route.length, claims + 1
    return trains / claims, draws / games, turns / games


def test_personas_do_what_they_are_called_for() -> None:
    """Long routes for the hoarder, short games for the sprinter, more tickets for the collector."""
    length, draws, turns = habits("planner")
    assert habits("hoarder")[0] > length + 0.5
    assert habits("sprinter")[2] < turns - 2
    assert habits("collector")[1] > draws


def test_a_blocker_takes_what_a_rival_needs() -> None:
    """Of two routes of the same points, that which a rival builds towards."""
    game = ttrkit.position(
        "usa",
        players=2,
        hands=[{"red": 4, "purple": 4}],
        claimed={1: [("Dallas", "Oklahoma City"), ("El Paso", "Phoenix")]},
        tickets={0: []},
        trains=[12, 12],
        market=["wild", "white"],
    )
    blocker = PlannerPlayer(1, traits=Traits(block_zeal=9.0, ticket_turns=99.0))
    action = blocker.choose(game.observe(0))
    assert isinstance(action, ClaimRoute)
    assert action.route.cities == ("Dallas", "El Paso")
