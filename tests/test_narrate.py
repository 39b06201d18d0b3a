"""Games in words."""

import doctest

import pytest

import ttrkit
from ttrkit import narrate
from ttrkit.bots import GreedyPlayer
from ttrkit.narrate import ROUTINE, Highlight, play_and_tell


def story(name: str, seed: int) -> tuple[ttrkit.Game, list[Highlight]]:
    """A game of bots, and all that was worth telling."""
    players = ttrkit.get_variant(name).players[0]
    game = ttrkit.new_game(name, players=players, seed=seed)
    return game, list(play_and_tell(game, [GreedyPlayer(seat) for seat in range(players)]))


def test_an_event_in_words() -> None:
    """Third person; what was drawn or turned up is told too."""
    route = ttrkit.get_variant("usa").board.route("Boston", "New York", "red")
    claim = ttrkit.Event(1, ttrkit.ClaimRoute(route, {"red": 2}), ())
    assert narrate.narrate(claim) == "Seat 1 claims Boston–New York with 2 red"
    assert narrate.narrate(ttrkit.Event(0, ttrkit.Pass(), ()), "Ada") == "Ada passes"
    assert doctest.testmod(narrate).failed == 0


@pytest.mark.parametrize("name", ttrkit.variant_names())
def test_a_story_adds_up(name: str) -> None:
    """Every point, completed ticket and claim of the game is told once."""
    game, highlights = story(name, seed=3)
    earned = sum(points for h in highlights for points in h.points.values())
    assert earned == sum(team.score for team in game.teams)
    tally = game.tally()
    completed = [ticket for team in tally.teams for ticket in tally.tickets(team).completed]
    assert sorted(t for h in highlights for t in h.completed) == sorted(completed)
    assert sum(h.last_round for h in highlights) == 1
    told = [h.event for h in highlights if not isinstance(h.event.action, ROUTINE)]
    assert told == [e for e in game.history if not isinstance(e.action, ROUTINE)]


def test_an_endless_game_is_left() -> None:
    """A limit on turns holds here as in `play`."""
    game = ttrkit.new_game("usa", players=2, seed=1)
    list(play_and_tell(game, [GreedyPlayer(0), GreedyPlayer(1)], max_turns=5))
    assert not game.is_over
