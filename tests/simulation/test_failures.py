"""Bots that crash, cheat or take too long: they are named, and end the run or lose the game."""

import json
import os
import re
import signal
import sys
import threading
import time
from pathlib import Path
from typing import Any

import attrs
import pytest

import ttrkit
from tests.simulation import sim_bots
from tests.simulation.playing import job_of, played_by
from ttrkit.simulation import limits, run
from ttrkit.simulation.entrants import derived
from ttrkit.simulation.limits import MoveLimit, OutOfTime
from ttrkit.simulation.refereeing import BotFailed
from ttrkit.simulation.report import MOST_FAILURES, Report
from ttrkit.simulation.runner import SimulationError, simulate
from ttrkit.simulation.worker import Batch, last_words, play_batch

on_unix = pytest.mark.skipif(sys.platform == "win32", reason="moves cannot be interrupted there")
SEED = derived(1, 0)


class Breaks(Exception):
    """A failure of a bot's own."""


class Quits(sim_bots.First):
    """Leaves the program."""

    def choose(self, observation: ttrkit.Observation) -> ttrkit.Action:
        """Nothing."""
        sys.exit("enough")


class Odd(sim_bots.First):
    """Raises what hardly anybody catches."""

    def choose(self, observation: ttrkit.Observation) -> ttrkit.Action:
        """Nothing."""
        raise GeneratorExit


class Nothing(sim_bots.First):
    """Forgets to return anything."""

    def choose(self, observation: ttrkit.Observation) -> Any:
        """Nothing."""


class Unmade(sim_bots.First):
    """Cannot be made for some games."""

    def __init__(self, seed: int) -> None:
        if seed:
            raise Breaks("not today")


# Who failed, and how ---------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("bot", "kind", "what"),
    [
        (sim_bots.Fails, "crashed", r"failed to choose: RuntimeError: no idea \(sim_bots\.py, .*"),
        (Quits, "crashed", r"failed to choose: SystemExit: enough \(test_failures\.py, line \d+\)"),
        (Odd, "crashed", r"failed to choose: GeneratorExit \(test_failures\.py, line \d+\)"),
        (sim_bots.Cheats, "cheated", "chose what is not legal: choose which tickets to keep, .*"),
        (Nothing, "cheated", "chose what is not legal: .*None.*"),
        (Unmade, "crashed", r"could not be made: Breaks: not today \(test_failures\.py, line .*"),
    ],
)
def test_a_bot_that_fails_is_named(bot: Any, kind: str, what: str) -> None:
    """With the game, its seed, the move and the seat; the error holds it all in fields, too."""
    with pytest.raises(SimulationError) as failed:
        simulate("paris", {"random": "random", "mine": bot}, 4, 1, workers=1)
    failure = failed.value.failure
    assert failure is not None
    move = 0 if bot is Unmade else 2
    assert (failure.bot, failure.kind, failure.game, failure.move) == ("mine", kind, 0, move)
    assert (failure.seed, failure.game_seed, failure.seat) == (1, SEED, 1)
    assert re.fullmatch(what, failure.what)
    where = f"game 0 (seed {SEED}), move 2" if move else f"game 0 (seed {SEED})"
    assert str(failed.value) == f"{where}: mine at seat 1 {failure.what}"
    assert "Traceback" in failed.value.__notes__[0]


@on_unix
def test_the_game_can_be_played_again_up_to_the_failure() -> None:
    """By the number of the game that the message names."""
    job = job_of("paris", ["random", sim_bots.Sleeps], move_seconds=0.05)
    with pytest.raises(BotFailed, match=rf"^game 3 \(seed {derived(1, 1)}\), move \d+: Sleeps"):
        played_by(job, 3)


def test_a_rule_that_fails_is_not_the_bots_fault() -> None:
    """An error of a part ends the run, whatever is asked for."""

    class Faulty(ttrkit.parts.Part):
        def after_claim(self, state: Any, seat: int, route: Any, payment: Any) -> None:
            raise ZeroDivisionError("a rule")

    variant = attrs.evolve(ttrkit.get_variant("paris").adding(Faulty()), name="faulty")
    with pytest.raises(SimulationError, match=r"^game 0 \(seed \d+\): .*a rule") as failed:
        simulate(variant, ["random"] * 2, 4, 1, workers=1, on_error="forfeit")
    assert failed.value.failure is None


# Forfeits --------------------------------------------------------------------------------------


@pytest.fixture(scope="module")
def forfeited() -> Report:
    """Games in which one bot of three fails at once."""
    return simulate(
        "paris", ["random", sim_bots.First, sim_bots.Cheats], 9, 1, workers=1, on_error="forfeit"
    )


