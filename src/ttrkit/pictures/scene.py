"""The scene of a picture: what is to be drawn of a board, a variant, a game or an observation."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from typing import TYPE_CHECKING, Any

import attrs

from ttrkit._text import checked_list, checked_seat, short
from ttrkit.board import Board, Route, Ticket
from ttrkit.events import Action, Event
from ttrkit.game import Game
from ttrkit.hooks import Piece
from ttrkit.knowledge import Observation
from ttrkit.narrate import narrate
from ttrkit.pictures.ways import ticket_way
from ttrkit.variant import Variant

if TYPE_CHECKING:
    from ttrkit.knowledge.sights import SeatSight

Place = str | Route
"""The name of a city, or a route."""


@attrs.frozen
class Seat:
    """What a picture tells of a seat."""

    number: int
    team: int
    score: int
    trains: int


@attrs.frozen
class TicketWay:
    """A ticket, whether it is completed, and the shortest way that is left for it."""

    ticket: Ticket
    is_completed: bool
    way: tuple[Route, ...] | None  # None: there is no way any more


@attrs.frozen
class Scene:
    """Everything that a picture shows."""

    board: Board
    title: str
    owners: Mapping[str, tuple[int, ...]] = attrs.field(factory=dict)  # seats, by the route's id
    seats: tuple[Seat, ...] = ()
    teams: bool = False  # whether several seats play together
    pieces: tuple[Piece, ...] = ()
    last: frozenset[Place] = frozenset()
    last_words: str = ""
    highlight: frozenset[Place] = frozenset()
    tickets: tuple[TicketWay, ...] = ()
    heat: Mapping[Place, float] | None = None


def scene_of(
    what: Board | Variant | Game | Observation,
    *,
    seat: int | None = None,
    last: bool | Action | Event | Place | tuple[str, ...] | None = True,
    highlight: Iterable[Any] = (),
    tickets: bool | Iterable[Any] = False,
    heat: Mapping[Any, float] | None = None,
) -> Scene:
    """The scene of a picture; ValueError and TypeError say what does not fit."""
    board = what if isinstance(what, Board) else getattr(what, "board", None)
    if not isinstance(board, Board) or not isinstance(what, Board | Variant | Game | Observation):
        wanted = "a board, a variant, a game or an observation"
        raise TypeError(f"{wanted} is wanted, not {short(what)}")
    scene = Scene(board, title=what.title if isinstance(what, Variant) else board.name)
    view = _view(what, seat)
    if isinstance(what, Variant):
        scene = attrs.evolve(scene, pieces=tuple(_pieces(what, {}, 0)))
    if view is not None:
        scene = _with_game(scene, view, what if seat is None else view, last)
    elif seat is not None:
        raise ValueError("seat: only a game has seats")
    elif last not in (True, None, False):
        raise ValueError("last: only a game has a last action")
    return attrs.evolve(
        scene,
        highlight=frozenset(_place(board, each, "highlight") for each in _listed(highlight)),
        tickets=tuple(_ticket_ways(scene, what if seat is None else view, tickets)),
        heat=None if heat is None else _heat(board, heat),
    )


def _view(what: Any, seat: int | None) -> Observation | None:
    """The observation to be drawn: the one given, or a game's, for the seat that looks."""
    if isinstance(what, Observation):
        if seat is not None and seat != what.seat:
            raise ValueError(f"seat: this is what seat {what.seat} sees, and no other")
        return what
    if isinstance(what, Game):
        return what.observe(0 if seat is None else checked_seat(seat, len(what.seats), "seat"))
    return None


def _with_game(scene: Scene, view: Observation, told: Any, last: Any) -> Scene:
    seats = [_seat(number, sight) for number, sight in enumerate(view.seats)]
    history = tuple(told.history)
    if last is True:
        last = history[-1] if history else None
    marked, words = _last(scene.board, last, history) if last else (frozenset(), "")
    return attrs.evolve(
        scene,
        title=view.variant.title,
        owners=_owners(view),
        seats=tuple(seats),
        teams=len({seat.team for seat in seats}) < len(seats),
        pieces=tuple(_pieces(view.variant, dict(view.shown), len(seats))),
        last=marked,
        last_words=words,
    )


def _owners(view: Observation) -> dict[str, tuple[int, ...]]:
    """The seats that have a route, by its id: several, if the rules let them share it."""
    found: dict[str, tuple[int, ...]] = {}
    for number, sight in enumerate(view.seats):
        for route in sight.routes:
            found[route.id] = (*found.get(route.id, ()), number)
    return found


def _seat(number: int, sight: SeatSight) -> Seat:
    return Seat(number, sight.team, sight.score, sight.trains)


# The last action -----------------------------------------------------------------------------


