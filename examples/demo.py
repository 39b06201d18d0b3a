"""One seeded game of every edition, played by bots: the story and the score sheets.

    python examples/demo.py [--edition europe] [--players 3] [--seed 111] [--page demo.html]

Needs rich (`pip install rich`); where it is not a terminal, the output is plain text.
"""

import argparse
from pathlib import Path

from rich.console import Console
from rich.panel import Panel
from rich.rule import Rule
from rich.table import Table
from rich.text import Text

import ttrkit
from ttrkit import Game, Variant
from ttrkit.bots import GreedyPlayer
from ttrkit.narrate import NAMES, Highlight, play_and_tell

SEED = 111  # a flag in Paris, a station and tunnels in Europe, the Globetrotter in Asia
PAINT = ("bold cyan", "bold magenta", "bold yellow", "bold green", "bold blue", "bold red")
CARDS = {
    "purple": "magenta",
    "blue": "blue",
    "orange": "dark_orange",
    "white": "bold white",
    "green": "green",
    "yellow": "yellow",
    "black": "bright_black",
    "red": "red",
    "wild": "bold cyan",
}


def main() -> None:
    """Play and print."""
    options = argparse.ArgumentParser(description="Bots play one game of every edition.")
    options.add_argument("--edition", choices=ttrkit.variant_names(), help="this one only")
    options.add_argument("--players", type=int, help="how many (by default three, or the fewest)")
    options.add_argument("--seed", type=int, default=SEED, help="another seed, another game")
    options.add_argument("--page", type=Path, help="write one game as a page for a browser")
    given = options.parse_args()
    console = Console(highlight=False)
    names = [given.edition] if given.edition else ttrkit.variant_names()
    games = []
    for variant in sorted(map(ttrkit.get_variant, names), key=plainness):
        try:
            games.append(
                show(console, variant, given.players or usual_players(variant), given.seed)
            )
        except ValueError as error:
            options.error(str(error))
    if given.page is not None:
        write_page(console, given.page, games)


def plainness(variant: Variant) -> tuple[int, int]:
    """What to show first: boards beyond doubt, then the fewest rules."""
    return len(variant.board.caveats), len(variant.parts)


def usual_players(variant: Variant) -> int:
    """Three if they may be, else the next best number."""
    return min(variant.players, key=lambda players: (players < 3, players))


def write_page(console: Console, path: Path, games: list[Game]) -> None:
    """The game with the most rules and no doubts about its board, to be watched in a browser."""
    game = max(games, key=lambda game: (not game.board.caveats, len(game.variant.parts)))
    path.write_text(ttrkit.replay_page(game), encoding="utf-8")
    console.print(f"The game of {game.variant.title} again, for a browser: {path.absolute()}")


def show(console: Console, variant: Variant, players: int, seed: int) -> Game:
    """One game, from the set-up to the score sheets."""
    game = ttrkit.new_game(variant, players=players, seed=seed)
    console.print(Rule(f"[bold]{variant.title}[/] · {players} players · seed {seed}"))
    if variant.board.caveats:
        doubts = "\n".join(f"• {caveat}" for caveat in variant.board.caveats)
        console.print(Panel(doubts, title="About this board", title_align="left"))
    console.print("[dim]Turn, player, score and deed; turns of drawing are left out.[/]")
    for highlight in play_and_tell(game, [GreedyPlayer(seed + seat) for seat in range(players)]):
        tell(console, highlight)
    console.print()
    console.print(score_table(game))
    console.print(ticket_table(game))
    console.print(verdict(game))
    console.print()
    return game


def tell(console: Console, highlight: Highlight) -> None:
    """A line for what happened, and one for everything that came of it."""
    seat = highlight.event.seat
    words = Text(highlight.text)
    for colour, style in CARDS.items():
        words.highlight_words([colour], style)
    for label, points in highlight.points.items():
        words.append(f"  {points:+}" + ("" if label == "routes" else f" {label}"), "bold green")
    for ticket in highlight.completed:
        words.append(f"\n✓ {ticket} is completed", "green")
    for label in highlight.taken:
        words.append(f"\n★ takes the lead: {label}", "yellow")
    line = Table.grid(padding=(0, 1))
    line.add_column(width=4, justify="right", style="dim")
    line.add_column(width=4, style=PAINT[seat])
    line.add_column(width=3, justify="right", style="dim")
    line.add_column()
    line.add_row(str(highlight.turn or ""), NAMES[seat], str(highlight.score), words)
    console.print(line)
    if highlight.last_round:
        console.print(Rule("the last round", style="yellow"))


def team_name(game: Game, team: int) -> Text:
    """The names of all who sit in a team."""
    names = [Text(NAMES[seat], PAINT[seat]) for seat in game.teams[team].seats]
    return Text(" & ").join(names)


def score_table(game: Game) -> Table:
    """The score sheets side by side."""
    result = game.result()
    table = Table(title="Score", title_justify="left", show_footer=True)
    table.add_column("", "total")
    for team, total in enumerate(result.totals):
        star = " ★" if team in result.winners else ""
        table.add_column(team_name(game, team), f"[bold]{total}{star}[/]", justify="right")
    for label in result.sheets[0]:
        table.add_row(label, *(str(sheet[label]) for sheet in result.sheets))
    trains = (sum(game.seats[seat].trains for seat in team.seats) for team in game.teams)
    table.add_row("[dim]trains left[/]", *(f"[dim]{left}[/]" for left in trains))
    return table


def ticket_table(game: Game) -> Table:
    """What became of everybody's tickets."""
    tally = game.tally()
    table = Table(title="Tickets", title_justify="left", show_header=False)
    for team in tally.teams:
        completed = tally.tickets(team).completed
        held = [game.board.tickets[number] for number in tally.ticket_numbers(team)]
        told = Text("\n").join(
            Text(f"✓ {ticket}", "green") if ticket in completed else Text(f"✗ {ticket}", "red")
            for ticket in sorted(held, key=lambda ticket: (ticket not in completed, -ticket.points))
        )
        table.add_row(team_name(game, team), told)
    return table


def verdict(game: Game) -> Text:
    """Who has won, in a sentence."""
    result = game.result()
    who = Text(" and ").join(team_name(game, team) for team in result.winners)
    many = len(result.winners) > 1 or len(game.teams[result.winners[0]].seats) > 1
    most = max(result.totals)
    return Text.assemble(who, f" {'win' if many else 'wins'} with {most} points.")


if __name__ == "__main__":
    main()
