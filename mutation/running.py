"""The tests that each mutant is put to, run in a copy of the sources."""

import json
import os
import py_compile
import shutil
import signal
import subprocess
import sys
from collections.abc import Iterable, Iterator, Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor, as_completed
from contextlib import suppress
from enum import StrEnum
from pathlib import Path
from queue import SimpleQueue
from tempfile import TemporaryDirectory
from typing import NamedTuple

import pytest

from mutation.mutants import Mutant
from mutation.plugin import REACH, TESTS

FEW = 20  # a line that fewer tests reach may be one that runs once in a process
FIRST = 40  # tests that are run before all others: most mutants do not survive them
BUDGET = 60.0  # seconds of tests that a mutant is put to; as many again of those of its room
RULES = ("board", "engine", "events", "hooks", "parts", "payment", "scoring", "variants")
"""Rooms that the tests by clause are about."""
PATIENCE = 20.0  # seconds beyond five times the work of the tests: then it seems to hang


class Verdict(StrEnum):
    """What became of a mutant."""

    NOTICED = "noticed"  # a test fails
    HANGS = "hangs"  # the tests never end, though they do without the mutant
    SURVIVES = "survives"


class Reach(NamedTuple):
    """The work of tests in seconds, and which of them reach which lines of which files."""

    seconds: dict[str, float]
    lines: dict[str, dict[int, list[str]]]

    def tests_for(self, mutant: Mutant) -> list[str]:
        """The tests that reach a mutant, the fastest first; then those of its room, and others.

        A line may run once in a process, for whichever test comes first, or in a process of its
        own; or it runs on import, and tests read what comes of it elsewhere. So those that reach
        its file follow, and if few tests reach it, all others.
        """
        lines = self.lines.get(mutant.file, {})
        homes = self._homes(mutant.room)
        circles = [
            {test for line in mutant.lines for test in lines.get(line, ())},
            {test for test in self.seconds if test.startswith(homes)},
            {test for tests in lines.values() for test in tests},
        ]
        if mutant.on_import or len(circles[0]) < FEW:
            circles.append(set(self.seconds))
        order = dict.fromkeys(test for tests in circles for test in sorted(tests, key=self._cost))
        spent = {True: 0.0, False: 0.0}
        chosen: list[str] = []
        for test in order:
            is_home = test.startswith(homes)
            spent[is_home] += self.seconds[test]
            if spent[is_home] <= BUDGET or not chosen:
                chosen.append(test)
        return chosen

    def _homes(self, room: str) -> tuple[str, ...]:
        """Where the tests of a room are."""
        clauses = ("tests/conformance/",) if room in RULES else ()
        return (f"tests/{room}/", f"tests/test_{room}.py", *clauses)

    def _cost(self, test: str) -> tuple[float, str]:
        return round(self.seconds[test], 2), test

    def limit(self, tests: Iterable[str]) -> float:
        """The seconds after which these tests seem to hang."""
        return PATIENCE + 5 * sum(self.seconds[test] for test in tests)


