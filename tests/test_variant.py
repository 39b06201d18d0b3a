"""The numbers and parts of a variant: what they are if not given, and how far they may go."""

from importlib.metadata import EntryPoint
from typing import Any, cast
from unittest.mock import ANY

import attrs
import pytest

import ttrkit
import ttrkit.variants.usa
from ttrkit import PlugInError, UnknownVariant, Variant
from ttrkit.parts import (
    Claiming,
    Drawing,
    Globetrotter,
    LastRound,
    LongestRoute,
    ParallelRoutes,
    Tickets,
)
from ttrkit.variant import ENTRY_POINTS, MAX_TICKETS

USA = ttrkit.get_variant("usa")

LEAST = {
    "trains": 1,
    "rules_version": 1,
    "cards_dealt": 0,
    "market_size": 0,
    "market_wilds": 1,
    "draws": 1,
    "tickets_dealt": 0,
    "tickets_kept_first": 0,
    "tickets_drawn": 1,
    "tickets_kept": 0,
}
"""The least that each number may be."""


def with_number(name: str, number: int) -> Variant:
    """The USA with this number, and no tickets that must be kept."""
    changes: dict[str, Any] = {"tickets_kept_first": 0, "tickets_kept": 0, name: number}
    return attrs.evolve(USA, **changes)


def test_every_number_has_a_least() -> None:
    """None is left out below."""
    numbers = {field.name for field in attrs.fields(Variant) if field.type in (int, "int")}
    assert numbers == set(LEAST)


@pytest.mark.parametrize("name", LEAST)
def test_the_least_number_is_taken_and_none_below(name: str) -> None:
    """With it games begin, and have something to decide."""
    variant = with_number(name, LEAST[name])
    assert getattr(variant, name) == LEAST[name]
    assert ttrkit.new_game(variant, players=2, seed=1).legal_actions()
    with pytest.raises(ValueError, match=f"{name}: a whole number from {LEAST[name]}"):
        with_number(name, LEAST[name] - 1)


@pytest.mark.parametrize("name", ["tickets_dealt", "tickets_drawn"])
def test_tickets_to_choose_from_are_not_too_many(name: str) -> None:
    """Of more there would be too many choices."""
    assert getattr(with_number(name, MAX_TICKETS), name) == MAX_TICKETS
    with pytest.raises(ValueError, match=f"from [01] to {MAX_TICKETS} is wanted"):
        with_number(name, MAX_TICKETS + 1)


def test_all_tickets_may_have_to_be_kept() -> None:
    """As many as are dealt or drawn, and no more."""
    variant = attrs.evolve(USA, tickets_kept_first=3, tickets_kept=3)
    game = ttrkit.new_game(variant, players=2, seed=1)
    assert len(game.legal_actions()) == 1
    for _ in range(2):
        game.apply(game.legal_actions()[0])
    game.apply(ttrkit.DrawTickets())
    assert len(game.legal_actions()) == 1


def test_numbers_that_are_not_given() -> None:
    """Those of the base game; the title is the name."""
    bare = Variant("bare", USA.board, [2], 45, USA.parts)
    numbers = {name: getattr(bare, name) for name in LEAST}
    assert numbers == {
        "trains": 45,
        "rules_version": 1,
        "cards_dealt": 4,
        "market_size": 5,
        "market_wilds": 3,
        "draws": 2,
        "tickets_dealt": 3,
        "tickets_kept_first": 2,
        "tickets_drawn": 3,
        "tickets_kept": 1,
    }
    assert bare.title == "bare"
    assert (sum(bare.deck.counts), bare.deck["wild"], bare.deck["red"]) == (110, 14, 12)


def test_classic_rules() -> None:
    """Six parts and 45 trains; a part of one's own takes the place of a classic one."""
    classic = [
        Drawing(),
        Claiming(),
        Tickets(),
        ParallelRoutes(all_open_from=4),
        LastRound(trains=2),
        LongestRoute(points=10),
    ]
    plain = Variant.from_classic("plain", USA.board, players=[3, 2, 3])
    assert plain == Variant("plain", USA.board, (2, 3), 45, classic)
    assert plain.players == (2, 3)
    own = [LastRound(trains=5), Globetrotter(points=1)]
    mixed = Variant.from_classic("plain", USA.board, players=[2], parts=own, draws=3)
    assert mixed.parts[4] is own[0]
    assert [type(part) for part in mixed.parts] == [*map(type, classic), Globetrotter]
    assert mixed.draws == 3


