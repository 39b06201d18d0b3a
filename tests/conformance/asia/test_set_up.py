"""Set-up of Team Asia: partners, cards, first tickets."""

from collections import Counter
from itertools import combinations, pairwise

import pytest

import ttrkit
from tests.conformance.asia.common import (
    ASIA,
    dealt,
    draw,
    holder,
    position,
    shared,
)
from tests.conformance.helpers import allow, claimable, refuse
from ttrkit import ClaimRoute, Game, KeepTickets

SEEDS = range(25)


def choose(game: Game, seat: int, keep: int = 3) -> tuple[ttrkit.Ticket, ...]:
    """Let a seat keep the last of its first tickets, sharing the last; those it refused."""
    tickets = dealt(game, seat)
    game.apply(KeepTickets(tickets[-keep:], share=tickets[-1]))
    return tickets[:-keep]


@pytest.mark.clause("AS-01")
def test_four_or_six_play_in_teams_of_two() -> None:
    """Each has 27 trains; every other number is refused, naming four and six."""
    for players in (4, 6):
        game = ttrkit.new_game("asia", players=players, seed=1)
        assert [seat.trains for seat in game.seats] == [27] * players
        assert [len(team.seats) for team in game.teams] == [2] * (players // 2)
    for players in (-4, 0, 1, 2, 3, 5, 7, 8):
        for start in (ttrkit.new_game, ttrkit.position):
            with pytest.raises(ValueError, match="4 or 6 players, not"):
                start("asia", players=players)


@pytest.mark.clause("AS-01")
def test_partners_play_one_after_the_other() -> None:
    """Round the table, whoever starts: after a seat of a team comes its partner or a new team."""
    for players in (4, 6):
        for first in range(players):
            game = position(players, to_move=first)
            order = []
            for _ in range(2 * players):
                seat = game.to_move
                assert seat is not None
                order.append((seat, game.seats[seat].team))
                draw(game)
            assert [seat for seat, _ in order] == [
                (first + n) % players for n in range(2 * players)
            ]
            for (seat, team), (following, other) in pairwise(order):
                assert (team == other) == (seat % 2 == 0 and following == seat + 1)


@pytest.mark.clause("AS-01")
def test_nobody_spends_a_partners_trains() -> None:
    """A route longer than one's own trains is out of reach, however many the partner has."""
    route = ASIA.route("Sukkur", "Lahore")  # 3 spaces
    hand = {"green": 3, "wild": 7}
    for trains in range(3):
        game = position(hands=[hand, hand], trains=[trains, 27])
        assert f"needs 3 trains; you have {trains}" in refuse(game, ClaimRoute(route, {"green": 3}))
        assert all(open_route.length <= trains for open_route in claimable(game))
    for seat in (0, 1):
        game = position(hands=[hand, hand], trains=[3, 3], to_move=seat)
        game.apply(ClaimRoute(route, {"green": 3}))
        assert [s.trains for s in game.seats] == [3 * (seat == 1), 3 * (seat == 0), 27, 27]


@pytest.mark.clause("AS-02")
def test_four_cards_in_every_hand_and_none_in_the_holders() -> None:
    """The deck of 110 is that of the base game; five lie open."""
    for players in (4, 6):
        for seed in SEEDS:
            game = ttrkit.new_game("asia", players=players, seed=seed)
            assert [seat.hand.total for seat in game.seats] == [4] * players
            assert [holder(game, team).total for team in range(players // 2)] == [0] * (
                players // 2
            )
            assert len(game.market) == 5
            out = 4 * players + 5 + game.discards.total
            assert game.deck_size + out == 110
    assert ttrkit.get_variant("asia").deck == ttrkit.get_variant("usa").deck
    with pytest.raises(ValueError, match="13 red cards: the box holds 12"):
        position(hands=[{"red": 6}, {"red": 1}], holders=[{"red": 4}, {"red": 2}])


@pytest.mark.clause("AS-02")
def test_the_first_cards_are_secret_from_the_partner_too() -> None:
    """Whatever a player was dealt, the others see four cards."""
    hands = [{"red": 4}, {"wild": 2, "blue": 2}]
    games = [position(hands={1: hand}, market=["green"] * 5, seed=1) for hand in hands]
    for viewer in (0, 2, 3):
        assert games[0].observe(viewer) == games[1].observe(viewer)
        assert games[0].observe(viewer).seats[1].hand_size == 4
    assert games[0].observe(1) != games[1].observe(1)


@pytest.mark.clause("AS-03")
def test_five_tickets_of_60_of_which_three_are_kept() -> None:
    """Any three, four or five of them; fewer are refused."""
    for players in (4, 6):
        game = ttrkit.new_game("asia", players=players, seed=3, first=0)
        assert len(game.board.tickets) == 60
        assert game.ticket_deck_size == 60 - 5 * players
        tickets = dealt(game, 0)
        assert len(set(tickets)) == 5
        choices = [
            KeepTickets(kept, share=share)
            for n in (3, 4, 5)
            for kept in combinations(tickets, n)
            for share in kept
        ]
        assert Counter(game.legal_actions()) == Counter(choices)
        allow(game, *choices)
        for n in (1, 2):
            few = [KeepTickets(kept, share=kept[0]) for kept in combinations(tickets, n)]
            assert "at least 3 of the 5" in refuse(game, *few)
        refuse(game, KeepTickets(()), ttrkit.DrawTickets(), ttrkit.DrawBlind(), ttrkit.Pass())
        others = [ticket for ticket in ASIA.tickets if ticket not in tickets]
        refuse(game, KeepTickets((*tickets[:2], others[0]), share=tickets[0]))
        refuse(game, KeepTickets((*tickets[:2], tickets[0]), share=tickets[0]))


@pytest.mark.clause("AS-03", "GAP-09")
def test_refused_first_tickets_go_under_the_deck_in_turn_order() -> None:
    """From the starting player on, each player's in the order drawn."""
    game = ttrkit.new_game("asia", players=4, seed=5, first=3)
    refused: list[ttrkit.Ticket] = []
    for seat, keep in ((3, 3), (0, 5), (1, 4), (2, 3)):
        assert game.to_move == seat
        assert game.ticket_deck_size == 40
        refused += choose(game, seat, keep)
    assert game.ticket_deck_size == 45
    drawn: list[ttrkit.Ticket] = []
    while game.ticket_deck_size:
        seat = game.to_move or 0
        game.apply(ttrkit.DrawTickets())
        drawn += dealt(game, seat)
        game.apply(KeepTickets(dealt(game, seat), share=dealt(game, seat)[0]))
    assert drawn[-5:] == refused
    held = [ticket for seat in game.seats for ticket in seat.tickets]
    assert {*held, *shared(game, 0), *shared(game, 1)} == set(ASIA.tickets)


@pytest.mark.clause("AS-03")
def test_a_junction_is_on_no_ticket() -> None:
    """The unnamed places of the map are ends of routes, never of tickets."""
    junctions = {city.name for city in ASIA.cities if city.kind == "junction"}
    assert len(junctions) == 3
    assert not junctions & {end for ticket in ASIA.tickets for end in ticket.cities}
    assert junctions <= {end for route in ASIA.routes for end in route.cities}


@pytest.mark.clause("AS-04")
def test_exactly_one_first_ticket_of_each_is_shared() -> None:
    """One of those kept, no other; it is in the holder then, and not in the hand."""
    game = ttrkit.new_game("asia", players=6, seed=9, first=2)
    given: dict[int, ttrkit.Ticket] = {}
    for seat in (2, 3, 4, 5, 0, 1):
        tickets = dealt(game, seat)
        assert "must be shared" in refuse(game, KeepTickets(tickets))
        assert "not among the tickets kept" in refuse(
            game, KeepTickets(tickets[:3], share=tickets[3])
        )
        choose(game, seat)
        given[seat] = tickets[-1]
    assert game.decision == "turn"
    for team in range(3):
        assert set(shared(game, team)) == {given[2 * team], given[2 * team + 1]}
        assert len(shared(game, team)) == 2
    for seat in range(6):
        assert len(game.seats[seat].tickets) == 2
        assert given[seat] not in game.seats[seat].tickets


@pytest.mark.clause("AS-04", "GAP-09")
def test_the_partner_learns_nothing_before_all_have_chosen() -> None:
    """Whatever was kept and shared, partner and others observe the same until the last choice."""
    start = ttrkit.new_game("asia", players=4, seed=6, first=0)
    choices = start.legal_actions()
    games = []
    for choice in choices:
        game = start.copy()
        game.apply(choice)
        games.append(game)
    for seat in (1, 2, 3):
        for viewer in (1, 2, 3):
            views = [game.observe(viewer) for game in games]
            assert all(view == views[0] for view in views)
            assert len(set(map(repr, views))) == 1
        seen = games[0].observe(1)
        assert [sight.ticket_count for sight in seen.seats] == [5] * 4
        assert [seen.pile("shared_tickets", team).size for team in (0, 1)] == [0, 0]
        assert seen.ticket_deck_size == 40
        for game in games:
            choose(game, seat)
    by_kept: dict[int, list[Game]] = {}
    by_share: dict[tuple[int, str], list[Game]] = {}
    for choice, game in zip(choices, games, strict=True):
        assert isinstance(choice, KeepTickets)
        assert choice.share in shared(game, 0)
        by_kept.setdefault(len(choice.tickets), []).append(game)
        by_share.setdefault((len(choice.tickets), str(choice.share)), []).append(game)
        assert game.observe(1).pile("shared_tickets", 0).tickets == shared(game, 0)
        assert game.observe(2).pile("shared_tickets", 0).tickets is None
        kept = len(choice.tickets)
        for viewer in range(4):
            seen = game.observe(viewer)
            assert [sight.ticket_count for sight in seen.seats] == [kept - 1, 2, 2, 2]
            assert [seen.pile("shared_tickets", team).size for team in (0, 1)] == [2, 2]
            assert seen.ticket_deck_size == 40 + 5 - kept + 6
    for viewers, groups in (((2, 3), by_kept.values()), ((1,), by_share.values())):
        for group in groups:  # others then know how many were kept, the partner what was shared
            for viewer in viewers:
                first = group[0].observe(viewer)
                assert all(game.observe(viewer) == first for game in group)


@pytest.mark.clause("GAP-22")
def test_team_t_is_seats_2t_and_2t_plus_1() -> None:
    """Whoever starts; any seat may."""
    for players in (4, 6):
        for first in range(players):
            game = ttrkit.new_game("asia", players=players, seed=first, first=first)
            assert game.to_move == first
            assert [team.seats for team in game.teams] == [(0, 1), (2, 3), (4, 5)][: players // 2]
            assert [seat.team for seat in game.seats] == [0, 0, 1, 1, 2, 2][:players]
            seen = game.observe(0)
            assert [sight.team for sight in seen.seats] == [0, 0, 1, 1, 2, 2][:players]
