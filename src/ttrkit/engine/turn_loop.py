"""The turn loop: checks an action, carries it out, and goes on until somebody has to decide.

It asks the parts and runs the stack of decisions. It knows no edition and no rule.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any

from ttrkit._text import cut, kind_of, short
from ttrkit.errors import IllegalAction
from ttrkit.events import Action, Pass, is_sound
from ttrkit.hooks import Decision

if TYPE_CHECKING:
    from ttrkit.engine.engine import Engine
    from ttrkit.engine.state import State

    Handler = tuple[Callable[..., Any], Callable[..., None]]  # check and perform

PASS = Pass()


class Turn(Decision):
    """The choice of a turn: one action of any part (US-10), or a pass (GAP-04).

    The loop carries it out: it hands the action to the part that declares it.
    """

    name = "turn"
    actions = (Pass,)

    def __init__(self, engine: Engine) -> None:
        self._list_actions = engine.answers.list_actions
        self.handlers: dict[type[Action], Handler] = {
            kind: (part.check, part.perform) for part in engine.parts for kind in part.actions
        }
        """For every kind of action in a turn: the methods that check it and carry it out."""
        self._kinds = ", ".join(sorted(kind.__name__ for kind in self.handlers))
        self.handlers[Pass] = (self._check_pass, _pass)

    def options(self, state: State, seat: int, data: Any) -> list[Action]:
        out: list[Action] = []
        for list_actions in self._list_actions:
            list_actions(state, seat, out)
        return out or [PASS]

    def check(self, state: State, seat: int, data: Any, action: Action) -> Any:
        handler = self.handlers.get(type(action))
        if handler is None:
            return f"a turn is one of {self._kinds}, not {type(action).__name__}"
        return handler[0](state, seat, action)

    def _check_pass(self, state: State, seat: int, action: Pass) -> str | None:
        if self.options(state, seat, None) != [PASS]:
            return "a pass is legal only when nothing else is"
        return None


def _pass(state: State, _seat: int, _action: Pass, _found: None) -> None:
    """Carry out a pass: the game ends when everybody passes in a row (GAP-19)."""
    state.passes += 1


def _no_action(given: object) -> str:
    """The refusal of something that is not an action at all."""
    return f"{short(given)} is no action"


class TurnLoop:
    """Runs the turns of a variant's games. It has `__slots__` because they are fast."""

    __slots__ = (
        "_before_decision",
        "_end_triggers",
        "_end_turn",
        "_handlers",
        "_refill_market",
        "_turns",
        "turn",
    )

    def __init__(self, engine: Engine) -> None:
        self.turn = Turn(engine)
        self._handlers = self.turn.handlers
        self._turns = tuple((self.turn, seat, None) for seat in range(max(engine.variant.players)))
        self._refill_market = engine.answers.refill_market
        self._before_decision = engine.answers.before_decision
        self._end_turn = engine.answers.end_turn
        self._end_triggers = engine.answers.end_trigger

    def check(self, state: State, action: object) -> Any:
        """Check an action: return a refusal in words, or the value found (see `Part.check`)."""
        frame = state.decision
        if frame is None:
            return "the game is over"
        decision, seat, data = frame
        try:
            if not issubclass(type(action), Action):  # isinstance would ask the object itself
                return _no_action(action)
            return decision.check(state, seat, data, action)  # type: ignore[arg-type]
        except Exception as error:
            return self._refusal(decision, action, error)

    def apply(self, state: State, action: Any) -> None:
        """Carry out an action; IllegalAction says why it is not legal, and changes nothing."""
        frame = state.decision
        if frame is None:
            raise IllegalAction("the game is over", action)
        decision, seat, data = frame
        handler = None
        try:
            if decision is self.turn:
                handler = self._handlers.get(type(action))
            if handler is not None:  # an action of a turn goes straight to its part
                found = handler[0](state, seat, action)
            elif isinstance(action, Action):
                found = decision.check(state, seat, data, action)
            else:
                found = _no_action(action)
        except Exception as error:
            found = self._refusal(decision, action, error)
        if isinstance(found, str):
            raise IllegalAction(cut(found), action)
        state.decision = None
        state.log = ()
        if handler is None:
            decision.resolve(state, seat, data, action, found)
        else:
            if state.passes and type(action) is not Pass:
                state.passes = 0
            handler[1](state, seat, action, found)
        self.advance(state)
        state.history = (state.history, seat, action, state.log, state.market)

    def _refusal(self, decision: Decision, action: object, error: Exception) -> str:
        """The refusal of something that a check failed on; a fault of the check is raised again."""
        if not issubclass(type(action), Action):
            return _no_action(action)
        kinds = tuple(self._handlers) if decision is self.turn else decision.actions
        if kinds and not any(type(action) is kind for kind in kinds):
            wanted = " or ".join(kind.__name__ for kind in kinds)
            return f"{wanted} is wanted, not {kind_of(action)}"
        if is_sound(action):
            raise error
        return f"this {kind_of(action)} is not as its class makes it: {short(error)}"

    def advance(self, state: State) -> None:
        """Go on until somebody has to decide, or the game is over."""
        stack = state.stack
        while True:
            while stack:
                decision, seat, data = frame = stack.pop()
                if (
                    state.market is not state.market_in_order or self._before_decision
                ) and decision.is_question:
                    self._put_in_order(state)
                if decision.enter(state, seat, data):
                    state.decision = frame
                    return
            seat = state.seat
            if seat < 0:  # the set-up is over
                self._put_in_order(state)
                self.begin_turn(state, state.first)
                return
            for end_turn in self._end_turn:
                end_turn(state, seat)
            if not stack:  # no part has more to ask
                break
        if state.market is not state.market_in_order or self._before_decision:
            self._put_in_order(state)
        left = state.turns_left
        if left >= 0:
            state.turns_left = left = left - 1
        else:
            for trigger in self._end_triggers:
                turns = trigger(state, seat)
                if turns is not None:
                    state.turns_left = left = turns
                    break
        if left == 0 or state.passes >= state.seats:  # GAP-19
            state.is_over = True
        else:
            seat += 1
            if seat == state.seats:
                seat = 0
            state.seat = seat
            state.decision = self._turns[seat]

    def begin_turn(self, state: State, seat: int) -> None:
        """Give a seat its turn."""
        state.seat = seat
        state.decision = self._turns[seat]

    def _put_in_order(self, state: State) -> None:
        """Refill the market and let the parts act before a decision."""
        if state.market is not state.market_in_order:
            for refill_market in self._refill_market:
                if refill_market(state):
                    state.market_in_order = state.market
                    state.market_code = -1
        for before_decision in self._before_decision:
            before_decision(state)
