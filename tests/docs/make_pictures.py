"""Write the pictures of the documentation: `make pictures`.

A test holds them to what would be written now.
"""

from collections.abc import Callable
from functools import partial
from pathlib import Path

import ttrkit
from ttrkit import Game, svg
from ttrkit.bots import GreedyPlayer

ROOT = Path(__file__).parents[2]
FOLDER = ROOT / "docs" / "pictures"
BENELUX = ROOT / "examples" / "home_made" / "benelux.toml"


def edition(name: str) -> str:
    """The board of an edition."""
    return svg.board(ttrkit.get_variant(name))


def played(name: str, players: int, steps: int | None = None) -> Game:
    """A game of greedy bots, to its end or after so many steps."""
    game = ttrkit.new_game(name, players=players, seed=7)
    bots = [GreedyPlayer(seat) for seat in range(players)]
    while game.to_move is not None and (steps is None or len(game.history) < steps):
        game.apply(bots[game.to_move].choose(game.observe(game.to_move)))
    return game


def claims(name: str, players: int, games: int) -> str:
    """The board, coloured by how often each route was claimed in some games."""
    report = ttrkit.simulate(name, ["greedy"] * players, games=games, seed=1, workers=1)
    heat = {use.id: use.claimed for use in report.routes}
    return svg.board(ttrkit.get_variant(name).board, heat=heat)


PICTURES: dict[str, Callable[[], str]] = {
    **{name: partial(edition, name) for name in ttrkit.variant_names()},
    "benelux": lambda: svg.board(ttrkit.load_board(BENELUX)),
    "europe-game": lambda: svg.board(played("europe", 4, 170)),
    "usa-tickets": lambda: svg.board(played("usa", 3, 90), seat=1, tickets=True),
    "paris-claims": partial(claims, "paris", 3, 20),
}
"""The pictures by name, each with what draws it."""

MEASURED = {"learning-curve"}
"""Pictures of long runs, which their examples write: `examples/learn.py --curve`."""


def main() -> None:
    """Write all of them."""
    FOLDER.mkdir(exist_ok=True)
    for name, draw in PICTURES.items():
        path = FOLDER / f"{name}.svg"
        path.write_text(draw() + "\n", "utf-8")
        print(path.relative_to(ROOT))


if __name__ == "__main__":
    main()
