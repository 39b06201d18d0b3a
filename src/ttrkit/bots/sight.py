"""`Sight`: an observation in the numbers that a planner decides by."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import groupby
from operator import attrgetter
from typing import TYPE_CHECKING, Any

from ttrkit.bots.chart import chart_of
from ttrkit.events import Action, ClaimRoute
from ttrkit.knowledge import numbers_of

if TYPE_CHECKING:
    from ttrkit.knowledge import Observation

SHARED_CARDS = "holders"  # the pile of cards that partners share
SHARED_TICKETS = "shared_tickets"
FLAG_CARDS = "laid"
REFUSED = "refused"  # the fact that tells which tickets the seat has refused

_route_id = attrgetter("route.id")


class Sight:
    """The numbers of an observation, the seat's team, and all that it can pay with."""

    __slots__ = (
        "_claims",
        "_kinds",
        "actions",
        "chart",
        "funds",
        "mates",
        "now",
        "remaining",
        "seat",
        "team",
        "teams",
        "trains",
    )

    def __init__(self, observation: Observation) -> None:
        now = numbers_of(observation)
        engine = now.variant.engine
        self.actions = observation.legal_actions
        self.remaining: float | None = None
        """The turns left, once they are reckoned (see `outlook`)."""
        self._kinds: dict[type[Action], list[Any]] | None = None
        self._claims: dict[str, list[Any]] | None = None
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

    @property
    def kinds(self) -> dict[type[Action], list[Any]]:
        """The legal actions by their class, in one pass over what may be a long list."""
        if self._kinds is None:
            self._kinds = {}
            for kind, run in groupby(self.actions, type):
                self._kinds.setdefault(kind, []).extend(run)
        return self._kinds

    def claims(self) -> dict[str, list[Any]]:
        """The claims among the legal actions, by the id of the route."""
        if self._claims is None:
            found: dict[str, list[Any]] = {}
            for key, run in groupby(self.kinds.get(ClaimRoute, ()), _route_id):
                if key in found:
                    found[key] += run
                else:
                    found[key] = [*run]
            self._claims = found
        return self._claims

    def claims_of(self, route: int) -> list[Any]:
        """The claims of one route among the legal actions."""
        return self.claims().get(self.chart.ids[route], [])

    def of_kind(self, name: str) -> list[Any]:
        """The legal actions that have an attribute of this name."""
        return [action for action in self.actions if hasattr(action, name)]


Judged = tuple[float, Action]
"""An action, and what it is judged to be worth."""
