"""A seeded game of Europe: two bots with a plan and one without; tunnels, ferries, stations.

python examples/europe.py [seed]
"""

import argparse

import ttrkit
from ttrkit.bots import GreedyPlayer
from ttrkit.narrate import NAMES, play_and_tell


def main(seed: int) -> None:
    """Play one game, tell its highlights, and say what tunnels and stations came to."""
    game = ttrkit.new_game("europe", players=3, seed=seed)
    planners = [GreedyPlayer(seed), GreedyPlayer(seed + 1)]
    players: list[ttrkit.Player] = [*planners, ttrkit.RandomPlayer(seed)]

    for highlight in play_and_tell(game, players):
        print(f"{highlight.turn:3} {NAMES[highlight.event.seat]} {highlight.text}")
        if highlight.last_round:
            print("    The last round begins.")

    result = game.result()
    print()
    for seat, sheet in enumerate(result.sheets):
        tunnels = sum(route.tunnel > 0 for route in game.seats[seat].routes)
        built = 3 - game.seats[seat].stations
        points = ", ".join(f"{label} {n}" for label, n in sheet.items())
        won = " and wins" if seat in result.winners else ""
        print(f"{NAMES[seat]} has {result.totals[seat]} points ({points}){won};")
        print(f"    tunnels on the board: {tunnels}, stations: {built}")


if __name__ == "__main__":
    options = argparse.ArgumentParser(description=__doc__)
    options.add_argument(
        "seed", type=int, nargs="?", default=1901, help="another seed, another game"
    )
    main(options.parse_args().seed)
