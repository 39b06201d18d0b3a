"""Records: a game comes back from its JSON as it was, and goes on as if nothing had happened."""

import json
import pickle
import random
import secrets
from typing import Any

import pytest

import ttrkit
from tests.properties.games import (
    TABLES,
    VARIANTS,
    any_action,
    finish,
    finished,
    sampled,
    state_of,
    whole_state,
)
from tests.properties.home_made import DEPOTS, CallOut, HideCard
from ttrkit import Game, RecordError, Variant
from ttrkit.records.record import _checksum

every_table = pytest.mark.parametrize(("name", "players"), TABLES)


def saved(game: Game) -> Game:
    """The game from its JSON."""
    return ttrkit.from_record(json.loads(json.dumps(game.to_record())), variant=game.variant)


def pickled(game: Game) -> Game:
    """The game from its pickle, which holds a home-made variant, too."""
    again: Game = pickle.loads(pickle.dumps(game))
    return again


def assert_same(one: Game, other: Game) -> None:
    """The two stand alike to the last card, to whoever looks, and are recorded alike."""
    assert whole_state(one) == whole_state(other)
    assert one.to_record() == other.to_record()
    assert one.result() == other.result()
    assert one.legal_actions() == other.legal_actions()
    for seat in range(len(one.seats)):
        one_seen, other_seen = one.observe(seat), other.observe(seat)
        assert one_seen == other_seen
        assert repr(one_seen) == repr(other_seen)


def some_position(variant: Variant, players: int, rng: random.Random) -> Game:
    """A set-up position with a small deck, so that it is shuffled again before long."""
    deck = [colour.value for colour, n in variant.deck.items() for _ in range(n)]
    rng.shuffle(deck)
    hands = [
        {colour: deck[i * 4 : i * 4 + 4].count(colour) for colour in deck} for i in range(players)
    ]
    left = deck[players * 4 :]
    discards = {colour: left[12:].count(colour) for colour in left[12:]}
    tickets = [variant.board.tickets[number] for number in variant.engine.ticket_stock]
    return ttrkit.position(
        variant,
        players=players,
        to_move=rng.randrange(players),
        hands=hands,
        discards=discards,
        tickets={seat: [tickets[seat]] for seat in range(players)},
        claimed={0: [variant.board.routes[0]]},
        seed=rng.getrandbits(32),
    )


def beginnings(name: str, players: int, seed: int, each: int = 1) -> list[Game]:
    """Games of all sorts: from set-up, made up in every kind of decision, set-up positions."""
    rng = random.Random(seed)
    games = sampled(VARIANTS[name], players, seed, each)
    made_up = [ttrkit.determinize(game.observe(rng.randrange(players)), rng) for game in games]
    positions = [some_position(VARIANTS[name], players, rng) for _ in range(3)]
    for game in (*made_up, *positions):
        for _ in range(rng.randrange(30)):
            if not game.is_over:
                game.apply(any_action(game, rng))
    return [*games, *made_up, *positions]


def check_json(game: Game) -> None:
    """Nothing in its record changes on its way through JSON, so the checksum holds."""
    record = game.to_record()
    text = json.dumps(record, allow_nan=False, ensure_ascii=False)
    assert json.loads(text) == record
    fields = {key: value for key, value in json.loads(text).items() if key != "checksum"}
    assert record["checksum"] == _checksum(fields)


@every_table
def test_records_bring_a_game_back_at_any_point(name: str, players: int) -> None:
    """As JSON, as a pickle and as a copy; with whatever decision is pending."""
    for game in beginnings(name, players, seed=players):
        check_json(game)
        again = saved(game)
        assert_same(game, again)
        assert_same(game, game.copy())
        assert_same(game, pickled(game))
        assert_same(game, saved(pickled(again.copy())))


@every_table
def test_a_saved_game_goes_on_as_without_the_pause(name: str, players: int) -> None:
    """The same seed gives the same shuffles later on."""
    shuffled = 0
    for number, game in enumerate(beginnings(name, players, seed=players + 10)):
        versions = [game.copy(), saved(game), pickled(game)]
        before = state_of(game).shuffles
        for version in versions:
            finish(version, random.Random(number))
        finish(game, random.Random(number))
        shuffled += state_of(game).shuffles - before
        for version in versions:
            assert version.history == game.history
            assert version.to_record() == game.to_record()
            assert version.result() == game.result()
    assert shuffled, "without a later shuffle this proves little"


