"""Ferries and other routes that only Europe has."""

import pytest

import ttrkit
from tests.conformance.europe.common import EUROPE, FERRIES, MARKET, TUNNELS
from tests.conformance.helpers import all_but, allow, claimable, claims, refuse
from ttrkit import ClaimRoute, Route
from ttrkit.colours import PLAIN_COLOURS
from ttrkit.events.outcomes import TurnedUp

SMYRNA = EUROPE.route("Smyrna", "Palermo")  # 6 spaces, 2 symbols
AMSTERDAM = EUROPE.route("Amsterdam", "London")  # 2 spaces, 2 symbols
RICH = all_but("europe", MARKET)


def ways(route: Route) -> set[ClaimRoute]:
    """All ways to pay a ferry."""
    mixed = {
        ClaimRoute(route, {colour: route.length - wild, "wild": wild})
        for colour in PLAIN_COLOURS
        for wild in range(route.ferry, route.length)
    }
    return mixed | {ClaimRoute(route, {"wild": route.length})}


@pytest.mark.clause("EU-30")
def test_smyrna_palermo_takes_four_of_one_colour_and_two_wilds() -> None:
    """The example of the rules; three or more wilds will do too, one will not."""
    game = ttrkit.position("europe", players=2, hands=[{"red": 6, "blue": 2, "wild": 6}])
    allow(game, *[ClaimRoute(SMYRNA, {"red": 6 - n, "wild": n}) for n in (2, 3, 4, 5, 6)])
    allow(game, *[ClaimRoute(SMYRNA, {"blue": 6 - n, "wild": n}) for n in (4, 5)])
    refuse(game, ClaimRoute(SMYRNA, {"red": 5, "wild": 1}), ClaimRoute(SMYRNA, {"red": 6}))
    refuse(game, ClaimRoute(SMYRNA, {"red": 4, "wild": 1}), ClaimRoute(SMYRNA, {"wild": 2}))
    refuse(game, ClaimRoute(SMYRNA, {"red": 6, "wild": 2}))
    reason = refuse(game, ClaimRoute(SMYRNA, {"red": 3, "blue": 1, "wild": 2}))
    assert "6 cards of one colour, at least 2 of them wild" in reason
    game.apply(ClaimRoute(SMYRNA, {"red": 4, "wild": 2}))
    assert game.seats[0].hand == {"red": 2, "blue": 2, "wild": 4}
    assert game.discards == {"red": 4, "wild": 2}
    assert game.seats[0].trains == 39
    assert game.seats[0].score == 15


@pytest.mark.clause("EU-30")
def test_every_ferry_takes_at_least_as_many_wilds_as_symbols() -> None:
    """With every card in hand, exactly these payments are offered, on all thirteen ferries."""
    assert len(FERRIES) == 13
    assert all(route.colour == "grey" for route in FERRIES)
    game = ttrkit.position("europe", players=5, hands=[RICH], market=MARKET)
    for route in FERRIES:
        offered = [claim for claim in claims(game) if claim.route == route]
        assert set(offered) == ways(route)
        assert len(offered) == len(ways(route))
        short = [
            ClaimRoute(route, {"red": route.length - wild, "wild": wild})
            for wild in range(route.ferry)
        ]
        refuse(game, *short)


@pytest.mark.clause("EU-30")
def test_a_ferry_of_symbols_alone_takes_wilds_alone() -> None:
    """Amsterdam–London has two spaces, both with a symbol."""
    game = ttrkit.position("europe", players=2, hands=[RICH], market=MARKET)
    assert [c for c in claims(game) if c.route == AMSTERDAM] == [ClaimRoute(AMSTERDAM, {"wild": 2})]
    refuse(game, ClaimRoute(AMSTERDAM, {"red": 1, "wild": 1}))


