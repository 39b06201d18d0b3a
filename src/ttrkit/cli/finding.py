"""Variants, boards and bots, as the command line names them: by name, file or module."""

from __future__ import annotations

import importlib.util
import os
import sys
import traceback
from collections.abc import Sequence
from functools import cache
from importlib import import_module
from pathlib import Path
from types import ModuleType

import attrs
import click

from ttrkit._text import counted, did_you_mean, listed, slug
from ttrkit.board import Board, load_board
from ttrkit.errors import BoardError, PlugInError
from ttrkit.players import Player
from ttrkit.simulation import Entrant, entrant_of, entrants_of, is_named, named_bots
from ttrkit.variant import Variant, get_variant, variant_names

SEATS = range(2, 6)  # on a board file, which does not say for how many it is
TRAINS = 45
TICKETS = 3  # dealt to each player by the classic rules


# Variants ------------------------------------------------------------------------------------


def find_variant(reference: str) -> Variant:
    """The variant of that name, in that module, or with classic rules on that board file."""
    if is_board_file(reference):
        return on_classic_rules(find_board(reference), slug(Path(reference).stem))
    if reference in variant_names():
        return load_variant(reference)
    place, name = split_reference(reference)
    if is_module(place):
        return variant_in(load_module(place), place, name)
    if place.endswith(".py"):
        raise click.UsageError(f"{place}: no such file")
    if reference and Path(reference).is_dir():
        raise click.UsageError(f"{reference} is a folder; name the module or the board file in it")
    names = variant_names()
    raise click.UsageError(
        f'"{reference}" is no edition{did_you_mean(reference, names)}, no board file and no module;'
        f" the editions are {listed(names)}"
    )


def load_variant(name: str) -> Variant:
    """The variant known by this name; any error of a plug-in becomes a ClickException."""
    try:
        return get_variant(name)
    except PlugInError as error:
        raise click.ClickException(" ".join(str(error).split())) from None
    except (Exception, SystemExit) as error:
        raise click.ClickException(f'the variant "{name}" does not load: {reason(error)}') from None


def is_board_file(reference: str) -> bool:
    """Whether this is meant as a board file."""
    return reference.lower().endswith(".toml")


def find_board(reference: str) -> Board:
    """The board in a file; an error with several faults points to `ttrkit check`."""
    try:
        return load_board(reference)
    except BoardError as error:
        if len(error.faults) == 1:
            raise click.ClickException(str(error)) from None
        faults = counted(len(error.faults), "fault")
        raise click.ClickException(
            f"{reference}: {faults}; `ttrkit check {reference}` lists them"
        ) from None


