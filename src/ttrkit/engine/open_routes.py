"""The routes that are open when a game begins, in groups.

What is still open during a game lies in the same groups in `state.open_routes`. How routes are
grouped is up to the part that lists claims: see `ttrkit.parts.claiming.prices`.
"""

from __future__ import annotations

from collections.abc import Iterable


class OpenRoutes:
    """Routes by number, in groups; every route is in one of them."""

    def __init__(self, groups: Iterable[Iterable[int]]) -> None:
        self.groups = [tuple(numbers) for numbers in groups]
        """What is open when a game begins."""
        count = sum(map(len, self.groups))
        self.group_of = [0] * count
        """By route: the number of its group."""
        for group, numbers in enumerate(self.groups):
            for number in numbers:
                self.group_of[number] = group
        self.closed_to: list[tuple[int, ...]] = [()] * count
        """By route: the seats alone that it is closed to when a game begins, which are none."""
