"""`ttrkit new`: what it makes works as it is."""

import shutil
import sys
import zipfile
from pathlib import Path

import pytest

import ttrkit
from tests.cli.helpers import complaint, run, run_module, run_outside
from ttrkit.cli.finding import find_variant


def test_its_files_are_told(tmp_path: Path) -> None:
    """All of them are there, and nothing is left to fill in."""
    text = run("new", "my-variant", "--dir", tmp_path).stdout
    folder = tmp_path / "my-variant"
    files = {file.name for file in folder.iterdir()}
    assert {"my_variant.py", "my_variant.toml", "test_my_variant.py", "example.py"} <= files
    assert "pyproject.toml" in files
    for file in folder.iterdir():
        assert file.name in text
        assert "${" not in file.read_text("utf-8")


def test_its_tests_pass(home_made: Path) -> None:
    """Run by pytest on its own, in the folder and from above."""
    command = (sys.executable, "-m", "pytest", "-q", "-p", "no:cacheprovider")
    assert "2 passed" in run_outside(*command, cwd=home_made).stdout
    rest = ("night-line", "-k", "express")
    assert "1 passed" in run_outside(*command, *rest, cwd=home_made.parent).stdout


def test_its_example_runs(home_made: Path) -> None:
    """And tells who wins."""
    printed = run_outside(sys.executable, "example.py", cwd=home_made).stdout
    assert "and wins" in printed
    assert "'express'" in printed


def test_it_can_be_checked_and_shown(home_made: Path) -> None:
    """By the commands that are named in its README."""
    assert "holds" in run_module("check", "night_line.py", "--games", 1, cwd=home_made)
    assert "Express" in run_module("show", "night_line", cwd=home_made)


def test_its_rule_scores(home_made: Path) -> None:
    """The label is on the sheet, and somebody earns it in some game."""
    variant = find_variant(str(home_made / "night_line.py"))
    results = [
        ttrkit.play(
            ttrkit.new_game(variant, players=2, seed=seed),
            [ttrkit.RandomPlayer(seed), ttrkit.RandomPlayer(seed + 1)],
        )
        for seed in range(5)
    ]
    assert any(sheet["express"] for result in results for sheet in result.sheets)


def test_its_tickets_are_worth_their_shortest_way(home_made: Path) -> None:
    """As the note in its board file says."""
    import networkx as nx

    board = find_variant(str(home_made / "night_line.py")).board
    graph = board.graph()
    for ticket in board.tickets:
        trains = nx.shortest_path_length(graph, ticket.a, ticket.b, weight="length")
        assert ticket.points == trains, ticket


def test_installed_it_is_known_by_name(home_made: Path, tmp_path: Path) -> None:
    """Its wheel, built and unpacked, is a plug-in with its board file."""
    build = (sys.executable, "-m", "hatchling", "build", "-t", "wheel", "-d", tmp_path / "dist")
    run_outside(*build, cwd=home_made)
    installed = tmp_path / "installed"
    with zipfile.ZipFile(next((tmp_path / "dist").glob("*.whl"))) as wheel:
        wheel.extractall(installed)
    shutil.rmtree(home_made)
    assert "\nnight-line " in run_module("variants", cwd=tmp_path, path=installed)
    shown = run_module("show", "night-line", cwd=tmp_path, path=installed)
    assert "Night Line (night-line)" in shown


@pytest.mark.parametrize(
    "name", ["My-Variant", "2fast", "a--b", "-a", "a-", "a_b", "ü", "", "../a", "a.b", "a" * 41]
)
def test_names_that_cannot_be(name: str, tmp_path: Path) -> None:
    """Nothing is written."""
    assert "such as my-variant" in complaint("new", "--dir", tmp_path, "--", name, fails=2)
    assert list(tmp_path.iterdir()) == []


@pytest.mark.parametrize("name", ["usa", "json", "class", "pytest", "ttrkit", "example"])
def test_names_that_are_taken(name: str, tmp_path: Path) -> None:
    """By an edition, by Python, by a package that is installed."""
    complaint("new", name, "--dir", tmp_path, fails=2)
    assert list(tmp_path.iterdir()) == []


def test_an_existing_folder_is_left_alone(home_made: Path) -> None:
    """Whatever is in it."""
    before = (home_made / "night_line.py").read_bytes()
    assert "exists already" in complaint("new", "night-line", "--dir", home_made.parent, fails=2)
    assert (home_made / "night_line.py").read_bytes() == before
    assert "does not exist" in complaint("new", "a", "--dir", home_made / "none", fails=2)
