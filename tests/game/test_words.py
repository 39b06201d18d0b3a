"""Wrong arguments are refused in one sentence that says what would be right."""

import random
from collections.abc import Callable
from typing import Any

import attrs
import pytest

import ttrkit
from tests.game.junk import Yes, spiteful
from ttrkit import (
    Board,
    City,
    ClaimRoute,
    DrawFaceUp,
    KeepTickets,
    RandomPlayer,
    Route,
    Ticket,
    Variant,
    cards,
    get_variant,
    new_game,
    position,
)
from ttrkit.parts import (
    BuildStation,
    Cards,
    Flags,
    Globetrotter,
    LastRound,
    LongestRoute,
    ParallelRoutes,
    PlaceCard,
    ShareTickets,
    Stations,
    Teams,
    Tickets,
)

USA = get_variant("usa")
EUROPE = get_variant("europe")
BOARD = USA.board
GAME = new_game("usa", players=2, seed=1)
BOTS = [RandomPlayer(1), RandomPlayer(2)]


def wrong(thing: Any) -> Any:
    """The thing, of a type that mypy does not look at."""
    return thing


def usa(**changes: Any) -> Variant:
    """The edition with other numbers."""
    return attrs.evolve(USA, **changes)


def place(edition: str = "usa", players: int = 2, **given: Any) -> object:
    """A position of an edition."""
    return position(edition, **{"players": players, **given})


def simulate(*args: Any, **named: Any) -> object:
    """A simulation in this process."""
    return ttrkit.simulate(*args, **{"workers": 1, **named})


