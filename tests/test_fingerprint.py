"""The fingerprint of a variant: the same wherever the rules are, and another for other rules."""

import enum
import pickle
import random
import subprocess
import sys
import threading
from collections import OrderedDict
from collections.abc import Iterator
from dataclasses import dataclass, field
from functools import partial
from pathlib import Path
from typing import Any

import attrs

import ttrkit
from ttrkit import Colour, Variant, _text
from ttrkit.parts import Flags, LastRound, LongestRoute, Part, State

USA = ttrkit.get_variant("usa")

EDITIONS = {
    "asia": "2cdec966818c2af6",
    "europe": "24d3c81483f80697",
    "paris": "a179d075e82b0ccd",
    "usa": "d2b6e738f5c9e36e",
}
"""The editions as recorded games know them."""


class Whole:
    """A whole number that is no `int`, as NumPy has them."""

    def __init__(self, number: int) -> None:
        self.number = number

    def __index__(self) -> int:
        return self.number


class Mood(enum.StrEnum):
    """A setting with names."""

    MILD = "mild"
    WILD = "wild"


@attrs.frozen
class Prize:
    """An attrs class; its note does not count."""

    points: int
    note: str = attrs.field(default="", eq=False)


@dataclass
class Level:
    """A dataclass; its note does not count."""

    height: int
    note: str = field(default="", compare=False)


class Bare:
    """A plain class."""

    def __init__(self, inside: object) -> None:
        self.inside = inside


class Slotted:
    """A class with slots."""

    __slots__ = ("inside",)

    def __init__(self, inside: object) -> None:
        self.inside = inside


class Loose(Part):
    """A part that is no attrs class, with one setting."""

    def __init__(self, setting: object) -> None:
        self._setting = setting


class Looser(Loose):
    """Another part with the same settings."""


@attrs.define
class Tight(Part):
    """A part that keeps its settings in slots."""

    points: int = 1


@attrs.define(slots=False)
class Longer(LongestRoute):
    """A part of ours with one setting more, which is not an attrs field."""

    def __attrs_post_init__(self) -> None:
        self.more = self.points * 2


class Guarded(Part):
    """A part that pickles in its own way: without its lock and what it remembers."""

    def __init__(self, points: int) -> None:
        self.points = points
        self._lock: Any = threading.Lock()
        self._memory: list[int] = []

    def end_turn(self, state: State, seat: int) -> None:
        """Remember who was in turn."""
        with self._lock:
            self._memory.append(seat)

    def __getstate__(self) -> dict[str, Any]:
        return {"points": self.points}

    def __setstate__(self, state: dict[str, Any]) -> None:
        self.__init__(**state)  # type: ignore[misc]


class Shut(Part):
    """A part that cannot be pickled."""

    def __init__(self, points: int) -> None:
        self.points = points

    def __reduce__(self) -> Any:
        raise TypeError("not this one")


def double(number: int) -> int:
    """A function that a part may be given."""
    return 2 * number


def triple(number: int) -> int:
    """Another one."""
    return 3 * number


def prints(*settings: object) -> list[str]:
    """The fingerprints of variants whose part is given these settings."""
    return [USA.adding(Loose(setting)).fingerprint for setting in settings]


def test_editions_keep_their_fingerprints() -> None:
    """A record of today is read tomorrow; another fingerprint here would refuse it."""
    found = {name: ttrkit.get_variant(name).fingerprint for name in EDITIONS}
    assert found == EDITIONS


def changed() -> Iterator[Variant]:
    """The USA with every number and part changed, each once."""
    for each in attrs.fields(Variant):
        if isinstance(getattr(USA, each.name), int):
            yield attrs.evolve(USA, **{each.name: getattr(USA, each.name) + 1})
    yield attrs.evolve(USA, name="us")
    yield attrs.evolve(USA, players=(2, 3, 4))
    yield attrs.evolve(USA, deck={**USA.deck, "wild": 13})
    yield USA.with_board(ttrkit.get_variant("europe").board)
    yield USA.without(LongestRoute)
    yield USA.adding(LongestRoute())
    yield USA.replacing(LastRound, LastRound(trains=3))
    yield USA.replacing(LongestRoute, Longer())
    yield attrs.evolve(USA, parts=USA.parts[::-1])


def test_all_that_matters_to_the_rules_changes_it() -> None:
    """Every number, the name, players, deck, board, and the parts in their order."""
    variants = [USA, *changed()]
    assert len({variant.fingerprint for variant in variants}) == len(variants) > 15
    assert all(one != other for one in variants for other in variants if one is not other)


def test_what_does_not_matter_leaves_it() -> None:
    """The title, and where cities are drawn."""
    moved = attrs.evolve(USA.board, cities=[attrs.evolve(c, x=c.x + 1) for c in USA.board.cities])
    for other in (attrs.evolve(USA, title="America"), USA.with_board(moved), attrs.evolve(USA)):
        assert other is not USA
        assert other == USA
        assert hash(other) == hash(USA)
        assert other.fingerprint == USA.fingerprint
    assert USA != "usa"


