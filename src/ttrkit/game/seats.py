"""Live views of the seats and teams of a game: `game.seats[i]` and `game.teams[i]`."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from ttrkit._text import counted
from ttrkit.payment import Cards

if TYPE_CHECKING:
    from ttrkit.board import Route, Ticket
    from ttrkit.engine import Scope, State


class SeatView:
    """A seat of a game: its hand, trains, tickets, routes and score; and what the parts add."""

    __slots__ = ("_state", "index")

    if TYPE_CHECKING:  # the fields that our own parts add, where a variant has them
        stations: int
        """The number of stations left (of `Stations`)."""
        flags: Cards
        """The cards laid open for a flag (of `Flags`)."""

    def __init__(self, state: State, index: int) -> None:
        self._state = state
        self.index = index

    @property
    def hand(self) -> Cards:
        """The cards in hand."""
        return Cards(bytes(self._state.hands[self.index]))

    @property
    def trains(self) -> int:
        """The number of trains left."""
        return self._state.trains[self.index]

    @property
    def tickets(self) -> tuple[Ticket, ...]:
        """The tickets kept, in the order drawn."""
        tickets = self._state.board.tickets
        return tuple(tickets[number] for number in self._state.kept_tickets(self.index))

    @property
    def routes(self) -> tuple[Route, ...]:
        """The routes claimed, in the order claimed."""
        routes = self._state.board.routes
        return tuple(routes[number] for number in self._state.routes[self.index])

    @property
    def score(self) -> int:
        """The points earned so far."""
        return sum(self._state.points[self.index].values())

    @property
    def team(self) -> int:
        """The number of the team that it plays for."""
        return self._state.team_of(self.index)

    def __getattr__(self, name: str) -> Any:
        _check_name(self, name)
        for part in self._state.engine.parts:
            if name in part.seat_fields:
                return part.seat_field(self._state, self.index, name)
        return _named(self._state, name, "seat", self.index)

    def __dir__(self) -> list[str]:
        fields = [name for part in self._state.engine.parts for name in part.seat_fields]
        return sorted({*object.__dir__(self), *fields, *_names(self._state, "seat")})

    def __repr__(self) -> str:
        return (
            f"<seat {self.index}: {counted(self.score, 'point')}, "
            f"{counted(self.trains, 'train')}, {counted(self.hand.total, 'card')}, "
            f"{counted(len(self.tickets), 'ticket')}>"
        )


class TeamView:
    """The seats that play together; a seat alone is a team of one. The parts add to it."""

    __slots__ = ("_state", "index")

    if TYPE_CHECKING:  # the fields that our own parts add, where a variant has them
        holder: Cards
        """The cards in the team's holder (of `Teams`)."""
        tickets: tuple[Ticket, ...]
        """The tickets in the team's holder (of `Teams`)."""

    def __init__(self, state: State, index: int) -> None:
        self._state = state
        self.index = index

    @property
    def seats(self) -> tuple[int, ...]:
        """The numbers of its seats."""
        return self._state.teams[self.index]

    @property
    def score(self) -> int:
        """The points that its seats have earned so far."""
        return sum(sum(self._state.points[seat].values()) for seat in self.seats)

    def __getattr__(self, name: str) -> Any:
        _check_name(self, name)
        for part in self._state.engine.parts:
            if name in part.team_fields:
                return part.team_field(self._state, self.index, name)
        return _named(self._state, name, "team", self.index)

    def __dir__(self) -> list[str]:
        fields = [name for part in self._state.engine.parts for name in part.team_fields]
        return sorted({*object.__dir__(self), *fields, *_names(self._state, "team")})

    def __repr__(self) -> str:
        return f"<team {self.index}: seats {self.seats}, {counted(self.score, 'point')}>"


def _named(state: State, name: str, per: Scope, owner: int) -> Any:
    """A pile of things or an open field of a part, by its name."""
    named = state.engine.slots.named.get(name)
    if named is None or named.per != per:
        raise AttributeError(f'a {per} of {state.variant.name} has no "{name}"')
    return named.read(state.slots, owner)


def _names(state: State, per: Scope) -> list[str]:
    """The names of the piles of things and open fields that each seat or team has."""
    return [name for name, named in state.engine.slots.named.items() if named.per == per]


def _check_name(view: object, name: str) -> None:
    """Raise what went wrong with a name that is the view's own and no part's."""
    if name.startswith("_"):  # as copy and pickle ask for
        raise AttributeError(name)
    if hasattr(type(view), name):
        object.__getattribute__(view, name)  # raises again what it has just raised
