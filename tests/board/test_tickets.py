"""Tickets of other forms than two cities: in board files, in words, and as numbers."""

import pickle
from pathlib import Path
from typing import Any

import attrs
import pytest

from tests.board.faults import GOOD
from tests.board.test_file import faults_in, good
from ttrkit import Board, Ticket
from ttrkit.board import Goal, NumberedBoard
from ttrkit.board.loading import load_data

CITIES = '    { name = "Aken", x = 1, y = 1 },\n    { name = "Trier", x = 1, y = 1 },\n'
ROUTES = """\
    { a = "Aken", b = "Luik", colour = "red", length = 1 },
    { a = "Trier", b = "Luik", colour = "red", length = 2 },
"""
TOUR = '    { cities = ["Gent", "Brussel", "Luik"], points = 9 },\n'
FORK = '    { a = "Gent", ends = { Luik = 4, Eifel = 7, Brussel = 2 } },\n'
BORDER = '    { a = "Eifel", b = "Gent", points = 6 },\n'
FORMS = (
    GOOD.replace("cities = [\n", f"cities = [\n{CITIES}")
    .replace("routes = [\n", f"routes = [\n{ROUTES}", 1)
    .replace("tickets = [\n", f"tickets = [\n{TOUR}{FORK}{BORDER}")
    + '[regions]\nEifel = ["Aken", "Trier"]\n'
)


@pytest.fixture
def board(tmp_path: Path) -> Board:
    """A board with a ticket of every form."""
    return good(tmp_path, FORMS)


def test_three_cities(board: Board) -> None:
    """All are to be joined, for the same points."""
    tour = board.tickets[0]
    assert (tour.a, tour.via, tour.b, tour.points) == ("Gent", ("Brussel",), "Luik", 9)
    assert tour.goals == (Goal(("Gent", "Brussel", "Luik"), 9),)
    assert (str(tour), tour.id) == ("Gent–Brussel–Luik (9)", "gent--brussel--luik")
    assert (tour.cities, tour.penalty) == (("Gent", "Brussel", "Luik"), 9)


def test_several_ends(board: Board) -> None:
    """Each for its points; the best is the ticket's own end, the least is what it may cost."""
    fork = board.tickets[1]
    assert (fork.a, fork.b, fork.points) == ("Gent", "Eifel", 7)
    assert fork.other_ends == (("Luik", 4), ("Brussel", 2))
    assert fork.goals == (
        Goal(("Gent", "Eifel"), 7),
        Goal(("Gent", "Luik"), 4),
        Goal(("Gent", "Brussel"), 2),
    )
    assert fork.penalty == 2
    assert str(fork) == "Gent–Eifel (7) or Luik (4) or Brussel (2)"
    assert fork.id == "gent--luik-or-eifel-or-brussel"
    assert fork.destination == "Eifel or Luik or Brussel"


def test_plain_tickets_are_as_ever(board: Board) -> None:
    """Two cities, one goal, and what it brings is what it costs."""
    plain = board.ticket("Luik", "Gent")
    assert plain == Ticket("gent--luik", "Gent", "Luik", 5)
    assert (plain.cities, plain.goals) == (("Gent", "Luik"), (Goal(("Gent", "Luik"), 5),))
    assert (plain.penalty, plain.destination) == (5, "Luik")


def test_regions(board: Board) -> None:
    """A region is its cities; a city is itself."""
    assert board.regions == {"Eifel": ("Aken", "Trier")}
    assert board.cities_of("Eifel") == ("Aken", "Trier")
    assert board.cities_of("Luik") == ("Luik",)
    with pytest.raises(LookupError, match='no city "Eiffel"'):
        board.cities_of("Eiffel")


def test_tickets_are_found_by_their_places(board: Board) -> None:
    """By all of them in any order, or by those of one goal; two cities mean the plain ticket."""
    tour, fork, border, plain, _ = board.tickets
    assert board.ticket("Luik", "Gent", "Brussel") is tour
    assert board.ticket("Brussel", "Eifel", "Gent", "Luik") is fork
    assert board.ticket("Gent", "Eifel") is border
    assert board.ticket("Gent", "Luik") is plain
    only = attrs.evolve(board, tickets=[tour, fork])
    assert only.ticket("Eifel", "Gent") is only.ticket("Luik", "Gent") is fork
    with pytest.raises(LookupError, match="no ticket Luik–Trier; tickets of Luik lead to: Gent, B"):
        board.ticket("Luik", "Trier")
    with pytest.raises(LookupError, match='no city "Eiffel"'):
        board.ticket("Gent", "Eiffel")


