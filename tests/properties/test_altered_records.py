"""Altered records are refused in words, or are games themselves: never anything else.

With its old checksum every altered record is refused. With a checksum that fits, what is left is
refused unless it happens to be a legal game.
"""

import json
import random
import time
import tracemalloc
from collections.abc import Callable
from functools import cache
from typing import Any

import pytest

import ttrkit
from tests.properties.games import TABLES, VARIANTS, any_action, sampled
from tests.properties.test_records import altered, some_position
from ttrkit import Game, RecordError
from ttrkit.records.record import _checksum
from ttrkit.testing import check_conservation

SECONDS = 20  # that no record may take, on however busy a machine
STALE, FITTING = 4000, 2700  # altered records a table, in the thorough profile

every_table = pytest.mark.parametrize(("name", "players"), TABLES)


def deep(levels: int) -> list[Any]:
    """Lists in lists."""
    nested: list[Any] = []
    for _ in range(levels):
        nested = [nested]
    return nested


NASTY: list[Callable[[], Any]] = [
    *(
        lambda value=value: value
        for value in (None, True, False, 0, 1, 2, 8, 9, 255, 256, -1, -2, 2**31, 2**64, 10**30)
    ),
    *(
        lambda value=value: value
        for value in (10**5000, 0.0, -0.0, 0.5, 1.0, 1e300, -1e300, float("nan"), float("inf"))
    ),
    *(
        lambda value=value: value
        for value in ("", "x", "0", "1", "-1", "red", "grey", "wild", "hand", "long", "Unseen")
    ),
    *(
        lambda value=value: value
        for value in ("é", "\u2028", "\ud800", "٣", "\0", "a" * 3000, "__class__", "usa", "turn")
    ),
    list,
    lambda: [[]],
    lambda: [0],
    dict,
    lambda: {"": 0},
    lambda: {"é": {"é": []}},
    lambda: {"red": 300},
    lambda: {"wild": -1},
    lambda: ["Pass"],
    lambda: ["KeepTickets", {"tickets": "ab"}],
    lambda: ["Unseen", {"kind": "Pass"}],
    lambda: ["DrawFaceUp", "red"],
    lambda: ["DrawBlind", {"colour": "red"}],
    lambda: list(range(300)),
    lambda: deep(60),
    lambda: deep(900),
    lambda: deep(50_000),
    lambda: (1, 2),
    lambda: b"bytes",
    lambda: {1: 2, "1": 3},
    lambda: {None: 0},
    object,
]


@cache
def texts(name: str, players: int) -> tuple[str, ...]:
    """Records of all sorts: set up, made up in every decision, positions; none too long."""
    rng = random.Random(players)
    variant = VARIANTS[name]
    games = [game for game in sampled(variant, players, players, 3) if len(game.history) < 130]
    start = ttrkit.new_game(variant, players=players, seed=players)
    for _ in range(50):
        start.apply(any_action(start, rng))
    late = sampled(variant, players, players + 50, 1)
    made_up = [ttrkit.determinize(game.observe(rng.randrange(players)), rng) for game in late]
    position = some_position(variant, players, rng)
    for game in (*made_up, position):
        for _ in range(8):
            if not game.is_over:
                game.apply(any_action(game, rng))
    return tuple(json.dumps(g.to_record()) for g in (*games, start, *made_up, position))


def alter(record: dict[str, Any], rng: random.Random) -> None:
    """Change one thing, anywhere."""
    place: Any = record
    while True:
        keys = list(place) if isinstance(place, dict) else list(range(len(place)))
        key = rng.choice(keys)
        inner = place[key]
        if not isinstance(inner, dict | list) or not inner or rng.random() < 0.15:
            break
        place = inner
    what = rng.randrange(10)
    if what < 5:
        place[key] = rng.choice(NASTY)()
    elif what == 5:
        del place[key]
    elif what == 6 and isinstance(place, list):
        place.insert(rng.randrange(len(place) + 1), rng.choice(place))
    elif what == 7:
        other = rng.choice(keys)
        place[key], place[other] = place[other], place[key]
    elif what == 8 and isinstance(place, dict):
        place[rng.choice(["", "é", "extra", "0", "99", str(key).upper()])] = place.pop(key)
    elif type(inner) is int:
        place[key] = inner + rng.choice([-1, 1, 10, -100])
    elif isinstance(inner, str):
        place[key] = rng.choice([inner + "x", inner[:-1], inner.upper(), inner * 2])
    else:
        place[key] = [inner, inner]


