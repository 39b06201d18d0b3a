"""Tunnels: where the cards laid down and turned up are, and decks that run out."""

from collections import Counter

import pytest

import ttrkit
from tests.conformance.europe.common import (
    BLACK,
    GREY,
    MARKET,
    WHITE,
    Hand,
    at_tunnel,
    cards_of,
    extra,
    reshuffled,
    turned_up,
)
from tests.conformance.helpers import all_but, allow, refuse
from ttrkit import ClaimRoute, Game, LeaveTunnel, Observation, PayTunnel, RandomPlayer
from ttrkit.testing import check_conservation

LEAVE = LeaveTunnel()


def scarce(
    hand: Hand,
    deck: list[str],
    discards: Hand,
    market: list[str] = MARKET,
    seed: int | None = None,
) -> Game:
    """A tunnel tried with so few cards in deck and discards; seat 1 holds all others."""
    hands = [hand, all_but("europe", hand, market, deck, discards)]
    return at_tunnel(
        hand, {"black": 3}, deck, hands=hands, market=market, discards=discards, seed=seed
    )


@pytest.mark.clause("EU-44")
def test_cards_turned_up_are_discarded_at_the_end_of_the_turn() -> None:
    """Not before: while the player decides they are not among the discards."""
    deck = ["black", "wild", "green"]
    game = at_tunnel({"black": 5}, {"black": 3}, deck, discards={"red": 2})
    assert game.discards == {"red": 2}
    assert game.observe(1).pile("turned_up").cards == cards_of(deck)
    for action in game.legal_actions():
        after = game.copy()
        after.apply(action)
        paid = {"black": 5} if isinstance(action, PayTunnel) else {}
        assert after.discards == cards_of({"red": 2}, deck, paid)
        assert after.observe(1).pile("turned_up").size == 0
        check_conservation(after)


@pytest.mark.clause("EU-44")
def test_they_are_discarded_if_nothing_was_due() -> None:
    """A tunnel claimed at once discards what was laid down and what was turned up."""
    game = at_tunnel({"black": 3}, {"black": 3}, ["red", "red", "green"])
    assert game.discards == {"black": 3, "red": 2, "green": 1}
    assert game.observe(0).pile("turned_up").size == 0


@pytest.mark.parametrize("leave", [True, False])
@pytest.mark.clause("EU-44", "GAP-02", "GAP-15")
def test_they_are_discarded_before_the_market_is_refilled(leave: bool) -> None:
    """With an empty deck a short market is filled from payment and turned-up cards together."""
    hand = {"black": 4}
    deck = ["black", "red", "red"]
    market = ["blue", "green"]
    others = all_but("europe", hand, market, deck)
    game = at_tunnel(hand, {"black": 3}, deck, hands=[hand, others], market=market)
    assert list(game.market) == market  # nothing to fill it with
    assert game.deck_size == game.discards.total == 0
    game.apply(LEAVE if leave else PayTunnel({"black": 1}))
    back = cards_of(deck) if leave else cards_of(deck, hand)
    assert reshuffled(game) == [back]
    assert len(game.market) == 5
    assert game.market[:2] == ("blue", "green")
    assert game.deck_size == sum(back.values()) - 3
    assert game.seats[0].hand == (hand if leave else {})


@pytest.mark.parametrize("n", [0, 1, 2, 3, 4])
@pytest.mark.clause("EU-45")
def test_with_fewer_than_three_to_be_had_those_only(n: int) -> None:
    """None at all: no extra cost. The market is not touched, whatever it shows."""
    deck = ["black", "wild", "black", "black"][:n]
    market = ["black", "black", "wild", "blue", "wild"]
    game = scarce({"black": 7}, deck, {}, market)
    assert turned_up(game) == deck[:3]
    assert reshuffled(game) == []
    assert list(game.market) == market
    due = min(n, 3)
    if due:
        assert game.decision == "tunnel"
        allow(game, PayTunnel({"black": due}))
        game.apply(PayTunnel({"black": due}))
    assert game.seats[0].routes == (BLACK,)
    assert game.seats[0].hand == {"black": 4 - due}
    assert game.to_move == 1


