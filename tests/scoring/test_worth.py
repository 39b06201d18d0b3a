"""Tickets of other forms, and parts that say what a ticket is worth: everything follows them."""

import random
from itertools import product
from typing import Any

import attrs
import pytest

import ttrkit
from ttrkit import Board, ClaimRoute, Game, Ticket, Variant, load_board, position
from ttrkit.board import NumberedBoard
from ttrkit.bots import GreedyPlayer
from ttrkit.bots.plans import Network
from ttrkit.errors import RuleError
from ttrkit.narrate import Teller
from ttrkit.parts import Connections, Globetrotter, LongestRoute, Part, Stations, Worth
from ttrkit.players import RandomPlayer
from ttrkit.scoring.tally import Tally
from ttrkit.testing import check_variant
from ttrkit.testing.invariants import state_of

PLAIN = load_board("examples/home_made/benelux.toml")
FORK = Ticket("fork", "Brugge", "East", 9, other_ends=[("Antwerpen", 3), ("Luik", 6)])
TOUR = Ticket("tour", "Brussel", "Luik", 8, via=["Antwerpen"])
BORDER = Ticket("border", "East", "South", 10)
BOARD = attrs.evolve(
    PLAIN,
    tickets=[FORK, TOUR, BORDER, *PLAIN.tickets],
    regions={"East": ("Arnhem", "Maastricht"), "South": ("Luxemburg", "Namen")},
)


def variant(*parts: Part, board: Board = BOARD, **numbers: Any) -> Variant:
    """The classic rules and these parts, on a board with tickets of every form."""
    numbers = {"trains": 20, "players": [2, 3], **numbers}
    return Variant.from_classic("forms", board, parts=parts, **numbers)


FORMS = variant()


def with_routes(routes: list[Any], *tickets: Ticket, rules: Variant = FORMS) -> Game:
    """A game in which the first seat has these routes and tickets."""
    return position(rules, players=2, claimed={0: routes}, tickets={0: tickets})


def points(routes: list[Any], *tickets: Ticket, rules: Variant = FORMS) -> int:
    """The points for these tickets with these routes."""
    return with_routes(routes, *tickets, rules=rules).result().sheets[0]["tickets"]


BRUGGE_ANTWERPEN, ANTWERPEN_BRUSSEL = ("Brugge", "Antwerpen"), ("Antwerpen", "Brussel")
BRUSSEL_LUIK, LUIK_MAASTRICHT = ("Brussel", "Luik"), ("Luik", "Maastricht")
LUIK_NAMEN = ("Luik", "Namen")


def test_several_ends() -> None:
    """The best that is joined counts; if none is, the least is lost."""
    way = [BRUGGE_ANTWERPEN, ANTWERPEN_BRUSSEL, BRUSSEL_LUIK, LUIK_MAASTRICHT]
    assert [points(way[:n], FORK) for n in range(5)] == [-3, 3, 3, 6, 9]
    for n in range(5):
        count = with_routes(way[:n], FORK).tally().tickets(0)
        assert count.completed == ((FORK,) if n else ())


def test_three_cities() -> None:
    """All must be joined with each other."""
    assert points([], TOUR) == -8
    assert points([ANTWERPEN_BRUSSEL], TOUR) == -8
    assert points([BRUSSEL_LUIK], TOUR) == -8
    assert points([ANTWERPEN_BRUSSEL, LUIK_MAASTRICHT], TOUR) == -8
    assert points([ANTWERPEN_BRUSSEL, BRUSSEL_LUIK], TOUR) == 8


def test_regions() -> None:
    """One network must have a city of each."""
    assert points([LUIK_MAASTRICHT, LUIK_NAMEN], BORDER) == 10
    assert points([LUIK_MAASTRICHT, ("Luik", "Luxemburg")], BORDER) == 10
    assert points([LUIK_MAASTRICHT, ("Brussel", "Namen")], BORDER) == -10
    assert points([("Arnhem", "Maastricht")], BORDER) == -10


def test_plain_tickets_count_the_same_beside_others() -> None:
    """A board with other forms counts plain tickets as one without them does."""
    plain = variant(board=PLAIN)
    for seed in range(20):
        rng = random.Random(seed)
        routes = rng.sample([r for r in PLAIN.routes if r.group is None], 8)
        tickets = rng.sample(PLAIN.tickets, 6)
        results = [with_routes(routes, *tickets, rules=rules).tally() for rules in (plain, FORMS)]
        assert results[0].tickets(0) == results[1].tickets(0)


def test_the_globetrotter_counts_completed_tickets_of_every_form() -> None:
    """A fork that is completed by its least end is as good as any."""
    game = position(
        variant(Globetrotter(points=7)),
        players=2,
        claimed={0: [BRUGGE_ANTWERPEN, ANTWERPEN_BRUSSEL, BRUSSEL_LUIK]},
        tickets={0: [TOUR, BORDER], 1: [FORK]},
    )
    sheets = game.result().sheets
    assert [(sheet["tickets"], sheet["globetrotter"]) for sheet in sheets] == [(-2, 7), (-3, 0)]


