"""A whole state as plain JSON types, and back: the start of a game that was not set up."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import attrs

from ttrkit.engine.piles import all_cards, all_piles, all_tickets
from ttrkit.engine.state import FREE, Claim, State
from ttrkit.errors import CodecError
from ttrkit.events.history import events
from ttrkit.knowledge.observation import observe
from ttrkit.payment.card_counts import CARD_KINDS
from ttrkit.payment.costs import Payment

if TYPE_CHECKING:
    from ttrkit.engine.engine import Engine
    from ttrkit.events.chance import Chance
    from ttrkit.records.codec import Codec

MAX_SHUFFLES = 1_000_000


@attrs.frozen
class Snapshot:
    """A state's own fields; cards, routes and tickets by number, lists by seat."""

    turn: int
    turns_left: int
    passes: int
    is_over: int
    veil: int
    shuffles: int
    hands: list[list[int]]
    deck: list[int]
    market: list[int]
    discards: list[int]
    tickets: list[list[int]]
    ticket_deck: list[int]
    box: list[int]
    trains: list[int]
    points: list[dict[str, int]]
    routes: list[list[int]]
    closed: list[list[int]]
    claim: list[Any]  # seat, route, payment; or nothing
    stack: list[Any]  # name of the decision, seat, data
    slots: list[Any]
    past: list[Any]  # events before: seat, action, outcomes


def take_snapshot(state: State, codec: Codec) -> dict[str, Any]:
    """The state as plain JSON types."""
    claim = state.claim
    snapshot = Snapshot(
        turn=state.seat,
        turns_left=state.turns_left,
        passes=state.passes,
        is_over=int(state.is_over),
        veil=state.veil,
        shuffles=state.shuffles,
        hands=state.hands,
        deck=state.deck,
        market=list(state.market),
        discards=state.discards,
        tickets=state.tickets,
        ticket_deck=state.ticket_deck,
        box=state.box,
        trains=state.trains,
        points=state.points,
        routes=[list(routes) for routes in state.routes],
        closed=[state.closed(seat) for seat in range(state.seats)],
        claim=[] if claim is None else [claim.seat, claim.route, codec.unstructure(claim.payment)],
        stack=[
            [decision.name, seat, codec.unstructure(data, decision.data_type)]
            for decision, seat, data in state.pending
        ],
        slots=[codec.encode_slot(slot) for slot in state.slots],
        past=[
            [event.seat, codec.encode(event.action), [codec.encode(o) for o in event.outcome]]
            for event in events(state.history)
        ],
    )
    plain: dict[str, Any] = codec.unstructure(snapshot)
    return plain


def restore(written: Any, engine: Engine, seats: int, first: int, chance: Chance) -> State:
    """The state that was written; CodecError if it cannot have been one."""
    codec = engine.codec
    snapshot: Snapshot = codec.structure(written, Snapshot)
    state = State(engine, seats, chance)
    state.first = first
    try:
        _fill(state, snapshot, codec)
        _check(state)
        _check_decision(state)
        for seat in range(seats):
            observe(state, seat)
    except CodecError:
        raise
    except Exception as error:  # parts meet whatever was written
        raise CodecError(f"the start is no state of this variant: {error!r}") from None
    state.start = state.copy()
    return state