def test_numbers(board: Board) -> None:
    """Goals by the numbers of their cities; only plain boards have a table of ends."""
    numbers = NumberedBoard(board)
    at = numbers.of_city
    eifel = (at["Aken"], at["Trier"])
    assert numbers.ticket_goals[1][0] == (((at["Gent"],), eifel), 7)
    assert numbers.ticket_goals[0] == ((((at["Gent"],), (at["Brussel"],), (at["Luik"],)), 9),)
    assert numbers.ticket_ends is None
    assert NumberedBoard(attrs.evolve(board, tickets=board.tickets[2:3])).ticket_ends is None
    plain = NumberedBoard(attrs.evolve(board, tickets=board.tickets[3:]))
    assert plain.ticket_ends == ((at["Gent"], at["Luik"], 5), (at["Gent"], at["Brussel"], 2))
    assert numbers.find_ticket(("Gent", "Brussel", "Luik")) == 0
    assert numbers.find_ticket("gent--brussel--luik") == 0
    with pytest.raises(TypeError, match="a ticket is wanted, its id or its cities, not 7"):
        numbers.find_ticket(7)


def test_the_form_counts(board: Board) -> None:
    """For equality, digests and pickles; and the repr is valid Python."""
    tour, fork, *_ = board.tickets
    for ticket in (tour, fork):
        assert eval(repr(ticket), {"Ticket": Ticket}) == ticket
        assert attrs.evolve(ticket, via=(), other_ends=()) != ticket
    digests = {board.digest, attrs.evolve(board, regions={"Eifel": ("Aken",)}).digest}
    for other in (attrs.evolve(fork, other_ends=()), attrs.evolve(fork, other_ends=[("Luik", 3)])):
        digests.add(attrs.evolve(board, tickets=[tour, other, *board.tickets[2:]]).digest)
    digests.add(attrs.evolve(board, tickets=[attrs.evolve(tour, via=["Aken"]), fork]).digest)
    assert len(digests) == 5
    assert pickle.loads(pickle.dumps(board)) == board
    assert sorted([tour, fork]) == [tour, fork]


@pytest.mark.parametrize(
    "wrong",
    [
        {"via": "Gent"},
        {"via": [7]},
        {"other_ends": [("Gent",)]},
        {"other_ends": [("Gent", "7")]},
        {"other_ends": [(7, 7)]},
        {"other_ends": [("Gent", -1)]},
        {"other_ends": 7},
    ],
)
def test_only_names_and_points(wrong: dict[str, Any]) -> None:
    """What is no name and no number is refused in Python, too."""
    with pytest.raises(TypeError, match=f"Ticket.{next(iter(wrong))}: .* is wanted, not "):
        Ticket("x", "A", "B", 3, **wrong)


FAULTS = {
    "two cities": (
        TOUR,
        TOUR.replace('"Gent", ', ""),
        "tickets[0] (Brussel–Luik): cities should be three or more; write a and b for two",
    ),
    "a city twice": (
        TOUR,
        TOUR.replace("Luik", "Gent"),
        'tickets[0] (Gent–Brussel–Gent): "Gent" is named twice',
    ),
    "an unknown city": (
        TOUR,
        TOUR.replace("Luik", "Liuk"),
        'tickets[0] (Gent–Brussel–Liuk): no city "Liuk" on this board (did you mean "Luik"?)',
    ),
    "no names": (
        TOUR,
        TOUR.replace('"Luik"', "3"),
        "tickets[0] (Gent–Brussel): cities should be names in quotes",
    ),
    "no list": (
        TOUR,
        '{ cities = "Gent", points = 3 },',
        'tickets[0]: cities should be a list in [ ], not the text "Gent"',
    ),
    "a junction": (
        TOUR,
        TOUR.replace("Luik", "Maas"),
        'tickets[0] (Gent–Brussel–Maas): "Maas" is a junction; a ticket joins cities',
    ),
    "no points": (
        TOUR,
        TOUR.replace("points = 9", "points = 0"),
        "tickets[0] (Gent–Brussel–Luik): points 0 should be at least 1",
    ),
    "points beside the ends": (
        FORK,
        FORK.replace("} }", "}, points = 3 }"),
        'tickets[1] (Gent–Luik/Eifel/Brussel): unknown key "points"; '
        "the keys here are a, ends, id, kind, extra",
    ),
    "one end": (
        FORK,
        '{ a = "Brussel", ends = { Eifel = 7 } },\n',
        "tickets[1] (Brussel–Eifel): ends should be two or more; write b and points for one",
    ),
    "points of an end": (
        FORK,
        FORK.replace("Luik = 4", 'Luik = "4"'),
        "tickets[1] (Gent–Luik/Eifel/Brussel): ends: the points for Luik should be "
        'a whole number from 1 on, not the text "4"',
    ),
    "to itself": (
        FORK,
        FORK.replace("Luik", "Gent"),
        "tickets[1] (Gent–Gent/Eifel/Brussel): from a city to itself; the two ends should differ",
    ),
    "the same ends": (
        BORDER,
        '{ a = "Gent", ends = { Brussel = 3, Eifel = 3, Luik = 3 } },\n',
        "tickets[2] (Gent–Brussel/Eifel/Luik): the same ticket as tickets[1]; leave one out",
    ),
    "an end in its own region": (
        BORDER,
        '{ a = "Eifel", b = "Aken", points = 3 },\n',
        "tickets[2] (Eifel–Aken): Eifel and Aken share a city; the ends should differ",
    ),
    "the id of another": (
        BORDER,
        '{ a = "Brussel", b = "Luik", points = 6, id = "gent--brussel--luik" },\n',
        'tickets[2] (Brussel–Luik): id "gent--brussel--luik" is that of tickets[0] '
        "(Gent–Brussel–Luik); ids should differ",
    ),
    "an empty region": (
        '["Aken", "Trier"]',
        "[]",
        "regions: Eifel should be a list of cities, not a list",
    ),
    "no region at all": (
        'Eifel = ["Aken", "Trier"]',
        "",
        'tickets[1] (Gent–Luik/Eifel/Brussel): no city "Eifel" on this board',
    ),
    "an unknown city in a region": (
        '["Aken", "Trier"]',
        '["Aken", "Trir"]',
        'regions: Eifel: no city "Trir" on this board (did you mean "Trier"?)',
    ),
    "a junction in a region": (
        '["Aken", "Trier"]',
        '["Aken", "Maas"]',
        'regions: Eifel: "Maas" is a junction; a ticket joins cities',
    ),
    "a city twice in a region": (
        '["Aken", "Trier"]',
        '["Aken", "Aken"]',
        'regions: Eifel: "Aken" is named twice',
    ),
    "a region that is a city": (
        "[regions]\n",
        '[regions]\nluik = ["Aken"]\n',
        'regions: "luik" is a city, too; give the region another name',
    ),
    "a region without a name": (
        "[regions]\n",
        '[regions]\n"–" = ["Aken"]\n',
        'regions: the name "–" has neither letter nor digit',
    ),
}


