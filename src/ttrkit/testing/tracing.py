"""An engine that watches its parts, and names the hook and the part that break an invariant."""

from __future__ import annotations

import inspect
import random
from collections import Counter
from collections.abc import Callable, Mapping
from pathlib import Path
from traceback import extract_tb
from types import MethodType
from typing import Any

import ttrkit
from ttrkit._text import as_whole, short
from ttrkit.colours import CARD_COLOURS
from ttrkit.engine import TRAINS, Engine, State, all_cards, all_things, all_tickets, is_ours
from ttrkit.events import Action
from ttrkit.hooks import HOOKS, Decision, Effect, Part
from ttrkit.testing.answers import FAULTS, Fault, fault_of_actions, fault_of_label, fault_of_push
from ttrkit.testing.invariants import debt, standing
from ttrkit.testing.keeping import change_of, kept_by
from ttrkit.variant import Variant

MAX_CALLS = 20_000  # of hooks during one action; more are taken for an endless turn
MAX_ACTIONS = 300  # during one turn; more are taken for an endless turn

ENDLESS = "the turn does not end"

_HOME = Path(ttrkit.__file__).parent
USES_RANDOM = (
    "it takes chance from the module random, so that no record can repeat it; "
    'right would be state.shuffled(items, "name") or state.draw_card()'
)
_AGAIN = (
    "right would be chance from "
    'state.shuffled(items, "name") and state.draw_card(), and whatever changes in the slot'
)


class Blame(Exception):
    """A broken invariant, and who broke it: the part with the hook or the decision."""

    def __init__(self, culprit: str, broken: str) -> None:
        super().__init__(f"{culprit}: {broken}")
        self.culprit, self.broken = culprit, broken


class Watch:
    """Counts the calls of hooks during an action; some actions are checked closely."""

    def __init__(self) -> None:
        self.calls: Counter[str] = Counter()
        self.pushes: Counter[tuple[str, str]] = Counter()
        """By hook and decision: how often it was pushed since the turn began."""
        self.total = 0
        self.is_close = False
        self.limit = MAX_CALLS
        self.trace: list[tuple[str, dict[str, Any]]] | None = None
        """The hooks that changed the game, each with the state after it, if that is wanted."""

    def begin_action(self, *, closely: bool, limit: int = MAX_CALLS) -> None:
        """Start counting anew; with `closely`, check every call, which takes time."""
        self.limit = limit
        self.calls.clear()
        self.total = 0
        self.is_close = closely
        self.trace = None

    def count(self, who: str) -> None:
        """Count a call; too many of them mean a turn that does not end."""
        self.total += 1
        if not who.endswith(".before_decision"):  # it is called before every decision
            self.calls[who] += 1
        if self.total > self.limit:
            raise self.endless()

    def endless(self) -> Blame:
        """The blame for a turn that does not end: on whoever pushes the most decisions."""
        for (who, decision), times in self.pushes.most_common(1):
            if times > 1:
                again = f'it pushes the decision "{decision}" again and again'
                return Blame(who, f"{ENDLESS}: {again}")
        ((who, _),) = self.calls.most_common(1)
        return Blame(who, f"{ENDLESS}: it comes again and again")


class TracingEngine(Engine):
    """The engine of a variant with every hook and every decision of its parts under watch."""

    def __init__(self, variant: Variant) -> None:
        self.watch = Watch()
        self.seen: dict[str, dict[Action, None]] = {}
        """By decision: some home-made actions that were legal at some time."""
        super().__init__(variant, self._wrap)
        self._watched: list[tuple[Decision, dict[str, Any]]] = []
        for part in self.parts:
            for decision in part.decisions():
                self._watch_decision(decision, part)

    def _wrap(self, bound: Part) -> Part:
        bound.__class__ = _watched_class(type(bound), self.watch)
        return bound

    def _watch_decision(self, decision: Decision, part: Part) -> None:
        """Watch a decision; it may be one that other engines use as well."""
        self._watched.append((decision, dict(vars(decision))))
        for name, effect in _DECISION_METHODS.items():
            who = f'{type(part).__name__}, decision "{decision.name}", {name}'
            own = _unbound(getattr(decision, name))  # perhaps with the answers of other parts
            call = _watched(own, who, effect, self.watch, fault_of=FAULTS.get(name), part=part)
            setattr(decision, name, MethodType(call, decision))

    def unwatch(self) -> None:
        """Leave the decisions as they were."""
        for decision, before in self._watched:
            for name in _DECISION_METHODS:
                vars(decision).pop(name, None)
                if name in before:
                    setattr(decision, name, before[name])


