"""The parts of Europe in other company: on other rules, and Europe without them."""

import random
from typing import Any

import pytest

import ttrkit
from tests.conformance.europe.common import BLACK, EUROPE, GREY, MARKET, builds
from tests.conformance.helpers import allow, claims, refuse
from ttrkit import BuildStation, ClaimRoute, Game, LeaveTunnel, PayTunnel, Route, Variant, parts
from ttrkit.events.outcomes import TurnedUp
from ttrkit.testing import check_actions, check_conservation, check_scores

USA = ttrkit.get_variant("usa")
AMERICAN = USA.with_board(EUROPE).adding(parts.Tunnels(), parts.Stations())
STATIONLESS = ttrkit.get_variant("europe").without(parts.Stations)
OPEN_AIR = ttrkit.get_variant("europe").without(parts.Tunnels, parts.Ferries)


def play_out(variant: Variant, players: int, seed: int) -> Game:
    """A random game to its end, its invariants checked after every action."""
    rng = random.Random(seed)
    game = ttrkit.new_game(variant, players=players, seed=seed)
    while not game.is_over:
        game.apply(rng.choice(game.legal_actions()))
        check_conservation(game)
        for seat in game.seats:
            assert seat.trains + sum(route.length for route in seat.routes) == variant.trains
        if rng.random() < 0.05:
            check_actions(game)
        assert len(game.history) < 20_000, "a random game goes on and on"
    check_scores(game)
    check_actions(game)
    return game


def reveals(game: Game) -> int:
    """How often cards were turned up for a tunnel."""
    outcomes = [out for event in game.history for out in event.outcome]
    return sum(isinstance(out, TurnedUp) for out in outcomes)


@pytest.mark.parametrize("players", [2, 3, 4, 5])
@pytest.mark.clause("EU-40", "EU-70")
def test_usa_with_tunnels_and_stations_plays(players: int) -> None:
    """A variant of three lines: random games come to their end, with tunnels and stations."""
    for seed in range(2):
        game = play_out(AMERICAN, players, seed)
        assert reveals(game)
        actions = [event.action for event in game.history]
        built = sum(isinstance(action, BuildStation) for action in actions)
        assert built
        assert built == sum(3 - seat.stations for seat in game.seats)
        assert {*game.result().sheets[0]} == {"routes", "tickets", "longest route", "stations"}


@pytest.mark.parametrize("players", [2, 3, 4, 5])
@pytest.mark.clause("EU-10")
def test_europe_without_stations_plays(players: int) -> None:
    """Tunnels are still there; nothing of stations is."""
    for seed in range(2):
        game = play_out(STATIONLESS, players, seed)
        assert reveals(game)
        assert not any(isinstance(event.action, BuildStation) for event in game.history)
        assert {*game.result().sheets[0]} == {"routes", "tickets", "longest route"}
        assert not hasattr(game.seats[0], "stations")


@pytest.mark.clause("EU-70")
def test_without_the_part_a_station_is_no_action() -> None:
    """It is refused in words, and `position` knows no stations."""
    game = ttrkit.position(STATIONLESS, players=2, hands=[{"red": 3}])
    assert builds(game) == []
    assert "not BuildStation" in refuse(game, BuildStation("Paris", {"red": 1}))
    with pytest.raises(TypeError, match='takes no "stations"'):
        ttrkit.position(STATIONLESS, players=2, stations={0: ["Paris"]})


@pytest.mark.clause("EU-30", "EU-40")
def test_without_their_parts_tunnels_and_ferries_are_plain_routes() -> None:
    """A tunnel is claimed at once, a ferry without wilds; with USA's rules a ferry is grey."""
    game = ttrkit.position(OPEN_AIR, players=2, hands=[{"black": 3}], deck=["black"] * 3)
    game.apply(ClaimRoute(BLACK, {"black": 3}))
    assert game.seats[0].routes == (BLACK,)
    assert reveals(game) == 0
    ferry = EUROPE.route("Amsterdam", "London")
    for variant in (OPEN_AIR, AMERICAN):
        bare = ttrkit.position(variant, players=2, hands=[{"red": 2}])
        allow(bare, ClaimRoute(ferry, {"red": 2}))
    play_out(OPEN_AIR, 2, 1)


