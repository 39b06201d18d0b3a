"""One game under check: its set-up, its steps, and the invariants as it stands."""

from __future__ import annotations

import json
import random
import sys
from collections.abc import Iterator
from typing import Any

import attrs

from ttrkit._text import counted, short
from ttrkit.board import Route
from ttrkit.engine import TRAINS, State, all_things, fields_of, in_words, is_ours
from ttrkit.errors import CodecError, RecordError
from ttrkit.events import Action
from ttrkit.game import Game, determinize, from_record, new_game
from ttrkit.hooks import Part
from ttrkit.payment import NO_CARDS, Cards
from ttrkit.records import codec_of
from ttrkit.testing.invariants import (
    check_actions,
    check_conservation,
    check_scores,
    shared_in,
    snapshot,
    state_of,
)
from ttrkit.testing.tracing import (
    ENDLESS,
    USES_RANDOM,
    Blame,
    TracingEngine,
    Watch,
    first_difference,
)
from ttrkit.variant import Variant

MAX_TRIED = 30  # actions that are not listed, of one decision

_IN_SLOTS = "what changes during a game belongs into the slot, in plain lists, dicts and the like"


@attrs.frozen
class Fault:
    """A broken invariant, and the part that broke it."""

    invariant: str
    culprit: str

    def __str__(self) -> str:
        return f"{self.culprit}: {self.invariant}"

    @property
    def is_endless(self) -> bool:
        """Whether it is a turn that does not end."""
        return self.invariant.startswith(ENDLESS)


class Found(Exception):
    """A fault that was found."""

    def __init__(self, fault: Fault) -> None:
        super().__init__(str(fault))
        self.fault = fault


@attrs.frozen
class Start:
    """The settings of a game, to set it up again."""

    variant: Variant
    players: int
    seed: int

    def set_up(self) -> Game:
        """The game at its beginning, with the hooks of its set-up watched closely."""
        engine = self.variant.engine
        if isinstance(engine, TracingEngine):
            engine.watch.begin_action(closely=True)
        return new_game(self.variant, players=self.players, seed=self.seed, first=0)


def watch_of(game: Game) -> Watch:
    """The watch over the hooks of a game."""
    engine = game.variant.engine
    assert isinstance(engine, TracingEngine)  # see check_variant
    return engine.watch


def step(game: Game, action: Action) -> None:
    """Apply an action, and see whether it used the module `random`."""
    watch_of(game).begin_action(closely=False)
    before = random.getstate()
    game.apply(action)
    if random.getstate() != before:
        raise Found(Fault(USES_RANDOM, "the variant"))


def step_closely(game: Game, action: Action) -> None:
    """Apply an action to the game and to a copy, and check that both change in the same way."""
    watch = watch_of(game)
    before = snapshot(game)
    copy = game.copy()
    watch.begin_action(closely=True)
    trace = watch.trace = []
    game.apply(action)
    _same(game, before, snapshot(copy), "a copy changed with the original")
    after = snapshot(game)
    watch.begin_action(closely=True)
    trace_of_copy = watch.trace = []
    copy.apply(action)
    _same(game, after, snapshot(game), "the original changed with a copy")
    if after != snapshot(copy):
        blame = first_difference(trace, trace_of_copy)
        if blame is not None:
            raise blame
    _same(game, after, snapshot(copy), "a copy goes on in another way than the original")


def _same(game: Game, one: dict[str, object], other: dict[str, object], what: str) -> None:
    """Check that two snapshots are equal; if not, name the part whose slot differs."""
    differing = [name for name in one if one[name] != other[name]]
    if not differing:
        return
    culprit = "state." + ", state.".join(differing)
    if "slots" in differing:
        parts = [part for part in game.variant.engine.parts if part.slot is not None]
        pairs = zip(parts, one["slots"], other["slots"], strict=True)  # type: ignore[call-overload]
        culprit = ", ".join(type(part).__name__ for part, mine, its in pairs if mine != its)
    raise Found(Fault(f"{what} ({_IN_SLOTS})", culprit))


