"""Chance, the only source of randomness in a game: shuffles from a seed, or as recorded.

Every shuffle depends only on the seed and on its number in the game, so a copied game goes on like
the original without any generator state. The whole outcome is logged in the history, so a recorded
game replays without random numbers.
"""

from __future__ import annotations

import random
from collections.abc import Sequence
from hashlib import blake2b
from struct import Struct

from ttrkit._text import as_whole, short

MAX_SEED_BITS = 1024
_LOW_BITS = (1 << 30) - 1
_words = Struct("<8Q").unpack  # reads a hash of 64 bytes as eight numbers of 64 bits


def checked_seed(seed: object) -> int:
    """Return a seed; TypeError if it is not a whole number."""
    number = as_whole(seed)
    if number is None:
        raise TypeError(f"a seed is a whole number or None, not {short(seed)}")
    return number


class Chance:
    """Shuffles from a seed."""

    __slots__ = ("seed",)

    def __init__(self, seed: int | None = None) -> None:
        if seed is None:
            seed = random.SystemRandom().getrandbits(64)
        elif type(seed) is not int:
            seed = checked_seed(seed)
        if seed.bit_length() > MAX_SEED_BITS:
            raise ValueError(f"a seed has at most {MAX_SEED_BITS} bits")
        self.seed = seed

    def shuffled(self, items: Sequence[int], name: str | int) -> list[int]:
        """The items in random order: always the same for the same seed and name.

        They are sorted by random numbers of 30 bits, which Python sorts the fastest. (In one of
        180,000 shuffles of 110 cards, two cards get the same number and stay in order.)
        """
        size = len(items)
        keys: list[int] = []
        for block in range(-(-size // 16)):
            for bits in _words(blake2b(f"{self.seed}/{name}/{block}".encode()).digest()):
                keys.append(bits & _LOW_BITS)
                keys.append(bits >> 34)
        return list(map(items.__getitem__, sorted(range(size), key=keys.__getitem__)))


class ScriptError(ValueError):
    """A recorded shuffle that does not fit the game."""


class ScriptedChance(Chance):
    """Recorded shuffles, given out one after another."""

    __slots__ = ("_next", "_shuffles")

    def __init__(self, shuffles: Sequence[tuple[str, list[int]]], seed: int) -> None:
        super().__init__(seed)
        self._shuffles = shuffles
        self._next = 0

    @property
    def left(self) -> int:
        """The number of shuffles that are not used yet."""
        return len(self._shuffles) - self._next

    def shuffled(self, items: Sequence[int], name: str | int) -> list[int]:
        """The next recorded order; ScriptError if it does not consist of these items."""
        if not self.left:
            raise ScriptError("a shuffle is missing")
        pile, order = self._shuffles[self._next]
        if sorted(order) != sorted(items):
            raise ScriptError(f"shuffle {self._next}: the {pile} held other cards than these")
        self._next += 1
        return order[:]
