"""Stations: built in cities, so that the owner can use a route of another player at the end."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import TYPE_CHECKING, Any

import attrs

from ttrkit._text import (
    checked_list,
    counted,
    did_you_mean,
    is_text,
    plain_int,
    plain_text,
    quoted,
    whole_from,
)
from ttrkit.colours import PLAIN_COLOURS
from ttrkit.engine import FREE, open_field
from ttrkit.events import Action
from ttrkit.hooks import Feature, Part, Piece, by_owner
from ttrkit.payment import (
    NO_CARDS,
    Cards,
    Cost,
    Payment,
    Picker,
    PricedActions,
    as_cards,
    in_words,
    picker,
    recall,
)

if TYPE_CHECKING:
    from ttrkit.board import Board
    from ttrkit.engine import Engine, State
    from ttrkit.knowledge import Observation
    from ttrkit.scoring import Tally

MAX_STATIONS = 12  # each is dearer than the last: the ways to pay for more would be too many
MAX_REMEMBERED = 1_000  # pickers, one for each set of cities without a station


@attrs.frozen(cache_hash=True)
class BuildStation(Action):
    """Build a station in a city with these cards, and `shared` ones from the team's holder."""

    is_public = True

    city: str = attrs.field(converter=plain_text, validator=is_text)
    cards: Cards = attrs.field(converter=as_cards)
    shared: Cards = attrs.field(default=NO_CARDS, converter=as_cards)

    def __str__(self) -> str:
        return f"build a station in {self.city} with {in_words(self.cards, self.shared)}"


@attrs.define
class StationSlot:
    """The cities with and without a station, by number."""

    built: tuple[tuple[int, ...], ...] = open_field(())  # by seat, in the order built
    free: tuple[int, ...] = open_field(())  # cities without a station


