"""Technologies: bought with wild cards, they change what their owner may do.

A turn may be spent to buy one technology. *Dynamite*, for one wild card, opens the routes with a
mountain to its owner; nobody builds there without it. *Viaducts*, for two, save their owner one
card on every route of three spaces or more. Each may be bought by everybody, once.
"""

from pathlib import Path

import attrs

from ttrkit import Action, Cards, Cost, Payment, Route, Variant, cards, load_board
from ttrkit.parts import Observation, Part, State, Stock, pile_of

TECHNOLOGIES = Stock("technology", {"dynamite": 1, "viaducts": 1}, per="seat")
PRICES = {"dynamite": cards(wild=1), "viaducts": cards(wild=2)}


@attrs.frozen
class BuyTechnology(Action):
    """Buy a technology for these cards."""

    is_public = True
    name: str
    cards: Cards

    def __str__(self) -> str:
        return f"buy {self.name} with {self.cards}"


@attrs.define
class TechnologySlot:
    """What every seat may still buy, and what it has."""

    on_offer: list[list[int]] = pile_of(TECHNOLOGIES, per="seat", seen="all", supply=True)
    technologies: list[list[int]] = pile_of(TECHNOLOGIES, per="seat", seen="all")


class Technologies(Part):
    """Dynamite for the mountains, viaducts for the long routes."""

    slot = TechnologySlot
    actions = (BuyTechnology,)
    board_facts = {"route": {"mountain": int}}

    def has(self, state: State, seat: int, name: str) -> bool:
        """Whether this seat has this technology."""
        return bool(self.slot_of(state).technologies[seat][TECHNOLOGIES.kind(name)])

    def list_actions(self, state: State, seat: int, out: list[Action]) -> None:
        offers = [BuyTechnology(name, price) for name, price in PRICES.items()]
        out += [offer for offer in offers if not isinstance(self.check(state, seat, offer), str)]

    def check(self, state: State, seat: int, action: BuyTechnology) -> Payment | str:
        if action.name not in PRICES:
            return f"there is no technology {action.name!r}"
        if self.has(state, seat, action.name):
            return f"you have {action.name} already"
        if action.cards != PRICES[action.name]:
            return f"{action.name} costs {PRICES[action.name]}, not {action.cards}"
        payment = Payment(action.cards)
        return payment if state.can_pay(seat, payment) else f"you do not have {action.cards}"

    def perform(self, state: State, seat: int, action: BuyTechnology, found: Payment) -> None:
        state.spend(seat, found)
        slot, kind = self.slot_of(state), TECHNOLOGIES.kind(action.name)
        slot.on_offer[seat][kind] -= 1
        slot.technologies[seat][kind] += 1

    def why_closed(self, state: State, seat: int, route: Route) -> str | None:
        is_hard = "mountain" in route.extra and not self.has(state, seat, "dynamite")
        return "it takes dynamite" if is_hard else None

    def current_cost(self, state: State, seat: int, route: Route, cost: Cost) -> Cost:
        saves = route.length >= 3 and self.has(state, seat, "viaducts")
        return attrs.evolve(cost, size=cost.size - 1) if saves else cost

    def hint(self, observation: Observation, action: BuyTechnology) -> float:
        return 0.3 * observation.seats[observation.seat].trains  # the sooner, the better


BOARD = load_board(Path(__file__).with_name("highlands.toml")).without_extra(keep=["mountain"])
VARIANT = Variant.from_classic(
    "technologies",
    BOARD,
    title="Inventions",
    players=range(2, 5),
    trains=30,
    parts=[Technologies()],
)
