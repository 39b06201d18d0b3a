"""Tunnels: what is laid down, what is turned up, what is due, and how it is paid."""

from itertools import product

import pytest

import ttrkit
from tests.conformance.europe.common import (
    BLACK,
    EUROPE,
    GREY,
    MARKET,
    TUNNELS,
    Hand,
    at_tunnel,
    cards_of,
    extra,
    turned_up,
)
from tests.conformance.helpers import all_but, allow, claims, refuse
from ttrkit import ClaimRoute, DrawBlind, DrawTickets, LeaveTunnel, Pass, PayTunnel
from ttrkit.colours import PLAIN_COLOURS
from ttrkit.events.outcomes import TurnedUp

LEAVE = LeaveTunnel()
MUNCHEN = EUROPE.route("München", "Zürich")
RICH = {"black": 9, "red": 4, "wild": 9}


@pytest.mark.clause("EU-40")
def test_the_cards_are_laid_down_before_three_are_turned_up() -> None:
    """The top three of the deck, in their order; with none that counts it is claimed at once."""
    deck = ["red", "white", "green", "black", "wild"]
    game = ttrkit.position("europe", players=2, hands=[{"black": 3}], deck=deck, market=MARKET)
    left = game.deck_size
    game.apply(ClaimRoute(BLACK, {"black": 3}))
    assert turned_up(game) == deck[:3]
    assert game.deck_size == left - 3
    assert game.seats[0].routes == (BLACK,)
    assert game.seats[0].hand == {}
    assert game.discards == {"black": 3, "red": 1, "white": 1, "green": 1}
    assert (game.to_move, game.decision) == (1, "turn")


@pytest.mark.clause("EU-40")
def test_what_is_laid_down_is_what_any_route_would_cost() -> None:
    """Nothing extra can be laid down beforehand, nothing less either."""
    game = ttrkit.position("europe", players=2, hands=[all_but("europe", MARKET)], market=MARKET)
    coloured = {ClaimRoute(BLACK, {"black": 3 - n, "wild": n}) for n in range(4)}
    assert {claim for claim in claims(game) if claim.route == BLACK} == coloured
    grey = {
        ClaimRoute(GREY, {colour: 3 - n, "wild": n}) for colour in PLAIN_COLOURS for n in range(4)
    }
    assert {claim for claim in claims(game) if claim.route == GREY} == grey
    for cards in ({"black": 2}, {"black": 4}, {"black": 3, "wild": 1}, {"white": 3}):
        refuse(game, ClaimRoute(BLACK, cards))
    refuse(game, ClaimRoute(GREY, {"black": 2, "red": 1}), ClaimRoute(GREY, {"black": 4}))


@pytest.mark.clause("EU-40")
def test_all_tunnels_of_the_board_turn_up_three_and_other_routes_none() -> None:
    """Eighteen tunnels; the fourth card of the deck is never looked at."""
    assert len(TUNNELS) == 18
    for route in EUROPE.routes:
        deck = ["red", "red", "red", "wild"]
        game = ttrkit.position(
            "europe", players=2, hands=[{"wild": 8}], deck=deck, market=["blue"] * 5
        )
        game.apply(ClaimRoute(route, {"wild": route.length}))
        assert game.seats[0].routes == (route,)
        ups = [out for out in game.history[-1].outcome if isinstance(out, TurnedUp)]
        assert [len(up.colours) for up in ups] == ([3] if route in TUNNELS else [])


@pytest.mark.clause("EU-40")
def test_trains_are_needed_for_the_printed_length_only() -> None:
    """Three extra cards need no train and score nothing; two trains are too few to begin with."""
    hand = {"black": 6}
    game = at_tunnel(hand, {"black": 3}, ["black"] * 3, trains=[3, 45], scores=[10, 0])
    allow(game, PayTunnel({"black": 3}))
    game.apply(PayTunnel({"black": 3}))
    assert game.seats[0].trains == 0
    assert game.seats[0].score == 10 + 4
    assert game.seats[0].routes == (BLACK,)
    assert game.discards == {"black": 9}
    assert game.turns_left == 2
    short = ttrkit.position("europe", players=2, hands=[hand], trains=[2, 45])
    assert "needs 3 trains" in refuse(short, ClaimRoute(BLACK, {"black": 3}))


@pytest.mark.clause("EU-40")
def test_extra_cards_do_not_lengthen_the_route() -> None:
    """For the longest route, too, a tunnel has its printed length."""
    game = at_tunnel({"black": 6}, {"black": 3}, ["black", "wild", "black"])
    game.apply(PayTunnel({"black": 3}))
    assert game.tally().longest_route(0) == 3


