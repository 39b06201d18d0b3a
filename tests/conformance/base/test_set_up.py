"""Set-up: what is in the box, what is dealt, who starts."""

from itertools import combinations
from typing import Any

import pytest

import ttrkit
from tests.conformance.helpers import allow, fewest, refuse
from ttrkit import KeepTickets
from ttrkit.colours import CARD_COLOURS
from ttrkit.events.outcomes import Shuffled

SEEDS = range(40)


@pytest.mark.clause("US-01")
def test_the_base_game_is_for_two_to_five() -> None:
    """2–5 players sit down; other numbers are refused, naming those that are not."""
    for players in (2, 3, 4, 5):
        game = ttrkit.new_game("usa", players=players, seed=1)
        assert [seat.trains for seat in game.seats] == [45] * players
        assert len(game.teams) == players
    for players in (-1, 0, 1, 6):
        with pytest.raises(ValueError, match="2, 3, 4 or 5"):
            ttrkit.new_game("usa", players=players)


@pytest.mark.parametrize("players", [2.0, "2", None, True])
@pytest.mark.clause("US-01")
def test_a_number_of_players_is_a_whole_number(players: Any) -> None:
    """What only looks like one is refused like a number that is not allowed."""
    with pytest.raises(ValueError, match="2, 3, 4 or 5"):
        ttrkit.new_game("usa", players=players)
    with pytest.raises(ValueError, match="2, 3, 4 or 5"):
        ttrkit.position("usa", players=players)


@pytest.mark.clause("US-01")
def test_the_deck_of_the_base_game() -> None:
    """12 of each of the eight colours and 14 wilds: 110, and not one more of any."""
    colours = ("purple", "blue", "orange", "white", "green", "yellow", "black", "red")
    box = dict.fromkeys(colours, 12) | {"wild": 14}
    assert ttrkit.position("usa", players=2, hands=[box]).seats[0].hand.total == 110
    for colour, n in box.items():
        with pytest.raises(ValueError, match=f"{n + 1} {colour} cards: the box holds {n}"):
            ttrkit.position("usa", players=2, hands=[{colour: n}], deck=[colour])
    for seed in SEEDS:
        game = ttrkit.new_game("usa", players=5, seed=seed)
        dealt = sum(seat.hand.total for seat in game.seats) + len(game.market)
        assert dealt + game.deck_size + game.discards.total == 110


@pytest.mark.clause("US-02", "EU-02")
def test_four_cards_each_and_five_face_up(edition: str) -> None:
    """Every player is dealt 4 cards; five lie open."""
    for players in ttrkit.get_variant(edition).players:
        for seed in SEEDS:
            game = ttrkit.new_game(edition, players=players, seed=seed)
            assert [seat.hand.total for seat in game.seats] == [4] * players
            assert len(game.market) == 5


@pytest.mark.clause("US-03")
def test_three_tickets_of_69_of_which_two_are_kept() -> None:
    """3 tickets to each; 2 or 3 of them may be kept, not 1 nor none."""
    game = ttrkit.new_game("usa", players=4, seed=3, first=0)
    assert len(game.board.tickets) == 69
    assert game.ticket_deck_size == 69 - 4 * 3
    dealt = game.observe(0).pile("drawn", 0).tickets
    assert dealt is not None
    assert len(set(dealt)) == 3
    choices = [KeepTickets(some) for n in (2, 3) for some in combinations(dealt, n)]
    assert set(game.legal_actions()) == set(choices)
    allow(game, *choices)
    refuse(game, *[KeepTickets((ticket,)) for ticket in dealt])
    assert refuse(game, KeepTickets(())) == "at least 2 of the 3 tickets must be kept, not 0"
    others = [ticket for ticket in game.board.tickets if ticket not in dealt]
    assert "not among the tickets drawn" in refuse(game, KeepTickets((*dealt[:2], others[0])))
    assert "only once" in refuse(game, KeepTickets((dealt[0], dealt[0])))
    refuse(game, ttrkit.DrawBlind(), ttrkit.DrawTickets(), ttrkit.Pass())
    game.apply(KeepTickets(dealt[1:]))
    assert game.seats[0].tickets == dealt[1:]


