"""Mountain crossings: a route over the mountains wears out trains.

Every mountain on a route costs the claimant one more train, which leaves the game and lies on the
crossings pile for all to see. Each train that is worn out scores two points at once. A route may be
claimed only with trains enough for its spaces and its mountains.
"""

from pathlib import Path

import attrs

from ttrkit import Payment, Route, Variant, load_board
from ttrkit.parts import TRAINS, Part, State, pile_of


@attrs.define
class CrossingSlot:
    """The trains that were worn out, by seat."""

    worn_out: list[list[int]] = pile_of(TRAINS, per="seat", seen="all")


class Crossings(Part):
    """A mountain costs a train and scores two points."""

    slot = CrossingSlot
    labels = ("crossings",)
    board_facts = {"route": {"mountain": int}}

    def why_closed(self, state: State, seat: int, route: Route) -> str | None:
        needed = route.length + route.extra.get("mountain", 0)
        if state.trains[seat] < needed:
            return f"it takes {needed} trains with its mountains; you have {state.trains[seat]}"
        return None

    def after_claim(self, state: State, seat: int, route: Route, payment: Payment) -> None:
        mountains = route.extra.get("mountain", 0)
        state.trains[seat] -= mountains
        self.slot_of(state).worn_out[seat][0] += mountains
        state.award(seat, 2 * mountains, "crossings")


VARIANT = Variant.from_classic(
    "crossings",
    load_board(Path(__file__).with_name("highlands.toml")).without_extra(keep=["mountain"]),
    title="Mountain crossings",
    players=range(2, 5),
    trains=30,
    parts=[Crossings()],
)
