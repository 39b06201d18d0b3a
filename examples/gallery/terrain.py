"""Terrain cards: a route through rock, forest or moor may be claimed for double points.

Whoever claims a route draws a card from a deck of terrain cards, which nobody else sees. Whoever
plays, together with a claim, terrain cards of the route's kind, half as many as its spaces (rounded
up), scores the route twice. Played cards are shuffled when the deck runs out.
"""

from pathlib import Path
from typing import Any, Literal

import attrs

from ttrkit import Action, Cards, ClaimRoute, Payment, Route, Variant, load_board
from ttrkit.parts import Claiming, Observation, Part, State, Stock, deck_of, pile_of

TERRAIN = Stock("terrain", {"rock": 10, "forest": 10, "moor": 10})


@attrs.frozen
class ClaimTwice(Action):
    """Claim a route and play terrain cards, so that it scores twice."""

    is_public = True
    route: Route
    cards: Cards

    def __str__(self) -> str:
        return f"claim {self.route} with {self.cards} and terrain cards, for double points"


@attrs.define
class TerrainSlot:
    """The terrain cards: in the deck, in the hands, and played."""

    terrain_deck: list[int] = deck_of(TERRAIN, refilled_from="played")
    terrain: list[list[int]] = pile_of(TERRAIN, per="seat", seen="owner")
    played: list[int] = pile_of(TERRAIN, per="game", seen="all")


class Terrain(Part):
    """A second deck, whose cards double a claim."""

    slot = TerrainSlot
    labels = ("terrain",)
    actions = (ClaimTwice,)
    board_facts = {"route": {"terrain": Literal["rock", "forest", "moor"]}}

    def _why_not_twice(self, state: State, seat: int, route: Route) -> str | None:
        if "terrain" not in route.extra:
            return f"{route} does not go through rock, forest or moor"
        kind, due = route.extra["terrain"], -(-route.length // 2)
        held = self.slot_of(state).terrain[seat][TERRAIN.kind(kind)]
        return None if held >= due else f"{route} scores twice for {due} {kind}; you hold {held}"

    def list_actions(self, state: State, seat: int, out: list[Action]) -> None:
        claims: list[Any] = []
        self.engine.part(Claiming).list_actions(state, seat, claims)
        for claim in claims:
            if not self._why_not_twice(state, seat, claim.route):
                out.append(ClaimTwice(claim.route, claim.cards))

    def check(self, state: State, seat: int, action: ClaimTwice) -> Any:
        claim = ClaimRoute(action.route, action.cards)
        found = self.engine.part(Claiming).check(state, seat, claim)
        if isinstance(found, str):
            return found
        return self._why_not_twice(state, seat, action.route) or (claim, found)

    def perform(self, state: State, seat: int, action: ClaimTwice, found: Any) -> None:
        kind, due = TERRAIN.kind(action.route.extra["terrain"]), -(-action.route.length // 2)
        self.slot_of(state).terrain[seat][kind] -= due
        self.slot_of(state).played[kind] += due
        state.award(seat, state.variant.points_for(action.route), "terrain")
        self.engine.part(Claiming).perform(state, seat, *found)

    def after_claim(self, state: State, seat: int, route: Route, payment: Payment) -> None:
        card = self.draw(state, "terrain_deck")
        if card >= 0:
            self.slot_of(state).terrain[seat][card] += 1

    def hint(self, observation: Observation, action: ClaimTwice) -> float:
        return 2.0 * observation.variant.points_for(action.route)


BOARD = load_board(Path(__file__).with_name("highlands.toml")).without_extra(keep=["terrain"])
VARIANT = Variant.from_classic(
    "terrain", BOARD, title="Terrain", players=range(2, 5), trains=30, parts=[Terrain()]
)
