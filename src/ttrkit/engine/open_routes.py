"""The routes that are open when a game begins, in groups.

During a game, `state.open_routes` holds the routes that are still open, in the same groups. The
part that lists claims chooses the groups: see `ttrkit.parts.claiming.prices`.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from ttrkit.board import Route
    from ttrkit.engine.state import State


class OpenRoutes:
    """All routes by number, in groups; every route is in one group."""

    def __init__(self, groups: Iterable[Iterable[int]]) -> None:
        self.groups = [tuple(numbers) for numbers in groups]
        """The routes of each group when a game begins."""
        count = sum(map(len, self.groups))
        self.group_of = [0] * count
        """By route: the number of its group."""
        for group, numbers in enumerate(self.groups):
            for number in numbers:
                self.group_of[number] = group
        self.closed_to: list[tuple[int, ...]] = [()] * count
        """By route: the single seats that it is closed to; none when a game begins."""


def who_closed(state: State, seat: int, route: Route) -> str:
    """The reason why a route is closed to a seat; asks again what every claimed route closes."""
    engine = state.engine
    if not {*state.owners_of(route)}.isdisjoint(state.teams[state.team_of(seat)]):
        return "your team has it already"
    for claimed in engine.board.routes:
        for owner in state.owners_of(claimed):
            for closes in engine.answers.closes:
                for closing in closes(state, owner, claimed):
                    hit = closing.seats is None or seat in closing.seats
                    if closing.route == route and hit:
                        return str(closing.why)
    return "it is out of use in this game"
