"""The actions of the base game. Parts with actions of their own define them beside their rule.

An action is an intent: frozen, hashable, and its `repr` is valid Python. What came of it by
chance stands in the history, not in the action.
"""

from collections.abc import Iterable

import attrs

from ttrkit.board import Route, Ticket
from ttrkit.colours import Colour, as_colour
from ttrkit.payments import in_words
from ttrkit.piles import NO_CARDS, Cards, as_cards


class Action:
    """What a seat decides to do. `str(action)` says it in words."""

    __slots__ = ()


def sorted_tickets(tickets: Iterable[Ticket]) -> tuple[Ticket, ...]:
    """Tickets sorted by id, so that order never matters."""
    chosen = tuple(tickets)
    for ticket in chosen:
        if not isinstance(ticket, Ticket):
            raise TypeError(f"expected tickets of the board, not {ticket!r}")
    return tuple(sorted(chosen, key=lambda ticket: ticket.id))


@attrs.frozen
class DrawFaceUp(Action):
    """Take a face-up card of this colour."""

    colour: Colour = attrs.field(converter=as_colour)

    def __str__(self) -> str:
        return f"take a face-up {self.colour.value} card"


@attrs.frozen
class DrawBlind(Action):
    """Take the top card of the deck."""

    def __str__(self) -> str:
        return "draw a card from the deck"


@attrs.frozen(cache_hash=True)
class ClaimRoute(Action):
    """Claim a route with these cards from the hand, and `shared` ones from the team's holder."""

    route: Route = attrs.field(validator=attrs.validators.instance_of(Route))
    cards: Cards = attrs.field(converter=as_cards)
    shared: Cards = attrs.field(default=NO_CARDS, converter=as_cards)

    def __str__(self) -> str:
        return f"claim {self.route} with {in_words(self.cards, self.shared)}"


@attrs.frozen
class DrawTickets(Action):
    """Take tickets from the deck, to keep some of them."""

    def __str__(self) -> str:
        return "draw tickets"


@attrs.frozen
class KeepTickets(Action):
    """Keep these of the tickets drawn; `share` is the one that goes to the team's holder."""

    tickets: tuple[Ticket, ...] = attrs.field(converter=sorted_tickets)
    share: Ticket | None = attrs.field(
        default=None, validator=attrs.validators.optional(attrs.validators.instance_of(Ticket))
    )

    def __str__(self) -> str:
        shared = f", sharing {self.share}" if self.share else ""
        return f"keep {', '.join(map(str, self.tickets)) or 'no ticket'}{shared}"


def keep_sorted(tickets: tuple[Ticket, ...], share: Ticket | None = None) -> KeepTickets:
    """`KeepTickets` of tickets that are known to be sorted by id: made often, so made fast."""
    action = _NEW_KEEP(KeepTickets)
    _SET(action, "tickets", tickets)
    _SET(action, "share", share)
    return action


_NEW_KEEP = KeepTickets.__new__
_SET = object.__setattr__


@attrs.frozen
class Pass(Action):
    """Do nothing: legal only when nothing else is."""

    def __str__(self) -> str:
        return "pass"
