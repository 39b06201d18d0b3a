"""Hooks for teams: who plays together, and what partners share."""

from typing import TYPE_CHECKING

from ttrkit.hooks.hook import hook

if TYPE_CHECKING:
    from ttrkit.engine import State


class TeamHooks:
    """Seats that play together, and what they share."""

    @hook("one")
    def form_teams(self, seats: int) -> tuple[tuple[int, ...], ...]:
        """The seats of every team; if no part answers, each seat is a team."""
        return tuple((seat,) for seat in range(seats))

    @hook("one")
    def shared_purse(self, state: "State", seat: int) -> list[int]:
        """The pile that this seat pays from besides its hand; if no part answers, there is none."""
        raise NotImplementedError

    @hook("one", changes="the game")
    def share_ticket(self, state: "State", seat: int, ticket: int) -> None:
        """Give one of a seat's tickets to its team.

        If a part answers, one of the tickets that are kept must be shared.
        """
        raise NotImplementedError