@pytest.mark.clause("EU-30")
def test_without_the_wilds_a_ferry_is_out_of_reach() -> None:
    """However many other cards one has; with one wild those with one symbol are in reach."""
    plain = {colour: 12 for colour in PLAIN_COLOURS if colour not in MARKET}
    for wild in range(3):
        game = ttrkit.position("europe", players=5, hands=[plain | {"wild": wild}])
        reach = {route for route in FERRIES if route.ferry <= wild}
        assert claimable(game) & set(FERRIES) == reach


@pytest.mark.clause("EU-30")
def test_nothing_is_turned_up_for_a_ferry() -> None:
    """It is claimed at once, and is part of the network like any route."""
    game = ttrkit.position("europe", players=2, hands=[{"wild": 2}], deck=["wild"] * 3)
    game.apply(ClaimRoute(AMSTERDAM, {"wild": 2}))
    assert game.seats[0].routes == (AMSTERDAM,)
    assert game.to_move == 1
    assert not any(isinstance(out, TurnedUp) for out in game.history[-1].outcome)


@pytest.mark.clause("EU-24")
def test_long_routes_score_by_the_table_of_europe() -> None:
    """6 spaces give 15 points and 8 give 21; no route has 5 or 7."""
    assert {route.length for route in EUROPE.routes} == {1, 2, 3, 4, 6, 8}
    for ends, length, points in (
        (("Stockholm", "Petrograd"), 8, 21),
        (("Kyïv", "Budapest"), 6, 15),
        (("Palermo", "Smyrna"), 6, 15),
    ):
        route = EUROPE.route(*ends)
        game = ttrkit.position(
            "europe", players=2, hands=[{"wild": 9}], deck=["red"] * 3, scores=[50, 9]
        )
        game.apply(ClaimRoute(route, {"wild": length}))
        assert [seat.score for seat in game.seats] == [50 + points, 9]
        assert game.seats[0].trains == 45 - length


@pytest.mark.clause("EU-27")
def test_only_routes_between_the_same_two_cities_are_a_double() -> None:
    """Whatever a claim closes joins the same two cities; all else stays open, to everyone."""
    for route in EUROPE.routes:
        same = {r for r in EUROPE.routes if {r.a, r.b} == {route.a, route.b}}
        assert len(same) == (1 if route.group is None else 2)
        for seat in (0, 1):
            game = ttrkit.position(
                "europe",
                players=2,
                to_move=seat,
                hands={seat: RICH},
                market=MARKET,
                claimed={0: [route]},
            )
            assert set(EUROPE.routes) - claimable(game) == same


@pytest.mark.clause("EU-27")
def test_one_player_may_have_all_routes_of_a_city_that_are_no_doubles() -> None:
    """Madrid's routes to Lisboa, Cádiz and Barcelona, side by side or not."""
    own = [("Madrid", "Lisboa"), ("Madrid", "Cádiz"), ("Lisboa", "Cádiz")]
    game = ttrkit.position("europe", players=2, hands=[{"yellow": 2}], claimed={0: own})
    allow(game, ClaimRoute(EUROPE.route("Barcelona", "Madrid"), {"yellow": 2}))
    groups = [route.group for route in EUROPE.routes if route.group is not None]
    assert len(groups) == 22
    assert len(set(groups)) == 11


@pytest.mark.clause("EU-26")
def test_a_double_of_tunnels_or_ferries_closes_as_any() -> None:
    """With 2 or 3 players one of the two is closed to everyone, with 4 or 5 it is not."""
    one = EUROPE.route("Essen", "København")
    other = next(r for r in EUROPE.routes if r.group == one.group and r is not one)
    for a, b in ((one, other), *[(r, s) for r in TUNNELS for s in TUNNELS if r.group == s.group]):
        if a is b or a.group is None:
            continue
        for players in (2, 3, 4, 5):
            game = ttrkit.position(
                "europe", players=players, to_move=1, hands={1: {"wild": 3}}, claimed={0: [a]}
            )
            claim = ClaimRoute(b, {"wild": 3})
            if players < 4:
                assert "closed to you" in refuse(game, claim)
            else:
                allow(game, claim)
