"""What a planner remembers: copies go on from it, and other bots may ask for it."""

import random

import pytest

import ttrkit
from ttrkit import Game
from ttrkit.bots import PlannerPlayer
from ttrkit.bots.chart import chart_of


def half_played(name: str, turns: int) -> tuple[Game, list[PlannerPlayer]]:
    """A game of two planners, left in the middle, and these planners."""
    game, planners = ttrkit.new_game(name, players=2, seed=3), [PlannerPlayer(1), PlannerPlayer(2)]
    ttrkit.play(game, planners, max_turns=turns)
    return game, planners


def ended(game: Game, planners: list[PlannerPlayer]) -> tuple[ttrkit.Event, ...]:
    """The history of the game, played to its end by these planners."""
    ttrkit.play(game, planners)
    return game.history


@pytest.mark.parametrize(("name", "turns"), [("usa", 40), ("europe", 40), ("paris", 10)])
def test_copies_go_on_alike_and_apart(name: str, turns: int) -> None:
    """A copy plays as the planner would have played, and what it does leaves the planner alone."""
    twin = ended(*half_played(name, turns))
    game, planners = half_played(name, turns)
    assert game.to_move is not None
    for seed in range(3):  # other games from here, with other cards
        other = ttrkit.determinize(game.observe(game.to_move), random.Random(seed))
        ended(other, [planner.copy() for planner in planners])
    assert ended(game.copy(), [planner.copy() for planner in planners]) == twin
    assert ended(game, planners) == twin


def test_the_links_that_it_plans_and_their_claims() -> None:
    """Both routes from Dallas to Houston are one link, which is claimed with cards to spare."""
    game = ttrkit.position(
        "usa",
        players=2,
        claimed={0: [("Kansas City", "Oklahoma City"), ("Dallas", "Oklahoma City")]},
        tickets={0: [("Kansas City", "Houston")]},
        hands=[{"red": 2, "wild": 1}],
        trains=[3, 45],
        seed=1,
    )
    seen, planner = game.observe(0), PlannerPlayer(1)
    chart = chart_of(seen.variant.engine)
    (link,) = planner.planned_links(seen)
    routes = {game.board.routes[number] for number in chart.routes_of[link]}
    assert routes == {*game.board.routes_between("Dallas", "Houston")}
    claims = planner.claims(seen)
    assert claims[link].cards == ttrkit.cards(red=1)
    claimable = {a.route.id for a in seen.legal_actions if isinstance(a, ttrkit.ClaimRoute)}
    assert {*claims} == {chart.link_of[chart.route_numbers[key]] for key in claimable}


def test_links_of_rivals_are_borrowed_and_not_claimed() -> None:
    """A station is planned for the last link of the ticket, so there is nothing to claim."""
    game = ttrkit.position(
        "europe",
        players=2,
        claimed={
            0: [
                ("Edinburgh", "London"),
                ("Dieppe", "London"),
                ("Dieppe", "Paris"),
                ("Marseille", "Roma"),
                ("Brindisi", "Roma"),
                ("Athína", "Brindisi"),
            ],
            1: [("Marseille", "Paris")],
        },
        tickets={0: [("Edinburgh", "Athína")]},
        hands=[{"red": 1}],
        trains=[3, 6],
        seed=1,
    )
    seen, planner = game.observe(0), PlannerPlayer(1)
    assert planner.planned_links(seen) == []
    action = planner.choose(seen)
    assert isinstance(action, ttrkit.BuildStation)
    assert action.city in {"Marseille", "Paris"}
