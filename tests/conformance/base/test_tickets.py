"""Drawing tickets, and choosing the first ones."""

from itertools import combinations

import pytest

import ttrkit
from tests.conformance.helpers import allow, fewest, refuse, regular_tickets
from ttrkit import DrawBlind, DrawTickets, Game, KeepTickets, Pass, Ticket


def dealt(game: Game, seat: int) -> tuple[Ticket, ...]:
    """The tickets that a seat is choosing from, in the order drawn."""
    tickets = game.observe(seat).pile("drawn", seat).tickets
    assert tickets is not None
    return tickets


def draw_all(game: Game) -> list[Ticket]:
    """Let seats keep whatever they draw until the deck is empty; the tickets in that order."""
    drawn: list[Ticket] = []
    while game.ticket_deck_size:
        seat = game.to_move
        assert seat is not None
        game.apply(DrawTickets())
        drawn += dealt(game, seat)
        game.apply(KeepTickets(dealt(game, seat)))
    return drawn


@pytest.mark.clause("US-60", "EU-60")
def test_three_tickets_are_drawn_and_one_or_more_kept(edition: str) -> None:
    """Any choice but none; the top three are offered and the turn goes on with them alone."""
    tickets = regular_tickets(edition)[:5]
    game = ttrkit.position(edition, players=2, ticket_deck=tickets)
    game.apply(DrawTickets())
    assert game.to_move == 0
    assert dealt(game, 0) == tuple(tickets[:3])
    assert game.ticket_deck_size == 2
    ways = [KeepTickets(some) for n in (1, 2, 3) for some in combinations(tickets[:3], n)]
    assert set(game.legal_actions()) == set(ways)
    allow(game, *ways)
    refuse(game, KeepTickets((tickets[3],)), KeepTickets(tickets[:4]), DrawBlind(), DrawTickets())
    refuse(game, Pass(), KeepTickets((tickets[0], tickets[0])))
    assert refuse(game, KeepTickets(())) == "at least 1 of the 3 tickets must be kept, not 0"
    refuse(game, KeepTickets(tickets[:2], share=tickets[0]))
    for way in ways:
        after = game.copy()
        after.apply(way)
        assert set(after.seats[0].tickets) == set(way.tickets)
        assert after.ticket_deck_size == 5 - len(way.tickets)
        assert after.to_move == 1
        assert after.decision == "turn"


@pytest.mark.clause("US-60", "EU-60")
def test_refused_tickets_go_under_the_deck(edition: str) -> None:
    """They are drawn again only after all others."""
    tickets = regular_tickets(edition)[:5]
    game = ttrkit.position(edition, players=2, ticket_deck=tickets)
    game.apply(DrawTickets())
    game.apply(KeepTickets((tickets[1],)))
    game.apply(DrawTickets())
    assert dealt(game, 1)[:2] == tuple(tickets[3:])
    assert dealt(game, 1)[2] in (tickets[0], tickets[2])


@pytest.mark.clause("US-60", "EU-60", "PA-60")
def test_a_short_ticket_deck_gives_what_there_is(edition: str) -> None:
    """The last ticket of the deck must be kept; of the last two, one at least."""
    tickets = regular_tickets(edition)
    for left in range(1, ttrkit.get_variant(edition).tickets_drawn + 1):
        game = ttrkit.position(edition, players=2, ticket_deck=tickets[:left])
        game.apply(DrawTickets())
        assert dealt(game, 0) == tuple(tickets[:left])
        assert game.ticket_deck_size == 0
        assert len(game.legal_actions()) == 2**left - 1
        refuse(game, KeepTickets(()))
        game.apply(KeepTickets(tickets[:1]))
        assert game.ticket_deck_size == left - 1


