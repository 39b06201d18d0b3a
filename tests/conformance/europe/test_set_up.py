"""Set-up of Europe: stations, and the long tickets."""

from itertools import combinations

import pytest

import ttrkit
from tests.conformance.europe.common import EUROPE
from tests.conformance.helpers import allow, refuse
from ttrkit import DrawTickets, Game, KeepTickets, Ticket

LONG = [ticket for ticket in EUROPE.tickets if ticket.kind == "long"]


def dealt(game: Game, seat: int) -> tuple[Ticket, ...]:
    """The tickets that a seat is choosing from."""
    found = game.observe(seat).pile("drawn", seat).tickets
    assert found is not None
    return found


@pytest.mark.clause("EU-01")
def test_europe_is_for_two_to_five() -> None:
    """2–5 players; 45 trains and 3 stations each."""
    for players in (2, 3, 4, 5):
        game = ttrkit.new_game("europe", players=players, seed=1)
        assert [seat.trains for seat in game.seats] == [45] * players
        assert [seat.stations for seat in game.seats] == [3] * players
        assert len(game.teams) == players
    for players in (0, 1, 6):
        with pytest.raises(ValueError, match="2, 3, 4 or 5"):
            ttrkit.new_game("europe", players=players)


@pytest.mark.clause("EU-01")
def test_the_deck_is_that_of_the_base_game() -> None:
    """12 of each of the eight colours and 14 wilds, and not one more of any."""
    colours = ("purple", "blue", "orange", "white", "green", "yellow", "black", "red")
    box = dict.fromkeys(colours, 12) | {"wild": 14}
    assert ttrkit.position("europe", players=2, hands=[box]).seats[0].hand.total == 110
    for colour, n in box.items():
        with pytest.raises(ValueError, match=f"{n + 1} {colour} cards: the box holds {n}"):
            ttrkit.position("europe", players=2, hands=[{colour: n}], deck=[colour])


@pytest.mark.clause("EU-03")
def test_there_are_six_long_and_forty_regular_tickets() -> None:
    """46 in all; the long ones are those worth 20 or more."""
    assert len(EUROPE.tickets) == 46
    assert len(LONG) == 6
    assert {ticket.points for ticket in LONG} == {20, 21}
    assert all(5 <= t.points <= 13 for t in EUROPE.tickets if t.kind == "regular")
    assert {ticket.kind for ticket in EUROPE.tickets} == {"long", "regular"}


@pytest.mark.parametrize("players", [2, 3, 4, 5])
@pytest.mark.clause("EU-03")
def test_one_long_and_three_regular_tickets_are_dealt(players: int) -> None:
    """To each player; by chance, so that every long ticket turns up some time."""
    seen: set[Ticket] = set()
    for seed in range(30):
        game = ttrkit.new_game("europe", players=players, seed=seed, first=0)
        all_dealt = [dealt(game, seat) for seat in range(players)]
        for hand in all_dealt:
            assert sorted(ticket.kind for ticket in hand) == ["long"] + ["regular"] * 3
        assert len({ticket for hand in all_dealt for ticket in hand}) == 4 * players
        assert game.ticket_deck_size == 40 - 3 * players
        seen.update(ticket for hand in all_dealt for ticket in hand)
    assert set(LONG) <= seen


@pytest.mark.clause("EU-03")
def test_the_other_long_tickets_leave_the_game_unseen() -> None:
    """They are never drawn, and nobody can tell which they are."""
    game = ttrkit.new_game("europe", players=2, seed=4, first=0)
    own = dealt(game, 0)
    for pile in game.observe(0).piles:
        assert pile.tickets in (None, (), own)
    for seat in (0, 1):
        game.apply(KeepTickets(dealt(game, seat)))
    drawn: list[Ticket] = []
    while game.ticket_deck_size:
        seat = game.to_move or 0
        game.apply(DrawTickets())
        drawn += dealt(game, seat)
        game.apply(KeepTickets(dealt(game, seat)))
    assert len(drawn) == 34
    assert {ticket.kind for ticket in drawn} == {"regular"}
    assert len(game._state.box) == 4


