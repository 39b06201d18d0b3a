"""Hidden tickets that are all alike to a seat, which are dealt anew the simplest way.

All tickets in the game are ordinary, and nobody has drawn a ticket that the seat refused: so
whatever others kept, they chose from tickets that the seat cannot tell apart. Then all deals that
fit the sizes of the piles are equally likely. That is so for most observations of most editions;
for all others, `TicketWorlds` follows the way of every ticket.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from itertools import filterfalse
from typing import TYPE_CHECKING, Any

from ttrkit.events import Dealt, DrawTickets, KeepTickets
from ttrkit.knowledge import in_random_order, numbers_of
from ttrkit.parts.tickets.paths import ORDINARY, Misfit

if TYPE_CHECKING:
    from random import Random

    from ttrkit.engine import State
    from ttrkit.knowledge import Knowledge, Observation
    from ttrkit.parts.tickets.secrets import TicketSecrets


class AlikeTickets:
    """All deals of the hidden tickets of one observation; Misfit if they are not all alike."""

    def __init__(self, rule: TicketSecrets, observation: Observation, knowledge: Knowledge) -> None:
        numbers = numbers_of(observation)
        own, number_of = numbers.seat, rule.engine.numbers.of_ticket
        piles = [
            pile
            for view, pile in zip(numbers.views, numbers.piles, strict=True)
            if view.spec.kind == "tickets"
        ]
        if len(piles) > 1 or numbers.hidden_since >= 0 or numbers.shown_tickets is not None:
            raise Misfit
        if rule.of_kind.keys() != {ORDINARY} or rule.first_refused_leave:
            raise Misfit
        if rule.engine.answers.share_ticket is not None:
            raise Misfit
        shown = {number_of[ticket.id] for _, ticket in observation.show("refused")}
        if shown != refused_by(own, number_of, knowledge, observation.history.memory):
            raise Misfit
        ((sizes, contents),) = piles  # those to choose from
        self._slot_of = rule.slot_of
        self._deck_size = numbers.ticket_deck_size
        self._hands = [*numbers.ticket_counts]
        self._drawn = [*(sizes or ())]
        self._hands[own] = self._drawn[own] = 0
        seen = shown.union(numbers.tickets, *contents)
        self._hidden = [*filterfalse(seen.__contains__, range(len(rule.kinds)))]
        self._shown = len(shown)
        unseen = sum(self._hands) + sum(self._drawn) + self._deck_size - len(shown)
        if unseen != len(self._hidden):
            raise Misfit

    def deal(self, state: State, known: Mapping[int, int | None], rng: Random) -> bool:
        """Deal the hidden tickets; False if the deal disagrees with what the seat has seen.

        `known` are tickets that the seat is shown: their places in the deck, None for the box.
        """
        places = sorted([(place, n) for n, place in known.items() if place is not None])
        if len(places) < len(known) or (places and places[-1][0] >= self._deck_size):
            return False
        hidden = self._hidden
        if len(known) > self._shown:  # other parts show some, too
            hidden = [number for number in hidden if number not in known]
        mixed = in_random_order(hidden, rng.random)
        end = self._deck_size - len(places)
        deck = mixed[:end]
        for place, number in places:
            deck.insert(place, number)
        state.ticket_deck, state.box = deck[::-1], []
        drawn = self._slot_of(state).drawn
        for piles, sizes in ((state.tickets, self._hands), (drawn, self._drawn)):
            for seat, size in enumerate(sizes):
                if size:
                    piles[seat] = mixed[end : end + size]
                    end += size
        return end == len(mixed)


def refused_by(
    own: int, number_of: Mapping[str, int], knowledge: Knowledge, memory: dict[str, Any]
) -> frozenset[int]:
    """The tickets that the seat refused and has not drawn since, followed from the set-up on."""
    noted: Sequence[Any] = knowledge.noted.get("tickets", ())
    refused: frozenset[int]
    done, last, drawn, refused = memory.get("refused", (0, None, (), frozenset()))
    if done > len(noted) or (done and noted[done - 1] is not last):
        done, drawn, refused = 0, (), frozenset()
    if not noted or not noted[0][3] or type(noted[0][2]) is DrawTickets:
        raise Misfit  # a position: it did not begin with a choice of tickets dealt
    for _, seat, action, outcome, _ in noted[done:]:
        if seat != own:
            continue
        for item in outcome:
            if type(item) is Dealt:
                drawn = [number_of[ticket.id] for ticket in item.tickets]
                refused = refused.difference(drawn)
        if type(action) is KeepTickets:
            kept = [number_of[ticket.id] for ticket in action.tickets]
            refused = refused.union(drawn).difference(kept)
    memory["refused"] = (len(noted), noted[-1], drawn, refused)
    return refused
