"""The parts of an observation: the raw numbers, and the sights of seats, piles and claims."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import partial
from typing import TYPE_CHECKING, Any, NamedTuple

import attrs

from ttrkit.engine import Claim, Scope, Things, in_kinds
from ttrkit.payment import CARD_NUMBER, Cards

if TYPE_CHECKING:
    from ttrkit.board import Route, Ticket
    from ttrkit.engine.part_slots import PileView
    from ttrkit.engine.piles import PileSpec
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
    facts: Callable[[], Mapping[str, Any]] = attrs.field(default=dict, eq=False, repr=False)
    """A function that reads what parts add to a seat, by name; also attributes of their own."""

    @property
    def score(self) -> int:
        """The points earned so far."""
        return sum(points for _, points in self.sheet)

    def __getattr__(self, name: str) -> Any:
        if not name.startswith("_") and name in (facts := self.facts()):
            return facts[name]
        raise AttributeError(f'no part of this variant adds "{name}" to a seat')

    def __dir__(self) -> list[str]:
        return sorted({*object.__dir__(self), *self.facts()})


class Facts:
    """The piles of things and open fields of one owner, read when they are asked for."""

    __slots__ = ("_numbers", "_owner", "_per")

    def __init__(self, numbers: Numbers, per: Scope, owner: int | None) -> None:
        self._numbers, self._per, self._owner = numbers, per, owner

    def __call__(self) -> Mapping[str, Any]:
        numbers, owner = self._numbers, self._owner
        found: dict[str, Any] = {}
        slots = numbers.variant.engine.slots
        for view, (sizes, contents) in zip(numbers.views, numbers.piles, strict=True):
            spec = view.spec
            if spec.stock is None or spec.per != self._per:
                continue
            at = view.owners.index(owner)
            if at in view.seen:
                found[spec.name] = spec.in_words(contents[view.seen.index(at)])
            else:  # of a hidden pile, the size at most
                found[spec.name] = None if sizes is None else sizes[at]
        for named in slots.named.values():
            if named.pile is None and named.per == self._per:
                at = slots.open_names[named.slot].index(named.name)
                value = numbers.open_state[named.slot][at]
                found[named.name] = value if owner is None else value[owner]
        return found

    def __reduce__(self) -> Any:
        return (_fixed, (dict(self()),))


def _fixed(facts: Mapping[str, Any]) -> Callable[[], Mapping[str, Any]]:
    """A function that answers these facts."""
    return partial(dict, facts)


@attrs.frozen
class PileSight:
    """A pile of a rule part as a seat sees it; hidden values are None."""

    name: str
    owner: int | None
    size: int | None
    cards: Cards | None = None
    tickets: tuple[Ticket, ...] | None = None
    per: Scope = "seat"  # the kind of owner; "game": there is none
    things: int | Things | None = None  # of a stock: their number, or their numbers by kind


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
    engine = variant.engine
    seating, routes = engine.seating(len(numbers.trains)), variant.board.routes
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
                facts=Facts(numbers, "seat", seat) if engine.slots.named else dict,
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
            cards = named = things = None
            if place in content:
                lying = content[place]
                size = sum(lying) if spec.is_counted else len(lying)
                if spec.kind == "cards":
                    cards = Cards(bytes(lying))
                elif spec.stock is None:
                    named = tuple([tickets[number] for number in lying])
                else:
                    things = in_kinds(spec.stock, lying)
            sights.append(PileSight(spec.name, owner, size, cards, named, spec.per, things))
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
        contents = tuple([_content(of_view[at], view.spec, tickets) for at in view.seen])
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


def _content(sight: PileSight, spec: PileSpec, tickets: Mapping[str, int]) -> tuple[int, ...]:
    if spec.stock is not None:
        return tuple(spec.stock.read(sight.things, spec.name))
    if sight.cards is not None:
        return tuple(sight.cards.counts)
    return tuple([tickets[ticket.id] for ticket in sight.tickets or ()])