def _unbound(method: Callable[..., Any]) -> Callable[..., Any]:
    """A method of one object, as a function that is given the object first."""

    def function(_self: Any, *args: Any, **kwargs: Any) -> Any:
        return method(*args, **kwargs)

    return function


_DECISION_METHODS: Mapping[str, Effect] = {
    "enter": "the game",
    "options": "nothing",
    "check": "nothing",
    "resolve": "the game",
}
"""The methods of a decision, and what they may change."""


def _watched_class(kind: type[Part], watch: Watch) -> type[Part]:
    """A subclass that checks the effects of each hook."""
    members: dict[str, Any] = {"__module__": kind.__module__, "__qualname__": kind.__qualname__}
    for name, nature in HOOKS.items():
        own = getattr(kind, name)
        if own is not getattr(Part, name):
            who = f"{kind.__name__}.{name}"
            members[name] = _watched(own, who, nature.changes, watch, fault_of=FAULTS.get(name))
    return type(kind.__name__, (kind,), members)


def _watched(
    function: Callable[..., Any],
    who: str,
    changes: Effect,
    watch: Watch,
    *,
    fault_of: Fault | None = None,
    part: Part | None = None,
) -> Callable[..., Any]:
    """The function, with its effects and its answer checked; `part` if it is not one of its own."""

    def call(self: Any, *args: Any, **kwargs: Any) -> Any:
        watch.count(who)
        owner = self if part is None else part
        state = _state_in(args)
        before = None if state is None else _Before(owner, state, changes, watch)
        lists = who.endswith((".list_actions", ".list_answers"))
        listed = len(args[-1]) if lists else 0
        try:
            answer = function(self, *args, **kwargs)
            if inspect.isgenerator(answer):
                answer = list(answer)
        except Blame:
            raise
        except Exception as error:
            raise Blame(who, _raised(error)) from error
        fault = fault_of(owner, args, answer) if fault_of is not None else None
        if fault is None and lists and state is not None:
            fault = _fault_of_listed(owner, state, args, args[-1][listed:])
        elif fault is None and who.endswith(", options"):
            fault = fault_of_actions(answer, self.actions, "which its actions do not name")
        if fault is not None:
            raise Blame(who, fault)
        if before is not None:
            before.compare(who)
        return answer

    return call


def _fault_of_listed(
    part: Part, state: State, args: tuple[Any, ...], listed: list[Any]
) -> str | None:
    """What is wrong with actions that were listed, for a turn or for the decision of another."""
    if len(args) == 3:  # see `list_actions`
        return fault_of_actions(listed, state.engine.loop.turn.handlers, "which no part declares")
    name = args[2].name
    right = f'joins = {{{{"{name}": ({{}},)}}}}'
    return fault_of_actions(listed, part.joins[name], "which its joins do not name", right)


def _raised(error: Exception) -> str:
    """The exception with the last line outside ttrkit that led to it."""
    lines = [
        line
        for line in extract_tb(error.__traceback__)
        if not Path(line.filename).is_relative_to(_HOME)
    ]
    said = f"raised {type(error).__name__}: {error}"
    if not lines:
        return said
    source = f": {lines[-1].line}" if lines[-1].line else ""
    return f"{said} ({Path(lines[-1].filename).name}, line {lines[-1].lineno}{source})"


def _state_in(args: tuple[Any, ...]) -> State | None:
    """The state that a hook is given, directly or in a tally."""
    given = getattr(args[0], "state", args[0]) if args else None
    return given if isinstance(given, State) else None


