"""Routes and claims of a recorded start: closings are worked out, and a claim is whole."""

import random
from collections.abc import Iterable
from typing import Any

import attrs
import pytest

import ttrkit
from tests.properties.test_records import altered
from tests.records.starts import COLOURS, Change, Start, recorded, refused, saved, slot
from ttrkit import Action, Pass, RecordError, Variant
from ttrkit.parts import Decision, Part, Payment, Route, State

USA = ttrkit.get_variant("usa")

# Routes and closings ----------------------------------------------------------------------------


def doubles(variant: Variant) -> list[int]:
    """The numbers of two routes of a double."""
    routes = variant.board.routes
    for route in routes:
        same = [n for n, r in enumerate(routes) if r.group == route.group is not None]
        if len(same) == 2 and not route.always_open:
            return same
    raise AssertionError("no double")


@pytest.mark.parametrize("name", ttrkit.variant_names())
def test_closed_routes_follow_from_who_owns_what(name: str) -> None:
    """US-25: taken out of the start, a closing still holds; put into it, none is believed."""
    variant = ttrkit.get_variant(name)
    one = variant.board.routes[doubles(variant)[0]]
    record = ttrkit.position(variant, players=4, claimed={0: [one]}).to_record()
    closed = record["start"]["closed"]
    assert doubles(variant)[1] in closed[0]
    record["start"]["closed"] = [[], *closed[1:]]
    beside = variant.board.routes[doubles(variant)[1]]
    assert f"{beside} is open to seat 0, though a claim closes it" in refused(record)
    other = next(n for n, r in enumerate(variant.board.routes) if r.group is None)
    record["start"]["closed"] = [*closed[:3], [*closed[3], other]]
    route = variant.board.routes[other]
    assert f"{route} is closed to seat 3, though no claim closes it" in refused(record)
    record["start"]["closed"] = closed[1:]
    assert "closed routes are not those of every seat" in refused(record)
    record["start"]["closed"] = [[*closed[0], 999], *closed[1:]]
    assert "a route is closed that does not exist" in refused(record)


@pytest.mark.parametrize("name", ttrkit.variant_names())
def test_nobody_has_a_route_that_is_closed_to_them(name: str) -> None:
    """US-25, US-26, or no route at all, or one that another has."""
    variant = ttrkit.get_variant(name)
    one, other = doubles(variant)
    few = min(variant.players)
    record = ttrkit.position(variant, players=few).to_record()
    for routes, words in {
        ((one, other), ()): "which is closed to it: ",
        ((one,), (other,)): "which is closed to it: with so few players",
        ((one,), (one,)): "has two owners",
        ((999,), ()): "has a route that does not exist",
        ((-1,), ()): "has a route that does not exist",
    }.items():
        record["start"]["routes"] = [*map(list, routes), *[[]] * (few - 2)]
        assert words in refused(record)


@attrs.define(slots=False)
class Fires(Part):
    """Every turn the first open route is closed to the next seat: by no claim."""

    def end_turn(self, state: State, seat: int) -> None:
        for route in state.board.routes:
            number = state.engine.numbers.of_route[route.id]
            if state.is_open((seat + 1) % state.seats, number):
                state.close(route, [(seat + 1) % state.seats])
                return


def test_home_made_parts_may_close_routes_at_any_time() -> None:
    """What they closed is kept; what a claim closes is still worked out."""
    fires = USA.adding(Fires())
    game = ttrkit.new_game(fires, players=3, seed=1)
    rng = random.Random(1)
    for _ in range(60):
        game.apply(rng.choice(game.legal_actions()))
    world = ttrkit.determinize(game.observe(0), rng)
    assert saved(world).observe(0) == world.observe(0)
    one, other = doubles(fires)
    record = ttrkit.position(fires, players=3, claimed={0: [fires.board.routes[one]]}).to_record()
    record["start"]["closed"][0].remove(other)
    with pytest.raises(RecordError, match="though a claim closes it"):
        ttrkit.from_record(altered(record), variant=fires)


class FirstHere(Part):
    """Whoever claims first at a city closes its other routes to the others: in order of time."""

    def closes(self, state: State, seat: int, route: Route) -> Iterable[Any]:
        near = [r for r in state.board.routes if route.a in r.cities and r is not route]
        if all(state.owner(r) is None for r in near):
            others = tuple(s for s in range(state.seats) if s != seat)
            yield from (ttrkit.parts.Closing(r, "they were here first", others) for r in near)


def test_claims_close_routes_in_the_order_of_the_history() -> None:
    """Also for a part to which the order matters, as it should not."""
    variant = attrs.evolve(USA.adding(FirstHere()), deck={"wild": 60, "red": 4})
    closed = 0
    for seed in range(8):
        rng = random.Random(seed)
        game = ttrkit.new_game(variant, players=3, seed=seed)
        while not game.is_over and sum(len(seat.routes) for seat in game.seats) < 12:
            actions = game.legal_actions()
            claims = [a for a in actions if isinstance(a, ttrkit.ClaimRoute)]
            game.apply(rng.choice(claims or actions))
        world = ttrkit.determinize(game.observe(1), rng)
        assert saved(world).observe(1) == world.observe(1)
        closed += len(world.observe(1).seats[1].closed)
    assert closed > 20


# Claims and tunnels -----------------------------------------------------------------------------


def no_claim(start: Start) -> None:
    """The claim is gone, and its cards are discarded."""
    for purse in start["claim"][2]:
        for colour, n in purse.items():
            start["discards"][COLOURS.index(colour)] += n
    start["claim"] = []


