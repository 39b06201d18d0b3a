"""`replay_page`: a whole game as one HTML file that replays in a browser.

The page needs nothing else: no network, no library. It is written for a viewpoint. A page for
everybody has all cards, and lets its reader look from any seat; a page for one seat has only what
that seat has seen, and so can be handed to its player while the game goes on.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator, Sequence
from functools import cache
from html import escape
from importlib.resources import files
from typing import Any

import attrs

from ttrkit._text import checked_list, checked_seat, counted
from ttrkit.board import Board
from ttrkit.colours import CARD_COLOURS
from ttrkit.events import Event
from ttrkit.game import Game, replay
from ttrkit.narrate import NAMES, Highlight, Teller, gained
from ttrkit.pictures.frames import Frame, Frames, changes
from ttrkit.pictures.picture import Look, render
from ttrkit.pictures.scene import Scene, places_of
from ttrkit.pictures.shapes import LOCOMOTIVE, SYMBOLS, outlines
from ttrkit.records import prefixes
from ttrkit.variant import Variant


class Page(str):
    """An HTML page: text, that shows itself in notebooks."""

    __slots__ = ()

    def _repr_html_(self) -> str:
        return (
            '<iframe style="width:100%;height:860px;border:0" title="replay" '
            f'srcdoc="{escape(self)}"></iframe>'
        )


def replay_page(
    game: Game | dict[str, Any],
    *,
    seat: int | None = None,
    names: Iterable[str] | None = None,
    variant: str | Variant | None = None,
) -> Page:
    """A game, or its record, as one HTML file that replays in a browser.

    - `seat`: the page has only what this seat has seen; else it has everything;
    - `names`: of the players, one a seat;
    - `variant`: what was played, for a record of a variant that is not known by name.

    RecordError says what is wrong with a record, and at which step.
    """
    record: Any = game
    if isinstance(game, Game):
        record, variant = game.to_record(), game.variant
    told = _Telling(record, variant, seat, names)
    data = json.dumps(told.data(), ensure_ascii=False, separators=(",", ":"))
    return Page(_filled(told.title, told.picture(), data.replace("<", "\\u003c")))


class _Telling:
    """The contents of a page: frames and words of every step, and the score at the end."""

    def __init__(
        self,
        record: Any,
        variant: str | Variant | None,
        seat: int | None,
        names: Iterable[str] | None,
    ) -> None:
        self._record = record
        self._pieces = prefixes(record, variant)  # which refuses what does not replay
        games = list(replay(record, variant=variant))
        self._games, self._last = games, games[-1]
        seats = len(self._last.seats)
        self._seat = None if seat is None else checked_seat(seat, seats, "seat")
        self._names = _names(names, seats)
        self.title = f"{self._last.variant.title}, {counted(seats, 'player')}"

    def picture(self) -> str:
        """The empty map, with all that the page needs to put trains on it."""
        board = self._last.board
        return render(Scene(board, board.name), Look(live=len(self._last.seats)))

    def data(self) -> dict[str, Any]:
        """Everything that the page knows, as plain JSON types."""
        game = self._last
        frames = Frames(self._games[0], self._seat)
        start = frames.frame(self._games[0])
        steps: list[Frame] = []
        before = start
        for each in self._games[1:]:
            after = frames.frame(each)
            steps.append(changes(before, after))
            before = after
        pieces = self._pieces if self._seat is None else None
        return {
            "seat": self._seat,
            "names": self._names,
            "teams": [list(team.seats) for team in game.teams],
            "colours": [colour.value for colour in CARD_COLOURS],
            "symbols": _symbols(),
            "routes": _routes(game.board),
            "cities": [city.name for city in game.board.cities],
            "tickets": _tickets(game.board),
            "start": start,
            "steps": steps,
            "log": list(self._log()),
            "pieces": frames.pieces,
            "piles": frames.piles,
            "end": self._end(),
            "record": None if pieces is None else attrs.asdict(pieces),
        }

    # The log -------------------------------------------------------------------------------

    def _log(self) -> Iterator[dict[str, Any]]:
        """A line for every step: who, what, in which turn, and what came of it."""
        games = self._games
        begun = len(games[0].history)
        seen = {n: list(self._last.observe(n).history)[begun:] for n in self._viewers()}
        happened = self._last.history[begun:]
        teller, turn = Teller(games[0]), 0
        numbers: dict[Any, int] = {r: n for n, r in enumerate(self._last.board.routes)}
        for number, (event, after) in enumerate(zip(happened, games[1:], strict=True)):
            turn += games[number].decision == "turn"
            told = teller.after(after, turn, event)
            lines = {n: self._words(told, events[number]) for n, events in seen.items()}
            words = self._words(told, event) if self._seat is None else lines[self._seat]
            line: dict[str, Any] = {"seat": event.seat, "turn": turn, "words": words}
            hidden = {str(n): text for n, text in lines.items() if text != words}
            seen_event = event if self._seat is None else seen[self._seat][number]
            places = places_of(self._last.board, seen_event, happened[: number + 1])
            line |= {
                "seen": hidden,
                "points": _gains(told, self._names),
                "completed": self._completed(told),
                "last round": told.last_round,
                "places": [numbers.get(place, place) for place in places],
            }
            yield {key: value for key, value in line.items() if value or key in ("seat", "turn")}

    def _viewers(self) -> Sequence[int]:
        return range(len(self._names)) if self._seat is None else (self._seat,)

    def _words(self, told: Highlight, event: Event) -> str:
        """The event in words, as somebody has seen it."""
        return attrs.evolve(told, event=event).told_of(self._names[event.seat])

    def _completed(self, told: Highlight) -> list[list[Any]]:
        """The tickets that an event has completed, each with its team, as far as known."""
        own = None if self._seat is None else self._last.seats[self._seat].team
        known = [(t, team) for t, team in told.completed.items() if own in (None, team)]
        return [[str(ticket), team] for ticket, team in known]

    # The end -------------------------------------------------------------------------------

    def _end(self) -> dict[str, Any] | None:
        """The score sheets, or None if the seat may not know them yet."""
        game = self._last
        if self._seat is not None and not game.is_over:
            return None
        result, tally = game.result(), game.tally()
        numbers = {route: number for number, route in enumerate(game.board.routes)}
        return {
            "final": result.is_final,
            "labels": list(result.sheets[0]),
            "sheets": [list(sheet.values()) for sheet in result.sheets],
            "totals": list(result.totals),
            "winners": list(result.winners),
            "longest": [[numbers[r] for r in tally.longest_route_path(t)] for t in tally.teams],
            "tickets": [tally.ticket_numbers(team) for team in tally.teams],
        }


def _names(names: Iterable[str] | None, seats: int) -> list[str]:
    """The names of the players, one a seat."""
    if names is None:
        return [NAMES[n] if n < len(NAMES) else f"Seat {n}" for n in range(seats)]
    given = [str(name) for name in checked_list(names, "names: a list of names")]
    if len(given) != seats:
        raise ValueError(f"names: one a seat is wanted, {seats} in all, not {len(given)}")
    return given


def _gains(told: Highlight, names: Sequence[str]) -> str:
    """The points that an event brought, to whoever acted and to others, and the scores after it."""
    own = [gained(told.points, told.score)] if told.points else []
    others = [f"{names[seat]} {gained(*earned)}" for seat, earned in told.others.items()]
    return "; ".join(own + others)


def _symbols() -> dict[str, str]:
    """The symbol of every card colour, as path data around the origin."""
    plain = {colour: outlines(shapes) for colour, shapes in SYMBOLS.items()}
    return {**plain, "wild": LOCOMOTIVE}


def _routes(board: Board) -> list[list[Any]]:
    """Every route: the numbers of its cities, its length, its name."""
    number = {city.name: n for n, city in enumerate(board.cities)}
    return [[number[r.a], number[r.b], r.length, str(r)] for r in board.routes]


def _tickets(board: Board) -> list[list[Any]]:
    """Every ticket: its name with the points, and its goals.

    A goal is a list of places, each of them a list of cities, of which any one will do.
    """
    number = {city.name: n for n, city in enumerate(board.cities)}

    def cities(place: str) -> list[int]:
        return [number[city] for city in board.cities_of(place)]

    return [[str(t), [[*map(cities, goal.places)] for goal in t.goals]] for t in board.tickets]


@cache
def _asset(name: str) -> str:
    """One of the files that a page is made of; they may lie in a zip file."""
    return (files("ttrkit.pictures") / "page" / name).read_text("utf-8")


def _filled(title: str, picture: str, data: str) -> str:
    """The page with its style, picture, data and program put in."""
    parts = {
        "title": escape(title),
        "style": _asset("page.css"),
        "picture": picture,
        "data": data,
        "program": _asset("page.js"),
    }
    pieces = _asset("page.html").split("@@")  # text, name, text, name, …, text
    return "".join(parts[each] if n % 2 else each for n, each in enumerate(pieces))
