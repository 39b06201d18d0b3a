"""`BOTS`: the bots by name. A bot is imported when it is made, so that the names cost nothing.

A factory takes `seed`. One that takes something else besides, as in `search:0.5`, is given the text
behind the colon as its first positional argument.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from types import MappingProxyType
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from ttrkit.bots.greedy import GreedyPlayer
    from ttrkit.bots.planner import PlannerPlayer
    from ttrkit.bots.search import SearchPlayer
    from ttrkit.players import Player, RandomPlayer


def greedy(*, seed: int | None = None) -> GreedyPlayer:
    """A bot that plays for its tickets by the shortest ways."""
    from ttrkit.bots.greedy import GreedyPlayer

    return GreedyPlayer(seed)


def random(*, seed: int | None = None) -> RandomPlayer:
    """A bot that chooses by chance."""
    from ttrkit.players import RandomPlayer

    return RandomPlayer(seed)


def planner(*, seed: int | None = None) -> PlannerPlayer:
    """A bot that plans one network for all its tickets."""
    from ttrkit.bots.planner import PlannerPlayer

    return PlannerPlayer(seed)


def hoarder(*, seed: int | None = None) -> PlannerPlayer:
    """A planner that is after long routes, and takes its time."""
    from ttrkit.bots.personas import persona

    return persona("hoarder", seed)


def sprinter(*, seed: int | None = None) -> PlannerPlayer:
    """A planner that ends the game early."""
    from ttrkit.bots.personas import persona

    return persona("sprinter", seed)


def collector(*, seed: int | None = None) -> PlannerPlayer:
    """A planner that is after tickets."""
    from ttrkit.bots.personas import persona

    return persona("collector", seed)


def blocker(*, seed: int | None = None) -> PlannerPlayer:
    """A planner that takes what its rivals seem to need."""
    from ttrkit.bots.personas import persona

    return persona("blocker", seed)


def search(seconds: str | None = None, /, *, seed: int | None = None) -> SearchPlayer:
    """A planner that looks ahead, for so many seconds a move: `search:0.5`."""
    from ttrkit.bots.search import SearchPlayer

    if seconds is None:
        return SearchPlayer(seed=seed)
    try:
        number = float(seconds)
    except ValueError:
        what = f'seconds a move are wanted, such as search:0.5, not "{seconds}"'
        raise ValueError(f"search: {what}") from None
    return SearchPlayer(number, seed=seed)


BOTS: Mapping[str, Callable[..., Player]] = MappingProxyType(
    {
        factory.__name__: factory
        for factory in (blocker, collector, greedy, hoarder, planner, random, search, sprinter)
    }
)
"""The factories of all bots, by name."""
