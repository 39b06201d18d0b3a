"""Terrain cards come with claims, and double them."""

from examples.gallery.terrain import VARIANT, ClaimTwice
from ttrkit import ClaimRoute, cards, position

FOREST = VARIANT.board.route("Isvarn", "Penhallow")  # three spaces, so two cards
PAID = cards(green=3)
TWICE = ClaimTwice(FOREST, PAID)


def test_terrain_cards_double_a_claim() -> None:
    """The route scores twice; the cards are played, and others see them."""
    game = position(
        VARIANT,
        players=2,
        hands=[PAID],
        terrain={0: {"forest": 2, "rock": 1}},
        terrain_deck=["moor"],
    )
    assert TWICE in game.legal_actions()
    game.apply(TWICE)
    sheet = game.result().sheets[0]
    assert (sheet["routes"], sheet["terrain"]) == (4, 4)
    assert game.seats[0].terrain == {"rock": 1, "moor": 1}
    assert game.observe(1).played == {"forest": 2}
    assert game.board.route_by_id(FOREST.id) in game.seats[0].routes


def test_a_plain_claim_brings_a_terrain_card() -> None:
    """Drawn from the deck, seen by its owner alone; nothing is played."""
    game = position(VARIANT, players=2, hands=[PAID], terrain={0: {"forest": 2}})
    game.apply(ClaimRoute(FOREST, PAID))
    assert game.seats[0].terrain.total == 3
    assert game.observe(1).seats[0].terrain == 3
    assert game.result().sheets[0]["terrain"] == 0


def test_too_few_or_other_terrain_cards() -> None:
    """One forest is not enough for three spaces, and rock does not help."""
    game = position(VARIANT, players=2, hands=[PAID], terrain={0: {"forest": 1, "rock": 5}})
    assert game.why_not(TWICE) == f"{FOREST} scores twice for 2 forest; you hold 1"
    assert TWICE not in game.legal_actions()


def test_the_claim_itself_must_be_legal() -> None:
    """Without the train cards, and by sea, nothing is doubled."""
    game = position(VARIANT, players=2, hands=[{"red": 3}], terrain={0: {"forest": 2}})
    assert "cannot be paid" in str(game.why_not(TWICE))
    sea = VARIANT.board.route("Isvarn", "Brekka")
    refusal = game.why_not(ClaimTwice(sea, cards(red=3)))
    assert refusal == f"{sea} does not go through rock, forest or moor"
