"""Elo ratings: the model, its intervals, and the pools that they come from."""

import random
import re
import time
from math import isfinite
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

import ttrkit
from tests.simulation import sim_bots
from ttrkit import rate, simulate
from ttrkit.simulation.elo import Meetings, elo, interval, quantile, samples_of, strengths
from ttrkit.simulation.ratings import Ratings

RIVALS = 4
MEETING = st.tuples(
    st.tuples(st.integers(0, 3), st.integers(0, 3)).filter(lambda pair: pair[0] < pair[1]),
    st.integers(0, 400).flatmap(lambda n: st.tuples(st.integers(0, 2 * n), st.just(n))),
)


# The model -------------------------------------------------------------------------------------


@given(st.lists(MEETING, max_size=6).map(dict))
def test_the_ratings_are_the_most_likely(meetings: dict[tuple[int, int], tuple[int, int]]) -> None:
    """Every rival has come out above others as often as its rating says, imagined game included."""
    found = strengths(RIVALS, meetings, [0.5] * RIVALS)
    for rival, strength in enumerate(found):
        assert isfinite(strength)
        won, expected = 0.5, 1 / (1 + 2.718281828459045**-strength)
        for (one, two), (halves, times) in meetings.items():
            if rival in (one, two):
                other = found[two if rival == one else one]
                won += halves / 2 if rival == one else times - halves / 2
                expected += times / (1 + 2.718281828459045 ** (other - strength))
        assert won == pytest.approx(expected, abs=1e-4)


def test_four_hundred_points_are_ten_to_one() -> None:
    """As in chess, if there are games enough."""
    ratings = elo(2, [{(0, 1): (2 * 10_000, 11_000)}])
    assert ratings[0] - ratings[1] == pytest.approx(400, abs=1)
    assert elo(3, [])[:2] == [0, 0]


def test_whoever_wins_everything_has_a_finite_rating() -> None:
    """It grows with the games, and so does what is certain; the upper bound is far off."""
    few, many = ([{(0, 1): (4, 2)}] * blocks for blocks in (5, 50))
    ratings = [elo(2, units)[0] - elo(2, units)[1] for units in (few, many)]
    assert 300 < ratings[0] < ratings[1] < 1200
    samples = [one - two for one, two in samples_of(2, many, 200, 1)]
    assert quantile(samples, 0.025) < ratings[1] - 50
    assert quantile(samples, 0.975) > ratings[1] + 200


def drawn_units(true: list[float], blocks: int, sides: int, seed: int) -> list[Meetings]:
    """Blocks of tables with rivals of these ratings, drawn by the model."""
    rng = random.Random(seed)
    units: list[Meetings] = []
    for _ in range(blocks):
        table = sorted(rng.sample(range(len(true)), sides))
        unit = {}
        for place, one in enumerate(table):
            for two in table[place + 1 :]:
                chance = 1 / (1 + 10 ** ((true[two] - true[one]) / 400))
                unit[one, two] = (2 * sum(rng.random() < chance for _ in range(sides)), sides)
        units.append(unit)
    return units


def covered(true: list[float], blocks: int, seeds: int) -> float:
    """The share of intervals, of differences to the first, that have the true value inside."""
    inside = 0
    for seed in range(seeds):
        units = drawn_units(true, blocks, 2, seed)
        found, samples = elo(len(true), units), samples_of(len(true), units, 100, seed)
        for rival in range(1, len(true)):
            differences = [sample[rival] - sample[0] for sample in samples]
            low, high = interval(found[rival] - found[0], differences, blocks, 0.95)
            inside += low <= true[rival] <= high
    return inside / seeds / (len(true) - 1)


def test_intervals_cover() -> None:
    """About 95 of a hundred differences to the first have their true value inside."""
    assert covered([0.0, 150.0, 300.0], 80, 40) >= 0.89


@pytest.mark.parametrize("blocks", [1, 2, 4, 8])
def test_intervals_from_few_blocks_cover(blocks: int) -> None:
    """Equals are not told apart because one of them was lucky in all of a few games."""
    assert covered([0.0, 0.0], blocks, 150) >= 0.9


