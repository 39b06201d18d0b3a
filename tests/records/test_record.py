"""Records are plain JSON types, and nothing that only looks like them."""

import enum
import json
import random
import re
from collections.abc import Iterable, Iterator

import attrs
import pytest

import ttrkit
from tests.properties.test_records import altered
from ttrkit import Action, RecordError
from ttrkit.errors import CodecError
from ttrkit.parts import Decision, Part, State, open_field

PLAIN = (str, int, bool, float, type(None))


def not_plain(value: object, place: str = "record") -> Iterator[str]:
    """The places where something else than a plain JSON type stands."""
    if type(value) is dict:
        for key, item in value.items():
            assert type(key) is str, place
            yield from not_plain(item, f"{place}.{key}")
    elif type(value) is list:
        for number, item in enumerate(value):
            yield from not_plain(item, f"{place}[{number}]")
    elif type(value) not in PLAIN:
        yield f"{place}: {type(value).__name__}"


@pytest.mark.parametrize("name", ttrkit.variant_names())
def test_a_record_holds_plain_types_alone(name: str) -> None:
    """From a set-up, from a position, and of a game made from an observation at any decision."""
    rng = random.Random(7)
    met: set[str | None] = set()
    for game in (
        ttrkit.new_game(name, players=4, seed=7),
        ttrkit.position(name, players=4, hands=[{"red": 5, "wild": 4}], seed=7),
    ):
        while not game.is_over:
            game.apply(rng.choice(game.legal_actions()))
            if game.decision not in met or rng.random() < 0.02:
                met.add(game.decision)
                world = ttrkit.determinize(game.observe(rng.randrange(4)), rng)
                assert list(not_plain(world.to_record())) == []
        assert list(not_plain(game.to_record())) == []


class Mood(enum.StrEnum):
    """A text that is none exactly."""

    MILD = "mild"


class Rank(enum.IntEnum):
    """A number that is none exactly."""

    LOW = 1


class Whole:
    """A whole number that is no `int`, as NumPy has them."""

    def __index__(self) -> int:
        return 3


class Share(float):
    """A share."""


@attrs.frozen
class Rest(Action):
    """Do nothing, in a mood."""

    mood: Mood = Mood.MILD
    rank: Rank = Rank.LOW
    word: str = ""

    is_public = True


@attrs.define
class MoodSlot:
    """Values of all sorts."""

    moods: dict[Mood, Rank] = attrs.field(factory=dict)
    shares: tuple[float, ...] = open_field(())
    places: set[int] = attrs.field(factory=set)
    number: int = open_field(0)
    word: str = open_field("")


class AskMood(Decision):
    """Which mood; the data is not what JSON has."""

    name = "mood"
    actions = (Rest,)
    data_type = tuple[Mood, int]

    def options(self, state: State, seat: int, data: tuple[Mood, int]) -> list[Action]:
        return [Rest(data[0], Rank.LOW, Mood.MILD), Rest(data[0], word="b")]

    def check(self, state: State, seat: int, data: object, action: Action) -> str | None:
        return None if isinstance(action, Rest) else "rest"

    def resolve(self, state: State, seat: int, data: object, action: Action, found: object) -> None:
        state.award(seat, Rank.LOW, "moods")


class Moods(Part):
    """After every turn a seat is asked for its mood."""

    labels = ("moods",)
    slot = MoodSlot

    def __init__(self, mood: Mood, number: object) -> None:
        self.mood, self.number = mood, number
        self._ask = AskMood()

    def decisions(self) -> Iterable[Decision]:
        return (self._ask,)

    def init_slot(self, state: State) -> None:
        slot: MoodSlot = self.slot_of(state)
        slot.moods, slot.shares, slot.places = {self.mood: Rank.LOW}, (Share(0.5),), {5, 3}
        slot.number, slot.word = Rank.LOW, Mood.MILD

    def before_claim(self, state: State, *_: object) -> None:
        state.push(self._ask, state.seat, (Mood.MILD, Rank.LOW))


MOODS = attrs.evolve(ttrkit.get_variant("usa").adding(Moods(Mood.MILD, Whole())), name="moods")


def test_so_does_one_of_a_home_made_variant() -> None:
    """Enums, numbers and texts of other classes are written as what they are."""
    game = ttrkit.position(MOODS, players=2, hands=[{"red": 6, "wild": 6}], seed=Rank.LOW)
    rng = random.Random(1)
    while game.decision != "mood":
        game.apply(rng.choice(game.legal_actions()))
    for each in (ttrkit.determinize(game.observe(1), rng), game):
        each.apply(each.legal_actions()[0])
        record = each.to_record()
        assert list(not_plain(record)) == []
        assert json.loads(json.dumps(record)) == record
        assert ttrkit.from_record(record, variant=MOODS).to_record() == record
    (slot,) = [slot for slot in record["start"]["slots"] if "moods" in slot]
    assert slot == {
        "moods": {"mild": 1}, "shares": [0.5], "places": [3, 5], "number": 1, "word": "mild"
    }  # fmt: skip


def test_what_json_has_no_word_for_is_named() -> None:
    """A part that keeps an object in its slot is told so."""
    game = ttrkit.position(MOODS, players=2)
    game._state.slots[-1].word = object()
    world = ttrkit.determinize(game.observe(0), random.Random(1))
    with pytest.raises(CodecError, match=r"JSON has no word for <object .*>, a object"):
        world.to_record()


@pytest.mark.parametrize(
    ("field", "value", "words"),
    [
        ("word", 5, "text is wanted, not 5"),
        ("number", True, "a whole number is wanted, not True"),
        ("shares", "half", "could not convert string to float"),
        ("moods", {"grim": 1}, "'grim' is not a valid Mood"),
    ],
)
def test_values_of_another_kind_are_not_read(field: str, value: object, words: str) -> None:
    """What stands in a slot is of the type that its part has declared."""
    record = ttrkit.position(MOODS, players=2, seed=1).to_record()
    (slot,) = [slot for slot in record["start"]["slots"] if "moods" in slot]
    slot[field] = value
    with pytest.raises(RecordError, match=re.escape(words)):
        ttrkit.from_record(altered(record), variant=MOODS)
