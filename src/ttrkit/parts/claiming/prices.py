"""The cost of every route, every way to claim it, and all routes in groups by price.

A price is fixed per variant, so all claims are made once, as actions that are shared: a *row* of
claims for every route, in the order of the payments. A price is worked out again only if a part
answers `current_cost`.
"""

from __future__ import annotations

from collections.abc import Hashable
from typing import TYPE_CHECKING

from ttrkit.colours import PLAIN_COLOURS, Colour
from ttrkit.events import ClaimRoute
from ttrkit.payment import (
    CARD_KINDS,
    ColourPicks,
    Cost,
    HandPicks,
    Memory,
    Payment,
    PricedActions,
    TablePicks,
    recall,
)

if TYPE_CHECKING:
    from ttrkit.engine import Engine


MixedRoutes = tuple[int, int, int, TablePicks]
"""Routes of the same cost and length that do not simply cost their length in one colour.

The fewest cards of one colour, with wilds, that pay (0 if that is unknown); their group in
`state.open_routes`; their length; the pickers of their cost.
"""


class MixedByWilds(dict[int, list[tuple[int, int, int, HandPicks]]]):
    """The mixed routes that a hand may pay for alone, by the number of wilds in it.

    Each as in `MixedRoutes`, but with the pickers for hands with so many wilds.
    """

    __slots__ = ("_mixed",)

    def __init__(self, mixed: list[MixedRoutes]) -> None:
        self._mixed = mixed

    def __missing__(self, wild: int) -> list[tuple[int, int, int, HandPicks]]:
        found = self[wild] = [
            (size, group, length, table.by_wilds[wild])
            for size, group, length, table in self._mixed
            if wild >= table.fewest_wilds
        ]
        return found


Picks = tuple[dict[int, ColourPicks], list[MixedRoutes], MixedByWilds]
"""The pickers of every route that costs as many of one card as trains; and all mixed routes."""


class Prices:
    """The cost of every route, every way to claim it, and all routes in groups by price.

    The first groups, one for every card, hold the routes that cost as many of this card as trains,
    the shortest first. The *mixed* groups after them hold all other routes, by cost and length, the
    cheapest first.
    """

    def __init__(self, engine: Engine) -> None:
        self._routes = engine.board.routes
        self.lengths = [route.length for route in self._routes]
        self.points = [engine.route_points[route.id] for route in self._routes]
        """By route: its points."""
        self.costs = route_costs(engine)
        self.tables = engine.payments
        self.claims = PricedActions(engine.payments, self._claim)
        self.rows = [self.claims.row(number, cost) for number, cost in enumerate(self.costs)]
        """By route: every way to claim it."""
        self.groups = self._by_price()

    def remember(self, memory: Memory) -> Picks:
        """The pickers of all routes, for a memory."""
        plain = [number for numbers in self.groups[:CARD_KINDS] for number in numbers]
        tables = {number: recall(memory, self.tables[self.costs[number]]) for number in plain}
        by_route = {number: next(iter(table.by_card.values())) for number, table in tables.items()}
        mixed: list[MixedRoutes] = []
        for group, routes in enumerate(self.groups[CARD_KINDS:], CARD_KINDS):
            cost, length = self.costs[routes[0]], self.lengths[routes[0]]
            mixed.append((cost.least, group, length, recall(memory, self.tables[cost])))
        return by_route, mixed, MixedByWilds(mixed)

    def _claim(self, number: int, payment: Payment) -> ClaimRoute:
        return ClaimRoute(self._routes[number], payment.cards, payment.shared)

    def _by_price(self) -> list[list[int]]:
        """All routes by number, in groups by price."""
        groups: dict[Hashable, list[int]] = {card: [] for card in range(CARD_KINDS)}
        for number in sorted(range(len(self.costs)), key=lambda number: self.costs[number].least):
            cost, length = self.costs[number], self.lengths[number]
            cards = list(self.tables[cost].by_card)
            is_plain = len(cards) == 1 and cost.size == length and not cost.wilds
            groups.setdefault(cards[0] if is_plain else (cost, length), []).append(number)
        return list(groups.values())


def route_costs(engine: Engine) -> tuple[Cost, ...]:
    """The cost of every route: its length in its colour, then changed by the parts."""
    plain = tuple(colour for colour in PLAIN_COLOURS if engine.variant.deck[colour])
    costs = []
    for route in engine.board.routes:
        cost = Cost(route.length, plain if route.colour is Colour.GREY else (route.colour,))
        for route_cost in engine.answers.route_cost:
            cost = route_cost(route, cost)
        costs.append(cost)
    return tuple(costs)
