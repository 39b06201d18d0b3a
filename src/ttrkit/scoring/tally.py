"""The tally: completed tickets, networks and longest routes of a state, each worked out once."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import TYPE_CHECKING

from ttrkit.scoring.borrowing import Station, best_routes
from ttrkit.scoring.worth import (
    TicketCount,
    best_further_routes,
    connect,
    count_tickets,
    is_plain,
)

if TYPE_CHECKING:
    from ttrkit.board import Route
    from ttrkit.engine import State


_Missing = tuple[int, int, int, int]  # of a ticket: the networks to join, points, number


class Tally:
    """The facts that scoring hooks may ask about a state; each is worked out once, on demand."""

    def __init__(self, state: State) -> None:
        self.state = state
        self.teams = range(len(state.teams))
        self._networks: dict[int, tuple[list[int], int]] = {}  # and the largest one's length
        self._missing: dict[int, list[_Missing]] = {}  # by team
        self._tickets: dict[int, TicketCount] = {}
        self._longest: dict[int, int] = {}

    def routes(self, team: int) -> list[Route]:
        """The routes of all seats of a team."""
        routes = self.state.board.routes
        return [routes[number] for number in self.route_numbers(team)]

    def route_numbers(self, team: int) -> tuple[int, ...]:
        """The routes of all seats of a team, as indices into `board.routes`."""
        numbers: tuple[int, ...] = ()
        for seat in self.state.teams[team]:
            numbers += self.state.routes[seat]
        return numbers

    def ticket_numbers(self, team: int) -> list[int]:
        """The tickets that count for a team, as indices into `board.tickets`."""
        state = self.state
        held: list[int] = []
        for seat in state.teams[team]:
            held += state.tickets[seat]
        for team_tickets in state.engine.answers.team_tickets:
            held += team_tickets(state, team)
        return held

    def tickets(self, team: int) -> TicketCount:
        """The ticket count of a team (US-81) over its routes and those it may borrow (GAP-10)."""
        if team not in self._tickets:
            is_fast = is_plain(self.state.engine)
            count = self._best_count if is_fast else self._best_count_by_worth
            self._tickets[team] = count(team)
        return self._tickets[team]

    def _best_count_by_worth(self, team: int) -> TicketCount:
        """The same with tickets of any form, which may be worth anything."""
        engine, own = self.state.engine, self.route_numbers(team)
        tickets = self.ticket_numbers(team)
        best = count_tickets(engine, tickets, own)
        for borrowed_routes in engine.answers.borrowed_routes if tickets else ():
            for further in borrowed_routes(self, team):
                count = count_tickets(engine, tickets, (*own, *further))
                best = max(best, count, key=lambda each: each.rank)
        return best

    def _best_count(self, team: int) -> TicketCount:
        """The ticket count with the best set of borrowed routes, if there is any.

        Every ticket just joins two cities.
        """
        engine = self.state.engine
        root, ends = self.own_networks(team), engine.numbers.ticket_ends or ()
        total = gained = 0
        done: list[int] = []
        missing: list[_Missing] = []
        numbers = self.ticket_numbers(team)
        for number in numbers:
            a, b, points = ends[number]
            total += points
            if root[a] == root[b]:
                gained += points
                done.append(number)
            else:
                missing.append((root[a], root[b], points, number))
        more = (0, 0)  # points and tickets that the best set of borrowed routes adds
        borrowed: list[int] = []
        self._missing[team] = missing
        for borrowed_routes in engine.answers.borrowed_routes if missing else ():
            for routes in borrowed_routes(self, team):
                new = self._completed(missing, root, routes)
                if new:
                    worth = (sum([points for _, _, points, _ in new]), len(new))
                    if worth > more:
                        more = worth
                        borrowed = [number for _, _, _, number in new]
        if borrowed:
            done = [number for number in numbers if number in done or number in borrowed]
        completed = tuple([self.state.board.tickets[number] for number in done])
        return TicketCount(2 * (gained + more[0]) - total, completed)

    def best_borrowing(
        self, team: int, choices: Iterable[tuple[int, Iterable[int]]]
    ) -> tuple[int, ...]:
        """The best set of further routes for the team's tickets: at most one of each choice.

        A choice is a city and routes that lead there. For parts that answer `borrowed_routes`; it
        takes milliseconds even for seven choices, unless tickets are of other forms than two
        cities: then all sets are tried.
        """
        engine = self.state.engine
        root, ends = self.own_networks(team), engine.numbers.route_ends
        stations: list[Station] = []
        every: list[list[int]] = []  # all routes of each choice
        for city, routes in choices:
            own = root[city]
            others: dict[int, int] = {}
            every.append([*routes])
            for route in every[-1]:
                a, b, _ = ends[route]
                other = root[b if a == city else a]
                if other != own and other not in others:
                    others[other] = route
            if others:
                stations.append((own, others))
        if not is_plain(engine):
            tickets, own_routes = self.ticket_numbers(team), self.route_numbers(team)
            if not engine.answers.ticket_worth:  # only the networks count
                every = [[*others.values()] for _, others in stations]
            return best_further_routes(engine, tickets, own_routes, every)
        if team not in self._missing:
            self.tickets(team)
        missing = self._missing[team]
        if not stations or not missing:
            return ()
        many = len(missing) + 1  # the most points come first, then the most tickets
        return best_routes(stations, [(a, b, points * many + 1) for a, b, points, _ in missing])

    def _completed(
        self, tickets: list[_Missing], root: list[int], routes: Sequence[int]
    ) -> list[_Missing]:
        """The tickets that these further routes would complete."""
        joined = self._joined(root, routes)
        return [
            missing
            for missing in tickets
            if missing[0] in joined and joined[missing[0]] == joined.get(missing[1])
        ]

    def _joined(self, root: list[int], routes: Sequence[int]) -> dict[int, int]:
        """The new names of the networks that these further routes join, by old name."""
        ends = self.state.engine.numbers.route_ends
        joined: dict[int, int] = {}
        for route in routes:
            a, b, _ = ends[route]
            a, b = root[a], root[b]
            keep, drop = joined.setdefault(a, a), joined.setdefault(b, b)
            if keep != drop:
                for network, name in joined.items():
                    if name == drop:
                        joined[network] = keep
        return joined

    def networks(self, routes: Iterable[int]) -> list[int]:
        """By city: the name of its connected network, which is the number of one of its cities."""
        return connect(self.state.engine.numbers, routes)[0]

    def own_networks(self, team: int) -> list[int]:
        """By city: the name of its connected network, made of the routes of a team."""
        return self._own(team)[0]

    def largest_network(self, team: int) -> int:
        """The total length of the team's largest network: an upper limit for its longest route."""
        return self._own(team)[1]

    def _own(self, team: int) -> tuple[list[int], int]:
        found = self._networks.get(team)
        if found is None:
            found = self._networks[team] = connect(
                self.state.engine.numbers, self.route_numbers(team)
            )
        return found

    def longest_route(self, team: int) -> int:
        """The length of the team's longest continuous route (US-82)."""
        if team not in self._longest:
            from ttrkit.scoring.trails import longest_trail_length

            ends = self.state.engine.numbers.route_ends
            edges = [ends[number] for number in self.route_numbers(team)]
            root = self.own_networks(team)
            networks: dict[int, list[tuple[int, int, int]]] = {}
            for edge in edges:
                networks.setdefault(root[edge[0]], []).append(edge)
            by_length = [(sum([edge[2] for edge in each]), each) for each in networks.values()]
            longest = 0
            for length, network in sorted(by_length, reverse=True):
                if length <= longest:
                    break  # the remaining networks are too short
                longest = max(longest, longest_trail_length(network))
            self._longest[team] = longest
        return self._longest[team]

    def longest_route_path(self, team: int) -> tuple[Route, ...]:
        """One longest continuous route of the team, in travelling order."""
        from ttrkit.scoring.trails import longest_trail

        numbers = self.route_numbers(team)
        ends = self.state.engine.numbers.route_ends
        trail = longest_trail([ends[number] for number in numbers])
        return tuple(self.state.board.routes[numbers[i]] for i in trail)
