"""The best routes to borrow, one for each station, found without trying all combinations.

All that matters is *networks*: a station is in one, a route from it leads to another, a ticket
joins two. To borrow a route makes one network of two. That never undoes a ticket, so a station
borrows whenever it has a route of use: one that leads to a network where a ticket ends, or that
another station is in or reaches. Of several routes into the same network, one will do.

The rest is branch and bound, with two limits. Tickets that all routes together do not complete are
out of the question. And a station joins one network only: of all that it reaches, the one that
promises most.
"""

from __future__ import annotations

from collections.abc import Sequence

Station = tuple[int, dict[int, int]]
"""The network that a station is in; and the networks that it reaches, each with the route."""

Ticket = tuple[int, int, int]
"""The two networks that a ticket joins, and its worth."""

SEVERAL, OWN = -1, -2  # in place of the number of the only station that reaches a network


def best_routes(stations: Sequence[Station], tickets: Sequence[Ticket]) -> tuple[int, ...]:
    """The routes, at most one for each station, whose completed tickets are worth the most."""
    search = _Search()
    search.go(stations, tickets, 0, ())
    return search.routes


class _Search:
    """The best routes found so far, and what they are worth."""

    def __init__(self) -> None:
        self.worth = 0
        self.routes: tuple[int, ...] = ()

    def go(
        self,
        stations: Sequence[Station],
        tickets: Sequence[Ticket],
        worth: int,
        routes: tuple[int, ...],
    ) -> None:
        """Try the stations that are left; the routes chosen before them are joined already."""
        if worth > self.worth:
            self.worth = worth
            self.routes = routes
        joined, reached_by = _survey(stations)
        tickets = [
            ticket
            for ticket in tickets
            if ticket[0] in joined
            and joined[ticket[0]] == joined.get(ticket[1])
            and (reached_by[ticket[0]] != reached_by[ticket[1]] or reached_by[ticket[0]] < 0)
        ]  # those that can still be completed; no station joins two networks
        gains, most = _gains(tickets, reached_by)
        most += 2 * worth
        first = -1
        greatest = -1
        left: list[Station] = []
        for own, others in stations:
            useful = {o: r for o, r in others.items() if o in gains or reached_by[o] < 0}
            if useful:
                gain = max([gains.get(other, 0) for other in useful])
                most += gain
                if gain > greatest:
                    first, greatest = len(left), gain
                left.append((own, useful))
        if most <= 2 * self.worth:
            return
        own, others = left.pop(first)  # the station with the most to gain
        for other in sorted(others, key=lambda network: -gains.get(network, 0)):
            rest, more = _join_tickets(tickets, own, other)
            joint = [_join_station(station, own, other) for station in left]
            self.go(joint, rest, worth + more, (*routes, others[other]))


def _survey(stations: Sequence[Station]) -> tuple[dict[int, int], dict[int, int]]:
    """By network: its name if all routes are joined, and the only station that reaches it."""
    joined: dict[int, int] = {}
    reached_by: dict[int, int] = {}
    for number, (own, others) in enumerate(stations):
        keep = joined.setdefault(own, own)
        reached_by[own] = OWN
        for other in others:
            by = reached_by.setdefault(other, number)
            if by not in (number, OWN):
                reached_by[other] = SEVERAL
            drop = joined.setdefault(other, keep)
            if drop != keep:
                for network, name in joined.items():
                    if name == drop:
                        joined[network] = keep
    return joined, reached_by


def _gains(tickets: Sequence[Ticket], reached_by: dict[int, int]) -> tuple[dict[int, int], int]:
    """Twice the worth of the tickets: of those between stations, and of the others by network.

    A ticket between two networks without a station counts half for each: both must be joined.
    """
    gains: dict[int, int] = {}
    between = 0
    for a, b, worth in tickets:
        at_a, at_b = reached_by[a] == OWN, reached_by[b] == OWN
        if at_a and at_b:
            between += 2 * worth
        if not at_a:
            gains[a] = gains.get(a, 0) + worth * (1 + at_b)
        if not at_b:
            gains[b] = gains.get(b, 0) + worth * (1 + at_a)
    return gains, between


def _join_station(station: Station, keep: int, drop: int) -> Station:
    """The station after two networks are joined under one name."""
    own, others = station
    if own == drop:
        own = keep
    if drop in others:
        others = others.copy()
        others.setdefault(keep, others.pop(drop))
    if own in others:
        others = {other: route for other, route in others.items() if other != own}
    return own, others


def _join_tickets(tickets: Sequence[Ticket], keep: int, drop: int) -> tuple[list[Ticket], int]:
    """The tickets left after two networks are joined, and the worth of those completed by it."""
    left: list[Ticket] = []
    completed = 0
    for a, b, worth in tickets:
        if (keep if a == drop else a) == (keep if b == drop else b):
            completed += worth
        else:
            left.append((keep if a == drop else a, keep if b == drop else b, worth))
    return left, completed