@pytest.mark.parametrize(
    ("laid", "deck", "due"),
    [
        ({"black": 3}, ["white", "red", "blue"], 0),
        ({"black": 3}, ["white", "black", "blue"], 1),
        ({"black": 3}, ["wild", "red", "blue"], 1),
        ({"black": 3}, ["black", "red", "wild"], 2),
        ({"black": 3}, ["wild", "wild", "green"], 2),
        ({"black": 3}, ["black", "black", "black"], 3),
        ({"black": 3}, ["wild", "wild", "wild"], 3),
        ({"black": 2, "wild": 1}, ["black", "wild", "black"], 3),
        ({"black": 1, "wild": 2}, ["black", "white", "white"], 1),
        ({"black": 1, "wild": 2}, ["red", "wild", "white"], 1),
    ],
)
@pytest.mark.clause("EU-41")
def test_one_more_card_for_each_of_the_colour_or_wild(
    laid: Hand, deck: list[str], due: int
) -> None:
    """Paid in any mix of that colour and wilds; all that was paid is discarded."""
    game = at_tunnel(RICH, laid, deck)
    if not due:
        assert game.to_move == 1
        assert game.seats[0].routes == (BLACK,)
        return
    assert (game.to_move, game.decision) == (0, "tunnel")
    assert game.seats[0].routes == ()
    ways = extra(due, "black")
    assert game.legal_actions() == [*game.legal_actions()[:-1], LEAVE]
    assert set(game.legal_actions()) == {*ways, LEAVE}
    allow(game, *ways, LEAVE)
    for way in ways:
        after = game.copy()
        after.apply(way)
        assert after.seats[0].routes == (BLACK,)
        assert after.discards == cards_of(laid, way.cards, deck)
        assert cards_of(after.seats[0].hand, laid, way.cards) == RICH
        assert after.seats[0].trains == 42
        assert after.seats[0].score == 4
        assert (after.to_move, after.decision) == (1, "turn")


@pytest.mark.parametrize("colour", PLAIN_COLOURS)
@pytest.mark.clause("EU-41")
def test_at_a_grey_tunnel_the_colour_played_counts(colour: str) -> None:
    """Cards of other colours turned up do not count, and do not pay."""
    other = "red" if colour != "red" else "white"
    hand = {colour: 6, other: 6, "wild": 3}
    game = at_tunnel(hand, {colour: 3}, [colour, other, "wild"], GREY, market=["red", "white"])
    assert set(game.legal_actions()) == {*extra(2, colour), LEAVE}
    refuse(game, PayTunnel({other: 2}), PayTunnel({other: 1, "wild": 1}))
    game.apply(PayTunnel({colour: 1, "wild": 1}))
    assert game.seats[0].routes == (GREY,)
    free = at_tunnel(hand, {colour: 2, "wild": 1}, [other] * 3, GREY, market=["red", "white"])
    assert free.seats[0].routes == (GREY,)


@pytest.mark.clause("EU-41", "GAP-17")
def test_exactly_that_many_extra_cards() -> None:
    """Of all sets of a few cards, those and only those that pay are legal, as listed."""
    game = at_tunnel(RICH, {"black": 3}, ["black", "wild", "white"])
    legal = set(game.legal_actions())
    assert legal == {*extra(2, "black"), LEAVE}
    for black, red, wild in product(range(5), range(3), range(5)):
        action = PayTunnel({"black": black, "red": red, "wild": wild})
        assert game.is_legal(action) == (action in legal)
    refuse(game, PayTunnel({"black": 1}), PayTunnel({"black": 3}), PayTunnel({}))
    refuse(game, PayTunnel({"black": 1}, {"black": 1}), PayTunnel({}, {"black": 2}))
    reason = refuse(game, PayTunnel({"red": 2}))
    assert reason == "the tunnel asks for 2 black cards more; you played 2 red"


@pytest.mark.clause("EU-41")
def test_the_extra_cards_come_from_what_is_left_in_hand() -> None:
    """Those laid down cannot pay again; neither can the other players' cards."""
    game = at_tunnel({"black": 4, "red": 5}, {"black": 3}, ["black"] * 2 + ["red"])
    assert game.legal_actions() == [LEAVE]
    assert refuse(game, PayTunnel({"black": 2})) == "you do not hold 2 black"
    hands = [{"black": 4, "wild": 1}, {"black": 3, "wild": 3}]
    game = at_tunnel(hands[0], {"black": 3}, ["black"] * 2 + ["red"], hands=hands)
    assert game.legal_actions() == [PayTunnel({"black": 1, "wild": 1}), LEAVE]
    refuse(game, PayTunnel({"wild": 2}), PayTunnel({"black": 2}))


@pytest.mark.parametrize("route", [BLACK, GREY])
@pytest.mark.parametrize("wilds", [1, 2, 3])
@pytest.mark.clause("EU-42")
def test_played_with_wilds_alone_only_wilds_count_and_pay(route: ttrkit.Route, wilds: int) -> None:
    """The route's own colour among the cards turned up costs nothing then."""
    deck = ["wild"] * wilds + ["black"] * (3 - wilds)
    game = at_tunnel(RICH, {"wild": 3}, deck, route)
    assert game.legal_actions() == [PayTunnel({"wild": wilds}), LEAVE]
    for black in range(1, wilds + 1):
        refuse(game, PayTunnel({"black": black, "wild": wilds - black}))
    refuse(game, PayTunnel({"red": wilds}), PayTunnel({"wild": wilds + 1}))
    game.apply(PayTunnel({"wild": wilds}))
    assert game.seats[0].routes == (route,)
    assert game.discards == cards_of({"wild": 3 + wilds}, deck)


