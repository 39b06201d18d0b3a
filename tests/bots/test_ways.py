"""Easiest ways and Steiner trees: proved against a search through everything."""

import random
from itertools import combinations

import networkx as nx
import pytest

from ttrkit.bots.ways import NOWHERE, Ways, easiest_way, spread, steiner_tree

Links = list[tuple[int, int]]


def some_graph(rng: random.Random, cities: int, links: int) -> tuple[Links, list[float]]:
    """Links between cities, and their costs: some are for nothing, some closed."""
    pairs = rng.sample([*combinations(range(cities), 2)], links)
    costs = [rng.choice([0.0, 1.0, 1.5, 2.0, 3.0, NOWHERE]) for _ in pairs]
    return pairs, costs


def ways_of(cities: int, links: Links) -> Ways:
    """By city: its neighbours, each with the link."""
    near: list[list[tuple[int, int]]] = [[] for _ in range(cities)]
    for number, (a, b) in enumerate(links):
        near[a].append((b, number))
        near[b].append((a, number))
    return near


def joined(links: Links, costs: list[float], chosen: set[int]) -> "nx.Graph[int]":
    """The cities as joined by the links chosen and those that cost nothing."""
    graph: nx.Graph[int] = nx.Graph()
    graph.add_edges_from(
        ends for number, ends in enumerate(links) if number in chosen or not costs[number]
    )
    return graph


@pytest.mark.parametrize("seed", range(25))
def test_the_easiest_way_is_the_easiest(seed: int) -> None:
    """As networkx finds it; and its links do lead there."""
    rng = random.Random(seed)
    links, costs = some_graph(rng, 9, 14)
    graph: nx.Graph[int] = nx.Graph()
    graph.add_nodes_from(range(9))
    for (a, b), cost in zip(links, costs, strict=True):
        if cost < NOWHERE:
            graph.add_edge(a, b, weight=cost)
    way = easiest_way(ways_of(9, links), links, costs, [0], {8})
    if not nx.has_path(graph, 0, 8):
        assert way is None
        return
    assert way is not None
    assert sum(costs[link] for link in way) == nx.dijkstra_path_length(graph, 0, 8)
    assert nx.has_path(joined(links, costs, {*way}), 0, 8) or not way
    assert spread(ways_of(9, links), costs, [0])[0][8] == sum(costs[link] for link in way)


@pytest.mark.parametrize("seed", range(25))
@pytest.mark.parametrize("wanted", [1, 2, 3, 4])
def test_a_steiner_tree_is_the_cheapest(seed: int, wanted: int) -> None:
    """Cheaper than any other set of links that joins the cities."""
    rng = random.Random(seed)
    links, costs = some_graph(rng, 7, 11)
    cities = rng.sample(range(7), wanted)
    tree = steiner_tree(ways_of(7, links), links, costs, cities)
    payable = [number for number, cost in enumerate(costs) if 0 < cost < NOWHERE]
    least = NOWHERE
    for size in range(len(payable) + 1):
        for chosen in combinations(payable, size):
            graph = joined(links, costs, {*chosen})
            graph.add_nodes_from(cities)
            if nx.node_connected_component(graph, cities[0]) >= {*cities}:
                least = min(least, sum(costs[number] for number in chosen))
    if tree is None:
        assert least == NOWHERE
    else:
        assert sum(costs[number] for number in tree) == least
        graph = joined(links, costs, tree)
        graph.add_nodes_from(cities)
        assert nx.node_connected_component(graph, cities[0]) >= {*cities}
