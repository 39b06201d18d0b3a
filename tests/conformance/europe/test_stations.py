"""Stations: building them, and what they are worth."""

import pytest

import ttrkit
from tests.conformance.europe.common import EUROPE, MARKET, builds, cards_of
from tests.conformance.helpers import all_but, allow, refuse
from ttrkit import (
    BuildStation,
    ClaimRoute,
    DrawBlind,
    DrawFaceUp,
    DrawTickets,
    KeepTickets,
    Pass,
)
from ttrkit.colours import CARD_COLOURS, PLAIN_COLOURS

CITIES = [city.name for city in EUROPE.cities]
TOWNS = ["Roma", "Wien", "Riga"]
PARIS = EUROPE.route("Brest", "Paris")  # black, 3


@pytest.mark.clause("EU-10")
def test_a_turn_is_one_of_four_actions() -> None:
    """Cards, a route, tickets or a station: nothing else is offered, and all four are."""
    game = ttrkit.position("europe", players=2, hands=[{"black": 3}], market=MARKET)
    claim, build = ClaimRoute(PARIS, {"black": 3}), BuildStation("Roma", {"black": 1})
    allow(game, DrawBlind(), *map(DrawFaceUp, MARKET), claim, DrawTickets(), build)
    kinds = {type(action) for action in game.legal_actions()}
    assert kinds == {DrawBlind, DrawFaceUp, ClaimRoute, DrawTickets, BuildStation}
    refuse(game, Pass(), KeepTickets(()))


@pytest.mark.clause("EU-10", "EU-70")
def test_building_a_station_is_the_whole_turn() -> None:
    """One a turn; then the next seat plays, and nothing else was drawn or claimed."""
    for players in (2, 5):
        for seat in range(players):
            game = ttrkit.position(
                "europe", players=players, to_move=seat, hands={seat: {"black": 3}}, market=MARKET
            )
            game.apply(BuildStation("Roma", {"black": 1}))
            assert (game.to_move, game.decision) == ((seat + 1) % players, "turn")
            assert game.seats[seat].stations == 2
            assert game.seats[seat].hand == {"black": 2}
            assert (game.seats[seat].trains, game.seats[seat].score) == (45, 0)
    other = ttrkit.position("europe", players=2, hands=[{"black": 3}], market=MARKET)
    other.apply(DrawBlind())
    refuse(other, BuildStation("Roma", {"black": 1}))


@pytest.mark.clause("EU-70")
def test_a_station_may_be_built_in_any_city_without_one() -> None:
    """In all 47, whether or not anybody's route touches it; where one stands, not."""
    claimed = {0: [("Paris", "Dieppe")], 1: [("Roma", "Venezia"), ("Brest", "Paris")]}
    game = ttrkit.position("europe", players=2, hands=[{"black": 1}], claimed=claimed)
    assert sorted(build.city for build in builds(game)) == sorted(CITIES)
    assert len(CITIES) == 47
    allow(game, *[BuildStation(city, {"black": 1}) for city in CITIES])
    assert 'no city "Rom"' in refuse(game, BuildStation("Rom", {"black": 1}))


@pytest.mark.parametrize("owner", [0, 1, 2])
@pytest.mark.clause("EU-70")
def test_one_station_a_city(owner: int) -> None:
    """Whoever built it, the player included; the other cities stay free."""
    stations = {owner: ["Paris", "Sofia"]}
    game = ttrkit.position("europe", players=3, hands=[{"black": 3}], stations=stations)
    cost = {"black": 3 if owner == 0 else 1}
    free = [BuildStation(city, cost) for city in CITIES if city not in stations[owner]]
    assert builds(game) == free
    for city in stations[owner]:
        reason = refuse(game, BuildStation(city, cost))
        assert reason == f"there is a station in {city} already"


@pytest.mark.clause("EU-70")
def test_a_station_that_was_built_keeps_its_city() -> None:
    """For the rest of the game, for everybody."""
    game = ttrkit.position("europe", players=2, hands=[{"black": 4}, {"red": 1}])
    game.apply(BuildStation("Paris", {"black": 1}))
    refuse(game, BuildStation("Paris", {"red": 1}))
    game.apply(BuildStation("Roma", {"red": 1}))
    refuse(game, BuildStation("Paris", {"black": 2}), BuildStation("Roma", {"black": 2}))
    allow(game, BuildStation("Wien", {"black": 2}))
    for viewer in (0, 1):
        assert dict(game.observe(viewer).shown)["stations"] == (("Paris",), ("Roma",))


@pytest.mark.clause("EU-70")
def test_three_stations_a_player() -> None:
    """A fourth cannot be built, with whatever cards; the others have their own three."""
    rich = all_but("europe", MARKET)
    game = ttrkit.position("europe", players=2, hands=[rich], market=MARKET, stations={0: TOWNS})
    assert game.seats[0].stations == 0
    assert game.seats[1].stations == 3
    assert builds(game) == []
    for n in range(5):
        refuse(game, BuildStation("Paris", {"red": n}), BuildStation("Paris", {"wild": n}))
    assert "all 3 are built" in refuse(game, BuildStation("Paris", {"red": 4}))
    with pytest.raises(ValueError, match="a seat has 3 stations"):
        ttrkit.position("europe", players=2, stations={0: [*TOWNS, "Paris"]})
    with pytest.raises(ValueError, match="no station can stand in Roma"):
        ttrkit.position("europe", players=2, stations={0: ["Roma"], 1: ["Roma"]})


@pytest.mark.clause("EU-70")
def test_a_station_is_never_compulsory() -> None:
    """With any other action left there is a choice; a game goes by without a station."""
    game = ttrkit.position("europe", players=2, hands=[{"red": 1}], trains=[0, 45])
    others = [a for a in game.legal_actions() if not isinstance(a, BuildStation)]
    assert DrawBlind() in others
    assert DrawTickets() in others
    assert game.seats[0].stations == 3