WORDS: dict[str, tuple[Callable[[], object], str]] = {
    # Actions, and what they are made of
    "a grey card": (lambda: DrawFaceUp("grey"), 'no card is "grey": the colours of cards are purp'),
    "no colour": (lambda: DrawFaceUp("reed"), 'no colour "reed" (did you mean "red"?); the colou'),
    "a long colour": (lambda: DrawFaceUp("x" * 10**6), 'no colour "xxxxxxxxxxxxxxxxxxxxxxxxxxxxxx'),
    "a number as colour": (
        lambda: DrawFaceUp(wrong(5)),
        'a colour is wanted, such as "red", not 5',
    ),
    "a route by name": (
        lambda: ClaimRoute(wrong("Boston–Montréal"), {"red": 2}),
        "ClaimRoute.route: a Route is wanted, such as board.route(a, b), not 'Boston–Montréal'",
    ),
    "no cards": (
        lambda: ClaimRoute(BOARD.routes[0], wrong(3)),
        "cards or a mapping of colour to count are wanted, not 3",
    ),
    "too few counts": (lambda: Cards(b""), "Cards.counts: 9 bytes are wanted, not b''"),
    "counts in a list": (lambda: Cards(wrong([0] * 9)), "Cards.counts: 9 bytes are wanted, not [0"),
    "a negative count": (
        lambda: cards(red=-1),
        "red cards: a whole number from 0 to 255 is wanted, not -1",
    ),
    "a truth for a count": (
        lambda: cards(red=True),
        "red cards: a whole number from 0 to 255 is wanted, not True",
    ),
    "a float for a count": (
        lambda: cards(red=wrong(2.0)),
        "red cards: a whole number from 0 to 255 is wanted, not 2.0",
    ),
    "text for a count": (
        lambda: cards(red=wrong("2")),
        "red cards: a whole number from 0 to 255 is wanted, not '2'",
    ),
    "one ticket": (
        lambda: KeepTickets(wrong(BOARD.tickets[0])),
        "a list of tickets is wanted, not Ticket(id='boston--miami'",
    ),
    "a ticket by name": (
        lambda: KeepTickets(wrong(["Boston"])),
        "a Ticket is wanted, such as board.ticket(a, b), not 'Boston'",
    ),
    "a share by name": (
        lambda: KeepTickets([], wrong("Boston")),
        "KeepTickets.share: a Ticket is wanted, not 'Boston'",
    ),
    "shared nothing": (lambda: ShareTickets(wrong(None)), "a list of tickets is wanted, not None"),
    "another place": (
        lambda: PlaceCard("foot"),
        'PlaceCard.place: "hand" or "holder" is wanted, not \'foot\'',
    ),
    "a city by number": (
        lambda: BuildStation(wrong(3), {}),
        "BuildStation.city: text is wanted, not 3",
    ),
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
    # Games
    "a world by number": (
        lambda: ttrkit.determinize(GAME.observe(0), wrong(1)),
        "determinize: a random.Random is wanted, such as random.Random(1), not 1",
    ),
    "a world of a game": (
        lambda: ttrkit.determinize(wrong(GAME), random.Random(1)),
        "determinize: an observation is wanted, such as game.observe(0), not <Game of usa",
    ),
    "a game of nothing": (
        lambda: new_game(wrong(None), players=2),
        "a variant is wanted, or the name of one, not None",
    ),
    "players in text": (
        lambda: new_game("usa", players=wrong("2")),
        "usa is for 2, 3, 4 or 5 players, not '2'",
    ),
    "a seed in text": (
        lambda: new_game("usa", players=2, seed=wrong("1")),
        "a seed is a whole number or None, not '1'",
    ),
    "nobody first": (
        lambda: new_game("usa", players=2, first=True),
        "first: the seats are 0 to 1, not True",
    ),
    "nobody sees": (lambda: GAME.observe(wrong("0")), "observe: the seats are 0 to 1, not '0'"),
    "no record": (lambda: ttrkit.from_record(None), 'not a recorded game: its "format" should be '),
    "no game": (
        lambda: ttrkit.play(wrong(None), BOTS),
        "a game is wanted, such as new_game(…), not None",
    ),
    "nobody plays": (
        lambda: ttrkit.play(GAME, wrong(None)),
        "a list of players, one for each seat, is wanted, not None",
    ),
    "one plays": (lambda: ttrkit.play(GAME, BOTS[:1]), "2 seats need as many players, not 1"),
    "names play": (
        lambda: ttrkit.play(GAME, wrong(["greedy", "greedy"])),
        "seat 0: a player with choose(…) is wanted, not 'greedy'",
    ),
    "a class plays": (
        lambda: ttrkit.play(GAME, [BOTS[0], wrong(RandomPlayer)]),
        "seat 1: a player with choose(…) is wanted, not <class 'ttrkit.players.RandomPlayer'>: add",
    ),
    "turns in text": (
        lambda: ttrkit.play(GAME, BOTS, max_turns=wrong("3")),
        "max_turns: a whole number from 0 is wanted, not '3'",
    ),
    "a seed of lists": (
        lambda: RandomPlayer(wrong([1])),
        "a seed is a whole number or None, not [",
    ),
    # Positions
    "hands by number": (
        lambda: place(hands=5),
        "hands: a list or mapping by seat is wanted, not 5",
    ),
    "a hand of number": (
        lambda: place(hands=[5]),
        "cards or a mapping of colour to count are wanted, not 5",
    ),
    "a deck of one": (lambda: place(deck="red"), "deck: a list of colours is wanted, not 'red'"),
    "a market of one": (lambda: place(market=5), "market: a list of colours is wanted, not 5"),
    "a grey market": (
        lambda: place(market=["grey"]),
        'no card is "grey": the colours of cards are',
    ),
    "claims by number": (
        lambda: place(claimed={0: [5]}),
        "claimed[0]: a route, its id, or two cities and perhaps a colour are wanted, not 5",
    ),
    "claims of number": (
        lambda: place(claimed={0: 5}),
        "claimed[0]: a list of routes is wanted, not 5",
    ),
    "trains off": (
        lambda: place(trains=[-3]),
        "trains[0]: a whole number from 0 to 45 is wanted, not -3",
    ),
    "scores in text": (
        lambda: place(scores=["x"]),
        "scores[0]: a whole number is wanted, not 'x'",
    ),
    "tickets of number": (
        lambda: place(tickets={0: 5}),
        "tickets[0]: a list of tickets is wanted, not 5",
    ),
    "half a ticket": (
        lambda: place(tickets={0: [("Boston",)]}),
        "a ticket is wanted, its id or its cities, not ('Boston',)",
    ),
    "a ticket deck of number": (
        lambda: place(ticket_deck=5),
        "ticket_deck: a list of tickets is wanted, not 5",
    ),
    "stations of number": (
        lambda: place("europe", stations={0: 5}),
        "stations[0]: a list of cities is wanted, not 5",
    ),
    "flags of number": (
        lambda: place("paris", flags={0: 5}),
        "flags: a list of colours is wanted, not 5",
    ),
    "shared tickets of number": (
        lambda: place("asia", 4, shared_tickets={0: 5}),
        "shared_tickets[0]: a list of tickets is wanted, not 5",
    ),
    # Simulations
    "bots by number": (
        lambda: simulate("usa", 5, 1),
        "players: a list of bots, one a seat, is wanted, not 5",
    ),
    "games in text": (
        lambda: simulate("usa", ["random"] * 2, "1"),
        "games: a whole number from 1 is wanted, not '1'",
    ),
    "half a worker": (
        lambda: simulate("usa", ["random"] * 2, 1, workers=0.5),
        "workers: a whole number from 1 is wanted, not 0.5",
    ),
    "no function": (
        lambda: simulate("usa", ["random"] * 2, 1, progress=5),
        "progress: a function is wanted, not 5",
    ),
    "no folder": (
        lambda: simulate("usa", ["random"] * 2, 1, save=5),
        "save: the path of a folder is wanted, not 5",
    ),
}


