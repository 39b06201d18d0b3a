"""Guesses: made-up games in which rivals hold tickets that fit what they have built."""

import random
from functools import cache

import pytest

import ttrkit
from tests.properties.home_made import FOG
from ttrkit import Game
from ttrkit.bots import PlannerPlayer
from ttrkit.bots.guesses import Guesses, ticket_odds
from ttrkit.knowledge import observe, possible_state

EDITIONS = ttrkit.variant_names()
WORLDS = 30


@cache
def played(name: str, turns: int, players: int) -> Game:
    """A game of planners, left after so many turns."""
    game = ttrkit.new_game(name, players=players, seed=6)
    ttrkit.play(game, [PlannerPlayer(seat) for seat in range(players)], max_turns=turns)
    return game


def seen_now(game: Game) -> ttrkit.Observation:
    """What the seat that decides sees."""
    assert game.to_move is not None
    return game.observe(game.to_move)


@pytest.mark.parametrize("name", EDITIONS)
def test_they_fit_what_the_seat_has_seen(name: str) -> None:
    """For a game at any stage, with few players and many."""
    players = ttrkit.get_variant(name).players
    for number in (players[0], players[-1]):
        for turns in (0, number, 16, 24):
            seen = seen_now(played(name, turns, number))
            guesses = Guesses(seen)
            for seed in range(4):
                assert observe(guesses.state(random.Random(seed)), seen.seat) == seen


@pytest.mark.parametrize("name", ["usa", "europe", "paris"])
def test_rivals_more_often_hold_what_they_hold(name: str) -> None:
    """Than if tickets are dealt evenly: late in a game, several times as often."""
    turns = {"paris": 24}.get(name, 60)
    game = played(name, turns, 2)
    seen = seen_now(game)
    rival = 1 - seen.seat
    ttrkit.play(ended := game.copy(), [PlannerPlayer(0), PlannerPlayer(1)])
    shown = ended.observe(seen.seat).seats[rival].tickets
    assert shown is not None
    number_of = seen.variant.engine.numbers.of_ticket
    held = {number_of[ticket.id] for ticket in shown}
    guesses, rng = Guesses(seen), random.Random(1)
    guessed = sum(len(held.intersection(guesses.state(rng).tickets[rival])) for _ in range(WORLDS))
    even = sum(
        len(held.intersection(possible_state(seen, rng).tickets[rival])) for _ in range(WORLDS)
    )
    assert guessed > 2 * even


def test_completed_tickets_are_the_likeliest() -> None:
    """Then those of which more of the way is built."""
    coast = [("New Orleans", "Miami"), ("Houston", "New Orleans"), ("El Paso", "Houston")]
    found = []
    for built in (coast[:1], coast, [*coast, ("Los Angeles", "El Paso")]):
        game = ttrkit.position("usa", players=2, claimed=[built], trains=[20, 30], seed=1)
        state = possible_state(seen_now(game), random.Random(1))
        odds = ticket_odds(state, 0)
        ticket = state.engine.numbers.find_ticket(("Los Angeles", "Miami"))
        found.append(odds[ticket] / (sum(odds) - odds[ticket]))
    assert found[0] < found[1] < found[2] / 2


def test_home_made_rules_have_their_say() -> None:
    """Where they may decide who holds which ticket, nothing is exchanged."""
    game = ttrkit.new_game(FOG, players=2, seed=3)
    ttrkit.play(game, [PlannerPlayer(1), PlannerPlayer(2)], max_turns=20)
    seen = seen_now(game)
    guessed = Guesses(seen).state(random.Random(1))
    assert guessed.tickets == possible_state(seen, random.Random(1)).tickets
