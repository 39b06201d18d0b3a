"""Cards: which of them the planned routes lack, which routes can be paid, and with what."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import TYPE_CHECKING, Any, NamedTuple, TypeVar

from ttrkit.bots.ways import NOWHERE
from ttrkit.payment import CARD_KINDS, WILD_CARD

if TYPE_CHECKING:
    from ttrkit.bots.chart import Price
    from ttrkit.bots.ground import Ground

A = TypeVar("A")

# The worth of one more card, in cards that are sure to be used:
LACKING = 1.0  # a planned route lacks it
COMPLETING = 0.15  # more, if it is the only one lacking
GREY = 0.85  # of that, if other colours would do
FIRST_GREY = 0.3  # any colour, as long as few are gathered for a grey route
EXTRA = 0.9  # a route beside the plan lacks it
LAST_EXTRA = 0.1  # more, if it is the only one lacking
SPARE = 0.1  # any other card
WILD = 1.0  # a wild, as long as something is lacking
WILD_COMPLETING = 0.4  # more, if it completes a route
WILD_EXTRA = 1.1  # a wild, as long as a route beside the plan lacks something
WILD_PRESSED = 1.2  # a wild, when time runs out

PRESSED_DRAWS = 1.0  # cards drawn for each card that is lacking, to see if time runs out
LYING = 0.8  # how much of a card in the hand one is that lies face up
FEW = 2  # cards that are hardly a beginning
TUNNEL_RESERVE = 0.3  # of the cards turned up, that it is well to have besides
EXTRAS = 16  # routes beside the plan that are looked at
EXTRA_TRAINS = 25  # trains for which routes beside the plan are looked for
SHARED = 0.02  # the price of a shared card, besides: partners can use it, too


class Payable(NamedTuple):
    """A route that can be paid for now."""

    link: int
    route: int
    wilds: int  # that have to be paid, besides those that it asks for


class Needs:
    """The demand for cards by some links, the most important first, and by routes beside them."""

    __slots__ = (
        "_funds",
        "_lying",
        "free",
        "is_pressed",
        "lack",
        "left",
        "payable",
        "turns",
        "worth",
    )

    def __init__(
        self,
        ground: Ground,
        links: Sequence[int],
        funds: Sequence[int],
        market: Sequence[int],
        free: int = 0,
        *,
        remaining: float = NOWHERE,
    ) -> None:
        self._funds = funds
        self.free = free
        """The trains that are not needed for these links."""
        self.payable: list[Payable] = []
        self.left = [*funds]
        """The cards that are not needed for these links."""
        self.worth = [SPARE] * CARD_KINDS
        """The worth of one more card, by kind."""
        self.lack = 0
        """The number of cards that are missing in all."""
        lying = self._lying = [0] * CARD_KINDS
        for card in market:
            lying[card] += 1
        self._add_links(ground, links)
        if self.lack and self.worth[WILD_CARD] < WILD:
            self.worth[WILD_CARD] = WILD
        self.left[WILD_CARD] = max(0, funds[WILD_CARD] - self.lack)
        self.turns = PRESSED_DRAWS * self.lack / ground.chart.rules.draws + len(links)
        """The turns that these links take, with the draws for what they lack."""
        self.is_pressed = self.lack > 0 and remaining < self.turns
        """Whether time is running out for these links."""
        if self.is_pressed:
            self.worth[WILD_CARD] = max(self.worth[WILD_CARD], WILD_PRESSED)
        elif free > 0:
            self._add_extras(ground, free)

    def _add_links(self, ground: Ground, links: Iterable[int]) -> None:
        """Count the planned links; those that any colour pays take what the others leave."""
        prices, left, lying = ground.chart.prices, self.left, self._lying
        most_drawn = ground.chart.rules.draws
        greys: list[tuple[int, int, Price]] = []
        for link in links:
            routes = ground.open_of[link]
            route = routes[0]
            if len(routes) > 1:
                route = min(routes, key=lambda each: lacking(prices[each], left))
            price = prices[route]
            if len(price.cards) == 1:
                self._count(price, price.cards[0], link, route)
            else:
                greys.append((link, route, price))
        for link, route, price in greys:
            card, most = WILD_CARD, -1.0
            for each in price.cards:
                near = left[each] + LYING * min(lying[each], most_drawn)
                if near > most:
                    card, most = each, near
            self._count(price, card, link, route)

    def _count(self, price: Price, card: int, link: int, route: int) -> None:
        """Set cards aside for a route, and note what it lacks."""
        worth, left, funds = self.worth, self.left, self._funds
        size, wilds, all_wilds = price.size - price.wilds, price.wilds, funds[WILD_CARD]
        is_grey = len(price.cards) != 1
        most = max([funds[each] for each in price.cards], default=0) if is_grey else funds[card]
        short = size - most if size > most else 0
        if short + wilds <= all_wilds:
            self.payable.append(Payable(link, route, short))
        if price.tunnel:
            size += reserve(price)
        have = left[card] if card != WILD_CARD else 0
        lack = size - have
        if lack <= 0:
            left[card] -= size
            if wilds > all_wilds:
                self.lack += wilds - all_wilds
                worth[WILD_CARD] = WILD + WILD_COMPLETING
            return
        if have:
            left[card] = 0
        self.lack += lack + wilds
        value = LACKING
        if lack + wilds - all_wilds <= 1:
            value += COMPLETING
            if worth[WILD_CARD] < WILD + WILD_COMPLETING:
                worth[WILD_CARD] = WILD + WILD_COMPLETING
        if is_grey:
            value *= GREY
            if have < FEW:
                for each in price.cards:
                    if worth[each] < FIRST_GREY:
                        worth[each] = FIRST_GREY
        if worth[card] < value:
            worth[card] = value

    def _add_extras(self, ground: Ground, free: int) -> None:
        """Count the routes beside the plan that bring most for the cards that they lack."""
        chart, left, worth = ground.chart, self.left, self.worth
        near = [n + LYING * lying for n, lying in zip(left, self._lying, strict=True)]
        nearest: dict[tuple[int, ...], int] = {}  # of the colours that pay a mixed route
        per_card = 1 / chart.rules.draws
        found: list[tuple[float, int, int, int]] = []
        lengths, prices, points = chart.lengths, chart.prices, chart.points
        for route in ground.open_best_first():
            if lengths[route] > free:
                continue
            size, cards, wilds, _ = prices[route]
            if len(cards) == 1:
                card = cards[0]
            elif cards in nearest:
                card = nearest[cards]
            else:
                card = max(cards, key=near.__getitem__, default=WILD_CARD)
                nearest[cards] = card
            lack = size - left[card]
            if lack < 0:
                lack = 0
            found.append((-points[route] / (1 + per_card * (lack + wilds)), route, card, lack))
            if len(found) == EXTRAS:
                break
        found.sort()
        used = 0
        for _, route, card, lack in found:
            if used and used + chart.lengths[route] > free:
                continue
            used += chart.lengths[route]
            if lack:
                value = EXTRA + LAST_EXTRA if lack == 1 else EXTRA
                if worth[card] < value:
                    worth[card] = value
                if worth[WILD_CARD] < WILD_EXTRA:
                    worth[WILD_CARD] = WILD_EXTRA
            if used >= min(free, EXTRA_TRAINS):
                break

    def covers(self, action: Any) -> bool:
        """Whether an action pays with cards alone that the plan does not need."""
        left = self.left
        paid = action.cards.counts
        shared = action.shared.counts if action.shared else bytes(CARD_KINDS)
        return all(paid[card] + shared[card] <= left[card] for card in range(CARD_KINDS))


def lacking(price: Price, funds: Sequence[int]) -> int:
    """The number of cards missing to pay a price, with all the wilds."""
    size, cards, wilds, _ = price
    have = 0
    for card in cards:
        if funds[card] > have:
            have = funds[card]
    short = size - wilds - have
    if short < 0:
        short = 0
    short += wilds - funds[WILD_CARD]
    return short if short > 0 else 0


def paid_worth(action: Any, worth: Sequence[float]) -> float:
    """The worth of all cards that an action pays."""
    price = 0.0
    for card, n in enumerate(action.cards.counts):
        if n:
            price += n * worth[card]
    shared = getattr(action, "shared", None)
    if shared:
        for card, n in enumerate(shared.counts):
            if n:
                price += n * (worth[card] + SHARED)
    return price


def cheapest(actions: Iterable[A], worth: Sequence[float]) -> A:
    """The action that pays with the cards of least worth; the first of several."""
    return min(actions, key=lambda action: paid_worth(action, worth))


def reserve(price: Price) -> int:
    """The number of cards that it is well to have besides the price, for what is turned up."""
    return int(TUNNEL_RESERVE * price.tunnel + 0.5)


def cards_left(action: Any, funds: Sequence[int]) -> int:
    """The number of cards left after a claim that could pay what a tunnel asks for besides."""
    left = [*funds]
    played = WILD_CARD
    for cards in (action.cards, action.shared):
        for card, n in enumerate(cards.counts):
            left[card] -= n
            if n and card != WILD_CARD:
                played = card
    return left[WILD_CARD] + (left[played] if played != WILD_CARD else 0)
