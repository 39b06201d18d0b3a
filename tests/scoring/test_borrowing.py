"""The search for the best routes to borrow, against trying all combinations."""

import random
import time
from collections.abc import Sequence
from itertools import product

import ttrkit
from ttrkit import Board, City, Game, Route, Ticket, parts
from ttrkit.parts import Stations
from ttrkit.scoring.borrowing import Station, best_routes
from ttrkit.scoring.borrowing import Ticket as Wanted

EUROPE = ttrkit.get_variant("europe")
BOARD = EUROPE.board


def worth(joins: Sequence[tuple[int, int]], tickets: Sequence[Wanted]) -> int:
    """What the tickets are worth that are completed if these networks are joined."""
    name = {network: network for a, b, *_ in [*joins, *tickets] for network in (a, b)}
    for a, b in joins:
        keep, drop = name[a], name[b]
        name = {network: keep if old == drop else old for network, old in name.items()}
    return sum(points for a, b, points in tickets if name[a] == name[b])


def every_worth(stations: Sequence[Station], tickets: Sequence[Wanted]) -> list[int]:
    """What every combination of a route or none for each station is worth."""
    choices = [[None, *((own, other) for other in others)] for own, others in stations]
    return [worth([join for join in each if join], tickets) for each in product(*choices)]


def some_networks(rng: random.Random, most: int) -> tuple[list[Station], list[Wanted]]:
    """Stations in a few networks that reach some of the others, and tickets between any two."""
    networks = range(rng.randint(3, 9))
    stations: list[Station] = []
    for number in range(rng.randint(1, most)):
        own = rng.choice(networks)
        others = [other for other in networks if other != own]
        reach = rng.sample(others, rng.randint(1, min(4, len(others))))
        stations.append((own, {other: 100 * number + other for other in reach}))
    pairs = [rng.sample(networks, 2) for _ in range(rng.randint(1, 8))]
    return stations, [(a, b, rng.randint(1, 20)) for a, b in pairs]


def test_the_best_routes_against_all_combinations() -> None:
    """The routes found are one for each station at most, and none are worth more."""
    rng = random.Random(1)
    short = 0  # where the best is less than all together would be worth
    for _ in range(1500):
        stations, tickets = some_networks(rng, most=5)
        routes = best_routes(stations, tickets)
        joins = [(stations[route // 100][0], route % 100) for route in routes]
        assert len({route // 100 for route in routes}) == len(routes)
        assert all(
            other in stations[route // 100][1]
            for route, (_, other) in zip(routes, joins, strict=True)
        )
        best = max(every_worth(stations, tickets))
        assert worth(joins, tickets) == best
        everything = [(own, other) for own, others in stations for other in others]
        short += best < worth(everything, tickets)
    assert short > 300


def dense(seed: int, stations: int, tickets: int) -> Game:
    """All of Europe claimed, a fourth by seat 0, whose stations are where most routes meet."""
    rng = random.Random(seed)
    claimed: dict[int, list[ttrkit.Route]] = {seat: [] for seat in range(5)}
    for route in BOARD.routes:
        seat = 0 if rng.random() < 0.25 else rng.randint(1, 4)
        if not any(route.group == other.group is not None for other in claimed[seat]):
            claimed[seat].append(route)
    met = {
        city.name: sum(city.name in route.cities for seat in range(1, 5) for route in claimed[seat])
        for city in BOARD.cities
    }
    return ttrkit.position(
        EUROPE.replacing(Stations, Stations(count=stations)),
        players=5,
        claimed=claimed,
        stations={0: sorted(met, key=lambda city: -met[city])[:stations]},
        tickets={0: rng.sample(BOARD.tickets, tickets)},
    )


def test_seven_stations_are_scored_in_milliseconds() -> None:
    """A million combinations and more; the bound leaves room for slow and busy machines."""
    for seed in range(5):
        game = dense(seed, stations=7, tickets=15)
        times = []
        for _ in range(5):
            start = time.perf_counter()
            found = game.tally().tickets(0)
            times.append(time.perf_counter() - start)
        assert min(times) < 0.1, f"{1000 * min(times):.1f} ms"
        assert found.completed


def test_more_stations_never_complete_less() -> None:
    """From one station to seven in the busiest cities, the tickets are worth ever more."""
    points = [dense(2, stations, tickets=40).tally().tickets(0).points for stations in range(1, 8)]
    assert points == sorted(points)
    assert len(set(points)) > 4


def test_points_come_before_the_number_of_tickets() -> None:
    """EU-72: five tickets of a point each are worth less than one of six."""
    near = ["Bay", "Coast", "Dale", "Eden", "Ford"]
    cities = [City(name, x, 0) for x, name in enumerate(["Home", "Ahead", *near])]
    ways = [("Home", "Ahead"), ("Home", "Bay"), *(("Bay", name) for name in near[1:])]
    routes = [Route(f"{a}--{b}", a, b, "grey", 1) for a, b in ways]
    tickets = [Ticket("a", "Home", "Ahead", 6)]
    tickets += [Ticket(name.lower(), "Home", name, 1) for name in near]
    board = Board("Bay", cities, routes, tickets, {1: 1})
    game = ttrkit.position(
        EUROPE.with_board(board).replacing(parts.Tickets, parts.Tickets()),
        players=2,
        claimed={0: ways[2:], 1: ways[:2]},
        stations={0: ["Home"]},
        tickets={0: [(ticket.a, ticket.b) for ticket in tickets]},
    )
    assert game.result().sheets[0]["tickets"] == 6 - 5
    assert [ticket.points for ticket in game.tally().tickets(0).completed] == [6]
