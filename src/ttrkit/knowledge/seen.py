"""The history of a game as a seat has seen it."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from ttrkit.events import Action, Cell, Outcome, Private, Relation, Unseen, links

if TYPE_CHECKING:
    from ttrkit.engine import State

Sights = tuple[Cell | None, int, tuple[Private | None, ...]]
"""The public history, its number of events, and by seat the events that it knows better."""


def seen_history(
    state: State, viewer: int
) -> tuple[Cell | None, int, Private | None, dict[str, Any]]:
    """The history as this seat has seen it, as the values that a `History` is made of.

    Most events look the same to everybody: these are kept once. In addition, every seat has its own
    versions of the events that it knows better, by the event's number from 0. All of this is stored
    in the state, so that every event is looked at only once.
    """
    if state.seen is None:
        state.seen = (None, None, 0, (None,) * state.seats, [{} for _ in range(state.seats)])
    newest, public, size, private, memories = state.seen
    cell: Any = state.history
    if cell is not newest:
        fresh: list[Cell] = []
        if newest is None:
            fresh = links(cell)
        else:
            while cell is not newest:  # which was looked at before, so it is in the history
                fresh.append(cell)
                cell = cell[0]
        fresh.reverse()
        public, size, private = _look_at(state, fresh, (public, size, private))
        state.seen = (state.history, public, size, private, memories)
    return public, size, private[viewer], memories[viewer]


def _look_at(state: State, fresh: list[Cell], sights: Sights) -> Sights:
    """Add these events to those seen before."""
    public, size, private = sights
    hidden_since = state.hidden_since
    by_seat = list(private)
    for _, seat, action, outcome, market in fresh:
        is_public = action.is_public
        if is_public and not outcome:  # the usual case
            public = (public, seat, action, (), market)
            size += 1
            continue
        if not is_public and 0 <= hidden_since <= size:
            public = (public, seat, _hidden(action), (), market)
        else:
            shown = action if is_public else action.seen_by("others")
            public = (public, seat, shown, _outcome_seen(outcome, "others"), market)
            for mate in state.teams[state.seating.team_of[seat]]:
                if mate != seat:
                    shown = action if is_public else action.seen_by("team")
                    seen = _outcome_seen(outcome, "team")
                    by_seat[mate] = (by_seat[mate], size, shown, seen)
        shown = action if is_public else action.seen_by("own")
        by_seat[seat] = (by_seat[seat], size, shown, _outcome_seen(outcome, "own"))
        size += 1
    return public, size, tuple(by_seat)


def _outcome_seen(outcome: tuple[Outcome, ...], who: Relation) -> tuple[Outcome, ...]:
    """The outcomes as this observer sees them."""
    if not outcome:
        return ()
    found = []
    for item in outcome:
        seen = item.seen_by(who)
        if seen is not None:
            found.append(seen)
    return tuple(found)


def _hidden(action: Action) -> Unseen:
    """The action with nothing but its kind visible."""
    return Unseen(action.kind if isinstance(action, Unseen) else type(action).__name__)