def test_a_tie_goes_to_the_most_completed_tickets_of_any_form() -> None:
    """As with plain tickets."""
    rules = variant().without(LongestRoute)
    nobody = position(rules, players=2, tickets={0: [FORK]}, scores=[3, 0])
    assert (nobody.result().totals, nobody.result().winners) == ((0, 0), (0, 1))
    routes = {0: [BRUGGE_ANTWERPEN]}
    one = position(rules, players=2, claimed=routes, tickets={0: [FORK]}, scores=[0, 3])
    assert (one.result().totals, one.result().winners) == ((3, 3), (0,))


def test_it_is_told_when_they_are_completed() -> None:
    """In the event that completes them."""
    game = position(
        FORMS,
        players=2,
        hands=[{"purple": 2}],
        claimed={0: [LUIK_MAASTRICHT]},
        tickets={0: [BORDER]},
    )
    teller = Teller(game)
    game.apply(ClaimRoute(game.board.route("Luik", "Namen"), {"purple": 2}))
    assert teller.after(game, 1, game.history[-1]).completed == {BORDER: 0}


def test_positions_and_records_name_them() -> None:
    """By all places, by a goal, by the id; a record goes there and back."""
    named = [("Luik", "Brugge", "East", "Antwerpen"), ("South", "East"), "tour"]
    game = position(FORMS, players=2, tickets={0: named})
    assert game.seats[0].tickets == (FORK, BORDER, TOUR)
    again = ttrkit.from_record(game.to_record(), variant=FORMS)
    assert again.observe(0) == game.observe(0)


def test_stations_serve_them_best() -> None:
    """The best of all choices of one route for every station, against trying them by hand."""
    rules = variant(Stations(count=3))
    plain = [route for route in BOARD.routes if route.group is None]
    gained = 0
    for seed in range(40):
        rng = random.Random(seed)
        routes = rng.sample(plain, 12)
        cities = rng.sample([city.name for city in BOARD.cities], 3)
        game = position(
            rules,
            players=2,
            claimed={0: routes[:4], 1: routes[4:]},
            tickets={0: [FORK, TOUR, BORDER, *rng.sample(PLAIN.tickets, 2)]},
            stations={0: cities},
        )
        own = [route.id for route in routes[:4]]
        reach = [[None, *(r.id for r in routes[4:] if city in r.cities)] for city in cities]
        best = max(by_hand(game, [*own, *filter(None, more)]) for more in product(*reach))
        assert game.result().sheets[0]["tickets"] == best, seed
        gained += best > by_hand(game, own)
    assert gained > 5


def by_hand(game: Game, ids: list[str]) -> int:
    """The points for the first seat's tickets with these routes, by brute force."""
    networks = [{city.name} for city in game.board.cities]
    for route in map(game.board.route_by_id, ids):
        joined = [network for network in networks if network & {*route.cities}]
        networks = [n for n in networks if n not in joined] + [set().union(*joined)]
    total = 0
    for ticket in game.seats[0].tickets:
        done = [
            goal.points
            for goal in ticket.goals
            if any(
                all(network & {*game.board.cities_of(place)} for place in goal.places)
                for network in networks
            )
        ]
        total += max(done, default=-ticket.penalty)
    return total


class TwoWays(Part):
    """A ticket counts twice if it is joined even without any one of the routes."""

    def ticket_worth(self, ticket: Ticket, connections: Connections, worth: Worth) -> Worth:
        """Twice the points."""
        both = all(connections.without(r).joins(ticket.a, ticket.b) for r in connections.routes)
        return Worth(2 * worth.points, True) if worth.is_completed and both else worth


RING = [("Amsterdam", "Utrecht"), ("Rotterdam", "Utrecht"), ("Amsterdam", "Rotterdam")]
SHORT = Ticket("short", "Amsterdam", "Rotterdam", 2)


def test_a_part_says_what_a_ticket_is_worth() -> None:
    """On a board of plain tickets, too; it is asked about borrowed routes as about one's own."""
    board = attrs.evolve(PLAIN, tickets=[SHORT, *PLAIN.tickets])
    rules = variant(TwoWays(), board=board)
    assert points(RING[:1], SHORT, rules=rules) == -2
    assert points(RING[:2], SHORT, rules=rules) == 2
    assert points(RING, SHORT, rules=rules) == 4
    assert points(RING, SHORT, rules=variant(board=board)) == 2
    stations = variant(TwoWays(), Stations(), board=board)
    game = position(
        stations,
        players=2,
        claimed={0: RING[:2], 1: RING[2:]},
        tickets={0: [SHORT]},
        stations={0: ["Amsterdam"]},
    )
    assert game.result().sheets[0]["tickets"] == 4


