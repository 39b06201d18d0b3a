"""A record names its rules: no game is replayed by others than those it was played by."""

import json
import random
from pathlib import Path
from typing import Any

import attrs
import pytest

import ttrkit
from tests.cli.helpers import complaint, run
from tests.properties.home_made import Fog
from tests.properties.test_records import altered
from ttrkit import RecordError, Variant, cards
from ttrkit.parts import Ferries, LastRound, LongestRoute, Stations, Tickets
from ttrkit.records.rules import _IN_WORDS

USA, EUROPE = ttrkit.get_variant("usa"), ttrkit.get_variant("europe")
GOLDEN = Path(__file__).parents[1] / "golden" / "games"

OTHERS = {
    "recorded with 40 trains, usa has 45": attrs.evolve(USA, trains=40),
    "recorded with 3 cards drawn in a turn, usa has 2": attrs.evolve(USA, draws=3),
    "recorded for 2, 3 players, usa is for 2, 3, 4, 5": attrs.evolve(USA, players=(2, 3)),
    "recorded with 14 red cards, usa has 12; recorded with 16 wild cards, usa has 14": (
        attrs.evolve(USA, deck=USA.deck + cards(red=2, wild=2))
    ),
    "recorded without the part LongestRoute, which usa has": USA.without(LongestRoute),
    "recorded with the part Ferries, which usa has not": USA.adding(Ferries()),
    "recorded with the part Fog (home-made), which usa has not": USA.adding(Fog()),
    "recorded with Stations(count=2), europe has Stations(count=3)": (
        EUROPE.replacing(Stations, Stations(count=2))
    ),
    'recorded with Tickets(special={}), europe has Tickets(special={"long": 1})': (
        EUROPE.replacing(Tickets, Tickets(first_refused_leave=True))
    ),
    "recorded with 40 trains, usa has 45; recorded with LastRound(trains=3), usa has "
    "LastRound(trains=2); recorded without the part LongestRoute, which usa has": (
        attrs.evolve(USA.without(LongestRoute).replacing(LastRound, LastRound(3)), trains=40)
    ),
    "recorded with the parts in the order LongestRoute, LastRound, ParallelRoutes, Tickets, "
    "Claiming, Drawing; usa has Drawing, Claiming, Tickets, ParallelRoutes, LastRound, "
    "LongestRoute": attrs.evolve(USA, parts=USA.parts[::-1]),
    "recorded with 3 cards dealt, usa has 4; recorded with 6 face-up cards, usa has 5; recorded "
    "with 4 face-up wilds to replace the market, usa has 3; recorded with 4 tickets dealt, usa has "
    "3; recorded with 3 first tickets to keep, usa has 2; …": attrs.evolve(
        USA, cards_dealt=3, tickets_kept=3, market_size=6, market_wilds=4, tickets_kept_first=3,
        tickets_drawn=4, tickets_dealt=4
    ),
}  # fmt: skip


def played(variant: str | Variant) -> dict[str, Any]:
    """The record of some turns."""
    game = ttrkit.new_game(variant, players=2, seed=4)
    rng = random.Random(4)
    for _ in range(20):
        game.apply(rng.choice(game.legal_actions()))
    record: dict[str, Any] = json.loads(json.dumps(game.to_record()))
    return record


@pytest.mark.parametrize(("words", "variant"), OTHERS.items())
def test_a_changed_edition_is_not_replayed_as_the_edition(words: str, variant: Variant) -> None:
    """The refusal says what differs, and what to do; handed in, the variant is replayed."""
    record = played(variant)
    made_up = ttrkit.determinize(
        ttrkit.from_record(record, variant=variant).observe(0), random.Random(1)
    )
    position = ttrkit.position(variant, players=2, seed=1)
    for each in (record, made_up.to_record(), position.to_record()):
        with pytest.raises(RecordError) as caught:
            ttrkit.from_record(each)
        assert str(caught.value) == f"{words}: hand in what was played as `variant=…`"
        with pytest.raises(RecordError):
            next(ttrkit.replay(each))
        with pytest.raises(RecordError):
            ttrkit.from_record(each, variant=variant.name)
        assert ttrkit.from_record(each, variant=variant).variant is variant
        *_, last = ttrkit.replay(each, variant=variant)
        assert last.to_record() == each


