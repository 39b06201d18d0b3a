"""What a seat may know of a game (GAP-11): nothing else ever reaches a player."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from operator import attrgetter
from typing import TYPE_CHECKING, Any, NamedTuple

import attrs

from ttrkit.colours import CARD_COLOURS, Colour
from ttrkit.engine.piles import Scope
from ttrkit.events.actions import Action
from ttrkit.events.history import History
from ttrkit.knowledge.seen import seen_history
from ttrkit.payment.card_counts import NO_CARDS, Cards

if TYPE_CHECKING:
    from ttrkit.board.model import Board, Route, Ticket
    from ttrkit.engine.state import Claim, State
    from ttrkit.payment.costs import Payment
    from ttrkit.variant import Variant


@attrs.frozen
class SeatSight:
    """What everybody sees of a seat."""

    team: int
    trains: int
    sheet: tuple[tuple[str, int], ...]  # points earned so far, by label
    routes: tuple[Route, ...]
    closed: tuple[Route, ...]  # free routes that are closed to it for good
    hand_size: int
    ticket_count: int  # held, or being chosen from

    @property
    def score(self) -> int:
        """The points earned so far."""
        return sum(points for _, points in self.sheet)


@attrs.frozen
class PileSight:
    """A pile of a rule part as a seat sees it; what it may not see is None."""

    name: str
    owner: int | None
    size: int | None
    cards: Cards | None = None
    tickets: tuple[Ticket, ...] | None = None
    per: Scope = "seat"  # whether the owner is a seat or a team; "game": there is none


@attrs.frozen
class ClaimSight:
    """A claim that is not settled yet, and the cards laid down for it."""

    seat: int
    route: Route
    payment: Payment


@attrs.frozen
class Pending:
    """A decision that waits to be made: the last one is next."""

    name: str
    seat: int
    data: Any


class _Raw(NamedTuple):
    """What a seat sees of a state, as numbers: an observation puts it into words when asked to."""

    variant: Variant
    seat: int
    turn: int
    first: int
    pending: tuple[tuple[str, int, Any], ...]
    hand: bytes
    tickets: tuple[int, ...]  # the seat's own
    trains: tuple[int, ...]  # by seat, like the next two
    points: tuple[Mapping[str, int], ...]
    routes: tuple[tuple[int, ...], ...]
    open: list[tuple[int, ...]]  # by shelf
    barred: list[tuple[int, ...]]  # by route: the seats it is not for
    hand_sizes: tuple[int, ...]  # by seat, like the next one
    ticket_counts: tuple[int, ...]
    market: tuple[int, ...]
    deck_size: int
    discards: bytes
    claim: Claim | None
    ticket_deck_size: int
    turns_left: int
    passes: int
    piles: tuple[tuple[tuple[int, ...] | None, tuple[tuple[int, ...], ...]], ...]  # see `PileView`
    shown: tuple[Mapping[str, Any], ...]  # by part
    open_state: tuple[tuple[Any, ...], ...]
    history: tuple[Any, int, Any]


class _Later:
    """Has what an observation is made of, before it is asked for."""

    __slots__ = ("_raw",)

    _raw: tuple[Any, ...]  # as in `_Raw`


@attrs.frozen
class Observation(_Later):
    """All that one seat may know: its own cards and tickets, and what lies open to everyone.

    Comparable and picklable; it holds no reference to the game.
    """

    variant: Variant = attrs.field(repr=lambda variant: variant.name)
    seat: int
    turn: int | None  # whose turn it is; None before the first
    first: int  # who began
    pending: tuple[Pending, ...]
    legal_actions: tuple[Action, ...]  # if this seat decides
    hand: Cards
    tickets: tuple[Ticket, ...]  # held, or chosen to be
    seats: tuple[SeatSight, ...]
    market: tuple[Colour, ...]
    deck_size: int
    discards: Cards
    claim: ClaimSight | None
    ticket_deck_size: int
    turns_left: int | None  # in the last round
    passes: int  # turns passed in a row
    piles: tuple[PileSight, ...]  # of the rule parts
    shown: tuple[tuple[str, Any], ...]  # what parts show beside their piles
    open_state: tuple[tuple[Any, ...], ...]  # the open fields of the parts' slots
    history: History

    if not TYPE_CHECKING:

        def __getattr__(self, name):
            """A field that is asked for the first time."""
            if name not in _FIELDS:
                raise AttributeError(f'an observation has no "{name}"')
            value = _FIELDS[name](_Raw._make(self._raw))
            object.__setattr__(self, name, value)
            return value

    @property
    def chosen(self) -> tuple[Ticket, ...]:
        """The tickets that this seat has chosen while others still choose."""
        return tuple(dict(self.shown).get("chosen", ()))

    @property
    def board(self) -> Board:
        """The board that is played on."""
        return self.variant.board

    @property
    def to_move(self) -> int | None:
        """The seat that decides; None when the game is over."""
        return self.pending[-1].seat if self.pending else None

    @property
    def decision(self) -> str | None:
        """What is being decided, by whomever; None when the game is over."""
        return self.pending[-1].name if self.pending else None

    @property
    def laid_down(self) -> Cards:
        """The cards laid down for a claim that is not settled yet."""
        return NO_CARDS if self.claim is None else self.claim.payment.total

    @property
    def open_routes(self) -> tuple[Route, ...]:
        """The free routes that are not closed to this seat."""
        taken = {route for seat in self.seats for route in seat.routes}
        taken.update(self.seats[self.seat].closed)
        return tuple(route for route in self.board.routes if route not in taken)

    def pile(self, name: str, owner: int | None = None) -> PileSight:
        """A part's pile by its name and the seat or team that it belongs to."""
        for pile in self.piles:
            if pile.name == name and pile.owner == owner:
                return pile
        there = ", ".join(dict.fromkeys(pile.name for pile in self.piles)) or "none"
        raise LookupError(f'no pile "{name}" of {owner}; there are {there}')

    def show(self, name: str) -> Any:
        """What a part shows under this name."""
        shown = dict(self.shown)
        if name not in shown:
            raise LookupError(f'nothing is shown as "{name}"; there are {", ".join(shown)}')
        return shown[name]


