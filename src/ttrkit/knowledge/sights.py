"""The parts of an observation: the raw numbers, and the sights of seats, piles and claims."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any, NamedTuple

import attrs

from ttrkit.engine import Claim, Scope
from ttrkit.payment import CARD_NUMBER, Cards

if TYPE_CHECKING:
    from ttrkit.board import Route, Ticket
    from ttrkit.engine.part_slots import PileView
    from ttrkit.events import Outcome
    from ttrkit.knowledge.observation import Observation
    from ttrkit.payment import Payment
    from ttrkit.variant import Variant


@attrs.frozen
class SeatSight:
    """The public facts about a seat."""

    team: int
    trains: int
    sheet: tuple[tuple[str, int], ...]  # points earned so far, by label
    routes: tuple[Route, ...]
    closed: tuple[Route, ...]  # free routes that are closed to it for good
    hand_size: int
    ticket_count: int  # held, or being chosen from
    tickets: tuple[Ticket, ...] | None = None  # shown when the game is over (US-83)

    @property
    def score(self) -> int:
        """The points earned so far."""
        return sum(points for _, points in self.sheet)


@attrs.frozen
class PileSight:
    """A pile of a rule part as a seat sees it; hidden values are None."""

    name: str
    owner: int | None
    size: int | None
    cards: Cards | None = None
    tickets: tuple[Ticket, ...] | None = None
    per: Scope = "seat"  # the kind of owner; "game": there is none


@attrs.frozen
class ClaimSight:
    """A claim in progress, and the cards laid down for it."""

    seat: int
    route: Route
    payment: Payment


@attrs.frozen
class Pending:
    """A decision that waits to be made."""

    name: str
    seat: int
    data: Any


class Numbers(NamedTuple):
    """The raw numbers that an observation's fields are computed from: what the seat may see."""

    variant: Variant
    seat: int
    turn: int
    first: int
    pending: tuple[tuple[str, int, Any], ...]
    hand: bytes
    tickets: tuple[int, ...]  # the seat's own
    trains: tuple[int, ...]  # by seat, like the next two
    points: tuple[dict[str, int], ...]
    routes: tuple[tuple[int, ...], ...]
    open_routes: list[tuple[int, ...]]  # by group
    closed_to: list[tuple[int, ...]]  # by route: single seats that it is closed to
    hand_sizes: tuple[int, ...]  # by seat, like the next one
    ticket_counts: tuple[int, ...]
    shown_tickets: tuple[tuple[int, ...], ...] | None  # by seat, when the game is over
    market: tuple[int, ...]
    first_market: tuple[int, ...]
    deck_size: int
    discards: bytes
    claim: Claim | None
    ticket_deck_size: int
    turns_left: int
    passes: int
    piles: tuple[tuple[tuple[int, ...] | None, tuple[tuple[int, ...], ...]], ...]  # see `PileView`
    facts: tuple[Mapping[str, Any], ...]  # by part
    open_state: tuple[tuple[Any, ...], ...]
    opening: tuple[Outcome, ...]
    hidden_since: int
    history: tuple[Any, int, Any, Any]

    @property
    def views(self) -> tuple[PileView, ...]:
        """The seat's views of the piles of the parts."""
        seating = self.variant.engine.seating(len(self.trains))
        return (seating.final_views if self.shown_tickets else seating.views)[self.seat]


def seat_sights(numbers: Numbers) -> tuple[SeatSight, ...]:
    """The public facts about each seat."""
    variant = numbers.variant
    seating, routes = variant.engine.seating(len(numbers.trains)), variant.board.routes
    seats = range(len(numbers.trains))
    held = list(numbers.ticket_counts)
    for view, (sizes, _) in zip(numbers.views, numbers.piles, strict=True):
        if view.spec.kind == "tickets" and view.spec.per == "seat" and sizes is not None:
            held = list(map(int.__add__, held, sizes))
    shared = variant.engine.shared_routes
    taken = {number for claimed in numbers.routes for number in claimed if number not in shared}
    free = [number for number in range(len(routes)) if number not in taken]
    is_open = {number for group in numbers.open_routes for number in group}
    shown = numbers.shown_tickets
    tickets = variant.board.tickets
    sights = []
    for seat in seats:
        closed = [n for n in free if n not in is_open or seat in numbers.closed_to[n]]
        if shared:
            closed = [n for n in closed if n not in numbers.routes[seat]]
        sights.append(
            SeatSight(
                team=seating.team_of[seat],
                trains=numbers.trains[seat],
                sheet=tuple(numbers.points[seat].items()),
                routes=tuple([routes[number] for number in numbers.routes[seat]]),
                closed=tuple([routes[number] for number in closed]),
                hand_size=numbers.hand_sizes[seat],
                ticket_count=held[seat],
                tickets=None if shown is None else tuple([tickets[n] for n in shown[seat]]),
            )
        )
    return tuple(sights)


