"""Runs as JSON files: kept for another day, or for another machine."""

import json
import platform
from collections.abc import Iterable
from importlib import metadata
from pathlib import Path
from typing import Any

import attrs
import cattrs
from cattrs.errors import BaseValidationError

from benchmarks.measures import Measure

__all__ = ["FORMAT", "VERSION", "BadFile", "Run", "load", "new_run", "save"]

FORMAT = "ttrkit benchmarks"
VERSION = 1


class BadFile(Exception):
    """A file that cannot be read or written; the message says which, and why."""


@attrs.frozen
class Run:
    """What one run has measured, and on what."""

    ttrkit: str
    python: str
    platform: str
    seconds: float  # for each timing
    step: float = attrs.field(validator=attrs.validators.gt(0))  # in seconds, in the median
    measures: tuple[Measure, ...]

    @property
    def machine(self) -> str:
        """What it ran on, in words."""
        return (
            f"ttrkit {self.ttrkit}, {self.python}, {self.platform}; "
            f"a step took {self.step * 1e6:.2f} µs"
        )


def new_run(seconds: float, step: float, measures: Iterable[Measure]) -> Run:
    """A run on this machine.

    Times are told as if the machine had been as fast all the time as it was in the median.
    """
    return Run(
        ttrkit=metadata.version("ttrkit"),
        python=f"{platform.python_implementation()} {platform.python_version()}",
        platform=f"{platform.system()} {platform.machine()}",
        seconds=seconds,
        step=step,
        measures=tuple(
            measure if measure.steps is None else attrs.evolve(measure, value=measure.steps * step)
            for measure in measures
        ),
    )


def save(run: Run, path: Path) -> None:
    """Write a run; BadFile if that cannot be."""
    written = {"format": FORMAT, "version": VERSION, **attrs.asdict(run)}
    try:
        path.write_text(json.dumps(written, ensure_ascii=False, indent=1) + "\n", "utf-8")
    except OSError as error:
        raise BadFile(f"{path} cannot be written: {error.strerror or error}") from None


def load(path: Path) -> Run:
    """Read a run; BadFile says what is wrong with the file."""
    try:
        text = path.read_text("utf-8")
    except OSError as error:
        raise BadFile(f"{path} cannot be read: {error.strerror or error}") from None
    except UnicodeDecodeError:
        raise BadFile(f"{path} is no text") from None
    try:
        fields = json.loads(text)
    except (ValueError, RecursionError) as error:
        raise BadFile(f"{path} is no JSON: {error}") from None
    if not isinstance(fields, dict) or fields.pop("format", None) != FORMAT:
        raise BadFile(f'{path} was not written by --json: its "format" should be "{FORMAT}"')
    version = fields.pop("version", None)
    if isinstance(version, int) and version > VERSION:
        raise BadFile(
            f"{path} was written by newer benchmarks (version {version} of the format, not "
            f"{VERSION}): read it with those, or measure anew"
        )
    if version != VERSION:
        raise BadFile(f"{path}: version {version!r} of the format is not {VERSION}")
    return _structured(fields, path)


def _structured(fields: dict[str, Any], path: Path) -> Run:
    """A run from its fields, none missing and none unknown."""
    converter = cattrs.Converter(forbid_extra_keys=True)
    converter.register_structure_hook(str, _exactly)
    converter.register_structure_hook(float, _number)
    try:
        return converter.structure(fields, Run)
    except BaseValidationError as error:
        faults = cattrs.transform_error(error, path="run")
        raise BadFile(f"{path} was changed or cut short: {'; '.join(faults[:3])}") from None


def _exactly(value: Any, kind: type) -> Any:
    if type(value) is not kind:
        raise ValueError(f"{value!r:.60} is no {kind.__name__}")
    return value


def _number(value: Any, _: type) -> float:
    if type(value) not in (int, float):
        raise ValueError(f"{value!r:.60} is no number")
    return float(value)
