"""The benchmarks: that they measure what they say, keep it, and see what has changed."""

import json
import random
import re
import sys
from collections import deque
from collections.abc import Iterator
from functools import cache
from pathlib import Path

import networkx as nx
import pytest

import ttrkit
from benchmarks import (
    cli,
    games,
    growth,
    hard_networks,
    learning,
    memory,
    networks,
    starting,
    tables,
)
from benchmarks.boards import board_text, make_board
from benchmarks.measures import SECONDS, Job, Measure, Setting
from benchmarks.timing import STEPS, Meter, Piece, spin, timed
from ttrkit.scoring.trails import longest_trail_length

ROOT = Path(__file__).parents[2]
QUICK = ("--seconds", "0.001", "--editions", "paris", "--players", "2")
USA = Setting(ttrkit.get_variant("usa"), 3)


@pytest.fixture(scope="module")
def kept(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A run of a few groups, kept."""
    path = tmp_path_factory.mktemp("benchmarks") / "run.json"
    assert cli.main([*QUICK, "--only", "play", "calls", "memory", "--json", str(path)]) == 0
    return path


def doctored(kept: Path, name: str, **changes: float) -> Path:
    """The run with so many times the numbers in the measures of this name."""
    run = json.loads(kept.read_text("utf-8"))
    for measure in run["measures"]:
        if measure["name"] == name:
            measure.update({key: measure[key] * factor for key, factor in changes.items()})
    path = kept.with_name("doctored.json")
    path.write_text(json.dumps(run), "utf-8")
    return path


# What is measured -------------------------------------------------------------------------------


def test_a_run_is_kept_with_all_that_was_asked_for(kept: Path) -> None:
    """Every measure once, with its unit; times in steps too; where it ran, and how fast that is."""
    run = json.loads(kept.read_text("utf-8"))
    assert (run["format"], run["version"]) == ("ttrkit benchmarks", 1)
    assert re.fullmatch(r"\w+ 3\.\d+\.\d+\S*", run["python"])
    assert run["platform"]
    found = {(m["group"], m["name"], m["subject"]): m for m in run["measures"]}
    assert len(found) == len(run["measures"])
    names = {
        "play": {"random", "large hands", "bots"},
        "calls": set(games.CALLS),
        "memory": {"new game", "copy size", "whole game", "whole game, observed"},
    }
    assert set(found) == {(g, name, "paris 2") for g, some in names.items() for name in some}
    for (group, _, _), measure in found.items():
        assert measure["value"] > 0
        assert measure["unit"] == ("B" if group == "memory" else "s")
        if group != "memory":
            assert measure["value"] == pytest.approx(measure["steps"] * run["step"])


def test_figures_are_in_proportion(kept: Path) -> None:
    """Observing costs more than not observing, a copy less than a game, a game more at its end."""
    run = json.loads(kept.read_text("utf-8"))
    value = {m["name"]: m["value"] for m in run["measures"]}
    assert value["bots"] > value["random"]
    assert value["copy"] < value["record"]
    assert value["legal_actions"] < value["observe"]
    assert value["copy size"] < value["new game"] < value["whole game"]
    assert value["whole game"] < value["whole game, observed"]
    per_game = {m["name"]: m["per_game"] for m in run["measures"] if m["group"] == "play"}
    assert all(30 < actions < 200 for actions in per_game.values())


def test_the_tables_show_what_is_kept(kept: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """In columns that are equally wide, games a second among them."""
    cli.main(["--show", str(kept)])
    printed = capsys.readouterr().out
    assert [line.partition(":")[0] for line in printed.split("\n\n")[1:]] == [
        "play",
        "calls",
        "memory",
    ]
    _, header, row = printed.split("\n\n")[1].splitlines()
    assert len(header) == len(row)
    random_play = json.loads(kept.read_text("utf-8"))["measures"][0]
    a_second = 1 / (random_play["value"] * random_play["per_game"])
    assert float(row.split()[2].replace(",", "")) == pytest.approx(a_second, rel=0.01)


def test_learners_are_measured_beside_random_games(capsys: pytest.CaptureFixture[str]) -> None:
    """In one row, each with its part of the speed, which is less than all of it."""
    cli.main([*QUICK, "--only", "learning"])
    _, header, row = capsys.readouterr().out.rstrip("\n").split("\n\n")[1].splitlines()
    frameworks = ("PettingZoo/s", "%", "Gymnasium/s", "%", "OpenSpiel/s", "%")
    assert re.split("  +", header) == ["game", "actions/s", "numbers/s", *frameworks]
    _, _, *figures = (float(each.replace(",", "")) for each in row.split()[2:])
    assert len(figures) == 2 * (len(learning.ways_to_learn()) - 2)
    assert all(1 < part < 90 for part in figures[1::2])
    assert min(figures[::2]) > 100  # even on a slow machine


def test_bots_are_measured_beside_random_games(capsys: pytest.CaptureFixture[str]) -> None:
    """In one row, each with how many times as long a decision takes, which is several times."""
    cli.main([*QUICK, "--only", "bots"])
    _, header, row = capsys.readouterr().out.rstrip("\n").split("\n\n")[1].splitlines()
    names = [f"{name}: games/s" for name in ("planner", "greedy")]
    assert re.split("  +", header) == [
        "game",
        "actions/s",
        *(each for name in names for each in (name, "times as long")),
    ]
    _, planner, planner_times, greedy, greedy_times = (
        float(each.replace(",", "")) for each in row.split()[2:]
    )
    assert min(planner, greedy) > 1  # even on a slow machine
    assert min(planner_times, greedy_times) > 2


def test_frameworks_that_are_missing_are_left_out(monkeypatch: pytest.MonkeyPatch) -> None:
    """Then only the library itself is measured."""
    monkeypatch.setattr(learning, "find_spec", lambda _: None)
    assert list(learning.ways_to_learn()) == ["random", "numbers"]


def test_it_tells_how_far_it_is(capsys: pytest.CaptureFixture[str]) -> None:
    """On stderr, so that what is printed can be kept."""
    cli.main([*QUICK, "--only", "calls"])
    printed = capsys.readouterr()
    assert printed.err.splitlines() == ["[1/6] calls: paris 2", "[6/6] measured"]
    assert "/6]" not in printed.out


def test_ctrl_c_leaves_what_was_measured(capsys: pytest.CaptureFixture[str]) -> None:
    """The run has it, and the exit code tells."""

    def done(_: Meter) -> Iterator[Measure]:
        yield Measure("play", "random", "first", SECONDS, 1.0, 1.0)

    def stopped(_: Meter) -> Iterator[Measure]:
        raise KeyboardInterrupt

    wanted = deque([Job("play", "first", "random", done), Job("play", "next", "random", stopped)])
    run, code = cli._measured(wanted, 0.001, sys.stderr)
    assert [measure.subject for measure in run.measures] == ["first"]
    assert code == 130
    assert capsys.readouterr().err.endswith("[2/2] stopped\n")


# Timing -----------------------------------------------------------------------------------------


def test_the_calibration_is_what_it_was() -> None:
    """A loop that was changed would make figures of another day worthless."""
    assert spin(2000) == 65032


def test_a_time_in_steps_is_that_of_as_many_steps() -> None:
    """Whatever the machine: so many turns of the loop take so many steps."""

    def sample(_: int) -> Iterator[Piece]:
        for _ in range(3):
            yield timed(lambda: spin(STEPS)), 1

    timing = Meter(0.05).time("the loop itself", sample)
    assert STEPS / 2 < timing.steps < STEPS * 2
    assert timing.per_sample == 3


def test_every_sample_has_a_seed_of_its_own() -> None:
    """Games are not played again, for the engine would remember them."""
    seeds: list[int] = []

    def sample(seed: int) -> Iterator[Piece]:
        seeds.append(seed)
        yield timed(spin), 1

    Meter(0.02).time("one", sample)
    Meter(0.001).time("other", sample)
    assert len(set(seeds)) == len(seeds) > 3


def test_hands_are_large_where_they_should_be() -> None:
    """Where mostly cards are drawn, there are many."""

    def cards_after(actions: int, blind: float) -> int:
        game = games.start(USA, 1)
        games.play_on(game, random.Random(1), blind, actions)
        return sum(seat.hand.total for seat in game.seats)

    assert cards_after(80, games.LARGE_HANDS) > 2 * cards_after(80, 0)


def test_what_is_held_is_counted() -> None:
    """What is made, and not what was there before or is gone again."""
    there = [bytes(9_000_000)]
    size = memory.held(lambda: (bytearray(50_000), len(bytes(7_000_000)), there))
    assert 50_000 < size < 60_000


def test_the_import_is_timed_in_processes_of_its_own(monkeypatch: pytest.MonkeyPatch) -> None:
    """Once with, once without, after one that is not counted."""
    times = iter([9.0, 9.0, 1.0, 3.5])
    monkeypatch.setattr(starting, "FEWEST", 1)
    monkeypatch.setattr(starting, "_run", lambda _: (next(times), []))
    (measure,) = starting.import_time("start").run(Meter(1e-9))
    assert measure.value == 2.5


def test_a_variant_is_loaded_in_a_process_of_its_own(monkeypatch: pytest.MonkeyPatch) -> None:
    """Both times are measured there."""
    monkeypatch.setattr(starting, "FEWEST", 1)
    monkeypatch.setattr(starting, "_run", cache(starting._run))
    load, first_game = starting.load_time("start", "paris").run(Meter(1e-9))
    assert (load.name, first_game.name) == ("load", "first game")
    assert load.value > first_game.value > 0


# Networks and boards ----------------------------------------------------------------------------


@pytest.mark.parametrize("name", hard_networks.EDITIONS)
def test_hard_networks_are_hard_and_possible(name: str) -> None:
    """All trains of a team and no more, with more rings than usual networks have."""
    variant = ttrkit.get_variant(name)
    setting = Setting(variant, variant.players[0])
    trains = variant.trains * (2 if name == "asia" else 1)
    usual = [rings(network) for network in networks.typical_networks(setting)]
    hard = networks.hard_networks(setting)
    assert len(hard) == hard_networks.CLIMBS
    for network in hard:
        assert trains - 1 <= sum(length for _, _, length in network) <= trains
        assert rings(network) > 2 * sum(usual) / len(usual)


def rings(network: hard_networks.Network) -> int:
    """How many routes can be left out without parting what hangs together."""
    graph: nx.Graph[int] = nx.Graph([(a, b) for a, b, _ in network])
    return len(network) - len(graph) + nx.number_connected_components(graph)


def test_the_search_for_hard_networks_is_repeatable(monkeypatch: pytest.MonkeyPatch) -> None:
    """The same seed, the same network; and it gets harder."""
    monkeypatch.setattr(hard_networks, "STEPS", 2)
    first = hard_networks.climb(USA.variant, 3)
    assert hard_networks.climb(USA.variant, 3) == first
    monkeypatch.setattr(hard_networks, "STEPS", 40)
    later = hard_networks.climb(USA.variant, 3)
    efforts = [hard_networks.usual_effort(USA.variant, network) for network in (first, later)]
    assert efforts[0] < efforts[1]


def test_networks_are_looked_at_in_other_orders() -> None:
    """With other names too, so that nothing can be remembered; they stay the same networks."""
    seen: list[hard_networks.Network] = []
    hard = networks.hard_networks(USA)[:1]
    for seed in range(3):
        assert len(list(networks.find(seen.append, lambda: hard, seed))) == 1
    assert len({tuple(network) for network in seen}) == 3
    assert {longest_trail_length(network) for network in seen} == {longest_trail_length(hard[0])}


def test_home_made_boards_are_what_was_ordered() -> None:
    """Of this size, in one piece, with doubles and grey routes, and the same each time."""
    board = make_board(200, 400, 60)
    assert (len(board.cities), len(board.routes), len(board.tickets)) == (200, 400, 60)
    assert nx.is_connected(nx.Graph(board.graph()))
    assert sum(route.group is not None for route in board.routes) == 80
    assert 60 < sum(route.colour == "grey" for route in board.routes) < 180
    assert board_text(200, 400, 60) == board_text(200, 400, 60)
    setting = Setting(growth.home_made(board), 4)
    assert games.end_of_game(setting, 1).result().is_final


def test_growth_is_measured_by_what_grows() -> None:
    """With more cards there is more that can be paid, and every row has all its figures."""
    meter = Meter(1e-9)
    found: dict[str, dict[str, float]] = {}
    for job in growth.jobs("cards"):
        if job.subject in ("5 cards", "20 cards"):
            found.setdefault(job.subject, {}).update((m.name, m.value) for m in job.run(meter))
    few, many = found["5 cards"], found["20 cards"]
    assert few.keys() == many.keys() >= {"actions", "legal_actions", "copy size"}
    assert many["actions"] > 3 * few["actions"]


# Comparing --------------------------------------------------------------------------------------


def changes(printed: str) -> dict[str, str]:
    """The change and its mark, by measure."""
    rows = re.findall(r"^(\w+: .*?)  +paris 2 .*? ([+-][\d.]+ %)( *\w*)$", printed, re.MULTILINE)
    return {name: change + mark.strip() for name, change, mark in rows}


def test_a_comparison_shows_what_has_changed(
    kept: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """By the steps of a time, not by its seconds; and nothing that has not."""
    then = doctored(kept, "observe", steps=0.5, value=7)
    cli.main(["--show", str(kept), "--compare", str(then)])
    found = changes(capsys.readouterr().out)
    assert found.pop("calls: observe") == "+100.0 %slower"
    assert len(found) == 12
    assert set(found.values()) == {"+0.0 %"}


def test_a_comparison_marks_what_is_over_the_threshold(
    kept: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """Bytes too; in the last line they are counted."""
    then = doctored(kept, "whole game", value=1.25)
    cli.main(["--show", str(kept), "--compare", str(then)])
    printed = capsys.readouterr().out
    assert changes(printed)["memory: whole game"] == "-20.0 %less"
    assert "\n1 less, 12 within 10 %." in printed
    cli.main(["--show", str(kept), "--compare", str(then), "--threshold", "30"])
    printed = capsys.readouterr().out
    assert changes(printed)["memory: whole game"] == "-20.0 %"
    assert "\n13 within 30 %." in printed


def test_runs_of_other_things_have_nothing_to_compare(
    kept: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """It says so."""
    run = json.loads(kept.read_text("utf-8"))
    other = kept.with_name("other.json")
    other.write_text(json.dumps({**run, "measures": []}), "utf-8")
    cli.main(["--show", str(kept), "--compare", str(other)])
    assert "no measure in common" in capsys.readouterr().out


# What cannot be ---------------------------------------------------------------------------------


@pytest.fixture
def files(kept: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A folder of files that are no runs."""
    run = json.loads(kept.read_text("utf-8"))
    wrong_number = [{**run["measures"][0], "value": "much"}, *run["measures"][1:]]
    for name, content in {
        "foreign": {"format": "ttrkit game", "version": 1},
        "list": [1, 2],
        "newer": {**run, "version": 2, "more": "than we know"},
        "older": {**run, "version": 0},
        "cut": {key: run[key] for key in run if key != "step"},
        "changed": {**run, "measures": wrong_number},
    }.items():
        (tmp_path / f"{name}.json").write_text(json.dumps(content), "utf-8")
    (tmp_path / "text.json").write_text("# Not JSON", "utf-8")
    (tmp_path / "picture.json").write_bytes(b"\x89PNG\xff")
    monkeypatch.chdir(tmp_path)


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        ("--editions usb", 'no variant "usb" (did you mean "usa"?); there are '),
        ("--only plai", 'no group "plai" (did you mean "play"?); there are play, calls'),
        ("--editions usa paris --players 6", "for 6 players: usa for 2, 3, 4, 5; paris for 2, 3"),
        ("--seconds 0", "more than 0 and up to 600, not '0'"),
        ("--seconds soon", "more than 0 and up to 600, not 'soon'"),
        ("--json nowhere/run.json", "run.json cannot be written: there is no folder nowhere"),
        ("--json .", "cannot be written: it is a folder"),
        ("--compare missing.json", "missing.json cannot be read: "),
        ("--show missing.json", "missing.json cannot be read: "),
        ("--compare foreign.json", 'its "format" should be "ttrkit benchmarks"'),
        ("--compare list.json", 'its "format" should be "ttrkit benchmarks"'),
        ("--compare newer.json", "newer benchmarks (version 2 of the format, not 1)"),
        ("--compare older.json", "version 0 of the format is not 1"),
        ("--compare text.json", "text.json is no JSON"),
        ("--compare picture.json", "picture.json is no text"),
        ("--compare cut.json", "cut.json was changed or cut short"),
        ("--compare changed.json", "changed.json was changed or cut short"),
    ],
)
def test_what_cannot_be_is_refused_before_anything_is_measured(
    arguments: str,
    message: str,
    files: None,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    """With a message that says what would be right."""
    monkeypatch.setattr(cli, "_measured", lambda *_: pytest.fail("it was measured"))
    with pytest.raises(SystemExit) as stopped:
        cli.main(arguments.split())
    assert stopped.value.code == 2
    assert message in capsys.readouterr().err


# The documentation ------------------------------------------------------------------------------


def test_markdown_has_the_same_figures(kept: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """As the tables for a terminal, and says which command made them."""
    cli.main(["--show", str(kept), "--markdown"])
    told, title, table = capsys.readouterr().out.rstrip("\n").split("\n\n")
    assert told.startswith('Printed by `make bench ARGS="--markdown --seconds 0.001"`')
    assert title == "**Games and calls**"
    header, rule, row = (line.strip("| ").split(" | ") for line in table.splitlines())
    size = next(
        m["value"]
        for m in json.loads(kept.read_text("utf-8"))["measures"]
        if m["name"] == "new game"
    )
    assert dict(zip(header, row, strict=True))["new game KiB"] == tables.number(size / 1024)
    assert rule[0].count("|") == len(header) - 1


def test_the_documentation_has_the_tables_that_are_printed() -> None:
    """All of them, with these columns."""
    text = (ROOT / "docs/performance.md").read_text("utf-8")
    for table in tables.MARKDOWN:
        header = " | ".join([table.subject, *(column.header for column in table.columns)])
        assert f"**{table.title}**\n\n| {header} |\n" in text


def test_every_edition_is_measured() -> None:
    """If nothing else is asked for."""
    assert sorted(cli.EDITIONS) == sorted(ttrkit.variant_names())
