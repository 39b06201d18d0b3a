"""Passes of others, which tell that they could do nothing else (GAP-04)."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from operator import add
from typing import TYPE_CHECKING, NamedTuple

from ttrkit.engine import State, lay_pieces
from ttrkit.events import Chance, Pass, claims
from ttrkit.payment import NO_CARDS, count_cards

if TYPE_CHECKING:
    from ttrkit.events import Past
    from ttrkit.knowledge.deduction import PileName

Counts = list[int]


class Passed(NamedTuple):
    """A pass of another seat, and what the observer knew of all piles then."""

    event: int  # its number
    seat: int
    piles: Mapping[PileName, tuple[Sequence[int], int]]  # balance, and number of unseen cards


class Passes:
    """Checks that whoever passed, in a deal of the hidden cards, could do nothing else."""

    def __init__(
        self,
        passes: Sequence[Passed],
        public: State,
        history: Past,
        at_first: Mapping[PileName, Counts | int],
    ) -> None:
        self._states = list(states_of_passes(passes, public, history))
        self._at_first = at_first
        """For every pile: the cards that were in it from the start, or how many if unseen."""

    def agree(self, drawn: Mapping[PileName, list[int]]) -> bool:
        """Whether all passes can be, with these unseen cards of the piles, in order."""
        return all(
            _could_only_pass(state, passed.seat, self._contents(passed, drawn))
            for passed, state in self._states
        )

    def _contents(
        self, passed: Passed, drawn: Mapping[PileName, list[int]]
    ) -> dict[PileName, Counts]:
        """The piles as they were then."""
        piles = {}
        for name, at_first in self._at_first.items():
            balance, unseen = passed.piles.get(name, (NO_CARDS.counts, 0))
            if isinstance(at_first, int):
                known = count_cards(drawn[name][: at_first + unseen])
            else:
                known = at_first
            piles[name] = list(map(add, balance, known))
        return piles


def states_of_passes(
    passes: Sequence[Passed], public: State, history: Past
) -> Iterator[tuple[Passed, State]]:
    """For each pass: a state in which the seat could only pass, but for what its cards can pay.

    Routes and trains are as they were then. Nothing can be drawn, as is certain of that time.
    """
    made = _claims(public, history)
    for passed in passes:
        state = State(public.engine, public.seats, Chance(0))
        state.memory = {}  # of its own, because the state is kept with an observation
        state.slots = public.engine.slots.copy(public.slots)
        state.trains = public.trains[:]
        state.seat = passed.seat
        for event, seat, route in made:
            if event < passed.event:
                state.take_route(seat, route)
            else:
                lay_pieces(state, seat, route, back=True)
        yield passed, state


def _claims(public: State, history: Past) -> list[tuple[int, int, int]]:
    """All claims that came about: the number of the event, the seat, the route; -1 if at the start.

    A route may have been tried before, if it is a tunnel: the last claim is the one that counts.
    """
    number_of = public.engine.numbers.route
    last = {(seat, number_of(route)): event for event, seat, route in claims(history)}
    return sorted(
        (last.get((seat, route), -1), seat, route)
        for seat, routes in enumerate(public.routes)
        for route in routes
    )


def _could_only_pass(state: State, seat: int, piles: Mapping[PileName, Counts]) -> bool:
    for (name, owner), content in piles.items():
        if name == "hand":
            state.hands[owner] = content
            continue
        for slot, specs in zip(state.slots, state.engine.slots.piles, strict=True):
            for spec in specs:
                if spec.name == name and spec.per != "game":
                    getattr(slot, name)[owner] = content
    options = state.engine.loop.turn.options(state, seat, None)
    return all(type(action) is Pass for action in options)
