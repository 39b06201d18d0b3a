"""The records of all earlier steps of a game, as pieces of text that can be put together.

A program without Python, such as a page in a browser, can so give the record of any step.
"""

from __future__ import annotations

import hashlib
import json
from typing import Any

import attrs

from ttrkit.records.record import CHECKSUM_DIGITS, Replay
from ttrkit.variant import Variant


@attrs.frozen
class Prefixes:
    """The pieces of a record, of which `after` puts those of earlier steps together."""

    actions: tuple[str, ...]
    head: str
    shuffles: tuple[str, ...]
    tail: str
    steps: tuple[tuple[int, str], ...]  # by number of actions: shuffles, and the checksum

    def after(self, actions: int) -> str:
        """The text of the record after so many actions."""
        shuffles, checksum = self.steps[actions]
        return (
            f'{{"actions":[{",".join(self.actions[:actions])}],{self.head}'
            f'"shuffles":[{",".join(self.shuffles[:shuffles])}],{self.tail}'
            f'"checksum":"{checksum}"}}'
        )


def prefixes(record: Any, variant: str | Variant | None = None) -> Prefixes:
    """The pieces of a record; RecordError says what is wrong with it, and at which step."""
    replay = Replay(record, variant)
    used = [replay.shuffles_used for _ in replay.steps()]
    actions = tuple(map(_text, record["actions"]))
    shuffles = tuple(map(_text, record["shuffles"]))
    head = _members(record, lambda key: "actions" < key < "shuffles")
    tail = _members(record, lambda key: key > "shuffles")
    steps = []
    begun = hashlib.sha256(b'{"actions":[')
    for number, count in enumerate(used):
        if number:
            begun.update(("," * (number > 1) + actions[number - 1]).encode())
        whole = begun.copy()
        whole.update(f'],{head}"shuffles":[{",".join(shuffles[:count])}],{tail[:-1]}}}'.encode())
        steps.append((count, whole.hexdigest()[:CHECKSUM_DIGITS]))
    return Prefixes(actions, head, shuffles, tail, tuple(steps))


def _members(record: dict[str, Any], wanted: Any) -> str:
    """Members of a record, by their keys in order, each with a comma after it."""
    keys = sorted(key for key in record if key != "checksum" and wanted(key))
    return "".join(f"{_text(key)}:{_text(record[key])}," for key in keys)


def _text(value: Any) -> str:
    """The value as the checksum is made of it."""
    return json.dumps(value, sort_keys=True, separators=(",", ":"), allow_nan=False)
