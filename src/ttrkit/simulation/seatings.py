"""The plans of a simulation: for every game, its block and who sits where.

The games of a block share their seed, and so the order of the decks: the same cards and tickets
are dealt to each seating in turn. A block is the table and all of its rotations, so in each block
every bot takes every seat as often as it takes part; seatings that look the same are played once.
"""

from __future__ import annotations

from functools import cache
from itertools import combinations, permutations
from math import comb
from random import Random
from typing import Protocol

import attrs

from ttrkit.simulation.entrants import derived

Seating = tuple[int, ...]
"""The number of the bot at every seat."""

MOST_SEATS = 7  # for more, there are too many rings to list
MOST_TABLES = 20_000  # for more, tables are drawn instead of listed


class Plan(Protocol):
    """Which block a game belongs to, and who sits where in it."""

    def place(self, number: int) -> tuple[int, Seating]:
        """The number of the block that this game belongs to, and its seating."""
        ...

    def ends_block(self, number: int) -> int:
        """The least number of games, from this one on, that makes whole blocks."""
        ...


def rotations(ring: Seating) -> tuple[Seating, ...]:
    """A ring in all its rotations, each once, beginning with itself."""
    return tuple(dict.fromkeys([ring[step:] + ring[:step] for step in range(len(ring))]))


@cache
def rings(table: Seating) -> tuple[tuple[Seating, ...], ...]:
    """All rings of the bots at a table, each with its rotations, the given one first.

    In each ring's rotations every bot takes every seat equally often. After all rings, every bot
    has sat beside every other equally often.
    """
    if len(table) > MOST_SEATS:  # fair to seats, though not to neighbours
        return (rotations(table),)
    found: dict[frozenset[Seating], tuple[Seating, ...]] = {}
    for rest in permutations(table[1:]):
        turned = rotations((table[0], *rest))
        found.setdefault(frozenset(turned), turned)
    return tuple(found.values())


@cache
def _round(table: Seating) -> tuple[tuple[int, Seating], ...]:
    """All seatings, each with the number of its ring."""
    return tuple((n, way) for n, ring in enumerate(rings(table)) for way in ring)


@attrs.frozen
class Rounds:
    """The plan of `simulate`: one ring after another, and all over again.

    If it is not paired, every game is a block of its own.
    """

    table: Seating  # the number of the bot of every player
    is_paired: bool

    def place(self, number: int) -> tuple[int, Seating]:
        """The block and the seating of a game."""
        ways = _round(self.table)
        times, step = divmod(number, len(ways))
        ring, seating = ways[step]
        return (times * len(rings(self.table)) + ring if self.is_paired else number), seating

    def ends_block(self, number: int) -> int:
        """The least number of games, from this one on, that makes whole blocks."""
        while self.is_paired and number and self.place(number)[0] == self.place(number - 1)[0]:
            number += 1
        return number


Teams = tuple[tuple[int, ...], ...]
"""The seats of every team; alone, a seat is a team of one."""


def _seated(sides: Seating, teams: Teams) -> Seating:
    """The seating in which a bot for each team takes all seats of its team."""
    where = {seat: bot for bot, seats in zip(sides, teams, strict=True) for seat in seats}
    return tuple(where[seat] for seat in range(len(where)))


@cache
def _match(teams: Teams) -> tuple[Seating, ...]:
    """The seatings of two bots at every other team, turned and exchanged, each once."""
    table = tuple(n % 2 for n in range(len(teams)))
    exchanged = tuple(1 - bot for bot in table)
    ways = dict.fromkeys((*rotations(table), *rotations(exchanged)))
    return tuple(_seated(sides, teams) for sides in ways)


@attrs.frozen
class Match:
    """The plan of `compare`: bots 0 and 1 at every other seat, or with every other team.

    A block is the table and its rotations. If the number of teams is odd, one of the two has a
    team more: the block has the table with the two exchanged as well.
    """

    teams: Teams

    @property
    def block(self) -> tuple[Seating, ...]:
        """The seatings of a block."""
        return _match(self.teams)

    def place(self, number: int) -> tuple[int, Seating]:
        """The block and the seating of a game."""
        block, step = divmod(number, len(self.block))
        return block, self.block[step]

    def ends_block(self, number: int) -> int:
        """The least number of games, from this one on, that makes whole blocks."""
        return number + -number % len(self.block)


@cache
def _tables(bots: int, sides: int, seed: int) -> tuple[Seating, ...]:
    """All tables of different bots in random order; tables of all bots if these are too few."""
    if bots <= sides:
        return tuple(tuple((n + step) % bots for n in range(sides)) for step in range(bots))
    tables = list(combinations(range(bots), sides))
    Random(derived(seed, "tables")).shuffle(tables)
    return tuple(tables)


@attrs.frozen
class Tables:
    """The plan of `rate`: tables of different bots, one bot for each team.

    Every table has its turn before one comes again, in random order; its bots sit in random order.
    If there are fewer bots than teams, some take several.
    """

    bots: int
    teams: Teams
    seed: int

    @property
    def block_size(self) -> int:
        """The number of games in a block."""
        sides = len(self.teams)
        return self.bots if sides % self.bots == 0 else sides

    def table(self, block: int) -> Seating:
        """The bots of the block of this number, one for each team."""
        sides = len(self.teams)
        rng = Random(derived(self.seed, "table", block))
        if self.bots > sides and comb(self.bots, sides) > MOST_TABLES:
            return tuple(rng.sample(range(self.bots), sides))
        tables = _tables(self.bots, sides, self.seed)
        table = tables[block % len(tables)]
        return tuple(rng.sample(table, sides)) if self.bots > sides else table

    def place(self, number: int) -> tuple[int, Seating]:
        """The block and the seating of a game."""
        block, step = divmod(number, self.block_size)
        return block, _seated(rotations(self.table(block))[step], self.teams)

    def ends_block(self, number: int) -> int:
        """The least number of games, from this one on, that makes whole blocks."""
        return number + -number % self.block_size
