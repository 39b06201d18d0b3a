"""What the cost grows with: players, the size of the board, cards held, tickets held."""

import random
import tempfile
from collections import Counter
from collections.abc import Callable, Iterator
from functools import partial
from pathlib import Path
from statistics import mean

from benchmarks.boards import board_text, make_board
from benchmarks.games import CALLS, play_at_random
from benchmarks.measures import BYTES, COUNT, Job, Measure, Setting, fresh, timing
from benchmarks.memory import copy_size, memory
from benchmarks.timing import Meter, Piece, timed
from ttrkit import Board, Game, Variant, determinize, get_variant, load_board, new_game, position

__all__ = ["BOARDS", "CARDS", "GROWTH", "PLAYERS", "TICKETS", "home_made", "jobs"]

GROWTH = ("players", "boards", "cards", "tickets")
"""The groups, by what grows."""

PLAYERS = (2, 4, 6, 8)
BOARDS = ((25, 50), (50, 100), (100, 200), (200, 400))  # cities and routes
CARDS = (5, 10, 20, 40, 80)
TICKETS = (2, 5, 10, 20, 40)

EDITION = "usa"  # if not a home-made board
AT_TABLE = 4  # players, if it is not they that grow
TICKETS_ON_BOARD = 60
ROUTES_CLAIMED = 15
POSITIONS = 8  # in a sample

MakePosition = Callable[[random.Random], Game]
Look = Callable[[random.Random, Game], float]


def jobs(group: str) -> Iterator[Job]:
    """The jobs of one of the groups."""
    if group == "players":
        for players in PLAYERS:
            yield from _games(group, f"{players} players", Setting(_for_many(), players))
    elif group == "boards":
        for cities, routes in BOARDS:
            subject = f"{cities} cities, {routes} routes"
            board = make_board(cities, routes, TICKETS_ON_BOARD)
            yield from _loading(group, subject, board_text(cities, routes, TICKETS_ON_BOARD), board)
            yield from _games(group, subject, Setting(home_made(board), AT_TABLE))
    elif group == "cards":
        for cards in CARDS:
            make = partial(_with_cards, fresh(get_variant(EDITION)), cards)
            yield from _positions(group, f"{cards} cards", make)
    else:
        for tickets in TICKETS:
            make = partial(_with_tickets, fresh(get_variant(EDITION)), tickets)
            yield from _positions(group, f"{tickets} tickets", make)


def home_made(board: Board) -> Variant:
    """The classic rules on a board."""
    return Variant.from_classic("home-made", board, players=range(2, 6))


def _for_many() -> Variant:
    """The classic rules on a printed board, for more players than sit around it."""
    return Variant.from_classic("for many", get_variant(EDITION).board, players=PLAYERS)


def _games(group: str, subject: str, setting: Setting) -> Iterator[Job]:
    """What is measured in the course of games."""
    yield timing(group, "action", subject, partial(play_at_random, setting), is_game=True)
    for name in ("legal_actions", "copy", "observe", "determinize", "record"):
        yield timing(group, name, subject, partial(CALLS[name], setting))
    yield memory(group, subject, setting)


def _loading(group: str, subject: str, text: str, board: Board) -> Iterator[Job]:
    """What it takes to read a board, and to have the first game on it."""

    def load(_: int) -> Iterator[Piece]:
        with tempfile.TemporaryDirectory() as folder:
            path = Path(folder) / "board.toml"
            path.write_text(text, "utf-8")
            yield timed(lambda: load_board(path)), 1

    def first_game(seed: int) -> Iterator[Piece]:
        variant = home_made(board)
        yield timed(lambda: new_game(variant, players=AT_TABLE, seed=seed).legal_actions()), 1

    yield timing(group, "load", subject, load)
    yield timing(group, "first game", subject, first_game)


# Positions --------------------------------------------------------------------------------------


def _positions(group: str, subject: str, make: MakePosition) -> Iterator[Job]:
    """What is measured in positions, always for seat 0, whose turn it is."""
    for name in LOOKED_AT[group]:
        yield timing(group, name, subject, partial(_sample, make, LOOKS[name]))

    def sizes(_: Meter) -> Iterator[Measure]:
        some = [make(random.Random(seed)) for seed in range(POSITIONS)]
        if group == "cards":
            actions = mean(len(game.legal_actions()) for game in some)
            yield Measure(group, "actions", subject, COUNT, actions)
        yield Measure(group, "copy size", subject, BYTES, copy_size(*some))

    yield Job(group, subject, "sizes", sizes)


def _sample(make: MakePosition, look: Look, seed: int) -> Iterator[Piece]:
    """Some new positions."""
    rng = random.Random(seed)
    for _ in range(POSITIONS):
        yield look(rng, make(rng)), 1


def _time_determinize(rng: random.Random, game: Game) -> float:
    seen = game.observe(0)
    return timed(lambda: determinize(seen, rng))


LOOKS: dict[str, Look] = {
    "legal_actions": lambda _, game: timed(game.legal_actions),
    "copy": lambda _, game: timed(game.copy),
    "observe": lambda _, game: timed(lambda: game.observe(0)),
    "determinize": _time_determinize,
    "result": lambda _, game: timed(game.result),
}
"""What can be timed in positions."""

LOOKED_AT = {
    "cards": ("legal_actions", "copy", "observe", "determinize"),
    "tickets": ("result", "copy", "observe", "determinize"),
}
"""What is timed in which of them."""


def _with_cards(variant: Variant, cards: int, rng: random.Random) -> Game:
    """A position in which seat 0 holds so many cards, and the others few."""
    deck = [colour for colour, n in variant.deck.items() for _ in range(n)]
    hand = Counter(rng.sample(deck, cards))
    return position(variant, players=AT_TABLE, hands={0: hand}, seed=rng.getrandbits(32))


def _with_tickets(variant: Variant, tickets: int, rng: random.Random) -> Game:
    """A position in which seat 0 holds so many tickets, and some routes to travel on."""
    held = rng.sample(variant.board.tickets, tickets)
    single = [route for route in variant.board.routes if route.group is None]
    return position(
        variant,
        players=AT_TABLE,
        tickets={0: held},
        claimed={0: rng.sample(single, ROUTES_CLAIMED)},
        seed=rng.getrandbits(32),
    )
