"""`ttrkit rate`: the Elo ratings of a pool of bots."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import click
from rich.text import Text

from ttrkit._text import counted, listed
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
from ttrkit.simulation import entrants_of
from ttrkit.simulation import rate as rated

BLOCKS = 500

EXAMPLES = """\b
Examples:  ttrkit rate usa --bots greedy,random
           ttrkit rate europe --bots greedy,my_bots.py:Clever --players 4
           ttrkit rate paris --bots greedy,random --pin greedy --at 1500
"""


@click.command(epilog=EXAMPLES, short_help="Rate the bots of a pool.")
@click.argument("reference", metavar="EDITION")
@click.option(
    "--bots",
    metavar="NAMES",
    required=True,
    help="Two or more, with commas: planner, greedy, search:0.5 or path.py:Class.",
)
@click.option("--players", type=int, help="How many play.  [default: as few as there can be]")
@click.option(
    "--blocks",
    type=click.IntRange(1),
    default=BLOCKS,
    show_default=True,
    help="How many: a block is a table and its rotations, dealt the same cards.",
)
@click.option(
    "--pin", metavar="NAME", help="The bot whose rating is fixed.  [default: random, or the first]"
)
@click.option(
    "--at",
    type=float,
    callback=finite,
    default=0.0,
    show_default=True,
    help="The rating of the pinned bot.",
)
@click.option(
    "--json",
    "json_file",
    type=click.Path(path_type=Path, dir_okay=False),
    help="Write the ratings into this file.",
)
@run_options
@click.pass_context
def rate(
    context: click.Context,
    /,
    reference: str,
    *,
    bots: str,
    players: int | None,
    blocks: int,
    pin: str | None,
    at: float,
    json_file: Path | None,
    **options: Any,
) -> None:
    """Let the bots of a pool play against each other, and show their Elo ratings.

    Tables of different bots take turns, and the same cards and tickets are dealt to each seating of
    a table; teams are of one bot each. 400 points more mean that a bot comes out above the other
    ten times out of eleven. Ctrl-C stops, and shows the ratings until then.
    """
    variant = find_variant(reference)
    check_players(players, variant)
    pool = [find_bot(name.strip()) for name in bots.split(",")]
    names = [entrant.name for entrant in entrants_of(pool)]
    if len(set(names)) < 2:
        raise click.UsageError(f"--bots: two different bots are wanted, or more, not {bots}")
    if pin is not None and pin not in names:
        raise click.UsageError(f'--pin: no bot "{pin}"; there are {listed(names)}')
    if json_file is not None and not json_file.parent.is_dir():
        raise click.UsageError(f"--json: there is no folder {json_file.parent}")
    with complaints(), progress_bar() as advance:
        found = rated(
            variant,
            pool,
            blocks,
            players=players,
            pin=pin,
            at=at,
            progress=advance,
            **settings(**options),
        )
    if json_file is not None:
        text = json.dumps(found.rows(), ensure_ascii=False, indent=1)
        json_file.write_text(text + "\n", "utf-8")
    console = make_console()
    report = found.report
    seats = counted(found.players, "player")
    say(console, Text(f"{variant.title}, {seats}, seed {report.seeds[0]}", "bold"))
    say(console, report.count_in_words())
    _, head, rows = found.as_table()
    console.print()
    put(console, text_table(head, rows))
    show_failures(console, report)
    if not report.is_complete:
        context.exit(STOPPED)
