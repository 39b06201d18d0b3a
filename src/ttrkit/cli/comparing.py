"""`ttrkit compare`: two bots, until it is certain which of them is better."""

from __future__ import annotations

from typing import Any

import click
from rich.text import Text

from ttrkit._text import counted
from ttrkit.cli.finding import find_bot, find_variant
from ttrkit.cli.looks import make_console, put, say
from ttrkit.cli.running import (
    STOPPED,
    check_players,
    complaints,
    finite,
    progress_bar,
    run_options,
    settings,
    text_table,
)
from ttrkit.cli.simulating import show_failures
from ttrkit.simulation import compare as compared

BLOCKS = 1000

EXAMPLES = """\b
Examples:  ttrkit compare usa greedy random
           ttrkit compare europe greedy my_bots.py:Clever --players 4
           ttrkit compare asia greedy random --blocks 200 --seed 1
"""


@click.command(epilog=EXAMPLES, short_help="Find out which of two bots is better.")
@click.argument("reference", metavar="EDITION")
@click.argument("one", metavar="BOT")
@click.argument("other", metavar="BOT")
@click.option("--players", type=int, help="How many play.  [default: as few as there can be]")
@click.option(
    "--blocks",
    type=click.IntRange(1),
    default=BLOCKS,
    show_default=True,
    help="How many at most: a block is a table and its rotations, dealt the same cards.",
)
@click.option(
    "--confidence",
    type=click.FloatRange(0, 1, min_open=True, max_open=True),
    callback=finite,
    default=0.95,
    show_default=True,
    help="How certain it must be.",
)
@run_options
@click.pass_context
def compare(
    context: click.Context,
    /,
    reference: str,
    one: str,
    other: str,
    *,
    players: int | None,
    blocks: int,
    confidence: float,
    **options: Any,
) -> None:
    """Let two bots play against each other until it is certain which of them is better.

    They sit at every other seat, or play every other team. The same cards and tickets are dealt to
    each seating in turn. Ctrl-C stops, and shows what was found until then.
    """
    variant = find_variant(reference)
    check_players(players, variant)
    a, b = find_bot(one), find_bot(other)
    if a == b:
        raise click.UsageError(f"two different bots are wanted, not {one} twice")
    with complaints(), progress_bar(at_most=True) as advance:
        found = compared(
            variant,
            a,
            b,
            blocks,
            players=players,
            confidence=confidence,
            progress=advance,
            **settings(**options),
        )
    console = make_console()
    report = found.report
    seats = counted(len(report.seats), "player")
    say(console, Text(f"{variant.title}, {seats}, seed {report.seeds[0]}", "bold"))
    say(console, report.count_in_words())
    verdict, head, rows = found.as_table()
    console.print()
    put(console, text_table(head, rows))
    console.print()
    say(console, Text(f"Result: {verdict}.", "bold"))
    show_failures(console, report)
    if not report.is_complete:
        context.exit(STOPPED)
