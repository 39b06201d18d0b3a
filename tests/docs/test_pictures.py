"""The pictures of the documentation are those that would be drawn now, and the pages show them."""

import re
from pathlib import Path

import pytest

import ttrkit
from tests.docs.make_pictures import FOLDER, MEASURED, PICTURES
from tests.docs.test_snippets import PAGES, ROOT


@pytest.mark.parametrize("name", PICTURES)
def test_the_picture_is_up_to_date(name: str) -> None:
    """If not: `make pictures`, and look at what has changed."""
    kept = (FOLDER / f"{name}.svg").read_text("utf-8")
    assert kept == PICTURES[name]() + "\n", "make pictures, and look at it"


def shown(page: Path) -> set[Path]:
    """The pictures on a page."""
    text = page.read_text("utf-8")
    return {(page.parent / name).resolve() for name in re.findall(r"!\[[^\]]+\]\(([^)]+)\)", text)}


def test_no_other_picture_is_kept() -> None:
    """Every one is made by `make pictures` or by an example, and shown on some page."""
    kept = {path.resolve() for path in FOLDER.iterdir()}
    assert {path.stem for path in kept} == {*PICTURES, *MEASURED}
    assert set().union(*map(shown, PAGES)) == kept


@pytest.mark.parametrize("edition", ttrkit.variant_names())
def test_the_page_of_an_edition_shows_its_board(edition: str) -> None:
    """Among the first things on it."""
    page = ROOT / "docs" / "editions" / f"{edition}.md"
    assert (FOLDER / f"{edition}.svg").resolve() in shown(page)


def test_the_first_screen_of_the_readme_has_a_picture() -> None:
    """Before the first heading below the title."""
    top = (ROOT / "README.md").read_text("utf-8").partition("\n## ")[0]
    assert "![" in "\n".join(top.splitlines()[:12])