@pytest.mark.parametrize("in_deck", [0, 1, 2])
@pytest.mark.clause("EU-45", "GAP-16")
def test_a_deck_that_runs_out_is_renewed_from_the_discards(in_deck: int) -> None:
    """Deck and discards together: those left in the deck come first."""
    discards = {"red": 4, "white": 4}
    tops = set()
    for seed in range(8):
        deck = ["green", "yellow"][:in_deck]
        game = scarce({"black": 3}, deck, discards, seed=seed)
        ups = turned_up(game)
        assert len(ups) == 3
        assert ups[:in_deck] == deck
        assert {*ups[in_deck:]} <= {"red", "white"}
        assert reshuffled(game) == [discards]
        assert game.deck_size == 8 - (3 - in_deck)
        assert game.discards == cards_of({"black": 3}, ups)
        tops.add(tuple(ups))
    assert len(tops) > 1  # it is a shuffle


@pytest.mark.parametrize("in_deck", [0, 1, 2])
@pytest.mark.clause("GAP-16", "EU-45")
def test_cards_laid_down_and_turned_up_are_not_shuffled_back(in_deck: int) -> None:
    """Only one card in the discards: that is all the reshuffle gives, though more lies open."""
    deck = ["black", "wild"][:in_deck]
    for seed in range(8):
        game = scarce({"black": 9}, deck, {"white": 1}, seed=seed)
        assert turned_up(game) == [*deck, "white"]
        assert reshuffled(game) == [{"white": 1}]
        assert (game.decision == "tunnel") == bool(in_deck)
        if in_deck:
            assert game.deck_size == game.discards.total == 0
            assert set(game.legal_actions()) == {PayTunnel({"black": in_deck}), LEAVE}
        check_conservation(game)


@pytest.mark.clause("GAP-16")
def test_until_it_is_settled_they_are_in_no_hand_deck_or_discards() -> None:
    """Everybody sees them lie there; nothing is lost."""
    deck = ["black", "wild", "green"]
    game = ttrkit.position(
        "europe",
        players=3,
        to_move=1,
        hands={1: {"black": 5, "wild": 2, "red": 1}},
        deck=deck,
        discards={"white": 2},
        market=MARKET,
    )
    left = game.deck_size
    game.apply(ClaimRoute(BLACK, {"black": 2, "wild": 1}))
    assert game.seats[1].hand == {"black": 3, "wild": 1, "red": 1}
    assert game.deck_size == left - 3
    assert game.discards == {"white": 2}
    assert list(game.market) == MARKET
    check_conservation(game)
    for seat in range(3):
        seen = game.observe(seat)
        assert seen.laid_down == {"black": 2, "wild": 1}
        assert seen.claim is not None
        assert seen.claim.route == BLACK
        assert seen.pile("turned_up").cards == cards_of(deck)
        assert seen.discards == {"white": 2}
        assert [sight.hand_size for sight in seen.seats] == [0, 5, 0]
        assert (seen.to_move, seen.decision) == (1, "tunnel")
        assert seen.legal_actions == (tuple(game.legal_actions()) if seat == 1 else ())
    for action in game.legal_actions():
        after = game.copy()
        after.apply(action)
        check_conservation(after)
        for seat in range(3):
            assert after.observe(seat).laid_down == {}
            assert after.observe(seat).pile("turned_up").size == 0
    assert game.observe(0).laid_down == {"black": 2, "wild": 1}  # copies are independent


@pytest.mark.clause("GAP-16", "GAP-11")
def test_a_tunnel_shows_nothing_that_is_hidden() -> None:
    """Games that differ in deck and hands alone look the same to the others during it."""
    views = []
    for rest, hand in ((["red"], {"black": 4}), (["wild"], {"black": 3, "red": 1})):
        deck = ["black", "wild", "green", *rest]
        game = at_tunnel(hand, {"black": 3}, deck, seed=1)
        views.append(game.observe(1))
        game.apply(LEAVE)
        views.append(game.observe(1))
    assert views[0] == views[2]
    assert views[1] == views[3]
    assert views[0] != views[1]


@pytest.mark.clause("GAP-17")
def test_without_extra_due_it_is_claimed_at_once() -> None:
    """There is no choice to withdraw: the next player is to move."""
    for laid, deck in (
        ({"black": 3}, ["red", "white", "green"]),
        ({"wild": 3}, ["black", "black", "red"]),
    ):
        game = at_tunnel({"black": 6, "wild": 6}, laid, deck)
        assert game.seats[0].routes == (BLACK,)
        assert (game.to_move, game.decision) == (1, "turn")
        refuse(game, LEAVE, PayTunnel({}))


