"""The loading of boards: from your own files, and those that ttrkit brings along.

`ttrkit.board.file` describes the format.
"""

import os
from pathlib import Path
from typing import cast

from ttrkit._text import did_you_mean, listed, quoted, short
from ttrkit.board.model import Board
from ttrkit.errors import BoardError


def load_board(path: str | os.PathLike[str]) -> Board:
    """Read a board file.

    Raises:
        BoardError: the file cannot be read or used; the message lists every fault.
        TypeError: it is no path.
    """
    from ttrkit.board.checks import read_board

    if not isinstance(path, str | os.PathLike):
        raise TypeError(f"the path of a board file is wanted, not {short(path)}")
    return read_board(Path(path))


def load_data(name: str) -> Board:
    """Read one of the boards that ttrkit brings along, such as `"usa"`.

    Raises:
        BoardError: there is no such board, or its file cannot be used.
    """
    from ttrkit.board.checks import read_board

    folder = data_dir()
    files = [file.name for file in folder.iterdir()]
    known = sorted(file.removesuffix(".toml") for file in files if file.endswith(".toml"))
    path = folder / f"{name}.toml"
    if name not in known:
        hint = did_you_mean(name, known)
        raise BoardError(path, (f"no board {quoted(name)}{hint}; there are: {listed(known)}",))
    return read_board(path)


def data_dir() -> Path:
    """Return the folder of the board files: in the package, or in the checkout around it.

    If ttrkit was imported from a zip file, it is in there, and can be read in the same way.
    """
    here = Path(__file__).resolve().parents[1]
    for folder in (here / "data", here.parents[1] / "data"):
        if folder.is_dir():
            return folder
    from importlib.resources import files  # here, because it is slow and rarely needed

    return cast(Path, files("ttrkit") / "data")
