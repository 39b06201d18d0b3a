"""`Features`: an observation as numbers, in named blocks of fixed length.

Seats are counted from the observing one (`seat_order`), so that equal positions have equal numbers
whoever looks at them. Numbers that fit a byte come first, because they are put together fastest.
"""

from __future__ import annotations

import hashlib
import sys
from array import array
from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import cached_property
from types import MappingProxyType
from typing import TYPE_CHECKING, Any, NamedTuple

from ttrkit._text import as_whole, kind_of, short
from ttrkit.colours import CARD_COLOURS
from ttrkit.errors import RuleError
from ttrkit.hooks import Feature, Part, answer_of
from ttrkit.numbering.distances import Distances, Network
from ttrkit.numbering.part_piles import pile_blocks
from ttrkit.numbering.route_table import BARRED, NOBODY, RouteTable
from ttrkit.numbering.seating import seat_order
from ttrkit.payment import CARD_KINDS, Memory, memory_of, picker, recall

if TYPE_CHECKING:
    from ttrkit.knowledge import Observation
    from ttrkit.knowledge.sights import Numbers
    from ttrkit.variant import Variant

MOST_POINTS = 999  # a score beyond it, either way, is put there
MOST = 2**15 - 1  # numbers are stored in 16 bits
DIGITS = 16  # of a digest
NO_COUNTS = bytes(CARD_KINDS)
_LOW_BYTE = 0 if sys.byteorder == "little" else 1


class Block(NamedTuple):
    """Numbers that belong together: their places, and the name and range of each."""

    name: str
    places: range
    features: tuple[Feature, ...]


