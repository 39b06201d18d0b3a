"""`simulate`: many games between bots, on all cores or on any executor."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterable, Mapping
from concurrent.futures import Executor
from pathlib import Path
from typing import Any

from ttrkit._text import checked_whole, short
from ttrkit.players import MAX_TURNS
from ttrkit.simulation.entrants import distinct, entrants_of
from ttrkit.simulation.report import Report
from ttrkit.simulation.run import Run, SimulationError
from ttrkit.simulation.seatings import Rounds
from ttrkit.simulation.settings import Settings
from ttrkit.simulation.worker import OnError
from ttrkit.variant import Variant, as_variant


def simulate(
    variant: str | Variant,
    players: Iterable[Any] | Mapping[str, Any],
    games: int,
    seed: int | None = None,
    *,
    executor: Executor | None = None,
    workers: int | None = None,
    progress: Callable[[int, int], object] | None = None,
    save: str | os.PathLike[str] | None = None,
    max_turns: int = MAX_TURNS,
    paired: bool = True,
    move_seconds: float | None = None,
    on_error: OnError = "raise",
) -> Report:
    """Let bots play many games against each other, and report on them.

    The same seed gives the same report, on any number of workers. Without a seed, every report is
    new. Ctrl-C stops the simulation, and the report covers the games played until then.

    Args:
        variant: A variant or its name.
        players: The bots, one a seat. A bot is a name ("greedy", "random" or
            "package.module:Class"); a class or function that makes one, with a seed if it takes
            one; or a bot as it is, which is copied for every game. A mapping gives them names.
            A name may carry an argument behind a colon, if the bot takes one. The bots change
            places from game to game, so that each sits at every seat equally often; seat 0 always
            begins.
        games: The number of games.
        seed: A whole number from which every game is derived.
        executor: The executor to play on; by default, processes of this machine. Any executor of
            `concurrent.futures` will do, such as `Client.get_executor()` of Dask. It stays open.
        workers: The number of processes; by default, one for each core. With 1, all games are
            played in this process. With an executor, its number of workers, if it does not tell.
        progress: Called as `progress(done, games)` from time to time.
        save: A folder for the record of every game, `game-000000.json` and so on.
        max_turns: A game that takes more turns is abandoned, and counted separately.
        paired: Whether the same cards and tickets are dealt to each seating in turn. The bots of a
            table and all its rotations are then a block, and intervals come from blocks.
        move_seconds: The time that a bot has for a move. On Unix, in a worker process or in the
            main thread, a bot that takes longer is interrupted; elsewhere it is only timed.
        on_error: Whether a bot that crashes, chooses what is not legal or takes too long ends the
            simulation ("raise"), or loses the game to all others ("forfeit"), which is counted.

    Raises:
        TypeError: A variant or a bot cannot be sent to a worker; the message says how to fix it.
        SimulationError: A bot failed, or workers died again and again. Its `report` covers the
            games that were played.
    """
    variant = as_variant(variant)
    taking_part = entrants_of(players)
    variant.check_players(len(taking_part))
    games = checked_whole(games, "games", 1)
    if type(paired) is not bool:
        raise TypeError(f"paired: True or False is wanted, not {short(paired)}")
    if save is not None and not isinstance(save, str | os.PathLike):
        raise TypeError(f"save: the path of a folder is wanted, not {short(save)}")
    settings = Settings.checked(
        seed=seed,
        executor=executor,
        workers=workers,
        progress=progress,
        max_turns=max_turns,
        move_seconds=move_seconds,
        on_error=on_error,
    )
    bots, table = distinct(taking_part)
    plan = Rounds(table, paired)
    job = settings.job(variant, bots, plan, table=table, records=save is not None)
    folder = None if save is None else Path(save)
    pool = settings.pool(games)
    with Run(job, pool, games=games, progress=progress, folder=folder) as run:
        run.play_to(games)
    return run.total


__all__ = ["SimulationError", "simulate"]
