"""Variants are equal by their fingerprint, and are pickled with one engine for all games."""

import gc
import pickle
import random
from collections.abc import Callable
from typing import Any

import attrs
import pytest

import ttrkit
from tests.properties.home_made import DEPOTS, FOG
from ttrkit import Variant
from ttrkit.engine import Engine
from ttrkit.parts import Part, Stations

USA = ttrkit.get_variant("usa")


class Loose(Part):
    """A part that is no attrs class, with one setting."""

    def __init__(self, setting: object) -> None:
        self._setting = setting


@attrs.define
class Tight(Part):
    """A part that keeps its settings in slots."""

    points: int = 1


def redefined() -> type[Part]:
    """A class of the same name every time, as in a notebook whose cell is run again."""

    class Again(Part):
        """A part."""

    return Again


def test_a_class_defined_anew_is_another() -> None:
    """Its name is the same, but its code may not be; so it is for functions without a name."""
    one, other = redefined(), redefined()
    assert USA.adding(one()) == USA.adding(one())
    assert USA.adding(one()).fingerprint == USA.adding(other()).fingerprint
    assert USA.adding(one()) != USA.adding(other())
    assert USA.adding(Loose(lambda: 1)) != USA.adding(Loose(lambda: 2))


@pytest.mark.parametrize("variant", [DEPOTS, FOG, USA.adding(Loose({3, 4})), USA.adding(Tight(7))])
def test_what_is_unpickled_equals_the_original(variant: Variant) -> None:
    """The variant, a game of it, and what a seat sees."""
    game = ttrkit.new_game(variant, players=4, seed=3)
    rng = random.Random(3)
    for _ in range(30):
        game.apply(rng.choice(game.legal_actions()))
    seen = game.observe(2)
    again = pickle.loads(pickle.dumps((variant, game, seen)))
    assert again[0] == variant
    assert again[1].history == game.history
    assert again[2] == seen
    assert hash(again[2]) == hash(seen)


def counted(monkeypatch: pytest.MonkeyPatch) -> list[Engine]:
    """A list that every new engine is added to."""
    made: list[Engine] = []
    build = Engine.__init__

    def count(self: Engine, variant: Variant, *args: Any) -> None:
        made.append(self)
        build(self, variant, *args)

    monkeypatch.setattr(Engine, "__init__", count)
    return made


def test_a_process_builds_one_engine_for_all_games(monkeypatch: pytest.MonkeyPatch) -> None:
    """One game after another, though none of them is kept: as in a worker."""
    variant = USA.adding(Stations(count=1))
    game = ttrkit.new_game(variant, players=2, seed=1)
    stored = pickle.dumps((game, game.observe(0)))
    assert pickle.loads(stored)[0].variant is variant
    variants = ttrkit.variant
    monkeypatch.setattr(variants, "_KNOWN", type(variants._KNOWN)())  # as in another process
    variants._RECENT.clear()
    made = counted(monkeypatch)
    for _ in range(3):
        again, seen = pickle.loads(stored)
        assert again.variant is seen.variant is not variant
        assert again.legal_actions() == game.legal_actions()
        del again, seen
        gc.collect()
    assert len(made) == 1


def test_look_alikes_are_not_mixed_up() -> None:
    """A title and a moved city survive a pickle, whatever came before."""
    cities = [attrs.evolve(city, y=city.y + 1) for city in USA.board.cities]
    moved = USA.with_board(attrs.evolve(USA.board, cities=cities))
    variant = USA.adding(Loose(1))
    for one in (variant, attrs.evolve(variant, title="Other"), moved.adding(Loose(1))):
        again = pickle.loads(pickle.dumps(one))
        assert (again, again.title, again.board) == (one, one.title, one.board)


def test_editions_and_their_games_are_pickled_by_name(monkeypatch: pytest.MonkeyPatch) -> None:
    """Without a look at what is installed; a home-made variant looks once."""
    games = [ttrkit.new_game(name, players=4, seed=1) for name in ttrkit.variant_names()]
    home_made = attrs.evolve(USA, name="like-usa")
    game = ttrkit.new_game(home_made, players=2, seed=1)
    looks: list[int] = []

    def look() -> dict[str, Any]:
        looks.append(1)
        return {}

    monkeypatch.setattr(ttrkit.variant, "_plug_ins", look)
    for each in games:
        again, seen = pickle.loads(pickle.dumps((each, each.observe(1))))
        assert again.variant is seen.variant is each.variant
        assert seen == each.observe(1)
    assert looks == []
    things: list[Callable[[], object]] = [lambda: home_made, lambda: game, lambda: game.observe(0)]
    for thing in things:
        pickle.loads(pickle.dumps(thing()))
    assert looks == [1]