def test_parts_are_taken_out_and_put_in() -> None:
    """Each in its place; a part that is not there cannot be taken out."""
    new = LastRound(trains=9)
    assert [type(p) for p in USA.without(LastRound, Tickets).parts] == [
        type(p) for p in USA.parts if not isinstance(p, LastRound | Tickets)
    ]
    at = next(n for n, part in enumerate(USA.parts) if isinstance(part, LastRound))
    assert USA.replacing(LastRound, new).parts == (*USA.parts[:at], new, *USA.parts[at + 1 :])
    assert USA.adding(new).parts == (*USA.parts, new)
    for change in (USA.without, lambda kind: USA.replacing(kind, new)):
        with pytest.raises(ValueError, match="usa has no part Globetrotter; it has Drawing, "):
            change(Globetrotter)


def test_what_is_no_part() -> None:
    """A class is not one yet: it may have settings."""
    with pytest.raises(TypeError) as caught:
        USA.adding(cast(Any, LastRound))
    words = "is no rule part (an instance is wanted: add brackets)"
    assert str(caught.value) == f"{LastRound!r} {words}"
    with pytest.raises(TypeError) as caught:
        USA.adding(cast(Any, 5))
    assert str(caught.value) == "5 is no rule part"


def test_what_equals_everything_equals_a_variant() -> None:
    """Other classes have their say."""
    assert USA == ANY
    assert USA.__eq__(5) is NotImplemented


def test_numbers_of_players() -> None:
    """One that is allowed is returned; of another it is said which are."""
    assert USA.check_players(3) == 3
    with pytest.raises(ValueError, match="usa is for 2, 3, 4 or 5 players, not 6"):
        USA.check_players(6)
    with pytest.raises(ValueError, match="usa is for 2 players, not 3"):
        attrs.evolve(USA, players=(2,)).check_players(3)


# Plug-ins; tests/test_plug_ins.py has them installed -------------------------------------------


@pytest.mark.parametrize(
    ("value", "words"),
    [
        ("ttrkit.no_such_module:x", "fails to load: ModuleNotFoundError: "),
        ("ttrkit.variants.usa:NO_SUCH_NAME", "fails to load: AttributeError: "),
        ("ttrkit.parts:Tickets", "is no Variant, but "),
        ("ttrkit.variants.usa:VARIANT", 'offers a variant of another name, "usa"'),
    ],
)
def test_a_plug_in_that_is_none(monkeypatch: pytest.MonkeyPatch, value: str, words: str) -> None:
    """It is named, with what is wrong."""
    point = EntryPoint("mine", value, ENTRY_POINTS)
    monkeypatch.setattr(ttrkit.variant, "_plug_ins", lambda: {"mine": [point]})
    with pytest.raises(PlugInError) as caught:
        ttrkit.get_variant("mine")
    assert str(caught.value).startswith(f'the plug-in "mine" ({value}) {words}')


def test_a_plug_in_is_looked_up_by_its_name(monkeypatch: pytest.MonkeyPatch) -> None:
    """It comes after the editions; two of one name are an error that names both."""
    mine = attrs.evolve(USA, name="mine")
    monkeypatch.setattr(ttrkit.variants.usa, "MINE", mine, raising=False)
    point = EntryPoint("mine", "ttrkit.variants.usa:MINE", ENTRY_POINTS)
    found = {"mine": [point]}
    monkeypatch.setattr(ttrkit.variant, "_plug_ins", lambda: found)
    ttrkit.variant._get_variant.cache_clear()
    assert ttrkit.variant_names()[-1] == "mine"
    assert ttrkit.get_variant("mine") is mine
    ttrkit.variant._get_variant.cache_clear()
    found["mine"].append(point)
    with pytest.raises(PlugInError) as caught:
        ttrkit.get_variant("mine")
    who = "ttrkit.variants.usa:MINE of a package without a name"
    assert str(caught.value) == f'2 plug-ins are called "mine": {who} and {who}; uninstall one'


def test_a_name_that_nobody_has() -> None:
    """It is said which there are, and which may be meant."""
    with pytest.raises(UnknownVariant) as caught:
        ttrkit.get_variant("uza")
    assert str(caught.value).startswith('no variant "uza" (did you mean "usa"?); there are asia, ')
