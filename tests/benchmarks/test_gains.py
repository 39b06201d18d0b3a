"""What the search may expect of its candidates: measured where it would try them."""

import random

import pytest

import ttrkit
from benchmarks.gains import Gains, gains_at, summary, told
from tests.bots.test_search import half_played
from ttrkit.bots import PlannerPlayer


def test_gains_are_measured_where_the_search_would_try() -> None:
    """At a decision near the end, one for every candidate but the first; at the start none."""
    start = ttrkit.new_game("usa", players=2, seed=1)
    assert [*gains_at(start, PlannerPlayer(1), random.Random(1), 4)] == []
    found = [*gains_at(half_played("paris", 3, 9), PlannerPlayer(1), random.Random(1), 4)]
    assert len(found) > 3
    assert {each.worlds for each in found} == {4}
    assert any(each.variance > 0 for each in found)


def test_noise_is_told_from_spread() -> None:
    """Candidates of true gains 1 and -1, seen through noise of 6 in single made-up games."""
    rng = random.Random(1)
    found = []
    for number in range(600):
        values = [rng.gauss(1 if number % 2 else -1, 6) for _ in range(50)]
        mean = sum(values) / 50
        found.append(Gains(50, mean, sum((value - mean) ** 2 for value in values) / 49))
    usual, spread, noise = summary(found)
    assert usual == pytest.approx(0, abs=0.15)
    assert spread == pytest.approx(1, abs=0.15)
    assert noise == pytest.approx(6, abs=0.15)
    assert told(found).startswith("600 candidates, gain ")
    assert told(found[:1]) == "too few candidates: it needs more seconds"