def test_all_others_win(forfeited: Report) -> None:
    """Nothing else in such a game counts."""
    assert (forfeited.games, forfeited.forfeited, forfeited.blocks) == (0, 9, 3)
    assert forfeited.is_complete
    wins = [(bot.wins, bot.shared, bot.games) for bot in forfeited.bots]
    assert wins == [(9, 9, 9), (9, 9, 9), (0, 0, 9)]
    assert [seat.wins for seat in forfeited.seats] == [6, 6, 6]
    assert all(side.score.count == 0 for side in (*forfeited.bots, *forfeited.seats))
    assert sum(use.kept for use in forfeited.tickets) == 0
    assert [dict(bot.failures) for bot in forfeited.bots] == [{}, {}, {"cheated": 9}]
    assert [(duel.a, duel.b, sum(duel.halves)) for duel in forfeited.duels] == [
        ("Cheats", "First", 0),
        ("Cheats", "random", 0),
        ("First", "random", 9),
    ]


def test_forfeits_in_words(forfeited: Report) -> None:
    """Who, how often, and why."""
    assert str(forfeited).splitlines() == [
        "paris, 3 players: 0 games and 9 forfeited in 3 blocks",
        "  random: won 100.0% (43.9% to 100.0%)",
        "  First: won 100.0% (43.9% to 100.0%)",
        "  Cheats: won 0.0% (0.0% to 56.1%); forfeited 9 games (cheated 9)",
    ]
    assert [failure.game for failure in forfeited.failures] == list(range(9))
    assert forfeited.rows("bots")[2]["failures"] == 9


def test_forfeits_add_up(forfeited: Report) -> None:
    """In any order, on any number of workers, and from a file; of the failures, the first stay."""
    bots = ["random", sim_bots.First, sim_bots.Cheats]
    assert simulate("paris", bots, 9, 1, workers=2, on_error="forfeit") == forfeited
    other = simulate("paris", bots, 18, 2, workers=1, on_error="forfeit")
    both = forfeited + other
    assert both.bots == (other + forfeited).bots
    assert both.failures == (other + forfeited).failures
    assert len(both.failures) == MOST_FAILURES < both.forfeited == 27
    assert both.bot("Cheats").failures == {"cheated": 27}
    assert Report.from_json(both.to_json()) == both


class SometimesFails(ttrkit.RandomPlayer):
    """Fails if the market pleases it."""

    def choose(self, observation: ttrkit.Observation) -> ttrkit.Action:
        """Any."""
        if len(observation.history) > 20 and len(set(observation.market)) <= 2:
            raise Breaks("too colourful")
        return super().choose(observation)


def test_some_games_are_forfeited() -> None:
    """The others count as always; the two sums agree."""
    report = simulate("paris", ["random", SometimesFails], 40, 1, workers=1, on_error="forfeit")
    assert report.games + report.forfeited == 40
    assert 0 < report.forfeited < 40
    failing = report.bot("SometimesFails")
    assert failing.failures == {"crashed": report.forfeited}
    assert (failing.games, failing.score.count) == (40, report.games)
    assert report.turns.count == report.games


def test_a_team_forfeits_together() -> None:
    """Partners of a bot that fails lose with it."""
    bots = {"a": sim_bots.Fails, "b": "random", "c": "random", "d": "random"}
    report = simulate("asia", bots, 4, 1, workers=1, on_error="forfeit")
    assert report.bot("a").wins == 0
    assert sum(bot.wins for bot in report.bots) == 8
    assert sum(bot.shared for bot in report.bots) == 0


def test_forfeited_games_are_saved_as_far_as_they_went(tmp_path: Path) -> None:
    """They can be looked at."""
    bots = ["random", SometimesFails]
    simulate("paris", bots, 8, 1, workers=1, on_error="forfeit", save=tmp_path)
    games = [ttrkit.from_record(json.loads(path.read_text("utf-8"))) for path in tmp_path.iterdir()]
    assert len(games) == 8
    assert not all(game.is_over for game in games)
    assert all(len(game.history) > 20 for game in games)


@pytest.mark.parametrize(
    ("options", "error", "message"),
    [
        (
            {"on_error": "stop"},
            ValueError,
            'on_error: "raise" or "forfeit" is wanted, not \'stop\'',
        ),
        ({"on_error": "forfiet"}, ValueError, "'forfiet' (did you mean \"forfeit\"?)"),
        ({"on_error": 1}, TypeError, 'on_error: "raise" or "forfeit" is wanted, not 1'),
        ({"move_seconds": -1}, ValueError, "move_seconds: a number of seconds is wanted, not -1"),
        (
            {"move_seconds": True},
            TypeError,
            "move_seconds: a number of seconds is wanted, not True",
        ),
        ({"move_seconds": "1"}, TypeError, "move_seconds: a number of seconds is wanted, not '1'"),
        ({"move_seconds": float("inf")}, ValueError, "a number of seconds is wanted, not inf"),
        ({"paired": 1}, TypeError, "paired: True or False is wanted, not 1"),
    ],
)
def test_what_makes_no_sense(options: dict[str, Any], error: type[Exception], message: str) -> None:
    """It is refused in words."""
    with pytest.raises(error, match=re.escape(message)):
        simulate("paris", ["random"] * 2, 2, 1, workers=1, **options)


