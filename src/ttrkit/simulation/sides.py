"""The lines of a report: a bot or a seat, a pair of rivals, a ticket, a route, a failure."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import attrs

from ttrkit.simulation.sums import CONFIDENCE, Blocks, Sums

Row = dict[str, Any]


@attrs.frozen
class Side:
    """The results of one bot at all of its seats, or of one seat with all of its bots.

    A bot that sits at several seats wins a game once if any of them wins it; its points, tickets
    and routes are counted for each seat. Partners have the points of their team. A game that was
    forfeited is won or lost, but nothing else in it is counted.
    """

    name: str
    seats: int  # the number of seats it takes in a game; 0 if that changes
    games: int = 0
    wins: int = 0  # games won, alone or shared
    shared: int = 0  # of these, games that another has won too
    score: Sums = Sums()
    points: Mapping[str, int] = attrs.field(factory=dict)  # all points, by label of the score sheet
    kept: int = 0  # tickets held at the end
    completed: int = 0  # of the tickets kept
    routes: int = 0  # claimed
    won_in_blocks: Blocks = Blocks()  # wins and games
    scored_in_blocks: Blocks = Blocks()  # points and seats played
    failures: Mapping[str, int] = attrs.field(factory=dict)  # games forfeited, by kind of failure

    @property
    def win_rate(self) -> float:
        """The share of games won."""
        return self.wins / self.games if self.games else 0.0

    def interval(self, confidence: float = CONFIDENCE) -> tuple[float, float]:
        """The bounds of the true win rate, with this confidence, from the differences of blocks."""
        return self.won_in_blocks.share(confidence)

    def score_interval(self, confidence: float = CONFIDENCE) -> tuple[float, float]:
        """The bounds of the true mean score, with this confidence, from the same."""
        return self.scored_in_blocks.interval(confidence)

    def each(self, count: int) -> float:
        """The mean of a count over all seats that were played."""
        return count / self.score.count if self.score.count else 0.0

    def mean_points(self) -> dict[str, float]:
        """The mean points of a seat in a game, by label of the score sheet."""
        return {label: self.each(points) for label, points in self.points.items()}

    def __add__(self, other: Side) -> Side:
        return Side(
            self.name,
            self.seats,
            self.games + other.games,
            self.wins + other.wins,
            self.shared + other.shared,
            self.score + other.score,
            _joined(self.points, other.points),
            self.kept + other.kept,
            self.completed + other.completed,
            self.routes + other.routes,
            self.won_in_blocks + other.won_in_blocks,
            self.scored_in_blocks + other.scored_in_blocks,
            dict(sorted(_joined(self.failures, other.failures).items())),
        )

    def row(self, confidence: float) -> Row:
        """The results as a row of a table."""
        low, high = self.interval(confidence)
        score_low, score_high = self.score_interval(confidence)
        return {
            "seats": self.seats,
            "games": self.games,
            "wins": self.wins,
            "shared_wins": self.shared,
            "win_rate": self.win_rate,
            "win_rate_low": low,
            "win_rate_high": high,
            "score_mean": self.score.mean,
            "score_low": score_low,
            "score_high": score_high,
            "score_spread": self.score.spread,
            "score_least": self.score.least,
            "score_most": self.score.most,
            "tickets_kept": self.each(self.kept),
            "tickets_completed": self.each(self.completed),
            "routes": self.each(self.routes),
            "failures": sum(self.failures.values()),
        }


def _joined(mine: Mapping[str, int], theirs: Mapping[str, int]) -> dict[str, int]:
    """The sums of two mappings, by key."""
    keys = dict.fromkeys((*mine, *theirs))
    return {key: mine.get(key, 0) + theirs.get(key, 0) for key in keys}


@attrs.frozen
class Duel:
    """How often one of two rivals came out above the other at one table.

    Rivals are bots, or teams of them. The blocks are dealt out into bundles by their number, so
    that a report stays small; lists are by bundle.
    """

    a: str
    b: str
    halves: tuple[int, ...]  # two for each time that `a` was above `b`, one for each tie
    times: tuple[int, ...]  # the two met


@attrs.frozen
class TicketUse:
    """The number of times that a ticket was kept, completed, and held by a winner."""

    id: str
    a: str
    b: str
    points: int
    kind: str
    kept: int = 0
    completed: int = 0
    won: int = 0

    def __add__(self, other: TicketUse) -> TicketUse:
        return attrs.evolve(
            self,
            kept=self.kept + other.kept,
            completed=self.completed + other.completed,
            won=self.won + other.won,
        )


@attrs.frozen
class RouteUse:
    """The number of times that a route was claimed, and claimed by a winner."""

    id: str
    a: str
    b: str
    colour: str
    length: int
    claimed: int = 0
    won: int = 0

    def __add__(self, other: RouteUse) -> RouteUse:
        return attrs.evolve(self, claimed=self.claimed + other.claimed, won=self.won + other.won)


CRASHED = "crashed"  # an exception
CHEATED = "cheated"  # an action that is not legal
OVERRAN = "overran"  # the time for a move
KINDS_OF_FAILURE = (CRASHED, CHEATED, OVERRAN)


@attrs.frozen(order=True)
class Failure:
    """A bot's failure in a game: which bot, where, when, and what happened."""

    seed: int  # of the simulation
    game: int  # its number
    game_seed: int
    move: int  # the number of the decision in the game, from 1; 0 if the bot could not be made
    bot: str
    seat: int
    kind: str  # crashed, cheated or overran
    what: str  # in words

    def __str__(self) -> str:
        where = f"game {self.game} (seed {self.game_seed})"
        at = f"{where}, move {self.move}" if self.move else where
        return f"{at}: {self.bot} at seat {self.seat} {self.what}"


__all__ = ["Duel", "Failure", "RouteUse", "Side", "TicketUse"]
