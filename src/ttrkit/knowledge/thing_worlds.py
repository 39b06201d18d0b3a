"""Hidden piles of things, dealt anew: all deals that fit the sizes are equally likely."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ttrkit.engine import counts_of

if TYPE_CHECKING:
    from random import Random

    from ttrkit.engine import State
    from ttrkit.engine.piles import PileSpec
    from ttrkit.knowledge.sights import Numbers

Hidden = tuple[int, "PileSpec", int | None, int | None]
"""A hidden pile: its slot, its declaration, its owner, its size (None if nobody knows it)."""


class HiddenThings:
    """The hidden piles of every stock, and the things that the seat does not see."""

    def __init__(self, state: State, numbers: Numbers) -> None:
        slots = state.engine.slots
        self._stocks: list[tuple[list[Hidden], list[int]]] = []
        for stock in slots.stocks:
            hidden: list[Hidden] = []
            seen = [0] * len(stock.counts)
            for view, (sizes, contents) in zip(numbers.views, numbers.piles, strict=True):
                if view.spec.stock != stock:
                    continue
                for content in contents:
                    seen = [n + more for n, more in zip(seen, content, strict=True)]
                for at, owner in enumerate(view.owners):
                    if at not in view.seen:
                        size = None if sizes is None else sizes[at]
                        hidden.append((view.slot, view.spec, owner, size))
            if hidden and stock.per == "game":
                left = zip(stock.numbers, seen, strict=True)
                unseen = [kind for kind, (n, of_it) in enumerate(left) for _ in range(n - of_it)]
                hidden.sort(key=lambda pile: pile[3] is None)  # the rest goes where it may
                self._stocks.append((hidden, unseen))
            elif hidden:
                self._stocks.append((hidden, []))

    def deal(self, state: State, rng: Random) -> None:
        """Deal the unseen things to the hidden piles."""
        for hidden, unseen in self._stocks:
            things = unseen[:]
            rng.shuffle(things)
            unsized: list[list[int]] = []
            for slot, spec, owner, size in hidden:
                dealt = things[: size or 0]
                if spec.stock is not None and spec.stock.per == "seat":
                    dealt = [0] * (size or 0)  # of one kind: see `pile_of`
                del things[: size or 0]
                content = dealt if spec.is_ordered else counts_of(dealt, spec.width)
                if size is None:
                    unsized.append(content)
                if owner is None:
                    setattr(state.slots[slot], spec.name, content)
                else:
                    getattr(state.slots[slot], spec.name)[owner] = content
            for kind in things:  # in piles of which nobody knows the size
                unsized[int(rng.random() * len(unsized))][kind] += 1