# The time for a move ---------------------------------------------------------------------------

SLEEPERS = [sim_bots.Sleeps, sim_bots.Loops, sim_bots.Clings, sim_bots.Late]


@on_unix
@pytest.mark.parametrize("bot", SLEEPERS)
def test_a_bot_that_takes_too_long_is_interrupted(bot: Any) -> None:
    """It sleeps, it never stops thinking, it catches everything, or it answers nevertheless."""
    began = time.monotonic()
    with pytest.raises(SimulationError) as failed:
        simulate("paris", ["random", bot], 4, 1, workers=1, move_seconds=0.1)
    move = 11 if bot is sim_bots.Sleeps else 2
    words = f"{bot.__name__} at seat 1 took more than 0.1 s for a move"
    assert str(failed.value) == f"game 0 (seed {SEED}), move {move}: {words}"
    assert time.monotonic() - began < 10
    assert signal.getsignal(signal.SIGALRM) == signal.SIG_DFL
    assert signal.getitimer(signal.ITIMER_REAL) == (0, 0)


@on_unix
def test_a_bot_that_takes_too_long_loses_in_workers_too() -> None:
    """Each time; the report says how often."""
    bots = ["random", sim_bots.Loops]
    report = simulate("paris", bots, 4, 1, workers=2, move_seconds=0.05, on_error="forfeit")
    assert report.bot("Loops").failures == {"overran": 4}
    assert report.bot("random").wins == 4


@on_unix
def test_a_bot_that_nothing_stops_ends_its_worker(monkeypatch: pytest.MonkeyPatch) -> None:
    """And is named nevertheless; batches that were under way beside it are not to blame."""
    bots = ["random", sim_bots.ClingsTwice]
    with pytest.raises(
        SimulationError,
        match=r"ClingsTwice at seat . took more than 0\.05 s for a move, and could not be interr",
    ) as failed:
        simulate("paris", bots, 2, 1, workers=2, move_seconds=0.05)
    assert failed.value.failure is not None
    monkeypatch.setattr(run, "MAX_DEATHS", 1)
    report = simulate("paris", bots, 4, 1, workers=2, move_seconds=0.05, on_error="forfeit")
    assert report.bot("ClingsTwice").failures == {"overran": 4}
    assert report.is_complete


