"""Write finished games of every edition and number of players, to be replayed for ever.

`python tests/golden/make_games.py [edition …]` adds the games that are missing and never overwrites
one: a game here that no longer replays means that recorded games of the edition break. If that is
meant, raise the edition's `rules_version` and delete its old games on purpose.
"""

import json
import sys
from pathlib import Path
from typing import Any

import ttrkit
from ttrkit import Game, Player, RandomPlayer, Result
from ttrkit.bots import GreedyPlayer

GAMES = Path(__file__).parent / "games"


def written_result(result: Result) -> dict[str, Any]:
    """The result of a game as JSON has it."""
    return {
        "totals": list(result.totals),
        "sheets": [dict(sheet) for sheet in result.sheets],
        "winners": list(result.winners),
    }


def make_game(edition: str, players: int) -> Game:
    """A finished game of greedy and random players, one in two each."""
    game = ttrkit.new_game(edition, players=players, seed=1000 + players)
    bots: list[Player] = [
        RandomPlayer(seat) if seat % 2 else GreedyPlayer(seat) for seat in range(players)
    ]
    assert ttrkit.play(game, bots, max_turns=2000).is_final
    return game


def write_games(editions: list[str]) -> None:
    """Write the games that are missing."""
    for edition in editions:
        for players in ttrkit.get_variant(edition).players:
            path = GAMES / f"{edition}-{players}.json"
            if path.exists():
                print(f"{path.name} is there already")
                continue
            game = make_game(edition, players)
            content = {"record": game.to_record(), "result": written_result(game.result())}
            path.write_text(json.dumps(content, separators=(",", ":")) + "\n", "utf-8")
            print(f"{path.name}: {len(game.history)} actions")


if __name__ == "__main__":
    write_games(sys.argv[1:] or list(ttrkit.variant_names()))
