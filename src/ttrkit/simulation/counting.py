"""The counting of games, one by one and block by block, for a report."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import TYPE_CHECKING

import attrs

from ttrkit.simulation.report import Report, first_failures
from ttrkit.simulation.sides import Duel, Failure, RouteUse, Side, TicketUse
from ttrkit.simulation.sums import Blocks, Sums

if TYPE_CHECKING:
    from ttrkit.scoring import Result, Tally
    from ttrkit.simulation.refereeing import Played
    from ttrkit.simulation.worker import Job

BUNDLES = 64  # the number of bundles that blocks are dealt out into: see `Duel`


def blank_report(job: Job) -> Report:
    """A report on no games, to start counting from."""
    variant = job.variant
    board = variant.board
    bots = tuple(entrant.name for entrant in job.entrants)
    seats = len(job.plan.place(0)[1])
    players = bots if job.table is None else tuple(bots[who] for who in job.table)
    nothing = dict.fromkeys(variant.engine.labels, 0)
    return Report(
        variant=variant.name,
        board=board.digest,
        rules=variant.rules_version,
        players=players,
        seeds=(),
        planned=0,
        games=0,
        unfinished=0,
        turns=Sums(),
        bots=tuple(
            Side(n, 0 if job.table is None else players.count(n), points=nothing) for n in bots
        ),
        seats=tuple(Side(f"seat {n}", 1, points=nothing) for n in range(seats)),
        tickets=tuple(TicketUse(t.id, t.a, t.destination, t.points, t.kind) for t in board.tickets),
        routes=tuple(RouteUse(r.id, r.a, r.b, str(r.colour), r.length) for r in board.routes),
    )


@attrs.frozen
class BlockResult:
    """The results of one block by themselves."""

    number: int
    bots: tuple[tuple[str, int, int, int, int], ...]
    """By bot: its name; two for each win alone, one for each shared; games; points; seats."""
    duels: tuple[tuple[str, str, int, int], ...]
    """By pair: both names; two for each time that the first was above, one for a tie; times."""


class _Tab:
    """The counts of one bot or seat, which grow game by game."""

    def __init__(self, labels: Mapping[str, int]) -> None:
        self.games = self.wins = self.shared = 0
        self.count = self.total = self.squares = 0
        self.least: int | None = None
        self.most: int | None = None
        self.labels = dict(labels)
        self.kept = self.completed = self.routes = 0
        self.failures: dict[str, int] = {}
        self.block = [0, 0, 0, 0, 0]  # games, wins, half wins, seats, points
        self.won: list[tuple[int, int]] = []  # block by block: wins, games
        self.scored: list[tuple[int, int]] = []  # points, seats

    def end_game(self, wins: bool, shares: bool) -> None:
        """Count a game that has ended."""
        self.games += 1
        self.wins += wins
        self.shared += wins and shares
        block = self.block
        block[0] += 1
        if wins:
            block[1] += 1
            block[2] += 1 if shares else 2

    def score(self, points: int, sheet: Mapping[str, int]) -> None:
        """Count the points of a seat."""
        self.count += 1
        self.total += points
        self.squares += points * points
        if self.least is None or points < self.least:
            self.least = points
        if self.most is None or points > self.most:
            self.most = points
        labels = self.labels
        for label, part in sheet.items():
            labels[label] = labels.get(label, 0) + part
        self.block[3] += 1
        self.block[4] += points

    def end_block(self) -> tuple[int, int, int, int]:
        """Put the block away; its half wins, games, points and seats."""
        games, wins, halves, seats, points = self.block
        if games:
            self.won.append((wins, games))
        if seats:
            self.scored.append((points, seats))
        self.block = [0, 0, 0, 0, 0]
        return halves, games, points, seats

    def side(self, blank: Side) -> Side:
        """The counts as a line of a report."""
        return attrs.evolve(
            blank,
            games=self.games,
            wins=self.wins,
            shared=self.shared,
            score=Sums(self.count, self.total, self.squares, self.least, self.most),
            points=self.labels,
            kept=self.kept,
            completed=self.completed,
            routes=self.routes,
            won_in_blocks=Blocks.of(self.won),
            scored_in_blocks=Blocks.of(self.scored),
            failures=dict(sorted(self.failures.items())),
        )


class Count:
    """The counts of the games so far, to make a report of; whole blocks, one after another."""

    def __init__(self, job: Job) -> None:
        self._blank = blank = blank_report(job)
        self._names = [entrant.name for entrant in job.entrants]
        self._seed = job.seed
        self._games = self._unfinished = self._forfeited = self._blocks = 0
        self._turns = Sums()
        self._bots = {side.name: _Tab(side.points) for side in blank.bots}
        self._seats = [_Tab(side.points) for side in blank.seats]
        self._tickets = {use.id: [0, 0, 0] for use in blank.tickets}  # kept, completed, won
        self._routes = {use.id: [0, 0] for use in blank.routes}  # claimed, won
        self._failures: list[Failure] = []
        self._block = -1
        self._met: dict[tuple[str, str], tuple[int, int]] = {}  # in this block: halves, times
        self._bundles: dict[tuple[str, str], tuple[list[int], list[int]]] = {}
        self._keeps_blocks = job.keeps_blocks
        self.blocks: list[BlockResult] = []

    def add(self, played: Played) -> None:
        """Count a game."""
        if played.block != self._block:
            self._end_block()
            self._block = played.block
        names = [self._names[who] for who in played.seated]
        if played.failure is not None:
            self._forfeit(played, names, played.failure)
            return
        game = played.game
        result = game.result()
        if not result.is_final:
            self._unfinished += 1
            return
        self._games += 1
        self._turns += Sums.of(played.turns)
        tally = game.tally()
        teams = [team.seats for team in game.teams]
        self._count_wins(names, teams, result.winners)
        self._count_duels(names, teams, _standing(result))
        self._count_points(names, teams, result, tally)
        for seat, view in enumerate(game.seats):
            self._count_routes(names[seat], seat, [route.id for route in view.routes],
                               view.team in result.winners)  # fmt: skip

    def _forfeit(self, played: Played, names: list[str], failure: Failure) -> None:
        """Count a game that all but one team have won, because a bot of that team failed."""
        self._forfeited += 1
        self._failures.append(failure)
        kinds = self._bots[failure.bot].failures
        kinds[failure.kind] = kinds.get(failure.kind, 0) + 1
        teams = [team.seats for team in played.game.teams]
        stays = [failure.seat not in seats for seats in teams]
        self._count_wins(names, teams, [team for team, is_in in enumerate(stays) if is_in])
        self._count_duels(names, teams, [(int(is_in), 0) for is_in in stays])

    def _count_wins(
        self, names: list[str], teams: list[tuple[int, ...]], winners: Sequence[int]
    ) -> None:
        """Count who has won; a bot with several seats wins once, and shares if another wins too."""
        won_by = [{names[seat] for seat in teams[team]} for team in winners]
        for name in dict.fromkeys(names):
            wins = [name in team for team in won_by]
            has_won = any(wins)
            self._bots[name].end_game(has_won, has_won and not all(wins))
        for team, seats in enumerate(teams):
            for seat in seats:
                self._seats[seat].end_game(team in winners, len(winners) > 1)

    def _count_duels(
        self, names: list[str], teams: list[tuple[int, ...]], standing: Sequence[tuple[int, int]]
    ) -> None:
        """Count every pair of teams: who stands above whom."""
        rivals = [rival(names[seat] for seat in seats) for seats in teams]
        for one, a in enumerate(rivals):
            for two in range(one + 1, len(rivals)):
                b = rivals[two]
                if a == b:
                    continue
                halves = 1 + (standing[one] > standing[two]) - (standing[one] < standing[two])
                pair = (a, b) if a < b else (b, a)
                before, times = self._met.get(pair, (0, 0))
                self._met[pair] = (before + (halves if a < b else 2 - halves), times + 1)

    def _count_points(
        self, names: list[str], teams: list[tuple[int, ...]], result: Result, tally: Tally
    ) -> None:
        """Count points and tickets: of teams for each of their seats, and by ticket."""
        tickets = tally.state.board.tickets
        for team, seats in enumerate(teams):
            kept = tally.ticket_numbers(team)
            completed = tally.tickets(team).completed
            has_won = team in result.winners
            for seat in seats:
                for tab in (self._bots[names[seat]], self._seats[seat]):
                    tab.score(result.totals[team], result.sheets[team])
                    tab.kept += len(kept)
                    tab.completed += len(completed)
            for number in kept:
                use = self._tickets[tickets[number].id]
                use[0] += 1
                use[2] += has_won
            for ticket in completed:
                self._tickets[ticket.id][1] += 1

    def _count_routes(self, name: str, seat: int, routes: Sequence[str], has_won: bool) -> None:
        self._bots[name].routes += len(routes)
        self._seats[seat].routes += len(routes)
        for route in routes:
            use = self._routes[route]
            use[0] += 1
            use[1] += has_won

    def _end_block(self) -> None:
        """Put the block away that has just ended."""
        bots = {name: tab.end_block() for name, tab in self._bots.items()}
        for tab in self._seats:
            tab.end_block()
        if not any(games for _, games, _, _ in bots.values()):
            return
        self._blocks += 1
        bundle = (self._seed + self._block) % BUNDLES
        for pair, (halves, times) in self._met.items():
            rows = self._bundles.setdefault(pair, ([], []))
            for row, number in zip(rows, (halves, times), strict=True):
                row.extend([0] * (bundle + 1 - len(row)))
                row[bundle] += number
        if self._keeps_blocks:
            duels = tuple((a, b, *met) for (a, b), met in sorted(self._met.items()))
            sides = tuple((name, *counts) for name, counts in bots.items() if counts[1])
            self.blocks.append(BlockResult(self._block, sides, duels))
        self._met = {}

    def report(self) -> Report:
        """The report on all games counted."""
        self._end_block()
        blank = self._blank
        duels = [Duel(*pair, *map(tuple, rows)) for pair, rows in sorted(self._bundles.items())]
        return attrs.evolve(
            blank,
            games=self._games,
            unfinished=self._unfinished,
            turns=self._turns,
            bots=tuple(self._bots[side.name].side(side) for side in blank.bots),
            seats=tuple(tab.side(side) for tab, side in zip(self._seats, blank.seats, strict=True)),
            tickets=tuple(
                attrs.evolve(use, kept=n[0], completed=n[1], won=n[2])
                for use, n in zip(blank.tickets, self._tickets.values(), strict=True)
            ),
            routes=tuple(
                attrs.evolve(use, claimed=n[0], won=n[1])
                for use, n in zip(blank.routes, self._routes.values(), strict=True)
            ),
            blocks=self._blocks,
            forfeited=self._forfeited,
            failures=first_failures(self._failures),
            duels=tuple(duels),
        )


def rival(names: Iterable[str]) -> str:
    """The name of a team: that of its bot, or those of its bots."""
    bots = sorted(names)
    return bots[0] if bots[0] == bots[-1] else " + ".join(bots)


def _standing(result: Result) -> list[tuple[int, int]]:
    """Numbers to compare teams by: their points; of equals, those that have won are above."""
    return [(total, team in result.winners) for team, total in enumerate(result.totals)]
