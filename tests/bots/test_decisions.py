"""What the greedy bot does in situations where one thing is best."""

from typing import Any

import attrs
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
    RandomPlayer,
)
from ttrkit.bots import GreedyPlayer
from ttrkit.bots.plans import Network
from ttrkit.parts import BuildStation, LeaveTunnel, PayTunnel

MARKET = ["red", "blue", "green", "white", "black"]


def choice(game: Game) -> Action:
    """What it does, whatever its seed."""
    seat = game.to_move
    assert seat is not None
    chosen = {GreedyPlayer(seed).choose(game.observe(seat)) for seed in range(3)}
    assert len(chosen) == 1, "this is left to chance"
    return chosen.pop()


def last_turn(edition: str, hand: dict[str, int], **situation: Any) -> Game:
    """Seat 0 has its last turn, with these cards: seat 1 has just claimed a route of three."""
    board = ttrkit.get_variant(edition).board
    route = next(
        r
        for r in board.routes
        if r.length == 3 and r.colour == "blue" and not (r.tunnel or r.ferry or r.group)
    )
    game = ttrkit.position(
        edition, players=2, to_move=1, hands=[hand, {"blue": 3}], trains=[9, 5], **situation
    )
    game.apply(ClaimRoute(route, {"blue": 3}))
    assert game.turns_left == 2
    assert game.to_move == 0
    return game


# Claims ----------------------------------------------------------------------------------------


def test_in_its_last_turn_a_ticket_counts_more_than_a_route() -> None:
    """Two points for the route and eight for the ticket, against seven for a longer route."""
    game = last_turn(
        "usa",
        {"red": 2, "purple": 4},
        claimed={0: [("New York", "Washington")]},
        tickets={0: [("Boston", "Washington")]},
    )
    action = choice(game)
    assert isinstance(action, ClaimRoute)
    assert action.route.cities == ("Boston", "New York")


def test_in_its_last_turn_it_takes_the_most_points() -> None:
    """If no ticket can be completed: seven for four trains."""
    game = last_turn("usa", {"red": 2, "purple": 4})
    action = choice(game)
    assert isinstance(action, ClaimRoute)
    assert action.route.length == 4


def test_it_pays_with_what_it_does_not_need() -> None:
    """Not with wilds, and not with the colour of the next route of its plan."""
    game = ttrkit.position(
        "usa",
        players=2,
        hands=[{"yellow": 2, "green": 2, "blue": 2, "wild": 2}],
        claimed={0: [("Montréal", "New York")]},
        tickets={0: [("Boston", "Washington")]},
        market=MARKET,
    )
    action = choice(game)
    assert isinstance(action, ClaimRoute)
    assert "wild" not in action.cards


def test_it_saves_its_wilds_for_what_needs_them() -> None:
    """A route that only wilds could pay is left until its cards have come, if nobody is near."""
    game = ttrkit.position(
        "usa",
        players=2,
        hands=[{"wild": 4}],
        tickets={0: [("Los Angeles", "Oklahoma City")]},
        market=MARKET,
    )
    assert not isinstance(choice(game), ClaimRoute)


def test_it_claims_long_routes_when_all_tickets_are_done() -> None:
    """Late in the game, when there is no time for more tickets."""
    game = ttrkit.position(
        "usa", players=2, hands=[{"purple": 6}], trains=[20, 11], tickets={0: []}, market=MARKET
    )
    action = choice(game)
    assert isinstance(action, ClaimRoute)
    assert action.route.length >= 5


# Tickets ---------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("trains", "wants"), [([45, 45], True), ([23, 23], True), ([22, 45], False), ([45, 22], False)]
)
def test_it_wants_tickets_while_there_is_time(trains: list[int], wants: bool) -> None:
    """Half of the trains must be left, to it and to its rivals."""
    game = ttrkit.position("usa", players=2, trains=trains, tickets={0: []}, market=MARKET)
    assert (choice(game) == DrawTickets()) == wants


def test_it_wants_no_more_tickets_if_one_is_lost() -> None:
    """As long as one cannot be completed."""
    rival = [("Atlanta", "Miami"), ("Charleston", "Miami"), ("Miami", "New Orleans")]
    game = ttrkit.position(
        "usa", players=2, claimed={1: rival}, tickets={0: [("Boston", "Miami")]}, market=MARKET
    )
    assert choice(game) != DrawTickets()


