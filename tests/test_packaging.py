"""What is built can be installed, and plays from there: wheel, sdist and the editable install.

Everything works without a network. An empty environment is given what the built package itself asks
for, taken from the environment that the tests run in, and nothing else.
"""

import os
import pkgutil
import runpy
import subprocess
import sys
import sysconfig
import tarfile
import venv
import zipfile
from collections.abc import Callable
from importlib import import_module, metadata
from pathlib import Path
from types import ModuleType
from typing import Any

import pytest
from packaging.requirements import Requirement

import ttrkit
from ttrkit._pyinstaller import hook_dirs
from ttrkit.board.loading import data_dir

ROOT = Path(__file__).parents[1]

PLAY = """
import pathlib, sys
import ttrkit
from ttrkit.bots import GreedyPlayer

assert pathlib.Path(ttrkit.__file__).is_relative_to(sys.prefix), ttrkit.__file__
names = ttrkit.variant_names()
for name in names:
    players = ttrkit.get_variant(name).players[0]
    game = ttrkit.new_game(name, players=players, seed=1)
    bots = [GreedyPlayer(1), *(ttrkit.RandomPlayer(n) for n in range(1, players))]
    assert ttrkit.play(game, bots).is_final
    assert ttrkit.replay_page(game).startswith("<!DOCTYPE html>")
print(*names)
"""


def run(*command: str | Path, cwd: Path) -> str:
    """Run a command that must succeed; what it prints."""
    hidden = ("PYTHONPATH", "PYTHONHOME")
    done = subprocess.run(
        [str(word) for word in command],
        cwd=cwd,
        env={name: value for name, value in os.environ.items() if name not in hidden},
        capture_output=True,
        text=True,
        timeout=120,
        check=False,
    )
    assert done.returncode == 0, f"{command}\n{done.stdout}\n{done.stderr}"
    return done.stdout


def build(source: Path, target: Path, kind: str) -> Path:
    """Build from a source tree, with the backend that is installed here."""
    run(sys.executable, "-m", "hatchling", "build", "-t", kind, "-d", target, cwd=source)
    return next(target.glob("*.whl" if kind == "wheel" else "*.tar.gz"))