def test_nor_is_the_edition_replayed_as_another() -> None:
    """The other way round, the words are the other way round."""
    with pytest.raises(RecordError, match="recorded with 45 trains, usa has 40"):
        ttrkit.from_record(played(USA), variant=attrs.evolve(USA, trains=40))
    with pytest.raises(RecordError, match="recorded with the part LongestRoute, which usa has not"):
        ttrkit.from_record(played(USA), variant=USA.without(LongestRoute))
    equal = attrs.evolve(USA, title="America")
    assert ttrkit.from_record(played(USA), variant=equal).variant is equal


def test_every_number_has_words() -> None:
    """A new number of variants needs words for its difference."""
    facts = USA.definition.facts
    assert list(_IN_WORDS) == [name for name, value in facts.items() if isinstance(value, int)]


def test_a_record_carries_the_fingerprint_and_what_it_is_made_of() -> None:
    """And neither can be altered alone."""
    record = played(USA)
    assert record["version"] == 2
    assert record["fingerprint"] == USA.fingerprint
    assert record["definition"] == USA.definition.facts
    europe = EUROPE.definition.facts
    for fields in ({"fingerprint": EUROPE.fingerprint}, {"definition": europe}):
        with pytest.raises(RecordError, match="the fingerprint does not fit the definition"):
            ttrkit.from_record(altered(record, **fields))


@pytest.mark.parametrize(
    "definition",
    [None, 0, [], {}, {**USA.definition.facts, "parts": [0]}, {**USA.definition.facts, "deck": 1}],
)
def test_a_definition_of_nothing_is_refused(definition: Any) -> None:
    """Though its fingerprint fits."""
    record = {**played(USA), "definition": definition}
    digest = ttrkit.fingerprint.digest_of("usa", 1, record["board"], definition)
    with pytest.raises(RecordError, match="its definition is not that of a variant"):
        ttrkit.from_record(altered(record, fingerprint=digest))


@pytest.mark.parametrize("more", [{"trains": 45.0}, {"cabooses": 2}])
def test_a_definition_with_strange_numbers_is_refused(more: dict[str, Any]) -> None:
    """One that Python takes for the same, and one that nobody has heard of."""
    record = played(USA)
    definition = {**record["definition"], **more}
    digest = ttrkit.fingerprint.digest_of("usa", 1, record["board"], definition)
    with pytest.raises(RecordError, match=r"with (another definition|2 cabooses, usa has)"):
        ttrkit.from_record(altered(record, definition=definition, fingerprint=digest))


def test_records_of_the_first_format_are_read() -> None:
    """They had no fingerprint: the edition as it is, or what is handed in, is replayed."""
    old = {**played(USA), "version": 1}
    del old["fingerprint"], old["definition"]
    assert ttrkit.from_record(altered(old)).variant is USA
    home_made = attrs.evolve(USA, title="America")
    assert ttrkit.from_record(altered(old), variant=home_made).variant is home_made
    golden = [json.loads(path.read_text("utf-8")) for path in sorted(GOLDEN.glob("*.json"))]
    assert any(saved.get("record", saved)["version"] == 1 for saved in golden)
    new = played(USA)
    for wrong in ({**new, "version": 1}, {**old, "version": 2}):
        with pytest.raises(RecordError, match=r"cut short or changed: (no|unknown key) .*fingerpr"):
            ttrkit.from_record(altered(wrong))


def test_the_command_line_says_the_same(tmp_path: Path) -> None:
    """`ttrkit replay` refuses it, and takes `--variant`."""
    (tmp_path / "short_usa.py").write_text(
        "import attrs, ttrkit\nSHORT = attrs.evolve(ttrkit.get_variant('usa'), trains=40)\n"
    )
    saved = tmp_path / "game.json"
    saved.write_text(json.dumps(played(attrs.evolve(USA, trains=40))))
    words = complaint("replay", saved, fails=1)
    assert "recorded with 40 trains, usa has 45: say what was played: --variant" in words
    assert "2 players" in run("replay", saved, "--variant", tmp_path / "short_usa.py").output
