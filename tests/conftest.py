"""Hypothesis profiles, tests by clause, and the tests that run in the thorough profile only.

The environment variable `TTRKIT_PROFILE` chooses: `quick` (the default), `ci` or `thorough`.
`pytest --clause US-12` runs the tests that prove this clause.
`pytest --rewrite-outputs` writes the files in `tests/outputs` anew, instead of comparing with them.
"""

import os
from collections.abc import Callable
from pathlib import Path

import pytest
from hypothesis import HealthCheck, settings

import ttrkit
from tests.clauses import editions_of

PROFILE = os.environ.get("TTRKIT_PROFILE") or "quick"

# Whole games are played in some properties: slow generation is no fault of a test.
_SLOW = [HealthCheck.too_slow, HealthCheck.data_too_large]

settings.register_profile(
    "quick", max_examples=30, deadline=None, print_blob=True, suppress_health_check=_SLOW
)
settings.register_profile(
    "ci",
    max_examples=30,
    deadline=None,
    print_blob=True,
    derandomize=True,
    suppress_health_check=_SLOW,
)
settings.register_profile(
    "thorough", max_examples=2000, deadline=None, print_blob=True, suppress_health_check=_SLOW
)
settings.load_profile(PROFILE)


def pytest_addoption(parser: pytest.Parser) -> None:
    """Add `--clause` and `--rewrite-outputs`."""
    parser.addoption("--clause", help="run the tests that prove this clause, such as US-12")
    parser.addoption(
        "--rewrite-outputs", action="store_true", help="keep what is printed now as what should be"
    )


OUTPUTS = Path(__file__).with_name("outputs")
"""Whole printed outputs, one file each; read them when they change."""


@pytest.fixture
def same_output(
    pytestconfig: pytest.Config, monkeypatch: pytest.MonkeyPatch
) -> Callable[[str, str], None]:
    """Compare a printed text with the file of that name, at 80 columns."""
    monkeypatch.setenv("COLUMNS", "80")

    def compare(name: str, printed: str) -> None:
        path = OUTPUTS / f"{name}.txt"
        if pytestconfig.getoption("--rewrite-outputs"):
            path.parent.mkdir(exist_ok=True)
            path.write_text(printed, "utf-8")
        kept = path.read_text("utf-8") if path.exists() else ""
        assert printed == kept, "if this is as it should be: pytest --rewrite-outputs"

    return compare


def pytest_generate_tests(metafunc: pytest.Metafunc) -> None:
    """Run a test that asks for `edition` on every edition that its clauses hold for."""
    marks = list(metafunc.definition.iter_markers("clause"))
    if marks and "edition" in metafunc.fixturenames:
        editions = editions_of(clause for mark in marks for clause in mark.args)
        metafunc.parametrize("edition", [e for e in editions if e in ttrkit.variant_names()])


def pytest_terminal_summary(terminalreporter: pytest.TerminalReporter) -> None:
    """Say which tests found no browser, and what would help."""
    skipped = [
        report
        for report in terminalreporter.stats.get("skipped", [])
        if "no browser: " in str(report.longrepr)
    ]
    if skipped:
        reason = str(skipped[0].longrepr[2]).partition("no browser: ")[2]
        terminalreporter.write_line(
            f"{len(skipped)} tests of pages in a browser were skipped, for there is none: {reason}"
        )


def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    """Leave out what `--clause` does not ask for, and what only the thorough profile runs."""
    wanted = config.getoption("--clause")
    keep: list[pytest.Item] = []
    leave: list[pytest.Item] = []
    for item in items:
        clauses = [clause for mark in item.iter_markers("clause") for clause in mark.args]
        fits = wanted is None or wanted in clauses
        fits = fits and (PROFILE == "thorough" or not item.get_closest_marker("thorough"))
        (keep if fits else leave).append(item)
    if leave:
        config.hook.pytest_deselected(items=leave)
        items[:] = keep