@pytest.mark.clause("US-03")
def test_refused_first_tickets_go_under_the_deck() -> None:
    """What is refused at set-up is drawn again, after all the others."""
    game = ttrkit.new_game("usa", players=2, seed=5, first=0)
    refused = []
    for seat in (0, 1):
        dealt = game.observe(seat).pile("drawn", seat).tickets
        assert dealt is not None
        refused.append(dealt[0])
        game.apply(KeepTickets(dealt[1:]))
    assert game.ticket_deck_size == 69 - 4
    while game.ticket_deck_size:
        game.apply(ttrkit.DrawTickets())
        game.apply(game.legal_actions()[-1])  # all of them
    drawn = [*game.seats[0].tickets[-2:], *game.seats[1].tickets[-3:]]
    assert drawn[-2:] == refused
    assert len({*game.seats[0].tickets, *game.seats[1].tickets}) == 69


@pytest.mark.clause("US-04", "EU-05", "PA-04")
def test_hands_and_market_come_before_the_tickets(edition: str) -> None:
    """When tickets are chosen, everyone knows their hand and the market; scores are 0."""
    players = fewest(edition)
    game = ttrkit.new_game(edition, players=players, seed=8, first=0)
    hands = [seat.hand for seat in game.seats]
    market = game.market
    for seat in range(players):
        assert game.decision == "keep first tickets"
        assert game.to_move == seat
        seen = game.observe(seat)
        assert seen.hand == hands[seat]
        assert seen.market == market
        assert [sight.hand_size for sight in seen.seats] == [hands[0].total] * players
        assert [sight.score for sight in seen.seats] == [0] * players
        game.apply(game.legal_actions()[0])
    assert game.decision == "turn"
    assert [seat.hand for seat in game.seats] == hands
    assert game.market == market
    assert [seat.score for seat in game.seats] == [0] * players


@pytest.mark.clause("US-04", "EU-05", "PA-04")
def test_hands_are_dealt_before_the_market(edition: str) -> None:
    """The top cards of the shuffled deck make the hands, those below them the market."""
    dealt = ttrkit.get_variant(edition).cards_dealt
    for seed in SEEDS:
        game = ttrkit.new_game(edition, players=2, seed=seed, first=0)
        shuffle = game.opening[0]
        assert isinstance(shuffle, Shuffled)
        from_top = [CARD_COLOURS[card] for card in reversed(shuffle.order)]
        for colour in CARD_COLOURS:
            held = sum(seat.hand[colour] for seat in game.seats)
            assert held == from_top[: 2 * dealt].count(colour)
        if not game.discards:
            assert game.market == tuple(from_top[2 * dealt : 2 * dealt + 5])


@pytest.mark.clause("GAP-06")
def test_the_caller_or_the_seed_chooses_who_starts(edition: str) -> None:
    """`first` starts; without it the seed decides, always alike, and every seat has a chance."""
    players = fewest(edition)
    for first in range(players):
        assert ttrkit.new_game(edition, players=players, seed=1, first=first).to_move == first
    for wrong in (-1, players):
        with pytest.raises(ValueError, match=f"first: the seats are 0 to {players - 1}"):
            ttrkit.new_game(edition, players=players, first=wrong)
    starts = [ttrkit.new_game(edition, players=players, seed=seed).to_move for seed in SEEDS]
    assert set(starts) == set(range(players))
    assert starts == [ttrkit.new_game(edition, players=players, seed=s).to_move for s in SEEDS]


@pytest.mark.parametrize("first", [0.0, "0", True])
@pytest.mark.clause("GAP-06")
def test_the_first_seat_is_a_whole_number(first: Any) -> None:
    """What only looks like a seat is refused."""
    with pytest.raises(ValueError, match="first: the seats are 0 to 1"):
        ttrkit.new_game("usa", players=2, first=first)


@pytest.mark.clause("GAP-06")
def test_whoever_chooses_tickets_first_has_the_first_turn() -> None:
    """The starting player chooses tickets first and plays first."""
    game = ttrkit.new_game("usa", players=4, seed=2, first=2)
    order = []
    while game.decision != "turn":
        order.append(game.to_move)
        game.apply(game.legal_actions()[0])
    assert order == [2, 3, 0, 1]
    assert game.to_move == 2
