"""Routes that stay open: more than one owner, and everything that has to know it."""

import pickle
import random
from collections.abc import Iterable
from io import StringIO
from typing import Any

import attrs
import pytest
from rich.console import Console

import ttrkit
from ttrkit import ClaimRoute, Game, Route, Variant, load_board, position
from ttrkit.bots import GreedyPlayer
from ttrkit.cli.table import show_city
from ttrkit.narrate import Teller
from ttrkit.parts import Closing, Part, State, Stations, Teams
from ttrkit.players import RandomPlayer
from ttrkit.testing import RulesMachine, check_variant
from ttrkit.testing.invariants import check_conservation, snapshot, state_of

BOARD = load_board("examples/home_made/benelux.toml")
LINE = BOARD.route("Brussel", "Luik")
PLAIN = BOARD.route("Brussel", "Namen")
FAST = {("Brussel", "Luik"), ("Antwerpen", "Rotterdam"), ("Antwerpen", "Brussel")}


class FastLines(Part):
    """Anyone may build along some lines."""

    def stays_open(self, route: Route) -> bool:
        """Whether it is one of them."""
        return route.cities in FAST


class OnlyTwo(Part):
    """No line has more than two owners."""

    def closes(self, state: State, seat: int, route: Route) -> Iterable[Closing]:
        """The line itself, after the second claim."""
        if len(state.owners_of(route)) == 2:
            yield Closing(route, "two have built there")


def variant(*parts: Part, players: Iterable[int] = (2, 3)) -> Variant:
    """The classic rules with lines that stay open."""
    every = [FastLines(), *parts]
    return Variant.from_classic("fast", BOARD, players=players, trains=20, parts=every)


SHARED = variant()


def claimed_twice(rules: Variant = SHARED, **more: Any) -> Game:
    """A game of three in which the first two seats have claimed the same line."""
    hand = {"orange": 3}
    game = position(rules, players=3, hands=[hand, hand, hand], **more)
    game.apply(ClaimRoute(LINE, hand))
    game.apply(ClaimRoute(LINE, hand))
    return game


def test_two_seats_claim_a_route() -> None:
    """Each pays, places its own trains, scores, and has the route."""
    game = claimed_twice()
    for seat in game.seats[:2]:
        assert (seat.routes, seat.trains, seat.score) == ((LINE,), 17, 4)
        assert seat.hand.total == 0
    state = state_of(game)
    assert state.owners_of(LINE) == (0, 1)
    assert state.owner(LINE) == 0
    assert state.owners_of(PLAIN) == ()
    assert game.is_legal(ClaimRoute(LINE, {"orange": 3}))
    check_conservation(game)


def test_the_first_seat_is_the_owner_whoever_came_first() -> None:
    """So that it follows from the routes, and not from the order of the claims."""
    hand = {"orange": 3}
    game = position(SHARED, players=2, to_move=1, hands=[hand, hand])
    game.apply(ClaimRoute(LINE, hand))
    assert state_of(game).owner(LINE) == 1
    game.apply(ClaimRoute(LINE, hand))
    assert state_of(game).owner(LINE) == 0
    check_conservation(game)


def test_nobody_claims_a_route_twice() -> None:
    """It is refused in words, and not listed; once all have it, nobody can."""
    game = position(SHARED, players=2, hands=[{"orange": 6}, {"orange": 3}])
    claim = ClaimRoute(LINE, {"orange": 3})
    game.apply(claim)
    assert claim in game.legal_actions()
    game.apply(claim)
    assert game.why_not(claim) == "Brussel–Luik is closed to you: your team has it already"
    assert claim not in game.legal_actions()
    assert all(LINE not in game.observe(seat).open_routes for seat in range(2))
    assert state_of(game).closed(0) == state_of(game).closed(1) == []


def test_other_routes_have_one_owner() -> None:
    """As ever."""
    game = position(SHARED, players=2, hands=[{"green": 2}, {"green": 2}])
    game.apply(ClaimRoute(PLAIN, {"green": 2}))
    refused = "Brussel–Namen is taken already, by seat 0"
    assert game.why_not(ClaimRoute(PLAIN, {"green": 2})) == refused


def test_a_part_limits_the_owners() -> None:
    """By closing the route itself."""
    game = claimed_twice(variant(OnlyTwo()))
    refused = "Brussel–Luik is closed to you: two have built there"
    assert game.why_not(ClaimRoute(LINE, {"orange": 3})) == refused
    assert game.observe(2).seats[2].closed == (LINE,)
    again = ttrkit.from_record(game.to_record(), variant=game.variant)
    assert again.why_not(ClaimRoute(LINE, {"orange": 3})) == refused


def test_partners_have_it_together() -> None:
    """One claim is enough for a team, whose routes are counted once."""
    rules = variant(Teams(size=2), players=[4])
    game = position(rules, players=4, claimed={0: [LINE], 3: [LINE]})
    assert [game.seats[seat].team for seat in range(4)] == [0, 0, 1, 1]
    assert [len(game.tally().routes(team)) for team in range(2)] == [1, 1]
    assert all(LINE not in game.observe(seat).open_routes for seat in range(4))
    one = position(rules, players=4, claimed={0: [LINE]})
    assert [LINE in one.observe(seat).open_routes for seat in range(4)] == [0, 0, 1, 1]
    assert [LINE in sight.closed for sight in one.observe(3).seats] == [0, 1, 0, 0]
    assert ttrkit.from_record(one.to_record(), variant=rules).observe(3) == one.observe(3)
    with pytest.raises(ValueError, match="is closed to seat 1: your team has it already"):
        position(rules, players=4, claimed={0: [LINE], 1: [LINE]})


