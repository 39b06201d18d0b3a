"""`ttrkit show`: a variant or a board in full."""

from __future__ import annotations

import inspect
import re
from collections import Counter
from collections.abc import Iterable, Iterator
from pathlib import Path

import click
from rich.console import Console
from rich.text import Text

from ttrkit._text import counted, listed
from ttrkit.board import Board, City, Route, Ticket
from ttrkit.cli.files import write_text
from ttrkit.cli.finding import find_board, find_variant, is_board_file
from ttrkit.cli.listing import players
from ttrkit.cli.looks import headline, make_console, make_table, painted, put, say
from ttrkit.colours import Colour
from ttrkit.hooks import HOOKS, Part, answer_of
from ttrkit.pictures import board as draw
from ttrkit.variant import Variant

DOUBTFUL = {"checked": "green", "reconstructed": "red", "single-source": "yellow"}


EXAMPLES = """\b
Examples:  ttrkit show europe
           ttrkit show paris --routes --tickets
           ttrkit show paris --svg paris.svg
           ttrkit show my_board.toml
           ttrkit show my_variant.py:benelux
"""


@click.command(epilog=EXAMPLES, short_help="Show a board, its numbers and its rules.")
@click.argument("reference", metavar="EDITION|FILE")
@click.option("--routes", is_flag=True, help="List every route of the board.")
@click.option("--tickets", is_flag=True, help="List every ticket of the board.")
@click.option("--svg", type=click.Path(path_type=Path), help="Draw the board into this file.")
def show(reference: str, routes: bool, tickets: bool, svg: Path | None) -> None:
    """Show a variant: its numbers, its board, its rule parts, and how far its data is certain.

    Under "hooks" stands every question that the engine asks, with the parts that answer it, in
    their order: the place to look before you write a part of your own.
    """
    console = make_console()
    if svg is not None:
        what = find_board(reference) if is_board_file(reference) else find_variant(reference)
        write_text(svg, draw(what))
        say(console, f"{svg}: a picture of {reference}", whole=True)
        return
    variant = None
    if is_board_file(reference):
        board = find_board(reference)
        console.print(Text(f"{board.name}: a board, without rules of its own", "bold"))
    else:
        variant = find_variant(reference)
        board = variant.board
        console.print(Text(f"{variant.title} ({variant.name})", "bold"))
        show_numbers(console, variant)
    show_board(console, board)
    if routes:
        show_routes(console, board, variant)
    if tickets:
        show_tickets(console, board)
    if variant is not None:
        show_parts(console, variant)
        show_hooks(console, variant)
    show_provenance(console, board)


# Numbers -------------------------------------------------------------------------------------


def show_numbers(console: Console, variant: Variant) -> None:
    """Print the numbers of a variant."""
    deck = variant.deck
    first, later = variant.tickets_kept_first, variant.tickets_kept
    facts(
        console,
        "Numbers",
        ("players", players(variant)),
        ("trains", f"{variant.trains} each"),
        ("deck", f"{counted(deck.total, 'card')}: {deck}"),
        ("cards dealt", f"{variant.cards_dealt} each"),
        ("market", f"{variant.market_size} face up; all replaced at {variant.market_wilds} wild"),
        ("drawing", f"{counted(variant.draws, 'card')} a turn"),
        ("first tickets", f"{variant.tickets_dealt} dealt, at least {first} kept"),
        ("more tickets", f"{variant.tickets_drawn} drawn, at least {later} kept"),
        ("rules version", str(variant.rules_version)),
    )


def facts(console: Console, title: str, *rows: tuple[str, str]) -> None:
    """Print names and values, one pair a line."""
    headline(console, title)
    table = make_table(header=False)
    table.add_column(style="dim", no_wrap=True)
    table.add_column()
    for name, value in rows:
        if value:
            table.add_row(f"  {name}", painted(value))
    put(console, table)


# The board -----------------------------------------------------------------------------------


def show_board(console: Console, board: Board) -> None:
    """Print the numbers of cities, routes and tickets on a board."""
    routes = board.routes
    groups = Counter(route.group for route in routes if route.group is not None)
    sizes = Counter(groups.values())
    many = [f"{n} {_multiple(size)}" for size, n in sorted(sizes.items())]
    tunnels, ferries = _count(routes, "tunnel"), _count(routes, "ferry")
    junctions = sum(city.kind == "junction" for city in board.cities)
    lengths = Counter(route.length for route in routes)
    colours = Counter(route.colour for route in routes)
    points = [ticket.points for ticket in board.tickets]
    kinds = Counter(ticket.kind for ticket in board.tickets)
    facts(
        console,
        f"Board: {board.name}",
        (
            "cities",
            f"{len(board.cities)}"
            + (f", {counted(junctions, 'junction')} among them" * bool(junctions)),
        ),
        ("routes", ", ".join([str(len(routes)), *many, *tunnels, *ferries])),
        ("track", counted(sum(route.length for route in routes), "train")),
        ("colours", _counted((c.value, colours[c]) for c in Colour if c in colours)),
        ("lengths", _counted((f"of {length}", n) for length, n in sorted(lengths.items()))),
        ("scoring", listed(f"{length}: {points}" for length, points in board.scoring.items())),
        ("tickets", f"{len(points)}, {_range(points)}" if points else "none"),
        ("regions", listed(board.regions)),
        ("kinds", _counted(kinds.items()) if len(kinds) > 1 else ""),
        ("also", listed(facts_of(board))),
        ("home-made", "; ".join(fact_counts(board))),
    )


