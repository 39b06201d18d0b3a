"""A plug-in of pytest: notes which tests reach which lines, or runs just the tests it is given."""

import json
import os
from collections.abc import Generator
from pathlib import Path

import pytest

REACH = "MUTATION_REACH"  # a folder to note it in
TESTS = "MUTATION_TESTS"  # a file of tests, the first to be run first


def pytest_configure(config: pytest.Config) -> None:
    """Take part as the environment says."""
    if folder := os.environ.get(REACH):
        config.pluginmanager.register(_Reach(Path(folder)))


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Keep the given tests alone, in the given order."""
    if file := os.environ.get(TESTS):
        found = {item.nodeid: item for item in items}
        items[:] = [found[test] for test in json.loads(Path(file).read_bytes()) if test in found]


class _Reach:
    """Notes for every line of the sources the tests that reach it, and how much work tests are.

    Work is the time of processors, here and in children: on a busy machine it is the same. What a
    shared fixture reaches, all tests that use it reach.
    """

    def __init__(self, folder: Path) -> None:
        from coverage import Coverage

        self.folder = folder
        self.seconds: dict[str, float] = {}
        self.failed: set[str] = set()
        self.test = ""
        self.users: dict[str, list[str]] = {}  # by fixture
        self.coverage = Coverage(data_file=None, config_file=False, source=[str(folder / "src")])
        self.coverage.start()

    @pytest.hookimpl(wrapper=True)
    def pytest_runtest_protocol(self, item: pytest.Item) -> Generator[None, object, object]:
        self.test = item.nodeid
        for name in getattr(item, "fixturenames", ()):
            self.users.setdefault(name, []).append(item.nodeid)
        self.coverage.switch_context(self.test)
        before = sum(os.times()[:4])
        result = yield
        self.seconds[self.test] = sum(os.times()[:4]) - before
        self.coverage.switch_context("")
        return result

    @pytest.hookimpl(wrapper=True)
    def pytest_fixture_setup(
        self, fixturedef: pytest.FixtureDef[object]
    ) -> Generator[None, object, object]:
        if fixturedef.scope != "function":
            self.coverage.switch_context(f"{fixturedef.baseid} {fixturedef.argname}")
        try:
            return (yield)
        finally:
            self.coverage.switch_context(self.test)

    def _tests(self, context: str) -> list[str]:
        """The tests behind a context: one, or those that use a fixture."""
        folder, _, fixture = context.rpartition(" ")
        if context in self.seconds or not fixture:
            return [context] if context else []
        return [test for test in self.users.get(fixture, ()) if test.startswith(folder)]

    def pytest_runtest_logreport(self, report: pytest.TestReport) -> None:
        if report.failed:
            self.failed.add(report.nodeid)

    def pytest_sessionfinish(self) -> None:
        self.coverage.stop()
        data = self.coverage.get_data()
        lines: dict[str, dict[int, list[str]]] = {}
        for file in data.measured_files():
            name = Path(file).relative_to(self.folder / "src").as_posix()
            lines[name] = {
                line: [test for context in contexts for test in self._tests(context)]
                for line, contexts in data.contexts_by_lineno(file).items()
            }
        noted = {"seconds": self.seconds, "failed": sorted(self.failed), "lines": lines}
        (self.folder / f"reach-{os.getpid()}.json").write_text(json.dumps(noted), "utf-8")
