"""Things that parts add to the box are known wherever cards and tickets are."""

import json
import pickle
import random
from typing import Any

import attrs
import pytest

import ttrkit
from tests.engine.things import (
    SHIPS,
    TERRAIN,
    Crossings,
    DrawTerrain,
    PlayTerrain,
    Ships,
    Terrain,
    variant,
)
from ttrkit import Game, Variant, parts
from ttrkit.engine import all_things
from ttrkit.errors import RuleError
from ttrkit.parts import TRAINS, Stock, deck_of, pile_of
from ttrkit.testing import check_variant
from ttrkit.testing.invariants import check_conservation, state_of

ALL = variant(Terrain(), Ships(), Crossings())


def played(seed: int, of: Variant = ALL, players: int = 2, steps: int = 10_000) -> Game:
    """A random game."""
    rng = random.Random(seed)
    game = ttrkit.new_game(of, players=players, seed=seed)
    while not game.is_over and steps:
        game.apply(rng.choice(game.legal_actions()))
        steps -= 1
    return game


def test_the_check_finds_nothing() -> None:
    """Hidden decks, pieces beside trains, and trains that leave play pass every invariant."""
    check_variant(ALL, games=3, seed=1)


@pytest.mark.parametrize("players", [2, 3])
def test_everything_works_over_things(players: int) -> None:
    """Conservation, copies, observations, determinize and records, after every action."""
    rng = random.Random(players)
    drawn = 0
    for seed in range(4):
        game = ttrkit.new_game(ALL, players=players, seed=seed)
        whole = all_things(state_of(game))
        while not game.is_over:
            action = rng.choice(game.legal_actions())
            drawn += isinstance(action, DrawTerrain)
            game.apply(action)
            check_conservation(game)
            assert all_things(state_of(game)) == whole
            if rng.random() < 0.1:
                for seat in range(players):
                    seen = game.observe(seat)
                    assert pickle.loads(pickle.dumps(seen)) == seen
                    world = ttrkit.determinize(seen, rng)
                    check_conservation(world)
                    assert world.observe(seat) == seen
                    saved = json.loads(json.dumps(world.to_record()))
                    again = ttrkit.from_record(saved, variant=ALL)
                    assert again.observe(seat) == seen
        record = json.loads(json.dumps(game.to_record()))
        replayed = ttrkit.from_record(record, variant=ALL)
        assert [s.terrain for s in replayed.seats] == [s.terrain for s in game.seats]
        assert replayed.result() == game.result()
    assert drawn > 20


def test_things_are_read_by_name() -> None:
    """On seats, on observations and on the seats of observations; hidden ones by their size."""
    game = ttrkit.position(
        ALL, players=2, terrain=[{"hill": 2}, {"forest": 1}], ships={0: 3}, played={"hill": 1}
    )
    assert game.seats[0].terrain == {"hill": 2}
    assert (game.seats[0].ships, game.seats[1].ships) == (3, 8)
    assert {"terrain", "ships", "lost"} <= set(dir(game.seats[0]))
    seen = game.observe(0)
    for each in (seen, pickle.loads(pickle.dumps(seen))):
        assert each.seats[0].terrain == {"hill": 2}
        assert each.seats[1].terrain == 1  # the size alone
        assert each.seats[1].ships == 8
        assert (each.played, each.terrain_deck) == ({"hill": 1}, 3)
        assert {"played", "terrain_deck"} <= set(dir(each))
        assert {"terrain", "ships", "lost"} <= set(dir(each.seats[0]))
    with pytest.raises(AttributeError, match='adds "harbours" to a seat'):
        _ = seen.seats[0].harbours
    with pytest.raises(AttributeError, match='has no "harbours"'):
        _ = seen.harbours


def test_nothing_hidden_is_seen() -> None:
    """Two games that differ in hidden things alone look alike."""
    one, other = (
        ttrkit.position(ALL, players=2, seed=1, terrain=[{}, {kind: 1}], terrain_deck=deck)
        for kind, deck in (("hill", ["forest", "hill"]), ("forest", ["hill", "forest"]))
    )
    assert one.observe(0) == other.observe(0)
    assert one.observe(1) != other.observe(1)


def test_hidden_things_are_dealt_evenly() -> None:
    """Seat 1 holds one of four hills and two forests that seat 0 does not see: 2 in 3 a hill."""
    game = ttrkit.position(ALL, players=2, seed=3, terrain=[{"forest": 1}, {"hill": 1}])
    seen = game.observe(0)
    rng = random.Random(5)
    worlds = [ttrkit.determinize(seen, rng) for _ in range(3_000)]
    hills = sum(world.seats[1].terrain["hill"] for world in worlds)
    assert hills / 3_000 == pytest.approx(4 / 6, abs=0.035)
    tops = [state_of(world).slots[-3].terrain_deck[-1] for world in worlds]
    assert tops.count(0) / 3_000 == pytest.approx(4 / 6, abs=0.035)


