"""Bridge tolls: a claim over a bridge is paid for in tokens, too.

Every seat begins with three bridge tokens; the toll house has the others. A bridge costs one or two
tokens besides its cards, and they go back to the toll house. A turn may be spent to take two tokens
from there. At the end, a token left over is worth a point.
"""

from collections.abc import Mapping, Sequence
from pathlib import Path

import attrs

from ttrkit import Action, Observation, Payment, Route, Variant, load_board
from ttrkit.parts import Part, State, Stock, Tally, pile_of

FIRST_TOKENS = 3
TAKEN = 2  # in a turn
DEAREST = 2  # the toll that a bot wants to be able to pay
TOKENS = Stock("bridge token", 20)


@attrs.frozen
class TakeTokens(Action):
    """Spend the turn to take two bridge tokens."""

    is_public = True

    def __str__(self) -> str:
        return "take two bridge tokens"


@attrs.define
class TollSlot:
    """The tokens of the toll house, and those of the seats."""

    toll_house: list[int] = pile_of(TOKENS, per="game", seen="all", supply=True)
    tokens: list[list[int]] = pile_of(TOKENS, per="seat", seen="all")


class Tolls(Part):
    """Bridges cost tokens, which can be had for a turn."""

    slot = TollSlot
    labels = ("tokens",)
    actions = (TakeTokens,)
    board_facts = {"route": {"bridge": int}}

    def init_slot(self, state: State) -> None:
        for seat in range(state.seats):
            self.pay(state, seat, -FIRST_TOKENS)

    def pay(self, state: State, seat: int, tokens: int) -> None:
        """Move tokens from a seat to the toll house; a number below 0 moves them back."""
        slot = self.slot_of(state)
        slot.tokens[seat][0] -= tokens
        slot.toll_house[0] += tokens

    def why_closed(self, state: State, seat: int, route: Route) -> str | None:
        toll, have = route.extra.get("bridge", 0), self.slot_of(state).tokens[seat][0]
        return f"its toll in tokens is {toll}; you have {have}" if toll > have else None

    def after_claim(self, state: State, seat: int, route: Route, payment: Payment) -> None:
        self.pay(state, seat, route.extra.get("bridge", 0))

    def list_actions(self, state: State, seat: int, out: list[Action]) -> None:
        if self.slot_of(state).toll_house[0] >= TAKEN:
            out.append(TakeTokens())

    def check(self, state: State, seat: int, action: Action) -> str | None:
        return None if self.slot_of(state).toll_house[0] >= TAKEN else "too few tokens are left"

    def perform(self, state: State, seat: int, action: Action, found: None) -> None:
        self.pay(state, seat, -TAKEN)

    def hint(self, observation: Observation, action: Action) -> float:
        return TAKEN * (2.0 if observation.seats[observation.seat].tokens < DEAREST else 0.5)

    def final_points(self, tally: Tally) -> Mapping[str, Sequence[int]]:
        tokens = self.slot_of(tally.state).tokens
        return {"tokens": [sum(tokens[seat][0] for seat in team) for team in tally.state.teams]}


VARIANT = Variant.from_classic(
    "tolls",
    load_board(Path(__file__).with_name("delta.toml")).without_extra(keep=["bridge"]),
    title="Bridge tolls",
    players=range(2, 5),
    trains=28,
    parts=[Tolls()],
)
