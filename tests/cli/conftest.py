"""A folder with a variant in it, as `ttrkit new` makes it; and no traces of modules loaded."""

import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.cli.helpers import run


@pytest.fixture
def home_made(tmp_path: Path) -> Path:
    """The folder of a variant called night-line."""
    run("new", "night-line", "--dir", tmp_path)
    return tmp_path / "night-line"


@pytest.fixture(autouse=True)
def forget_modules(tmp_path: Path) -> Iterator[None]:
    """What a test has loaded from its own folder, no other test finds."""
    path = sys.path[:]
    yield
    sys.path[:] = path
    for name, module in list(sys.modules.items()):
        if str(getattr(module, "__file__", None)).startswith(str(tmp_path)):
            del sys.modules[name]
