"""The command itself: help, errors, and where it cannot run."""

import os
import runpy
import subprocess
import sys
from pathlib import Path

import pytest

import ttrkit
from tests.cli.helpers import ROOT, complaint, run, run_module, run_outside, squeezed
from ttrkit.cli import app

COMMANDS = ("variants", "show", "check", "play", "replay", "simulate", "compare", "rate", "new")


def test_without_a_command_it_explains_itself() -> None:
    """All commands, each with a line that is not cut short."""
    text = run().stdout
    assert text == run("--help").stdout
    for name in COMMANDS:
        line = next(line for line in text.splitlines() if line.startswith(f"  {name} "))
        assert line.endswith(".")
        assert not line.endswith("...")


@pytest.mark.parametrize("command", COMMANDS)
def test_every_help_has_an_example(command: str) -> None:
    """In 80 columns, with an example that begins with the command."""
    text = run(command, "--help").stdout
    assert f"ttrkit {command}" in text.partition("Example")[2]
    assert max(map(len, text.splitlines())) <= 80


def test_the_version() -> None:
    """As it is installed."""
    assert run("--version").stdout.startswith("ttrkit 0.")


@pytest.mark.parametrize(
    ("words", "message"),
    [
        (["plya"], "play"),
        (["show"], "EDITION"),
        (["show", "usa", "--rotes"], "--routes"),
        (["play", "usa", "--seed", "x"], "not a valid integer"),
        (["show", "eurpoe"], 'did you mean "europe"?'),
    ],
)
def test_usage_errors_are_one_line(words: list[str], message: str) -> None:
    """On stderr, with status 2, and with a hint at what would be right."""
    assert message in complaint(*words, fails=2)


def test_what_nobody_foresaw_is_one_line(monkeypatch: pytest.MonkeyPatch) -> None:
    """Without a traceback, unless it is asked for."""

    def fail(*_: object) -> None:
        raise RuntimeError("the\nsky falls")

    monkeypatch.setattr("ttrkit.cli.listing.row", fail)
    monkeypatch.delenv(app.DEBUG, raising=False)
    assert "RuntimeError: the sky falls" in complaint("variants", fails=1)


def test_it_runs_as_a_module_and_as_a_script(tmp_path: Path) -> None:
    """`python -m ttrkit` from anywhere, and the script that is installed beside Python."""
    assert "europe" in run_module("variants", cwd=tmp_path)
    script = Path(sys.executable).with_name("ttrkit")
    assert "europe" in run_outside(script, "variants", cwd=tmp_path).stdout


def test_the_module_is_the_command(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """Run, it does as told and leaves; imported, it does nothing."""
    monkeypatch.setattr("sys.argv", ["ttrkit", "--version"])
    runpy.run_module("ttrkit")
    assert capsys.readouterr().out == ""
    with pytest.raises(SystemExit) as left:
        runpy.run_module("ttrkit", run_name="__main__")
    assert left.value.code == 0
    assert capsys.readouterr().out == f"ttrkit {ttrkit.__version__}\n"


@pytest.mark.parametrize("missing", ["click", "rich"])
def test_without_click_or_rich_it_says_what_to_install(missing: str, tmp_path: Path) -> None:
    """One line, no traceback."""
    (tmp_path / f"{missing}.py").write_text("raise ImportError('not there')", "utf-8")
    said = run_module("variants", cwd=tmp_path, path=tmp_path, fails=1)
    assert said.splitlines() == [
        "ttrkit: the command line needs click and rich: pip install click rich"
    ]


@pytest.mark.skipif(sys.platform == "win32", reason="needs a POSIX pipe")
def test_a_reader_that_leaves_early_is_no_error(tmp_path: Path) -> None:
    """`ttrkit show usa | head -1` prints nothing on stderr."""
    command = f'"{sys.executable}" -m ttrkit show usa --routes --tickets | head -1'
    done = subprocess.run(
        command, shell=True, cwd=tmp_path, capture_output=True, text=True, timeout=120, check=True
    )
    assert "(usa)" in done.stdout
    assert done.stderr == ""


@pytest.mark.skipif(sys.platform == "win32", reason="needs a POSIX pipe")
@pytest.mark.parametrize("words", [["show", "usa"], ["--help"]])
def test_a_reader_that_has_left_is_told_by_the_status_alone(
    words: list[str], tmp_path: Path
) -> None:
    """Nothing on stderr, but not everything could be printed."""
    read, write = os.pipe()
    os.close(read)
    command = [sys.executable, "-m", "ttrkit", *words]
    try:
        done = subprocess.run(
            command, cwd=tmp_path, stdout=write, stderr=subprocess.PIPE, timeout=120, check=False
        )
    finally:
        os.close(write)
    assert (done.returncode, done.stderr) == (1, b"")


def test_a_poor_terminal_gets_question_marks(tmp_path: Path) -> None:
    """An encoding without the letters of a city is no reason to fail."""
    code = (
        "import io, sys; sys.stdout = io.TextIOWrapper(sys.stdout.buffer, 'ascii');"
        "from ttrkit.cli import main; sys.argv = ['ttrkit', 'show', 'europe', '--routes']; main()"
    )
    assert "Z?rich" in run_outside(sys.executable, "-c", code, cwd=tmp_path).stdout


def test_the_readme_names_no_command_that_is_not_there() -> None:
    """Every `ttrkit …` in the front matter can be typed."""
    for word in squeezed((ROOT / "README.md").read_text("utf-8")).split("$ ttrkit ")[1:]:
        assert word.split()[0] in COMMANDS
