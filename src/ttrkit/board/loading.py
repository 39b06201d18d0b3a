"""The loading of boards: from your own files, and those that ttrkit brings along.

`ttrkit.board.file` describes the format.
"""

import os
from pathlib import Path

from ttrkit._text import did_you_mean, listed
from ttrkit.board.model import Board
from ttrkit.errors import BoardError


def load_board(path: str | os.PathLike[str]) -> Board:
    """Read a board file.

    Raises:
        BoardError: the file cannot be used; the message lists every fault.
    """
    from ttrkit.board.checks import read_board

    return read_board(Path(path))


def load_data(name: str) -> Board:
    """Read one of the boards that ttrkit brings along, such as `"usa"`.

    Raises:
        BoardError: there is no such board, or its file cannot be used.
    """
    path = data_dir() / f"{name}.toml"
    known = sorted(file.stem for file in data_dir().glob("*.toml"))
    if name not in known:
        hint = did_you_mean(name, known)
        raise BoardError(path, (f'no board "{name}"{hint}; there are: {listed(known)}',))
    return load_board(path)


def data_dir() -> Path:
    """Return the folder of the board files: in the package, or in the checkout around it."""
    here = Path(__file__).resolve().parents[1]
    packaged = here / "data"
    return packaged if packaged.is_dir() else here.parents[1] / "data"
