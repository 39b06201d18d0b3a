"""Snapshots: a whole state to and from JSON, for the start of a game that had no set-up.

Every field of the state declares how it is saved (`KEPT`). Most fields are written as they are, by
their type. `_WRITE` and `_fill` handle those that need code of their own.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import TYPE_CHECKING, Any

import attrs

from ttrkit._text import short
from ttrkit.engine import FREE, KEPT, Claim, State, all_cards, all_piles, all_tickets
from ttrkit.errors import CodecError
from ttrkit.events import events
from ttrkit.knowledge import observe
from ttrkit.payment import CARD_KINDS, Payment
from ttrkit.records.codec import Codec, codec_of

if TYPE_CHECKING:
    from ttrkit.engine import Engine
    from ttrkit.events import Chance

MAX_SHUFFLES = 1_000_000

AS_IT_IS: Mapping[str, Any] = {
    field.name: field.type for field in attrs.fields(State) if KEPT[field.name].saved == "as it is"
}
"""The fields that are written as they are, with their types."""


# Writing ---------------------------------------------------------------------------------------


def take_snapshot(state: State) -> dict[str, Any]:
    """The state as plain JSON types."""
    codec = codec_of(state.engine)
    plain = {name: codec.plain(getattr(state, name), kind) for name, kind in AS_IT_IS.items()}
    return plain | {name: write(state, codec) for name, write in _WRITE.items()}


def _closed(state: State, _codec: Codec) -> list[list[int]]:
    """By seat: the free routes that are closed to it, by number."""
    return [state.closed(seat) for seat in range(state.seats)]


def _claim(state: State, codec: Codec) -> list[Any]:
    """The claim in progress as seat, route and payment; empty if there is none."""
    claim = state.claim
    return [] if claim is None else [claim.seat, claim.route, codec.plain(claim.payment)]


def _stack(state: State, codec: Codec) -> list[Any]:
    """Each pending decision as its name, its seat and its data."""
    return [
        [decision.name, seat, codec.plain(data, decision.data_type)]
        for decision, seat, data in state.pending
    ]


def _slots(state: State, codec: Codec) -> list[Any]:
    return [codec.encode_slot(slot) for slot in state.slots]


def _past(state: State, codec: Codec) -> list[Any]:
    """Each past event as its seat, its action and its outcomes."""
    return [
        [event.seat, codec.encode(event.action), [codec.encode(o) for o in event.outcome]]
        for event in events(state.history)
    ]


_WRITE: Mapping[str, Callable[[State, Codec], list[Any]]] = {
    "closed": _closed,
    "claim": _claim,
    "stack": _stack,
    "slots": _slots,
    "past": _past,
}


# Reading ---------------------------------------------------------------------------------------


def restore(written: Any, engine: Engine, seats: int, first: int, chance: Chance) -> State:
    """Rebuild a state from its snapshot; CodecError if it is not a possible state."""
    fields = _checked_keys(written)
    state = State(engine, seats, chance)
    state.first = first
    try:
        _fill(state, fields, codec_of(engine))
        _check(state)
        _check_decision(state)
        for seat in range(seats):
            observe(state, seat)
    except CodecError:
        raise
    except Exception as error:  # parts may fail on wrong values
        raise CodecError(f"the start is no state of this variant: {error!r}") from None
    state.start = state.copy()
    return state


def _checked_keys(written: Any) -> dict[str, Any]:
    """The fields of a snapshot; CodecError if some are missing or unknown."""
    wanted = [*AS_IT_IS, *_WRITE]
    if not isinstance(written, dict):
        raise CodecError(f"start: a mapping is wanted, not {short(written)}")
    missing = [name for name in wanted if name not in written]
    unknown = [short(name) for name in written if name not in wanted]
    if missing or unknown:
        problems = [f"no {name}" for name in missing] + [f"unknown {name}" for name in unknown]
        raise CodecError(f"start: {', '.join(problems[:10])}")
    for name in _WRITE:
        if not isinstance(written[name], list):
            raise CodecError(f"start: {name}: a list is wanted, not {short(written[name])}")
    return written


def _fill(state: State, fields: dict[str, Any], codec: Codec) -> None:
    for name, kind in AS_IT_IS.items():
        setattr(state, name, codec.structure(fields[name], kind))
    for seat, routes in enumerate(state.routes):
        for route in routes:
            _require(route >= 0 and state.owners[route] == FREE, "a route has two owners")
            state.owners[route] = seat
            state.close_to_all(route)
    _fill_closed(state, codec.structure(fields["closed"], list[list[int]]))
    if fields["claim"]:
        seat, route, paid = fields["claim"]
        _require(_index(seat, state.seats), "a claim by nobody")
        _require(_index(route, len(state.owners)), "a claim of no route")
        state.claim = Claim(seat, route, codec.structure(paid, Payment))
    pending = []
    for name, seat, data in fields["stack"]:
        decision = state.engine.decisions[name]
        _require(_index(seat, state.seats), "nobody is to decide")
        pending.append((decision, seat, codec.structure(data, decision.data_type)))
    state.pending = pending
    state.slots = [
        codec.decode_slot(slot, kind)
        for slot, kind in zip(fields["slots"], state.engine.slots.types, strict=True)
    ]
    for seat, action, outcomes in fields["past"]:
        _require(_index(seat, state.seats), "an event of nobody")
        happened = tuple(codec.decode_outcome(outcome) for outcome in outcomes)
        state.history = (state.history, seat, codec.decode_action(action), happened)


def _fill_closed(state: State, by_seat: list[list[int]]) -> None:
    _require(len(by_seat) == state.seats, "closed routes are not those of every seat")
    for seat, closed in enumerate(by_seat):
        for route in closed:
            _require(0 <= route < len(state.owners), "a route is closed that does not exist")
            state.close_to(route, (seat,))


def _check(state: State) -> None:
    """Refuse impossible values: wrong sizes, cards or tickets that the box does not hold."""
    variant, seats = state.variant, state.seats
    by_seat = (state.hands, state.tickets, state.trains, state.points, state.routes)
    _require(all(len(items) == seats for items in by_seat), "not every seat is there")
    _require(all(0 <= n <= variant.trains for n in state.trains), "trains that the box has not")
    _require(-1 <= state.seat < seats, "nobody's turn")
    _require(-1 <= state.turns_left <= 1000 * seats, "no such last round")
    _require(0 <= state.passes <= seats, "no such passes")
    _require(0 <= state.shuffles <= MAX_SHUFFLES, "no such number of shuffles")
    hidden = -1 <= state.hidden_since <= len(events(state.history))
    _require(hidden, "no such event that others are hidden since")
    _require(state.is_over == (state.decision is None), "over, or not over?")
    _require(all(0 <= card < CARD_KINDS for card in (*state.deck, *state.market)), "no such cards")
    for pile in all_piles(state):
        counts = pile.spec.kind != "cards" or len(pile.content) == CARD_KINDS
        _require(counts, f"{pile.spec.name}: not a count of every kind of cards")
        _require(all(n >= 0 for n in pile.content), f"{pile.spec.name}: less than nothing")
    _require(len(state.market) <= variant.market_size, "the market is too large")
    _require(all_cards(state) == list(variant.deck.counts), "other cards than the box holds")
    every = list(range(len(state.board.tickets)))
    _require(all_tickets(state) == every, "other tickets than the box holds")
    for slot, specs in zip(state.slots, state.engine.slots.piles, strict=True):
        for spec in specs:
            owners = seats if spec.per == "seat" else len(state.teams)
            if spec.per != "game":
                _require(len(getattr(slot, spec.name)) == owners, f"{spec.name}: not one each")
    for check_state in state.engine.answers.check_state:
        check_state(state)


def _check_decision(state: State) -> None:
    """Refuse a pending decision that nobody could make."""
    if state.decision is not None:
        decision, seat, data = state.decision
        _require(decision.is_question, f"{decision.name}: nothing to decide")
        options = decision.options(state, seat, data)
        legal = [not isinstance(decision.check(state, seat, data, o), str) for o in options]
        _require(bool(legal) and all(legal), f"{decision.name}: no such decision")


def _index(number: Any, size: int) -> bool:
    """Whether this is a number from 0 to `size` - 1 (True and 1.0 are not)."""
    return type(number) is int and 0 <= number < size


def _require(holds: bool, what: str) -> None:
    if not holds:
        raise CodecError(f"the start is no state of this variant: {what}")
