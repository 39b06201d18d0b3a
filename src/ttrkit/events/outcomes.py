"""The outcomes of actions, by chance or out of sight, and who sees them."""

from __future__ import annotations

from functools import cache

import attrs

from ttrkit.board import Ticket
from ttrkit.colours import Colour
from ttrkit.events.actions import Relation
from ttrkit.payment import NO_CARDS, Cards, count_cards

TICKETS_DEALT = "tickets dealt"


class Outcome:
    """A result of an action that came about by chance or out of sight."""

    __slots__ = ()

    def seen_by(self, who: Relation) -> Outcome | None:
        """The outcome as this observer sees it; None if nothing of it is seen."""
        return None


@attrs.frozen
class Drawn(Outcome):
    """The card that was drawn blind: known only to the seat that drew it."""

    colour: Colour

    def seen_by(self, who: Relation) -> Outcome | None:
        return self if who == "own" else CARD_DRAWN


@attrs.frozen
class ThingDrawn(Outcome):
    """A thing of a stock that was drawn from its deck: known to the seat alone, or to all."""

    stock: str
    kind: str
    face_up: bool = False

    def seen_by(self, who: Relation) -> Outcome | None:
        return self if self.face_up or who == "own" else OutOfSight(f"{self.stock} drawn", 1)


@attrs.frozen
class TurnedUp(Outcome):
    """Cards turned up from the deck, for all to see."""

    colours: tuple[Colour, ...]

    def seen_by(self, who: Relation) -> Outcome | None:
        return self


@attrs.frozen
class Dealt(Outcome):
    """Tickets taken from the deck: known only to the seat that took them."""

    tickets: tuple[Ticket, ...]

    def seen_by(self, who: Relation) -> Outcome | None:
        return self if who == "own" else OutOfSight(TICKETS_DEALT, len(self.tickets))


_new = Dealt.__new__
_set_tickets = Dealt.__dict__["tickets"].__set__


def dealt(tickets: tuple[Ticket, ...]) -> Dealt:
    """A `Dealt`, made fast."""
    outcome = _new(Dealt)
    _set_tickets(outcome, tickets)
    return outcome


@attrs.frozen
class OutOfSight(Outcome):
    """A hidden outcome: only its kind and its count are known."""

    what: str
    count: int

    def seen_by(self, who: Relation) -> Outcome | None:
        return self


CARD_DRAWN = OutOfSight("card drawn", 1)


@attrs.frozen
class MarketReplaced(Outcome):
    """A market with too many wilds that was laid out, seen by all, and discarded (US-14)."""

    colours: tuple[Colour, ...]

    def seen_by(self, who: Relation) -> Outcome | None:
        return self


@attrs.frozen
class Shuffled(Outcome):
    """The shuffle of a pile; `order` lists its cards or tickets by number, the top one last."""

    pile: str
    order: tuple[int, ...] = attrs.field(repr=lambda order: f"<{len(order)}>")

    def seen_by(self, who: Relation) -> Outcome | None:
        return _shuffled(self.pile, len(self.order))


@cache
def _shuffled(pile: str, size: int) -> OutOfSight:
    """A shuffle as all see it; there are few piles and sizes."""
    return OutOfSight(f"{pile} shuffled", size)


@attrs.frozen
class Reshuffled(Shuffled):
    """The shuffle of the discards, which all have seen, into a new deck (US-15).

    `hidden` are the cards that lay in hidden piles then, all together, as counts. Everybody can
    work them out: they are neither in the new deck nor in sight.
    """

    hidden: tuple[int, ...] = tuple(NO_CARDS.counts)

    def seen_by(self, who: Relation) -> Outcome | None:
        return NewDeck(Cards(bytes(count_cards(self.order))), Cards(bytes(self.hidden)))


@attrs.frozen
class NewDeck(Outcome):
    """A reshuffle as all see it: the cards of the new deck, and those in hidden piles."""

    cards: Cards
    hidden: Cards

    def seen_by(self, who: Relation) -> Outcome | None:
        return self
