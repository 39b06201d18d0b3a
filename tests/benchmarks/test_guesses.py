"""The fitting of the weights of guesses: it finds them, and prints them as they are kept."""

import random
from math import exp

import numpy as np
import pytest

from benchmarks import guesses
from ttrkit.bots.guesses import WEIGHTS


def test_it_finds_the_weights_behind_what_is_held() -> None:
    """Tickets are drawn by the odds that certain weights give them."""
    rng = random.Random(1)
    samples: list[guesses.Sample] = []
    for _ in range(4000):
        rows = [(rng.random(), 3 * rng.random()) for _ in range(6)]
        held = rng.choices(range(6), [exp(2 * a - b) for a, b in rows])[0]
        samples.append((np.array(rows), held))
    assert guesses.fitted(samples) == pytest.approx([2, -1], abs=0.15)


def test_it_prints_every_weight(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    """As the lines of `guesses.py`, and the number of tickets for every edition."""
    monkeypatch.setattr(guesses, "EDITIONS", ("paris",))
    guesses.main(0.5, 1)
    lines = capsys.readouterr().out.splitlines()
    assert lines[0].startswith("# paris: ")
    assert [line.split('"')[1] for line in lines[1:]] == [*WEIGHTS]