class Workshop:
    """A copy of the sources to put mutants into, and the tests beside the original."""

    def __init__(self, root: Path, package: str, folder: Path) -> None:
        self.root, self.package, self.folder = root, package, folder
        shutil.copytree(root / "src", folder / "src", ignore=shutil.ignore_patterns("__pycache__"))
        if (root / "data").exists():
            (folder / "data").symlink_to(root / "data")

    def pytest(
        self, *arguments: str, environment: Mapping[str, str], limit: float | None = None
    ) -> int | None:
        """Run pytest on the copy: its exit code, or None if it hangs."""
        paths = [str(self.folder / "src"), *sys.path]  # where the plug-in and the tools are, too
        run = subprocess.Popen(
            [sys.executable, "-m", "pytest", "-q", "-pmutation.plugin", *arguments],
            cwd=self.root,
            env={
                **{name: value for name, value in os.environ.items() if name not in (REACH, TESTS)},
                "HYPOTHESIS_STORAGE_DIRECTORY": str(self.folder / "hypothesis"),
                "PYTHONHASHSEED": "0",
                "PYTHONPATH": os.pathsep.join(paths),
                "TTRKIT_PROFILE": "ci",
                **environment,
            },
            stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL,
            start_new_session=True,  # so that its children end with it
        )
        try:
            return run.wait(limit)
        except subprocess.TimeoutExpired:
            return None
        finally:
            with suppress(ProcessLookupError):
                os.killpg(run.pid, signal.SIGKILL)
            run.wait()

    def verdict(self, mutant: Mutant, tests: Sequence[str], limit: float) -> Verdict:
        """What these tests say with the mutant in the sources.

        If they do not end in time, they are run without it: where that takes too long as well, the
        machine is busy, and both have twice the time.
        """
        file = self.folder / "src" / self.package / mutant.file
        source = file.read_bytes()
        compiled = Path(py_compile.compile(str(file)) or "")
        while True:
            file.write_bytes(mutant.put_into(source))
            compiled.unlink(missing_ok=True)
            try:
                code = self._run(tests, limit)
            finally:
                file.write_bytes(source)
            if code is not None:
                return Verdict.SURVIVES if code == pytest.ExitCode.OK else Verdict.NOTICED
            if self._run(tests, limit) is not None:
                return Verdict.HANGS
            limit *= 2

    def _run(self, tests: Sequence[str], limit: float) -> int | None:
        """Run these tests until one fails: the exit code, or None if they do not end in time."""
        order = self.folder / "tests.json"
        order.write_text(json.dumps(tests), "utf-8")
        files = sorted({test.partition("::")[0] for test in tests})
        code = self.pytest(
            *("-x", "-pno:cacheprovider", "-pno:xdist", *files),
            environment={"PYTHONDONTWRITEBYTECODE": "1", TESTS: str(order)},
            limit=limit,
        )
        if code == pytest.ExitCode.NO_TESTS_COLLECTED:
            raise RuntimeError(f"none of the tests was found: {tests[:3]}")
        return code


def measure(root: Path, package: str, tests: Sequence[str], jobs: int) -> Reach:
    """Run the tests once, to see what each of them reaches; those that fail are left out."""
    with TemporaryDirectory() as folder:
        shop = Workshop(root, package, Path(folder).resolve())
        shop.pytest(
            "-pno:cacheprovider", f"-n{jobs}", *tests, environment={REACH: str(shop.folder)}
        )
        noted = [json.loads(file.read_bytes()) for file in shop.folder.glob("reach-*.json")]
    seconds: dict[str, float] = {}
    failed: set[str] = set()
    lines: dict[str, dict[int, list[str]]] = {}
    for each in noted:
        seconds |= each["seconds"]
        failed.update(each["failed"])
        for file, found in each["lines"].items():
            kept = lines.setdefault(file.removeprefix(f"{package}/"), {})
            for line, reaching in found.items():
                kept.setdefault(int(line), []).extend(reaching)
    if failed:
        print(f"left out, as they fail already: {', '.join(sorted(failed))}", file=sys.stderr)
    return Reach(
        {test: took for test, took in seconds.items() if test not in failed},
        {
            file: {
                line: [test for test in each if test not in failed] for line, each in its.items()
            }
            for file, its in lines.items()
        },
    )


def put_to_the_test(
    root: Path, package: str, mutants: Sequence[Mutant], reach: Reach, jobs: int
) -> Iterator[tuple[Mutant, Verdict]]:
    """Every mutant, as soon as it is known, with what became of it."""
    shops: SimpleQueue[Workshop] = SimpleQueue()

    def run(mutant: Mutant) -> Verdict:
        tests = reach.tests_for(mutant)
        shop = shops.get()
        verdict = Verdict.SURVIVES
        try:
            for some in (tests[:FIRST], tests[FIRST:]):
                if some and verdict is Verdict.SURVIVES:
                    verdict = shop.verdict(mutant, some, reach.limit(some))
        finally:
            shops.put(shop)
        return verdict

    with TemporaryDirectory() as folder, ThreadPoolExecutor(jobs) as pool:
        for number in range(jobs):
            shops.put(Workshop(root, package, Path(folder).resolve() / str(number)))
        waiting = {pool.submit(run, mutant): mutant for mutant in mutants}
        try:
            for done in as_completed(waiting):
                yield waiting[done], done.result()
        finally:
            pool.shutdown(cancel_futures=True)
