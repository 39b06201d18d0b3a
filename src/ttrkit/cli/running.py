"""Options, progress and complaints that the commands with many games have in common."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from math import isfinite
from typing import Any, TypeVar

import click
from rich.progress import BarColumn, MofNCompleteColumn, Progress, ProgressColumn, Task, TextColumn
from rich.progress import TimeRemainingColumn as TimeLeft
from rich.text import Text

from ttrkit.cli.looks import make_console, make_table
from ttrkit.players import MAX_TURNS
from ttrkit.simulation import SimulationError
from ttrkit.variant import Variant

STOPPED = 130  # the exit status after Ctrl-C

Command = TypeVar("Command", bound=Callable[..., Any])


def finite(_: click.Context, __: click.Parameter, number: float | None) -> float | None:
    """The value of an option; NaN and infinity are refused, which no range keeps out."""
    if number is not None and not isfinite(number):
        raise click.BadParameter(f"a finite number is wanted, not {number}")
    return number


OPTIONS = (
    click.option("--seed", type=int, help="The same seed gives the same report."),
    click.option(
        "--workers", type=click.IntRange(1), help="Processes.  [default: one for each core]"
    ),
    click.option(
        "--max-turns",
        type=click.IntRange(1),
        default=MAX_TURNS,
        show_default=True,
        help="Leave a game that takes more turns; such games are counted apart.",
    ),
    click.option(
        "--move-seconds",
        type=click.FloatRange(0, min_open=True),
        callback=finite,
        help="The time that a bot has for a move.  [default: as long as it takes]",
    ),
    click.option(
        "--forfeit",
        is_flag=True,
        help="A bot that crashes, chooses what is not legal or takes too long loses the game; if "
        "not given, it ends the run.",
    ),
)


def run_options(command: Command) -> Command:
    """A command with the options of all commands that play many games."""
    for option in reversed(OPTIONS):
        command = option(command)
    return command


def settings(
    *,
    seed: int | None,
    workers: int | None,
    max_turns: int,
    move_seconds: float | None,
    forfeit: bool,
) -> dict[str, Any]:
    """The same options as the arguments of `simulate`, `compare` and `rate`."""
    return {
        "seed": seed,
        "workers": workers,
        "max_turns": max_turns,
        "move_seconds": move_seconds,
        "on_error": "forfeit" if forfeit else "raise",
    }


def check_players(players: int | None, variant: Variant) -> None:
    """Refuse a number of players that the variant is not for."""
    if players is not None and players not in variant.players:
        allowed = ", ".join(map(str, variant.players))
        raise click.UsageError(f"--players: {variant.name} is for {allowed}, not {players}")


@contextmanager
def complaints() -> Iterator[None]:
    """Turn the errors of a run into messages of the command line."""
    try:
        yield
    except SimulationError as error:
        raise click.ClickException(str(error)) from None
    except FileExistsError as error:
        raise click.UsageError(f"--save: {error}") from None
    except TypeError as error:
        if "to a worker" not in str(error):
            raise
        raise click.ClickException(str(error).replace("workers=1", "--workers 1")) from None


# Progress ------------------------------------------------------------------------------------


class GamesPerSecond(ProgressColumn):
    """A column with the speed of the simulation."""

    def render(self, task: Task) -> Text:
        """The recent speed; nothing if it is not known yet."""
        speed = task.finished_speed or task.speed
        return Text("" if speed is None else f"{speed:.1f} games/s")


@contextmanager
def progress_bar(*, at_most: bool = False) -> Iterator[Callable[[int, int], None] | None]:
    """A progress bar on stderr, with the speed and the time left; None if it is no terminal."""
    console = make_console(stderr=True)
    if not console.is_terminal:
        yield None
        return
    left = TextColumn("left at most" if at_most else "left")
    columns = (BarColumn(), MofNCompleteColumn(), GamesPerSecond(), TimeLeft(), left)
    with Progress(*columns, console=console, transient=True) as bar:
        task = bar.add_task("", total=None)
        yield lambda done, games: bar.update(task, completed=done, total=games)


# Tables --------------------------------------------------------------------------------------


def text_table(head: list[str], rows: list[list[str]]) -> Any:
    """A table of text: names on the left, figures on the right."""
    table = make_table()
    table.add_column(head[0], overflow="fold")
    for title in head[1:]:
        table.add_column(title, justify="right", no_wrap=True)
    for name, *figures in rows:
        table.add_row(Text(name), *figures)
    return table
