"""An engine that watches its parts, and names the hook and the part that break an invariant."""

from __future__ import annotations

import inspect
from collections import Counter
from collections.abc import Callable
from typing import Any

from ttrkit.colours import CARD_COLOURS
from ttrkit.engine import Engine, State, all_cards, all_tickets
from ttrkit.hooks import HOOKS, Decision, Part
from ttrkit.testing.invariants import standing
from ttrkit.variant import Variant

MAX_CALLS = 20_000  # of hooks during one action; more are taken for an endless turn


class Blame(Exception):
    """A broken invariant, with the part and the hook that broke it."""

    def __init__(self, part: str, hook: str, broken: str) -> None:
        super().__init__(f"{part}.{hook}: {broken}")
        self.part, self.hook, self.broken = part, hook, broken


class Watch:
    """Counts the calls of hooks during an action; some actions are checked closely."""

    def __init__(self) -> None:
        self.calls: Counter[tuple[str, str]] = Counter()
        self.total = 0
        self.is_close = False

    def begin_action(self, *, closely: bool) -> None:
        """Start counting anew; with `closely`, check every call, which takes time."""
        self.calls.clear()
        self.total = 0
        self.is_close = closely

    def count(self, part: str, hook: str) -> None:
        """Count a call; too many of them mean a turn that does not end."""
        self.total += 1
        if hook != "before_decision":  # it is called before every decision
            self.calls[part, hook] += 1
        if self.total > MAX_CALLS:
            ((part, hook), _), *_ = self.calls.most_common(1)
            raise Blame(part, hook, "the turn does not end: it comes again and again")


class TracingEngine(Engine):
    """The engine of a variant with every hook of every part under watch."""

    def __init__(self, variant: Variant) -> None:
        self.watch = Watch()
        super().__init__(variant, self._wrap)
        for decision in self.decisions.values():
            _watch_decision(decision, self)

    def _wrap(self, bound: Part) -> Part:
        bound.__class__ = _watched_class(type(bound), self.watch)
        return bound


def _watched_class(kind: type[Part], watch: Watch) -> type[Part]:
    """A subclass that checks the effects of each hook."""
    members: dict[str, Any] = {"__module__": kind.__module__, "__qualname__": kind.__qualname__}
    for name in HOOKS:
        own = getattr(kind, name)
        if own is not getattr(Part, name):
            members[name] = _watched(own, kind.__name__, name, watch)
    return type(kind.__name__, (kind,), members)


def _watched(function: Callable[..., Any], part: str, hook: str, watch: Watch) -> Any:
    def call(self: Part, *args: Any, **kwargs: Any) -> Any:
        watch.count(part, hook)
        calls = watch.total
        brings = HOOKS[hook].changes == "the set-up"  # new cards, or one between two piles
        state = _state_in(args) if watch.is_close and not brings else None
        before = None if state is None else _stock(self, state, hook)
        try:
            answer = function(self, *args, **kwargs)
            if inspect.isgenerator(answer):
                answer = list(answer)
        except (Blame, AssertionError):
            raise
        except Exception as error:
            raise Blame(part, hook, f"raised {type(error).__name__}: {error}") from error
        if before is not None and state is not None:
            after = _stock(self, state, hook)
            if watch.total > calls:  # other parts were asked on the way, and may have scored
                after["points"] = before["points"]
            _compare(part, hook, before, after)
        return answer

    return call


def _state_in(args: tuple[Any, ...]) -> State | None:
    """The state that a hook is given, directly or in a tally."""
    given = getattr(args[0], "state", args[0]) if args else None
    return given if isinstance(given, State) else None


def _watch_decision(decision: Decision, engine: TracingEngine) -> None:
    """Count how often a decision comes up, to detect a turn that does not end."""
    enter = decision.enter
    part = _part_of(decision, engine)

    def counted(state: State, seat: int, data: Any) -> bool:
        engine.watch.count(part, decision.name)
        return enter(state, seat, data)

    decision.enter = counted  # type: ignore[method-assign]


def _part_of(decision: Decision, engine: Engine) -> str:
    for part in engine.parts:
        if decision in tuple(part.decisions()):
            return type(part).__name__
    return "the engine"


def _stock(part: Part, state: State, hook: str) -> dict[str, Any]:
    """The values that a hook must leave as they are."""
    trains = [
        left + sum(state.board.routes[number].length for number in routes)
        for left, routes in zip(state.trains, state.routes, strict=True)
    ]
    stock: dict[str, Any] = {
        "cards": all_cards(state),
        "tickets": all_tickets(state),
        "trains": trains,
        "points": _foreign_points(part, state),
    }
    if HOOKS[hook].changes == "nothing":
        stock["state"] = standing(state)
    return stock


def _foreign_points(part: Part, state: State) -> list[dict[str, int]]:
    """The points under labels that other parts declare."""
    engine = state.engine
    foreign = {label for label in engine.labels if label not in part.labels}
    return [{label: sheet.get(label, 0) for label in foreign} for sheet in state.points]


def _compare(part: str, hook: str, before: dict[str, Any], after: dict[str, Any]) -> None:
    for card, (was, is_now) in enumerate(zip(before["cards"], after["cards"], strict=True)):
        if was != is_now:
            made = "made" if is_now > was else "lost"
            colour = CARD_COLOURS[card].value
            raise Blame(part, hook, f"cards are not conserved: it {made} a {colour} card")
    if before["tickets"] != after["tickets"]:
        raise Blame(part, hook, "tickets are not conserved: one was lost or is in two places")
    if before["trains"] != after["trains"]:
        raise Blame(part, hook, "trains are not conserved: left and placed add up to another sum")
    if before["points"] != after["points"]:
        raise Blame(
            part, hook, "points outside its own labels: it changed what another part awards"
        )
    if "state" in before and before["state"] != after["state"]:
        changed = [name for name, value in before["state"].items() if after["state"][name] != value]
        raise Blame(part, hook, f"it is only asked, but changed the game: {', '.join(changed)}")