def no_cards_turned_up(start: Start) -> None:
    """The cards turned up are discarded."""
    for card, n in enumerate(slot(start, "turned_up")["turned_up"]):
        start["discards"][card] += n
    slot(start, "turned_up")["turned_up"] = [0] * 9


def one_card_less(start: Start) -> None:
    """A card of the payment is discarded."""
    paid = start["claim"][2][0] or start["claim"][2][1]
    colour = next(iter(paid))
    paid[colour] -= 1
    start["discards"][COLOURS.index(colour)] += 1
    if not paid[colour]:
        del paid[colour]


def new_turn(start: Start) -> None:
    """The claim is gone, and so is the question."""
    no_claim(start)
    start["stack"] = [["turn", start["seat"], None]]


def asked_of(start: Start, seat: int) -> None:
    """Another seat is asked to pay."""
    start["stack"][1][1] = seat


CLAIMS: dict[str, Change] = {
    "a claim goes on that nobody has made": no_claim,
    "is to be claimed, and nothing goes on with it": lambda s: s["stack"].pop(0),
    "a tunnel is to be paid for that nobody claims": lambda s: s["stack"].insert(1, s["stack"][1]),
    "cards are turned up for no tunnel": new_turn,
    "but other cards are turned up": no_cards_turned_up,
    "the tunnel asks for": lambda s: s["stack"][1][2].update(size=s["stack"][1][2]["size"] + 1),
    "goes on in no way that there is": lambda s: s["stack"][0].__setitem__(2, 2),
    "goes on in no way": lambda s: s["stack"][0].__setitem__(2, 0),
    " costs ": one_card_less,
    "is to be claimed without enough trains": lambda s: s["trains"].__setitem__(s["seat"], 0),
    "is not open to seat": lambda s: s["routes"][s["seat"]].append(s["claim"][1]),
    "a claim of no route": lambda s: s["claim"].__setitem__(1, 999),
    "a claim by nobody": lambda s: s["claim"].__setitem__(0, 4),
    "claim: [seat, route, payment] is wanted": lambda s: s["claim"].pop(),
    "tunnel: not seat": lambda s: asked_of(s, (s["seat"] + 1) % 4),
    "this variant has no decision 'bridge'": lambda s: s["stack"][1].__setitem__(0, "bridge"),
    "this variant has no decision 7": lambda s: s["stack"][1].__setitem__(0, 7),
    "stack: [decision, seat, data] is wanted": lambda s: s["stack"][1].pop(),
    "nobody is to decide": lambda s: asked_of(s, 4),
    "claim goes on: nothing to decide": lambda s: s["stack"].reverse(),
    "a turn begins in the middle": lambda s: s["stack"].append(["turn", s["seat"], None]),
}  # fmt: skip


@pytest.mark.parametrize("name", ["europe", "asia"])
@pytest.mark.parametrize("words", CLAIMS)
def test_a_claim_and_its_tunnel_need_each_other(words: str, name: str) -> None:
    """A tunnel that nobody claims loaded once, and died when it was answered."""
    record = recorded(name, "tunnel")
    CLAIMS[words](record["start"])
    told = refused(record)
    if words == "claim goes on: nothing to decide":  # or the tunnel, which comes first now
        assert words in told or "a tunnel is to be paid for that nobody claims" in told
    else:
        assert words in told


def test_a_claim_needs_something_to_go_on_with_it() -> None:
    """Where there are no tunnels at all."""
    record = ttrkit.position("usa", players=2, hands=[{"red": 3}], seed=1).to_record()
    record["start"]["hands"][0][COLOURS.index("red")] = 0
    record["start"]["claim"] = [0, 0, [{"red": 3}, {}]]
    assert "is to be claimed, and nothing goes on with it" in refused(record)


# What home-made parts may bring about -----------------------------------------------------------


class Rest(Decision):
    """A pause after a claim, for whoever sits next."""

    name = "rest"
    actions = (Pass,)

    def options(self, state: State, seat: int, data: None) -> list[Action]:
        return [Pass()]

    def check(self, state: State, seat: int, data: None, action: Action) -> str | None:
        return None if isinstance(action, Pass) else "rest"

    def resolve(self, state: State, seat: int, data: None, action: Action, found: None) -> None:
        state.award(seat, 1, "rest of the world")


class Rests(Part):
    """After every claim the neighbour rests: a flag may be complete by then, a tunnel paid for."""

    def __init__(self) -> None:
        self._rest = Rest()

    def decisions(self) -> Iterable[Decision]:
        return (self._rest,)

    def after_claim(self, state: State, seat: int, route: Route, payment: Payment) -> None:
        state.push(self._rest, (seat + 1) % state.seats)


@pytest.mark.parametrize("name", ttrkit.variant_names())
def test_what_home_made_parts_bring_about_is_read(name: str) -> None:
    """A decision of another seat, a complete flag, cards still turned up, points of no label."""
    variant = ttrkit.get_variant(name).adding(Rests())
    rng = random.Random(3)
    met = 0
    for seed in range(3):
        game = ttrkit.new_game(variant, players=4, seed=seed)
        while not game.is_over:
            actions = game.legal_actions()
            claims = [action for action in actions if isinstance(action, ttrkit.ClaimRoute)]
            game.apply(rng.choice(claims or actions))
            if game.decision == "rest":
                met += 1
                seat = rng.randrange(4)
                world = ttrkit.determinize(game.observe(seat), rng)
                again = saved(world)
                assert again.observe(seat) == game.observe(seat)
                assert again.to_record() == world.to_record()
    assert met > 20
