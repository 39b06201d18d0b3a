"""`Chart`: the numbers of a variant that a planner needs, made once for every variant.

Parallel routes are one *link* between two cities: any of them will do. The effort of a route is in
points: that of the turns and the trains that it takes, less the points that it scores.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import cached_property
from typing import TYPE_CHECKING, NamedTuple, TypeVar
from weakref import WeakKeyDictionary

import attrs

from ttrkit.bots.ways import NOWHERE, Ways, easiest_way, spread
from ttrkit.engine import TRAINS, Engine
from ttrkit.parts import (
    Flags,
    Globetrotter,
    LastRound,
    LongestRoute,
    ParallelRoutes,
    Stations,
)
from ttrkit.parts.claiming.prices import route_costs
from ttrkit.payment import CARD_KINDS, CARD_NUMBER
from ttrkit.scoring import is_plain

if TYPE_CHECKING:
    from ttrkit.hooks import Part

P = TypeVar("P", bound="Part")

GREY_DRAWS = 0.95  # cards drawn for each card of a route that any colour pays
COLOUR_DRAWS = 1.1  # the same, if one colour alone pays
WILD_TURNS = 0.35  # of a turn, that a symbol of a ferry costs more than another card
TURN_SHARE = 0.3  # how much of a route's effort is that of its turns,
TRAIN_SHARE = 0.7  # and how much that of its trains
LEAST_EFFORT = 0.1  # of what a turn brings: no route is for nothing
FLAG_SHARE = 0.5  # of a card's share in a flag, that is counted on


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


class Usual(NamedTuple):
    """The usual gain: that of the best routes that there are trains for."""

    turn: float  # points a turn
    train: float  # points a train
    length: float  # the usual length of a route


class Chart:
    """The links of a board, the price and effort of its routes, and the rules in numbers."""

    def __init__(self, engine: Engine) -> None:
        board, numbers = engine.board, engine.numbers
        self.rules = _rules(engine)
        self.ids = [route.id for route in board.routes]
        """By route, like the next five."""
        self.points = [engine.route_points[route.id] for route in board.routes]
        self.lengths = [
            route.length if pieces is TRAINS else 0
            for route, pieces in zip(board.routes, engine.pieces_of, strict=True)
        ]
        self.prices = [
            Price(cost.size, tuple([CARD_NUMBER[c] for c in cost.colours]), cost.wilds, r.tunnel)
            for cost, r in zip(route_costs(engine), board.routes, strict=True)
        ]
        self.turns = [self._turns(price) for price in self.prices]
        self.route_ends = numbers.route_ends
        """By route: its two cities and its length."""
        self.trail_lengths: dict[tuple[int, ...], int] = {}
        """By routes: the length of the longest trail over them, as far as it was asked for."""
        self.city_bits = [(1 << a) | (1 << b) for a, b, _ in numbers.route_ends]
        self.best_first = sorted(
            range(len(board.routes)), key=lambda route: -self.points[route] / self.turns[route]
        )
        """The routes, those first that bring most points a turn."""
        self.usual = self._usual(min(engine.variant.players))
        self.efforts = list(map(self._effort, range(len(board.routes))))
        """By route."""
        self.route_numbers = numbers.of_route
        self.ticket_numbers = numbers.of_ticket
        self.goals = numbers.ticket_goals
        self.stock = engine.ticket_stock
        self._make_links(numbers.route_ends, len(board.cities))
        self.detours = self._detours()
        """By link: the effort of the best other way between its ends, less its own."""
        self.stations_at = _field_at(engine, "built") if self.rules.stations else None
        """The slot and the place in it of the stations that are built."""

    @cached_property
    def ticket_ways(self) -> list[tuple[float, frozenset[int]]]:
        """By ticket: the effort and the links of its easiest way on the empty board."""
        costs, found = self._link_efforts(), []
        for goals in self.goals:
            start, *others = goals[0][0]
            ways = [easiest_way(self.ways, self.ends, costs, start, place) for place in others]
            links = frozenset(link for way in ways for link in way or ())
            effort = sum([costs[link] for link in links])
            found.append((NOWHERE if None in ways else effort, links))
        return found

    def _turns(self, price: Price) -> float:
        """The turns that a route takes, with the draws for its cards."""
        fit = 2 / CARD_KINDS  # of the cards turned up for a tunnel
        cards = price.size + fit * price.tunnel
        draws = GREY_DRAWS if len(price.cards) > 1 else COLOUR_DRAWS
        return 1 + draws * cards / self.rules.draws + WILD_TURNS * price.wilds

    def _usual(self, players: int) -> Usual:
        left = players * self.rules.trains
        points = turns = length = count = 0.0
        for route in self.best_first:
            if left <= 0:
                break
            left -= max(1, self.lengths[route])
            points += self.points[route]
            turns += self.turns[route]
            length += self.lengths[route]
            count += 1
        if not points:
            return Usual(1.0, 1.0, 1.0)
        every = sum(self.lengths) / len(self.lengths)
        usual = max(1.0, (every + length / count) / 2)
        return Usual(points / turns, points / max(1.0, length), usual)

    def _effort(self, route: int) -> float:
        usual, rules = self.usual, self.rules
        points = float(self.points[route])
        cards = self.prices[route].cards
        if len(cards) == 1 and cards[0] in rules.flag:
            points += FLAG_SHARE * rules.flag_points / len(rules.flag)
        effort = TURN_SHARE * usual.turn * self.turns[route] - points
        effort += TRAIN_SHARE * usual.train * self.lengths[route]
        return max(LEAST_EFFORT * usual.turn, effort)

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

    def _link_efforts(self) -> list[float]:
        """By link: the effort of its easiest route."""
        return [min([self.efforts[route] for route in routes]) for routes in self.routes_of]

    def _detours(self) -> list[float]:
        costs, found = self._link_efforts(), []
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
        found = _CHARTS[engine] = Chart(engine)  # of numbers: it must not keep its engine alive
    return found


def _field_at(engine: Engine, name: str) -> tuple[int, int] | None:
    """The slot that has an open field of this name, and its place there."""
    for slot, names in enumerate(engine.slots.open_names):
        if name in names:
            return slot, names.index(name)
    return None


def _part(engine: Engine, kind: type[P]) -> P | None:
    return next((part for part in engine.parts if isinstance(part, kind)), None)


def _rules(engine: Engine) -> Rules:
    last, trails = _part(engine, LastRound), _part(engine, LongestRoute)
    most, beside = _part(engine, Globetrotter), _part(engine, ParallelRoutes)
    flags, stations = _part(engine, Flags), _part(engine, Stations)
    variant = engine.variant
    return Rules(
        trains=variant.trains,
        draws=variant.draws,
        tickets_drawn=variant.tickets_drawn,
        last_trains=0 if last is None else last.trains,
        ticket_bonus=0 if most is None else most.points,
        trail_bonus=0 if trails is None else trails.points,
        flag=() if flags is None else tuple([CARD_NUMBER[c] for c in flags.colours]),
        flag_points=0 if flags is None else flags.points,
        stations=0 if stations is None else stations.count,
        station_points=0 if stations is None else stations.points,
        all_open_from=0 if beside is None else beside.all_open_from,
        is_plain=is_plain(engine),
        is_home_made=engine.is_home_made,
        deck=variant.deck.counts,
    )
