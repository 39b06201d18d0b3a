"""The figures as tables: aligned for a terminal, or as Markdown for the documentation."""

from collections.abc import Callable, Mapping, Sequence

import attrs

from benchmarks.keeping import Run
from benchmarks.measures import BYTES, SECONDS, Measure

__all__ = ["MARKDOWN", "TABLES", "Table", "aligned", "markdown", "number", "plain", "quantity"]

Figures = Mapping[tuple[str, str], Measure]
"""The measures of one subject by group and name."""


@attrs.frozen
class Column:
    """A column: what stands over it, and how a figure is found and written."""

    header: str
    cell: Callable[[Figures], str]


ColumnOf = Callable[[str, str], Column]
"""What makes a column of a group and a name."""


@attrs.frozen
class Table:
    """What a table shows, a row for every subject of its groups."""

    title: str
    groups: tuple[str, ...]
    subject: str
    columns: tuple[Column, ...]

    def rows(self, run: Run) -> list[list[str]]:
        """The header, and the rows for which there are figures."""
        by_subject: dict[str, dict[tuple[str, str], Measure]] = {}
        for group in self.groups:
            for measure in run.measures:
                if measure.group == group:
                    figures = by_subject.setdefault(measure.subject, {})
                    figures[group, measure.name] = measure
        header = [self.subject, *(column.header for column in self.columns)]
        rows = [
            [subject, *(column.cell(figures) for column in self.columns)]
            for subject, figures in by_subject.items()
        ]
        return [header, *rows]


# Numbers ----------------------------------------------------------------------------------------


def number(value: float) -> str:
    """A number with three digits that count, or more if it is large."""
    if value >= 100:
        return f"{value:,.0f}"
    return f"{value:.1f}" if value >= 10 else f"{value:.2f}"


def a_second(seconds: float) -> str:
    """How often there is room for so long a time in a second."""
    return number(1 / seconds) if seconds else ""


def quantity(measure: Measure) -> str:
    """A measure's value with a unit that suits it."""
    value = measure.value
    if measure.unit == SECONDS:
        if value >= 1:
            return f"{number(value)} s"
        return f"{number(value * 1e3)} ms" if value >= 1e-3 else f"{number(value * 1e6)} µs"
    return f"{number(value / 1024)} KiB" if measure.unit == BYTES else number(value)


def _figure(group: str, name: str, write: Callable[[Measure], str]) -> Callable[[Figures], str]:
    def cell(figures: Figures) -> str:
        measure = figures.get((group, name))
        return "" if measure is None else write(measure)

    return cell


def micro(group: str, name: str, header: str = "") -> Column:
    """A time in microseconds."""
    cell = _figure(group, name, lambda measure: number(measure.value * 1e6))
    return Column(f"{header or name} µs", cell)


def milli(group: str, name: str, header: str = "") -> Column:
    """A time in milliseconds."""
    cell = _figure(group, name, lambda measure: number(measure.value * 1e3))
    return Column(f"{header or name} ms", cell)


def steps(group: str, name: str) -> Column:
    """A time in steps of the calibration."""
    return Column("steps", _figure(group, name, lambda measure: number(measure.steps or 0)))


def kib(group: str, name: str, header: str = "") -> Column:
    """A size in KiB."""
    cell = _figure(group, name, lambda measure: number(measure.value / 1024))
    return Column(f"{header or name} KiB", cell)


def count(group: str, name: str, header: str = "") -> Column:
    """How many there are."""
    return Column(header or name, _figure(group, name, lambda measure: number(measure.value)))


def actions(group: str, name: str, header: str = "actions/s") -> Column:
    """How many actions there are in a second."""
    return Column(header, _figure(group, name, lambda measure: a_second(measure.value)))


def games(group: str, name: str, header: str = "games/s") -> Column:
    """How many games there are in a second."""

    def write(measure: Measure) -> str:
        return a_second(measure.value * (measure.per_game or 1))

    return Column(header, _figure(group, name, write))


