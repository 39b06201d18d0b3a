"""Payment tables and racks find exactly what a seat can pay, against a plain filter."""

import random
from collections.abc import Iterator

import attrs
import pytest
from hypothesis import given
from hypothesis import strategies as st

from ttrkit import (
    Action,
    Cards,
    ClaimRoute,
    Colour,
    Cost,
    Game,
    Variant,
    cards,
    get_variant,
    new_game,
    position,
    racks,
)
from ttrkit.payment_tables import PaymentTable
from ttrkit.payments import Payment
from ttrkit.piles import CARD_NUMBER
from ttrkit.racks import HAVE, LACKING, WILDS, Rack
from ttrkit.testing.invariants import state_of


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
    Cost(0),
    OddCost(9),
]

piles = st.lists(st.sampled_from([0, 0, 0, 1, 2, 3, 5, 7]), min_size=9, max_size=9)


@pytest.mark.parametrize("cost", COSTS, ids=str)
@given(hands=st.lists(piles, min_size=1, max_size=20))
def test_a_hand_pays_what_it_holds(cost: Cost, hands: list[list[int]]) -> None:
    """One purse: the payments within the hand, each once."""
    table = PaymentTable(cost)
    for hand in hands:
        wanted = {p for p in table.payments if p.cards.counts_within(hand)}
        found = table.payable((hand,), table.payments)
        assert set(found) == wanted
        assert len(found) == len(wanted)


@pytest.mark.parametrize("cost", COSTS, ids=str)
@given(purses=st.lists(st.tuples(piles, piles), min_size=1, max_size=20))
def test_two_purses_pay_every_split(cost: Cost, purses: list[tuple[list[int], list[int]]]) -> None:
    """Two purses: every split of every payment that both can afford, each once."""
    table = PaymentTable(cost, purses=2)
    assert len(set(table.payments)) == len(table.payments)
    for hand, shared in purses:
        wanted = {
            p
            for p in table.payments
            if p.cards.counts_within(hand) and p.shared.counts_within(shared)
        }
        found = table.payable((hand, shared), table.payments)
        assert set(found) == wanted
        assert len(found) == len(wanted)


@pytest.mark.parametrize("cost", COSTS, ids=str)
def test_every_payment_is_found_by_its_cards(cost: Cost) -> None:
    """`find` knows the payments of the cost, and nothing else."""
    for table in (PaymentTable(cost), PaymentTable(cost, purses=2)):
        for payment in table.payments:
            assert table.find(payment.cards, payment.shared) is payment
        assert table.find(cards(purple=9), cards()) is None


@pytest.mark.parametrize("name", ["usa", "europe", "asia", "paris"])
def test_a_rack_sells_what_is_left_on_it(name: str) -> None:
    """Whatever is taken off a rack, in whatever order: what it sells is what a filter finds."""
    rng = random.Random(1)
    for pool in get_variant(name).engine.pools:
        rack = pool.full
        for target in rng.sample(list(pool.place), len(pool.place)):
            bars = rng.getrandbits(100) & rng.getrandbits(100)
            _check_rack(rack.barring(bars), rack.targets & ~bars, rng)
            rack = rack.without(target)
            _check_rack(rack, rack.targets, rng)
            _check_rack(pool.rack(rack.targets), rack.targets, rng)
        assert not rack.targets


def _check_rack(rack: Rack, targets: int, rng: random.Random) -> None:
    assert rack.targets == targets
    lacking = rng.randrange(6)
    card, have, wild = rng.randrange(9), rng.randrange(7), rng.randrange(4)
    if card == 8:
        have = 0
    pool = rack.pool
    wanted = []
    for shelf in pool.shelves:
        for target, row in shelf.rows.items():
            if targets >> target & 1 and shelf.length <= pool.longest - lacking:
                colours = shelf.table.cost.colours
                alone = CARD_NUMBER[colours[0]] if len(colours) == 1 else 8
                wanted += [
                    action
                    for action, payment in zip(row, shelf.table.payments, strict=True)
                    if _is_paid(payment, alone, card, have, wild)
                ]
    key = card + WILDS * wild + HAVE * have + LACKING * lacking
    found: list[object] = []
    rack.list_into(found, key)
    assert sorted(map(repr, rack[key])) == sorted(map(repr, found)) == sorted(map(repr, wanted))


def _is_paid(payment: Payment, alone: int, card: int, have: int, wild: int) -> bool:
    """Whether a payment is in this colour (wilds alone count as `alone`), and within the counts."""
    hand = payment.cards.counts
    plain = [number for number in range(8) if hand[number]]
    colour = plain[0] if plain else alone
    in_hand = not payment.shared
    return in_hand and colour == card and sum(hand[:8]) <= have and hand[8] <= wild


def test_racks_are_those_of_the_routes_that_are_open() -> None:
    """Kept up claim by claim, they are what they would be if worked out anew."""
    rng = random.Random(5)
    for players in (2, 4):
        game: Game = new_game("usa", players=players, seed=5)
        while not game.is_over:
            game.apply(rng.choice(game.legal_actions()))
            state = state_of(game)
            anew = state.copy()
            anew.rebuild_racks()
            assert anew.open == state.open
            assert [rack.targets for rack in anew.racks] == [rack.targets for rack in state.racks]
            assert sum(rack.targets for rack in state.racks) == state.open


def test_a_route_in_a_colour_without_cards_is_for_wilds() -> None:
    """A home-made deck may lack a colour that the board has."""
    deck = {str(colour): n for colour, n in get_variant("usa").deck.items() if colour != "red"}
    variant = attrs.evolve(get_variant("usa"), name="no-red", deck=deck)
    red = next(route for route in variant.board.routes if route.colour is Colour.RED)
    hand = cards(wild=red.length)
    game = position(variant, players=2, to_move=0, hands=[hand, cards()])
    claim = ClaimRoute(red, hand)
    assert game.is_legal(claim)
    assert claim in game.legal_actions()


def test_what_racks_remember_is_bounded(monkeypatch: pytest.MonkeyPatch) -> None:
    """They start afresh, and go on to answer the same."""
    expected = _actions_of_a_game(get_variant("usa"))
    monkeypatch.setattr(racks, "_MOST_ANSWERS", 20)
    monkeypatch.setattr(racks, "_MOST_PLANS", 5)
    fresh = attrs.evolve(get_variant("usa"), name="fresh")
    assert _actions_of_a_game(fresh) == expected
    for pool in fresh.engine.pools:
        assert len(pool) <= 5
        assert sum(map(len, pool.kept.values())) <= 40


def _actions_of_a_game(variant: Variant) -> list[list[Action]]:
    rng = random.Random(3)
    game = new_game(variant, players=4, seed=3)
    listed = []
    while not game.is_over:
        listed.append(game.legal_actions())
        game.apply(rng.choice(listed[-1]))
    return listed
