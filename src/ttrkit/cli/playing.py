"""`ttrkit play`: a game in the terminal, against bots."""

from __future__ import annotations

import json
from pathlib import Path
from typing import TYPE_CHECKING

import click

import ttrkit
from ttrkit.cli.asking import Asker, Quit
from ttrkit.cli.finding import find_bots, find_variant, reason
from ttrkit.cli.looks import make_console, painted, print_result, say, seat_names
from ttrkit.cli.replaying import game_of, read_record
from ttrkit.cli.table import held_tickets, show_city, show_table, tell, turn_rule
from ttrkit.errors import IllegalAction
from ttrkit.narrate import narrate
from ttrkit.players import moves

if TYPE_CHECKING:
    from ttrkit.board import Ticket
    from ttrkit.game import Game
    from ttrkit.knowledge import Observation
    from ttrkit.players import Player
    from ttrkit.variant import Variant


EXAMPLES = """\b
Examples:  ttrkit play europe
           ttrkit play usa --seat 1 --bots greedy,random --seed 7
           ttrkit play my_variant.py --players 2 --save game.json
           ttrkit play my_variant.py --resume game.json
"""


@click.command(epilog=EXAMPLES, short_help="Play against bots in the terminal.")
@click.argument("reference", metavar="EDITION")
@click.option("--seat", default=0, show_default=True, help="Where you sit, from 0.")
@click.option(
    "--bots",
    metavar="NAMES",
    help="Who plays the other seats, with commas: greedy, random or path.py:Class; one name will "
    "do for all.  [default: greedy]",
)
@click.option("--players", type=int, help="How many play.  [default: you and the bots, or three]")
@click.option("--seed", type=int, help="The same seed deals the same cards.")
@click.option("--save", type=click.Path(path_type=Path), help="Record the game in this new file.")
@click.option(
    "--resume",
    type=click.Path(path_type=Path, exists=True, dir_okay=False),
    help="Go on with a game that was saved, and save it there again.",
)
def play(
    reference: str,
    *,
    seat: int,
    bots: str | None,
    players: int | None,
    seed: int | None,
    save: Path | None,
    resume: Path | None,
) -> None:
    """Play a game against bots in the terminal.

    You are asked step by step: what to do, then which card or route, then how to pay. Answer with
    a number or part of a name; `look CITY` shows the routes at a city, `?` helps, `q` quits.
    EDITION may also be a board file, or a module with a variant of your own.
    """
    variant = find_variant(reference)
    if save is not None:
        check_new_file(save)
    if resume is not None:
        if players is not None or seed is not None:
            raise click.UsageError("--players and --seed are those of the game that goes on")
        game = game_of(read_record(resume), resume, variant)
    else:
        players = players or how_many(variant, bots)
        try:
            game = ttrkit.new_game(variant, players=players, seed=seed)
        except ValueError as error:
            raise click.UsageError(str(error)) from None
    seats = len(game.seats)
    if seat not in range(seats):
        raise click.UsageError(f"--seat: the seats are 0 to {seats - 1}, not {seat}")
    table = Match(game, seat, find_bots(bots, seats - 1, game.seed))
    try:
        table.run()
    finally:
        target = save or resume
        if target is not None:
            write_game(game, target)
            known = reference == variant.name in ttrkit.variant_names()
            which = "" if known else f" --variant {reference}"
            words = f"The game is saved: `ttrkit replay {target}{which}` tells it."
            say(table.console, words, whole=True)


def how_many(variant: Variant, bots: str | None) -> int:
    """The number of players: the bots named and you; else three, or the next number allowed."""
    if bots and "," in bots:
        return bots.count(",") + 2
    return min(variant.players, key=lambda players: (players < 3, players))


def check_new_file(path: Path) -> None:
    """Refuse a file that exists already, or whose folder does not exist."""
    if path.exists():
        raise click.UsageError(f"--save: {path} exists already (--resume goes on with a game)")
    if not path.absolute().parent.is_dir():
        raise click.UsageError(f"--save: there is no folder {path.parent}")


def write_game(game: Game, path: Path) -> None:
    """Write a game's record to a file."""
    try:
        path.write_text(json.dumps(game.to_record()) + "\n", encoding="utf-8")
    except OSError as error:
        raise click.ClickException(f"{path} cannot be written: {error.strerror}") from None


class Match:
    """One game between you and bots; you are a player like any other."""

    def __init__(self, game: Game, seat: int, bots: list[Player]) -> None:
        self.game = game
        self.seat = seat
        self.players: list[Player] = [*bots[:seat], self, *bots[seat:]]
        self.console = make_console()
        self.names = seat_names(len(game.seats), you=seat)
        self._told = len(game.history)  # the number of events that you have been told
        self._asker = Asker(self.console, read_line, self._show, self._look)

    def run(self) -> None:
        """Play to the end, or until you quit."""
        game, console = self.game, self.console
        variant = game.variant
        say(console, f"{variant.title}, {len(self.names)} players, seed {game.seed}. {HELP_HINT}")
        if variant.board.caveats:
            say(console, f"Not all of this board is certain: see `ttrkit show {variant.name}`.")
        try:
            for _, seat, _ in moves(game, self.players):
                if seat == self.seat:
                    say(console, painted(narrate(game.history[-1], self.names[seat])), label="→ ")
                    self._told = len(game.history)
        except Quit:
            say(console, "You quit the game.")
            return
        except Exception as error:  # a bot may be home-made and fail
            notes = getattr(error, "__notes__", [])
            if isinstance(error, IllegalAction) and not notes:
                raise click.ClickException(error.reason) from error
            raise click.ClickException(": ".join([*notes[-1:], reason(error)])) from error
        self._news(game.observe(self.seat))
        print_result(console, game, self.names)

    def choose(self, now: Observation) -> ttrkit.Action:
        """Your action: you are told the news, shown the table, and asked."""
        if now.decision == "turn" or len(now.history) > self._told or not now.history:
            turn_rule(self.console, "Your turn" if now.decision == "turn" else "You decide")
            self._news(now)
            self._show()
        return self._asker.choose(now)

    def _news(self, now: Observation) -> None:
        tell(self.console, now.history[self._told :], self.names)
        self._told = len(now.history)

    def _show(self) -> None:
        now = self.game.observe(self.seat)
        show_table(self.console, now, self.names, self._completed(now))

    def _completed(self, now: Observation) -> set[Ticket]:
        """The completed tickets among those that you see."""
        team = now.seats[self.seat].team
        seen = {ticket for _, tickets in held_tickets(now) for ticket in tickets}
        return seen.intersection(self.game.tally().tickets(team).completed)

    def _look(self, city: str) -> None:
        show_city(self.console, self.game.observe(self.seat), city, self.names)


HELP_HINT = "? helps, q quits."


def read_line(prompt: str) -> str:
    """A line from the terminal; the end of the input, or Ctrl-C, quits the game."""
    try:
        return input(prompt)
    except (EOFError, KeyboardInterrupt):
        click.echo()
        raise Quit from None
