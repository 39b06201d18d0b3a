"""Sea routes take ships and a ship card, and bring harbours."""

from examples.gallery.harbours import VARIANT, DrawShip
from ttrkit import ClaimRoute, DrawBlind, cards, position

SHORT = VARIANT.board.route("Isvarn", "Sailmouth")  # three spaces
LONG = VARIANT.board.route("Marabel", "Sailmouth")  # five
CLAIM_SHORT, CLAIM_LONG = ClaimRoute(SHORT, {"red": 3}), ClaimRoute(LONG, {"blue": 5})
HAND = cards(red=3, blue=5)


def test_a_sea_route_takes_ships_and_the_smallest_card() -> None:
    """No train is laid; of a sloop and a steamer, the sloop is played."""
    ships = {"sloop": 1, "steamer": 1}
    game = position(VARIANT, players=2, hands=[HAND], ship_cards={0: ships}, trains=[26, 26])
    game.apply(CLAIM_SHORT)
    assert (game.seats[0].trains, game.seats[0].ships) == (26, 9)
    assert game.seats[0].ship_cards == {"steamer": 1}
    assert game.observe(1).sailed == {"sloop": 1}


def test_the_card_must_be_large_enough() -> None:
    """A sloop is for three spaces; without any card, no sea route is open, but land is."""
    game = position(VARIANT, players=2, hands=[HAND], ship_cards={0: {"sloop": 2}})
    assert game.is_legal(CLAIM_SHORT)
    assert "no ship card of yours is large enough for 5" in str(game.why_not(CLAIM_LONG))
    game = position(VARIANT, players=2, hands=[HAND], ship_cards={0: {"steamer": 1}})
    assert game.is_legal(CLAIM_LONG)
    assert game.is_legal(CLAIM_SHORT)
    game = position(VARIANT, players=2, hands=[HAND])
    assert not game.is_legal(CLAIM_SHORT)
    assert game.is_legal(ClaimRoute(game.board.route("Isvarn", "Tornby"), {"blue": 2}))


def test_the_first_ship_builds_the_harbour() -> None:
    """Four points for each end without one; whoever comes later scores the other end alone."""
    game = position(
        VARIANT,
        players=2,
        hands=[HAND, HAND],
        ship_cards=[{"steamer": 1}, {"steamer": 1}],
    )
    game.apply(CLAIM_SHORT)
    game.apply(CLAIM_LONG)
    assert [sheet["harbours"] for sheet in game.result().sheets] == [8, 4]
    assert set(game.observe(0).harbours) == {"Isvarn", "Sailmouth", "Marabel"}


def test_a_ship_card_is_the_second_of_a_turn() -> None:
    """It counts as a draw; the turn cannot begin with it, and others see the size alone."""
    game = position(VARIANT, players=2, ship_deck=["steamer"], to_move=0)
    assert not game.is_legal(DrawShip())
    game.apply(DrawBlind())
    game.apply(DrawShip())
    assert game.to_move == 1
    assert game.seats[0].ship_cards == {"steamer": 1}
    assert game.observe(1).seats[0].ship_cards == 1


def test_an_empty_deck_is_refilled() -> None:
    """From the cards that have sailed; with those in hands as well, there is none to draw."""
    game = position(
        VARIANT, players=2, ship_cards={1: {"sloop": 12, "steamer": 5}}, sailed={"steamer": 1}
    )
    game.apply(DrawBlind())
    game.apply(DrawShip())
    assert game.seats[0].ship_cards == {"steamer": 1}
    game.apply(DrawBlind())
    assert game.why_not(DrawShip()) == "no ship card is left"
