"""The score at the end: tickets and the longest route."""

import pytest

import ttrkit
from tests.conformance.helpers import board, plain_routes, regular_tickets, way
from ttrkit import Game, Route


def longest(*routes: tuple[str, str]) -> int:
    """The longest route of a seat of the base game with these routes."""
    game = ttrkit.position("usa", players=2, claimed={0: routes})
    return game.tally().longest_route(0)


def bonuses(game: Game) -> list[int]:
    """The points for the longest route, by seat."""
    return [sheet["longest route"] for sheet in game.result().sheets]


@pytest.mark.clause("US-81", "PA-81", "EU-81")
def test_completed_tickets_add_and_others_subtract(edition: str) -> None:
    """Joined by one's own routes it adds its points, with one route missing it subtracts them."""
    for ticket in regular_tickets(edition)[:12]:
        routes = way(board(edition), ticket.a, ticket.b)
        for missing in (None, *routes):
            own = [route for route in routes if route != missing]
            game = ttrkit.position(
                edition, players=2, claimed={0: own}, tickets={0: [ticket]}, scores=[30, 0]
            )
            expected = -ticket.points if missing else ticket.points
            result = game.result()
            assert [sheet["tickets"] for sheet in result.sheets] == [expected, 0]
            assert game.seats[0].score == 30  # it is added at the end
            done = game.tally().tickets(0).completed
            assert done == (() if missing else (ticket,))
            assert sum(result.sheets[0].values()) == result.totals[0]


@pytest.mark.clause("US-81", "PA-81", "EU-81")
def test_others_routes_do_not_complete_a_ticket(edition: str) -> None:
    """The whole way belongs to the player: not one route of it to another."""
    ticket = max(regular_tickets(edition), key=lambda t: len(way(board(edition), t.a, t.b)))
    routes = way(board(edition), ticket.a, ticket.b)
    for lent in routes:
        own = [route for route in routes if route != lent]
        both = {0: own, 1: [lent]}
        game = ttrkit.position(edition, players=2, claimed=both, tickets={0: [ticket]})
        assert game.result().sheets[0]["tickets"] == -ticket.points


@pytest.mark.clause("US-81")
def test_every_ticket_counts_for_itself() -> None:
    """Some completed, some not, over one network or several, however long the way round."""
    game = ttrkit.position(
        "usa",
        players=2,
        claimed={
            0: [
                ("Seattle", "Portland"),
                ("Seattle", "Vancouver"),
                ("Boston", "New York"),
                ("New York", "Washington"),
                ("Calgary", "Vancouver"),
            ]
        },
        tickets={
            0: [
                ("Vancouver", "Portland"),  # 2
                ("Boston", "Washington"),  # 4
                ("Los Angeles", "New York"),  # 20, not completed
                ("Washington", "Atlanta"),  # 4, not completed
            ],
            1: [("Boston", "Miami")],
        },
    )
    assert [sheet["tickets"] for sheet in game.result().sheets] == [2 + 4 - 20 - 4, -12]


@pytest.mark.clause("US-82", "EU-82")
def test_ten_points_for_the_longest_route_to_all_who_tie(edition: str) -> None:
    """The most trains in one continuous route, not the most trains or routes."""
    first = max(plain_routes(board(edition)), key=lambda route: route.length)
    apart = [r for r in _scattered(edition, first) if r.length < first.length][:4]
    assert len(apart) == 4
    game = ttrkit.position(edition, players=2, claimed={0: [first], 1: apart})
    assert sum(route.length for route in apart) > first.length
    assert game.tally().longest_route(0) == first.length
    assert game.tally().longest_route(1) == max(route.length for route in apart)
    assert bonuses(game) == [10, 0]
    as_long = [r for r in _scattered(edition, first) if r.length == 2]
    tied = ttrkit.position(
        edition, players=3, claimed={0: as_long[:1], 1: as_long[1:2], 2: as_long[2:3]}
    )
    assert bonuses(tied) == [10, 10, 10]
    assert [seat.score for seat in tied.seats] == [0, 0, 0]  # it is added at the end


def _scattered(edition: str, first: Route) -> list[Route]:
    """Routes that touch neither each other nor the first."""
    found: list[Route] = []
    touched = {first.a, first.b}
    for route in plain_routes(board(edition)):
        if not touched & {route.a, route.b}:
            found.append(route)
            touched |= {route.a, route.b}
    return found


@pytest.mark.clause("US-82")
def test_loops_and_repeated_cities_count() -> None:
    """A city may be passed several times, no train twice."""
    triangle = [("Atlanta", "Charleston"), ("Charleston", "Raleigh"), ("Atlanta", "Raleigh")]
    assert longest(*triangle) == 2 + 2 + 2
    assert longest(*triangle, ("Atlanta", "Nashville")) == 7
    tails = [("Atlanta", "Nashville"), ("Pittsburgh", "Raleigh")]
    assert longest(*triangle, *tails) == 2 + 6  # the longer tail and all the way round
    both_at_one_city = [("Atlanta", "Nashville"), ("Atlanta", "Miami")]
    assert longest(*triangle, *both_at_one_city) == 1 + 6 + 5
    two_loops = [
        *triangle,
        ("Raleigh", "Washington"),
        ("Pittsburgh", "Washington"),
        ("Pittsburgh", "Raleigh"),
    ]
    assert longest(*two_loops) == 12


@pytest.mark.clause("US-82")
def test_a_fork_counts_its_two_best_branches() -> None:
    """No train is used twice: the third branch is left out."""
    fork = [("Helena", "Seattle"), ("Duluth", "Helena"), ("Helena", "Omaha")]
    assert longest(*fork) == 6 + 6
    assert longest(*fork, ("Duluth", "Omaha")) == 6 + 6 + 2 + 5


@pytest.mark.clause("US-82")
def test_others_routes_do_not_join_ones_own() -> None:
    """A gap that another player fills remains a gap."""
    ends = [("Helena", "Seattle"), ("Duluth", "Toronto")]
    game = ttrkit.position(
        "usa",
        players=3,
        claimed={0: ends, 1: [("Duluth", "Helena")], 2: [("Miami", "New Orleans")]},
    )
    assert [game.tally().longest_route(seat) for seat in range(3)] == [6, 6, 6]
    assert bonuses(game) == [10, 10, 10]
    game = ttrkit.position("usa", players=3, claimed={0: [*ends, ("Duluth", "Helena")]})
    assert game.tally().longest_route(0) == 18
    assert bonuses(game) == [10, 0, 0]
    path = game.tally().longest_route_path(0)
    assert sum(route.length for route in path) == 18
    assert len(path) == 3


@pytest.mark.clause("GAP-05")
def test_no_bonus_for_no_route_at_all() -> None:
    """A longest route of zero is none, though all tie for it."""
    game = ttrkit.position("usa", players=3)
    assert bonuses(game) == [0, 0, 0]
    assert game.result().totals == (0, 0, 0)
    game = ttrkit.position("usa", players=3, claimed={1: [("Seattle", "Portland")]})
    assert bonuses(game) == [0, 10, 0]


@pytest.mark.clause("GAP-27")
def test_totals_may_be_negative() -> None:
    """Tickets that are not completed take a score below zero, and the least bad wins."""
    tickets = {
        0: [("Boston", "Miami"), ("Seattle", "New York")],
        1: [("Calgary", "Phoenix")],
    }
    game = ttrkit.position("usa", players=2, tickets=tickets, scores=[2, 1])
    result = game.result()
    assert result.totals == (2 - 12 - 20, 1 - 13)
    assert result.winners == (1,)
