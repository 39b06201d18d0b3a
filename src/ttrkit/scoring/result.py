"""The result of a game: score sheets by team, totals and winners."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING

import attrs

from ttrkit._notebook import Tabled
from ttrkit.scoring.tally import Tally

if TYPE_CHECKING:
    from ttrkit.engine import State


@attrs.frozen
class Result(Tabled):
    """Points and winners, each by team; before the end, as if the game ended now."""

    totals: tuple[int, ...]
    sheets: tuple[Mapping[str, int], ...]
    winners: tuple[int, ...]
    is_final: bool


def score(state: State) -> Result:
    """Work out the score sheets and totals of all teams, and the winners."""
    tally = Tally(state)
    sheets = [earned(state, team) for team in tally.teams]
    for final_points in state.engine.answers.final_points:
        for label, by_team in final_points(tally).items():
            for sheet, points in zip(sheets, by_team, strict=True):
                sheet[label] = sheet.get(label, 0) + points
    totals = tuple(sum(sheet.values()) for sheet in sheets)
    return Result(totals, tuple(sheets), _winners(tally, totals), state.is_over)


def earned(state: State, team: int) -> dict[str, int]:
    """A team's points so far by label: every label of the variant, zeros included."""
    sheet = dict.fromkeys(state.engine.labels, 0)
    for every_seat in state.points:
        for label in every_seat:
            if label not in sheet:
                sheet[label] = 0
    for seat in state.teams[team]:
        for label, points in state.points[seat].items():
            sheet[label] += points
    return sheet


def _winners(tally: Tally, totals: tuple[int, ...]) -> tuple[int, ...]:
    """The teams with the most points, after all tie-breaks (US-90, GAP-28, GAP-07)."""
    most = max(totals)
    tied = [team for team in tally.teams if totals[team] == most]
    for tie_break in tally.state.engine.answers.tie_break:
        if len(tied) == 1:
            break
        standing = [tie_break(tally, team) for team in tied]
        best = max(standing)
        tied = [team for team, value in zip(tied, standing, strict=True) if value == best]
    return tuple(tied)
