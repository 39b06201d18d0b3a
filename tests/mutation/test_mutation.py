"""The tool behind `make mutants`: it puts faults to the tests, and tells which are noticed."""

import re
import signal
from collections.abc import Iterator, Sequence
from pathlib import Path

import pytest

from mutation.__main__ import main
from mutation.mutants import Mutant, mutants_of
from mutation.plugin import REACH
from mutation.running import BUDGET, FEW, Reach, Verdict, Workshop, measure, put_to_the_test
from tests.mutation.toy import TOY

TESTS = '''"""What the toy does."""

from toy import toll


def test_dear():
    """Above four, one less; just there, not."""
    assert (toll(5), toll(4), toll(5, 6)) == (4, 4, 6)


def test_cheap():
    """The greater number."""
    assert toll(1) == 1
'''

FIXTURE_TESTS = '''
import pytest
from toy import toll

@pytest.fixture(scope="module")
def price():
    return toll(5)

def test_first(price):
    """Any."""

def test_second(price):
    """Of the same fixture."""

def test_third():
    """Without it."""
    assert toll(1) == 1
'''

MORE_TESTS = '''

def test_unheard():
    """The word."""
    from toy import unheard
    assert unheard() == "nothing"
'''


@pytest.fixture
def project(tmp_path: Path) -> Path:
    """A package of one module, with tests of its own."""
    for name in ("src/toy", "tests", "docs"):
        (tmp_path / name).mkdir(parents=True)
    (tmp_path / "src/toy/__init__.py").write_bytes(TOY)
    (tmp_path / "tests/test_toy.py").write_text(TESTS, "utf-8")
    (tmp_path / "docs/mutants.md").write_text("<!-- figures -->\n| old |\n\nEnd.\n", "utf-8")
    (tmp_path / "pyproject.toml").write_text("[tool.pytest.ini_options]\n", "utf-8")
    return tmp_path


@pytest.fixture
def shop(project: Path, tmp_path: Path) -> Workshop:
    """A copy of its sources."""
    (tmp_path / "shop").mkdir()
    return Workshop(project, "toy", tmp_path / "shop")


def reach(lines: dict[int, list[str]], **seconds: float) -> Reach:
    """What tests reach in one file."""
    return Reach(seconds, {"toy.py": lines})


def test_fast_tests_come_first_and_there_is_an_end() -> None:
    """Only those that reach the line, if they are enough, for as long as the budget lasts."""
    source = b"def f():\n    x = 3\n    return x\n"
    mutant = mutants_of("toy.py", source)[0]
    many = [f"t{n}" for n in range(FEW)]
    seconds = {**{test: 9 - 0.1 * n for n, test in enumerate(many)}, "far": 0.1}
    tests = reach({2: many}, **seconds).tests_for(mutant)
    assert tests == many[: -len(tests) - 1 : -1]
    assert sum(seconds[test] for test in tests) <= BUDGET
    few = reach({2: ["slow", "fast"], 3: ["far"]}, slow=2, fast=1, far=0.5, other=0.1)
    assert few.tests_for(mutant) == ["fast", "slow", "far", "other"]


def test_the_tests_of_its_room_are_not_crowded_out() -> None:
    """However many faster ones there are."""
    mutant = mutants_of("toy.py", b"def f():\n    x = 3\n")[0]
    many = {f"t{n}": BUDGET / 20 for n in range(FEW + 20)}
    seconds = {**many, "tests/test_toy.py::test_f": BUDGET, "tests/toy/test_g.py::test_g": 9.0}
    tests = reach({2: list(seconds)}, **seconds).tests_for(mutant)
    assert len(tests) == 20 + 1
    assert tests[-1] == "tests/toy/test_g.py::test_g"


def test_the_tests_of_its_room_come_after_those_that_reach_it() -> None:
    """It may have run for another test of the process, and what came of it is kept."""
    mutant = mutants_of("toy.py", b"def f():\n    x = 3\n")[0]
    many = dict.fromkeys([f"t{n}" for n in range(FEW)], 0.1)
    seconds = {**many, "tests/test_toy.py::test_f": 0.1, "tests/inn/test_g.py::test_g": 0.1}
    tests = reach({2: list(many)}, **seconds).tests_for(mutant)
    assert tests == [*sorted(many), "tests/test_toy.py::test_f"]


def test_rules_are_put_to_the_tests_by_clause() -> None:
    """Other rooms are not, unless such a test comes by."""
    clause = "tests/conformance/base/test_end.py::test_end"
    many = dict.fromkeys([f"t{n}" for n in range(FEW)], 0.1)
    for file, is_rule in (("engine/a.py", True), ("cli/a.py", False)):
        mutant = mutants_of(file, b"def f():\n    x = 3\n")[0]
        tests = Reach({**many, clause: 9.0}, {file: {2: list(many)}}).tests_for(mutant)
        assert (clause in tests) == is_rule


