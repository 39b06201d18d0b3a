"""`Report`: the results of many games, with sums of wins, points, tickets and routes.

All sums are whole numbers, so the order in which games are added does not matter.
"""

from __future__ import annotations

from collections.abc import Iterable
from heapq import nsmallest
from itertools import zip_longest
from typing import TYPE_CHECKING, Any

import attrs

from ttrkit._notebook import Tabled
from ttrkit._text import counted, did_you_mean, listed, short
from ttrkit.simulation.keeping import Kept
from ttrkit.simulation.sides import Duel, Failure, RouteUse, Row, Side, TicketUse
from ttrkit.simulation.sums import CONFIDENCE, Sums

if TYPE_CHECKING:
    from ttrkit.simulation.ratings import Ratings

KINDS = ("bots", "seats", "points", "tickets", "routes")
MOST_FAILURES = 20  # kept in full; all are counted


@attrs.frozen(repr=False)
class Report(Tabled, Kept):
    """The results of a simulation. Reports on the same variant and bots can be added.

    Games that reached the turn limit are counted in `unfinished`, and nowhere else. Games that a
    bot has forfeited are won by all the others; their points, tickets and routes do not count.
    """

    variant: str
    board: str  # the digest of the board
    rules: int  # the version of the rules
    players: tuple[str, ...]  # the bots that took turns at the seats
    seeds: tuple[int, ...]  # one for each simulation in it
    planned: int  # games that were asked for
    games: int  # games played to their end
    unfinished: int  # games that reached the turn limit
    turns: Sums  # of a game
    bots: tuple[Side, ...]
    seats: tuple[Side, ...]  # in the order of play
    tickets: tuple[TicketUse, ...]  # in the order of the board file
    routes: tuple[RouteUse, ...]
    blocks: int = 0  # of games that share their cards and tickets
    forfeited: int = 0  # games that ended because a bot failed
    failures: tuple[Failure, ...] = ()  # the first of them
    duels: tuple[Duel, ...] = ()  # of all bots or teams that met

    @property
    def is_complete(self) -> bool:
        """Whether all games asked for were played; False if the simulation was stopped."""
        return self.played == self.planned

    @property
    def played(self) -> int:
        """The number of games that were begun and did not go wrong for lack of a worker."""
        return self.games + self.forfeited + self.unfinished

    def bot(self, name: str) -> Side:
        """The results of the bot of this name."""
        names = [bot.name for bot in self.bots]
        if name not in names:
            there = listed(names)
            raise LookupError(f'no bot "{name}"{did_you_mean(name, names)}; there are {there}')
        return self.bots[names.index(name)]

    def rows(self, what: str = "bots", *, confidence: float = CONFIDENCE) -> list[Row]:
        """The bots, seats, points, tickets or routes as a list of dicts, for a data frame."""
        if what == "bots":
            return [{"bot": side.name, **side.row(confidence)} for side in self.bots]
        if what == "seats":
            return [
                {"seat": n, **drop(side.row(confidence), "seats")}
                for n, side in enumerate(self.seats)
            ]
        if what == "points":
            return [
                {"bot": side.name, "label": label, "points_mean": points}
                for side in self.bots
                for label, points in side.mean_points().items()
            ]
        if what == "tickets":
            return [
                {
                    **attrs.asdict(ticket),
                    "kept_rate": ratio(ticket.kept, self.games),
                    "completed_rate": ratio(ticket.completed, ticket.kept),
                    "won_rate": ratio(ticket.won, ticket.kept),
                }
                for ticket in self.tickets
            ]
        if what == "routes":
            return [
                {
                    **attrs.asdict(route),
                    "claimed_rate": ratio(route.claimed, self.games),
                    "won_rate": ratio(route.won, route.claimed),
                }
                for route in self.routes
            ]
        hint = did_you_mean(str(what), KINDS)
        raise ValueError(f"no rows of {short(what)}{hint}; there are {listed(KINDS)}")

    # Adding up -----------------------------------------------------------------------------

    def __add__(self, other: object) -> Report:
        if not isinstance(other, Report):
            return NotImplemented
        for what in ("variant", "board", "rules", "players"):
            mine, theirs = getattr(self, what), getattr(other, what)
            if mine != theirs:
                raise ValueError(f"reports add up if their {what} agree: {mine!r} and {theirs!r}")
        return attrs.evolve(
            self,
            seeds=self.seeds + other.seeds,
            planned=self.planned + other.planned,
            games=self.games + other.games,
            unfinished=self.unfinished + other.unfinished,
            turns=self.turns + other.turns,
            bots=_added(self.bots, other.bots),
            seats=_added(self.seats, other.seats),
            tickets=_added(self.tickets, other.tickets),
            routes=_added(self.routes, other.routes),
            blocks=self.blocks + other.blocks,
            forfeited=self.forfeited + other.forfeited,
            failures=first_failures((*self.failures, *other.failures)),
            duels=joined_duels(self.duels, other.duels),
        )

    def __radd__(self, other: object) -> Report:
        """Return the report itself for 0, so that `sum(reports)` works."""
        return self if other == 0 else NotImplemented

    # Ratings -------------------------------------------------------------------------------

    def rating(
        self, pin: str | None = None, *, at: float = 0.0, samples: int = 200, seed: int = 0
    ) -> Ratings:
        """The Elo ratings of the bots, or of the teams that they formed.

        Args:
            pin: The bot or team whose rating is `at`; by default "random" if it took part, else
                the first.
            at: The rating of that one.
            samples: The number of samples that the intervals come from.
            seed: A whole number that the samples are derived from.
        """
        from ttrkit.simulation.ratings import ratings_of

        return ratings_of(self, pin=pin, at=at, samples=samples, seed=seed)

    # In words ------------------------------------------------------------------------------

    def __str__(self) -> str:
        lines = [f"{self.variant}, {counted(len(self.seats), 'player')}: {self.count_in_words()}"]
        for bot in sorted(self.bots, key=lambda bot: -bot.win_rate):
            low, high = bot.interval()
            points = f", {bot.score.mean:.1f} ± {bot.score.spread:.1f} points"
            lines.append(
                f"  {bot.name}: won {bot.win_rate:.1%} ({low:.1%} to {high:.1%})"
                f"{points * (bot.score.count > 0)}{_forfeits(bot)}"
            )
        return "\n".join(lines)

    def count_in_words(self) -> str:
        """The number of games in words, and the numbers of unfinished and missing ones."""
        words = counted(self.games, "game")
        if self.forfeited:
            words += f" and {self.forfeited} forfeited"
        if self.blocks and self.blocks < self.games + self.forfeited:
            words += f" in {counted(self.blocks, 'block')}"
        if self.unfinished:
            words += f", {self.unfinished} more reached the turn limit"
        if not self.is_complete:
            words += f"; stopped before the {self.planned} that were asked for"
        return words

    def __repr__(self) -> str:
        return f"<Report on {self.variant}, {', '.join(self.players)}: {self.count_in_words()}>"


