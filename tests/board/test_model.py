import json
import pickle
import subprocess
import sys
from collections import Counter
from pathlib import Path
from typing import Any

import networkx as nx
import pytest

from ttrkit.board.loading import data_dir, load_data
from ttrkit.board.model import Board, City, Provenance, Route, Ticket
from ttrkit.colours import CARD_COLOURS, PLAIN_COLOURS, Colour, as_colour
from ttrkit.errors import BoardError

EDITIONS = ("asia", "europe", "paris", "usa")


@pytest.fixture(scope="module")
def usa() -> Board:
    """The board of the USA edition."""
    return load_data("usa")


def test_colours_are_their_names() -> None:
    """A colour equals its string, hashes like it, and its repr is valid Python."""
    red: str = Colour.RED
    assert red == "red"
    assert {red: 1}["red"] == 1
    assert repr(Colour.RED) == "Colour.RED"
    assert str(Colour.RED) == "red"


def test_card_colours_are_numbered() -> None:
    """Cards have nine colours, wild last; the plain ones are the first eight."""
    assert len(CARD_COLOURS) == 9
    assert CARD_COLOURS[8] is Colour.WILD
    assert CARD_COLOURS[:8] == PLAIN_COLOURS
    assert Colour.GREY not in CARD_COLOURS


@pytest.mark.parametrize(
    ("wrong", "meant"), [("gray", "grey"), ("Red", "red"), ("pruple", "purple"), ("pink", "purple")]
)
def test_unknown_colour_names_the_nearest(wrong: str, meant: str) -> None:
    """A misspelt colour is refused with the likely one and the whole list."""
    with pytest.raises(ValueError, match=f'no colour "{wrong}" .did you mean "{meant}"') as caught:
        as_colour(wrong)
    assert "purple, blue, orange, white, green, yellow, black, red, wild, grey" in str(caught.value)


def test_as_colour_takes_strings_and_colours() -> None:
    """Both spellings of a colour give the same member."""
    assert as_colour("blue") is as_colour(Colour.BLUE) is Colour.BLUE


def test_every_board_file_is_of_an_edition() -> None:
    """The data folder holds a board for each edition and nothing else."""
    assert tuple(sorted(path.stem for path in data_dir().iterdir())) == EDITIONS


@pytest.mark.parametrize(
    ("name", "cities", "routes", "tickets"),
    [("usa", 36, 100, 69), ("europe", 47, 101, 46), ("asia", 46, 126, 60), ("paris", 17, 57, 20)],
)
def test_counts(name: str, cities: int, routes: int, tickets: int) -> None:
    """Each board has the cities, routes and tickets of its box."""
    board = load_data(name)
    assert (len(board.cities), len(board.routes), len(board.tickets)) == (cities, routes, tickets)


@pytest.mark.parametrize(
    ("name", "sizes"),
    [("usa", {2: 22}), ("europe", {2: 11}), ("asia", {2: 28, 3: 4}), ("paris", {2: 25})],
)
def test_double_and_triple_routes(name: str, sizes: dict[int, int]) -> None:
    """Each board has its double and triple routes: same cities, same length, one group."""
    groups: dict[str, list[Route]] = {}
    for route in load_data(name).routes:
        if route.group is not None:
            groups.setdefault(route.group, []).append(route)
    assert Counter(map(len, groups.values())) == sizes
    for routes in groups.values():
        assert len({frozenset(route.cities) for route in routes}) == 1
        assert len({route.length for route in routes}) == 1


def test_europe_has_tunnels_ferries_and_long_tickets() -> None:
    """Europe: 18 tunnels that turn up 3 cards, 13 grey ferries, 6 long tickets."""
    board = load_data("europe")
    assert [route.tunnel for route in board.routes if route.tunnel] == [3] * 18
    ferries = [route for route in board.routes if route.ferry]
    assert len(ferries) == 13
    assert {route.colour for route in ferries} == {Colour.GREY}
    assert Counter(ticket.kind for ticket in board.tickets) == {"regular": 40, "long": 6}


def test_asia_has_junctions_and_an_open_double() -> None:
    """Asia: three junctions on no ticket, numbered tunnels, Canton–Hong Kong never closed."""
    board = load_data("asia")
    junctions = {city.name for city in board.cities if city.kind == "junction"}
    assert junctions == {"Junction West", "Junction South", "Junction East"}
    assert not junctions & {end for ticket in board.tickets for end in ticket.cities}
    assert {route.tunnel for route in board.routes} == {0, 4, 5, 6}
    open_routes = [route for route in board.routes if route.always_open]
    assert open_routes == list(board.routes_between("Hong Kong", "Canton"))
    assert board.route("Ulan Bator", "Peking").note == "length 4 as read, 5 possible"


def test_paris_has_no_grey_routes() -> None:
    """Paris says that it has no grey routes, and has none."""
    board = load_data("paris")
    assert not board.grey_routes
    assert Colour.GREY not in {route.colour for route in board.routes}


