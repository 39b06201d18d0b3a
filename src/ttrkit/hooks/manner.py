"""The nature of a hook, kept on the hook itself: how answers are combined, what one may change."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Literal, TypeVar

Manner = Literal["fold", "all", "first", "one", "own"]
"""How the answers of several parts are combined:

- fold: every part is given what the part before it answered, and may change it;
- all: every part is asked, and all answers count;
- first: the first answer that is neither None nor False counts;
- one: one part of a variant may answer, and no other;
- own: each part is asked only about what is its own (its actions, its fields).
"""

Effect = Literal["nothing", "the game", "the set-up"]
"""What an answer may change; "the set-up" also brings cards and tickets into play."""

F = TypeVar("F", bound=Callable[..., Any])


class Nature:
    """How the answers to a hook are combined, and what they may change."""

    __slots__ = ("changes", "manner")

    def __init__(self, manner: Manner, changes: Effect) -> None:
        self.manner = manner
        self.changes = changes


def hook(manner: Manner, *, changes: Effect = "nothing") -> Callable[[F], F]:
    """Mark a method as a hook of this nature."""

    def mark(function: F) -> F:
        function.__dict__["nature"] = Nature(manner, changes)
        return function

    return mark


def nature_of(function: Any) -> Nature | None:
    """The nature of a hook; None for a function that is no hook."""
    return getattr(function, "nature", None)
