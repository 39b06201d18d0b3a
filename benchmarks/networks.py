"""Networks whose longest route is looked for: typical ones, and the hardest that were found."""

import json
import random
from collections.abc import Callable, Iterable, Iterator
from functools import lru_cache, partial
from itertools import combinations

from benchmarks.games import end_of_game
from benchmarks.hard_networks import FILE, Network, edges, renamed
from benchmarks.measures import Setting
from benchmarks.timing import Piece, timed
from ttrkit.parts import LongestRoute

__all__ = ["complete", "find", "hard_networks", "has_longest_route", "typical_networks"]

GAMES = 12


def has_longest_route(setting: Setting) -> bool:
    """Whether anything is won by a long route."""
    return any(isinstance(part, LongestRoute) for part in setting.variant.parts)


@lru_cache(maxsize=1)
def typical_networks(setting: Setting) -> list[Network]:
    """What the teams hold at the end of games played by chance."""
    games = [end_of_game(setting, seed) for seed in range(GAMES)]
    return [
        edges(setting.variant, [r for seat in team.seats for r in game.seats[seat].routes])
        for game in games
        for team in game.teams
    ]


@lru_cache(maxsize=1)
def hard_networks(setting: Setting) -> list[Network]:
    """Dense networks of all the trains of a team; none for a variant that they were not kept of."""
    board = setting.variant.board
    kept: dict[str, list[list[str]]] = json.loads(FILE.read_text("utf-8"))
    return [
        edges(setting.variant, [board.route_by_id(route) for route in routes])
        for routes in kept.get(setting.variant.name, ())
    ]


def complete(cities: int) -> Network:
    """A route of one train between any two of so many cities: no printed board is like that."""
    return [(a, b, 1) for a, b in combinations(range(cities), 2)]


def find(
    solve: Callable[[Network], object], networks: Callable[[], Iterable[Network]], seed: int
) -> Iterator[Piece]:
    """A sample of looking for longest routes, with cities and routes in an order of their own."""
    rng = random.Random(seed)
    for network in networks():
        yield timed(partial(solve, renamed(rng, network))), 1