class Mercy(Part):
    """No ticket costs anything; a long one counts as completed anyway."""

    def ticket_worth(self, ticket: Ticket, connections: Connections, worth: Worth) -> Worth:
        """No loss."""
        return Worth(max(0, worth.points), worth.is_completed or ticket.points > 9)


def test_parts_are_asked_in_their_order() -> None:
    """Each is given what the one before it said; completion is apart from points."""
    rules = variant(Mercy(), TwoWays())
    assert points([], FORK, rules=rules) == 0
    count = with_routes([], BORDER, FORK, rules=rules).tally().tickets(0)
    assert (count.points, count.completed) == (0, (BORDER,))


def test_a_part_that_forgets_to_answer_is_named() -> None:
    """With what came back."""

    class Forgetful(Part):
        """Answers nothing."""

        def ticket_worth(self, ticket: Ticket, connections: Connections, worth: Worth) -> Any:
            """Nothing."""

    told = "Forgetful.ticket_worth gives None, where a Worth is wanted"
    with pytest.raises(RuleError, match=told):
        points([], FORK, rules=variant(Forgetful()))


def test_connections() -> None:
    """What routes join, with and without some of them."""
    numbers = NumberedBoard(BOARD)
    ring = [numbers.of_route[BOARD.route(*ends).id] for ends in RING]
    joined = Connections(numbers, ring)
    assert joined.routes == tuple(BOARD.route(*ends) for ends in RING)
    assert joined.joins("Amsterdam", "Rotterdam", "Utrecht")
    assert not joined.joins("Amsterdam", "Luik")
    assert not joined.joins("Amsterdam", "East")
    first, second, _ = joined.routes
    assert joined.without(first).joins("Amsterdam", "Utrecht")
    assert not joined.without(first, second).joins("Amsterdam", "Utrecht")
    assert joined.without(first).route_numbers == tuple(ring[1:])
    with pytest.raises(LookupError, match='no city "Rome"'):
        joined.joins("Amsterdam", "Rome")


@pytest.mark.parametrize("rules", [FORMS, variant(TwoWays(), Mercy(), Stations())])
def test_they_keep_the_contract(rules: Variant) -> None:
    """Every invariant holds with tickets of every form."""
    check_variant(rules, games=1)


# Bots ----------------------------------------------------------------------------------------


def test_plans_for_several_ends() -> None:
    """The end that is worth its effort; a better one later only if it is worth its own."""
    game = with_routes([BRUGGE_ANTWERPEN, ANTWERPEN_BRUSSEL, BRUSSEL_LUIK], FORK)
    network = Network(game.observe(0))
    plan = network.plan([FORK], 20)
    assert plan.routes == (game.board.route("Luik", "Maastricht"),)
    assert (plan.points, plan.given_up) == (9, ())
    none = network.plan([FORK], 0)
    assert (none.routes, none.given_up, none.points) == ((), (), 6)
    far = Network(with_routes([], FORK).observe(0))
    short = far.plan([FORK], 3)
    assert short.routes == (game.board.route("Brugge", "Antwerpen"),)
    assert (short.points, short.short) == (3, 6)
    assert far.plan([FORK], 2).given_up == (FORK,)
    assert network.gain(game.board.route("Luik", "Maastricht"), [FORK, TOUR]) == 3
    assert network.worth(FORK) == Worth(6, True)
    assert network.joins(FORK)
    assert not far.joins(FORK)


def test_plans_for_three_cities_and_regions() -> None:
    """All cities are joined; a region by its nearest city."""
    game = with_routes([], TOUR, BORDER)
    network = Network(game.observe(0))
    tour = network.plan([TOUR], 20)
    assert sum(route.length for route in tour.routes) == 4
    border = network.plan([BORDER], 20)
    assert {*border.routes} == {game.board.route(*LUIK_MAASTRICHT), game.board.route(*LUIK_NAMEN)}
    both = network.plan([TOUR, BORDER], 20)
    assert sum(route.length for route in both.routes) == 6  # by Namen both are served
    assert network.plan([TOUR], 3).given_up == (TOUR,)


@pytest.mark.parametrize("rules", [FORMS, variant(TwoWays())], ids=["forms", "two ways"])
def test_greedy_plays_for_them(rules: Variant) -> None:
    """It wins clearly against chance, and completes tickets of every form."""
    wins = 0
    completed: set[str] = set()
    for seed in range(20):
        game = ttrkit.new_game(rules, players=2, seed=seed, first=seed % 2)
        result = ttrkit.play(game, [GreedyPlayer(seed), RandomPlayer(seed)])
        wins += result.winners == (0,)
        completed.update(ticket.id for ticket in Tally(state_of(game)).tickets(0).completed)
    assert wins >= 18
    assert {"fork", "tour", "border"} <= completed