class Features:
    """The layout of `observation.numbers()` for a variant and a number of players.

    >>> import ttrkit
    >>> features = ttrkit.get_variant("paris").features(players=2)
    >>> features.blocks["hand"].places
    range(0, 9)
    >>> features.names[7:9]
    ('hand: red', 'hand: wild')
    """

    def __init__(
        self,
        variant: Variant,
        players: int,
        *,
        distances: bool = True,
        known_cards: bool = False,
    ) -> None:
        self.variant = variant
        self.players = players = variant.check_players(players)
        self.has_distances = distances
        """Whether there is a block for the trains that the seat's tickets still need."""
        self.has_known_cards = known_cards
        """Whether the last block holds the cards that others are known to have."""
        self._engine = engine = variant.engine
        teams = engine.seating(players).teams
        self._orders = [seat_order(teams, seat) for seat in range(players)]
        self._in_order = list(map(picker, self._orders))
        self._places = [_places(order) for order in self._orders]
        self._mates = [
            next(tuple(team) for team in teams if seat in team) for seat in range(players)
        ]
        self._distances = Distances(engine)
        self._tickets_count = len(engine.board.tickets)
        self._no_claim = bytes(len(engine.board.routes))
        self._lengths = bytes([min(route.length, BARRED - 1) for route in engine.board.routes])
        self._decisions = {
            name: bytes([name == other for other in engine.decisions])
            for name in ("", *engine.decisions)
        }
        self._piles = list(pile_blocks(engine, players))
        self._ticket_piles = [pile for pile in self._piles if pile.is_of_own_tickets]
        self._shared_routes = tuple(sorted(engine.shared_routes))
        self._parts = [part for part in engine.parts if answer_of(part, "features") is not None]
        self._of_part = [self._checked_features(part) for part in self._parts]
        self.blocks: Mapping[str, Block] = MappingProxyType(self._blocks())
        """The blocks by name, in their order."""
        self.n = sum(len(block.places) for block in self.blocks.values())
        """The number of numbers."""
        small = sum(len(features) for _, features in self._small_blocks())
        self._small_bytes = 2 * small
        self._blank = array("h", bytes(self._small_bytes))

    # The layout --------------------------------------------------------------------------------

    def _blocks(self) -> dict[str, Block]:
        blocks: dict[str, Block] = {}
        start = 0
        for name, features in self._layout():
            found = tuple(features)
            if found:
                blocks[name] = Block(name, range(start, start + len(found)), found)
                start += len(found)
        return blocks

    def _layout(self) -> Iterator[tuple[str, Sequence[Feature]]]:
        """Every block in the order of `read`."""
        yield from self._small_blocks()
        yield from self._wide_blocks()

    def _small_blocks(self) -> Iterator[tuple[str, Sequence[Feature]]]:
        variant, engine = self.variant, self.variant.engine
        deck = variant.deck.counts
        for name in ("hand", "market", "discards", "laid down"):
            yield name, _counted(name, deck)
        routes = list(map(str, variant.board.routes))
        yield "owners", [Feature(f"owner of {route}", 0, self.players) for route in routes]
        yield "closed", [Feature(f"closed: {route}", 0, 1) for route in routes]
        yield "claimed now", [Feature(f"claimed now: {route}", 0, 1) for route in routes]
        tickets = list(map(str, variant.board.tickets))
        yield "tickets", [Feature(f"held: {ticket}", 0, 1) for ticket in tickets]
        if self.has_distances:
            far = self._distances.far
            yield "trains needed", [Feature(f"trains for {ticket}", 0, far) for ticket in tickets]
        yield "decision", [Feature(f"asked: {name}", 0, 1) for name in engine.decisions]
        for pile in self._piles:
            yield pile.name, pile.features
        several = [routes[number] for number in self._shared_routes]
        yield (
            "owners of shared routes",
            [
                Feature(f"{route} claimed by seat +{place}", 0, 1)
                for route in several
                for place in range(self.players)
            ],
        )
        if self.has_known_cards:
            for place in range(1, self.players):
                name = f"known of seat +{place}"
                yield name, _counted(name, deck)

    def _wide_blocks(self) -> Iterator[tuple[str, Sequence[Feature]]]:
        variant, players = self.variant, self.players
        cards, tickets = variant.deck.total, len(variant.board.tickets)
        yield (
            "game",
            [
                Feature("cards in the deck", 0, cards),
                Feature("tickets in the deck", 0, tickets),
                Feature("turns left", -1, MOST),
                Feature("turns passed in a row", 0, players),
                Feature("seat that decides", -1, players - 1),
                Feature("amount that is asked for", -1, MOST),
                Feature("seat in turn", -1, players - 1),
                Feature("seat that began", 0, players - 1),
            ],
        )
        trains = variant.trains
        for name, low, high in (
            ("trains", 0, trains),
            ("scores", -MOST_POINTS, MOST_POINTS),
            ("hand sizes", 0, cards),
            ("ticket counts", 0, tickets),
        ):
            yield name, [Feature(f"{name} of seat +{place}", low, high) for place in range(players)]
        for part, features in zip(self._parts, self._of_part, strict=True):
            yield kind_of(part), features

    def _checked_features(self, part: Part) -> tuple[Feature, ...]:
        features = tuple(part.features(self.players))
        for feature in features:
            if type(feature) is not Feature or not _is_range(feature.low, feature.high):
                what = f"{kind_of(part)}.features gives {short(feature)}"
                raise RuleError(f'{what}, where Feature("name", low, high) is wanted')
        return features

    @cached_property
    def names(self) -> tuple[str, ...]:
        """By place: the name of the number."""
        return tuple([each.name for block in self.blocks.values() for each in block.features])

    @cached_property
    def lows(self) -> tuple[int, ...]:
        """By place: the least that the number can be."""
        return tuple([each.low for block in self.blocks.values() for each in block.features])

    @cached_property
    def highs(self) -> tuple[int, ...]:
        """By place: the most that the number can be."""
        return tuple([each.high for block in self.blocks.values() for each in block.features])

    @cached_property
    def digest(self) -> str:
        """A digest of all names and ranges, to be kept with a trained model."""
        features = [each for block in self.blocks.values() for each in block.features]
        text = "\n".join([f"{name} {low} {high}" for name, low, high in features])
        return hashlib.sha256(text.encode("utf-8", "surrogatepass")).hexdigest()[:DIGITS]

    def __repr__(self) -> str:
        return f"<Features of {self.variant.name}, {self.players} players, {self.n} numbers>"

    # The numbers -------------------------------------------------------------------------------

    def remember(self, _memory: Memory) -> Remembered:
        """What is remembered from observation to observation, for a memory."""
        return Remembered(self._lengths)

    def read(
        self,
        observation: Observation,
        numbers: Numbers,
        known: Callable[[], Mapping[int, Sequence[int]]],
    ) -> array[int]:
        """The numbers of an observation, given with its raw numbers.

        `known` answers, by seat, the counts of cards that others are known to have.
        """
        remembered: Remembered = recall(memory_of(self._engine), self)
        table = remembered.table
        table.update(numbers)
        seat, pending, claim = numbers.seat, numbers.pending, numbers.claim
        market = bytearray(CARD_KINDS)
        for card in numbers.market:
            market[card] += 1
        pieces: list[bytes | bytearray] = [
            numbers.hand,
            market,
            numbers.discards,
            NO_COUNTS if claim is None else claim.payment.total.counts,
            table.owners.translate(self._places[seat]),
            table.closed(numbers),
            self._no_claim if claim is None else self._claim_bits(claim.route),
            *self._tickets(numbers, table, remembered),
            self._decisions[pending[-1][0] if pending else ""],
        ]
        if self._piles:
            over = numbers.shown_tickets is not None
            pieces += [pile.read(numbers.piles, seat, over) for pile in self._piles]
        if self._shared_routes:
            pieces.append(self._shared_owners(numbers))
        if self.has_known_cards:
            counts = known()
            pieces += [bytes(counts[other]) for other in self._orders[seat][1:]]
        wide = self._wide(numbers)
        for part, features in zip(self._parts, self._of_part, strict=True):
            wide += self._part_values(part, features, observation, seat)
        out = self._blank[:]
        memoryview(out).cast("B")[_LOW_BYTE : self._small_bytes : 2] = b"".join(pieces)
        out.fromlist(wide)
        return out

    def _shared_owners(self, numbers: Numbers) -> bytes:
        order = self._orders[numbers.seat]
        routes = numbers.routes
        return bytes([route in routes[seat] for route in self._shared_routes for seat in order])

    def _claim_bits(self, route: int) -> bytes:
        bits = bytearray(self._no_claim)
        bits[route] = 1
        return bytes(bits)

    def _tickets(
        self, numbers: Numbers, table: RouteTable, remembered: Remembered
    ) -> tuple[bytearray, ...]:
        """The tickets held, and the trains that they and those seen in piles still need."""
        held = bytearray(self._tickets_count)
        for ticket in numbers.tickets:
            held[ticket] = 1
        if not self.has_distances:
            return (held,)
        needed = bytearray(self._tickets_count)
        asked = numbers.tickets
        for pile in self._ticket_piles:
            asked += pile.own_tickets(numbers)
        if asked:
            mates = self._mates[numbers.seat]
            own = numbers.routes[mates[0]]
            for mate in mates[1:]:
                own += numbers.routes[mate]
            usable = table.trains(mates, own)
            self._distances.trains_needed(remembered.networks, own, asked, usable, needed)
        return held, needed

    def _wide(self, numbers: Numbers) -> list[int]:
        seat, pending, turns_left = numbers.seat, numbers.pending, numbers.turns_left
        place_of, in_order = self._places[seat], self._in_order[seat]
        asked = amount = -1
        if pending:
            _, decides, data = pending[-1]
            asked, amount = place_of[decides] - 1, 0 if data is None else _amount(data)
        points = [*map(sum, map(dict.values, in_order(numbers.points)))]
        if not -MOST_POINTS <= min(points) <= max(points) <= MOST_POINTS:
            points = [min(max(n, -MOST_POINTS), MOST_POINTS) for n in points]
        return [
            numbers.deck_size,
            numbers.ticket_deck_size,
            turns_left if turns_left < MOST else MOST,
            numbers.passes,
            asked,
            amount,
            -1 if numbers.turn < 0 else place_of[numbers.turn] - 1,
            place_of[numbers.first] - 1,
            *in_order(numbers.trains),
            *points,
            *in_order(numbers.hand_sizes),
            *in_order(numbers.ticket_counts),
        ]

    def _part_values(
        self, part: Part, features: Sequence[Feature], observation: Observation, seat: int
    ) -> list[int]:
        values = [*part.feature_values(observation, self._orders[seat])]
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