def times_as_long(group: str, name: str, other: str, header: str) -> Column:
    """How many times as long it takes as something else of the same group, in steps."""

    def cell(figures: Figures) -> str:
        mine, others = figures.get((group, name)), figures.get((group, other))
        if mine is None or others is None or not mine.steps or not others.steps:
            return ""
        return number(mine.steps / others.steps)

    return Column(header, cell)


def per_cent(group: str, name: str, other: str, header: str = "%") -> Column:
    """How fast it is in per cent of something else of the same group, in steps."""

    def cell(figures: Figures) -> str:
        mine, others = figures.get((group, name)), figures.get((group, other))
        if mine is None or others is None or not mine.steps or not others.steps:
            return ""
        return number(100 * others.steps / mine.steps)

    return Column(header, cell)


# The tables -------------------------------------------------------------------------------------

GAMES = (
    (micro, "action"),
    (micro, "legal_actions"),
    (micro, "copy"),
    (micro, "observe"),
    (micro, "determinize"),
    (milli, "record"),
    (kib, "new game"),
    (kib, "copy size"),
    (kib, "whole game"),
    (kib, "whole game, observed"),
)
POSITIONS = ((micro, "copy"), (micro, "observe"), (micro, "determinize"), (kib, "copy size"))
GROWING = {
    "players": ("players", GAMES),
    "boards": ("the board", ((milli, "load"), (milli, "first game"), *GAMES)),
    "cards": ("cards held", ((count, "actions"), (micro, "legal_actions"), *POSITIONS)),
    "tickets": ("tickets held", ((micro, "result"), *POSITIONS)),
}
"""By group: what grows, and what is measured."""


def _of(group: str, *kinds: tuple[ColumnOf, str], with_steps: bool) -> tuple[Column, ...]:
    """Columns of one group; times in steps as well, if wanted."""
    columns: list[Column] = []
    for kind, name in kinds:
        columns.append(kind(group, name))
        if with_steps and kind in (micro, milli, actions):
            columns.append(steps(group, name))
    return tuple(columns)


TABLES = (
    Table(
        "play: whole games; by chance, with large hands, by bots through observe",
        ("play",),
        "game",
        (
            games("play", "random"),
            *_of("play", (actions, "random"), with_steps=True),
            games("play", "large hands", "large hands: games/s"),
            *_of("play", (actions, "large hands"), with_steps=True),
            games("play", "bots", "bots: games/s"),
            *_of("play", (actions, "bots"), with_steps=True),
            times_as_long("play", "bots", "random", "times as long"),
        ),
    ),
    Table(
        "calls: in the course of a game; record: a whole game to its record and back",
        ("calls",),
        "game",
        _of(
            "calls",
            (micro, "copy"),
            (micro, "copy and apply"),
            (micro, "legal_actions"),
            (micro, "observe"),
            (micro, "determinize"),
            (milli, "record"),
            with_steps=True,
        ),
    ),
    Table(
        "bots: random games; games of bots that think, and how many times as long an action takes",
        ("bots",),
        "game",
        (
            actions("bots", "random"),
            *(
                column
                for name in ("planner", "greedy")
                for column in (
                    games("bots", name, f"{name}: games/s"),
                    times_as_long("bots", name, "random", "times as long"),
                )
            ),
        ),
    ),
    Table(
        "learning: by chance; in numbers; steps of the frameworks, each with its part of the speed",
        ("learning",),
        "game",
        (
            actions("learning", "random"),
            actions("learning", "numbers", "numbers/s"),
            *(
                column
                for name in ("PettingZoo", "Gymnasium", "OpenSpiel")
                for column in (
                    actions("learning", name, f"{name}/s"),
                    per_cent("learning", name, "random"),
                )
            ),
        ),
    ),
    Table(
        "routes: the longest route of a network",
        ("routes",),
        "networks of",
        _of(
            "routes",
            (micro, "typical"),
            (micro, "hard"),
            (micro, "hard, as a path"),
            with_steps=True,
        ),
    ),
    Table(
        "memory: what is held",
        ("memory",),
        "game",
        _of("memory", *GAMES[-4:], with_steps=True),
    ),
    Table(
        "start: in a new process",
        ("start",),
        "of",
        _of("start", (milli, "import"), (milli, "load"), (milli, "first game"), with_steps=True),
    ),
    Table(
        "pictures: the first of a board, of a game; the page of a whole game",
        ("pictures",),
        "game",
        _of(
            "pictures",
            (milli, "first picture"),
            (milli, "picture"),
            (milli, "page"),
            with_steps=True,
        ),
    ),
    *(
        Table(
            f"{group}: what grows with {what}", (group,), what, _of(group, *kinds, with_steps=True)
        )
        for group, (what, kinds) in GROWING.items()
    ),
)
"""All tables, for a terminal."""

