"""`NumberedBoard`: the numbers that the engine uses for routes, tickets and cities."""

from __future__ import annotations

from typing import Any

from attrs import fields

from ttrkit._text import short
from ttrkit.board.model import Board, Route, Ticket

Goals = tuple[tuple[tuple[tuple[int, ...], ...], int], ...]
"""The goals of a ticket: the cities of each place to be joined, by number, and the points."""


class NumberedBoard:
    """The numbers of a board's routes, tickets and cities, and lookup tables by number."""

    def __init__(self, board: Board) -> None:
        self.board = board
        self.of_route = {route.id: number for number, route in enumerate(board.routes)}
        """The number of a route, by its id."""
        self.of_ticket = {ticket.id: number for number, ticket in enumerate(board.tickets)}
        """The number of a ticket, by its id."""
        self.of_city = {city.name: number for number, city in enumerate(board.cities)}
        """The number of a city, by its name."""
        rank = {name: place for place, name in enumerate(sorted(self.of_ticket))}
        self.ticket_rank = [rank[ticket.id] for ticket in board.tickets]
        """By ticket: its rank among all tickets sorted by id."""
        self.route_ends = tuple(
            (self.of_city[route.a], self.of_city[route.b], route.length) for route in board.routes
        )
        """By route: its two cities, and its length."""
        self.ticket_goals = tuple(self._goals(ticket) for ticket in board.tickets)
        """By ticket: the ways to complete it, that with the most points first."""
        self.ticket_ends = self._plain_ends()
        """By ticket: its two cities, and its points; None if a ticket names more, or a region."""
        for shared in (*board.routes, *board.tickets):
            hash(shared)  # which it keeps: so it does not tell whether somebody has asked

    def _goals(self, ticket: Ticket) -> Goals:
        return tuple(
            (tuple([self.cities(place) for place in places]), points)
            for places, points in ticket.goals
        )

    def _plain_ends(self) -> tuple[tuple[int, int, int], ...] | None:
        ends = []
        for ticket in self.board.tickets:
            if len(ticket.cities) > 2 or not self.of_city.keys() >= set(ticket.cities):
                return None
            ends.append((self.of_city[ticket.a], self.of_city[ticket.b], ticket.points))
        return tuple(ends)

    def cities(self, place: str) -> tuple[int, ...]:
        """The numbers of the cities of a region, or that of one city."""
        return tuple([self.of_city[city] for city in self.board.cities_of(place)])

    def route(self, route: Route) -> int:
        """The number of a route; -1 if it is not on this board."""
        number = self.of_route.get(route.id, -1)
        return number if number >= 0 and _is_same(self.board.routes[number], route) else -1

    def ticket(self, ticket: Ticket) -> int:
        """The number of a ticket; -1 if it is not on this board."""
        number = self.of_ticket.get(ticket.id, -1)
        return number if number >= 0 and _is_same(self.board.tickets[number], ticket) else -1

    def find_ticket(self, reference: Any) -> int:
        """The number of a ticket, given as a `Ticket`, its id, or its cities."""
        if isinstance(reference, Ticket):
            ticket = reference
        elif isinstance(reference, str):
            ticket = self.board.ticket_by_id(reference)
        elif isinstance(reference, tuple | list) and len(reference) >= 2:
            ticket = self.board.ticket(*reference)
        else:
            raise TypeError(f"a ticket is wanted, its id or its cities, not {short(reference)}")
        number = self.ticket(ticket)
        if number < 0:
            raise ValueError(f"{ticket} is no ticket of this board")
        return number


def _is_same(own: Route | Ticket, other: Route | Ticket) -> bool:
    """Whether it is our own, or the same by value: of the same types, lest it says so falsely."""
    if own is other:
        return True
    return type(own) is type(other) and all(
        type(ours) is type(theirs) and ours == theirs
        for ours, theirs in zip(_values(own), _values(other), strict=True)
    )


def _values(thing: Route | Ticket) -> list[object]:
    return [getattr(thing, field.name) for field in fields(type(thing)) if field.eq]
