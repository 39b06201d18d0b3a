"""`Reader`: puts the raw numbers of an observation into one array.

Most of them are the same as when the seat looked last: the board changes with a claim only. So what
was worked out is remembered, game by game, and compared with what is seen now.
"""

from __future__ import annotations

import sys
from array import array
from codecs import utf_16_be_encode, utf_16_le_encode
from collections.abc import Callable, Mapping, Sequence
from threading import local
from typing import TYPE_CHECKING, Any

from ttrkit._text import as_whole, kind_of, short
from ttrkit.errors import RuleError
from ttrkit.hooks import Feature, Part
from ttrkit.numbering.distances import Distances, Network
from ttrkit.numbering.part_piles import PileBlock
from ttrkit.numbering.route_table import BARRED, NOBODY, RouteTable, SeatMemory
from ttrkit.numbering.seating import seat_order
from ttrkit.payment import CARD_KINDS, Memory, memory_of, picker, recall

if TYPE_CHECKING:
    from ttrkit.engine import Engine
    from ttrkit.knowledge import Observation

MOST_POINTS = 999  # a score beyond it, either way, is put there
MOST = 2**15 - 1  # numbers are stored in 16 bits
MOST_TABLES = 64  # games side by side whose boards are remembered; then all are forgotten
NO_COUNTS = bytes(CARD_KINDS)

# Text of 16 bits a character is the fastest way from 8 bits a number to 16.
_widened = utf_16_le_encode if sys.byteorder == "little" else utf_16_be_encode

Known = Callable[[], Mapping[int, Sequence[int]]]


