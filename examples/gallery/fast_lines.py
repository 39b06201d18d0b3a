"""Shared fast lines: up to three companies run trains on the same line.

A fast line may be claimed again by others until it has three owners. Each of them pays for it, lays
trains of its own and scores; it counts for the tickets and the longest route of all. With every
claim of a line that has owners already, each of these earns two points.
"""

from collections.abc import Iterator
from pathlib import Path

from ttrkit import Payment, Route, Variant, load_board
from ttrkit.parts import Closing, Part, State

OWNERS = 3
SHARING_POINTS = 2


class FastLines(Part):
    """Some routes have several owners, and the first of them gain by it."""

    labels = ("fast lines",)
    board_facts = {"route": {"fast": bool}}

    def stays_open(self, route: Route) -> bool:
        return bool(route.extra.get("fast", False))

    def closes(self, state: State, seat: int, route: Route) -> Iterator[Closing]:
        if self.stays_open(route) and len(state.owners_of(route)) == OWNERS:
            yield Closing(route, f"{OWNERS} companies run trains there")

    def after_claim(self, state: State, seat: int, route: Route, payment: Payment) -> None:
        for owner in state.owners_of(route):
            if owner != seat:
                state.award(owner, SHARING_POINTS, "fast lines")


VARIANT = Variant.from_classic(
    "fast-lines",
    load_board(Path(__file__).with_name("delta.toml")).without_extra(keep=["fast"]),
    title="Shared fast lines",
    players=range(2, 5),
    trains=28,
    parts=[FastLines()],
)
