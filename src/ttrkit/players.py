"""Players decide for a seat; `play` lets them finish a game, `moves` decision by decision."""

from __future__ import annotations

import random
from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING, Protocol

from ttrkit.errors import IllegalAction

if TYPE_CHECKING:
    from ttrkit.events import Action
    from ttrkit.game import Game
    from ttrkit.knowledge import Observation
    from ttrkit.scoring import Result

    Move = tuple[int, int, Action]

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
    for _ in moves(game, players, max_turns=max_turns):
        pass
    return game.result()


def moves(game: Game, players: Sequence[Player], *, max_turns: int = MAX_TURNS) -> Iterator[Move]:
    """Let the players, one a seat, play the game, and stop after every decision.

    A move is the number of the turn (of all seats together, from 1), the seat that has decided, and
    its action, which is carried out by then. After `max_turns` turns the game is left as it is.
    Whatever a player raises is raised with a note of who it was; IllegalAction names them too.
    """
    if len(players) != len(game.seats):
        raise ValueError(f"{len(game.seats)} seats need as many players, not {len(players)}")
    turn = 0
    while (seat := game.to_move) is not None:
        if game.decision == "turn":
            if turn >= max_turns:
                return
            turn += 1
        player = players[seat]
        observation = game.observe(seat)
        try:
            action = player.choose(observation)
        except (Exception, SystemExit) as error:
            error.add_note(f"{type(player).__name__} at seat {seat} failed to choose")
            raise
        try:
            game.apply(action)
        except IllegalAction as error:
            name = type(player).__name__
            what = f"{name} at seat {seat} chose what is not legal"
            raise IllegalAction(f"{what}: {error.reason}", action) from error
        yield turn, seat, action
