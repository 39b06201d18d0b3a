"""Prospects: what seats can expect in the end, by weights that were fitted to planners' games."""

import random

import pytest

import ttrkit
from ttrkit import Game
from ttrkit.bots import PlannerPlayer
from ttrkit.bots.chart import chart_of
from ttrkit.bots.fitted import WEIGHTS
from ttrkit.bots.minds import Drafts
from ttrkit.bots.playouts import Playout
from ttrkit.bots.prospects import Clock, Standing, expected, features
from ttrkit.engine import State
from ttrkit.knowledge import possible_state

STANDING = Standing(
    points=40.0,
    hoped=12.0,
    given_up=0.0,
    open_tickets=1,
    worth=14.0,
    links=3,
    lack=4,
    spare=2,
    most_spare=1,
    wilds=1,
    cards=7,
    free=12,
    is_next=True,
)
CLOCK = Clock(12.0, 14.0, 10.5)


def dealt(game: Game) -> State:
    """A state that fits what the seat that decides has seen."""
    assert game.to_move is not None
    return possible_state(game.observe(game.to_move), random.Random(1))


def test_every_number_has_its_weight() -> None:
    """In the same order."""
    chart = chart_of(ttrkit.get_variant("usa").engine)
    assert len(features(chart, STANDING, CLOCK)) == len(WEIGHTS)


@pytest.mark.parametrize("name", ["usa", "europe", "paris", "asia"])
@pytest.mark.parametrize(
    "better",
    [
        {"points": 45.0},
        {"hoped": 14.0},
        {"lack": 2},
        {"spare": 4, "most_spare": 3, "cards": 9},
    ],
)
def test_more_is_better(name: str, better: dict[str, float]) -> None:
    """Of points, of tickets within reach, of cards that are not lacking or to spare."""
    chart = chart_of(ttrkit.get_variant(name).engine)
    before = expected(chart, STANDING, CLOCK)
    assert expected(chart, STANDING._replace(**better), CLOCK) > before  # type: ignore[arg-type]


@pytest.mark.parametrize("name", ["usa", "europe", "paris"])
def test_they_foretell_what_comes(name: str) -> None:
    """Half-way through games of planners, within some usual turns on average."""
    turns = {"paris": 14}.get(name, 36)
    usual = chart_of(ttrkit.get_variant(name).engine).usual.turn
    apart = []
    for seed in range(12):
        game = ttrkit.new_game(name, players=2, seed=seed)
        planners = [PlannerPlayer(1), PlannerPlayer(2)]
        ttrkit.play(game, planners, max_turns=turns)
        state = dealt(game)
        seat = state.decision[1] if state.decision else 0
        hoped = Playout(state, Drafts()).prospects()[seat]
        totals = ttrkit.play(game, planners).totals
        apart.append((totals[seat] - hoped) / usual)
    assert abs(sum(apart)) / len(apart) < 4
    assert sum(map(abs, apart)) / len(apart) < 8


def test_they_can_be_judged_at_once() -> None:
    """At the first turn of a game, too."""
    game = ttrkit.new_game("usa", players=2, seed=1)
    ttrkit.play(game, [PlannerPlayer(1), PlannerPlayer(2)], max_turns=1)
    points = Playout(dealt(game), Drafts()).prospects()
    assert all(60 < each < 180 for each in points)
