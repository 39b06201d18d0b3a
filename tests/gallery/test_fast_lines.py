"""Shared fast lines: several owners, what each has, and where it ends."""

import ttrkit
from examples.gallery.fast_lines import VARIANT
from ttrkit import ClaimRoute, cards

LINE = VARIANT.board.route("Dunsel", "Lorrow")
CLAIM = ClaimRoute(LINE, cards(white=4))


def test_three_companies_share_a_line() -> None:
    """Each pays, lays trains and scores; earlier owners earn two points; the fourth is refused."""
    game = ttrkit.position(VARIANT, players=4, hands=[*[{"white": 4}] * 3, {"wild": 4}])
    for _ in range(3):
        game.apply(CLAIM)
    assert [sheet["fast lines"] for sheet in game.result().sheets] == [4, 2, 0, 0]
    assert [sheet["routes"] for sheet in game.result().sheets] == [7, 7, 7, 0]
    assert [seat.trains for seat in game.seats] == [24, 24, 24, 28]
    assert [seat.hand.total for seat in game.seats] == [0, 0, 0, 4]
    reason = game.why_not(ClaimRoute(LINE, cards(wild=4)))
    assert reason is not None
    assert reason.endswith("3 companies run trains there")


def test_a_line_is_had_once() -> None:
    """Its owner cannot claim it again."""
    game = ttrkit.position(VARIANT, players=2, hands=[{"white": 4}], claimed={0: [LINE]})
    assert not game.is_legal(CLAIM)


def test_other_routes_have_one_owner() -> None:
    """Once claimed, they are closed to all."""
    road = VARIANT.board.route("Dunsel", "Hesterby")
    game = ttrkit.position(VARIANT, players=2, hands=[{"purple": 2}] * 2)
    game.apply(ClaimRoute(road, cards(purple=2)))
    assert not game.is_legal(ClaimRoute(road, cards(purple=2)))


def test_a_shared_line_serves_the_tickets_of_all() -> None:
    """Both owners complete a ticket over it."""
    ends = [("Dunsel", "Saltmere"), ("Lorrow", "Northsluice")]
    south = [("Lorrow", "Pellgate"), ("Pellgate", "Tidesend"), ("Saltmere", "Tidesend")]
    north = [("Kelderry", "Lorrow"), ("Jessing", "Kelderry"), ("Jessing", "Northsluice")]
    game = ttrkit.position(
        VARIANT,
        players=2,
        claimed={0: [LINE, *south], 1: [LINE, *north]},
        tickets={0: ends[:1], 1: ends[1:]},
    )
    worth = [VARIANT.board.ticket(*pair).points for pair in ends]
    assert [sheet["tickets"] for sheet in game.result().sheets] == worth
