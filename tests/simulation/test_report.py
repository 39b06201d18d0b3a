"""Reports: sums that add up, intervals, rows, JSON."""

import json
import random
import statistics
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

import ttrkit
from tests.simulation.sim_bots import First
from ttrkit.simulation.entrants import derived
from ttrkit.simulation.report import KINDS, Report, Sums, wilson
from ttrkit.simulation.runner import simulate

BOTS = ["random", "random", First]


@pytest.fixture(scope="module")
def report() -> Report:
    """Nine games of Paris with three players."""
    return simulate("paris", BOTS, 9, 1, workers=1)


# Numbers ---------------------------------------------------------------------------------------


@given(st.lists(st.integers(-1000, 10**9)), st.lists(st.integers(-1000, 10**9)))
def test_sums_add_up(some: list[int], others: list[int]) -> None:
    """To what all of them together come to; mean and spread are the textbook's."""
    sums = Sums.of(*some) + Sums.of(*others)
    every = some + others
    assert sums == Sums.of(*every)
    if every:
        assert sums.mean == pytest.approx(statistics.fmean(every))
        assert (sums.least, sums.most) == (min(every), max(every))
    if len(every) > 1:
        assert sums.spread == pytest.approx(statistics.stdev(every))


@pytest.mark.parametrize(
    ("hits", "tries", "low", "high"),
    [
        (0, 10, 0.0, 0.2775),  # Wilson's interval as statistical tables have it
        (1, 10, 0.0179, 0.4042),
        (5, 10, 0.2366, 0.7634),
        (10, 10, 0.7225, 1.0),
        (81, 263, 0.2553, 0.3662),
        (0, 0, 0.0, 1.0),
    ],
)
def test_wilson_by_the_book(hits: int, tries: int, low: float, high: float) -> None:
    """The interval for 95 %."""
    assert wilson(hits, tries) == pytest.approx((low, high), abs=1e-4)


@given(st.integers(0, 500), st.integers(1, 500), st.floats(0.01, 0.999))
def test_wilson_is_sensible(hits: int, more: int, confidence: float) -> None:
    """Within 0 and 1, around the share; the surer, the wider."""
    low, high = wilson(hits, hits + more, confidence)
    assert 0 <= low <= hits / (hits + more) <= high <= 1
    wide = wilson(hits, hits + more, (1 + confidence) / 2)
    assert wide[0] <= low
    assert wide[1] >= high


def test_wilson_covers() -> None:
    """Of a thousand samples, about 95 in a hundred have the true share in their interval."""
    rng = random.Random(1)
    inside = 0
    for _ in range(1000):
        hits = sum(rng.random() < 0.3 for _ in range(60))
        low, high = wilson(hits, 60)
        inside += low <= 0.3 <= high
    assert 930 <= inside <= 970
    with pytest.raises(ValueError, match="between 0 and 1"):
        wilson(1, 2, 95)


# What is counted -------------------------------------------------------------------------------


def test_the_counts_agree_with_the_games(report: Report) -> None:
    """Game by game, by hand."""
    sums: dict[str, Any] = {"wins": 0, "turns": 0, "kept": 0, "done": 0, "claimed": 0, "score": 0}
    for number in range(9):
        game = ttrkit.new_game("paris", players=3, seed=derived(1, number), first=0)
        ring = [0, 1, 2] if number % 6 < 3 else [0, 2, 1]
        seated = ring[number % 3 :] + ring[: number % 3]
        bots: list[Any] = [
            First() if who == 2 else ttrkit.RandomPlayer(derived(game.seed, "bot", who))
            for who in seated
        ]
        result = ttrkit.play(game, bots)
        sums["wins"] += any(seated[team] == 2 for team in result.winners)
        sums["score"] += result.totals[seated.index(2)]
        sums["kept"] += sum(len(seat.tickets) for seat in game.seats)
        sums["done"] += sum(len(game.tally().tickets(team).completed) for team in range(3))
        sums["claimed"] += sum(len(seat.routes) for seat in game.seats)
    first = report.bot("First")
    assert (first.wins, first.score.total) == (sums["wins"], sums["score"])
    assert sum(use.kept for use in report.tickets) == sums["kept"]
    assert sum(use.completed for use in report.tickets) == sums["done"]
    assert sum(use.claimed for use in report.routes) == sums["claimed"]


