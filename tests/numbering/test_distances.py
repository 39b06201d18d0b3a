"""The trains that tickets still need, against searches with networkx; whatever was known before."""

from itertools import combinations

import attrs
import networkx as nx
import pytest

import ttrkit
from tests.numbering.tables import ALL, TABLES, games
from tests.properties.games import state_of
from ttrkit import Board, Game, Observation, Ticket
from ttrkit.numbering import distances


def trains_needed(seen: Observation) -> dict[str, int]:
    """The trains that the numbers tell, by the id of the ticket."""
    places = seen.variant.features(len(seen.seats)).blocks["trains needed"].places
    numbers = seen.numbers()[places.start : places.stop]
    return {t.id: n for t, n in zip(seen.board.tickets, numbers, strict=True)}


def network(game: Game, seat: int) -> "nx.Graph[str]":
    """Every route that the seat's team has, for nothing, or could have, for its trains."""
    graph: nx.Graph[str] = nx.Graph()
    graph.add_nodes_from(city.name for city in game.board.cities)
    (team,) = [team for team in game.teams if seat in team.seats]
    lengths = [
        *((route, 0) for mate in team.seats for route in game.seats[mate].routes),
        *((r, r.length) for mate in team.seats for r in game.observe(mate).open_routes),
    ]
    for route, trains in lengths:
        known = graph.get_edge_data(route.a, route.b, {"trains": 999})["trains"]
        graph.add_edge(route.a, route.b, trains=min(known, trains))
    return graph


def bounds(graph: "nx.Graph[str]", board: Board, ticket: Ticket) -> tuple[int, int]:
    """The least and the most that a search may find: equal for two places."""
    found = []
    for goal in ticket.goals:
        pairs = [
            min(
                (
                    int(nx.shortest_path_length(graph, a, b, weight="trains"))
                    for a in board.cities_of(one)
                    for b in board.cities_of(other)
                    if nx.has_path(graph, a, b)
                ),
                default=999,
            )
            for n, one in enumerate(goal.places)
            for other in goal.places[n + 1 :]
        ]
        found.append((max(pairs), sum(pairs)))
    return min(low for low, _ in found), min(high for _, high in found)


@pytest.mark.parametrize(("name", "players"), TABLES)
def test_no_way_takes_fewer_trains(name: str, players: int) -> None:
    """Of all tickets that the seat or its team holds or may choose from; 0 for all others."""
    variant = ALL[name]
    far = variant.trains + 1
    for step, game in enumerate(games(variant, players, seed=players + 11)):
        seat = step % players
        seen = game.observe(seat)
        found = trains_needed(seen)
        if step % 7:
            continue  # but what was found is remembered
        team = seen.seats[seat].team
        owners = {"seat": seat, "team": team}
        own = {*seen.tickets}
        for pile in seen.piles:
            if pile.per != "game" and pile.owner == owners[pile.per]:
                own.update(pile.tickets or ())
        graph = network(game, seat)
        for ticket in game.board.tickets:
            if ticket not in own:
                assert found[ticket.id] == 0
                continue
            low, high = bounds(graph, game.board, ticket)
            assert min(low, far) <= found[ticket.id] <= min(high, far), ticket


def test_what_is_remembered_is_bounded(monkeypatch: pytest.MonkeyPatch) -> None:
    """And forgotten at once when it is too much: the numbers stay the same."""
    numbers = [g.observe(0).numbers() for g in games(ALL["usa"], 2, seed=4, most=150)]
    monkeypatch.setattr(distances, "MOST_NETWORKS", 2)
    again = [g.observe(0).numbers() for g in games(ALL["usa"], 2, seed=4, most=150)]
    assert numbers == again


def test_games_in_turns_do_not_disturb_each_other() -> None:
    """What is remembered of one game is not believed of another."""
    alone = [
        [game.observe(0).numbers() for game in games(ALL["usa"], 3, seed=seed, most=120)]
        for seed in (1, 2)
    ]
    both = [
        [one.observe(0).numbers(), other.observe(0).numbers()]
        for one, other in zip(
            games(ALL["usa"], 3, seed=1, most=120),
            games(ALL["usa"], 3, seed=2, most=120),
            strict=True,
        )
    ]
    assert [list(pair) for pair in zip(*alone, strict=True)] == both


@pytest.mark.parametrize("order", [(0, 1, 2, 3), (0, 3), (2, 1), (3, 0)])
def test_the_same_routes_in_another_game(order: tuple[int, ...]) -> None:
    """A way that was lost in one game is there in another, before and after the same claim."""
    variant = attrs.evolve(ttrkit.get_variant("usa"))  # one that remembers nothing
    ticket = variant.board.ticket("Seattle", "New York")
    claim = [("Dallas", "Houston")]
    lost = [("Seattle", "Helena"), ("Portland", "Seattle"), ("Vancouver", "Seattle")]
    claimed: list[dict[int, list[tuple[str, str]]]]
    claimed = [{0: [], 1: lost}, {0: claim, 1: lost}, {0: [], 1: []}, {0: claim, 1: []}]
    for number in order:
        game = ttrkit.position(
            variant,
            players=2,
            claimed=claimed[number],
            tickets={0: [(ticket.a, ticket.b)]},
            seed=1,
        )
        low, high = bounds(network(game, 0), variant.board, ticket)
        assert trains_needed(game.observe(0))[ticket.id] == low == high


