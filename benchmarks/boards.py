"""Home-made boards of any size, the same each time."""

import random
import tempfile
from itertools import combinations
from math import ceil, dist, sqrt
from pathlib import Path

from ttrkit import Board, load_board

__all__ = ["board_text", "make_board"]

COLOURS = ("purple", "blue", "orange", "white", "green", "yellow", "black", "red")
GREY = 0.3  # the share of grey routes
DOUBLE = 0.2  # the share of routes that are one of two
SCORING = {1: 1, 2: 2, 3: 4, 4: 7, 5: 10, 6: 15}

Place = tuple[int, int]


def make_board(cities: int, routes: int, tickets: int) -> Board:
    """A board of this size, read and checked by ttrkit as any board file is."""
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "board.toml"
        path.write_text(board_text(cities, routes, tickets), "utf-8")
        return load_board(path)


def board_text(cities: int, routes: int, tickets: int) -> str:
    """The board file of a board of this size.

    Cities lie on a grid, if not quite, and routes join neighbours, as on printed boards.
    """
    rng = random.Random(f"{cities} {routes} {tickets}")
    places = _places(rng, cities)
    doubles = round(routes * DOUBLE / 2)
    pairs = _joined(places, routes - doubles)
    twice = set(rng.sample(pairs, doubles))
    lines = [f'name = "Home-made, {cities} cities and {routes} routes"', "cities = ["]
    lines += [f'    {{ name = "{_name(n)}", x = {x}, y = {y} }},' for n, (x, y) in places.items()]
    lines += ["]", "routes = ["]
    for pair in pairs:
        lines += _routes(rng, pair, dist(*map(places.__getitem__, pair)), pair in twice)
    lines += ["]", "tickets = ["]
    for a, b in rng.sample(list(combinations(places, 2)), tickets):
        points = max(1, round(dist(places[a], places[b]) / 30))
        lines.append(f'    {{ a = "{_name(a)}", b = "{_name(b)}", points = {points} }},')
    lines += ["]", "[scoring]", *(f"{length} = {points}" for length, points in SCORING.items())]
    return "\n".join(lines) + "\n"


def _name(number: int) -> str:
    return f"City {number + 1:03}"


def _places(rng: random.Random, cities: int) -> dict[int, Place]:
    """Where the cities lie, by number."""
    width = ceil(sqrt(cities))
    return {
        n: (n % width * 100 + rng.randint(-30, 30), n // width * 100 + rng.randint(-30, 30))
        for n in range(cities)
    }


def _joined(places: dict[int, Place], wanted: int) -> list[tuple[int, int]]:
    """So many pairs of cities that lie near each other, all connected."""
    near = sorted(combinations(places, 2), key=lambda pair: dist(*map(places.__getitem__, pair)))
    network = {city: city for city in places}
    tree = []
    for a, b in near:
        if network[a] != network[b]:
            tree.append((a, b))
            old, new = network[a], network[b]
            network = {city: new if name == old else name for city, name in network.items()}
    known = set(tree)
    return tree + [pair for pair in near if pair not in known][: wanted - len(tree)]


def _routes(
    rng: random.Random, pair: tuple[int, int], distance: float, is_double: bool
) -> list[str]:
    """The lines of one route, or of two beside each other."""
    length = min(6, max(1, round(distance / 100 * rng.uniform(1, 5))))
    grey = rng.random() < GREY
    colours = ["grey"] * 2 if grey else rng.sample(COLOURS, 2)
    ends = f'a = "{_name(pair[0])}", b = "{_name(pair[1])}"'
    parallel = ", parallel = true" if is_double else ""
    return [
        f'    {{ {ends}, colour = "{colour}", length = {length}{parallel} }},'
        for colour in colours[: 1 + is_double]
    ]
