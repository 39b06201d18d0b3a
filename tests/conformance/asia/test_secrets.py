"""What partners and other teams see in Team Asia, and what they do not."""

from itertools import combinations
from typing import Any

import pytest

import ttrkit
from tests.conformance.asia.common import ASIA, MARKET, dealt, holder, position, shared
from tests.conformance.helpers import all_but
from ttrkit import (
    Action,
    ClaimRoute,
    DrawBlind,
    DrawFaceUp,
    DrawTickets,
    Game,
    KeepTickets,
    PlaceCard,
    ShareTickets,
)

T = ASIA.tickets


def alike(games: list[Game], *viewers: int) -> None:
    """These seats cannot tell the games apart."""
    for viewer in viewers:
        views = [game.observe(viewer) for game in games]
        assert all(view == views[0] for view in views), f"seat {viewer} sees a difference"
        assert len({repr(view) for view in views}) == 1


def differ(games: list[Game], *viewers: int) -> None:
    """These seats can tell them apart."""
    for viewer in viewers:
        views = [game.observe(viewer) for game in games]
        assert all(one != other for one, other in combinations(views, 2))


def both(first: dict[str, Any], second: dict[str, Any]) -> list[Game]:
    """Two positions that differ in these keywords."""
    return [position(market=MARKET, seed=seed, **kw) for seed, kw in enumerate((first, second))]


def apply(games: list[Game], *actions: Action) -> None:
    """The same in every game."""
    for game in games:
        for action in actions:
            game.apply(action)


@pytest.mark.clause("AS-05")
def test_a_hand_and_the_tickets_in_it_tell_the_partner_nothing() -> None:
    """Games that differ in them alone look the same to everyone else."""
    games = both(
        {"hands": [{"red": 3}], "tickets": {0: T[:3]}, "ticket_deck": T[10:20]},
        {"hands": [{"wild": 3}], "tickets": {0: T[3:6]}, "ticket_deck": T[10:20]},
    )
    alike(games, 1, 2, 3)
    differ(games, 0)


@pytest.mark.clause("AS-05")
def test_no_action_tells_the_partner_what_stays_in_the_hand() -> None:
    """Cards drawn into the hand, tickets kept in it: the partner sees how many."""
    blind = [
        position(market=MARKET, deck=deck, seed=1)
        for deck in (["red", "blue", "black"], ["wild", "blue", "black"])
    ]
    apply(blind, DrawBlind())
    alike(blind, 1, 2, 3)
    differ(blind, 0)
    apply(blind, PlaceCard("hand"))
    alike(blind, 1, 2, 3)
    apply(blind, DrawBlind())
    alike(blind, 1, 2, 3)
    assert blind[0].observe(1).pile("holders", 0).cards == {"blue": 1}
    tickets = [position(ticket_deck=T[:8], market=MARKET, seed=1) for _ in range(2)]
    apply(tickets, DrawTickets())
    alike(tickets, 0, 1, 2, 3)
    for game, other in zip(tickets, (T[1], T[2]), strict=True):
        game.apply(KeepTickets((T[0], other), share=T[0]))
    alike(tickets, 1, 2, 3)
    differ(tickets, 0)


@pytest.mark.clause("AS-05")
def test_before_a_blind_card_is_placed_only_its_player_knows_it() -> None:
    """Then the partner sees it if it goes to the holder, and no other team does."""
    games = [
        position(market=MARKET, deck=deck, seed=1)
        for deck in (["red", "blue", "black"], ["wild", "blue", "black"])
    ]
    apply(games, DrawBlind())
    assert games[0].observe(0).pile("unplaced", 0).cards == {"red": 1}
    assert games[0].observe(1).pile("unplaced", 0).cards is None
    assert games[0].observe(1).pile("unplaced", 0).size == 1
    alike(games, 1, 2, 3)
    apply(games, PlaceCard("holder"))
    differ(games, 0, 1)
    alike(games, 2, 3)
    apply(games, DrawBlind())
    differ(games, 0, 1)
    alike(games, 2, 3)


@pytest.mark.clause("AS-05")
def test_everyone_sees_whether_a_card_went_to_hand_or_holder() -> None:
    """By the sizes of the two."""
    for place in ("hand", "holder"):
        game = position(market=MARKET, holders=[{"red": 2}, {"blue": 1}])
        game.apply(DrawBlind())
        game.apply(PlaceCard(place))
        for viewer in range(4):
            seen = game.observe(viewer)
            assert seen.seats[0].hand_size == (place == "hand")
            assert seen.pile("holders", 0).size == 2 + (place == "holder")
            assert seen.pile("holders", 1).size == 1


