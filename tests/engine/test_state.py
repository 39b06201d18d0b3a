"""The fields of the state: each declared once, and kept as it is declared."""

import random

import attrs
import pytest

import ttrkit
from ttrkit.engine.state import EACH, FLAT, KEPT, SHARED, SLOTS, State
from ttrkit.records.snapshot import AS_IT_IS, take_snapshot
from ttrkit.testing.invariants import state_of

IN_ITS_OWN_WAY = {
    "opening_seen": "opening",
    "open_routes": "closed",
    "closed_to": "closed",
    "claim": "claim",
    "decision": "stack",
    "stack": "stack",
    "slots": "slots",
    "history": "past",
}
"""Fields that a saved game holds by code of its own, and the key that they are under."""


def games() -> list[ttrkit.Game]:
    """Every edition, in the middle of a game."""
    found = []
    for name in ttrkit.variant_names():
        rng, game = random.Random(4), ttrkit.new_game(name, players=4, seed=4)
        for _ in range(70):
            game.apply(rng.choice(game.legal_actions()))
        found.append(game)
    return found


def test_every_field_says_how_it_is_kept() -> None:
    """Nothing of the state is without a declaration."""
    assert list(KEPT) == [field.name for field in attrs.fields(State)]
    assert {kept.copied for kept in KEPT.values()} == {SHARED, FLAT, EACH, SLOTS}


@pytest.mark.parametrize("game", games(), ids=lambda game: game.variant.name)
def test_a_copy_has_lists_of_its_own(game: ttrkit.Game) -> None:
    """What is declared as copied is another object, down to the lists in a list of lists."""
    old = state_of(game)
    new = old.copy()
    for name, kept in KEPT.items():
        mine, its = getattr(old, name), getattr(new, name)
        assert mine == its or name == "slots"
        assert (mine is its) == (kept.copied == SHARED), name
        if kept.copied == EACH:
            assert all(a is not b for a, b in zip(mine, its, strict=True)), name
    assert all(a is not b and a == b for a, b in zip(old.slots, new.slots, strict=True))


@pytest.mark.parametrize("game", games(), ids=lambda game: game.variant.name)
def test_what_is_shared_is_never_changed_in_place(game: ttrkit.Game) -> None:
    """A copy may share it, because whoever changes it puts another in its place."""
    rng = random.Random(9)
    for _ in range(40):
        if game.is_over:
            break
        state = state_of(game)
        shared = {n: getattr(state, n) for n, kept in KEPT.items() if kept.copied == SHARED}
        lists = {n: list(value) for n, value in shared.items() if isinstance(value, list)}
        game.apply(rng.choice(game.legal_actions()))
        assert {n: list(shared[n]) for n in lists} == lists


def test_a_saved_game_holds_what_is_declared() -> None:
    """By its type or in its own way; and nothing else."""
    own_way = {name for name, kept in KEPT.items() if kept.saved == "in its own way"}
    assert own_way == set(IN_ITS_OWN_WAY)
    assert set(AS_IT_IS) == {name for name, kept in KEPT.items() if kept.saved == "as it is"}
    for game in games():
        written = take_snapshot(state_of(game))
        assert set(written) == set(AS_IT_IS) | set(IN_ITS_OWN_WAY.values())
