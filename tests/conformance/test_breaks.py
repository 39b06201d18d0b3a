"""Every clause of an implemented edition has a test, and the test fails if the rule is broken."""

import os
import re
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

import ttrkit
from tests.clauses import clauses
from tests.conformance.asia import breaks as asia
from tests.conformance.base import breaks as base
from tests.conformance.europe import breaks as europe
from tests.conformance.paris import breaks as paris

BREAKS = base.BREAKS | europe.BREAKS | paris.BREAKS | asia.BREAKS
ROOT = Path(__file__).parents[2]
CONFORMANCE = Path(__file__).parent


def implemented() -> list[str]:
    """The clauses of the editions that there are."""
    there = set(ttrkit.variant_names())
    return [clause for clause, editions in clauses().items() if there & set(editions)]


def proven() -> dict[str, list[str]]:
    """The clauses that tests carry, with the files that they stand in."""
    found: dict[str, list[str]] = {}
    for path in sorted(CONFORMANCE.rglob("test_*.py")):
        for marks in re.findall(r"mark\.clause\(([^)]*)\)", path.read_text("utf-8")):
            for clause in re.findall(r'"([A-Z]+-\d+)"', marks):
                found.setdefault(clause, []).append(path.name)
    return found


def test_every_clause_of_an_implemented_edition_has_a_test() -> None:
    """No clause of an edition goes unproven."""
    assert set(implemented()) - set(proven()) == set()


def test_every_conformance_test_names_clauses_that_exist() -> None:
    """A test under `conformance` carries the clauses it proves, and they stand in the rules."""
    assert set(proven()) - set(clauses()) == set()
    for path in CONFORMANCE.rglob("test_*.py"):
        if path != Path(__file__):
            text = path.read_text("utf-8")
            unmarked = re.findall(r"(?<!\))\n\n\ndef (test_\w+)", text)
            assert unmarked == [], f"{path.name}: tests without a clause"


def test_every_clause_has_a_patch_that_breaks_it() -> None:
    """The table of patches is complete, and fits the sources as they are."""
    assert set(implemented()) - set(BREAKS) == set()
    for clause, (file, text, _) in BREAKS.items():
        count = (ROOT / file).read_text("utf-8").count(text)
        assert count == 1, f"{clause}: its text stands {count} times in {file}"


@pytest.mark.thorough
@pytest.mark.parametrize("clause", sorted(BREAKS))
def test_a_broken_rule_fails_its_tests(clause: str, tmp_path: Path) -> None:
    """With the patch of a clause applied, at least one test that proves it fails."""
    for folder in ("src", "data", "tests", "docs"):
        shutil.copytree(ROOT / folder, tmp_path / folder)
    shutil.copy(ROOT / "pyproject.toml", tmp_path)
    file, text, replacement = BREAKS[clause]
    target = tmp_path / file
    source = target.read_text("utf-8")
    assert source.count(text) == 1
    target.write_text(source.replace(text, replacement), "utf-8")
    only = f"--clause={clause}"
    run = subprocess.run(
        [sys.executable, "-m", "pytest", "-qx", "-pno:cacheprovider", "tests/conformance", only],
        cwd=tmp_path,
        env={**os.environ, "PYTHONPATH": str(tmp_path / "src"), "TTRKIT_PROFILE": "quick"},
        capture_output=True,
        text=True,
        timeout=120,
        check=False,
    )
    assert run.returncode == 1, f"no test of {clause} failed:\n{run.stdout}\n{run.stderr}"
    assert re.search("^FAILED", run.stdout, re.MULTILINE), run.stdout
    assert not re.search("^ERROR", run.stdout, re.MULTILINE), run.stdout
