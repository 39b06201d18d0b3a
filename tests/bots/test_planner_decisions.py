"""What the planner does in situations where one thing is best."""

from typing import Any

import pytest

import ttrkit
from ttrkit import (
    Action,
    ClaimRoute,
    DrawBlind,
    DrawFaceUp,
    DrawTickets,
    Game,
    KeepTickets,
    PlaceCard,
)
from ttrkit.bots import PlannerPlayer
from ttrkit.bots.chart import chart_of
from ttrkit.bots.drawing import ranked_draws
from ttrkit.bots.ground import Ground
from ttrkit.bots.outlook import best_of, danger, turns_to_end
from ttrkit.bots.planning import Budget, Drafting
from ttrkit.bots.saving import Needs, lacking
from ttrkit.bots.sight import Sight
from ttrkit.parts import BuildStation, LeaveTunnel, PayTunnel

MARKET = ["red", "blue", "green", "white", "black"]


def choice(game: Game) -> Action:
    """What it does, whatever its seed."""
    seat = game.to_move
    assert seat is not None
    chosen = {PlannerPlayer(seed).choose(game.observe(seat)) for seed in range(3)}
    assert len(chosen) == 1, "this is left to chance"
    return chosen.pop()


def ground_of(game: Game, seat: int = 0) -> tuple[Sight, Ground]:
    """The board as a seat finds it."""
    sight = Sight(game.observe(seat))
    return sight, Ground(sight)


# Plans -----------------------------------------------------------------------------------------


def test_a_plan_shares_links_between_tickets() -> None:
    """One tree for both, within the trains; with fewer, one ticket is given up."""
    game = ttrkit.position(
        "usa", players=2, tickets={0: [("Boston", "Washington"), ("Montréal", "Raleigh")]}
    )
    sight, ground = ground_of(game)
    plan = Drafting(ground, Budget(trains=8, turns=99, effort=0.1)).plan(sight.tickets)
    assert plan.trains == 8
    assert not plan.given_up
    less = Drafting(ground, Budget(trains=7, turns=99, effort=0.1)).plan(sight.tickets)
    assert len(less.given_up) == 1
    assert less.trains <= 7


def test_a_plan_keeps_to_its_time() -> None:
    """What takes more turns than are left is given up."""
    game = ttrkit.position("usa", players=2, tickets={0: [("Seattle", "New York")]})
    sight, ground = ground_of(game)
    assert Drafting(ground, Budget(45, 40.0)).plan(sight.tickets).done
    assert Drafting(ground, Budget(45, 5.0)).plan(sight.tickets).given_up


def test_if_time_runs_out_the_cards_at_hand_decide_the_way() -> None:
    """It goes by Omaha, which it can pay for, instead of straight, for which it would draw."""
    wanted: dict[str, Any] = {
        "hands": [{"purple": 4, "white": 1}],
        "claimed": {0: [("Kansas City", "Saint Louis")]},
        "tickets": {0: [("Denver", "Saint Louis")]},
        "market": ["red", "blue", "green", "white", "yellow"],
    }
    early = ttrkit.position("usa", players=2, trains=[20, 40], **wanted)
    sight, ground = ground_of(early)
    budget = Budget(trains=20, turns=99)
    straight = Drafting(ground, budget).plan(sight.tickets)
    around = Drafting(ground, budget, sight.funds).plan(sight.tickets)
    assert (len(straight.links), len(around.links)) == (1, 2)
    assert around.turns == 2
    late = choice(ttrkit.position("usa", players=2, trains=[20, 3], **wanted))
    assert isinstance(late, ClaimRoute)
    assert "Omaha" in late.route.cities


def test_hopeless_tickets_are_given_up() -> None:
    """A plan across the board is dropped, if a rival is about to end the game, for a long route."""
    bot = PlannerPlayer(1)
    for trains in (40, 5):
        game = ttrkit.position(
            "usa",
            players=2,
            hands=[{"red": 4}],
            tickets={0: [("Seattle", "New York")]},
            trains=[40, trains],
            market=MARKET,
        )
        action = bot.choose(game.observe(0))
    assert isinstance(action, ClaimRoute)
    assert action.route.length == 4


