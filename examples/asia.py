"""A seeded game of Team Asia: two teams of bots that share cards and tickets.

python examples/asia.py [seed]
"""

import argparse

import ttrkit
from ttrkit.bots import GreedyPlayer
from ttrkit.narrate import NAMES, play_and_tell


def main(seed: int) -> None:
    """Play one game, tell its highlights, and show what the holders had come to hold."""
    game = ttrkit.new_game("asia", players=4, seed=seed)
    for caveat in game.board.caveats:
        print(f"Note: {caveat}")
    print()

    for highlight in play_and_tell(game, [GreedyPlayer(seed + seat) for seat in range(4)]):
        seat = highlight.event.seat
        print(f"{highlight.turn:3} {NAMES[seat]} (team {game.seats[seat].team}) {highlight.text}")
        if highlight.last_round:
            print("    The last round begins.")

    result = game.result()
    for team, sheet in zip(game.teams, result.sheets, strict=True):
        names = " and ".join(NAMES[seat] for seat in team.seats)
        points = ", ".join(f"{label} {n}" for label, n in sheet.items())
        won = " and win" if team.index in result.winners else ""
        print(f"\n{names} have {result.totals[team.index]} points ({points}){won}")
        print(f"    shared cards left: {team.holder}")
        print(f"    shared tickets: {', '.join(map(str, team.tickets))}")


if __name__ == "__main__":
    options = argparse.ArgumentParser(description=__doc__)
    options.add_argument("seed", type=int, nargs="?", default=3, help="another seed, another game")
    main(options.parse_args().seed)
