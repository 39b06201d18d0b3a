"""Where the boards of the editions are found."""

from pathlib import Path

import pytest

from ttrkit.board import loading


@pytest.mark.parametrize(
    ("package", "data"),
    [
        ("site/ttrkit", "site/ttrkit/data"),
        ("checkout/src/ttrkit", "checkout/data"),
    ],
    ids=["installed", "in a checkout"],
)
def test_board_files_lie_in_the_package_or_beside_it(
    package: str, data: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """In the package, once it is installed; before that in the checkout around it."""
    (tmp_path / package / "board").mkdir(parents=True)
    (tmp_path / data).mkdir(parents=True)
    monkeypatch.setattr(loading, "__file__", str(tmp_path / package / "board" / "loading.py"))
    assert loading.data_dir() == (tmp_path / data).resolve()


def test_the_package_comes_first(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A folder called data that happens to be near is none of ours."""
    (tmp_path / "lib/site/ttrkit/board").mkdir(parents=True)
    for folder in ("lib/site/ttrkit/data", "data", "lib/data"):
        (tmp_path / folder).mkdir(parents=True)
    place = tmp_path / "lib/site/ttrkit/board/loading.py"
    monkeypatch.setattr(loading, "__file__", str(place))
    assert loading.data_dir() == (tmp_path / "lib/site/ttrkit/data").resolve()
