"""Mountains cost trains, and score."""

from examples.gallery.crossings import VARIANT
from ttrkit import ClaimRoute, position

TWO_MOUNTAINS = VARIANT.board.route("Kaldmoor", "Graupass")
CLAIM = ClaimRoute(TWO_MOUNTAINS, {"red": 2})


def test_a_mountain_costs_a_train_and_scores_two_points() -> None:
    """Two spaces and two mountains: four trains are gone, two of them off the board."""
    game = position(VARIANT, players=2, hands=[{"red": 2}], trains=[30, 30])
    game.apply(CLAIM)
    assert (game.seats[0].trains, game.seats[0].worn_out, game.seats[1].worn_out) == (26, 2, 0)
    assert game.result().sheets[0]["crossings"] == 4
    assert game.result().sheets[0]["routes"] == 2


def test_a_plain_route_costs_no_more() -> None:
    """As many trains as it is long."""
    game = position(VARIANT, players=2, hands=[{"blue": 2}], trains=[30, 30])
    game.apply(ClaimRoute(VARIANT.board.route("Isvarn", "Tornby"), {"blue": 2}))
    assert (game.seats[0].trains, game.seats[0].worn_out) == (28, 0)


def test_there_must_be_trains_for_the_mountains() -> None:
    """Three trains are too few, four are enough."""
    game = position(VARIANT, players=2, hands=[{"red": 2}], trains=[3, 30])
    refusal = game.why_not(CLAIM)
    assert refusal is not None
    assert refusal.endswith("it takes 4 trains with its mountains; you have 3")
    assert position(VARIANT, players=2, hands=[{"red": 2}], trains=[4, 30]).is_legal(CLAIM)
