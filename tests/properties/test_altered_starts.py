"""Starts that were altered and checksummed again: refused in words, or games that play to the end.

A record of a game that had no set-up begins with a whole state. Whatever is changed in it, nothing
but a `RecordError` may come of it when it is read, and nothing at all later.
"""

import json
import random
from collections.abc import Callable, Iterator
from contextlib import suppress
from functools import cache
from typing import Any

import pytest

import ttrkit
from tests.properties.games import TABLES, VARIANTS, any_action, sampled, state_of
from tests.properties.test_records import altered, some_position
from ttrkit import Game, RecordError
from ttrkit.testing import check_actions, check_conservation, check_scores

QUICK, THOROUGH = 60, 3000  # altered starts a table
CLOSELY = 0.1  # the share of actions that are checked closely
MOST = 3000  # actions in a game that goes on from an altered start

every_table = pytest.mark.parametrize(("name", "players"), TABLES)

Start = dict[str, Any]
Change = Callable[[Start, random.Random], None]


@cache
def starts(name: str, players: int) -> tuple[str, ...]:
    """Records that begin in the middle of every decision, and at the start of a turn."""
    rng = random.Random(players)
    variant = VARIANTS[name]
    games = sampled(variant, players, players + 7, 2)
    made_up = [ttrkit.determinize(game.observe(rng.randrange(players)), rng) for game in games]
    positions = [some_position(variant, players, rng) for _ in range(2)]
    return tuple(json.dumps(game.to_record()) for game in (*made_up, *positions))


# Changes ----------------------------------------------------------------------------------------


def places(value: Any, path: tuple[Any, ...] = ()) -> Iterator[tuple[Any, ...]]:
    """The paths to all values inside this one, itself included."""
    yield path
    items = value.items() if isinstance(value, dict) else enumerate(value)
    for key, item in items if isinstance(value, dict | list) else ():
        yield from places(item, (*path, key))


def at(start: Any, path: tuple[Any, ...]) -> Any:
    """The value at a path."""
    for key in path:
        start = start[key]
    return start


def change_one(start: Start, rng: random.Random) -> None:
    """One value becomes another of its kind; every field is as likely as any other."""
    field = rng.choice(sorted(start))
    path = rng.choice(list(places(start[field], (field,))))
    holder, key = at(start, path[:-1]), path[-1]
    value = holder[key]
    if isinstance(value, bool):
        holder[key] = not value
    elif isinstance(value, int):
        holder[key] = rng.choice([value + 1, value - 1, 0, -1, 1, 2, rng.randrange(100)])
    elif isinstance(value, str):
        holder[key] = rng.choice(["", "hand", "holder", "turn", "next card", "tunnel", "routes"])
    elif isinstance(value, list):
        change_list(value, rng)
    elif isinstance(value, dict) and value:
        name = rng.choice(sorted(value))
        change = rng.randrange(3)
        moved = value.pop(name) if change < 2 else value[name]
        if change:
            value[rng.choice(["0", "1", "5", "routes", "ghosts"])] = moved


def change_list(value: list[Any], rng: random.Random) -> None:
    """Items are lost, doubled, swapped or put elsewhere."""
    if not value:
        value.append(rng.choice([0, 1, 7, [0], []]))
        return
    one, other = rng.randrange(len(value)), rng.randrange(len(value))
    what = rng.randrange(5)
    if what == 0:
        del value[one]
    elif what == 1:
        value.insert(one, value[other])
    elif what == 2:
        value[one], value[other] = value[other], value[one]
    elif what == 3:
        value.clear()
    else:
        rng.shuffle(value)


def counts(start: Start) -> list[list[int]]:
    """All piles of cards that are written as counts."""
    found = [*start["hands"], start["discards"]]
    for slot in start["slots"]:
        for pile in slot.values():
            piles = (
                pile if isinstance(pile, list) and pile and isinstance(pile[0], list) else [pile]
            )
            found += [p for p in piles if isinstance(p, list) and len(p) == 9]
    return found


def move_cards(start: Start, rng: random.Random) -> None:
    """Some cards lie in another pile: none is lost."""
    piles = counts(start)
    for _ in range(rng.randint(1, 4)):
        one, other = rng.choice(piles), rng.choice(piles)
        card = rng.randrange(9)
        if one[card]:
            one[card] -= 1
            other[card] += 1
        elif card in start["deck"]:
            start["deck"].remove(card)
            other[card] += 1


