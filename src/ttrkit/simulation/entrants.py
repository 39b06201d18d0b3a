"""The bots of a simulation: their names, how they are made for every game, and their seats."""

from __future__ import annotations

import hashlib
import inspect
import pickle
from collections.abc import Callable, Iterable, Mapping
from functools import cache, partial
from importlib import import_module
from itertools import permutations
from typing import Any, Literal

import attrs

from ttrkit._text import checked_list, did_you_mean, listed, short
from ttrkit.players import Player

Seeding = Literal["none", "keyword", "position"]


def derived(seed: int, *what: int | str) -> int:
    """A seed made from another one and from names or numbers: the same on any machine."""
    words = "/".join(map(str, (seed, *what)))
    return int.from_bytes(hashlib.sha256(words.encode()).digest()[:8], "big")


def named_bots() -> Mapping[str, Callable[..., Player]]:
    """The bots that are known by name."""
    from ttrkit.bots import BOTS

    return BOTS


@attrs.frozen
class Entrant:
    """A bot that takes part: its name, and the factory that makes it for every game."""

    name: str
    maker: Any = attrs.field(repr=False)  # a factory; or the bot itself, pickled
    seeding: Seeding = "none"  # how the factory takes a seed

    def make(self, seed: int) -> Player:
        """The bot for one game."""
        if isinstance(self.maker, bytes):
            made: Any = pickle.loads(self.maker)
        else:
            given = (seed,) if self.seeding == "position" else ()
            named = {"seed": seed} if self.seeding == "keyword" else {}
            made = self.maker(*given, **named)
        player: Player = made
        return player


def entrants_of(players: Iterable[Any] | Mapping[str, Any]) -> tuple[Entrant, ...]:
    """One entrant for every bot given; the same bot twice has the same name."""
    if isinstance(players, Mapping):
        return tuple(attrs.evolve(entrant_of(bot), name=str(name)) for name, bot in players.items())
    found: list[Entrant] = []
    for bot in checked_list(players, "players: a list of bots, one a seat,"):
        new = entrant_of(bot)
        known = [e for e in found if _stem(e.name) == new.name]
        same = [e for e in known if e.maker == new.maker]
        if same:
            new = same[0]
        elif known:
            new = attrs.evolve(new, name=f"{new.name} {len({e.name for e in known}) + 1}")
        found.append(new)
    return tuple(found)


def _stem(name: str) -> str:
    """A name without the number that tells two bots apart."""
    stem, _, number = name.rpartition(" ")
    return stem if stem and number.isdigit() else name


def entrant_of(bot: Any) -> Entrant:
    """The entrant for a bot: given by name, by a factory such as its class, or as it is."""
    if isinstance(bot, str):
        name, maker = bot, _by_name(bot)
    elif not isinstance(bot, type) and callable(getattr(bot, "choose", None)):
        return Entrant(type(bot).__name__, _frozen(bot))
    elif callable(bot):
        name, maker = _name_of(bot), bot
    else:
        raise TypeError(f"{short(bot)} is no bot: a name, a class or a function is wanted")
    new = Entrant(name, maker, _seeding(maker))
    try:
        made = new.make(0)
    except Exception as error:
        what = f"{type(error).__name__}: {error}"
        raise TypeError(f"{name} cannot be made for a game: {what}") from error
    if not callable(getattr(made, "choose", None)):
        kind = type(made).__name__
        raise TypeError(f"{name} is no player: a {kind} has no method choose(observation)")
    return new


def _by_name(name: str) -> Any:
    """The factory of one of our bots, or the one that `package.module:Class` names."""
    known = named_bots()
    if name in known:
        return known[name]
    module, colon, attribute = name.partition(":")
    if not colon:
        raise LookupError(
            f'no bot "{name}"{did_you_mean(name, known)}; there are {listed(known)}, '
            "or package.module:Class"
        )
    try:
        return getattr(import_module(module), attribute)
    except (ImportError, AttributeError) as error:
        raise LookupError(f'no bot "{name}": {error}') from error


def _frozen(bot: Any) -> bytes:
    """A bot as it is now, pickled, to be restored for every game."""
    try:
        return pickle.dumps(bot)
    except Exception as error:
        name = type(bot).__name__
        raise TypeError(
            f"this {name} cannot be copied for every game ({error}); "
            f"hand in the class {name}, or a function that makes one"
        ) from error


def _name_of(maker: Any) -> str:
    """The name of a factory."""
    while isinstance(maker, partial):
        maker = maker.func
    for attribute in ("name", "__name__"):
        name = getattr(maker, attribute, None)
        if isinstance(name, str):
            return name
    return type(maker).__name__


def _seeding(maker: Any) -> Seeding:
    """How a factory takes a seed: by the name `seed`, as a required argument, or not at all."""
    try:
        parameters = inspect.signature(maker).parameters.values()
    except (TypeError, ValueError):  # a built-in without a signature
        return "none"
    bare = (inspect.Parameter.POSITIONAL_ONLY, inspect.Parameter.POSITIONAL_OR_KEYWORD)
    for parameter in parameters:
        if parameter.name == "seed":
            return "position" if parameter.kind is bare[0] else "keyword"
        if parameter.kind in bare and parameter.default is inspect.Parameter.empty:
            return "position"
    return "none"


@cache
def seatings(seats: int) -> tuple[tuple[int, ...], ...]:
    """All ways to seat the players at `seats` seats, by number, in an order that is fair early.

    In each run of `seats` games, everybody sits at every seat once. After all of them, everybody
    has sat beside everybody else equally often.
    """
    if seats > 7:  # too many to list; these are fair to seats, though not to neighbours
        return tuple([_turned(tuple(range(seats)), step) for step in range(seats)])
    rings = [(0, *rest) for rest in permutations(range(1, seats))]
    return tuple([_turned(ring, step) for ring in rings for step in range(seats)])


def _turned(ring: tuple[int, ...], step: int) -> tuple[int, ...]:
    return ring[step:] + ring[:step]


def seating(seats: int, number: int) -> tuple[int, ...]:
    """The number of the player at every seat, in the game of this number."""
    ways = seatings(seats)
    return ways[number % len(ways)]