def test_links_of_rivals_are_borrowed_if_there_are_stations() -> None:
    """With a station in the supply; not under rules without stations."""
    claimed = {1: [("Edinburgh", "London")]}
    europe = ttrkit.position("europe", players=2, claimed=claimed)
    _, ground = ground_of(europe)
    link = ground.chart.link_of[
        europe.board.routes.index(europe.board.route("Edinburgh", "London"))
    ]
    assert ground.to_borrow == {link: True}
    _, built = ground_of(
        ttrkit.position("europe", players=2, claimed=claimed, stations={0: ["London"]})
    )
    assert built.to_borrow == {link: False}
    assert built.costs[link] < ground.costs[link]


# Claims ----------------------------------------------------------------------------------------


def test_it_claims_what_its_ticket_needs() -> None:
    """With the cards in hand for one of the routes that are missing, if the end is near."""
    game = ttrkit.position(
        "usa",
        players=2,
        hands=[{"yellow": 2}],
        claimed={0: [("New York", "Washington")]},
        tickets={0: [("Boston", "Washington")]},
        trains=[4, 6],
        market=MARKET,
    )
    action = choice(game)
    assert isinstance(action, ClaimRoute)
    assert action.route.cities == ("Boston", "New York")


def test_it_spends_wilds_on_a_link_in_danger_alone() -> None:
    """If a rival builds at its end, and the way round is long; else it waits for its colour."""
    calm: dict[str, Any] = {
        "hands": [{"wild": 3}],
        "tickets": {0: [("Los Angeles", "Miami")]},
        "market": MARKET,
    }
    assert not isinstance(choice(ttrkit.position("usa", players=2, **calm)), ClaimRoute)
    rival = {1: [("Los Angeles", "Phoenix"), ("Dallas", "Houston"), ("New Orleans", "Little Rock")]}
    pressed = choice(ttrkit.position("usa", players=2, claimed=rival, **calm))
    assert isinstance(pressed, ClaimRoute)


def test_grey_routes_are_paid_without_wilds() -> None:
    """If cards of a colour will do."""
    game = ttrkit.position(
        "usa",
        players=2,
        hands=[{"purple": 2, "green": 2, "wild": 2}],
        claimed={0: [("Montréal", "New York"), ("New York", "Washington")]},
        tickets={0: [("Montréal", "Raleigh")]},
        trains=[4, 30],
        market=["white"],
    )
    action = choice(game)
    assert isinstance(action, ClaimRoute)
    assert "wild" not in action.cards


def test_in_its_last_turn_a_ticket_counts_more_than_a_route() -> None:
    """Two points for the route and eight for the ticket, against seven for a longer route."""
    board = ttrkit.get_variant("usa").board
    game = ttrkit.position(
        "usa",
        players=2,
        to_move=1,
        hands=[{"red": 2, "purple": 4}, {"blue": 3}],
        trains=[9, 5],
        claimed={0: [("New York", "Washington")]},
        tickets={0: [("Boston", "Washington")]},
    )
    short = next(r for r in board.routes if r.length == 3 and r.colour == "blue")
    game.apply(ClaimRoute(short, {"blue": 3}))
    action = choice(game)
    assert isinstance(action, ClaimRoute)
    assert action.route.cities == ("Boston", "New York")


def test_it_completes_a_flag() -> None:
    """In Paris, of two routes of the same length, that whose card completes the flag."""
    game = ttrkit.position(
        "paris",
        players=2,
        hands=[{"white": 2, "yellow": 2}],
        flags={0: ["blue", "red"]},
        tickets={0: []},
        trains=[4, 4],
        ticket_deck=[],
        market=["green"],
    )
    action = choice(game)
    assert isinstance(action, ClaimRoute)
    assert action.route.colour == "white"


# Tickets ---------------------------------------------------------------------------------------


