"""The faults that `make mutants` puts into sources, and the sample of them."""

import pytest

from mutation.__main__ import ROOT, equivalent
from mutation.mutants import all_mutants, mutants_of, sample
from tests.mutation.toy import TOY


def changes(source: str) -> set[str]:
    """The lines that the mutants of a source have instead."""
    return {mutant.now for mutant in mutants_of("toy.py", source.encode())}


@pytest.mark.parametrize(
    ("source", "instead"),
    [
        ("x = a < b\n", {"x = a <= b"}),
        ("x = a is not b\n", {"x = a is b"}),
        ("x = (a) not  in (b)\n", {"x = (a) in (b)"}),
        ("x = a + b\n", {"x = a - b"}),
        ("x = a and b or c\n", {"x = a or b or c", "x = a and b and c"}),
        ("x = not a\n", {"x = (a)"}),
        ("x = a if b else c\n", {"x = a if not (b) else c"}),
        ("x = [a for a in b if c]\n", {"x = [a for a in b if not (c)]"}),
        ("x = 3\n", {"x = 4", "x = 2"}),
        ("x = 0\n", {"x = 1"}),
        ("x = 10_000\n", {"x = 0"}),
        ("x = True\n", {"x = False"}),
        ("x = 'é' + y\n", {"x = 'é?' + y", "x = 'é' - y"}),
        ("x = f(a, b)\n", {"x = f(b, a)"}),
        ("x = f(a, *b)\n", set()),
        ("x = isinstance(a, b)\n", set()),
        ("x = zip(a, b, strict=True)\n", set()),
        ("x = require(a < b, 'no')\n", {"x = require(a <= b, 'no')", "x = require('no', a < b)"}),
        ("a += b\n", {"pass"}),
        ("def f():\n    return a\n", {"return None"}),
        ("def f():\n    return False\n", {"return True"}),
        ("def f(a: int = 1): ...\n", {"def f(a: int = 2): ...", "def f(a: int = 0): ..."}),
        ("raise ValueError('no')\n", {"pass"}),
        ("assert a == b, 'no'\n", {"pass", "assert a != b, 'no'"}),
        ("assert a is not None\n", set()),
        ('"""Doc."""\nx: int | None\ny = f"{a + 1}"\n', set()),
        ("if TYPE_CHECKING:\n    x = 1\n__all__ = ['x']\nA = B | C\n", set()),
        ("raise NotImplementedError\n", set()),
        ("Kind = Literal['a', 'b']\n", set()),
    ],
)
def test_small_faults_are_made(source: str, instead: set[str]) -> None:
    """Each in the place of what it changes; what nobody could notice is left alone."""
    assert changes(source) == instead


def test_a_mutant_is_the_source_with_one_fault() -> None:
    """It still compiles, and differs in the line that it names."""
    lines = TOY.splitlines()
    found = mutants_of("toy.py", TOY)
    assert found
    for mutant in found:
        faulty = mutant.put_into(TOY)
        compile(faulty, "toy.py", "exec")
        pairs = zip(lines, faulty.splitlines(), strict=True)
        differing = [number for number, (old, new) in enumerate(pairs, 1) if old != new]
        assert differing == [mutant.line]


def test_who_has_to_come_by() -> None:
    """For a statement its own lines, for a default the body, for the rest of a class the class."""
    source = b"""class A:
    x = 1

    def f(self, y=2):
        z = (
            3)
        z += z
"""
    lines = {mutant.was: mutant.lines for mutant in mutants_of("toy.py", source)}
    assert lines["x = 1"] == range(1, 8)
    assert lines["def f(self, y=2):"] == range(5, 8)
    assert lines["3)"] == range(5, 7)
    assert lines["z += z"] == range(7, 8)


def test_the_sample_is_fixed() -> None:
    """Of every room in proportion, one of a line; an edit elsewhere leaves it as it is."""
    big = "".join(f"def f{n}(a, b):\n    return a < b\n" for n in range(40)).encode()
    small = b"def g(a):\n    return a - 1\n"
    mutants = mutants_of("big/a.py", big) + mutants_of("small.py", small)
    chosen = sample(mutants, 10, least=1)
    assert [mutant.room for mutant in chosen].count("big") == 10
    assert [mutant.room for mutant in chosen].count("small") == 1
    assert len({(mutant.file, mutant.line) for mutant in chosen}) == len(chosen)
    moved = mutants_of("big/a.py", b"\n\n" + big) + mutants_of("small.py", small)
    again = sample(reversed(moved), 10, least=1)
    assert [mutant.rank for mutant in again] == [mutant.rank for mutant in chosen]


def test_the_list_of_equivalent_mutants_is_true() -> None:
    """Every entry is a mutant of the sources as they are, and says why."""
    names = [mutant.name for mutant in all_mutants(ROOT / "src/ttrkit")]
    there = {*names, *((*name[:3], None) for name in names)}
    listed = equivalent(ROOT / "mutation" / "equivalent.toml")
    assert set(listed) <= there
    assert all(len(why) > 20 for why in listed.values()), "a reason is a sentence"
