"""A game in words: single events, and the highlights of a whole game.

The functions read the whole `Game`, so they may tell more than any player knows.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from typing import TYPE_CHECKING

import attrs

from ttrkit.events import (
    Action,
    ClaimRoute,
    DrawBlind,
    DrawFaceUp,
    Drawn,
    DrawTickets,
    TurnedUp,
    Unseen,
)
from ttrkit.parts import PlaceCard
from ttrkit.players import MAX_TURNS, moves
from ttrkit.scoring import earned

if TYPE_CHECKING:
    from ttrkit.board import Ticket
    from ttrkit.events import Event
    from ttrkit.game import Game
    from ttrkit.players import Player

NAMES = ("Ada", "Ben", "Cleo", "Dan", "Eve", "Finn")
ROUTINE = (DrawFaceUp, DrawBlind, DrawTickets, PlaceCard)
"""Actions that are too frequent to be highlights."""


def narrate(event: Event, who: str | None = None) -> str:
    """Tell an event in words.

    >>> from ttrkit import DrawFaceUp, Event
    >>> narrate(Event(0, DrawFaceUp("red"), ()), "Ada")
    'Ada takes a face-up red card'
    >>> narrate(Event(0, DrawFaceUp("red"), ()), "You")
    'You take a face-up red card'
    """
    if who is not None and who.lower() == "you":
        return f"{who} {_deed(event, '').strip()}".replace(" their ", " your ")
    return f"{who or f'Seat {event.seat}'} {_deed(event)}"


def _deed(event: Event, verb: str | None = None) -> str:
    """The action and its outcome in words: in the third person, or after this verb."""
    intent = _unseen(event.action) if isinstance(event.action, Unseen) else str(event.action)
    words = _third_person(intent) if verb is None else f"{verb} {intent}"
    for outcome in event.outcome:
        if isinstance(outcome, Drawn):
            words += f": {outcome.colour.value}"
        elif isinstance(outcome, TurnedUp) and isinstance(event.action, ClaimRoute):
            words += f"; turned up: {_listed(outcome.colours)}"
    return words


@attrs.frozen
class Highlight:
    """An event worth telling, and its effects."""

    turn: int  # the number of turns begun so far, of all seats together
    event: Event
    text: str  # the action in words, without the name of the player
    points: Mapping[str, int]  # earned by the team at once, by label of the score sheet
    score: int  # of the seat, after the event
    completed: tuple[Ticket, ...]  # the team's tickets completed by it
    taken: tuple[str, ...]  # bonuses won over from another team: "longest route"
    last_round: bool  # whether this event began it


def play_and_tell(
    game: Game, players: Sequence[Player], *, max_turns: int = MAX_TURNS
) -> Iterator[Highlight]:
    """Let the players finish the game, and yield each highlight as it happens."""
    before = _Standing(game)
    in_last_round = game.turns_left is not None
    for turn, seat, action in moves(game, players, max_turns=max_turns):
        begins = game.turns_left is not None and not in_last_round
        in_last_round = game.turns_left is not None
        if isinstance(action, ROUTINE) and not begins:
            continue
        now = _Standing(game)
        team = game.seats[seat].team
        yield Highlight(
            turn,
            game.history[-1],
            _tale(game, seat, action),
            now.earned_since(before, team),
            game.seats[seat].score,
            now.completed_since(before, team),
            now.taken_since(before, team),
            begins,
        )
        before = now


class _Standing:
    """A snapshot of points and completed tickets, to compare with a later one."""

    def __init__(self, game: Game) -> None:
        tally = game.tally()
        self.sheets = game.result().sheets
        self.earned = [earned(tally.state, team) for team in tally.teams]
        self.tickets = [tally.tickets(team).completed for team in tally.teams]

    def earned_since(self, before: _Standing, team: int) -> dict[str, int]:
        """The points that a team has earned since then, by label."""
        old = before.earned[team]
        more = {label: n - old.get(label, 0) for label, n in self.earned[team].items()}
        return {label: n for label, n in more.items() if n}

    def taken_since(self, before: _Standing, team: int) -> tuple[str, ...]:
        """The bonuses that this team alone holds now, and that only others held before."""
        return tuple(
            label
            for label in self.sheets[team]
            if label != "tickets"
            and not self.earned[team].get(label)
            and self._holders(label) == {team}
            and before._holders(label) - {team}
            and team not in before._holders(label)
        )

    def _holders(self, label: str) -> set[int]:
        return {team for team, sheet in enumerate(self.sheets) if sheet.get(label, 0) > 0}

    def completed_since(self, before: _Standing, team: int) -> tuple[Ticket, ...]:
        """The tickets that a team has completed since then."""
        return tuple(t for t in self.tickets[team] if t not in before.tickets[team])


def _tale(game: Game, seat: int, action: Action) -> str:
    """The action in words, without the name; a claim that failed is told as a try."""
    failed = isinstance(action, ClaimRoute) and action.route not in game.seats[seat].routes
    return _deed(game.history[-1], "tries to" if failed else None)


def _unseen(action: Unseen) -> str:
    """The known part of an action in words: `KeepTickets`, 2 of them, as `keep 2 tickets`."""
    verb, *rest = re.sub("(?<!^)([A-Z])", r" \1", action.kind).lower().split()
    what = " ".join(rest)
    if action.count is not None:
        what = f"{action.count} {what.removesuffix('s') if action.count == 1 else what}"
    some = ", ".join(map(str, action.tickets))
    return f"{verb} {what}".strip() + (f", among them {some}" if some else "")


def _third_person(words: str) -> str:
    """`draw a card` as `draws a card`."""
    verb, space, rest = words.partition(" ")
    if verb.endswith(("s", "sh", "ch", "x", "z")):
        return f"{verb}es{space}{rest}"
    if verb.endswith("y") and verb[-2:-1] not in "aeiou":
        return f"{verb[:-1]}ies{space}{rest}"
    return f"{verb}s{space}{rest}"


def _listed(colours: Sequence[str]) -> str:
    return ", ".join(str(colour) for colour in colours) or "nothing"