def test_it_keeps_what_its_network_completes() -> None:
    """And refuses what is far off; one of three must be kept."""
    game = ttrkit.position(
        "usa",
        players=2,
        claimed={0: [("Boston", "New York"), ("New York", "Washington")]},
        ticket_deck=[("Seattle", "New York"), ("Boston", "Washington"), ("Las Vegas", "Miami")],
        trains=[8, 8],
    )
    game.apply(DrawTickets())
    action = choice(game)
    assert isinstance(action, KeepTickets)
    assert [str(ticket) for ticket in action.tickets] == ["Boston–Washington (4)"]


def test_it_draws_no_tickets_when_there_is_no_time() -> None:
    """A rival who can end the game soon leaves no time for them."""
    game = ttrkit.position("usa", players=2, trains=[20, 5], tickets={0: []}, market=MARKET)
    assert choice(game) != DrawTickets()


def test_it_draws_tickets_while_there_is_room() -> None:
    """With nothing planned and most of the game to come, they give it an aim; later they do not."""
    for trains, draws in ((44, True), (8, False)):
        game = ttrkit.position(
            "usa",
            players=2,
            hands=[{"white": 2, "blue": 1}],
            trains=[trains, 44],
            tickets={0: []},
            market=MARKET,
        )
        assert (choice(game) == DrawTickets()) is draws, trains


def test_the_best_of_some_draws() -> None:
    """Of one it is the mean, of many nearly the best, and of nothing 0."""
    assert best_of([1.0, 2.0, 3.0], 1) == pytest.approx(2)
    assert best_of([1.0, 2.0, 3.0], 50) == pytest.approx(3)
    assert best_of([], 3) == 0


# Cards -----------------------------------------------------------------------------------------


def lacking_red(hand: dict[str, int], market: list[str]) -> Action:
    """What it draws if it lacks cards for Miami–New Orleans, and has no trains for more."""
    way = [("Los Angeles", "El Paso"), ("El Paso", "Houston"), ("New Orleans", "Houston")]
    claimed = {0: way, 1: [("Atlanta", "Miami"), ("Charleston", "Miami")]}
    game = ttrkit.position(
        "usa",
        players=2,
        hands=[hand],
        claimed=claimed,
        tickets={0: [("Los Angeles", "Miami")]},
        trains=[6, 30],
        market=market,
    )
    return choice(game)


def test_it_takes_the_colour_that_it_lacks() -> None:
    """If it lies there; else a card from the deck, but no other one."""
    assert lacking_red({"red": 2}, ["blue", "green", "red", "white", "black"]) == DrawFaceUp("red")
    assert lacking_red({"red": 2}, ["blue", "green", "green", "white", "black"]) == DrawBlind()


def test_it_takes_a_wild_for_the_last_card() -> None:
    """It is worth a whole turn if it completes a route."""
    market = ["blue", "green", "wild", "white", "black"]
    assert lacking_red({"red": 5}, market) == DrawFaceUp("wild")


def test_a_card_from_the_deck_is_worth_more_with_time() -> None:
    """The more turns are left, the less a certain card presses; what lies there stays the same."""
    worth: list[dict[Action, float]] = []
    for left in (44, 20, 4):
        game = ttrkit.position(
            "usa", players=2, hands=[{"red": 2}], trains=[12, left], market=MARKET
        )
        sight, ground = ground_of(game)
        route = game.board.routes.index(game.board.route("Miami", "New Orleans"))
        needs = Needs(ground, [ground.chart.link_of[route]], sight.funds, ())
        draws = ranked_draws(sight, needs)
        worth.append({action: value for value, action in draws})
        assert draws[0][1] == DrawFaceUp("red")
    long, middle, short = (each[DrawBlind()] for each in worth)
    assert long > middle > short


@pytest.mark.parametrize(("score", "ends"), [(90, True), (0, False)])
def test_it_ends_the_game_when_it_is_ahead(score: int, ends: bool) -> None:
    """With a claim that leaves two trains; behind, it would rather have the turns."""
    game = ttrkit.position(
        "usa",
        players=2,
        hands=[{"white": 1, "blue": 1}],
        claimed={0: [("Los Angeles", "San Francisco")]},
        tickets={0: []},
        ticket_deck=[],
        trains=[3, 30],
        scores=[score, 60],
        market=MARKET,
    )
    action = choice(game)
    assert (isinstance(action, ClaimRoute) and action.route.length == 1) is ends


