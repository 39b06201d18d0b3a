"""The protocol of players, a random player, and the functions that let players play a game."""

from __future__ import annotations

import random
from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING, Any, Protocol

from ttrkit._text import checked_list, checked_whole, short
from ttrkit.errors import IllegalAction
from ttrkit.events import checked_seed

if TYPE_CHECKING:
    from ttrkit.events import Action
    from ttrkit.game import Game
    from ttrkit.knowledge import Observation
    from ttrkit.scoring import Result

    Move = tuple[int, int, Action]

MAX_TURNS = 10_000  # far beyond any sensible game: see `play`


class Player(Protocol):
    """Decides for a seat, and is given only what that seat may know."""

    def choose(self, observation: Observation) -> Action:
        """Return one of `observation.legal_actions`."""
        ...


class RandomPlayer:
    """Chooses a legal action at random, each equally likely."""

    def __init__(self, seed: int | None = None) -> None:
        self._rng = random.Random(None if seed is None else checked_seed(seed))

    def choose(self, observation: Observation) -> Action:
        """Return a random legal action."""
        legal = choices_of(observation)
        return legal[int(self._rng.random() * len(legal))]


def choices_of(observation: Observation) -> Sequence[Action]:
    """The legal actions; ValueError if the seat has nothing to decide."""
    legal = observation.legal_actions
    if not legal:
        mover = observation.to_move
        why = "the game is over" if mover is None else f"it is up to seat {mover}"
        raise ValueError(f"seat {observation.seat} has nothing to decide: {why}")
    return legal


def play(game: Game, players: Sequence[Player], *, max_turns: int = MAX_TURNS) -> Result:
    """Let the players, one per seat, play the game to its end.

    A game can go on for ever (GAP-13). After `max_turns` turns it is left as it is, and `is_final`
    of the result is False.
    """
    for _ in moves(game, players, max_turns=max_turns):
        pass
    return game.result()


def moves(game: Game, players: Sequence[Player], *, max_turns: int = MAX_TURNS) -> Iterator[Move]:
    """Let the players, one per seat, play the game, and yield a move after every decision.

    A move is the number of the turn (counted from 1 over all seats), the seat and its action. The
    action has already been carried out. After `max_turns` turns the game is left as it is. If a
    player raises an exception, a note names the player; IllegalAction names the player too.
    """
    table = _checked_players(game, players)
    max_turns = checked_whole(max_turns, "max_turns", 0)
    turn = 0
    while (seat := game.to_move) is not None:
        if game.decision == "turn":
            if turn >= max_turns:
                return
            turn += 1
        player = table[seat]
        observation = game.observe(seat)
        try:
            action = player.choose(observation)
        except (Exception, SystemExit) as error:
            failed = error
            if isinstance(error, StopIteration):  # which a generator cannot pass on
                failed = RuntimeError(" ".join(["StopIteration", *map(str, error.args)]))
                failed.with_traceback(error.__traceback__)
            failed.add_note(f"{type(player).__name__} at seat {seat} failed to choose")
            raise failed from (error if failed is not error else None)
        try:
            game.apply(action)
        except IllegalAction as error:
            name = type(player).__name__
            what = f"{name} at seat {seat} chose what is not legal"
            raise IllegalAction(f"{what}: {error.reason}", action) from error
        yield turn, seat, action


def _checked_players(game: Any, players: Any) -> list[Player]:
    """One player for each seat of a game; TypeError or ValueError says what is wrong."""
    if not hasattr(game, "legal_actions"):
        raise TypeError(f"a game is wanted, such as new_game(…), not {short(game)}")
    table = checked_list(players, "a list of players, one for each seat,")
    if len(table) != len(game.seats):
        raise ValueError(f"{len(game.seats)} seats need as many players, not {len(table)}")
    for seat, player in enumerate(table):
        if isinstance(player, type) or not callable(getattr(player, "choose", None)):
            hint = ": add brackets" if isinstance(player, type) else ""
            raise TypeError(
                f"seat {seat}: a player with choose(…) is wanted, not {short(player)}{hint}"
            )
    return table
