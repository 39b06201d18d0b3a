"""`rate`: paired games between the bots of a pool, and their Elo ratings."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from concurrent.futures import Executor
from typing import Any

from ttrkit._text import checked_whole
from ttrkit.players import MAX_TURNS
from ttrkit.simulation.entrants import distinct, entrants_of
from ttrkit.simulation.ratings import SAMPLES, Ratings, checked_pin, checked_ratings, ratings_of
from ttrkit.simulation.run import Run
from ttrkit.simulation.seatings import Tables
from ttrkit.simulation.settings import Settings, checked_table
from ttrkit.simulation.worker import OnError
from ttrkit.variant import Variant, as_variant

BLOCKS = 500


def rate(
    variant: str | Variant,
    bots: Iterable[Any] | Mapping[str, Any],
    blocks: int = BLOCKS,
    seed: int | None = None,
    *,
    players: int | None = None,
    pin: str | None = None,
    at: float = 0.0,
    samples: int = SAMPLES,
    executor: Executor | None = None,
    workers: int | None = None,
    progress: Callable[[int, int], object] | None = None,
    max_turns: int = MAX_TURNS,
    move_seconds: float | None = None,
    on_error: OnError = "raise",
) -> Ratings:
    """Let the bots of a pool play against each other, and rate them.

    A block is a table of different bots, one for each seat or team, and all its rotations, dealt
    the same cards and tickets; every table has its turn before one comes again. The same seed
    gives the same ratings, on any number of workers. Ctrl-C stops, and the ratings come from the
    blocks played until then.

    Args:
        variant: A variant or its name.
        bots: The bots, each once, in the forms that `simulate` takes.
        blocks: The number of blocks.
        seed: A whole number from which every game is derived.
        players: The number of players at a table; by default, as few as there can be.
        pin: The bot whose rating is `at`; by default "random" if it is there, else the first.
        at: The rating of that bot.
        samples: The number of samples that the intervals come from.
        executor: The executor to play on, as for `simulate`.
        workers: The number of processes, as for `simulate`.
        progress: Called as `progress(done, games)` from time to time.
        max_turns: A game that takes more turns is abandoned, and does not count.
        move_seconds: The time that a bot has for a move, as for `simulate`.
        on_error: Whether a bot that fails ends it all ("raise") or loses the game ("forfeit").

    Raises:
        TypeError: A variant or a bot cannot be sent to a worker; the message says how to fix it.
        SimulationError: A bot failed, or workers died again and again.
    """
    variant = as_variant(variant)
    pool, _ = distinct(entrants_of(bots, "bots: a list of bots, each once,"))
    if len(pool) < 2:
        raise ValueError("bots: two different bots are wanted, or more")
    blocks = checked_whole(blocks, "blocks", 1)
    teams = checked_table(variant, players)
    settings = Settings.checked(
        seed=seed,
        executor=executor,
        workers=workers,
        progress=progress,
        max_turns=max_turns,
        move_seconds=move_seconds,
        on_error=on_error,
    )
    checked_ratings(at, samples, settings.seed)
    pin = checked_pin(pin, [entrant.name for entrant in pool])
    plan = Tables(len(pool), teams, settings.seed)
    games = blocks * plan.block_size
    job = settings.job(variant, pool, plan, keeps_blocks=True)
    with Run(job, settings.pool(games), games=games, progress=progress) as run:
        run.play_to(games)
    if run.is_stopped and not run.blocks:
        raise KeyboardInterrupt
    results = sorted(run.blocks, key=lambda block: block.number)
    return ratings_of(
        run.total,
        [result.duels for result in results],
        pin=pin,
        at=at,
        samples=samples,
        seed=settings.seed,
    )
