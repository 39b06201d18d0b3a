"""The turn loop: a check hands on what it found, and a claim goes on where it was interrupted."""

import random
from typing import Any

import attrs
import pytest

import ttrkit
from ttrkit import Action, ClaimRoute, Colour, IllegalAction
from ttrkit.parts import Claiming, Decision, Part, Payment, Route, State, Tunnels
from ttrkit.testing import check_conservation, snapshot
from ttrkit.testing.invariants import state_of

USA = ttrkit.get_variant("usa")


def kind_of(value: object) -> str:
    """The kind of a test's value."""
    return type(value).__name__


@attrs.frozen
class Ring(Action):
    """Ring a bell."""

    is_public = True

    times: int = 1


class Bell(Part):
    """An action whose check finds something that perform then uses."""

    actions = (Ring,)

    def __init__(self, found: object = None) -> None:
        self.found = found
        self.performed: list[object] = []

    def list_actions(self, state: State, seat: int, out: list[Action]) -> None:
        """Once."""
        out.append(Ring())

    def check(self, state: State, seat: int, action: Ring) -> object:
        """Three times is too often."""
        return "the neighbours complain" if action.times > 2 else self.found

    def perform(self, state: State, seat: int, action: Ring, found: object) -> None:
        """Take down what was handed on."""
        self.performed.append(found)


@pytest.mark.parametrize(
    "found", [None, 0, (), "", "no", Colour.RED, ["a", "list"], object()], ids=kind_of
)
def test_a_find_is_handed_on(found: object) -> None:
    """The very object that the check found; any string is a refusal, even an empty one."""
    bell = Bell(found)
    game = ttrkit.position(USA.adding(bell), players=2)
    (bound,) = [part for part in game.variant.engine.parts if isinstance(part, Bell)]
    if isinstance(found, str):
        assert not game.is_legal(Ring())
        with pytest.raises(IllegalAction):
            game.apply(Ring())
    else:
        assert game.is_legal(Ring())
        assert game.why_not(Ring()) is None
        game.apply(Ring())
        assert len(bound.performed) == 1
        assert bound.performed[0] is found
    assert game.why_not(Ring(3)) == "the neighbours complain"


def test_a_refused_action_is_not_performed() -> None:
    """And the game stands as before."""
    game = ttrkit.position(USA.adding(Bell()), players=2)
    (bound,) = [part for part in game.variant.engine.parts if isinstance(part, Bell)]
    before = snapshot(game)
    with pytest.raises(IllegalAction, match="the neighbours complain"):
        game.apply(Ring(3))
    assert bound.performed == []
    assert snapshot(game) == before


@pytest.mark.parametrize("junk", [None, 7, "claim", [], ClaimRoute, object()], ids=kind_of)
@pytest.mark.parametrize("edition", ttrkit.variant_names())
def test_junk_is_refused_at_every_decision(edition: str, junk: Any) -> None:
    """In words, by check and apply alike; the game stands as before."""
    rng = random.Random(2)
    game = ttrkit.new_game(edition, players=4, seed=2)
    met: set[str | None] = set()
    while not game.is_over:
        if game.decision not in met:
            met.add(game.decision)
            before = snapshot(game)
            assert "is no action" in (game.why_not(junk) or "")
            with pytest.raises(IllegalAction, match="is no action"):
                game.apply(junk)
            assert snapshot(game) == before
        game.apply(rng.choice(game.legal_actions()))
    with pytest.raises(IllegalAction, match="the game is over"):
        game.apply(junk)


@pytest.mark.parametrize("edition", ttrkit.variant_names())
def test_games_side_by_side_do_not_mix(edition: str) -> None:
    """Whatever is asked of one game between check and apply of another, each goes its own way."""

    def played_alone(seed: int) -> list[Action]:
        rng, game = random.Random(seed), ttrkit.new_game(edition, players=4, seed=seed)
        done: list[Action] = []
        while not game.is_over and len(done) < 60:
            done.append(rng.choice(game.legal_actions()))
            game.apply(done[-1])
        return done

    ways = {seed: played_alone(seed) for seed in range(4)}
    games = {seed: ttrkit.new_game(edition, players=4, seed=seed) for seed in ways}
    for step in range(60):
        for seed, way in ways.items():
            if step < len(way):
                assert games[seed].is_legal(way[step])
                for other in games.values():
                    other.is_legal(way[step])
        for seed, way in ways.items():
            if step < len(way):
                games[seed].apply(way[step])
    for seed, way in ways.items():
        assert [event.action for event in games[seed].history] == way


# A claim that is interrupted -------------------------------------------------------------------


@attrs.frozen
class Nod(Action):
    """Agree."""

    is_public = True


class AskNod(Decision):
    """Ask for a nod; `data` says whose question it is."""

    name = "nod"
    actions = (Nod,)
    data_type = str

    def options(self, state: State, seat: int, data: str) -> list[Action]:
        """To nod is all that one can do."""
        return [Nod()]

    def check(self, state: State, seat: int, data: str, action: Action) -> str | None:
        """Nothing else."""
        return None if isinstance(action, Nod) else "nod"

    def resolve(self, state: State, seat: int, data: str, action: Action, found: None) -> None:
        """It is noted."""
        state.award(seat, 0, f"{data} nodded")


