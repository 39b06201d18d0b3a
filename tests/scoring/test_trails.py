"""The longest trail, compared with three ways to find it that share nothing with it."""

import json
import random
from collections import Counter
from collections.abc import Iterator, Sequence
from itertools import combinations
from pathlib import Path

import networkx as nx
import pytest
from hypothesis import given
from hypothesis import strategies as st

from ttrkit.board.loading import load_data
from ttrkit.scoring.trails import longest_trail, longest_trail_length

Edge = tuple[int, int, int]

TRAINS = {"asia": 54, "europe": 45, "paris": 18, "usa": 45}
HARD = json.loads((Path(__file__).parents[1] / "golden" / "hard_networks.json").read_text("utf-8"))


# --- Other ways to the same end


def by_walking(edges: Sequence[Edge]) -> int:
    """The longest trail by walking all of them."""
    at: dict[int, list[tuple[int, int, int]]] = {}
    for index, (a, b, length) in enumerate(edges):
        at.setdefault(a, []).append((1 << index, b, length))
        at.setdefault(b, []).append((1 << index, a, length))
    lengths = {(vertex, 0): 0 for vertex in at}
    waiting = list(lengths)
    for vertex, used in waiting:
        for bit, other, length in at[vertex]:
            if not used & bit and (other, used | bit) not in lengths:
                lengths[other, used | bit] = lengths[vertex, used] + length
                waiting.append((other, used | bit))
    return max(lengths.values(), default=0)


def by_removing(edges: Sequence[Edge]) -> int:
    """The longest trail by removing edges until what is left can be walked in one go.

    While more than two vertices are odd, one of any three of them must lose one of its edges.
    """
    best = 0
    seen: set[tuple[frozenset[int], frozenset[int]]] = set()

    def thin_out(rest: frozenset[int], kept: frozenset[int]) -> None:
        """Look at the connected edges `rest`, of which those in `kept` must stay."""
        nonlocal best
        total = sum(edges[index][2] for index in rest)
        at: dict[int, set[int]] = {}
        for index in rest:
            for vertex in edges[index][:2]:
                at.setdefault(vertex, set()).add(index)
        odd = [vertex for vertex in at if len(at[vertex]) % 2]
        if len(odd) <= 2:
            best = max(best, total)
            return
        # All odd vertices but two lose an edge, and no edge counts for more than two of them.
        losses = sorted(min(edges[index][2] for index in at[vertex]) for vertex in odd)
        if total - sum(losses[:-2]) / 2 <= best or (rest, kept) in seen:
            return
        seen.add((rest, kept))
        odd.sort(key=lambda vertex: len(at[vertex] - kept))
        choices = {index for vertex in odd[:3] for index in at[vertex]} - kept
        for index in sorted(choices, key=lambda index: edges[index][2]):
            for part in connected(edges, rest - {index}):
                thin_out(part, kept & part)
            kept |= {index}

    for part in connected(edges, frozenset(range(len(edges)))):
        thin_out(part, frozenset())
    return best


def connected(edges: Sequence[Edge], chosen: frozenset[int]) -> Iterator[frozenset[int]]:
    """The connected parts of some edges."""
    rest = set(chosen)
    while rest:
        part = more = {rest.pop()}
        while more:
            places = {vertex for index in more for vertex in edges[index][:2]}
            more = {index for index in rest if not places.isdisjoint(edges[index][:2])}
            part = part | more
            rest -= more
        yield frozenset(part)