def test_what_runs_on_import_may_matter_to_all() -> None:
    """Those that reach its class first, then those of its file, then all others."""
    source = b"class A:\n    x = 3\n\n    def f(self):\n        pass\n"
    mutant = mutants_of("toy.py", source)[0]
    many = [f"t{n}" for n in range(FEW)]
    seconds = {**dict.fromkeys(many, 0.1), "beside": 0.2, "other": 0.1}
    tests = reach({5: many, 7: ["beside"]}, **seconds).tests_for(mutant)
    assert tests == [*sorted(many), "beside", "other"]


def run(project: Path, *arguments: str) -> int:
    """Run the tool on the toy."""
    return main([*arguments, "--jobs", "1"], project, "toy")


def test_it_tells_what_no_test_notices(project: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """On a toy: the mutants that survive and no others, and the figures."""
    assert run(project, "--sample", "100", "--keep") == 0
    told = capsys.readouterr().out
    assert re.findall(r"^(\S+)\n  - .*\n  \+ (.*)$", told, re.M) == [
        ("__init__.py:14", "return None")
    ]
    page = (project / "docs/mutants.md").read_text("utf-8")
    assert "| all | 5 | 4 |  | 80 % |" in told
    assert page == f"<!-- figures -->\n{told[told.index('| room') :]}\nEnd.\n"


def test_what_was_not_noticed_is_tried_again(
    project: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    """Only that is put to the tests once more; the figures are of all, whatever came between."""
    run(project)
    run(project, "--room", "none")
    (project / "tests/test_toy.py").write_text(TESTS + MORE_TESTS, "utf-8")
    tried: list[str] = []

    def noted(
        root: Path, package: str, mutants: Sequence[Mutant], reach: Reach, jobs: int
    ) -> Iterator[tuple[Mutant, Verdict]]:
        tried.extend(mutant.now for mutant in mutants)
        return put_to_the_test(root, package, mutants, reach, jobs)

    monkeypatch.setattr("mutation.__main__.put_to_the_test", noted)
    assert run(project, "--again") == 0
    assert tried == ["return None"]
    assert "| all | 5 | 5 |  | 100 % |" in capsys.readouterr().out


def test_one_room_alone(project: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """What of the fixed sample lies there; with a size, a sample of that room."""
    (project / "src/toy/inn.py").write_text("def beds():\n    return 3\n", "utf-8")
    run(project, "--list")
    everywhere = capsys.readouterr().out
    run(project, "--list", "--room", "inn")
    here = capsys.readouterr().out
    assert here.startswith("inn.py:2\n")
    assert here in everywhere
    (project / "src/toy/inn.py").write_text("def beds():\n    return 3\n" * 9, "utf-8")
    run(project, "--list", "--room", "inn", "--sample", "5")
    assert capsys.readouterr().out.count("inn.py:") == 5


def test_what_a_fixture_reaches_all_its_users_reach(project: Path) -> None:
    """It is made once, for the first of them; what tests reach themselves is kept apart."""
    (project / "tests/test_toy.py").write_text(FIXTURE_TESTS, "utf-8")
    found = measure(project, "toy", [], 1)
    users = {"tests/test_toy.py::test_first", "tests/test_toy.py::test_second"}
    assert set(found.lines["__init__.py"][9]) == users
    assert set(found.lines["__init__.py"][8]) == {*users, "tests/test_toy.py::test_third"}
    assert set(found.lines["__init__.py"][10]) == {"tests/test_toy.py::test_third"}


def test_waiting_is_no_work(project: Path) -> None:
    """How much of a minute a test takes does not depend on what else the machine does."""
    tests = "import time\n\ndef test_wait():\n    time.sleep(2)\n"
    (project / "tests/test_toy.py").write_text(tests, "utf-8")
    assert measure(project, "toy", [], 1).seconds["tests/test_toy.py::test_wait"] < 1


def test_a_run_can_be_stopped(
    project: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    """What was run by then is told; the page keeps the figures of the last whole run."""
    before = (project / "docs/mutants.md").read_text("utf-8")

    def one_alone(
        _root: Path, _package: str, mutants: Sequence[Mutant], _reach: Reach, _jobs: int
    ) -> Iterator[tuple[Mutant, Verdict]]:
        yield mutants[0], Verdict.SURVIVES
        raise KeyboardInterrupt

    monkeypatch.setattr("mutation.__main__.put_to_the_test", one_alone)
    assert run(project, "--sample", "100", "--keep") == 130
    assert "| all | 1 | 0 |  | 0 % |" in capsys.readouterr().out
    assert (project / "docs/mutants.md").read_text("utf-8") == before


def test_tests_of_ctrl_c_run_in_the_background_too(
    project: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """Where a shell has it ignored, such tests would fail without a mutant, and be left out."""
    (project / "tests/test_toy.py").write_text(
        "import signal\n\ndef test_ctrl_c():\n"
        "    assert signal.getsignal(signal.SIGINT) is signal.default_int_handler\n"
    )
    before = signal.signal(signal.SIGINT, signal.SIG_IGN)
    try:
        run(project, "--room", "none")
    finally:
        signal.signal(signal.SIGINT, before)
    assert "left out" not in capsys.readouterr().err


def test_a_run_inside_of_a_run_keeps_to_itself(
    project: Path, monkeypatch: pytest.MonkeyPatch, tmp_path_factory: pytest.TempPathFactory
) -> None:
    """What it reaches is noted in its own folder alone: these tests are measured themselves."""
    outside = tmp_path_factory.mktemp("outside")
    monkeypatch.setenv(REACH, str(outside))
    reach_inside = measure(project, "toy", [], 1)
    mutant = mutants_of("__init__.py", TOY)[0]
    assert dict(put_to_the_test(project, "toy", [mutant], reach_inside, 1))
    assert list(outside.iterdir()) == []


def test_tests_that_are_not_found_are_no_failure(shop: Workshop) -> None:
    """Nothing has noticed if nothing has run."""
    mutant = mutants_of("__init__.py", TOY)[0]
    with pytest.raises(RuntimeError, match="none of the tests was found"):
        shop.verdict(mutant, ["tests/test_toy.py::test_gone"], 60)


HANGING = b"""def last(n):
    while n > 0:
        n -= 1
    return n
"""


@pytest.mark.parametrize(
    ("codes", "verdict"),
    [
        ([1], Verdict.NOTICED),
        ([0], Verdict.SURVIVES),
        ([None, 0], Verdict.HANGS),
        ([None, None, 0], Verdict.SURVIVES),
        ([None, None, None, 0], Verdict.HANGS),
    ],
)
def test_a_busy_machine_notices_nothing(
    shop: Workshop, monkeypatch: pytest.MonkeyPatch, codes: list[int | None], verdict: Verdict
) -> None:
    """Tests that are late have noticed only if they are in time without the mutant."""
    file = shop.folder / "src/toy/__init__.py"
    mutant = mutants_of("__init__.py", TOY)[0]
    runs: list[tuple[bool, float]] = []

    def ended(_tests: Sequence[str], limit: float) -> int | None:
        runs.append((file.read_bytes() == mutant.put_into(TOY), limit))
        return codes[len(runs) - 1]

    monkeypatch.setattr(shop, "_run", ended)
    assert shop.verdict(mutant, ["any"], 60) is verdict
    assert runs == [(True, 60), (False, 60), (True, 120), (False, 120)][: len(codes)]
    assert file.read_bytes() == TOY


def test_tests_that_hang_are_ended(project: Path, tmp_path: Path) -> None:
    """A loop that never ends is told apart from a test that fails."""
    (project / "src/toy/__init__.py").write_bytes(HANGING)
    tests = "def test_last():\n    from toy import last\n    assert last(3) == 0\n"
    (project / "tests/test_toy.py").write_text(tests, "utf-8")
    (tmp_path / "shop").mkdir()
    shop = Workshop(project, "toy", tmp_path / "shop")
    endless = next(m for m in mutants_of("__init__.py", HANGING) if m.now == "pass")
    assert shop.verdict(endless, ["tests/test_toy.py::test_last"], 5) is Verdict.HANGS


@pytest.mark.parametrize(
    ("nth", "lines"), [("", [5]), ("nth = 0", [4, 5]), ("nth = 1", [2, 5]), ("nth = 2", [2, 4, 5])]
)
def test_what_is_judged_to_change_nothing_is_left_out(
    project: Path, capsys: pytest.CaptureFixture[str], nth: str, lines: list[int]
) -> None:
    """A file lists such mutants, all that read alike or one of them; they are in no sample."""
    source = "def f():\n    raise OSError\ndef g():\n    raise OSError\nX = True\n"
    (project / "src/toy/__init__.py").write_text(source, "utf-8")
    (project / "mutation").mkdir()
    (project / "mutation/equivalent.toml").write_text(
        f"""
        [[mutant]]
        file = "__init__.py"
        was = 'raise OSError'
        now = 'pass'
        why = "Nobody listens."
        {nth}
        """
    )
    run(project, "--list")
    after = capsys.readouterr().out
    assert [int(line) for line in re.findall(r"__init__.py:(\d+)", after)] == lines
