"""The commonest mistakes of beginners: each has its sentence, and the shortest way to see it."""

import re
from typing import Any

import pytest

from tests.testing.mistakes import BENELUX, MISTAKES, SOUND, Mistake
from ttrkit import Variant
from ttrkit.engine.contract import check_parts, faults_of_decision, faults_of_part
from ttrkit.testing import VariantError, check_variant
from ttrkit.variant import get_variant, variant_names


def build_and_check(mistake: Mistake) -> None:
    """Do what a user does."""
    made: Any = mistake.make()
    check_variant(made if isinstance(made, Variant) else BENELUX.adding(made), games=10)


def report(mistake: Mistake) -> list[str]:
    """What is said when the variant is built, bound or checked, line by line."""
    with pytest.raises(VariantError) as caught:
        build_and_check(mistake)
    said = re.sub(r", line \d+", ", line LINE", str(caught.value))
    return re.sub(r" was .* and is .*;", " was … and is …;", said).splitlines()


@pytest.mark.parametrize("name", MISTAKES)
def test_a_mistake_has_its_sentence(name: str) -> None:
    """The part, the hook, what came back, what would be right, and the actions that show it."""
    mistake = MISTAKES[name]
    fault, *way = report(mistake)
    assert fault == f"benelux: {mistake.said}"
    if mistake.shown:
        assert way[0].startswith("To see it: new_game(variant, players=2, seed=")
        assert way[-1].startswith(f"  {mistake.shown}")
        assert len(way) < 9, "a few actions are enough"
    else:
        assert way == [], "it is refused before a game"


@pytest.mark.parametrize("kind", SOUND, ids=lambda kind: kind.__name__)
def test_what_the_mistakes_are_made_of_is_sound(kind: type) -> None:
    """No false alarm."""
    check_variant(BENELUX.adding(kind()), games=3)


@pytest.mark.parametrize("name", variant_names())
def test_our_own_parts_would_pass(name: str) -> None:
    """They are not looked at when a variant is built, for speed: here they are."""
    variant = get_variant(name)
    for part in variant.engine.parts:
        assert list(faults_of_part(part)) == []
        for decision in part.decisions():
            if decision.is_question:
                assert list(faults_of_decision(type(part).__name__, decision)) == []


def test_all_faults_are_told_at_once() -> None:
    """As with a board file: nobody has to come back for the next one."""
    wrong: list[Any] = [MISTAKES[name].make() for name in ("Misspelt", "LabelAsText")]
    with pytest.raises(VariantError) as caught:
        check_parts("two", wrong)
    lines = str(caught.value).splitlines()
    assert lines[0] == "two: 2 faults"
    assert lines[1:] == [f"  - {MISTAKES[name].said}" for name in ("Misspelt", "LabelAsText")]