def by_matching(edges: Sequence[Edge]) -> int:
    """A bound: remove the shortest paths that pair off all odd vertices but two."""
    graph: nx.Graph[int] = nx.Graph()
    for a, b, length in edges:
        if length < graph.get_edge_data(a, b, {"weight": length + 1})["weight"]:
            graph.add_edge(a, b, weight=length)
    degrees = Counter(vertex for edge in edges for vertex in edge[:2])
    odd = [vertex for vertex in degrees if degrees[vertex] % 2]
    total = sum(length for _, _, length in edges)
    distances = dict(nx.all_pairs_dijkstra_path_length(graph))
    pairs: nx.Graph[int | str] = nx.Graph()
    for a, b in combinations(odd, 2):
        if b in distances[a]:
            pairs.add_edge(a, b, weight=distances[a][b])
    for vertex in odd:
        pairs.add_edge(vertex, "one end", weight=0)
        pairs.add_edge(vertex, "other end", weight=0)
    matching = nx.min_weight_matching(pairs)
    return total - int(sum(pairs.edges[pair]["weight"] for pair in matching))


def walked_length(edges: Sequence[Edge], trail: Sequence[int]) -> int:
    """The length of a trail, after checking that it is one."""
    assert len(set(trail)) == len(trail)
    if trail:
        places = set(edges[trail[0]][:2])
        for index in trail:
            a, b, _ = edges[index]
            places = {end for end, start in ((a, b), (b, a)) if start in places}
            assert places, f"edge {index} does not continue the trail {trail}"
    return sum(edges[index][2] for index in trail)


def check(edges: Sequence[Edge], expected: int) -> None:
    """Both functions agree with a length."""
    assert longest_trail_length(edges) == expected, edges
    assert walked_length(edges, longest_trail(edges)) == expected, edges


# --- Networks


def board_edges(name: str) -> dict[str, Edge]:
    """The routes of a board as edges, by their ids."""
    board = load_data(name)
    numbers = {city.name: number for number, city in enumerate(board.cities)}
    return {r.id: (numbers[r.a], numbers[r.b], r.length) for r in board.routes}


def random_multigraph(rng: random.Random, most_edges: int) -> list[Edge]:
    """A small network, often dense, with parallel edges and sometimes a loop."""
    vertices = range(-2, rng.randint(2, 7))
    longest = rng.choice((1, 2, 6))
    edges = []
    for _ in range(rng.randint(0, most_edges)):
        a, b = rng.sample(vertices, 2) if rng.random() < 0.97 else [rng.choice(vertices)] * 2
        edges.append((a, b, rng.randint(1, longest)))
    return edges


def random_islands(rng: random.Random) -> list[Edge]:
    """Three small dense networks on bridges to one place: a trail can come to two of them."""
    edges: list[Edge] = []
    for island in range(3):
        places = range(island * 10, island * 10 + 3)
        ring = zip(places, (*places[1:], places[0]), strict=True)
        more = (rng.sample(places, 2) for _ in range(rng.randint(1, 2)))
        edges += [(a, b, rng.randint(1, 3)) for a, b in (*ring, *more)]
        edges.append((99, rng.choice(places), rng.randint(1, 3)))
    rng.shuffle(edges)
    return edges


def random_claims(
    rng: random.Random, routes: Sequence[Edge], trains: int, most_edges: int, both: bool
) -> list[Edge]:
    """Routes such as a player might hold, the more compact the better connected."""
    compact = rng.random()
    open_routes = list(routes)
    rng.shuffle(open_routes)
    claims: list[Edge] = []
    cities: set[int] = set()
    while len(claims) < most_edges:
        fits = [route for route in open_routes if route[2] <= trains]
        if not fits:
            break
        route = fits[0]
        if rng.random() < compact:
            route = max(fits, key=lambda r: (r[0] in cities) + (r[1] in cities))
        claims.append(route)
        cities.update(route[:2])
        trains -= route[2]
        open_routes.remove(route)
        if not both:
            open_routes = [r for r in open_routes if {*r[:2]} != {*route[:2]}]
    return claims


@st.composite
def networks(draw: st.DrawFn) -> list[Edge]:
    """Small networks of any kind."""
    vertex = st.integers(0, draw(st.integers(1, 7)))
    length = st.integers(1, draw(st.sampled_from((1, 2, 6))))
    return draw(st.lists(st.tuples(vertex, vertex, length), max_size=10))


