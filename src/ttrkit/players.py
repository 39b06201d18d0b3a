"""Players decide for a seat; `play` lets them finish a game."""

from __future__ import annotations

import random
from collections.abc import Sequence
from typing import TYPE_CHECKING, Protocol

from ttrkit.errors import IllegalAction

if TYPE_CHECKING:
    from ttrkit.events.actions import Action
    from ttrkit.game.game import Game
    from ttrkit.knowledge.observation import Observation
    from ttrkit.scoring.result import Result

MAX_TURNS = 10_000  # far beyond any sensible game: see `play`


class Player(Protocol):
    """Whoever decides for a seat: given what the seat may know, and nothing more."""

    def choose(self, observation: Observation) -> Action:
        """One of `observation.legal_actions`."""
        ...


class RandomPlayer:
    """Takes any legal action, each as likely as another."""

    def __init__(self, seed: int | None = None) -> None:
        self._rng = random.Random(seed)

    def choose(self, observation: Observation) -> Action:
        """One of the legal actions, by chance."""
        legal = observation.legal_actions
        return legal[int(self._rng.random() * len(legal))]


def play(game: Game, players: Sequence[Player], *, max_turns: int = MAX_TURNS) -> Result:
    """Let the players, one a seat, play the game to its end.

    A game can go on for ever (GAP-13); after `max_turns` turns it is left as it is, and the result
    says so: `is_final` is then False.
    """
    if len(players) != len(game.seats):
        raise ValueError(f"{len(game.seats)} seats need as many players, not {len(players)}")
    state = game._state
    turn = state.engine.loop.turn
    turns = 0
    while (asked := state.asked) is not None:
        decision, seat, _ = asked
        if decision is turn:
            if turns >= max_turns:
                break
            turns += 1
        player = players[seat]
        action = player.choose(game.observe(seat))
        try:
            game.apply(action)
        except IllegalAction as error:
            name = type(player).__name__
            raise IllegalAction(f"{name} at seat {seat}: {error.reason}", action) from error
    return game.result()