@pytest.mark.clause("US-62", "EU-62", "PA-62")
def test_without_tickets_left_none_can_be_drawn(edition: str) -> None:
    """The action is not offered; when a refused ticket comes back, it is."""
    two = regular_tickets(edition)[:2]
    game = ttrkit.position(edition, players=2, ticket_deck=[])
    assert refuse(game, DrawTickets()) == "the ticket deck is empty"
    assert DrawBlind() in game.legal_actions()
    game = ttrkit.position(edition, players=2, ticket_deck=two)
    kept = game.copy()
    for after, keep in ((game, two[:1]), (kept, two)):
        allow(after, DrawTickets())
        after.apply(DrawTickets())
        after.apply(KeepTickets(keep))
    allow(game, DrawTickets())
    refuse(kept, DrawTickets())


@pytest.mark.clause("US-61", "EU-61", "PA-61")
def test_a_kept_ticket_is_kept_to_the_end(edition: str) -> None:
    """In whole games, tickets held only ever become more, and all of them are scored."""
    for seed in range(3):
        game = ttrkit.new_game(edition, players=fewest(edition), seed=seed)
        bot = ttrkit.RandomPlayer(seed)
        held: list[tuple[Ticket, ...]] = [() for _ in game.seats]
        while (seat := game.to_move) is not None:
            game.apply(bot.choose(game.observe(seat)))
            for i, view in enumerate(game.seats):
                assert view.tickets[: len(held[i])] == held[i]
                held[i] = view.tickets
        for view, sheet in zip(game.seats, game.result().sheets, strict=True):
            done = game.tally().tickets(view.team).completed
            total = sum(ticket.points for ticket in view.tickets)
            assert sheet["tickets"] == 2 * sum(ticket.points for ticket in done) - total


@pytest.mark.clause("US-61", "EU-61", "PA-61")
def test_there_is_no_limit_on_tickets(edition: str) -> None:
    """One seat keeps every ticket of the deck."""
    tickets = regular_tickets(edition)
    drawn = ttrkit.get_variant(edition).tickets_drawn
    game = ttrkit.position(
        edition, players=2, tickets={0: tickets[drawn:]}, ticket_deck=tickets[:drawn]
    )
    allow(game, DrawTickets())
    game.apply(DrawTickets())
    game.apply(KeepTickets(tickets[:drawn]))
    assert set(game.seats[0].tickets) == set(tickets)


@pytest.mark.clause("US-61", "EU-61", "PA-61")
def test_tickets_are_secret_to_the_others(edition: str) -> None:
    """Whatever tickets a player holds, draws, keeps or refuses, the others observe the same."""
    some = regular_tickets(edition)[:8]
    views = []
    for tickets in (some, some[::-1]):
        game = ttrkit.position(
            edition, players=2, tickets={0: tickets[:3]}, ticket_deck=tickets[3:], seed=1
        )
        seen = [game.observe(1)]
        game.apply(DrawTickets())
        seen.append(game.observe(1))
        game.apply(KeepTickets(dealt(game, 0)[:1]))
        seen.append(game.observe(1))
        views.append(seen)
        assert game.observe(0).tickets == (*tickets[:3], tickets[3])
        assert all(sight.tickets == () for sight in seen)
    assert views[0] == views[1]


@pytest.mark.clause("GAP-08")
def test_refused_tickets_lie_in_the_order_drawn() -> None:
    """The earlier drawn lies above the later drawn, and later refusals lie below."""
    t = regular_tickets("usa")[:7]
    game = ttrkit.position("usa", players=2, ticket_deck=t)
    game.apply(DrawTickets())
    game.apply(KeepTickets((t[1],)))
    game.apply(DrawTickets())
    game.apply(KeepTickets((t[5],)))
    assert draw_all(game) == [t[6], t[0], t[2], t[3], t[4]]


