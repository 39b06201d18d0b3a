"""The actions of the base game; other parts define their actions beside their rule.

An action is an intent: frozen, hashable, and its `repr` is valid Python. Its outcome by chance is
in the history, not in the action.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from itertools import combinations
from typing import ClassVar, Literal

import attrs

from ttrkit._text import an, checked_list, short
from ttrkit.board import Route, Ticket
from ttrkit.colours import Colour
from ttrkit.payment import CARD_NUMBER, NO_CARDS, Cards, as_card_colour, as_cards, in_words

Relation = Literal["own", "team", "others"]
"""The observer of an action: the acting seat itself, a partner, or somebody else."""


class Action:
    """Something that a seat decides to do. `str(action)` says it in words."""

    __slots__ = ()

    is_public: ClassVar[bool] = False
    """Whether everybody sees all of it; if not, others see only its kind (see `seen_by`)."""

    def __init_subclass__(cls) -> None:
        super().__init_subclass__()
        if cls.is_public and cls.seen_by is not Action.seen_by:
            raise TypeError(f"{cls.__name__} is public: what others see of it cannot be another")

    def seen_by(self, who: Relation) -> Action:
        """The action as this observer sees it: the action itself, or an `Unseen` one."""
        return self if self.is_public or who == "own" else Unseen(type(self).__name__)


@attrs.frozen
class Unseen(Action):
    """A partly hidden action: its kind, and perhaps the number or some of its tickets."""

    kind: str
    count: int | None = None
    tickets: tuple[Ticket, ...] = ()

    def seen_by(self, who: Relation) -> Action:
        """Only the team sees which tickets they are."""
        return Unseen(self.kind, self.count) if self.tickets and who == "others" else self

    def __str__(self) -> str:
        return f"{self.kind} ({'?' if self.count is None else self.count})"


def sorted_tickets(tickets: Iterable[Ticket]) -> tuple[Ticket, ...]:
    """The tickets sorted by id, so that their order never matters."""
    chosen = checked_list(tickets, "a list of tickets")
    for ticket in chosen:
        if not isinstance(ticket, Ticket):
            raise TypeError(f"a Ticket is wanted, such as board.ticket(a, b), not {short(ticket)}")
    return tuple(sorted(chosen, key=lambda ticket: ticket.id))


@attrs.frozen
class DrawFaceUp(Action):
    """Take a face-up card of this colour."""

    is_public = True

    colour: Colour = attrs.field(converter=as_card_colour)
    card: int = attrs.field(init=False, eq=False, repr=False)

    @card.default
    def _number(self) -> int:
        return CARD_NUMBER[self.colour]

    def __str__(self) -> str:
        return f"take a face-up {self.colour.value} card"


@attrs.frozen
class DrawBlind(Action):
    """Take the top card of the deck."""

    is_public = True

    def __str__(self) -> str:
        return "draw a card from the deck"


@attrs.frozen(cache_hash=True)
class ClaimRoute(Action):
    """Claim a route with these cards from the hand, and `shared` ones from the team's holder."""

    is_public = True

    route: Route = attrs.field(validator=an(Route, hint=", such as board.route(a, b)"))
    cards: Cards = attrs.field(converter=as_cards)
    shared: Cards = attrs.field(default=NO_CARDS, converter=as_cards)

    def __str__(self) -> str:
        return f"claim {self.route} with {in_words(self.cards, self.shared)}"


@attrs.frozen
class DrawTickets(Action):
    """Take tickets from the deck, to keep some of them."""

    is_public = True

    def __str__(self) -> str:
        return "draw tickets"


@attrs.frozen
class KeepTickets(Action):
    """Keep these drawn tickets; `share` is the one that goes to the team's holder."""

    tickets: tuple[Ticket, ...] = attrs.field(converter=sorted_tickets)
    share: Ticket | None = attrs.field(default=None, validator=an(Ticket, optional=True))

    def seen_by(self, who: Relation) -> Action:
        """Others see how many were kept (GAP-11); a partner also sees which one is shared."""
        if who == "own":
            return self
        shared = (self.share,) if self.share and who == "team" else ()
        return Unseen("KeepTickets", len(self.tickets), shared)

    def __str__(self) -> str:
        shared = f", sharing {self.share}" if self.share else ""
        return f"keep {', '.join(map(str, self.tickets)) or 'no ticket'}{shared}"


@attrs.frozen
class KeepPlaces(Action):
    """A choice of drawn tickets by their places among these tickets sorted by id, from 0 on.

    It stands for `KeepTickets` in a list of all actions, and is never legal itself.
    """

    places: tuple[int, ...]
    share: int | None = None

    def __str__(self) -> str:
        kept = f"{_ordinals(self.places)} of the drawn tickets" if self.places else "no ticket"
        shared = "" if self.share is None else f", sharing the {_ordinal(self.share)}"
        return f"keep {kept}{shared}"


def _ordinals(places: Iterable[int]) -> str:
    *some, last = [f"the {_ordinal(place)}" for place in places]
    return f"{', '.join(some)} and {last}" if some else last


def _ordinal(place: int) -> str:
    number = place + 1
    return f"{number}{ {1: 'st', 2: 'nd', 3: 'rd'}.get(number, 'th') }"


def every_choice_of_places(most: int, *, is_shared: bool = False) -> list[KeepPlaces]:
    """Every choice among up to `most` tickets: none, the first, the second, both, and so on.

    Places of more tickets come later, so that a choice has the same number however many are drawn.
    If one is shared, there is a choice for each ticket kept.
    """
    choices = []
    for bits in range(2**most):
        places = tuple([place for place in range(most) if bits >> place & 1])
        shares: tuple[int | None, ...] = places if is_shared and places else (None,)
        choices += [KeepPlaces(places, share) for share in shares]
    return choices


def every_choice(tickets: Sequence[Ticket], least: int, *, is_shared: bool = False) -> list[Action]:
    """Every way to keep `least` or more of these tickets, which are sorted by id; made fast.

    If one is shared, there is one way for each ticket kept.
    """
    out: list[Action] = []
    new, set_tickets, set_share = _new, _set_tickets, _set_share
    for size in range(min(least, len(tickets)), len(tickets) + 1):
        for kept in combinations(tickets, size):
            action = new(KeepTickets)
            set_tickets(action, kept)
            set_share(action, None)
            out.append(action)
            if is_shared and kept:
                set_share(action, kept[0])
                for share in kept[1:]:
                    action = new(KeepTickets)
                    set_tickets(action, kept)
                    set_share(action, share)
                    out.append(action)
    return out


_new = KeepTickets.__new__
_set_tickets = KeepTickets.__dict__["tickets"].__set__
_set_share = KeepTickets.__dict__["share"].__set__


@attrs.frozen
class Pass(Action):
    """Do nothing: legal only when nothing else is."""

    is_public = True

    def __str__(self) -> str:
        return "pass"
