"""A player that looks ahead: the bot `search` against the planner that guides it.

python examples/search.py [--games 10] [--seconds 0.1] [--seed 1] [--edition paris]
"""

import argparse
from functools import partial

import ttrkit
from ttrkit.bots import SearchPlayer


def main(edition: str, games: int, seconds: float, seed: int) -> None:
    """Play against the planner, and count."""
    print(f"{games} games, with {seconds:g} s for every move", flush=True)
    others = min(ttrkit.get_variant(edition).players) - 1
    bots = [partial(SearchPlayer, seconds), *["planner"] * others]
    print(ttrkit.simulate(edition, bots, games, seed, workers=1))
    print("In brackets: where its share of wins lies in the long run, 95 % sure.")


if __name__ == "__main__":
    options = argparse.ArgumentParser(description=__doc__)
    options.add_argument("--edition", choices=ttrkit.variant_names(), default="paris")
    options.add_argument("--games", type=int, default=10)
    options.add_argument("--seconds", type=float, default=0.1, help="for every move")
    options.add_argument("--seed", type=int, default=1)
    try:
        main(**vars(options.parse_args()))
    except ValueError as error:
        options.error(str(error))
