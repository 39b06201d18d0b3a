"""Payments, and the claims listed, are exactly what a plain filter finds."""

import random
from collections.abc import Iterator, Sized
from typing import Any

import attrs
import pytest
from hypothesis import given
from hypothesis import strategies as st

from ttrkit import (
    Action,
    Board,
    Cards,
    ClaimRoute,
    Colour,
    Cost,
    DrawBlind,
    Route,
    Variant,
    cards,
    get_variant,
    new_game,
    position,
)
from ttrkit.colours import CARD_COLOURS, PLAIN_COLOURS
from ttrkit.engine.state import FREE, State
from ttrkit.parts import Part
from ttrkit.parts.claiming.prices import route_costs
from ttrkit.payment import memory
from ttrkit.payment.memory import TablePicks, memory_of, recall
from ttrkit.payment.tables import PaymentTable
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
    picks = TablePicks(table)
    for hand in hands:
        wanted = {p for p in table.payments if p.cards.counts_within(hand)}
        found = picks.payable((hand,), table.payments)
        assert set(found) == wanted
        assert len(found) == len(wanted)


@pytest.mark.parametrize("cost", COSTS, ids=str)
@given(purses=st.lists(st.tuples(piles, piles), min_size=1, max_size=20))
def test_two_purses_pay_every_split(cost: Cost, purses: list[tuple[list[int], list[int]]]) -> None:
    """Two purses: every split of every payment that both can afford, each once."""
    table = PaymentTable(cost, purses=2)
    picks = TablePicks(table)
    assert len(set(table.payments)) == len(table.payments)
    for hand, shared in purses:
        wanted = {
            p
            for p in table.payments
            if p.cards.counts_within(hand) and p.shared.counts_within(shared)
        }
        found = picks.payable((hand, shared), table.payments)
        assert set(found) == wanted
        assert len(found) == len(wanted)


@pytest.mark.parametrize("cost", COSTS, ids=str)
def test_every_payment_is_found_by_its_cards(cost: Cost) -> None:
    """`find` knows the payments of the cost, and nothing else."""
    for table in (PaymentTable(cost), PaymentTable(cost, purses=2)):
        for payment in table.payments:
            assert table.find(payment.cards, payment.shared) is payment
        assert table.find(cards(purple=9), cards()) is None


@pytest.mark.parametrize("draw", [0.0, 0.85], ids=["small hands", "large hands"])
@pytest.mark.parametrize(
    ("name", "players"),
    [("usa", 2), ("usa", 4), ("europe", 3), ("europe", 5), ("asia", 4), ("paris", 2), ("paris", 4)],
)
def test_the_claims_listed_are_those_of_a_plain_filter(
    name: str, players: int, draw: float
) -> None:
    """At every turn of a game: all payments of all open routes that are short enough and paid."""
    rng = random.Random(1)
    game = new_game(name, players=players, seed=1)
    state = state_of(game)
    blind = DrawBlind()
    while not game.is_over:
        listed = game.legal_actions()
        if game.decision == "turn":
            found = [action for action in listed if isinstance(action, ClaimRoute)]
            assert len(set(found)) == len(found)
            assert set(found) == set(_claims(state, state.seat))
        take_blind = rng.random() < draw and blind in listed
        game.apply(blind if take_blind else rng.choice(listed))


def _claims(state: State, seat: int) -> Iterator[ClaimRoute]:
    engine, costs = state.engine, route_costs(state.engine)
    purses = [Cards(bytes(purse)) for purse in state.purses(seat)]
    shared_purse = purses[1] if len(purses) > 1 else cards()
    shut = _shut_by_the_rules(state, seat)
    for number, route in enumerate(state.board.routes):
        if number in shut or route.length > state.trains[seat]:
            continue
        for payment in engine.payments[costs[number]].payments:
            if payment.cards <= purses[0] and payment.shared <= shared_purse:
                yield ClaimRoute(route, payment.cards, payment.shared)


def _shut_by_the_rules(state: State, seat: int) -> set[int]:
    """The routes that are taken, and those that the parts say these claims close to the seat."""
    number = state.engine.numbers.of_route
    taken = {n: owner for owner, routes in enumerate(state.routes) for n in routes}
    shut = set(taken)
    for closes in state.engine.answers.closes:
        for n, owner in taken.items():
            for closing in closes(state, owner, state.board.routes[n]):
                if closing.seats is None or seat in closing.seats:
                    shut.add(number[closing.route.id])
    return shut


@pytest.mark.parametrize(("name", "players"), [("usa", 2), ("usa", 4), ("asia", 4), ("asia", 6)])
def test_what_is_open_is_kept_up_claim_by_claim(name: str, players: int) -> None:
    """For every seat it is what follows from who owns what; groups stay sorted by size."""
    rng = random.Random(5)
    game = new_game(name, players=players, seed=5)
    state = state_of(game)
    everything = set(range(len(state.board.routes)))
    while not game.is_over:
        game.apply(rng.choice(game.legal_actions()))
        for seat in range(players):
            shut = _shut_by_the_rules(state, seat)
            free = {n for group in state.open_routes for n in group}
            assert {n for n in free if seat not in state.closed_to[n]} == everything - shut
            assert set(state.closed(seat)) == {n for n in shut if state.owners[n] == FREE}
        for full, group in zip(state.engine.open_routes.groups, state.open_routes, strict=True):
            assert list(group) == [n for n in full if n in group]


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