@pytest.mark.clause("EU-40", "EU-41", "EU-43")
def test_a_tunnel_asks_the_same_on_other_rules() -> None:
    """What is due, how it is paid and how it is left do not depend on the company."""
    for variant in (AMERICAN, STATIONLESS):
        deck = ["red", "wild", "black"]
        hand = {"red": 5, "wild": 1}
        game = ttrkit.position(variant, players=2, hands=[hand], deck=deck, market=MARKET)
        game.apply(ClaimRoute(GREY, {"red": 3}))
        ways = {PayTunnel({"red": 2}), PayTunnel({"red": 1, "wild": 1}), LeaveTunnel()}
        assert set(game.legal_actions()) == ways
        left = game.copy()
        left.apply(LeaveTunnel())
        assert left.seats[0].hand == hand
        game.apply(PayTunnel({"red": 2}))
        assert game.seats[0].routes == (GREY,)


@pytest.mark.clause("EU-71", "EU-73")
def test_stations_may_be_fewer_and_worth_something_else() -> None:
    """Their number and points are the part's; each still costs one card more than the last."""
    two = AMERICAN.replacing(parts.Stations, parts.Stations(count=2, points=7))
    game = ttrkit.position(two, players=2, hands=[{"red": 3}], stations={1: ["Roma", "Wien"]})
    assert [sheet["stations"] for sheet in game.result().sheets] == [14, 0]
    game.apply(BuildStation("Paris", {"red": 1}))
    assert game.result().sheets[0]["stations"] == 7
    assert builds(game) == []  # seat 1 has none left
    play_out(two, 3, 1)


@pytest.mark.clause("EU-03", "EU-60")
def test_long_tickets_are_long_by_the_part_not_by_the_board() -> None:
    """With USA's tickets they lie in the ticket deck like the others."""
    game = ttrkit.position(AMERICAN, players=2)
    assert game.ticket_deck_size == 46
    assert claims(game) == []


@pytest.mark.clause("EU-81", "EU-72")
def test_stations_borrow_on_other_rules() -> None:
    """Also on the base game's own board."""
    variant = USA.adding(parts.Stations())
    given: dict[str, Any] = {
        "claimed": {0: [("Boston", "New York")], 1: [("New York", "Washington")]},
        "tickets": {0: [("Boston", "Washington")]},
    }
    assert ttrkit.position(variant, players=2, **given).result().sheets[0]["tickets"] == -4
    for city, points in (("New York", 4), ("Washington", 4), ("Boston", -4)):
        game = ttrkit.position(variant, players=2, stations={0: [city]}, **given)
        assert game.result().sheets[0]["tickets"] == points


class ClaimAgain(parts.Part):
    """Whoever claims a tunnel has another action in the same turn."""

    def after_claim(
        self, state: parts.State, seat: int, route: Route, payment: parts.Payment
    ) -> None:
        """Push a turn within the turn."""
        if route.tunnel:
            state.push(self.engine.loop.turn, seat)


@pytest.mark.clause("EU-44")
def test_two_tunnels_in_one_turn_lose_no_card() -> None:
    """The cards turned up for the first are discarded before those for the second come up."""
    rng = random.Random(1)
    twice = 0
    for seed in range(3):
        variant = ttrkit.get_variant("europe").adding(ClaimAgain())
        game = ttrkit.new_game(variant, players=3, seed=seed)
        while not game.is_over:
            actions = game.legal_actions()
            digs = [a for a in actions if isinstance(a, ClaimRoute) and a.route.tunnel]
            game.apply(rng.choice(digs or actions))
            check_conservation(game)
            twice += reveals_in_a_row(game)
    assert twice


def reveals_in_a_row(game: Game) -> bool:
    """Whether the same seat has just claimed two tunnels, one after the other."""
    last = game.history[-2:]
    digs = [isinstance(e.action, ClaimRoute) and e.action.route.tunnel > 0 for e in last]
    return len(last) == 2 and all(digs) and last[0].seat == last[1].seat