@pytest.mark.parametrize("what", WORDS)
def test_what_is_wrong_is_said_in_words(what: str) -> None:
    """One sentence that says what would be right, and no tuples of attrs."""
    call, words = WORDS[what]
    with pytest.raises((ValueError, TypeError, LookupError)) as caught:
        call()
    said = str(caught.value)
    assert said.startswith(words)
    assert len(said) < 300
    assert "Attribute(" not in said
    assert "\n" not in said


class Int64:
    """A whole number as NumPy has them: no int, but with `__index__`."""

    def __init__(self, number: int) -> None:
        self._number = number

    def __index__(self) -> int:
        return self._number


def test_whole_numbers_of_other_libraries_are_taken_as_plain_ones() -> None:
    """Everywhere; what is kept is a plain int, so that records can hold it."""
    one: Any = Int64(1)
    two: Any = Int64(2)
    variant = usa(trains=Int64(40), players=[two, 3], draws=two)
    assert (type(variant.trains), variant.trains, variant.players) == (int, 40, (2, 3))
    assert Stations(count=two) == Stations(count=2)
    assert type(Stations(count=two).count) is int
    assert cards(red=two) == cards(red=2)
    assert Route("1", "a", "b", "red", two) == Route("1", "a", "b", "red", 2)
    game = new_game(variant, players=two, seed=one, first=one)
    same = new_game(variant, players=2, seed=1, first=1)
    assert game.observe(one) == same.observe(1)
    assert game.to_record() == same.to_record()
    placed = position("usa", players=two, to_move=one, trains=[two, 5], scores={one: two})
    assert (placed.to_move, placed.seats[0].trains, placed.seats[1].score) == (1, 2, 2)
    assert type(placed.to_record()["first"]) is int
    report = ttrkit.simulate("usa", ["random"] * 2, two, one, workers=1)
    assert report.games == 2


def test_nothing_else_is_a_whole_number() -> None:
    """Not even what is equal to one, or pretends to be."""
    calls: list[Callable[[Any], object]] = [
        lambda number: usa(trains=number),
        lambda number: Stations(count=number),
        lambda number: cards(red=number),
        lambda number: new_game("usa", players=number),
        lambda number: new_game("usa", players=3, first=wrong([number])),
        lambda number: position("usa", players=2, trains=[number, 1]),
        GAME.observe,
    ]
    for number in (True, 2.0, "2", None, b"2", 2j, [2], Yes(), spiteful()[-1]()):
        for call in calls:
            with pytest.raises((TypeError, ValueError), match="not "):
                call(number)
