"""`ttrkit replay`: a recorded game in words."""

from __future__ import annotations

import json
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click
from rich.console import Console
from rich.rule import Rule
from rich.text import Text

from ttrkit.cli.finding import find_variant
from ttrkit.cli.looks import make_console, painted, print_result, say, seat_names, seat_style
from ttrkit.errors import RecordError
from ttrkit.game import Game, from_record
from ttrkit.game import replay as replay_record
from ttrkit.narrate import narrate
from ttrkit.variant import Variant, variant_names

if TYPE_CHECKING:
    from ttrkit.board import Ticket
    from ttrkit.events import Event

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
    record = read_record(file)
    game = game_of(record, file, None if reference is None else find_variant(reference))
    console = make_console()
    names = seat_names(len(game.seats))
    stop = step and is_terminal()
    say(console, f"{game.variant.title}, {len(names)} players, seed {game.seed}")
    for moment in story(game, record):
        if moment.begins_turn and moment.turn > 1 and stop:
            answer = ask()
            if answer == "q":
                return
            stop = answer != "a"
        moment.tell(console, names)
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


# Reading -------------------------------------------------------------------------------------


def read_record(file: Path) -> Any:
    """The JSON content of a file, which should be a record."""
    try:
        return json.loads(file.read_text("utf-8"))
    except OSError as error:
        raise click.ClickException(f"{file} cannot be read: {error.strerror}") from None
    except (ValueError, RecursionError):
        raise click.ClickException(f"{file} is no recorded game: it is not JSON") from None


def game_of(record: Any, file: Path, variant: Variant | None = None) -> Game:
    """The game that is recorded in a file."""
    name = record.get("variant") if isinstance(record, dict) else None
    if variant is None and isinstance(name, str) and name not in variant_names():
        raise click.ClickException(
            f"{file} is a game of {name[:40]}, which is not known by name; "
            "say where it is: --variant my_variant.py"
        )
    try:
        return from_record(record, variant=variant)
    except RecordError as error:
        raise click.ClickException(f"{file}: {error}") from None


# Telling -------------------------------------------------------------------------------------


class Moment:
    """One event, and its effects."""

    def __init__(
        self, event: Event, turn: int, begins_turn: bool, before: Standing, now: Standing
    ) -> None:
        self.event = event
        self.turn = turn
        self.begins_turn = begins_turn
        self.points = now.points[event.seat] - before.points[event.seat]
        self.total = now.points[event.seat]
        self.completed = [ticket for ticket in now.completed if ticket not in before.completed]
        self.begins_last_round = now.in_last_round and not before.in_last_round

    def tell(self, console: Console, names: tuple[str, ...]) -> None:
        """Print a line for the event, and one for each of its effects."""
        seat = self.event.seat
        number = str(self.turn) if self.begins_turn else ""
        words = narrate(self.event, "").removeprefix(f"Seat {seat} ")
        gain = f"  {self.points:+} ({self.total})" if self.points else ""
        name = Text.assemble((f"{number:>4} ", "dim"), (names[seat], seat_style(seat)), " ")
        say(console, painted(words), Text(gain, "green"), label=name, whole=True)
        for ticket in self.completed:
            say(console, Text(f"✓ {ticket} is completed", "green"), indent=5)
        if self.begins_last_round:
            console.print(Rule("the last round", style="yellow"))


class Standing:
    """A snapshot of points and completed tickets, to compare with a later one."""

    def __init__(self, game: Game) -> None:
        tally = game.tally()
        self.points = [seat.score for seat in game.seats]
        self.completed: list[Ticket] = [
            ticket for team in tally.teams for ticket in tally.tickets(team).completed
        ]
        self.in_last_round = game.turns_left is not None


def story(played: Game, record: dict[str, Any]) -> Iterator[Moment]:
    """Every event of a recorded game, with its effects; the record is known to be sound."""
    positions = replay_record(record, variant=played.variant)
    game = next(positions)
    turn = 0
    before = Standing(game)
    for event, after in zip(played.history[len(game.history) :], positions, strict=True):
        begins = game.decision == "turn"
        turn += begins
        now = Standing(after)
        yield Moment(event, turn, begins, before, now)
        game, before = after, now
