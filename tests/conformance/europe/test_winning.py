"""Who wins in Europe: each tie-break decides a position that the earlier ones do not."""

from typing import Any

import pytest

from tests.conformance.europe.common import Place, completed, level

SHORT = ("Budapest", "Sofia")  # 5 points
SHORT_WAY = [("Budapest", "Sarajevo"), ("Sarajevo", "Sofia")]  # 5 trains
EAST = ("Rostov", "Erzurum")  # 5 points
EAST_WAY = [("Rostov", "Sochi"), ("Sochi", "Erzurum")]  # 5 trains
NORTH = ("Frankfurt", "København")  # 5 points
NORTH_WAY = [("Frankfurt", "Essen"), ("Essen", "København")]  # 5 trains
LONG_WAY = [("Petrograd", "Stockholm")]  # 8 trains
LONGER_WAY = [*LONG_WAY, ("Petrograd", "Wilno")]  # 12 trains


def of_seats(seat: int, first: Any, second: Any) -> dict[int, Any]:
    """The first for one seat, the second for the other."""
    return {seat: first, 1 - seat: second}


@pytest.mark.parametrize("seat", [0, 1])
@pytest.mark.clause("EU-90")
def test_most_points_win(seat: int) -> None:
    """Though the other has more tickets, fewer stations and the longest route."""
    game = level(
        totals=[51, 50] if seat == 0 else [50, 51],
        players=2,
        claimed=of_seats(seat, [], [*SHORT_WAY, *LONGER_WAY]),
        tickets=of_seats(seat, [], [SHORT]),
        stations=of_seats(seat, ["Paris", "Roma"], []),
    )
    assert game.result().winners == (seat,)


@pytest.mark.parametrize("seat", [0, 1])
@pytest.mark.clause("EU-90")
def test_first_tie_break_most_completed_tickets(seat: int) -> None:
    """Though the other has fewer stations built and the longest route, and holds more tickets."""
    game = level(
        players=2,
        claimed=of_seats(seat, SHORT_WAY, LONGER_WAY),
        tickets=of_seats(seat, [SHORT], [EAST, NORTH]),
        stations=of_seats(seat, ["Paris", "Roma", "Wien"], []),
    )
    assert game.result().winners == (seat,)


@pytest.mark.parametrize(("fewer", "more"), [(0, 1), (1, 2), (2, 3), (0, 3)])
@pytest.mark.parametrize("seat", [0, 1])
@pytest.mark.clause("EU-90")
def test_second_tie_break_fewest_stations_built(seat: int, fewer: int, more: int) -> None:
    """Equal points and tickets; though the other has the longest route."""
    cities = ["Paris", "Roma", "Wien", "Brest", "London"]
    game = level(
        players=2,
        claimed=of_seats(seat, SHORT_WAY, [*EAST_WAY, *LONGER_WAY]),
        tickets=of_seats(seat, [SHORT], [EAST]),
        stations=of_seats(seat, cities[:fewer], cities[fewer : fewer + more]),
    )
    assert game.result().winners == (seat,)


@pytest.mark.parametrize("seat", [0, 1])
@pytest.mark.clause("EU-90")
def test_third_tie_break_the_longest_route(seat: int) -> None:
    """Equal points, tickets and stations."""
    game = level(
        players=2,
        claimed=of_seats(seat, [*EAST_WAY, *LONG_WAY], [*SHORT_WAY, ("Riga", "Wilno")]),
        tickets=of_seats(seat, [EAST], [SHORT]),
        stations=of_seats(seat, ["Paris"], ["Roma"]),
    )
    assert [game.tally().longest_route(n) for n in (seat, 1 - seat)] == [8, 5]
    assert game.result().winners == (seat,)


@pytest.mark.parametrize("seat", [0, 1])
@pytest.mark.clause("EU-90", "EU-74")
def test_the_longest_route_that_breaks_a_tie_is_ones_own(seat: int) -> None:
    """What is borrowed through a station lengthens nothing: six own trains beat five and four."""
    own = [("Budapest", "Sarajevo"), ("Sofia", "Bucuresti")]  # 3 and 2 trains
    gap: list[Place] = [("Sarajevo", "Sofia")]
    game = level(
        players=3,
        claimed=of_seats(seat, [*EAST_WAY, ("Danzig", "Riga")], own) | {2: gap},
        tickets=of_seats(seat, [EAST], [SHORT]),
        stations=of_seats(seat, ["Roma"], ["Sofia"]),
        totals=[100, 100, 90],
    )
    assert completed(game, 1 - seat) == {SHORT}
    assert [game.tally().longest_route(n) for n in (seat, 1 - seat)] == [5, 3]
    assert game.result().winners == (seat,)


@pytest.mark.parametrize("seat", [0, 1])
@pytest.mark.clause("EU-90")
def test_tickets_completed_by_borrowing_count_as_completed(seat: int) -> None:
    """Two with a station beat one without."""
    game = level(
        players=3,
        claimed=of_seats(seat, [*SHORT_WAY, NORTH_WAY[0]], EAST_WAY) | {2: [NORTH_WAY[1]]},
        tickets=of_seats(seat, [SHORT, NORTH], [EAST]),
        stations=of_seats(seat, ["København"], []),
        totals=[100, 100, 99],
    )
    assert len(completed(game, seat)) == 2
    assert game.result().winners == (seat,)


@pytest.mark.clause("EU-90", "GAP-28")
def test_each_tie_break_is_among_those_still_tied() -> None:
    """Seat 0 falls behind by tickets, 1 by stations; 3 has the longest route of all in vain."""
    game = level(
        totals=[100, 100, 100, 99],
        players=4,
        claimed={0: LONG_WAY, 1: SHORT_WAY, 2: EAST_WAY, 3: [*NORTH_WAY, ("Budapest", "Kyïv")]},
        tickets={1: [SHORT], 2: [EAST], 3: [NORTH]},
        stations={1: ["Paris", "Roma"], 2: ["Wien"]},
    )
    assert game.result().winners == (2,)


@pytest.mark.clause("EU-90", "GAP-07")
def test_still_tied_after_the_longest_route_the_victory_is_shared() -> None:
    """Equal points, tickets, stations and routes."""
    game = level(
        totals=[100, 90, 100],
        players=3,
        claimed={0: SHORT_WAY, 2: EAST_WAY},
        tickets={0: [SHORT], 2: [EAST]},
        stations={0: ["Paris"], 2: ["Roma"]},
    )
    assert game.result().winners == (0, 2)
