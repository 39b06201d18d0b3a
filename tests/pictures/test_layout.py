"""The layout of boards: routes keep clear of cities and of each other, names of everything."""

from __future__ import annotations

from itertools import combinations

import attrs
import pytest

import ttrkit
from ttrkit import Board, City, Route
from ttrkit.pictures.arcs import Arc, Point
from ttrkit.pictures.labels import labels_of, text_width
from ttrkit.pictures.layout import CITY, SHORTEST, WIDTH, Track, layout_of
from ttrkit.pictures.ways import shortest_way

BENELUX = "examples/home_made/benelux.toml"


def boards() -> list[Board]:
    """Every board of the repository."""
    return [*(ttrkit.get_variant(n).board for n in ttrkit.variant_names()), benelux()]


def benelux() -> Board:
    """The home-made board."""
    return ttrkit.load_board(BENELUX)


@pytest.fixture(params=[*ttrkit.variant_names(), "benelux"])
def board(request: pytest.FixtureRequest) -> Board:
    """Each board in turn."""
    name: str = request.param
    return benelux() if name == "benelux" else ttrkit.get_variant(name).board


def middle(bar: tuple[Point, ...]) -> Point:
    """The middle of a space."""
    return sum(bar) / len(bar)


def inside(point: Point, bar: tuple[Point, ...]) -> bool:
    """Whether a point is inside a convex outline."""
    sides = [
        ((b - a).conjugate() * (point - a)).imag
        for a, b in zip(bar, bar[1:] + bar[:1], strict=True)
    ]
    return all(side > 0.5 for side in sides) or all(side < -0.5 for side in sides)


def corners(track: Track) -> list[Point]:
    """The corners and the middle of every space of a route."""
    return [point for bar in track.bars() for point in (*bar, middle(bar))]


def test_a_route_has_its_spaces_between_its_cities(board: Board) -> None:
    """As many as it is long, each of a size that can be seen, from the first city to the second."""
    layout = layout_of(board)
    for track in layout.tracks.values():
        bars = track.bars()
        assert len(bars) == track.route.length
        assert track.room >= SHORTEST
        a, b = (layout.cities[name] for name in track.route.cities)
        assert abs(middle(bars[0]) - a) < abs(middle(bars[0]) - b) or len(bars) == 1
        assert all(abs(point - end) > CITY for point in corners(track) for end in (a, b))


def test_no_route_runs_over_a_city(board: Board) -> None:
    """Not even over the rim of the disc."""
    layout = layout_of(board)
    for track in layout.tracks.values():
        for name, place in layout.cities.items():
            if name not in track.route.cities:
                near = min(abs(place - p) for p in track.arc.points(0, 1, track.beside, 3))
                assert near > CITY + WIDTH / 2, (track.route.id, name)


def test_no_space_lies_on_another(board: Board) -> None:
    """No corner of a space is inside a space of another route."""
    tracks = list(layout_of(board).tracks.values())
    met = [
        (one.route.id, other.route.id)
        for one, other in combinations(tracks, 2)
        if any(inside(p, bar) for p in corners(one) for bar in other.bars())
        or any(inside(p, bar) for p in corners(other) for bar in one.bars())
    ]
    assert met == []


def test_names_cover_no_city_and_no_name(board: Board) -> None:
    """And they lie beside their own city."""
    layout, labels = layout_of(board), labels_of(board)
    for label in labels:
        x0, y0, x1, y1 = label.box
        for name, at in layout.cities.items():
            assert not (x0 < at.real < x1 and y0 < at.imag < y1), (label.city.name, name)
        own = layout.cities[label.city.name]
        nearest = complex(min(max(own.real, x0), x1), min(max(own.imag, y0), y1))
        assert abs(nearest - own) < 30
    for one, other in combinations(labels, 2):
        apart = one.box[2] < other.box[0] or other.box[2] < one.box[0]
        assert apart or one.box[3] < other.box[1] or other.box[3] < one.box[1]


def test_routes_at_a_small_angle_part() -> None:
    """Stockholm–Petrograd and Riga–Petrograd, which would run along each other if straight."""
    board = ttrkit.get_variant("europe").board
    tracks = layout_of(board).tracks
    one = tracks[board.route("Petrograd", "Stockholm").id]
    other = tracks[board.route("Petrograd", "Riga").id]
    assert not (one.arc.is_straight and other.arc.is_straight)
    near = min(abs(middle(a) - middle(b)) for a in one.bars() for b in other.bars())
    assert near > WIDTH + 2


