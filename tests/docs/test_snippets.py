"""Every snippet of the documentation runs as printed, and README tells the truth about editions.

In a Markdown file, `pycon` blocks are doctests and `python` blocks are run, one after the other,
from the top folder; names carry over within a file. `toml` blocks must be valid TOML. A `python`
block right under the comment `<!-- not run -->` is left out.
"""

import doctest
import re
import tomllib
from collections.abc import Iterator
from pathlib import Path
from typing import Any, NamedTuple

import pytest

import ttrkit

ROOT = Path(__file__).parents[2]
PAGES = sorted([*ROOT.glob("*.md"), *ROOT.glob("docs/**/*.md")])
_FENCE = re.compile(r"(<!-- not run -->\n)?^```(\w+)[^\n]*\n(.*?)^```$", re.MULTILINE | re.DOTALL)


class Snippet(NamedTuple):
    """A fenced block, and the line that its text starts on."""

    language: str
    text: str
    line: int


def snippets(page: Path) -> Iterator[Snippet]:
    """The blocks of a page that are to be run."""
    text = page.read_text("utf-8")
    for fence in _FENCE.finditer(text):
        if not fence[1]:
            yield Snippet(fence[2], fence[3], text.count("\n", 0, fence.start(3)))


@pytest.mark.parametrize("page", PAGES, ids=lambda page: str(page.relative_to(ROOT)))
def test_snippets_run(page: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """What a page shows is what one gets."""
    monkeypatch.chdir(ROOT)
    names: dict[str, Any] = {"__name__": "__main__"}
    for snippet in snippets(page):
        if snippet.language == "pycon":
            run_doctest(snippet, page, names)
        elif snippet.language == "python":
            exec(compile("\n" * snippet.line + snippet.text, str(page), "exec"), names)
        elif snippet.language == "toml":
            tomllib.loads(snippet.text)


def run_doctest(snippet: Snippet, page: Path, names: dict[str, Any]) -> None:
    """Run a session; what it defines stays in `names`."""
    parser = doctest.DocTestParser()
    test = parser.get_doctest(snippet.text, names, page.name, str(page), snippet.line)
    report: list[str] = []
    doctest.DocTestRunner().run(test, out=report.append, clear_globs=False)
    names.update(test.globs)
    assert not report, "".join(report)


def readme_rows() -> dict[str, list[str]]:
    """The table of editions: the other cells by name."""
    rows = re.findall(r"^\| `(\w+)` \| (.+) \|$", (ROOT / "README.md").read_text("utf-8"), re.M)
    return {name: cells.split(" | ") for name, cells in rows}


def test_readme_lists_the_editions_that_there_are() -> None:
    """Each edition has its row, and no row is ahead of the code."""
    assert sorted(readme_rows()) == sorted(ttrkit.variant_names())


@pytest.mark.parametrize("name", ttrkit.variant_names())
def test_readme_is_honest_about_board_data(name: str) -> None:
    """A row says how far its board is to be trusted, as the board file does."""
    variant = ttrkit.get_variant(name)
    numbers, _, trust = readme_rows()[name]
    told = [int(n) for n in re.findall(r"\d+", numbers)]
    assert (told[0], told[-1]) == (variant.players[0], variant.players[-1])
    topics = {t: p for t, p in variant.board.provenance.items() if t != "positions"}
    assert trust == ", ".join(f"{topic} {source.status}" for topic, source in topics.items())


@pytest.mark.parametrize("page", PAGES, ids=lambda page: str(page.relative_to(ROOT)))
def test_links_lead_somewhere(page: Path) -> None:
    """Links between files of the repository point at files that exist."""
    for target in re.findall(r"\]\((?!https?:|#)([^)#]+)", page.read_text("utf-8")):
        assert (page.parent / target).exists(), f"{page.name}: no {target}"