@pytest.mark.clause("EU-16", "GAP-04")
def test_a_station_is_an_action_that_is_left() -> None:
    """No card to draw, no ticket, no route: who can build one has no reason to pass."""
    one = {"red": 1}
    game = ttrkit.position(
        "europe",
        players=2,
        hands=[one, all_but("europe", one)],
        trains=[0, 45],
        market=[],
        ticket_deck=[],
    )
    assert {type(action) for action in game.legal_actions()} == {BuildStation}
    refuse(game, DrawBlind(), DrawTickets())
    game.apply(BuildStation("Paris", one))
    assert list(game.market) == ["red"]


@pytest.mark.clause("GAP-20")
def test_a_player_without_trains_may_build() -> None:
    """Stations need none."""
    game = ttrkit.position("europe", players=2, hands=[{"wild": 1}], trains=[0, 45])
    allow(game, BuildStation("Kyïv", {"wild": 1}))
    game.apply(BuildStation("Kyïv", {"wild": 1}))
    assert game.turns_left == 2


@pytest.mark.parametrize("built", [0, 1, 2])
@pytest.mark.clause("EU-71")
def test_each_station_costs_one_card_more_of_one_colour(built: int) -> None:
    """1 card, 2 of one colour, 3 of one colour; wilds stand in, all wilds allowed."""
    stations = {0: TOWNS[:built], 1: ["Smyrna"]}
    hand = all_but("europe", MARKET)
    game = ttrkit.position("europe", players=2, hands=[hand], market=MARKET, stations=stations)
    size = built + 1
    ways = {
        BuildStation("Paris", {colour: size - wild, "wild": wild})
        for colour in PLAIN_COLOURS
        for wild in range(size + 1)
    }
    offered = builds(game, "Paris")
    assert set(offered) == ways
    assert len(offered) == len(ways) == 8 * size + 1
    allow(game, *ways)
    refuse(game, *[BuildStation("Paris", {"red": n}) for n in range(6) if n != size])
    refuse(game, BuildStation("Paris", {"red": size, "wild": 1}))
    refuse(game, BuildStation("Paris", {"wild": size + 1}), BuildStation("Paris", {}))
    refuse(game, BuildStation("Paris", {"red": size - 1}, {"red": 1}))
    if built:
        reason = refuse(game, BuildStation("Paris", {"red": built, "white": 1}))
        assert reason.startswith(f"station number {size} costs {size} cards of one colour")
    for way in offered:
        after = game.copy()
        after.apply(way)
        assert after.discards == way.cards
        assert cards_of(after.seats[0].hand, way.cards) == hand
        assert after.seats[0].stations == 2 - built


@pytest.mark.clause("EU-71")
def test_only_cards_in_hand_pay_for_a_station() -> None:
    """Two different cards do not make the second; a wild beside either of them does."""
    one = {0: ["Roma"]}
    game = ttrkit.position("europe", players=2, hands=[{"red": 1, "blue": 1}], stations=one)
    assert builds(game) == []
    assert refuse(game, BuildStation("Wien", {"red": 2})) == "you do not hold 2 red"
    refuse(game, BuildStation("Wien", {"red": 1, "wild": 1}))
    hand = {"red": 1, "blue": 1, "wild": 1}
    game = ttrkit.position("europe", players=2, hands=[hand], stations=one)
    assert {tuple(sorted(build.cards)) for build in builds(game, "Wien")} == {
        ("red", "wild"),
        ("blue", "wild"),
    }
    empty = ttrkit.position("europe", players=2, hands=[{}, {"wild": 3}])
    assert builds(empty) == []


@pytest.mark.clause("EU-71")
def test_the_cost_rises_with_ones_own_stations_only() -> None:
    """The first of a player costs one card, however many the others have built."""
    game = ttrkit.position(
        "europe", players=3, hands=[dict.fromkeys(CARD_COLOURS, 1)], stations={1: TOWNS}
    )
    assert {build.cards.total for build in builds(game)} == {1}
    assert {colour for build in builds(game) for colour in build.cards} == set(CARD_COLOURS)
    hands = [{"red": 6}, {"blue": 6}]
    both = ttrkit.position("europe", players=2, hands=hands)
    for n, cities in enumerate((("Roma", "Wien"), ("Riga", "Brest"), ("Paris", "Kyïv")), 1):
        for city, colour in zip(cities, ("red", "blue"), strict=True):
            assert {build.cards.total for build in builds(both)} == {n}
            both.apply(BuildStation(city, {colour: n}))
    assert both.discards == {"red": 6, "blue": 6}
    assert builds(both) == []


@pytest.mark.clause("EU-73")
def test_four_points_for_every_station_in_supply() -> None:
    """At the end, not before; built ones give none, used or not."""
    stations = {1: TOWNS[:1], 2: ["Paris", "Brest"], 3: ["Sofia", "Kyïv", "Essen"]}
    game = ttrkit.position("europe", players=4, stations=stations, scores=[1, 2, 3, 4])
    result = game.result()
    assert [sheet["stations"] for sheet in result.sheets] == [12, 8, 4, 0]
    assert result.totals == (13, 10, 7, 4)
    assert [seat.score for seat in game.seats] == [1, 2, 3, 4]
    built = ttrkit.position("europe", players=2, hands=[{"red": 1}])
    assert built.result().sheets[0]["stations"] == 12
    built.apply(BuildStation("Roma", {"red": 1}))
    assert built.result().sheets[0]["stations"] == 8
    assert built.seats[0].score == 0
