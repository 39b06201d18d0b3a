"""Home cities: who pays whom for a claim, and that homes are dealt for all to see."""

import pytest

import ttrkit
from examples.gallery.home_cities import VARIANT
from ttrkit import ClaimRoute, cards

ROUTE = VARIANT.board.route("Aldermoor", "Eelmarsh")
CLAIM = ClaimRoute(ROUTE, cards(green=2))


@pytest.mark.parametrize(
    ("homes", "points"),
    [
        (["Tidesend", "Aldermoor", "Lorrow"], [-2, 2, 0]),  # one visit
        (["Tidesend", "Aldermoor", "Eelmarsh"], [-4, 2, 2]),  # a home at either end
        (["Eelmarsh", "Tidesend", "Lorrow"], [1, 0, 0]),  # one's own
        (["Eelmarsh", "Aldermoor", "Lorrow"], [-1, 2, 0]),  # both
        (["Tidesend", "Saltmere", "Lorrow"], [0, 0, 0]),  # nobody's
    ],
)
def test_a_claim_pays_the_owners_of_homes(homes: list[str], points: list[int]) -> None:
    """Two points go from the visitor to the owner; one's own home is a point from nowhere."""
    game = ttrkit.position(VARIANT, players=3, hands=[{"green": 2}], home=homes)
    game.apply(CLAIM)
    assert [sheet["home city"] for sheet in game.result().sheets] == points
    assert [seat.score for seat in game.seats] == [2 + points[0], *points[1:]]


def test_homes_are_dealt_for_all_to_see() -> None:
    """Every seat has another city, by the seed, and every seat knows them all."""
    games = [ttrkit.new_game(VARIANT, players=4, seed=seed) for seed in range(5)]
    homes = [tuple(seat.home for seat in game.observe(3).seats) for game in games]
    assert all(len(set(dealt)) == 4 for dealt in homes)
    assert {name for dealt in homes for name in dealt} <= {c.name for c in VARIANT.board.cities}
    assert len(set(homes)) > 1


def test_a_position_needs_a_home_for_every_seat() -> None:
    """On the board, and as many as there are seats."""
    with pytest.raises(ValueError, match="one city a seat"):
        ttrkit.position(VARIANT, players=3, home=["Lorrow"])
    with pytest.raises(LookupError, match='did you mean "Lorrow"'):
        ttrkit.position(VARIANT, players=2, home=["Lorow", "Saltmere"])
