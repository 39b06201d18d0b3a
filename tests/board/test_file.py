import pickle
from pathlib import Path
from typing import Any

import pytest

from tests.board.faults import FAULTS, GOOD, RED, ROUTE_COLOURS
from ttrkit.board.loading import load_board
from ttrkit.board.model import Board
from ttrkit.errors import BoardError


def faults_of(path: Path) -> tuple[str, ...]:
    """Return the faults that loading a file reports."""
    with pytest.raises(BoardError) as caught:
        load_board(path)
    assert caught.value.path == path
    assert all(fault in str(caught.value) for fault in caught.value.faults)
    return caught.value.faults


def faults_in(tmp_path: Path, text: str | bytes) -> tuple[str, ...]:
    """Return the faults that loading a file of this text reports."""
    path = tmp_path / "board.toml"
    path.write_bytes(text.encode() if isinstance(text, str) else text)
    return faults_of(path)


def good(tmp_path: Path, text: str = GOOD) -> Board:
    """Load a board from text."""
    path = tmp_path / "board.toml"
    path.write_text(text, encoding="utf-8")
    return load_board(path)


def test_a_good_file(tmp_path: Path) -> None:
    """All that a file says is on the board; ids and groups are made."""
    board = good(tmp_path)
    assert [city.kind for city in board.cities] == ["city", "city", "city", "junction"]
    assert [route.id for route in board.routes] == [
        "gent--brussel--red",
        "brussel--gent--grey",
        "brussel--luik--blue",
        "luik--maas--grey",
    ]
    assert [route.group for route in board.routes] == ["gent--brussel", "gent--brussel", None, None]
    assert (board.routes[2].tunnel, board.routes[3].ferry) == (3, 1)
    assert [ticket.id for ticket in board.tickets] == ["gent--luik", "gent--brussel"]
    assert [ticket.kind for ticket in board.tickets] == ["regular", "short"]
    assert board.scoring == {1: 1, 2: 2, 3: 4}
    assert board.provenance["routes"].status == "invented"
    assert board.grey_routes


def test_repeated_routes_are_numbered(tmp_path: Path) -> None:
    """The second route of the same cities and colour has an id with -2."""
    board = good(
        tmp_path,
        GOOD.replace('a = "Brussel", b = "Gent"', 'a = "Gent", b = "Brussel"').replace(
            RED, RED.replace("red", "grey")
        ),
    )
    assert [route.id for route in board.routes[:2]] == [
        "gent--brussel--grey",
        "gent--brussel--grey-2",
    ]


def test_ids_may_be_given(tmp_path: Path) -> None:
    """An id in the file is taken as it is."""
    text = GOOD.replace(RED, RED + ', id = "E40"').replace("points = 5", 'points = 5, id = "t1"')
    board = good(tmp_path, text)
    assert board.route_by_id("E40") is board.routes[0]
    assert board.ticket_by_id("t1") is board.tickets[0]


def test_optional_parts(tmp_path: Path) -> None:
    """Tickets and provenance may be absent; a byte-order mark and CRLF do no harm."""
    start, end = GOOD.index("tickets"), GOOD.index("[scoring]")
    text = GOOD[:start] + GOOD[end : GOOD.index("[provenance]")]
    board = good(tmp_path, "\ufeff" + text.replace("\n", "\r\n"))
    assert board.tickets == ()
    assert board.provenance == {}
    assert board.caveats == ()


def test_names_in_other_scripts(tmp_path: Path) -> None:
    """Cities without Latin letters have ids of their own."""
    text = GOOD.replace("Gent", "Москва 2").replace("Luik", "東京 2")
    assert good(tmp_path, text).tickets[0].id == "москва-2--東京-2"


def test_arrays_of_tables(tmp_path: Path) -> None:
    """TOML's other way of writing the same is the same."""
    text = GOOD.replace("tickets = [\n", "").replace(
        '    { a = "Gent", b = "Luik", points = 5 },\n'
        '    { a = "Gent", b = "Brussel", points = 2, kind = "short" },\n]\n',
        "",
    )
    text += '[[tickets]]\na = "Gent"\nb = "Luik"\npoints = 5\n'
    assert good(tmp_path, text).tickets == good(tmp_path).tickets[:1]


@pytest.mark.parametrize(("old", "new", "fault"), FAULTS.values(), ids=FAULTS)
def test_fault(tmp_path: Path, old: str, new: str, fault: str) -> None:
    """One fault is reported as one, with its place and what would be right."""
    assert old in GOOD
    assert faults_in(tmp_path, GOOD.replace(old, new)) == (fault,)


def test_grey_route_where_there_are_none(tmp_path: Path) -> None:
    """With grey_routes = false every grey route is a fault."""
    colours = ROUTE_COLOURS.removesuffix(", grey")
    fault = f"grey, but grey_routes = false; a route here is {colours}"
    assert faults_in(tmp_path, "grey_routes = false\n" + GOOD) == (
        f"routes[1] (Brussel–Gent): {fault}",
        f"routes[3] (Luik–Maas): {fault}",
    )


def test_unconnected_ticket(tmp_path: Path) -> None:
    """A ticket between two parts of the board that no routes connect cannot be fulfilled."""
    text = GOOD.replace(
        "cities = [\n",
        'cities = [\n{ name = "Delft", x = 1, y = 1 },\n{ name = "Hoorn", x = 1, y = 1 },\n',
    ).replace(
        "routes = [\n", 'routes = [\n{ a = "Delft", b = "Hoorn", colour = "red", length = 1 },\n'
    )
    text = text.replace("tickets = [\n", 'tickets = [\n{ a = "Delft", b = "Luik", points = 3 },\n')
    fault = "tickets[0] (Delft–Luik): no routes connect these two cities"
    assert faults_in(tmp_path, text) == (fault,)


