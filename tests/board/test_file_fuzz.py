import copy
import datetime
from collections.abc import Callable
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from ttrkit.board.checks import build_board
from ttrkit.board.file import parse
from ttrkit.board.loading import data_dir, load_board
from ttrkit.board.model import Board
from ttrkit.errors import BoardError

USA_PATH = data_dir() / "usa.toml"
USA_BYTES = USA_PATH.read_bytes()
USA_TOML = parse(USA_PATH)


def board_or_error(load: Callable[[], Board]) -> Board | str:
    """Return the board, or the message of the BoardError; anything else goes through."""
    try:
        return load()
    except BoardError as error:
        return str(error)


scraps = st.one_of(
    st.binary(max_size=8),
    st.text(max_size=8).map(lambda text: text.encode("utf-8", "ignore")),
    st.sampled_from([b'"', b"[", b"]", b"{", b"}", b",", b"=", b"\n", b"-", b"1", b"true", b"nan"]),
)


@given(data=st.data())
def test_fuzz_bytes(tmp_path_factory: pytest.TempPathFactory, data: st.DataObject) -> None:
    """Whatever bytes are cut out or put in, a file loads or is refused with a BoardError."""
    content = USA_BYTES
    for _ in range(data.draw(st.integers(1, 4))):
        start = data.draw(st.integers(0, len(content)))
        cut = data.draw(st.integers(0, 3) | st.integers(0, len(content) - start))
        content = content[:start] + data.draw(scraps) + content[start + cut :]
    path = tmp_path_factory.getbasetemp() / "fuzz.toml"
    path.write_bytes(content)
    board_or_error(lambda: load_board(path))


names = st.sampled_from(["Boston", "Miami", "boston", "Montreal", "", " ", "name", "x", "1", "red"])
scalars = st.one_of(
    st.booleans(),
    st.integers(),
    st.integers().map(lambda number: number << 20_000),
    st.floats(),
    st.text(max_size=5),
    names,
    st.dates(),
    st.datetimes(),
    st.just(datetime.time(1, 2)),
)
values = st.recursive(
    scalars,
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(names, inner, max_size=3),
    max_leaves=5,
)


def mutate(draw: st.DrawFn, tree: Any) -> None:
    """Replace, remove, add or double something somewhere in a tree of lists and dicts."""
    while True:
        keys = list(tree) if isinstance(tree, dict) else range(len(tree))
        key = draw(st.sampled_from(keys)) if keys else None
        if key is not None and isinstance(tree[key], dict | list) and draw(st.integers(0, 4)):
            tree = tree[key]
            continue
        break
    deed = draw(st.sampled_from(["replace", "remove", "add", "double"]))
    if deed == "add" or key is None:
        if isinstance(tree, dict):
            tree[draw(names | st.text(max_size=4))] = draw(values)
        else:
            tree.append(draw(values))
    elif deed == "remove":
        del tree[key]
    elif deed == "double" and isinstance(tree, list):
        tree.append(tree[key])
    else:
        tree[key] = draw(values)


@st.composite
def mutants(draw: st.DrawFn) -> dict[str, Any]:
    """The USA board's TOML with a few things changed."""
    tree = copy.deepcopy(USA_TOML)
    for _ in range(draw(st.integers(1, 5))):
        mutate(draw, tree)
    return tree


@given(tree=mutants())
def test_fuzz_structure(tree: dict[str, Any]) -> None:
    """Whatever a file says in TOML, it makes a board or is refused with a BoardError."""
    board = board_or_error(lambda: build_board(USA_PATH, tree))
    if isinstance(board, Board):
        assert len({route.id for route in board.routes}) == len(board.routes)
        assert len({ticket.id for ticket in board.tickets}) == len(board.tickets)
        assert hash(board) == hash(copy.deepcopy(board))
