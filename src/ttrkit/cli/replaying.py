"""`ttrkit replay`: a recorded game in words."""

from __future__ import annotations

import sys
from pathlib import Path

import click

from ttrkit._text import counted
from ttrkit.cli.finding import find_variant
from ttrkit.cli.looks import make_console, print_result, say, seat_names
from ttrkit.cli.saving import read_saved
from ttrkit.cli.telling import story, tell_event

PROMPT = "Enter: the next turn, a: all the rest, q: quit > "


EXAMPLES = """\b
Examples:  ttrkit replay game.json
           ttrkit replay game.json --step
           ttrkit replay game.json --variant my_variant.py
"""


@click.command(epilog=EXAMPLES, short_help="Tell a recorded game in words.")
@click.argument("file", type=click.Path(path_type=Path))
@click.option("--step", is_flag=True, help="Stop after every turn, until you press Enter.")
@click.option(
    "--variant", "reference", metavar="EDITION", help="What was played, if it is not known by name."
)
def replay(file: Path, step: bool, reference: str | None) -> None:
    """Tell a recorded game in words, move by move, with the score sheets at the end.

    FILE is what `ttrkit play --save` has written, or a program with `game.to_record()`. Each line
    has the number of the turn, who moved, what was done, and the points that it brought.
    """
    saved = read_saved(file)
    variant = None if reference is None else find_variant(reference)
    game = saved.game(variant, "--variant my_variant.py")
    console = make_console()
    names = seat_names(len(game.seats))
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
