"""`ttrkit variants` and `ttrkit show`."""

import sys
from pathlib import Path

import attrs
import pytest

import ttrkit
from tests.board.test_tickets import FORMS
from tests.cli.helpers import complaint, run, run_module, run_outside, squeezed
from ttrkit.cli.listing import players
from ttrkit.cli.showing import first_line
from ttrkit.hooks.part import HOOKS
from ttrkit.parts import Part


def plug_in(folder: Path, name: str, source: str) -> None:
    """Something in a folder that looks installed: a module, and its entry point."""
    (folder / f"{name}_plug_in.py").write_text(source, "utf-8")
    info = folder / f"{name}_plug_in-1.0.dist-info"
    info.mkdir()
    (info / "METADATA").write_text(f"Metadata-Version: 2.1\nName: {name}-plug-in\nVersion: 1.0\n")
    (info / "entry_points.txt").write_text(f"[ttrkit.variants]\n{name} = {name}_plug_in:VARIANT\n")


def test_every_variant_is_listed() -> None:
    """With its title, its players, its counts, and what is reconstructed."""
    text = run("variants").stdout
    for name in ttrkit.variant_names():
        variant = ttrkit.get_variant(name)
        board = variant.board
        row = next(line.split() for line in text.splitlines() if line.startswith(f"{name} "))
        assert {str(len(board.cities)), str(len(board.routes)), str(len(board.tickets))} <= {*row}
    assert "routes, cities, tickets" in squeezed(text.replace("─", " "))
    assert max(map(len, text.splitlines())) <= 80
    assert "…" not in text


@pytest.mark.parametrize(
    ("allowed", "words"),
    [((2,), "2"), ((2, 3), "2, 3"), ((2, 3, 4), "2–4"), ((4, 6), "4, 6"), ((2, 3, 5), "2, 3, 5")],
)
def test_numbers_of_players_in_short(allowed: tuple[int, ...], words: str) -> None:
    """A range from three numbers on, if none is left out."""
    assert players(attrs.evolve(ttrkit.get_variant("usa"), players=allowed)) == words


def test_a_broken_plug_in_is_named_and_the_others_are_listed(tmp_path: Path) -> None:
    """Whatever goes wrong in it: an error on import, no variant at all, or an exit."""
    plug_in(tmp_path, "broken", "import surely_not_there")
    plug_in(tmp_path, "empty", "VARIANT = 42")
    plug_in(tmp_path, "rude", "raise SystemExit(3)")
    sound = "import attrs, ttrkit\nVARIANT = attrs.evolve(ttrkit.get_variant('usa'), name='sound')"
    plug_in(tmp_path, "sound", sound)
    done = run_outside(sys.executable, "-m", "ttrkit", "variants", cwd=tmp_path, path=tmp_path)
    for name in (*ttrkit.variant_names(), "sound"):
        assert f"\n{name} " in done.stdout
    assert len(done.stderr.splitlines()) == 3
    for name, why in (("broken", "surely_not_there"), ("empty", "42"), ("rude", "SystemExit")):
        line = next(line for line in done.stderr.splitlines() if f'"{name}"' in line)
        assert why in line
    line = run_module("show", "broken", cwd=tmp_path, path=tmp_path, fails=1)
    assert len(line.splitlines()) == 1
    assert '"broken"' in line


@pytest.mark.parametrize("name", ttrkit.variant_names())
def test_an_edition_in_full(name: str) -> None:
    """Numbers, board, every part, every hook, and every doubt about its data, in words."""
    variant = ttrkit.get_variant(name)
    text = run("show", name, "--routes", "--tickets").stdout
    words = squeezed(text)
    assert variant.title in words
    assert f"{variant.trains} each" in words
    for part in variant.parts:
        assert type(part).__name__ in words
    for hook in HOOKS:
        assert hook in words
    for caveat in variant.board.caveats:
        assert caveat in words
    for city in variant.board.cities:
        assert city.name in words
    assert max(map(len, text.splitlines())) <= 80
    assert "…" not in text


def test_who_answers_a_hook() -> None:
    """In the order of the parts; what nobody answers is listed apart."""
    text = squeezed(run("show", "europe").stdout)
    assert "route_cost Ferries" in text
    assert "tie_break Tickets, Stations," in text
    assert "after_claim" in text.partition("Answered by none:")[2]


def test_all_that_is_called_a_hook_is_one() -> None:
    """The methods that the engine alone calls, or that a part uses, are left out."""
    assert {"route_cost", "draw_limit", "end_trigger", "final_points", "public_facts"} <= set(HOOKS)
    assert not {"bind", "slot_of"} & set(HOOKS)
    assert all(first_line(getattr(Part, hook)) for hook in HOOKS)


def test_home_made_facts_are_shown(home_made: Path) -> None:
    """Those of the board, how many have which, and those of every route and ticket."""
    path = home_made / "night_line.toml"
    text = path.read_text("utf-8").replace("points = 5", "points = 5, extra = { slow = false }")
    text = text.replace("length = 5", 'length = 5, extra = { steep = true, by = ["Ada", "Ben"] }')
    path.write_text(f"extra = {{ century = 19 }}\n{text}", "utf-8")
    shown = run("show", path, "--routes", "--tickets").stdout
    words = squeezed(shown)
    assert "also century 19" in words
    assert "home-made steep of 1 route; by of 1 route; slow of" in words
    assert "steep, by Ada + Ben" in words
    assert "not slow" in words.partition("Tickets from")[2]


def test_tickets_of_every_form_are_shown(tmp_path: Path) -> None:
    """All their places, and the points of every end."""
    path = tmp_path / "forms.toml"
    path.write_text(FORMS, "utf-8")
    words = squeezed(run("show", path, "--tickets").stdout)
    assert "regions Eifel" in words
    assert "Gent Brussel and Luik 9" in words
    assert "Gent Eifel or Luik or Brussel 7 or 4 or 2" in words


def test_the_points_that_parts_give(home_made: Path) -> None:
    """A variant shows what its routes score; its board alone, what its table says."""
    path = home_made / "night_line.py"
    text = (
        path.read_text("utf-8")
        + """
class Dear(parts.Part):
    def route_points(self, route, points):
        return 100 * points

DEAR = VARIANT.adding(Dear())
"""
    )
    path.write_text(text, "utf-8")
    assert " 1000" in run("show", f"{path}:DEAR", "--routes").stdout
    assert " 1000" not in run("show", home_made / "night_line.toml", "--routes").stdout


def test_a_home_made_variant_and_its_board(home_made: Path) -> None:
    """By its file; a part that is not ours says where it comes from."""
    text = squeezed(run("show", home_made / "night_line.py").stdout)
    assert "Night Line (night-line)" in text
    assert "Express (night_line)" in text
    board = squeezed(run("show", home_made / "night_line.toml").stdout)
    assert "10" in board
    assert "invented" in board
    assert "Hooks" not in board


def test_a_faulty_board_is_one_line(tmp_path: Path) -> None:
    """With its only fault, or with the way to see them all."""
    path = tmp_path / "board.toml"
    assert "no such file" in complaint("show", path, fails=1)
    path.write_text('name = ""\ncities = []', "utf-8")
    assert f"ttrkit check {path}" in complaint("show", path, fails=1)