@pytest.mark.clause("GAP-17")
def test_leaving_is_allowed_to_who_could_pay() -> None:
    """In every way of paying; the player chooses the mix."""
    game = at_tunnel({"black": 9, "wild": 5}, {"black": 3}, ["black", "wild", "black"])
    allow(game, LEAVE, *extra(3, "black"))
    assert len(game.legal_actions()) == 5
    game.apply(LEAVE)
    assert game.seats[0].hand == {"black": 9, "wild": 5}
    assert game.to_move == 1


@pytest.mark.parametrize("players", [2, 3, 4, 5])
@pytest.mark.clause("GAP-17")
def test_a_tunnel_left_closes_no_parallel_route(players: int) -> None:
    """Paid for, it closes the other of the double: to all with few players, else to its owner."""
    hands = [{"black": 4, "white": 3}, {"black": 3, "white": 3}]
    deck = ["black", "red", "red"]
    game = at_tunnel(hands[0], {"black": 3}, deck, players=players, hands=dict(enumerate(hands)))
    paid = game.copy()
    game.apply(LEAVE)
    allow(game, ClaimRoute(WHITE, {"white": 3}), ClaimRoute(BLACK, {"black": 3}))
    again = ttrkit.position("europe", players=players, hands=[hands[0]])
    assert ClaimRoute(WHITE, {"white": 3}) in again.legal_actions()
    paid.apply(PayTunnel({"black": 1}))
    refuse(paid, ClaimRoute(BLACK, {"black": 3}))
    if players < 4:
        assert "closed to you" in refuse(paid, ClaimRoute(WHITE, {"white": 3}))
    else:
        allow(paid, ClaimRoute(WHITE, {"white": 3}))


class Stubborn:
    """Tries the same tunnel turn after turn, and leaves it."""

    def choose(self, observation: Observation) -> ttrkit.Action:
        """Claim if it can be, else leave."""
        claim = ClaimRoute(GREY, {"red": 3} if observation.seat else {"black": 3})
        return claim if claim in observation.legal_actions else LEAVE


@pytest.mark.parametrize("limit", [1, 10, 61])
@pytest.mark.clause("GAP-13")
def test_tunnels_tried_for_ever_end_with_the_limit(limit: int) -> None:
    """Every try turns up the same three wilds; the game stands as it stood, and is not over."""
    hands = [{"black": 3}, all_but("europe", {"black": 3}, MARKET, ["wild"] * 3)]
    game = ttrkit.position("europe", players=2, hands=hands, market=MARKET, deck=["wild"] * 3)
    result = ttrkit.play(game, [Stubborn(), Stubborn()], max_turns=limit)
    assert not result.is_final
    assert not game.is_over
    assert len(game.history) == 2 * limit  # a turn is not a decision
    assert game.to_move == limit % 2
    assert [seat.hand for seat in game.seats] == hands
    assert game.discards == {"wild": 3}


@pytest.mark.parametrize("seed", range(4))
@pytest.mark.clause("EU-40", "EU-41", "EU-42", "EU-43", "EU-44")
def test_every_tunnel_of_a_random_game_is_as_the_rules_say(seed: int) -> None:
    """What is due is counted again from the cards turned up, claim by claim."""
    game = ttrkit.new_game("europe", players=2 + seed, seed=seed)
    bot = RandomPlayer(seed)
    tried = 0
    while (seat := game.to_move) is not None and tried < 60:
        before = game.copy()
        action = bot.choose(game.observe(seat))
        game.apply(action)
        if not isinstance(action, ClaimRoute) or not action.route.tunnel:
            continue
        tried += 1
        ups = Counter(turned_up(game))
        played = [str(colour) for colour in action.cards if colour != "wild"]
        due = ups["wild"] + sum(ups[colour] for colour in played)
        if not due:
            assert game.seats[seat].routes[-1] == action.route
            continue
        held = before.seats[seat].hand
        left = {str(c): held[c] - action.cards[c] for c in held}
        payable = [
            way
            for way in extra(due, *(played or ["wild"]))
            if all(left.get(str(colour), 0) >= n for colour, n in way.cards.items())
        ]
        assert set(game.legal_actions()) == {*payable, LEAVE}
        assert game.to_move == seat
    assert tried
