"""The score of Team Asia: tickets and bonuses by team, and who wins."""

import pytest

from tests.conformance.asia.common import ASIA, CANTON, CANTON_WAY, position
from tests.conformance.helpers import way
from ttrkit import Game

HANOI = ("Foochow", "Hanoi")  # 5 points
HANOI_WAY = [("Foochow", "Canton", "black"), ("Canton", "Nanning"), ("Nanning", "Hanoi")]
KUNMING = ("Chungking", "Mandalay")  # 5 points
KUNMING_WAY = [
    ("Chungking", "Nanning"),
    ("Kunming", "Nanning"),
    ("Kunming", "Mandalay"),
]  # 6 trains
SHORT_KUNMING = [  # the same with 5 trains
    ("Chungking", "Nanning"),
    ("Nanning", "Hanoi"),
    ("Hanoi", "Vientiane"),
    ("Vientiane", "Chiang Mai"),
    ("Chiang Mai", "Mandalay"),
]
LONG = [("Dihua", "Ulan Bator")]  # 7 trains
LONGER = [*LONG, ("Kashgar", "Dihua")]  # 11 trains
NOWHERE = ("Harbin", "Karachi")  # 23 points


def sheet(game: Game, label: str) -> list[int]:
    """The points under a label, by team."""
    return [found[label] for found in game.result().sheets]


@pytest.mark.clause("AS-81")
def test_tickets_count_over_the_routes_of_both_partners() -> None:
    """Whoever of them holds the ticket and whoever the routes, or the holder holds it."""
    first, second = CANTON_WAY
    for claimed in ({0: [first], 1: [second]}, {1: [first], 0: [second]}, {1: [first, second]}):
        for held in ({"tickets": {0: [CANTON]}}, {"shared_tickets": {0: [CANTON]}}):
            game = position(4, claimed=claimed, **held)
            assert sheet(game, "tickets") == [5, 0]
            assert [ticket.cities for ticket in game.tally().tickets(0).completed] == [CANTON]
            assert game.teams[0].score == 0  # it is added at the end
    apart = position(claimed={0: [first], 2: [second]}, tickets={0: [CANTON]})
    assert sheet(apart, "tickets") == [-5, 0]


@pytest.mark.clause("AS-81")
def test_every_ticket_of_hands_and_holder_counts_once() -> None:
    """Those not completed are subtracted, from whichever place."""
    game = position(
        claimed={0: CANTON_WAY[:1], 1: CANTON_WAY[1:]},
        tickets={0: [CANTON], 1: [KUNMING], 2: [HANOI]},
        shared_tickets={0: [NOWHERE], 1: [("Delhi", "Bangalore")]},
    )
    assert sheet(game, "tickets") == [5 - 5 - 23, -5 - 7]
    result = game.result()
    assert len(result.totals) == len(result.sheets) == 2
    assert [sum(found.values()) for found in result.sheets] == list(result.totals)


@pytest.mark.clause("AS-81")
def test_a_team_has_one_score() -> None:
    """The points of both seats together, also during the game."""
    game = position(6, scores=[3, 4, 10, 0, 1, 1], claimed={5: LONG})
    assert [team.score for team in game.teams] == [7, 10, 2]
    assert sheet(game, "routes") == [7, 10, 2]
    assert game.result().totals == (7, 10, 12)
    labels = {"routes", "tickets", "longest route", "globetrotter"}
    assert all(set(found) == labels for found in game.result().sheets)


@pytest.mark.clause("AS-81")
def test_a_way_through_a_junction_completes_a_ticket() -> None:
    """Junctions join routes as cities do."""
    ticket = ASIA.ticket("Kashgar", "Lhasa")
    routes = [("Kashgar", "Junction West"), ("Junction West", "Lhasa")]
    for claimed in ({0: routes}, {0: routes[:1], 1: routes[1:]}):
        game = position(claimed=claimed, tickets={1: [ticket]})
        assert sheet(game, "tickets") == [ticket.points, 0]


@pytest.mark.clause("AS-82")
def test_the_asian_express_runs_over_both_partners_routes() -> None:
    """Joined they are longer than what another player has alone."""
    game = position(claimed={0: LONGER[:1], 1: LONGER[1:], 2: [("Madras", "Calcutta")]})
    assert [game.tally().longest_route(team) for team in (0, 1)] == [11, 5]
    assert sheet(game, "longest route") == [10, 0]
    parts = position(claimed={0: [("Calcutta", "Madras")], 1: [("Cawnpore", "Nagpur")], 2: LONG})
    assert [parts.tally().longest_route(team) for team in (0, 1)] == [5, 7]
    assert sheet(parts, "longest route") == [0, 10]


@pytest.mark.clause("AS-82")
def test_ten_points_for_the_most_completed_tickets() -> None:
    """Completed ones of hands and holder together, however few points they are worth."""
    many = position(
        claimed={0: [*HANOI_WAY], 1: [("Foochow", "Shanghai")], 2: way(ASIA, *NOWHERE)},
        tickets={0: [CANTON], 2: [NOWHERE]},
        shared_tickets={0: [HANOI]},
    )
    assert sheet(many, "globetrotter") == [10, 0]
    assert sheet(many, "tickets") == [10, 23]
    held = position(claimed={2: CANTON_WAY}, tickets={0: [HANOI, KUNMING], 3: [CANTON]})
    assert sheet(held, "globetrotter") == [0, 10]  # those of team 0 are not completed


