"""The turn loop: what may be decided in a turn, what is asked next, whose turn it is then.

It asks the parts and runs the stack of decisions; it knows no edition, and no rule of one.
`Game.apply` carries out what was decided.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING, Any

from ttrkit.events.actions import Action, Pass
from ttrkit.hooks.part import Decision, Part, answers

if TYPE_CHECKING:
    from ttrkit.engine.engine import Engine
    from ttrkit.engine.state import State

PASS = Pass()


class Turn(Decision):
    """What to do in a turn: one action of any of the parts (US-10), or a pass (GAP-04)."""

    name = "turn"
    actions = (Pass,)

    def __init__(self, parts: Iterable[Part]) -> None:
        self._list_actions = [hook for part in parts if (hook := answers(part, "list_actions"))]
        self.handlers = {
            kind: (part.why_not, part.perform) for part in parts for kind in part.actions
        }

    def options(self, state: State, seat: int, data: Any) -> list[Action]:
        out: list[Action] = []
        for list_actions in self._list_actions:
            list_actions(state, seat, out)
        return out or [PASS]

    def why_not(self, state: State, seat: int, data: Any, action: Action) -> str | None:
        kind = type(action)
        if kind in self.handlers:
            reason: str | None = self.handlers[kind][0](state, seat, action)
            return reason
        if kind is not Pass:
            kinds = ", ".join(sorted(kind.__name__ for kind in self.handlers))
            return f"a turn is one of {kinds}, not {kind.__name__}"
        if self.options(state, seat, data) != [PASS]:
            return "a pass is legal only when nothing else is"
        return None

    def resolve(self, state: State, seat: int, data: Any, action: Action) -> None:
        """Pass: the parts' own actions are carried out by their `handlers`."""
        state.passes += 1


class TurnLoop:
    """The turns of a variant's games. It is in slots, like a state, because these are fast."""

    __slots__ = (
        "_end_triggers",
        "_end_turn",
        "_fill_market",
        "_settle",
        "_turns",
        "handlers",
        "turn",
    )

    def __init__(self, engine: Engine) -> None:
        self.turn = Turn(engine.parts)
        self.handlers = self.turn.handlers
        self._turns = tuple((self.turn, seat, None) for seat in range(max(engine.variant.players)))
        self._fill_market = engine.answering("fill_market")
        self._settle = engine.answering("settle")
        self._end_turn = engine.answering("end_turn")
        self._end_triggers = engine.answering("end_trigger")

    def advance(self, state: State) -> None:
        """Go on until somebody has to decide, or the game is over."""
        stack = state.stack
        while True:
            while stack:
                decision, seat, data = frame = stack.pop()
                if (state.market is not state.settled or self._settle) and decision.is_question:
                    self._put_in_order(state)
                if decision.enter(state, seat, data):
                    state.asked = frame
                    return
            seat = state.seat
            if seat < 0:  # this was the set-up
                self._put_in_order(state)
                self.begin_turn(state, state.first)
                return
            for end_turn in self._end_turn:
                end_turn(state, seat)
            if not stack:  # no part has more to ask
                break
        if state.market is not state.settled or self._settle:
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
            state.asked = self._turns[seat]

    def begin_turn(self, state: State, seat: int) -> None:
        """Give a seat its turn."""
        state.seat = seat
        state.asked = self._turns[seat]

    def _put_in_order(self, state: State) -> None:
        """Put the table in order before a decision."""
        if state.market is not state.settled:
            for fill_market in self._fill_market:
                fill_market(state)
        for settle in self._settle:
            settle(state)
