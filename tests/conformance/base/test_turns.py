"""A turn: one action, clockwise; a pass if there is none; games without end."""

import pytest

import ttrkit
from tests.conformance.helpers import (
    all_but,
    allow,
    draw_two,
    fewest,
    pay,
    refuse,
    regular_tickets,
    some_route,
)
from ttrkit import ClaimRoute, DrawBlind, DrawFaceUp, DrawTickets, Pass
from ttrkit.players import MAX_TURNS

MARKET = ["red", "blue", "green", "white", "yellow"]


@pytest.mark.clause("US-10", "PA-10")
def test_a_turn_is_one_of_three_actions(edition: str) -> None:
    """Cards, a route or tickets: nothing else is offered, and all three are."""
    route = some_route(edition)
    hand = {route.colour: route.length}
    game = ttrkit.position(edition, players=2, hands=[hand], market=MARKET)
    allow(game, DrawBlind(), *map(DrawFaceUp, MARKET), pay(route), DrawTickets())
    kinds = {type(action) for action in game.legal_actions()}
    assert kinds == {DrawBlind, DrawFaceUp, ClaimRoute, DrawTickets}
    refuse(game, Pass(), ttrkit.KeepTickets(()))


@pytest.mark.clause("US-10", "EU-10", "PA-10")
def test_one_action_a_turn_and_the_next_seat_plays(edition: str) -> None:
    """After whichever action, the turn is over, and the seat to the left plays."""
    players = ttrkit.get_variant(edition).players[-1]
    route = some_route(edition)
    hand = {route.colour: route.length}
    for seat in range(players):
        following = (seat + 1) % players
        for action in (DrawFaceUp("red"), pay(route), DrawTickets()):
            game = ttrkit.position(
                edition, players=players, to_move=seat, hands={seat: hand}, market=MARKET
            )
            game.apply(action)
            if not isinstance(action, ClaimRoute):
                assert game.to_move == seat
                refuse(game, pay(route), DrawTickets(), Pass())
                game.apply(game.legal_actions()[-1])
            assert game.to_move == following
            assert game.decision == "turn"


@pytest.mark.clause("US-10", "EU-10", "PA-10")
def test_play_goes_round_and_round(edition: str) -> None:
    """Turn after turn, seat after seat, in the order of the seats."""
    for players in ttrkit.get_variant(edition).players:
        game = ttrkit.position(edition, players=players, to_move=1)
        order = []
        for _ in range(2 * players):
            order.append(game.to_move)
            draw_two(game)
        assert order == [seat % players for seat in range(1, 2 * players + 1)]


@pytest.mark.clause("GAP-04")
def test_a_pass_is_legal_only_when_nothing_else_is(edition: str) -> None:
    """Without cards to draw, tickets or payable routes: a pass, and nothing but a pass."""
    players = fewest(edition)
    hands = {players - 1: all_but(edition)}
    game = ttrkit.position(edition, players=players, hands=hands, market=[], ticket_deck=[])
    assert game.legal_actions() == [Pass()]
    allow(game, Pass())
    refuse(game, DrawBlind(), DrawFaceUp("red"), DrawTickets(), pay(some_route(edition)))
    game.apply(Pass())
    assert game.to_move == 1
    assert not game.is_over


@pytest.mark.clause("GAP-04")
@pytest.mark.parametrize("left", ["ticket", "deck", "market", "discards", "route"])
def test_with_any_action_left_there_is_no_pass(left: str) -> None:
    """One ticket, one card anywhere to draw, or one payable route forbids a pass."""
    one = {"red": 1}
    game = ttrkit.position(
        "usa",
        players=2,
        hands=[one if left == "route" else {}, all_but("usa", one)],
        market=["red"] if left == "market" else [],
        discards=one if left == "discards" else {},
        deck=["red"] if left == "deck" else [],
        ticket_deck=[("Boston", "Miami")] if left == "ticket" else [],
    )
    assert refuse(game, Pass()) == "a pass is legal only when nothing else is"
    assert game.legal_actions()


@pytest.mark.clause("GAP-04")
def test_passes_count_only_in_a_row() -> None:
    """Two passes, a claim and two draws: only three more passes in a row end the game."""
    board = ttrkit.get_variant("usa").board
    last = board.route("Dallas", "El Paso")
    one_of_each = {route.group or route.id: route for route in board.routes if route != last}
    game = ttrkit.position(
        "usa",
        players=3,
        hands={1: all_but("usa", {"red": 4}), 2: {"red": 4}},
        trains=[3, 3, 45],  # too few for the only route that is left
        claimed={0: list(one_of_each.values())},  # with three, no second one of a double
        market=[],
        ticket_deck=[],
    )
    game.apply(Pass())
    game.apply(Pass())
    refuse(game, Pass())
    game.apply(pay(last))  # the four red cards are face up now
    for _ in range(4):
        refuse(game, Pass())
        game.apply(DrawFaceUp("red"))
    for seat in (2, 0, 1):
        assert not game.is_over
        assert game.to_move == seat
        game.apply(Pass())
    assert game.is_over


