"""The pages of `docs/` are complete and true; that their snippets run is in `test_snippets.py`."""

import re
from pathlib import Path

import attrs
import pytest

import ttrkit
from tests.clauses import clauses
from tests.docs.test_snippets import PAGES, ROOT, snippets
from ttrkit import parts, testing
from ttrkit.board import file as board_file
from ttrkit.cli.app import ttrkit as command_line
from ttrkit.hooks.part import HOOKS

DOCS = ROOT / "docs"


def page(name: str) -> str:
    """The text of a page."""
    return (DOCS / name).read_text("utf-8")


@pytest.mark.parametrize("hook", HOOKS)
def test_every_hook_has_its_place(hook: str) -> None:
    """A heading of its own with the contract under it, and an example that answers it."""
    text = page("howto-parts.md")
    found = re.search(rf"^### `{hook}`\n\n([^\n]+)", text, re.MULTILINE)
    assert found, f"{hook} has no heading on howto-parts.md"
    assert found[1][0].isupper(), f"{hook}: {found[1]}"
    assert f"def {hook}(self" in text, f"no example answers {hook}"


def test_the_hooks_stand_by_theme() -> None:
    """All of them and no others, in the order of the contract; each with its manner."""
    text = page("howto-parts.md")
    assert re.findall(r"^### `(\w+)`$", text, re.MULTILINE) == list(HOOKS)
    for hook, nature in HOOKS.items():
        told = text.partition(f"### `{hook}`\n\n")[2].partition("\n")[0]
        assert f"*{nature.manner}*" in told, f"{hook}: {told}"


@pytest.mark.parametrize("module", [ttrkit, parts, testing], ids=lambda module: module.__name__)
def test_the_reference_has_every_public_name(module: object) -> None:
    """Each name stands there with its docstring, under one of the places it is importable from."""
    shown = {
        name.rpartition(".")[2] for name in re.findall(r"^::: (\S+)", page("reference.md"), re.M)
    }
    assert set(getattr(module, "__all__")) - {"parts"} <= shown  # noqa: B009


def test_the_variants_page_has_every_number_and_part() -> None:
    """With the default that the classic rules have."""
    text = page("howto-variants.md")
    for field in attrs.fields(ttrkit.Variant):
        if field.name not in ("name", "board", "parts"):
            row = re.search(rf"^\| `{field.name}` \| ([^|]+) \|", text, re.MULTILINE)
            assert row, f"{field.name} is missing"
            if isinstance(field.default, int):
                assert row[1] == str(field.default)
    kinds = [getattr(parts, name) for name in parts.__all__]
    for kind in kinds:
        is_part = isinstance(kind, type) and issubclass(kind, parts.Part)
        if is_part and kind is not parts.Part:
            assert f"| `{kind.__name__}` |" in text


@pytest.mark.parametrize(
    "record",
    [
        board_file._Header,
        board_file.CityRecord,
        board_file.RouteRecord,
        board_file.TicketRecord,
        board_file.TourRecord,
        board_file.ForkRecord,
        board_file.ProvenanceRecord,
    ],
    ids=lambda record: record.__name__,
)
def test_the_board_format_has_every_key(record: type[attrs.AttrsInstance]) -> None:
    """Each key is named, and all but the status are in the example too."""
    text = page("board-format.md")
    for field in attrs.fields(record):
        assert f"`{field.name}`" in text, f"{field.name} is missing"


@pytest.mark.parametrize("name", ["tutorial.md", "board-format.md"])
def test_boards_on_a_page_are_sound(name: str, tmp_path: Path) -> None:
    """A whole board file that is shown can be loaded and played on."""
    boards = [
        s.text for s in snippets(DOCS / name) if s.language == "toml" and "[scoring]" in s.text
    ]
    assert boards
    for text in boards:
        (tmp_path / "board.toml").write_text(text, "utf-8")
        assert ttrkit.load_board(tmp_path / "board.toml").routes


@pytest.mark.parametrize("edition", ttrkit.variant_names())
def test_an_edition_page_has_every_clause_and_true_proofs(edition: str) -> None:
    """Every clause of the edition alone, and each file that is named carries it."""
    proofs = re.findall(
        r"^\| [^|]+ \| ([^|]+) \| `(tests/\S+)` \|$", page(f"editions/{edition}.md"), re.M
    )
    shown = set()
    for named, file in proofs:
        text = (ROOT / file).read_text("utf-8")
        for clause in named.split(", "):
            assert f'"{clause}"' in text, f"{file} does not carry {clause}"
            shown.add(clause)
    own = {clause for clause, editions in clauses().items() if editions == (edition,)}
    assert own <= shown


@pytest.mark.parametrize("edition", ttrkit.variant_names())
def test_an_edition_page_is_honest(edition: str) -> None:
    """What is reconstructed is said at the top, before anything else; and its parts are named."""
    text = page(f"editions/{edition}.md")
    variant = ttrkit.get_variant(edition)
    top = text.split("\n## ")[0]
    assert ("reconstruction" in top) == bool(variant.board.reconstructed)
    for topic in variant.board.reconstructed:
        assert f"**{topic}**" in top
    for part in variant.parts:
        assert f"`{type(part).__name__}`" in text


def test_the_command_line_page_has_every_command_and_option() -> None:
    """As the program has them."""
    text = page("command-line.md")
    for name, command in command_line.commands.items():
        assert f"## `ttrkit {name}`" in text
        for option in command.params:
            for flag in option.opts:
                assert f"`{flag}" in text or not flag.startswith("--"), f"{name} {flag} is missing"


def test_every_page_is_in_the_navigation() -> None:
    """And the navigation names no page that is not there."""
    listed = re.findall(r": (\S+\.md)$", (ROOT / "mkdocs.yml").read_text("utf-8"), re.MULTILINE)
    assert sorted(listed) == sorted(p.relative_to(DOCS).as_posix() for p in DOCS.rglob("*.md"))


@pytest.mark.parametrize("path", PAGES, ids=lambda path: str(path.relative_to(ROOT)))
def test_files_that_are_named_exist(path: Path) -> None:
    """A path of the repository in a sentence is a file or folder of it."""
    for named in re.findall(
        r"`((?:src|tests|data|docs|examples)/[\w./-]+)`", path.read_text("utf-8")
    ):
        assert (ROOT / named).exists(), f"{path.name}: no {named}"
