"""The history of a game as a seat has seen it."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ttrkit.events.actions import Action, Relation, Unseen
from ttrkit.events.history import Cell, Private
from ttrkit.events.outcomes import Outcome

if TYPE_CHECKING:
    from ttrkit.engine.state import State


def seen_history(state: State, viewer: int) -> tuple[Cell | None, int, Private | None]:
    """The history as this seat has seen it: what `History` is made of.

    Most of it everybody has seen alike. That is kept once, and for every seat what it knows better
    of some events, which are numbered from 0. All of it stays with the state, so that every event
    is looked at once.
    """
    newest, public, size, private = state.seen or (None, None, 0, (None,) * state.seats)
    cell = state.history
    if cell is newest:
        return public, size, private[viewer]
    assert cell is not None  # it is newer than another one
    before, seat, action, outcome = cell
    if before is newest and state.veil < 0 and not outcome and action.is_public:  # as mostly
        public = (public, seat, action, ())
        size += 1
        state.seen = (cell, public, size, private)
    else:
        fresh: list[Cell] = []
        while cell is not newest:
            assert cell is not None  # the newest one that was looked at is part of the history
            fresh.append(cell)
            cell = cell[0]
        by_seat = list(private)
        for _, seat, action, outcome in reversed(fresh):
            if state.veil < 0 and not outcome and action.is_public:
                public = (public, seat, action, ())
            else:
                if 0 <= state.veil <= size:
                    public = (public, seat, _veiled(action), ())
                else:
                    public = (public, seat, *_sight(action, outcome, "others"))
                    for mate in state.teams[state.team_of(seat)]:
                        if mate != seat:
                            sight = _sight(action, outcome, "team")
                            by_seat[mate] = (by_seat[mate], size, *sight)
                by_seat[seat] = (by_seat[seat], size, *_sight(action, outcome, "own"))
            size += 1
        private = tuple(by_seat)
        state.seen = (state.history, public, size, private)
    return public, size, private[viewer]


def _veiled(action: Action) -> Unseen:
    """An action of which nothing is seen but its kind."""
    return Unseen(action.kind if isinstance(action, Unseen) else type(action).__name__)


def _sight(
    action: Action, outcome: tuple[Outcome, ...], who: Relation
) -> tuple[Action, tuple[Outcome, ...]]:
    """What is seen of an action and its outcome."""
    sights = [sight for item in outcome if (sight := item.seen_by(who)) is not None]
    return action.seen_by(who), tuple(sights)
