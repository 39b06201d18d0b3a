"""What everyone sees, and what nobody sees but its owner."""

import random

import pytest

import ttrkit
from tests.conformance.helpers import pay, plain_routes, regular_tickets, some_route
from ttrkit import Colour, DrawBlind, DrawFaceUp, DrawTickets, Game, KeepTickets
from ttrkit.events import MarketReplaced

MARKET = ["red", "blue", "green", "white", "yellow"]
USA = ttrkit.get_variant("usa").board
TICKETS = regular_tickets("usa")


def seen_by_all(game: Game) -> dict[str, object]:
    """The public part of the observations, which is the same whoever looks."""
    private = {"seat", "legal_actions", "hand", "tickets", "piles"}
    views = [
        {
            name: getattr(game.observe(seat), name)
            for name in ttrkit.Observation.FIELDS
            if name not in private
        }
        for seat in range(len(game.seats))
    ]
    assert all(view == views[0] for view in views)
    return views[0]


@pytest.mark.clause("GAP-11")
def test_what_lies_open_is_seen_by_all() -> None:
    """Market, discards, deck sizes, routes, trains, scores, sizes of hands, numbers of tickets."""
    route = plain_routes(USA, length=3)[0]
    game = ttrkit.position(
        "usa",
        players=3,
        to_move=1,
        hands=[{"red": 2, "wild": 1}, {"blue": 4}, {}],
        market=MARKET,
        discards={"black": 3, "wild": 2},
        claimed={2: [route]},
        trains=[45, 40, 42],
        scores=[0, 11, 4],
        tickets={0: TICKETS[:2], 2: TICKETS[2:7]},
    )
    seen = seen_by_all(game)
    assert seen["market"] == tuple(MARKET)
    assert seen["discards"] == {"black": 3, "wild": 2}
    assert seen["deck_size"] == 110 - 5 - 5 - 7 == game.deck_size
    assert seen["ticket_deck_size"] == 69 - 7
    assert game.observe(0).to_move == game.observe(2).to_move == 1
    assert seen["turns_left"] is None
    sights = game.observe(0).seats
    assert [sight.hand_size for sight in sights] == [3, 4, 0]
    assert [sight.ticket_count for sight in sights] == [2, 0, 5]
    assert [sight.trains for sight in sights] == [45, 40, 42]
    assert [sight.score for sight in sights] == [0, 11, 4]
    assert [sight.routes for sight in sights] == [(), (), (route,)]


@pytest.mark.clause("GAP-11")
def test_a_seat_sees_its_own_cards_tickets_and_choices() -> None:
    """And nobody else's; only the seat that decides is offered actions."""
    hands = [{"red": 2, "wild": 1}, {"blue": 4}, {}]
    game = ttrkit.position(
        "usa", players=3, to_move=1, hands=hands, tickets={0: TICKETS[:2], 2: TICKETS[2:7]}
    )
    held = [tuple(TICKETS[:2]), (), tuple(TICKETS[2:7])]
    for seat in range(3):
        seen = game.observe(seat)
        assert seen.seat == seat
        assert seen.hand == hands[seat]
        assert seen.tickets == held[seat]
        expected = tuple(game.legal_actions()) if seat == 1 else ()
        assert seen.legal_actions == expected
    for wrong in (-1, 3):
        with pytest.raises(ValueError, match="the seats are 0 to 2"):
            game.observe(wrong)


@pytest.mark.clause("GAP-11")
def test_hands_decks_and_tickets_of_others_are_seen_by_nobody() -> None:
    """Games that differ only in what is hidden look the same."""
    first = ttrkit.position(
        "usa",
        players=3,
        hands=[{"red": 2}, {"blue": 1, "wild": 2}, {"green": 3}],
        market=MARKET,
        deck=["red", "wild", "green", "black"],
        tickets={1: TICKETS[:2], 2: TICKETS[2:4]},
        ticket_deck=TICKETS[4:10],
        seed=1,
    )
    second = ttrkit.position(
        "usa",
        players=3,
        hands=[{"red": 2}, {"black": 3}, {"blue": 2, "wild": 1}],
        market=MARKET,
        deck=["wild", "black", "red", "red"],
        tickets={1: TICKETS[7:9], 2: TICKETS[:2]},
        ticket_deck=[*TICKETS[2:7], TICKETS[9]],
        seed=2,
    )
    assert first.observe(0) == second.observe(0)
    assert repr(first.observe(0)) == repr(second.observe(0))
    assert hash(first.observe(0).hand) == hash(second.observe(0).hand)
    for viewer in (1, 2):
        assert first.observe(viewer) != second.observe(viewer)


