"""The tests of the Benelux: every invariant, and its two rules."""

from benelux import VARIANT

import ttrkit
from ttrkit.testing import check_variant

COAST = [("Amsterdam", "Rotterdam"), ("Antwerpen", "Rotterdam")]


def test_every_invariant_holds() -> None:
    """Random games at every number of players: no card is lost, nothing secret is shown, …."""
    check_variant(VARIANT, games=3)


def test_a_night_train_scores_a_point_more() -> None:
    """With wilds alone; one plain card among them, and it is an ordinary claim."""
    route = VARIANT.board.route("Luik", "Namen")
    for hand, points in (({"wild": 2}, 1), ({"wild": 1, "purple": 1}, 0)):
        game = ttrkit.position(VARIANT, players=2, hands=[hand])
        game.apply(ttrkit.ClaimRoute(route, hand))
        assert game.result().sheets[0]["night train"] == points


def test_three_harbours_score_at_the_end() -> None:
    """All three in one network of one's own: with one route missing, nothing."""
    game = ttrkit.position(VARIANT, players=2, claimed={0: COAST, 1: COAST[:0]})
    assert [sheet["harbours"] for sheet in game.result().sheets] == [6, 0]
    game = ttrkit.position(VARIANT, players=2, claimed={0: COAST[:1], 1: COAST[1:]})
    assert [sheet["harbours"] for sheet in game.result().sheets] == [0, 0]
