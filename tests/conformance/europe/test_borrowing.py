"""What stations are for: routes borrowed for the tickets, and never for the longest route."""

from typing import Any

import pytest

import ttrkit
from tests.conformance.europe.common import EUROPE, Place, completed, level, tickets
from ttrkit import BuildStation, ClaimRoute, Game

# Paris–Wien, 8 points: the first and the last part of the way, and the gap between them.
TICKET = ("Paris", "Wien")
ENDS = [("Paris", "Frankfurt"), ("München", "Wien")]
GAP = ("Frankfurt", "München")

# Stockholm–Wien, 11 points, but for its last part.
NORTH = ("Stockholm", "Wien")
TO_BERLIN = [("Stockholm", "København"), ("København", "Essen"), ("Essen", "Berlin")]
FROM_BERLIN = ("Berlin", "Wien")


def game_with(
    own: list[Place],
    others: list[Place],
    stations: list[str],
    held: list[Place],
    **more: Any,
) -> Game:
    """Seat 0 has routes, stations and tickets; seat 1 has other routes."""
    return ttrkit.position(
        "europe",
        players=3,
        claimed={0: own, 1: others},
        stations={0: stations},
        tickets={0: held},
        **more,
    )


@pytest.mark.clause("EU-72", "EU-81")
def test_a_station_borrows_a_route_into_its_city() -> None:
    """At either end of the gap it will do; elsewhere, or without a station, it will not."""
    for stations, points in (
        ([], -8),
        (["Frankfurt"], 8),
        (["München"], 8),
        (["Paris"], -8),
        (["Wien"], -8),
        (["Paris", "Wien", "Zürich"], -8),
        (["Paris", "Frankfurt", "München"], 8),
    ):
        game = game_with(ENDS, [GAP], stations, [TICKET])
        assert tickets(game) == points
        assert completed(game) == ({TICKET} if points > 0 else set())


@pytest.mark.clause("EU-72")
def test_only_a_route_of_another_player_can_be_borrowed() -> None:
    """A free route cannot; of whichever other player it is does not matter."""
    assert tickets(game_with(ENDS, [], ["Frankfurt", "München"], [TICKET])) == -8
    for owner in (1, 2):
        game = ttrkit.position(
            "europe",
            players=3,
            claimed={0: ENDS, owner: [GAP]},
            stations={0: ["München"]},
            tickets={0: [TICKET]},
        )
        assert tickets(game) == 8


@pytest.mark.clause("EU-72")
def test_others_stations_are_of_no_use() -> None:
    """The station is its owner's; the route's owner gains nothing by it, and loses nothing."""
    game = ttrkit.position(
        "europe",
        players=3,
        claimed={0: ENDS, 1: [GAP]},
        stations={1: ["Frankfurt"], 2: ["München"]},
        tickets={0: [TICKET]},
    )
    assert tickets(game) == -8
    lender = game_with(ENDS, [GAP], ["Frankfurt"], [TICKET])
    assert [seat.routes for seat in lender.seats][1] == (EUROPE.route(*GAP),)
    assert lender.result().sheets[1] == {**lender.result().sheets[2], "longest route": 0}


@pytest.mark.clause("EU-72")
def test_one_station_borrows_one_route_and_only_one() -> None:
    """Two routes of others meet in its city: one of them remains a gap."""
    own, others = ENDS[:1], [GAP, ENDS[1]]
    assert tickets(game_with(own, others, ["München"], [TICKET])) == -8
    assert tickets(game_with(own, others, ["München", "Wien"], [TICKET])) == 8
    assert tickets(game_with(own, others, ["Frankfurt", "München"], [TICKET])) == 8
    assert tickets(game_with(own, others, ["Frankfurt", "Wien"], [TICKET])) == 8
    assert tickets(game_with([], [*ENDS, GAP], ["Frankfurt", "München"], [TICKET])) == -8
    assert tickets(game_with([], [*ENDS, GAP], ["Paris", "Frankfurt", "Wien"], [TICKET])) == 8


