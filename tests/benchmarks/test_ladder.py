"""The ladder: ratings on all editions, kept as they are played, and written into a page."""

import re
from pathlib import Path

import attrs
import pytest

from benchmarks import ladder
from benchmarks.ladder import BEGIN, END, main
from ttrkit.simulation import named_bots

PAGE = f"# Bots\n\n{BEGIN}\n\nan old table\n\n{END}\n\nMore.\n"


@pytest.fixture
def page(tmp_path: Path) -> Path:
    """A page with a place for the table."""
    path = tmp_path / "page.md"
    path.write_text(PAGE, "utf-8")
    return path


def words(page: Path, *more: str) -> list[str]:
    """A short ladder."""
    kept = str(page.parent / "kept")
    short = ["--blocks", "3", "--bots", "random", "greedy", "--workers", "1"]
    return [*short, "--kept", kept, "--page", str(page), *more]


def test_the_table_is_written(page: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """In its place, the best first; what is kept is not played again."""
    monkeypatch.setattr(ladder, "PORTION", 2)
    assert main(words(page, "--editions", "paris", "asia", "--players", "2", "4")) == 0
    text = page.read_text("utf-8")
    assert text.startswith(f"# Bots\n\n{BEGIN}\n\n| Elo | `greedy` | `random` | games |\n")
    assert text.endswith(f"has more points.\n\n{END}\n\nMore.\n")
    assert "an old table" not in text
    assert re.search(r"\| paris, 2 players \| 1000 \| -?\d+ \(-?\d+ to -?\d+\) \| 6 \|\n", text)
    assert "| of 100 | `greedy` above `random` |\n" in text
    assert "| paris, 2 players | 100 (44 to 100) |\n| paris, 4 players | 96 (46 to 100) |\n" in text
    kept = sorted((page.parent / "kept").iterdir())
    assert len(kept) == 6

    def never(*given: object, **named: object) -> None:
        pytest.fail("it was played again")

    monkeypatch.setattr(ladder, "rate", never)
    assert main(words(page, "--editions", "paris", "asia", "--players", "2", "4")) == 0
    assert page.read_text("utf-8") == text


def test_every_edition_is_rated_with_two_numbers_of_players() -> None:
    """With two and four; Asia, which is for teams, with four and six."""
    found = [(table.variant.name, table.players) for table in ladder.tables(ladder.EDITIONS, None)]
    assert found == [(name, n) for name in ("usa", "europe", "paris") for n in (2, 4)] + [
        ("asia", 4),
        ("asia", 6),
    ]


def test_it_goes_on_where_it_was_stopped(
    page: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """Ctrl-C keeps the portions that are done; the table is the same in the end."""
    monkeypatch.setattr(ladder, "PORTION", 1)
    real, played = ladder.rate, []

    def stops(*given: object, **named: object) -> object:
        played.append(given)
        if len(played) == 2:
            raise KeyboardInterrupt
        return real(*given, **named)  # type: ignore[arg-type]

    monkeypatch.setattr(ladder, "rate", stops)
    assert main(words(page, "--editions", "paris", "--players", "2")) == 130
    assert "the same command goes on from here" in capsys.readouterr().err
    assert page.read_text("utf-8") == PAGE
    assert main(words(page, "--editions", "paris", "--players", "2")) == 0
    assert len(played) == 4
    done = page.read_text("utf-8")
    (page.parent / "kept").rename(page.parent / "elsewhere")
    assert main(words(page, "--editions", "paris", "--players", "2")) == 0
    assert page.read_text("utf-8") == done


def test_other_bots_are_played_anew(page: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """If the sources of our bots have changed."""
    assert main(words(page, "--editions", "paris", "--players", "2")) == 0
    monkeypatch.setattr(ladder, "bots_digest", lambda: "another")
    assert main(words(page, "--editions", "paris", "--players", "2")) == 0
    assert len(list((page.parent / "kept").iterdir())) == 2


def test_what_is_kept_by_another_version_is_played_anew(page: Path) -> None:
    """A file that is no report of today."""
    assert main(words(page, "--editions", "paris", "--players", "2")) == 0
    (kept,) = (page.parent / "kept").iterdir()
    text = kept.read_text("utf-8")
    kept.write_text(text.replace('"version": 2', '"version": 1'), "utf-8")
    assert main(words(page, "--editions", "paris", "--players", "2")) == 0
    assert kept.read_text("utf-8") == text


@pytest.mark.parametrize(
    ("more", "message"),
    [
        (["--bots", "greedy"], "a ladder needs two different bots, or more"),
        (["--bots", "greedy", "gredy"], 'no bot "gredy" (did you mean "greedy"?)'),
        (["--editions", "usb"], "usb"),
        (["--blocks", "0"], "a whole number from 1 is wanted, not '0'"),
        (["--page", "nowhere.md"], "nowhere.md has no place for the table: a line <!-- ladder"),
    ],
)
def test_what_makes_no_sense(
    more: list[str], message: str, page: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """It is refused before anything is played."""
    with pytest.raises(SystemExit):
        main(words(page, *more))
    assert message in capsys.readouterr().err


def test_the_documentation_has_a_place_for_it() -> None:
    """And the bots that are there take part."""
    assert ladder.page_of(None).is_file()
    assert [name for name in ladder.BOTS if name in named_bots()] == ladder.bots(None)
    assert {"greedy", "random"} <= set(ladder.bots(None))


def test_duels_are_played_beside_the_ratings(page: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Unless the bots are named; slow bots play at tables of two alone."""
    monkeypatch.setattr(ladder, "BOTS", ("greedy", "random"))
    monkeypatch.setattr(ladder, "DUELS", (("greedy", "random"), ("blocker", "random")))
    monkeypatch.setattr(ladder, "SLOW", {"blocker"})
    games = ["--workers", "1", "--blocks", "2", "--slow-blocks", "3", "--players", "2", "4"]
    files = ["--kept", str(page.parent / "kept"), "--page", str(page)]
    assert main(["--editions", "paris", "asia", *games, *files]) == 0
    rows = [line.split(" | ") for line in page.read_text("utf-8").splitlines()]
    fought = {(row[0], row[1]): row[2:] for row in rows if " – " in "".join(row[1:2])}
    first, again, asia, other = fought.items()
    assert (first[0], again[0], asia[0]) == (
        ("| paris, 2 players", "`greedy` – `random`"),
        ("| paris, 4 players", "`greedy` – `random`"),
        ("| asia, 4 players", "`greedy` – `random`"),
    )
    assert other[0] == ("| paris, 2 players", "`blocker` – `random`")
    for won, points, _ in fought.values():
        assert won.startswith("100 (")
        better, worse = (float(each.split()[0]) for each in points.split(" : "))
        assert better > worse
    assert [games for *_, games in fought.values()] == ["4 |", "4 |", "4 |", "6 |"]


def test_a_shared_win_is_a_half() -> None:
    """A duel in which every win is shared ends even."""
    report = ladder.rate("paris", ["greedy", "random"], 2, 1, workers=1).report
    one, two = report.bots
    shared = [attrs.evolve(one, wins=4, shared=4), attrs.evolve(two, wins=4, shared=4)]
    drawn = attrs.evolve(report, bots=tuple(shared))
    assert ladder._duel(drawn)[2].startswith("50 (")
