"""What can be named on the command line."""

from pathlib import Path

import click
import pytest

import ttrkit
from tests.cli.helpers import complaint, run
from ttrkit.cli import finding
from ttrkit.simulation import entrants_of

TWO = """
import ttrkit
usa = ttrkit.get_variant("usa")
paris = ttrkit.get_variant("paris")
nothing = 42
"""


@pytest.fixture
def two(tmp_path: Path) -> Path:
    """A file with two variants."""
    path = tmp_path / "two_variants.py"
    path.write_text(TWO, "utf-8")
    return path


def test_by_name() -> None:
    """The same object as anywhere else."""
    assert finding.find_variant("usa") is ttrkit.get_variant("usa")


def test_by_file_and_name(two: Path) -> None:
    """One of several; a second time it is not loaded again."""
    found = finding.find_variant(f"{two}:paris")
    assert found is ttrkit.get_variant("paris")
    assert finding.load_module(str(two)) is finding.load_module(str(two))


def test_by_module() -> None:
    """A module that can be imported."""
    assert finding.find_variant("ttrkit.variants.usa").name == "usa"
    assert finding.find_variant("ttrkit.variants.usa:VARIANT").name == "usa"


@pytest.mark.parametrize(
    ("reference", "message"),
    [
        ("{two}", "several variants; name one of usa, paris"),
        ("{two}:pariss", 'did you mean "paris"?'),
        ("{two}:nothing", "is no Variant"),
        ("{folder}", "is a folder"),
        ("{folder}/none.py", "no such file"),
        ("no.such.module", "no module"),
        ("json", "holds no Variant"),
        ("", "is no edition"),
        (":", "is no edition"),
        ("a b:c", "is no edition"),
    ],
)
def test_what_is_not_there(reference: str, message: str, two: Path) -> None:
    """It is said in one line what is wrong, and what would be right."""
    reference = reference.format(two=two, folder=two.parent)
    assert message in complaint("show", reference, fails=2)


@pytest.mark.parametrize(
    ("source", "message"),
    [
        ("def oops(:\n", "SyntaxError: invalid syntax (bad.py, line 1)"),
        ("\nimport surely_not_there\n", "ModuleNotFoundError"),
        ("\n\n1 / 0\n", "ZeroDivisionError: division by zero (bad.py, line 3)"),
        ("import sys\nsys.exit('bye')", "SystemExit: bye"),
        (
            "from ttrkit import *\nVariant.from_classic('x', 1, players=(), trains=0)",
            "bad.py, line 2",
        ),
        ("from ttrkit import load_board\nload_board('none.toml')", "none.toml: no such file"),
        ("from ttrkit import load_board\nload_board('bad.toml')", "ttrkit check bad.toml"),
    ],
)
def test_a_module_that_fails_is_one_line(
    source: str, message: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """With the error and the line of the user's own file."""
    monkeypatch.chdir(tmp_path)
    Path("bad.toml").write_text("name = 5", "utf-8")
    path = tmp_path / "bad.py"
    path.write_text(source, "utf-8")
    assert message in complaint("show", path, fails=1)


def test_a_file_called_like_a_known_module(tmp_path: Path) -> None:
    """It is loaded all the same, and the known one stays what it is."""
    import json

    path = tmp_path / "json.py"
    path.write_text(TWO, "utf-8")
    assert finding.find_variant(f"{path}:usa").name == "usa"
    assert json.loads("1") == 1


def test_a_module_may_import_its_neighbour(home_made: Path) -> None:
    """Its folder is looked into, whatever the current one is."""
    assert "night-line" in run("show", home_made / "example.py").stdout


def test_the_classic_rules_on_a_board(home_made: Path) -> None:
    """With fewer trains on a small one, so that the game comes to an end."""
    variant = finding.find_variant(str(home_made / "night_line.toml"))
    assert (variant.name, variant.title) == ("night-line", "Night Line")
    assert 0 < variant.trains < 45
    usa = ttrkit.get_variant("usa")
    assert finding.on_classic_rules(usa.board, "usa").trains == usa.trains


# Bots ------------------------------------------------------------------------------------------

BOTS = """
import ttrkit
class Plain:
    def choose(self, observation):
        return observation.legal_actions[0]
class Seeded(Plain):
    def __init__(self, seed):
        self.seed = seed
class Choosy(Plain):
    def __init__(self, *, level=1):
        pass
class Deep(Plain):
    def __init__(self, depth=3):
        self.depth = depth
class Needy(Plain):
    def __init__(self, number):
        self.number = number
class Failing:
    def __init__(self):
        raise ValueError("no mood")
ready = Plain()
number = 3
class Mute:
    pass
def mute():
    return Mute()
"""


@pytest.fixture
def bots(tmp_path: Path) -> Path:
    """A file with bots."""
    path = tmp_path / "some_bots.py"
    path.write_text(BOTS, "utf-8")
    return path


def test_bots_by_name(bots: Path) -> None:
    """Ours, and classes or instances of a file; a seed is given to those who take one."""
    names = f"greedy, random,{bots}:Plain,{bots}:Seeded,{bots}:Choosy,{bots}:ready"
    found = finding.make_bots(finding.find_bots(names, 6), seed=10)
    kinds = [type(bot).__name__ for bot in found]
    assert kinds == ["GreedyPlayer", "RandomPlayer", "Plain", "Seeded", "Choosy", "Plain"]
    assert vars(found[3])["seed"] == 14
    assert len(finding.find_bots(None, 3)) == 3


def test_a_seed_is_no_other_setting(bots: Path) -> None:
    """It goes to a parameter of that name, or to one that a bot cannot do without: as in simulate.

    A first parameter with a default keeps it.
    """
    names = [f"{bots}:Deep", f"{bots}:Needy"]
    deep, needy = finding.make_bots(finding.find_bots(",".join(names), 2), seed=40)
    assert vars(deep)["depth"] == 3
    assert vars(needy)["number"] == 42
    entrants = entrants_of([finding.find_bot(name) for name in names])
    assert vars(entrants[0].make(7))["depth"] == 3
    assert vars(entrants[1].make(7))["number"] == 7


@pytest.mark.parametrize(
    ("name", "message"),
    [
        ("gredy", 'did you mean "greedy"?'),
        ("{bots}", "no bot"),
        ("{bots}:None_such", "no "),
        ("{bots}:number", "3 is no bot"),
        ("{bots}:mute", "a Mute has no method choose"),
        ("{bots}:Failing", "cannot be made: ValueError: no mood"),
        ("greedy,greedy", "2 bots for 3 seats"),
    ],
)
def test_bots_that_are_not_there(name: str, message: str, bots: Path) -> None:
    """It is said what is wrong."""
    with pytest.raises(click.ClickException) as failed:
        finding.find_bots(name.format(bots=bots), 3)
    assert message in failed.value.format_message()
