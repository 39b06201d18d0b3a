"""The piles of things of a set-up position: see `ttrkit.engine.stocks`."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from typing import Any

from ttrkit._text import checked_list
from ttrkit.engine import TRAINS, PileSpec, State, Stock, Things, shuffle_things
from ttrkit.hooks import by_owner


def lay_things(state: State, given: Mapping[str, Any], trains: Collection[int]) -> None:
    """Lay things where they are named, by the name of the pile, and all others where they begin.

    `trains` are the seats whose trains are given: these are left as they are.
    """
    slots = state.engine.slots
    by_parts = {keyword for part in state.engine.parts for keyword in part.keywords}
    named = {name for name in given if name not in by_parts}
    for slot, spec, stock in slots.things:
        if spec.name in named:
            setattr(state.slots[slot], spec.name, _read(state, spec, stock, given[spec.name]))
    for stock in slots.stocks:
        if stock.per == "game":
            _lay_rest(state, stock, named)
        else:  # as with trains, pieces on routes are not counted
            for seat in range(state.seats):
                _lay_own_rest(state, stock, seat, named, keep=seat in trains)


def _read(state: State, spec: PileSpec, stock: Stock, value: Any) -> list[Any]:
    """The content of a pile, or its contents by owner."""
    if spec.is_ordered:
        names = checked_list(value, f"{spec.name}: a list of kinds")
        return [stock.kind(name) for name in reversed(names)]
    if spec.per == "game":
        return stock.read(value, spec.name)
    piles: list[Any] = spec.empty(state.seats, len(state.teams))
    for owner, content in by_owner(value, len(piles), spec.name, spec.per):
        piles[owner] = stock.read(content, f"{spec.name}[{owner}]")
    return piles


def _lay_rest(state: State, stock: Stock, named: set[str]) -> None:
    """Lay the things of a stock that are named nowhere where they begin; under a deck, shuffled."""
    slots = state.engine.slots
    at, name = slots.supplies[stock]
    supply = next(spec for slot, spec, _ in slots.things if (slot, spec.name) == (at, name))
    left = stock.numbers
    for slot, spec, its in slots.things:
        if its == stock and (spec is not supply or spec.is_ordered or name in named):
            value = getattr(state.slots[slot], spec.name)
            for content in [value] if spec.per == "game" else value:
                left = [n - k for n, k in zip(left, spec.counted(content), strict=True)]
    for kind, there, n in zip(stock.kinds, stock.numbers, left, strict=True):
        if n < 0:
            raise ValueError(f"{stock.name}: {there - n} {kind} are named; the box holds {there}")
    if supply.is_ordered:
        top = getattr(state.slots[at], name)
        setattr(state.slots[at], name, [])
        if any(left):
            shuffle_things(state, at, supply, left)
        getattr(state.slots[at], name).extend(top)
    elif name not in named:
        setattr(state.slots[at], name, left)
    elif any(left):
        raise ValueError(f"{name}: {Things(stock, left)} of the box would lie nowhere")


def _lay_own_rest(state: State, stock: Stock, seat: int, named: set[str], *, keep: bool) -> None:
    """Leave a seat the things of its own that are named nowhere, in its supply."""
    slots = state.engine.slots
    most = [state.variant.trains] if stock is TRAINS else stock.numbers
    at, name = slots.supplies.get(stock, (-1, ""))
    left = most
    for slot, spec, its in slots.things:
        if its == stock and (slot, spec.name) != (at, name):
            content = getattr(state.slots[slot], spec.name)[seat]
            left = [n - k for n, k in zip(left, content, strict=True)]
    supply = state.trains[seat : seat + 1]
    if stock is not TRAINS:
        supply = getattr(state.slots[at], name)[seat]
        keep = name in named
    for kind, there, n, given in zip(stock.kinds, most, left, supply, strict=True):
        if n < (given if keep else 0):
            raise ValueError(
                f"{stock.name}: seat {seat} has {there} {kind} of its own, and more are named"
            )
    if not keep and left != most:
        if stock is TRAINS:
            state.trains[seat] = left[0]
        else:
            getattr(state.slots[at], name)[seat] = left
