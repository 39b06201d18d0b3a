"""`ttrkit check`."""

from collections.abc import Callable
from pathlib import Path

import pytest

from tests.cli.helpers import complaint, run, squeezed
from ttrkit import Variant, testing
from ttrkit.cli.checking import progress_bar

CHEAT = """
from ttrkit import Variant, load_board, parts

class Mint(parts.Part):
    '''Makes a card out of nothing.'''
    def after_claim(self, state, seat, route, payment):
        state.hands[seat][0] += 1

VARIANT = Variant.from_classic("cheat", load_board({board!r}), players=[2], trains=12,
                               parts=[Mint()])
"""


def test_a_sound_board_is_played_by_the_classic_rules(home_made: Path) -> None:
    """What is checked is said."""
    text = squeezed(run("check", home_made / "night_line.toml", "--games", 1).stdout)
    assert "a sound board (10 cities, 18 routes, 14 tickets)" in text
    assert "classic rules, 2–5 players" in text
    assert "night-line: every invariant holds" in text


def test_home_made_facts_are_told_and_left_to_their_rules(home_made: Path) -> None:
    """A board alone may have any; the classic rules play it without them."""
    path = home_made / "night_line.toml"
    text = path.read_text("utf-8").replace("length = 5", "length = 5, extra = { steep = true }")
    path.write_text(f"extra = {{ century = 19 }}\n{text}", "utf-8")
    said = squeezed(run("check", path, "--games", 1).stdout)
    assert "Its facts for rules of your own: century 19; steep of 1 route." in said
    assert "night-line: every invariant holds" in said


def test_every_fault_of_a_board_is_listed(home_made: Path) -> None:
    """One a line, and the status is 1."""
    path = home_made / "night_line.toml"
    text = path.read_text("utf-8")
    text = text.replace('colour = "red"', 'colour = "rde"', 1).replace("length = 5", "length = 9")
    path.write_text(text.replace('a = "Westhaven",  b = "Stonegate"', 'a = "Westhaven",  b = "X"'))
    lines = run("check", path, fails=1).stdout.splitlines()
    assert lines[0].endswith("3 faults")
    assert len(lines) == 4
    assert 'did you mean "red"?' in "\n".join(lines)


@pytest.mark.parametrize("content", [b"", b"\xff", b"]["])
def test_what_is_no_board_at_all(content: bytes, tmp_path: Path) -> None:
    """Nothing in it, not text, not TOML."""
    path = tmp_path / "board.toml"
    path.write_bytes(content)
    assert "fault" in run("check", path, fails=1).stdout


def test_a_missing_board_is_missing_and_not_faulty(tmp_path: Path) -> None:
    """A file that is not there is said to be so, and a folder is a folder."""
    assert complaint("check", "none.toml", fails=1) == "ttrkit: none.toml: no such file"
    (tmp_path / "folder.toml").mkdir()
    said = complaint("check", tmp_path / "folder.toml", fails=1)
    assert said.endswith("folder.toml: is a folder, not a board file")


def test_a_sound_variant(home_made: Path) -> None:
    """By file; the editions by name."""
    assert "every invariant holds" in run("check", home_made / "night_line.py", "--games", 1).stdout
    assert "paris: every invariant holds" in run("check", "paris", "--games", 1).stdout


def test_a_broken_variant_is_reported_in_words(home_made: Path) -> None:
    """The part and the invariant are named, and the status is 1."""
    path = home_made / "cheat.py"
    path.write_text(CHEAT.format(board=str(home_made / "night_line.toml")), "utf-8")
    result = run("check", path, "--games", 2, fails=1)
    assert "Mint" in result.stdout
    assert "card" in result.stdout
    assert result.stderr == ""


def test_games_and_seed_are_handed_on(monkeypatch: pytest.MonkeyPatch) -> None:
    """And the progress is called."""
    calls: list[tuple[str, int, int]] = []

    def check_variant(
        variant: Variant, *, games: int, seed: int, progress: Callable[[int, int], None]
    ) -> None:
        progress(1, 2)
        calls.append((variant.name, games, seed))

    monkeypatch.setattr(testing, "check_variant", check_variant)
    run("check", "usa", "--games", 7, "--seed", 3)
    assert calls == [("usa", 7, 3)]
    assert "'--games'" in complaint("check", "usa", "--games", 0, fails=2)


def test_the_progress_bar_is_silent_elsewhere(capsys: pytest.CaptureFixture[str]) -> None:
    """Where stderr is no terminal nothing is printed."""
    with progress_bar("usa") as advance:
        advance(1, 10)
    printed = capsys.readouterr()
    assert printed.out + printed.err == ""


def test_a_variant_that_cannot_be_set_up_is_reported(home_made: Path) -> None:
    """An error in a part's own code is a fault of the variant, not of the command."""
    path = home_made / "crash.py"
    broken = CHEAT.replace("state.hands[seat][0] += 1", "raise KeyError('oops')")
    path.write_text(broken.format(board=str(home_made / "night_line.toml")), "utf-8")
    result = run("check", path, "--games", 1, fails=1)
    assert "Mint" in result.output
    assert "oops" in result.output
