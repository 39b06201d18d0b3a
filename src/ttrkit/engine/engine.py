"""`Engine`: a variant made ready to play. It asks the parts, and knows no edition or rule."""

from __future__ import annotations

from collections.abc import Callable
from functools import cache
from typing import TYPE_CHECKING, NamedTuple

from ttrkit.board import NumberedBoard
from ttrkit.engine.answers import Answers
from ttrkit.engine.open_routes import OpenRoutes
from ttrkit.engine.part_slots import PileReader, PileView, SlotLayout, pile_reader, pile_views
from ttrkit.engine.state import State
from ttrkit.engine.turn_loop import TurnLoop
from ttrkit.events import Chance
from ttrkit.hooks import Decision, Part
from ttrkit.payment import PaymentTables

if TYPE_CHECKING:
    from ttrkit.variant import Variant


class Seating(NamedTuple):
    """The teams for one number of seats, and what each seat sees of the parts' piles."""

    teams: tuple[tuple[int, ...], ...]  # the seats of every team
    team_of: tuple[int, ...]  # by seat
    views: tuple[tuple[PileView, ...], ...]  # by seat
    readers: tuple[PileReader, ...]  # by seat


class Engine:
    """A variant made ready to play.

    `wrap` is applied to every bound part; with it, a caller can watch the parts.
    """

    def __init__(self, variant: Variant, wrap: Callable[[Part], Part] | None = None) -> None:
        self.variant = variant
        self.board = variant.board
        self.numbers = NumberedBoard(self.board)
        self.parts = self._bound(wrap)
        self.answers = Answers(self.parts)
        self.labels = tuple(dict.fromkeys(label for part in self.parts for label in part.labels))
        self.slots = SlotLayout([part.slot for part in self.parts if part.slot is not None])
        self.payments = PaymentTables(purses=1 if self.answers.shared_purse is None else 2)
        self.open_routes = OpenRoutes([range(len(self.board.routes))])
        self.ticket_stock = tuple(
            number
            for number, ticket in enumerate(self.board.tickets)
            if all(answer(ticket) for answer in self.answers.in_ticket_deck)
        )
        self.seating = cache(self._seating)
        self._blank = cache(self._blank_state)
        for prepare in self.answers.prepare:
            prepare(self)
        self.loop = TurnLoop(self)
        self.decisions: dict[str, Decision] = {self.loop.turn.name: self.loop.turn}
        for declare in self.answers.decisions:
            for decision in declare():
                if self.decisions.setdefault(decision.name, decision) is not decision:
                    raise ValueError(f'two parts have a decision called "{decision.name}"')

    def _bound(self, wrap: Callable[[Part], Part] | None) -> tuple[Part, ...]:
        slots = 0
        bound = []
        for part in self.variant.parts:
            own = part.bind(self, slots)
            bound.append(own if wrap is None else wrap(own))
            slots += part.slot is not None
        return tuple(bound)

    def _seating(self, seats: int) -> Seating:
        form_teams = self.answers.form_teams or Part().form_teams  # each seat alone
        teams: tuple[tuple[int, ...], ...] = form_teams(seats)
        by_seat = {seat: number for number, team in enumerate(teams) for seat in team}
        team_of = tuple(by_seat[seat] for seat in range(seats))
        views = tuple(pile_views(self.slots.piles, teams, viewer) for viewer in range(seats))
        return Seating(teams, team_of, views, tuple(map(pile_reader, views)))

    def start(self, seats: int, chance: Chance, first: int) -> State:
        """A new game, set up and waiting for its first decision."""
        state = self._blank(seats).copy()
        state.chance = chance
        state.first = first
        for set_up in self.answers.set_up:
            set_up(state)
        self.loop.advance(state)
        state.opening, state.log = state.log, ()
        return state

    def _blank_state(self, seats: int) -> State:
        """The state before set-up; made once for each number of seats."""
        return State(self, seats, Chance(0))
