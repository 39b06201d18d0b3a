"""`ttrkit simulate`: many games between bots, and tables of their results."""

from __future__ import annotations

import time
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click
from rich.text import Text

from ttrkit._text import counted
from ttrkit.cli.finding import find_bot, find_variant
from ttrkit.cli.looks import headline, make_console, make_table, put, say
from ttrkit.cli.running import (
    STOPPED,
    check_players,
    complaints,
    progress_bar,
    run_options,
    settings,
)
from ttrkit.simulation import simulate as simulated

if TYPE_CHECKING:
    from rich.console import Console
    from rich.table import Table

    from ttrkit.simulation import Report, Side
    from ttrkit.variant import Variant

SHOWN = 5  # tickets or routes shown at either end of their list
FAILURES = 5  # failures told in full

EXAMPLES = """\b
Examples:  ttrkit simulate usa
           ttrkit simulate europe --players 4 --bots greedy,random --seed 1
           ttrkit simulate my_variant.py --bots greedy,my_bots.py:Clever
           ttrkit simulate paris --games 100 --json report.json --save games
"""


@click.command(epilog=EXAMPLES, short_help="Let bots play many games, and see who wins.")
@click.argument("reference", metavar="EDITION")
@click.option("--players", type=int, help="How many play.  [default: as few as there can be]")
@click.option("--games", type=click.IntRange(1), default=1000, show_default=True, help="How many.")
@click.option(
    "--bots",
    metavar="NAMES",
    default="greedy",
    show_default=True,
    help="Who plays, with commas: planner, greedy, random or path.py:Class; fewer names than "
    "seats are repeated.",
)
@click.option(
    "--json",
    "json_file",
    type=click.Path(path_type=Path, dir_okay=False),
    help="Write the whole report into this file.",
)
@click.option(
    "--save",
    type=click.Path(path_type=Path, file_okay=False),
    help="Record every game in this folder.",
)
@click.option(
    "--unpaired",
    is_flag=True,
    help="Deal other cards in every game, instead of the same to each seating in turn.",
)
@run_options
@click.pass_context
def simulate(
    context: click.Context,
    /,
    reference: str,
    *,
    players: int | None,
    games: int,
    bots: str,
    json_file: Path | None,
    save: Path | None,
    unpaired: bool,
    **options: Any,
) -> None:
    """Let bots play many games on all cores, and show who wins, how, and with what.

    The bots change places from game to game, so that each sits everywhere as often, and the same
    cards and tickets are dealt to each seating in turn. Ctrl-C stops, and shows what was played
    until then.
    """
    variant = find_variant(reference)
    lineup = find_lineup(bots, players, variant)
    if json_file is not None and not json_file.parent.is_dir():
        raise click.UsageError(f"--json: there is no folder {json_file.parent}")
    began = time.perf_counter()
    with complaints(), progress_bar() as advance:
        report = simulated(
            variant,
            lineup,
            games,
            progress=advance,
            save=save,
            paired=not unpaired,
            **settings(**options),
        )
    if json_file is not None:
        json_file.write_text(report.to_json() + "\n", "utf-8")
    show_report(make_console(), variant, report, time.perf_counter() - began)
    if not report.is_complete:
        context.exit(STOPPED)


# Who plays -----------------------------------------------------------------------------------


def find_lineup(names: str, players: int | None, variant: Variant) -> list[Any]:
    """A bot for each seat; fewer names than seats are repeated."""
    bots = [find_bot(name.strip()) for name in names.split(",")]
    if players is None:
        enough = [count for count in variant.players if count >= len(bots)]
        players = enough[0] if enough else variant.players[-1]
    check_players(players, variant)
    if len(bots) > players:
        seats = counted(players, "seat")
        raise click.UsageError(f"{counted(len(bots), 'bot')} for {seats}; give as many, or fewer")
    return [bots[seat % len(bots)] for seat in range(players)]


# Results -------------------------------------------------------------------------------------