def test_what_is_remembered_is_bounded(monkeypatch: pytest.MonkeyPatch) -> None:
    """Tables start afresh, and go on to answer the same."""
    expected = {name: _actions_of_a_game(get_variant(name)) for name in ("usa", "asia")}
    monkeypatch.setattr(memory, "_MAX_REMEMBERED", 3)
    for name, actions in expected.items():
        engine = attrs.evolve(get_variant(name), name="fresh").engine
        assert _actions_of_a_game(engine.variant) == actions
        for table in map(engine.payments.__getitem__, route_costs(engine)):
            picks: TablePicks = recall(memory_of(engine), table)
            remembered: list[Sized] = [*picks.by_card.values(), *picks.by_wilds.values()]
            assert max(map(len, remembered), default=0) <= 3
        assert any(memory_of(engine).values())


def _actions_of_a_game(variant: Variant) -> list[list[Action]]:
    rng = random.Random(3)
    game = new_game(variant, players=4, seed=3)
    listed = []
    while not game.is_over:
        listed.append(game.legal_actions())
        game.apply(rng.choice(listed[-1]))
    return listed


def _recoloured(colours: dict[Colour, Colour]) -> Board:
    board = get_variant("usa").board
    routes = [attrs.evolve(r, colour=colours.get(r.colour, r.colour)) for r in board.routes]
    return attrs.evolve(board, routes=routes)


class Twins(Part):
    """Red routes are paid in red or blue, blue ones in wilds alone; white ones cost one more."""

    def route_cost(self, route: Route, cost: Cost) -> Cost:
        """By the colour of the route."""
        if route.colour is Colour.RED:
            return Cost(cost.size, (Colour.RED, Colour.BLUE))
        if route.colour is Colour.BLUE:
            return Cost(cost.size, ())
        return attrs.evolve(cost, size=cost.size + (route.colour is Colour.WHITE))


def _variant(**changed: Any) -> Variant:
    return attrs.evolve(get_variant("usa"), name="home-made", **changed)


GREY = Colour.GREY
HOME_MADE = {
    "no red, no blue": _variant(board=_recoloured({Colour.RED: GREY, Colour.BLUE: GREY})),
    "all grey": _variant(board=_recoloured(dict.fromkeys(PLAIN_COLOURS, GREY))),
    "no grey": _variant(board=_recoloured({GREY: Colour.BLACK})),
    "all red": _variant(board=_recoloured(dict.fromkeys((*PLAIN_COLOURS, GREY), Colour.RED))),
    "few cards": _variant(deck=dict.fromkeys(PLAIN_COLOURS, 3) | {Colour.WILD: 1}),
    "many wilds": _variant(deck=dict.fromkeys(PLAIN_COLOURS, 9) | {Colour.WILD: 255}),
    "other costs": _variant(parts=(*get_variant("usa").parts, Twins())),
}


@pytest.mark.parametrize("name", HOME_MADE)
@given(
    wanted=st.dictionaries(st.sampled_from(CARD_COLOURS), st.integers(1, 9), max_size=4),
    trains=st.sampled_from([1, 2, 3, 4, 5, 6, 45]),
)
def test_the_claims_of_odd_variants_are_those_of_a_plain_filter(
    name: str, wanted: dict[Colour, int], trains: int
) -> None:
    """Colours without a route of their own, few cards or very many, costs of another kind."""
    variant = HOME_MADE[name]
    hand = {colour: min(n, variant.deck[colour]) for colour, n in wanted.items()}
    game = position(variant, players=2, hands=[hand], trains=[trains, 45], to_move=0)
    found = [action for action in game.legal_actions() if isinstance(action, ClaimRoute)]
    assert len(set(found)) == len(found)
    assert set(found) == set(_claims(state_of(game), 0))
    assert all(game.is_legal(claim) for claim in found)


class Ferries(Part):
    """Every route takes a wild at least."""

    def route_cost(self, route: Route, cost: Cost) -> Cost:
        """One of the cards."""
        return attrs.evolve(cost, wilds=1)


TEAM_PLAY = {
    "as printed": get_variant("asia"),
    "ferries": get_variant("asia").adding(Ferries()),
    "other costs": get_variant("asia").adding(Twins()),
}
some_cards = st.dictionaries(st.sampled_from(CARD_COLOURS), st.integers(1, 5), max_size=3)


@pytest.mark.parametrize("name", TEAM_PLAY)
@given(hand=some_cards, holder=some_cards, trains=st.sampled_from([1, 2, 3, 4, 6, 27]))
def test_the_claims_from_two_purses_are_those_of_a_plain_filter(
    name: str, hand: dict[Colour, int], holder: dict[Colour, int], trains: int
) -> None:
    """Also where a route of one colour can be paid with wilds alone."""
    game = position(
        TEAM_PLAY[name],
        players=4,
        hands=[hand],
        holders=[holder],
        trains=[trains, 27, 27, 27],
        to_move=0,
    )
    found = [action for action in game.legal_actions() if isinstance(action, ClaimRoute)]
    assert len(set(found)) == len(found)
    assert set(found) == set(_claims(state_of(game), 0))
