"""What a seat may know of a game (GAP-11): nothing else ever reaches a player."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import attrs

from ttrkit.actions import Action
from ttrkit.census import part_piles
from ttrkit.colours import CARD_COLOURS, Colour
from ttrkit.history import History, seen_history
from ttrkit.piles import NO_CARDS, Cards, Scope

if TYPE_CHECKING:
    from ttrkit.board import Board, Route, Ticket
    from ttrkit.census import Pile
    from ttrkit.payments import Payment
    from ttrkit.state import State
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


@attrs.frozen
class Observation:
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
    engine, board = state.engine, state.board
    actions: tuple[Action, ...] = ()
    if state.stack:
        decision, seat, data = state.stack[-1]
        if seat == viewer:
            actions = tuple(decision.options(state, viewer, data))
    held = [len(tickets) for tickets in state.tickets]
    sights = []
    for pile in part_piles(state):
        sight = _sight(state, pile, viewer)
        sights.append(sight)
        if pile.spec.kind == "tickets" and pile.spec.per == "seat" and pile.owner is not None:
            held[pile.owner] += sight.size or 0
    team_of = engine.team_of(state.seats)
    claim = state.claim
    return Observation(
        variant=engine.variant,
        seat=viewer,
        turn=None if state.seat < 0 else state.seat,
        first=state.first,
        pending=tuple([Pending(decision.name, seat, data) for decision, seat, data in state.stack]),
        legal_actions=actions,
        hand=Cards(bytes(state.hands[viewer])),
        tickets=tuple(
            [
                board.tickets[number]
                for number in (*state.tickets[viewer], *engine.chosen_tickets(state, viewer))
            ]
        ),
        seats=tuple(
            [
                SeatSight(
                    team=team_of[seat],
                    trains=state.trains[seat],
                    sheet=tuple(state.points[seat].items()),
                    routes=tuple([board.routes[number] for number in state.routes[seat]]),
                    closed=tuple([board.routes[number] for number in state.closed(seat)]),
                    hand_size=sum(state.hands[seat]),
                    ticket_count=held[seat],
                )
                for seat in range(state.seats)
            ]
        ),
        market=tuple([CARD_COLOURS[card] for card in state.market]),
        deck_size=len(state.deck),
        discards=Cards(bytes(state.discards)),
        claim=None
        if claim is None
        else ClaimSight(claim.seat, board.routes[claim.route], claim.payment),
        ticket_deck_size=len(state.ticket_deck),
        turns_left=None if state.turns_left < 0 else state.turns_left,
        passes=state.passes,
        piles=tuple(sights),
        shown=tuple(item for shows in engine.shows for item in shows(state, viewer).items()),
        open_state=tuple(
            [
                tuple([getattr(slot, name) for name in names])
                for slot, names in zip(state.slots, engine.open_fields, strict=True)
            ]
        ),
        history=seen_history(state, viewer),
    )


def _sight(state: State, pile: Pile, viewer: int) -> PileSight:
    """A part's pile, as far as this seat sees it."""
    spec, owner = pile.spec, pile.owner
    if not _sees(state, pile, viewer):
        return PileSight(spec.name, owner, pile.size if spec.size_seen else None, per=spec.per)
    cards = tickets = None
    if spec.kind == "cards":
        cards = Cards(bytes(pile.content))
    else:
        tickets = tuple([state.board.tickets[number] for number in pile.content])
    return PileSight(spec.name, owner, pile.size, cards, tickets, spec.per)


def _sees(state: State, pile: Pile, viewer: int) -> bool:
    """Whether a seat sees the content of a pile."""
    seen, owner = pile.spec.seen, pile.owner
    if seen == "all":
        return True
    if seen == "none" or owner is None:
        return False
    if pile.spec.per == "team":
        return state.team_of(viewer) == owner
    return viewer == owner or (seen == "team" and state.team_of(viewer) == state.team_of(owner))
