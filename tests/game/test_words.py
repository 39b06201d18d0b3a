"""Wrong arguments of actions and games are refused in a sentence that says what would be right."""

import random
from typing import Any

import pytest

import ttrkit
from tests.game.wrong import Words, said_in_words, wrong
from ttrkit import (
    ClaimRoute,
    DrawFaceUp,
    KeepTickets,
    RandomPlayer,
    cards,
    get_variant,
    new_game,
    position,
)
from ttrkit.parts import BuildStation, Cards, PlaceCard, ShareTickets

BOARD = get_variant("usa").board
GAME = new_game("usa", players=2, seed=1)
BOTS = [RandomPlayer(1), RandomPlayer(2)]


def place(edition: str = "usa", players: int = 2, **given: Any) -> object:
    """A position of an edition."""
    return position(edition, **{"players": players, **given})


def simulate(*args: Any, **named: Any) -> object:
    """A simulation in this process."""
    return ttrkit.simulate(*args, **{"workers": 1, **named})


WORDS: Words = {
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
    """One sentence that says what would be right."""
    said_in_words(*WORDS[what])
