"""Saved games: a game's record and, if `ttrkit play` wrote it, the table that it was played at."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import attrs
import click

from ttrkit._text import is_whole, listed, short
from ttrkit.cli.finding import find_variant, is_board_file, is_module, split_reference
from ttrkit.errors import RecordError
from ttrkit.game import Game, from_record
from ttrkit.records import HAND_IN
from ttrkit.variant import Variant, variant_names

FORMAT = "ttrkit table"
KEYS = ("edition", "seat", "bots", "record")


@attrs.frozen
class Table:
    """The table of a saved game: the edition, the seat of the player, and the bots."""

    edition: str  # as on the command line, with the whole path of a file
    seat: int  # where you sit
    bots: tuple[str, ...]  # who plays the other seats, in their order; named as the edition is


@attrs.frozen
class Saved:
    """The contents of a file: a record, which is not checked yet, and its table if it has one."""

    path: Path
    record: Any
    table: Table | None = None

    def game(self, variant: Variant | None, hint: str) -> Game:
        """The recorded game; `hint` says how to name the variant if it is not known by name."""
        if variant is None and self.table is not None:
            variant = self._edition(self.table.edition, hint)
        name = self.record.get("variant") if isinstance(self.record, dict) else None
        if variant is None and isinstance(name, str) and name not in variant_names():
            raise click.ClickException(
                f"{self.path} is a game of {name[:40]}, which is not known by name; "
                f"say where it is: {hint}"
            )
        try:
            return from_record(self.record, variant=variant)
        except RecordError as error:
            words = str(error).replace(HAND_IN, f"say what was played: {hint}")
            raise click.ClickException(f"{self.path}: {words}") from None

    def _edition(self, reference: str, hint: str) -> Variant:
        try:
            return find_variant(reference)
        except click.UsageError as error:
            raise click.ClickException(
                f"{self.path} is a game of {short(reference)}: {error.format_message()}; "
                f"say where it is now: {hint}"
            ) from None


def lasting(reference: str) -> str:
    """A variant's reference that holds in any folder: files get their whole path."""
    place, name = split_reference(reference)
    if is_board_file(reference):
        return str(Path(reference).absolute())
    if reference in variant_names() or not place.endswith(".py") or not is_module(place):
        return reference
    whole = str(Path(place).absolute())
    return whole if name is None else f"{whole}:{name}"


# Writing -------------------------------------------------------------------------------------


def check_new_file(path: Path) -> None:
    """Refuse a file that exists already, or whose folder does not exist."""
    if path.exists():
        raise click.UsageError(f"--save: {path} exists already (--resume goes on with a game)")
    if not path.absolute().parent.is_dir():
        raise click.UsageError(f"--save: there is no folder {path.parent}")


def write_saved(path: Path, game: Game, table: Table) -> None:
    """Write a game and its table to a file."""
    content = {"format": FORMAT, **attrs.asdict(table), "record": game.to_record()}
    try:
        path.write_text(json.dumps(content) + "\n", encoding="utf-8")
    except OSError as error:
        raise click.ClickException(f"{path} cannot be written: {error.strerror}") from None


# Reading -------------------------------------------------------------------------------------


def read_saved(path: Path) -> Saved:
    """The game saved in a file, with its table, or a record alone."""
    try:
        content = json.loads(path.read_text("utf-8"))
    except OSError as error:
        raise click.ClickException(f"{path} cannot be read: {error.strerror}") from None
    except (ValueError, RecursionError):
        raise click.ClickException(f"{path} is no recorded game: it is not JSON") from None
    if not isinstance(content, dict) or content.get("format") != FORMAT:
        return Saved(path, content)
    fault = _fault(content)
    if fault is not None:
        raise click.ClickException(f"{path} is no saved game: {fault}")
    table = Table(content["edition"], content["seat"], tuple(content["bots"]))
    return Saved(path, content["record"], table)


def _fault(content: dict[str, Any]) -> str | None:
    """The fault of the table in a file, or None; the record is judged elsewhere."""
    if content.keys() != {"format", *KEYS}:
        return f"it should have {listed(KEYS)}, not {listed(content.keys() - {'format'}) or 'none'}"
    edition, seat, bots = content["edition"], content["seat"], content["bots"]
    if not isinstance(edition, str):
        return f"its edition should be a name or a file, not {short(edition)}"
    if not isinstance(bots, list) or not all(isinstance(bot, str) for bot in bots):
        return f"its bots should be a list of names, not {short(bots)}"
    if not is_whole(seat) or seat not in range(len(bots) + 1):
        return f"its seat should be from 0 to {len(bots)}, not {short(seat)}"
    return None