def check_standing(game: Game, rng: random.Random, *, closely: bool, watched: bool = False) -> None:
    """Check the invariants of the game as it stands: all of them, if closely.

    If `watched`, at least the hooks that are asked on the way are checked closely.
    """
    watch = watch_of(game)
    if game.decision == "turn":
        watch.pushes.clear()
    watch.begin_action(closely=closely or watched)
    _check_slots(game)
    culprit = "the variant"
    try:
        check_conservation(game)
        _check_trains(game)
        culprit = who_asks(state_of(game))
        asked = f'the decision "{game.decision}"'
        assert game.is_over or game.legal_actions(), f"{asked} has no legal action"
        _check_agreement(game, closely=closely)
        if closely:
            check_actions(game)
            culprit = "the variant"
            before = snapshot(game)
            check_scores(game)
            _same(game, before, snapshot(game), "scoring changed the game")
    except AssertionError as error:
        raise Found(Fault(str(error).split("\n")[0], culprit)) from None
    if closely:
        _check_secrets(game, rng)
        game.variant.action_index.mask(game)  # RuleError names a part that leaves an action out
        game.observe(rng.randrange(len(game.seats))).numbers()  # or whose features are wrong


def who_asks(state: State) -> str:
    """The part that asks what is to be decided now; the variant if it is a turn."""
    if state.decision is not None:
        part = _asking_part(state)
        if part is not None:
            return f'{type(part).__name__}, decision "{state.decision[0].name}"'
    return "the variant"


def _asking_part(state: State) -> Part | None:
    assert state.decision is not None
    asked = state.decision[0]
    return next((part for part in state.engine.parts if asked in part.decisions()), None)


# Listed and legal ------------------------------------------------------------------------------


def _check_agreement(game: Game, *, closely: bool) -> None:
    """Check that home-made actions are legal if they are listed, and only then."""
    if game.is_over:
        return
    listed = game.legal_actions()
    home_made = [action for action in listed if not is_ours(type(action))]
    for action in home_made:
        why = game.why_not(action)
        if why is not None:
            checks, lists = _who_checks(game, action)
            refusal = f'it refuses {short(action)}, which is listed, with "{why}"'
            method = checks.rpartition(".")[2].rpartition(" ")[2]
            raise Blame(checks, f"{refusal}; {lists} and {method} must agree")
    engine = game.variant.engine
    assert isinstance(engine, TracingEngine)
    seen = engine.seen.setdefault(game.decision or "", {})
    if len(seen) < MAX_TRIED:
        seen.update(dict.fromkeys(home_made[: MAX_TRIED - len(seen)]))
    if not closely:
        return
    for action in (*seen, *(odd for each in list(seen)[:3] for odd in _odd(game, each))):
        if action not in listed:
            _check_refused(game, action)


def _check_refused(game: Game, action: Action) -> None:
    """Check that an action that is not listed is refused."""
    try:
        is_legal = game.is_legal(action)
    except Blame as blame:
        raise Blame(blame.culprit, f"{blame.broken}, asked about {short(action)}") from None
    if is_legal:
        right = "right would be a sentence that says why it is not legal now"
        what = f"it allows {short(action)}, which is not listed"
        raise Blame(_who_checks(game, action)[0], f"{what}; {right}")


def _who_checks(game: Game, action: Action) -> tuple[str, str]:
    """The part with the method that checks an action now, and the one that lists it."""
    state = state_of(game)
    joining = [
        part
        for part in state.engine.parts
        if type(action) in part.joins.get(game.decision or "", ())
    ]
    if joining:
        return f"{type(joining[-1]).__name__}.check_answer", "list_answers"
    if state.decision is not None and state.decision[0] is not state.engine.loop.turn:
        return f"{who_asks(state)}, check", "options"
    owners = [part for part in state.engine.parts if type(action) in part.actions]
    who = type(owners[-1]).__name__ if owners else "the variant"
    return f"{who}.check", "list_actions"


def _odd(game: Game, action: Any) -> Iterator[Action]:
    """Actions like this one with a value that nobody would list."""
    for field in attrs.fields(type(action)):
        if not field.init:
            continue
        for value in _odd_values(game, getattr(action, field.name)):
            try:
                yield attrs.evolve(action, **{field.alias: value})
            except (ValueError, TypeError, LookupError):
                continue  # its class refuses it


