"""Who wins in Paris: points, then completed tickets, then all who are level."""

import pytest

from tests.conformance.paris.common import PARIS, position
from ttrkit import Game

SHORT = ("Bastille", "Luxembourg")  # 2 points
SHORT_WAY = [("Bastille", "Notre-Dame"), ("Luxembourg", "Notre-Dame")]
OTHER = ("Notre-Dame", "Opéra")  # 2 points
OTHER_WAY = [("Louvre", "Notre-Dame"), ("Louvre", "Opéra")]
LONG_WAY = [("Invalides", "Luxembourg"), ("Luxembourg", "Place d'Italie")]  # 6 buses


def totals(game: Game, *expected: int) -> tuple[int, ...]:
    """Who wins, once it is sure that the position is as its test says."""
    assert game.result().totals == expected
    return game.result().winners


@pytest.mark.clause("PA-90")
def test_there_is_no_bonus_for_the_longest_route() -> None:
    """No such label on a sheet, nor any point for it."""
    game = position(3, claimed={0: LONG_WAY})
    assert all(set(sheet) == {"routes", "tickets", "flags"} for sheet in game.result().sheets)
    assert totals(game, 0, 0, 0) == (0, 1, 2)


@pytest.mark.clause("PA-90")
def test_most_points_win() -> None:
    """Routes, flags and tickets together."""
    game = position(3, scores=[9, 8, 9], claimed={1: SHORT_WAY}, tickets={1: [SHORT], 2: [OTHER]})
    assert totals(game, 9, 10, 7) == (1,)


@pytest.mark.parametrize("seat", [0, 1, 2, 3])
@pytest.mark.clause("PA-90")
def test_a_tie_goes_to_the_most_completed_tickets(seat: int) -> None:
    """Completed, not held; a longer route does not help."""
    other = (seat + 1) % 4
    game = position(
        4,
        scores={seat: 8, other: 12},
        claimed={seat: SHORT_WAY, other: LONG_WAY},
        tickets={seat: [SHORT], other: [OTHER]},
    )
    found = game.result()
    assert found.totals[seat] == found.totals[other] == 10
    assert found.winners == (seat,)


@pytest.mark.clause("PA-90")
def test_on_a_full_tie_the_victory_is_shared() -> None:
    """Equal points and tickets: however long the routes."""
    game = position(
        4,
        scores=[5, 5, 5, 6],
        claimed={0: SHORT_WAY, 2: [*OTHER_WAY, *LONG_WAY]},
        tickets={0: [SHORT], 2: [OTHER]},
    )
    assert totals(game, 7, 5, 7, 6) == (0, 2)
    assert PARIS.ticket(*SHORT).points == PARIS.ticket(*OTHER).points == 2
