"""The frames of a replay: what is on the table after each step, as one seat or everybody sees it.

A frame is a flat dict with short keys, so that a step needs only what has changed:

- `turn`: the seat to decide, its decision, and the turns left in the last round;
- `market`, `deck`, `discards`, `ticket deck`;
- `hand 0`, `tickets 0`, `score 0`, `trains 0` and so on by seat: a hidden hand is only a number;
- `route 17`: the seats that own it, by the number of the route;
- `pieces`: numbers in the list of all pieces of the page;
- `pile 3`: the content of a part's pile, or its size, by its number in the list of piles;
- `completed`: the numbers of the completed tickets that may be known.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import TYPE_CHECKING, Any

from ttrkit.engine import all_piles
from ttrkit.payment import CARD_NUMBER
from ttrkit.pictures.drawing import pieces as drawn_pieces
from ttrkit.pictures.layout import layout_of
from ttrkit.pictures.scene import scene_of

if TYPE_CHECKING:
    from ttrkit.board import Ticket
    from ttrkit.game import Game
    from ttrkit.knowledge import Observation
    from ttrkit.payment import Cards
    from ttrkit.pictures.scene import Scene

Frame = dict[str, Any]

_OWN = ("hand", "deck", "market", "discards", "laid down", "tickets", "ticket deck", "box")
"""The piles that every game has; those of parts are all others."""


class Frames:
    """Makes the frames of one game, step by step, for everybody (`seat` is None) or one seat."""

    def __init__(self, game: Game, seat: int | None) -> None:
        self._seat = seat
        self._layout = layout_of(game.board)
        self._ticket = {ticket: number for number, ticket in enumerate(game.board.tickets)}
        self._route = {route.id: number for number, route in enumerate(game.board.routes)}
        self._pieces: dict[str, int] = {}
        self._piles: dict[tuple[str, str, int | None, str], int] = {}
        self._known: tuple[Any, list[int]] = (None, [])

    @property
    def pieces(self) -> list[str]:
        """Every piece that was on the map in some frame, as SVG."""
        return list(self._pieces)

    @property
    def piles(self) -> list[list[Any]]:
        """Every pile of the parts: its name, the kind of its owner, the owner, who sees it."""
        return [[name.replace("_", " "), *rest] for name, *rest in self._piles]

    def frame(self, game: Game) -> Frame:
        """The frame of the game as it stands."""
        seat = self._seat
        view = game.observe(0 if seat is None else seat)
        scene = scene_of(game if seat is None else view, last=False)
        frame: Frame = {
            "turn": [view.to_move, view.decision, view.turns_left],
            "market": [CARD_NUMBER[colour] for colour in view.market],
            "deck": view.deck_size,
            "discards": _counts(view.discards),
            "ticket deck": view.ticket_deck_size,
            "laid down": _counts(view.laid_down),
            "pieces": [self._piece(each) for each in self._drawn(scene)],
        }
        for number, sight in enumerate(view.seats):
            frame[f"score {number}"] = sight.score
            frame[f"trains {number}"] = sight.trains
            for route in sight.routes:
                frame.setdefault(f"route {self._route[route.id]}", []).append(number)
        frame |= self._all(game) if seat is None else self._seen(view)
        frame["completed"] = self._completed(game, frame)
        return frame

    # Cards and tickets ---------------------------------------------------------------------

    def _all(self, game: Game) -> Frame:
        """All hands, tickets and piles."""
        frame: Frame = {}
        for seat in game.seats:
            frame[f"hand {seat.index}"] = _counts(seat.hand)
            frame[f"tickets {seat.index}"] = self._numbers(seat.tickets)
        for pile in all_piles(game.tally().state):
            if pile.spec.name not in _OWN:
                spec = pile.spec
                key = self._pile(spec.name, spec.per, pile.owner, spec.seen)
                content: Any = list(pile.content)
                if spec.kind == "things":
                    content = _things(spec.in_words(content))
                frame[key] = [spec.kind, content, pile.size]
        return frame

    def _seen(self, view: Observation) -> Frame:
        """What one seat sees of them; of what it does not see, the size."""
        frame: Frame = {}
        for number, sight in enumerate(view.seats):
            own = number == view.seat
            shown = view.tickets if own else sight.tickets
            tickets = sight.ticket_count if shown is None else self._numbers(shown)
            frame[f"hand {number}"] = _counts(view.hand) if own else sight.hand_size
            frame[f"tickets {number}"] = tickets
        for pile in view.piles:
            content: Any = pile.size
            if pile.cards is not None:
                content = ["cards", _counts(pile.cards), pile.size]
            elif pile.tickets is not None:
                content = ["tickets", self._numbers(pile.tickets), pile.size]
            elif pile.things is not None:
                content = ["things", _things(pile.things), pile.size]
            frame[self._pile(pile.name, pile.per, pile.owner)] = content
        return frame

    def _pile(self, name: str, per: str, owner: int | None, seen: str = "") -> str:
        return f"pile {self._piles.setdefault((name, per, owner, seen), len(self._piles))}"

    def _numbers(self, tickets: Iterable[Ticket]) -> list[int]:
        return [self._ticket[ticket] for ticket in tickets]

    def _completed(self, game: Game, frame: Frame) -> list[int]:
        """The completed tickets: of all teams, or of the seat's own until the end."""
        tables = ("route", "tickets", "pile", "pieces")
        key = [(k, v) for k, v in frame.items() if k.startswith(tables)], game.is_over
        if self._known[0] != key:  # few steps change it
            tally = game.tally()
            teams: Sequence[int] = tally.teams
            if self._seat is not None and not game.is_over:
                teams = (game.seats[self._seat].team,)
            done = [ticket for team in teams for ticket in tally.tickets(team).completed]
            self._known = (key, sorted(self._numbers(done)))
        return self._known[1]

    # Pieces --------------------------------------------------------------------------------

    def _drawn(self, scene: Scene) -> Iterable[str]:
        return drawn_pieces(scene, self._layout)

    def _piece(self, drawn: str) -> int:
        return self._pieces.setdefault(drawn, len(self._pieces))


def changes(before: Frame, after: Frame) -> Frame:
    """What has changed from one frame to the next."""
    return {key: value for key, value in after.items() if before.get(key, _NOTHING) != value}


_NOTHING = object()


def _things(things: Any) -> str:
    """Things of a stock in words: their number, or that of each kind."""
    if not isinstance(things, Mapping):
        return str(things)
    return ", ".join(f"{n} {kind}" for kind, n in things.items()) or "none"


def _counts(cards: Cards) -> list[int]:
    return list(cards.counts)