def test_parallel_routes_lie_side_by_side(board: Board) -> None:
    """Their first spaces are one width apart, and a little more."""
    tracks = layout_of(board).tracks
    for a, b in combinations(board.routes, 2):
        if a.group is not None and a.group == b.group:
            one, other = tracks[a.id], tracks[b.id]
            assert abs(one.arc.length() - other.arc.length()) < 1e-6
            flip = 1 if a.cities == b.cities else -1
            assert abs(one.beside - flip * other.beside) > WIDTH


def bent(board: Board, bend: float | None) -> Board:
    """The board with its first route bent."""
    first, *others = board.routes
    return attrs.evolve(board, routes=(attrs.evolve(first, bend=bend), *others))


def test_a_board_file_may_name_the_bend() -> None:
    """A positive one bulges to the left of one who travels, and boards are still equal."""
    board = Board(
        "line",
        (City("West", 0, 0), City("East", 300, 0), City("South", 150, 200)),
        (Route("w-e", "West", "East", "red", 3), Route("s-e", "South", "East", "blue", 2)),
        (),
        {2: 2, 3: 4},
    )
    up, down = bent(board, 0.2), bent(board, -0.2)
    assert up == board
    assert layout_of(board).tracks["w-e"].arc.is_straight
    assert layout_of(up).tracks["w-e"].middles()[1].imag < -20
    assert layout_of(down).tracks["w-e"].middles()[1].imag > 20
    with pytest.raises(ValueError, match=r"from -0\.6 to 0\.6"):
        bent(board, 0.7)


def test_a_board_file_may_name_the_side_of_a_label() -> None:
    """The name is then on that side, whatever it covers."""
    board = benelux()
    for side, sign in (("left", -1), ("right", 1)):
        cities = [attrs.evolve(city, label=side) for city in board.cities]
        turned = attrs.evolve(board, cities=cities)
        for label in labels_of(turned):
            x = layout_of(turned).cities[label.city.name].real
            assert sign * ((label.box[0] + label.box[2]) / 2 - x) > 0


def test_an_arc() -> None:
    """It begins and ends where it should, bulges by its share, and measures its length."""
    arc = Arc(0j, 100 + 0j, 0.5)  # half a circle
    assert abs(arc.at(0)) < 1e-9
    assert abs(arc.at(1) - 100) < 1e-9
    assert abs(arc.at(0.5) - (50 - 50j)) < 1e-9
    assert abs(arc.length() - 50 * 3.14159265) < 1e-5
    assert abs(arc.at(0.5, 10) - (50 - 60j)) < 1e-9
    assert abs(Arc(0j, 100 + 0j, -0.5).at(0.5) - (50 + 50j)) < 1e-9
    assert abs(arc.heading(0) - -1j) < 1e-9


@pytest.mark.parametrize("flat", [(0, 0), (1, 0), (0, 1)])
def test_any_board_can_be_drawn(flat: tuple[int, int]) -> None:
    """Even one whose cities lie in a line, or all at the same place."""
    x, y = flat
    cities = [City(name, n * x, n * y) for n, name in enumerate("ABC")]
    routes = [Route("ab", "A", "B", "red", 3), Route("bc", "B", "C", "grey", 6, ferry=2)]
    board = Board("flat", cities, routes, (), {3: 4, 6: 15})
    assert ttrkit.svg.board(board).startswith("<svg")
    assert bool(ttrkit.svg.findings(board)) == (flat == (0, 0))


def test_the_width_of_a_text() -> None:
    """Wide letters need more room than narrow ones."""
    assert text_width("MMM", 10) > text_width("aaa", 10) > text_width("iii", 10)
    assert text_width("東京", 10) > 20


def test_the_shortest_way() -> None:
    """One's own routes cost nothing; those of others cannot be used."""
    board = benelux()
    way = shortest_way(board, ("Brugge", "Luik"), own=(), taken=())
    assert way is not None
    assert sum(route.length for route in way) == 6
    around = shortest_way(board, ("Brugge", "Luik"), own=(), taken={route.id for route in way})
    assert around is not None
    assert set(around).isdisjoint(way)
    assert shortest_way(board, ("Brugge", "Luik"), own={r.id for r in around}, taken=()) == around
    assert shortest_way(board, ("Brugge", "Luik"), own={r.id for r in way}, taken=None) == way
    assert shortest_way(board, ("Brugge", "Luik"), own=(), taken=None) is None