def pile_sights(numbers: Numbers) -> tuple[PileSight, ...]:
    """The piles of the rule parts."""
    tickets = numbers.variant.board.tickets
    sights = []
    for (_, spec, owners, seen), (sizes, contents) in zip(
        numbers.views, numbers.piles, strict=True
    ):
        content = dict(zip(seen, contents, strict=True))
        for place, owner in enumerate(owners):
            size = None if sizes is None else sizes[place]
            cards = named = None
            if place in content:
                if spec.kind == "cards":
                    cards = Cards(bytes(content[place]))
                    size = sum(content[place])
                else:
                    named = tuple([tickets[number] for number in content[place]])
                    size = len(named)
            sights.append(PileSight(spec.name, owner, size, cards, named, spec.per))
    return tuple(sights)


def claim_sight(numbers: Numbers) -> ClaimSight | None:
    """The claim in progress, or None."""
    if numbers.claim is None:
        return None
    seat, route, payment = numbers.claim
    return ClaimSight(seat, numbers.variant.board.routes[route], payment)


# Back from words to numbers ------------------------------------------------------------------


def numbers_of(observation: Observation) -> Numbers:
    """The raw numbers of an observation; worked out from its fields if it was unpickled."""
    found: Numbers | None = vars(observation).get("_numbers")
    return _numbers_from_fields(observation) if found is None else found


def _numbers_from_fields(seen: Observation) -> Numbers:
    engine = seen.variant.engine
    routes, tickets = engine.numbers.of_route, engine.numbers.of_ticket
    state = engine.blank(len(seen.seats))
    for seat, sight in enumerate(seen.seats):
        for route in sight.routes:
            is_shared = routes[route.id] in engine.shared_routes
            state.close(route, (seat,) if is_shared else None)
        for route in sight.closed:
            state.close(route, (seat,))
    seating = engine.seating(len(seen.seats))
    views = (seating.views if seen.pending else seating.final_views)[seen.seat]
    piles = []
    in_piles = [0] * len(seen.seats)
    sights = iter(seen.piles)
    for view in views:
        of_view = [next(sights) for _ in view.owners]
        sizes = tuple([sight.size or 0 for sight in of_view]) if view.spec.size_seen else None
        contents = tuple([_content(of_view[at], tickets) for at in view.seen])
        piles.append((sizes, contents))
        if view.spec.kind == "tickets" and view.spec.per == "seat" and sizes is not None:
            in_piles = list(map(int.__add__, in_piles, sizes))
    claim = seen.claim
    return Numbers(
        variant=seen.variant,
        seat=seen.seat,
        turn=-1 if seen.turn is None else seen.turn,
        first=seen.first,
        pending=tuple([(each.name, each.seat, each.data) for each in seen.pending]),
        hand=seen.hand.counts,
        tickets=tuple([tickets[ticket.id] for ticket in seen.tickets]),
        trains=tuple([sight.trains for sight in seen.seats]),
        points=tuple([dict(sight.sheet) for sight in seen.seats]),
        routes=tuple([tuple([routes[r.id] for r in sight.routes]) for sight in seen.seats]),
        open_routes=state.open_routes,
        closed_to=state.closed_to,
        hand_sizes=tuple([sight.hand_size for sight in seen.seats]),
        ticket_counts=tuple(
            [sight.ticket_count - n for sight, n in zip(seen.seats, in_piles, strict=True)]
        ),
        shown_tickets=None
        if seen.pending
        else tuple([tuple([tickets[t.id] for t in sight.tickets or ()]) for sight in seen.seats]),
        market=tuple([CARD_NUMBER[colour] for colour in seen.market]),
        first_market=tuple([CARD_NUMBER[colour] for colour in seen.first_market]),
        deck_size=seen.deck_size,
        discards=seen.discards.counts,
        claim=None if claim is None else Claim(claim.seat, routes[claim.route.id], claim.payment),
        ticket_deck_size=seen.ticket_deck_size,
        turns_left=-1 if seen.turns_left is None else seen.turns_left,
        passes=seen.passes,
        piles=tuple(piles),
        facts=(dict(seen.shown),),
        open_state=seen.open_state,
        opening=seen.opening,
        hidden_since=-1 if seen.hidden_since is None else seen.hidden_since,
        history=(None, 0, None, None),  # `deduced` reads the history itself
    )


def _content(sight: PileSight, tickets: Mapping[str, int]) -> tuple[int, ...]:
    if sight.cards is not None:
        return tuple(sight.cards.counts)
    return tuple([tickets[ticket.id] for ticket in sight.tickets or ()])