def test_it_keeps_what_its_routes_complete() -> None:
    """And refuses what is far off; one of three must be kept."""
    deck = [("Seattle", "New York"), ("Boston", "Washington"), ("Las Vegas", "Miami")]
    game = ttrkit.position(
        "usa",
        players=2,
        claimed={0: [("Boston", "New York"), ("New York", "Washington")]},
        ticket_deck=deck,
        trains=[8, 8],
    )
    game.apply(DrawTickets())
    action = choice(game)
    assert isinstance(action, KeepTickets)
    assert [str(ticket) for ticket in action.tickets] == ["Boston–Washington (4)"]


def test_it_plays_without_tickets() -> None:
    """On a board that has none, it claims routes until the end."""
    usa = ttrkit.get_variant("usa")
    variant = attrs.evolve(usa, name="ticketless", board=attrs.evolve(usa.board, tickets=()))
    game = ttrkit.new_game(variant, players=2, seed=1)
    result = ttrkit.play(game, [GreedyPlayer(1), RandomPlayer(1)], max_turns=500)
    assert result.is_final
    assert result.winners == (0,)
    assert len(game.seats[0].routes) > 5


# Cards -----------------------------------------------------------------------------------------


def lacking(hand: dict[str, int], market: list[str]) -> Action:
    """What it draws if it lacks cards for Miami–New Orleans."""
    way = [("Los Angeles", "El Paso"), ("El Paso", "Houston"), ("New Orleans", "Houston")]
    claimed = {0: way, 1: [("Atlanta", "Miami"), ("Charleston", "Miami")]}
    tickets = {0: [("Los Angeles", "Miami")]}
    return choice(
        ttrkit.position(
            "usa", players=2, hands=[hand], claimed=claimed, tickets=tickets, market=market
        )
    )


def test_it_takes_the_colour_that_it_lacks() -> None:
    """If it lies there; else a card from the deck, but no other one."""
    assert lacking({"red": 3}, ["blue", "green", "red", "white", "black"]) == DrawFaceUp("red")
    assert lacking({"red": 3}, ["blue", "green", "green", "white", "black"]) == DrawBlind()


def test_it_takes_a_wild_for_the_last_card() -> None:
    """It is worth a whole turn if it completes a route, and not before."""
    assert lacking({"red": 5}, ["blue", "green", "wild", "white", "black"]) == DrawFaceUp("wild")
    assert lacking({"red": 3}, ["blue", "green", "wild", "white", "black"]) == DrawBlind()


def test_it_takes_a_wild_for_a_ferry() -> None:
    """The symbols of a ferry can be paid in no other way."""
    game = ttrkit.position(
        "europe",
        players=2,
        claimed={0: [("Dieppe", "Paris"), ("Edinburgh", "London")]},
        tickets={0: [("Edinburgh", "Paris")]},
        hands=[{"green": 2}],
        market=["green", "blue", "wild", "white", "black"],
    )
    assert choice(game) == DrawFaceUp("wild")


# Stations, tunnels, teams ----------------------------------------------------------------------

TO_EDINBURGH: dict[str, Any] = {
    "claimed": {
        0: [("London", "Dieppe"), ("Dieppe", "Paris")],
        1: [("Edinburgh", "London")],
    },
    "tickets": {0: [("Edinburgh", "Paris")]},
}


def test_it_builds_a_station_where_it_needs_one() -> None:
    """At an end of the other's route that its ticket needs, and with a card that it can spare."""
    game = ttrkit.position("europe", players=2, hands=[{"red": 1, "wild": 1}], **TO_EDINBURGH)
    action = choice(game)
    assert isinstance(action, BuildStation)
    assert action.city in ("Edinburgh", "London")
    assert action.cards == {"red": 1}


def test_it_builds_a_station_in_its_last_turn() -> None:
    """It is worth a ticket."""
    action = choice(last_turn("europe", {"red": 1}, **TO_EDINBURGH))
    assert isinstance(action, BuildStation)
    assert action.city in ("Edinburgh", "London")


def test_it_claims_before_it_builds() -> None:
    """As long as routes of its plan are missing, a station can wait."""
    missing = {**TO_EDINBURGH, "claimed": {**TO_EDINBURGH["claimed"], 0: [("London", "Dieppe")]}}
    game = ttrkit.position("europe", players=2, hands=[{"red": 1, "wild": 1}], **missing)
    assert not isinstance(choice(game), BuildStation)


def test_it_needs_no_second_station_for_one_route() -> None:
    """A route beside its own station is as good as claimed."""
    game = ttrkit.position(
        "europe",
        players=2,
        hands=[{"red": 2, "wild": 1}],
        stations={0: ["Edinburgh"]},
        **TO_EDINBURGH,
    )
    assert not isinstance(choice(game), BuildStation)


