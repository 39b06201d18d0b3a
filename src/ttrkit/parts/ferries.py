"""Ferries: routes that need locomotives."""

from __future__ import annotations

from typing import TYPE_CHECKING

import attrs

from ttrkit.hooks import Part

if TYPE_CHECKING:
    from ttrkit.board import Route
    from ttrkit.payment import Cost


@attrs.define(slots=False)
class Ferries(Part):
    """A ferry takes at least as many wilds as it bears symbols (EU-30)."""

    def route_cost(self, route: Route, cost: Cost) -> Cost:
        return attrs.evolve(cost, wilds=route.ferry) if route.ferry else cost
