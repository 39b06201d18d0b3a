"""Paris: what is in the box, what is dealt, what there is not."""

from collections import Counter
from itertools import combinations
from pathlib import Path

import pytest

import ttrkit
from tests.conformance.helpers import allow, claimable, claims, refuse
from tests.conformance.paris.common import MARKET, PARIS, claim, flags, position
from ttrkit import ClaimRoute, DrawTickets, KeepTickets

SEEDS = range(25)
BOX = {"wild": 8, "white": 8, "blue": 6, "red": 6, "yellow": 6, "green": 6, "purple": 6}

MY_PARIS = """
name = "My Paris"
grey_routes = false
cities = [
    { name = "Étoile", x = 0, y = 0 },
    { name = "Madeleine", x = 10, y = 0 },
    { name = "Nation", x = 20, y = 0 },
]
routes = [
    { a = "Étoile", b = "Madeleine", colour = "blue", length = 1 },
    { a = "Madeleine", b = "Nation", colour = "white", length = 2, parallel = true },
    { a = "Madeleine", b = "Nation", colour = "red", length = 2, parallel = true },
]
tickets = [
    { a = "Étoile", b = "Nation", points = 3 },
    { a = "Étoile", b = "Madeleine", points = 1 },
    { a = "Madeleine", b = "Nation", points = 2 },
]
[scoring]
1 = 1
2 = 2
"""


def my_paris(tmp_path: Path, text: str = MY_PARIS) -> ttrkit.Variant:
    """The rules of Paris on a board file of one's own."""
    path = tmp_path / "my-paris.toml"
    path.write_text(text, "utf-8")
    return ttrkit.get_variant("paris").with_board(path)


@pytest.mark.clause("PA-01")
def test_paris_is_for_two_to_four() -> None:
    """15 buses each; other numbers are refused, naming those that are not."""
    for players in (2, 3, 4):
        game = ttrkit.new_game("paris", players=players, seed=1)
        assert [seat.trains for seat in game.seats] == [15] * players
        assert len(game.teams) == players
    for players in (0, 1, 5, 6):
        with pytest.raises(ValueError, match="2, 3 or 4 players, not"):
            ttrkit.new_game("paris", players=players)


@pytest.mark.clause("PA-01")
def test_the_deck_of_46() -> None:
    """8 wild, 8 white, 6 each of five colours, and not one more of any."""
    assert position(hands=[BOX], market=[]).seats[0].hand.total == 46
    for colour, n in BOX.items():
        with pytest.raises(ValueError, match=f"{n + 1} {colour} cards: the box holds {n}"):
            position(hands=[{colour: n}], deck=[colour])
    for colour in ("orange", "black"):
        with pytest.raises(ValueError, match=f"1 {colour} card: the box holds 0"):
            position(hands=[{colour: 1}])
    for seed in SEEDS:
        game = ttrkit.new_game("paris", players=4, seed=seed)
        out = 4 * 2 + len(game.market) + game.discards.total
        assert game.deck_size + out == 46


@pytest.mark.clause("PA-02")
def test_two_cards_each_and_five_face_up() -> None:
    """For two, three and four players."""
    for players in (2, 3, 4):
        for seed in SEEDS:
            game = ttrkit.new_game("paris", players=players, seed=seed)
            assert [seat.hand.total for seat in game.seats] == [2] * players
            assert len(game.market) == 5


@pytest.mark.clause("PA-03")
def test_two_tickets_of_20_of_which_one_is_kept() -> None:
    """Both may be kept, or either; a refused one goes under the deck."""
    game = ttrkit.new_game("paris", players=3, seed=4, first=0)
    assert len(game.board.tickets) == 20
    assert game.ticket_deck_size == 20 - 6
    dealt = game.observe(0).pile("drawn", 0).tickets
    assert dealt is not None
    choices = [KeepTickets(some) for n in (1, 2) for some in combinations(dealt, n)]
    assert Counter(game.legal_actions()) == Counter(choices)
    allow(game, *choices)
    assert refuse(game, KeepTickets(())) == "at least 1 of the 2 tickets must be kept, not 0"
    game.apply(KeepTickets(dealt[1:]))
    for _ in (1, 2):
        game.apply(game.legal_actions()[-1])  # both
    assert game.ticket_deck_size == 15
    last: tuple[ttrkit.Ticket, ...] = ()
    while game.ticket_deck_size:
        seat = game.to_move or 0
        game.apply(DrawTickets())
        last = game.observe(seat).pile("drawn", seat).tickets or ()
        game.apply(KeepTickets(last))
    assert last == dealt[:1]


