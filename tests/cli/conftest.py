"""A folder with a variant in it, as `ttrkit new` makes it; no unknown styles; no traces left."""

import sys
from collections.abc import Iterator
from pathlib import Path

import pytest
from rich.console import Console
from rich.style import Style

from tests.cli.helpers import run


@pytest.fixture
def home_made(tmp_path: Path) -> Path:
    """The folder of a variant called night-line."""
    run("new", "night-line", "--dir", tmp_path)
    return tmp_path / "night-line"


@pytest.fixture(autouse=True)
def known_styles(monkeypatch: pytest.MonkeyPatch) -> None:
    """A style that rich does not know is an error here; it would print the text without one."""
    get_style = Console.get_style

    def strict(console: Console, name: str | Style, **_: object) -> Style:
        return get_style(console, name)

    monkeypatch.setattr(Console, "get_style", strict)


@pytest.fixture(autouse=True)
def forget_modules(tmp_path: Path) -> Iterator[None]:
    """What a test has loaded from its own folder, no other test finds."""
    path = sys.path[:]
    yield
    sys.path[:] = path
    for name, module in list(sys.modules.items()):
        if str(getattr(module, "__file__", None)).startswith(str(tmp_path)):
            del sys.modules[name]