@pytest.mark.clause("GAP-09")
def test_first_tickets_are_chosen_in_turn_order() -> None:
    """From the starting player round the table; refused ones go under the deck in that order."""
    game = ttrkit.new_game("usa", players=3, seed=6, first=1)
    refused = []
    for seat in (1, 2, 0):
        assert game.to_move == seat
        assert game.decision == "keep first tickets"
        refused.append(dealt(game, seat)[0])
        game.apply(KeepTickets(dealt(game, seat)[1:]))
    assert game.to_move == 1
    assert game.decision == "turn"
    assert draw_all(game)[-3:] == refused


@pytest.mark.clause("GAP-09")
def test_the_ticket_deck_grows_only_by_what_is_refused() -> None:
    """Who keeps all adds nothing; what is kept stays in the order drawn."""
    usa = ttrkit.get_variant("usa")
    game = ttrkit.new_game("usa", players=2, seed=6, first=0)
    game.apply(KeepTickets(dealt(game, 0)))
    assert game.ticket_deck_size == len(usa.board.tickets) - 6
    first, _, third = dealt(game, 1)
    game.apply(KeepTickets((first, third)))
    assert game.seats[1].tickets == (first, third)
    assert game.ticket_deck_size == len(usa.board.tickets) - 5


@pytest.mark.clause("GAP-09")
def test_nobody_learns_of_another_first_choice_before_all_have_chosen() -> None:
    """Two kept or three, these or those: the others observe the same until the last choice."""
    start = ttrkit.new_game("usa", players=3, seed=6, first=0)
    games = []
    for choice in start.legal_actions():
        game = start.copy()
        game.apply(choice)
        games.append(game)
    for viewer in (1, 2):
        assert len({repr(game.observe(viewer)) for game in games}) == 1
        assert all(game.observe(viewer) == games[0].observe(viewer) for game in games)
    seen = games[0].observe(1)
    assert [sight.ticket_count for sight in seen.seats] == [3, 3, 3]
    assert seen.ticket_deck_size == 69 - 9
    assert (seen.pile("drawn", 0).size, seen.pile("drawn", 0).tickets) == (3, None)
    assert games[0].observe(0).tickets == games[0].seats[0].tickets
    for game in games:
        game.apply(game.legal_actions()[-1])  # seat 1 keeps all
    assert all(game.observe(2) == games[0].observe(2) for game in games)
    for game in games:
        kept = len(game.seats[0].tickets)
        game.apply(game.legal_actions()[-1])
        for viewer in range(3):
            seen = game.observe(viewer)
            assert [sight.ticket_count for sight in seen.seats] == [kept, 3, 3]
            assert seen.ticket_deck_size == 69 - 6 - kept


@pytest.mark.clause("GAP-09")
def test_first_choices_stay_hidden_in_every_edition(edition: str) -> None:
    """Whatever the first seat chooses, all others observe the same while they choose in turn."""
    players = ttrkit.get_variant(edition).players[-1]
    for seed in range(3):
        start = ttrkit.new_game(edition, players=players, seed=seed, first=0)
        games = [start.copy() for _ in start.legal_actions()]
        for game, choice in zip(games, start.legal_actions(), strict=True):
            game.apply(choice)
        for chooser in range(1, players):
            assert {game.to_move for game in games} == {chooser}
            for viewer in range(1, players):
                seen = games[0].observe(viewer)
                assert all(game.observe(viewer) == seen for game in games)
            for game in games:
                game.apply(game.legal_actions()[0])


@pytest.mark.clause("GAP-09")
def test_a_player_sees_their_own_refusal_while_others_choose() -> None:
    """And their own tickets; of those still to choose, nothing."""
    game = ttrkit.new_game("usa", players=2, seed=6, first=0)
    first, *others = dealt(game, 0)
    game.apply(KeepTickets(others))
    seen = game.observe(0)
    assert set(seen.pile("drawn", 0).tickets or ()) - set(seen.tickets) == {first}
    assert seen.tickets == seen.chosen == tuple(others)
    assert seen.pile("drawn", 1).tickets is None
    assert game.observe(1).pile("drawn", 0).tickets is None
    assert seen.legal_actions == ()
