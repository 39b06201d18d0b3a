"""Costs that accept more payments than they list."""

from itertools import product

import pytest

import ttrkit
from ttrkit import ClaimRoute, Colour, Variant, parts
from ttrkit.parts import Cost, ExchangeCost, cards
from ttrkit.testing import check_variant


def fits(counts: tuple[int, ...], size: int, wilds: int, rate: int) -> bool:
    """Whether cards (red, blue, wild) pay for `size` red ones, by trying every way to sort them."""
    for used in product(*(range(n + 1) for n in counts)):
        red, blue, wild = used
        traded, left = divmod(sum(counts) - sum(used), rate)
        if not blue and not left and red + wild + traded == size and wild + traded >= wilds:
            return True
    return False


@pytest.mark.parametrize("wilds", [0, 1, 2])
def test_every_payment_that_fits_is_accepted(wilds: int) -> None:
    """And no other; by brute force over all hands of three kinds of cards."""
    cost = ExchangeCost(3, (Colour.RED,), wilds, rate=2)
    listed = list(cost.payments())
    assert len(set(listed)) == len(listed)
    found = 0
    for counts in product(range(8), range(8), range(4)):
        red, blue, wild = counts
        paid = cards(red=red, blue=blue, wild=wild)
        expected = fits(counts, 3, wilds, 2)
        assert (cost.accepts(paid) or paid in listed) == expected, paid
        found += expected
    assert all(
        cost.accepts(paid) or paid in Cost(3, (Colour.RED,), wilds).payments() for paid in listed
    )
    assert found > len([p for p in listed if set(p) <= {"red", "blue", "wild"}])


def test_a_cost_in_wilds_alone() -> None:
    """Cards of any colour stand for the wilds that it asks for."""
    cost = ExchangeCost(1, (), 1, rate=3)
    assert cards(red=1, blue=1, green=1) not in list(cost.payments())
    assert cost.accepts(cards(red=1, blue=1, green=1))
    assert not cost.accepts(cards(red=1, blue=1))
    assert cards(red=3) in list(cost.payments())
    assert not ExchangeCost(0).accepts(cards(red=4))


class Barter(parts.Part):
    """Any three cards stand for one wild."""

    def route_cost(self, route: parts.Route, cost: Cost) -> Cost:
        return ExchangeCost(cost.size, cost.colours, cost.wilds, rate=3)


def barter(*more: parts.Part, players: tuple[int, ...] = (2,)) -> Variant:
    """The board of Paris, with barter."""
    board = ttrkit.get_variant("paris").board
    return Variant.from_classic(
        "barter", board, players=players, trains=10, parts=[Barter(), *more]
    )


def test_listing_is_sensible_and_checking_complete() -> None:
    """A claim that is not listed is legal, and pays what it says; its record replays."""
    route = next(route for route in barter().board.routes if route.length == 3)
    colour, others = route.colour, [c for c in ("red", "blue", "green") if c != route.colour]
    hand = cards({colour: 2, others[0]: 2, others[1]: 1, "wild": 1})
    game = ttrkit.position(barter(), players=2, hands=[hand, {}], seed=1)
    paid = hand - cards(wild=1)
    claim = ClaimRoute(route, paid)
    assert claim not in game.legal_actions()
    assert game.is_legal(claim)
    assert not game.is_legal(ClaimRoute(route, hand))
    game.apply(claim)
    assert game.seats[0].hand == cards(wild=1)
    again = ttrkit.from_record(game.to_record(), variant=barter())
    assert again.seats[0].hand == cards(wild=1)
    assert "any 3 cards stand for one wild" in str(Barter().route_cost(route, Cost(3)))


def test_with_two_purses_too() -> None:
    """Cards of hand and holder together make the exchange."""
    variant = barter(parts.Teams(), players=(4,))
    route = next(route for route in variant.board.routes if route.length == 2)
    other = "red" if route.colour != "red" else "blue"
    game = ttrkit.position(
        variant, players=4, hands=[{route.colour: 1, other: 1}], holders=[{"wild": 1, "black": 1}]
    )
    claim = ClaimRoute(route, {route.colour: 1, other: 1}, {"wild": 1, "black": 1})
    assert game.is_legal(claim)
    assert not game.is_legal(ClaimRoute(route, {route.colour: 1, other: 1}))


def test_the_check_finds_nothing() -> None:
    """Every action listed is legal; nothing is lost."""
    check_variant(barter(), games=2, seed=1)


def test_one_purse_pays_nothing_shared() -> None:
    """Cards from a holder that nobody has are refused."""
    route = next(route for route in barter().board.routes if route.length == 1)
    game = ttrkit.position(barter(), players=2, hands=[{"red": 3}])
    assert not game.is_legal(ClaimRoute(route, {}, {"red": 3}))
