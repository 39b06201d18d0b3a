"""The invariants: conditions that hold after every action, in every variant."""

from __future__ import annotations

from collections import deque
from enum import Enum
from functools import cache
from typing import Any

import attrs

from ttrkit._text import counted
from ttrkit.colours import CARD_COLOURS
from ttrkit.engine import (
    COPIED,
    KEPT,
    State,
    Things,
    all_cards,
    all_piles,
    all_things,
    all_tickets,
)
from ttrkit.events import Action, History
from ttrkit.game import Game
from ttrkit.hooks import Decision


def state_of(game: Game) -> State:
    """The working state behind a game: for tests and tools, not for players."""
    return game._state


def check_conservation(game: Game) -> None:
    """Check that cards and tickets are conserved, and that trains and owners are consistent."""
    state = state_of(game)
    for colour, held in zip(CARD_COLOURS, all_cards(state), strict=True):
        there = game.variant.deck[colour]
        assert held == there, (
            f"{counted(held, f'{colour.value} card')} in all piles; the box holds {there}"
        )
    things = all_things(state)
    for stock in game.variant.engine.slots.stocks:
        if stock.per == "game":
            lying = things[stock.name]
            assert lying == stock.numbers, (
                f"{stock.name}: {Things(stock, lying)} in all piles; the box holds "
                f"{Things(stock, stock.numbers)}"
            )
    owed = debt(state)
    assert owed is None, owed
    tickets = all_tickets(state)
    assert tickets == list(range(len(game.board.tickets))), "a ticket is lost or in two places"
    shared = state.engine.shared_routes
    owned = [number for routes in state.routes for number in routes if number not in shared]
    assert len(owned) == len(set(owned)), "a route has two owners"
    for seat, routes in enumerate(state.routes):
        assert state.trains[seat] >= 0, f"seat {seat} has {state.trains[seat]} trains"
        first = [min(state.owners_of(state.board.routes[number])) for number in routes]
        same = [state.owners[number] for number in routes] == first
        assert same, f"seat {seat}: owners differ"


def debt(state: State) -> str | None:
    """A pile of cards or things that holds fewer than none, in words."""
    for pile in all_piles(state):
        spec = pile.spec
        if spec.is_counted and min(pile.content) < 0:
            whose = "" if pile.owner is None else f" of {spec.per} {pile.owner}"
            kind = next(kind for kind, n in enumerate(pile.content) if n < 0)
            what = f"{CARD_COLOURS[kind].value} cards"
            if spec.stock is not None:
                what = f"of {spec.stock.kinds[kind]}"
            return f'the pile "{spec.name}"{whose} holds {pile.content[kind]} {what}'
    return None


def check_actions(game: Game) -> list[Action]:
    """Check and return the legal actions: there are some, all are legal, and none comes twice."""
    actions = game.legal_actions()
    if not game.is_over:
        assert actions, f'the decision "{game.decision}" has no legal action'
    assert (game.to_move is None) == game.is_over, "a game is over just if nobody is to move"
    assert len(set(actions)) == len(actions), "an action is listed twice"
    for action in actions:
        assert game.is_legal(action), f"{action} is listed, but: {game.why_not(action)}"
    for action in actions[:: 1 + len(actions) // 5]:
        check_repr(action)
    return actions


def check_repr(action: Action) -> None:
    """Check that the `repr` of an action is valid Python."""
    names = {**_names(), type(action).__name__: type(action)}
    try:
        again = eval(repr(action), names)
    except Exception:
        again = None
    assert again == action, f"the repr {action!r} is not valid Python"


@cache
def _names() -> dict[str, object]:
    import ttrkit

    return {**vars(ttrkit.parts), **vars(ttrkit)}


def check_scores(game: Game) -> None:
    """Check that sheets add up to totals, all sheets have all labels, and somebody wins."""
    result = game.result()
    assert result.is_final == game.is_over
    assert result.winners, "nobody wins"
    labels = list(result.sheets[0])
    assert set(game.variant.engine.labels) <= set(labels), "a label is missing from the sheets"
    for team, (total, sheet) in enumerate(zip(result.totals, result.sheets, strict=True)):
        assert list(sheet) == labels, f"team {team} has other labels than team 0"
        assert sum(sheet.values()) == total, f"team {team}: {sheet} does not add up to {total}"
        for label, points in sheet.items():
            assert type(points) is int, f'"{label}": points are whole numbers, not {points!r}'
        earned = sum(game.seats[seat].score for seat in game.teams[team].seats)
        assert game.teams[team].score == earned
        assert total <= result.totals[result.winners[0]], "a team with more points did not win"


def snapshot(game: Game) -> dict[str, object]:
    """The state of a game as plain values that later actions do not change, to compare."""
    return standing(state_of(game))


def standing(state: State) -> dict[str, object]:
    """The same of a working state."""
    return {name: frozen(getattr(state, name)) for name, kept in KEPT.items() if kept.counts}


def frozen(value: Any) -> Any:
    """An immutable copy of a value, however deeply nested."""
    if value is None or isinstance(value, int | str | bytes | float | Enum):
        return value
    if isinstance(value, bytearray):
        return bytes(value)
    if isinstance(value, History):  # the past of a game that was made up
        return frozen(value.linked())
    if isinstance(value, tuple) and len(value) == 5 and isinstance(value[2], Action):
        return ("history", *value[1:])  # linked and immutable: the newest event is enough
    if isinstance(value, list | tuple | deque):
        return tuple([frozen(item) for item in value])
    if isinstance(value, dict):
        return tuple([(frozen(key), frozen(item)) for key, item in value.items()])
    if isinstance(value, set | frozenset):
        return tuple(sorted(map(repr, value)))
    if isinstance(value, Decision):
        return value.name
    kind = type(value)
    if _is_plain_value(kind):
        return value
    if attrs.has(kind):
        names = [field.name for field in attrs.fields(kind)]
        return (kind.__name__, *((name, frozen(getattr(value, name))) for name in names))
    return (kind.__name__, frozen(vars(value)) if hasattr(value, "__dict__") else id(value))


def shared_in(value: Any) -> str | None:
    """Something in a value of a slot that copies share and that can change, in words."""
    if type(value) not in COPIED:
        return mutable_in(value)
    items = value.values() if isinstance(value, dict) else value
    return next((found for item in items if (found := shared_in(item)) is not None), None)


def mutable_in(value: Any) -> str | None:
    """Something in a value that can change, in words; None if nothing in it can."""
    if value is None or isinstance(value, int | str | bytes | float | Enum | type | Decision):
        return None
    if isinstance(value, tuple | frozenset):
        return next((found for item in value if (found := mutable_in(item)) is not None), None)
    if callable(value) or _is_plain_value(type(value)):
        return None
    return f"{type(value).__name__} {value!r}"


def _is_plain_value(kind: type) -> bool:
    """Whether objects of this kind compare by value and are hashable: taken to be immutable."""
    own_hash: object = kind.__hash__
    return own_hash is not None and own_hash is not object.__hash__
