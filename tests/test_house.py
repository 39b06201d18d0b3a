"""How the sources are kept: short files, small classes, private names that stay in their room."""

import ast
import inspect
import tomllib
from collections.abc import Iterator
from importlib import import_module
from pathlib import Path
from typing import Any

import pytest

import ttrkit

ROOT = Path(__file__).parents[1]
SOURCES = ROOT / "src" / "ttrkit"
MODULES = sorted(SOURCES.rglob("*.py"))
MAX_LINES = 400
MAX_NAMES = 20

LARGE_CLASSES = {
    "State": "one field for every pile and counter of a game, and the verbs of rule parts",
    "Board": "one field for every kind of thing on a map, and the ways to look them up",
    "Chart": "one table for every number of a variant that a planner goes by",
    "Engine": "one table for everything that a variant fixes once and for all",
    "Game": "the public contract: what a user reads and does",
    "Observation": "one field for every kind of thing on the table",
    "Numbers": "the same fields, raw",
    "Report": "one field for every sum of a simulation",
    "Teams": "one method for every hook that partners and their holders need",
    "Variant": "one field for every number of a rulebook",
}
"""Classes with more than 20 public attributes and methods of their own, each with the reason."""

FOREIGN_PRIVATE = {
    ("knowledge/observation.py", "_fields"): "of the standard library: the fields of a named tuple",
    ("adapters/numbers.py", "_state"): "environments have their features, and look up none",
    ("testing/invariants.py", "_state"): "`state_of`: the one way for tests to see a whole game",
    ("simulation/worker.py", "_exit"): "of the standard library: to end a bot that nothing stops",
    ("simulation/pools.py", "_processes"): "of the standard library: to end processes at once",
    ("simulation/pools.py", "_executor_manager_thread"): "the same: to wait until it has ended",
}
"""Private names that are used outside the room that defines them, each with the reason."""


def room_of(path: Path) -> str:
    """The room of a module; its own name for one that lies at the top."""
    return path.relative_to(SOURCES).parts[0].removesuffix(".py")


def test_files_are_short() -> None:
    """No file of the sources says more than fits into 400 lines."""
    lengths = {str(p.relative_to(ROOT)): len(p.read_text("utf-8").splitlines()) for p in MODULES}
    assert {name: n for name, n in lengths.items() if n > MAX_LINES} == {}


def test_the_smallest_part_is_small() -> None:
    """A rule that is simple to say is simple to write."""
    parts = (SOURCES / "parts").glob("[a-z]*.py")
    assert min(len(path.read_text("utf-8").splitlines()) for path in parts) < 25


def public_names(node: ast.ClassDef) -> set[str]:
    """The public attributes and methods that a class defines itself."""
    found = set()
    for each in ast.walk(node):
        if isinstance(each, ast.FunctionDef) and each in node.body:
            found.add(each.name)
        elif isinstance(each, ast.AnnAssign) and isinstance(each.target, ast.Name):
            found.update([each.target.id] if each in node.body else [])
        elif isinstance(each, ast.Attribute) and isinstance(each.ctx, ast.Store):
            is_own = isinstance(each.value, ast.Name) and each.value.id == "self"
            found.update([each.attr] if is_own else [])
    return {name for name in found if not name.startswith("_")}


def classes() -> Iterator[tuple[str, set[str]]]:
    """Every class of the sources with its public names."""
    for path in MODULES:
        for node in ast.walk(ast.parse(path.read_text("utf-8"))):
            if isinstance(node, ast.ClassDef):
                yield node.name, public_names(node)


def test_classes_are_small() -> None:
    """A class has at most 20 public attributes and methods of its own, or a reason."""
    large = {name: len(names) for name, names in classes() if len(names) > MAX_NAMES}
    assert set(large) == set(LARGE_CLASSES), large


