"""`ttrkit play --save` and `--resume`: a game is left, and goes on as it was."""

import json
import shlex
from pathlib import Path
from typing import Any

import pytest

import ttrkit
from tests.cli.helpers import complaint, run, squeezed

KEEP = "1 2\n"


def saved_game(path: Path) -> ttrkit.Game:
    """The game in a file that `ttrkit play` has written."""
    return ttrkit.from_record(json.loads(path.read_text("utf-8"))["record"])


def leave(path: Path, *words: object, edition: object = "usa") -> str:
    """Begin a game, choose tickets, leave; what was printed."""
    return run("play", edition, *words, "--save", path, typed=f"{KEEP}q\n").stdout


def change(path: Path, **changes: Any) -> None:
    """Alter the file of a saved game; None takes a key out."""
    content = json.loads(path.read_text("utf-8")) | changes
    content = {key: value for key, value in content.items() if value is not None}
    path.write_text(json.dumps(content), "utf-8")


@pytest.fixture
def path(tmp_path: Path) -> Path:
    """A file for a game."""
    return tmp_path / "game.json"


def test_you_sit_where_you_sat(path: Path) -> None:
    """Your own hand and tickets are shown, nobody else's; and it is still your turn to play."""
    leave(path, "--seat", 2, "--bots", "random,greedy", "--seed", 3)
    before = saved_game(path)
    text = squeezed(run("play", "--resume", path, typed="q\n").stdout)
    assert f"Hand {' '.join(str(before.seats[2].hand).split(', '))}" in text
    for ticket in before.seats[2].tickets:
        assert str(ticket) in text
    for seat in (0, 1):
        for ticket in before.seats[seat].tickets:
            assert str(ticket) not in text
    assert saved_game(path).history == before.history


def test_it_goes_on_and_can_be_told(path: Path) -> None:
    """What was played stays, what is played is added; the file can be replayed."""
    leave(path, "--bots", "random", "--players", 2, "--seed", 1, edition="paris")
    before = saved_game(path)
    assert len(before.history) >= 2
    run("play", "--resume", path, typed="draw a\ndeck\ndeck\nq\n")
    after = saved_game(path)
    assert len(after.history) > len(before.history)
    assert after.history[: len(before.history)] == before.history
    assert "Paris" in run("replay", path).stdout


def test_the_bots_keep_their_seats_and_their_kind(path: Path) -> None:
    """Also after it was left twice."""
    leave(path, "--seat", 1, "--bots", "random,greedy", "--seed", 3)
    for _ in range(2):
        run("play", "--resume", path, typed="draw a\n1\n1\nq\n")
        content = json.loads(path.read_text("utf-8"))
        assert (content["seat"], content["bots"]) == (1, ["random", "greedy"])


def test_the_last_lines_say_how_to_go_on(path: Path) -> None:
    """As it can be typed, with a blank in the name of the file too."""
    path = path.with_name("my game.json")
    (play, *going_on), (replay, *telling) = map(shlex.split, leave(path).splitlines()[-2:])
    assert (play, replay) == ("ttrkit", "ttrkit")
    assert "Hand" in run(*going_on, typed="q\n").stdout
    assert "Score" in run(*telling).stdout


def test_a_finished_game_is_only_told(path: Path) -> None:
    """There is nothing to go on with."""
    game = ttrkit.new_game("paris", players=2, seed=1)
    ttrkit.play(game, [ttrkit.RandomPlayer(1), ttrkit.RandomPlayer(2)])
    path.write_text(json.dumps(game.to_record()), "utf-8")
    text = run("play", "--resume", path, "--seat", 0).stdout
    assert "Score" in text
    assert "--resume" not in text
    assert "ttrkit replay" in text


def test_a_home_made_variant_is_found_again(home_made: Path, path: Path) -> None:
    """By its file, from any folder: to go on, and to tell it."""
    module = home_made / "night_line.py"
    leave(path, edition=module)
    assert json.loads(path.read_text("utf-8"))["edition"] == str(module)
    assert "Night Line" in run("play", "--resume", path, typed="q\n").stdout
    assert "Night Line" in run("replay", path).stdout
    moved = module.rename(module.with_name("evening_line.py"))
    for words in (("play", "--resume", path), ("replay", path)):
        line = complaint(*words, fails=1)
        assert "night_line.py: no such file; say where it is now: " in line
    assert "Night Line" in run("play", moved, "--resume", path, typed="q\n").stdout
    assert json.loads(path.read_text("utf-8"))["edition"] == str(moved)
    assert "Night Line" in run("replay", path, "--variant", moved).stdout


