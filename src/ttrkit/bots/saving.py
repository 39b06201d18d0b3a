"""Cards: which of them the planned routes lack, which routes can be paid, and with what."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import TYPE_CHECKING, Any, NamedTuple

from ttrkit.payment import CARD_KINDS, WILD_CARD

if TYPE_CHECKING:
    from ttrkit.bots.chart import Chart, Price
    from ttrkit.bots.ground import Ground

LACKING = 1.0  # the worth of a card that a planned route lacks
COMPLETING = 0.25  # more, if it is the only one
GREY_LACKING = 0.85  # the worth of a card for a route of any colour
import os
EXTRA = float(os.environ.get("EXTRA","0.9"))
GREY_ANY = float(os.environ.get("GA","0.3"))
CAP = int(os.environ.get("CAP","25"))
HARD = float(os.environ.get("HARD","0.5"))
PILE = float(os.environ.get("PILE","0"))
MAX_EXTRAS = int(os.environ.get("ME","16"))
SPARE = float(os.environ.get("SPARE","0.1")) # the worth of any other card
WILD = float(os.environ.get("WILD","1"))  # the worth of a wild as long as something is lacking
WILD_COMPLETING = 0.4  # more, if it completes a route
TUNNEL_RESERVE = 0.3  # of the cards turned up, that it is well to have besides


class Payable(NamedTuple):
    """A route that can be paid for now."""

    link: int
    route: int
    wilds: int  # that have to be paid, besides those that it asks for


class Needs:
    """The demand for cards by some links, the most important first."""

    __slots__ = ("lack", "left", "payable", "worth")

    def __init__(
        self,
        chart: Chart,
        ground: Ground,
        links: Iterable[int],
        funds: Sequence[int],
        free: int = 0,
        market: Sequence[int] = (),
    ) -> None:
        self.payable: list[Payable] = []
        self.left = [*funds]
        """The cards that are not needed for these links."""
        self.worth = [SPARE] * CARD_KINDS
        """The worth of one more card, by kind."""
        self.lack = 0
        """The number of cards that are missing in all."""
        prices, wilds = chart.prices, funds[WILD_CARD]
        later: list[tuple[int, int, Price]] = []
        for link in links:
            routes = ground.open_of[link]
            if not routes:
                continue
            route = routes[0]
            if len(routes) > 1:
                route = min(routes, key=lambda each: lacking(prices[each], self.left))
            price = prices[route]
            if len(price.cards) == 1:
                self._count(price, price.cards[0], link, route, funds)
            else:
                later.append((link, route, price))
        for link, route, price in later:
            left = self.left
            card, most = WILD_CARD, -1
            for each in price.cards:
                if left[each] > most:
                    card, most = each, left[each]
            self._count(price, card, link, route, funds)
        if self.lack and self.worth[WILD_CARD] < WILD:
            self.worth[WILD_CARD] = WILD
        self.left[WILD_CARD] = max(0, wilds - self.lack)
        if free > 0:
            self._add_extras(chart, ground, free, market)

    def _add_extras(
        self, chart: Chart, ground: Ground, free: int, market: Sequence[int]
    ) -> None:
        """Count the routes beside the plan that the cards left come nearest to."""
        left, worth = self.left, self.worth
        if PILE:
            for card, n in enumerate(left):
                if card != WILD_CARD and worth[card] <= SPARE:
                    worth[card] += PILE * n
        per_card = 1 / chart.rules.draws
        found = []
        costs, link_of = ground.costs, chart.link_of
        open_of = ground.open_of
        seen = 0
        lying = [0] * CARD_KINDS
        for card in market:
            lying[card] += 1
        near = [n + 0.5 * m for n, m in zip(left, lying, strict=True)]
        for route in chart.best_first:
            length = chart.lengths[route]
            if length > free or not costs[link_of[route]] or route not in open_of[link_of[route]]:
                continue
            seen += 1
            if seen > MAX_EXTRAS:
                break
            price = chart.prices[route]
            card, have = WILD_CARD, -1.0
            for each in price.cards:
                if near[each] > have:
                    card, have = each, near[each]
            lack = price.size - left[card]
            if lack <= 0:
                lack = 0
            open_ = lying[card] if lying[card] < lack else lack
            turns = 1 + per_card * open_ + HARD * (lack - open_ + price.wilds)
            found.append((-chart.points[route] / turns, route, card, lack))
        found.sort()
        used = 0
        for rate, route, card, lack in found:
            if used and used + chart.lengths[route] > free:
                continue
            used += chart.lengths[route]
            if lack:
                value = EXTRA + (0.1 if lack == 1 else 0.0)
                if worth[card] < value:
                    worth[card] = value
                if worth[WILD_CARD] < 1.1:
                    worth[WILD_CARD] = 1.1
            if used >= free or used > CAP:
                break

    def _count(
        self, price: Price, card: int, link: int, route: int, funds: Sequence[int]
    ) -> None:
        """Set cards aside for a route, and note what it lacks."""
        worth, left = self.worth, self.left
        size, wilds = price.size - price.wilds, price.wilds
        is_grey = len(price.cards) != 1
        have = left[card] if card != WILD_CARD else 0
        full = max([funds[each] for each in price.cards], default=0) if is_grey else funds[card]
        short = size - full
        if short < 0:
            short = 0
        if short + wilds <= funds[WILD_CARD]:
            self.payable.append(Payable(link, route, short))
        size += int(TUNNEL_RESERVE * price.tunnel + 0.5)
        lack = size - have
        if lack <= 0:
            left[card] -= size
            if wilds > funds[WILD_CARD]:
                self.lack += wilds - funds[WILD_CARD]
                worth[WILD_CARD] = WILD + WILD_COMPLETING
            return
        if have:
            left[card] = 0
        self.lack += lack + wilds
        if lack + wilds - funds[WILD_CARD] <= 1:
            value = LACKING + COMPLETING
            if worth[WILD_CARD] < WILD + WILD_COMPLETING:
                worth[WILD_CARD] = WILD + WILD_COMPLETING
        else:
            value = LACKING
        if is_grey:
            value *= GREY_LACKING
            if have < 2:  # any colour will do to begin with
                for each in price.cards:
                    if worth[each] < GREY_ANY:
                        worth[each] = GREY_ANY
        if worth[card] < value:
            worth[card] = value


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
    return max(0, short + wilds - funds[WILD_CARD])


def cheapest(actions: Iterable[Any], worth: Sequence[float]) -> Any:
    """The action that pays with the cards of least worth; the first of several."""
    best, least = None, 0.0
    for action in actions:
        price = 0.0
        for card, n in enumerate(action.cards.counts):
            if n:
                price += n * worth[card]
        shared = getattr(action, "shared", None)
        if shared:
            for card, n in enumerate(shared.counts):
                if n:
                    price += n * (worth[card] + SHARED)
        if best is None or price < least:
            best, least = action, price
    return best


SHARED = 0.02  # the price of a shared card, besides: partners can use it, too