def test_lists_and_tables_of_the_wrong_kind(tmp_path: Path) -> None:
    """What should be a list or a table is named, with what it is."""
    text = 'name = "x"\ncities = {}\nroutes = "many"\nscoring = []\ntickets = 3\nprovenance = 1'
    assert faults_in(tmp_path, text) == (
        "top level: cities should be a list in [ ], not a table",
        'top level: routes should be a list in [ ], not the text "many"',
        "top level: scoring should be a table, not a list",
        "top level: tickets should be a list in [ ], not 3",
        "top level: provenance should be a table, not 1",
    )


def test_nothing_in_it(tmp_path: Path) -> None:
    """Empty lists and tables are faults, as is an empty file."""
    assert faults_in(tmp_path, 'name = "x"\ncities = []\nroutes = []\n[scoring]\n') == (
        "cities: none; a board needs at least two",
        "routes: none; a board needs at least one",
        "scoring: empty; give the points for each length, such as 1 = 1",
    )
    assert len(faults_in(tmp_path, "")) == 4


def test_a_bad_entry_hides_no_other_fault(tmp_path: Path) -> None:
    """Ten faults in a file are ten faults in the report, none twice and none for another."""
    text = GOOD
    for old, new in [
        ("x = 10", 'x = "ten"'),
        ("x = 28", "x = 28, z = 1"),
        ('kind = "junction"', 'kind = "knot"'),
        (RED, RED.replace("red", "rod")),
        ('b = "Luik", colour', 'b = "Liuk", colour'),
        ("ferry = 1", "ferry = true"),
        ("points = 5", 'points = "5"'),
        ('b = "Brussel", points', 'b = "Parijs", points'),
        ("3 = 4", "3 = 4\ntwelve = 12"),
        ('"invented"', '"dreamt"'),
    ]:
        assert old in text
        text = text.replace(old, new, 1)
    faults = faults_in(tmp_path, text)
    assert sorted(fault.partition(":")[0] for fault in faults) == [
        "cities[0] (Gent)",
        "cities[3] (Maas)",
        "cities[3] (Maas)",
        "provenance.routes",
        "routes[0] (Gent–Brussel)",
        "routes[2] (Brussel–Liuk)",
        "routes[3] (Luik–Maas)",
        "scoring",
        "tickets[0] (Gent–Luik)",
        "tickets[1] (Gent–Parijs)",
    ]


def test_message_lists_every_fault(tmp_path: Path) -> None:
    """The message has the file, the number of faults and a line for each."""
    path = tmp_path / "board.toml"
    path.write_text(GOOD.replace("x = 10", "x = true").replace("points = 5", "points = 0"))
    with pytest.raises(BoardError) as caught:
        load_board(path)
    assert str(caught.value) == (
        f"{path}: 2 faults\n"
        "  - cities[0] (Gent): x should be a number, not true\n"
        "  - tickets[0] (Gent–Luik): points 0 should be at least 1"
    )
    again = pickle.loads(pickle.dumps(caught.value))
    assert (again.path, again.faults, again.was_read) == (path, caught.value.faults, True)


def test_no_such_file(tmp_path: Path) -> None:
    """A file that is not there is said to be so."""
    assert faults_of(tmp_path / "none.toml") == ("no such file",)
    with pytest.raises(BoardError) as caught:
        load_board("none.toml")
    assert not caught.value.was_read
    assert not pickle.loads(pickle.dumps(caught.value)).was_read


@pytest.mark.parametrize("path", [None, 5, b"board.toml", ["board.toml"]])
def test_no_path_at_all(path: Any) -> None:
    """What is no path is said to be none."""
    with pytest.raises(TypeError, match="the path of a board file is wanted, not "):
        load_board(path)


def test_a_folder(tmp_path: Path) -> None:
    """A folder is no board file."""
    assert faults_of(tmp_path) == ("is a folder, not a board file",)


def test_unreadable(tmp_path: Path) -> None:
    """A file that the system will not read is reported with its reason."""
    (tmp_path / "loop.toml").symlink_to(tmp_path / "loop.toml")
    assert faults_of(tmp_path / "loop.toml")[0].startswith("cannot be read: ")
    assert faults_of(tmp_path / "null\0.toml")[0].startswith("cannot be read: ")


def test_not_utf8(tmp_path: Path) -> None:
    """The byte and the line that are not UTF-8 are named."""
    faults = faults_in(tmp_path, b'# fine\nname = "Montr\xe9al"\n')
    assert faults == ("not UTF-8: byte 20 (line 2) is 0xe9; save the file as UTF-8",)


@pytest.mark.parametrize("text", ["name = ", "name = 'x'\nname = 'y'", "x = [1,\n", "{}"])
def test_not_toml(tmp_path: Path, text: str) -> None:
    """A file that is not TOML is reported with the place."""
    (fault,) = faults_in(tmp_path, text)
    assert fault.startswith("not TOML: ")
    assert "(at line " in fault or "(at end of document)" in fault


@pytest.mark.parametrize("text", ["x = " + "[" * 100_000, "x = " + "9" * 10_000])
def test_toml_beyond_python(tmp_path: Path, text: str) -> None:
    """Depths and numbers that Python's own reader cannot take are faults like any other."""
    assert faults_in(tmp_path, text)[0].startswith("not TOML")
