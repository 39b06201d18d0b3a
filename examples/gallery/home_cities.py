"""Home cities: whoever builds into another's home pays its owner.

Every seat is dealt a home city before the game, for all to see. Whoever claims a route into the
home of another team gives its owner two points. A route of one's own into one's home is worth a
point more.
"""

from collections.abc import Sequence
from pathlib import Path

import attrs

from ttrkit import Payment, Route, Variant, load_board
from ttrkit.parts import Part, State, open_field

VISITOR_PAYS = 2
OWN_POINTS = 1


@attrs.define
class HomeSlot:
    """The name of every seat's home city; none before they are dealt."""

    home: tuple[str, ...] = open_field((), per="seat")


class HomeCities(Part):
    """The owner of a home city takes points from those who build there."""

    slot = HomeSlot
    labels = ("home city",)
    keywords = ("home",)

    def init_slot(self, state: State) -> None:
        self.slot_of(state).home = ("",) * state.seats

    def set_up(self, state: State) -> None:
        cities = state.board.cities
        dealt = state.shuffled(range(len(cities)), "home cities")[: state.seats]
        self.slot_of(state).home = tuple(cities[number].name for number in dealt)

    def after_claim(self, state: State, seat: int, route: Route, payment: Payment) -> None:
        for owner, home in enumerate(self.slot_of(state).home):
            if home not in route.cities:
                continue
            if owner == seat:
                state.award(seat, OWN_POINTS, "home city")
            elif state.team_of(owner) != state.team_of(seat):
                state.award(seat, -VISITOR_PAYS, "home city")
                state.award(owner, VISITOR_PAYS, "home city")

    def set_position(self, state: State, keyword: str, value: Sequence[str]) -> None:
        if len(value) != state.seats:
            raise ValueError(f"home: one city a seat, not {value!r}")
        self.slot_of(state).home = tuple(state.board.city(name).name for name in value)


VARIANT = Variant.from_classic(
    "home-cities",
    load_board(Path(__file__).with_name("delta.toml")).without_extra(),
    title="Home cities",
    players=range(2, 5),
    trains=28,
    parts=[HomeCities()],
)
