"""A seeded game of Paris: a player with a heart for flags against two bots.

python examples/paris.py [seed]
"""

import argparse

import ttrkit
from ttrkit.bots import GreedyPlayer
from ttrkit.narrate import NAMES, play_and_tell


class Patriot(GreedyPlayer):
    """Claims whatever adds to the flag before it, and plays like the other bots otherwise."""

    def choose(self, observation: ttrkit.Observation) -> ttrkit.Action:
        laid = observation.pile("laid", observation.seat).cards or ()
        wanted = {"blue", "white", "red"}.difference(laid)
        for claim in observation.legal_actions:
            if isinstance(claim, ttrkit.ClaimRoute) and wanted & claim.cards.keys():
                return claim
        return super().choose(observation)


def main(seed: int) -> None:
    """Play one game and tell its highlights, with the cards that lie open for a flag."""
    game = ttrkit.new_game("paris", players=3, seed=seed)
    print("".join(f"Note: {caveat}\n" for caveat in game.board.caveats))
    for told in play_and_tell(game, [Patriot(1), GreedyPlayer(2), GreedyPlayer(3)]):
        seat = game.seats[told.event.seat]
        flag = f"; laid open: {seat.flags}" if seat.flags else ""
        done = "; the flag is complete!" if told.points.get("flags") else flag
        print(f"{told.turn:3} {NAMES[seat.index]} {told.text}{done}")
    result = game.result()
    for number, sheet in enumerate(result.sheets):
        verb = "wins" if number in result.winners else "ends"
        print(f"{NAMES[number]} {verb} with {result.totals[number]} points: {dict(sheet)}")


if __name__ == "__main__":
    options = argparse.ArgumentParser(description=__doc__)
    options.add_argument("seed", type=int, nargs="?", default=7, help="another seed, another game")
    main(options.parse_args().seed)