def fitted(record: dict[str, Any]) -> dict[str, Any]:
    """The record with a checksum that fits, if JSON has words for it."""
    try:
        return altered(record)
    except (KeyError, TypeError, ValueError, RecursionError):
        return record


def is_unchanged(record: dict[str, Any]) -> bool:
    """Whether its JSON is what it was, by its checksum."""
    try:
        fields = {key: value for key, value in record.items() if key != "checksum"}
        return bool(record["checksum"] == _checksum(fields))
    except (KeyError, TypeError, ValueError, RecursionError):
        return False


def load(record: Any, name: str) -> Game | None:
    """The game of a record, or None if it is refused in words; nothing else may happen."""
    variant = VARIANTS[name]
    began = time.monotonic()
    game, words = None, "a game"
    try:
        game = ttrkit.from_record(record, variant=None if is_known(name) else variant)
    except RecordError as error:
        words = str(error)
    assert 5 < len(words) < 3000, words[:500]
    assert time.monotonic() - began < SECONDS
    return game


def is_known(name: str) -> bool:
    """Whether the variant is found by its name."""
    return name in ttrkit.variant_names()


def check_game(game: Game, name: str) -> None:
    """A game in order: it can be looked at, scored, recorded, and goes on."""
    check_conservation(game)
    game.result()
    for seat in range(len(game.seats)):
        game.observe(seat)
    actions = game.legal_actions()
    assert bool(actions) != game.is_over
    again = load(game.to_record(), name)
    assert again is not None
    assert again.to_record() == game.to_record()


def check_stale(name: str, players: int, number: int) -> None:
    """An altered record with its old checksum is refused."""
    rng = random.Random(f"stale {name} {players} {number}")
    record = json.loads(rng.choice(texts(name, players)))
    alter(record, rng)
    if not is_unchanged(record):
        assert load(record, name) is None, f"number {number}"


def check_fitting(name: str, players: int, number: int) -> bool:
    """One with a checksum that fits is refused, or a game in order; whether it is one."""
    rng = random.Random(f"fitting {name} {players} {number}")
    record = json.loads(rng.choice(texts(name, players)))
    for _ in range(rng.choice((1, 1, 1, 3))):
        alter(record, rng)
    game = load(fitted(record), name)
    if game is not None:
        check_game(game, name)
    return game is not None


@every_table
def test_altered_records_are_refused(name: str, players: int) -> None:
    """A sample."""
    for number in range(20):
        check_stale(name, players, number)
    games = sum(check_fitting(name, players, number) for number in range(15))
    assert games < 10, "hardly any was altered"


@pytest.mark.thorough
@every_table
def test_a_hundred_thousand_altered_records_are_refused(name: str, players: int) -> None:
    """All that keep their checksum; of the others, all that are no legal game."""
    for number in range(STALE):
        check_stale(name, players, number)
    for number in range(FITTING):
        check_fitting(name, players, number)


# Worst cases ----------------------------------------------------------------------------------


def edited(text: str, path: list[Any], value: Any) -> dict[str, Any]:
    """The record with one value changed, and a checksum that fits if there is one."""
    record: dict[str, Any] = json.loads(text)
    place: Any = record
    for key in path[:-1]:
        place = place[key]
    place[path[-1]] = value
    return fitted(record)


def test_huge_and_deep_values_are_refused_everywhere() -> None:
    """In whichever field of the record, before and after the checksum."""
    records = [(text, json.loads(text)) for text in texts("asia", 4)]
    made_up = [both for both in records if both[1]["start"] and both[1]["start"]["past"]]
    text, record = next(both for both in made_up if both[1]["actions"][0][1:])
    places: list[list[Any]] = [[key] for key in (*record, "new key")]
    places += [["start", key] for key in record["start"]]
    places += [["actions", 0], ["actions", 0, 0], ["actions", 0, 1], ["start", "past", 0, 1, 1]]
    values = (10**5000, deep(400), deep(900), deep(990), deep(100_000), "x" * 10**6, [0] * 10**5)
    for path in places:
        for value in values:
            load(edited(text, path, value), "asia")
    load({**record, 10**5000: 0}, "asia")
    load({**record, None: 0}, "asia")