def observe(state: State, viewer: int) -> Observation:
    """What this seat may know."""
    engine = state.engine
    actions: list[Action] = []
    pending: tuple[tuple[str, int, Any], ...] = ()
    if state.asked is not None:
        decision, seat, data = state.asked
        pending = ((decision.name, seat, data),)
        if state.stack:
            pending = tuple([(each.name, seat, data) for each, seat, data in state.pending])
        if seat == viewer:
            actions = decision.options(state, viewer, data)
    tickets = (*state.tickets[viewer], *engine.chosen_tickets(state, viewer))
    slots = state.slots
    shown: list[Mapping[str, Any]] = []
    for shows in engine.shows:
        shown.append(shows(state, viewer))
    raw = (  # as in _Raw
        engine.variant,
        viewer,
        state.seat,
        state.first,
        pending,
        bytes(state.hands[viewer]),
        tickets,
        tuple(state.trains),
        tuple(state.points),
        tuple(state.routes),
        state.open,
        state.barred,
        tuple(map(sum, state.hands)),
        tuple(map(len, state.tickets)),
        state.market,
        len(state.deck),
        bytes(state.discards),
        state.claim,
        len(state.ticket_deck),
        state.turns_left,
        state.passes,
        state.readers[viewer](slots),
        tuple(shown),
        engine.open_state(slots),
        seen_history(state, viewer),
    )
    observation = _new(Observation)
    _set_raw(observation, raw)
    _set_actions(observation, tuple(actions))
    return observation


_new = Observation.__new__
_set_raw = _Later.__dict__["_raw"].__set__
_set_actions = Observation.__dict__["legal_actions"].__set__


# Raw values in words -----------------------------------------------------------------------


def _seats(raw: _Raw) -> tuple[SeatSight, ...]:
    engine, routes = raw.variant.engine, raw.variant.board.routes
    seats = range(len(raw.trains))
    held = list(raw.ticket_counts)
    for view, (sizes, _) in zip(engine.pile_views(len(seats))[raw.seat], raw.piles, strict=True):
        if view.spec.kind == "tickets" and view.spec.per == "seat" and sizes is not None:
            held = list(map(int.__add__, held, sizes))
    team_of = engine.team_of(len(seats))
    taken = {number for numbers in raw.routes for number in numbers}
    free = [number for number in range(len(routes)) if number not in taken]
    is_open = {number for shelf in raw.open for number in shelf}
    sights = []
    for seat in seats:
        closed = [n for n in free if n not in is_open or seat in raw.barred[n]]
        sights.append(
            SeatSight(
                team=team_of[seat],
                trains=raw.trains[seat],
                sheet=tuple(raw.points[seat].items()),
                routes=tuple([routes[number] for number in raw.routes[seat]]),
                closed=tuple([routes[number] for number in closed]),
                hand_size=raw.hand_sizes[seat],
                ticket_count=held[seat],
            )
        )
    return tuple(sights)


def _piles(raw: _Raw) -> tuple[PileSight, ...]:
    views = raw.variant.engine.pile_views(len(raw.trains))[raw.seat]
    tickets = raw.variant.board.tickets
    sights = []
    for (_, spec, owners, seen), (sizes, contents) in zip(views, raw.piles, strict=True):
        content = dict(zip(seen, contents, strict=True))
        for place, owner in enumerate(owners):
            size = None if sizes is None else sizes[place]
            cards = named = None
            if place in content:
                if spec.kind == "cards":
                    cards = Cards(bytes(content[place]))
                    size = cards.total
                else:
                    named = tuple([tickets[number] for number in content[place]])
                    size = len(named)
            sights.append(PileSight(spec.name, owner, size, cards, named, spec.per))
    return tuple(sights)


def _claim(raw: _Raw) -> ClaimSight | None:
    if raw.claim is None:
        return None
    seat, route, payment = raw.claim
    return ClaimSight(seat, raw.variant.board.routes[route], payment)


_FIELDS: Mapping[str, Callable[[_Raw], Any]] = {
    "variant": attrgetter("variant"),
    "seat": attrgetter("seat"),
    "turn": lambda raw: None if raw.turn < 0 else raw.turn,
    "first": attrgetter("first"),
    "pending": lambda raw: tuple([Pending(*each) for each in raw.pending]),
    "hand": lambda raw: Cards(raw.hand),
    "tickets": lambda raw: tuple([raw.variant.board.tickets[number] for number in raw.tickets]),
    "seats": _seats,
    "market": lambda raw: tuple([CARD_COLOURS[card] for card in raw.market]),
    "deck_size": attrgetter("deck_size"),
    "discards": lambda raw: Cards(raw.discards),
    "claim": _claim,
    "ticket_deck_size": attrgetter("ticket_deck_size"),
    "turns_left": lambda raw: None if raw.turns_left < 0 else raw.turns_left,
    "passes": attrgetter("passes"),
    "piles": _piles,
    "shown": lambda raw: tuple([item for each in raw.shown for item in each.items()]),
    "open_state": attrgetter("open_state"),
    "history": lambda raw: History(*raw.history),
}