@pytest.mark.clause("GAP-04")
def test_a_game_that_ends_by_passing_is_scored() -> None:
    """After the last pass nobody moves, the result is final and tickets count."""
    cards = all_but("usa")
    game = ttrkit.position(
        "usa",
        players=3,
        hands={0: cards},
        trains=[0, 45, 45],
        market=[],
        ticket_deck=[],
        tickets={1: [("Boston", "Miami")]},
        scores=[1, 15, 2],
        to_move=1,
    )
    for seat in (1, 2, 0):
        assert not game.is_over
        assert not game.result().is_final
        assert game.to_move == seat
        game.apply(Pass())
    assert game.is_over
    assert game.to_move is None
    assert game.decision is None
    assert game.legal_actions() == []
    assert game.result().is_final
    assert game.result().totals == (1, 3, 2)
    assert game.result().winners == (1,)
    assert refuse(game, Pass(), DrawBlind()) == "the game is over"


@pytest.mark.clause("GAP-13")
def test_play_stops_at_a_limit_of_turns() -> None:
    """After so many turns the game is left as it is: not over, its result not final."""
    for limit in (0, 1, 7):
        game = ttrkit.new_game("usa", players=3, seed=4)
        players = [ttrkit.RandomPlayer(seed) for seed in range(3)]
        result = ttrkit.play(game, players, max_turns=limit)
        assert not result.is_final
        assert not game.is_over
        assert game.decision == "turn"
        opened = [e for e in game.history if isinstance(e.action, ttrkit.KeepTickets)]
        assert len(opened) >= 3
        first = (game.to_move or 0) - limit
        assert game.history[0].seat == first % 3


@pytest.mark.clause("GAP-13")
def test_the_limit_is_generous_and_does_no_harm() -> None:
    """By default a game of random players is played to its end."""
    assert MAX_TURNS >= 5_000
    game = ttrkit.new_game("usa", players=2, seed=4)
    result = ttrkit.play(game, [ttrkit.RandomPlayer(1), ttrkit.RandomPlayer(2)])
    assert result.is_final
    assert game.is_over
    again = ttrkit.play(game, [ttrkit.RandomPlayer(1), ttrkit.RandomPlayer(2)], max_turns=0)
    assert again == result


@pytest.mark.clause("GAP-20")
def test_a_player_without_trains_plays_on(edition: str) -> None:
    """Cards and tickets can be drawn, only routes are out of reach."""
    route = some_route(edition)
    players = fewest(edition)
    game = ttrkit.position(
        edition,
        players=players,
        hands=[{route.colour: route.length, "wild": 1}],
        trains=[0],
        market=MARKET,
    )
    assert not game.is_over
    allow(game, DrawBlind(), *map(DrawFaceUp, MARKET), DrawTickets())
    refuse(game, Pass())
    assert "trains" in refuse(game, pay(route))


@pytest.mark.clause("GAP-20")
def test_a_player_without_trains_may_take_tickets() -> None:
    """Tickets are drawn and kept as ever; drawing cards is not ended early either."""
    tickets = regular_tickets("usa")[:4]
    for seat in (0, 1):
        game = ttrkit.position(
            "usa", players=2, to_move=seat, trains={seat: 0}, ticket_deck=tickets
        )
        other = game.copy()
        game.apply(DrawTickets())
        game.apply(ttrkit.KeepTickets(tickets[:3]))
        assert game.seats[seat].tickets == tuple(tickets[:3])
        assert game.to_move == 1 - seat
        other.apply(DrawBlind())
        assert other.to_move == seat
        other.apply(DrawBlind())
        assert other.seats[seat].hand.total == 2


@pytest.mark.clause("GAP-31")
def test_tickets_must_be_drawn_if_nothing_else_can_be_done(edition: str) -> None:
    """With a ticket left and no other action, there is no pass."""
    players = fewest(edition)
    hands = {players - 1: all_but(edition)}
    game = ttrkit.position(
        edition,
        players=players,
        hands=hands,
        market=[],
        ticket_deck=regular_tickets(edition)[:1],
    )
    assert game.legal_actions() == [DrawTickets()]
    refuse(game, Pass())
    game.apply(DrawTickets())
    assert game.to_move == 0
    refuse(game, Pass())
    game.apply(game.legal_actions()[0])
    assert game.seats[0].tickets + getattr(game.teams[0], "tickets", ()) == (
        regular_tickets(edition)[0],
    )