def test_a_large_pool_takes_seconds() -> None:
    """Twenty bots, two thousand blocks at tables of four, two hundred samples."""
    rng = random.Random(1)
    true = [rng.gauss(0, 300) for _ in range(20)]
    units = drawn_units(true, 2000, 4, 1)
    began = time.process_time()
    found = elo(20, units)
    samples_of(20, units, 200, 1)
    assert time.process_time() - began < 10  # one second, on a quiet machine
    shift = sum(found) / 20 - sum(true) / 20
    assert max(abs(a - b - shift) for a, b in zip(found, true, strict=True)) < 60


def test_quantiles() -> None:
    """Between the two nearest values."""
    assert [quantile([3, 1, 2], share) for share in (0, 0.25, 0.5, 1)] == [1, 1.5, 2, 3]
    assert quantile([7], 0.3) == 7


# Reports ---------------------------------------------------------------------------------------


def test_a_report_rates_its_bots() -> None:
    """The random bot at 0, or whoever is pinned; the same from a file, and again."""
    report = simulate("paris", ["greedy", "random", sim_bots.First], 30, 1, workers=1)
    ratings = report.rating()
    assert ratings.ratings[0].name == "greedy"
    assert ratings.pinned == "random"
    zero = ratings.rating("random")
    assert (zero.elo, zero.low, zero.high) == (0, 0, 0)
    greedy = ratings.rating("greedy")
    assert greedy.low < greedy.elo < greedy.high
    assert (greedy.times, greedy.share) == (60, 1)
    assert ttrkit.Report.from_json(report.to_json()).rating() == ratings == report.rating()
    other = report.rating("greedy", at=1500, samples=50, seed=3)
    assert other.rating("greedy").elo == 1500
    assert other.rating("random").elo == pytest.approx(1500 - greedy.elo)
    assert other.rating("random").low != 1500 - greedy.high


def test_ratings_add_up_with_reports() -> None:
    """In any order, and from any number of workers."""
    one, two = (simulate("paris", ["greedy", "random"], 8, seed, workers=1) for seed in (1, 2))
    assert (one + two).rating().ratings == (two + one).rating().ratings
    assert (one + two).duels[0].times == (0, 2, 4, 4, 4, 2)
    assert simulate("paris", ["greedy", "random"], 8, 1, workers=2).duels == one.duels


def test_many_blocks_go_into_few_bundles() -> None:
    """A report stays small, however many games there are."""
    report = simulate("paris", ["random", sim_bots.First], 300, 1, workers=1)
    (duel,) = report.duels
    assert len(duel.times) == len(duel.halves) == 64
    assert sum(duel.times) == report.games
    assert set(duel.times) == {4, 6}
    wins = report.bot("First").wins - report.bot("First").shared / 2
    assert sum(duel.halves) / 2 == pytest.approx(wins)


def test_teams_are_rated_as_teams() -> None:
    """Mixed ones under both names; a team never meets itself."""
    report = simulate(
        "asia", [sim_bots.Draws, "random", sim_bots.First, "random"], 12, 1, workers=1
    )
    names = {each.name for each in report.rating().ratings}
    assert names == {"Draws + First", "random", "Draws + random", "First + random"}
    assert report.rating().pinned == "random"
    assert all(duel.a != duel.b for duel in report.duels)


# Pools -----------------------------------------------------------------------------------------


@pytest.fixture(scope="module")
def pool() -> Ratings:
    """Three bots at tables for two."""
    return rate("paris", ["random", "greedy", sim_bots.First], 30, 1, workers=1)


def test_a_pool_is_rated(pool: Ratings) -> None:
    """The best first; everybody meets everybody; the same on any number of workers."""
    assert pool.ratings[0].name == "greedy"
    assert pool.pinned == "random"
    assert pool.report.games == 60
    assert [each.times for each in pool.ratings] == [40, 40, 40]
    assert rate("paris", ["random", "greedy", sim_bots.First], 30, 1, workers=2) == pool
    assert [row["name"] for row in pool.rows()] == [each.name for each in pool.ratings]
    assert set(pool.rows()[0]) == {"name", "elo", "low", "high", "times", "share"}