@on_unix
def test_word_is_left_of_a_bot_that_nothing_stops(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """It is found again by the game; a game that is known to fail is not played."""
    job = job_of("paris", ["random", sim_bots.Loops], move_seconds=0.01, on_error="forfeit")
    job = attrs.evolve(job, last_words=str(tmp_path))
    left: list[int] = []

    class Gone(BaseException):
        pass

    def leave(status: int) -> None:
        left.append(status)
        raise Gone

    monkeypatch.setattr(os, "_exit", leave)
    monkeypatch.setattr(limits, "PATIENCE", 0)
    answer = play_batch(job, Batch(0, 1))
    assert left == [1]
    (failure,) = last_words(str(tmp_path), Batch(0, 2))
    assert (failure.game, failure.bot, failure.kind) == (0, "Loops", "overran")
    assert last_words(str(tmp_path), Batch(1, 2)) == ()
    assert answer.report is not None
    answer = play_batch(job, Batch(0, 1, failed=(failure,)))
    assert answer.report is not None
    assert answer.report.failures == (failure,)
    assert left == [1]


def test_elsewhere_a_move_is_only_timed() -> None:
    """In another thread than the main one; it is said so."""
    errors: list[Exception] = []

    def play() -> None:
        try:
            simulate("paris", ["random", sim_bots.Slow], 2, 1, workers=1, move_seconds=1e-4)
        except SimulationError as error:
            errors.append(error)

    thread = threading.Thread(target=play)
    thread.start()
    thread.join(timeout=60)
    assert re.search(
        r"Slow at seat 1 took more than 0\.0001 s for a move \(it can only be timed here\)$",
        str(errors[0]),
    )


def test_a_bot_in_time_is_left_alone() -> None:
    """The report is the same with a limit and without."""
    bots = ["random", "greedy"]
    limited = simulate("paris", bots, 6, 1, workers=1, move_seconds=30)
    assert limited == simulate("paris", bots, 6, 1, workers=1)


@on_unix
def test_the_programs_own_alarm_is_put_back() -> None:
    """While games are played, the signal is ours; afterwards it is the program's again."""
    seen: list[int] = []
    before = signal.signal(signal.SIGALRM, lambda number, _: seen.append(number))
    try:
        simulate("paris", ["random"] * 2, 2, 1, workers=1, move_seconds=5)
        signal.raise_signal(signal.SIGALRM)
    finally:
        signal.signal(signal.SIGALRM, before)
    assert seen == [signal.SIGALRM]


@on_unix
def test_the_programs_own_timer_goes_on() -> None:
    """As if nothing had been: what is left of it is less by the time that the games took."""
    seen: list[int] = []
    before = signal.signal(signal.SIGALRM, lambda number, _: seen.append(number))
    try:
        signal.setitimer(signal.ITIMER_REAL, 100, 7)
        simulate("paris", ["random"] * 2, 2, 1, workers=1, move_seconds=5)
        left, again = signal.setitimer(signal.ITIMER_REAL, 0.001)
        while not seen:
            time.sleep(0.01)
        with MoveLimit(5):
            pass
    finally:
        signal.setitimer(signal.ITIMER_REAL, 0)
        signal.signal(signal.SIGALRM, before)
    assert 50 < left < 100
    assert again == pytest.approx(7)


@on_unix
def test_an_alarm_between_moves_does_nothing() -> None:
    """It may come a moment after the bot has answered."""
    with MoveLimit(5) as limit:
        signal.raise_signal(signal.SIGALRM)
        assert limit.interrupts
    observation = ttrkit.new_game("paris", players=2, seed=1).observe(0)
    with MoveLimit(0.02) as limit, pytest.raises(OutOfTime):
        limit.ask(sim_bots.Loops(), observation)


@on_unix
def test_a_worker_sees_no_interrupt_but_a_bots_own() -> None:
    """What reaches it nevertheless is a failure like any other."""
    with pytest.raises(SimulationError, match="Interrupts at seat 1 failed to choose: KeyboardInt"):
        simulate("paris", ["random", sim_bots.Interrupts], 4, 1, workers=2)


class Unspeakable(Exception):
    """An exception that cannot be told."""

    def __str__(self) -> str:
        raise ValueError("no words")


class Speechless(sim_bots.First):
    """Fails, and cannot even say why."""

    def choose(self, observation: ttrkit.Observation) -> ttrkit.Action:
        """Nothing."""
        raise Unspeakable


def test_an_exception_that_cannot_be_told() -> None:
    """Its name is told, and where it was raised."""
    with pytest.raises(SimulationError, match=r"choose: Unspeakable \(test_failures\.py, line"):
        simulate("paris", ["random", Speechless], 2, 1, workers=1)


class Catches(sim_bots.First):
    """Is where Ctrl-C arrives, and makes something else of it."""

    def choose(self, observation: ttrkit.Observation) -> ttrkit.Action:
        """Nothing."""
        try:
            signal.raise_signal(signal.SIGINT)
        except BaseException as error:
            raise Breaks("what was that?") from error
        return super().choose(observation)


class CatchesAndSleeps(sim_bots.First):
    """Is where Ctrl-C arrives, and goes on in spite of it."""

    def choose(self, observation: ttrkit.Observation) -> ttrkit.Action:
        """Nothing."""
        try:
            signal.raise_signal(signal.SIGINT)
        except BaseException:
            time.sleep(1000)
        return super().choose(observation)


class Somewhere(ttrkit.RandomPlayer):
    """Chooses a new object, which is no action."""

    def choose(self, observation: ttrkit.Observation) -> Any:
        """An object that lies anywhere."""
        KEPT.append(object())  # so that the next one lies elsewhere
        return KEPT[-1]


KEPT: list[object] = []


@on_unix
@pytest.mark.parametrize("bot", [Catches, CatchesAndSleeps])
def test_an_interrupt_is_not_the_bots_to_catch(bot: Any) -> None:
    """Ctrl-C ends the simulation, whatever the bot that it meets makes of it."""
    report = simulate(
        "paris", ["random", bot], 4, 1, workers=1, move_seconds=0.1, on_error="forfeit"
    )
    assert not report.is_complete
    assert report.forfeited == 0


def test_the_same_seed_fails_with_the_same_words() -> None:
    """Also if a bot chooses a thing that says where in memory it lies."""
    reports = [
        simulate("paris", ["random", bot], 4, 1, workers=1, on_error="forfeit")
        for bot in (Somewhere, Somewhere)
    ]
    assert reports[0] == reports[1]
    assert reports[0].failures[0].what == ("chose what is not legal: <object object> is no action")
