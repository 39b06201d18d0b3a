"""The look of colours, cards, names and score sheets; plain text if there is no terminal."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import TYPE_CHECKING

from rich import box
from rich.console import Console, RenderableType
from rich.table import Table
from rich.text import Text

from ttrkit._text import counted, slug
from ttrkit.narrate import NAMES

if TYPE_CHECKING:
    from ttrkit.board import Ticket
    from ttrkit.game import Game
    from ttrkit.payment import Cards

PAINT = ("bold cyan", "bold magenta", "bold yellow", "bold green", "bold blue", "bold red")
CARDS = {
    "purple": "magenta",
    "blue": "blue",
    "orange": "dark_orange",
    "white": "bold",
    "green": "green",
    "yellow": "yellow",
    "black": "bright_black",
    "red": "red",
    "wild": "bold cyan",
}
YOU = "You"


def make_console(*, stderr: bool = False) -> Console:
    """A console that never takes printed text for markup."""
    return Console(stderr=stderr, highlight=False, markup=False, emoji=False)


def say(
    console: Console,
    *words: str | Text,
    indent: int = 0,
    label: str | Text = "",
    whole: bool = False,
) -> None:
    """Print a line of prose, wrapped after its label; `whole`: wrapped only in a terminal."""
    line = Text.assemble(*words)
    head = Text.assemble(" " * indent, label)
    if whole and not console.is_terminal:
        console.print(head + line, soft_wrap=True)
        return
    grid = Table.grid()
    if head:
        grid.add_column(no_wrap=True)
        grid.add_row(head, line)
    else:
        grid.add_row(line)
    put(console, grid)


def put(console: Console, table: RenderableType) -> None:
    """Print a table; outside a terminal, without spaces at the end of its lines."""
    if console.is_terminal:
        console.print(table)
        return
    with console.capture() as printed:
        console.print(table)
    for line in printed.get().splitlines():
        console.out(line.rstrip())


def make_table(*, header: bool = True) -> Table:
    """An empty table in a light style; its cells are wrapped, never cut."""
    return Table(
        box=box.SIMPLE_HEAD if header else None,
        show_header=header,
        show_edge=False,
        pad_edge=False,
        padding=(0, 1, 0, 0) if header else (0, 2, 0, 0),
        header_style="dim",
    )


def headline(console: Console, words: str) -> None:
    """Print a heading with an empty line above it."""
    console.print()
    console.print(Text(words, "bold"))


_FOLDED = str.maketrans({"ø": "o", "Ø": "O", "ł": "l", "Ł": "L", "ß": "ss", "æ": "ae", "Æ": "AE"})


def typed(words: str) -> str:
    """Words as people type them: small letters without accents, and single spaces."""
    return slug(words.translate(_FOLDED)).replace("-", " ")


# Cards and names -----------------------------------------------------------------------------


def painted(words: str) -> Text:
    """Words in which the name of each card colour is printed in that colour."""
    text = Text(words)
    for colour, style in CARDS.items():
        text.highlight_regex(rf"\b{colour}\b", style)
    return text


def cards_in_colour(cards: Cards) -> Text:
    """The number of cards of each colour, printed in that colour."""
    if not cards:
        return Text("none", "dim")
    each = [Text(f"{n} {colour.value}", CARDS[colour.value]) for colour, n in cards.items()]
    return Text("  ").join(each)


def seat_names(seats: int, you: int | None = None) -> tuple[str, ...]:
    """The names of the seats; the seat `you` is called "You"."""
    names = [NAMES[seat] if seat < len(NAMES) else f"Seat {seat}" for seat in range(seats)]
    if you is not None:
        names[you] = YOU
    return tuple(names)


def seat_style(seat: int) -> str:
    """The colour of a seat."""
    return PAINT[seat % len(PAINT)]


def team_name(seats: Sequence[int], names: Sequence[str]) -> Text:
    """The names of all players of a team."""
    return Text(" & ").join([Text(names[seat], seat_style(seat)) for seat in seats])


def in_order(tickets: Iterable[Ticket]) -> list[Ticket]:
    """Tickets in the order in which they are always listed: those with the most points first."""
    return sorted(tickets, key=lambda ticket: (-ticket.points, typed(str(ticket))))


# Score sheets --------------------------------------------------------------------------------


def print_result(console: Console, game: Game, names: Sequence[str]) -> None:
    """Print the score sheets side by side, everybody's tickets, and the winner."""
    over = game.result().is_final
    headline(console, "Score" if over else "Score, if the game ended now")
    put(console, score_table(game, names))
    headline(console, "Tickets")
    put(console, ticket_table(game, names))
    console.print()
    say(console, verdict(game, names))


def score_table(game: Game, names: Sequence[str]) -> Table:
    """The score sheets side by side."""
    result = game.result()
    table = make_table()
    table.add_column("")
    for team in game.teams:
        table.add_column(team_name(team.seats, names), justify="right")
    for label in result.sheets[0]:
        table.add_row(label, *(str(sheet[label]) for sheet in result.sheets))
    table.add_section()
    table.add_row("total", *map(str, result.totals), style="bold")
    return table


def ticket_table(game: Game, names: Sequence[str]) -> Table:
    """The completed and the uncompleted tickets of every team."""
    tally = game.tally()
    table = make_table()
    table.add_column("")
    table.add_column("completed")
    table.add_column("not completed")
    for team in tally.teams:
        completed = tally.tickets(team).completed
        held = [game.board.tickets[number] for number in tally.ticket_numbers(team)]
        failed = [ticket for ticket in held if ticket not in completed]
        cells = [
            Text("\n".join(map(str, in_order(tickets))) or "none", style)
            for tickets, style in ((completed, "green"), (failed, "red"))
        ]
        table.add_row(team_name(game.teams[team].seats, names), *cells)
    return table


def verdict(game: Game, names: Sequence[str]) -> Text:
    """A sentence that names the winner, or the leader if the game is not over."""
    result = game.result()
    seats = [seat for team in result.winners for seat in game.teams[team].seats]
    who = Text(" and ").join([team_name(game.teams[team].seats, names) for team in result.winners])
    one = len(seats) == 1 and names[seats[0]] != YOU
    verb = "wins" if one else "win"
    if not result.is_final:
        verb = "is ahead" if one else "are ahead"
    return Text.assemble(who, f" {verb} with {counted(max(result.totals), 'point')}.")
