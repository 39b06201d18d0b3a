"""The numbers that a part has if none is given, and what it does with them on another board."""

from collections.abc import Mapping

import attrs
import pytest

import ttrkit
from ttrkit import ClaimRoute, DrawBlind, Route, parts
from ttrkit.engine.state import State
from ttrkit.parts import Part
from ttrkit.testing.invariants import state_of

USA = ttrkit.get_variant("usa")


def test_the_longest_route_is_worth_ten() -> None:
    """As in the base game."""
    variant = USA.without(parts.LongestRoute).adding(parts.LongestRoute())
    game = ttrkit.position(variant, players=2, claimed={1: [("Boston", "Montréal")]})
    assert [sheet["longest route"] for sheet in game.result().sheets] == [0, 10]


def test_the_globetrotter_has_ten() -> None:
    """For the most completed tickets."""
    way = [("Boston", "New York"), ("New York", "Washington")]
    game = ttrkit.position(
        USA.adding(parts.Globetrotter()),
        players=2,
        claimed={1: [*way, ("Washington", "Raleigh"), ("Raleigh", "Charleston")]},
        tickets={0: [("New York", "Atlanta")], 1: []},
    )
    assert [sheet["globetrotter"] for sheet in game.result().sheets] == [0, 0]
    finished = ttrkit.position(
        USA.adding(parts.Globetrotter()),
        players=2,
        claimed={
            1: [("New York", "Washington"), ("Washington", "Raleigh"), ("Raleigh", "Atlanta")]
        },
        tickets={0: [], 1: [("New York", "Atlanta")]},
    )
    assert [sheet["globetrotter"] for sheet in finished.result().sheets] == [0, 10]


@pytest.mark.parametrize(("trains", "left"), [(3, None), (2, 2), (1, 2)])
def test_the_last_round_begins_at_two_trains(trains: int, left: int | None) -> None:
    """With two left or fewer; with three the game goes on."""
    variant = USA.without(parts.LastRound).adding(parts.LastRound())
    game = ttrkit.position(variant, players=2, hands=[{"blue": 3}], trains=[trains + 3, 45])
    game.apply(ClaimRoute(game.board.route("Montréal", "New York"), {"blue": 3}))
    assert game.turns_left == left


def test_three_stations_of_four_points() -> None:
    """Each that is left at the end scores four."""
    game = ttrkit.position(USA.adding(parts.Stations()), players=2)
    assert [sheet["stations"] for sheet in game.result().sheets] == [12, 12]
    assert [seat.stations for seat in game.seats] == [3, 3]


class OneCard(Part):
    """A turn of drawing gives one card."""

    def draw_limit(self, state: State, seat: int, limit: int) -> int:
        """Just one."""
        return 1


class NoCard(Part):
    """No card may be drawn."""

    def draw_limit(self, state: State, seat: int, limit: int) -> int:
        """None at all."""
        return 0


def test_a_turn_of_one_card() -> None:
    """It may be drawn blind, too, and then the turn is over."""
    game = ttrkit.position(USA.adding(OneCard()), players=2)
    assert DrawBlind() in game.legal_actions()
    game.apply(DrawBlind())
    assert game.to_move == 1
    closed = ttrkit.position(USA.adding(NoCard()), players=2)
    assert DrawBlind() not in closed.legal_actions()
    assert closed.why_not(DrawBlind()) == "no card may be drawn in this turn"


def free_beside(
    claimed: Route, players: int, parallel_open: Mapping[int, tuple[int, ...]]
) -> set[str]:
    """The routes beside one that seat 0 has claimed that seat 1 may claim, by id."""
    asia = ttrkit.get_variant("asia")
    board = attrs.evolve(asia.board, parallel_open=parallel_open)
    variant = attrs.evolve(asia, name="other", board=board)
    game = ttrkit.position(variant, players=players, claimed={0: [claimed]}, to_move=1)
    state = state_of(game)
    beside = [n for n, r in enumerate(board.routes) if r.group == claimed.group and r != claimed]
    return {board.routes[n].id for n in beside if state.is_open(1, n)}