def test_tickets_and_the_longest_route_count_for_every_owner() -> None:
    """Each by its own routes."""
    both = [LINE, ("Luik", "Maastricht")]
    game = position(
        SHARED,
        players=2,
        claimed={0: both, 1: [LINE, ("Luik", "Namen")]},
        tickets={0: [("Brugge", "Maastricht")], 1: [("Groningen", "Namen")]},
    )
    tally = game.tally()
    assert [tally.longest_route(team) for team in range(2)] == [4, 5]
    assert [sheet["longest route"] for sheet in game.result().sheets] == [0, 10]


def test_stations_borrow_a_route_of_several_owners() -> None:
    """From whomever."""
    rules = variant(Stations())
    game = position(
        rules,
        players=3,
        claimed={0: [("Antwerpen", "Brussel", "red")], 1: [LINE], 2: [LINE]},
        tickets={0: [("Antwerpen", "Luik")]},
        stations={0: ["Luik"]},
    )
    assert game.result().sheets[0]["tickets"] == 4
    lent = position(
        rules,
        players=2,
        claimed={0: [("Antwerpen", "Brussel", "red"), LINE], 1: [LINE]},
        tickets={1: [("Antwerpen", "Luik")]},
        stations={1: ["Brussel"]},
    )
    assert lent.result().sheets[1]["tickets"] == 4


def test_what_a_seat_sees() -> None:
    """Who has it, and that it is still open; a pickle of that deals the same worlds."""
    game = claimed_twice()
    seen = [game.observe(seat) for seat in range(3)]
    assert [LINE in each.open_routes for each in seen] == [False, False, True]
    assert [LINE in sight.routes for sight in seen[2].seats] == [True, True, False]
    assert all(sight.closed == () for sight in seen[2].seats)
    for seat, each in enumerate(seen):
        for observation in (each, pickle.loads(pickle.dumps(each))):
            world = ttrkit.determinize(observation, random.Random(1))
            assert world.observe(seat) == each
            assert state_of(world).owners == state_of(game).owners
            check_conservation(world)


def ownership(game: Game) -> list[object]:
    """All that a state says of who has which routes, and who may."""
    names = ("routes", "owners", "open_routes", "closed_to", "trains", "points")
    return [snapshot(game)[name] for name in names]


def test_positions_and_records() -> None:
    """Both go there and back, in whatever order the owners are named."""
    game = position(SHARED, players=2, claimed={1: [LINE], 0: [("Brussel", "Luik")]})
    assert ownership(ttrkit.from_record(game.to_record(), variant=SHARED)) == ownership(game)
    game = claimed_twice(claimed={2: [PLAIN]})
    assert ownership(ttrkit.from_record(game.to_record(), variant=SHARED)) == ownership(game)
    with pytest.raises(ValueError, match=r"claimed\[0\]: Brussel–Luik is claimed already"):
        position(SHARED, players=2, claimed={0: [LINE, LINE]})
    with pytest.raises(ValueError, match=r"claimed\[1\]: Brussel–Namen is claimed already"):
        position(SHARED, players=2, claimed={0: [PLAIN], 1: [PLAIN]})


def test_the_second_claim_is_told_like_the_first() -> None:
    """It is no mere try."""
    game = position(SHARED, players=2, hands=[{"orange": 3}, {"orange": 3}])
    for turn in range(2):
        teller = Teller(game)
        game.apply(ClaimRoute(LINE, {"orange": 3}))
        assert not teller.after(game, turn, game.history[-1]).is_try


def test_the_map_names_all_owners() -> None:
    """And says whether the route is still open."""
    game = claimed_twice()
    shown = []
    for seat in (1, 2):
        console = Console(width=100, record=True, file=StringIO())
        show_city(console, game.observe(seat), "Luik", ["Ada", "Ben", "Cleo"])
        shown.append(
            next(line for line in console.export_text().splitlines() if "3 orange" in line)
        )
    assert shown[0].rstrip().endswith("taken: Ada, Ben")
    assert shown[1].rstrip().endswith("taken: Ada, Ben; open to you")


@pytest.mark.parametrize(
    "rules", [SHARED, variant(OnlyTwo(), Stations()), variant(Teams(size=2), players=[4])]
)
def test_it_keeps_the_contract(rules: Variant) -> None:
    """Every invariant holds, and bots play it."""
    check_variant(rules, games=1)


class SharedMachine(RulesMachine):
    """The rules machine over routes of several owners."""

    variant = attrs.evolve(variant(OnlyTwo()), trains=12)


def test_every_path_keeps_the_contract() -> None:
    """Played in every direction."""
    SharedMachine.TestCase("runTest").runTest()


def test_greedy_builds_along_shared_lines() -> None:
    """It plans with the lines of others, and beats chance."""
    wins = shared = 0
    for seed in range(12):
        game = ttrkit.new_game(SHARED, players=2, seed=seed)
        result = ttrkit.play(game, [GreedyPlayer(seed), RandomPlayer(seed)])
        wins += result.winners == (0,)
        shared += bool({*game.seats[0].routes} & {*game.seats[1].routes})
    assert wins >= 11
    assert shared > 0