@pytest.mark.clause("EU-04")
def test_at_least_two_of_the_four_are_kept_of_either_kind() -> None:
    """Any two, three or four; not one, not none; the long one may be refused."""
    game = ttrkit.new_game("europe", players=3, seed=2, first=0)
    four = dealt(game, 0)
    ways = [KeepTickets(some) for n in (2, 3, 4) for some in combinations(four, n)]
    assert set(game.legal_actions()) == set(ways)
    assert len(ways) == 6 + 4 + 1
    allow(game, *ways)
    refuse(game, *[KeepTickets((ticket,)) for ticket in four])
    assert refuse(game, KeepTickets(())) == "at least 2 of the 4 tickets must be kept, not 0"
    regular = [ticket for ticket in four if ticket.kind == "regular"]
    allow(game, KeepTickets(regular), KeepTickets(regular[:2]))
    game.apply(KeepTickets(regular[1:]))
    assert set(game.seats[0].tickets) == set(regular[1:])


@pytest.mark.clause("EU-04")
def test_refused_first_tickets_leave_the_game() -> None:
    """They are not put under the deck: nobody ever draws them."""
    game = ttrkit.new_game("europe", players=2, seed=6, first=0)
    refused: list[Ticket] = []
    for seat in (0, 1):
        four = dealt(game, seat)
        refused += four[2:]
        game.apply(KeepTickets(four[:2]))
    assert game.decision == "turn"
    assert game.ticket_deck_size == 40 - 6
    while game.ticket_deck_size:
        game.apply(DrawTickets())
        game.apply(game.legal_actions()[-1])
    held = {*game.seats[0].tickets, *game.seats[1].tickets}
    assert held.isdisjoint(refused)
    assert len(held) == 4 + 34


@pytest.mark.clause("EU-04")
def test_the_others_do_not_see_what_was_refused() -> None:
    """Neither which tickets nor of which kind, before and after all have chosen."""
    start = ttrkit.new_game("europe", players=3, seed=6, first=0)
    four = dealt(start, 0)
    games = []
    for kept in combinations(four, 3):
        game = start.copy()
        game.apply(KeepTickets(kept))
        games.append(game)
    for seat in (1, 2):
        assert all(game.observe(viewer) == games[0].observe(viewer) for viewer in (1, 2))
        for game in games:
            game.apply(KeepTickets(dealt(game, seat)[:2]))
    for viewer in (1, 2):
        assert all(game.observe(viewer) == games[0].observe(viewer) for game in games)
    assert [sight.ticket_count for sight in games[0].observe(1).seats] == [3, 2, 2]


@pytest.mark.clause("EU-05")
def test_stations_and_scores_at_the_start() -> None:
    """Hands and market are known when the tickets are chosen; no station stands anywhere."""
    game = ttrkit.new_game("europe", players=3, seed=2, first=1)
    for seat in (1, 2, 0):
        assert game.decision == "keep first tickets"
        assert game.to_move == seat
        seen = game.observe(seat)
        assert (seen.hand.total, len(seen.market)) == (4, 5)
        assert dict(seen.shown)["stations"] == ((), (), ())
        assert [sight.score for sight in seen.seats] == [0, 0, 0]
        game.apply(game.legal_actions()[0])
    assert game.decision == "turn"


@pytest.mark.clause("EU-60", "EU-62")
def test_long_tickets_are_never_in_the_ticket_deck() -> None:
    """In a set-up position the deck holds the forty regular ones; then the action is over."""
    game = ttrkit.position("europe", players=2, seed=1)
    assert game.ticket_deck_size == 40
    while game.ticket_deck_size:
        game.apply(DrawTickets())
        game.apply(KeepTickets(dealt(game, game.to_move or 0)))
    held = [*game.seats[0].tickets, *game.seats[1].tickets]
    assert len(held) == 40
    assert {ticket.kind for ticket in held} == {"regular"}
    refuse(game, DrawTickets())


@pytest.mark.clause("EU-60")
def test_refused_later_tickets_come_back() -> None:
    """Unlike those refused at first, they go under the deck."""
    three = [ticket for ticket in EUROPE.tickets if ticket.kind == "regular"][:3]
    game = ttrkit.position("europe", players=2, ticket_deck=three)
    game.apply(DrawTickets())
    game.apply(KeepTickets(three[:1]))
    assert game.ticket_deck_size == 2
    game.apply(DrawTickets())
    assert dealt(game, 1) == tuple(three[1:])


@pytest.mark.clause("EU-61")
def test_a_long_ticket_is_as_secret_as_any() -> None:
    """Long or regular, the others see one ticket and no more; it counts at the end."""
    views = []
    for ticket in (("Brest", "Petrograd"), ("Athína", "Wilno")):
        game = ttrkit.position(
            "europe", players=2, tickets={0: [ticket]}, ticket_deck=[], market=["red"], seed=1
        )
        views.append(game.observe(1))
        assert game.observe(0).tickets == game.seats[0].tickets
    assert views[0] == views[1]
    assert views[0].seats[0].ticket_count == 1