def test_a_board_says_itself_how_many_parallel_routes_are_open() -> None:
    """First of doubles, then of triples, and so on."""
    asia = ttrkit.get_variant("asia").board
    groups: dict[str, list[Route]] = {}
    for route in asia.routes:
        if route.group is not None and not route.always_open:
            groups.setdefault(route.group, []).append(route)
    double = next(routes for routes in groups.values() if len(routes) == 2)
    triple = next(routes for routes in groups.values() if len(routes) == 3)
    few, many = {4: (1, 3)}, {4: (2, 1)}
    assert free_beside(double[0], 4, few) == set()
    assert free_beside(triple[0], 4, few) == {triple[1].id, triple[2].id}
    assert free_beside(double[0], 4, many) == {double[1].id}
    assert free_beside(triple[0], 4, many) == set()


def test_a_claim_of_a_plain_route_turns_up_nothing() -> None:
    """Where there are tunnels, too: nothing of it stands in the history."""
    europe = ttrkit.get_variant("europe")
    route = next(r for r in europe.board.routes if not (r.tunnel or r.ferry) and r.colour != "grey")
    game = ttrkit.position(europe, players=2, hands=[{route.colour: route.length}])
    game.apply(ClaimRoute(route, {route.colour: route.length}))
    assert [event.outcome for event in game.history] == [()]


def test_holders_are_set_up_by_team() -> None:
    """A team that is not there is named."""
    with pytest.raises(ValueError, match="holders: there is no team 2; the teams are 0 to 1"):
        ttrkit.position("asia", players=4, holders={2: {"red": 1}})


def test_no_turn_is_left_after_the_last() -> None:
    """Before the last round there is no number; after the last turn it is 0."""
    game = ttrkit.position("usa", players=2, hands=[{"blue": 3}], trains=[3, 45])
    told = [game.turns_left]
    game.apply(ClaimRoute(game.board.route("Montréal", "New York"), {"blue": 3}))
    while not game.is_over:
        told.append(game.turns_left)
        game.apply(DrawBlind() if DrawBlind() in game.legal_actions() else game.legal_actions()[0])
    assert (told[0], told[-1], game.turns_left) == (None, 1, 0)


class WildFirst(Part):
    """Coloured routes of two ask for a wild: one colour, but not that colour alone."""

    def route_cost(self, route: Route, cost: ttrkit.Cost) -> ttrkit.Cost:
        """At least one of them is wild."""
        return attrs.evolve(cost, wilds=1) if route.length == 2 else cost


@pytest.mark.parametrize("extra", [(), (WildFirst(),)], ids=["plain", "wilds"])
def test_what_is_closed_to_a_partner_is_not_listed_for_it(extra: tuple[Part, ...]) -> None:
    """With two purses: of every set of parallel routes, one per seat; the list is what is legal."""
    variant = ttrkit.get_variant("asia").adding(*extra)
    groups: dict[str, list[Route]] = {}
    for route in variant.board.routes:
        if route.group is not None and not route.tunnel:
            groups.setdefault(route.group, []).append(route)
    for routes in groups.values():
        mine, *others = routes
        colours = {r.colour.value for r in others if r.colour != "grey"} or {"red"}
        hand = {**dict.fromkeys(colours, 4), "wild": 3}
        game = ttrkit.position(
            variant, players=6, claimed={0: [mine]}, hands={0: hand}, holders={0: {"wild": 2}}
        )
        listed = [a for a in game.legal_actions() if isinstance(a, ClaimRoute)]
        assert not {claim.route for claim in listed} & set(routes)
        assert all(game.is_legal(claim) for claim in listed)
        game = ttrkit.position(
            variant, players=6, claimed={2: [mine]}, hands={0: hand}, holders={0: {"wild": 2}}
        )
        there = {a.route for a in game.legal_actions() if isinstance(a, ClaimRoute)}
        payable = {r for r in others if r.length <= 9}
        assert payable <= there


@pytest.mark.parametrize(
    "part",
    [
        parts.Flags(points=0),
        parts.Globetrotter(points=0),
        parts.LastRound(trains=0),
        parts.LongestRoute(points=0),
        parts.ParallelRoutes(all_open_from=0),
        parts.Stations(count=0, points=0),
        parts.Tickets(special={"long": 0}),
    ],
)
def test_nothing_is_a_number_too(part: Part) -> None:
    """A setting may be zero; games with it are played."""
    kinds = [type(own) for own in USA.parts]
    variant = USA.replacing(type(part), part) if type(part) in kinds else USA.adding(part)
    game = ttrkit.new_game(attrs.evolve(variant, trains=6), players=2, seed=1)
    assert ttrkit.play(game, [ttrkit.RandomPlayer(1), ttrkit.RandomPlayer(2)]).is_final
