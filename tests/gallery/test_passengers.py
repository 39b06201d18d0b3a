"""Passengers: where a journey may begin, whom it picks up, and what bots make of it."""

import ttrkit
from examples.gallery.passengers import CITIES, VARIANT, Journey
from ttrkit.bots import GreedyPlayer

NORTH = [("Aldermoor", "Eelmarsh"), ("Brackwater", "Fennholt"), ("Aldermoor", "Brackwater")]
SOUTH = [("Osterdam", "Saltmere")]


def test_a_journey_picks_up_all_who_wait_along_the_way() -> None:
    """In one network, for two points each; those elsewhere wait on, as do a rival's."""
    game = ttrkit.position(
        VARIANT, players=2, claimed={0: [*NORTH, *SOUTH], 1: [("Eelmarsh", "Ivelmouth")]}
    )
    game.apply(Journey("Fennholt"))
    north = {"Aldermoor", "Eelmarsh", "Brackwater", "Fennholt"}
    assert {*game.observe(1).seats[0].aboard} == north
    assert {*game.observe(1).waiting} == {*CITIES} - north
    assert game.result().sheets[0]["passengers"] == 2 * 4
    assert game.to_move == 1


def test_a_journey_begins_where_somebody_waits_on_own_routes() -> None:
    """Not off one's routes, not on a rival's, and not where all have left."""
    game = ttrkit.position(VARIANT, players=2, claimed={0: SOUTH, 1: NORTH})
    journeys = [action for action in game.legal_actions() if isinstance(action, Journey)]
    assert journeys == [Journey("Osterdam"), Journey("Saltmere")]
    for city in ("Aldermoor", "Tidesend", "Nowhere"):
        assert game.why_not(Journey(city)) == f"nobody waits in {city} along your routes"
    game.apply(Journey("Saltmere"))
    game.apply(Journey("Aldermoor"))
    assert not any(isinstance(action, Journey) for action in game.legal_actions())
    assert game.why_not(Journey("Osterdam")) == "nobody waits in Osterdam along your routes"


def test_bots_wait_for_a_long_journey() -> None:
    """Three passengers are worth a turn to them, and two are not."""
    for routes, goes in ((SOUTH, False), ([*SOUTH, ("Saltmere", "Tidesend")], True)):
        game = ttrkit.position(VARIANT, players=2, claimed={0: routes})
        chosen = GreedyPlayer(1).choose(game.observe(0))
        assert isinstance(chosen, Journey) == goes