def ticket_piles(start: Start) -> list[list[int]]:
    """All piles of tickets."""
    found = [*start["tickets"], start["ticket_deck"], start["box"]]
    for slot in start["slots"]:
        for name in ("drawn", "shared_tickets"):
            found += slot.get(name, [])
    return found


def move_tickets(start: Start, rng: random.Random) -> None:
    """Some tickets are elsewhere: none is lost."""
    for _ in range(rng.randint(1, 3)):
        one, other = rng.choice(ticket_piles(start)), rng.choice(ticket_piles(start))
        if one:
            other.insert(rng.randrange(len(other) + 1), one.pop(rng.randrange(len(one))))


def change_owner(start: Start, rng: random.Random) -> None:
    """Routes are claimed, lost, or another's."""
    routes = start["routes"]
    for _ in range(rng.randint(1, 3)):
        one, other = rng.choice(routes), rng.choice(routes)
        if one and rng.random() < 0.5:
            route = one.pop(rng.randrange(len(one)))
            if rng.random() < 0.7:
                other.append(route)
        else:
            other.append(rng.randrange(80))


def open_all(start: Start, rng: random.Random) -> None:
    """No route is closed, or some more are."""
    for closed in start["closed"]:
        if rng.random() < 0.5:
            closed.clear()
        else:
            closed.extend(rng.sample(range(70), 3))


def drop_claim(start: Start, rng: random.Random) -> None:
    """The claim is gone, its cards are discarded or not; what waits for it stays or not."""
    if start["claim"]:
        for purse in start["claim"][2]:
            for colour, n in purse.items():
                colours = [c.value for c in ttrkit.Colour]
                start["discards"][colours.index(colour)] += n
        start["claim"] = []
    if rng.random() < 0.5 and len(start["stack"]) > 1:
        del start["stack"][rng.randrange(len(start["stack"]))]


def make_claim(start: Start, rng: random.Random) -> None:
    """A claim where there was none, paid from a hand, perhaps with somebody to go on with it."""
    seat = rng.randrange(len(start["hands"]))
    hand = start["hands"][seat]
    card = max(range(9), key=hand.__getitem__)
    paid = rng.randint(0, hand[card])
    hand[card] -= paid
    colour = [c.value for c in ttrkit.Colour][card]
    start["claim"] = [seat, rng.randrange(70), [{colour: paid} if paid else {}, {}]]
    cost = {"size": 1, "colours": [colour], "wilds": 0}
    frames = [["claim goes on", seat, rng.randint(0, 2)], ["tunnel", seat, cost]]
    start["stack"] = rng.choice([start["stack"], frames, frames[:1], frames[1:]])


def change_stack(start: Start, rng: random.Random) -> None:
    """Other decisions are pending, or those of another seat."""
    seat = rng.randrange(len(start["hands"]))
    frames = [
        ["turn", seat, None],
        ["next card", seat, [rng.randint(0, 3), rng.randint(0, 3)]],
        ["place card", seat, None],
        ["keep tickets", seat, rng.randint(0, 3)],
        ["keep first tickets", seat, rng.randint(0, 3)],
        ["claim goes on", seat, rng.randint(0, 2)],
        ["tunnel", seat, {"size": 1, "colours": ["red"], "wilds": 0}],
        ["call out", seat, [3, "depot"]],
    ]
    stack = start["stack"]
    what = rng.randrange(4)
    if what == 0 or not stack:
        start["stack"] = rng.sample(frames, rng.randint(0, 2))
    elif what == 1:
        stack.insert(rng.randrange(len(stack) + 1), rng.choice(frames))
    elif what == 2:
        rng.choice(stack)[1] = seat
    else:
        stack[rng.randrange(len(stack))] = rng.choice(frames)


def change_course(start: Start, rng: random.Random) -> None:
    """Another seat's turn, the last round, the end."""
    start["seat"] = rng.choice([start["seat"], -1, *range(len(start["hands"]))])
    start["turns_left"] = rng.choice([start["turns_left"], -1, 0, 1, 2, 50])
    start["passes"] = rng.choice([start["passes"], 0, 1, len(start["hands"])])
    if rng.random() < 0.3:
        start["is_over"] = not start["is_over"]
        start["stack"] = []
    start["hidden_since"] = rng.choice([start["hidden_since"], -1, 0, 1])