def ratio(hits: int, tries: int) -> float:
    """The share of `hits` in `tries`; 0 if there are no tries."""
    return hits / tries if tries else 0.0


def drop(row: Row, name: str) -> Row:
    """A row without one of its columns."""
    return {key: value for key, value in row.items() if key != name}


def _forfeits(bot: Side) -> str:
    """The number of games that a bot has forfeited, in words; nothing if there are none."""
    total = sum(bot.failures.values())
    kinds = ", ".join(f"{kind} {count}" for kind, count in sorted(bot.failures.items()))
    return f"; forfeited {counted(total, 'game')} ({kinds})" if total else ""


def first_failures(failures: Iterable[Failure]) -> tuple[Failure, ...]:
    """The failures that a report keeps: those of the first games."""
    return tuple(nsmallest(MOST_FAILURES, failures))


def joined_duels(mine: Iterable[Duel], theirs: Iterable[Duel]) -> tuple[Duel, ...]:
    """The sums of two lists of duels, by pair and bundle, in the order of the names."""
    found: dict[tuple[str, str], Duel] = {}
    for duel in (*mine, *theirs):
        pair = duel.a, duel.b
        known = found.get(pair, Duel(*pair, (), ()))
        halves = _longer(known.halves, duel.halves)
        found[pair] = Duel(*pair, halves, _longer(known.times, duel.times))
    return tuple(found[pair] for pair in sorted(found))


def _longer(mine: tuple[int, ...], theirs: tuple[int, ...]) -> tuple[int, ...]:
    """The sums of two lists, number by number; the shorter one goes on with zeros."""
    return tuple(a + b for a, b in zip_longest(mine, theirs, fillvalue=0))


def _added(mine: Iterable[Any], theirs: Iterable[Any]) -> tuple[Any, ...]:
    """The sums of two lists of counts, pair by pair."""
    return tuple([a + b for a, b in zip(mine, theirs, strict=True)])


__all__ = ["Report"]
