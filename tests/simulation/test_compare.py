"""`compare`: two bots, until it is certain which of them is better."""

import re
from typing import Any

import attrs
import pytest

import ttrkit
from tests.simulation import sim_bots
from ttrkit import compare
from ttrkit.simulation.comparing import Comparison
from ttrkit.simulation.runner import simulate


@pytest.fixture(scope="module")
def clear() -> Comparison:
    """A match between unequals."""
    return compare("paris", "greedy", "random", 50, 1, workers=1)


def test_a_clear_case_is_over_soon(clear: Comparison) -> None:
    """At the first look; the verdict names the better one, whichever is named first."""
    assert clear.better == "greedy"
    assert (clear.blocks, clear.planned, clear.report.games) == (10, 50, 20)
    assert clear.verdict == "greedy is better than random, with 95 % confidence"
    assert clear.share == 1
    assert clear.share_low > 0.5
    assert clear.share_high == 1
    assert clear.points_low < clear.points < clear.points_high
    assert clear.points_low > 0
    assert clear.report.is_complete
    turned = compare("paris", "random", "greedy", 50, 1, workers=1)
    assert turned.better == "greedy"
    assert turned.verdict == clear.verdict
    assert turned.share_high == pytest.approx(1 - clear.share_low)
    assert turned.points == -clear.points


def test_the_same_on_any_number_of_workers(clear: Comparison) -> None:
    """To the letter, wherever it stops."""
    assert compare("paris", "greedy", "random", 50, 1, workers=2) == clear
    some = compare("paris", "random", sim_bots.First, 200, 2, workers=1)
    assert 10 < some.blocks < 200
    assert compare("paris", "random", sim_bots.First, 200, 2, workers=2) == some


def test_equals_play_to_the_end() -> None:
    """Bots that play alike come out exactly alike, and nothing is certain."""
    found = compare("paris", "random", ttrkit.RandomPlayer, 12, 1, workers=1)
    assert found.better is None
    assert (found.share, found.points, found.blocks) == (0.5, 0, 12)
    assert found.verdict == (
        "no difference between random and RandomPlayer is certain, with 95 % confidence, "
        "after 12 blocks"
    )
    stopped = attrs.evolve(found, planned=20, report=attrs.evolve(found.report, planned=40))
    assert stopped.verdict.endswith("after 12 blocks, stopped before the 20 that were asked for")


def test_the_figures_are_those_of_the_report(clear: Comparison) -> None:
    """The share of wins, shared ones half, and the difference of mean points."""
    found = compare("paris", "random", sim_bots.First, 30, 3, workers=1, confidence=0.999)
    a, b = found.report.bots
    halves = 2 * a.wins - a.shared
    assert found.share == pytest.approx(halves / (2 * a.games))
    assert found.points == pytest.approx(a.score.mean - b.score.mean)
    same = simulate("paris", ["random", sim_bots.First], found.report.games, 3, workers=1)
    assert found.report == same


@pytest.mark.parametrize(
    ("edition", "players", "block"),
    [("paris", 3, 6), ("paris", 4, 2), ("asia", 4, 2), ("asia", 6, 6)],
)
def test_more_seats_and_teams(edition: str, players: int, block: int) -> None:
    """Half and half; in teams, team against team."""
    found = compare(edition, "random", sim_bots.First, 2, 1, players=players, workers=1)
    assert found.report.games == 2 * block
    assert len(found.report.seats) == players
    played = [bot.score.count for bot in found.report.bots]
    assert played == [block * players] * 2
    assert [duel.a for duel in found.report.duels] == ["First"], "a team is of one bot"


def test_a_comparison_in_words(clear: Comparison) -> None:
    """As text and as a table."""
    first, won, points, games = str(clear).splitlines()
    assert first == f"paris, 2 players: {clear.verdict}"
    assert re.fullmatch(r"  games won by greedy: 100\.0% \(5\d\.\d% to 100\.0%\)", won)
    assert re.fullmatch(r"  points more than random: \+[\d.]+ \(\+[\d.]+ to \+[\d.]+\)", points)
    assert games == "  20 games in 10 blocks"
    assert repr(clear) == f"<Comparison on paris: {clear.verdict}>"
    page = clear._repr_html_()
    assert f"<caption>{clear.verdict}</caption>" in page
    assert "games won by greedy" in page


def test_progress_is_told() -> None:
    """How many games are done, of how many at most."""
    told: list[tuple[int, int]] = []
    compare("paris", "greedy", "random", 50, 1, workers=1, progress=lambda *a: told.append(a))
    assert told[-1] == (20, 100)


def test_games_without_end_do_not_count() -> None:
    """If all are abandoned, nothing is known."""
    found = compare("paris", sim_bots.Draws, "random", 11, 1, workers=1, max_turns=9)
    assert (found.blocks, found.share, found.share_low, found.better) == (0, 0.5, 0, None)
    assert found.share_high == pytest.approx(1)
    assert found.report.unfinished == 22


def test_a_bot_that_fails_loses() -> None:
    """If it is asked for, and without points."""
    found = compare("paris", sim_bots.Fails, "random", 12, 1, workers=1, on_error="forfeit")
    assert found.better == "random"
    assert found.report.forfeited == 20
    assert found.points == 0


@pytest.mark.parametrize(
    ("change", "error", "message"),
    [
        ({"a": "random"}, ValueError, 'compare: two different bots are wanted, not "random" twice'),
        ({"a": "gredy"}, LookupError, 'did you mean "greedy"?'),
        ({"a": 3}, TypeError, "3 is no bot: a name, a class or a function is wanted"),
        ({"blocks": 0}, ValueError, "blocks: a whole number from 1 is wanted, not 0"),
        ({"blocks": "9"}, TypeError, "blocks: a whole number from 1 is wanted, not '9'"),
        ({"confidence": 95}, ValueError, "a confidence lies between 0 and 1, not 95"),
        ({"players": 9}, ValueError, "2, 3 or 4 players"),
        ({"players": "2"}, ValueError, "paris is for 2, 3 or 4 players, not '2'"),
        ({"seed": 0.5}, TypeError, "a seed is a whole number"),
        ({"workers": 0}, ValueError, "workers: a whole number from 1 is wanted, not 0"),
        ({"progress": 1}, TypeError, "progress: a function is wanted, not 1"),
        ({"executor": 1}, TypeError, "executor: 1 is none of concurrent.futures"),
        ({"move_seconds": 0}, ValueError, "move_seconds: a number of seconds is wanted, not 0"),
        ({"on_error": "no"}, ValueError, 'on_error: "raise" or "forfeit" is wanted, not \'no\''),
    ],
)
def test_what_makes_no_sense(change: dict[str, Any], error: type[Exception], message: str) -> None:
    """It is refused in words."""
    wanted = {"a": "greedy", "b": "random", "blocks": 2, "seed": 1, "workers": 1, **change}
    with pytest.raises(error, match=re.escape(message)):
        compare("paris", **wanted)


def test_games_without_end_are_not_taken_for_an_interrupt() -> None:
    """All were played, to the turn limit, and tell nothing."""
    found = compare("paris", "random", "greedy", 12, 1, workers=1, max_turns=2)
    assert (found.blocks, found.report.unfinished) == (0, 24)
    assert found.verdict.endswith("after 0 blocks of 12: in the others no game came to its end")
