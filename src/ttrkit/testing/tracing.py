"""An engine that watches its parts, and names the hook and the part that break an invariant."""

from __future__ import annotations

import inspect
from collections import Counter
from collections.abc import Callable, Mapping
from types import MethodType
from typing import Any

from ttrkit.colours import CARD_COLOURS
from ttrkit.engine import TRAINS, Engine, State, all_cards, all_things, all_tickets
from ttrkit.hooks import HOOKS, Decision, Effect, Part
from ttrkit.testing.invariants import mutable_in, standing
from ttrkit.variant import Variant

MAX_CALLS = 20_000  # of hooks during one action; more are taken for an endless turn


class Blame(Exception):
    """A broken invariant, and who broke it: the part with the hook or the decision."""

    def __init__(self, culprit: str, broken: str) -> None:
        super().__init__(f"{culprit}: {broken}")
        self.culprit, self.broken = culprit, broken


class Watch:
    """Counts the calls of hooks during an action; some actions are checked closely."""

    def __init__(self) -> None:
        self.calls: Counter[str] = Counter()
        self.total = 0
        self.is_close = False
        self.limit = MAX_CALLS

    def begin_action(self, *, closely: bool, limit: int = MAX_CALLS) -> None:
        """Start counting anew; with `closely`, check every call, which takes time."""
        self.limit = limit
        self.calls.clear()
        self.total = 0
        self.is_close = closely

    def count(self, who: str) -> None:
        """Count a call; too many of them mean a turn that does not end."""
        self.total += 1
        if not who.endswith(".before_decision"):  # it is called before every decision
            self.calls[who] += 1
        if self.total > self.limit:
            ((who, _),) = self.calls.most_common(1)
            raise Blame(who, "the turn does not end: it comes again and again")


class TracingEngine(Engine):
    """The engine of a variant with every hook and every decision of its parts under watch."""

    def __init__(self, variant: Variant) -> None:
        self.watch = Watch()
        super().__init__(variant, self._wrap)
        self._watched: list[Decision] = []
        for part in self.parts:
            for decision in part.decisions():
                self._watch_decision(decision, part)

    def _wrap(self, bound: Part) -> Part:
        bound.__class__ = _watched_class(type(bound), self.watch)
        return bound

    def _watch_decision(self, decision: Decision, part: Part) -> None:
        """Watch a decision; it may be one that other engines use as well."""
        for name, effect in _DECISION_METHODS.items():
            who = f'{type(part).__name__}, decision "{decision.name}", {name}'
            own = getattr(type(decision), name)
            call = _watched(own, who, effect, self.watch, fault_of=_FAULTS_OF.get(name), part=part)
            setattr(decision, name, MethodType(call, decision))
        self._watched.append(decision)

    def unwatch(self) -> None:
        """Leave the decisions as they were."""
        for decision in self._watched:
            for name in _DECISION_METHODS:
                vars(decision).pop(name, None)


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
            fault_of = _FAULTS_OF.get(name)
            members[name] = _watched(own, who, nature.changes, watch, fault_of=fault_of)
    return type(kind.__name__, (kind,), members)


def _watched(
    function: Callable[..., Any],
    who: str,
    changes: Effect,
    watch: Watch,
    *,
    fault_of: Callable[[Any], str | None] | None = None,
    part: Part | None = None,
) -> Callable[..., Any]:
    """The function, with its effects and its answer checked; `part` if it is not one of its own."""

    def call(self: Any, *args: Any, **kwargs: Any) -> Any:
        watch.count(who)
        calls = watch.total
        brings = changes == "the set-up"  # new cards, or one between two piles
        state = _state_in(args) if watch.is_close and not brings else None
        owner = self if part is None else part
        before = None if state is None else _stock(owner, state, changes)
        try:
            answer = function(self, *args, **kwargs)
            if inspect.isgenerator(answer):
                answer = list(answer)
        except Blame:
            raise
        except Exception as error:
            raise Blame(who, f"raised {type(error).__name__}: {error}") from error
        fault = fault_of(answer) if fault_of is not None else None
        if fault is not None:
            raise Blame(who, fault)
        if before is not None and state is not None:
            after = _stock(owner, state, changes)
            if watch.total > calls:  # other parts were asked on the way, and may have scored
                after["points"] = before["points"]
            _compare(who, before, after)
        return answer

    return call


def _state_in(args: tuple[Any, ...]) -> State | None:
    """The state that a hook is given, directly or in a tally."""
    given = getattr(args[0], "state", args[0]) if args else None
    return given if isinstance(given, State) else None


def _fault_of_enter(answer: Any) -> str | None:
    if isinstance(answer, bool):
        return None
    return f"it returned {answer!r}; True to ask the seat, False if there is nothing to decide"


def _fault_of_facts(facts: Mapping[str, object]) -> str | None:
    for name, value in facts.items():
        changeable = mutable_in(value)
        if changeable is not None:
            return f'"{name}" can change after it is shown: {changeable}; show a tuple or the like'
    return None


_FAULTS_OF: Mapping[str, Callable[[Any], str | None]] = {
    "enter": _fault_of_enter,
    "public_facts": _fault_of_facts,
}
"""What is wrong with an answer, in words; for those that are easily wrong."""


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
