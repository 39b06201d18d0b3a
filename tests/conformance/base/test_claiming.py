"""Claiming routes: cards, trains, points."""

import attrs
import pytest

import ttrkit
from tests.conformance.helpers import (
    all_but,
    allow,
    board,
    claimable,
    claims,
    fewest,
    pay,
    plain_routes,
    refuse,
    some_route,
)
from ttrkit import ClaimRoute

POINTS = {1: 1, 2: 2, 3: 4, 4: 7, 5: 10, 6: 15, 8: 21}
COLOURS = ("blue", "white", "red", "yellow", "green", "purple")


@pytest.mark.clause("US-20", "EU-20", "PA-20")
def test_a_route_costs_as_many_cards_of_its_colour(edition: str) -> None:
    """With any number of wilds among them, all wilds included, and in no other way."""
    for route in plain_routes(board(edition), colour="plain"):
        size = route.length
        game = ttrkit.position(edition, players=2, hands=[all_but(edition)], market=[])
        ways = [claim for claim in claims(game) if claim.route == route]
        assert set(ways) == {pay(route, wild=wild) for wild in range(size + 1)}
        assert len(ways) == size + 1
        allow(game, *ways)
        other = next(c for c in COLOURS if c != route.colour)
        wrong: list[dict[str, int]] = [
            {route.colour: size - 1},
            {route.colour: size + 1},
            {route.colour: size, "wild": 1},
            {"wild": size + 1},
            {other: size},
            {other: size, "wild": 1},
            {},
        ]
        if size > 1:
            wrong += [{route.colour: size - 1, other: 1}, {other: 1, "wild": size - 1}]
        reason = refuse(game, *[ClaimRoute(route, cards) for cards in wrong])
        assert f"{size} {route.colour} card" in reason


@pytest.mark.clause("US-20", "EU-20", "PA-20")
def test_the_cards_played_leave_the_hand_and_are_discarded(edition: str) -> None:
    """Exactly these cards, those of the other players and of the market being untouched."""
    route = some_route(edition)
    for wild in range(route.length + 1):
        hand = {route.colour: route.length, "wild": route.length, "red": 1}
        game = ttrkit.position(
            edition,
            players=2,
            hands=[hand, {"red": 2}],
            discards={"blue": 1},
            market=["red"] * 2,
            deck=["green"] * 3,  # which fill the market: three wilds would have it replaced
        )
        left = game.deck_size
        game.apply(pay(route, wild=wild))
        assert game.seats[0].hand == {
            route.colour: wild,
            "wild": route.length - wild,
            "red": 1,
        }
        paid = {route.colour: route.length - wild, "wild": wild, "blue": 1}
        assert game.discards == paid
        assert game.seats[1].hand == {"red": 2}
        assert game.deck_size == left - 3  # the market is full again


@pytest.mark.clause("US-20", "EU-20", "PA-20")
def test_only_cards_in_hand_can_be_played(edition: str) -> None:
    """One card short, or a wild that is not there, will not do; the partner's do not count."""
    route = some_route(edition)
    size, colour = route.length, route.colour
    game = ttrkit.position(
        edition,
        players=2,
        hands=[{colour: size - 1, "red": 2}, {colour: 2, "wild": 3}],
        market=["wild", colour],
    )
    assert "you hold" in refuse(game, pay(route), pay(route, wild=1), pay(route, wild=size))
    assert route not in claimable(game)
    game = ttrkit.position(edition, players=2, hands=[{colour: size - 1, "wild": 1}])
    assert [c for c in claims(game) if c.route == route] == [pay(route, wild=1)]


@pytest.mark.clause("US-20")
def test_absurd_payments_are_refused_in_words() -> None:
    """More cards than any pile holds, cards from a holder that is not there."""
    route = some_route("usa")
    game = ttrkit.position("usa", players=2, hands=[{route.colour: 12, "wild": 5}])
    shared = {route.colour: 1}
    refuse(game, ClaimRoute(route, {route.colour: route.length - 1}, shared))
    refuse(game, ClaimRoute(route, {}, {route.colour: route.length}))
    refuse(game, ClaimRoute(route, {route.colour: route.length}, shared))
    refuse(game, ClaimRoute(route, {"red": 200}, {"red": 200}))


@pytest.mark.clause("US-21", "EU-21")
def test_a_grey_route_takes_any_one_colour(edition: str) -> None:
    """Every colour of the deck, with wilds or without, or wilds alone; never two colours."""
    deck = ttrkit.get_variant(edition).deck
    routes = plain_routes(board(edition), colour="grey")
    for length in sorted({route.length for route in routes}):
        route = plain_routes(board(edition), colour="grey", length=length)[0]
        game = ttrkit.position(edition, players=2, hands=[all_but(edition)], market=[])
        ways = {
            ClaimRoute(route, {colour: length - wild, "wild": wild})
            for colour in deck
            for wild in range(length + (colour == "wild"))
            if colour != "wild" or wild == length
        }
        assert {claim for claim in claims(game) if claim.route == route} == ways
        assert len([claim for claim in claims(game) if claim.route == route]) == len(ways)
        allow(game, *ways)
        refuse(game, ClaimRoute(route, {"red": length + 1}))
        if length > 1:
            refuse(game, ClaimRoute(route, {"red": length - 1}))
            refuse(game, ClaimRoute(route, {"red": length - 1, "blue": 1}))
        if length > 2:
            refuse(game, ClaimRoute(route, {"red": length - 2, "blue": 1, "wild": 1}))


