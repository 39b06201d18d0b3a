"""The order of the seats as one of them sees it, so that equal positions have equal numbers."""

from __future__ import annotations

from collections.abc import Sequence


def seat_order(teams: Sequence[Sequence[int]], viewer: int) -> tuple[int, ...]:
    """The seat itself, its partners, then all others; each group in turn order."""
    seats = sum(map(len, teams))
    in_turn = [(viewer + step) % seats for step in range(seats)]
    (mates,) = [team for team in teams if viewer in team]
    return tuple(sorted(in_turn, key=lambda seat: seat not in mates))


def team_order(teams: Sequence[Sequence[int]], viewer: int) -> tuple[int, ...]:
    """The team of the seat, then all others in turn order."""
    order = seat_order(teams, viewer)
    of_seat = {seat: number for number, team in enumerate(teams) for seat in team}
    return tuple(dict.fromkeys([of_seat[seat] for seat in order]))