def _fill(state: State, snapshot: Snapshot, codec: Codec) -> None:
    engine = state.engine
    state.seat = snapshot.turn
    state.turns_left = snapshot.turns_left
    state.passes = snapshot.passes
    state.is_over = bool(snapshot.is_over)
    state.veil = snapshot.veil
    state.shuffles = snapshot.shuffles
    state.hands = snapshot.hands
    state.deck = snapshot.deck
    state.market = tuple(snapshot.market)
    state.discards = snapshot.discards
    state.tickets = snapshot.tickets
    state.ticket_deck = snapshot.ticket_deck
    state.box = snapshot.box
    state.trains = snapshot.trains
    state.points = snapshot.points
    state.routes = [tuple(routes) for routes in snapshot.routes]
    for seat, routes in enumerate(state.routes):
        for route in routes:
            _require(route >= 0 and state.owners[route] == FREE, "a route has two owners")
            state.owners[route] = seat
            state.shut(route)
    _require(len(snapshot.closed) == state.seats, "closed routes are not those of every seat")
    for seat, closed in enumerate(snapshot.closed):
        for route in closed:
            _require(0 <= route < len(state.owners), "a route is closed that does not exist")
            state.bar(route, (seat,))
    if snapshot.claim:
        seat, route, paid = snapshot.claim
        _require(_index(seat, state.seats), "a claim by nobody")
        _require(_index(route, len(state.owners)), "a claim of no route")
        state.claim = Claim(seat, route, codec.structure(paid, Payment))
    pending = []
    for name, seat, data in snapshot.stack:
        decision = engine.decisions[name]
        _require(_index(seat, state.seats), "nobody is to decide")
        pending.append((decision, seat, codec.structure(data, decision.data_type)))
    state.pending = pending
    state.slots = [
        codec.decode_slot(slot, kind)
        for slot, kind in zip(snapshot.slots, engine.slot_types, strict=True)
    ]
    for seat, action, outcomes in snapshot.past:
        _require(_index(seat, state.seats), "an event of nobody")
        happened = tuple(codec.decode_outcome(outcome) for outcome in outcomes)
        state.history = (state.history, seat, codec.decode_action(action), happened)


def _check(state: State) -> None:
    """Refuse what cannot be: wrong sizes, cards or tickets that the box does not hold."""
    variant, seats = state.variant, state.seats
    by_seat = (state.hands, state.tickets, state.trains, state.points, state.routes)
    _require(all(len(items) == seats for items in by_seat), "not every seat is there")
    _require(all(0 <= n <= variant.trains for n in state.trains), "trains that the box has not")
    _require(-1 <= state.seat < seats, "nobody's turn")
    _require(-1 <= state.turns_left <= 1000 * seats, "no such last round")
    _require(0 <= state.passes <= seats, "no such passes")
    _require(0 <= state.shuffles <= MAX_SHUFFLES, "no such number of shuffles")
    _require(-1 <= state.veil <= len(events(state.history)), "no such veil")
    _require(state.is_over == (state.asked is None), "over, or not over?")
    _require(all(0 <= card < CARD_KINDS for card in (*state.deck, *state.market)), "no such cards")
    for pile in all_piles(state):
        counts = pile.spec.kind != "cards" or len(pile.content) == CARD_KINDS
        _require(counts, f"{pile.spec.name}: not a count of every kind of cards")
        _require(all(n >= 0 for n in pile.content), f"{pile.spec.name}: less than nothing")
    _require(len(state.market) <= variant.market_size, "the market is too large")
    _require(all_cards(state) == list(variant.deck.counts), "other cards than the box holds")
    every = list(range(len(state.board.tickets)))
    _require(all_tickets(state) == every, "other tickets than the box holds")
    for slot, specs in zip(state.slots, state.engine.slot_piles, strict=True):
        for spec in specs:
            owners = seats if spec.per == "seat" else len(state.teams)
            if spec.per != "game":
                _require(len(getattr(slot, spec.name)) == owners, f"{spec.name}: not one each")
    for check_state in state.engine.check_state:
        check_state(state)


def _check_decision(state: State) -> None:
    """Refuse a decision that nobody could make."""
    if state.asked is not None:
        decision, seat, data = state.asked
        _require(decision.is_question, f"{decision.name}: nothing to decide")
        options = decision.options(state, seat, data)
        legal = [decision.why_not(state, seat, data, option) is None for option in options]
        _require(bool(legal) and all(legal), f"{decision.name}: no such decision")


def _index(number: Any, size: int) -> bool:
    """Whether this is the number of one of so many things (True and 1.0 are none)."""
    return type(number) is int and 0 <= number < size


def _require(holds: bool, what: str) -> None:
    if not holds:
        raise CodecError(f"the start is no state of this variant: {what}")