@pytest.fixture(scope="module")
def sdist(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The sdist of this source tree."""
    return build(ROOT, tmp_path_factory.mktemp("sdist"), "sdist")


@pytest.fixture(scope="module")
def wheel(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The wheel of this source tree."""
    return build(ROOT, tmp_path_factory.mktemp("wheel"), "wheel")


@pytest.fixture(scope="module")
def wheel_of_sdist(sdist: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The wheel that is built where there is nothing but the sdist."""
    folder = tmp_path_factory.mktemp("from_sdist")
    with tarfile.open(sdist) as archive:
        archive.extractall(folder, filter="data")
    return build(next(folder.iterdir()), folder / "dist", "wheel")


@pytest.mark.parametrize("built", ["wheel", "wheel_of_sdist"])
def test_it_plays_every_edition_from_an_empty_folder(
    built: str, request: pytest.FixtureRequest, tmp_path: Path
) -> None:
    """Installed into an empty environment, with just what it declares to need."""
    package: Path = request.getfixturevalue(built)
    python, packages = empty_environment(tmp_path / "venv")
    install = (sys.executable, "-m", "pip", "--python", python, "install", "--quiet")
    run(*install, "--no-deps", "--no-index", "--no-compile", package, cwd=tmp_path)
    for needed in requirements(package):
        link(needed, packages)
    empty = tmp_path / "empty"
    empty.mkdir()
    names = run(python, "-c", PLAY, cwd=empty).split()
    assert names == sorted(file.stem for file in (ROOT / "src/ttrkit/variants").glob("[a-z]*.py"))


def empty_environment(folder: Path) -> tuple[Path, Path]:
    """A new virtual environment without even pip: its Python, and where its packages go."""
    venv.create(folder, with_pip=False, symlinks=os.name != "nt")
    paths = {"base": str(folder), "platbase": str(folder)}
    scripts = Path(sysconfig.get_path("scripts", "venv", paths))
    return scripts / "python", Path(sysconfig.get_path("purelib", "venv", paths))


def requirements(package: Path) -> set[str]:
    """What a wheel needs, and what that needs in turn."""
    with zipfile.ZipFile(package) as archive:
        name = next(name for name in archive.namelist() if name.endswith(".dist-info/METADATA"))
        text = archive.read(name).decode("utf-8")
    found: set[str] = set()
    waiting = [
        line.partition(": ")[2] for line in text.splitlines() if line[:13] == "Requires-Dist"
    ]
    while waiting:
        needed = Requirement(waiting.pop())
        if needed.name not in found and (
            not needed.marker or needed.marker.evaluate({"extra": ""})
        ):
            assert needed.specifier.contains(metadata.version(needed.name), prereleases=True)
            found.add(needed.name)
            waiting += metadata.requires(needed.name) or []
    return found


def link(name: str, packages: Path) -> None:
    """Make a package that is installed here importable there too."""
    files = metadata.files(name) or []
    for top in {file.parts[0] for file in files if file.parts[0] not in ("..", "__pycache__")}:
        place = Path(str(metadata.distribution(name).locate_file(top)))
        (packages / top).symlink_to(place, target_is_directory=place.is_dir())


def contents(package: Path) -> dict[str, bytes]:
    """The files of the package inside a wheel."""
    with zipfile.ZipFile(package) as archive:
        names = [name for name in archive.namelist() if name.startswith("ttrkit/")]
        return {name: archive.read(name) for name in names}


def test_wheel_and_sdist_hold_the_same(wheel: Path, wheel_of_sdist: Path) -> None:
    """What is built from the sdist is what is built from the repository."""
    assert contents(wheel) == contents(wheel_of_sdist)
    assert "ttrkit/py.typed" in contents(wheel)


def test_it_plays_from_a_zip_file(wheel: Path, tmp_path: Path) -> None:
    """A wheel is one; its board files are read from inside."""
    prelude = f"import sys; sys.path.insert(0, {str(wheel)!r})"
    play = PLAY.partition("names = ")[2]
    code = f"{prelude}\nimport ttrkit\nfrom ttrkit.bots import GreedyPlayer\nnames = {play}"
    said = run(sys.executable, "-c", f"{code}\nprint(ttrkit.__file__)", cwd=tmp_path).splitlines()
    assert said[0].split() == list(ttrkit.variant_names())
    assert said[1].startswith(str(wheel))


def test_the_version_is_that_of_the_package(wheel: Path, sdist: Path) -> None:
    """It stands in one place."""
    assert wheel.name.split("-")[1] == ttrkit.__version__
    assert sdist.name == f"ttrkit-{ttrkit.__version__}.tar.gz"


def test_pyinstaller_is_told_what_it_cannot_see(
    wheel: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """By a hook that the package offers: modules imported by name, and the board files."""
    with zipfile.ZipFile(wheel) as archive:
        name = next(name for name in archive.namelist() if name.endswith("entry_points.txt"))
        points = archive.read(name).decode()
    assert "[pyinstaller40]\nhook-dirs = ttrkit._pyinstaller:hook_dirs" in points
    assert "ttrkit/_pyinstaller/hook-ttrkit.py" in contents(wheel)

    def submodules(package: str, filter: Callable[[str], bool]) -> list[str]:  # noqa: A002
        found = import_module(package)
        modules = pkgutil.walk_packages(found.__path__, f"{package}.", onerror=lambda _: None)
        return [module.name for module in modules if filter(module.name)]

    hooks: Any = ModuleType("PyInstaller.utils.hooks")
    hooks.collect_submodules = submodules
    hooks.collect_data_files = lambda package: [("py.typed", package)]
    monkeypatch.setitem(sys.modules, "PyInstaller.utils.hooks", hooks)
    (folder,) = hook_dirs()
    told = runpy.run_path(str(Path(folder, "hook-ttrkit.py")))
    hidden = set(told["hiddenimports"])
    assert {f"ttrkit.variants.{name}" for name in ttrkit.variant_names()} <= hidden
    assert {"ttrkit.parts.stations", "ttrkit.simulation.runner", "ttrkit.records.record"} <= hidden
    assert not [name for name in hidden if name.startswith(("ttrkit.cli", "ttrkit.testing"))]
    boards = {Path(source).stem for source, target in told["datas"] if target == "ttrkit/data"}
    assert boards == set(ttrkit.variant_names())
    assert ("py.typed", "ttrkit") in told["datas"]


def test_an_editable_install_finds_the_same_board_files(wheel: Path) -> None:
    """The tests run on an editable install: its data are those of the wheel, byte by byte."""
    packed = {
        Path(name).name: data
        for name, data in contents(wheel).items()
        if name.startswith("ttrkit/data/")
    }
    assert packed
    assert packed == {file.name: file.read_bytes() for file in data_dir().iterdir()}


def test_the_sdist_can_test_itself(sdist: Path) -> None:
    """It holds the tests, the examples, the tools, the documentation and what they need."""
    with tarfile.open(sdist) as archive:
        names = {name.partition("/")[2] for name in archive.getnames()}
    wanted = (
        "README.md CHANGELOG.md CONTRIBUTING.md LICENSE Makefile constraints.txt pyproject.toml"
    )
    assert {*wanted.split(), "docs/rules.md", "examples/usa.py", "tests/conftest.py"} <= names
    assert {"benchmarks/cli.py", "benchmarks/hard_networks.json"} <= names
    assert {"mutation/plugin.py", "mutation/equivalent.toml"} <= names


def test_importing_ttrkit_is_light() -> None:
    """networkx, rich and the test tools are imported where they are used, not before."""
    check = "import sys, ttrkit, ttrkit.bots; print(*sys.modules)"
    loaded = set(run(sys.executable, "-c", check, cwd=ROOT).split())
    assert not loaded & {"networkx", "rich", "hypothesis", "pytest"}
