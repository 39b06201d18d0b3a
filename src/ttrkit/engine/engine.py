"""`Engine`: a variant made ready to play. It asks the parts, and knows no edition or rule."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import cache
from types import MappingProxyType
from typing import TYPE_CHECKING, Any, NamedTuple, TypeVar

from ttrkit._text import as_whole, short
from ttrkit.board import NumberedBoard, Route
from ttrkit.engine.answers import Answers
from ttrkit.engine.contract import declared_decisions, is_ours
from ttrkit.engine.joining import join_decisions
from ttrkit.engine.open_routes import OpenRoutes
from ttrkit.engine.part_slots import PileReader, PileView, SlotLayout, pile_reader, pile_views
from ttrkit.engine.state import State
from ttrkit.engine.stocks import TRAINS, Stock, shuffle_things
from ttrkit.engine.turn_loop import TurnLoop
from ttrkit.errors import RuleError
from ttrkit.events import Chance
from ttrkit.hooks import Decision, Part, answer_of
from ttrkit.payment import PaymentTables, memory_of

if TYPE_CHECKING:
    from ttrkit.board import Route
    from ttrkit.variant import Variant

P = TypeVar("P", bound=Part)

NO_MEMORY: Any = MappingProxyType({})


class Seating(NamedTuple):
    """The teams for one number of seats, and what each seat sees of the parts' piles."""

    teams: tuple[tuple[int, ...], ...]  # the seats of every team
    team_of: tuple[int, ...]  # by seat
    views: tuple[tuple[PileView, ...], ...]  # by seat
    readers: tuple[PileReader, ...]  # by seat
    final_views: tuple[tuple[PileView, ...], ...]  # by seat, when the game is over
    final_readers: tuple[PileReader, ...]  # by seat, when the game is over


class Engine:
    """A variant made ready to play.

    `wrap` is applied to every bound part; with it, a caller can watch the parts. There is no
    `cached_property` here, because it makes every attribute slower to read.
    """

    def __init__(self, variant: Variant, wrap: Callable[[Part], Part] | None = None) -> None:
        self.variant = variant
        self.board = variant.board
        self.numbers = NumberedBoard(self.board)
        self.parts = self._bound(wrap)
        self.is_home_made = any(not is_ours(type(part)) for part in self.parts)
        """Whether a part comes from elsewhere than ttrkit, and may do what none of ours does."""
        self.answers = Answers(self.parts)
        self.labels = tuple(dict.fromkeys(label for part in self.parts for label in part.labels))
        self.slots = SlotLayout([part.slot for part in self.parts if part.slot is not None])
        self.payments = PaymentTables(purses=1 if self.answers.shared_purse is None else 2)
        self.open_routes = OpenRoutes([range(len(self.board.routes))])
        self.pieces_of = tuple(map(self._pieces, self.board.routes))
        """By route: the stock of the pieces that a claim lays on it."""
        self.ticket_stock = tuple(
            number
            for number, ticket in enumerate(self.board.tickets)
            if all(answer(ticket) for answer in self.answers.in_ticket_deck)
        )
        self.shared_routes = frozenset(
            number
            for number, route in enumerate(self.board.routes)
            if any(answer(route) for answer in self.answers.stays_open)
        )
        """The routes, by number, that several teams may claim."""
        self._route_points: Mapping[str, int] | None = None  # not known before parts are prepared
        self.seating = cache(self._seating)
        self.learners = cache(self._learners)
        self._blank = cache(self._blank_state)
        for prepare in self.answers.prepare:
            prepare(self)
        self.loop = TurnLoop(self)
        self.decisions: dict[str, Decision] = {self.loop.turn.name: self.loop.turn}
        for decision in declared_decisions(self):
            if self.decisions.setdefault(decision.name, decision) is not decision:
                raise ValueError(f'two parts have a decision called "{decision.name}"')
        join_decisions(self.parts, self.decisions)

    @property
    def route_points(self) -> Mapping[str, int]:
        """By the id of a route: the points for a claim of it."""
        if self._route_points is None:
            points = {route.id: self._points_for(route) for route in self.board.routes}
            self._route_points = points
        return self._route_points

    def _points_for(self, route: Route) -> int:
        points = self.board.points(route.length)
        for route_points in self.answers.route_points:
            answer = route_points(route, points)
            whole = as_whole(answer)
            if whole is None:
                what = f"{type(route_points.__self__).__name__}.route_points gives {short(answer)}"
                raise RuleError(f"{what} for {route}, where a whole number is wanted")
            points = whole
        return points

    def _bound(self, wrap: Callable[[Part], Part] | None) -> tuple[Part, ...]:
        slots = 0
        bound = []
        for part in self.variant.parts:
            own = part.bind(self, slots)
            bound.append(own if wrap is None else wrap(own))
            slots += part.slot is not None
        return tuple(bound)

    def _pieces(self, route: Route) -> Stock:
        for route_pieces in self.answers.route_pieces:
            stock: Stock | None = route_pieces(route)
            if stock is not None and stock is not TRAINS:
                if stock not in self.slots.stocks or stock.per != "seat" or len(stock.counts) > 1:
                    raise RuleError(
                        f"{route} takes pieces of {stock!r}: a Stock of one kind, per seat, with "
                        "a pile in a slot is wanted"
                    )
                return stock
        return TRAINS

    def part(self, kind: type[P]) -> P:
        """The part of this class (or of one derived from it); LookupError if there is none."""
        for part in self.parts:
            if isinstance(part, kind):
                return part
        raise LookupError(f"{self.variant.name} has no part {kind.__name__}")

    def _seating(self, seats: int) -> Seating:
        form_teams = self.answers.form_teams or Part().form_teams  # each seat alone
        teams: tuple[tuple[int, ...], ...] = form_teams(seats)
        by_seat = {seat: number for number, team in enumerate(teams) for seat in team}
        team_of = tuple(by_seat[seat] for seat in range(seats))
        views, final_views = (
            tuple(pile_views(self.slots.piles, teams, viewer, over=over) for viewer in range(seats))
            for over in (False, True)
        )
        readers, final_readers = (tuple(map(pile_reader, each)) for each in (views, final_views))
        return Seating(teams, team_of, views, readers, final_views, final_readers)

    def _learners(self, kind: str) -> tuple[Callable[..., None], ...]:
        """The answers to `learn` of the parts that learn from this kind of action."""
        found = [(answer_of(part, "learn"), part.learns_from) for part in self.parts]
        return tuple(
            learn
            for learn, kinds in found
            if learn is not None and (not kinds or kind in [each.__name__ for each in kinds])
        )

    def start(self, seats: int, chance: Chance, first: int) -> State:
        """A new game, set up and waiting for its first decision."""
        state = self.blank(seats)
        state.chance = chance
        state.memory = memory_of(self)
        state.first = first
        for slot, deck, stock in self.slots.decks:
            shuffle_things(state, slot, deck, stock.numbers)
        for set_up in self.answers.set_up:
            set_up(state)
        self.loop.advance(state)
        state.end_opening()
        return state

    def blank(self, seats: int) -> State:
        """A state with empty piles, before set-up, and without a memory: see `memory_of`."""
        return self._blank(seats).copy()

    def _blank_state(self, seats: int) -> State:
        """The state before set-up; made once for each number of seats."""
        blank = State(self, seats, Chance(0))
        blank.memory = NO_MEMORY  # from an engine nothing leads to the secrets of games
        return blank
