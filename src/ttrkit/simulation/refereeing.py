"""The referee: plays one game between bots, and says which of them failed, how and when."""

from __future__ import annotations

import re
import traceback
from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING

import attrs

from ttrkit._text import cut
from ttrkit.errors import IllegalAction, RuleError
from ttrkit.game import Game, new_game
from ttrkit.simulation.entrants import derived
from ttrkit.simulation.interrupts import Stopped
from ttrkit.simulation.limits import MoveLimit, OutOfTime
from ttrkit.simulation.seatings import Seating
from ttrkit.simulation.sides import CHEATED, CRASHED, OVERRAN, Failure

if TYPE_CHECKING:
    from ttrkit.players import Player
    from ttrkit.simulation.worker import Job

ADDRESS = re.compile(r" at 0x[0-9a-fA-F]+")  # of a thing in memory: another one in every run


class BotFailed(Exception):
    """A bot that failed, with all that is known about it, and its traceback as text."""

    def __init__(self, failure: Failure, details: str = "") -> None:
        super().__init__(str(failure))
        self.failure = failure
        self.details = details


@attrs.frozen
class Played:
    """A game as it was played."""

    game: Game
    block: int
    seated: Seating
    turns: int
    failure: Failure | None = None  # the reason why it was not played to its end


class Referee:
    """Plays the games of a job, one after another."""

    def __init__(self, job: Job, limit: MoveLimit, *, sees_ctrl_c: bool = True) -> None:
        self._job = job
        self._limit = limit
        # What ends a simulation from outside, whatever a bot makes of it. Where Ctrl-C is not
        # seen, a KeyboardInterrupt is the bot's own doing.
        self._outside = (KeyboardInterrupt, Stopped) if sees_ctrl_c else (Stopped,)
        self._now = (0, 0, 0, 0)  # the game, the number of the move, the bot, its seat

    def play(self, number: int, known: Failure | None = None) -> Played:
        """Play the game of this number; BotFailed if a bot fails.

        A failure that is known already ends the game before it begins.
        """
        job = self._job
        block, seated = job.plan.place(number)
        seed = derived(job.seed, block)
        game = new_game(job.variant, players=len(seated), seed=seed, first=0)
        if known is not None:
            return Played(game, block, seated, 0, known)
        try:
            turns = self._play(game, number, seated)
        except BotFailed as error:
            if job.on_error == "raise":
                raise
            return Played(game, block, seated, 0, error.failure)
        return Played(game, block, seated, turns)

    def _play(self, game: Game, number: int, seated: Seating) -> int:
        """Play a game to its end, or to the turn limit; the number of turns it took."""
        players = self._players(game.seed, number, seated)
        asked, max_turns = [self._limit.asker(player) for player in players], self._job.max_turns
        turns = move = 0
        while (seat := game.to_move) is not None:
            if game.decision == "turn":
                if turns >= max_turns:
                    break
                turns += 1
            move += 1
            observation = game.observe(seat)
            self._now = (number, move, seated[seat], seat)
            try:
                action = asked[seat](observation)
            except (*self._outside, RuleError):  # not the bot's doing
                raise
            except OutOfTime as error:
                self._let_through(error)
                raise self._failed(OVERRAN, self._overrun()) from None
            except BaseException as error:
                self._let_through(error)
                raise self._failed(CRASHED, f"failed to choose: {told(error)}") from error
            try:
                game.apply(action)
            except IllegalAction as error:
                why = f"chose what is not legal: {error.reason}"
                raise self._failed(CHEATED, why) from error
        return turns

    def _let_through(self, error: BaseException) -> None:
        """Raise what came from outside, if a bot has caught it and this is what became of it."""
        cause = error.__context__
        while cause is not None:
            if isinstance(cause, self._outside):
                raise cause
            cause = cause.__context__

    def _players(self, seed: int, number: int, seated: Sequence[int]) -> list[Player]:
        """The bots for one game. Their seeds are those of the seats: see docs/simulation.md."""
        players = []
        for seat, who in enumerate(seated):
            self._now = (number, 0, who, seat)
            try:
                players.append(self._job.entrants[who].make(derived(seed, "bot", seat)))
            except Exception as error:
                raise self._failed(CRASHED, f"could not be made: {told(error)}") from error
        return players

    def stubborn(self) -> Failure:
        """The failure of the bot that is thinking now and cannot be interrupted."""
        return self._failure(OVERRAN, f"{self._overrun()}, and could not be interrupted")

    def _overrun(self) -> str:
        """What a bot did that took too long."""
        words = f"took more than {self._limit.seconds:g} s for a move"
        return words if self._limit.interrupts else f"{words} (it can only be timed here)"

    def _failure(self, kind: str, what: str) -> Failure:
        number, move, who, seat = self._now
        job = self._job
        seed = derived(job.seed, job.plan.place(number)[0])
        name = job.entrants[who].name
        what = ADDRESS.sub("", what)
        return Failure(job.seed, number, seed, move, name, seat, kind, what)

    def _failed(self, kind: str, what: str) -> BotFailed:
        return BotFailed(self._failure(kind, what), traceback.format_exc())


def told(error: BaseException) -> str:
    """An error in one line, with the line of the source that raised it."""
    try:
        message = cut(" ".join(str(error).split()))
    except Exception:  # a bot's exception may be anything
        message = ""
    words = f"{type(error).__name__}: {message}" if message else type(error).__name__
    frames = traceback.extract_tb(error.__traceback__)
    return f"{words} ({Path(frames[-1].filename).name}, line {frames[-1].lineno})"
