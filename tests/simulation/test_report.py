"""Reports: sums that add up, intervals, rows, JSON."""

import json
import random
import statistics
from typing import Any

import attrs
import pytest
from hypothesis import given
from hypothesis import strategies as st

import ttrkit
from tests.simulation.playing import job_of, played_by
from tests.simulation.sim_bots import First
from ttrkit.simulation.entrants import derived
from ttrkit.simulation.report import KINDS, Report
from ttrkit.simulation.runner import simulate
from ttrkit.simulation.sides import RouteUse, Side, TicketUse
from ttrkit.simulation.sums import Blocks, Sums, wilson

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
        game = ttrkit.new_game("paris", players=3, seed=derived(1, number // 3), first=0)
        seated = [0, 1, 2][number % 3 :] + [0, 1, 2][: number % 3]
        bots: list[Any] = [
            First() if who == 2 else ttrkit.RandomPlayer(derived(game.seed, "bot", seat))
            for seat, who in enumerate(seated)
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


def by_hand(games: int) -> tuple[list[Any], list[list[int]], list[list[int]], list[int]]:
    """Games of the simulation, played again: wins by bot and seat, tickets, routes, turns.

    Wins are pairs (all, shared); tickets (kept, completed, won), routes (claimed, won).
    """
    board = ttrkit.get_variant("paris").board
    wins = [[0, 0] for _ in range(5)]  # the two bots, then the three seats
    tickets = {ticket.id: [0, 0, 0] for ticket in board.tickets}
    routes = {route.id: [0, 0] for route in board.routes}
    turns = []
    job = job_of("paris", BOTS)
    for number in range(games):
        played = played_by(job, number)
        game = played.game
        turns.append(played.turns)
        winners = game.result().winners
        names = ["random" if who == 0 else First for who in played.seated]
        won = {names[seat] for seat in winners}
        for row, has_won, is_shared in (
            *((n, bot in won, len(won) > 1) for n, bot in enumerate(("random", First))),
            *((2 + n, n in winners, len(winners) > 1) for n in range(3)),
        ):
            wins[row][0] += has_won
            wins[row][1] += has_won and is_shared
        for n, seat in enumerate(game.seats):
            for route in seat.routes:
                routes[route.id][0] += 1
                routes[route.id][1] += n in winners
            for ticket in seat.tickets:
                tickets[ticket.id][0] += 1
                tickets[ticket.id][1] += ticket in game.tally().tickets(n).completed
                tickets[ticket.id][2] += n in winners
    return wins, list(tickets.values()), list(routes.values()), turns


@pytest.mark.parametrize("games", [9, 60])
def test_wins_tickets_and_routes_agree_with_the_games(games: int) -> None:
    """One by one, by hand: those of winners are counted for winners, and ties are shared."""
    report = simulate("paris", BOTS, games, 1, workers=1)
    wins, tickets, routes, turns = by_hand(games)
    sides = (*report.bots, *report.seats)
    assert [[side.wins, side.shared] for side in sides] == wins
    assert [[use.kept, use.completed, use.won] for use in report.tickets] == tickets
    assert [[use.claimed, use.won] for use in report.routes] == routes
    assert report.turns == Sums.of(*turns)
    if games == 60:
        assert sum(shared for _, shared in wins) > 0, "no game was a tie"


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


SIDE = Side(
    "it",
    2,
    games=4,
    wins=3,
    shared=1,
    score=Sums.of(1, 3, 5, 7),
    points={"routes": 12, "flags": 4},
    kept=8,
    completed=6,
    routes=10,
    won_in_blocks=Blocks.of([(2, 2), (1, 2)]),
    scored_in_blocks=Blocks.of([(4, 2), (12, 2)]),
    failures={"cheated": 1},
)


def test_the_row_of_a_side(report: Report) -> None:
    """Every column has what it says; a mean is for each seat that was played."""
    some = attrs.evolve(report, bots=(SIDE,), seats=(SIDE, SIDE))
    low, high = SIDE.won_in_blocks.share()
    score_low, score_high = SIDE.scored_in_blocks.interval()
    row = {
        "games": 4,
        "wins": 3,
        "shared_wins": 1,
        "win_rate": 0.75,
        "win_rate_low": low,
        "win_rate_high": high,
        "score_mean": 4.0,
        "score_low": score_low,
        "score_high": score_high,
        "score_spread": statistics.stdev([1, 3, 5, 7]),
        "score_least": 1,
        "score_most": 7,
        "tickets_kept": 2.0,
        "tickets_completed": 1.5,
        "routes": 2.5,
        "failures": 1,
    }
    assert some.rows("bots") == [{"bot": "it", "seats": 2, **row}]
    assert some.rows("seats") == [{"seat": 0, **row}, {"seat": 1, **row}]
    assert some.rows("points") == [
        {"bot": "it", "label": "routes", "points_mean": 3.0},
        {"bot": "it", "label": "flags", "points_mean": 1.0},
    ]


def test_the_rows_of_tickets_and_routes(report: Report) -> None:
    """Rates are of games, or of the times that it was kept or claimed; of none it is none."""
    ticket = TicketUse("A–B", "A", "B", 7, "long", kept=4, completed=3, won=1)
    route = RouteUse("A–B", "A", "B", "red", 3, claimed=6, won=3)
    some = attrs.evolve(
        report,
        games=8,
        tickets=(ticket, attrs.evolve(ticket, kept=0, completed=0, won=0)),
        routes=(route, attrs.evolve(route, claimed=0, won=0)),
    )
    ends = {"id": "A–B", "a": "A", "b": "B"}
    whole, none = some.rows("tickets")
    counts = {"kept": 4, "completed": 3, "won": 1}
    rates = {"kept_rate": 0.5, "completed_rate": 0.75, "won_rate": 0.25}
    assert whole == {**ends, "points": 7, "kind": "long", **counts, **rates}
    assert [none[key] for key in rates] == [0.0, 0.0, 0.0]
    whole, none = some.rows("routes")
    rates = {"claimed_rate": 0.75, "won_rate": 0.5}
    assert whole == {**ends, "colour": "red", "length": 3, "claimed": 6, "won": 3, **rates}
    assert [none[key] for key in rates] == [0.0, 0.0]


def test_what_is_added_up(report: Report) -> None:
    """Every count of a side, a ticket and a route; labels of either."""
    other = attrs.evolve(SIDE, wins=1, points={"stations": 2, "routes": 1}, score=Sums.of(9))
    assert SIDE + other == Side(
        "it",
        2,
        games=8,
        wins=4,
        shared=2,
        score=Sums.of(1, 3, 5, 7, 9),
        points={"routes": 13, "flags": 4, "stations": 2},
        kept=16,
        completed=12,
        routes=20,
        won_in_blocks=Blocks.of([(2, 2), (1, 2)] * 2),
        scored_in_blocks=Blocks.of([(4, 2), (12, 2)] * 2),
        failures={"cheated": 2},
    )
    both = report + report
    for one, two in zip(report.tickets, both.tickets, strict=True):
        assert two == attrs.evolve(
            one, kept=2 * one.kept, completed=2 * one.completed, won=2 * one.won
        )
    for mine, ours in zip(report.routes, both.routes, strict=True):
        assert ours == attrs.evolve(mine, claimed=2 * mine.claimed, won=2 * mine.won)


def test_a_side_that_never_played() -> None:
    """It has no rates, and means of nothing."""
    nobody = Side("nobody", 1)
    assert (nobody.win_rate, nobody.each(3), nobody.score.mean, nobody.score.spread) == (0, 0, 0, 0)
    assert nobody.interval() == (0.0, 1.0)
    assert Sums.of(3).spread == 0
    assert Sums() == Sums.of() == Sums(0, 0, 0, None, None)


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
        ({"version": 3}, "version 3 of the format is not 2$"),
        (
            {"version": 1},
            "version 1 of the format is not 2; it was written by an earlier ttrkit, "
            "which knew no blocks; simulate again$",
        ),
        ({"games": "9"}, r"expected int @ report\.games"),
        ({"games": True}, "games"),
        ({"turns": None}, "turns"),
        ({"mood": 1}, "mood"),
        ({"turns": {"mood": 1}}, r"extra fields found \(mood\) @ report\.turns"),
        ({"bots": [{"name": "a"}]}, r"required field missing @ report\.bots\[0\]\.seats"),
        ({"turns": {"least": 1.0}}, r"report\.turns\.least"),
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
    """The best bot first, whoever came first."""
    won, lost = ([(1, 1)] * some + [(0, 1)] * (10 - some) for some in (8, 2))
    best = Side("best", 1, 10, 8, score=Sums.of(40, 50, 60), won_in_blocks=Blocks.of(won))
    worst = Side("worst", 1, 10, 2, score=Sums.of(10, 10, 10), won_in_blocks=Blocks.of(lost))
    for bots in ((best, worst), (worst, best)):
        assert str(attrs.evolve(report, bots=bots)).splitlines() == [
            "paris, 3 players: 9 games in 3 blocks",
            "  best: won 80.0% (49.0% to 94.3%), 50.0 ± 10.0 points",
            "  worst: won 20.0% (5.7% to 51.0%), 10.0 ± 0.0 points",
        ]
    assert repr(report) == "<Report on paris, random, random, First: 9 games in 3 blocks>"


def test_how_many_games_in_words(report: Report) -> None:
    """Those that reached the limit and those that are missing are told apart."""
    late = attrs.evolve(report, games=7, unfinished=2)
    assert late.is_complete
    assert late.count_in_words() == "7 games in 3 blocks, 2 more reached the turn limit"
    stopped = attrs.evolve(late, planned=20)
    assert not stopped.is_complete
    words = f"{late.count_in_words()}; stopped before the 20 that were asked for"
    assert stopped.count_in_words() == words
