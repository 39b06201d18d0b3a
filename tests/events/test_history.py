"""Histories: the events of a game, linked, and those that one seat knows better."""

import random

import pytest

import ttrkit
from ttrkit import Game
from ttrkit.events import claims, events, links
from ttrkit.testing.invariants import state_of


def played(seed: int, actions: int) -> Game:
    """A random game after so many actions."""
    rng = random.Random(seed)
    game = ttrkit.new_game("usa", players=3, seed=seed)
    for _ in range(actions):
        game.apply(rng.choice(game.legal_actions()))
    return game


def test_a_game_that_was_made_up_begins_with_what_its_seat_has_seen() -> None:
    """Its past is the history of the observation, and its own events come after it."""
    game = played(1, 60)
    seen = game.observe(1)
    made_up = ttrkit.determinize(seen, random.Random(1))
    assert list(made_up.history) == list(seen.history)
    for _ in range(5):
        made_up.apply(made_up.legal_actions()[0])
    past = state_of(made_up).history
    assert made_up.history[:60] == tuple(seen.history)
    assert len(links(past)) == len(events(past)) == 65
    assert [(n, seat) for n, seat, _ in claims(past)] == [
        (number, event.seat)
        for number, event in enumerate(made_up.history)
        if isinstance(event.action, ttrkit.ClaimRoute)
    ]


def test_events_are_linked_once() -> None:
    """What was linked for an earlier observation is gone on from."""
    game = played(2, 30)
    first = game.observe(0).history.linked()
    for _ in range(7):
        game.apply(game.legal_actions()[0])
    cell = game.observe(0).history.linked()
    for _ in range(7):
        assert cell is not None
        cell = cell[0]
    assert cell is first


@pytest.mark.parametrize("viewer", range(3))
def test_games_that_part_have_pasts_of_their_own(viewer: int) -> None:
    """Copies share what their seats remember, whichever is asked first."""
    game = played(3, 40)
    other = game.copy()
    for each, choice in ((game, 0), (other, -1)):
        for _ in range(6):
            each.apply(each.legal_actions()[choice])
    for each in (game, other, game):
        history = each.observe(viewer).history
        assert events(history.linked()) == list(history)
        assert len(history.since(None) or ()) == 46
    assert game.observe(viewer).history.since(other.observe(viewer).history.newest) is None
