"""Who wins: points, then tie-breaks, each among those still tied."""

import pytest

import ttrkit
from ttrkit import Game

# Completed tickets of the base game, with routes that complete them and how long those are.
SHORT = ("Vancouver", "Portland")  # 2 points
SHORT_WAY = [("Seattle", "Vancouver"), ("Portland", "Seattle")]  # 2 trains
EAST = ("Boston", "Washington")  # 4 points
EAST_WAY = [("Boston", "New York"), ("New York", "Washington")]  # 4 trains
SOUTH = ("Washington", "Atlanta")  # 4 points
SOUTH_WAY = [("Raleigh", "Washington"), ("Atlanta", "Raleigh")]  # 4 trains


def totals_of(game: Game, *expected: int) -> None:
    """Make sure that the position is as its test says."""
    assert game.result().totals == expected


@pytest.mark.clause("US-90")
def test_most_points_win() -> None:
    """Whatever the tickets and routes of the others."""
    game = ttrkit.position(
        "usa",
        players=3,
        scores=[10, 60, 40],
        tickets={0: [SHORT]},
        claimed={0: SHORT_WAY},
    )
    totals_of(game, 10 + 2 + 10, 60, 40)
    assert game.result().winners == (1,)


@pytest.mark.clause("US-90")
def test_points_count_with_tickets_and_bonus() -> None:
    """The total decides, not the score during the game."""
    game = ttrkit.position("usa", players=2, scores=[20, 29], claimed={0: SHORT_WAY})
    totals_of(game, 30, 29)
    assert game.result().winners == (0,)


@pytest.mark.parametrize("seat", [0, 1])
@pytest.mark.clause("US-90")
def test_first_tie_break_most_completed_tickets(seat: int) -> None:
    """Completed ones count, not those held; a longer route does not help."""
    other = 1 - seat
    game = ttrkit.position(
        "usa",
        players=2,
        scores={seat: 30, other: 35},
        tickets={seat: [SHORT], other: [("Montréal", "Atlanta"), ("Denver", "El Paso")]},
        claimed={seat: SHORT_WAY, other: [("Duluth", "Helena")]},
    )
    totals_of(game, 32, 32)  # 35 + 10 - 9 - 4
    assert game.result().winners == (seat,)


@pytest.mark.parametrize("seat", [0, 1])
@pytest.mark.clause("US-90")
def test_second_tie_break_the_longest_route(seat: int) -> None:
    """Equal points, equal tickets: the longer route wins."""
    other = 1 - seat
    game = ttrkit.position(
        "usa",
        players=2,
        scores={seat: 10, other: 22},
        tickets={seat: [EAST], other: [SHORT]},
        claimed={seat: EAST_WAY, other: SHORT_WAY},
    )
    totals_of(game, 24, 24)
    assert game.result().winners == (seat,)


@pytest.mark.clause("US-90", "GAP-28")
def test_the_longest_route_is_compared_among_those_still_tied() -> None:
    """A third player holds the bonus, but is behind: the longer of the two tied ones wins."""
    game = ttrkit.position(
        "usa",
        players=3,
        scores=[22, 20, 0],
        tickets={0: [SHORT], 1: [EAST]},
        claimed={0: SHORT_WAY, 1: EAST_WAY, 2: [("Duluth", "Helena")]},
    )
    totals_of(game, 24, 24, 10)
    assert game.result().winners == (1,)


@pytest.mark.clause("GAP-28")
def test_most_tickets_are_compared_among_those_with_most_points() -> None:
    """A player with more completed tickets but fewer points does not disturb the tie-break."""
    game = ttrkit.position(
        "usa",
        players=3,
        scores=[50, 48, 0],
        tickets={1: [SHORT], 2: [EAST, SOUTH]},
        claimed={1: SHORT_WAY, 2: [*EAST_WAY, *SOUTH_WAY]},
    )
    totals_of(game, 50, 50, 18)
    assert game.result().winners == (1,)


@pytest.mark.clause("GAP-28")
def test_who_is_out_by_the_first_tie_break_stays_out() -> None:
    """The longest route of all does not help a player with fewer completed tickets."""
    game = ttrkit.position(
        "usa",
        players=3,
        scores=[48, 46, 40],
        tickets={0: [SHORT], 1: [EAST]},
        claimed={0: SHORT_WAY, 1: EAST_WAY, 2: [("Duluth", "Helena")]},
    )
    totals_of(game, 50, 50, 50)
    assert game.result().winners == (1,)


@pytest.mark.clause("GAP-07")
def test_still_tied_after_the_last_tie_break_the_victory_is_shared() -> None:
    """Equal points, tickets and routes: all of them win, the others do not."""
    game = ttrkit.position(
        "usa",
        players=4,
        scores=[5, 20, 20, 5],
        tickets={1: [EAST], 2: [SOUTH]},
        claimed={1: EAST_WAY, 2: SOUTH_WAY},
    )
    totals_of(game, 5, 34, 34, 5)
    assert game.result().winners == (1, 2)


@pytest.mark.clause("GAP-07")
def test_without_anything_all_win(edition: str) -> None:
    """Before anything happened every team is level."""
    for players in ttrkit.get_variant(edition).players:
        game = ttrkit.position(edition, players=players)
        assert game.result().winners == tuple(range(len(game.teams)))
        assert not game.result().is_final
