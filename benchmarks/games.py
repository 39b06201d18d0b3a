"""Games played by chance, and samples of what is done in them."""

import random
from collections.abc import Callable, Iterator, Sequence

import ttrkit
from benchmarks.measures import Setting
from benchmarks.timing import Piece, clock, timed
from ttrkit import DrawBlind, Game, Player, RandomPlayer, determinize, from_record, new_game
from ttrkit.bots import BOTS

__all__ = [
    "CALLS",
    "LARGE_HANDS",
    "end_of_game",
    "observed_game",
    "play_at_random",
    "play_by_name",
    "play_large_hands",
    "play_through_observe",
    "positions",
    "start",
]

LARGE_HANDS = 0.85
"""How often a blind card is taken where hands are to grow large."""

SOME = 8
"""One in so many positions is enough of what takes long."""

ACTIONS = 50
"""In a piece of a game."""

BLIND = DrawBlind()


def start(setting: Setting, seed: int) -> Game:
    """A new game."""
    return new_game(setting.variant, players=setting.players, seed=seed)


def play_on(game: Game, rng: random.Random, blind: float, most: int) -> int:
    """Take so many actions by chance, or fewer if the game ends; how many it were."""
    for done in range(most):
        legal = game.legal_actions()
        if not legal:
            return done
        if blind and rng.random() < blind and game.is_legal(BLIND):
            game.apply(BLIND)
        else:
            game.apply(rng.choice(legal))
    return most


def end_of_game(setting: Setting, seed: int, blind: float = 0.0) -> Game:
    """A game that was played by chance and is over."""
    game = start(setting, seed)
    rng = random.Random(seed)
    while play_on(game, rng, blind, ACTIONS):
        pass
    return game


def observed_game(setting: Setting, seed: int) -> Game:
    """The same, played by bots that are shown what they may know."""
    game = start(setting, seed)
    ttrkit.play(game, random_bots(setting, seed))
    return game


def random_bots(setting: Setting, seed: int) -> list[RandomPlayer]:
    """A bot for every seat."""
    return [RandomPlayer(seed + seat) for seat in range(setting.players)]


def positions(setting: Setting, seed: int) -> Iterator[Game]:
    """A game before every decision in it; whoever is given it leaves it as it is."""
    rng = random.Random(seed)
    game = start(setting, seed)
    while not game.is_over:
        yield game
        game.apply(rng.choice(game.legal_actions()))


# Samples: whole games ---------------------------------------------------------------------------


def play_at_random(setting: Setting, seed: int, blind: float = 0.0) -> Iterator[Piece]:
    """A game from its set-up to its result; every legal action is as likely as another."""
    rng = random.Random(seed)
    began = clock()
    game = start(setting, seed)
    while done := play_on(game, rng, blind, ACTIONS):
        yield clock() - began, done
        began = clock()
    game.result()
    yield clock() - began, 0


def play_large_hands(setting: Setting, seed: int) -> Iterator[Piece]:
    """The same, but mostly a card is drawn where one may be: there are many ways to pay."""
    return play_at_random(setting, seed, LARGE_HANDS)


def play_through_observe(setting: Setting, seed: int) -> Iterator[Piece]:
    """A game as `ttrkit.play` has it: bots that choose by chance are shown observations."""
    return play_with(random_bots(setting, seed), setting, seed)


def play_by_name(name: str, setting: Setting, seed: int) -> Iterator[Piece]:
    """The same with bots of this name at every seat, made anew for the game."""
    return play_with(
        [BOTS[name](seed=seed + seat) for seat in range(setting.players)], setting, seed
    )


def play_with(bots: Sequence[Player], setting: Setting, seed: int) -> Iterator[Piece]:
    """A game of these bots, which are shown observations."""
    began = clock()
    game = start(setting, seed)
    done = 0
    while (seat := game.to_move) is not None:
        game.apply(bots[seat].choose(game.observe(seat)))
        done += 1
        if done == ACTIONS:
            yield clock() - began, done
            done, began = 0, clock()
    game.result()
    yield clock() - began, done


# Samples: calls in the course of a game ---------------------------------------------------------


def copy(setting: Setting, seed: int) -> Iterator[Piece]:
    """`Game.copy`."""
    for game in positions(setting, seed):
        yield timed(game.copy), 1


def copy_and_apply(setting: Setting, seed: int) -> Iterator[Piece]:
    """A copy and an action: one step of a search."""
    rng = random.Random(seed)

    def step(game: Game) -> float:
        action = rng.choice(game.legal_actions())
        return timed(lambda: game.copy().apply(action))

    for game in positions(setting, seed):
        yield step(game), 1


def legal_actions(setting: Setting, seed: int) -> Iterator[Piece]:
    """`Game.legal_actions`."""
    for game in positions(setting, seed):
        yield timed(game.legal_actions), 1


def observe(setting: Setting, seed: int) -> Iterator[Piece]:
    """`Game.observe` by the seat that decides."""

    def look(game: Game) -> float:
        seat = deciding(game)
        return timed(lambda: game.observe(seat))

    for game in positions(setting, seed):
        yield look(game), 1


def imagine(setting: Setting, seed: int) -> Iterator[Piece]:
    """`determinize` of what the seat that decides has seen."""
    rng = random.Random(seed)

    def think(game: Game) -> float:
        seen = game.observe(deciding(game))
        return timed(lambda: determinize(seen, rng))

    for number, game in enumerate(positions(setting, seed), seed):
        if number % SOME == 0:
            yield think(game), 1


def record(setting: Setting, seed: int) -> Iterator[Piece]:
    """A whole game to its record and back."""
    game = end_of_game(setting, seed)
    yield timed(lambda: from_record(game.to_record(), variant=setting.variant)), 1


def deciding(game: Game) -> int:
    """The seat whose decision it is."""
    seat = game.to_move
    assert seat is not None  # the game is not over
    return seat


CALLS: dict[str, Callable[[Setting, int], Iterator[Piece]]] = {
    "copy": copy,
    "copy and apply": copy_and_apply,
    "legal_actions": legal_actions,
    "observe": observe,
    "determinize": imagine,
    "record": record,
}
"""The calls that are timed, by the name of their measure."""
