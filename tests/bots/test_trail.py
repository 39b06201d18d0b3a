"""The trail: what a further route adds to the odds of having the longest one."""

from math import exp

import pytest

import ttrkit
from ttrkit import Game
from ttrkit.bots import PlannerPlayer
from ttrkit.bots.ground import Ground
from ttrkit.bots.sight import Sight
from ttrkit.bots.trail import CLOSE, SWING, trail_gain
from ttrkit.scoring.trails import longest_trail_length


def gains_of(game: Game, seat: int) -> dict[str, float]:
    """By id of a route: what the trail says that it adds."""
    sight = Sight(game.observe(seat))
    ground = Ground(sight)
    return {
        route.id: trail_gain(sight, ground, number)
        for number, route in enumerate(game.board.routes)
    }


def longest(game: Game, *routes: ttrkit.Route) -> int:
    """The length of the longest trail over these routes."""
    names = {city.name: number for number, city in enumerate(game.board.cities)}
    return longest_trail_length([(names[r.a], names[r.b], r.length) for r in routes])


@pytest.mark.parametrize(("name", "players"), [("usa", 2), ("europe", 3), ("asia", 4)])
@pytest.mark.parametrize("turns", [10, 40, 70])
def test_a_route_adds_what_the_longest_trail_with_it_says(
    name: str, players: int, turns: int
) -> None:
    """Whether it touches the own network or not, with rings and without; teams count as one."""
    game = ttrkit.new_game(name, players=players, seed=turns)
    ttrkit.play(game, [PlannerPlayer(seat) for seat in range(players)], max_turns=turns)
    bonus = SWING * 10
    for seat in range(players):
        team = game.seats[seat].team
        by_team = [[r for s in t.seats for r in game.seats[s].routes] for t in game.teams]
        own = by_team[team]
        rivals = max(longest(game, *by_team[n]) for n in range(len(by_team)) if n != team)

        def odds(length: int, rivals: int = rivals) -> float:
            return 1 / (1 + exp((rivals - length) / CLOSE))

        before = odds(longest(game, *own))
        found = gains_of(game, seat)
        touched = {city for route in own for city in route.cities}
        for route in game.board.routes:
            if any(route in routes for routes in by_team):
                continue
            expected = bonus * (odds(longest(game, *own, route)) - before)
            if touched.isdisjoint(route.cities):
                expected = 0.0
            assert found[route.id] == pytest.approx(expected), (seat, route)


def test_there_is_nothing_to_win_without_the_bonus() -> None:
    """In Paris nobody scores the longest route."""
    game = ttrkit.new_game("paris", players=2, seed=1)
    ttrkit.play(game, [PlannerPlayer(1), PlannerPlayer(2)], max_turns=12)
    assert not any(gains_of(game, 0).values())
