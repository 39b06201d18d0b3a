"""What the tests of the command line share."""

import os
import subprocess
import sys
from pathlib import Path

from click.testing import CliRunner, Result

import ttrkit as package
from ttrkit.cli.app import ttrkit

ROOT = Path(__file__).parents[2]
SOURCE = Path(package.__file__).parents[1]


def run(*words: object, typed: str = "", fails: int = 0, echo: bool = False) -> Result:
    """Run a command in this process; it must end with this status, and never with a traceback.

    With `echo`, what is typed stands in the output as well.
    """
    result = CliRunner(echo_stdin=echo).invoke(ttrkit, [str(word) for word in words], input=typed)
    assert result.exit_code == fails, result.output
    assert "Traceback" not in result.output
    assert "\x1b" not in result.output, "colour codes, where there is no terminal"
    return result


def complaint(*words: object, fails: int, typed: str = "") -> str:
    """The one line on stderr that a command fails with."""
    result = run(*words, fails=fails, typed=typed)
    lines = result.stderr.splitlines()
    assert len(lines) == 1, result.stderr
    return lines[0]


def run_outside(
    *command: object, cwd: Path, path: Path | None = None, fails: int = 0
) -> subprocess.CompletedProcess[str]:
    """Run a program on its own, as a user would; `path` is looked into for modules first.

    It finds the ttrkit that is tested here, wherever that lies.
    """
    places = [SOURCE] if path is None else [path, SOURCE]
    environment = {**os.environ, "PYTHONUTF8": "1", "PYTHONPATH": os.pathsep.join(map(str, places))}
    done = subprocess.run(
        [str(word) for word in command],
        cwd=cwd,
        env=environment,
        stdin=subprocess.DEVNULL,
        capture_output=True,
        encoding="utf-8",
        timeout=240,
        check=False,
    )
    assert done.returncode == fails, f"{done.stdout}\n{done.stderr}"
    return done


def run_module(*words: object, cwd: Path, path: Path | None = None, fails: int = 0) -> str:
    """What `python -m ttrkit` prints, or what it complains of if it is to fail."""
    done = run_outside(sys.executable, "-m", "ttrkit", *words, cwd=cwd, path=path, fails=fails)
    return done.stderr if fails else done.stdout


def squeezed(text: str) -> str:
    """Text with single spaces, so that it does not matter where lines are wrapped."""
    return " ".join(text.split())
