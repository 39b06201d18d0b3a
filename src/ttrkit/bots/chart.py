"""`Chart`: the numbers of a variant that a planner needs, made once for every variant.

Parallel routes are one *link* between two cities: any of them will do. The effort of a route is in
points: the turns that it takes, at what a turn usually brings, less the points that it scores.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, NamedTuple
from weakref import WeakKeyDictionary

import attrs

from ttrkit.bots.ways import NOWHERE, Ways, spread
from ttrkit.engine import TRAINS, Engine
from ttrkit.parts import Flags, Globetrotter, LastRound, LongestRoute, ParallelRoutes, Stations
from ttrkit.parts.claiming.prices import route_costs
from ttrkit.payment import CARD_KINDS, CARD_NUMBER, WILD_CARD
from ttrkit.scoring import is_plain

if TYPE_CHECKING:
    from ttrkit.hooks import Part

COLOUR_WASTE = 1.1
DRAW_WASTE = 0.95 # draws for one useful card: not every card that is drawn fits
WILD_TURNS = 0.35  # of a turn, that a symbol of a ferry costs more than another card
LEAST_EFFORT = 0.1  # of what a turn brings: no route is for nothing
USUAL_LENGTH = 0.55  # of the longest length that there are enough routes of, to guess the pace


class Price(NamedTuple):
    """The cards that a route costs."""

    size: int
    cards: tuple[int, ...]  # the colours that pay it
    wilds: int  # the fewest wilds
    tunnel: int  # the cards turned up


@attrs.frozen
class Rules:
    """The numbers of the rules that a planner goes by."""

    trains: int
    draws: int
    tickets_drawn: int
    last_trains: int  # the trains with which the last round begins
    ticket_bonus: int  # points for the most tickets
    trail_bonus: int  # points for the longest route
    flag: tuple[int, ...]  # the cards of a flag
    flag_points: int
    stations: int  # of a seat
    station_points: int
    all_open_from: int  # players with whom all parallel routes may be claimed
    is_plain: bool  # whether tickets just join two cities
    is_home_made: bool
    deck: bytes


class Chart:
    """The links of a board, the price and effort of its routes, and the rules in numbers."""

    def __init__(self, engine: Engine) -> None:
        board, numbers = engine.board, engine.numbers
        self.rules = _rules(engine)
        self.points = [engine.route_points[route.id] for route in board.routes]
        """By route, like the next three."""
        self.lengths = [
            route.length if pieces is TRAINS else 0
            for route, pieces in zip(board.routes, engine.pieces_of, strict=True)
        ]
        self.prices = [
            Price(cost.size, tuple([CARD_NUMBER[c] for c in cost.colours]), cost.wilds, r.tunnel)
            for cost, r in zip(route_costs(engine), board.routes, strict=True)
        ]
        self.ids = [route.id for route in board.routes]
        self.route_numbers = numbers.of_route
        self.turns = [self._turns(price) for price in self.prices]
        """By route: the turns that it takes, with the draws for its cards."""
        self.turn_points, self.train_points, self.usual_length = self._usual(
            min(engine.variant.players)
        )
        """The points that a usual turn and a usual train bring; the usual length of a route."""
        import os
        A=float(os.environ.get("A","0.3"))
        B=float(os.environ.get("B","0.7"))
        W=float(os.environ.get("W","1"))
        self.efforts = [
            max(
                LEAST_EFFORT * self.turn_points,
                A * self.turn_points * turns + B * self.train_points * length - W * points,
            )
            for turns, length, points in zip(self.turns, self.lengths, self.points, strict=True)
        ]
        self._make_links(numbers.route_ends, len(board.cities))
        self.city_bits = [(1 << a) | (1 << b) for a, b, _ in numbers.route_ends]
        """By route: its cities, as bits."""
        self.stations_at = _field_at(engine, "built") if self.rules.stations else None
        """The slot and the place in it of the stations that are built."""
        self.goals = numbers.ticket_goals
        self.ticket_numbers = numbers.of_ticket
        self.stock = engine.ticket_stock
        self.best_first = sorted(
            range(len(self.points)), key=lambda route: -self.points[route] / self.turns[route]
        )
        self.detours = self._detours()
        """By link: the effort of the best other way between its ends, less its own."""

    def _turns(self, price: Price) -> float:
        fits = 2 / CARD_KINDS  # of the cards turned up
        cards = price.size + fits * price.tunnel
        waste = DRAW_WASTE if len(price.cards) > 1 else COLOUR_WASTE
        return 1 + waste * cards / self.rules.draws + WILD_TURNS * price.wilds

    def _usual(self, players: int) -> tuple[float, float, float]:
        """Of the best routes that there are trains for: points a turn and a train, mean length."""
        best = sorted(
            range(len(self.points)), key=lambda route: -self.points[route] / self.turns[route]
        )
        left = players * self.rules.trains
        points = turns = length = count = 0.0
        for route in best:
            if left <= 0:
                break
            left -= max(1, self.lengths[route])
            points += self.points[route]
            turns += self.turns[route]
            length += self.lengths[route]
            count += 1
        if not count:
            return 1.0, 1.0, 1.0
        every = sum(self.lengths) / len(self.lengths)
        return points / turns, points / max(1.0, length), max(1.0, (every + length / count) / 2)

    def _make_links(self, route_ends: Sequence[tuple[int, int, int]], cities: int) -> None:
        of_pair: dict[tuple[int, int], list[int]] = {}
        for route, (a, b, _) in enumerate(route_ends):
            of_pair.setdefault((min(a, b), max(a, b)), []).append(route)
        self.routes_of = [tuple(routes) for routes in of_pair.values()]
        """By link: its routes."""
        self.ends = [*of_pair]
        """By link: its two cities."""
        self.link_of = [0] * len(route_ends)
        """By route: its link."""
        near: list[list[tuple[int, int]]] = [[] for _ in range(cities)]
        for link, (a, b) in enumerate(self.ends):
            near[a].append((b, link))
            near[b].append((a, link))
            for route in self.routes_of[link]:
                self.link_of[route] = link
        self.ways: Ways = [tuple(each) for each in near]
        """By city: its neighbours, each with the link that leads there."""

    def _detours(self) -> list[float]:
        costs = [min(map(self.efforts.__getitem__, routes)) for routes in self.routes_of]
        found = []
        for link, (a, b) in enumerate(self.ends):
            own, costs[link] = costs[link], NOWHERE
            found.append(spread(self.ways, costs, [a])[0][b] - own)
            costs[link] = own
        return found


_CHARTS: WeakKeyDictionary[Engine, Chart] = WeakKeyDictionary()


def chart_of(engine: Engine) -> Chart:
    """The chart of a variant, made when it is first asked for."""
    found = _CHARTS.get(engine)
    if found is None:
        found = _CHARTS[engine] = Chart(engine)
    return found


def _field_at(engine: Engine, name: str) -> tuple[int, int] | None:
    """The slot that has an open field of this name, and its place there."""
    for slot, names in enumerate(engine.slots.open_names):
        if name in names:
            return slot, names.index(name)
    return None


def _rules(engine: Engine) -> Rules:
    def part(kind: type[Part]) -> Part | None:
        return next((each for each in engine.parts if isinstance(each, kind)), None)

    last, trails, most = part(LastRound), part(LongestRoute), part(Globetrotter)
    flags, stations, beside = part(Flags), part(Stations), part(ParallelRoutes)
    variant = engine.variant
    return Rules(
        trains=variant.trains,
        draws=variant.draws,
        tickets_drawn=variant.tickets_drawn,
        last_trains=last.trains if isinstance(last, LastRound) else 0,
        ticket_bonus=most.points if isinstance(most, Globetrotter) else 0,
        trail_bonus=trails.points if isinstance(trails, LongestRoute) else 0,
        flag=tuple([CARD_NUMBER[c] for c in flags.colours]) if isinstance(flags, Flags) else (),
        flag_points=flags.points if isinstance(flags, Flags) else 0,
        stations=stations.count if isinstance(stations, Stations) else 0,
        station_points=stations.points if isinstance(stations, Stations) else 0,
        all_open_from=beside.all_open_from if isinstance(beside, ParallelRoutes) else 0,
        is_plain=is_plain(engine),
        is_home_made=engine.is_home_made,
        deck=variant.deck.counts,
    )


__all__ = ["WILD_CARD", "Chart", "Price", "Rules", "chart_of"]