@pytest.mark.parametrize(("old", "new", "fault"), FAULTS.values(), ids=FAULTS)
def test_fault(tmp_path: Path, old: str, new: str, fault: str) -> None:
    """Is reported with its place and what would be right."""
    assert old in FORMS
    found = faults_in(tmp_path, FORMS.replace(old, new))
    if 'no city "Eifel"' in fault:
        assert found == (fault, 'tickets[2] (Eifel–Gent): no city "Eifel" on this board')
    else:
        assert found == (fault,)


def test_made_ids_differ(tmp_path: Path) -> None:
    """A region of an odd name makes the same id: one is to be given."""
    odd = "Luik or Eifel or Brussel"
    text = FORMS.replace(BORDER, f'{{ a = "Gent", b = "{odd}", points = 6 }},\n')
    assert faults_in(tmp_path, f'{text}"{odd}" = ["Aken"]\n') == (
        f'tickets[2] (Gent–{odd}): id "gent--luik-or-eifel-or-brussel" is that of tickets[1] '
        "(Gent–Luik/Eifel/Brussel); ids should differ",
    )


def test_places_that_no_routes_connect(tmp_path: Path) -> None:
    """Every goal must be within reach of its start."""
    island = GOOD.replace(
        "cities = [\n",
        'cities = [\n{ name = "Delft", x = 1, y = 1 },\n{ name = "Hoorn", x = 1, y = 1 },\n',
    ).replace(
        "routes = [\n", 'routes = [\n{ a = "Delft", b = "Hoorn", colour = "red", length = 1 },\n'
    )
    tickets = """tickets = [
    { cities = ["Gent", "Luik", "Hoorn"], points = 3 },
    { a = "Gent", ends = { Luik = 1, Delft = 2 } },
    { a = "Gent", b = "Sea", points = 3 },
    { a = "Gent", b = "Land", points = 3 },
"""
    text = island.replace("tickets = [\n", tickets)
    text += '[regions]\nSea = ["Delft", "Hoorn"]\nLand = ["Delft", "Luik"]\n'
    assert faults_in(tmp_path, text) == (
        "tickets[0] (Gent–Luik–Hoorn): no routes connect Gent and Luik and Hoorn",
        "tickets[1] (Gent–Luik/Delft): no routes connect Gent and Delft",
        "tickets[2] (Gent–Sea): no routes connect these two cities",
    )


def test_editions_have_plain_tickets() -> None:
    """So they are counted in the fast way."""
    for name in ("asia", "europe", "paris", "usa"):
        assert NumberedBoard(load_data(name)).ticket_ends is not None
