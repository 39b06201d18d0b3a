"""The parts' answers to each hook, collected once per variant."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

from ttrkit.hooks import HOOKS, Part, answer_of


class Answers:
    """The answers of a variant's parts to each hook, as attributes named like the hooks.

    For a hook that several parts may answer, it is a tuple in the order of the parts. For a hook of
    manner "one", it is the answer or None. Hooks of manner "own" are left out: the caller knows the
    part to ask.
    """

    __slots__ = tuple(name for name, nature in HOOKS.items() if nature.manner != "own")

    def __init__(self, parts: Sequence[Part]) -> None:
        for name in self.__slots__:
            found = tuple(answer for part in parts if (answer := answer_of(part, name)))
            if HOOKS[name].manner != "one":
                setattr(self, name, found)
                continue
            if len(found) > 1:
                who = " and ".join(type(part).__name__ for part in parts if answer_of(part, name))
                raise ValueError(f"{who} both answer {name}, which one part alone may")
            setattr(self, name, found[0] if found else None)

    if TYPE_CHECKING:

        def __getattr__(self, name: str) -> Any: ...
