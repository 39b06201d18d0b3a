"""The counting of games, one by one, for a report."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

import attrs

from ttrkit.simulation.report import Report, RouteUse, Side, Sums, TicketUse

if TYPE_CHECKING:
    from ttrkit.game import Game, SeatView
    from ttrkit.scoring import Result, Tally
    from ttrkit.simulation.worker import Job


def blank_report(job: Job) -> Report:
    """A report on no games, to start counting from."""
    variant = job.variant
    board = variant.board
    names = tuple(entrant.name for entrant in job.entrants)
    nothing = dict.fromkeys(variant.engine.labels, 0)
    return Report(
        variant=variant.name,
        board=board.digest,
        rules=variant.rules_version,
        players=names,
        seeds=(),
        planned=0,
        games=0,
        unfinished=0,
        turns=Sums(),
        bots=tuple(Side(n, names.count(n), points=nothing) for n in dict.fromkeys(names)),
        seats=tuple(Side(f"seat {n}", 1, points=nothing) for n in range(len(names))),
        tickets=tuple(TicketUse(t.id, t.a, t.destination, t.points, t.kind) for t in board.tickets),
        routes=tuple(RouteUse(r.id, r.a, r.b, str(r.colour), r.length) for r in board.routes),
    )


class Count:
    """The counts of the games so far, to make a report of."""

    def __init__(self, blank: Report) -> None:
        self._blank = blank
        self._games = self._unfinished = 0
        self._turns = Sums()
        self._bots = {side.name: side for side in blank.bots}
        self._seats = list(blank.seats)
        self._tickets = {use.id: [0, 0, 0] for use in blank.tickets}  # kept, completed, won
        self._routes = {use.id: [0, 0] for use in blank.routes}  # claimed, won

    def add(self, game: Game, turns: int, seated: Sequence[int]) -> None:
        """Count a game; `seated` gives the number of the player at every seat."""
        result = game.result()
        if not result.is_final:
            self._unfinished += 1
            return
        self._games += 1
        self._turns += Sums.of(turns)
        tally = game.tally()
        names = [self._blank.players[who] for who in seated]
        won_by = [{names[seat] for seat in game.teams[team].seats} for team in result.winners]
        for name in dict.fromkeys(names):
            wins = [name in team for team in won_by]
            won = Side(name, 1, 1, any(wins), any(wins) and not all(wins))
            self._bots[name] += won
        for seat, view in enumerate(game.seats):
            has_won = view.team in result.winners
            side = self._side(result, tally, view)
            self._bots[names[seat]] += side
            shared = has_won and len(won_by) > 1
            self._seats[seat] += attrs.evolve(side, games=1, wins=has_won, shared=shared)
            for route in view.routes:
                use = self._routes[route.id]
                use[0] += 1
                use[1] += has_won
        for team in tally.teams:
            self._count_tickets(tally, team, team in result.winners)

    @staticmethod
    def _side(result: Result, tally: Tally, seat: SeatView) -> Side:
        """The results of a seat, apart from wins."""
        team = seat.team
        return Side(
            "",
            1,
            score=Sums.of(result.totals[team]),
            points=result.sheets[team],
            kept=len(tally.ticket_numbers(team)),
            completed=len(tally.tickets(team).completed),
            routes=len(seat.routes),
        )

    def _count_tickets(self, tally: Tally, team: int, has_won: bool) -> None:
        tickets = tally.state.board.tickets
        for number in tally.ticket_numbers(team):
            use = self._tickets[tickets[number].id]
            use[0] += 1
            use[2] += has_won
        for ticket in tally.tickets(team).completed:
            self._tickets[ticket.id][1] += 1

    def report(self) -> Report:
        """The report on all games counted."""
        blank = self._blank
        return attrs.evolve(
            blank,
            games=self._games,
            unfinished=self._unfinished,
            turns=self._turns,
            bots=tuple(self._bots[side.name] for side in blank.bots),
            seats=tuple(self._seats),
            tickets=tuple(
                attrs.evolve(use, kept=n[0], completed=n[1], won=n[2])
                for use, n in zip(blank.tickets, self._tickets.values(), strict=True)
            ),
            routes=tuple(
                attrs.evolve(use, claimed=n[0], won=n[1])
                for use, n in zip(blank.routes, self._routes.values(), strict=True)
            ),
        )
