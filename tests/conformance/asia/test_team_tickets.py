"""Tickets of Team Asia: drawing, sharing, and what stays secret."""

from collections import Counter
from itertools import combinations

import pytest

import ttrkit
from tests.conformance.asia.common import ASIA, MARKET, dealt, position, shared
from tests.conformance.helpers import all_but, allow, refuse
from ttrkit import DrawBlind, DrawTickets, KeepTickets, Pass, ShareTickets

T = ASIA.tickets


@pytest.mark.clause("AS-60")
def test_four_are_drawn_and_one_of_those_kept_is_shared() -> None:
    """Any of them may be kept, at least one, and any one of the kept ones goes to the holder."""
    for seat in range(4):
        game = position(to_move=seat, ticket_deck=T[:6])
        game.apply(DrawTickets())
        assert game.to_move == seat
        assert dealt(game, seat) == T[:4]
        assert game.ticket_deck_size == 2
        choices = [
            KeepTickets(kept, share=share)
            for n in (1, 2, 3, 4)
            for kept in combinations(T[:4], n)
            for share in kept
        ]
        assert len(choices) == 32
        assert Counter(game.legal_actions()) == Counter(choices)
        allow(game, *choices)
        for choice in choices:
            after = game.copy()
            after.apply(choice)
            rest = {ticket for ticket in choice.tickets if ticket != choice.share}
            assert set(after.seats[seat].tickets) == rest
            assert shared(after, seat // 2) == (choice.share,)
            assert shared(after, 1 - seat // 2) == ()
            assert after.ticket_deck_size == 6 - len(choice.tickets)
            assert after.to_move == (seat + 1) % 4


@pytest.mark.clause("AS-60")
def test_no_other_choice_of_tickets_is_legal() -> None:
    """None kept, none shared, one shared that is not kept, one that was not drawn."""
    game = position(ticket_deck=T[:6], tickets={0: T[6:8]}, shared_tickets={0: T[8:9]})
    game.apply(DrawTickets())
    assert "at least 1 of the 4" in refuse(game, KeepTickets(()))
    assert "must be shared" in refuse(game, *[KeepTickets(T[:n]) for n in (1, 2, 3, 4)])
    assert "not among the tickets kept" in refuse(game, KeepTickets(T[:2], share=T[2]))
    refuse(game, KeepTickets(T[:2], share=T[6]), KeepTickets(T[:2], share=T[8]))
    refuse(game, KeepTickets((T[0], T[4]), share=T[0]), KeepTickets((T[0], T[6]), share=T[6]))
    refuse(game, KeepTickets((T[0], T[0]), share=T[0]))
    refuse(game, ShareTickets(T[6:7]), DrawTickets(), DrawBlind(), Pass())


@pytest.mark.clause("AS-60")
def test_a_single_kept_ticket_must_be_shared() -> None:
    """Also if it is the only one that was left."""
    game = position(ticket_deck=T[:1])
    game.apply(DrawTickets())
    assert game.legal_actions() == [KeepTickets(T[:1], share=T[0])]
    refuse(game, KeepTickets(T[:1]), KeepTickets(()))
    game.apply(KeepTickets(T[:1], share=T[0]))
    assert game.seats[0].tickets == ()
    assert shared(game, 0) == T[:1]


@pytest.mark.clause("AS-60")
def test_with_fewer_than_four_left_all_of_them_are_drawn() -> None:
    """Two or three: at least one is kept, and one is shared."""
    for left, choices in ((2, 4), (3, 12)):
        game = position(ticket_deck=T[:left])
        game.apply(DrawTickets())
        assert dealt(game, 0) == T[:left]
        assert game.ticket_deck_size == 0
        assert len(game.legal_actions()) == choices


@pytest.mark.clause("AS-60")
def test_refused_tickets_go_under_the_deck_in_the_order_drawn() -> None:
    """They come again after all the others."""
    game = position(ticket_deck=T[:6])
    game.apply(DrawTickets())
    game.apply(KeepTickets((T[2],), share=T[2]))
    game.apply(DrawTickets())
    assert dealt(game, 1) == (T[4], T[5], T[0], T[1])
    game.apply(KeepTickets((T[4],), share=T[4]))
    game.apply(DrawTickets())
    assert dealt(game, 2) == (T[3], T[5], T[0], T[1])


@pytest.mark.clause("AS-62")
def test_without_tickets_left_none_can_be_drawn() -> None:
    """Neither with tickets in hands nor in holders."""
    game = position(ticket_deck=[], tickets={0: T[:2]}, shared_tickets=[T[2:4], T[4:6]])
    assert refuse(game, DrawTickets()) == "the ticket deck is empty"
    allow(game, DrawBlind(), ShareTickets(T[:2]))
    back = position(ticket_deck=T[:2])
    for keep in (T[:1], T[1:2]):
        allow(back, DrawTickets())
        back.apply(DrawTickets())
        back.apply(KeepTickets(keep, share=keep[0]))
    refuse(back, DrawTickets())


@pytest.mark.clause("AS-65")
def test_a_turn_shares_one_or_two_tickets() -> None:
    """Any of those in the hand; the turn is over, nothing else changes."""
    for seat in range(4):
        game = position(to_move=seat, tickets={seat: T[:4]}, market=MARKET)
        choices = [ShareTickets(some) for n in (1, 2) for some in combinations(T[:4], n)]
        listed = [a for a in game.legal_actions() if isinstance(a, ShareTickets)]
        assert Counter(listed) == Counter(choices)
        allow(game, *choices)
        for choice in choices:
            after = game.copy()
            after.apply(choice)
            assert set(shared(after, seat // 2)) == set(choice.tickets)
            assert set(after.seats[seat].tickets) == set(T[:4]) - set(choice.tickets)
            assert shared(after, 1 - seat // 2) == ()
            assert (after.to_move, after.decision) == ((seat + 1) % 4, "turn")
            assert after.market == game.market
            assert after.deck_size == game.deck_size
            assert after.ticket_deck_size == game.ticket_deck_size


@pytest.mark.clause("AS-65")
def test_three_tickets_are_too_many_for_a_turn() -> None:
    """Nor may a ticket be shared twice; the order in which they are named does not matter."""
    game = position(tickets={0: T[:4]})
    assert "1 to 2 tickets" in refuse(game, *map(ShareTickets, combinations(T[:4], 3)))
    refuse(game, ShareTickets(T[:4]))
    assert "only once" in refuse(game, ShareTickets((T[0], T[0])))
    assert ShareTickets((T[1], T[0])) == ShareTickets((T[0], T[1]))


@pytest.mark.clause("GAP-24")
def test_sharing_needs_a_ticket_in_hand() -> None:
    """Sharing none is no action; the partner's tickets, or shared ones, cannot be shared."""
    game = position(tickets={1: T[:2], 2: T[2:4]}, shared_tickets={0: T[4:6]})
    assert not [a for a in game.legal_actions() if isinstance(a, ShareTickets)]
    refuse(game, ShareTickets(()))
    for ticket in T[:8]:
        assert "not in your hand" in refuse(game, ShareTickets((ticket,)))
    one = position(tickets={0: T[:1]})
    assert [a for a in one.legal_actions() if isinstance(a, ShareTickets)] == [ShareTickets(T[:1])]
    refuse(one, ShareTickets(()), ShareTickets(T[:2]), ShareTickets((T[0], T[0])))


@pytest.mark.clause("GAP-24")
def test_nothing_goes_from_a_holder_back_to_a_hand() -> None:
    """In whole games: shared tickets stay, and a holder loses cards to payments alone."""
    for seed in range(2):
        game = ttrkit.new_game("asia", players=4 + 2 * seed, seed=seed)
        bot = ttrkit.RandomPlayer(seed)
        before = game.copy()
        while (seat := game.to_move) is not None:
            action = bot.choose(game.observe(seat))
            game.apply(action)
            paid = getattr(action, "shared", ttrkit.cards())
            for team in range(len(game.teams)):
                old = shared(before, team)
                assert shared(game, team)[: len(old)] == old
                own = team == seat // 2
                kept = before.teams[team].holder - paid if own else before.teams[team].holder
                assert kept <= game.teams[team].holder
            for i, view in enumerate(game.seats):
                assert i == seat or view.hand == before.seats[i].hand
            if isinstance(action, ttrkit.ClaimRoute | ShareTickets | ttrkit.PayTunnel):
                assert game.seats[seat].hand <= before.seats[seat].hand
            before = game.copy()


@pytest.mark.clause("GAP-24")
def test_a_ticket_in_hand_leaves_room_for_an_action_when_nothing_else_does() -> None:
    """Without cards or tickets to draw, sharing must be chosen: a pass is not legal."""
    game = position(hands={3: all_but("asia")}, market=[], ticket_deck=[], tickets={0: T[:1]})
    assert game.legal_actions() == [ShareTickets(T[:1])]
    refuse(game, Pass())
    game.apply(ShareTickets(T[:1]))
    assert game.to_move == 1
    assert game.legal_actions() == [Pass()]
