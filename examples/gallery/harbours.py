"""Ships and harbours: sea routes take ships, and a ship card from a deck of its own.

The second card of a turn may be a ship card, from a deck beside that of the train cards. A sea
route is laid with ships, not trains, and its claimant plays the smallest ship card in hand that is
large enough: a sloop for three spaces, a steamer for six. Whoever sails to a city first builds its
harbour, and scores four points for it.
"""

from pathlib import Path

import attrs

from ttrkit import Action, Payment, Route, Variant, load_board, parts
from ttrkit.parts import Asked, Observation, Part, State, Stock, deck_of, open_field, pile_of

SHIPS = Stock("ship", 12, per="seat")
SHIP_CARDS = Stock("ship card", {"sloop": 12, "steamer": 6})
SPACES = (3, 6)  # that a sloop and a steamer are large enough for


@attrs.frozen
class DrawShip(Action):
    """Take a ship card in the place of a train card."""

    is_public = True

    def __str__(self) -> str:
        return "draw a ship card"


@attrs.define
class HarbourSlot:
    """Ships by seat, ship cards, and the cities that have a harbour."""

    ships: list[list[int]] = pile_of(SHIPS, per="seat", seen="all", supply=True)
    ship_deck: list[int] = deck_of(SHIP_CARDS, refilled_from="sailed")
    ship_cards: list[list[int]] = pile_of(SHIP_CARDS, per="seat", seen="owner")
    sailed: list[int] = pile_of(SHIP_CARDS, per="game", seen="all")
    harbours: tuple[str, ...] = open_field(())


class Harbours(Part):
    """Ships for the sea routes, and harbours at their ends."""

    slot = HarbourSlot
    labels = ("harbours",)
    joins = {"next card": (DrawShip,)}
    board_facts = {"route": {"sea": bool}}

    def route_pieces(self, route: Route) -> Stock | None:
        return SHIPS if route.extra.get("sea") else None

    def _fitting(self, state: State, seat: int, route: Route) -> list[int]:
        held = self.slot_of(state).ship_cards[seat]
        return [kind for kind, n in enumerate(held) if n and SPACES[kind] >= route.length]

    def why_closed(self, state: State, seat: int, route: Route) -> str | None:
        if route.extra.get("sea") and not self._fitting(state, seat, route):
            return f"no ship card of yours is large enough for {route.length} spaces"
        return None

    def after_claim(self, state: State, seat: int, route: Route, payment: Payment) -> None:
        if route.extra.get("sea"):
            slot, ship = self.slot_of(state), self._fitting(state, seat, route)[0]
            slot.ship_cards[seat][ship] -= 1
            slot.sailed[ship] += 1
            built = tuple(city for city in route.cities if city not in slot.harbours)
            slot.harbours += built
            state.award(seat, 4 * len(built), "harbours")

    def list_answers(self, state: State, seat: int, asked: Asked, out: list[Action]) -> None:
        if self.check_answer(state, seat, asked, DrawShip()) is None:
            out.append(DrawShip())

    def check_answer(self, state: State, seat: int, asked: Asked, action: DrawShip) -> str | None:
        slot = self.slot_of(state)
        return None if slot.ship_deck or any(slot.sailed) else "no ship card is left"

    def perform_answer(self, state: State, seat: int, asked: Asked, *_: object) -> None:
        self.slot_of(state).ship_cards[seat][self.draw(state, "ship_deck")] += 1
        self.engine.part(parts.Drawing).count_draw(state, seat, asked.data)

    def hint(self, observation: Observation, action: DrawShip) -> float:
        return 2.0 if observation.seats[observation.seat].ship_cards.total < 2 else 0.0


BOARD = load_board(Path(__file__).with_name("highlands.toml")).without_extra(keep=["sea"])
VARIANT = Variant.from_classic(
    "harbours", BOARD, title="Harbours", players=range(2, 5), trains=26, parts=[Harbours()]
)
