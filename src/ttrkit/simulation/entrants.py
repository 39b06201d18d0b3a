"""The bots of a simulation: their names, and how they are made for every game."""

from __future__ import annotations

import hashlib
import inspect
import pickle
from collections.abc import Callable, Iterable, Mapping
from functools import partial
from importlib import import_module
from typing import Any, Literal

import attrs

from ttrkit._text import checked_list, did_you_mean, listed, short
from ttrkit.players import Player, RandomPlayer

Seeding = Literal["none", "keyword", "position"]
BY_NAME_ALONE = (inspect.Parameter.KEYWORD_ONLY, inspect.Parameter.VAR_KEYWORD)


def derived(seed: int, *what: int | str) -> int:
    """A seed made from another one and from names or numbers: the same on any machine."""
    words = "/".join(map(str, (seed, *what)))
    return int.from_bytes(hashlib.sha256(words.encode()).digest()[:8], "big")


def named_bots() -> dict[str, Callable[..., Player]]:
    """The factories of the bots that are known by name: `BOTS` of `ttrkit.bots`, and "random".

    A factory takes a keyword `seed`. If it takes anything before that, a name may carry it behind
    a colon, as in "search:0.5": the text behind the colon is its first argument.
    """
    from ttrkit import bots

    known: dict[str, Callable[..., Player]] = {"greedy": bots.GreedyPlayer, "random": RandomPlayer}
    return {**known, **getattr(bots, "BOTS", {})}


@attrs.frozen
class WithArgument:
    """The factory of a named bot, with the argument that its name carries."""

    factory: Callable[..., Player]
    argument: str

    def __call__(self, *, seed: int) -> Player:
        """Make the bot."""
        return self.factory(self.argument, seed=seed)


def is_named(name: str) -> bool:
    """Whether this is the name of one of our bots, perhaps with an argument behind a colon."""
    return name in named_bots() or _with_argument(name) is not None


def _with_argument(name: str) -> WithArgument | None:
    """The factory of a bot whose name carries an argument; None if it is no such name."""
    stem, colon, argument = name.partition(":")
    factory = named_bots().get(stem)
    if factory is None or not colon or _argument_of(factory) is None:
        return None
    return WithArgument(factory, argument)


def _argument_of(factory: Any) -> inspect.Parameter | None:
    """The parameter of a bot's factory that takes an argument; None if there is none."""
    for parameter in inspect.signature(factory).parameters.values():
        if parameter.name == "seed" or parameter.kind in BY_NAME_ALONE:
            return None
        return parameter
    return None


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


def entrants_of(
    players: Iterable[Any] | Mapping[str, Any],
    what: str = "players: a list of bots, one a seat,",
) -> tuple[Entrant, ...]:
    """One entrant for every bot given; the same bot twice has the same name."""
    if isinstance(players, Mapping):
        return tuple(attrs.evolve(entrant_of(bot), name=str(name)) for name, bot in players.items())
    found: list[Entrant] = []
    for bot in checked_list(players, what):
        new = entrant_of(bot)
        known = [e for e in found if _stem(e.name) == new.name]
        same = [e for e in known if e.maker == new.maker]
        if same:
            new = same[0]
        elif known:
            new = attrs.evolve(new, name=f"{new.name} {len({e.name for e in known}) + 1}")
        found.append(new)
    return tuple(found)


def distinct(entrants: Iterable[Entrant]) -> tuple[tuple[Entrant, ...], tuple[int, ...]]:
    """The bots among the entrants, each once, and the number of the bot of every entrant."""
    given = list(entrants)
    bots = {entrant.name: entrant for entrant in given}
    numbers = {name: number for number, name in enumerate(bots)}
    return tuple(bots.values()), tuple(numbers[entrant.name] for entrant in given)


def _stem(name: str) -> str:
    """A name without the number that tells two bots apart."""
    stem, _, number = name.rpartition(" ")
    return stem if stem and number.isdigit() else name


def entrant_of(bot: Any) -> Entrant:
    """The entrant for a bot: given by name, by a factory such as its class, or as it is."""
    if isinstance(bot, str):
        name, maker, seeding = bot, *_by_name(bot)
    elif not isinstance(bot, type) and callable(getattr(bot, "choose", None)):
        return Entrant(type(bot).__name__, _frozen(bot))
    elif callable(bot):
        name, maker, seeding = _name_of(bot), bot, _seeding(bot)
    else:
        raise TypeError(f"{short(bot)} is no bot: a name, a class or a function is wanted")
    new = Entrant(name, maker, seeding)
    try:
        made = new.make(0)
    except Exception as error:
        what = f"{type(error).__name__}: {error}"
        raise TypeError(f"{name} cannot be made for a game: {what}") from error
    if not callable(getattr(made, "choose", None)):
        kind = type(made).__name__
        raise TypeError(f"{name} is no player: a {kind} has no method choose(observation)")
    return new


def _is_needed(parameter: inspect.Parameter) -> bool:
    is_open = parameter.kind is inspect.Parameter.VAR_POSITIONAL
    return parameter.default is inspect.Parameter.empty and not is_open


def _by_name(name: str) -> tuple[Any, Seeding]:
    """The factory of one of our bots, or the one that `package.module:Class` names."""
    known = named_bots()
    stem, colon, rest = name.partition(":")
    if name in known:
        argument = _argument_of(known[name])
        if argument is not None and _is_needed(argument):
            raise LookupError(f'the bot "{name}" needs its {argument.name}, as in "{name}:…"')
        return known[name], "keyword"
    with_argument = _with_argument(name)
    if with_argument is not None:
        return with_argument, "keyword"
    if not colon:
        raise LookupError(
            f'no bot "{name}"{did_you_mean(name, known)}; there are {listed(known)}, '
            "or package.module:Class"
        )
    try:
        found = getattr(import_module(stem), rest)
    except (ImportError, AttributeError, ValueError) as error:
        if stem in known:
            raise LookupError(f'no bot "{name}": "{stem}" takes nothing behind a colon') from None
        raise LookupError(f'no bot "{name}"{did_you_mean(stem, known)}: {error}') from error
    return found, _seeding(found)


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
