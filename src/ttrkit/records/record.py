"""Game records: every action and shuffle of a game as JSON, so that it can be replayed.

A record needs no random numbers to be replayed, on any version of Python. It names the version of
its format and of the variant's rules, and carries a digest of the board, the definition of the
variant and its fingerprint, and a checksum. A game that did not begin with a set-up (from
`position` or `determinize`) records its start as a snapshot.

Version 1 of the format had neither definition nor fingerprint; such records are still read.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING, Any

from ttrkit._text import checked_seat, short, whole
from ttrkit.errors import CodecError, IllegalAction, RecordError
from ttrkit.events import Chance, ScriptedChance, ScriptError, Shuffled, events
from ttrkit.records.codec import codec_of, plain
from ttrkit.records.rules import named_rules, variant_of
from ttrkit.records.snapshot import restore, take_snapshot
from ttrkit.variant import Variant, as_variant

if TYPE_CHECKING:
    from ttrkit.engine import State

FORMAT = "ttrkit game"
VERSION = 2
CHECKSUM_DIGITS = 16
_KEYS = (
    "format",
    "version",
    "variant",
    "rules",
    "board",
    "fingerprint",
    "definition",
    "players",
    "first",
    "seed",
    "start",
    "shuffles",
    "actions",
    "checksum",
)
_SINCE = {"fingerprint": 2, "definition": 2}  # the version of the format that brought a key


def to_record(state: State) -> dict[str, Any]:
    """The game as plain JSON types."""
    codec = codec_of(state.engine)
    start: State | None = state.start
    happened = events(state.history)
    outcomes = list(state.opening)
    if start is not None:
        happened = happened[len(events(start.history)) :]
        outcomes = []
    actions = [codec.encode(event.action) for event in happened]
    outcomes += [outcome for event in happened for outcome in event.outcome]
    record: dict[str, Any] = {
        "format": FORMAT,
        "version": VERSION,
        **named_rules(state.variant),
        "players": state.seats,
        "first": state.first,
        "seed": state.chance.seed,
        "start": None if start is None else take_snapshot(start),
        "shuffles": [[o.pile, list(o.order)] for o in outcomes if isinstance(o, Shuffled)],
        "actions": actions,
    }
    record = plain(record)
    return {**record, "checksum": _checksum(record)}


def read_record(record: Any, variant: str | Variant | None = None) -> State:
    """The state that a recorded game has reached, replayed step by step.

    A variant that is not in the register must be passed in. RecordError says what is wrong, and at
    which step.
    """
    replay = Replay(record, variant)
    for _ in replay.steps():
        pass
    return replay.state


def replayed_states(record: Any, variant: str | Variant | None = None) -> Iterator[State]:
    """The states at the start of a recorded game and after every action, all independent."""
    replay = Replay(record, variant)
    for state in replay.steps():
        yield replay.with_chance(state.copy())


def _checked(record: Any) -> dict[str, Any]:
    """The fields of a record; RecordError if it is not a record or was changed."""
    if not isinstance(record, dict) or record.get("format") != FORMAT:
        raise RecordError(f'not a recorded game: its "format" should be "{FORMAT}"')
    version = record.get("version")
    if type(version) is not int or not 1 <= version <= VERSION:
        newer = isinstance(version, int) and version > VERSION
        hint = "; a newer ttrkit is needed to read it" if newer else ""
        raise RecordError(f"version {short(version)} of the format is not 1 to {VERSION}{hint}")
    keys = [key for key in _KEYS if _SINCE.get(key, 1) <= version]
    missing = [key for key in keys if key not in record]
    unknown = [short(key) for key in record if key not in keys]
    if missing or unknown:
        problems = [f"no {key}" for key in missing] + [f"unknown key {key}" for key in unknown]
        raise RecordError(f"cut short or changed: {', '.join(problems[:10])}")
    rest = {key: value for key, value in record.items() if key != "checksum"}
    try:
        checksum = _checksum(rest)
    except (TypeError, ValueError, RecursionError):
        raise RecordError("it holds what JSON has no word for") from None
    if record["checksum"] != checksum:
        raise RecordError("the checksum does not fit: the record was changed")
    return rest


class Replay:
    """The replay of a recorded game, with its recorded shuffles."""

    def __init__(self, record: Any, variant: str | Variant | None) -> None:
        fields = _checked(record)
        variant = variant_of(fields, None if variant is None else as_variant(variant))
        try:
            variant.check_players(fields["players"])
            first = checked_seat(fields["first"], fields["players"], "first")
            if fields["seed"] is None:
                raise TypeError("a seed is missing")
            self._chance = Chance(fields["seed"])
        except (ValueError, TypeError, RecursionError) as error:
            raise RecordError(f"{error!s:.300}") from None
        shuffles = _shuffles(fields["shuffles"])
        self._shuffles = len(shuffles)
        self._script = ScriptedChance(shuffles, self._chance.seed)
        if not isinstance(fields["actions"], list):
            raise RecordError("actions: a list is wanted")
        self._actions = fields["actions"]
        engine = variant.engine
        try:
            if fields["start"] is None:
                self.state = engine.start(fields["players"], self._script, first)
            else:
                self.state = restore(
                    fields["start"], engine, fields["players"], first, self._script
                )
        except (CodecError, ScriptError) as error:
            raise RecordError(str(error)) from None

    def steps(self) -> Iterator[State]:
        """The state at the start and after every action: always the same object, which changes."""
        state, engine = self.state, self.state.engine
        codec = codec_of(engine)
        yield state
        for step, written in enumerate(self._actions, 1):
            try:
                engine.loop.apply(state, codec.decode_action(written))
            except (CodecError, ScriptError, IllegalAction) as error:
                raise RecordError(f"step {step}: {error}") from None
            except Exception as error:  # a start that no game can reach may break any rule
                raise RecordError(f"step {step}: the rules cannot go on: {error!r}") from error
            yield state
        if self._script.left:
            raise RecordError(f"{self._script.left} shuffles too many for these actions")
        self.with_chance(state)

    @property
    def shuffles_used(self) -> int:
        """The number of recorded shuffles that the steps so far have used."""
        return self._shuffles - self._script.left

    def with_chance(self, state: State) -> State:
        """Return the state, which from here on uses chance instead of recorded shuffles."""
        state.chance = self._chance
        if state.start is not None:
            state.start.chance = self._chance
        return state


def _shuffles(written: Any) -> list[tuple[str, list[int]]]:
    if not isinstance(written, list):
        raise RecordError("shuffles: a list is wanted")
    found = []
    for number, item in enumerate(written):
        fits = isinstance(item, list) and len(item) == 2 and isinstance(item[1], list)
        if not fits or not isinstance(item[0], str):
            raise RecordError(f"shuffles[{number}]: [pile, order] is wanted")
        try:
            found.append((item[0], [whole(card) for card in item[1]]))
        except TypeError as error:
            raise RecordError(f"shuffles[{number}]: {error}") from None
    return found


def _checksum(fields: dict[str, Any]) -> str:
    import hashlib
    import json

    text = json.dumps(fields, sort_keys=True, separators=(",", ":"), allow_nan=False)
    return hashlib.sha256(text.encode()).hexdigest()[:CHECKSUM_DIGITS]
