"""The way of the tickets through a game, as far as one seat can follow it.

A ticket that the seat knows, because it refused it, is its number here. One that it cannot tell
from others is only its *kind*. What others kept is their secret: any choice is as likely as any
other. Most choices make no difference to the seat, because all tickets to choose from are alike.
The others are kept as `Choice`s, to be made at random.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache
from itertools import combinations
from typing import TYPE_CHECKING, NamedTuple

from ttrkit.events import TICKETS_DEALT, Dealt, KeepTickets, OutOfSight, Unseen

if TYPE_CHECKING:
    from ttrkit.board import Ticket
    from ttrkit.events import Action, Outcome

ORDINARY = -1  # the kind of the tickets in the ticket deck; special kinds are -2, -3, …
OUT = -1_001  # the kind of the tickets that no game uses

Token = int | tuple[int, int]
"""A ticket: its number if it is known, its kind (below 0), or a result of a choice: which choice,
and the place in its results."""

Order = tuple[int, ...]
"""The tickets of a choice by place: those kept, the shared one last; then those refused."""

Seen = tuple[tuple[Token, ...], tuple[int, ...]]
"""Results of choices, and the numbers or kinds, sorted, that they turned out to be."""


class Misfit(Exception):
    """Tickets went another way than the rules of tickets say."""


class Keeping(NamedTuple):
    """A choice of tickets as a seat has seen it; None stands for what it has not seen."""

    seat: int
    drawn: int  # 0 if they were drawn before
    kept: int
    drawn_tickets: tuple[Ticket, ...] | None
    kept_tickets: tuple[Ticket, ...] | None
    shared: Ticket | None


class Sharing(NamedTuple):
    """Tickets that a seat moved from its hand to its team."""

    seat: int
    size: int
    tickets: tuple[Ticket, ...] | None


def dealt_in(outcome: tuple[Outcome, ...]) -> tuple[int, tuple[Ticket, ...] | None]:
    """The number of tickets that were dealt in an event, and which, if the seat has seen it."""
    for item in outcome:
        if type(item) is Dealt:
            return len(item.tickets), item.tickets
        if type(item) is OutOfSight and item.what == TICKETS_DEALT:
            return item.count, None
    return 0, None


def keeping_in(seat: int, action: Action, outcome: tuple[Outcome, ...]) -> Keeping | None:
    """The choice of tickets that was made in an event; None if nothing is seen of it."""
    drawn, tickets = dealt_in(outcome) if outcome else (0, None)
    if type(action) is KeepTickets:
        kept = action.tickets
        return Keeping(seat, drawn, len(kept), tickets, kept, action.share)
    assert type(action) is Unseen  # by others
    if action.count is None:
        return None
    shared = action.tickets[0] if action.tickets else None
    return Keeping(seat, drawn, action.count, None, None, shared)


class Choice(NamedTuple):
    """A secret choice that makes a difference: the tickets, and the orders that can be."""

    tickets: Sequence[Token]
    orders: Sequence[Order]


class TicketPaths:
    """Where all tickets are, in tokens."""

    def __init__(
        self,
        teams: Sequence[Sequence[int]],
        kinds: Sequence[int],
        number_of: dict[str, int],
        *,
        is_shared: bool,
    ) -> None:
        self.deck: list[Token] = []  # from the top
        self.hands: list[list[Token]] = [[] for team in teams for _ in team]
        self.drawn: list[list[Token]] = [[] for team in teams for _ in team]
        self.shared: list[list[Token]] = [[] for _ in teams]
        self.box: list[Token] = []
        self.choices: list[Choice] = []
        self.seen: list[Seen] = []
        self.team_of = {seat: number for number, team in enumerate(teams) for seat in team}
        self._kinds = kinds  # by number
        self._number_of = number_of
        self._is_shared = is_shared
        self.known: set[int] = set()  # tickets that the seat refused and has not drawn since

    # The ways ----------------------------------------------------------------------------------

    def draw(self, seat: int, count: int, tickets: Sequence[Ticket] | None) -> None:
        """Let a seat draw tickets from the top of the deck."""
        if count > len(self.deck):
            raise Misfit
        self.drawn[seat] += self.deck[:count]
        del self.deck[:count]
        if tickets is not None:
            self.look_at_drawn(seat, tickets)

    def look_at_drawn(self, seat: int, tickets: Sequence[Ticket]) -> None:
        """Let the observer see the tickets that this seat has drawn."""
        if len(tickets) != len(self.drawn[seat]):
            raise Misfit
        pairs = zip(self.drawn[seat], tickets, strict=True)
        seen = [self._see(token, ticket) for token, ticket in pairs]
        self.drawn[seat] = [*seen]
        self.known.difference_update(seen)

    def keep(self, keeping: Keeping) -> list[Token]:
        """Let a seat keep some of the tickets that it has drawn; return the others."""
        seat, kept = keeping.seat, keeping.kept
        drawn, self.drawn[seat] = self.drawn[seat], []
        if kept > len(drawn):
            raise Misfit
        is_shared = self._is_shared and kept > 0
        if keeping.kept_tickets is None:
            tokens = self._chosen(drawn, kept, is_shared=is_shared)
            if keeping.shared is not None:
                tokens[kept - 1] = self._see(tokens[kept - 1], keeping.shared)
        else:
            own = [self._number_of[ticket.id] for ticket in keeping.kept_tickets]
            if keeping.shared is not None:
                own.sort(key=self._number_of[keeping.shared.id].__eq__)  # the shared one last
            refused = [token for token in drawn if token not in own]
            tokens = [*own, *refused]
            self.known.update(token for token in refused if isinstance(token, int))
        hand = tokens[: kept - is_shared]
        self.hands[seat] += hand
        self.shared[self.team_of[seat]] += tokens[len(hand) : kept]
        return tokens[kept:]

    def share(self, seat: int, count: int, tickets: Sequence[Ticket] | None) -> None:
        """Let a seat move tickets from its hand to its team."""
        hand, team = self.hands[seat], self.shared[self.team_of[seat]]
        unsure = list(tickets or ())
        for ticket in tickets or ():
            number = self._number_of[ticket.id]
            if number in hand:  # the observer knew that it was there
                hand.remove(number)
                team.append(number)
                unsure.remove(ticket)
                count -= 1
        if count > len(hand):
            raise Misfit
        tokens = self._chosen(hand, count, is_shared=False) if count else hand
        if unsure:
            self._expect(tuple(tokens[:count]), unsure)
            tokens[:count] = [self._number_of[ticket.id] for ticket in unsure]
        team += tokens[:count]
        self.hands[seat] = tokens[count:]

    def _chosen(self, tokens: list[Token], kept: int, *, is_shared: bool) -> list[Token]:
        """The tokens after a secret choice of some of them: those first, then the others."""
        if kept in (0, len(tokens)) and not is_shared:
            return tokens  # there is no choice
        first = tokens[0]
        if isinstance(first, int) and first < 0 and tokens.count(first) == len(tokens):
            return tokens  # all alike
        self.choices.append(Choice(tokens, orders(len(tokens), kept, is_shared=is_shared)))
        return [(len(self.choices) - 1, place) for place in range(len(tokens))]

    def _see(self, token: Token, ticket: Ticket) -> int:
        """A ticket after the observer has seen it: its number."""
        number = self._number_of[ticket.id]
        if isinstance(token, tuple):
            self._expect((token,), [ticket])
        elif token != self.label(number):
            raise Misfit
        return number

    def _expect(self, tokens: tuple[Token, ...], tickets: Sequence[Ticket]) -> None:
        """Note that these tokens are these tickets, in any order."""
        labels = tuple(sorted([self.label(self._number_of[ticket.id]) for ticket in tickets]))
        numbers = sorted(token for token in tokens if isinstance(token, int))
        if len(numbers) < len(tokens):
            self.seen.append((tokens, labels))
        elif tuple(numbers) != labels:
            raise Misfit

    def label(self, number: int) -> int:
        """A ticket as it was called before it was seen."""
        return number if number in self.known else self._kinds[number]


@cache
def orders(drawn: int, kept: int, *, is_shared: bool) -> tuple[Order, ...]:
    """Every choice of `kept` of `drawn` tickets and, if one is shared, of that one."""
    found: list[Order] = []
    for chosen in combinations(range(drawn), kept):
        refused = tuple([place for place in range(drawn) if place not in chosen])
        if not is_shared:
            found.append((*chosen, *refused))
            continue
        for shared in chosen:
            others = tuple([place for place in chosen if place != shared])
            found.append((*others, shared, *refused))
    return tuple(found)