def _odd_values(game: Game, value: Any) -> tuple[Any, ...]:
    if isinstance(value, bool):
        return (not value,)
    if type(value) is int:
        return (-1, 1_000_000)
    if type(value) is str:
        return ("no such thing",)
    if isinstance(value, Route):
        return game.board.routes[:1]
    return (NO_CARDS,) if isinstance(value, Cards) else ()


# Slots and trains ------------------------------------------------------------------------------


def _check_slots(game: Game) -> None:
    """Check that a copy shares nothing with the game that can change."""
    state = state_of(game)
    parts = [part for part in state.engine.parts if part.slot is not None]
    for part, slot in zip(parts, state.slots, strict=True):
        for field in attrs.fields(type(slot)):
            shared = shared_in(getattr(slot, field.name))
            if shared is not None:
                fault = (
                    f'copies and new games would share what its slot holds as "{field.name}": '
                    f"{shared} ({_IN_SLOTS})"
                )
                raise Found(Fault(fault, type(part).__name__))


def _check_trains(game: Game) -> None:
    for number, there in enumerate(all_things(state_of(game))[TRAINS.name]):
        assert there == game.variant.trains, (
            f"seat {number} has {counted(there, 'train')}, left and placed"
        )


# Secrets and records ---------------------------------------------------------------------------


def _check_secrets(game: Game, rng: random.Random) -> None:
    """Deal anew everything that a seat may not know, and check that it sees no difference."""
    viewer = rng.randrange(len(game.seats))
    seen = game.observe(viewer)
    watch_of(game).begin_action(closely=False, limit=sys.maxsize)  # a whole history is followed
    dealt = determinize(seen, rng)
    other = dealt.observe(viewer)
    shown, shown_again = dict(seen.shown), dict(other.shown)
    for name in (*shown, *shown_again):
        if name not in shown or name not in shown_again or shown[name] != shown_again[name]:
            culprit = _who_shows(state_of(game if name in shown else dealt), viewer, name)
            raise Found(
                Fault(
                    f'it leaks: seat {viewer} is shown, as "{name}", what it may not know', culprit
                )
            )
    for name in seen.FIELDS:
        if getattr(seen, name) != getattr(other, name):
            raise Found(Fault(f"seat {viewer} sees what it may not know: {name}", "the variant"))
    check_record(dealt)


def _who_shows(state: State, viewer: int, name: str) -> str:
    for part in state.engine.parts:
        if name in part.public_facts(state, viewer):
            return f"{type(part).__name__}.public_facts"
    return "the variant"


def check_record(game: Game) -> None:
    """Check that a game can be saved, and is the same when it is read again."""
    _check_saved_slots(game)
    watch_of(game).begin_action(closely=False, limit=sys.maxsize)  # all actions are replayed
    try:
        text = json.dumps(game.to_record())
        again = from_record(json.loads(text), variant=game.variant)
    except (CodecError, RecordError, TypeError, ValueError) as error:
        raise Found(Fault(f"a saved game cannot be read again: {error}", "the variant")) from None
    _same(game, snapshot(game), snapshot(again), "a saved game comes back otherwise")


def _check_saved_slots(game: Game) -> None:
    """Check that the slots of home-made parts are the same when they are read again."""
    state = state_of(game)
    codec = codec_of(state.engine)
    parts = [part for part in state.engine.parts if part.slot is not None]
    for part, slot in zip(parts, state.slots, strict=True):
        for name, kind in fields_of(type(slot)).items() if not is_ours(type(slot)) else ():
            if kind is None:  # a pile
                continue
            was = getattr(slot, name)
            fault = f'its slot has "{name}" as {short(was)}'
            try:
                is_now = codec.structure(json.loads(json.dumps(codec.plain(was, kind))), kind)
            except (CodecError, TypeError, ValueError, AttributeError) as error:
                fault = f"a saved game cannot be read again: {fault}: {error!s:.200}"
            else:
                if was == is_now and (type(was) is type(is_now) or isinstance(was, int)):
                    continue
                fault = f"a saved game comes back otherwise: {fault} and then as {short(is_now)}"
            right = f"its type {in_words(kind)} must be true"
            raise Found(Fault(f"{fault}; {right}", type(part).__name__))
