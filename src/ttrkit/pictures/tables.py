"""Results and reports as HTML tables, for notebooks."""

from __future__ import annotations

from collections.abc import Sequence
from html import escape
from typing import Any

from ttrkit._text import short
from ttrkit.scoring import Result


def table(what: Any) -> str:
    """A result or a report as an HTML table."""
    if isinstance(what, Result):
        return _result(what)
    if callable(getattr(what, "as_table", None)):  # of a comparison or ratings
        return _table(*what.as_table())
    if callable(getattr(what, "count_in_words", None)):
        return _report(what)
    raise TypeError(f"a result or a report is wanted, not {short(what)}")


def _result(result: Result) -> str:
    """The score sheets side by side."""
    labels = list(dict.fromkeys(label for sheet in result.sheets for label in sheet))
    head = ["", *(f"team {n}" + " ★" * (n in result.winners) for n in range(len(result.totals)))]
    rows = [[label, *(sheet.get(label, 0) for sheet in result.sheets)] for label in labels]
    caption = "Final score" if result.is_final else "Score, if the game ended now"
    return _table(f"{caption}; ★ has won" * result.is_final or caption, head, rows, result.totals)


def _report(report: Any) -> str:
    """The bots, the one that won most first."""
    head = ["bot", "games", "won", "95 % interval", "points", "tickets completed", "routes"]
    rows = []
    for bot in sorted(report.bots, key=lambda bot: -bot.win_rate):
        low, high = bot.interval()
        rows.append(
            [
                bot.name,
                bot.games,
                f"{bot.win_rate:.1%}",
                f"{low:.1%} – {high:.1%}",
                f"{bot.score.mean:.1f} ± {bot.score.spread:.1f}",
                f"{bot.each(bot.completed):.1f} of {bot.each(bot.kept):.1f}",
                f"{bot.each(bot.routes):.1f}",
            ]
        )
    return _table(f"{report.variant}: {report.count_in_words()}", head, rows)


def _table(
    caption: str, head: Sequence[str], rows: Sequence[Sequence[Any]], totals: Sequence[int] = ()
) -> str:
    cells = "".join(f'<th scope="col">{escape(each)}</th>' for each in head)
    body = "".join(
        f'<tr><th scope="row">{escape(str(first))}</th>'
        + "".join(f"<td>{escape(str(cell))}</td>" for cell in rest)
        + "</tr>"
        for first, *rest in rows
    )
    foot = ""
    if totals:
        sums = "".join(f"<td><b>{total}</b></td>" for total in totals)
        foot = f'<tfoot><tr><th scope="row">total</th>{sums}</tr></tfoot>'
    return (
        f"<table><caption>{escape(caption)}</caption><thead><tr>{cells}</tr></thead>"
        f"<tbody>{body}</tbody>{foot}</table>"
    )