def test_bots_and_seats_are_two_views_of_the_same(report: Report) -> None:
    """Points, tickets and routes are the same in all; a bot at two seats wins a game once."""
    for what in ("kept", "completed", "routes"):
        bots = sum(getattr(side, what) for side in report.bots)
        assert bots == sum(getattr(side, what) for side in report.seats) > 0
    totals = [sum((side.score for side in sides), Sums()) for sides in (report.bots, report.seats)]
    assert totals[0] == totals[1]
    for side in (*report.bots, *report.seats):
        assert sum(side.points.values()) == side.score.total
        assert side.games == 9
        assert side.shared <= side.wins <= 9
    assert [(bot.name, bot.seats, bot.score.count) for bot in report.bots] == [
        ("random", 2, 18),
        ("First", 1, 9),
    ]
    assert sum(seat.wins for seat in report.seats) >= 9
    assert report.turns.count == 9


def test_partners_win_together() -> None:
    """In teams the points and wins are the team's; whoever sits with a partner has both."""
    report = simulate("asia", ["random", "greedy"] * 2, 2, 1, workers=1)
    assert sum(seat.wins for seat in report.seats) == 4  # two seats each, no ties
    assert all(bot.wins == 2 for bot in report.bots)  # the bots sit side by side in these games
    assert all(bot.shared == 0 for bot in report.bots)


# Rows and JSON ---------------------------------------------------------------------------------


def test_rows_are_for_data_frames(report: Report) -> None:
    """Lists of flat dicts, all with the same columns."""
    for what in KINDS:
        rows = report.rows(what)
        assert rows
        for row in rows:
            assert list(row) == list(rows[0])
            assert all(isinstance(value, int | float | str) for value in row.values())
    assert report.rows() == report.rows("bots")
    paris = ttrkit.get_variant("paris").board
    assert [row["id"] for row in report.rows("routes")] == [route.id for route in paris.routes]
    assert [row["id"] for row in report.rows("tickets")] == [t.id for t in paris.tickets]
    assert [row["seat"] for row in report.rows("seats")] == [0, 1, 2]
    labels = [row["label"] for row in report.rows("points") if row["bot"] == "First"]
    assert set(labels) == {"routes", "flags", "tickets"}
    wide, narrow = (report.rows("bots", confidence=c)[0] for c in (0.99, 0.5))
    assert wide["win_rate_low"] < narrow["win_rate_low"]


def test_rows_and_bots_that_are_not_there(report: Report) -> None:
    """It is said which are."""
    with pytest.raises(ValueError, match="did you mean"):
        report.rows("ticket")
    with pytest.raises(LookupError, match="there are random, First"):
        report.bot("Frist")


def test_a_report_survives_json(report: Report) -> None:
    """Every number of it."""
    text = report.to_json()
    again = Report.from_json(text)
    assert again == report
    assert again.to_json() == text
    assert again.rows("points") == report.rows("points")


@pytest.mark.parametrize(
    ("change", "message"),
    [
        ({"format": "ttrkit game"}, 'its "format" should be'),
        ({"version": 2}, "version 2 of the format is not 1"),
        ({"games": "9"}, "games"),
        ({"turns": None}, "turns"),
        ({"mood": 1}, "mood"),
    ],
)
def test_json_that_is_no_report(change: dict[str, Any], message: str, report: Report) -> None:
    """It is refused, with the place."""
    fields = {**json.loads(report.to_json()), **change}
    with pytest.raises(ValueError, match=message):
        Report.from_json(json.dumps(fields))


# Adding up -------------------------------------------------------------------------------------


def test_reports_add_up(report: Report) -> None:
    """In any order; `sum` works too."""
    other = simulate("paris", BOTS, 3, 2, workers=1)
    both = report + other
    assert (both.games, both.planned, both.seeds) == (12, 12, (1, 2))
    assert both.bot("First").score == report.bot("First").score + other.bot("First").score
    assert sum([report, other]) == both
    assert (other + report).bots == both.bots
    assert both.is_complete


def test_reports_on_different_things_do_not_add_up(report: Report) -> None:
    """It is said what differs."""
    with pytest.raises(ValueError, match="players agree"):
        report + simulate("paris", ["random"] * 3, 1, 1, workers=1)
    with pytest.raises(ValueError, match="variant agree"):
        report + simulate("usa", BOTS, 1, 1, workers=1)
    with pytest.raises(TypeError):
        report + 1


def test_a_report_in_words(report: Report) -> None:
    """The best bot first."""
    lines = str(report).splitlines()
    assert lines[0] == "paris, 3 players: 9 games"
    assert len(lines) == 3
    assert repr(report) == "<Report on paris, random, random, First: 9 games>"
