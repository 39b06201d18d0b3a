"""Random games in the middle of every kind of decision, for the properties of whole games."""

import random
from collections.abc import Iterator

import ttrkit
from tests.properties.home_made import DEPOTS
from ttrkit import Action, Game, Variant
from ttrkit.engine.state import State
from ttrkit.events.chance import Chance
from ttrkit.records.snapshot import take_snapshot

VARIANTS: dict[str, Variant] = {
    **{name: ttrkit.get_variant(name) for name in ttrkit.variant_names()},
    DEPOTS.name: DEPOTS,
}
TABLES = [(name, n) for name, variant in VARIANTS.items() for n in variant.players]
"""Every variant, the home-made one included, with every number of players."""

MAX_ACTIONS = 5000


def state_of(game: Game) -> State:
    """The working state behind a game."""
    return game._state


def questions(variant: Variant) -> set[str]:
    """The names of the decisions that somebody can be asked."""
    return {name for name, d in variant.engine.decisions.items() if d.is_question}


def any_action(game: Game, rng: random.Random) -> Action:
    """Any legal action; kinds that are few among the many claims come up as often."""
    actions = game.legal_actions()
    if rng.random() < 0.5:
        kinds = sorted({type(action).__name__ for action in actions})
        kind = rng.choice(kinds)
        actions = [action for action in actions if type(action).__name__ == kind]
    return rng.choice(actions)


def steps(variant: Variant, players: int, seed: int) -> Iterator[Game]:
    """A random game before every action of it, and after the last: always the same object."""
    rng = random.Random(seed)
    game = ttrkit.new_game(variant, players=players, seed=seed)
    for _ in range(MAX_ACTIONS):
        yield game
        if game.is_over:
            return
        game.apply(any_action(game, rng))
    raise AssertionError("a random game goes on and on")


def sampled(variant: Variant, players: int, seed: int, each: int) -> list[Game]:
    """Copies of a random game at up to so many points for every kind of decision.

    If some kind does not come up in it, further games are played until all have.
    """
    kept: dict[str, list[Game]] = {}
    for number in range(20):
        found = _sampled_once(variant, players, seed + 1000 * number, each)
        kept = {**found, **kept}
        if questions(variant) <= set(kept):
            return [game for games in kept.values() for game in games]
    raise AssertionError(f"never asked: {questions(variant) - set(kept)}")


def finished(variant: Variant, players: int, seed: int) -> Game:
    """A random game at its end."""
    return list(steps(variant, players, seed))[-1]


def _sampled_once(variant: Variant, players: int, seed: int, each: int) -> dict[str, list[Game]]:
    rng = random.Random(seed)
    kept: dict[str, list[Game]] = {}
    met: dict[str, int] = {}
    for game in steps(variant, players, seed):
        decision = game.decision or "over"
        met[decision] = met.get(decision, 0) + 1
        chosen = kept.setdefault(decision, [])
        if len(chosen) < each:
            chosen.append(game.copy())
        elif (place := rng.randrange(met[decision])) < each:
            chosen[place] = game.copy()
    return kept


def finish(game: Game, rng: random.Random, most: int = MAX_ACTIONS) -> int:
    """Play on at random until the end; how many actions that took."""
    for done in range(most):
        if game.is_over:
            return done
        game.apply(any_action(game, rng))
    raise AssertionError("a random game goes on and on")


def whole_state(game: Game) -> dict[str, object]:
    """All of a game's state as plain values, to compare games with."""
    state = state_of(game)
    return {
        **take_snapshot(state),
        "seed": game.seed,
        "first": state.first,
        "players": state.seats,
        "history": game.history,
        "log": state.log,
    }


def with_seed(game: Game, seed: int) -> Game:
    """A copy of the game whose later shuffles come from another seed."""
    other = game.copy()
    state_of(other).chance = Chance(seed)
    return other
