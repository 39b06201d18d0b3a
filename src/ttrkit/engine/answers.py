"""Who answers which hook, collected once per variant: a hook nobody answers costs nothing."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

from ttrkit.hooks import HOOKS, Part, answer_of


class Answers:
    """For every hook, by its name, the answers of a variant's parts.

    Where several parts may answer it is a tuple in the order of the parts; where one may, its
    answer or None. A hook that asks a part about its own is not here: whoever asks knows the part.
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
