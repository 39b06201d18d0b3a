"""The fitting of the prospects' weights: it finds them, and prints them as they are kept."""

import random

import pytest

from benchmarks import prospects
from ttrkit.bots.fitted import WEIGHTS


def test_it_finds_the_weights_behind_the_numbers() -> None:
    """Least squares, if there is no noise."""
    rng = random.Random(1)
    samples: list[prospects.Sample] = []
    for _ in range(4000):
        a, b = rng.random(), 3 * rng.random()
        samples.append(((1.0, a, b), 2 + 5 * a - b))
    assert prospects.fitted(samples) == pytest.approx([2, 5, -1], abs=0.1)


def test_it_prints_every_weight(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    """As the lines of `fitted.py`, and the error for every edition."""
    monkeypatch.setattr(prospects, "EDITIONS", ("paris",))
    prospects.main(0.5, 1)
    lines = capsys.readouterr().out.splitlines()
    assert lines[0].startswith("# paris: ")
    assert [line.split('"')[1] for line in lines[1:]] == [*WEIGHTS]
