"""What a planner remembers: copies go on from it, and other bots may ask for it."""

import random
from typing import Any

import attrs
import pytest

import ttrkit
from tests.properties.home_made import DEPOTS
from ttrkit import Game, RandomPlayer
from ttrkit.bots import PlannerPlayer, memory
from ttrkit.bots.chart import chart_of
from ttrkit.bots.ground import Ground
from ttrkit.bots.planning import Budget, Drafting
from ttrkit.bots.sight import Sight
from ttrkit.testing.invariants import state_of


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


def test_a_plan_is_kept_between_decisions(monkeypatch: pytest.MonkeyPatch) -> None:
    """New ones are made when a link of it is gone or the tickets change, not at every decision."""
    made = []

    class Counted(Drafting):
        def __init__(self, ground: Ground, budget: Budget, *funds: Any) -> None:
            made.append(budget)
            super().__init__(ground, budget, *funds)

    monkeypatch.setattr(memory, "Drafting", Counted)
    game = ttrkit.new_game("usa", players=2, seed=1)
    ttrkit.play(game, [PlannerPlayer(1), PlannerPlayer(2)])
    assert 2 < len(made) < len(game.history) / 4


@pytest.mark.parametrize("name", ["usa", "europe", "paris"])
def test_who_remembers_judges_as_who_does_not(name: str) -> None:
    """Tickets that were completed since the plan was made count once."""
    game = ttrkit.new_game(name, players=2, seed=1)
    planners = [PlannerPlayer(1), PlannerPlayer(2)]
    completed = 0
    for turn, seat, _ in ttrkit.players.moves(game, planners):
        if turn and not game.is_over:
            seen = game.observe(seat)
            assert planners[seat].judge(seen) == PlannerPlayer(3).judge(seen)
            completed += not planners[seat].planned_links(seen)
    assert completed


def test_a_route_that_a_rule_closes_is_planned_no_more() -> None:
    """Though nobody has claimed it, the ground has changed."""
    game = ttrkit.position(
        "usa", players=2, tickets={0: [("Seattle", "New York")]}, hands=[{"red": 1}], seed=1
    )
    planner = PlannerPlayer(1)
    before, *_ = planner.planned_links(game.observe(0))
    sight = Sight(game.observe(0))
    ground = Ground(sight)
    assert ground.fits(Sight(game.observe(0)))
    for number in ground.chart.routes_of[before]:
        state_of(game).close(game.board.routes[number])
    assert not ground.fits(Sight(game.observe(0)))
    after = planner.planned_links(game.observe(0))
    assert before not in after
    assert len(after) > 1


def test_what_a_plan_takes_shrinks_with_what_is_built() -> None:
    """By the numbers of the route that was planned, be others beside it longer or shorter."""
    usa = ttrkit.get_variant("usa")
    first = usa.board.route("Boston", "New York")
    longer = attrs.evolve(first, length=6)
    routes = [longer if route is first else route for route in usa.board.routes]
    board = attrs.evolve(usa.board, routes=tuple(routes))
    variant = attrs.evolve(usa, name="long", board=board)
    game = ttrkit.position(variant, players=2, tickets={0: [("Boston", "Washington")]}, seed=1)
    sight = Sight(game.observe(0))
    ground = Ground(sight)
    plan = Drafting(ground, Budget(45, 99.0)).plan(sight.tickets)
    kept = plan.copy()
    for link in [*plan.links]:
        others = plan.links - {link}
        plan.drop([link])
        assert plan.links == others
        assert plan.trains == sum(
            [ground.chart.lengths[ground.open_of[each][0]] for each in others]
        )
    assert (plan.trains, plan.takes) == (0, {})
    assert plan.turns == pytest.approx(0)
    assert len(kept.takes) == len(kept.links) > 1


def test_chance_goes_on_alike_in_a_copy() -> None:
    """Where it knows nothing better, its choice is the first of its candidates."""
    game = ttrkit.new_game(DEPOTS, players=DEPOTS.players[0], seed=1)
    planner, left = PlannerPlayer(3), 0
    bots = [RandomPlayer(seat) for seat in range(DEPOTS.players[0])]
    while not game.is_over:
        assert game.to_move is not None
        seen = game.observe(game.to_move)
        if seen.decision == "call out" and len(seen.legal_actions) > 1:
            left += 1
            first = planner.copy().candidates(seen)[0][0]
            assert planner.copy().choose(seen) == first == planner.choose(seen)
        game.apply(bots[game.to_move].choose(seen))
    assert left > 2
