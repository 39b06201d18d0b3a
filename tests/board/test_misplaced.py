"""Keys of a board file that stand under [scoring], because a table began too early."""

from pathlib import Path

import pytest

from tests.board.faults import GOOD
from ttrkit.board.loading import load_board
from ttrkit.errors import BoardError


@pytest.mark.parametrize("key", ["name", "grey_routes", "cities", "routes", "tickets"])
def test_a_key_that_belongs_above_the_tables(tmp_path: Path, key: str) -> None:
    """It is said where to move it."""
    path = tmp_path / "board.toml"
    path.write_text(GOOD.replace("[scoring]\n", f"[scoring]\n{key} = 1\n"), "utf-8")
    with pytest.raises(BoardError) as caught:
        load_board(path)
    fault = f'scoring: "{key}" does not belong here; move it above the first [table]'
    assert fault in caught.value.faults
