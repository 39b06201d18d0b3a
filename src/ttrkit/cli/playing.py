"""`ttrkit play`: a game in the terminal, against bots."""

from __future__ import annotations

import shlex
from pathlib import Path
from typing import TYPE_CHECKING

import attrs
import click

import ttrkit
from ttrkit._text import counted
from ttrkit.cli.asking import Asker, Quit
from ttrkit.cli.finding import FoundBot, find_bot, find_bots, find_variant, make_bots, reason
from ttrkit.cli.looks import make_console, print_result, say, seat_names
from ttrkit.cli.saving import Saved, Table, check_new_file, lasting, read_saved, write_saved
from ttrkit.cli.table import held_tickets, price_for, show_city, show_routes, show_table
from ttrkit.cli.telling import story, tell_news, tell_own, tell_story, turn_rule
from ttrkit.errors import IllegalAction
from ttrkit.narrate import Teller
from ttrkit.players import moves

if TYPE_CHECKING:
    from rich.console import Console

    from ttrkit.board import Ticket
    from ttrkit.game import Game
    from ttrkit.knowledge import Observation
    from ttrkit.narrate import Highlight
    from ttrkit.players import Player
    from ttrkit.variant import Variant


EXAMPLES = """\b
Examples:  ttrkit play europe
           ttrkit play usa --seat 1 --bots greedy,random --seed 7
           ttrkit play my_variant.py --players 2 --save game.json
           ttrkit play --resume game.json
"""

LATELY = 20  # events that `log` shows


@click.command(epilog=EXAMPLES, short_help="Play against bots in the terminal.")
@click.argument("reference", metavar="EDITION", required=False)
@click.option("--seat", type=int, help="Where you sit, from 0.  [default: 0]")
@click.option(
    "--bots",
    metavar="NAMES",
    help="Who plays the other seats, with commas: planner, search:0.5 or path.py:Class; one name "
    "will do for all.  [default: greedy]",
)
@click.option("--players", type=int, help="How many play.  [default: you and the bots, or three]")
@click.option("--seed", type=int, help="The same seed deals the same cards.")
@click.option("--save", type=click.Path(path_type=Path), help="Keep the game in this new file.")
@click.option(
    "--resume",
    type=click.Path(path_type=Path, exists=True, dir_okay=False),
    help="Go on with a game that was saved, where you sat, and save it there again.",
)
def play(
    reference: str | None,
    *,
    seat: int | None,
    bots: str | None,
    players: int | None,
    seed: int | None,
    save: Path | None,
    resume: Path | None,
) -> None:
    """Play a game against bots in the terminal.

    You are asked step by step: what to do, then which card or route, then how to pay. Answer with
    a number or part of a name. `look CITY` shows the routes at a city, `routes` everybody's, `log`
    what has happened; `?` helps, `q` quits. EDITION may also be a board file, or a module with a
    variant of your own; a game that goes on knows its own.
    """
    if save is not None:
        check_new_file(save)
    if resume is not None:
        if players is not None or seed is not None:
            raise click.UsageError("--players and --seed are those of the game that goes on")
        game, table, others = take_up(read_saved(resume), reference, seat, bots)
    elif reference is None:
        raise click.UsageError("name an edition, as in `ttrkit play usa`, or --resume a saved game")
    else:
        game, others = set_up(find_variant(reference), bots, players, seed)
        table = Table(lasting(reference), checked_seat(seat or 0, game), in_words(others))
    match = Match(game, table.seat, make_bots(others, game.seed))
    target = save or resume
    try:
        match.run()
    finally:
        if target is not None:
            write_saved(target, game, table)
            farewell(match.console, game, target)


def set_up(
    variant: Variant, bots: str | None, players: int | None, seed: int | None
) -> tuple[Game, list[str | FoundBot]]:
    """A new game, and who plays the other seats."""
    players = players or how_many(variant, bots)
    try:
        game = ttrkit.new_game(variant, players=players, seed=seed)
    except ValueError as error:
        raise click.UsageError(str(error)) from None
    return game, find_bots(bots, players - 1)


def how_many(variant: Variant, bots: str | None) -> int:
    """The number of players: the bots named and you; else three, or the next number allowed."""
    if bots and "," in bots:
        return bots.count(",") + 2
    return min(variant.players, key=lambda players: (players < 3, players))


def take_up(
    saved: Saved, reference: str | None, seat: int | None, bots: str | None
) -> tuple[Game, Table, list[str | FoundBot]]:
    """A saved game with you and the bots where all sat; of a record alone, where you say."""
    variant = None if reference is None else find_variant(reference)
    game = saved.game(variant, f"ttrkit play my_variant.py --resume {saved.path}")
    others, known = len(game.seats) - 1, saved.table
    if known is None:
        if seat is None:
            raise click.UsageError(
                f"{saved.path} is a record alone, which does not say where you sat: "
                f"add --seat, from 0 to {others}"
            )
        found = find_bots(bots, others)
        edition = lasting(reference) if reference else game.variant.name
        return game, Table(edition, checked_seat(seat, game), in_words(found)), found
    if len(known.bots) != others:
        had = f"{counted(len(known.bots), 'bot')} and you at a table for {others + 1}"
        raise click.ClickException(f"{saved.path} is no saved game: {had}")
    if seat not in (None, known.seat):
        raise click.UsageError(f"--seat: in this game you sit at {known.seat}; leave it out")
    found = find_bots(bots, others) if bots else same_bots(saved.path, known.bots)
    edition = lasting(reference) if reference else known.edition
    return game, Table(edition, known.seat, in_words(found)), found