@pytest.mark.clause("GAP-11")
def test_a_face_up_card_taken_is_seen_and_a_blind_one_is_not() -> None:
    """The market and the size of the hand change before all eyes; a blind card only counts."""
    game = ttrkit.position("usa", players=2, market=MARKET, deck=["black", "orange"])
    before = game.observe(1)
    game.apply(DrawFaceUp("green"))
    after = game.observe(1)
    assert set(before.market) - set(after.market) == {"green"}
    assert after.market == ("red", "blue", "black", "white", "yellow")
    assert after.seats[0].hand_size == 1
    assert (after.to_move, after.decision) == (0, "next card")
    game.apply(DrawBlind())
    last = game.observe(1)
    assert last.seats[0].hand_size == 2
    assert last.deck_size == before.deck_size - 2
    assert last.market == after.market
    assert last.hand.total == 0


@pytest.mark.clause("GAP-11")
def test_cards_paid_are_seen() -> None:
    """They lie on the discards, route, trains and points being open too."""
    route = some_route("usa")
    hand = {route.colour: route.length, "wild": 2}
    game = ttrkit.position("usa", players=2, hands=[hand], market=MARKET)
    game.apply(pay(route, wild=1))
    seen = game.observe(1)
    assert seen.discards == {route.colour: route.length - 1, "wild": 1}
    assert seen.seats[0].routes == (route,)
    assert seen.seats[0].trains == 45 - route.length
    assert seen.seats[0].score == USA.points(route.length)
    assert seen.seats[0].hand_size == 2


@pytest.mark.clause("GAP-11")
def test_how_many_tickets_are_drawn_and_kept_is_seen() -> None:
    """Not which ones: neither those drawn, nor those kept or refused."""
    views = []
    for tickets in (TICKETS[:6], TICKETS[5::-1]):
        game = ttrkit.position("usa", players=2, ticket_deck=tickets, market=MARKET, seed=3)
        game.apply(DrawTickets())
        drawing = game.observe(1)
        assert drawing.seats[0].ticket_count == 3
        assert drawing.ticket_deck_size == 3
        assert drawing.pile("drawn", 0).tickets is None
        assert game.observe(0).pile("drawn", 0).tickets == tuple(tickets[:3])
        game.apply(KeepTickets(tickets[:2]))
        kept = game.observe(1)
        assert kept.seats[0].ticket_count == 2
        assert kept.ticket_deck_size == 4
        assert game.observe(0).tickets == tuple(tickets[:2])
        views.append((drawing, kept))
    assert views[0] == views[1]


@pytest.mark.clause("US-83", "EU-83", "AS-83", "PA-83")
def test_all_tickets_are_shown_at_the_end(edition: str) -> None:
    """Those in hands and those that teams share; not before, and cards never."""
    players = max(ttrkit.get_variant(edition).players)
    game = finished_game(edition, players)
    before, now = game[0].observe(0), game[1].observe(0)
    assert {sight.tickets for sight in before.seats} == {None}
    assert [sight.tickets for sight in now.seats] == [seat.tickets for seat in game[1].seats]
    for pile in now.piles:
        if pile.name == "shared_tickets":
            assert pile.tickets == game[1].teams[pile.owner or 0].tickets
        if pile.name == "holders":
            assert (pile.cards is None) == (pile.owner != 0)


def finished_game(edition: str, players: int) -> tuple[Game, Game]:
    """A random game before its last action, and after it."""
    rng = random.Random(players)
    game = ttrkit.new_game(edition, players=players, seed=players)
    while True:
        before = game.copy()
        game.apply(rng.choice(game.legal_actions()))
        if game.is_over:
            return before, game


@pytest.mark.clause("GAP-11")
def test_the_history_tells_what_the_market_was() -> None:
    """Before the first event and after each: with which cards it was refilled, and replaced."""
    game = ttrkit.position(
        "usa",
        players=2,
        market=["red", "wild", "wild", "blue", "green"],
        deck=["wild", "red", "black", "white", "orange", "purple", "yellow"],
    )
    markets = [game.market]
    game.apply(DrawFaceUp("red"))
    markets.append(game.market)
    game.apply(DrawFaceUp("black"))
    markets.append(game.market)
    seen = game.observe(1)
    assert [seen.first_market, *(event.market for event in seen.history)] == markets
    assert seen.history[0].outcome == (
        MarketReplaced((Colour.WILD, Colour.WILD, Colour.WILD, Colour.BLUE, Colour.GREEN)),
    )
    assert seen.history[1].outcome == ()


@pytest.mark.clause("GAP-11")
def test_markets_replaced_at_the_set_up_are_told() -> None:
    """US-14: they were laid out for all to see, and lie among the discards."""
    games = (ttrkit.new_game("paris", players=2, seed=seed) for seed in range(100))
    game = next(game for game in games if game.discards)
    seen = game.observe(0)
    replaced = [out for out in seen.opening if isinstance(out, MarketReplaced)]
    assert sum(len(market.colours) for market in replaced) == game.discards.total
    assert ttrkit.determinize(seen, random.Random(1)).observe(0) == seen