@attrs.define(slots=False)
class Stations(Part):
    """Stations (EU-70 to EU-74): one per city, each dearer than the last, points for those left.

    At the end, each lets its owner use one route of another team into its city for the tickets: the
    route that serves best (GAP-10, GAP-29, GAP-32). It never counts for the longest route.
    """

    actions = (BuildStation,)
    labels = ("stations",)
    slot = StationSlot
    keywords = ("stations",)
    seat_fields = ("stations",)
    draws = ("stations",)

    count: int = attrs.field(default=3, converter=plain_int, validator=whole_from(0, MAX_STATIONS))
    """The number of stations of each seat."""
    points: int = attrs.field(default=4, converter=plain_int, validator=whole_from(0))
    """The points for each station left at the end."""

    def prepare(self, engine: Engine) -> None:
        plain = tuple(colour for colour in PLAIN_COLOURS if engine.variant.deck[colour])
        self._costs = tuple(Cost(n, plain) for n in range(1, self.count + 1))
        self._tables = tuple(engine.payments[cost] for cost in self._costs)
        self._priced = PricedActions(engine.payments, self._build)
        every_city = engine.board.cities
        self._cities = tuple([n for n, city in enumerate(every_city) if city.kind == "city"])
        self._columns = [  # by cost and payment: the actions by city, junctions included
            tuple(zip(*(self._priced.row(n, cost) for n in range(len(every_city))), strict=True))
            for cost in self._costs
        ]
        self._picks: dict[tuple[int, ...], Picker] = {}  # out of a column, by free cities
        self._last: tuple[tuple[int, ...], Picker] = ((), picker(()))  # the one last used
        self._shown: tuple[object, Mapping[str, object]] = (None, {})  # the facts last told
        self._routes_at: list[list[int]] = [[] for _ in every_city]
        for number, (a, b, _) in enumerate(engine.numbers.route_ends):
            self._routes_at[a].append(number)
            self._routes_at[b].append(number)

    def _build(self, city: int, payment: Payment) -> BuildStation:
        return BuildStation(self.engine.board.cities[city].name, payment.cards, payment.shared)

    def init_slot(self, state: State) -> None:
        slot: StationSlot = self.slot_of(state)
        slot.built = ((),) * state.seats
        slot.free = self._cities

    def every_action(self) -> Iterable[Action]:
        for city in self._cities:
            for cost in self._costs:
                yield from self._priced.row(city, cost)

    def features(self, seats: int) -> Iterable[Feature]:
        """The owner of the station in every city, and the stations that every seat has left."""
        for city in self._cities:
            yield Feature(f"station in {self.engine.board.cities[city]}", 0, seats)
        for place in range(seats):
            yield Feature(f"stations of seat +{place}", 0, self.count)

    def feature_values(self, observation: Observation, seats: Sequence[int]) -> Sequence[int]:
        built, _ = observation.open_state[self._slot_index]
        owners = [0] * len(self.engine.board.cities)
        left = []
        for place, seat in enumerate(seats, 1):
            left.append(self.count - len(built[seat]))
            for city in built[seat]:
                owners[city] = place
        return [owners[city] for city in self._cities] + left

    # The action ----------------------------------------------------------------------------

    def list_actions(self, state: State, seat: int, out: list[Action]) -> None:
        slot: StationSlot = state.slots[self._slot_index]
        built = len(slot.built[seat])
        if built >= self.count:
            return
        table = self._tables[built]
        try:
            picks = state.memory[table]
        except KeyError:
            picks = recall(state.memory, table)
        payable = picks.payable(state.purses(seat), self._columns[built])
        pick = self._pick(slot.free)  # in any case, so that it does not tell who can pay
        for column in payable:
            out += pick(column)

    def _pick(self, free: tuple[int, ...]) -> Picker:
        """A picker that takes the actions for these cities out of a column."""
        last, pick = self._last
        if last is not free:
            found = self._picks.get(free)
            if found is None:
                if len(self._picks) >= MAX_REMEMBERED:
                    self._picks.clear()
                found = self._picks[free] = picker(free)
            pick = found
            self._last = (free, pick)
        return pick

    def check(self, state: State, seat: int, action: BuildStation) -> tuple[int, Payment] | str:
        """Return the city's number and the payment if the action is legal, or else a refusal."""
        slot: StationSlot = self.slot_of(state)
        built = len(slot.built[seat])
        if built >= self.count:
            return f"you have no station left: all {self.count} are built"
        city = self.engine.numbers.of_city.get(action.city)
        if city is None or type(action.city) is not str:
            near = did_you_mean(action.city, self.engine.numbers.of_city)
            return f"no city {quoted(action.city)} on this board{near}"
        if city not in slot.free:
            if city in self._cities:
                return f"there is a station in {action.city} already"
            return f"{action.city} is a junction: stations are built in cities only"
        payment = self._tables[built].find(action.cards, action.shared)
        if payment is not None and state.can_pay(seat, payment):
            return city, payment
        played = in_words(action.cards, action.shared)
        if payment is None:
            return f"station number {built + 1} costs {self._costs[built]}; you played {played}"
        return f"you do not hold {played}"

    def perform(
        self, state: State, seat: int, action: BuildStation, found: tuple[int, Payment]
    ) -> None:
        city, payment = found
        state.spend(seat, payment)
        self._put(state, seat, city)

    def _put(self, state: State, seat: int, city: int) -> None:
        slot: StationSlot = self.slot_of(state)
        slot.built = tuple(
            (*cities, city) if owner == seat else cities for owner, cities in enumerate(slot.built)
        )
        slot.free = tuple([free for free in slot.free if free != city])

    # The end -------------------------------------------------------------------------------

    def final_points(self, tally: Tally) -> Mapping[str, Sequence[int]]:
        """EU-73: points for every station still in supply."""
        state = tally.state
        left = [[self._left(state, seat) for seat in team] for team in state.teams]
        return {"stations": [self.points * sum(by_seat) for by_seat in left]}

    def tie_break(self, tally: Tally, team: int) -> int:
        """EU-90: the team with the fewest stations built wins."""
        built = self.slot_of(tally.state).built
        return -sum(len(built[seat]) for seat in tally.state.teams[team])

    def borrowed_routes(self, tally: Tally, team: int) -> Iterable[tuple[int, ...]]:
        """The best choice of one route of another team, or none, for each station."""
        owners, mates = tally.state.owners, tally.state.teams[team]
        built = self.slot_of(tally.state).built
        choices = [
            (
                city,
                [n for n in self._routes_at[city] if owners[n] != FREE and owners[n] not in mates],
            )
            for seat in mates
            for city in built[seat]
        ]
        return (tally.best_borrowing(team, choices),) if choices else ()

    # What is seen --------------------------------------------------------------------------

    def _left(self, state: State, seat: int) -> int:
        return self.count - len(self.slot_of(state).built[seat])

    def public_facts(self, state: State, viewer: int) -> Mapping[str, object]:
        """The cities of the stations, by seat."""
        built = self.slot_of(state).built
        shown = self._shown
        if shown[0] is not built:
            cities = self.engine.board.cities
            names = tuple([tuple([cities[city].name for city in each]) for each in built])
            shown = self._shown = (built, {"stations": names})
        return shown[1]

    def drawn_pieces(self, board: Board, shown: Mapping[str, Any]) -> Iterator[Piece]:
        for seat, cities in enumerate(shown.get("stations", ())):
            for city in cities:
                yield Piece(city, "station", seat, title="station")

    def check_state(self, state: State) -> None:
        slot: StationSlot = self.slot_of(state)
        built = [city for cities in slot.built for city in cities]
        if len(slot.built) != state.seats or max(map(len, slot.built)) > self.count:
            raise ValueError("stations are not those of every seat")
        if len(set(built)) < len(built) or not set(built) <= set(self._cities):
            raise ValueError("a station stands where none can, or where another does")
        if slot.free != tuple([city for city in self._cities if city not in built]):
            raise ValueError("the cities without a station are others")

    def seat_field(self, state: State, seat: int, name: str) -> int:
        """The number of stations that the seat has left."""
        return self._left(state, seat)

    def set_position(
        self, state: State, keyword: str, value: Mapping[int, Iterable[str]] | Any
    ) -> None:
        """Put stations from the supply into cities: `stations={0: ["Paris"]}`."""
        for seat, cities in by_owner(value, state.seats, keyword):
            for name in checked_list(cities, f"stations[{seat}]: a list of cities"):
                city = self.engine.board.city(name)
                number = self.engine.numbers.of_city[city.name]
                if number not in self.slot_of(state).free:
                    raise ValueError(f"stations[{seat}]: no station can stand in {name} now")
                if not self._left(state, seat):
                    raise ValueError(
                        f"stations[{seat}]: a seat has {counted(self.count, 'station')}"
                    )
                self._put(state, seat, number)
