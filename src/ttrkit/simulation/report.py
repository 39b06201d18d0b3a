"""`Report`: the results of many games, with sums of wins, points, tickets and routes.

All sums are whole numbers, so the order in which games are added does not matter.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from math import sqrt
from typing import Any

import attrs

from ttrkit._notebook import Tabled
from ttrkit._text import counted, did_you_mean, listed, short

FORMAT = "ttrkit report"
VERSION = 1
CONFIDENCE = 0.95
KINDS = ("bots", "seats", "points", "tickets", "routes")

Row = dict[str, Any]


def wilson(hits: int, tries: int, confidence: float = CONFIDENCE) -> tuple[float, float]:
    """The bounds of the true share, with this confidence (Wilson's score interval)."""
    if not 0 < confidence < 1:
        raise ValueError(f"a confidence lies between 0 and 1, not {confidence!r}")
    if not tries:
        return 0.0, 1.0
    from statistics import NormalDist

    z = NormalDist().inv_cdf((1 + confidence) / 2)
    share = hits / tries
    centre = share + z * z / (2 * tries)
    margin = z * sqrt(share * (1 - share) / tries + z * z / (4 * tries * tries))
    whole = 1 + z * z / tries
    low = 0.0 if not hits else max(0.0, (centre - margin) / whole)
    high = 1.0 if hits == tries else min(1.0, (centre + margin) / whole)
    return low, high


@attrs.frozen
class Sums:
    """The count, sum, sum of squares, least and greatest of a series of whole numbers."""

    count: int = 0
    total: int = 0
    squares: int = 0
    least: int | None = None
    most: int | None = None

    @classmethod
    def of(cls, *numbers: int) -> Sums:
        """The sums of these numbers."""
        if not numbers:
            return cls()
        squares = sum(number * number for number in numbers)
        return cls(len(numbers), sum(numbers), squares, min(numbers), max(numbers))

    @property
    def mean(self) -> float:
        """The mean; 0 if there are no numbers."""
        return self.total / self.count if self.count else 0.0

    @property
    def spread(self) -> float:
        """The standard deviation; 0 if there are fewer than two numbers."""
        if self.count < 2:
            return 0.0
        # In whole numbers until the division, so that large numbers lose no precision.
        scaled = self.count * self.squares - self.total * self.total
        return sqrt(scaled / (self.count * (self.count - 1)))

    def __add__(self, other: Sums) -> Sums:
        if not self.count or not other.count:
            return other if other.count else self
        assert self.least is not None
        assert self.most is not None
        assert other.least is not None
        assert other.most is not None
        return Sums(
            self.count + other.count,
            self.total + other.total,
            self.squares + other.squares,
            min(self.least, other.least),
            max(self.most, other.most),
        )


@attrs.frozen
class Side:
    """The results of one bot at all of its seats, or of one seat with all of its bots.

    A bot that sits at several seats wins a game once if any of them wins it; its points, tickets
    and routes are counted for each seat. Partners have the points of their team.
    """

    name: str
    seats: int  # the number of seats it takes in a game
    games: int = 0
    wins: int = 0  # games won, alone or shared
    shared: int = 0  # of these, games that another has won too
    score: Sums = Sums()
    points: Mapping[str, int] = attrs.field(factory=dict)  # all points, by label of the score sheet
    kept: int = 0  # tickets held at the end
    completed: int = 0  # of the tickets kept
    routes: int = 0  # claimed

    @property
    def win_rate(self) -> float:
        """The share of games won."""
        return self.wins / self.games if self.games else 0.0

    def interval(self, confidence: float = CONFIDENCE) -> tuple[float, float]:
        """The bounds of the true win rate, with this confidence."""
        return wilson(self.wins, self.games, confidence)

    def each(self, count: int) -> float:
        """The mean of a count over all seats that were played."""
        return count / self.score.count if self.score.count else 0.0

    def mean_points(self) -> dict[str, float]:
        """The mean points of a seat in a game, by label of the score sheet."""
        return {label: self.each(points) for label, points in self.points.items()}

    def __add__(self, other: Side) -> Side:
        labels = dict.fromkeys((*self.points, *other.points))
        return Side(
            self.name,
            self.seats,
            self.games + other.games,
            self.wins + other.wins,
            self.shared + other.shared,
            self.score + other.score,
            {label: self.points.get(label, 0) + other.points.get(label, 0) for label in labels},
            self.kept + other.kept,
            self.completed + other.completed,
            self.routes + other.routes,
        )

    def row(self, confidence: float) -> Row:
        """The results as a row of a table."""
        low, high = self.interval(confidence)
        return {
            "seats": self.seats,
            "games": self.games,
            "wins": self.wins,
            "shared_wins": self.shared,
            "win_rate": self.win_rate,
            "win_rate_low": low,
            "win_rate_high": high,
            "score_mean": self.score.mean,
            "score_spread": self.score.spread,
            "score_least": self.score.least,
            "score_most": self.score.most,
            "tickets_kept": self.each(self.kept),
            "tickets_completed": self.each(self.completed),
            "routes": self.each(self.routes),
        }


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


@attrs.frozen(repr=False)
class Report(Tabled):
    """The results of a simulation. Reports on the same variant and bots can be added.

    Games that reached the turn limit are counted in `unfinished`, and nowhere else.
    """

    variant: str
    board: str  # the digest of the board
    rules: int  # the version of the rules
    players: tuple[str, ...]  # the bots, one a seat; they change places from game to game
    seeds: tuple[int, ...]  # one for each simulation in it
    planned: int  # games that were asked for
    games: int  # games played to their end
    unfinished: int  # games that reached the turn limit
    turns: Sums  # of a game
    bots: tuple[Side, ...]
    seats: tuple[Side, ...]  # in the order of play
    tickets: tuple[TicketUse, ...]  # in the order of the board file
    routes: tuple[RouteUse, ...]

    @property
    def is_complete(self) -> bool:
        """Whether all games asked for were played; False if the simulation was stopped."""
        return self.games + self.unfinished == self.planned

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
                    "kept_rate": rate(ticket.kept, self.games),
                    "completed_rate": rate(ticket.completed, ticket.kept),
                    "won_rate": rate(ticket.won, ticket.kept),
                }
                for ticket in self.tickets
            ]
        if what == "routes":
            return [
                {
                    **attrs.asdict(route),
                    "claimed_rate": rate(route.claimed, self.games),
                    "won_rate": rate(route.won, route.claimed),
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
        )

    def __radd__(self, other: object) -> Report:
        """Return the report itself for 0, so that `sum(reports)` works."""
        return self if other == 0 else NotImplemented

    # To and from JSON ----------------------------------------------------------------------

    def to_json(self) -> str:
        """The report as JSON text."""
        import json

        fields = {"format": FORMAT, "version": VERSION, **attrs.asdict(self)}
        return json.dumps(fields, ensure_ascii=False, indent=1)

    @classmethod
    def from_json(cls, text: str | bytes) -> Report:
        """The report that was written by `to_json`; ValueError says what does not fit."""
        import json

        fields = json.loads(text)
        if not isinstance(fields, dict) or fields.pop("format", None) != FORMAT:
            raise ValueError(f'not a report: its "format" should be "{FORMAT}"')
        version = fields.pop("version", None)
        if version != VERSION:
            raise ValueError(f"version {short(version)} of the format is not {VERSION}")
        return _structured(fields)

    # In words ------------------------------------------------------------------------------

    def __str__(self) -> str:
        lines = [f"{self.variant}, {counted(len(self.players), 'player')}: {self.count_in_words()}"]
        for bot in sorted(self.bots, key=lambda bot: -bot.win_rate):
            low, high = bot.interval()
            lines.append(
                f"  {bot.name}: won {bot.win_rate:.1%} ({low:.1%} to {high:.1%}), "
                f"{bot.score.mean:.1f} ± {bot.score.spread:.1f} points"
            )
        return "\n".join(lines)

    def count_in_words(self) -> str:
        """The number of games in words, and the numbers of unfinished and missing ones."""
        words = counted(self.games, "game")
        if self.unfinished:
            words += f", {self.unfinished} more reached the turn limit"
        if not self.is_complete:
            words += f"; stopped before the {self.planned} that were asked for"
        return words

    def __repr__(self) -> str:
        return f"<Report on {self.variant}, {', '.join(self.players)}: {self.count_in_words()}>"


def rate(hits: int, tries: int) -> float:
    """The share of `hits` in `tries`; 0 if there are no tries."""
    return hits / tries if tries else 0.0


def drop(row: Row, name: str) -> Row:
    """A row without one of its columns."""
    return {key: value for key, value in row.items() if key != name}


def _added(mine: Iterable[Any], theirs: Iterable[Any]) -> tuple[Any, ...]:
    """The sums of two lists of counts, pair by pair."""
    return tuple([a + b for a, b in zip(mine, theirs, strict=True)])


def _structured(fields: dict[str, Any]) -> Report:
    """A report from its fields; ValueError if one is missing or unknown."""
    import cattrs
    from cattrs.errors import BaseValidationError

    converter = cattrs.Converter(forbid_extra_keys=True, prefer_attrib_converters=False)
    for kind in (int, str):
        converter.register_structure_hook(kind, _exactly)
    try:
        return converter.structure(fields, Report)
    except BaseValidationError as error:
        faults = cattrs.transform_error(error, path="report")
        raise ValueError(f"not a report: {'; '.join(faults[:5])}") from None


def _exactly(value: Any, kind: Any) -> Any:
    """The value, if it is of exactly this kind: nothing is converted."""
    if type(value) is not kind:
        raise ValueError(f"{short(value)} is no {kind.__name__}")
    return value


__all__ = ["Report", "RouteUse", "Side", "Sums", "TicketUse", "wilson"]
