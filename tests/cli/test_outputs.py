"""Whole outputs of the command line, compared with files: columns, headlines, labels, screens."""

import json
import re
from collections.abc import Callable
from pathlib import Path

import pytest

import ttrkit
from tests.cli.helpers import ROOT, run
from ttrkit.bots import GreedyPlayer
from ttrkit.cli.app import ttrkit as ttrkit_command

Same = Callable[[str, str], None]

NAMES = ttrkit.variant_names()


def recorded(game: ttrkit.Game) -> str:
    """A file with the record of a game, in the current folder."""
    Path("game.json").write_text(json.dumps(game.to_record()), "utf-8")
    return "game.json"


@pytest.fixture(autouse=True)
def somewhere_else(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """In an empty folder, so that files have short names."""
    monkeypatch.chdir(tmp_path)


@pytest.mark.parametrize("command", ["", *ttrkit_command.commands])
def test_help(command: str, same_output: Same) -> None:
    """What a command is for, its options with their defaults, and examples."""
    words = [command, "--help"] if command else ["--help"]
    same_output(f"help{'-' * bool(command)}{command}", run(*words).stdout)


def test_variants(same_output: Same) -> None:
    """The list of editions."""
    same_output("variants", run("variants").stdout)


@pytest.mark.parametrize("name", NAMES)
def test_show(name: str, same_output: Same) -> None:
    """Numbers, board, parts, hooks and provenance."""
    same_output(f"show-{name}", run("show", name).stdout)


def test_show_routes_and_tickets(same_output: Same) -> None:
    """Every route and every ticket of a board."""
    same_output("show-europe-all", run("show", "europe", "--routes", "--tickets").stdout)


def test_show_a_board(same_output: Same) -> None:
    """A board file, without rules."""
    board = ROOT / "examples" / "home_made" / "benelux.toml"
    same_output("show-board", run("show", board, "--routes", "--tickets").stdout)


def test_check(same_output: Same, monkeypatch: pytest.MonkeyPatch) -> None:
    """A board that is sound, and one that is not."""
    board = (ROOT / "examples" / "home_made" / "benelux.toml").read_text("utf-8")
    Path("sound.toml").write_text(board, "utf-8")
    Path("faulty.toml").write_text(board.replace('a = "Luik"', 'a = "Luk"', 1), "utf-8")
    text = run("check", "sound.toml", "--games", 1).stdout
    same_output("check", text + run("check", "faulty.toml", fails=1).stdout)


def test_new(same_output: Same) -> None:
    """The beginnings of a variant."""
    same_output("new", run("new", "night-line").stdout)


@pytest.mark.parametrize("name", NAMES)
def test_simulate(name: str, same_output: Same) -> None:
    """Every table; only the time that it took is left out."""
    words = ("--games", 12, "--bots", "greedy,random", "--seed", 1, "--workers", 1)
    text = run("simulate", name, *words).stdout
    same_output(f"simulate-{name}", re.sub(r"\([\d.]+ s, [\d.]+ games/s\)", "(… s)", text))


def test_compare(same_output: Same) -> None:
    """The figures and the verdict."""
    words = ("--blocks", 12, "--seed", 1, "--workers", 1)
    same_output("compare", run("compare", "paris", "greedy", "random", *words).stdout)


def test_rate(same_output: Same) -> None:
    """The table of ratings."""
    words = ("--bots", "random,greedy", "--blocks", 12, "--seed", 1, "--workers", 1)
    same_output("rate", run("rate", "paris", *words).stdout)


@pytest.mark.parametrize("name", NAMES)
def test_replay(name: str, same_output: Same) -> None:
    """A game of bots, told to the end."""
    game = ttrkit.new_game(name, players=ttrkit.get_variant(name).players[0], seed=111)
    ttrkit.play(game, [GreedyPlayer(seat) for seat in range(len(game.seats))])
    same_output(f"replay-{name}", run("replay", recorded(game)).stdout)


# The screens of `play` -------------------------------------------------------------------------


def played(*words: object, typed: str) -> str:
    """What `ttrkit play` prints to somebody who types these answers, separated by semicolons."""
    answers = "".join(f"{answer.strip()}\n" for answer in typed.split(";"))
    return run("play", *words, typed=answers, echo=True).stdout


def went_on(game: ttrkit.Game, typed: str) -> str:
    """The same, beginning from a position."""
    return played("--resume", recorded(game), "--seat", 0, "--bots", "greedy", typed=typed)


def test_play_from_the_start(same_output: Same) -> None:
    """Help, the table, a city, routes and log, a card, a claim; saved, left, and gone on with."""
    typed = "?; t; 5; 1; 1 2; look boston; draw a; nowhere; 1; deck; claim; b; claim; washington"
    typed += "; all; 99; b; routes; log; q"
    words = ("--seat", 1, "--bots", "greedy,random", "--seed", 3, "--save", "table.json")
    text = played("usa", *words, typed=typed)
    text += played("--resume", "table.json", typed="log all; claim; atlanta raleigh; second; q")
    same_output("play-usa", text)


def test_play_a_tunnel(same_output: Same) -> None:
    """Tried and paid for; tried and left; a ferry's price; a station."""
    for seed in range(50):
        hands = [{"purple": 7, "wild": 3, "red": 2}, {"blue": 4}]
        game = ttrkit.position("europe", players=2, hands=hands, seed=seed)
        probe = game.copy()
        probe.apply(ttrkit.ClaimRoute(game.board.route("Marseille", "Zürich"), {"purple": 2}))
        if probe.decision == "tunnel":
            break
    tried = "claim; marseille zurich; 2 purple"
    text = went_on(game.copy(), f"{tried}; 1; claim; essen; b; b; build; paris; 1 red; q")
    same_output("play-europe", text + went_on(game, f"{tried}; leave; q"))


def test_play_a_flag(same_output: Same) -> None:
    """A flag is completed, and a ticket."""
    game = ttrkit.position(
        "paris",
        players=2,
        hands=[{"red": 1}, {"blue": 3}],
        flags={0: ["blue", "white"]},
        tickets={0: [("Louvre", "Montmartre")]},
        claimed={0: [("Montmartre", "Opéra")]},
        seed=1,
    )
    same_output("play-paris", went_on(game, "claim; louvre opera; routes; q"))


def test_play_in_teams(same_output: Same) -> None:
    """First tickets, one of them shared; cards for hand and holder; tickets shared later."""
    typed = "1 2 3; 1; draw a; deck; hand; deck; draw a; 1; 2; 1; share; 1; claim; 1; 1; log; q"
    same_output("play-asia", played("asia", "--seed", 4, typed=typed))


def test_play_to_the_end(same_output: Same) -> None:
    """The last round, the score sheets, everybody's tickets, the winner."""
    game = ttrkit.position(
        "usa",
        players=2,
        hands=[{"red": 2, "blue": 3}, {"green": 5}],
        trains=[4, 3],
        tickets={
            0: [("Boston", "Washington"), ("Seattle", "New York")],
            1: [("Duluth", "Houston")],
        },
        claimed={0: [("New York", "Washington")]},
        seed=1,
    )
    same_output("play-to-the-end", went_on(game, "claim; boston new york red; claim; all; 1; 1"))
