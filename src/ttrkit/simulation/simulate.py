"""`simulate`: many games between bots, on all cores or on any executor.

Every game is derived from the seed and its own number alone, and sums of whole numbers do not
depend on their order: however the games are spread over workers, the report is the same.
"""

from __future__ import annotations

import os
from collections.abc import Callable, Iterable, Mapping
from pathlib import Path
from typing import TYPE_CHECKING, Any

from ttrkit.events.chance import Chance
from ttrkit.game.game import as_variant, check_players, is_whole
from ttrkit.players import MAX_TURNS

if TYPE_CHECKING:
    from concurrent.futures import Executor

    from ttrkit.simulation.report import Report
    from ttrkit.variant import Variant


class SimulationError(RuntimeError):
    """A simulation that could not go on; `report` holds the games that were played."""

    def __init__(self, message: str, report: Report | None = None) -> None:
        super().__init__(message)
        self.report = report


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
) -> Report:
    """Let bots play many games against each other, and report on them.

    The same seed gives the same report, whatever the workers; without one it is new every time.
    Ctrl-C stops, and the report is on the games that were played until then.

    Args:
        variant: A variant or its name.
        players: The bots, one a seat: "greedy", "random" or "package.module:Class"; a class or a
            function that makes one, of a seed if it takes one; or a bot as it is, which is copied
            for every game. A mapping names them. From game to game they change places, so that
            each sits everywhere as often; seat 0 always begins.
        games: How many.
        seed: A whole number that everything is derived from.
        executor: Where to play; by default in processes of this machine. Any executor of
            `concurrent.futures` will do, such as `Client.get_executor()` of Dask. It stays open.
        workers: How many processes: by default as many as there are cores. With 1 all is played in
            this process. With an executor: how many workers it has, if it does not tell.
        progress: Called as `progress(done, games)` from time to time.
        save: A folder for the record of every game, `game-000000.json` and so on.
        max_turns: A game that takes more turns is left, and counted apart.

    Raises:
        TypeError: A variant or a bot cannot be sent to a worker; the message says how to fix it.
        SimulationError: A bot failed, or workers died again and again; it holds what was done.
    """
    from ttrkit.simulation.entrants import entrants
    from ttrkit.simulation.runner import Run, make_pool, new_folder
    from ttrkit.simulation.worker import Job, pack

    variant = as_variant(variant)
    taking_part = entrants(players)
    check_players(variant, len(taking_part))
    for what, number in (("games", games), ("workers", workers), ("max_turns", max_turns)):
        if number is not None and (not is_whole(number) or number < 1):
            raise ValueError(f"{what}: a whole number from 1 is wanted, not {number!r}")
    if seed is None:
        seed = Chance().seed % 2**32  # short enough to be typed again
    elif not is_whole(seed):
        raise TypeError(f"a seed is a whole number or None, not {seed!r}")
    job = Job(variant, taking_part, seed, max_turns, save is not None)
    pool = make_pool(executor, workers, games)
    packed = job if pool.is_here else pack(job)
    folder = None if save is None else new_folder(Path(save))
    return Run(job, packed, pool, games=games, progress=progress, folder=folder).go()