class Reader:
    """Reads the numbers of observations of a variant, for a number of players."""

    def __init__(
        self,
        engine: Engine,
        players: int,
        distances: Distances | None,
        piles: Sequence[PileBlock],
        of_part: Sequence[tuple[Part, Sequence[Feature]]],
        *,
        has_known_cards: bool,
    ) -> None:
        self._engine = engine
        self._players = players
        self._distances = distances
        self._piles = piles
        self._of_part = of_part
        self._has_known_cards = has_known_cards
        teams = engine.seating(players).teams
        self._orders = [seat_order(teams, seat) for seat in range(players)]
        self._in_order = [picker(_four_times(order)) for order in self._orders]
        self._places = [_places(order) for order in self._orders]
        self._mates = [
            next(tuple(team) for team in teams if seat in team) for seat in range(players)
        ]
        self._ticket_piles = [pile for pile in piles if pile.is_of_own_tickets]
        self._tickets_count = len(engine.board.tickets)
        self._no_claim = bytes(len(engine.board.routes))
        self._lengths = bytes([min(route.length, BARRED - 1) for route in engine.board.routes])
        self._shared_routes = tuple(sorted(engine.shared_routes))
        self._decisions = {
            name: bytes([name == other for other in engine.decisions])
            for name in ("", *engine.decisions)
        }

    def remember(self, _memory: Memory) -> Remembered:
        """What is remembered from observation to observation, for a memory."""
        return Remembered()

    def read(
        self,
        numbers: tuple[Any, ...],
        observation: Observation | None = None,
        known: Known = dict,
    ) -> array[int]:
        """The numbers of an observation, given as its raw numbers: the `Numbers` before `facts`.

        The observation itself is given if `Features.needs_observation`. `known` answers, by seat,
        the counts of cards that others are known to have.
        """
        (
            _,
            seat,
            turn,
            first,
            pending,
            hand,
            tickets,
            trains,
            points,
            routes,
            open_routes,
            closed_to,
            hand_sizes,
            ticket_counts,
            shown,
            market,
            first_market,
            deck_size,
            discards,
            claim,
            ticket_deck_size,
            turns_left,
            passes,
            piles,
        ) = numbers
        remembered: Remembered = recall(memory_of(self._engine), self)
        table = remembered.tables.get(id(first_market))
        if table is None:
            table = self._table(remembered, first_market)
        if (
            open_routes is not table.open_routes
            or closed_to is not table.closed_to
            or routes != table.routes
        ):
            table.update(routes, open_routes, closed_to)
        if market is not table.market:
            table.lay_out(market)
        if points != table.points:
            table.points, table.scores = points, _scores(points)
        memory = table.seats[seat]
        if memory.piles != piles or memory.shown is not shown:
            self._read_piles(memory, piles, seat, shown)
        if memory.board is None:
            self._read_board(memory, table, seat)
        if memory.tickets != tickets:
            self._read_tickets(memory, table, remembered, seat, tickets)
        place_of, in_order = self._places[seat], self._in_order[seat]
        name, asked, amount = "", -1, -1
        if pending:
            name, asked, data = pending[-1]
            asked, amount = place_of[asked] - 1, 0 if data is None else _amount(data)
        laid_down, claimed = NO_COUNTS, self._no_claim
        if claim is not None:
            laid_down, claimed = claim.payment.total.counts, self._claim_bits(claim.route)
        small = b"".join(
            (
                hand,
                table.market_counts,
                discards,
                laid_down,
                memory.board,
                claimed,
                memory.ticket_bytes,
                self._decisions[name],
                memory.pile_bytes,
                memory.shared,
            )
        )
        if self._has_known_cards:
            counts = known()
            small += b"".join([bytes(counts[other]) for other in self._orders[seat][1:]])
        out = array("h", _widened(str(small, "latin-1"))[0])
        wide = [
            deck_size,
            ticket_deck_size,
            turns_left if turns_left < MOST else MOST,
            passes,
            asked,
            amount,
            -1 if turn < 0 else place_of[turn] - 1,
            place_of[first] - 1,
            *in_order(trains + table.scores + hand_sizes + ticket_counts),
        ]
        for part, features in self._of_part:
            wide += self._part_values(part, features, observation, seat)
        out.fromlist(wide)
        return out

    # What is remembered ------------------------------------------------------------------------

    def _table(self, remembered: Remembered, first_market: tuple[int, ...]) -> RouteTable:
        """The table for a game that is not known yet."""
        if len(remembered.tables) >= MOST_TABLES:
            remembered.tables.clear()
        table = RouteTable(self._lengths, self._engine.open_routes, self._players, first_market)
        remembered.tables[id(first_market)] = table
        return table

    def _read_piles(
        self, memory: SeatMemory, piles: tuple[Any, ...], seat: int, shown: object
    ) -> None:
        over, before = shown is not None, memory.piles
        if before is None or memory.shown is not shown:
            memory.by_pile = [pile.read(piles, seat, over) for pile in self._piles]
        else:
            for place, pile in enumerate(self._piles):
                if piles[place] != before[place]:
                    memory.by_pile[place] = pile.read(piles, seat, over)
        memory.pile_bytes = b"".join(memory.by_pile)
        memory.piles, memory.shown = piles, shown
        if self._distances is not None:
            memory.tickets = None  # some may lie in piles

    def _read_board(self, memory: SeatMemory, table: RouteTable, seat: int) -> None:
        routes = table.routes
        owners = table.owners.translate(self._places[seat])
        if self._shared_routes:
            memory.shared = bytes(
                [
                    route in routes[other]
                    for route in self._shared_routes
                    for other in self._orders[seat]
                ]
            )
        memory.board = owners + table.closed(seat, routes[seat])
        if self._distances is not None:
            memory.tickets = None  # they may need other trains now

    def _read_tickets(
        self,
        memory: SeatMemory,
        table: RouteTable,
        remembered: Remembered,
        seat: int,
        tickets: tuple[int, ...],
    ) -> None:
        """The tickets held, and the trains that they and those seen in piles still need."""
        held = bytearray(self._tickets_count)
        for ticket in tickets:
            held[ticket] = 1
        if self._distances is not None:
            needed = bytearray(self._tickets_count)
            asked = tickets
            for pile in self._ticket_piles:
                asked += pile.own_tickets(memory.piles, seat, memory.shown is not None)
            if asked:
                mates = self._mates[seat]
                own = table.routes[mates[0]]
                for mate in mates[1:]:
                    own += table.routes[mate]
                self._distances.trains_needed(
                    remembered.networks, table, (mates, own), asked, needed
                )
            held += needed
        memory.tickets, memory.ticket_bytes = tickets, bytes(held)

    def _claim_bits(self, route: int) -> bytes:
        bits = bytearray(self._no_claim)
        bits[route] = 1
        return bytes(bits)

    def _part_values(
        self,
        part: Part,
        features: Sequence[Feature],
        observation: Observation | None,
        seat: int,
    ) -> list[int]:
        values = [*part.feature_values(observation, self._orders[seat])]  # type: ignore[arg-type]
        if len(values) != len(features):
            what = f"{kind_of(part)}.feature_values gives {len(values)} numbers"
            raise RuleError(f"{what}, where its features are {len(features)}")
        found = []
        for value, (name, low, high) in zip(values, features, strict=True):
            whole = int(value) if isinstance(value, bool) else as_whole(value)
            if whole is None:
                what = f"{kind_of(part)}.feature_values gives {short(value)} for {name}"
                raise RuleError(f"{what}, where a whole number is wanted")
            found.append(min(max(whole, low), high))
        return found


class Remembered(local):
    """What was worked out for observations of all games, in each thread by itself.

    It tells which tickets seats hold: so it is kept with the secrets of the games.
    """

    def __init__(self) -> None:
        self.networks: dict[tuple[int, ...], Network] = {}
        self.tables: dict[int, RouteTable] = {}
        """By the identity of a game's first market, which its copies share."""


def _places(order: Sequence[int]) -> bytes:
    """By seat: its place, from 1 on, as the observing seat counts; 0 for nobody."""
    return bytes([order.index(seat) + 1 if seat in order else 0 for seat in range(NOBODY + 1)])


def _four_times(order: Sequence[int]) -> list[int]:
    """The places of four lists by seat, joined: each in the order of the observing seat."""
    return [len(order) * number + seat for number in range(4) for seat in order]


def _scores(points: Sequence[Mapping[str, int]]) -> tuple[int, ...]:
    """The points of all seats, within their range."""
    found = tuple([sum(sheet.values()) for sheet in points])
    if max(found) <= MOST_POINTS and min(found) >= -MOST_POINTS:
        return found
    return tuple([min(max(n, -MOST_POINTS), MOST_POINTS) for n in found])


def _amount(data: Any) -> int:
    """The number in the data of a decision: draws left, tickets to keep, cards to pay."""
    if type(data) is tuple and data:
        data = data[0]
    amount = data if type(data) is int else getattr(data, "size", 0)
    return min(max(amount, 0), MOST) if type(amount) is int else 0
