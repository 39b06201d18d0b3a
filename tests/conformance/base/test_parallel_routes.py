"""Double routes: who may claim the second one."""

import pytest

import ttrkit
from tests.conformance.helpers import all_but, allow, board, claimable, double, refuse
from ttrkit import ClaimRoute, Route

CLOSED_WITH = {"usa": (2, 3), "europe": (2, 3), "paris": (2,)}


def wilds(route: Route) -> ClaimRoute:
    """A claim with wilds alone."""
    return ClaimRoute(route, {"wild": route.length})


def doubles(edition: str) -> list[tuple[Route, Route]]:
    """All double routes of a board, both ways round."""
    routes = [route for route in board(edition).routes if route.group is not None]
    return [(r, s) for r in routes for s in routes if r.group == s.group and r is not s]


@pytest.mark.clause("US-25", "EU-25", "PA-25")
def test_nobody_claims_both_routes_of_a_double(edition: str) -> None:
    """With however many players, the second is closed to whoever has the first."""
    for players in ttrkit.get_variant(edition).players:
        for first, second in (double(board(edition)), double(board(edition))[::-1]):
            game = ttrkit.position(edition, players=players, hands=[{"wild": 2 * first.length}])
            allow(game, wilds(first), wilds(second))
            game.apply(wilds(first))
            while game.to_move != 0:
                game.apply(ttrkit.DrawTickets())
                game.apply(game.legal_actions()[0])
            assert "closed to you" in refuse(game, wilds(second))
            assert second not in claimable(game)


@pytest.mark.clause("US-25", "EU-25", "PA-25")
def test_that_holds_for_every_double_of_the_board(edition: str) -> None:
    """In a set-up position too, whichever of the two is owned."""
    most = ttrkit.get_variant(edition).players[-1]
    for first, second in doubles(edition):
        game = ttrkit.position(
            edition, players=most, hands=[all_but(edition)], market=[], claimed={0: [first]}
        )
        assert claimable(game) == {r for r in board(edition).routes if r not in (first, second)}
        assert "parallel" in refuse(game, wilds(second))


@pytest.mark.clause("US-26", "EU-26", "PA-26")
def test_with_few_players_the_other_route_is_closed_to_everyone(edition: str) -> None:
    """Once one route of a double is claimed nobody may claim the other, to the end."""
    first, second = double(board(edition))
    for players in CLOSED_WITH[edition]:
        hands = {seat: {"wild": first.length} for seat in range(2)}
        game = ttrkit.position(edition, players=players, hands=hands)
        game.apply(wilds(first))
        assert game.to_move == 1
        assert "closed to you" in refuse(game, wilds(second))
        refuse(game, wilds(first))
        assert second not in claimable(game)
    for one, other in doubles(edition):
        players = CLOSED_WITH[edition][-1]
        for seat in range(players):
            game = ttrkit.position(
                edition,
                players=players,
                to_move=seat,
                hands={seat: all_but(edition)},
                market=[],
                claimed={0: [one]},
            )
            assert claimable(game) == {r for r in board(edition).routes if r not in (one, other)}


@pytest.mark.clause("US-26", "EU-26", "PA-26")
def test_with_more_players_the_other_route_stays_open_to_the_others(edition: str) -> None:
    """Two different players may claim one each; then both are taken."""
    first, second = double(board(edition))
    most = ttrkit.get_variant(edition).players
    for players in [n for n in most if n not in CLOSED_WITH[edition]]:
        hands = {seat: {"wild": first.length} for seat in range(2)}
        game = ttrkit.position(edition, players=players, hands=hands)
        game.apply(wilds(first))
        allow(game, wilds(second))
        refuse(game, wilds(first))
        game.apply(wilds(second))
        assert game.seats[0].routes == (first,)
        assert game.seats[1].routes == (second,)
        assert game.to_move == 2
        refuse(game, wilds(first), wilds(second))


@pytest.mark.clause("US-26")
def test_only_the_parallel_route_closes() -> None:
    """Other routes of the same two cities' neighbourhood stay open, as do other doubles."""
    usa = board("usa")
    taken = usa.route("Boston", "New York", "yellow")
    game = ttrkit.position(
        "usa", players=3, to_move=1, hands={1: all_but("usa")}, market=[], claimed={0: [taken]}
    )
    closed = {r for r in usa.routes if r not in claimable(game)}
    assert closed == {taken, usa.route("Boston", "New York", "red")}


@pytest.mark.clause("US-25", "EU-25", "PA-25")
def test_no_position_gives_a_seat_both_routes_of_a_double(edition: str) -> None:
    """Named as routes or by their cities, with any number of players."""
    for players in ttrkit.get_variant(edition).players:
        first, second = double(board(edition))
        for pair in ([first, second], [second, first.id], [first.cities, first.cities]):
            with pytest.raises(
                ValueError, match=r"claimed\[1\]: .* is closed to seat 1: .*parallel"
            ):
                ttrkit.position(edition, players=players, claimed={1: pair})


@pytest.mark.clause("US-26", "EU-26", "PA-26")
def test_no_position_has_more_of_a_double_claimed_than_the_players_may(edition: str) -> None:
    """With few players the second is closed to the others too; with more it is theirs."""
    first, second = double(board(edition))
    for players in ttrkit.get_variant(edition).players:
        claimed = {0: [first], 1: [second]}
        if players in CLOSED_WITH[edition]:
            with pytest.raises(ValueError, match=r"claimed\[1\]: .* with so few players no more"):
                ttrkit.position(edition, players=players, claimed=claimed)
        else:
            game = ttrkit.position(edition, players=players, claimed=claimed)
            assert [seat.routes for seat in game.seats[:2]] == [(first,), (second,)]
