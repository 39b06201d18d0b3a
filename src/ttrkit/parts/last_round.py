"""The end of a game: the last round begins when few trains are left."""

from __future__ import annotations

from typing import TYPE_CHECKING

import attrs

from ttrkit._text import plain_int, whole_from
from ttrkit.hooks import Part

if TYPE_CHECKING:
    from ttrkit.engine import State


@attrs.define(slots=False)
class LastRound(Part):
    """The last round begins when a team ends a turn with `trains` or fewer (US-80, GAP-19).

    Then every seat has one more turn.
    """

    trains: int = attrs.field(default=2, converter=plain_int, validator=whole_from(0))

    def end_trigger(self, state: State, seat: int) -> int | None:
        if state.trains[seat] > self.trains:
            return None
        team = state.teams[state.team_of(seat)]
        return state.seats if sum(state.trains[mate] for mate in team) <= self.trains else None

    def check_state(self, state: State) -> None:
        if state.turns_left > state.seats and not self.engine.is_home_made:
            raise ValueError(f"{state.turns_left} turns are left, more than one for every seat")
