"""The list of claims that a seat can make: the loops that matter most for speed.

Open routes are in groups by price (`prices`), so that a loop ends at the first route that is out of
reach. For a route of one colour, the claims are looked up by the wilds and the cards of that colour
in hand. For a route payable in several colours, the key is the whole hand, reduced to the counts
that matter (`ttrkit.payment.memory`). With two purses, four numbers matter for a colour and whole
hands differ too much, so the claims are looked up colour by colour.
"""

from __future__ import annotations

from itertools import chain
from typing import TYPE_CHECKING, Any

from ttrkit.board import Route
from ttrkit.engine import TRAINS, pieces_left
from ttrkit.events import Action, ClaimRoute
from ttrkit.hooks import Part
from ttrkit.parts.claiming.prices import Prices
from ttrkit.payment import CARD_KINDS, COUNTS, WILD_CARD, Cost, recall

if TYPE_CHECKING:
    from ttrkit.engine import Engine, State

ALL_CARDS = tuple(range(CARD_KINDS))


class ClaimListing(Part):
    """Lists the claims that a seat can make."""

    prices: Prices

    def prepare_listing(self, engine: Engine, prices: Prices) -> None:
        """Build the lookup tables for the loops."""
        self.prices = prices
        self._takes_others = any(pieces is not TRAINS for pieces in engine.pieces_of)
        self._asks_each_time = self._takes_others or bool(
            engine.answers.current_cost or engine.answers.why_closed
        )
        self._is_special = self._asks_each_time or engine.answers.shared_purse is not None
        by_colour = [number for routes in prices.groups[:CARD_KINDS] for number in routes]
        self._shortest = min([prices.lengths[number] for number in by_colour], default=COUNTS)
        self._rows = prices.rows
        cheapest: list[Any] = [row[0] if row else None for row in prices.rows]
        deck = engine.variant.deck.counts
        offers = {} if self._is_special else {n: self._offer(n, deck) for n in by_colour}
        has_mixed = len(prices.groups) > CARD_KINDS
        plain = range(WILD_CARD) if has_mixed else ()  # any of them may pay for a mixed route
        colours = [card for card in ALL_CARDS if card in plain or prices.groups[card]]
        self._tables = (
            prices,
            colours,
            self._shortest,
            prices.lengths,
            offers,
            cheapest,
            prices.rows,
            has_mixed,
        )

    def _offer(self, route: int, deck: bytes) -> list[list[tuple[ClaimRoute, ...]]]:
        """The claims of a one-colour route, by number of wilds, then of cards of it, in hand."""
        row, cost = self._rows[route], self.prices.costs[route]
        (payments,) = self.prices.tables[cost].by_card.values()  # in one colour
        size = cost.size
        most = max(deck)
        of_wilds: list[list[tuple[ClaimRoute, ...]]] = []
        for wild in range(min(size, deck[WILD_CARD]) + 1):
            of_cards = [
                tuple([row[place] for place in payments.places(0, have, 0, wild)])
                for have in range(min(size, most) + 1)
            ]
            of_wilds.append(of_cards + of_cards[-1:] * (most - size))  # more are of no use
        return of_wilds + of_wilds[-1:] * (deck[WILD_CARD] - size)

    def list_actions(self, state: State, seat: int, out: list[Action]) -> None:
        """Add the claims of one-colour routes, then of mixed routes; the cheapest first."""
        if self._is_special:
            self._list_specially(state, seat, out)
            return
        hand = state.hands[seat]
        trains = state.trains[seat]
        groups = state.open_routes
        closed_to = state.closed_to
        prices, colours, shortest, lengths, offers, cheapest, rows, has_mixed = self._tables
        wild = hand[WILD_CARD]
        least = shortest - wild  # a colour with fewer cards reaches nothing
        most = least - 1  # cards of any colour; skipped colours have no more
        for card in colours:
            have = hand[card]
            if have >= least:
                if have > most:
                    most = have
                reach = have + wild
                if reach > trains:
                    reach = trains
                if wild:
                    for route in groups[card]:
                        if lengths[route] > reach:
                            break
                        if not closed_to[route] or seat not in closed_to[route]:
                            out += offers[route][wild][have]
                else:  # there is one way to pay
                    for route in groups[card]:
                        if lengths[route] > reach:
                            break
                        if not closed_to[route] or seat not in closed_to[route]:
                            out.append(cheapest[route])
        if not has_mixed:
            return
        reach = most + wild  # no colour reaches farther
        mixed = state.pickers
        if mixed is None:
            _, _, mixed = recall(state.memory, prices)
            state.pickers = mixed
        for size, group, length, picks in mixed[wild]:
            if size > reach:
                break
            routes = groups[group]
            if routes and length <= trains:
                place, pick = picks[bytes(hand).translate(picks.cap)]
                if place < 0:
                    for route in routes:
                        if not closed_to[route] or seat not in closed_to[route]:
                            out += pick(rows[route])
                else:  # there is one way to pay
                    for route in routes:
                        if not closed_to[route] or seat not in closed_to[route]:
                            out.append(rows[route][place])

    def _list_specially(self, state: State, seat: int, out: list[Action]) -> None:
        """Add the claims if parts must be asked each time, or if there are two purses."""
        if self._asks_each_time:
            self._list_asking(state, seat, out)
        else:
            self._list_from_purses(state, seat, out)

    def _list_from_purses(self, state: State, seat: int, out: list[Action]) -> None:
        """Add the claims of a seat that pays from hand and shared purse, colour by colour.

        Counts are encoded as in `payment.memory`.
        """
        hand, shared = state.purses(seat)
        trains = state.trains[seat]
        groups = state.open_routes
        closed_to = state.closed_to
        lengths, rows = self.prices.lengths, self._rows
        picks, mixed, _ = recall(state.memory, self.prices)
        wild = hand[WILD_CARD] + 256 * shared[WILD_CARD]
        wilds = hand[WILD_CARD] + shared[WILD_CARD]
        farthest = 0
        held = []
        for card in ALL_CARDS:
            mine, ours = hand[card], shared[card]
            if mine or ours or wilds >= self._shortest:
                key = (mine + 256 * ours) * COUNTS + wild
                reach = mine + ours + wilds
                if mine or ours:
                    held.append((card, reach, key))
                    if reach > farthest:
                        farthest = reach
                if reach > trains:
                    reach = trains
                for route in groups[card]:
                    if lengths[route] > reach:
                        break
                    if not closed_to[route] or seat not in closed_to[route]:
                        place, pick = picks[route][key]
                        if place >= 0:
                            out.append(rows[route][place])
                        else:
                            out += pick(rows[route])
        for size, group, length, table in mixed:
            if size > farthest:
                break
            routes = groups[group]
            if routes and length <= trains:
                by_card = table.by_card
                if len(by_card) < 2:  # one colour, which wilds alone can pay; or home-made
                    for route in routes:
                        if not closed_to[route] or seat not in closed_to[route]:
                            out += table.payable((hand, shared), rows[route])
                    continue
                for card, reach, key in held:
                    if reach >= size and card in by_card:
                        place, pick = by_card[card][key]
                        for route in routes:
                            if not closed_to[route] or seat not in closed_to[route]:
                                if place >= 0:
                                    out.append(rows[route][place])
                                else:
                                    out += pick(rows[route])

    def _list_asking(self, state: State, seat: int, out: list[Action]) -> None:
        """Add the claims route by route, asking the parts about each route."""
        engine = self.engine
        purses = state.purses(seat)
        for number in sorted(chain.from_iterable(state.open_routes)):
            route = engine.board.routes[number]
            if route.length > pieces_left(state, seat, number) or seat in state.closed_to[number]:
                continue
            if self.why_closed_now(state, seat, route) is None:
                cost = self.cost_now(state, seat, number)
                row = self.prices.claims.row(number, cost)
                out += recall(state.memory, engine.payments[cost]).payable(purses, row)

    def cost_now(self, state: State, seat: int, number: int) -> Cost:
        """The cost of a route for this seat just now."""
        cost = self.prices.costs[number]
        for current_cost in self.engine.answers.current_cost:
            cost = current_cost(state, seat, self.engine.board.routes[number], cost)
        return cost

    def why_closed_now(self, state: State, seat: int, route: Route) -> str | None:
        """The reason why a free route is closed to this seat just now, or None."""
        for why_closed in self.engine.answers.why_closed:
            reason: str | None = why_closed(state, seat, route)
            if reason is not None:
                return reason
        return None
