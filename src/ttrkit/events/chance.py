"""Chance, the only source of randomness in a game: shuffles from a seed, or as recorded.

Every shuffle depends only on the seed and on its number in the game, so a copied game goes on like
the original without any generator state. The whole outcome is logged in the history, so a recorded
game replays without random numbers.
"""

from __future__ import annotations

import random
from collections.abc import Callable, Sequence
from functools import cache
from hashlib import blake2b
from struct import Struct

from ttrkit._text import as_whole, short

MAX_SEED_BITS = 1024
_KEYS = 16  # that a hash of 64 bytes gives: from every 64 bits the lowest 30 and the highest 30


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
        hashes, lowest, highest, unpack = _reader(-(-size // _KEYS))
        stem = f"{self.seed}/{name}/"
        hashed = b"".join([blake2b(f"{stem}{n}".encode()).digest() for n in hashes])
        bits = int.from_bytes(hashed, "little")
        found = bits & lowest | bits >> 2 & highest
        keys = [*unpack(found.to_bytes(len(hashed), "little"))]
        return list(map(items.__getitem__, sorted(range(size), key=keys.__getitem__)))


@cache
def _reader(count: int) -> tuple[range, int, int, Callable[[bytes], tuple[int, ...]]]:
    """The means to read all keys at once out of so many hashes.

    The numbers of the hashes; masks for the lowest 30 bits of every 64, and for 30 bits above the
    lowest 32; a function that reads 32 bits for each key.
    """
    words = count * _KEYS // 2
    lowest = sum([((1 << 30) - 1) << 64 * word for word in range(words)])
    return range(count), lowest, lowest << 32, Struct(f"<{count * _KEYS}I").unpack


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