@pytest.mark.clause("AS-82")
def test_all_who_tie_score_the_bonuses() -> None:
    """Two teams of three, for either bonus; with nothing at all nobody does."""
    tied = position(
        6,
        claimed={0: CANTON_WAY, 2: SHORT_KUNMING, 4: [("Yinchuan", "Lanchow")]},
        tickets={1: [CANTON]},
        shared_tickets={1: [KUNMING]},
    )
    assert sheet(tied, "longest route") == [10, 10, 0]
    assert sheet(tied, "globetrotter") == [10, 10, 0]
    assert [seat.score for seat in tied.seats] == [0] * 6  # added at the end
    nothing = position(6, tickets={0: [CANTON]})
    assert sheet(nothing, "longest route") == sheet(nothing, "globetrotter") == [0, 0, 0]


@pytest.mark.clause("AS-82", "GAP-30")
def test_both_routes_of_a_double_count_in_a_teams_longest_route() -> None:
    """One of each partner: there and back again; two of a triple too."""
    double = [("Madras", "Calcutta", "yellow"), ("Madras", "Calcutta", "black")]
    game = position(6, claimed={0: double[:1], 1: double[1:], 2: LONG})
    assert [game.tally().longest_route(team) for team in range(3)] == [10, 7, 0]
    assert sheet(game, "longest route") == [10, 0, 0]
    triple = [("Foochow", "Canton", colour) for colour in ("black", "orange", "blue")]
    game = position(6, claimed={4: triple[:1], 5: triple[1:2], 1: triple[2:], 0: LONG})
    assert [game.tally().longest_route(team) for team in range(3)] == [7, 0, 6]
    tail = position(
        6,
        claimed={0: [*triple[:1], ("Foochow", "Shanghai"), ("Canton", "Nanning")], 1: triple[1:2]},
    )
    assert tail.tally().longest_route(0) == 3 + 3 + 2
    path = tail.tally().longest_route_path(0)
    assert sum(route.length for route in path) == 8
    assert len(set(path)) == len(path)


@pytest.mark.clause("GAP-30")
def test_canton_and_hong_kong_count_twice_with_four_players_too() -> None:
    """Both routes of the double that is always open."""
    routes = [("Canton", "Hong Kong", "red"), ("Canton", "Hong Kong", "white")]
    game = position(claimed={2: routes[:1], 3: routes[1:]})
    assert game.tally().longest_route(1) == 2


@pytest.mark.clause("AS-90")
def test_most_points_win() -> None:
    """By team, with tickets and bonuses, whatever a single seat has."""
    game = position(6, scores=[30, 0, 16, 16, 25, 2])
    assert game.result().totals == (30, 32, 27)
    assert game.result().winners == (1,)
    late = position(6, scores=[30, 0, 16, 16, 25, 2], claimed={5: LONG})
    assert late.result().winners == (2,)


@pytest.mark.parametrize("team", [0, 1, 2])
@pytest.mark.clause("AS-90")
def test_first_tie_break_the_most_completed_tickets(team: int) -> None:
    """Of hands and holder; a longer route or more tickets held do not help."""
    other = (team + 1) % 3
    game = position(
        6,
        scores={2 * other: 10 + 5 - 10 + 5 + 5},
        claimed={2 * team: CANTON_WAY, 2 * other + 1: LONG},
        tickets={2 * other: [HANOI, KUNMING]},
        shared_tickets={team: [CANTON]},
    )
    totals = game.result().totals
    assert totals[team] == totals[other] == 15
    assert game.result().winners == (team,)


@pytest.mark.parametrize("team", [0, 1, 2])
@pytest.mark.clause("AS-90")
def test_second_tie_break_the_longest_route_among_those_still_tied(team: int) -> None:
    """A third team that is behind may hold the bonus; both partners' routes count."""
    other, third = (team + 1) % 3, (team + 2) % 3
    game = position(
        6,
        claimed={
            2 * team: KUNMING_WAY[:1],
            2 * team + 1: KUNMING_WAY[1:],
            2 * other: CANTON_WAY,
            2 * third: LONGER[1:],
            2 * third + 1: LONGER[:1],
        },
        tickets={2 * team + 1: [KUNMING]},
        shared_tickets={other: [CANTON]},
    )
    totals = game.result().totals
    assert (totals[team], totals[other], totals[third]) == (15, 15, 10)
    assert [game.tally().longest_route(t) for t in (team, other, third)] == [6, 5, 11]
    assert game.result().winners == (team,)


@pytest.mark.clause("AS-90")
def test_still_tied_the_victory_is_shared() -> None:
    """Equal points, tickets and routes."""
    game = position(
        6,
        claimed={0: CANTON_WAY, 3: SHORT_KUNMING},
        tickets={1: [CANTON]},
        shared_tickets={1: [KUNMING]},
    )
    assert game.result().totals == (25, 25, 0)
    assert game.result().winners == (0, 1)
