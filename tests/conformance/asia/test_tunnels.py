"""Tunnels of Team Asia: four, five or six cards, paid from hand and holder."""

from collections import Counter

import pytest

import ttrkit
from tests.conformance.asia.common import ASIA, holder, position, splits
from tests.conformance.helpers import all_but, allow, refuse
from ttrkit import Cards, ClaimRoute, DrawBlind, Game, LeaveTunnel, Pass, PayTunnel, Route
from ttrkit.events.outcomes import Shuffled, TurnedUp

FOUR = ASIA.route("Kabul", "Kashgar")  # yellow, 3 spaces
FIVE = ASIA.route("Rawalpindi", "Junction West")  # purple, 2 spaces
SIX = ASIA.route("Kashgar", "Rawalpindi")  # black, 2 spaces
GREY = ASIA.route("Lhasa", "Junction South")  # grey, 1 space, six cards
MARKET = ["green"] * 5
NEUTRAL = ["blue"] * 6


def turned_up(game: Game) -> Cards:
    """The cards turned up that have not been discarded yet."""
    cards = game.observe(0).pile("turned_up").cards
    assert cards is not None
    return cards


def laid(game: Game) -> Cards:
    """The cards laid down for the tunnel."""
    return game.observe(3).laid_down


def payments(game: Game) -> list[tuple[Cards, Cards]]:
    """The ways to pay what the tunnel asks for."""
    return [(a.cards, a.shared) for a in game.legal_actions() if isinstance(a, PayTunnel)]


@pytest.mark.parametrize(("route", "number"), [(FOUR, 4), (FIVE, 5), (SIX, 6), (GREY, 6)])
@pytest.mark.clause("AS-40")
def test_as_many_cards_are_turned_up_as_the_board_says(route: Route, number: int) -> None:
    """Four, five or six; one of the colour just below them does not count."""
    colour = "red" if route.colour == "grey" else route.colour.value
    assert route.tunnel == number
    cards = {colour: route.length}
    for above in (number - 1, number):
        deck = [*NEUTRAL[:above], colour, "wild"]
        game = position(hands=[{colour: 6}], market=MARKET, deck=deck)
        left = game.deck_size
        game.apply(ClaimRoute(route, cards))
        assert game.deck_size == left - number
        shown = [out for out in game.history[-1].outcome if isinstance(out, TurnedUp)]
        assert shown == [TurnedUp(tuple(map(ttrkit.Colour, deck[:number])))]
        if above == number:  # nothing is due: it is claimed at once
            assert game.seats[0].routes == (route,)
            assert game.discards == Counter(NEUTRAL[:number]) + Counter(cards)
        else:
            assert (game.to_move, game.decision) == (0, "tunnel")
            assert turned_up(game) == Counter(deck[:number])
            allow(game, PayTunnel({colour: 1}), LeaveTunnel())


@pytest.mark.clause("AS-40")
def test_all_tunnels_of_the_board_have_a_number_from_four_to_six() -> None:
    """And there are tunnels of every one of these."""
    assert {route.tunnel for route in ASIA.routes} == {0, 4, 5, 6}


@pytest.mark.clause("AS-40")
def test_each_card_of_the_colour_or_wild_asks_for_one_more() -> None:
    """All six may; trains and points are those of the printed length."""
    deck = ["black", "wild", "black", "black", "wild", "black"]
    hand = {"black": 2, "wild": 6}
    game = position(hands=[hand], market=MARKET, deck=deck, trains=[10, 27])
    game.apply(ClaimRoute(SIX, {"black": 2}))
    assert payments(game) == [(ttrkit.cards(wild=6), ttrkit.cards())]
    refuse(game, PayTunnel({"wild": 5}), PayTunnel({"wild": 7}), Pass(), DrawBlind())
    game.apply(PayTunnel({"wild": 6}))
    assert game.seats[0].routes == (SIX,)
    assert game.seats[0].trains == 8
    assert game.seats[0].score == 2
    assert game.seats[0].hand.total == 0
    assert game.discards == {"black": 6, "wild": 8}
    assert turned_up(game) == {}


