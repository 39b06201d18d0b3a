"""What a seat may know of a game (GAP-11): nothing else ever reaches a player."""

from __future__ import annotations

from typing import TYPE_CHECKING

import attrs

from ttrkit.actions import Action
from ttrkit.census import part_piles
from ttrkit.colours import CARD_COLOURS, Colour
from ttrkit.piles import Cards

if TYPE_CHECKING:
    from ttrkit.board import Board, Route, Ticket
    from ttrkit.census import Pile
    from ttrkit.state import State
    from ttrkit.variant import Variant


@attrs.frozen
class SeatSight:
    """What everybody sees of a seat."""

    team: int
    trains: int
    score: int
    routes: tuple[Route, ...]
    hand_size: int
    ticket_count: int  # kept or being chosen from


@attrs.frozen
class PileSight:
    """A pile of a rule part as a seat sees it; what it may not see is None."""

    name: str
    owner: int | None  # a seat, a team or nobody
    size: int | None
    cards: Cards | None = None
    tickets: tuple[Ticket, ...] | None = None


@attrs.frozen
class Observation:
    """All that one seat may know: its own cards and tickets, and what lies open to everyone."""

    variant: Variant = attrs.field(repr=lambda variant: variant.name)
    seat: int
    to_move: int | None
    decision: str | None  # what is being decided, by whomever
    legal_actions: tuple[Action, ...]  # if this seat decides
    hand: Cards
    tickets: tuple[Ticket, ...]
    seats: tuple[SeatSight, ...]
    market: tuple[Colour, ...]
    deck_size: int
    discards: Cards
    laid_down: Cards  # for a claim that is not settled yet
    ticket_deck_size: int
    turns_left: int | None  # in the last round
    piles: tuple[PileSight, ...]  # of the rule parts
    shown: tuple[tuple[str, object], ...]  # what parts show beside their piles

    @property
    def board(self) -> Board:
        """The board that is played on."""
        return self.variant.board

    def pile(self, name: str, owner: int | None = None) -> PileSight:
        """A part's pile by its name and the seat or team that it belongs to."""
        for pile in self.piles:
            if pile.name == name and pile.owner == owner:
                return pile
        there = ", ".join(dict.fromkeys(pile.name for pile in self.piles)) or "none"
        raise LookupError(f'no pile "{name}" of {owner}; there are {there}')


def observe(state: State, viewer: int) -> Observation:
    """What this seat may know."""
    engine, board = state.engine, state.board
    decision, to_move, data = state.stack[-1] if state.stack else (None, None, None)
    actions: tuple[Action, ...] = ()
    if decision is not None and to_move == viewer:
        actions = tuple(decision.options(state, viewer, data))
    held = [len(tickets) for tickets in state.tickets]
    sights = []
    for pile in part_piles(state):
        sights.append(_sight(state, pile, viewer))
        if pile.spec.kind == "tickets" and pile.spec.per == "seat" and pile.owner is not None:
            held[pile.owner] += len(pile.content)
    return Observation(
        variant=state.variant,
        seat=viewer,
        to_move=to_move,
        decision=None if decision is None else decision.name,
        legal_actions=actions,
        hand=Cards(bytes(state.hands[viewer])),
        tickets=tuple(board.tickets[number] for number in state.tickets[viewer]),
        seats=tuple(
            SeatSight(
                team=engine.team_of(state.seats)[seat],
                trains=state.trains[seat],
                score=sum(state.points[seat].values()),
                routes=tuple(board.routes[number] for number in state.routes[seat]),
                hand_size=sum(state.hands[seat]),
                ticket_count=held[seat],
            )
            for seat in range(state.seats)
        ),
        market=tuple(CARD_COLOURS[card] for card in state.market),
        deck_size=len(state.deck),
        discards=Cards(bytes(state.discards)),
        laid_down=Cards(bytes(9)) if state.claim is None else state.claim.payment.total,
        ticket_deck_size=len(state.ticket_deck),
        turns_left=None if state.turns_left < 0 else state.turns_left,
        piles=tuple(sights),
        shown=tuple(
            sorted(item for shows in engine.shows for item in shows(state, viewer).items())
        ),
    )


def _sight(state: State, pile: Pile, viewer: int) -> PileSight:
    """A part's pile, as far as this seat sees it."""
    spec = pile.spec
    if not _sees(state, pile, viewer):
        return PileSight(spec.name, pile.owner, pile.size if spec.size_seen else None)
    if spec.kind == "cards":
        return PileSight(spec.name, pile.owner, pile.size, cards=Cards(bytes(pile.content)))
    tickets = tuple(state.board.tickets[number] for number in pile.content)
    return PileSight(spec.name, pile.owner, pile.size, tickets=tickets)


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
