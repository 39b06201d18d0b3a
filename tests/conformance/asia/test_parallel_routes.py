"""Doubles and triples of Team Asia: by the number of players, one per player."""

import pytest

from tests.conformance.asia.common import ASIA, position
from tests.conformance.helpers import all_but, allow, claimable, refuse
from ttrkit import ClaimRoute, Game, Route

GROUPS: dict[str, list[Route]] = {}
for _route in ASIA.routes:
    if _route.group is not None:
        GROUPS.setdefault(_route.group, []).append(_route)
DOUBLES = [routes for routes in GROUPS.values() if len(routes) == 2]
TRIPLES = [routes for routes in GROUPS.values() if len(routes) == 3]
OPEN = next(routes for routes in DOUBLES if {"Canton", "Hong Kong"} == {*routes[0].cities})
SHUT = [routes for routes in DOUBLES if routes is not OPEN]


def wilds(route: Route) -> ClaimRoute:
    """A claim with wilds alone."""
    return ClaimRoute(route, {"wild": route.length})


def with_all_cards(players: int, seat: int, claimed: dict[int, list[Route]]) -> Game:
    """A position in which only what is claimed keeps this seat from a route."""
    return position(
        players, to_move=seat, hands={seat: all_but("asia")}, market=[], claimed=claimed
    )


@pytest.mark.clause("AS-21")
def test_with_four_one_route_of_a_double_closes_the_other_to_everyone() -> None:
    """The partner included, for every double of the board but one, either way round."""
    assert len(SHUT) == 27
    for pair in SHUT:
        for first, second in (pair, pair[::-1]):
            for seat in range(4):
                game = with_all_cards(4, seat, {0: [first]})
                assert claimable(game) == {r for r in ASIA.routes if r not in pair}
                refuse(game, wilds(second))
    first, second = SHUT[0]
    game = position(hands=[{"wild": 2}, {"wild": 2}, {"wild": 2}])
    game.apply(wilds(first))
    assert "no more of these parallel routes" in refuse(game, wilds(second))


@pytest.mark.clause("AS-21")
def test_both_routes_from_hong_kong_to_canton_stay_open() -> None:
    """Also with four: to the partner and to the others, but at most one per player."""
    for players in (4, 6):
        for first, second in (OPEN, OPEN[::-1]):
            for seat in range(players):
                game = with_all_cards(players, seat, {0: [first]})
                assert (second in claimable(game)) == (seat != 0)
                if seat == 0:
                    assert "closed to you" in refuse(game, wilds(second))
    game = position(hands=[{"wild": 2}, {"wild": 2}])
    game.apply(wilds(OPEN[0]))
    allow(game, wilds(OPEN[1]))
    game.apply(wilds(OPEN[1]))
    assert game.seats[1].routes == (OPEN[1],)


@pytest.mark.clause("AS-21")
def test_no_other_set_of_routes_is_always_open() -> None:
    """The exception is the board file's, and is made once."""
    assert {route for route in ASIA.routes if route.always_open} == set(OPEN)


@pytest.mark.clause("AS-22")
def test_with_four_two_routes_of_a_triple_may_be_claimed() -> None:
    """By two different players; then the third is closed to all."""
    assert len(TRIPLES) == 4
    for triple in TRIPLES:
        for n, first in enumerate(triple):
            second, third = (r for r in triple if r is not first)
            for seat in range(4):
                game = with_all_cards(4, seat, {0: [first]})
                free = {second, third} & claimable(game)
                assert free == (set() if seat == 0 else {second, third})
                for owner in (1, 2, 3):
                    game = with_all_cards(4, seat, {0: [first], owner: [second]})
                    assert claimable(game) == {r for r in ASIA.routes if r not in triple}, n
                    refuse(game, wilds(third))


@pytest.mark.clause("AS-22")
def test_partners_may_close_a_triple_to_the_other_team() -> None:
    """Each claims one, and nobody the third."""
    triple = next(routes for routes in TRIPLES if routes[0].length == 2)
    game = position(hands={seat: {"wild": 3 if seat < 2 else 4} for seat in range(4)})
    game.apply(wilds(triple[0]))
    allow(game, wilds(triple[1]), wilds(triple[2]))
    game.apply(wilds(triple[1]))
    assert "no more of these parallel routes" in refuse(game, wilds(triple[2]))
    assert triple[2] not in claimable(game)


@pytest.mark.clause("AS-23")
def test_with_six_every_route_is_open_at_most_one_per_player() -> None:
    """Doubles and triples, to partners and others alike, until all are taken."""
    for group in GROUPS.values():
        for seat in range(6):
            for first in group:
                game = with_all_cards(6, seat, {3: [first]})
                others = {r for r in group if r is not first}
                assert others & claimable(game) == (set() if seat == 3 else others)
    for triple in TRIPLES:
        for seat in range(6):
            game = with_all_cards(6, seat, {0: [triple[0]], 1: [triple[1]]})
            assert (triple[2] in claimable(game)) == (seat > 1)


@pytest.mark.clause("GAP-21")
def test_the_same_player_is_the_seat_not_the_team() -> None:
    """A partner may claim the other route of a double, the owner may not."""
    for players, (first, second) in ((6, SHUT[0]), (4, OPEN), (6, OPEN)):
        for owner in range(players):
            for seat in range(players):
                game = with_all_cards(players, seat, {owner: [first]})
                assert (second in claimable(game)) == (seat != owner)
    cards = {"wild": 2 * SHUT[0][0].length}
    game = position(6, hands=[cards, cards])
    game.apply(wilds(SHUT[0][0]))
    game.apply(wilds(SHUT[0][1]))
    assert [seat.routes for seat in game.seats[:2]] == [(SHUT[0][0],), (SHUT[0][1],)]


@pytest.mark.clause("AS-21", "AS-22")
def test_no_position_has_more_of_a_set_claimed_than_four_may() -> None:
    """The third of a triple, the second of a double; with six, all of them by different seats."""
    for routes in (*TRIPLES, *SHUT):
        claimed = {seat: [route] for seat, route in enumerate(routes)}
        with pytest.raises(ValueError, match=r"is closed to seat \d: with so few players no more"):
            position(4, claimed=claimed)
        assert position(6, claimed=claimed).seats[1].routes == (routes[1],)
