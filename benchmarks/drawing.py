"""Samples of pictures, and of pages that replay a game."""

from collections.abc import Callable, Iterator

import attrs

import ttrkit
from benchmarks.games import end_of_game
from benchmarks.measures import Setting
from benchmarks.timing import Piece, timed
from ttrkit import svg
from ttrkit.bots import GreedyPlayer

__all__ = ["DRAWN"]


def _first(setting: Setting, seed: int) -> Iterator[Piece]:
    """The first picture of a board, with the layout, which is then remembered."""
    board = attrs.evolve(setting.variant.board, name=f"{setting.variant.name} {seed}")
    yield timed(lambda: svg.board(board)), 1


def _picture(setting: Setting, seed: int) -> Iterator[Piece]:
    """The picture of a game that is over."""
    game = end_of_game(setting, seed)
    svg.board(setting.variant)
    yield timed(lambda: svg.board(game)), 1


def _page(setting: Setting, seed: int) -> Iterator[Piece]:
    """The page of a whole game between bots."""
    game = ttrkit.new_game(setting.variant, players=setting.players, seed=seed)
    ttrkit.play(game, [GreedyPlayer(seed + seat) for seat in range(setting.players)])
    yield timed(lambda: ttrkit.replay_page(game)), 1


DRAWN: dict[str, Callable[[Setting, int], Iterator[Piece]]] = {
    "first picture": _first,
    "picture": _picture,
    "page": _page,
}
"""What is drawn, by name."""
