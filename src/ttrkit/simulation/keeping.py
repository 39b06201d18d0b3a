"""Reports as JSON text, and back again."""

from __future__ import annotations

from typing import Any, Self, TypeVar

import attrs

from ttrkit._text import short

FORMAT = "ttrkit report"
VERSION = 2
OLD = "it was written by an earlier ttrkit, which knew no blocks; simulate again"


T = TypeVar("T")


class Kept:
    """A report that can be written as JSON text and read again."""

    __slots__ = ()

    def to_json(self) -> str:
        """The report as JSON text."""
        import json

        report: Any = self
        fields = {"format": FORMAT, "version": VERSION, **attrs.asdict(report)}
        return json.dumps(fields, ensure_ascii=False, indent=1)

    @classmethod
    def from_json(cls, text: str | bytes) -> Self:
        """The report that was written by `to_json`; ValueError says what does not fit."""
        import json

        fields = json.loads(text)
        if not isinstance(fields, dict) or fields.pop("format", None) != FORMAT:
            raise ValueError(f'not a report: its "format" should be "{FORMAT}"')
        version = fields.pop("version", None)
        if version != VERSION:
            why = f"; {OLD}" if version == 1 else ""
            raise ValueError(f"version {short(version)} of the format is not {VERSION}{why}")
        return _structured(fields, cls)


def _structured(fields: dict[str, Any], kind: type[T]) -> T:
    """A report from its fields; ValueError if one is missing or unknown."""
    import cattrs
    from cattrs.errors import BaseValidationError

    converter = cattrs.Converter(forbid_extra_keys=True, prefer_attrib_converters=False)
    for plain in (int, str):
        converter.register_structure_hook(plain, _exactly)
    try:
        return converter.structure(fields, kind)
    except BaseValidationError as error:
        faults = cattrs.transform_error(error, path="report")
        raise ValueError(f"not a report: {'; '.join(faults[:5])}") from None


def _exactly(value: Any, kind: Any) -> Any:
    """The value, if it is of exactly this kind: nothing is converted."""
    if type(value) is not kind:
        raise ValueError(f"{short(value)} is no {kind.__name__}")
    return value
