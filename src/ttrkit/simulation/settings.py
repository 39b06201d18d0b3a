"""The settings that `simulate`, `compare` and `rate` have in common, each refused in words."""

from __future__ import annotations

from collections.abc import Callable
from concurrent.futures import Executor
from math import isfinite
from typing import Any, get_args

import attrs

from ttrkit._text import checked_whole, did_you_mean, short
from ttrkit.events import Chance, checked_seed
from ttrkit.game import new_game
from ttrkit.simulation.entrants import Entrant
from ttrkit.simulation.pools import Pool, make_pool
from ttrkit.simulation.seatings import Plan, Teams
from ttrkit.simulation.worker import Job, OnError
from ttrkit.variant import Variant

Progress = Callable[[int, int], object]
MOST_SECONDS = 1e6  # the longest time for a move that timers take


@attrs.frozen
class Settings:
    """Settings that have been checked."""

    seed: int
    executor: Executor | None
    workers: int | None
    progress: Progress | None
    max_turns: int
    move_seconds: float | None
    on_error: OnError

    @classmethod
    def checked(
        cls,
        *,
        seed: int | None,
        executor: Executor | None,
        workers: int | None,
        progress: Progress | None,
        max_turns: int,
        move_seconds: float | None,
        on_error: OnError,
    ) -> Settings:
        """The settings; TypeError or ValueError says what is wrong, and what would be right."""
        if progress is not None and not callable(progress):
            raise TypeError(f"progress: a function is wanted, not {short(progress)}")
        return cls(
            # Without a seed: one that is short enough to be typed again.
            Chance().seed % 2**32 if seed is None else checked_seed(seed),
            executor,
            None if workers is None else checked_whole(workers, "workers", 1),
            progress,
            checked_whole(max_turns, "max_turns", 1),
            _checked_seconds(move_seconds),
            _checked_answer(on_error),
        )

    def job(self, variant: Variant, bots: tuple[Entrant, ...], plan: Plan, **more: Any) -> Job:
        """The job with these settings."""
        return Job(
            variant,
            bots,
            plan,
            self.seed,
            self.max_turns,
            move_seconds=self.move_seconds,
            on_error=self.on_error,
            **more,
        )

    def pool(self, games: int) -> Pool:
        """The pool to play so many games in."""
        return make_pool(self.executor, self.workers, games)


def _checked_seconds(seconds: Any) -> float | None:
    """The time for a move; None if there is no limit."""
    if seconds is None:
        return None
    wanted = f"move_seconds: a number of seconds is wanted, not {short(seconds)}"
    if isinstance(seconds, bool) or not isinstance(seconds, int | float):
        raise TypeError(wanted)
    if not isfinite(seconds) or not 0 < seconds <= MOST_SECONDS:
        raise ValueError(wanted)
    return float(seconds)


def _checked_answer(on_error: Any) -> OnError:
    """The answer to a bot's failure."""
    words: tuple[OnError, ...] = get_args(OnError)
    if type(on_error) is not str or on_error not in words:
        wanted = " or ".join(f'"{word}"' for word in words)
        hint = did_you_mean(on_error, words) if type(on_error) is str else ""
        kind = ValueError if type(on_error) is str else TypeError
        raise kind(f"on_error: {wanted} is wanted, not {short(on_error)}{hint}")
    return words[words.index(on_error)]


def checked_table(variant: Variant, players: int | None) -> Teams:
    """The seats of every team, with so many players or as few as there can be."""
    count = variant.players[0] if players is None else variant.check_players(players)
    return tuple(team.seats for team in new_game(variant, players=count, seed=0).teams)