def test_boards_say_what_is_reconstructed() -> None:
    """What is ours for want of a source is named, with a sentence for each doubt."""
    assert load_data("usa").reconstructed == ()
    assert load_data("europe").caveats == ()
    assert load_data("asia").reconstructed == ("tickets",)
    assert load_data("paris").reconstructed == ("routes", "cities", "tickets")
    assert load_data("paris").caveats[-1] == "The scoring is inferred: the series' table."


@pytest.mark.parametrize("name", EDITIONS)
def test_ids_are_unique_and_plain(name: str) -> None:
    """Ids tell routes and tickets apart and are plain ASCII."""
    board = load_data(name)
    for ids in ([route.id for route in board.routes], [ticket.id for ticket in board.tickets]):
        assert len(set(ids)) == len(ids)
        assert all(each.isascii() and each == each.lower() for each in ids)


@pytest.mark.parametrize("name", EDITIONS)
def test_boards_are_values(name: str) -> None:
    """A board loaded twice or pickled is equal, with an equal hash."""
    board = load_data(name)
    pickled = pickle.dumps(board)
    board.route_by_id(board.routes[0].id)
    assert pickle.dumps(board) == pickled
    copies = [load_data(name), pickle.loads(pickle.dumps(board))]
    for copy in copies:
        assert copy == board
        assert hash(copy) == hash(board)
        assert copy.routes == board.routes
        assert copy.route_by_id(board.routes[0].id) == board.routes[0]


def test_nothing_can_be_changed(usa: Board) -> None:
    """Boards and what is on them are immutable."""
    for thing, name in ((usa, "name"), (usa.routes[0], "length"), (usa.tickets[0], "points")):
        with pytest.raises(AttributeError):
            setattr(thing, name, 1)
    with pytest.raises(TypeError):
        usa.scoring[1] = 2  # type: ignore[index]


def test_routes_differ_by_id_but_not_by_note() -> None:
    """Two grey routes between the same cities differ; a note makes no difference."""
    first = Route("a--b--grey", "A", "B", Colour.GREY, 2)
    assert first != Route("a--b--grey-2", "A", "B", Colour.GREY, 2)
    noted = Route("a--b--grey", "A", "B", Colour.GREY, 2, note="faint in print")
    assert first == noted
    assert hash(first) == hash(noted)


def test_texts() -> None:
    """Routes and tickets read like the rulebook; their reprs are valid Python."""
    route = Route("montreal--new-york--blue", "Montréal", "New York", as_colour("blue"), 3)
    ticket = Ticket("berlin--roma", "Berlin", "Roma", 9)
    assert str(route) == "Montréal–New York"
    assert str(ticket) == "Berlin–Roma (9)"
    assert str(City("Gent", 1, 2)) == "Gent"
    for thing in (route, ticket, City("Gent", 1, 2), Provenance("checked", "twice")):
        assert eval(repr(thing)) == thing


@pytest.mark.parametrize(
    ("route_id", "words"),
    [
        ("gent--luik--grey", "the grey Gent–Luik"),
        ("gent--luik--grey-2", "the second grey Gent–Luik"),
        ("gent--luik--grey-3", "the third grey Gent–Luik"),
        ("gent--luik--grey-17", "the grey Gent–Luik (gent--luik--grey-17)"),
        ("luik--gent--grey-2", "the grey Gent–Luik (luik--gent--grey-2)"),
        ("by the river", "the grey Gent–Luik (by the river)"),
    ],
)
def test_parallel_routes_are_told_apart(route_id: str, words: str) -> None:
    """By their colour, then by a count, or by an id that somebody gave them."""
    assert str(Route(route_id, "Gent", "Luik", Colour.GREY, 2, group="gent--luik")) == words
    assert str(Route(route_id, "Gent", "Luik", Colour.GREY, 2)) == "Gent–Luik"


def test_tickets_sort_by_id(usa: Board) -> None:
    """The order of tickets is that of their ids."""
    assert sorted(usa.tickets) == sorted(usa.tickets, key=lambda ticket: ticket.id)


def test_wrong_kinds_are_refused() -> None:
    """A city's kind and a provenance's status are of a fixed few."""
    with pytest.raises(ValueError, match="kind"):
        City("Gent", 1, 2, "village")
    with pytest.raises(ValueError, match="status"):
        Provenance("guessed")
    with pytest.raises(ValueError, match="no colour"):
        Route("x", "A", "B", "mauve", 1)


def test_route_in_either_order(usa: Board) -> None:
    """A route is found from both ends; of several, the first in board order that fits."""
    route = usa.route("New York", "Boston")
    assert route is usa.route("Boston", "New York")
    both = usa.routes_between("Boston", "New York")
    assert both == tuple(r for r in usa.routes if set(r.cities) == {"Boston", "New York"})
    assert route is both[0]
    assert usa.route("Boston", "New York", both[1].colour) is both[1]
    assert usa.route("Boston", "New York", both[1].colour.value) is both[1]
    assert usa.route_by_id(route.id) is route