@pytest.mark.clause("AS-61")
def test_tickets_in_a_hand_are_secret_and_shared_ones_seen_by_both_partners() -> None:
    """Other teams see how many lie in a holder, not which."""
    game = position(tickets={0: T[:2], 1: T[2:3]}, shared_tickets=[T[3:6], T[6:7]])
    for viewer in range(4):
        seen = game.observe(viewer)
        assert seen.tickets == {0: T[:2], 1: T[2:3]}.get(viewer, ())
        for team, content in enumerate((T[3:6], T[6:7])):
            pile = seen.pile("shared_tickets", team)
            assert pile.tickets == (content if viewer // 2 == team else None)
            assert pile.size == len(content)
        assert [sight.ticket_count for sight in seen.seats] == [2, 1, 0, 0]


@pytest.mark.clause("AS-61")
def test_other_teams_do_not_learn_which_ticket_was_shared() -> None:
    """Neither from a draw nor from a turn of sharing; the partner does."""
    for start, choices in (
        (
            position(ticket_deck=T[:6], market=MARKET, seed=1),
            [KeepTickets(T[:2], share=T[n]) for n in (0, 1)],
        ),
        (
            position(tickets={0: T[:3]}, market=MARKET, seed=1),
            [ShareTickets((T[n],)) for n in (0, 1)],
        ),
    ):
        if isinstance(choices[0], KeepTickets):
            start.apply(DrawTickets())
        games = [start.copy(), start.copy()]
        for game, choice in zip(games, choices, strict=True):
            game.apply(choice)
        alike(games, 2, 3)
        differ(games, 0, 1)


@pytest.mark.clause("AS-61")
def test_tickets_are_kept_to_the_end() -> None:
    """A team's tickets, in hands and holder, only ever become more; none changes teams."""
    for seed in range(2):
        game = ttrkit.new_game("asia", players=4 + 2 * seed, seed=seed + 10)
        bot = ttrkit.RandomPlayer(seed)
        held: list[set[ttrkit.Ticket]] = [set() for _ in game.teams]
        while (seat := game.to_move) is not None:
            game.apply(bot.choose(game.observe(seat)))
            for team, view in enumerate(game.teams):
                now = {*shared(game, team)}
                now.update(ticket for s in view.seats for ticket in game.seats[s].tickets)
                assert held[team] <= now
                held[team] = now


@pytest.mark.clause("AS-61", "GAP-11")
def test_a_holder_of_cards_is_seen_by_its_team_alone() -> None:
    """Games that differ in the other team's holder look the same; its size is seen."""
    games = both({"holders": [{"red": 3}, {"blue": 1}]}, {"holders": [{"wild": 3}, {"blue": 1}]})
    alike(games, 2, 3)
    differ(games, 0, 1)
    for viewer in range(4):
        pile = games[0].observe(viewer).pile("holders", 0)
        assert pile.size == 3
        assert pile.cards == (holder(games[0], 0) if viewer < 2 else None)


@pytest.mark.clause("GAP-11")
def test_cards_taken_face_up_and_cards_paid_are_seen_by_all() -> None:
    """Whatever pile they come from or go to; how a payment was split shows in the sizes."""
    route = ASIA.route("Sukkur", "Lahore")
    game = position(hands=[{"green": 2}], holders=[{"green": 2}], market=MARKET, deck=["black"])
    before = game.observe(3)
    game.apply(ClaimRoute(route, {"green": 2}, {"green": 1}))
    seen = game.observe(3)
    assert seen.discards == {"green": 3}
    assert (before.seats[0].hand_size, seen.seats[0].hand_size) == (2, 0)
    assert (before.pile("holders", 0).size, seen.pile("holders", 0).size) == (2, 1)
    game.apply(DrawFaceUp("red"))
    assert game.observe(3).market == ("black", "blue", "green", "white", "yellow")


@pytest.mark.clause("GAP-11")
def test_a_new_deck_tells_nobody_its_order() -> None:
    """Shuffled this way or that, a turn of drawing from it looks the same to the other team."""
    discards = {"red": 5, "wild": 3, "blue": 5}
    hands = {3: all_but("asia", discards, MARKET)}
    games = [
        position(hands=hands, market=MARKET, discards=discards, seed=seed) for seed in range(12)
    ]
    apply(games, DrawBlind(), PlaceCard("hand"), DrawBlind())
    assert len({game.seats[0].hand for game in games}) > 1
    assert len({holder(game, 0) for game in games}) > 1
    alike(games, 2, 3)
    for card in {holder(game, 0) for game in games}:
        alike([game for game in games if holder(game, 0) == card], 1)


@pytest.mark.clause("GAP-11")
def test_a_player_remembers_what_they_chose_to_share() -> None:
    """While the others choose, a player's own view tells one shared ticket from another."""
    start = ttrkit.new_game("asia", players=4, seed=6, first=0)
    tickets = dealt(start, 0)
    games = []
    for share in tickets:
        game = start.copy()
        game.apply(KeepTickets(tickets, share=share))
        assert game.to_move == 1
        games.append(game)
    alike(games, 1, 2, 3)
    differ(games, 0)


@pytest.mark.clause("GAP-11")
def test_after_the_first_card_a_view_tells_where_the_second_goes() -> None:
    """Everyone saw whether the first went to hand or holder, and the second goes elsewhere."""
    red = {"red": 1}
    games = [
        position(hands=[red], holders=[{}, {}], market=MARKET, deck=["red", "blue"], seed=1),
        position(hands=[{}], holders=[red, {}], market=MARKET, deck=["red", "blue"], seed=1),
    ]
    for game, place in zip(games, ("holder", "hand"), strict=True):
        game.apply(DrawBlind())
        game.apply(PlaceCard(place))
        assert game.seats[0].hand == holder(game, 0) == red
    differ(games, 0, 1, 2, 3)
