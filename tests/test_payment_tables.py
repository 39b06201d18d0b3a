"""Payment tables pick exactly what a seat can pay, against a plain filter."""

from collections.abc import Iterator

import pytest
from hypothesis import given
from hypothesis import strategies as st

from ttrkit import Cards, Colour, Cost, cards
from ttrkit.payment_tables import HandTable, PaymentTable


class OddCost(Cost):
    """A home-made cost: sets of several colours, and of different sizes."""

    def payments(self) -> Iterator[Cards]:
        """Four sets that have little in common."""
        yield cards(red=3)
        yield cards(blue=2)
        yield cards(red=1, blue=1)
        yield cards(green=1, wild=1)


COSTS = [
    Cost(1),
    Cost(3),
    Cost(4, (Colour.RED,)),
    Cost(6, wilds=2),
    Cost(2, (Colour.RED, Colour.BLUE)),
    Cost(3, ()),
    OddCost(9),
]

piles = st.lists(st.sampled_from([0, 0, 0, 1, 2, 3, 5, 7]), min_size=9, max_size=9).map(bytes)


@pytest.mark.parametrize("cost", COSTS, ids=str)
@given(hands=st.lists(piles, min_size=1, max_size=20))
def test_a_hand_pays_what_it_holds(cost: Cost, hands: list[bytes]) -> None:
    """One purse: the payments within the hand, in their order."""
    table = HandTable(cost)
    for hand in hands:
        found = table.select_from((hand,))
        picked = list(found.pick(table.payments)) if found else []
        assert picked == [p for p in table.payments if p.cards.counts_within(hand)]


@pytest.mark.parametrize("cost", COSTS, ids=str)
@given(purses=st.lists(st.tuples(piles, piles), min_size=1, max_size=20))
def test_two_purses_pay_every_split(cost: Cost, purses: list[tuple[bytes, bytes]]) -> None:
    """Two purses: every split of every payment that both can afford, each once."""
    table = PaymentTable(cost, purses=2)
    assert len(set(table.payments)) == len(table.payments)
    for hand, shared in purses:
        found = table.select_from((hand, shared))
        picked = list(found.pick(table.payments)) if found else []
        assert picked == [
            p
            for p in table.payments
            if p.cards.counts_within(hand) and p.shared.counts_within(shared)
        ]


@pytest.mark.parametrize("cost", COSTS, ids=str)
def test_every_payment_is_found_by_its_cards(cost: Cost) -> None:
    """`find` knows the payments of the cost, and nothing else."""
    for table in (HandTable(cost), PaymentTable(cost, purses=2)):
        for payment in table.payments:
            assert table.find(payment.cards, payment.shared) is payment
        assert table.find(cards(purple=9), cards()) is None