def test_route_near_misses(usa: Board) -> None:
    """A route that is not there is answered with what comes near."""
    with pytest.raises(LookupError, match=r'no city "Montreal" on this board .* "Montréal"'):
        usa.route("Montreal", "New York")
    with pytest.raises(LookupError, match=r"no route Miami–Boston; routes from Miami lead to: Atl"):
        usa.route("Miami", "Boston")
    with pytest.raises(LookupError, match=r"no pink route .*; the colours there are: blue"):
        usa.route("Montréal", "New York", "pink")
    with pytest.raises(
        LookupError, match=r'no route "atlanta--miami--bleu".*"atlanta--miami--blue"'
    ):
        usa.route_by_id("atlanta--miami--bleu")


def test_no_routes_between_cities_that_are_not_neighbours(usa: Board) -> None:
    """Cities without a route between them have none, but they must be cities."""
    assert usa.routes_between("Miami", "Boston") == ()
    with pytest.raises(LookupError, match=r'no city "Bostn"'):
        usa.routes_between("Miami", "Bostn")


def test_ticket_in_either_order(usa: Board) -> None:
    """A ticket is found from both ends, and by its id."""
    ticket = usa.ticket("Miami", "Boston")
    assert ticket is usa.ticket("Boston", "Miami") is usa.ticket_by_id("boston--miami")
    assert ticket.points == 12


def test_ticket_near_misses(usa: Board) -> None:
    """A ticket that is not there is answered with what comes near."""
    with pytest.raises(LookupError, match=r'no city "Bostn" on this board .* "Boston"'):
        usa.ticket("Bostn", "Miami")
    with pytest.raises(
        LookupError, match=r"no ticket Boston–Raleigh; tickets of Boston lead to: M"
    ):
        usa.ticket("Boston", "Raleigh")
    with pytest.raises(LookupError, match=r'no ticket "boston--miam".*"boston--miami"'):
        usa.ticket_by_id("boston--miam")


def test_points_by_length(usa: Board) -> None:
    """The scoring table answers for its lengths and lists them for another."""
    assert [usa.points(length) for length in range(1, 7)] == [1, 2, 4, 7, 10, 15]
    with pytest.raises(LookupError, match=r"length 8 .* \(1, 2, 3, 4, 5, 6\)"):
        usa.points(8)


def test_graph(usa: Board) -> None:
    """The graph has a node for each city and an edge for each route, with all about them."""
    graph = usa.graph()
    assert list(graph) == [city.name for city in usa.cities]
    assert graph.number_of_edges() == len(usa.routes)
    assert nx.is_connected(graph)
    route = usa.routes[0]
    edge = graph.edges[route.a, route.b, route.id]
    facts = ("length", "colour", "tunnel", "ferry", "always_open")
    assert edge == {**{name: getattr(route, name) for name in facts}, "group": route.group or ""}
    assert usa.route_by_id(route.id) is route
    city = usa.cities[0]
    assert graph.nodes[city.name] == {"x": city.x, "y": city.y, "kind": "city"}
    graph.clear()
    assert len(usa.graph()) == len(usa.cities)


@pytest.mark.parametrize("name", EDITIONS)
def test_the_graph_can_be_written(name: str, tmp_path: Path) -> None:
    """As GraphML, GEXF and JSON, and read again with all that was in it."""
    graph: Any = load_data(name).graph()
    nx.write_graphml(graph, tmp_path / "board.graphml")
    read: Any = nx.read_graphml(tmp_path / "board.graphml", force_multigraph=True)
    assert dict(read.nodes(data=True)) == dict(graph.nodes(data=True))
    edges = {key: (a, b, facts) for a, b, key, facts in graph.edges(keys=True, data=True)}
    for a, b, key, facts in read.edges(keys=True, data=True):
        assert edges[key] in ((a, b, facts), (b, a, facts))
    nx.write_gexf(graph, tmp_path / "board.gexf")
    again: Any = nx.read_gexf(tmp_path / "board.gexf")
    assert sorted(again) == sorted(graph)
    lengths = [[edge[2] for edge in each.edges(data="length")] for each in (again, graph)]
    assert sorted(lengths[0]) == sorted(lengths[1])
    text = json.dumps(nx.node_link_data(graph, edges="links"))
    assert nx.utils.graphs_equal(nx.node_link_graph(json.loads(text), edges="links"), graph)


@pytest.mark.parametrize("name", EDITIONS)
def test_the_repr_of_a_board_is_short(name: str) -> None:
    """One line that says which board it is, and how large."""
    board = load_data(name)
    assert repr(board) == (
        f"<Board {board.name}: {len(board.cities)} cities, {len(board.routes)} routes, "
        f"{len(board.tickets)} tickets>"
    )


def test_load_data_names_the_boards_there_are() -> None:
    """An unknown board is answered with the likely one and the list."""
    with pytest.raises(BoardError, match=r'no board "ussa" .did you mean "usa".*asia, europe'):
        load_data("ussa")


def test_import_is_light() -> None:
    """Importing the board module loads none of the packages that only loading needs."""
    code = "import sys, ttrkit.board; print({'networkx', 'cattrs', 'tomllib'} & set(sys.modules))"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout.strip() == "set()"