def test_it_pays_for_a_tunnel_as_cheaply_as_it_can() -> None:
    """With the colour, not with a wild; without either it cannot."""
    europe = ttrkit.get_variant("europe").board
    tunnel = next(r for r in europe.routes if r.tunnel and r.colour != "grey")
    hand = {tunnel.colour.value: tunnel.length + 1, "wild": 1}
    deck = [tunnel.colour.value, "wild", *["white"] * 3]
    if tunnel.colour == "white":
        deck[2:] = ["black"] * 3
    game = ttrkit.position("europe", players=2, hands=[hand], deck=deck[:1] + deck[2:])
    game.apply(ClaimRoute(tunnel, {tunnel.colour: tunnel.length}))
    assert choice(game) == PayTunnel({tunnel.colour: 1})
    poor = ttrkit.position(
        "europe", players=2, hands=[{tunnel.colour.value: tunnel.length}], deck=deck[:1] + deck[2:]
    )
    poor.apply(ClaimRoute(tunnel, {tunnel.colour: tunnel.length}))
    assert choice(poor) == LeaveTunnel()


@pytest.mark.parametrize(("drawn", "place"), [("black", "hand"), ("red", "holder")])
def test_it_shares_what_it_does_not_need(drawn: str, place: str) -> None:
    """A card of its plan's colours goes to the hand, any other into the holder."""
    game = ttrkit.position(
        "asia",
        players=4,
        claimed={0: [("Foochow", "Shanghai", "white")]},
        tickets={0: [("Canton", "Shanghai")]},
        market=["red", "blue", "green", "white", "black"],
    )
    plan = Network(game.observe(0)).plan(game.seats[0].tickets, 27)
    assert {route.colour.value for route in plan.routes} == {"black"}
    game.apply(DrawFaceUp(drawn))
    assert choice(game) == PlaceCard(place)


# Plans -----------------------------------------------------------------------------------------


def test_a_plan_uses_every_train_that_there_is() -> None:
    """A ticket is given up if one train is missing, and not before."""
    game = ttrkit.position("usa", players=2, tickets={0: [("Boston", "Washington")]})
    network = Network(game.observe(0))
    (ticket,) = game.seats[0].tickets
    plan = network.plan([ticket], 4)
    assert (plan.tickets, plan.given_up) == ((ticket,), ())
    joined = sorted(route.cities for route in plan.routes)
    assert joined == [("Boston", "New York"), ("New York", "Washington")]
    plan = network.plan([ticket], 3)
    assert (plan.tickets, plan.given_up, plan.routes, plan.effort) == ((), (ticket,), (), 0)


def test_a_plan_shares_routes_between_tickets() -> None:
    """What is planned for one ticket costs the next one nothing."""
    tickets = [("Boston", "Washington"), ("Montréal", "Raleigh")]
    game = ttrkit.position("usa", players=2, tickets={0: tickets})
    network = Network(game.observe(0))
    plan = network.plan(game.seats[0].tickets, 8)
    assert len(plan.tickets) == 2
    assert sum(route.length for route in plan.routes) == 8
    assert network.plan(game.seats[0].tickets, 7).given_up != ()


def test_what_a_network_joins() -> None:
    """Its own routes do; those of others and open ones do not."""
    game = ttrkit.position(
        "usa",
        players=2,
        claimed={0: [("Boston", "New York")], 1: [("New York", "Washington")]},
        tickets={0: [("Boston", "Washington"), ("Montréal", "Raleigh")]},
    )
    board = game.board
    network = Network(game.observe(0))
    near, far = game.seats[0].tickets
    assert not network.joins(near)
    beside = list(board.routes_between("New York", "Washington"))
    assert not any(route in network.open for route in beside), "with two, the other is closed"
    assert network.gain(beside[0], [near, far]) == 2 * near.points
    assert network.gain(board.route("Montréal", "New York"), [near, far]) == 0
    within = ttrkit.position(
        "usa",
        players=2,
        claimed={0: [("Boston", "New York"), ("New York", "Washington")]},
        tickets={0: [("Boston", "Washington")]},
    )
    joined = Network(within.observe(0))
    assert joined.joins(within.seats[0].tickets[0])
    plan = joined.plan(within.seats[0].tickets, 0)
    assert (plan.tickets, plan.routes, plan.effort) == (within.seats[0].tickets, (), 0)