@pytest.mark.parametrize("route", [BLACK, GREY])
@pytest.mark.clause("EU-42")
def test_without_wilds_turned_up_a_claim_of_wilds_costs_nothing_more(route: ttrkit.Route) -> None:
    """Three cards of the route's colour do not matter."""
    for deck in (["black"] * 3, ["red", "white", "blue"]):
        game = at_tunnel({"wild": 3}, {"wild": 3}, deck, route)
        assert game.seats[0].routes == (route,)
        assert game.to_move == 1
        assert game.discards == cards_of(["wild"] * 3, deck)


@pytest.mark.clause("EU-42")
def test_without_wilds_left_a_claim_of_wilds_cannot_be_paid() -> None:
    """Any number of cards of the route's colour does not help."""
    game = at_tunnel({"wild": 3, "black": 9}, {"wild": 3}, ["wild", "red", "red"])
    assert game.legal_actions() == [LEAVE]
    refuse(game, PayTunnel({"black": 1}), PayTunnel({"wild": 1}))
    game.apply(LEAVE)
    assert game.seats[0].hand == {"wild": 3, "black": 9}


@pytest.mark.parametrize(
    ("hand", "laid"),
    [
        ({"black": 3}, {"black": 3}),
        ({"black": 2, "wild": 1, "red": 3}, {"black": 2, "wild": 1}),
        ({"wild": 3, "black": 2, "white": 4}, {"wild": 3}),
        ({"black": 9, "wild": 9}, {"black": 1, "wild": 2}),  # could pay, but will not
        ({"black": 9, "wild": 9}, {"black": 3}),
    ],
)
@pytest.mark.clause("EU-43")
def test_who_cannot_or_will_not_pay_takes_the_cards_back(hand: Hand, laid: Hand) -> None:
    """Just those that were laid down; the turn is over, and nothing else has changed."""
    game = at_tunnel(hand, laid, ["wild", "red", "wild"], trains=[3, 3], scores=[7, 0])
    assert game.decision == "tunnel"
    allow(game, LEAVE)
    if hand != {"black": 9, "wild": 9}:
        assert game.legal_actions() == [LEAVE]
    refuse(game, Pass(), DrawBlind(), DrawTickets(), ClaimRoute(BLACK, laid))
    refuse(game, ttrkit.BuildStation("Paris", {"wild": 1}))
    game.apply(LEAVE)
    assert game.seats[0].hand == hand
    assert game.seats[0].routes == ()
    assert (game.seats[0].trains, game.seats[0].score) == (3, 7)
    assert game.discards == {"wild": 2, "red": 1}
    assert (game.to_move, game.decision) == (1, "turn")


@pytest.mark.clause("EU-43")
def test_a_tunnel_that_was_left_is_free_to_all() -> None:
    """The next player may claim it; so may the first, a turn later, laying down anew."""
    hands = [{"black": 3}, {"black": 3}]
    deck = ["black", "red", "red", "black", "red", "red", *["white"] * 3]
    game = at_tunnel(hands[0], {"black": 3}, deck, hands=hands)
    game.apply(LEAVE)
    game.apply(ClaimRoute(BLACK, {"black": 3}))
    assert turned_up(game) == deck[3:6]
    game.apply(LEAVE)
    assert game.to_move == 0
    game.apply(ClaimRoute(BLACK, {"black": 3}))
    assert turned_up(game) == deck[6:]
    assert game.seats[0].routes == (BLACK,)
    assert "is taken already" in refuse(game, ClaimRoute(BLACK, {"black": 3}))


@pytest.mark.clause("EU-43")
def test_leaving_is_not_an_action_of_a_turn() -> None:
    """Neither paying nor leaving is legal where no tunnel is pending."""
    game = ttrkit.position("europe", players=2, hands=[RICH])
    refuse(game, LEAVE, PayTunnel({"black": 1}), PayTunnel({}))
    game.apply(DrawBlind())
    refuse(game, LEAVE, PayTunnel({"black": 1}))


@pytest.mark.clause("EU-43", "GAP-19")
def test_a_turn_spent_on_a_tunnel_that_is_left_is_a_turn() -> None:
    """The last round goes on over it, and is brought on by it."""
    wilds = ["wild"] * 3
    deck = [*wilds, "red", "red", *wilds]
    game = at_tunnel({"black": 3}, {"black": 3}, deck, trains=[3, 2])
    left = [game.turns_left]
    for action in (LEAVE, DrawBlind(), DrawBlind(), ClaimRoute(BLACK, {"black": 3}), LEAVE):
        game.apply(action)
        left.append(game.turns_left)
    assert left == [None, None, None, 2, 2, 1]
    few = at_tunnel({"yellow": 2}, {"yellow": 2}, deck, MUNCHEN, trains=[2, 45])
    few.apply(LEAVE)
    assert few.turns_left == 2  # seat 0 ends its turn with two trains
