"""`Features`: an observation as numbers, in named blocks of fixed length.

Seats are counted from the observing one (`seat_order`), so that equal positions have equal numbers
whoever looks at them. Numbers that fit a byte come first, because they are put together fastest.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import cached_property
from types import MappingProxyType
from typing import TYPE_CHECKING, Any, NamedTuple

from ttrkit._text import digest, kind_of, short
from ttrkit.colours import CARD_COLOURS
from ttrkit.errors import RuleError
from ttrkit.hooks import Feature, Part, answer_of
from ttrkit.numbering.distances import Distances
from ttrkit.numbering.part_piles import pile_blocks
from ttrkit.numbering.reader import MOST, MOST_POINTS, Reader

if TYPE_CHECKING:
    from ttrkit.variant import Variant


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
        distances: bool = False,
        known_cards: bool = False,
    ) -> None:
        self.variant = variant
        self.players = players = variant.check_players(players)
        if variant.trains > MOST:
            what = f"{variant.name} has {variant.trains} trains for each player"
            raise ValueError(f"{what}: numbers of an observation are at most {MOST}")
        self.has_distances = distances
        """Whether there is a block for the trains that the seat's tickets still need."""
        self.has_known_cards = known_cards
        """Whether the last block holds the cards that others are known to have."""
        engine = variant.engine
        self._distances = Distances(engine) if distances else None
        self._piles = tuple(pile_blocks(engine, players))
        self._shared_routes = tuple(sorted(engine.shared_routes))
        self._of_part = [
            (part, self._checked_features(part))
            for part in engine.parts
            if answer_of(part, "features") is not None
        ]
        self.blocks: Mapping[str, Block] = MappingProxyType(self._blocks())
        """The blocks by name, in their order."""
        self.n = sum(len(block.places) for block in self.blocks.values())
        """The number of numbers."""
        self.needs_observation = known_cards or bool(self._of_part)
        """Whether `read` is given the whole observation, too, and not its raw numbers alone."""
        self.read = Reader(
            engine,
            players,
            self._distances,
            self._piles,
            self._of_part,
            has_known_cards=known_cards,
        ).read
        """A function that reads the numbers of an observation (see `Reader.read`)."""

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
        if self._distances is not None:
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
        for part, features in self._of_part:
            yield kind_of(part), features

    def _checked_features(self, part: Part) -> tuple[Feature, ...]:
        given: Any = part.features(self.players)
        if not isinstance(given, Iterable):
            what = f"{kind_of(part)}.features gives {short(given)}"
            raise RuleError(f"{what}, where a list of Feature is wanted")
        features = tuple(given)
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
        return digest(text)

    def __repr__(self) -> str:
        return f"<Features of {self.variant.name}, {self.players} players, {self.n} numbers>"


def _counted(name: str, most: Sequence[int]) -> list[Feature]:
    """A feature for the count of every card."""
    return [
        Feature(f"{name}: {colour.value}", 0, n)
        for colour, n in zip(CARD_COLOURS, most, strict=True)
    ]


def _is_range(low: Any, high: Any) -> bool:
    return type(low) is int and type(high) is int and -MOST <= low <= high <= MOST
