"""Snapshots: a whole state to and from JSON, for the start of a game that had no set-up.

Every field of the state declares how it is saved (`KEPT`). Most fields are written as they are, by
their type. `_WRITE` and `_fill` handle those that need code of their own.

A snapshot may have been altered. Whatever follows from something else in it is worked out again and
compared: owners and closed routes from the routes of the seats, the rest by `records.checks`.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import TYPE_CHECKING, Any

import attrs

from ttrkit._text import short
from ttrkit.engine import FREE, KEPT, Claim, State, who_closed
from ttrkit.errors import CodecError
from ttrkit.events import claims, events
from ttrkit.payment import CARD_KINDS, CARD_NUMBER, Payment
from ttrkit.records.checks import check_start, require
from ttrkit.records.codec import Codec, codec_of

if TYPE_CHECKING:
    from ttrkit.engine import Engine
    from ttrkit.events import Chance

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
    """Each past event as its seat, its action, its outcomes, and the market after it."""
    return [
        [
            event.seat,
            codec.encode(event.action),
            [codec.encode(outcome) for outcome in event.outcome],
            [CARD_NUMBER[colour] for colour in event.market],
        ]
        for event in events(state.history)
    ]


def _opening(state: State, codec: Codec) -> list[Any]:
    """The outcomes of the set-up that all have seen."""
    return [codec.encode(outcome) for outcome in state.opening_seen]


_WRITE: Mapping[str, Callable[[State, Codec], list[Any]]] = {
    "closed": _closed,
    "claim": _claim,
    "stack": _stack,
    "slots": _slots,
    "past": _past,
    "opening": _opening,
}


# Reading ---------------------------------------------------------------------------------------


def restore(written: Any, engine: Engine, seats: int, first: int, chance: Chance) -> State:
    """Rebuild a state from its snapshot; CodecError if it is not a possible state."""
    fields = _checked_keys(written)
    state = State(engine, seats, chance)
    state.first = first
    try:
        _fill(state, fields, codec_of(engine))
        check_start(state)
    except CodecError:
        raise
    except Exception as error:  # parts may fail on wrong values
        words = str(error) if isinstance(error, ValueError) else repr(error)
        raise CodecError(f"the start is no state of this variant: {words:.300}") from None
    state.start = state.copy()
    return state


def _checked_keys(written: Any) -> dict[str, Any]:
    """The fields of a snapshot; CodecError if some are missing or unknown."""
    wanted = [*AS_IT_IS, *_WRITE]
    if not isinstance(written, dict):
        raise CodecError(f"start: a mapping is wanted, not {short(written)}")
    added: dict[str, Any] = {
        "first_market": written.get("market"),
        "opening": [],
    }  # since version 1
    fields = {**added, **written}
    missing = [name for name in wanted if name not in fields]
    unknown = [short(name) for name in fields if name not in wanted]
    if missing or unknown:
        problems = [f"no {name}" for name in missing] + [f"unknown {name}" for name in unknown]
        raise CodecError(f"start: {', '.join(problems[:10])}")
    for name in _WRITE:
        if not isinstance(fields[name], list):
            raise CodecError(f"start: {name}: a list is wanted, not {short(fields[name])}")
    return fields


def _fill(state: State, fields: dict[str, Any], codec: Codec) -> None:
    for name, kind in AS_IT_IS.items():
        setattr(state, name, codec.structure(fields[name], kind))
    state.opening_seen = tuple(map(codec.decode_outcome, fields["opening"]))
    past = _items(fields["past"], "past: [seat, action, outcomes, market]", 3, 4)
    for seat, action, outcomes, *market in past:  # there was no market in version 1
        require(_index(seat, state.seats), "an event of nobody")
        happened = tuple(codec.decode_outcome(outcome) for outcome in outcomes)
        shown = tuple(codec.structure(market[0], list[int])) if market else ()
        require(all(_index(card, CARD_KINDS) for card in shown), "no such market")
        state.history = (state.history, seat, codec.decode_action(action), happened, shown)
    _take_routes(state)
    _fill_closed(state, codec.structure(fields["closed"], list[list[int]]))
    claims = [fields["claim"]] if fields["claim"] else []
    for seat, route, paid in _items(claims, "claim: [seat, route, payment]", 3):
        require(_index(seat, state.seats), "a claim by nobody")
        require(_index(route, len(state.owners)), "a claim of no route")
        state.claim = Claim(seat, route, codec.structure(paid, Payment))
    pending = []
    for name, seat, data in _items(fields["stack"], "stack: [decision, seat, data]", 3):
        decision = state.engine.decisions.get(name) if isinstance(name, str) else None
        if decision is None:
            raise CodecError(f"start: this variant has no decision {short(name)}")
        require(_index(seat, state.seats), "nobody is to decide")
        pending.append((decision, seat, codec.structure(data, decision.data_type)))
    state.pending = pending
    state.slots = [
        codec.decode_slot(slot, kind)
        for slot, kind in zip(fields["slots"], state.engine.slots.types, strict=True)
    ]


def _take_routes(state: State) -> None:
    """Give the seats their routes one after another, so that the parts close others.

    They are taken in the order of the claims in the history, and those before it by seat. Parts
    answer `closes` by who owns what, so the order hardly matters.
    """
    routes = state.routes
    require(len(routes) == state.seats, "not every seat is there")
    number_of = state.engine.numbers.route
    when = {(seat, number_of(route)): event for event, seat, route in claims(state.history)}
    taken = [(seat, route) for seat, each in enumerate(routes) for route in each]
    state.routes = [()] * state.seats
    for seat, number in sorted(taken, key=lambda claim: when.get(claim, -1)):
        require(_index(number, len(state.owners)), f"seat {seat} has a route that does not exist")
        is_free = state.owners[number] == FREE or number in state.engine.shared_routes
        require(is_free, f"{state.board.routes[number]} has two owners")
        if not state.is_open(seat, number):
            route = state.board.routes[number]
            why = who_closed(state, seat, route)
            require(False, f"seat {seat} has {route}, which is closed to it: {why}")
        state.take_route(seat, number)
    state.routes = routes


def _fill_closed(state: State, by_seat: list[list[int]]) -> None:
    """Compare the closed routes with those that claims close.

    Parts of one's own may close routes at any time, so theirs may be more.
    """
    require(len(by_seat) == state.seats, "closed routes are not those of every seat")
    for seat, closed in enumerate(by_seat):
        known = state.closed(seat)
        for number in known:
            route = state.board.routes[number]
            require(number in closed, f"{route} is open to seat {seat}, though a claim closes it")
        for number in closed:
            require(0 <= number < len(state.owners), "a route is closed that does not exist")
            route = state.board.routes[number]
            more = number in known or state.engine.is_home_made
            require(more, f"{route} is closed to seat {seat}, though no claim closes it")
            state.close_to(number, (seat,))


def _items(written: list[Any], what: str, *lengths: int) -> list[Any]:
    """The items, each a list of one of these lengths; CodecError says what is wanted."""
    for item in written:
        if not isinstance(item, list) or len(item) not in lengths:
            raise CodecError(f"start: {what} is wanted, not {short(item)}")
    return written


def _index(number: Any, size: int) -> bool:
    """Whether this is a number from 0 to `size` - 1 (True and 1.0 are not)."""
    return type(number) is int and 0 <= number < size
