"""A game in words: single events, and the highlights of a whole game.

The functions read the whole `Game`, so they may tell more than any player knows.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from typing import TYPE_CHECKING

import attrs

from ttrkit.colours import Colour
from ttrkit.events import (
    ClaimRoute,
    DrawBlind,
    DrawFaceUp,
    Drawn,
    DrawTickets,
    ThingDrawn,
    TurnedUp,
    Unseen,
)
from ttrkit.parts import PlaceCard
from ttrkit.players import MAX_TURNS, moves
from ttrkit.scoring import earned

if TYPE_CHECKING:
    from ttrkit.board import Route, Ticket
    from ttrkit.events import Event
    from ttrkit.game import Game
    from ttrkit.players import Player

NAMES = ("Ada", "Ben", "Cleo", "Dan", "Eve", "Finn")
ROUTINE = (DrawFaceUp, DrawBlind, DrawTickets, PlaceCard)
"""Actions that are too frequent to be highlights."""


# Single events -------------------------------------------------------------------------------


def narrate(event: Event, who: str | None = None) -> str:
    """Tell an event in words.

    >>> from ttrkit import DrawFaceUp, Event
    >>> narrate(Event(0, DrawFaceUp("red"), ()), "Ada")
    'Ada takes a face-up red card'
    >>> narrate(Event(0, DrawFaceUp("red"), ()), "You")
    'You take a face-up red card'
    """
    return _said(who or f"Seat {event.seat}", _deed(event))


def _said(who: str, deed: str) -> str:
    """A sentence about somebody, in the third person, or in the second about "You"."""
    if who.lower() == "you":
        return f"{who} {deed}".replace(" their ", " your ")
    return f"{who} {_third_person(deed)}"


def _deed(event: Event, *, tries: bool | None = None) -> str:
    """The action in the imperative, and its outcome: `draw a card from the deck: red`.

    A claim may still have to be paid for (EU-42): where nobody tells whether it `tries` only, the
    cards that were turned up do.
    """
    action = event.action
    words = _unseen(action) if isinstance(action, Unseen) else str(action)
    if _asks_for_more(event) if tries is None else tries:
        words = f"try to {words}"
    for outcome in event.outcome:
        if isinstance(outcome, Drawn):
            words += f": {outcome.colour.value}"
        elif isinstance(outcome, ThingDrawn):
            words += f": {outcome.kind}"
        elif isinstance(outcome, TurnedUp):
            colours = ", ".join(colour.value for colour in outcome.colours)
            words += f"; turned up: {colours or 'nothing'}"
    return words


def _asks_for_more(event: Event) -> bool:
    """Whether a card was turned up that is wild or of a colour played for the claim."""
    if not isinstance(event.action, ClaimRoute):
        return False
    played = {Colour.WILD, *event.action.cards, *event.action.shared}
    turned_up = [outcome for outcome in event.outcome if isinstance(outcome, TurnedUp)]
    return any(played.intersection(outcome.colours) for outcome in turned_up)


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
    verb = words.partition(" ")[0].rstrip(";:,")
    rest = words[len(verb) :]
    if verb.endswith(("s", "sh", "ch", "x", "z")):
        return f"{verb}es{rest}"
    if verb.endswith("y") and verb[-2:-1] not in "aeiou":
        return f"{verb[:-1]}ies{rest}"
    return f"{verb}s{rest}"


# What came of them ---------------------------------------------------------------------------


@attrs.frozen
class Highlight:
    """An event worth telling, and its effects."""

    turn: int  # the number of turns begun so far, of all seats together
    event: Event
    is_try: bool  # whether it is a claim that was not made, or is still to be paid for
    fate: str  # what became of the claim that it decided: "; Paris–Zürich is not claimed"
    points: Mapping[str, int]  # earned by the team at once, by label of the score sheet
    score: int  # of the seat, after the event
    others: Mapping[int, tuple[Mapping[str, int], int]]
    """Of seats of other teams that earned points by it: the points by label, and their score."""
    completed: Mapping[Ticket, int]  # tickets completed by it, with the team that has them
    taken: tuple[str, ...]  # bonuses won over from another team: "longest route"
    last_round: bool  # whether this event began it

    @property
    def text(self) -> str:
        """The action in words, without the name of the player."""
        return self.told_of("").strip()

    def told_of(self, who: str) -> str:
        """The action in words: "Ada tries to claim …", "You try to claim …"."""
        return _said(who, _deed(self.event, tries=self.is_try) + self.fate)


def gained(points: Mapping[str, int], score: int) -> str:
    """Points by label, and the score after them: `+2, +4 flags (13)`; nothing if there are none."""
    each = [f"{n:+}" + f" {label}" * (label != "routes") for label, n in points.items()]
    return f"{', '.join(each)} ({score})" if each else ""


class Teller:
    """Follows a game, and tells what came of every event."""

    def __init__(self, game: Game) -> None:
        self._before = _Standing(game)

    def after(self, game: Game, turn: int, event: Event) -> Highlight:
        """The last event and its effects; `game` is the same game after it."""
        before, now = self._before, _Standing(game)
        self._before = now
        team = game.seats[event.seat].team
        return Highlight(
            turn,
            event,
            isinstance(event.action, ClaimRoute) and not now.is_claimed(event.action.route, event),
            now.fate_since(before),
            now.earned_since(before, team),
            game.seats[event.seat].score,
            {
                seat.index: (points, seat.score)
                for seat in game.seats
                if seat.team != team and (points := now.earned_by_seat(before, seat.index))
            },
            now.completed_since(before),
            now.taken_since(before, team),
            now.in_last_round and not before.in_last_round,
        )


def play_and_tell(
    game: Game, players: Sequence[Player], *, max_turns: int = MAX_TURNS
) -> Iterator[Highlight]:
    """Let the players finish the game, and yield each highlight as it happens."""
    teller = Teller(game)
    in_last_round = game.turns_left is not None
    for turn, _, action in moves(game, players, max_turns=max_turns):
        begins = game.turns_left is not None and not in_last_round
        in_last_round = game.turns_left is not None
        if begins or not isinstance(action, ROUTINE):
            yield teller.after(game, turn, game.history[-1])


class _Standing:
    """A snapshot of points, tickets and the claim in progress, to compare with a later one."""

    def __init__(self, game: Game) -> None:
        tally = game.tally()
        claim, routes = tally.state.claim, game.board.routes
        self.claim = None if claim is None else (claim.seat, routes[claim.route])
        self.owned = {(seat.index, route) for seat in game.seats for route in seat.routes}
        self.sheets = game.result().sheets
        self.by_seat = [dict(sheet) for sheet in tally.state.points]
        self.earned = [earned(tally.state, team) for team in tally.teams]
        self.completed = {
            ticket: team for team in tally.teams for ticket in tally.tickets(team).completed
        }
        self.in_last_round = game.turns_left is not None

    def is_claimed(self, route: Route, event: Event) -> bool:
        """Whether the route belongs to whoever acted."""
        return (event.seat, route) in self.owned

    def fate_since(self, before: _Standing) -> str:
        """What became of the claim that was in progress then, if it is over."""
        if before.claim is None or self.claim is not None:
            return ""
        done = before.claim in self.owned  # by whoever claimed it: others may have been asked
        return f"; {before.claim[1]} is {'' if done else 'not '}claimed"

    def earned_since(self, before: _Standing, team: int) -> dict[str, int]:
        """The points that a team has earned since then, by label."""
        return _more(before.earned[team], self.earned[team])

    def earned_by_seat(self, before: _Standing, seat: int) -> dict[str, int]:
        """The points that a seat has earned since then, by label."""
        return _more(before.by_seat[seat], self.by_seat[seat])

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

    def completed_since(self, before: _Standing) -> dict[Ticket, int]:
        """The tickets completed since then: a station may complete one in another's turn."""
        return {t: team for t, team in self.completed.items() if t not in before.completed}


def _more(old: Mapping[str, int], new: Mapping[str, int]) -> dict[str, int]:
    """The difference between two sheets, by label."""
    more = {label: n - old.get(label, 0) for label, n in new.items()}
    return {label: n for label, n in more.items() if n}