def _last(board: Board, last: Any, history: tuple[Event, ...]) -> tuple[frozenset[Place], str]:
    """The places that the last action is about, and the action in words."""
    if isinstance(last, Event):
        return places_of(board, last, history), narrate(last)
    if isinstance(last, Action):
        return places_of(board, Event(0, last, ()), history), str(last)
    return frozenset({_place(board, last, "last")}), ""


def places_of(board: Board, event: Event, history: Iterable[Event]) -> frozenset[Place]:
    """The places on the map that an event is about; `history` ends with it."""
    action = event.action
    place = getattr(action, "route", None) or getattr(action, "city", None)
    if place is None and type(action).__name__ == "PayTunnel":
        tried = [e.action for e in history if getattr(e.action, "route", None) is not None]
        place = getattr(tried[-1], "route", None) if tried else None
    found = _place_or_none(board, place)
    return frozenset(() if found is None else {found})


# Pieces --------------------------------------------------------------------------------------


def _pieces(variant: Variant, shown: Mapping[str, Any], seats: int) -> Iterator[Piece]:
    """The pieces that parts draw, and plain tokens for what else they show of cities and routes."""
    drawn = {name for part in variant.engine.parts for name in part.draws}
    for drawn_pieces in variant.engine.answers.drawn_pieces:
        for piece in drawn_pieces(variant.board, shown):
            yield attrs.evolve(piece, place=_place(variant.board, piece.place, "a piece"))
    for name, value in shown.items():
        if name not in drawn:
            yield from _tokens(variant.board, name, value, seats)


def _tokens(board: Board, name: str, value: Any, seats: int) -> Iterator[Piece]:
    """Tokens for a fact that lists places, for all seats or by seat; nothing for any other."""
    by_seat = isinstance(value, tuple) and len(value) == seats
    owned: list[tuple[int | None, Any]]
    if by_seat and all(isinstance(each, tuple | frozenset) for each in value):
        owned = [(seat, place) for seat, each in enumerate(value) for place in each]
    elif isinstance(value, tuple | frozenset):
        owned = [(None, place) for place in value]
    else:
        return
    for seat, place in owned:
        where = _place_or_none(board, place)
        if where is not None:
            yield Piece(where, "token", seat, name[:1].upper(), name)


def _place_or_none(board: Board, place: Any) -> Place | None:
    if isinstance(place, Route) and place in board.routes:
        return place
    if isinstance(place, str):
        if any(city.name == place for city in board.cities):
            return place
        return next((route for route in board.routes if route.id == place), None)
    return None


def _place(board: Board, place: Any, what: str) -> Place:
    """A city or route of the board: by its name, its id, or two cities; LookupError if none."""
    if isinstance(place, tuple | list) and len(place) in (2, 3):
        return board.route(*place)
    found = _place_or_none(board, place if isinstance(place, Route) else str(place))
    if found is None:
        if isinstance(place, str):
            board.city(place)  # LookupError names the nearest one
        raise LookupError(
            f"{what}: a city or a route of {board.name} is wanted, not {short(place)}"
        )
    return found


def _listed(places: Any) -> list[Any]:
    return [places] if isinstance(places, str | Route) else checked_list(places, "a list of places")


# Tickets and figures -------------------------------------------------------------------------


def _ticket_ways(scene: Scene, what: Any, tickets: Any) -> Iterator[TicketWay]:
    """The tickets to be drawn: those named, or those of the seat that looks."""
    if tickets is False or tickets is None:
        return
    owner = what.seat if isinstance(what, Observation) else None
    if tickets is True:
        if owner is None:
            raise ValueError("tickets=True: say whose, by seat=0 and so on")
        tickets = list(what.tickets)
        for pile in what.piles:  # such as those that a team shares
            if pile.tickets is not None and pile.owner in (owner, what.seats[owner].team):
                tickets += [ticket for ticket in pile.tickets if ticket not in tickets]
    own: set[str] = set()
    taken = set(scene.owners)
    if owner is not None:
        mates = {seat.number for seat in scene.seats if seat.team == scene.seats[owner].team}
        own = {route for route, owners in scene.owners.items() if not mates.isdisjoint(owners)}
        taken = {route.id for route in scene.board.routes} - {r.id for r in what.open_routes}
    for each in checked_list(tickets, "tickets: a list of tickets"):
        ticket = each if isinstance(each, Ticket) else scene.board.ticket(*each)
        done, way = ticket_way(scene.board, ticket, own=own, taken=taken - own)
        yield TicketWay(ticket, done, way)


def _heat(board: Board, heat: Any) -> dict[Place, float]:
    if not isinstance(heat, Mapping):
        raise TypeError(f"heat: a mapping of routes or cities to numbers is wanted: {short(heat)}")
    found = {}
    for place, value in heat.items():
        if isinstance(value, bool) or not isinstance(value, int | float):
            raise TypeError(f"heat: {short(place)}: a number is wanted, not {short(value)}")
        found[_place(board, place, "heat")] = float(value)
    return found
