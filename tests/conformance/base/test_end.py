"""The last round."""

import pytest

import ttrkit
from tests.conformance.helpers import (
    all_but,
    allow,
    draw_two,
    is_over,
    pay,
    refuse,
    some_route,
    turns_left,
)
from ttrkit import DrawBlind, DrawTickets, Pass


def order_of_turns(game: ttrkit.Game) -> list[int]:
    """Play to the end by drawing cards; whose turns those were."""
    order = []
    while (seat := game.to_move) is not None:
        assert game.decision == "turn"
        order.append(seat)
        draw_two(game)
        assert len(order) < 20
    return order


@pytest.mark.parametrize("left", [0, 1, 2])
@pytest.mark.clause("US-80", "EU-80", "PA-80")
def test_two_or_fewer_trains_bring_on_the_last_round(edition: str, left: int) -> None:
    """Everyone, that player included, has one more turn; then it is over."""
    route = some_route(edition)
    for players in ttrkit.get_variant(edition).players:
        for seat in range(players):
            game = ttrkit.position(
                edition,
                players=players,
                to_move=seat,
                hands={seat: {route.colour: route.length}},
                trains={seat: route.length + left},
            )
            game.apply(pay(route))
            assert game.seats[seat].trains == left
            assert not is_over(game)
            assert turns_left(game) == players
            expected = [(seat + 1 + i) % players for i in range(players)]
            assert order_of_turns(game) == expected
            assert is_over(game)
            assert game.to_move is None
            assert game.result().is_final
            assert refuse(game, DrawBlind()) == "the game is over"


@pytest.mark.clause("US-80", "EU-80", "PA-80")
def test_three_trains_do_not_bring_it_on(edition: str) -> None:
    """The game goes on as before."""
    route = some_route(edition)
    hand = {route.colour: route.length}
    game = ttrkit.position(edition, players=2, hands=[hand], trains=[route.length + 3])
    game.apply(pay(route))
    assert game.seats[0].trains == 3
    assert turns_left(game) is None
    for _ in range(6):
        draw_two(game)
        assert not is_over(game)
        assert turns_left(game) is None
        assert not game.result().is_final


@pytest.mark.clause("GAP-19")
def test_only_the_seat_whose_turn_ended_is_checked() -> None:
    """In a position where others have few trains already, it begins when they end a turn."""
    game = ttrkit.position("usa", players=4, trains=[45, 45, 1, 0])
    assert turns_left(game) is None
    draw_two(game)
    draw_two(game)
    assert turns_left(game) is None
    assert game.to_move == 2
    draw_two(game)  # seat 2 ends a turn with one train
    assert turns_left(game) == 4
    assert order_of_turns(game) == [3, 0, 1, 2]


@pytest.mark.clause("GAP-19")
def test_a_set_up_position_is_not_in_its_last_round() -> None:
    """Even the seat to move with no train has a turn that brings it on, and another one."""
    game = ttrkit.position("usa", players=3, trains=[0, 0, 0])
    assert turns_left(game) is None
    assert order_of_turns(game) == [0, 1, 2, 0]
    assert is_over(game)


@pytest.mark.clause("GAP-19")
def test_it_begins_only_once() -> None:
    """Others who fall to the limit later neither lengthen nor shorten the last round."""
    route = some_route("usa")
    other = ttrkit.get_variant("usa").board.route("Charleston", "Miami")
    hands = [{route.colour: 3}, {other.colour: 4}, {}]
    game = ttrkit.position("usa", players=3, hands=hands, trains=[route.length, 5, 2])
    game.apply(pay(route))
    assert turns_left(game) == 3
    game.apply(pay(other))
    assert game.seats[1].trains == 1
    assert turns_left(game) == 2
    draw_two(game)  # seat 2 has two trains
    assert turns_left(game) == 1
    assert game.to_move == 0
    draw_two(game)
    assert is_over(game)


@pytest.mark.clause("GAP-19")
def test_all_actions_stay_legal_in_the_last_round() -> None:
    """Cards, tickets and routes; decisions inside a turn are not turns of their own."""
    route = some_route("usa")
    hands = [{}, {route.colour: route.length}]
    game = ttrkit.position("usa", players=2, hands=hands, trains=[2, 45])
    draw_two(game)
    assert turns_left(game) == 2
    allow(game, DrawBlind(), DrawTickets(), pay(route))
    refuse(game, Pass())
    game.apply(DrawTickets())
    assert turns_left(game) == 2
    assert game.to_move == 1
    game.apply(game.legal_actions()[-1])
    assert len(game.seats[1].tickets) == 3
    assert turns_left(game) == 1
    game.apply(DrawBlind())
    assert not is_over(game)
    assert turns_left(game) == 1
    game.apply(DrawBlind())
    assert is_over(game)
    assert game.result().sheets[1]["tickets"] < 0


@pytest.mark.clause("GAP-19")
def test_decisions_inside_a_turn_do_not_trigger() -> None:
    """A seat with few trains is checked when its turn is over, not after the first card."""
    game = ttrkit.position("usa", players=2, trains=[2, 45])
    game.apply(DrawBlind())
    assert turns_left(game) is None
    game.apply(DrawBlind())
    assert turns_left(game) == 2


@pytest.mark.clause("GAP-19")
def test_a_pass_is_a_turn() -> None:
    """It brings the last round on, and counts in it."""
    route = some_route("usa")
    hand = {route.colour: route.length}
    game = ttrkit.position(
        "usa",
        players=3,
        hands={1: hand, 2: all_but("usa", hand)},
        trains=[2, 45, 45],
        market=[],
        ticket_deck=[],
    )
    game.apply(Pass())
    assert turns_left(game) == 3
    game.apply(pay(route))
    assert turns_left(game) == 2
    game.apply(next(a for a in game.legal_actions() if isinstance(a, ttrkit.ClaimRoute)))
    assert game.to_move == 0
    assert turns_left(game) == 1
    game.apply(ttrkit.DrawFaceUp(route.colour))
    game.apply(game.legal_actions()[0])
    assert is_over(game)
