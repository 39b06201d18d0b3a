"""`ttrkit replay`: a recorded game in words."""

from __future__ import annotations

import sys
from collections.abc import Sequence
from pathlib import Path

import click
from rich.console import Console

from ttrkit._text import counted
from ttrkit.cli.files import write_text
from ttrkit.cli.finding import find_variant
from ttrkit.cli.looks import make_console, print_result, say, seat_names
from ttrkit.cli.saving import read_saved
from ttrkit.cli.telling import story, tell_event
from ttrkit.game import Game
from ttrkit.pictures import replay_page

PROMPT = "Enter: the next turn, a: all the rest, q: quit > "


EXAMPLES = """\b
Examples:  ttrkit replay game.json
           ttrkit replay game.json --step
           ttrkit replay game.json --html game.html
           ttrkit replay game.json --variant my_variant.py
"""


@click.command(epilog=EXAMPLES, short_help="Tell a recorded game in words.")
@click.argument("file", type=click.Path(path_type=Path))
@click.option("--step", is_flag=True, help="Stop after every turn, until you press Enter.")
@click.option(
    "--variant", "reference", metavar="EDITION", help="What was played, if it is not known by name."
)
@click.option("--html", type=click.Path(path_type=Path), help="Write a page for a browser.")
@click.option("--seat", type=int, help="Of the page: only what this seat has seen.")
def replay(
    file: Path, step: bool, reference: str | None, html: Path | None, seat: int | None
) -> None:
    """Tell a recorded game in words, move by move, with the score sheets at the end.

    FILE is what `ttrkit play --save` has written, or a program with `game.to_record()`. Each line
    has the number of the turn, who moved, what was done, and the points that it brought. With
    --html it is written as one page, with the map, that replays the game in any browser.
    """
    saved = read_saved(file)
    variant = None if reference is None else find_variant(reference)
    game = saved.game(variant, "--variant my_variant.py")
    console = make_console()
    names = seat_names(len(game.seats))
    if html is not None:
        write_page(console, html, game, names, seat)
        return
    if seat is not None:
        raise click.UsageError("--seat is for a page: add --html game.html")
    stop = step and is_terminal()
    say(console, f"{game.variant.title}, {counted(len(names), 'player')}, seed {game.seed}")
    turn = 0
    for told in story(game, saved.record):
        begins = told.turn > turn
        if begins and turn and stop:
            answer = ask()
            if answer == "q":
                return
            stop = answer != "a"
        tell_event(console, told, names, str(told.turn) if begins else "")
        turn = told.turn
    print_result(console, game, names)


def write_page(
    console: Console, path: Path, game: Game, names: Sequence[str], seat: int | None
) -> None:
    """Write a page that replays the game in a browser."""
    seats = len(names)
    if seat is not None and not 0 <= seat < seats:
        raise click.UsageError(f"--seat: the seats are 0 to {seats - 1}, not {seat}")
    write_text(path, replay_page(game, seat=seat, names=names))
    whose = "everything" if seat is None else f"what {names[seat]} has seen"
    say(console, f"{path}: the game with {whose}, to be opened in a browser", whole=True)


def is_terminal() -> bool:
    """Whether the input is a terminal, where somebody can press Enter."""
    return sys.stdin.isatty()


def ask() -> str:
    """The first letter of the answer; `q` at the end of the input."""
    try:
        return input(PROMPT).strip().lower()[:1]
    except EOFError:
        click.echo()
        return "q"