def test_a_ticket_out_of_reach_is_far() -> None:
    """One train more than anybody has."""
    board = ttrkit.get_variant("usa").board
    ticket = next(t for t in board.tickets if "Miami" in t.cities)
    into = [(r.a, r.b) for r in board.routes if "Miami" in r.cities]
    game = ttrkit.position(
        "usa", players=2, claimed={1: into}, tickets={0: [(ticket.a, ticket.b)]}, seed=1
    )
    assert trains_needed(game.observe(0))[ticket.id] == 46


def test_a_ticket_that_is_cut_off_stays_far() -> None:
    """After any claim of one's own; a way of more trains than anybody has may get shorter."""
    board = ttrkit.get_variant("usa").board
    ticket = next(t for t in board.tickets if "Miami" in t.cities)
    into = [(r.a, r.b) for r in board.routes if "Miami" in r.cities]
    claims = [("Seattle", "Helena"), ("Helena", "Duluth")]
    for n in range(3):
        game = ttrkit.position(
            "usa",
            players=2,
            claimed={0: claims[:n], 1: into},
            tickets={0: [(ticket.a, ticket.b)]},
            seed=1,
        )
        assert trains_needed(game.observe(0))[ticket.id] == 46


def test_a_way_of_too_many_trains_gets_shorter() -> None:
    """It is out of reach until a route of it is claimed: the numbers follow."""
    variant = attrs.evolve(ttrkit.get_variant("usa"), trains=12)
    ticket = variant.board.ticket("Seattle", "New York")
    claims = [("Seattle", "Helena"), ("Helena", "Duluth"), ("Duluth", "Toronto")]
    for n in range(4):
        game = ttrkit.position(
            variant,
            players=2,
            claimed={0: claims[:n]},
            tickets={0: [(ticket.a, ticket.b)]},
            seed=1,
        )
        low, high = bounds(network(game, 0), variant.board, ticket)
        assert trains_needed(game.observe(0))[ticket.id] == min(low, 13) == min(high, 13)


def test_a_link_that_only_the_others_may_use() -> None:
    """A route that is closed to one seat alone is on no way of that seat."""
    game = ttrkit.new_game("usa", players=3, seed=1)
    board = game.board
    ticket = board.ticket("Seattle", "New York")
    state = state_of(game)
    state.tickets[0] = [board.tickets.index(ticket)]
    before = trains_needed(game.observe(0))[ticket.id]
    for route in board.routes:
        if "Seattle" in route.cities and "Vancouver" not in route.cities:
            state.close(route, (0,))
    low, high = bounds(network(game, 0), board, ticket)
    assert before < low == high == trains_needed(game.observe(0))[ticket.id]


def steiner(graph: "nx.Graph[str]", cities: tuple[str, ...]) -> float:
    """The fewest trains that join three cities: their ways meet somewhere."""
    lengths = [nx.single_source_dijkstra_path_length(graph, c, weight="trains") for c in cities]
    return min(sum(each.get(city, 999) for each in lengths) for city in graph)


def test_three_cities_are_joined_with_the_fewest_trains() -> None:
    """Whatever was known before: a game that is read for the first time has the same numbers."""
    board = ttrkit.load_board("examples/home_made/benelux.toml")
    names = [city.name for city in board.cities]
    trios = list(combinations(names, 3))[::7]
    tickets = [
        Ticket(f"t{n}", a, b, 5, via=(via,)) for n, (a, via, b) in enumerate(trios) if a != b
    ]
    many = attrs.evolve(board, tickets=(*board.tickets, *tickets))
    variant = ttrkit.Variant.from_classic("trios", many, players=(2,), trains=30)
    tried = 0
    for game in games(variant, 2, seed=3, most=120):
        seen = game.observe(0)
        found = trains_needed(seen)
        fresh = attrs.evolve(variant)  # one that remembers nothing
        again = ttrkit.from_record(game.to_record(), variant=fresh).observe(0)
        assert trains_needed(again) == found
        graph = network(game, 0)
        for ticket in seen.tickets:
            if len(ticket.cities) == 3:
                assert found[ticket.id] == min(steiner(graph, ticket.cities), 31)
                tried += 1
    assert tried > 100


def test_a_board_without_open_routes() -> None:
    """Every ticket is out of reach, though the board is looked at for the first time."""
    game = ttrkit.new_game("usa", players=2, seed=1)
    state = state_of(game)
    for route in game.board.routes:
        state.close(route)
    state.tickets[0] = [0]
    assert trains_needed(game.observe(0))[game.board.tickets[0].id] == 46
