"""`NumberedBoard`: the numbers that the engine uses for routes, tickets and cities."""

from __future__ import annotations

from typing import Any

from attrs import fields

from ttrkit._text import short
from ttrkit.board.model import Board, Route, Ticket


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
        self.ticket_ends = tuple(
            (self.of_city[ticket.a], self.of_city[ticket.b], ticket.points)
            for ticket in board.tickets
        )
        """By ticket: its two cities, and its points."""
        for shared in (*board.routes, *board.tickets):
            hash(shared)  # which it keeps: so it does not tell whether somebody has asked

    def route(self, route: Route) -> int:
        """The number of a route; -1 if it is not on this board."""
        number = self.of_route.get(route.id, -1)
        return number if number >= 0 and _is_same(self.board.routes[number], route) else -1

    def ticket(self, ticket: Ticket) -> int:
        """The number of a ticket; -1 if it is not on this board."""
        number = self.of_ticket.get(ticket.id, -1)
        return number if number >= 0 and _is_same(self.board.tickets[number], ticket) else -1

    def find_ticket(self, reference: Any) -> int:
        """The number of a ticket, given as a `Ticket` or as its two cities."""
        if isinstance(reference, Ticket):
            ticket = reference
        elif isinstance(reference, tuple | list) and len(reference) == 2:
            ticket = self.board.ticket(*reference)
        else:
            raise TypeError(f"a ticket is wanted, or its two cities, not {short(reference)}")
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
