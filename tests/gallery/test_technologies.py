"""Technologies are bought with wilds, and change what is legal."""

from examples.gallery.technologies import VARIANT, BuyTechnology
from ttrkit import ClaimRoute, cards, position

MOUNTAIN = ClaimRoute(VARIANT.board.route("Kaldmoor", "Graupass"), {"red": 2})
LONG = VARIANT.board.route("Brekka", "Hoglund")  # four spaces
DYNAMITE = BuyTechnology("dynamite", cards(wild=1))
VIADUCTS = BuyTechnology("viaducts", cards(wild=2))


def test_dynamite_opens_the_mountains() -> None:
    """To its owner alone, for a wild; the turn is spent."""
    game = position(VARIANT, players=2, hands=[{"red": 2, "wild": 1}, {"red": 2}])
    assert str(game.why_not(MOUNTAIN)).endswith("it takes dynamite")
    game.apply(DYNAMITE)
    assert (game.to_move, game.seats[0].hand, game.discards) == (1, cards(red=2), cards(wild=1))
    assert [seat.technologies for seat in game.observe(1).seats] == [{"dynamite": 1}, {}]
    assert not game.is_legal(MOUNTAIN)
    game = position(VARIANT, players=2, hands=[{"red": 2}], technologies={0: {"dynamite": 1}})
    assert game.is_legal(MOUNTAIN)


def test_viaducts_save_a_card_on_long_routes() -> None:
    """Four spaces for three cards, and no other number; two spaces cost two as ever."""
    owned = {0: {"viaducts": 1}}
    game = position(VARIANT, players=2, hands=[{"black": 4, "blue": 2}], technologies=owned)
    assert game.is_legal(ClaimRoute(LONG, {"black": 3}))
    assert not game.is_legal(ClaimRoute(LONG, {"black": 4}))
    short = game.board.route("Isvarn", "Tornby")
    assert game.is_legal(ClaimRoute(short, {"blue": 2}))
    assert not game.is_legal(ClaimRoute(short, {"blue": 1}))
    game.apply(ClaimRoute(LONG, {"black": 3}))
    assert (game.seats[0].score, game.seats[0].trains) == (7, 30 - 4)


def test_what_cannot_be_bought() -> None:
    """What one has, what one cannot pay, at another price, and what there is not."""
    game = position(VARIANT, players=2, hands=[{"wild": 1}], technologies={0: {"dynamite": 1}})
    assert game.why_not(DYNAMITE) == "you have dynamite already"
    assert "you do not have" in str(game.why_not(VIADUCTS))
    assert "viaducts costs" in str(game.why_not(BuyTechnology("viaducts", cards(wild=1))))
    assert "no technology" in str(game.why_not(BuyTechnology("steam", cards(wild=1))))
