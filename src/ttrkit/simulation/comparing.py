"""`compare`: paired games between two bots, until it is certain which of them is better."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from concurrent.futures import Executor
from typing import Any

import attrs

from ttrkit._notebook import Tabled
from ttrkit._text import checked_whole, counted
from ttrkit.players import MAX_TURNS
from ttrkit.simulation.counting import BlockResult
from ttrkit.simulation.entrants import distinct, entrants_of
from ttrkit.simulation.report import Report
from ttrkit.simulation.run import Run
from ttrkit.simulation.seatings import Match
from ttrkit.simulation.sequences import mean_bounds, outcomes_of, share_bounds
from ttrkit.simulation.settings import Settings, checked_table
from ttrkit.simulation.sums import CONFIDENCE, checked_confidence
from ttrkit.simulation.worker import OnError
from ttrkit.variant import Variant, as_variant

BLOCKS = 1000
FIRST_LOOK = 10  # blocks before the first look
NEXT_LOOK = 0.2  # the part of the blocks played that is played before the next look


@attrs.frozen(repr=False)
class Comparison(Tabled):
    """The result of a comparison of two bots.

    Both intervals hold at all looks at once, so it does no harm that the comparison was stopped
    when it was certain.
    """

    a: str
    b: str
    confidence: float
    blocks: int  # blocks played
    planned: int  # the most that would have been played
    share: float  # the games that `a` has won, a shared win being a half, by block
    share_low: float
    share_high: float
    points: float  # how many points a seat of `a` has more than one of `b`, by block
    points_low: float
    points_high: float
    report: Report  # on all games

    @property
    def better(self) -> str | None:
        """The name of the bot that is better for certain; None if neither is."""
        if self.share_low > 0.5:
            return self.a
        return self.b if self.share_high < 0.5 else None

    @property
    def verdict(self) -> str:
        """The result in one sentence."""
        sure = f"with {100 * self.confidence:g} % confidence"
        if self.better is not None:
            worse = self.b if self.better == self.a else self.a
            return f"{self.better} is better than {worse}, {sure}"
        end = f"after {counted(self.blocks, 'block')}"
        if not self.report.is_complete:
            end = f"{end}, stopped before the {self.planned} that were asked for"
        elif self.blocks < self.planned:
            end = f"{end} of {self.planned}: in the others no game came to its end"
        return f"no difference between {self.a} and {self.b} is certain, {sure}, {end}"

    def count_in_words(self) -> str:
        """The number of games in words."""
        return self.report.count_in_words()

    def as_table(self) -> tuple[str, list[str], list[list[str]]]:
        """A caption, the heads of the columns, and the rows, for people to read."""
        sure = f"{100 * self.confidence:g} % sure"
        won = [f"{self.share:.1%}", f"{self.share_low:.1%} to {self.share_high:.1%}"]
        more = [f"{self.points:+.1f}", f"{self.points_low:+.1f} to {self.points_high:+.1f}"]
        rows = [[f"games won by {self.a}", *won], [f"points more than {self.b}", *more]]
        return self.verdict, ["", "found", sure], rows

    def __str__(self) -> str:
        report = self.report
        where = f"{report.variant}, {counted(len(report.seats), 'player')}"
        caption, _, rows = self.as_table()
        lines = [f"  {what}: {found} ({bounds})" for what, found, bounds in rows]
        return "\n".join([f"{where}: {caption}", *lines, f"  {self.count_in_words()}"])

    def __repr__(self) -> str:
        return f"<Comparison on {self.report.variant}: {self.verdict}>"


def compare(
    variant: str | Variant,
    a: Any,
    b: Any,
    blocks: int = BLOCKS,
    seed: int | None = None,
    *,
    players: int | None = None,
    confidence: float = CONFIDENCE,
    executor: Executor | None = None,
    workers: int | None = None,
    progress: Callable[[int, int], object] | None = None,
    max_turns: int = MAX_TURNS,
    move_seconds: float | None = None,
    on_error: OnError = "raise",
) -> Comparison:
    """Let two bots play against each other until it is certain which of them is better.

    They sit at every other seat; in teams, they play every other team. A block is such a table
    with all its rotations, dealt the same cards and tickets. After ten blocks, and then from time
    to time, it is looked whether the share of wins can still be one half; if not, it is over. If
    the two are equally good, the chance that one of them is ever called better is at most
    1 - `confidence`. The same seed gives the same comparison, on any number of workers. Ctrl-C
    stops, and the comparison covers the games played until then.

    Args:
        variant: A variant or its name.
        a: A bot, in any of the forms that `simulate` takes.
        b: Another bot.
        blocks: The number of blocks after which it is over in any case.
        seed: A whole number from which every game is derived.
        players: The number of players; by default, as few as there can be.
        confidence: The confidence of the verdict and of the intervals.
        executor: The executor to play on, as for `simulate`.
        workers: The number of processes, as for `simulate`.
        progress: Called as `progress(done, games)` from time to time; `games` is the most.
        max_turns: A game that takes more turns is abandoned, and does not count.
        move_seconds: The time that a bot has for a move, as for `simulate`.
        on_error: Whether a bot that fails ends it all ("raise") or loses the game ("forfeit").

    Raises:
        TypeError: A variant or a bot cannot be sent to a worker; the message says how to fix it.
        SimulationError: A bot failed, or workers died again and again.
    """
    variant = as_variant(variant)
    bots, _ = distinct(entrants_of([a, b]))
    if len(bots) < 2:
        raise ValueError(f'compare: two different bots are wanted, not "{bots[0].name}" twice')
    blocks = checked_whole(blocks, "blocks", 1)
    confidence = checked_confidence(confidence)
    plan = Match(checked_table(variant, players))
    settings = Settings.checked(
        seed=seed,
        executor=executor,
        workers=workers,
        progress=progress,
        max_turns=max_turns,
        move_seconds=move_seconds,
        on_error=on_error,
    )
    size = len(plan.block)
    job = settings.job(variant, bots, plan, table=plan.block[0], keeps_blocks=True)
    games = blocks * size
    with Run(job, settings.pool(games), games=games, progress=progress) as run:
        for look in looks(blocks):
            run.play_to(look * size)
            if run.is_stopped:
                break
            report = attrs.evolve(run.total, planned=look * size)
            found = _comparison(report, run.blocks, confidence, blocks)
            if found.better is not None:
                return found
    if not run.is_stopped:
        return found
    if not run.blocks:
        raise KeyboardInterrupt
    return _comparison(run.total, run.blocks, confidence, blocks)


def looks(blocks: int) -> list[int]:
    """The numbers of blocks after which the results are looked at; the last is all of them."""
    found = [min(FIRST_LOOK, blocks)]
    while found[-1] < blocks:
        found.append(min(blocks, found[-1] + max(FIRST_LOOK, int(NEXT_LOOK * found[-1]))))
    return found


def _comparison(
    report: Report, results: Sequence[BlockResult], confidence: float, planned: int
) -> Comparison:
    """The comparison from the results of blocks, in any order."""
    a, b = (bot.name for bot in report.bots)
    blocks = sorted(results, key=lambda block: block.number)
    by_name = [{name: counts for name, *counts in block.bots} for block in blocks]
    won = [(each[a][0], 2 * each[a][1]) for each in by_name]
    share = sum(halves / size for halves, size in won) / len(won) if won else 0.5
    low, high = share_bounds(outcomes_of(won), confidence)
    more = [
        each[a][2] / each[a][3] - each[b][2] / each[b][3]
        for each in by_name
        if each[a][3] and each[b][3]
    ]
    mean = sum(more) / max(1, len(more))
    more_low, more_high = mean_bounds(more, confidence)
    return Comparison(
        a, b, confidence, len(blocks), planned, share, low, high, mean, more_low, more_high,
        report,
    )  # fmt: skip