@pytest.mark.clause("EU-72")
def test_it_is_the_same_route_for_every_ticket() -> None:
    """Two tickets that need two routes into the city: one of them; on one route: both."""
    own = [("Paris", "Frankfurt"), GAP, *TO_BERLIN]
    others = [ENDS[1], FROM_BERLIN]
    game = game_with(own, others, ["Wien"], [TICKET, NORTH])
    assert tickets(game) == 11 - 8
    assert completed(game) == {NORTH}
    for second in ("München", "Berlin"):
        game = game_with(own, others, ["Wien", second], [TICKET, NORTH])
        assert tickets(game) == 11 + 8
    london = ("London", "Wien")  # 10 points
    way = [("London", "Dieppe"), ("Dieppe", "Paris"), *own]
    game = game_with(way, others, ["Wien"], [TICKET, NORTH, london])
    assert completed(game) == {TICKET, london}
    assert tickets(game) == 8 + 10 - 11


@pytest.mark.clause("EU-72")
def test_the_route_is_chosen_at_the_end() -> None:
    """One claimed long after the station was built can be borrowed, and the choice may change."""
    last = EUROPE.route(*FROM_BERLIN)
    game = ttrkit.position(
        "europe",
        players=2,
        hands=[{"red": 1}, {"orange": 3, "green": 3}],
        claimed={0: [("Paris", "Frankfurt"), GAP, *TO_BERLIN]},
        tickets={0: [TICKET, NORTH]},
        deck=["blue"] * 4,
    )
    assert tickets(game) == -19
    game.apply(BuildStation("Wien", {"red": 1}))
    assert tickets(game) == -19
    game.apply(ClaimRoute(EUROPE.route(*ENDS[1]), {"orange": 3}))
    assert completed(game) == {TICKET}
    game.apply(ttrkit.DrawBlind())
    game.apply(ttrkit.DrawBlind())
    game.apply(ClaimRoute(last, {"green": 3}))
    assert completed(game) == {NORTH}
    assert game.seats[1].routes[-1] == last


@pytest.mark.clause("EU-81")
def test_tickets_count_on_own_and_borrowed_routes_together() -> None:
    """Completed ones add, the others subtract; one that needs no station is not affected."""
    held = [TICKET, ("Zürich", "Budapest"), ("Barcelona", "München")]
    own = [*ENDS, ("Wien", "Budapest"), ("Zürich", "München")]
    game = game_with(own, [GAP], ["Frankfurt"], held)
    assert completed(game) == {TICKET, ("Zürich", "Budapest")}
    assert tickets(game) == 8 + 6 - 8
    without = game_with(own, [GAP], [], held)
    assert tickets(without) == -8 + 6 - 8


@pytest.mark.clause("EU-81")
def test_a_long_ticket_counts_as_any() -> None:
    """Edinburgh–Athína, 21 points, with one route borrowed in the middle of the way."""
    own = [
        ("Edinburgh", "London"),
        ("London", "Amsterdam"),
        ("Amsterdam", "Frankfurt"),
        ("München", "Venezia"),
        ("Venezia", "Zágráb"),
        ("Zágráb", "Sarajevo"),
        ("Sarajevo", "Athína"),
    ]
    for stations, points in (([], -21), (["Frankfurt"], 21), (["Venezia"], -21)):
        game = game_with(own, [GAP], stations, [("Edinburgh", "Athína")])
        assert tickets(game) == points