def test_settings_count_by_what_they_mean() -> None:
    """Not by their order where there is none, nor by a memory address or a field for show."""
    alike: list[tuple[object, ...]] = [
        (3, Whole(3)),
        ({"a": 1, "b": 2}, {"b": 2, "a": 1}, OrderedDict(b=2, a=1)),
        ({"x", "y", "z"}, frozenset("zyx")),
        ([1, 2], (1, 2)),
        (Prize(3), Prize(3, "gold")),
        (Level(3), Level(3, "high")),
        (Bare([1]), Bare([1])),
        (Slotted({2}), Slotted({2})),
        (partial(double, 4), partial(double, 4)),
        (threading.Lock(), threading.Lock()),
        (random.Random(1), random.Random(1)),
    ]
    for settings in alike:
        assert len(set(prints(*settings))) == 1, settings
    different: list[tuple[object, ...]] = [
        (3, 4, "3", 3.0, True, None, b"3", [3], {3}, {3: 3}, Prize(3), Level(3), Bare(3)),
        (1, True),
        (0, False, None),
        (Prize(3), Prize(4)),
        (Level(3), Level(4)),
        (Bare(3), Bare(4)),
        (Slotted(3), Slotted(4)),
        (Mood.MILD, Mood.WILD, "mild", Colour.WILD),
        (double, triple, int, Whole, "double", random),
        (partial(double, 4), partial(double, 5), partial(triple, 4)),
        (random.Random(1), random.Random(2)),
        (10**400, 10**401),
        ("é", "e\u0301", "\ud800"),
        ([1] * 1000, [1] * 1000 + [2]),
    ]
    for settings in different:
        assert len(set(prints(*settings))) == len(settings), settings


def test_a_part_counts_by_its_class_and_all_its_attributes() -> None:
    """In slots or not, attrs or not."""
    parts = [Loose(1), Loose(2), Looser(1), Tight(1), Tight(2), Longer(3), Longer(4)]
    assert len({USA.adding(part).fingerprint for part in parts}) == len(parts)
    longer = USA.adding(Longer(3)).definition.facts["parts"][-1]
    assert longer == ["Longer (home-made)", {"more": "6", "points": "3"}]
    flags = USA.adding(Flags()).definition.facts["parts"][-1]
    assert flags == ["Flags", {"colours": "[Colour.BLUE, Colour.WHITE, Colour.RED]", "points": "4"}]


def test_a_part_with_its_own_way_of_pickling_counts_by_that() -> None:
    """What it leaves out is not of its settings; one that cannot be pickled has its attributes."""
    variants = [USA.adding(kind(points)) for kind in (Guarded, Shut) for points in (1, 2)]
    assert len({variant.fingerprint for variant in variants}) == 4
    assert variants[0].definition.facts["parts"][-1][1] == {"points": "1"}
    game = ttrkit.new_game(variants[0], players=2, seed=1)
    rng = random.Random(1)
    for _ in range(30):
        game.apply(rng.choice(game.legal_actions()))
    fresh = ttrkit.from_record(game.to_record(), variant=USA.adding(Guarded(1)))
    assert fresh.history == game.history
    assert pickle.loads(pickle.dumps(game)).history == game.history


def test_an_object_that_holds_itself_is_no_trap() -> None:
    """Nor is a part that its own attribute leads back to."""
    ring: list[object] = [1]
    ring.append(ring)
    part = Loose(None)
    part._setting = Bare(part)
    assert USA.adding(Loose(ring), part).fingerprint


def test_play_leaves_it_as_it_is() -> None:
    """Whatever a part remembers of a game, if only the engine was built by then."""
    part = Loose({})
    variant = USA.adding(part)
    assert variant.engine.variant is variant
    part._setting = {"remembered": 1}
    assert variant.fingerprint == USA.adding(Loose({})).fingerprint


def test_ours_have_names_of_their_own() -> None:
    """Our parts are named without their modules, so no two may share a name."""
    ours = [
        kind
        for name in ttrkit.parts.__all__
        if isinstance(kind := getattr(ttrkit.parts, name), type) and issubclass(kind, Part)
    ]
    assert len({kind.__name__ for kind in ours}) == len(ours) > 10
    assert not any(ttrkit.get_variant(name).engine.is_home_made for name in EDITIONS)
    assert USA.adding(Loose(1)).engine.is_home_made


SCRIPT = """
import attrs, sys, ttrkit
from ttrkit.parts import Part

class Bonus(Part):
    def __init__(self, names):
        self.names = names

VARIANT = ttrkit.get_variant("usa").adding(Bonus({"a", "b", "c", "d"}))
if __name__ == "__main__":
    print(VARIANT.fingerprint)
"""


def test_it_is_the_same_in_every_process(tmp_path: Path) -> None:
    """However strings are hashed, and whether the module is run or imported."""
    (tmp_path / "bonus_rules.py").write_text(SCRIPT)
    ways = [["bonus_rules.py"], ["-m", "bonus_rules"]]
    ways.append(["-c", "from bonus_rules import VARIANT; print(VARIANT.fingerprint)"])
    source = str(Path(ttrkit.__file__).parents[1])
    found = {
        subprocess.run(
            [sys.executable, *way],
            cwd=tmp_path,
            env={"PYTHONHASHSEED": seed, "PYTHONPATH": source},
            capture_output=True,
            text=True,
            check=True,
        ).stdout
        for way in ways
        for seed in ("1", "2")
    }
    assert len(found) == 1, found
    assert len(found.pop()) == _text.DIGITS + 1
