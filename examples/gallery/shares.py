"""Shares: claims earn shares of railway companies, and the largest shareholders score at the end.

Every country has a company with seven shares. Whoever claims a route takes a share of the company
of each country that it touches, so a route across a border earns two; a company without shares left
gives none. At the end, the most shares of a company score eight points, and the next most three.
Those who are level all score; nobody comes next after a first place that is shared.
"""

from collections.abc import Mapping, Sequence
from pathlib import Path

import attrs

from ttrkit import Payment, Route, Variant, load_board
from ttrkit.parts import Part, State, Stock, Tally, pile_of

SHARES = Stock("share", {"Norrin": 7, "Vestia": 7, "Orvalia": 7, "Suthmark": 7})
MOST, NEXT_MOST = 8, 3


@attrs.define
class ShareSlot:
    """The shares that nobody has yet, and those of every seat."""

    bank: list[int] = pile_of(SHARES, per="game", seen="all", supply=True)
    shares: list[list[int]] = pile_of(SHARES, per="seat", seen="all")


class Shares(Part):
    """Shares for every claim, and points for the largest shareholders."""

    slot = ShareSlot
    labels = ("shares",)
    board_facts = {"city": {"country": str}}

    def after_claim(self, state: State, seat: int, route: Route, payment: Payment) -> None:
        slot = self.slot_of(state)
        for country in {state.board.city(name).extra["country"] for name in route.cities}:
            company = SHARES.kind(country)
            if slot.bank[company]:
                slot.bank[company] -= 1
                slot.shares[seat][company] += 1

    def final_points(self, tally: Tally) -> Mapping[str, Sequence[int]]:
        held, teams = self.slot_of(tally.state).shares, tally.state.teams
        points = [0] * len(teams)
        for company in range(len(SHARES.kinds)):
            owned = [sum(held[seat][company] for seat in team) for team in teams]
            ranked = sorted(owned, reverse=True)
            for team, shares in enumerate(owned):
                if shares and shares == ranked[0]:
                    points[team] += MOST
                elif shares and shares == ranked[1]:
                    points[team] += NEXT_MOST
        return {"shares": points}


VARIANT = Variant.from_classic(
    "shares",
    load_board(Path(__file__).with_name("highlands.toml")).without_extra(keep=["country"]),
    title="Shares of the companies",
    players=range(2, 5),
    trains=30,
    parts=[Shares()],
)
