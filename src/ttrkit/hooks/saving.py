"""Hooks for fields of seats and teams, set-up positions, and states read from a record."""

from collections.abc import Iterable, Iterator, Mapping
from typing import TYPE_CHECKING, Any

from ttrkit._text import as_whole, short
from ttrkit.hooks.hook import hook

if TYPE_CHECKING:
    from ttrkit.engine import State


class SavingHooks:
    """Fields of seats and teams, set-up positions, and states read from a record."""

    @hook("own")
    def seat_field(self, state: "State", seat: int, name: str) -> object:
        """The value of one of `seat_fields`."""
        raise NotImplementedError

    @hook("own")
    def team_field(self, state: "State", team: int, name: str) -> object:
        """The value of one of `team_fields`."""
        raise NotImplementedError

    @hook("own", changes="the set-up")
    def set_position(self, state: "State", keyword: str, value: Any) -> None:
        """Put the value of `position(keyword=value)` into the state; ValueError names a fault."""
        raise NotImplementedError

    @hook("all")
    def check_state(self, state: "State") -> None:
        """Raise ValueError for a state, read from a record, that no game can reach.

        Its piles, owners and closed routes are in order: check the part's slot and its decisions.
        """


def by_owner(value: Any, owners: int, what: str, kind: str = "seat") -> Iterator[tuple[int, Any]]:
    """The items of a list or mapping by seat (or team), each with its owner; some may be missing.

    For the arguments of `position(...)` that are given by seat or team.
    """
    if value is None:
        return
    if not isinstance(value, Mapping) and (
        isinstance(value, str) or not isinstance(value, Iterable)
    ):
        raise TypeError(f"{what}: a list or mapping by {kind} is wanted, not {short(value)}")
    items = value.items() if isinstance(value, Mapping) else enumerate(value)
    for owner, item in items:
        number = as_whole(owner)
        if number is None or number not in range(owners):
            raise ValueError(
                f"{what}: there is no {kind} {short(owner)}; the {kind}s are 0 to {owners - 1}"
            )
        yield number, item
