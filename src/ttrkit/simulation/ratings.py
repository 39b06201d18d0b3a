"""`Ratings`: the Elo ratings of a pool of bots or teams, with intervals."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from math import isfinite
from typing import TYPE_CHECKING, Any

import attrs

from ttrkit._notebook import Tabled
from ttrkit._text import checked_whole, counted, did_you_mean, listed, short
from ttrkit.events import checked_seed
from ttrkit.simulation.elo import Meetings, elo, interval, samples_of
from ttrkit.simulation.entrants import derived

if TYPE_CHECKING:
    from ttrkit.simulation.report import Report

SAMPLES = 200
CONFIDENCE = 0.95
LEAST_SAMPLES, MOST_SAMPLES = 20, 10_000
USUAL_PIN = "random"  # rated 0 if nothing else is asked for

Unit = Iterable[tuple[str, str, int, int]]
"""Results that belong together, by pair: names, halves of the first one, times that they met."""


@attrs.frozen
class Rating:
    """The rating of a bot or a team, and the results that it comes from."""

    name: str
    elo: float
    low: float  # the bounds of the true rating, with 95 % confidence
    high: float
    times: int  # it met a rival at a table
    share: float  # of these, those in which it came out above; a tie is a half


@attrs.frozen(repr=False)
class Ratings(Tabled):
    """Elo ratings, the best first.

    The rating of `pinned` is fixed, all others are relative to it: 400 points more mean that one
    comes out above the other ten times out of eleven.
    """

    variant: str
    players: int
    pinned: str
    ratings: tuple[Rating, ...]
    report: Report  # on the games that they come from

    def rating(self, name: str) -> Rating:
        """The rating of the bot or team of this name."""
        return _found(name, self.ratings)

    def rows(self) -> list[dict[str, Any]]:
        """The ratings as a list of dicts, for a data frame."""
        return [attrs.asdict(rating) for rating in self.ratings]

    def count_in_words(self) -> str:
        """The number of games in words."""
        return self.report.count_in_words()

    def as_table(self) -> tuple[str, list[str], list[list[str]]]:
        """A caption, the heads of the columns, and the rows, for people to read."""
        caption = f"{self.variant}, {counted(self.players, 'player')}: {self.count_in_words()}"
        head = ["bot", "Elo", "95 % sure", "met", "above"]
        return caption, head, [
            [
                each.name,
                f"{each.elo:.0f}",
                "pinned" if each.name == self.pinned else f"{each.low:.0f} to {each.high:.0f}",
                str(each.times),
                f"{each.share:.1%}",
            ]
            for each in self.ratings
        ]  # fmt: skip

    def __str__(self) -> str:
        caption, _, rows = self.as_table()
        return "\n".join([
            caption,
            *(f"  {name}: {points} ({bounds})" for name, points, bounds, _, _ in rows),
        ])  # fmt: skip

    def __repr__(self) -> str:
        names = ", ".join(each.name for each in self.ratings)
        return f"<Ratings on {self.variant}, {names}: {self.count_in_words()}>"


def _found(name: str, ratings: Sequence[Rating]) -> Rating:
    for rating in ratings:
        if rating.name == name:
            return rating
    names = [rating.name for rating in ratings]
    raise LookupError(
        f'no rating of "{name}"{did_you_mean(str(name), names)}; there are {listed(names)}'
    )


def checked_ratings(at: Any, samples: object, seed: object) -> tuple[float, int, int]:
    """The settings of ratings; TypeError or ValueError says what is wrong."""
    if isinstance(at, bool) or not isinstance(at, int | float):
        raise TypeError(f"at: the rating of the pinned bot is wanted, a number, not {short(at)}")
    if not isfinite(at):
        raise ValueError(f"at: the rating of the pinned bot is wanted, a number, not {short(at)}")
    samples = checked_whole(samples, "samples", LEAST_SAMPLES, MOST_SAMPLES)
    return float(at), samples, checked_seed(seed)


def checked_pin(pin: object, names: Sequence[str]) -> str:
    """The name of the one whose rating is fixed; LookupError if there is none of this name."""
    if pin is None:
        return USUAL_PIN if USUAL_PIN in names else names[0]
    if type(pin) is not str:
        raise TypeError(f"pin: the name of a bot is wanted, not {short(pin)}")
    if pin not in names:
        there = listed(names)
        raise LookupError(f'pin: no bot "{pin}"{did_you_mean(pin, names)}; there are {there}')
    return pin


def ratings_of(
    report: Report,
    units: Iterable[Unit] | None = None,
    *,
    pin: str | None = None,
    at: float = 0.0,
    samples: int = SAMPLES,
    seed: int = 0,
) -> Ratings:
    """The ratings from the units of a report: its blocks if they are given, else its bundles."""
    at, samples, seed = checked_ratings(at, samples, seed)
    units = _bundles(report) if units is None else [list(unit) for unit in units]
    names = _rivals(report, units)
    if len(names) < 2:
        raise ValueError("a rating needs two different bots that have met in a game")
    pin = checked_pin(pin, names)
    numbers = {name: number for number, name in enumerate(names)}
    meetings: list[Meetings] = [
        {(numbers[a], numbers[b]): (halves, times) for a, b, halves, times in unit}
        for unit in units
    ]
    best = elo(len(names), meetings)
    drawn = samples_of(len(names), meetings, samples, derived(seed, "bootstrap"))
    fixed = numbers[pin]
    found = []
    for name, number in numbers.items():
        rating = best[number] - best[fixed] + at
        differences = [sample[number] - sample[fixed] + at for sample in drawn]
        low, high = interval(rating, differences, len(units), CONFIDENCE)
        found.append(Rating(name, rating, low, high, *_results(name, units)))
    found.sort(key=lambda rating: (-rating.elo, rating.name))
    return Ratings(report.variant, len(report.seats), pin, tuple(found), report)


def _bundles(report: Report) -> list[list[tuple[str, str, int, int]]]:
    """The units of a report on its own: the bundles of its duels."""
    most = max((len(duel.times) for duel in report.duels), default=0)
    units: list[list[tuple[str, str, int, int]]] = [[] for _ in range(most)]
    for duel in report.duels:
        for unit, halves, times in zip(units, duel.halves, duel.times, strict=False):
            if times:
                unit.append((duel.a, duel.b, halves, times))
    return [unit for unit in units if unit]


def _rivals(report: Report, units: Iterable[Unit]) -> list[str]:
    """All that have met: the bots first, in their order; then teams of different bots."""
    met = {name for unit in units for a, b, _, _ in unit for name in (a, b)}
    bots = [bot.name for bot in report.bots if bot.name in met]
    return bots + sorted(met.difference(bots))


def _results(name: str, units: Iterable[Unit]) -> tuple[int, float]:
    """The number of times that a rival met others, and the share in which it came out above."""
    total = won = 0
    for unit in units:
        for a, b, halves, times in unit:
            if name in (a, b):
                total += times
                won += halves if name == a else 2 * times - halves
    return total, won / (2 * total) if total else 0.0