MARKDOWN = (
    Table(
        "Games and calls",
        ("play", "calls", "memory"),
        "edition, players",
        (
            games("play", "random"),
            actions("play", "random"),
            actions("play", "large hands", "large hands: actions/s"),
            actions("play", "bots", "bots: actions/s"),
            micro("calls", "legal_actions"),
            micro("calls", "copy"),
            micro("calls", "observe"),
            micro("calls", "determinize"),
            milli("calls", "record"),
            kib("memory", "new game"),
            kib("memory", "whole game"),
        ),
    ),
    Table(
        "The start, and the longest route",
        ("start", "routes"),
        "of",
        (
            milli("start", "import"),
            milli("start", "load"),
            milli("start", "first game"),
            micro("routes", "typical", "longest route, typical"),
            micro("routes", "hard", "longest route, hard"),
        ),
    ),
    Table(
        "Pictures",
        ("pictures",),
        "edition, players",
        (
            milli("pictures", "first picture"),
            milli("pictures", "picture"),
            milli("pictures", "page"),
        ),
    ),
    *(
        Table(f"Growing with {what}", (group,), what, _of(group, *kinds, with_steps=False))
        for group, (what, kinds) in GROWING.items()
    ),
)
"""The tables of the documentation."""


# Printing ---------------------------------------------------------------------------------------


def aligned(rows: Sequence[Sequence[str]]) -> str:
    """A table in columns: the first to the left, all others to the right."""
    widths = [max(map(len, column)) for column in zip(*rows, strict=True)]
    lines = []
    for row in rows:
        first, *others = (
            cell.rjust(width) if place else cell.ljust(width)
            for place, (cell, width) in enumerate(zip(row, widths, strict=True))
        )
        lines.append("  ".join([first, *others]).rstrip())
    return "\n".join(lines)


def plain(run: Run) -> str:
    """All tables that there are figures for."""
    return "\n\n".join(
        f"{table.title}\n{aligned(rows)}"
        for table in TABLES
        if len(rows := _without_gaps(table.rows(run))) > 1
    )


def markdown(run: Run) -> str:
    """The tables of the documentation, with the command that made them."""
    told = [f'Printed by `make bench ARGS="--markdown --seconds {run.seconds:g}"`: {run.machine}.']
    for table in MARKDOWN:
        rows = _without_gaps(table.rows(run))
        if len(rows) > 1:
            header, *body = [f"| {' | '.join(row)} |" for row in rows]
            rule = f"|---|{'---:|' * (len(rows[0]) - 1)}"
            told.append("\n".join([f"**{table.title}**\n", header, rule, *body]))
    return "\n\n".join(told)


def _without_gaps(rows: list[list[str]]) -> list[list[str]]:
    """The table without columns in which nothing stands."""
    columns = [column for column in zip(*rows, strict=True) if any(column[1:])]
    return [list(row) for row in zip(*columns, strict=True)]
