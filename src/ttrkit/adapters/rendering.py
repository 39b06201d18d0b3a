"""The table as an onlooker sees it, in words or as a picture: the render modes."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING, Any, Literal

from ttrkit._text import counted, listed, short
from ttrkit.narrate import narrate
from ttrkit.payment import Cards

if TYPE_CHECKING:
    from ttrkit.game import Game

RENDER_MODES = ("human", "ansi", "svg")
"""Print the table in words, return it in words, or return its picture as SVG."""


def checked_mode(mode: Any) -> str | None:
    """Return the render mode; ValueError if there is no such mode."""
    if mode is None or mode in RENDER_MODES:
        known: str | None = mode
        return known
    modes = ", ".join(f'"{name}"' for name in RENDER_MODES)
    raise ValueError(f"render_mode: {modes} or None is wanted, not {short(mode)}")


def rendered(game: Game, mode: str) -> str | None:
    """The table in words or as a picture; None if it was printed."""
    if mode == "svg":
        from ttrkit.svg import board

        return str(board(game))
    words = in_words(game)
    if mode == "ansi":
        return words
    print(words)
    return None


def in_words(game: Game) -> str:
    """The whole table, hidden cards and tickets included."""
    return "".join(f"{line}\n" for line in _lines(game))


def _lines(game: Game) -> Iterator[str]:
    if game.history:
        yield f"{narrate(game.history[-1])}."
    if game.is_over:
        result = game.result()
        won = [game.teams[team].seats for team in result.winners]
        yield f"The game is over; won by {', '.join(map(_seats, won))}."
    else:
        yield f"Seat {game.to_move} decides: {game.decision}."
    if game.turns_left is not None:
        yield f"The last round: {counted(game.turns_left, 'turn')} to come."
    market = listed(f"{game.market.count(each)} {each.value}" for each in game.market)
    decks = f"{counted(game.deck_size, 'card')}, {counted(game.ticket_deck_size, 'ticket')}"
    yield f"Face up: {market or 'nothing'}; to be drawn: {decks}."
    for seat in game.seats:
        yield f"Seat {seat.index}: {counted(seat.score, 'point')}, {counted(seat.trains, 'train')}."
        for name in ("hand", "tickets", "routes", *_fields(game, "seat")):
            yield f"  {name}: {_told(getattr(seat, name))}"
    for team in game.teams:
        for name in _fields(game, "team"):
            yield f"Team {team.index}, {name}: {_told(getattr(team, name))}"


def _fields(game: Game, per: Literal["seat", "team"]) -> list[str]:
    """The names of what rule parts add to every seat or team."""
    parts = game.variant.engine.parts
    return [name for part in parts for name in getattr(part, f"{per}_fields")]


def _told(value: Any) -> str:
    """Cards, tickets, routes, or anything else that a part adds."""
    if isinstance(value, Cards):
        return listed(f"{n} {colour.value}" for colour, n in value.items()) or "none"
    if isinstance(value, tuple):
        return ", ".join(map(str, value)) or "none"
    return str(value)


def _seats(seats: tuple[int, ...]) -> str:
    return ("seat " if len(seats) == 1 else "seats ") + " and ".join(map(str, seats))
