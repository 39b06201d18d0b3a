"""Cards, costs and payments: how they add up, and how they read."""

import pytest

from ttrkit import Cards, Colour, Cost, Payment, cards
from ttrkit.payment import NO_CARDS


def test_payments_are_added_purse_by_purse() -> None:
    """What came from the hand stays apart from what came from the holder."""
    both = Payment(cards(red=2), cards(wild=1)) + Payment(cards(wild=1), cards(red=3))
    assert both.cards == cards(red=2, wild=1)
    assert both.shared == cards(red=3, wild=1)
    assert both.total == cards(red=5, wild=2)
    assert both == Payment(cards(red=2, wild=1), cards(red=3, wild=1))


def test_what_a_payment_knows_of_itself() -> None:
    """Its cards by number, from either purse and in all; its colour, wherever that came from."""
    payment = Payment(cards(wild=1), cards(blue=2))
    blue, wild = 1, 8
    assert payment.hand_pairs == ((wild, 1),)
    assert payment.shared_pairs == ((blue, 2),)
    assert payment.total_pairs == ((blue, 2), (wild, 1))
    assert (payment.colour, payment.card, payment.is_all_wild) == (Colour.BLUE, blue, False)
    alone = Payment(cards(wild=2))
    assert (alone.colour, alone.card, alone.is_all_wild) == (Colour.WILD, wild, True)
    assert alone.shared_pairs == ()
    assert Payment(NO_CARDS).is_all_wild is False


def test_no_cards_are_not_all_wild() -> None:
    """There have to be some."""
    assert cards(wild=2).is_all_wild
    assert not cards(wild=2, red=1).is_all_wild
    assert not NO_CARDS.is_all_wild


@pytest.mark.parametrize(
    ("cost", "words"),
    [
        (Cost(1), "1 card"),
        (Cost(3), "3 cards of one colour"),
        (Cost(1, (Colour.RED,)), "1 red card"),
        (Cost(2, (Colour.RED,)), "2 red cards"),
        (Cost(4, wilds=1), "4 cards of one colour, at least 1 of them wild"),
        (Cost(2, wilds=2), "2 wild cards"),
        (Cost(1, (), wilds=1), "1 wild card"),
        (Cost(3, ()), "3 wild cards"),
    ],
)
def test_a_cost_in_words(cost: Cost, words: str) -> None:
    """One card is no cards, and one card has one colour anyway."""
    assert str(cost) == words


def test_a_payment_in_words() -> None:
    """Where the cards come from is said if some are from the holder."""
    assert str(Payment(cards(red=2))) == "2 red"
    assert str(Payment(NO_CARDS, cards(red=2))) == "2 red from the holder"
    words = "1 wild from the hand and 2 red from the holder"
    assert str(Payment(cards(wild=1), cards(red=2))) == words


def test_cards_are_counted_in_whole_numbers() -> None:
    """Nothing else is a count, and no pile holds fewer than none."""
    for wrong in (1.0, "2", None, True):
        with pytest.raises(
            TypeError, match="red cards: a whole number from 0 to 255 is wanted, not"
        ):
            cards({"red": wrong})  # type: ignore[arg-type]
    for many in (-1, 256):
        with pytest.raises(
            ValueError, match=rf"a whole number from 0 to 255 is wanted, not {many}"
        ):
            cards(red=many)
    assert cards(red=255).total == 255
    with pytest.raises(ValueError, match='no card is "grey": the colours of cards are purple'):
        cards(grey=1)


def test_cards_are_taken_away() -> None:
    """Only those that are there."""
    assert cards(red=3, wild=1) - cards(red=1) == cards(red=2, wild=1)
    assert cards(red=1) <= cards(red=1)
    assert not cards(red=2) <= cards(red=1, wild=5)
    with pytest.raises(ValueError, match="cannot take 1 blue from 3 red"):
        cards(red=3) - cards(blue=1)
    assert isinstance(cards(red=1) + cards(red=2), Cards)