def facts_of(thing: Board | City | Route | Ticket) -> Iterator[str]:
    """The home-made facts of something on a board, as in `mountain 2`, `coastal`, `not coastal`."""
    for key, value in thing.extra.items():
        if type(value) is bool:
            yield key if value else f"not {key}"
        else:
            yield f"{key} {' + '.join(map(str, value)) if isinstance(value, tuple) else value}"


def fact_counts(board: Board) -> Iterator[str]:
    """How many cities, routes and tickets have each home-made fact: `mountain of 3 routes`."""
    for things, one, many in (
        (board.cities, "city", "cities"),
        (board.routes, "route", "routes"),
        (board.tickets, "ticket", "tickets"),
    ):
        for key, n in Counter(key for thing in things for key in thing.extra).items():
            yield f"{key} of {counted(n, one, many)}"


def _range(points: list[int]) -> str:
    least, most = min(points), counted(max(points), "point")
    return most if least == max(points) else f"{least} to {most}"


def _multiple(size: int) -> str:
    return {2: "double", 3: "triple"}.get(size, f"{size}-fold")


def _count(routes: Iterable[Route], kind: str) -> list[str]:
    n = sum(getattr(route, kind) > 0 for route in routes)
    return [f"{n} {kind if n == 1 else kind.replace('ferry', 'ferrie') + 's'}"] if n else []


def _counted(items: Iterable[tuple[str, int]]) -> str:
    return ", ".join(f"{n} {what}" for what, n in items)


def show_routes(console: Console, board: Board, variant: Variant | None) -> None:
    """Print every route, in the order of the board file, with the points that it scores."""
    headline(console, "Routes")
    table = make_table()
    for title in ("from", "to", "colour", "length", "points", "also"):
        table.add_column(title, justify="right" if title in ("length", "points") else "left")
    for route in board.routes:
        points = board.points(route.length) if variant is None else variant.points_for(route)
        row = (route.a, route.b, painted(route.colour.value), str(route.length), str(points))
        table.add_row(*row, ", ".join(features(route)))
    put(console, table)


def features(route: Route) -> Iterator[str]:
    """The features of a route other than its colour and length."""
    if route.tunnel:
        yield f"tunnel ({route.tunnel})"
    if route.ferry:
        yield f"ferry ({route.ferry})"
    if route.group is not None:
        yield "parallel"
    yield from facts_of(route)


def show_tickets(console: Console, board: Board) -> None:
    """Print every ticket, those with the most points first."""
    headline(console, "Tickets")
    table = make_table()
    kinds = len({ticket.kind for ticket in board.tickets}) > 1
    also = any(ticket.extra for ticket in board.tickets)
    for title in ("from", "to", "points", *["kind"] * kinds, *["also"] * also):
        table.add_column(title, justify="right" if title == "points" else "left")
    for ticket in sorted(board.tickets, key=lambda ticket: -ticket.points):
        points = [ticket.points, *[points for _, points in ticket.other_ends]]
        row = [ticket.a, ticket.destination, " or ".join(map(str, points)), *[ticket.kind] * kinds]
        table.add_row(*row, *[", ".join(facts_of(ticket))] * also)
    put(console, table)


# The rules -----------------------------------------------------------------------------------


def show_parts(console: Console, variant: Variant) -> None:
    """Print the rule parts in their order, with the actions that they add."""
    headline(console, "Parts, in the order in which they act")
    table = make_table()
    table.add_column("part", overflow="fold")
    table.add_column("what it does")
    table.add_column("actions it adds")
    for part in variant.parts:
        table.add_row(part_name(part), first_line(part), listed(a.__name__ for a in part.actions))
    put(console, table)


def part_name(part: Part) -> str:
    """The name of a part; for one that is not ours, with its module."""
    kind = type(part)
    ours = kind.__module__.startswith("ttrkit.")
    return kind.__name__ if ours else f"{kind.__name__} ({kind.__module__})"


def first_line(documented: object) -> str:
    """The first sentence of a docstring, without the clauses that it cites."""
    text = inspect.getdoc(documented) or ""
    line = " ".join(text.partition("\n\n")[0].split())
    sentence = re.split(r"(?<=[.!?])\s", line)[0]
    return re.sub(r"\s*\([A-Z]{2,3}-\d\d[^)]*\)", "", sentence)


def show_hooks(console: Console, variant: Variant) -> None:
    """Print the parts that answer each hook."""
    headline(console, "Hooks, and the parts that answer them")
    table = make_table()
    table.add_column("hook", no_wrap=True)
    table.add_column("answered by", ratio=2)
    table.add_column("what it is about", ratio=3, style="dim")
    silent = []
    for hook in HOOKS:
        who = [type(part).__name__ for part in variant.parts if answer_of(part, hook)]
        if who:
            table.add_row(hook, ", ".join(who), first_line(getattr(Part, hook)))
        else:
            silent.append(hook)
    put(console, table)
    console.print()
    say(console, listed(silent) or "–", label=Text("Answered by none: ", "dim"))


# Provenance ----------------------------------------------------------------------------------


def show_provenance(console: Console, board: Board) -> None:
    """Print how reliable the data is, and where it comes from."""
    if board.caveats:
        headline(console, "To be taken with care")
        for caveat in board.caveats:
            say(console, Text(caveat, "yellow"), indent=2, label="• ")
    headline(console, "Where the data comes from")
    for topic, source in board.provenance.items():
        status = Text(source.status, DOUBTFUL.get(source.status, ""))
        note = "" if not source.note or _is_told(board, topic) else f": {source.note}"
        say(console, status, note, indent=2, label=f"{topic}: ")
    if not board.provenance:
        say(console, "The board file does not say.", indent=2)


def _is_told(board: Board, topic: str) -> bool:
    """Whether a caveat covers this topic already."""
    return any(caveat.startswith(f"The {topic} ") for caveat in board.caveats)
