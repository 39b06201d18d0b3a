"""A home-made variant: a small map with two rules of its own.

python examples/home_made/benelux.py [seed]
"""

import argparse
from collections.abc import Mapping, Sequence
from pathlib import Path

import ttrkit
from ttrkit import Payment, Route, Variant, load_board, parts
from ttrkit.bots import GreedyPlayer
from ttrkit.parts import State, Tally


class NightTrain(parts.Part):
    """A route claimed with wilds alone scores one point more."""

    labels = ("night train",)

    def after_claim(self, state: State, seat: int, route: Route, payment: Payment) -> None:
        if payment.is_all_wild:
            state.award(seat, 1, "night train")


class Harbours(parts.Part):
    """Whoever joins the three great harbours by their own routes has six points at the end."""

    labels = ("harbours",)

    def final_points(self, tally: Tally) -> Mapping[str, Sequence[int]]:
        numbers = [self.engine.numbers.of_city[c] for c in ("Amsterdam", "Antwerpen", "Rotterdam")]
        roots = [tally.networks(tally.route_numbers(team)) for team in tally.teams]
        return {"harbours": [6 * (len({root[n] for n in numbers}) == 1) for root in roots]}


VARIANT = Variant.from_classic(
    "benelux",
    load_board(Path(__file__).with_name("benelux.toml")),
    title="Benelux",
    players=range(2, 4),
    trains=20,
    parts=[parts.Tunnels(), NightTrain(), Harbours()],
)


def main(seed: int) -> None:
    """Let two bots play it."""
    game = ttrkit.new_game(VARIANT, players=2, seed=seed)
    result = ttrkit.play(game, [GreedyPlayer(seed), GreedyPlayer(seed + 1)])
    for seat, sheet in enumerate(result.sheets):
        verb = "wins" if seat in result.winners else "ends"
        print(f"Seat {seat} {verb} with {result.totals[seat]} points: {dict(sheet)}")


if __name__ == "__main__":
    options = argparse.ArgumentParser(description=__doc__)
    options.add_argument("seed", type=int, nargs="?", default=4, help="another seed, another game")
    main(options.parse_args().seed)
