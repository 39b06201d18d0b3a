"""The end of a game: the last round begins when few trains are left."""

from __future__ import annotations

from typing import TYPE_CHECKING

import attrs

from ttrkit.hooks import Part

if TYPE_CHECKING:
    from ttrkit.engine import State


@attrs.define(slots=False)
class LastRound(Part):
    """The last round begins when a team ends a turn with `trains` or fewer (US-80, GAP-19).

    Then every seat has one more turn.
    """

    trains: int = 2

    def end_trigger(self, state: State, seat: int) -> int | None:
        if state.trains[seat] > self.trains:
            return None
        team = state.teams[state.team_of(seat)]
        return state.seats if sum(state.trains[mate] for mate in team) <= self.trains else None
