"""Hidden tickets that are all alike to a seat: when they are, and how they are dealt anew."""

import random
from collections import Counter

import pytest

import ttrkit
from ttrkit import DrawTickets, Game, KeepTickets
from ttrkit.knowledge.deduction import deduced
from ttrkit.parts.tickets.alike import AlikeTickets
from ttrkit.parts.tickets.paths import Misfit
from ttrkit.parts.tickets.rule import Tickets
from ttrkit.parts.tickets.worlds import TicketWorlds

DEALS = 3_000


def started(refused: int = 1) -> Game:
    """A game of two in which seat 0 has refused so many of its first tickets, and begins."""
    game = ttrkit.new_game("usa", players=2, seed=7, first=0)
    for seat in (0, 1):
        kept = 3 - refused if seat == 0 else 3
        keep_some(game, kept)
    return game


def keep_some(game: Game, kept: int) -> None:
    """Let the seat that decides keep the first so many of the tickets that it has drawn."""
    choices = [each for each in game.legal_actions() if isinstance(each, KeepTickets)]
    game.apply(next(each for each in choices if len(each.tickets) == kept))


def alike(game: Game, seat: int) -> AlikeTickets:
    """The deals of the tickets that are hidden from this seat; Misfit if they are not alike."""
    seen = game.observe(seat)
    (rule,) = [part for part in game.variant.engine.parts if isinstance(part, Tickets)]
    return AlikeTickets(rule, seen, deduced(seen))


def test_tickets_are_alike_while_nobody_draws_a_refused_one() -> None:
    """Others draw from the top of the deck, where the seat knows none."""
    game = started()
    alike(game, 0)
    game.apply(DrawTickets())
    keep_some(game, 1)
    game.apply(DrawTickets())
    alike(game, 0)
    keep_some(game, 2)
    alike(game, 0)


def test_tickets_are_not_alike_when_another_draws_a_refused_one() -> None:
    """Whether it was kept makes a difference then, so the way of every ticket is followed."""
    game = started()
    while game.observe(0).show("refused"):  # it lies under the deck
        alike(game, 0)
        game.apply(DrawTickets())
        drawn_by = game.to_move
        if game.observe(0).show("refused"):
            keep_some(game, 3)
    assert drawn_by == 1
    with pytest.raises(Misfit):
        alike(game, 0)


def test_tickets_of_a_position_or_of_several_kinds_are_not_alike() -> None:
    """They are left to those who follow the way of every ticket."""
    with pytest.raises(Misfit):
        alike(ttrkit.position("usa", players=2), 0)
    game = ttrkit.new_game("europe", players=2, seed=1)
    for _ in range(2):
        game.apply(game.legal_actions()[0])
    with pytest.raises(Misfit):
        alike(game, 0)


def test_alike_tickets_are_dealt_as_if_the_way_of_every_ticket_were_followed() -> None:
    """Both ways, a hidden ticket is in a hand as often, and a refused one where it lies."""
    game = started(refused=1)
    game.apply(DrawTickets())
    keep_some(game, 1)
    seen = game.observe(0)
    refused = {ticket.id: place for place, ticket in seen.show("refused")}
    assert len(refused) == 3
    number_of = game.variant.engine.numbers.of_ticket
    known = {number_of[name]: place for name, place in refused.items()}
    (rule,) = [part for part in game.variant.engine.parts if isinstance(part, Tickets)]
    state = ttrkit.determinize(seen, random.Random(1))._state
    in_hand = []
    for dealer in (alike(game, 0), TicketWorlds(rule, seen, deduced(seen))):
        rng = random.Random(2)
        held: Counter[int] = Counter()
        for _ in range(DEALS):
            assert dealer.deal(state, known, rng)
            held.update(state.tickets[1])
            for number, place in known.items():
                assert state.ticket_deck[-1 - place] == number
            dealt = [*state.ticket_deck, *state.tickets[1]]
            assert len({*dealt}) == len(dealt) == len(rule.kinds) - len(seen.tickets)
        in_hand.append(held)
    expected = 3 * DEALS / (len(rule.kinds) - len(seen.tickets) - len(known))
    for held in in_hand:
        assert set(held).isdisjoint(known)
        assert all(abs(times - expected) < 5 * expected**0.5 for times in held.values())