# --- Tests


K4 = [(a, b, 2) for a, b in combinations(range(4), 2)]


@pytest.mark.parametrize(
    ("edges", "expected"),
    [
        pytest.param([], 0, id="nothing"),
        pytest.param([(7, -7, 3)], 3, id="one edge"),
        pytest.param([(0, 1, 2), (5, 6, 4), (8, 9, 3)], 4, id="all apart"),
        pytest.param([(0, 1, 3), (0, 2, 4), (0, 3, 5), (0, 4, 1)], 9, id="star"),
        pytest.param([(0, 1, 1), (1, 2, 1), (2, 0, 1)], 3, id="ring"),
        pytest.param([(0, 1, 1), (0, 1, 2), (0, 1, 3), (0, 1, 4)], 10, id="parallel, even"),
        pytest.param([(0, 1, 1), (0, 1, 2), (0, 1, 3)], 6, id="parallel, odd"),
        pytest.param([(4, 4, 2), (4, 4, 1), (4, 5, 1), (6, 6, 3)], 4, id="loops"),
        pytest.param(K4, 10, id="K4"),
        pytest.param([*K4, (0, 4, 9), (0, 5, 8)], 25, id="two arms at one vertex"),
        pytest.param([*K4, (0, 4, 9), (1, 5, 8), (2, 6, 1)], 27, id="arms at two vertices"),
        pytest.param([*K4, (7, 8, 5), (8, 9, 6)], 11, id="the smaller component"),
        pytest.param([*K4, (0, 4, 1), (4, 5, 15), (4, 6, 15)], 30, id="past the core"),
        pytest.param(
            [*K4, *((a + 4, b + 4, 2) for a, b, _ in K4), (0, 4, 1)], 21, id="K4s on a bridge"
        ),
    ],
)
def test_known_networks(edges: list[Edge], expected: int) -> None:
    """Networks whose longest trail can be found by looking at them."""
    assert by_walking(edges) == expected
    check(edges, expected)


def test_cheapest_removal_disconnects() -> None:
    """Where the cheapest edges to remove hold two rings together, others must go.

    Without the two links all odd vertices are gone but the ends of the arms, and so is one ring.
    """
    ring = [(0, 1, 4), (1, 2, 4), (2, 3, 4), (3, 0, 4)]
    other_ring = [(a + 4, b + 4, length) for a, b, length in ring]
    arms, links = [(0, 8, 9), (0, 9, 9)], [(1, 4, 1), (3, 6, 1)]
    edges = [*ring, *other_ring, *arms, *links]
    assert by_matching(edges) == 16 + 16 + 9 + 9
    assert by_walking(edges) == by_removing(edges) == 9 + 12 + 1 + 16
    check(edges, 9 + 12 + 1 + 16)


@pytest.mark.parametrize("length", [0, -1])
def test_lengths_are_positive(length: int) -> None:
    """A length that is not positive is refused, with its place."""
    with pytest.raises(ValueError, match=rf"edges\[1\]: length {length}, but it must be 1 or more"):
        longest_trail_length([(0, 1, 2), (1, 2, length)])


@given(networks())
def test_any_network(edges: list[Edge]) -> None:
    """On any small network the longest of all trails is found."""
    check(edges, by_walking(edges))


@given(networks(), st.randoms(use_true_random=False))
def test_names_and_order_do_not_matter(edges: list[Edge], rng: random.Random) -> None:
    """The length stays the same if vertices are renamed and edges turned and shuffled."""
    names = rng.sample(range(-99, 99), 8)
    renamed = [(names[b], names[a], length) for a, b, length in edges]
    rng.shuffle(renamed)
    check(renamed, longest_trail_length(edges))