def private_names(tree: ast.Module) -> set[str]:
    """The private names that a module defines: functions, variables, methods, attributes."""
    found: set[str] = set()
    for node in ast.walk(tree):
        if isinstance(node, ast.FunctionDef | ast.ClassDef):
            found.add(node.name)
        elif isinstance(node, ast.Name) and isinstance(node.ctx, ast.Store):
            found.add(node.id)
        elif isinstance(node, ast.Attribute) and isinstance(node.ctx, ast.Store):
            found.add(node.attr)
        elif isinstance(node, ast.Constant) and isinstance(node.value, str):
            found.add(node.value)  # in __slots__, or the key of a __dict__
    return {name for name in found if name.startswith("_") and not name.startswith("__")}


def used_private_names(tree: ast.Module) -> set[str]:
    """The private names that a module reads of something else than `self`, or imports."""
    found: set[str] = set()
    for node in ast.walk(tree):
        if isinstance(node, ast.ImportFrom) and (node.module or "").startswith("ttrkit"):
            found.update(alias.name for alias in node.names)
        elif isinstance(node, ast.Attribute):
            is_own = isinstance(node.value, ast.Name) and node.value.id in ("self", "cls")
            found.update([] if is_own else [node.attr])
    return {name for name in found if name.startswith("_") and not name.startswith("__")}


def test_private_names_stay_in_their_room() -> None:
    """What begins with an underscore is used by its own room alone, or listed with a reason."""
    trees = {path: ast.parse(path.read_text("utf-8")) for path in MODULES}
    own: dict[str, set[str]] = {}
    for path, tree in trees.items():
        own.setdefault(room_of(path), set()).update(private_names(tree))
    foreign = {
        (path.relative_to(SOURCES).as_posix(), name)
        for path, tree in trees.items()
        for name in used_private_names(tree) - own[room_of(path)]
        if name not in ("_text", "_lazy")  # modules for all rooms
    }
    assert foreign == set(FOREIGN_PRIVATE)


def layers(config: str) -> list[list[str]]:
    """The layers of a contract, the highest first."""
    settings: dict[str, Any] = tomllib.loads((ROOT / config).read_text("utf-8"))
    (contract,) = settings["tool"]["importlinter"]["contracts"]
    return [layer.split(" | ") for layer in contract["layers"]]


def test_both_contracts_have_the_same_layers() -> None:
    """The one for types differs only in who may borrow from above."""
    assert layers("pyproject.toml") == layers(".importlinter-types.toml")


def test_the_picture_of_the_layers_is_true() -> None:
    """The page on the design has the layers of the contract, each with what it is for."""
    page = (ROOT / "docs" / "design.md").read_text("utf-8")
    picture = page.partition("```text\n")[2].partition("```")[0]
    drawn = [line.split("│")[1].split() for line in picture.splitlines() if line.count("│") == 3]
    assert drawn == layers("pyproject.toml")


@pytest.mark.parametrize("room", sorted({room_of(p) for p in MODULES if p.parent != SOURCES}))
def test_every_room_says_what_is_inside(room: str) -> None:
    """In its first sentence; and its page on the design names all of its files."""
    doc = inspect.getdoc(import_module(f"ttrkit.{room}")) or ""
    assert doc.split("\n")[0].endswith("."), f"{room}: {doc!r}"
    page = (ROOT / "docs" / "design.md").read_text("utf-8")
    row = page.partition(f"\n| `{room}` |")[2].partition("\n")[0]
    assert row, f"docs/design.md has no row for {room}"
    here = SOURCES / room
    files = {p.stem for p in here.glob("*.py")} | {
        p.parent.name for p in here.glob("*/__init__.py")
    }
    assert {name for name in files - {"__init__"} if f"`{name}`" not in row} == set()


def test_a_door_offers_what_it_says() -> None:
    """Every name of a room's `__all__` is there."""
    for path in SOURCES.glob("*/__init__.py"):
        module = import_module(f"ttrkit.{path.parent.name}")
        for name in getattr(module, "__all__", ()):
            assert getattr(module, name, None) is not None, f"{module.__name__}.{name}"
    assert all(hasattr(ttrkit, name) for name in ttrkit.__all__)