@every_table
def test_a_game_saved_after_every_action_is_the_same(name: str, players: int) -> None:
    """However often it is saved and read."""
    for seed in (None, players):
        game = ttrkit.new_game(VARIANTS[name], players=players, seed=players)
        if seed is not None:
            game = some_position(VARIANTS[name], players, random.Random(seed))
        rng = random.Random(players)
        other = game.copy()
        for _ in range(40):
            if game.is_over:
                break
            action = any_action(game, rng)
            game.apply(action)
            other.apply(action)
            other = saved(other)
        assert_same(game, other)


def no_chance(*_: object) -> Any:
    """What chance is replaced with."""
    raise AssertionError("a random number was asked for")


@every_table
def test_a_replay_uses_no_random_numbers(
    name: str, players: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Nor do saving, copying and pickling."""
    games = beginnings(name, players, seed=players + 20)[::3]
    monkeypatch.setattr(random, "Random", no_chance)
    monkeypatch.setattr(random, "random", no_chance)
    monkeypatch.setattr(secrets, "randbits", no_chance)
    for game in games:
        assert_same(game, saved(game))
        assert_same(game, pickled(game))
    assert len(games) > 3


# Home-made variants ---------------------------------------------------------------------------


def depots_game() -> Game:
    """A game of the home-made variant with its own actions and decision in it."""
    game = ttrkit.new_game(DEPOTS, players=4, seed=5)
    rng = random.Random(5)
    while not any(isinstance(event.action, CallOut) for event in game.history):
        game.apply(any_action(game, rng))
    return game


def test_home_made_parts_record_by_themselves() -> None:
    """Their actions, decisions and slots need no help."""
    game = depots_game()
    assert any(isinstance(event.action, HideCard) for event in game.history)
    again = saved(game)
    assert_same(game, again)
    assert again.history == game.history
    made_up = ttrkit.determinize(game.observe(1), random.Random(1))
    assert_same(made_up, saved(made_up))
    assert pickled(made_up).to_record() == made_up.to_record()
    assert pickled(game).history == game.history


def test_a_variant_that_is_not_known_by_name_is_handed_in() -> None:
    """And the error says so."""
    record = depots_game().to_record()
    with pytest.raises(RecordError, match=r'no variant "depots".*`variant=`'):
        ttrkit.from_record(record)
    with pytest.raises(RecordError, match="a game of 'depots', not of usa"):
        ttrkit.from_record(record, variant=ttrkit.get_variant("usa"))


# What is refused ------------------------------------------------------------------------------


def altered(record: dict[str, Any], **fields: Any) -> dict[str, Any]:
    """The record with other fields, and a checksum that fits."""
    new = {**record, **fields}
    del new["checksum"]
    return {**new, "checksum": _checksum(new)}


def test_what_is_no_legal_game_is_refused_in_words() -> None:
    """With the number of the step where that is known."""
    games = (finished(VARIANTS["usa"], 5, seed) for seed in range(20))
    record = next(r for game in games if len((r := game.to_record())["shuffles"]) > 2)
    actions, shuffles = record["actions"], record["shuffles"]
    order = shuffles[0][1]
    other_box = ["deck", [*order[:-1], (order[-1] + 1) % 9]]
    cases: dict[str, dict[str, Any]] = {
        "format": {"format": "chess"},
        "newer ttrkit": {"version": 3},
        "version 0": {"version": 0},
        "another board": {"board": "0" * 16},
        "version 7 of the rules": {"rules": 7},
        "2, 3, 4 or 5 players": {"players": 6},
        "seats are 0 to 4": {"first": 5},
        "seed": {"seed": None},
        "held other cards": {"shuffles": [other_box, *shuffles[1:]]},
        "shuffle is missing": {"shuffles": shuffles[:1]},
        r"step \d+: a shuffle is missing": {"shuffles": shuffles[:-1]},
        "1 shuffles too many": {"shuffles": [*shuffles, shuffles[-1]]},
        "step 3: ": {"actions": [*actions[:2], ["DrawFaceUp", {"colour": "grey"}], *actions[3:]]},
        f"step {len(actions) + 1}: the game is over": {"actions": [*actions, ["Pass"]]},
        "step 1: no action": {"actions": [["Castle"]]},
    }
    for words, fields in cases.items():
        with pytest.raises(RecordError, match=words):
            ttrkit.from_record(altered(record, **fields))


def test_a_truncated_record_is_refused() -> None:
    """Whichever part is missing."""
    record = finished(VARIANTS["paris"], 2, seed=2).to_record()
    for key in record:
        with pytest.raises(RecordError):
            ttrkit.from_record({k: value for k, value in record.items() if k != key})
    for anything in (None, 1, "usa", [], {}, [record], {"format": "ttrkit game"}, object()):
        with pytest.raises(RecordError):
            ttrkit.from_record(anything)
