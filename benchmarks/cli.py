"""The command line: what to measure, where to keep it, what to compare it with."""

import argparse
import os
import sys
from collections import deque
from collections.abc import Sequence
from difflib import get_close_matches
from pathlib import Path
from typing import TextIO

from benchmarks.comparing import comparison
from benchmarks.groups import GROUPS, jobs
from benchmarks.growth import GROWTH
from benchmarks.keeping import BadFile, Run, load, new_run, save
from benchmarks.measures import Job, Measure, Setting
from benchmarks.tables import markdown, plain
from benchmarks.timing import Meter
from ttrkit import PlugInError, UnknownVariant, get_variant

__all__ = ["main"]

SECONDS = 0.3
THRESHOLD = 10.0
LONGEST = 600.0
STOPPED = 130  # the exit code of a program that was stopped by Ctrl-C
EDITIONS = ("usa", "europe", "paris", "asia")
ALIASES = {"growth": GROWTH}
"""Names for several groups at once."""


class Refused(Exception):
    """Something that was asked for and is not there; the message says what there is."""


def main(arguments: Sequence[str] | None = None) -> int:
    """Measure as asked, and print; the exit code."""
    options = _options()
    given = options.parse_args(arguments)
    try:
        groups = _groups(given.only)
        settings = _settings(given.editions, given.players)
        then = load(given.compare) if given.compare else None
        run = load(given.show) if given.show else None
        if given.json:
            _check_writable(given.json)
    except (Refused, BadFile) as error:
        options.error(str(error))
    code = 0
    if run is None:
        run, code = _measured(deque(jobs(groups, settings)), given.seconds, sys.stderr)
    print(markdown(run) if given.markdown else f"{run.machine}\n\n{plain(run)}")
    if then:
        print(f"\n{comparison(then, run, given.threshold)}")
    if given.json:
        try:
            save(run, given.json)
        except BadFile as error:
            options.error(str(error))
    return code


def _options() -> argparse.ArgumentParser:
    """What can be said on the command line."""
    options = argparse.ArgumentParser(
        prog="python -m benchmarks",
        description="Measure how fast ttrkit is and what it holds in memory.",
        epilog=f"The groups are {', '.join(GROUPS)}; growth is {', '.join(GROWTH)}.",
    )
    options.add_argument(
        "--editions", nargs="+", metavar="NAME", default=EDITIONS, help="only these"
    )
    options.add_argument("--players", nargs="+", metavar="N", type=int, help="only so many")
    options.add_argument("--only", nargs="+", metavar="GROUP", help="only these groups")
    options.add_argument(
        "--seconds",
        type=_seconds,
        default=SECONDS,
        help="for each timing: %(default)s if not given, for about two minutes in all",
    )
    options.add_argument("--json", type=Path, metavar="FILE", help="keep the figures")
    options.add_argument("--show", type=Path, metavar="FILE", help="kept figures: measure nothing")
    options.add_argument("--compare", type=Path, metavar="FILE", help="say what has changed since")
    options.add_argument(
        "--threshold",
        type=float,
        default=THRESHOLD,
        metavar="PERCENT",
        help="mark what has changed by more than that (%(default)g)",
    )
    options.add_argument(
        "--markdown", action="store_true", help="print the tables of docs/performance.md"
    )
    return options


def _seconds(text: str) -> float:
    """A time that can be spent."""
    try:
        seconds = float(text)
    except ValueError:
        seconds = 0.0
    if not 0 < seconds <= LONGEST:
        raise argparse.ArgumentTypeError(
            f"a number of seconds is wanted, more than 0 and up to {LONGEST:g}, not {text!r}"
        )
    return seconds


def _groups(names: Sequence[str] | None) -> list[str]:
    """The groups that are meant, in their own order."""
    if names is None:
        return list(GROUPS)
    known = [*GROUPS, *ALIASES]
    wanted: set[str] = set()
    for name in names:
        if name not in known:
            near = get_close_matches(name, known, n=1)
            hint = f' (did you mean "{near[0]}"?)' if near else ""
            raise Refused(f'no group "{name}"{hint}; there are {", ".join(known)}')
        wanted.update(ALIASES.get(name, (name,)))
    return [group for group in GROUPS if group in wanted]


def _settings(editions: Sequence[str], players: Sequence[int] | None) -> list[Setting]:
    """Each edition with each number of players that it is for and that is asked for."""
    try:
        variants = [get_variant(name) for name in dict.fromkeys(editions)]
    except (UnknownVariant, PlugInError) as error:
        raise Refused(str(error)) from None
    for number in players or ():
        if not any(number in variant.players for variant in variants):
            allowed = "; ".join(
                f"{variant.name} for {', '.join(map(str, variant.players))}" for variant in variants
            )
            raise Refused(f"nothing is for {number} players: {allowed}")
    return [
        Setting(variant, number)
        for variant in variants
        for number in variant.players
        if players is None or number in players
    ]


def _check_writable(path: Path) -> None:
    """Find out before it is measured, not after, that a file cannot be written."""
    if path.is_dir():
        raise BadFile(f"{path} cannot be written: it is a folder")
    if not path.parent.is_dir():
        raise BadFile(f"{path} cannot be written: there is no folder {path.parent}")
    if not os.access(path if path.exists() else path.parent, os.W_OK):
        raise BadFile(f"{path} cannot be written: permission denied")


def _measured(wanted: deque[Job], seconds: float, out: TextIO) -> tuple[Run, int]:
    """Do the jobs, and tell how far it is: the run and the exit code.

    Ctrl-C leaves it at what is measured by then.
    """
    meter = Meter(seconds)
    measures: list[Measure] = []
    progress = _Progress(out, len(wanted))
    code = 0
    try:
        while wanted:
            job = wanted.popleft()  # what it was measured with may go when it is done
            progress.tell(job)
            measures += job.run(meter)
    except KeyboardInterrupt:
        code = STOPPED
    progress.end("stopped" if code else "measured")
    return new_run(seconds, meter.step, measures), code


class _Progress:
    """Tells how far it is: in one line of a terminal, or else a line for every subject."""

    def __init__(self, out: TextIO, jobs: int) -> None:
        self._out = out
        self._jobs = jobs
        self._begun = 0
        self._subject = ""

    def tell(self, job: Job) -> None:
        """That a job has begun."""
        self._begun += 1
        subject = f"[{self._begun}/{self._jobs}] {job.group}: {job.subject}"
        if self._out.isatty():
            print(f"\r\x1b[K{subject}, {job.what}", end="", file=self._out, flush=True)
        elif f"{job.group} {job.subject}" != self._subject:
            print(subject, file=self._out, flush=True)
        self._subject = f"{job.group} {job.subject}"

    def end(self, how: str) -> None:
        """That it is over."""
        clear = "\r\x1b[K" if self._out.isatty() else ""
        print(f"{clear}[{self._begun}/{self._jobs}] {how}", file=self._out, flush=True)