def test_a_deck_is_refilled() -> None:
    """When it is empty, what was played is shuffled; when there is nothing, none is drawn."""
    game = ttrkit.position(
        ALL, players=2, terrain=[{"hill": 1}, {"hill": 3, "forest": 3}], terrain_deck=[]
    )
    assert not game.is_legal(DrawTerrain())
    assert game.why_not(DrawTerrain()) == "no terrain card is left"
    game.apply(PlayTerrain("hill"))
    game.apply(DrawTerrain())
    assert game.observe(0).terrain_deck == 0
    assert game.seats[1].terrain == {"hill": 4, "forest": 3}
    assert [type(item).__name__ for item in game.history[-1].outcome] == ["Shuffled", "ThingDrawn"]
    assert "hill" not in str(game.observe(0).history[-1].outcome)


def test_an_answer_joins_another_parts_decision() -> None:
    """A terrain card counts as one of the turn's two draws, first or second."""
    game = ttrkit.position(ALL, players=2, seed=2)
    game.apply(ttrkit.DrawBlind())
    assert (game.to_move, game.decision) == (0, "next card")
    assert game.legal_actions().count(DrawTerrain()) == 1
    game.apply(DrawTerrain())
    assert game.to_move == 1
    game.apply(DrawTerrain())
    assert (game.to_move, game.decision) == (1, "next card")
    game.apply(ttrkit.DrawBlind())
    assert game.to_move == 0


def test_a_route_takes_its_own_pieces() -> None:
    """Ships are left and laid apart from trains; too few, and the claim is refused."""
    sea = next(route for route in ALL.board.routes if route.length == 2)
    hand = {sea.colour: 2}
    game = ttrkit.position(ALL, players=2, hands=[hand, {}], ships=[2, 8])
    claim = ttrkit.ClaimRoute(sea, hand)
    assert claim in game.legal_actions()
    game.apply(claim)
    assert (game.seats[0].ships, game.seats[0].trains) == (0, 12)
    short = ttrkit.position(ALL, players=2, hands=[hand, {}], ships=[1, 8])
    assert claim not in short.legal_actions()
    assert short.why_not(claim) == f"{sea} needs 2 ships; you have 1"
    few = ttrkit.position(ALL, players=2, hands=[hand, {}], trains=[0, 12])
    assert few.is_legal(claim)


def test_trains_leave_play() -> None:
    """They lie in a pile of their own, and add up."""
    crossing = next(route for route in ALL.board.routes if route.length == 3)
    hand = {crossing.colour: 3}
    game = ttrkit.position(ALL, players=2, hands=[hand, {}])
    before = all_things(state_of(game))
    game.apply(ttrkit.ClaimRoute(crossing, hand))
    assert (game.seats[0].trains, game.seats[0].lost) == (8, 1)
    assert all_things(state_of(game)) == before


class Thief(parts.Part):
    """Takes trains without a word."""

    def after_claim(self, state: Any, seat: int, route: Any, payment: Any) -> None:
        state.trains[seat] -= 1


class Forger(Terrain):
    """Makes terrain cards."""

    def _take(self, state: Any, seat: int, draws: Any) -> None:
        super()._take(state, seat, draws)
        self.slot_of(state).terrain[seat][0] += 1


@pytest.mark.parametrize(
    ("part", "words"),
    [
        (Thief(), "trains are not conserved: .*pile_of\\(TRAINS\\)"),
        (Forger(), "terrains are not conserved"),
    ],
)
def test_the_check_names_who_loses_things(part: parts.Part, words: str) -> None:
    """With the part, and for trains the way to declare it."""
    with pytest.raises(AssertionError, match=rf"(?s){type(part).__name__}.*{words}"):
        check_variant(variant(part), games=2, seed=1)


# Declarations --------------------------------------------------------------------------------


def slot_with(**fields: Any) -> type:
    """A slot class with these fields."""
    made: type = attrs.make_class("Slot", fields)
    return made


@pytest.mark.parametrize(
    ("fields", "words"),
    [
        ({"hills": lambda: pile_of(TERRAIN, per="seat", seen="all")}, "begin in one pile.*none"),
        (
            {"a": lambda: deck_of(TERRAIN), "b": lambda: deck_of(TERRAIN)},
            "begin in one pile.*a and b",
        ),
        ({"a": lambda: deck_of(TERRAIN, refilled_from="c")}, "a is refilled from c, which must be"),
        ({"tickets": lambda: deck_of(TERRAIN)}, 'the name "tickets" is taken'),
        (
            {"a": lambda: deck_of(TERRAIN), "b": lambda: deck_of(Stock("terrain", 3))},
            'two stocks are called "terrain"',
        ),
        ({"a": lambda: deck_of(Stock("train", 3))}, 'two stocks are called "train"'),
    ],
)
def test_piles_are_declared_well(fields: Any, words: str) -> None:
    """Or the variant is refused, in words."""

    class Odd(parts.Part):
        slot = slot_with(**{name: make() for name, make in fields.items()})

    with pytest.raises(RuleError, match=words):
        _ = variant(Odd()).engine


