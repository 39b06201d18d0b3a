"""Paying in Team Asia: from the hand, the team's holder, or both, in any mix."""

import random
from collections import Counter

import pytest

import ttrkit
from tests.conformance.asia.common import ASIA, COLOURS, holder, position, ways
from tests.conformance.helpers import allow, claims, plain_routes, refuse
from ttrkit import ClaimRoute

POINTS = {1: 1, 2: 2, 3: 4, 4: 7, 5: 10, 6: 15, 7: 18}
RED = ASIA.route("Rawalpindi", "Sukkur")  # red, 3 spaces


def random_piles(rng: random.Random) -> tuple[dict[str, int], dict[str, int]]:
    """A hand and a holder with a few cards."""
    hand, shared = (
        {colour: rng.choice((0, 0, 0, 1, 2, 3)) for colour in (*COLOURS, "wild")} for _ in range(2)
    )
    return hand, shared


@pytest.mark.clause("AS-20")
def test_every_split_of_a_payment_is_an_action_and_none_is_listed_twice() -> None:
    """All claims of all routes are just those found by trying every mix of the two piles."""
    for seed in range(12):
        hand, shared = random_piles(random.Random(seed))
        seat = seed % 4
        holders = [shared, {}] if seat < 2 else [{}, shared]
        game = position(to_move=seat, hands={seat: hand}, holders=holders, market=[])
        listed = claims(game)
        expected = {way for route in ASIA.routes for way in ways(route, hand, shared)}
        assert Counter(listed) == Counter(expected)
        assert all(game.is_legal(claim) for claim in listed)


@pytest.mark.clause("AS-20")
def test_a_split_that_the_piles_do_not_hold_is_refused() -> None:
    """For every mix of up to four cards of each kind from each pile: legal just if listed."""
    hand, shared = {"red": 2, "wild": 1}, {"red": 1, "wild": 2, "blue": 3}
    game = position(hands=[hand], holders=[shared])
    legal = ways(RED, hand, shared)
    assert len(legal) == 10
    for red in range(4):
        for wild in range(3):
            for our_red in range(4):
                for our_wild in range(4):
                    claim = ClaimRoute(
                        RED, {"red": red, "wild": wild}, {"red": our_red, "wild": our_wild}
                    )
                    assert game.is_legal(claim) == (claim in legal)
    refuse(game, ClaimRoute(RED, {"red": 2}, {"blue": 1}))
    refuse(game, ClaimRoute(RED, {"red": 3}))
    assert "from the holder" in refuse(game, ClaimRoute(RED, {}, {"red": 3}))


@pytest.mark.clause("AS-20")
def test_the_cards_leave_the_piles_they_are_paid_from() -> None:
    """Hand and holder lose just what was named, and all of it is discarded."""
    hand, shared = {"red": 3, "wild": 3}, {"red": 3, "wild": 3}
    legal = ways(RED, hand, shared)
    assert len(legal) == 20
    for claim in legal:
        game = position(
            hands=[hand, {"blue": 1}], holders=[shared, {"green": 2}], market=["black"] * 5
        )
        game.apply(claim)
        assert game.seats[0].hand + claim.cards == hand
        assert holder(game, 0) + claim.shared == shared
        assert game.discards == claim.cards + claim.shared
        assert game.seats[1].hand == {"blue": 1}
        assert holder(game, 1) == {"green": 2}
        assert game.seats[0].routes == (RED,)


@pytest.mark.clause("AS-20")
def test_neither_a_partners_hand_nor_another_teams_holder_pays() -> None:
    """Only one's own hand and one's own team's holder."""
    cards = {"red": 3, "wild": 3}
    game = position(hands=[{"red": 1}, cards], holders=[{"red": 1}, {"red": 4, "wild": 4}])
    assert all(claim.route != RED for claim in claims(game))
    refuse(game, ClaimRoute(RED, {"red": 2}, {"red": 1}), ClaimRoute(RED, {"red": 1}, {"red": 2}))
    refuse(game, ClaimRoute(RED, {}, {"red": 3}), ClaimRoute(RED, cards))
    partner = position(to_move=1, hands=[{}, cards], holders=[{"red": 1}])
    allow(partner, ClaimRoute(RED, {"red": 2}, {"red": 1}))


@pytest.mark.clause("AS-20")
def test_the_holder_alone_can_pay() -> None:
    """With an empty hand, by either partner; plain dicts will do."""
    for seat in (2, 3):
        game = position(to_move=seat, holders={1: {"red": 2, "wild": 1}}, market=[])
        claim = ClaimRoute(RED, {}, {"red": 2, "wild": 1})
        assert [c for c in claims(game) if c.route == RED] == [claim]
        game.apply(claim)
        assert holder(game, 1) == {}
        assert game.seats[seat].trains == 24


@pytest.mark.clause("AS-20")
def test_a_grey_route_takes_one_colour_from_both_piles() -> None:
    """The two piles need not hold enough by themselves, but the colour is the same."""
    route = ASIA.route("Lanchow", "Chengdu")  # grey, 3 spaces
    game = position(hands=[{"red": 2, "blue": 1}], holders=[{"red": 1, "blue": 1, "wild": 1}])
    listed = {claim for claim in claims(game) if claim.route == route}
    assert listed == {
        ClaimRoute(route, {"red": 2}, {"red": 1}),
        ClaimRoute(route, {"red": 2}, {"wild": 1}),
        ClaimRoute(route, {"red": 1}, {"red": 1, "wild": 1}),
        ClaimRoute(route, {"blue": 1}, {"blue": 1, "wild": 1}),
    }
    refuse(game, ClaimRoute(route, {"red": 2}, {"blue": 1}))
    refuse(game, ClaimRoute(route, {"red": 1, "blue": 1}, {"wild": 1}))


@pytest.mark.clause("AS-20")
def test_absurd_payments_from_two_piles_are_refused_in_words() -> None:
    """More cards than any pile holds, from both."""
    game = position(hands=[{"red": 3}], holders=[{"red": 3}])
    refuse(game, ClaimRoute(RED, {"red": 200}, {"red": 200}))
    refuse(game, ClaimRoute(RED, {"red": 2}, {"red": 255}))


@pytest.mark.clause("AS-24")
def test_a_claim_scores_by_its_length_at_once() -> None:
    """By the table of the board, for seat and team; both partners' points make the team's."""
    assert {route.length for route in ASIA.routes} == set(POINTS)
    for length in sorted(POINTS):
        group = length in (6,)  # all routes of that length are double
        route = next(
            r
            for r in (ASIA.routes if group else plain_routes(ASIA))
            if r.length == length and not r.tunnel
        )
        game = position(hands=[{"wild": length}], scores=[40, 5, 7, 1], trains=[length, 20])
        game.apply(ClaimRoute(route, {"wild": length}))
        assert [seat.score for seat in game.seats] == [40 + POINTS[length], 5, 7, 1]
        assert [team.score for team in game.teams] == [45 + POINTS[length], 8]
        assert [sheet["routes"] for sheet in game.result().sheets] == [45 + POINTS[length], 8]
        assert ASIA.points(length) == POINTS[length]
    with pytest.raises(LookupError, match="8"):
        ASIA.points(8)
    assert isinstance(game, ttrkit.Game)
