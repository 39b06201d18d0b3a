"""Rules of three editions on one small map: stations, flags and teams.

Europe's stations, Paris's flags and Asia's teams know nothing of each other, and yet go together: a
station is paid from the team's holder too, and a flag belongs to the seat that lays it.

python examples/home_made/mixed.py [seed]
"""

import argparse
from pathlib import Path

import ttrkit
from ttrkit import Variant, load_board, parts
from ttrkit.bots import GreedyPlayer
from ttrkit.narrate import NAMES, play_and_tell

VARIANT = Variant.from_classic(
    "mixed",
    load_board(Path(__file__).with_name("benelux.toml")),
    title="Benelux with partners",
    players=[4],
    trains=12,
    tickets_kept_first=1,
    parts=[
        parts.Tunnels(),
        parts.Stations(count=1, points=3),  # Europe
        parts.Flags(colours=("red", "yellow"), points=4),  # Paris; the flag of Luik
        parts.Teams(size=2),  # Asia
        parts.LastRound(trains=4),  # in place of the classic one, and by team
    ],
)


def main(seed: int) -> None:
    """Play one game between two teams of bots, and tell its highlights."""
    game = ttrkit.new_game(VARIANT, players=4, seed=seed)
    for told in play_and_tell(game, [GreedyPlayer(seed + seat) for seat in range(4)]):
        print(f"{told.turn:3} {NAMES[told.event.seat]} {told.text}")
    result = game.result()
    for number, team in enumerate(game.teams):
        names = " and ".join(NAMES[seat] for seat in team.seats)
        verb = "win" if number in result.winners else "end"
        print(f"{names} {verb} with {result.totals[number]} points: {result.sheets[number]}")


if __name__ == "__main__":
    options = argparse.ArgumentParser(description=__doc__)
    options.add_argument("seed", type=int, nargs="?", default=9, help="another seed, another game")
    main(options.parse_args().seed)
