"""Every variant that numbers are tested on, with its numbers of players, and random games of it."""

import random
from collections.abc import Iterator
from importlib import import_module
from pathlib import Path

import mixed

import ttrkit
from tests.conftest import PROFILE
from tests.properties.games import VARIANTS, any_action
from ttrkit import Game, Variant

GALLERY = sorted(
    path.stem for path in (Path(__file__).parents[2] / "examples" / "gallery").glob("*.py")
)
EDITIONS = [(name, n) for name in ttrkit.variant_names() for n in VARIANTS[name].players]
ALL = {
    **VARIANTS,
    "mixed": mixed.VARIANT,
    **{name: import_module(f"examples.gallery.{name}").VARIANT for name in GALLERY},
}
TABLES = [(name, n) for name, variant in ALL.items() for n in variant.players]
"""The editions, a home-made variant with everything in it, rules of editions mixed, the gallery."""


MOST_STEPS = 5_000 if PROFILE == "thorough" else 160


def games(variant: Variant, players: int, seed: int, most: int = MOST_STEPS) -> Iterator[Game]:
    """A random game before every action, and at its end: always the same object."""
    rng = random.Random(seed)
    game = ttrkit.new_game(variant, players=players, seed=seed)
    for _ in range(most):
        yield game
        if game.is_over:
            return
        game.apply(any_action(game, rng))
