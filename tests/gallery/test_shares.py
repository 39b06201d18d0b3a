"""Shares come with claims, and count by majority."""

import pytest

from examples.gallery.shares import VARIANT
from ttrkit import ClaimRoute, position

ROUTE = VARIANT.board.route
AT_HOME = ClaimRoute(ROUTE("Isvarn", "Tornby"), {"blue": 2})
ABROAD = ClaimRoute(ROUTE("Isvarn", "Penhallow"), {"green": 3})


@pytest.mark.parametrize(
    ("claim", "shares"), [(AT_HOME, {"Norrin": 1}), (ABROAD, {"Norrin": 1, "Vestia": 1})]
)
def test_a_claim_earns_shares(claim: ClaimRoute, shares: dict[str, int]) -> None:
    """One of each country that the route touches, out of the bank."""
    game = position(VARIANT, players=2, hands=[{"blue": 2, "green": 3}])
    game.apply(claim)
    assert game.seats[0].shares == shares
    assert game.seats[1].shares == {}
    assert game.observe(1).bank == {
        country: 7 - shares.get(country, 0)
        for country in ("Norrin", "Vestia", "Orvalia", "Suthmark")
    }


def test_a_company_without_shares_gives_none() -> None:
    """The other company of the route still does."""
    game = position(VARIANT, players=2, hands=[{"green": 3}], shares={1: {"Norrin": 7}})
    game.apply(ABROAD)
    assert game.seats[0].shares == {"Vestia": 1}


@pytest.mark.parametrize(
    ("held", "points"),
    [
        ([3, 2, 1], [8, 3, 0]),
        ([2, 2, 1], [8, 8, 0]),
        ([3, 2, 2], [8, 3, 3]),
        ([0, 0, 1], [0, 0, 8]),
        ([0, 0, 0], [0, 0, 0]),
    ],
)
def test_the_largest_shareholders_score(held: list[int], points: list[int]) -> None:
    """Eight points and three; the level ones alike, and no next after a shared first place."""
    game = position(VARIANT, players=3, shares=[{"Vestia": n} for n in held])
    assert [sheet["shares"] for sheet in game.result().sheets] == points


def test_every_company_counts_for_itself() -> None:
    """Two companies, two majorities."""
    game = position(
        VARIANT, players=2, shares=[{"Vestia": 2, "Norrin": 1}, {"Norrin": 4, "Orvalia": 1}]
    )
    assert [sheet["shares"] for sheet in game.result().sheets] == [8 + 3, 8 + 8]
