"""`Sight`: an observation in the numbers that a planner decides by."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

from ttrkit.bots.chart import chart_of
from ttrkit.events import Action, ClaimRoute, DrawTickets
from ttrkit.knowledge import numbers_of

if TYPE_CHECKING:
    from ttrkit.knowledge import Observation

SHARED_CARDS = "holders"  # the pile of cards that partners share
SHARED_TICKETS = "shared_tickets"
FLAG_CARDS = "laid"
REFUSED = "refused"  # the fact that tells which tickets the seat has refused


class Sight:
    """The numbers of an observation, the seat's team, and all that it can pay with."""

    __slots__ = ("actions", "chart", "funds", "mates", "now", "seat", "team", "teams", "trains")

    def __init__(self, observation: Observation) -> None:
        now = numbers_of(observation)
        engine = now.variant.engine
        self.actions = observation.legal_actions
        self.now = now
        self.seat = now.seat
        self.chart = chart_of(engine)
        seating = engine.seating(len(now.trains))
        self.teams = seating.teams
        self.team = seating.team_of[now.seat]
        self.mates = self.teams[self.team]
        self.trains = now.trains[now.seat]
        self.funds: Sequence[int] = now.hand
        """The cards of the hand, and those that partners share."""
        if len(self.mates) > 1:
            shared = self.pile(SHARED_CARDS, self.team)
            if shared:
                self.funds = [mine + ours for mine, ours in zip(now.hand, shared, strict=True)]

    @property
    def decision(self) -> str:
        """The name of the decision."""
        return self.now.pending[-1][0]

    @property
    def is_last_turn(self) -> bool:
        """Whether the last round has begun."""
        return self.now.turns_left >= 0

    @property
    def team_trains(self) -> int:
        """The trains left to the team."""
        if len(self.mates) == 1:
            return self.trains
        return sum([self.now.trains[mate] for mate in self.mates])

    @property
    def tickets(self) -> tuple[int, ...]:
        """The seat's tickets, and those that partners share."""
        own = self.now.tickets
        return own if len(self.mates) == 1 else (*own, *self.pile(SHARED_TICKETS, self.team))

    @property
    def refused(self) -> list[int]:
        """The tickets that the seat has refused, and that lie under the deck or out of the game."""
        numbers = self.chart.ticket_numbers
        return [
            numbers[ticket.id] for facts in self.now.facts for _, ticket in facts.get(REFUSED, ())
        ]

    def pile(self, name: str, owner: int | None) -> Sequence[int]:
        """The content of a part's pile, if the seat sees it; or else nothing."""
        for view, (_, contents) in zip(self.now.views, self.now.piles, strict=True):
            if view.spec.name == name and owner in view.owners:
                at = view.owners.index(owner)
                if at in view.seen:
                    content: Sequence[int] = contents[view.seen.index(at)]
                    return content
        return ()

    def claims(self) -> dict[str, list[Any]]:
        """The claims among the legal actions, by the id of the route."""
        found: dict[str, list[Any]] = {}
        for action in self.actions:
            if type(action) is ClaimRoute:
                key = action.route.id
                if key in found:
                    found[key].append(action)
                else:
                    found[key] = [action]
        return found

    def claims_of(self, route: int) -> list[Any]:
        """The claims of one route among the legal actions."""
        wanted = self.chart.ids[route]
        return [a for a in self.actions if type(a) is ClaimRoute and a.route.id == wanted]

    @property
    def can_draw_tickets(self) -> bool:
        """Whether tickets may be drawn now."""
        return any(type(action) is DrawTickets for action in self.actions[::-1])

    def of_kind(self, name: str) -> list[Any]:
        """The legal actions that have an attribute of this name."""
        return [action for action in self.actions if hasattr(action, name)]


Judged = tuple[float, Action]
"""An action, and what it is judged to be worth."""