@pytest.mark.clause("US-22", "EU-22", "PA-22")
def test_a_claim_needs_and_takes_a_train_for_every_space(edition: str) -> None:
    """With one train too few it is refused; with just enough none is left."""
    route = some_route(edition)
    full = ttrkit.get_variant(edition).trains
    hand = {route.colour: route.length, "wild": route.length}
    for trains in range(route.length):
        game = ttrkit.position(edition, players=2, hands=[hand], trains=[trains, full])
        reason = refuse(game, *[pay(route, wild=n) for n in range(route.length + 1)])
        assert f"needs {route.length} trains; you have {trains}" in reason
        assert all(claim.route.length <= trains for claim in claims(game))
    for trains in (route.length, full):
        game = ttrkit.position(edition, players=2, hands=[hand], trains=[trains, 3])
        allow(game, pay(route))
        game.apply(pay(route))
        assert [seat.trains for seat in game.seats] == [trains - route.length, 3]


@pytest.mark.clause("US-22", "EU-22", "PA-22")
def test_the_trains_limit_all_kinds_of_routes(edition: str) -> None:
    """With every card in hand, exactly the routes not longer than the trains can be claimed."""
    for trains in range(8):
        game = ttrkit.position(
            edition, players=2, hands=[all_but(edition)], market=[], trains=[trains]
        )
        reach = {route for route in board(edition).routes if route.length <= trains}
        assert claimable(game) == reach


@pytest.mark.clause("US-23", "EU-23", "PA-23")
def test_any_free_route_may_be_claimed_connected_or_not(edition: str) -> None:
    """With all cards in hand, every route of the board is open, wherever the own routes are."""
    own = some_route(edition)
    for claimed in ([], [own]):
        game = ttrkit.position(
            edition, players=2, hands=[all_but(edition)], market=[], claimed={0: claimed}
        )
        assert claimable(game) == {r for r in board(edition).routes if r not in claimed}


@pytest.mark.clause("US-23", "EU-23", "PA-23")
def test_a_claimed_route_is_its_owners_alone(edition: str) -> None:
    """Nobody claims it again, the owner included; one claim is the whole turn."""
    route = some_route(edition)
    hand = {route.colour: route.length}
    game = ttrkit.position(edition, players=2, hands=[hand, hand])
    game.apply(pay(route))
    assert game.seats[0].routes == (route,)
    assert game.seats[1].routes == ()
    assert game.to_move == 1
    assert refuse(game, pay(route)).endswith("is taken already, by seat 0")
    own = ttrkit.position(edition, players=2, hands=[hand], claimed={0: [route]})
    refuse(own, pay(route))
    others = ttrkit.position(edition, players=2, hands=[all_but(edition)], claimed={1: [route]})
    refuse(others, pay(route))
    assert route not in claimable(others)


@pytest.mark.clause("US-23", "EU-23", "PA-23")
def test_routes_of_another_board_cannot_be_claimed(edition: str) -> None:
    """A route that this board does not have is refused."""
    real = some_route(edition)
    game = ttrkit.position(edition, players=2, hands=[all_but(edition)], market=[])
    for stranger in (attrs.evolve(real, id="nowhere"), attrs.evolve(real, length=1)):
        assert "no route of this board" in refuse(game, pay(stranger))


@pytest.mark.clause("US-23", "EU-23", "PA-23")
def test_routes_of_another_board_cannot_stand_in_a_position(edition: str) -> None:
    """Neither one that is unknown here nor one that only bears a known id."""
    real = some_route(edition)
    for stranger in (attrs.evolve(real, id="nowhere"), attrs.evolve(real, length=9)):
        with pytest.raises((ValueError, LookupError), match="no route"):
            ttrkit.position(edition, players=2, claimed={0: [stranger]})


@pytest.mark.clause("US-24", "EU-24", "PA-24")
def test_a_claim_scores_by_its_length_at_once(edition: str) -> None:
    """The points are on the score as soon as the route is claimed, and add up."""
    lengths = {route.length for route in plain_routes(board(edition))}
    for length in sorted(lengths):
        route = plain_routes(board(edition), length=length)[0]
        game = ttrkit.position(
            edition, players=2, hands=[{"wild": length}], scores=[100, 7], trains=[length, 3]
        )
        game.apply(ClaimRoute(route, {"wild": length}))
        assert [seat.score for seat in game.seats] == [100 + POINTS[length], 7]
        assert [team.score for team in game.teams] == [100 + POINTS[length], 7]
        assert [sheet["routes"] for sheet in game.result().sheets] == [100 + POINTS[length], 7]
    for length in {route.length for route in board(edition).routes}:
        assert board(edition).points(length) == POINTS[length]


@pytest.mark.clause("US-24")
def test_the_base_board_has_all_lengths_from_one_to_six() -> None:
    """So the whole table is proven on it; a chain of claims adds up."""
    assert {route.length for route in board("usa").routes} == {1, 2, 3, 4, 5, 6}
    chain = [plain_routes(board("usa"), length=n)[0] for n in range(1, 7)]
    cards = {"wild": 14, "red": 12}
    game = ttrkit.position("usa", players=fewest("usa"), hands=[cards])
    total = 0
    for route in chain[:4]:
        game.apply(ClaimRoute(route, {"wild": route.length}))
        total += POINTS[route.length]
        assert game.seats[0].score == total
        game.apply(ttrkit.DrawTickets())
        game.apply(game.legal_actions()[0])
    assert total == 1 + 2 + 4 + 7
    assert game.seats[1].score == 0
