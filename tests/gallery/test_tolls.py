"""Bridge tolls: what a bridge costs, who may not cross it, and how tokens are had again."""

import ttrkit
from examples.gallery.tolls import VARIANT, TakeTokens
from ttrkit import ClaimRoute, cards
from ttrkit.bots import GreedyPlayer

CHEAP = ClaimRoute(VARIANT.board.route("Aldermoor", "Brackwater"), cards(red=2))
DEAR = ClaimRoute(VARIANT.board.route("Brackwater", "Corvane"), cards(yellow=3))
ROAD = ClaimRoute(VARIANT.board.route("Aldermoor", "Eelmarsh"), cards(green=2))
HAND = cards(red=2, yellow=3, green=2)


def test_a_bridge_costs_its_tokens() -> None:
    """One, two, or none for a route without a bridge; they go to the toll house."""
    for claim, left in ((CHEAP, 2), (DEAR, 1), (ROAD, 3)):
        game = ttrkit.position(VARIANT, players=2, hands=[HAND])
        assert (game.seats[0].tokens, game.observe(1).toll_house) == (3, 14)
        game.apply(claim)
        assert (game.seats[0].tokens, game.seats[1].tokens) == (left, 3)
        assert game.observe(1).toll_house == 14 + 3 - left


def test_who_cannot_pay_the_toll_cannot_claim() -> None:
    """With one token a bridge of two is closed, and with none, all are; other routes are not."""
    game = ttrkit.position(VARIANT, players=2, hands=[HAND], tokens={0: 1})
    reason = game.why_not(DEAR)
    assert reason is not None
    assert reason.endswith("its toll in tokens is 2; you have 1")
    assert game.is_legal(CHEAP)
    game = ttrkit.position(VARIANT, players=2, hands=[HAND], tokens={0: 0})
    assert not game.is_legal(CHEAP)
    assert game.is_legal(ROAD)


def test_a_turn_brings_two_tokens_while_there_are_two() -> None:
    """They come from the toll house, and it is the next seat's turn; of one, none is taken."""
    game = ttrkit.position(VARIANT, players=2, tokens={0: 16, 1: 2})
    game.apply(TakeTokens())
    assert (game.seats[0].tokens, game.observe(0).toll_house, game.to_move) == (18, 0, 1)
    assert game.why_not(TakeTokens()) == "too few tokens are left"
    game = ttrkit.position(VARIANT, players=2, tokens={0: 16, 1: 3})
    assert TakeTokens() not in game.legal_actions()
    assert not game.is_legal(TakeTokens())


def test_a_token_left_over_is_a_point() -> None:
    """At the end, for every seat."""
    game = ttrkit.position(VARIANT, players=2, tokens={0: 5})
    assert [sheet["tokens"] for sheet in game.result().sheets] == [5, 0]


def test_bots_take_tokens_when_they_run_out() -> None:
    """The hint is worth a turn with fewer than two tokens, and not before."""
    for tokens, is_taken in ((0, True), (1, True), (2, False)):
        game = ttrkit.position(VARIANT, players=2, tokens={0: tokens})
        chosen = GreedyPlayer(1).choose(game.observe(0))
        assert (chosen == TakeTokens()) == is_taken
