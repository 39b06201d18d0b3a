"""Home-made rules that add things to the box: terrain cards, ships, and trains that leave play."""

from typing import Any

import attrs

import ttrkit
from ttrkit import Variant, parts
from ttrkit.parts import TRAINS, Action, Asked, Drawing, Route, State, Stock, deck_of, pile_of

TERRAIN = Stock("terrain", {"hill": 4, "forest": 3})
SHIPS = Stock("ship", 8, per="seat")


@attrs.frozen
class DrawTerrain(Action):
    """Take the top terrain card instead of a train card."""

    is_public = True


@attrs.frozen
class PlayTerrain(Action):
    """Play a terrain card for a point."""

    is_public = True
    kind: str = attrs.field(validator=attrs.validators.instance_of(str))


@attrs.define
class TerrainSlot:
    """A deck, hidden hands, and what was played."""

    terrain_deck: list[int] = deck_of(TERRAIN, refilled_from="played")
    terrain: list[list[int]] = pile_of(TERRAIN, per="seat", seen="owner")
    played: list[int] = pile_of(TERRAIN, per="game", seen="all")


class Terrain(parts.Part):
    """A second deck: a card of it counts as one of the turn's draws, and scores when played."""

    slot = TerrainSlot
    labels = ("terrain",)
    actions = (DrawTerrain, PlayTerrain)
    joins = {"next card": (DrawTerrain,)}  # noqa: RUF012 - as a part's author would write it

    def _is_there(self, state: State) -> bool:
        slot: TerrainSlot = self.slot_of(state)
        return bool(slot.terrain_deck) or any(slot.played)

    def list_actions(self, state: State, seat: int, out: list[Action]) -> None:
        if self._is_there(state):
            out.append(DrawTerrain())
        held = self.slot_of(state).terrain[seat]
        out += [PlayTerrain(kind) for kind, n in zip(TERRAIN.kinds, held, strict=True) if n]

    def check(self, state: State, seat: int, action: Any) -> str | None:
        if isinstance(action, DrawTerrain):
            return None if self._is_there(state) else "no terrain card is left"
        if action.kind not in TERRAIN.kinds:
            return f"there is no terrain {action.kind!r}"
        held = self.slot_of(state).terrain[seat][TERRAIN.kind(action.kind)]
        return None if held else f"you hold no {action.kind}"

    def perform(self, state: State, seat: int, action: Any, found: None) -> None:
        if isinstance(action, DrawTerrain):
            self._take(state, seat, None)
            return
        slot: TerrainSlot = self.slot_of(state)
        kind = TERRAIN.kind(action.kind)
        slot.terrain[seat][kind] -= 1
        slot.played[kind] += 1
        state.award(seat, 1, "terrain")

    def _take(self, state: State, seat: int, draws: Any) -> None:
        kind = self.draw(state, "terrain_deck")
        self.slot_of(state).terrain[seat][kind] += 1
        self.engine.part(Drawing).count_draw(state, seat, draws)

    def list_answers(self, state: State, seat: int, asked: Asked, out: list[Action]) -> None:
        if self._is_there(state):
            out.append(DrawTerrain())

    def check_answer(self, state: State, seat: int, asked: Asked, action: Any) -> str | None:
        return self.check(state, seat, action)

    def perform_answer(
        self, state: State, seat: int, asked: Asked, action: Any, found: None
    ) -> None:
        self._take(state, seat, asked.data)


@attrs.define
class ShipSlot:
    """The ships that each seat has left."""

    ships: list[list[int]] = pile_of(SHIPS, per="seat", seen="all", supply=True)


class Ships(parts.Part):
    """Routes of length 2 are sea routes: they take ships."""

    slot = ShipSlot

    def route_pieces(self, route: Route) -> Stock | None:
        return SHIPS if route.length == 2 else None


@attrs.define
class CrossingSlot:
    """The trains that each seat has lost."""

    lost: list[list[int]] = pile_of(TRAINS, per="seat", seen="all")


class Crossings(parts.Part):
    """A route of length 3 costs one train more, which leaves play."""

    slot = CrossingSlot

    def why_closed(self, state: State, seat: int, route: Route) -> str | None:
        if route.length == 3 and state.trains[seat] < 4:
            return "a crossing costs one train more"
        return None

    def after_claim(self, state: State, seat: int, route: Route, payment: Any) -> None:
        if route.length == 3:
            state.trains[seat] -= 1
            self.slot_of(state).lost[seat][0] += 1


def variant(*more: parts.Part, trains: int = 12) -> Variant:
    """The board of Paris with these rules."""
    board = ttrkit.get_variant("paris").board
    return Variant.from_classic("things", board, players=(2, 3), trains=trains, parts=more)
