"""Easiest ways and Steiner trees over links, in plain lists of numbers.

Cities and links are numbers; a cost is that of a link, 0 for one's own, `NOWHERE` for a closed one.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Sequence
from heapq import heappop, heappush
from operator import add

NOWHERE = float("inf")

Ways = Sequence[Sequence[tuple[int, int]]]
"""By city: its neighbours, each with the link that leads there."""

Ends = Sequence[tuple[int, int]]
"""By link: its two cities."""

Spread = tuple[list[float], list[int]]
"""By city: the cost of the easiest way from somewhere, and the last link of that way or -1."""


def spread(ways: Ways, costs: Sequence[float], sources: Iterable[int]) -> Spread:
    """By city: the cost of the easiest way from any of these cities, and its last link or -1."""
    reached = [NOWHERE] * len(ways)
    for city in sources:
        reached[city] = 0.0
    return reached, settle(ways, costs, reached)


def settle(ways: Ways, costs: Sequence[float], reached: list[float]) -> list[int]:
    """Lower these costs, by city, wherever a way from another city is easier; the last links."""
    last = [-1] * len(reached)
    heap = sorted([(cost, city) for city, cost in enumerate(reached) if cost < NOWHERE])
    while heap:
        cost, city = heappop(heap)
        if cost > reached[city]:
            continue
        for other, link in ways[city]:
            further = cost + costs[link]
            if further < reached[other]:
                reached[other] = further
                last[other] = link
                heappush(heap, (further, other))
    return last


def easiest_way(
    ways: Ways,
    ends: Ends,
    costs: Sequence[float],
    sources: Iterable[int],
    targets: Collection[int],
) -> list[int] | None:
    """The links, that cost something, of the easiest way to any of the targets; None: no way."""
    reached = [NOWHERE] * len(ways)
    last = [-1] * len(ways)
    heap: list[tuple[float, int]] = []
    for city in sources:
        reached[city] = 0.0
        heap.append((0.0, city))
    while heap:
        cost, city = heappop(heap)
        if cost > reached[city]:
            continue
        if city in targets:
            return _back(ends, costs, last, city)
        for other, link in ways[city]:
            further = cost + costs[link]
            if further < reached[other]:
                reached[other] = further
                last[other] = link
                heappush(heap, (further, other))
    return None


def _back(ends: Ends, costs: Sequence[float], last: Sequence[int], city: int) -> list[int]:
    """The links from a city back to where its way began, without those that cost nothing."""
    found: list[int] = []
    while (link := last[city]) >= 0:
        if costs[link]:
            found.append(link)
        a, b = ends[link]
        city = a + b - city
    return found


def steiner_tree(
    ways: Ways,
    ends: Ends,
    costs: Sequence[float],
    cities: Sequence[int],
    known: dict[int, Spread] | None = None,
) -> set[int] | None:
    """The links, that cost something, of the easiest tree that joins these cities; None: no tree.

    What is known is the spread from single cities by these costs; it is kept for further trees.

    It is exact, by the method of Dreyfus and Wagner: the best tree of a set of cities that reaches
    a city is two trees of smaller sets that meet there, or a tree that reaches a neighbour. The
    time grows with the third power of 3 for every three cities more: keep them few.
    """
    *others, root = cities
    spreads = {} if known is None else known
    for city in cities if len(cities) > 2 else others:
        if city not in spreads:
            spreads[city] = spread(ways, costs, [city])
    whole = (1 << len(others)) - 1
    trees: list[tuple[list[float], list[int], list[int]]] = [([], [], [])]
    for group in range(1, whole + (whole < 2)):  # the whole, if more than one, is joined below
        if group & (group - 1):
            reached, split = _meeting(trees, group, len(ways))
            trees.append((reached, settle(ways, costs, reached), split))
        else:
            trees.append((*spreads[others[group.bit_length() - 1]], [0] * len(ways)))
    found: set[int] = set()
    todo = [(whole, root)] if whole else []
    if whole > 1:  # where all trees meet, there a way leads to the root
        reached, split = _meeting(trees, whole, len(ways))
        to_root, last = spreads[root]
        joined = [*map(add, reached, to_root)]
        city = joined.index(min(joined))
        if joined[city] == NOWHERE:
            return None
        todo = [(split[city], city), (whole ^ split[city], city)]
        found.update(_back(ends, costs, last, city))
    elif whole and trees[whole][0][root] == NOWHERE:
        return None
    while todo:
        group, city = todo.pop()
        _, last, splits = trees[group]
        while (link := last[city]) >= 0:
            if costs[link]:
                found.add(link)
            a, b = ends[link]
            city = a + b - city
        if part := splits[city]:
            todo += [(part, city), (group ^ part, city)]
    return found


def _meeting(
    trees: Sequence[tuple[list[float], list[int], list[int]]], group: int, cities: int
) -> tuple[list[float], list[int]]:
    """By city: the least cost of two trees that meet there and join a group, and one half of it."""
    reached = [NOWHERE] * cities
    split = [0] * cities
    lowest = group & -group
    part = (group - 1) & group
    while part:
        if part & lowest:  # the other halves are those of others
            for city, (one, two) in enumerate(
                zip(trees[part][0], trees[group ^ part][0], strict=True)
            ):
                if one + two < reached[city]:
                    reached[city] = one + two
                    split[city] = part
        part = (part - 1) & group
    return reached, split
