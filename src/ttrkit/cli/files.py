"""Files that a command writes for its user."""

from __future__ import annotations

from pathlib import Path

import click


def write_text(path: Path, text: str) -> None:
    """Write a text file in UTF-8; a message in one line if that is not possible."""
    try:
        path.write_text(text, encoding="utf-8")
    except OSError as error:
        raise click.ClickException(f"{path} cannot be written: {error.strerror}") from None