class _Before:
    """The game, the part and chance before the call of a hook, to compare with them after it."""

    def __init__(self, part: Part, state: State, changes: Effect, watch: Watch) -> None:
        self.part, self.state, self.changes, self.watch = part, state, changes, watch
        self.calls = watch.total
        self.sheets = state.points[:]
        self.stack = len(state.stack)
        self.pushed = watch.pushes.total()
        is_close = watch.is_close
        brings = changes == "the set-up"  # new cards, or one between two piles
        self.stock = _stock(part, state, changes) if is_close and not brings else None
        is_home_made = is_close and not is_ours(type(part))
        self.kept = kept_by(part) if is_home_made else None
        self.chance = random.getstate() if is_home_made else None

    def compare(self, who: str) -> None:
        """Blame whatever the hook did and should not have done."""
        watch, state = self.watch, self.state
        self._check_pushes(who)
        self._check_awards(who)
        if self.chance is not None and self.chance != random.getstate():
            raise Blame(who, USES_RANDOM)
        change = None if self.kept is None else change_of(self.kept, kept_by(self.part))
        if change is not None:
            right = "right would be a field of its slot, self.slot_of(state)"
            raise Blame(who, f"it keeps state on the part: {change}; {right}")
        if self.stock is not None:
            after = _stock(self.part, state, self.changes)
            if watch.total > self.calls:  # other parts were asked on the way, and may have scored
                after["points"] = self.stock["points"]
            _compare(who, self.stock, after)
            owed = debt(state)
            if owed is not None:
                raise Blame(who, f"it took what is not there: {owed}")
        if watch.trace is not None and self.changes != "nothing":
            watch.trace.append((who, standing(state)))

    def _check_pushes(self, who: str) -> None:
        """Check the decisions that the hook pushed, and count them."""
        new = self.state.stack[self.stack :]
        for frame in new:
            fault = fault_of_push(self.state, frame)
            if fault is not None:
                raise Blame(who, fault)
        by_others = self.watch.pushes.total() - self.pushed
        if len(new) > by_others:
            self.watch.pushes[who, new[-1][0].name] += len(new) - by_others

    def _check_awards(self, who: str) -> None:
        for old, new in zip(self.sheets, self.state.points, strict=True):
            if old is new:
                continue
            for label, points in new.items():
                if points == old.get(label):
                    continue
                fault = fault_of_label(self.part, self.state.engine, label)
                if fault is None and as_whole(points) is None:
                    given = points - old.get(label, 0)
                    fault = f"it awards {short(given)} points; right would be a whole number"
                if fault is not None:
                    raise Blame(who, fault)


def first_difference(
    one: list[tuple[str, dict[str, Any]]], other: list[tuple[str, dict[str, Any]]]
) -> Blame | None:
    """The blame on the first hook after which two courses of the same action differ."""
    for (who, mine), (who_else, its) in zip(one, other, strict=False):
        if who != who_else:
            return None
        differing = [name for name in mine if mine[name] != its[name]]
        if differing:
            what = ", ".join(differing)
            same = f"from the same state it does something else the second time ({what})"
            return Blame(who, f"{same}; {_AGAIN}")
    return None


def _stock(part: Part, state: State, changes: Effect) -> dict[str, Any]:
    """The values that a hook with this effect must leave as they are."""
    stock: dict[str, Any] = {
        "cards": all_cards(state),
        "tickets": all_tickets(state),
        "things": all_things(state),
        "points": _foreign_points(part, state),
    }
    if changes == "nothing":
        stock["state"] = standing(state)
    return stock


def _foreign_points(part: Part, state: State) -> list[dict[str, int]]:
    """The points under labels that other parts declare."""
    engine = state.engine
    foreign = {label for label in engine.labels if label not in part.labels}
    return [{label: sheet.get(label, 0) for label in foreign} for sheet in state.points]


def _compare(who: str, before: dict[str, Any], after: dict[str, Any]) -> None:
    for card, (was, is_now) in enumerate(zip(before["cards"], after["cards"], strict=True)):
        if was != is_now:
            made = "made" if is_now > was else "lost"
            colour = CARD_COLOURS[card].value
            raise Blame(who, f"cards are not conserved: it {made} a {colour} card")
    if before["tickets"] != after["tickets"]:
        raise Blame(who, "tickets are not conserved: one was lost or is in two places")
    for name, things in before["things"].items():
        if things != after["things"][name]:
            hint = ""
            if name == TRAINS.name:
                hint = "; trains that leave play go to a pile_of(TRAINS) in its slot"
            what = f"{name}s are not conserved: left and placed add up to another sum{hint}"
            raise Blame(who, what)
    if before["points"] != after["points"]:
        raise Blame(who, "points outside its own labels: it changed what another part awards")
    if "state" in before and before["state"] != after["state"]:
        changed = [name for name, value in before["state"].items() if after["state"][name] != value]
        raise Blame(who, f"it is only asked, but changed the game: {', '.join(changed)}")
