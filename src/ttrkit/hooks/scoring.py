"""Hooks for the score: which tickets count, which routes serve them, and who wins a tie."""

from collections.abc import Iterable, Sequence
from typing import TYPE_CHECKING

from ttrkit.hooks.hook import hook

if TYPE_CHECKING:
    from ttrkit.board import Ticket
    from ttrkit.engine import State
    from ttrkit.scoring import Connections, Tally, Worth


class ScoringHooks:
    """Tickets that count, routes that serve them, and ties."""

    @hook("all")
    def team_tickets(self, state: "State", team: int) -> Sequence[int]:
        """Tickets that count for a team besides those that its seats hold, by number.

        Example: the team's ticket holder.
        """
        return ()

    @hook("one")
    def chosen_tickets(self, state: "State", seat: int) -> Sequence[int]:
        """Tickets that a seat has chosen to keep but does not hold yet, by number."""
        return ()

    @hook("fold")
    def ticket_worth(self, ticket: "Ticket", connections: "Connections", worth: "Worth") -> "Worth":
        """What a ticket is worth to a team whose routes join these cities, and if it is completed.

        The first part is given the worth by the ticket's own form: the best goal that is joined, or
        the points of the least one lost. It must depend on its arguments alone: bots and stations
        ask about routes that a team does not have.
        Example: `return worth if ticket.kind != "late" else Worth(max(0, worth.points), True)`.
        """
        return worth

    @hook("all")
    def borrowed_routes(self, tally: "Tally", team: int) -> Iterable[tuple[int, ...]]:
        """Sets of others' routes, by number; the team may use one set for its tickets.

        The set with the most points, then the most tickets, is used (GAP-10).
        """
        return ()

    @hook("all")
    def tie_break(self, tally: "Tally", team: int) -> float:
        """A team's value in a tie for the most points: the greatest wins.

        Parts are asked in their order, each about the teams still tied (GAP-28).
        Example: `return tally.state.trains[team]`.
        """
        raise NotImplementedError