@pytest.mark.clause("AS-40")
def test_played_with_wilds_alone_only_wilds_count() -> None:
    """And only wilds pay, from either pile."""
    deck = ["black", "wild", "black", "black", "wild", "black"]
    game = position(
        hands=[{"black": 5, "wild": 3}], holders=[{"black": 3, "wild": 3}], market=MARKET, deck=deck
    )
    game.apply(ClaimRoute(SIX, {"wild": 1}, {"wild": 1}))
    found = [({"wild": 2}, {}), ({"wild": 1}, {"wild": 1}), ({}, {"wild": 2})]
    assert sorted(map(repr, payments(game))) == sorted(
        repr((ttrkit.cards(a), ttrkit.cards(b))) for a, b in found
    )
    refuse(game, PayTunnel({"black": 2}), PayTunnel({"wild": 1}, {"black": 1}))
    none = position(hands=[{"wild": 2}], market=MARKET, deck=["black"] * 6)
    none.apply(ClaimRoute(SIX, {"wild": 2}))
    assert none.seats[0].routes == (SIX,)


@pytest.mark.clause("AS-40")
def test_a_tunnel_may_be_left_and_must_be_if_it_cannot_be_paid() -> None:
    """The turn is over, the cards are back, and those turned up are discarded."""
    deck = ["yellow", "wild", "blue", "red"]
    for extra in (0, 2):
        hand = {"yellow": 3 + extra}
        game = position(hands=[hand], market=MARKET, deck=deck)
        game.apply(ClaimRoute(FOUR, {"yellow": 3}))
        assert len(game.legal_actions()) == 1 + (extra > 0)
        assert laid(game) == {"yellow": 3}
        assert game.seats[0].hand == {"yellow": extra}
        assert game.discards.total == 0
        game.apply(LeaveTunnel())
        assert game.seats[0].hand == hand
        assert game.seats[0].routes == ()
        assert game.seats[0].trains == 27
        assert game.discards == Counter(deck)
        assert (game.to_move, game.decision) == (1, "turn")


@pytest.mark.clause("AS-40")
def test_fewer_cards_than_the_number_are_turned_up_if_there_are_no_more() -> None:
    """Deck and discards together, not the market nor the cards laid down; none: no extra cost."""
    hand = {"black": 4}
    for deck, discards in ((["blue"], {"black": 1}), ([], {"wild": 1, "red": 1}), ([], {})):
        rest = all_but("asia", hand, deck, discards, MARKET)
        game = position(hands={0: hand, 3: rest}, market=MARKET, deck=deck, discards=discards)
        game.apply(ClaimRoute(SIX, {"black": 2}))
        if not deck and not discards:
            assert game.seats[0].routes == (SIX,)
            assert game.discards == {"black": 2}
            continue
        shown = [out for out in game.history[-1].outcome if isinstance(out, TurnedUp)]
        assert len(shown[0].colours) == 2
        shuffled = [out for out in game.history[-1].outcome if isinstance(out, Shuffled)]
        assert [len(out.order) for out in shuffled] == [sum(discards.values())]
        assert set(game.legal_actions()) == {PayTunnel({"black": 1}), LeaveTunnel()}
        assert game.deck_size == game.discards.total == 0


