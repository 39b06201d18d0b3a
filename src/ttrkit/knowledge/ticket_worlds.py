"""Hidden tickets dealt by their sizes alone, where no part follows their way."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING

from ttrkit.knowledge.card_worlds import in_random_order

if TYPE_CHECKING:
    from random import Random

    from ttrkit.engine import State
    from ttrkit.knowledge.sights import Numbers


class EvenTickets:
    """All deals of the hidden tickets that fit the sizes of the piles, equally likely."""

    def __init__(self, state: State, numbers: Numbers) -> None:
        self._deck_size = numbers.ticket_deck_size
        seen = {number for held in state.tickets for number in held}
        self._hidden: list[tuple[int | None, str, int | None, int]] = []
        for view, (sizes, contents) in zip(numbers.views, numbers.piles, strict=True):
            if view.spec.kind == "tickets":
                seen.update(number for content in contents for number in content)
                for at, owner in enumerate(view.owners):
                    if at not in view.seen:
                        size = 0 if sizes is None else sizes[at]
                        self._hidden.append((view.slot, view.spec.name, owner, size))
        if numbers.shown_tickets is None:
            for seat, size in enumerate(numbers.ticket_counts):
                if seat != numbers.seat:
                    self._hidden.append((None, "tickets", seat, size))
        stock = set(state.engine.ticket_stock)
        unseen = [n for n in range(len(state.board.tickets)) if n not in seen]
        self._stock = [number for number in unseen if number in stock]
        self._others = [number for number in unseen if number not in stock]

    def deal(self, state: State, known: Mapping[int, int | None], rng: Random) -> bool:
        """Deal the hidden tickets: those of the deck first, from the tickets that belong there."""
        places = {place: number for number, place in known.items() if place is not None}
        stock = in_random_order([n for n in self._stock if n not in known], rng.random)
        others = in_random_order([n for n in self._others if n not in known], rng.random)
        missing = self._deck_size - len(places) - len(stock)
        if missing > 0:  # a position with other tickets in its deck than belong there
            stock, others = stock + others[:missing], others[missing:]
        from_top = [
            places[place] if place in places else stock.pop() for place in range(self._deck_size)
        ]
        rest = in_random_order(stock + others, rng.random)
        for slot, name, owner, size in self._hidden:
            content = [rest.pop() for _ in range(size)]
            holder = state if slot is None else state.slots[slot]
            if owner is None:
                setattr(holder, name, content)
            else:
                getattr(holder, name)[owner] = content
        state.ticket_deck = from_top[::-1]
        state.box = sorted([*rest, *(n for n, place in known.items() if place is None)])
        return True
