"""`Tables`: the claims of a variant by card and wilds, and what its routes bring, for playouts."""

from __future__ import annotations

from typing import TYPE_CHECKING
from weakref import WeakKeyDictionary

from ttrkit.bots.chart import chart_of
from ttrkit.bots.hints import hinting_parts
from ttrkit.engine import Engine
from ttrkit.parts import Flags
from ttrkit.parts.claiming import Claiming
from ttrkit.payment import WILD_CARD

if TYPE_CHECKING:
    from ttrkit.engine import State
    from ttrkit.events import ClaimRoute


class Tables:
    """The claims of a variant, the points of its routes, and what is special about its rules."""

    def __init__(self, engine: Engine) -> None:
        chart = chart_of(engine)
        self.claims: list[dict[tuple[int, int], ClaimRoute]] = []
        """By route: its claims by the card that pays and the number of wilds.

        Empty if there are other ways to pay, or home-made rules, which may close a route.
        """
        if engine.answers.shared_purse is None and not engine.is_home_made:
            rows = engine.part(Claiming).prices.rows
            self.claims = [{_key(action): action for action in row} for row in rows]
        self.has_hints = bool(hinting_parts(engine))
        self.best_first = chart.best_first
        self._flags = [n for n, part in enumerate(engine.parts) if isinstance(part, Flags)]
        self._points = [float(points) for points in chart.points]
        self._prices, self._rules = chart.prices, chart.rules
        self._gains: dict[tuple[int, ...], list[float]] = {(): self._points}

    def gains(self, state: State, seat: int) -> list[float]:
        """By route: its points, with its share in the flag that the seat is after."""
        if not self._flags:
            return self._points
        flags = state.engine.parts[self._flags[0]]
        laid = flags.slot_of(state).laid[seat]
        missing = tuple([card for card in self._rules.flag if not laid[card]])
        if missing not in self._gains:
            share = self._rules.flag_points / len(missing)
            self._gains[missing] = [
                points + (share if len(price.cards) == 1 and price.cards[0] in missing else 0.0)
                for points, price in zip(self._points, self._prices, strict=True)
            ]
        return self._gains[missing]


def _key(action: ClaimRoute) -> tuple[int, int]:
    counts = action.cards.counts
    plain = [card for card, n in enumerate(counts) if n and card != WILD_CARD]
    return plain[0] if plain else WILD_CARD, counts[WILD_CARD]


_TABLES: WeakKeyDictionary[Engine, Tables] = WeakKeyDictionary()


def tables_of(engine: Engine) -> Tables:
    """The tables of a variant, made when they are first asked for."""
    found = _TABLES.get(engine)
    if found is None:
        found = _TABLES[engine] = Tables(engine)  # without its parts: they keep the engine alive
    return found