@pytest.mark.parametrize(
    ("edition", "players", "games"), [("paris", 3, 18), ("paris", 4, 24), ("asia", 4, 12)]
)
def test_pools_at_larger_tables(edition: str, players: int, games: int) -> None:
    """With as many bots as seats, with fewer, and in teams of one bot each."""
    bots = {"a": "greedy", "b": "random", "c": "random"}
    found = rate(edition, bots, 6, 1, players=players, pin="b", at=100, workers=1)
    assert found.report.games == games
    assert {each.name for each in found.ratings} == {"a", "b", "c"}
    assert found.ratings[0].name == "a"
    assert found.rating("b").elo == 100


def test_ratings_in_words(pool: Ratings) -> None:
    """As text and as a table."""
    lines = str(pool).splitlines()
    assert lines[0] == "paris, 2 players: 60 games in 30 blocks"
    assert re.fullmatch(r"  greedy: \d+ \(\d+ to \d+\)", lines[1])
    assert "  random: 0 (pinned)" in lines
    names = ", ".join(each.name for each in pool.ratings)
    assert repr(pool) == f"<Ratings on paris, {names}: 60 games in 30 blocks>"
    assert "<caption>paris, 2 players: 60 games in 30 blocks</caption>" in pool._repr_html_()
    with pytest.raises(LookupError, match=r'no rating of "gredy" \(did you mean "greedy"\?\)'):
        pool.rating("gredy")


@pytest.mark.parametrize(
    ("change", "error", "message"),
    [
        ({"bots": ["random"]}, ValueError, "bots: two different bots are wanted, or more"),
        ({"bots": ["random"] * 3}, ValueError, "bots: two different bots are wanted, or more"),
        ({"bots": "random"}, TypeError, "bots: a list of bots, each once, is wanted"),
        ({"bots": 5}, TypeError, "bots: a list of bots, each once, is wanted, not 5"),
        ({"blocks": 0}, ValueError, "blocks: a whole number from 1 is wanted, not 0"),
        ({"players": 5}, ValueError, "2, 3 or 4 players"),
        ({"pin": "gredy"}, LookupError, 'pin: no bot "gredy" (did you mean "greedy"?)'),
        ({"pin": 3}, TypeError, "pin: the name of a bot is wanted, not 3"),
        ({"at": "x"}, TypeError, "at: the rating of the pinned bot is wanted, a number, not 'x'"),
        ({"at": float("nan")}, ValueError, "at: the rating of the pinned bot is wanted"),
        ({"samples": 1}, ValueError, "samples: a whole number from 20 to 10000 is wanted, not 1"),
        ({"seed": "1"}, TypeError, "a seed is a whole number"),
        ({"workers": 1.5}, TypeError, "workers: a whole number from 1 is wanted, not 1.5"),
        ({"move_seconds": "1"}, TypeError, "move_seconds: a number of seconds is wanted"),
        ({"on_error": None}, TypeError, 'on_error: "raise" or "forfeit" is wanted, not None'),
    ],
)
def test_what_makes_no_sense(change: dict[str, Any], error: type[Exception], message: str) -> None:
    """It is refused in words."""
    wanted = {"bots": ["greedy", "random"], "blocks": 1, "seed": 1, "workers": 1, **change}
    with pytest.raises(error, match=re.escape(message)):
        rate("paris", **wanted)


def test_a_report_on_one_bot_has_no_rating() -> None:
    """Nor one on games that were not played to their end."""
    words = "a rating needs two different bots that have met in a game"
    with pytest.raises(ValueError, match=words):
        simulate("paris", ["random"] * 2, 2, 1, workers=1).rating()
    with pytest.raises(ValueError, match=words):
        rate("paris", ["random", sim_bots.Draws], 2, 1, workers=1, max_turns=3)
