"""Games of OpenSpiel to test, and ways to play them."""

import random
from typing import Any

from benelux import VARIANT as BENELUX

import ttrkit
from examples.gallery.technologies import VARIANT as TECHNOLOGIES
from ttrkit.adapters.openspiel import load_game

HOME_MADE = {BENELUX.name: BENELUX, TECHNOLOGIES.name: TECHNOLOGIES}
EDITIONS = [(name, n) for name in ttrkit.variant_names() for n in ttrkit.get_variant(name).players]
ALL = [*EDITIONS, *((name, n) for name, variant in HOME_MADE.items() for n in variant.players)]
"""Every edition and some home-made variants, with every number of players."""

SMALLEST = [(name, min(n for other, n in ALL if other == name)) for name in dict(ALL)]
"""The same, each with the smallest number of players."""


def load(name: str, players: int, **params: Any) -> Any:
    """A game of an edition, or of a home-made variant."""
    return load_game(HOME_MADE.get(name, name), players, **params)


def deal(game: Any, seed: int = 1) -> Any:
    """A new game in which the first seat decides."""
    rng = random.Random(seed)
    state = game.new_initial_state()
    while state.is_chance_node():
        state.apply_action(rng.choice(state.legal_actions()))
    return state


def play_on(state: Any, rng: random.Random, most: int = 100_000) -> Any:
    """Take so many random actions, or fewer if the game ends."""
    while most and not state.is_terminal():
        state.apply_action(rng.choice(state.legal_actions()))
        most -= 1
    return state
