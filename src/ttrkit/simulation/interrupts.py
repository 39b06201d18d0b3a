"""Ctrl-C during a simulation: noted by the first process, and never in the middle of its locks.

Ctrl-C reaches every process of the terminal's group. An exception that it raises in the middle of
an executor's locks would leave them locked for ever, so the first process only notes it, and looks
at the note between two steps. Workers never see it; they are told to stop by another signal.
"""

from __future__ import annotations

import signal
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from types import FrameType, TracebackType

POLL_SECONDS = 0.2  # the longest time between two looks at the note


class InterruptNote:
    """A note of Ctrl-C while it is entered; the second time, Ctrl-C raises as it always does.

    It notes nothing outside the main thread, where Ctrl-C never raises, and where the program has
    a handler of its own.
    """

    def __init__(self) -> None:
        self.is_set = False
        self._is_ours = False

    def __enter__(self) -> InterruptNote:
        is_main = threading.current_thread() is threading.main_thread()
        if is_main and signal.getsignal(signal.SIGINT) is signal.default_int_handler:
            signal.signal(signal.SIGINT, self._take)
            self._is_ours = True
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        at: TracebackType | None,
    ) -> None:
        if self._is_ours:
            signal.signal(signal.SIGINT, signal.default_int_handler)

    def _take(self, number: int, frame: FrameType | None) -> None:
        if self.is_set:
            raise KeyboardInterrupt
        self.is_set = True

    def check(self) -> None:
        """Raise KeyboardInterrupt if Ctrl-C was noted."""
        if self.is_set:
            raise KeyboardInterrupt


@contextmanager
def held_back() -> Iterator[None]:
    """Hold Ctrl-C back: processes started meanwhile never see it, and this one sees it later."""
    if not hasattr(signal, "pthread_sigmask"):  # Windows
        yield
        return
    before = signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGINT})
    try:
        yield
    finally:
        signal.pthread_sigmask(signal.SIG_SETMASK, before)


class Stopped(BaseException):
    """Ends the games of a worker that was told to stop."""


class StopSignal:
    """A worker's answer to being told to stop: it ends its games, but never an answer half sent."""

    def __init__(self) -> None:
        self.is_listening = False  # in a worker of our own, which never sees Ctrl-C
        self._is_playing = False
        self._is_stopped = False

    def listen(self) -> None:
        """Ignore Ctrl-C, and listen to the signal to stop; called in a new worker."""
        self.is_listening = True
        signal.signal(signal.SIGINT, signal.SIG_IGN)
        signal.signal(signal.SIGTERM, self._take)
        if hasattr(signal, "pthread_sigmask"):
            signal.pthread_sigmask(signal.SIG_UNBLOCK, {signal.SIGINT})

    def _take(self, number: int, frame: FrameType | None) -> None:
        self._is_stopped = True
        if self._is_playing:
            raise Stopped

    def __enter__(self) -> None:
        self._is_playing = True
        if self._is_stopped:
            raise Stopped

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        at: TracebackType | None,
    ) -> None:
        self._is_playing = False
