"""A seeded game of the USA edition between three bots, told move by move.

python examples/usa.py [seed]
"""

import argparse

import ttrkit
from ttrkit.bots import GreedyPlayer
from ttrkit.narrate import NAMES, narrate


def main(seed: int) -> None:
    """Play, tell and score one game."""
    game = ttrkit.new_game("usa", players=3, seed=seed)
    players = [GreedyPlayer(seed + seat) for seat in range(3)]

    while (seat := game.to_move) is not None:
        action = players[seat].choose(game.observe(seat))
        game.apply(action)
        print(narrate(game.history[-1], NAMES[seat]))

    result = game.result()
    print()
    for seat, sheet in enumerate(result.sheets):
        points = ", ".join(f"{label} {points}" for label, points in sheet.items())
        won = " and wins" if seat in result.winners else ""
        print(f"{NAMES[seat]} has {result.totals[seat]} points ({points}){won}")


if __name__ == "__main__":
    options = argparse.ArgumentParser(description=__doc__)
    options.add_argument(
        "seed", type=int, nargs="?", default=1910, help="another seed, another game"
    )
    main(options.parse_args().seed)