@pytest.mark.parametrize(("route", "colour"), [(FOUR, "yellow"), (FIVE, "purple"), (SIX, "black")])
@pytest.mark.clause("AS-41")
def test_the_extra_cards_come_from_hand_and_holder_in_any_mix(route: Route, colour: str) -> None:
    """Every split that the piles still hold is an action, none twice, and no other."""
    size = route.length
    deck = [colour, "wild", colour, *NEUTRAL]  # three more are due
    for mine in range(size + 1):
        hand, shared = {colour: 4, "wild": 2}, {colour: 3, "wild": 2}
        paid = (ttrkit.cards({colour: mine}), ttrkit.cards({colour: size - mine}))
        game = position(
            hands=[hand, {colour: 2}], holders=[shared, {"wild": 1}], market=MARKET, deck=deck
        )
        game.apply(ClaimRoute(route, *paid))
        left = (ttrkit.cards(hand) - paid[0], ttrkit.cards(shared) - paid[1])
        assert (game.seats[0].hand, holder(game, 0)) == left
        due = splits(3, colour, *({str(c): n for c, n in pile.items()} for pile in left))
        assert Counter(payments(game)) == Counter(due)
        assert len(game.legal_actions()) == len(due) + 1
        for cards, from_holder in due:
            after = game.copy()
            after.apply(PayTunnel(cards, from_holder))
            assert after.seats[0].routes == (route,)
            assert after.seats[0].hand == left[0] - cards
            assert holder(after, 0) == left[1] - from_holder
            assert after.seats[0].trains == 27 - size
            assert after.discards.total == size + 3 + route.tunnel
        refuse(game, PayTunnel({colour: 3}, {colour: 1}), PayTunnel({}, {colour: 4}))


@pytest.mark.clause("AS-41")
def test_neither_a_partners_hand_nor_another_teams_holder_pays_extra() -> None:
    """With nothing left in one's own two piles the tunnel must be left."""
    game = position(
        hands=[{"yellow": 2}, {"yellow": 3}],
        holders=[{"yellow": 1}, {"yellow": 2, "wild": 2}],
        market=MARKET,
        deck=["yellow", *NEUTRAL],
    )
    game.apply(ClaimRoute(FOUR, {"yellow": 2}, {"yellow": 1}))
    assert game.legal_actions() == [LeaveTunnel()]
    refuse(game, PayTunnel({"yellow": 1}), PayTunnel({}, {"yellow": 1}), PayTunnel({}, {"wild": 1}))


@pytest.mark.clause("AS-41")
def test_an_absurd_payment_of_a_tunnel_is_refused_in_words() -> None:
    """More cards than any pile holds, from both."""
    game = position(hands=[{"yellow": 4}], market=MARKET, deck=["yellow", *NEUTRAL])
    game.apply(ClaimRoute(FOUR, {"yellow": 3}))
    refuse(game, PayTunnel({"yellow": 200}, {"yellow": 200}))


@pytest.mark.clause("GAP-18")
def test_cards_taken_back_return_to_where_they_came_from() -> None:
    """However the three cards were laid down, hand and holder are then as before."""
    hand, shared = {"yellow": 3, "wild": 3, "red": 1}, {"yellow": 3, "wild": 3, "blue": 1}
    for cards, from_holder in splits(3, "yellow", hand, shared):
        game = position(
            hands=[hand], holders=[shared], market=MARKET, deck=["wild", "yellow", "red", "red"]
        )
        game.apply(ClaimRoute(FOUR, cards, from_holder))
        assert laid(game) == cards + from_holder
        assert game.seats[0].hand + cards == hand
        assert holder(game, 0) + from_holder == shared
        game.apply(LeaveTunnel())
        assert game.seats[0].hand == hand
        assert holder(game, 0) == shared
        assert laid(game) == {}
        assert holder(game, 1) == {}


@pytest.mark.clause("GAP-18")
def test_the_extra_wilds_of_an_all_wild_claim_may_come_from_the_holder() -> None:
    """Laid down from the hand, paid for by the holder."""
    game = position(
        hands=[{"wild": 2}], holders=[{"wild": 1}], market=MARKET, deck=["wild", *NEUTRAL]
    )
    game.apply(ClaimRoute(SIX, {"wild": 2}))
    assert set(game.legal_actions()) == {PayTunnel({}, {"wild": 1}), LeaveTunnel()}
    game.apply(PayTunnel({}, {"wild": 1}))
    assert game.seats[0].routes == (SIX,)
    assert holder(game, 0) == {}
    assert game.seats[0].trains == 25
