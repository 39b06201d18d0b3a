"""`ttrkit variants`: lists the variants that can be played."""

from __future__ import annotations

import click
from rich.text import Text

from ttrkit._text import listed
from ttrkit.cli.finding import load_variant
from ttrkit.cli.looks import make_console, make_table, put, say
from ttrkit.variant import Variant, variant_names

EXAMPLES = """\b
Example:  ttrkit variants
"""


@click.command(epilog=EXAMPLES, short_help="List the editions and plug-ins.")
def variants() -> None:
    """List every variant that can be named: the editions, and installed plug-ins.

    A topic under "reconstructed" is ours, for want of a source: the rules are the edition's, its
    map or tickets are not quite. A plug-in that fails to load is named, with the reason.
    """
    console = make_console()
    table = make_table()
    for title in ("name", "title"):
        table.add_column(title, overflow="fold")
    for title in ("players", "cities", "routes", "tickets"):
        table.add_column(title, justify="right", no_wrap=True)
    table.add_column("reconstructed")
    broken: list[str] = []
    for name in variant_names():
        try:
            table.add_row(*row(name, load_variant(name)))
        except click.ClickException as error:
            broken.append(error.format_message())
    put(console, table)
    if broken:
        errors = make_console(stderr=True)
        for message in broken:
            say(errors, Text(message, "red"), whole=True)
    elif console.is_terminal:
        say(console, "`ttrkit show NAME` tells more about one, `ttrkit play NAME` plays it.")


def row(name: str, variant: Variant) -> tuple[str, ...]:
    """The main facts about a variant, as a row of the list."""
    board = variant.board
    counts = (len(board.cities), len(board.routes), len(board.tickets))
    ours = listed(board.reconstructed) or "–"
    return (name, variant.title, players(variant), *map(str, counts), ours)


def players(variant: Variant) -> str:
    """The allowed numbers of players: `2–5`, or `4, 6`."""
    allowed = variant.players
    if len(allowed) > 2 and allowed == tuple(range(allowed[0], allowed[-1] + 1)):
        return f"{allowed[0]}–{allowed[-1]}"
    return listed(allowed)
