"""A home-made variant with everything in it, and a part with actions, decision and slot of its own.

Teams, tunnels, stations and flags on one board, and depots: piles of cards that only their owner
sees, filled by an action of which others learn nothing but its kind.
"""

from collections.abc import Iterable
from typing import Any

import attrs

import ttrkit
from ttrkit import Action, Colour
from ttrkit.colours import CARD_COLOURS, as_colour
from ttrkit.engine.piles import card_pile, open_field, ticket_pile
from ttrkit.engine.state import State
from ttrkit.events.history import Event
from ttrkit.hooks.decision import Decision
from ttrkit.hooks.part import Part
from ttrkit.knowledge.deduction import Knowledge
from ttrkit.parts import Flags, Stations
from ttrkit.payment.card_counts import CARD_NUMBER

MOST = 3  # cards that a seat hides in a game


@attrs.frozen
class HideCard(Action):
    """Put a card from the hand into the depot; others do not see which."""

    colour: Colour = attrs.field(converter=as_colour)


@attrs.frozen
class OpenDepot(Action):
    """Take the cards of the depot back."""

    is_public = True


@attrs.frozen
class CallOut(Action):
    """Name a number for the depot that was opened."""

    is_public = True

    number: int
    words: tuple[str, ...] = ()


@attrs.define
class DepotSlot:
    """The depots, how often each seat hid a card, and what nobody is told."""

    depot: list[list[int]] = card_pile(per="seat", seen="owner")
    hidden: tuple[int, ...] = open_field(())
    secret: dict[int, str] = attrs.field(factory=dict)  # the last card that a seat hid


class Call(Decision):
    """Which number to call out; `data` is how many there are, and a word."""

    name = "call out"
    actions = (CallOut,)
    data_type = tuple[int, str]

    def options(self, state: State, seat: int, data: tuple[int, str]) -> list[Action]:
        return [CallOut(number, (data[1],)) for number in range(data[0])]

    def check(self, state: State, seat: int, data: tuple[int, str], action: Action) -> str | None:
        return None if action in self.options(state, seat, data) else "call out a number"

    def resolve(
        self, state: State, seat: int, data: tuple[int, str], action: Action, found: None
    ) -> None:
        assert isinstance(action, CallOut)
        state.award(seat, action.number, "depots")


class Depots(Part):
    """A turn may hide a card in the depot, or take them all back and score a point or two."""

    actions = (HideCard, OpenDepot)
    labels = ("depots",)
    slot = DepotSlot

    def __init__(self) -> None:
        self._call = Call()

    def decisions(self) -> Iterable[Decision]:
        return (self._call,)

    def init_slot(self, state: State) -> None:
        self.slot_of(state).hidden = (0,) * state.seats

    def list_actions(self, state: State, seat: int, out: list[Action]) -> None:
        hides = [HideCard(c) for c, n in zip(CARD_COLOURS, state.hands[seat], strict=True) if n]
        out += [action for action in (*hides, OpenDepot()) if not self.check(state, seat, action)]

    def check(self, state: State, seat: int, action: Any) -> str | None:
        slot: DepotSlot = self.slot_of(state)
        if isinstance(action, OpenDepot):
            return None if any(slot.depot[seat]) else "the depot is empty"
        if slot.hidden[seat] >= MOST:
            return "no more cards may be hidden"
        number = CARD_NUMBER.get(action.colour, -1)
        return None if number >= 0 and state.hands[seat][number] else "no such card in hand"

    def perform(self, state: State, seat: int, action: Any, found: None) -> None:
        slot: DepotSlot = self.slot_of(state)
        if isinstance(action, HideCard):
            number = CARD_NUMBER[action.colour]
            state.hands[seat][number] -= 1
            slot.depot[seat][number] += 1
            slot.secret[seat] = action.colour.value
            slot.hidden = tuple(n + (i == seat) for i, n in enumerate(slot.hidden))
            return
        for number, n in enumerate(slot.depot[seat]):
            state.hands[seat][number] += n
        slot.depot[seat] = [0] * len(CARD_COLOURS)
        state.push(self._call, seat, (3, "depot"))

    def learn(self, knowledge: Knowledge, event: Event) -> None:
        """Whatever was hidden may have been a card that everybody knew of."""
        hand, depot = ("hand", event.seat), ("depot", event.seat)
        kind = getattr(event.action, "kind", type(event.action).__name__)
        if kind == HideCard.__name__:
            knowledge.forget(hand, depot)
        elif kind == OpenDepot.__name__:
            knowledge.move_all(depot, hand)


@attrs.define
class FogSlot:
    """What the fog has swallowed: nobody knows how much."""

    lost_cards: list[list[int]] = card_pile(per="seat", seen="none", size_seen=False)
    lost_tickets: list[list[int]] = ticket_pile(per="seat", seen="none", size_seen=False)


class Fog(Part):
    """Every turn the top card of the deck is lost, and every other a ticket of the deck."""

    slot = FogSlot

    def end_turn(self, state: State, seat: int) -> None:
        slot: FogSlot = self.slot_of(state)
        if len(state.deck) > 20:
            slot.lost_cards[seat][state.deck.pop()] += 1
        if seat % 2 and len(state.ticket_deck) > 20:
            slot.lost_tickets[seat].append(state.ticket_deck.pop())


_ASIA = ttrkit.get_variant("asia")

DEPOTS = attrs.evolve(
    _ASIA, name="depots", title="Depots", parts=(*_ASIA.parts, Stations(), Flags(), Depots())
)

FOG = attrs.evolve(ttrkit.get_variant("usa").adding(Fog()), name="fog", title="Fog")
