"""Wrong boards, variants and parts are refused in a sentence that says what would be right."""

import attrs
import pytest

from tests.game.wrong import USA, Words, said_in_words, usa, wrong
from ttrkit import Board, City, Route, Ticket, Variant, get_variant
from ttrkit.parts import (
    Flags,
    Globetrotter,
    LastRound,
    LongestRoute,
    ParallelRoutes,
    Stations,
    Teams,
    Tickets,
)

EUROPE = get_variant("europe")
BOARD = USA.board

WORDS: Words = {
    # The map
    "a city without a name": (lambda: City(wrong(1), 2, 3), "City.name: text is wanted, not 1"),
    "a city nowhere": (lambda: City("a", wrong("1"), 3), "City.x: a number is wanted, not '1'"),
    "a town": (
        lambda: City("a", 1, 3, "town"),
        'City.kind: "city" or "junction" is wanted, not \'town\'',
    ),
    "an unhashable route": (
        lambda: Route(wrong([1]), "a", "b", "red", 1),
        "Route.id: text is wanted, not [1]",
    ),
    "a route without length": (
        lambda: Route("1", "a", "b", "red", 0),
        "Route.length: a whole number from 1 to 30 is wanted, not 0",
    ),
    "a route without end": (
        lambda: Route("1", "a", "b", "red", 10**5000),
        "Route.length: a whole number from 1 to 30 is wanted, not an int",
    ),
    "a group of numbers": (
        lambda: Route("1", "a", "b", "red", 1, wrong(5)),
        "Route.group: a str is wanted, not 5",
    ),
    "a perhaps open route": (
        lambda: Route("1", "a", "b", "red", 1, always_open=wrong(1)),
        "Route.always_open: True or False is wanted, not 1",
    ),
    "a ticket for nothing": (
        lambda: Ticket("a", "b", "c", wrong("5")),
        "Ticket.points: a whole number from 0 is wanted, not '5'",
    ),
    "a board of numbers": (
        lambda: Board("x", (), wrong([5]), (), {}),
        "Board.routes[0]: a Route is wanted, not 5",
    ),
    "a board of one": (
        lambda: Board("x", wrong(5), (), (), {}),
        "a board has lists of cities, routes and tickets, not 5",
    ),
    "a board without scores": (
        lambda: Board("x", (), (), (), wrong(5)),
        "scoring and the like of a board are mappings, not 5",
    ),
    "no city": (lambda: BOARD.city(wrong([1])), "no city [1] on this board"),
    "no route": (lambda: BOARD.route(wrong(1), wrong(2)), "no city 1 on this board"),
    "no ticket": (lambda: BOARD.ticket(wrong([]), wrong([])), "no city [] on this board"),
    "no points": (lambda: BOARD.points(wrong([])), "length [] is not in the scoring table (1, 2, "),
    "no id": (lambda: BOARD.route_by_id("x" * 10**6), 'no route "xxxxxxxxxxxxxxxxxxxxxxxxxxxxxxx'),
    # Variants
    "trains in text": (
        lambda: usa(trains="20"),
        "Variant.trains: a whole number from 1 is wanted, not '20'",
    ),
    "one number of players": (
        lambda: usa(players=2),
        "Variant.players: a list of numbers, such as (2, 3), is wanted, not 2",
    ),
    "no players": (lambda: usa(players=()), "Variant.players: a number of players is wanted, such"),
    "zero players": (
        lambda: usa(players=[0]),
        "Variant.players: a whole number from 1 is wanted, not 0",
    ),
    "one number of players, classic": (
        lambda: Variant.from_classic("x", BOARD, players=wrong(2)),
        "Variant.players: a list of numbers, such as (2, 3), is wanted, not 2",
    ),
    "a single part": (
        lambda: Variant.from_classic("x", BOARD, players=[2], parts=wrong(Stations())),
        "Variant.parts: a list of rule parts is wanted, not Stations(count=3, points=4)",
    ),
    "more kept than dealt": (
        lambda: usa(tickets_kept_first=4),
        "usa: Tickets: tickets_kept_first: 4 of 3 dealt tickets cannot be kept",
    ),
    "more kept than dealt, with a long one": (
        lambda: attrs.evolve(EUROPE, tickets_kept_first=5),
        "europe: Tickets: tickets_kept_first: 5 of 4 dealt tickets cannot be kept",
    ),
    "more kept than drawn": (
        lambda: usa(tickets_kept=4),
        "usa: tickets_kept: 4 of 3 drawn tickets cannot be kept",
    ),
    "no draws": (
        lambda: usa(draws=0),
        "Variant.draws: a whole number from 1 is wanted, not 0",
    ),
    "a board by path": (
        lambda: usa(board="x.toml"),
        "Variant.board: a Board is wanted, such as load_board(path), not 'x.toml'",
    ),
    "no name": (lambda: usa(name=""), "Variant.name: a name is wanted, not an empty one"),
    "no part": (
        lambda: USA.without(wrong(5)),
        "a type of rule part is wanted, such as Tickets, not 5",
    ),
    "another board": (
        lambda: USA.with_board(wrong(None)),
        "the path of a board file is wanted, not None",
    ),
    "a variant by number": (
        lambda: get_variant(wrong(5)),
        'the name of a variant is wanted, such as "usa", not 5',
    ),
    "a variant by list": (
        lambda: get_variant(wrong([])),
        'the name of a variant is wanted, such as "usa", not []',
    ),
    # Settings of parts
    "fewer than no stations": (
        lambda: Stations(count=-1),
        "Stations.count: a whole number from 0 to 12 is wanted, not -1",
    ),
    "stations in text": (
        lambda: Stations(points=wrong("4")),
        "Stations.points: a whole number from 0 is wanted, not '4'",
    ),
    "a last round of text": (
        lambda: LastRound(trains=wrong("2")),
        "LastRound.trains: a whole number from 0 is wanted, not '2'",
    ),
    "half a point": (
        lambda: LongestRoute(points=wrong(1.5)),
        "LongestRoute.points: a whole number from 0 is wanted, not 1.5",
    ),
    "no points for most": (
        lambda: Globetrotter(wrong(None)),
        "Globetrotter.points: a whole number from 0 is wanted, not None",
    ),
    "points off for a flag": (
        lambda: Flags(points=-4),
        "Flags.points: a whole number from 0 is wanted, not -4",
    ),
    "a flag of one word": (
        lambda: Flags(colours="blue"),
        "flags: a list of colours is wanted, not 'blue'",
    ),
    "parallel in text": (
        lambda: ParallelRoutes(wrong("4")),
        "ParallelRoutes.all_open_from: a whole number from 0 is wanted, not '4'",
    ),
    "nobody in a team": (
        lambda: Teams(0),
        "Teams.size: a whole number from 2 is wanted, not 0",
    ),
    "one team": (
        lambda: usa(players=(2,)).adding(Teams()),
        "usa: Teams: 2 players make a single team of 2: two teams are wanted",
    ),
    "a team too many": (
        lambda: usa(players=(3,)).adding(Teams()),
        "usa: Teams: 3 players do not make teams of 2",
    ),
    "special tickets by number": (
        lambda: Tickets(special=wrong(5)),
        "Tickets.special: a mapping of kinds to numbers is wanted, not 5",
    ),
    "fewer than no special tickets": (
        lambda: Tickets(special={"long": -1}),
        "Tickets.special['long']: a whole number from 0 is wanted, not -1",
    ),
    "refused perhaps": (
        lambda: Tickets(first_refused_leave=wrong(1)),
        "Tickets.first_refused_leave: True or False is wanted, not 1",
    ),
}


@pytest.mark.parametrize("what", WORDS)
def test_what_is_wrong_is_said_in_words(what: str) -> None:
    """One sentence that says what would be right."""
    said_in_words(*WORDS[what])