@pytest.mark.parametrize(
    ("declare", "words"),
    [
        (lambda: deck_of(SHIPS), "they make no deck"),
        (lambda: pile_of(SHIPS, per="game", seen="all"), "a pile of them is per seat"),
        (lambda: pile_of(TERRAIN, per="seat", seen="all", supply=True), "is per game, and not"),
        (lambda: pile_of(TRAINS, per="seat", seen="all", supply=True), "supply of train"),
        (
            lambda: pile_of(Stock("s", {"a": 1, "b": 2}, per="seat"), per="seat", seen="owner"),
            "all see them",
        ),
    ],
)
def test_a_pile_fits_its_stock(declare: Any, words: str) -> None:
    """Whose things each seat has for itself, no other may hold."""
    with pytest.raises(RuleError, match=words):
        declare()


@pytest.mark.parametrize(
    ("make", "words"),
    [
        (lambda: Stock("s", "many"), "the number of things"),
        (lambda: Stock("s", {"a": -1}), '"a"'),
        (lambda: Stock(3, 1), "text is wanted"),  # type: ignore[arg-type]
        (lambda: TERRAIN.kind("hil"), 'no kind "hil" \\(did you mean "hill"\\?\\)'),
        (lambda: TERRAIN.read(3, "terrain[0]"), "terrain\\[0\\]: such as .* is wanted, not 3"),
    ],
)
def test_a_stock_is_refused_in_words(make: Any, words: str) -> None:
    """Numbers that are none, kinds that are not there."""
    with pytest.raises((TypeError, ValueError), match=words):
        make()


@pytest.mark.parametrize(
    ("given", "words"),
    [
        ({"terrain": [{"hill": 5}, {}]}, "terrain: 5 hill are named; the box holds 4"),
        ({"terrain": [{"lake": 1}, {}]}, 'no kind "lake"'),
        ({"terrain": {2: {"hill": 1}}}, "there is no seat 2"),
        ({"terrain_deck": ["hill"] * 5}, "5 hill are named; the box holds 4"),
        ({"ships": [-1, 2]}, "ships\\[0\\]"),
        ({"boats": 1}, "terrain_deck, terrain, played, ships, lost"),
    ],
)
def test_positions_refuse_what_the_box_does_not_hold(given: dict[str, Any], words: str) -> None:
    """In words, with the pile."""
    with pytest.raises((TypeError, ValueError), match=words):
        ttrkit.position(ALL, players=2, **given)


def test_altered_things_are_refused() -> None:
    """A record's start is held to what the box has."""
    record = ttrkit.position(ALL, players=2, seed=1).to_record()
    at = next(n for n, slot in enumerate(record["start"]["slots"]) if "terrain" in slot)
    for change in (
        {"terrain": [[1, 0], [0, 0]]},
        {"played": [1]},
        {"terrain_deck": [0] * 7},
        {"terrain_deck": [0, 0, 0, 0, 1, 1, 7]},
    ):
        other = json.loads(json.dumps(record))
        other["start"]["slots"][at].update(change)
        other.pop("checksum", None)
        with pytest.raises(ttrkit.RecordError):
            ttrkit.from_record(other, variant=ALL)


def test_joins_name_a_decision() -> None:
    """Another part's, not the turn, and one that exists."""

    class Odd(Terrain):
        joins = {"next crad": (DrawTerrain,)}  # noqa: RUF012

    class Turn(Terrain):
        joins = {"turn": (DrawTerrain,)}  # noqa: RUF012

    with pytest.raises(RuleError, match='Odd cannot join "next crad" \\(did you mean "next card"'):
        _ = variant(Odd()).engine
    with pytest.raises(RuleError, match="whose answers are the part's `actions`"):
        _ = variant(Turn()).engine


def test_things_are_told() -> None:
    """A mapping like `Cards`: hashable, absent kinds are 0, in words."""
    game = ttrkit.position(ALL, players=2, terrain=[{"hill": 2, "forest": 1}, {}])
    things = game.seats[0].terrain
    assert (things["hill"], things["lake"], things.total, len(things)) == (2, 0, 3, 2)
    assert str(things) == "2 hill, 1 forest"
    assert str(game.seats[1].terrain) == "nothing"
    assert things == {"forest": 1, "hill": 2, "lake": 0}
    assert things != "2 hill"
    assert hash(things) == hash(
        ttrkit.position(ALL, players=2, terrain=[things, {}]).seats[0].terrain
    )


def test_own_things_come_from_the_supply() -> None:
    """What lies elsewhere is not in the supply as well, unless the supply is named, too."""
    game = ttrkit.position(ALL, players=2, lost={0: 3})
    assert [(seat.trains, seat.lost) for seat in game.seats] == [(9, 3), (12, 0)]
    named = ttrkit.position(ALL, players=2, lost={0: 3}, trains=[2, 12])
    assert named.seats[0].trains == 2
    for given in ({"lost": {0: 13}}, {"lost": {0: 3}, "trains": [10, 12]}):
        with pytest.raises(ValueError, match="seat 0 has 12 train of its own, and more are named"):
            ttrkit.position(ALL, players=2, **given)
    with pytest.raises(ValueError, match="seat 1 has 8 ship of its own"):
        ttrkit.position(ALL, players=2, ships={1: 9})