@given(networks(), networks())
def test_apart_and_together(edges: list[Edge], others: list[Edge]) -> None:
    """Two networks side by side have the longer trail of the two, joined they have no shorter."""
    longer = max(longest_trail_length(edges), longest_trail_length(others))
    check(edges + [(a + 100, b + 100, length) for a, b, length in others], longer)
    assert longest_trail_length(edges + others) >= longer


@given(networks(), st.integers(2, 10**9))
def test_scale(edges: list[Edge], factor: int) -> None:
    """Lengths may be of any size: all times as long, the trail is as many times as long."""
    scaled = [(a, b, length * factor) for a, b, length in edges]
    check(scaled, longest_trail_length(edges) * factor)


def test_random_multigraphs() -> None:
    """A thousand small networks, dense ones with parallel edges too, by walking all trails."""
    rng = random.Random(1)
    for _ in range(1000):
        edges = random_multigraph(rng, 9)
        check(edges, by_walking(edges))


def test_islands() -> None:
    """Networks that cannot be walked but in part, however few edges are removed."""
    rng = random.Random(2)
    for _ in range(100):
        edges = random_islands(rng)
        check(edges, by_walking(edges))


@pytest.mark.parametrize("name", TRAINS)
def test_parts_of_boards(name: str) -> None:
    """Networks of up to a dozen routes of a board, by walking all trails."""
    rng = random.Random(name)
    routes = list(board_edges(name).values())
    for _ in range(200):
        edges = random_claims(rng, routes, TRAINS[name], rng.randint(1, 12), both=True)
        check(edges, by_walking(edges))


@pytest.mark.parametrize("name", TRAINS)
def test_all_trains_of_a_player(name: str) -> None:
    """Networks with all the trains that a player or a team has, by removing edges."""
    rng = random.Random(name)
    routes = list(board_edges(name).values())
    for _ in range(40):
        edges = random_claims(rng, routes, TRAINS[name], len(routes), both=name == "asia")
        check(edges, by_removing(edges))


@pytest.mark.thorough
@pytest.mark.parametrize("seed", range(8))
def test_very_many_multigraphs(seed: int) -> None:
    """Some ten thousand small networks, by walking all trails and by removing edges."""
    rng = random.Random(f"many {seed}")
    for _ in range(1500):
        edges = random_multigraph(rng, 12)
        expected = by_walking(edges)
        check(edges, expected)
        if all(a != b for a, b, _ in edges):
            assert by_removing(edges) == expected
    for _ in range(500):
        edges = random_islands(rng)
        check(edges, by_walking(edges))


@pytest.mark.thorough
@pytest.mark.parametrize("name", TRAINS)
def test_very_many_parts_of_boards(name: str) -> None:
    """Thousands of networks on each board, small ones by walking, large ones by removing."""
    rng = random.Random(f"many {name}")
    routes = list(board_edges(name).values())
    for _ in range(2000):
        edges = random_claims(rng, routes, TRAINS[name], rng.randint(1, 14), both=True)
        check(edges, by_walking(edges))
    for _ in range(1000):
        edges = random_claims(rng, routes, TRAINS[name], len(routes), both=name == "asia")
        check(edges, by_removing(edges))


@pytest.mark.parametrize("network", HARD, ids=lambda network: network["board"])
def test_hard_networks(network: dict[str, object]) -> None:
    """The networks that took longest of all that a search for such networks came upon."""
    board, routes, length = network["board"], network["routes"], network["length"]
    assert isinstance(board, str)
    assert isinstance(routes, list)
    assert isinstance(length, int)
    by_id = board_edges(board)
    edges = [by_id[route] for route in routes]
    assert sum(edge[2] for edge in edges) <= TRAINS[board]
    check(edges, length)
    assert by_removing(edges) == length


@pytest.mark.parametrize("name", TRAINS)
def test_whole_boards(name: str) -> None:
    """All the routes of a board at once: the trail is as long as the bound by matching allows."""
    edges = list(board_edges(name).values())
    check(edges, by_matching(edges))