def same_bots(path: Path, names: tuple[str, ...]) -> list[str | FoundBot]:
    """The bots of a saved game, which may have gone since."""
    try:
        return [find_bot(name) for name in names]
    except click.ClickException as error:
        raise click.ClickException(
            f"{path}: {error.format_message()}; --bots puts others in the seats"
        ) from None


def in_words(bots: list[str | FoundBot]) -> tuple[str, ...]:
    """The bots by the names that find them again."""
    return tuple(bot if isinstance(bot, str) else bot.reference for bot in bots)


def checked_seat(seat: int, game: Game) -> int:
    """The seat; a UsageError if the game has no such seat."""
    seats = len(game.seats)
    if seat not in range(seats):
        raise click.UsageError(f"--seat: the seats are 0 to {seats - 1}, not {seat}")
    return seat


def farewell(console: Console, game: Game, path: Path) -> None:
    """Say what can be done with the saved game."""
    file = shlex.quote(str(path))
    commands = [f"ttrkit replay {file}"]
    if not game.is_over:
        commands.insert(0, f"ttrkit play --resume {file}")
    say(console, f"The game is saved. {'Have' if game.is_over else 'Go on, or have'} it told:")
    for command in commands:
        say(console, command, indent=2, whole=True)


class Match:
    """One game between you and bots; you are a player like any other."""

    def __init__(self, game: Game, seat: int, bots: list[Player]) -> None:
        self.game = game
        self.seat = seat
        self.players: list[Player] = [*bots[:seat], self, *bots[seat:]]
        self.console = make_console()
        self.names = seat_names(len(game.seats), you=seat)
        self._news: list[Highlight] = []  # what others did, and you have not been told
        self._told = len(game.history)  # the number of events when you were last told
        self._is_new_to_you = True  # the table, when you sit down
        requests = {
            **dict.fromkeys(("t", "table"), lambda _: self._show()),
            **dict.fromkeys(("l", "look"), self._look),
            "routes": lambda _: show_routes(self.console, self._seen, self.names),
            "log": self._log,
        }
        self._asker = Asker(self.console, read_line, requests, price_for(game, seat))

    @property
    def _seen(self) -> Observation:
        return self.game.observe(self.seat)

    def run(self) -> None:
        """Play to the end, or until you quit."""
        game, console = self.game, self.console
        variant, players = game.variant, counted(len(self.names), "player")
        say(console, f"{variant.title}, {players}, seed {game.seed}. {HELP_HINT}")
        if variant.board.caveats:
            say(console, f"Not all of this board is certain: see `ttrkit show {variant.name}`.")
        teller = Teller(game)
        try:
            for turn, seat, _ in moves(game, self.players):
                told = teller.after(game, turn, self._seen.history[-1])
                if seat == self.seat:
                    tell_own(console, told, self.names, self._known)
                else:
                    self._news.append(told)
        except Quit:
            say(console, "You quit the game.")
            return
        except Exception as error:  # a bot may be home-made and fail
            notes = getattr(error, "__notes__", [])
            if isinstance(error, IllegalAction) and not notes:
                raise click.ClickException(error.reason) from error
            raise click.ClickException(": ".join([*notes[-1:], reason(error)])) from error
        self._tell_news()
        print_result(console, game, self.names)

    def choose(self, now: Observation) -> ttrkit.Action:
        """Your action: you are told the news, shown the table, and asked."""
        if now.decision == "turn" or self._news or self._is_new_to_you:
            turn_rule(self.console, "Your turn" if now.decision == "turn" else "You decide")
            self._tell_news()
            self._show()
            self._is_new_to_you = False
        return self._asker.choose(now)

    def _tell_news(self) -> None:
        """Tell what others did, as you see it now: first choices are shown when all have chosen."""
        seen = self._seen.history[self._told :]
        others = [event for event in seen if event.seat != self.seat]
        news = [attrs.evolve(t, event=event) for t, event in zip(self._news, others, strict=True)]
        tell_news(self.console, news, self.names, self._known)
        self._news.clear()
        self._told += len(seen)

    @property
    def _known(self) -> set[Ticket]:
        """The tickets that you see."""
        return {ticket for _, tickets in held_tickets(self._seen) for ticket in tickets}

    def _show(self) -> None:
        team = self.game.seats[self.seat].team
        completed = self._known.intersection(self.game.tally().tickets(team).completed)
        show_table(self.console, self._seen, self.names, completed)

    def _look(self, city: str) -> None:
        show_city(self.console, self._seen, city, self.names, price_for(self.game, self.seat))

    def _log(self, words: str) -> None:
        told = list(story(self.game, self.game.to_record(), self._seen.history))
        last = None if words == "all" else LATELY
        tell_story(self.console, told, self.names, self._known, last)
        if last is not None and len(told) > last:
            say(self.console, f'These are the last {last} events; "log all" shows {len(told)}.')


HELP_HINT = "? helps, q quits."


def read_line(prompt: str) -> str:
    """A line from the terminal; the end of the input, or Ctrl-C, quits the game."""
    try:
        return input(prompt)
    except (EOFError, KeyboardInterrupt):
        click.echo()
        raise Quit from None