class Remembered:
    """What the observations of all games have in common, or had a moment ago.

    The networks tell which tickets were asked for: so it is kept with the secrets of the games.
    """

    __slots__ = ("networks", "table")

    def __init__(self, lengths: bytes) -> None:
        self.networks: dict[tuple[int, ...], Network] = {}
        self.table = RouteTable(lengths)


def _places(order: Sequence[int]) -> bytes:
    """By seat: its place, from 1 on, as the observing seat counts; 0 for nobody."""
    return bytes([order.index(seat) + 1 if seat in order else 0 for seat in range(NOBODY + 1)])


def _amount(data: Any) -> int:
    """The number in the data of a decision: draws left, tickets to keep, cards to pay."""
    if type(data) is tuple and data:
        data = data[0]
    amount = data if type(data) is int else getattr(data, "size", 0)
    return min(max(amount, 0), MOST) if type(amount) is int else 0


def _counted(name: str, most: Sequence[int]) -> list[Feature]:
    """A feature for the count of every card."""
    return [
        Feature(f"{name}: {colour.value}", 0, n)
        for colour, n in zip(CARD_COLOURS, most, strict=True)
    ]


def _is_range(low: Any, high: Any) -> bool:
    return type(low) is int and type(high) is int and -MOST <= low <= high <= MOST