def test_needs_count_the_cards_set_aside() -> None:
    """What a planned route takes is not left over; what it lacks is worth most."""
    game = ttrkit.position("usa", players=2, hands=[{"red": 4, "blue": 3, "wild": 1}])
    sight, ground = ground_of(game)
    route = game.board.routes.index(game.board.route("Miami", "New Orleans"))  # six red
    link = ground.chart.link_of[route]
    needs = Needs(ground, [link], sight.funds, ())
    red, blue, wild = 7, 1, 8  # as in `Cards.counts`
    assert needs.lack == 2
    assert needs.payable == []
    assert needs.left[red] == 0
    assert needs.left[blue] == 3
    assert needs.worth[red] > needs.worth[blue]
    assert needs.worth[wild] >= 1
    assert lacking(ground.chart.prices[route], sight.funds) == 1


# Rivals and time -------------------------------------------------------------------------------


def test_a_link_is_in_danger_where_rivals_build() -> None:
    """By the ends that they touch; less if another route of it stays open."""
    claimed = {1: [("Dallas", "Oklahoma City")]}
    for players, share in ((2, 1.0), (4, 1 / 3)):
        game = ttrkit.position("usa", players=players, claimed=claimed)
        _, ground = ground_of(game)
        board = game.board
        double, single, far = (
            ground.chart.link_of[board.routes.index(board.route(*cities))]
            for cities in (("Dallas", "Houston"), ("El Paso", "Dallas"), ("Helena", "Duluth"))
        )
        assert danger(ground, far) == 0
        assert danger(ground, single) > 0
        assert danger(ground, double) == pytest.approx(share * danger(ground, single))


def test_the_end_comes_sooner_with_fewer_trains_and_more_cards() -> None:
    """And at once when the last round begins."""
    chart = chart_of(ttrkit.get_variant("usa").engine)
    assert turns_to_end(chart, 2, 0) == 0
    assert turns_to_end(chart, 20, 0) > turns_to_end(chart, 10, 0) > turns_to_end(chart, 10, 8)


# Stations, tunnels, teams ----------------------------------------------------------------------


def test_it_builds_a_station_where_it_needs_one() -> None:
    """At an end of the rival's route that its ticket lacks."""
    game = ttrkit.position(
        "europe",
        players=2,
        hands=[{"red": 1}],
        claimed={0: [("London", "Dieppe"), ("Dieppe", "Paris")], 1: [("Edinburgh", "London")]},
        tickets={0: [("Edinburgh", "Paris")]},
        market=MARKET,
    )
    action = choice(game)
    assert isinstance(action, BuildStation)
    assert action.city in ("Edinburgh", "London")


@pytest.mark.parametrize(("spare", "pays"), [(2, True), (0, False)])
def test_it_pays_for_a_planned_tunnel(spare: int, pays: bool) -> None:
    """If it can; else the tunnel is left."""
    tunnel = next(r for r in ttrkit.get_variant("europe").board.routes if r.tunnel)
    colour = "red" if tunnel.colour == "grey" else tunnel.colour.value
    for seed in range(40):
        game = ttrkit.position(
            "europe",
            players=2,
            hands=[{colour: tunnel.length + spare, "wild": 0}],
            claimed={},
            tickets={0: []},
            seed=seed,
        )
        game.apply(ClaimRoute(tunnel, {colour: tunnel.length}))
        if game.decision == "tunnel":
            assert isinstance(choice(game), PayTunnel if pays else LeaveTunnel)
            return
    raise AssertionError("no tunnel asked for more")


def test_a_needed_card_goes_to_the_hand() -> None:
    """In Asia; any other to the holder."""
    asia = ttrkit.get_variant("asia")
    game = ttrkit.new_game(asia, players=4, seed=3)
    bots = [PlannerPlayer(seat) for seat in range(4)]
    places = set()
    while (seat := game.to_move) is not None:
        action = bots[seat].choose(game.observe(seat))
        if isinstance(action, PlaceCard):
            places.add(action.place)
        game.apply(action)
    assert places == {"hand", "holder"}
