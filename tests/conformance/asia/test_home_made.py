"""Teams, stations and flags together, on a small board of one's own."""

import random
from collections import Counter
from itertools import product

import pytest
from hypothesis import settings

import ttrkit
from tests.conformance.asia.common import COLOURS, draw, holder, shared, splits
from tests.conformance.helpers import allow, refuse
from ttrkit import Board, BuildStation, City, ClaimRoute, Game, Route, Ticket, Variant
from ttrkit.parts import Flags, Globetrotter, LastRound, Stations, Teams, Tunnels
from ttrkit.testing import RulesMachine, check_actions, check_conservation, check_scores

BOARD = Board(
    name="Six towns",
    cities=[
        City("Ast", 0, 0),
        City("Bel", 10, 0),
        City("Cam", 20, 0),
        City("Dun", 0, 10),
        City("Elm", 10, 10),
        City("Fox", 20, 10),
        City("Knot", 15, 5, kind="junction"),
    ],
    routes=[
        Route("ast-bel-red", "Ast", "Bel", "red", 2, group="ast-bel"),
        Route("ast-bel-blue", "Ast", "Bel", "blue", 2, group="ast-bel"),
        Route("bel-cam", "Bel", "Cam", "white", 1),
        Route("ast-dun", "Ast", "Dun", "blue", 1, tunnel=3),
        Route("dun-elm", "Dun", "Elm", "grey", 2),
        Route("bel-elm", "Bel", "Elm", "red", 1),
        Route("elm-fox", "Elm", "Fox", "white", 2, tunnel=2),
        Route("cam-fox", "Cam", "Fox", "black", 1),
        Route("bel-knot", "Bel", "Knot", "blue", 1),
        Route("knot-fox", "Knot", "Fox", "yellow", 1),
    ],
    tickets=[
        Ticket("ast-cam", "Ast", "Cam", 3),
        Ticket("ast-fox", "Ast", "Fox", 5),
        Ticket("ast-elm", "Ast", "Elm", 3),
        Ticket("bel-fox", "Bel", "Fox", 2),
        Ticket("bel-dun", "Bel", "Dun", 3),
        Ticket("cam-dun", "Cam", "Dun", 4),
        Ticket("cam-elm", "Cam", "Elm", 2),
        Ticket("dun-fox", "Dun", "Fox", 4),
    ],
    scoring={1: 1, 2: 2},
)

TOWNS = Variant.from_classic(
    "towns",
    BOARD,
    players=(4, 6),
    trains=6,
    tickets_dealt=1,
    tickets_kept_first=1,
    tickets_drawn=2,
    parts=[
        Tunnels(),
        Teams(),
        Stations(count=3, points=4),
        Flags(),
        LastRound(trains=2),
        Globetrotter(),
    ],
)
CITIES = [city.name for city in BOARD.cities if city.kind == "city"]
MARKET = ["green"] * 5


class TownsMachine(RulesMachine):
    """Plays the home-made variant."""

    variant = TOWNS


def towns(**situation: object) -> Game:
    """A set-up position of the home-made variant."""
    return ttrkit.position(TOWNS, players=4, **situation)  # type: ignore[arg-type]


def stations(game: Game) -> list[BuildStation]:
    """The stations that can be built now."""
    return [action for action in game.legal_actions() if isinstance(action, BuildStation)]


@pytest.mark.parametrize("built", [0, 1, 2])
@pytest.mark.clause("GAP-32")
def test_a_station_is_paid_from_hand_and_holder(built: int) -> None:
    """Every split of the cards of one colour is an action, none twice."""
    hand, pile = {"red": 2, "wild": 1, "green": 1}, {"red": 1, "green": 2, "wild": 2}
    own = ["Ast", "Bel"][:built]
    game = towns(hands=[hand], holders=[pile], stations={0: own}, market=["blue"] * 5)
    free = [city for city in CITIES if city not in own]
    size = built + 1
    prices = {way for colour in COLOURS for way in splits(size, colour, hand, pile)}
    expected = [BuildStation(city, *way) for city, way in product(free, prices)]
    assert Counter(stations(game)) == Counter(expected)
    allow(game, *expected[:5])
    for cards, from_holder in prices:
        after = game.copy()
        after.apply(BuildStation("Fox", cards, from_holder))
        assert after.seats[0].hand + cards == hand
        assert holder(after, 0) + from_holder == pile
        assert after.seats[0].stations == 2 - built
        assert after.discards == cards + from_holder
    refuse(game, BuildStation("Fox", {"red": 2}, {"red": 2}), BuildStation("Fox", {}))
    refuse(game, BuildStation("Fox", {"green": 1}, {"red": size}))


@pytest.mark.clause("GAP-32")
def test_a_station_belongs_to_the_seat() -> None:
    """Each seat has its own three; the next is dearer for whoever built, not for the partner."""
    game = towns(hands=[{"red": 3}, {"red": 3}], stations={0: ["Ast", "Bel"]})
    assert [seat.stations for seat in game.seats] == [1, 3, 3, 3]
    assert {action.cards.total for action in stations(game)} == {3}
    partner = towns(hands=[{"red": 3}, {"red": 3}], stations={0: ["Ast", "Bel"]}, to_move=1)
    assert {action.cards.total for action in stations(partner)} == {1}
    refuse(partner, BuildStation("Ast", {"red": 1}))  # one a city
    partner.apply(BuildStation("Cam", {"red": 1}))
    assert [seat.stations for seat in partner.seats] == [1, 2, 3, 3]
    assert [sheet["stations"] for sheet in partner.result().sheets] == [12, 24]