class Clerk(Part):
    """Asks for nods before a claim, and notes that it was asked."""

    def __init__(self, name: str, nods: int, *, calls_off: bool = False) -> None:
        self.name = name
        self.nods = nods
        self.calls_off = calls_off

    def prepare(self, engine: object) -> None:
        """One decision for all clerks of a kind."""
        self.ask = AskNod()
        self.ask.name = f"nod to {self.name}"  # type: ignore[misc]

    def decisions(self) -> tuple[Decision, ...]:
        """So that saved games know it."""
        return (self.ask,)

    def before_claim(self, state: State, seat: int, route: Route, payment: Payment) -> None:
        """Ask, or call it off."""
        state.award(seat, 0, f"{self.name} asked")
        for _ in range(self.nods):
            state.push(self.ask, seat, self.name)
        if self.calls_off:
            state.refund(seat, payment)
            state.claim = None


def claimed(*clerks: Clerk) -> tuple[ttrkit.Game, int]:
    """A game in which seat 0 claims a route, nodding as often as it is asked to."""
    game = ttrkit.position(USA.adding(*clerks), players=2, hands=[{"blue": 3}])
    game.apply(ClaimRoute(game.board.route("Montréal", "New York"), {"blue": 3}))
    nods = 0
    while game.to_move == 0:
        check_conservation(game)
        saved = ttrkit.from_record(game.to_record(), variant=game.variant)
        assert saved.decision == game.decision
        game.apply(Nod())
        nods += 1
    return game, nods


@pytest.mark.parametrize("counts", [(0,), (1,), (3,), (0, 2), (2, 0), (1, 1, 1), (0, 0), (2, 3, 0)])
def test_every_part_is_asked_once_and_in_order(counts: tuple[int, ...]) -> None:
    """However many decisions each of them puts in, the claim then comes about."""
    game, nods = claimed(*(Clerk(f"clerk {i}", n) for i, n in enumerate(counts)))
    assert nods == sum(counts)
    noted = [label for label in state_of(game).points[0] if label.startswith("clerk")]
    expected = []
    for i, n in enumerate(counts):
        expected += [f"clerk {i} asked"] + [f"clerk {i} nodded"] * (n > 0)
    assert noted == expected
    assert game.seats[0].score == 4
    assert game.discards == {"blue": 3}


@pytest.mark.parametrize("nods", [0, 2])
def test_a_claim_that_is_called_off_is_not_resumed(nods: int) -> None:
    """Parts after the one that called it off are not asked; the cards are back in the hand."""
    clerks = (Clerk("first", 1), Clerk("second", nods, calls_off=True), Clerk("third", 1))
    game, nodded = claimed(*clerks)
    assert nodded == 1 + nods
    assert "third asked" not in state_of(game).points[0]
    assert game.seats[0].routes == ()
    assert game.seats[0].hand == {"blue": 3}
    assert state_of(game).claim is None


class Discount(Part):
    """Returns a card of every payment, without a question."""

    def before_claim(self, state: State, seat: int, route: Route, payment: Payment) -> None:
        """One card less is laid down."""
        assert state.claim is not None
        less = Payment(payment.cards - ttrkit.cards({payment.colour: 1}), payment.shared)
        state.refund(seat, Payment(ttrkit.cards({payment.colour: 1})))
        state.claim = state.claim._replace(payment=less)


class Witness(Part):
    """Remembers the payment that it was told of, in points."""

    def before_claim(self, state: State, seat: int, route: Route, payment: Payment) -> None:
        """As it is by now."""
        state.award(seat, payment.total.total, "witness")


def test_a_payment_that_a_part_changes_is_the_one_that_counts() -> None:
    """For the parts after it, and when the claim is finished."""
    variant = USA.adding(Discount(), Witness())
    game = ttrkit.position(variant, players=2, hands=[{"blue": 3}])
    game.apply(ClaimRoute(game.board.route("Montréal", "New York"), {"blue": 3}))
    assert game.seats[0].hand == {"blue": 1}
    assert game.discards == {"blue": 2}
    assert state_of(game).points[0]["witness"] == 2
    check_conservation(game)


def test_tunnels_and_clerks_take_turns() -> None:
    """The order of the parts is the order in which they are asked."""
    europe = ttrkit.get_variant("europe")
    clerk = Clerk("clerk", 1)
    parts = [clerk if isinstance(part, Claiming) else part for part in europe.parts]
    before = attrs.evolve(europe, name="before", parts=[Claiming(), *parts])
    tunnel = next(r for r in europe.board.routes if r.tunnel and r.colour != "grey")
    colour = tunnel.colour.value
    for variant, order in (
        (before, ["nod to clerk", "tunnel"]),
        (europe.without(Tunnels).adding(Tunnels(), clerk), ["tunnel", "nod to clerk"]),
    ):
        hand = {colour: tunnel.length + 1}
        game = ttrkit.position(variant, players=2, hands=[hand], deck=[colour, "wild", "wild"])
        game.apply(ClaimRoute(tunnel, {colour: tunnel.length}))
        met = []
        while game.to_move == 0:
            met.append(game.decision)
            refusing = [a for a in game.legal_actions() if not isinstance(a, ttrkit.PayTunnel)]
            game.apply(refusing[0])
        assert met[0] == order[0]
        assert game.seats[0].routes == ()  # three more cards are due, and one is there
        check_conservation(game)