def test_many_faults_take_no_longer_than_one() -> None:
    """A fault is reported, not a hundred thousand of them."""
    text = texts("usa", 3)[1]
    for tickets in ("ab" * 50_000, ["nowhere"] * 100_000, [["x"]] * 100_000):
        wrong = edited(text, ["actions", 0], ["KeepTickets", {"tickets": tickets}])
        began = time.monotonic()
        tracemalloc.start()
        assert load(wrong, "usa") is None
        _, most = tracemalloc.get_traced_memory()
        tracemalloc.stop()
        assert most < 20 * len(json.dumps(wrong))
        assert time.monotonic() - began < SECONDS / 2


def in_a_tunnel() -> str:
    """A record that starts with a tunnel to be paid for, from two purses."""
    games = sampled(VARIANTS["asia"], 4, seed=4, each=1)
    game = next(game for game in games if game.decision == "tunnel")
    return json.dumps(ttrkit.determinize(game.observe(0), random.Random(1)).to_record())


def test_absurd_costs_are_refused_at_once() -> None:
    """All the ways to pay a hundred cards would take minutes to list."""
    text = in_a_tunnel()
    path = ["start", "stack", -1, 2]
    costs = [{"size": size, "colours": ["red"], "wilds": 0} for size in (60, 110, 255, 10**9, -1)]
    costs += [{"size": 2, "colours": ["red"] * 10**4, "wilds": 0}]
    costs += [{"size": 2, "colours": ["grey"], "wilds": 0}]
    for cost in costs:
        assert load(edited(text, path, cost), "asia") is None


def test_pending_decisions_that_nobody_can_make_are_refused() -> None:
    """Unknown ones, those that are no question, those of nobody, those that lead nowhere."""
    text = in_a_tunnel()
    stack = json.loads(text)["start"]["stack"]
    assert [name for name, _, _ in stack] == ["claim goes on", "tunnel"]
    wrong: list[Any] = [
        stack[:1],
        [*stack, ["castle", 0, None]],
        [*stack, ["turn", 9, None]],
        [*stack, ["turn", 0.0, None]],
        [*stack, ["turn", True, None]],
        [*stack, ["next card", 0, [0, 0]]],
        [*stack, ["next card", 0, [1]]],
        [*stack, ["turn"]],
        [[]],
        [],
    ]
    for value in wrong:
        assert load(edited(text, ["start", "stack"], value), "asia") is None


def test_a_choice_among_too_many_tickets_is_refused() -> None:
    """Every subset of them is a legal action: no more are drawn than the rules say."""
    game = next(g for g in sampled(VARIANTS["usa"], 2, 2, 1) if g.decision == "keep tickets")
    record = ttrkit.determinize(game.observe(0), random.Random(1)).to_record()
    start = record["start"]
    chooser = start["stack"][-1][1]
    drawn = next(slot for slot in start["slots"] if "drawn" in slot)["drawn"][chooser]
    drawn += [start["ticket_deck"].pop() for _ in range(12)]
    assert load(fitted(record), "usa") is None


def test_what_is_secretly_chosen_must_be_tickets() -> None:
    """GAP-09: the choices that wait are kept in the start of a game."""
    games = sampled(VARIANTS["asia"], 4, seed=4, each=3)
    game = next(game for game in games if game.decision == "keep first tickets" and game.history)
    record = ttrkit.determinize(game.observe(0), random.Random(1)).to_record()
    slot = next(slot for slot in record["start"]["slots"] if "chosen" in slot)
    chosen = slot["chosen"]
    assert chosen
    for seat in chosen:
        for wrong in ([[999], 999], [[-1, -2, -3], -1], [[], 5], [[0, 0, 0], 0]):
            slot["chosen"] = {**chosen, seat: wrong}
            again = load(fitted(record), "asia")
            while again is not None and again.decision == "keep first tickets":
                again.apply(again.legal_actions()[0])


def test_stations_must_stand_in_cities_and_but_once() -> None:
    """What has no station is what has none built: no other city, and each once."""
    game = next(g for g in sampled(VARIANTS["europe"], 2, 3, 1) if g.history)
    record = ttrkit.determinize(game.observe(0), random.Random(1)).to_record()
    slot = next(slot for slot in record["start"]["slots"] if "built" in slot)
    assert load(fitted(record), "europe") is not None
    free, built = slot["free"], slot["built"]
    for wrong in (free[1:], [*free, -1], [*free, 999], [*free, free[0]]):
        slot["free"] = wrong
        assert load(fitted(record), "europe") is None
    slot["free"] = free[4:]
    for wrong in ([free[:4], *built[1:]], [*built, free[:4]]):
        slot["built"] = wrong
        assert load(fitted(record), "europe") is None