def show_report(console: Console, variant: Variant, report: Report, seconds: float) -> None:
    """Print a report as tables."""
    seeds = ", ".join(map(str, report.seeds))
    say(
        console,
        Text(f"{variant.title}, {counted(len(report.seats), 'player')}, seed {seeds}", "bold"),
    )
    speed = report.played / max(seconds, 1e-9)
    say(console, f"{report.count_in_words()} ({seconds:.1f} s, {speed:.1f} games/s)")
    show_failures(console, report)
    if not report.games:
        return
    turns = report.turns
    say(
        console,
        f"A game took {turns.mean:.1f} turns (± {turns.spread:.1f}, {turns.least} to {turns.most})",
    )
    headline(console, "Bots")
    put(console, side_table(sorted(report.bots, key=lambda bot: -bot.win_rate), "bot"))
    headline(console, "Where the points came from, on average")
    put(console, points_table(report))
    headline(console, "Seats, in the order of play")
    put(console, side_table(list(report.seats), "seat"))
    headline(console, "Tickets")
    put(console, ticket_table(report))
    headline(console, "Routes")
    put(console, route_table(report))
    if report.games < 100:
        say(console, "\nFew games: the intervals are wide, and much of this is chance.")


def show_failures(console: Console, report: Report) -> None:
    """Print how often each bot has failed, and the first failures in full."""
    if not report.forfeited:
        return
    headline(console, "Games forfeited")
    for bot in report.bots:
        for kind, count in bot.failures.items():
            say(console, f"{bot.name} {kind} in {counted(count, 'game')}")
    for failure in report.failures[:FAILURES]:
        say(console, str(failure), indent=2)
    if report.forfeited > FAILURES:
        say(console, f"… and {report.forfeited - FAILURES} more", indent=2)


def side_table(sides: list[Side], what: str) -> Table:
    """The wins and points of each bot or seat."""
    table = make_table()
    table.add_column(what, overflow="fold")
    for title in ("seats", "won", "95 % sure", "shared", "points", "range"):
        table.add_column(title, justify="right", no_wrap=True)
    for side in sides:
        low, high = side.interval()
        table.add_row(
            Text(side.name),
            str(side.seats),
            f"{side.win_rate:.1%}",
            f"{low:.1%}–{high:.1%}",
            str(side.shared),
            f"{side.score.mean:.1f} ± {side.score.spread:.1f}",
            f"{side.score.least} to {side.score.most}",
        )
    return table


def points_table(report: Report) -> Table:
    """The mean score sheet of every bot."""
    table = make_table()
    table.add_column("")
    for bot in report.bots:
        table.add_column(Text(bot.name), justify="right")
    labels = dict.fromkeys(label for bot in report.bots for label in bot.points)
    for label in labels:
        table.add_row(label, *(f"{bot.mean_points().get(label, 0):.1f}" for bot in report.bots))
    table.add_section()
    table.add_row("total", *(f"{bot.score.mean:.1f}" for bot in report.bots), style="bold")
    table.add_section()
    table.add_row("tickets kept", *(f"{bot.each(bot.kept):.1f}" for bot in report.bots))
    table.add_row("completed", *(f"{bot.each(bot.completed):.1f}" for bot in report.bots))
    table.add_row("routes claimed", *(f"{bot.each(bot.routes):.1f}" for bot in report.bots))
    return table


def both_ends(rows: list[dict[str, Any]], key: str) -> list[dict[str, Any] | None]:
    """The first and last rows by this column, with None in place of those between."""
    ordered: list[dict[str, Any] | None] = [*sorted(rows, key=lambda row: -row[key])]
    if len(ordered) <= 2 * SHOWN + 1:
        return ordered
    return [*ordered[:SHOWN], None, *ordered[-SHOWN:]]


def ticket_table(report: Report) -> Table:
    """The tickets kept most and least often, with how often they were completed."""
    table = make_table()
    table.add_column("the most and the least kept", overflow="fold")
    for title in ("points", "kept", "completed", "holder won"):
        table.add_column(title, justify="right", no_wrap=True)
    for row in both_ends(report.rows("tickets"), "kept"):
        if row is None:
            table.add_row("…")
            continue
        table.add_row(
            f"{row['a']} – {row['b']}",
            str(row["points"]),
            f"{row['kept_rate']:.1%}",
            f"{row['completed_rate']:.1%}" if row["kept"] else "–",
            f"{row['won_rate']:.1%}" if row["kept"] else "–",
        )
    return table


def route_table(report: Report) -> Table:
    """The routes claimed most and least often."""
    table = make_table()
    table.add_column("the most and the least claimed", overflow="fold")
    table.add_column("colour")
    for title in ("length", "claimed", "owner won"):
        table.add_column(title, justify="right", no_wrap=True)
    for row in both_ends(report.rows("routes"), "claimed"):
        if row is None:
            table.add_row("…")
            continue
        table.add_row(
            f"{row['a']} – {row['b']}",
            row["colour"],
            str(row["length"]),
            f"{row['claimed_rate']:.1%}",
            f"{row['won_rate']:.1%}" if row["claimed"] else "–",
        )
    return table
