"""`ttrkit check`: checks a board file, or a variant by playing it."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path

import click
from rich.console import Console
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn
from rich.text import Text

from ttrkit._text import counted
from ttrkit.board import load_board
from ttrkit.cli.files import write_text
from ttrkit.cli.finding import find_variant, is_board_file
from ttrkit.cli.listing import players
from ttrkit.cli.looks import make_console, say
from ttrkit.cli.showing import fact_counts, facts_of
from ttrkit.errors import BoardError
from ttrkit.pictures import board as draw
from ttrkit.pictures import findings
from ttrkit.variant import Variant

EXAMPLES = """\b
Examples:  ttrkit check my_board.toml
           ttrkit check my_variant.py
           ttrkit check my_variant.py:benelux --games 100
           ttrkit check europe
           ttrkit check my_board.toml --picture my_board.svg
"""


@click.command(epilog=EXAMPLES, short_help="Check a board file or a variant.")
@click.argument("reference", metavar="FILE|MODULE|EDITION")
@click.option(
    "--games",
    default=5,
    show_default=True,
    type=click.IntRange(min=1),
    metavar="N",
    help="How many games at each number of players.",
)
@click.option("--seed", default=0, show_default=True, help="Another seed, other games.")
@click.option("--picture", type=click.Path(path_type=Path), help="Draw the board into this file.")
def check(reference: str, games: int, seed: int, picture: Path | None) -> None:
    """Check a board file or a variant; the exit status is 0 if all is well, 1 if not.

    Of a board file every fault is listed, with its place and what would be right; a sound one is
    then played by the classic rules. A variant is played at every number of players, and after
    every action the invariants of a game are checked: no card is lost, nothing secret is shown,
    the points add up. What breaks is told in words, with the seed that shows it. Where a picture of
    the board could not be read, that is told too, but it is no fault.
    """
    console = make_console()
    if is_board_file(reference):
        check_board(console, reference)
    variant = find_variant(reference)
    check_picture(console, variant, picture)
    if is_board_file(reference):
        trains = counted(variant.trains, "train")
        rules = f"by the classic rules, {players(variant)} players, {trains} each"
        say(console, f"Now it is played {rules}.")
    check_variant(console, variant, games, seed)


def check_board(console: Console, reference: str) -> None:
    """List every fault of a board file, or say that there is none."""
    try:
        board = load_board(reference)
    except BoardError as error:
        if not error.was_read:
            raise click.ClickException(str(error)) from None
        faults = error.faults
        said = f"{reference}: {counted(len(faults), 'fault')}"
        say(console, Text(said, "bold red"), whole=True)
        for fault in faults:
            say(console, fault, indent=2, label="- ", whole=True)
        raise click.exceptions.Exit(1) from None
    cities = counted(len(board.cities), "city", "cities")
    routes = counted(len(board.routes), "route")
    counts = f"{cities}, {routes}, {counted(len(board.tickets), 'ticket')}"
    say(console, f"{reference}: a sound board ({counts})", label=Text("✓ ", "green"), whole=True)
    facts = [*facts_of(board), *fact_counts(board)]
    if facts:
        say(console, f"Its facts for rules of your own: {'; '.join(facts)}.")


def check_picture(console: Console, variant: Variant, path: Path | None) -> None:
    """Say where a picture of the board could not be read, and draw it if that is wished."""
    for finding in findings(variant.board):
        say(console, finding, label=Text("picture: ", "yellow"), whole=True)
    if path is not None:
        write_text(path, draw(variant))
        say(console, f"{path}: a picture of the board", whole=True)


def check_variant(console: Console, variant: Variant, games: int, seed: int) -> None:
    """Play a variant, check its invariants, and print the result."""
    from ttrkit import testing

    try:
        with progress_bar(variant.name) as advance:
            testing.check_variant(variant, games=games, seed=seed, progress=advance)
    except testing.VariantError as error:
        say(console, Text(f"✗ {variant.name} breaks the rules of the game", "bold red"))
        console.print(str(error), soft_wrap=not console.is_terminal)
        raise click.exceptions.Exit(1) from None
    say(console, Text("✓ ", "green"), f"{variant.name}: every invariant holds (seed {seed})")


@contextmanager
def progress_bar(name: str) -> Iterator[Callable[[int, int], None]]:
    """A progress bar on stderr, if that is a terminal; yields a function of (done, total)."""
    errors = make_console(stderr=True)
    if not errors.is_terminal:
        yield lambda done, total: None  # noqa: ARG005
        return
    columns = (TextColumn("playing {task.description}"), BarColumn(), MofNCompleteColumn())
    with Progress(*columns, TimeRemainingColumn(), console=errors, transient=True) as progress:
        task = progress.add_task(name, total=None)
        yield lambda done, total: progress.update(task, completed=done, total=total)
