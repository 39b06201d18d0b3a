"""Variants that other packages bring along, under the entry-point group `ttrkit.variants`."""

import os
import subprocess
import sys
from pathlib import Path

import pytest

PYPROJECT = """
[build-system]
requires = ["hatchling"]
build-backend = "hatchling.build"

[project]
name = "{name}"
version = "1.0"

[project.entry-points."ttrkit.variants"]
{points}

[tool.hatch.build.targets.wheel]
packages = ["{module}"]
"""

SOUND = """
from ttrkit import Variant, get_variant

usa = get_variant("usa")
tiny = Variant.from_classic("tiny-usa", usa.board, players=(2,), trains=10)
not_a_variant = 42
"""

EXITS = """
import sys
sys.exit("goodbye")
"""


def install(folder: Path, name: str, points: str, source: str) -> Path:
    """Build a package and install it into a folder of its own."""
    module = name.replace("-", "_")
    (folder / name / module).mkdir(parents=True)
    pyproject = PYPROJECT.format(name=name, module=module, points=points)
    (folder / name / "pyproject.toml").write_text(pyproject, "utf-8")
    (folder / name / module / "__init__.py").write_text(source, "utf-8")
    target = folder / f"{name}-installed"
    options = ("--quiet", "--no-build-isolation", "--no-deps", "--no-index")
    subprocess.run(
        [sys.executable, "-m", "pip", "install", *options, "--target", target, folder / name],
        check=True,
        timeout=120,
    )
    return target


def run(code: str, *targets: Path) -> str:
    """What a Python program prints that sees these packages."""
    path = os.pathsep.join([*map(str, targets), os.environ.get("PYTHONPATH", "")])
    done = subprocess.run(
        [sys.executable, "-c", code],
        env={**os.environ, "PYTHONPATH": path},
        capture_output=True,
        text=True,
        timeout=120,
        check=False,
    )
    assert done.returncode == 0, done.stderr
    return done.stdout


@pytest.fixture(scope="module")
def targets(tmp_path_factory: pytest.TempPathFactory) -> tuple[Path, ...]:
    """A sound package and broken ones, installed."""
    folder = tmp_path_factory.mktemp("plug-ins")
    points = 'tiny-usa = "ttr_tiny:tiny"\nodd = "ttr_tiny:not_a_variant"\nusa = "ttr_tiny:tiny"'
    return (
        install(folder, "ttr-tiny", points, SOUND),
        install(folder, "ttr-broken", 'broken = "ttr_broken:nothing"', "import no_such_module\n"),
        install(folder, "ttr-leaving", 'leaving = "ttr_leaving:x"\ntwice = "ttr_leaving:y"', EXITS),
        install(folder, "ttr-again", 'twice = "ttr_again:tiny"', SOUND),
    )


def test_a_plug_in_is_known_by_name_and_plays(targets: tuple[Path, ...]) -> None:
    """After the editions, sorted; the same object each time; a game of it comes to its end."""
    code = """
import ttrkit
print(ttrkit.variant_names())
assert ttrkit.get_variant("tiny-usa") is ttrkit.get_variant("tiny-usa")
game = ttrkit.new_game("tiny-usa", players=2, seed=1)
print(ttrkit.play(game, [ttrkit.RandomPlayer(1), ttrkit.RandomPlayer(2)]).is_final)
print(ttrkit.from_record(game.to_record()).result() == game.result())
print(ttrkit.get_variant("usa").trains)
"""
    names, final, same, trains = run(code, *targets).splitlines()
    editions = ("asia", "europe", "paris", "usa")
    assert names == repr((*editions, "broken", "leaving", "odd", "tiny-usa", "twice"))
    assert (final, same) == ("True", "True")
    assert trains == "45", "an edition's name cannot be taken"


@pytest.mark.parametrize(
    ("name", "words"),
    [
        ("broken", ["broken", "ttr_broken:nothing", "no_such_module"]),
        ("odd", ["odd", "is no Variant, but 42"]),
        ("leaving", ["leaving", "ttr_leaving:x", "SystemExit: goodbye"]),
        ("twice", ["twice", "ttr_leaving:y of ttr-leaving", "ttr_again:tiny of ttr-again"]),
    ],
)
def test_a_broken_plug_in_is_reported_by_name(
    targets: tuple[Path, ...], name: str, words: list[str]
) -> None:
    """It does not take the others down, and its error names it."""
    code = f"""
import ttrkit
try:
    ttrkit.get_variant("{name}")
except ttrkit.PlugInError as error:
    print(error)
print(ttrkit.get_variant("tiny-usa").name)
"""
    said, other = run(code, *targets).splitlines()
    assert all(word in said for word in words), said
    assert other == "tiny-usa"