@pytest.mark.clause("EU-74")
def test_borrowed_routes_do_not_count_for_the_longest_route() -> None:
    """The gap stays a gap there, though it is borrowed for a ticket."""
    game = ttrkit.position(
        "europe",
        players=2,
        claimed={0: ENDS, 1: [GAP, ("Riga", "Wilno")]},
        stations={0: ["Frankfurt", "München"]},
        tickets={0: [TICKET]},
    )
    assert completed(game) == {TICKET}
    assert [game.tally().longest_route(seat) for seat in (0, 1)] == [3, 4]
    assert [sheet["longest route"] for sheet in game.result().sheets] == [0, 10]
    assert len(game.tally().longest_route_path(0)) == 1


@pytest.mark.clause("EU-74")
def test_stations_have_no_length() -> None:
    """Neither the number of stations nor where they stand changes the longest route."""
    for stations in ([], ["Paris"], ["Frankfurt", "München", "Wien"]):
        game = game_with([ENDS[0], GAP], [ENDS[1]], stations, [])
        assert game.tally().longest_route(0) == 5
        assert [sheet["longest route"] for sheet in game.result().sheets] == [10, 0, 0]


@pytest.mark.clause("EU-82")
def test_tunnels_and_ferries_are_part_of_the_longest_route() -> None:
    """Round a loop of tunnels and on over a ferry; no train twice."""
    loop = [("Zürich", "München"), ("München", "Venezia"), ("Venezia", "Zürich")]
    tail = [("Venezia", "Roma"), ("Roma", "Palermo"), ("Palermo", "Smyrna")]
    fork = [("Zürich", "Marseille")]
    game = ttrkit.position("europe", players=2, claimed={0: [*loop, *tail, *fork], 1: loop[:0]})
    assert game.tally().longest_route(0) == 6 + 2 + 4 + 6
    path = game.tally().longest_route_path(0)
    assert len(set(path)) == len(path) == 6
    assert [sheet["longest route"] for sheet in game.result().sheets] == [10, 0]


# The best borrowing ---------------------------------------------------------------------------

# Around Sofia: one's own network with Wilno, Zágráb and Venezia, and places beyond routes of
# others, which give one ticket or two of as many points.
SOFIA = [
    ("Sarajevo", "Sofia"),
    ("Sarajevo", "Zágráb"),
    ("Zágráb", "Wien"),
    ("Wien", "Warszawa"),
    ("Warszawa", "Wilno"),
    ("Zágráb", "Venezia"),
]
BRINDISI = [("Smyrna", "Palermo"), ("Palermo", "Brindisi")]
ONE_FIRST = (
    [*SOFIA, *BRINDISI, ("Constantinople", "Smyrna")],
    [("Athína", "Sofia"), ("Constantinople", "Sofia")],
    [("Athína", "Wilno")],  # 11, by way of Athína
    [("Sofia", "Smyrna"), ("Zágráb", "Brindisi")],  # 5 and 6, by way of Constantinople
)
TWO_FIRST = (
    [*SOFIA, *BRINDISI, ("Athína", "Smyrna")],
    [("Athína", "Sofia"), ("Constantinople", "Sofia")],
    [("Venezia", "Constantinople")],  # 10, by way of Constantinople
    [("Sofia", "Smyrna"), ("Zágráb", "Brindisi")],  # 5 and 6, by way of Athína
)


@pytest.mark.clause("GAP-10")
def test_the_choice_with_the_most_points_is_taken() -> None:
    """Not that with the most tickets, nor the first or the last on the board."""
    own, others, one, two = ONE_FIRST
    assert completed(game_with(own, others, ["Sofia"], [*one, two[0]])) == {*one}
    assert completed(game_with(own, others, ["Sofia"], [*one, two[1]])) == {*one}
    assert completed(game_with(own, others, ["Sofia"], two)) == {*two}
    north = [("Edinburgh", "London"), ("London", "Amsterdam"), ("Amsterdam", "Frankfurt")]
    wide = [*own, *north, ("Frankfurt", "Berlin"), ("Berlin", "Wien")]
    long = ("Edinburgh", "Athína")  # 21 points: more than the two tickets together
    for order in (1, -1):
        game = game_with(wide, others, ["Sofia"], [long, *two][::order])
        assert completed(game) == {long}
        assert tickets(game) == 21 - 5 - 6
    own, others, one, two = TWO_FIRST
    assert completed(game_with(own, others, ["Sofia"], [*one, *two])) == {*two}
    assert completed(game_with(own, others, ["Sofia"], [*one, two[1]])) == {*one}


