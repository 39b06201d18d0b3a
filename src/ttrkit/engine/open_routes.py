"""Routes sorted by what they cost: what is still open lies in this order in `state.open`."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Sequence
from typing import NamedTuple

from ttrkit.payment.card_counts import CARD_KINDS
from ttrkit.payment.costs import Cost
from ttrkit.payment.tables import PaymentTable


class Shelf(NamedTuple):
    """Routes that cost the same and are equally long."""

    place: int  # in `state.open`
    size: int  # the fewest cards of one colour, with wilds, that pay; 0 if that cannot be said
    length: int
    table: PaymentTable


class Shelves:
    """First, for every card, the routes that take as many of it as trains, the shortest first.

    Then come *mixed* shelves: what else there is, by cost and length, the cheapest first.
    """

    def __init__(
        self,
        costs: Sequence[Cost],
        lengths: Sequence[int],
        table: Callable[[Cost], PaymentTable],
    ) -> None:
        kinds: dict[Hashable, list[int]] = {card: [] for card in range(CARD_KINDS)}
        for number in sorted(range(len(costs)), key=lambda number: costs[number].least):
            cost, length = costs[number], lengths[number]
            cards = list(table(cost).by_card)
            is_plain = len(cards) == 1 and cost.size == length and not cost.wilds
            kinds.setdefault(cards[0] if is_plain else (cost, length), []).append(number)
        self.routes = [tuple(numbers) for numbers in kinds.values()]
        """What is open when a game begins: routes by number."""
        self.barred: list[tuple[int, ...]] = [()] * len(costs)
        """To which seats alone a route is closed when a game begins: none."""
        self.mixed = []
        for place, (first, *_) in enumerate(self.routes[CARD_KINDS:], start=CARD_KINDS):
            cost = costs[first]
            self.mixed.append(Shelf(place, cost.least, lengths[first], table(cost)))
        self.place_of_route = [0] * len(costs)
        for place, numbers in enumerate(self.routes):
            for number in numbers:
                self.place_of_route[number] = place