@pytest.mark.clause("PA-21")
def test_paris_has_no_grey_routes() -> None:
    """Every route has one of the six colours, and asks for that colour."""
    assert {route.colour for route in PARIS.routes} == set(BOX) - {"wild"}
    assert not PARIS.grey_routes
    rich = position(hands=[BOX], market=[])
    for action in claims(rich):
        assert set(action.cards) <= {action.route.colour, "wild"}
    assert claimable(rich) == set(PARIS.routes)


@pytest.mark.clause("PA-21")
def test_a_grey_route_is_refused_by_a_board_that_says_so(tmp_path: Path) -> None:
    """A file with grey_routes = false is held to it; without the line it is not."""
    grey = MY_PARIS.replace('"blue"', '"grey"')
    with pytest.raises(ttrkit.BoardError, match=r"routes\[0\] \(Étoile–Madeleine\): grey, but"):
        my_paris(tmp_path, grey)
    variant = my_paris(tmp_path, grey.replace("grey_routes = false\n", ""))
    route = variant.board.route("Étoile", "Madeleine")
    game = ttrkit.position(variant, players=2, hands=[{"blue": 1, "red": 1}])
    assert {c.cards for c in claims(game) if c.route == route} == {
        ttrkit.cards(blue=1),
        ttrkit.cards(red=1),
    }
    game.apply(ClaimRoute(route, {"blue": 1}))
    assert flags(game) == {}  # a grey route is no blue one


@pytest.mark.clause("PA-21")
def test_a_board_of_ones_own_plays_with_the_rules_of_the_edition(tmp_path: Path) -> None:
    """Deck, buses, flags, doubles and tickets are those of Paris; routes those of the file."""
    variant = my_paris(tmp_path)
    assert ttrkit.get_variant("paris").board is PARIS
    assert variant.board.name == "My Paris"
    assert variant.deck == BOX
    board = variant.board
    white = board.route("Nation", "Madeleine", "white")
    red = board.route("Nation", "Madeleine", "red")
    for players in (2, 3):
        game = ttrkit.position(
            variant,
            players=players,
            hands=[{"white": 2}, {"red": 2}],
            flags={0: ["blue", "red"]},
            tickets={0: [("Nation", "Madeleine")]},
            market=MARKET,
        )
        assert game.seats[0].trains == 15
        claim(game, white)
        assert game.seats[0].score == 2 + 4
        assert game.result().sheets[0] == {"routes": 2, "flags": 4, "tickets": 2}
        assert (red in claimable(game)) == (players == 3)
    with pytest.raises(ValueError, match="2, 3 or 4"):
        ttrkit.new_game(variant, players=5)
    result = ttrkit.play(
        ttrkit.new_game(variant, players=2, seed=1), [ttrkit.RandomPlayer(n) for n in (1, 2)]
    )
    assert result.is_final


@pytest.mark.clause("PA-24")
def test_the_table_of_the_board() -> None:
    """One, two and four points for one, two and three spaces: there are no longer routes."""
    assert {route.length for route in PARIS.routes} == {1, 2, 3}
    assert [PARIS.points(length) for length in (1, 2, 3)] == [1, 2, 4]


@pytest.mark.clause("PA-60")
def test_two_tickets_are_drawn_and_at_least_one_kept() -> None:
    """Either or both; a refused one goes under the deck."""
    tickets = PARIS.tickets[:4]
    game = position(ticket_deck=tickets)
    game.apply(DrawTickets())
    assert game.observe(0).pile("drawn", 0).tickets == tickets[:2]
    assert game.ticket_deck_size == 2
    choices = [KeepTickets(some) for n in (1, 2) for some in combinations(tickets[:2], n)]
    assert Counter(game.legal_actions()) == Counter(choices)
    refuse(game, KeepTickets(()), KeepTickets(tickets[2:3]), KeepTickets(tickets[:3]))
    game.apply(KeepTickets(tickets[1:2]))
    assert game.seats[0].tickets == tickets[1:2]
    assert game.ticket_deck_size == 3
    game.apply(DrawTickets())
    game.apply(KeepTickets(tickets[2:4]))
    game.apply(DrawTickets())
    assert game.observe(0).pile("drawn", 0).tickets == tickets[:1]


@pytest.mark.clause("PA-60")
def test_a_single_remaining_ticket_must_be_kept() -> None:
    """It may be drawn, and then there is no choice."""
    last = PARIS.tickets[:1]
    game = position(ticket_deck=last)
    allow(game, DrawTickets())
    game.apply(DrawTickets())
    assert game.legal_actions() == [KeepTickets(last)]
    assert refuse(game, KeepTickets(())) == "at least 1 of the 1 tickets must be kept, not 0"
    game.apply(KeepTickets(last))
    assert game.seats[0].tickets == last
    assert game.ticket_deck_size == 0
    refuse(game, DrawTickets())
