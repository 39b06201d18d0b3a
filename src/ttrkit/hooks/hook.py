"""`@hook`: the nature of a hook, which is how answers are combined and what they may change."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Literal, TypeVar

Manner = Literal["fold", "all", "first", "one", "own"]
"""How the answers of several parts are combined:

- fold: every part is given the answer of the part before it, and may change it;
- all: every part is asked, and all answers count;
- first: the first answer that is neither None nor False counts;
- one: one part of a variant may answer, and no other;
- own: each part is asked only about its own things (its actions, its fields).
"""

Effect = Literal["nothing", "the game", "the set-up"]
"""The extent of changes by an answer; "the set-up" may also bring cards and tickets into play."""

F = TypeVar("F", bound=Callable[..., Any])


class Nature:
    """How the answers to a hook are combined, and what they may change."""

    __slots__ = ("changes", "manner")

    def __init__(self, manner: Manner, changes: Effect) -> None:
        self.manner = manner
        self.changes = changes


def hook(manner: Manner, *, changes: Effect = "nothing") -> Callable[[F], F]:
    """Mark a method as a hook of this nature, which is kept on the method itself."""

    def mark(function: F) -> F:
        function.__dict__["nature"] = Nature(manner, changes)
        return function

    return mark


def nature_of(function: Any) -> Nature | None:
    """The nature of a hook; None for a function that is not a hook."""
    return getattr(function, "nature", None)
