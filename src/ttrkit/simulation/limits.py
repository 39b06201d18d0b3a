"""The time that a bot has for a move.

In the main thread of a process on Unix, a bot that takes too long is interrupted by a signal, in
the middle of its thoughts. Elsewhere it is only timed: its move comes too late, once it comes.

The signal raises `OutOfTime`, which is no `Exception`, so that most bots cannot catch it by
mistake. A bot that catches everything is interrupted again and again: from the second time on, at
every line that it begins, the handlers of its exceptions included. If even that does not help, a
worker process of our own ends itself, and leaves word of who was to blame.
"""

from __future__ import annotations

import signal
import sys
import threading
import time
from collections.abc import Callable
from functools import partial
from types import FrameType, TracebackType
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from ttrkit.events import Action
    from ttrkit.knowledge import Observation
    from ttrkit.players import Player

AGAIN_SECONDS = 0.03  # the time between two interruptions of a bot that does not give in
PATIENCE = 20  # the number of interruptions after which a worker process gives up

LEAST_SECONDS = 1e-6  # of a timer: 0 would stop it

GiveUp = Callable[[], object]


class OutOfTime(BaseException):
    """Ends the move of a bot that takes too long."""


def can_interrupt() -> bool:
    """Whether a move can be interrupted here, in the main thread and on this system."""
    is_main = threading.current_thread() is threading.main_thread()
    return is_main and hasattr(signal, "setitimer")


class MoveLimit:
    """Asks bots for their moves, and interrupts those that take too long.

    Without a number of seconds, it only asks. While it is entered, the signal SIGALRM is its own.
    """

    def __init__(self, seconds: float | None) -> None:
        self.seconds = seconds
        self.give_up: GiveUp | None = None  # called when nothing else helps; it does not return
        self.interrupts = False
        self._is_thinking = False
        self._rings = 0
        self._before: Any = None  # the program's own handler, and its timer
        self._timer = (0.0, 0.0)
        self._entered = 0.0
        self._tracer: Any = None

    def __enter__(self) -> MoveLimit:
        if self.seconds is not None and can_interrupt():
            try:
                self._before = signal.signal(signal.SIGALRM, self._ring)
            except ValueError:  # the main thread, but not of the main interpreter
                return self
            self._timer = signal.setitimer(signal.ITIMER_REAL, 0)
            self._entered = time.monotonic()
            self.interrupts = True
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        at: TracebackType | None,
    ) -> None:
        if self.interrupts:
            self._is_thinking = False
            signal.setitimer(signal.ITIMER_REAL, 0)
            signal.signal(signal.SIGALRM, self._before or signal.SIG_DFL)
            self.interrupts = False
            delay, again = self._timer
            if delay:  # the program's own timer goes on
                left = delay - (time.monotonic() - self._entered)
                signal.setitimer(signal.ITIMER_REAL, max(left, LEAST_SECONDS), again)

    def asker(self, player: Player) -> Callable[[Observation], Action]:
        """A function that asks this bot for its moves: its own, if there is no limit."""
        return player.choose if self.seconds is None else partial(self.ask, player)

    def ask(self, player: Player, observation: Observation) -> Action:
        """The bot's action; OutOfTime if it takes too long."""
        assert self.seconds is not None
        if not self.interrupts:
            return self._timed(player, observation)
        self._rings = 0
        began = time.monotonic()
        self._tracer = sys.gettrace()
        try:
            try:
                self._is_thinking = True
                if signal.getsignal(signal.SIGALRM) != self._ring:  # a bot has taken it over
                    signal.signal(signal.SIGALRM, self._ring)
                signal.setitimer(signal.ITIMER_REAL, self.seconds, AGAIN_SECONDS)
                action = player.choose(observation)
            finally:
                self._is_thinking = False  # from here on, the signal does nothing
        finally:
            self._is_thinking = False  # again: the signal may have come just before the first time
            signal.setitimer(signal.ITIMER_REAL, 0)
            if self._rings > 1:
                sys.settrace(self._tracer)
        is_late = time.monotonic() - began > self.seconds  # it may have taken the signal over
        if self._rings or is_late:
            raise OutOfTime
        return action

    def _timed(self, player: Player, observation: Observation) -> Action:
        """The bot's action, which comes when it comes."""
        began = time.monotonic()
        action = player.choose(observation)
        if time.monotonic() - began > (self.seconds or 0):
            raise OutOfTime
        return action

    def _ring(self, number: int, frame: FrameType | None) -> None:
        """Answer the signal."""
        if not self._is_thinking:
            return
        self._rings += 1
        if self._rings > PATIENCE and self.give_up is not None:
            self.give_up()
        if self._rings > 1:
            self._insist(frame)
        raise OutOfTime

    def _insist(self, frame: FrameType | None) -> None:
        """See to it that every line that the bot begins is interrupted as well."""
        own = MoveLimit.ask.__code__
        while frame is not None and frame.f_code is not own:
            frame.f_trace = _again
            frame = frame.f_back
        sys.settrace(_again)


def _again(_frame: FrameType, event: str, _argument: Any) -> Any:
    """Trace a bot that does not give in."""
    if event == "line":
        raise OutOfTime
    return _again