@pytest.mark.parametrize("order", [1, -1])
@pytest.mark.clause("GAP-10")
def test_of_equal_points_the_choice_with_the_most_tickets_is_taken(order: int) -> None:
    """5 + 6 points rather than 11: two tickets, which the tie-break counts."""
    own, others, one, two = ONE_FIRST
    game = game_with(own, others, ["Sofia"], [*one, *two][::order])
    assert completed(game) == {*two}
    assert tickets(game) == 0
    london = [("London", "Dieppe"), ("Dieppe", "Paris")]
    tied = level(
        players=2,
        claimed={0: own, 1: [*others, *london, ("Edinburgh", "London")]},
        stations={0: ["Sofia"]},
        tickets={0: [*one, *two], 1: [("Edinburgh", "Paris")]},
    )
    assert tied.result().winners == (0,)


@pytest.mark.parametrize("order", [1, -1])
@pytest.mark.clause("GAP-10")
def test_stations_are_weighed_together(order: int) -> None:
    """A route that is worth nothing alone is borrowed if another station goes on from it."""
    own = [("Paris", "Frankfurt"), ("Wien", "Budapest")]
    others = [GAP, ENDS[1], ("München", "Venezia")]
    stations = ["Frankfurt", "Wien"][::order]
    game = game_with(own, others, stations, [TICKET, ("Venezia", "Constantinople")])
    assert completed(game) == {TICKET}
    far = [("Roma", "Venezia"), *own]
    rome = ("Berlin", "Roma")  # 9 points, by way of Wien, München and Venezia
    held = [TICKET, rome]
    wide = [*far, ("Berlin", "Essen"), ("Essen", "Frankfurt")]
    game = game_with(wide, others, ["Frankfurt", "Venezia"], held)
    assert completed(game) == {rome}
    game = game_with(wide, others, ["Frankfurt", "Venezia", "Wien"][::order], held)
    assert completed(game) == {rome, TICKET}


@pytest.mark.clause("GAP-29")
def test_several_stations_may_borrow_the_same_route() -> None:
    """Of several owners, each for their own tickets; of one owner, from both its ends."""
    berlin = [("Berlin", "Frankfurt"), ("München", "Venezia"), ("Venezia", "Roma")]
    game = ttrkit.position(
        "europe",
        players=3,
        claimed={0: ENDS, 1: berlin, 2: [GAP]},
        stations={0: ["Frankfurt"], 1: ["München"]},
        tickets={0: [TICKET], 1: [("Berlin", "Roma")]},
    )
    assert [tickets(game, seat) for seat in range(3)] == [8, 9, 0]
    both = game_with(ENDS, [GAP], ["Frankfurt", "München"], [TICKET])
    assert tickets(both) == 8


@pytest.mark.clause("GAP-29")
def test_a_station_need_not_be_used() -> None:
    """One in a city without any route does not keep the other from borrowing, nor do harm."""
    for idle in ("Riga", "Edinburgh", "Paris"):
        game = game_with(ENDS, [GAP], ["Frankfurt", idle], [TICKET])
        assert completed(game) == {TICKET}
        assert completed(game_with(ENDS, [GAP], [idle, "München"], [TICKET])) == {TICKET}
        assert game.result().sheets[0]["stations"] == 4
    assert tickets(game_with(ENDS, [], ["Frankfurt"], [TICKET])) == -8
    alone = game_with([*ENDS, GAP], [], ["Riga", "Wilno", "Sochi"], [TICKET])
    assert completed(alone) == {TICKET}