def change_slots(start: Start, rng: random.Random) -> None:
    """What parts keep: choices, flags, stations, a card that is not placed."""
    slots = {name: slot for slot in start["slots"] for name in slot}
    seats = range(len(start["hands"]))
    what = rng.randrange(6)
    if what == 0 and "first_went" in slots:
        slots["first_went"]["first_went"] = rng.choice(["", "hand", "holder", "box"])
    elif what == 1 and "turned_up" in slots:
        slots["turned_up"]["turned_up"] = [0] * 9
    elif what == 2:
        slots["choosing"]["choosing"] = rng.choice([0, 1, 2, len(seats)])
    elif what == 3:
        drawn = slots["drawn"]["drawn"]
        chosen = {str(seat): [drawn[seat], -1] for seat in seats if rng.random() < 0.5}
        slots["chosen"]["chosen"] = chosen
    elif what == 4:
        somewhere = [number for pile in ticket_piles(start) for number in pile]
        refused = [rng.sample(somewhere, rng.randint(0, 2)) for _ in seats]
        slots["refused"]["refused"] = refused
    elif "built" in slots:
        slots["built"]["built"] = [rng.sample(range(30), rng.randint(0, 3)) for _ in seats]
        if rng.random() < 0.5:
            built = [city for cities in slots["built"]["built"] for city in cities]
            slots["free"]["free"] = [n for n in slots["free"]["free"] if n not in built]


CHANGES: list[Change] = [
    change_one,
    change_one,
    change_one,
    move_cards,
    move_tickets,
    change_owner,
    open_all,
    drop_claim,
    make_claim,
    change_stack,
    change_course,
    change_slots,
]


# What becomes of them ---------------------------------------------------------------------------


def load(record: dict[str, Any], name: str) -> Game | None:
    """The game of a record; None if it is refused in words."""
    try:
        return ttrkit.from_record(record, variant=VARIANTS[name])
    except RecordError as error:
        words = str(error)
    assert 10 < len(words) < 600
    return None


def play_on(game: Game, rng: random.Random) -> None:
    """Play to the end, with all invariants on the way."""
    check_conservation(game)
    for _ in range(MOST):
        if rng.random() < CLOSELY or game.is_over:
            check_actions(game)
            check_conservation(game)
            check_scores(game)
            check_claims(game)
            for seat in range(len(game.seats)):
                assert game.observe(seat).seat == seat
        if game.is_over:
            return
        game.apply(any_action(game, rng))
    raise AssertionError("the game goes on and on")


def check_claims(game: Game) -> None:
    """Nobody has two routes of a set, and nobody could claim another's."""
    for seat in game.seats:
        sets = [route.group for route in seat.routes if route.group is not None]
        assert len(sets) == len(set(sets)), "two routes of a set have one owner"
    state = state_of(game)
    for number, owner in enumerate(state.owners):
        free = any(number in group for group in state.open_routes)
        assert not (free and owner != 255), "a claimed route is free"


def check_altered(name: str, players: int, number: int) -> bool:
    """One altered start; whether it was taken for a game."""
    rng = random.Random(f"start {name} {players} {number}")
    record = json.loads(rng.choice(starts(name, players)))
    del record["actions"][:], record["shuffles"][:]
    for _ in range(rng.choice((1, 1, 2))):
        with suppress(LookupError, TypeError, AttributeError):  # nothing is left to change here
            rng.choice(CHANGES)(record["start"], rng)
    game = load(altered(record), name)
    if game is not None:
        play_on(game, rng)
    return game is not None


@every_table
def test_an_altered_start_is_refused_or_played_to_the_end(name: str, players: int) -> None:
    """A sample."""
    taken = sum(check_altered(name, players, number) for number in range(QUICK))
    assert 0 < taken < QUICK


@pytest.mark.thorough
@every_table
def test_thousands_of_altered_starts(name: str, players: int) -> None:
    """Many more of them."""
    for number in range(THOROUGH):
        check_altered(name, players, number)
