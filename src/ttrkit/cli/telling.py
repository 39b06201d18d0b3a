"""Events in words: the news between two turns, the log, and the story of a recorded game."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping, Sequence
from itertools import groupby
from typing import TYPE_CHECKING, Any

from rich.console import Console
from rich.rule import Rule
from rich.text import Text

from ttrkit.cli.looks import painted, say, seat_style
from ttrkit.game import replay
from ttrkit.narrate import Highlight, Teller, gained

if TYPE_CHECKING:
    from ttrkit.board import Ticket
    from ttrkit.events import Event
    from ttrkit.game import Game


def story(
    played: Game, record: dict[str, Any], seen: Sequence[Event] | None = None
) -> Iterator[Highlight]:
    """Every event of a game with its effects; `record` is the game's own, and known to be sound.

    `seen` are the events as somebody has seen them, if not in full.
    """
    positions = replay(record, variant=played.variant)
    game = next(positions)
    teller = Teller(game)
    happened = played.history if seen is None else seen
    turn = 0
    for event, after in zip(happened[len(game.history) :], positions, strict=True):
        turn += game.decision == "turn"
        yield teller.after(after, turn, event)
        game = after


def tell_event(
    console: Console,
    told: Highlight,
    names: Sequence[str],
    number: str,
    known: Collection[Ticket] | None = None,
) -> None:
    """Print a line for an event, after the number of its turn, and one for each of its effects."""
    name = Text.assemble((f"{number:>4} ", "dim"), name_of(told, names), " ")
    say(console, painted(deed(told, names)), gains(told), label=name, whole=True)
    tell_effects(console, told, names, known)


def tell_story(
    console: Console,
    told: Sequence[Highlight],
    names: Sequence[str],
    known: Collection[Ticket] | None = None,
    last: int | None = None,
) -> None:
    """Print the last events, or all of them; a turn's number stands at its first event."""
    turn = 0
    shown = 0 if last is None else max(0, len(told) - last)
    for number, each in enumerate(told):
        if number >= shown:
            tell_event(console, each, names, str(each.turn) if each.turn != turn else "", known)
        turn = each.turn


def tell_news(
    console: Console, told: Sequence[Highlight], names: Sequence[str], known: Collection[Ticket]
) -> None:
    """Print what others have done, one line for each run of actions of a seat."""
    for _, run in groupby(told, key=lambda each: each.event.seat):
        first, *more = run
        line = painted(deed(first, names)) + gains(first)
        for each in more:
            line += Text(", then ") + painted(deed(each, names)) + gains(each)
        say(console, line, indent=2, label=Text.assemble(name_of(first, names), " "))
        for each in (first, *more):
            tell_effects(console, each, names, known)


def tell_own(
    console: Console, told: Highlight, names: Sequence[str], known: Collection[Ticket]
) -> None:
    """Print what you have done, and what came of it."""
    say(console, painted(told.told_of(names[told.event.seat])), gains(told), label="→ ")
    tell_effects(console, told, names, known)


def tell_effects(
    console: Console, told: Highlight, names: Sequence[str], known: Collection[Ticket] | None
) -> None:
    """Print a line for the points of others, each ticket completed, and for the last round.

    Tickets are those `known`, or all of them.

    Whose tickets they are is not said: those of others are never among the known ones.
    """
    for seat, (points, score) in told.others.items():
        line = Text.assemble((names[seat], seat_style(seat)), _in_green(points, score))
        say(console, line, indent=5)
    for ticket in told.completed:
        if known is None or ticket in known:
            say(console, Text(f"✓ {ticket} is completed", "green"), indent=5)
    if told.last_round:
        console.print(Rule("the last round", style="yellow"))


def deed(told: Highlight, names: Sequence[str]) -> str:
    """The action in words, to stand after a name."""
    name = names[told.event.seat]
    return told.told_of(name).removeprefix(f"{name} ")


def name_of(told: Highlight, names: Sequence[str]) -> Text:
    """The name of who acted, in their colour."""
    return Text(names[told.event.seat], seat_style(told.event.seat))


def gains(told: Highlight) -> Text:
    """The points that an event brought, and the score after it: `  +2, +4 flags (13)`."""
    return _in_green(told.points, told.score)


def _in_green(points: Mapping[str, int], score: int) -> Text:
    told = gained(points, score)
    return Text(f"  {told}" if told else "", "green")


def turn_rule(console: Console, words: str) -> None:
    """Print a line across the terminal, to separate turns."""
    console.print()
    console.print(Rule(Text(words, "bold"), align="left", style="dim"))