def on_classic_rules(board: Board, name: str) -> Variant:
    """A variant with classic rules on this board; with less to deal if the board is small.

    Classic rules know no home-made facts, so these are left out.
    """
    track = sum(route.length for route in board.routes)
    trains = max(1, min(TRAINS, track // max(SEATS)))
    tickets = min(TICKETS, len(board.tickets) // max(SEATS))
    return Variant.from_classic(
        name or "board",
        board.without_extra(),
        players=SEATS,
        trains=trains,
        title=board.name,
        tickets_dealt=tickets,
        tickets_kept_first=min(TICKETS - 1, tickets),
    )


# Modules -------------------------------------------------------------------------------------


def split_reference(reference: str) -> tuple[str, str | None]:
    """`my_variant.py:benelux` as its module and its name; the name may be missing."""
    place, colon, name = reference.rpartition(":")
    if colon and name.isidentifier() and len(place) > 1:  # a single letter is a drive
        return place, name
    return reference, None


def is_module(place: str) -> bool:
    """Whether this is a Python file, or the name of a module that can be imported."""
    if place.endswith(".py"):
        return Path(place).is_file()
    if not all(word.isidentifier() for word in place.split(".")):
        return False
    _look_in(Path.cwd())
    try:
        return importlib.util.find_spec(place) is not None
    except (ImportError, ValueError):
        return False


def load_module(place: str) -> ModuleType:
    """Import a module by its name or from its file; it may import from its own folder."""
    try:
        return _from_file(Path(place)) if place.endswith(".py") else import_module(place)
    except BoardError as error:
        if not error.was_read:
            raise click.ClickException(f"{place}: its board file {error}") from None
        path = os.path.relpath(error.path)
        raise click.ClickException(
            f"{place}: its board file {path} has {counted(len(error.faults), 'fault')}; "
            f"`ttrkit check {path}` lists them"
        ) from None
    except (Exception, SystemExit) as error:
        raise click.ClickException(f"{place} cannot be imported: {reason(error)}") from None


def _from_file(path: Path) -> ModuleType:
    path = path.resolve()
    _look_in(path.parent)
    name = path.stem
    known = sys.modules.get(name)
    if known is not None:
        if getattr(known, "__file__", None) == str(path):
            return known
        name = f"ttrkit_file_{name}"
    spec = importlib.util.spec_from_file_location(name, path)
    assert spec is not None  # it is a .py file
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    sys.modules[name] = module
    try:
        spec.loader.exec_module(module)
    except BaseException:
        del sys.modules[name]
        raise
    return module


def _look_in(folder: Path) -> None:
    if str(folder) not in sys.path:
        sys.path.insert(0, str(folder))


def variant_in(module: ModuleType, place: str, name: str | None) -> Variant:
    """The variant of that name in a module, or the only one there."""
    found = {key: value for key, value in vars(module).items() if isinstance(value, Variant)}
    if name is not None:
        if name in found:
            return found[name]
        if not hasattr(module, name):
            hint = did_you_mean(name, found)
            raise click.UsageError(f'no "{name}" in {place}{hint}; variants: {_names(found)}')
        raise click.UsageError(f'"{name}" in {place} is no Variant; variants: {_names(found)}')
    if not found:
        raise click.UsageError(f"{place} holds no Variant; one is made by Variant.from_classic(…)")
    different = {id(variant): variant for variant in found.values()}
    if len(different) > 1:
        raise click.UsageError(
            f"{place} holds several variants; name one of {_names(found)}, as in "
            f"{place}:{next(iter(found))}"
        )
    return next(iter(found.values()))


def _names(found: dict[str, Variant]) -> str:
    return listed(found) or "none"


# Bots ----------------------------------------------------------------------------------------


@attrs.frozen
class FoundBot:
    """A bot of the user's own, which a simulation's worker finds again by its file or module."""

    reference: str

    @property
    def name(self) -> str:
        """The name of its class."""
        return self.reference.rpartition(":")[2]

    def __call__(self, seed: int) -> Player:
        """The bot for one game."""
        return _loaded(self.reference).make(seed)


@cache
def _loaded(reference: str) -> Entrant:
    place, name = split_reference(reference)
    assert name is not None  # `find_bot` has checked it
    return entrant_of(getattr(load_module(place), name))


def find_bot(name: str) -> str | FoundBot:
    """A bot in a form that `simulate` takes: the name of one of ours, or a class in a module."""
    if is_named(name):
        return _checked_name(name)
    known = named_bots()
    place, class_name = split_reference(name)
    if class_name is None or not is_module(place):
        stem = name.partition(":")[0]
        if stem in known:
            raise click.UsageError(f'no bot "{name}": "{stem}" takes nothing behind a colon')
        near = did_you_mean(stem, known)
        raise click.UsageError(
            f'no bot "{name}"{near}; there are {listed(known)}, or path.py:Class'
        )
    if getattr(load_module(place), class_name, None) is None:
        raise click.UsageError(f'no "{class_name}" in {place}')
    if place.endswith(".py"):
        place = str(Path(place).resolve())
    found = FoundBot(f"{place}:{class_name}")
    try:
        _loaded(found.reference)
    except TypeError as error:
        if error.__cause__ is None:
            raise click.UsageError(f"{name}: {error}") from None
        raise click.ClickException(f"{name} cannot be made: {reason(error.__cause__)}") from None
    return found


def _checked_name(name: str) -> str:
    """The name of one of our bots; a UsageError if what it carries behind its colon is wrong."""
    try:
        entrant_of(name)
    except (LookupError, TypeError) as error:
        raise click.UsageError(str(error.args[0])) from None
    return name


def find_bots(names: str | None, count: int) -> list[str | FoundBot]:
    """The bots of these names, separated by commas; a single name gives all `count` of them."""
    wanted = [name.strip() for name in (names or "greedy").split(",")]
    if len(wanted) == 1:
        wanted *= count
    if len(wanted) != count:
        bots, seats = counted(len(wanted), "bot"), counted(count, "seat")
        raise click.UsageError(f"{bots} for {seats}; give as many, or one name")
    return [find_bot(name) for name in wanted]


def make_bots(bots: Sequence[str | FoundBot], seed: int) -> list[Player]:
    """The bots for one game."""
    return [bot.make(seed + number) for number, bot in enumerate(entrants_of(bots), 1)]


# Errors --------------------------------------------------------------------------------------


def reason(error: BaseException) -> str:
    """An error in one line, with the file and line that it comes from."""
    message = " ".join(str(error).split())
    if isinstance(error, SyntaxError):
        return f"SyntaxError: {error.msg} ({Path(error.filename or '?').name}, line {error.lineno})"
    what = f"{type(error).__name__}: {message}" if message else type(error).__name__
    frames = [f for f in traceback.extract_tb(error.__traceback__) if f.filename[:1] != "<"]
    theirs = [f for f in frames if not _is_ours(Path(f.filename))]
    for frame in (theirs or frames)[-1:]:
        what += f" ({Path(frame.filename).name}, line {frame.lineno})"
    return what


def _is_ours(path: Path) -> bool:
    """Whether a source file belongs to ttrkit or is installed, and so is not the user's."""
    package = Path(__file__).parents[1]
    return (
        path.is_relative_to(package)
        or path.is_relative_to(sys.base_prefix)
        or ("site-packages" in path.parts)
    )
