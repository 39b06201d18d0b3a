"""Looks for networks whose longest route is hard to find: `python -m benchmarks.hard_networks`.

What it found is kept in `hard_networks.json`, so that every run measures the same networks, even
when others would be the hardest. The same code finds the same networks again.
"""

import json
import random
import sys
from collections.abc import Iterable, Sequence
from operator import itemgetter
from pathlib import Path
from statistics import median_low

from ttrkit import Route, Variant, get_variant, new_game
from ttrkit.scoring.trails import longest_trail_length

__all__ = ["EDITIONS", "FILE", "Network", "climb", "edges", "effort", "renamed"]

Network = Sequence[tuple[int, int, int]]

FILE = Path(__file__).with_name("hard_networks.json")
EDITIONS = ("usa", "europe", "asia")
"""Those that have points for the longest route."""

CLIMBS = 4
STEPS = 3000
LEEWAY = 0.1  # a step may make it easier by so much at first, then less and less
ORDERS = 3  # of the cities and routes: a network should not be hard by its order alone
MAX_REBUILT = 4  # routes that a step takes away


def edges(variant: Variant, routes: Iterable[Route]) -> Network:
    """The routes as `ttrkit.trails` takes them."""
    number = {city.name: n for n, city in enumerate(variant.board.cities)}
    return [(number[route.a], number[route.b], route.length) for route in routes]


def effort(network: Network) -> int:
    """How many calls it takes to find the longest route: a measure without noise."""
    calls = 0

    def count(*_: object) -> None:
        nonlocal calls
        calls += 1

    sys.setprofile(count)
    try:
        longest_trail_length(network)
    finally:
        sys.setprofile(None)
    return calls


def usual_effort(variant: Variant, routes: Iterable[Route]) -> int:
    """The effort, in the median of several orders."""
    network = edges(variant, routes)
    rng = random.Random(0)
    return median_low(effort(renamed(rng, network)) for _ in range(ORDERS))


def renamed(rng: random.Random, network: Network) -> Network:
    """The same network with other numbers, in another order."""
    cities = sorted({city for a, b, _ in network for city in (a, b)})
    names = dict(zip(cities, rng.sample(range(1000), len(cities)), strict=True))
    edges = [(names[a], names[b], length) for a, b, length in network]
    rng.shuffle(edges)
    return edges


def climb(variant: Variant, seed: int) -> list[Route]:
    """A network that is rebuilt in part again and again, where it gets hardly easier by that."""
    rng = random.Random(seed)
    team = new_game(variant, players=variant.players[0], seed=0).teams[0].seats
    trains = variant.trains * len(team)
    now: list[Route] = []
    best = (0, now)
    hard = 0.0  # how hard a network must be to go on from there
    for step in range(STEPS):
        kept = rng.sample(now, max(0, len(now) - rng.randint(1, MAX_REBUILT)))
        other = _filled(rng, variant.board.routes, kept, trains, has_doubles=len(team) > 1)
        found = usual_effort(variant, other)
        if found >= hard:
            now, hard = other, found * (1 - LEEWAY * (STEPS - step) / STEPS)
            best = max(best, (found, now), key=itemgetter(0))
    return best[1]


def _filled(
    rng: random.Random,
    routes: Iterable[Route],
    kept: list[Route],
    trains: int,
    *,
    has_doubles: bool,
) -> list[Route]:
    """These routes, and more that touch them, until the trains are used up."""
    network = list(kept)
    left = trains - sum(route.length for route in network)
    free = [route for route in routes if route not in network]
    while True:
        cities = {city for route in network for city in route.cities}
        joined = set() if has_doubles else {frozenset(route.cities) for route in network}
        free = [r for r in free if r.length <= left and frozenset(r.cities) not in joined]
        near = [r for r in free if not cities or not cities.isdisjoint(r.cities)]
        if not near:
            return network
        route = rng.choice(near)
        network.append(route)
        free.remove(route)
        left -= route.length


def main() -> None:
    """Look for networks of every edition, and keep them."""
    found: dict[str, list[list[str]]] = {}
    for name in EDITIONS:
        variant = get_variant(name)
        found[name] = []
        for seed in range(CLIMBS):
            network = climb(variant, seed)
            found[name].append(sorted(route.id for route in network))
            print(f"{name} {seed}: {len(network)} routes, {usual_effort(variant, network)} calls")
    FILE.write_text(json.dumps(found, ensure_ascii=False, indent=1) + "\n", "utf-8")


if __name__ == "__main__":
    main()
