"""Games played through OpenSpiel."""

import random
from collections.abc import Iterator

from benchmarks.games import ACTIONS
from benchmarks.measures import Setting
from benchmarks.timing import Piece, clock

__all__ = ["play_through_openspiel"]


def play_through_openspiel(setting: Setting, seed: int) -> Iterator[Piece]:
    """A game in which the seat that decides is observed as a tensor; chance nodes do not count."""
    from ttrkit.adapters.openspiel.games import game_class  # a game that nothing else has played

    rng = random.Random(seed)
    game = game_class("ttrkit_benchmark", setting.variant)({"players": setting.players})
    observer = game.make_py_observer()
    began = clock()
    state = game.new_initial_state()
    while state.is_chance_node():
        state.apply_action(rng.choice(state.legal_actions()))
    done = 0
    while not state.is_terminal():
        observer.set_from(state, state.current_player())
        state.apply_action(rng.choice(state.legal_actions()))
        done += 1
        if done == ACTIONS:
            yield clock() - began, done
            done, began = 0, clock()
    state.returns()
    yield clock() - began, done