@pytest.mark.parametrize("reference", ["night_line.py:VARIANT", "night_line.toml", "night_line"])
def test_references_of_all_kinds(
    reference: str, home_made: Path, path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A variant in a file by its name, a board file, a module."""
    monkeypatch.chdir(home_made)
    name = (home_made / "night_line.py").read_text("utf-8").split("\n\n\n")[-1].split(" ")[0]
    leave(path, edition=reference.replace("VARIANT", name))
    if reference != "night_line":
        monkeypatch.chdir(home_made.parent)
    assert "Night Line" in run("play", "--resume", path, typed="q\n").stdout


BOTS = """
class Passive:
    def choose(self, observation):
        return observation.legal_actions[-1]
"""


def test_a_bot_that_has_gone(path: Path) -> None:
    """It is named, and others can take its seat."""
    bots = path.with_name("my_bots.py")
    bots.write_text(BOTS, "utf-8")
    leave(path, "--bots", f"{bots}:Passive", "--players", 2, "--seed", 1)
    assert json.loads(path.read_text("utf-8"))["bots"] == [f"{bots}:Passive"]
    run("play", "--resume", path, typed="q\n")
    bots.unlink()
    line = complaint("play", "--resume", path, fails=1)
    assert f'no bot "{bots}:Passive"' in line
    assert "--bots puts others in the seats" in line
    run("play", "--resume", path, "--bots", "greedy", typed="q\n")
    assert json.loads(path.read_text("utf-8"))["bots"] == ["greedy"]


def test_another_seat_is_refused(path: Path) -> None:
    """Nobody looks into the cards of another; the same seat may be said again."""
    leave(path, "--seat", 1)
    assert "you sit at 1" in complaint("play", "--resume", path, "--seat", 0, fails=2)
    assert "Hand" in run("play", "--resume", path, "--seat", 1, typed="q\n").stdout


def test_a_record_alone_asks_where_you_sat(path: Path) -> None:
    """From then on the file knows."""
    path.write_text(json.dumps(ttrkit.new_game("usa", players=3, seed=1).to_record()), "utf-8")
    assert "add --seat, from 0 to 2" in complaint("play", "--resume", path, fails=2)
    assert "the seats are 0 to 2" in complaint("play", "--resume", path, "--seat", 3, fails=2)
    assert "Hand" in run("play", "--resume", path, "--seat", 2, typed="q\n").stdout
    assert json.loads(path.read_text("utf-8"))["seat"] == 2
    run("play", "--resume", path, typed="q\n")


@pytest.mark.parametrize(
    ("changes", "message"),
    [
        ({"seat": 3}, "its seat should be from 0 to 2, not 3"),
        ({"seat": -1}, "its seat should be from 0 to 2, not -1"),
        ({"seat": True}, "its seat should be from 0 to 2, not True"),
        ({"seat": "0"}, "its seat should be from 0 to 2, not '0'"),
        ({"bots": "greedy"}, "its bots should be a list of names, not 'greedy'"),
        ({"bots": [1, 2]}, "its bots should be a list of names, not [1, 2]"),
        ({"bots": ["greedy"]}, "1 bot and you at a table for 3"),
        ({"bots": ["greedy"] * 9}, "9 bots and you at a table for 3"),
        ({"bots": ["greedy", "gredy"]}, 'no bot "gredy" (did you mean "greedy"?)'),
        ({"edition": 1}, "its edition should be a name or a file, not 1"),
        ({"edition": "atlantis"}, '"atlantis" is no edition'),
        ({"edition": "europe"}, "not of europe"),
        ({"edition": None}, "it should have edition, seat, bots, record, not "),
        ({"more": 1}, "it should have edition, seat, bots, record, not "),
        ({"record": {}}, "not a recorded game"),
        ({"record": 1}, "not a recorded game"),
        ({"format": "ttrkit chair"}, "not a recorded game"),
    ],
)
def test_what_is_no_saved_game(changes: dict[str, Any], message: str, path: Path) -> None:
    """One line says why."""
    leave(path, "--seed", 1)
    change(path, **changes)
    assert message in squeezed(complaint("play", "--resume", path, fails=1))


def test_what_cannot_be_asked_for(path: Path) -> None:
    """An edition or a saved game is needed; what a game has, it keeps."""
    assert "name an edition" in complaint("play", fails=2)
    assert "does not exist" in complaint("play", "--resume", path, fails=2)
    leave(path)
    for option in ("--players", "--seed"):
        assert "goes on" in complaint("play", "--resume", path, option, 3, fails=2)
    assert "exists already" in complaint("play", "usa", "--save", path, fails=2)
