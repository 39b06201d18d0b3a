"""Pictures and pages from the command line, and what a maker of maps is told."""

import json
from pathlib import Path

import pytest

import ttrkit
from tests.cli.helpers import complaint, run, squeezed
from ttrkit import svg
from ttrkit.bots import GreedyPlayer

BAD = """
name = "Too close"
cities = [
    { name = "Aberwystmouth", x = 0,   y = 0 },
    { name = "Bettringham",   x = 4,   y = 0 },
    { name = "Cold Harbour",  x = 400, y = 0 },
    { name = "Dunmore",       x = 430, y = 300 },
    { name = "Eastleigh",     x = 0,   y = 300 },
]
routes = [
    { a = "Aberwystmouth", b = "Bettringham",  colour = "red",   length = 3 },
    { a = "Bettringham",   b = "Cold Harbour", colour = "blue",  length = 3 },
    { a = "Cold Harbour",  b = "Dunmore",      colour = "green", length = 3 },
    { a = "Dunmore",       b = "Eastleigh",    colour = "white", length = 3 },
    { a = "Eastleigh",     b = "Aberwystmouth", colour = "grey", length = 3 },
]
tickets = [
    { a = "Aberwystmouth", b = "Dunmore",   points = 6 },
    { a = "Bettringham",   b = "Eastleigh", points = 6 },
    { a = "Cold Harbour",  b = "Eastleigh", points = 6 },
    { a = "Dunmore",       b = "Bettringham", points = 6 },
    { a = "Aberwystmouth", b = "Cold Harbour", points = 6 },
    { a = "Eastleigh",     b = "Dunmore", points = 3 },
]
[scoring]
3 = 4
"""


def test_show_draws_a_board(tmp_path: Path) -> None:
    """An edition, with its parts, or a board file; and prints where the picture is."""
    path = tmp_path / "paris.svg"
    assert str(path) in run("show", "paris", "--svg", path).stdout
    assert path.read_text("utf-8") == svg.board(ttrkit.get_variant("paris"))
    board = "examples/home_made/benelux.toml"
    run("show", board, "--svg", path)
    assert path.read_text("utf-8") == svg.board(ttrkit.load_board(board))
    said = complaint("show", "paris", "--svg", tmp_path / "none" / "x.svg", fails=1)
    assert "cannot be written" in said


def test_check_draws_a_board_and_says_what_cannot_be_read(tmp_path: Path) -> None:
    """With its place and the cure; it is no fault of the board."""
    board, picture = tmp_path / "bad.toml", tmp_path / "bad.svg"
    board.write_text(BAD, "utf-8")
    text = squeezed(run("check", board, "--games", 1, "--picture", picture).stdout)
    assert "picture: cities[0] (Aberwystmouth): 4 from Bettringham, so that one covers" in text
    assert "picture: routes[0] (Aberwystmouth–Bettringham): 4 is too short for 3 spaces" in text
    assert "every invariant holds" in text
    assert picture.read_text("utf-8").startswith("<svg")


def test_the_advice_helps(tmp_path: Path) -> None:
    """Cities as far apart as was asked for are no longer spoken of."""
    path = tmp_path / "board.toml"
    path.write_text(BAD, "utf-8")
    told = svg.findings(ttrkit.load_board(path))
    far = max(int(each.partition("at least ")[2].split()[0]) for each in told if "at least" in each)
    path.write_text(BAD.replace("x = 4,  ", f"x = {far + 1},"), "utf-8")
    assert svg.findings(ttrkit.load_board(path)) == ()


@pytest.mark.parametrize("board", ["examples/home_made/benelux.toml", *ttrkit.variant_names()])
def test_our_own_boards_can_be_read(board: str) -> None:
    """Nothing is found about any of them."""
    found = ttrkit.load_board(board) if "/" in board else ttrkit.get_variant(board).board
    assert svg.findings(found) == ()


def test_replay_writes_a_page(tmp_path: Path) -> None:
    """For everyone, or for one seat."""
    game = ttrkit.new_game("paris", players=2, seed=1)
    ttrkit.play(game, [GreedyPlayer(1), GreedyPlayer(2)])
    record, page = tmp_path / "game.json", tmp_path / "game.html"
    record.write_text(json.dumps(game.to_record()), "utf-8")
    assert f"{page}: the game with everything" in run("replay", record, "--html", page).stdout
    assert page.read_text("utf-8") == ttrkit.replay_page(game)
    said = run("replay", record, "--html", page, "--seat", 1).stdout
    assert "what Ben has seen" in said
    assert page.read_text("utf-8") == ttrkit.replay_page(game, seat=1)
    assert "the seats are 0 to 1" in complaint(
        "replay", record, "--html", page, "--seat", 2, fails=2
    )
    assert "add --html" in complaint("replay", record, "--seat", 1, fails=2)


def test_an_altered_record_leaves_no_page(tmp_path: Path) -> None:
    """It is refused before anything is written."""
    record = ttrkit.new_game("paris", players=2, seed=1).to_record()
    path, page = tmp_path / "game.json", tmp_path / "game.html"
    path.write_text(json.dumps({**record, "first": 1 - record["first"]}), "utf-8")
    assert "the record was changed" in complaint("replay", path, "--html", page, fails=1)
    assert not page.exists()