@pytest.mark.clause("GAP-32")
def test_a_station_borrows_any_route_that_is_not_its_own_teams() -> None:
    """For the tickets of both partners and of the holder; one route each, never for length."""
    ticket = ("Ast", "Cam")
    for builder in (0, 1):
        for owner in (2, 3):
            for held in (
                {"tickets": {0: [ticket]}},
                {"tickets": {1: [ticket]}},
                {"shared_tickets": {0: [ticket]}},
            ):
                claimed = {0: [("Ast", "Bel")], owner: [("Bel", "Cam")]}
                game = towns(claimed=claimed, stations={builder: ["Cam"]}, **held)
                assert game.result().sheets[0]["tickets"] == 3
                assert game.tally().longest_route(0) == 2
                without = towns(claimed=claimed, **held)
                assert without.result().sheets[0]["tickets"] == -3
    mine = towns(
        claimed={0: [("Ast", "Bel")], 1: [("Bel", "Cam")]},
        stations={0: ["Cam"]},
        tickets={0: [ticket]},
    )
    assert mine.result().sheets[0]["tickets"] == 3  # the partner's routes are the team's own
    theirs = towns(
        claimed={0: [("Ast", "Bel")], 1: [("Bel", "Cam")]},
        stations={2: ["Bel"]},
        tickets={2: [ticket]},
    )
    assert theirs.result().sheets[1]["tickets"] == -3  # one route alone does not do
    both = towns(
        claimed={0: [("Ast", "Bel")], 1: [("Bel", "Cam")]},
        stations={2: ["Bel"], 3: ["Cam"]},
        tickets={2: [ticket]},
    )
    assert both.result().sheets[1]["tickets"] == 3


@pytest.mark.clause("GAP-32")
def test_flags_belong_to_the_seat() -> None:
    """Partners do not make a flag together, though the holder pays for it."""
    game = towns(
        hands=[{}, {"white": 1}],
        holders=[{"blue": 1, "red": 1}],
        flags={0: ["white"], 1: ["blue"]},
        market=MARKET,
        deck=["green"] * 3,
    )
    game.apply(ClaimRoute(BOARD.route("Bel", "Knot"), {}, {"blue": 1}))
    assert [seat.flags for seat in game.seats[:2]] == [{"blue": 1, "white": 1}, {"blue": 1}]
    assert game.discards == {}
    game.apply(ClaimRoute(BOARD.route("Bel", "Cam"), {"white": 1}))
    assert game.seats[1].flags == {"blue": 1, "white": 1}
    draw(game)
    draw(game)
    game.apply(ClaimRoute(BOARD.route("Bel", "Elm"), {}, {"red": 1}))
    assert [seat.flags for seat in game.seats[:2]] == [{}, {"blue": 1, "white": 1}]
    assert [sheet["flags"] for sheet in game.result().sheets] == [4, 0]
    assert game.seats[0].score == 1 + 1 + 4


@pytest.mark.clause("GAP-32")
def test_a_flag_card_of_a_tunnel_is_laid_when_the_tunnel_is_claimed() -> None:
    """Not when it is left; and one only, however many were paid."""
    route = BOARD.route("Ast", "Dun")  # blue, a tunnel of three
    start = towns(
        hands=[{"blue": 2}], holders=[{"blue": 1}], market=MARKET, deck=["wild", "red", "red"]
    )
    start.apply(ClaimRoute(route, {}, {"blue": 1}))
    assert start.seats[0].flags == {}
    left, paid = start.copy(), start.copy()
    left.apply(ttrkit.LeaveTunnel())
    assert left.seats[0].flags == {}
    assert left.seats[0].hand == {"blue": 2}
    assert holder(left, 0) == {"blue": 1}
    paid.apply(ttrkit.PayTunnel({"blue": 1}))
    assert paid.seats[0].flags == {"blue": 1}
    assert paid.discards == {"blue": 1, "wild": 1, "red": 2}


@pytest.mark.clause("GAP-32")
def test_a_junction_takes_neither_stations_nor_tickets() -> None:
    """A station is built in cities only; a board with a ticket to a junction is refused."""
    game = towns(hands=[{"red": 3}], holders=[{"red": 1}])
    assert {action.city for action in stations(game)} == set(CITIES)
    assert "junction" in refuse(game, BuildStation("Knot", {"red": 1}))
    with pytest.raises(ValueError, match="Knot"):
        towns(stations={0: ["Knot"]})
    through = towns(
        claimed={2: [("Bel", "Knot")], 3: [("Knot", "Fox")]}, tickets={2: [("Bel", "Fox")]}
    )
    assert through.result().sheets[1]["tickets"] == 2


@pytest.mark.clause("GAP-32")
def test_an_absurd_payment_of_a_station_is_refused_in_words() -> None:
    """More cards than any pile holds, from both."""
    refuse(towns(hands=[{"red": 3}]), BuildStation("Ast", {"red": 200}, {"red": 200}))


@pytest.mark.clause("GAP-32")
def test_random_games_keep_the_invariants() -> None:
    """Conservation, actions and scores, to the end; the shared tickets only grow."""
    for seed in range(6):
        rng = random.Random(seed)
        game = ttrkit.new_game(TOWNS, players=4 + 2 * (seed % 2), seed=seed)
        while not game.is_over:
            before = shared(game, 0)
            game.apply(rng.choice(game.legal_actions()))
            assert shared(game, 0)[: len(before)] == before
            check_conservation(game)
            if rng.random() < 0.2:
                check_actions(game)
        check_scores(game)


@pytest.mark.clause("GAP-32")
def test_the_rules_machine() -> None:
    """Invariants hold in whatever direction a game goes."""
    TownsMachine.TestCase.settings = settings(max_examples=settings().max_examples // 3)
    TownsMachine.TestCase("runTest").runTest()
