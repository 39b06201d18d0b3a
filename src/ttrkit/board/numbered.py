"""`NumberedBoard`: the numbers that the engine uses for routes, tickets and cities."""

from __future__ import annotations

from typing import Any

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

    def route(self, route: Route) -> int:
        """The number of a route; -1 if it is not on this board."""
        number = self.of_route.get(route.id, -1)
        return number if number >= 0 and self.board.routes[number] == route else -1

    def ticket(self, ticket: Ticket) -> int:
        """The number of a ticket; -1 if it is not on this board."""
        number = self.of_ticket.get(ticket.id, -1)
        if number >= 0:
            own = self.board.tickets[number]
            if own is ticket or own == ticket:
                return number
        return -1

    def find_ticket(self, reference: Any) -> int:
        """The number of a ticket, given as a `Ticket` or as its two cities."""
        is_ticket = isinstance(reference, Ticket)
        ticket = reference if is_ticket else self.board.ticket(*reference)
        number = self.ticket(ticket)
        if number < 0:
            raise ValueError(f"{ticket} is no ticket of this board")
        return number
