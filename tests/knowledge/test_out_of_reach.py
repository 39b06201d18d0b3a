"""Secrets are out of reach: nothing leads from an observation to what the seat may not know."""

import copy
import gc
import pickle
import random
import weakref
from collections.abc import Iterable, Mapping
from functools import cache
from typing import Any

import attrs
import pytest

import ttrkit
from tests.conformance.helpers import all_but
from tests.knowledge.reach import Reach, Settled
from tests.knowledge.secret import Secrets
from tests.properties.games import TABLES, VARIANTS, any_action, questions, sampled, state_of
from tests.properties.hidden import changed
from ttrkit import Action, Cards, Colour, Game, Pass, Payment, Route, Variant
from ttrkit.engine import Engine
from ttrkit.engine.state import State
from ttrkit.events.history import History, events
from ttrkit.hooks.part import Part
from ttrkit.knowledge.deduction import Knowledge
from ttrkit.knowledge.determinization import Worlds
from ttrkit.parts.tickets.paths import TicketPaths
from ttrkit.parts.tickets.secrets import TicketSlot
from ttrkit.payment.card_counts import CARD_KINDS, CARD_NUMBER, list_cards

SEED = 0x5EC2_E75E_ED5E  # found nowhere by accident

SHORTEST = {
    route.group: route for route in ttrkit.get_variant("usa").board.routes if route.length == 1
}
"""The routes for one train, one of each double."""

DEDUCED = (Knowledge, TicketPaths, Worlds)
"""What a seat has worked out for itself: it may well be true."""

every_table = pytest.mark.parametrize(("name", "players"), TABLES)


# No secret is found by its value ---------------------------------------------------------------


def use(game: Game, makers: Iterable[int]) -> None:
    """Let every seat look, some make up games, and the one to move choose: all is worked out."""
    for seat in range(len(game.seats)):
        game.observe(seat).numbers(distances=True, known_cards=True)
    for seat in makers:
        ttrkit.determinize(game.observe(seat), random.Random(seat)).legal_actions()
    for action in game.legal_actions():
        assert game.is_legal(action)


def fresh(name: str) -> tuple[Variant, Settled]:
    """A variant whose engine has not played yet, and all of it that never changes."""
    variant = attrs.evolve(VARIANTS[name])
    for players in variant.players:
        variant.features(players, distances=True, known_cards=True)
    return variant, Reach(variant).settled()


def check_no_secret(game: Game, viewer: int, start: object, settled: Settled | None = None) -> None:
    """Nothing that can be reached from here is a secret of this game to this seat.

    What the seat has deduced is left out here.
    """
    secrets = Secrets(game, viewer)
    reach = Reach(start, settled, but=DEDUCED)
    for thing in reach.things:
        secret = secrets.found_in(thing)
        assert secret is None, f"{secret}, by way of {reach.way_to(thing)}"


def check_before_and_after(game: Game, rng: random.Random, settled: Settled | None = None) -> None:
    """No secret is reached from the seat to move, nor from the next one; nor after an action."""
    use(game, range(len(game.seats)))
    mover = game.to_move or 0
    following = (mover + 1) % len(game.seats)
    for viewer in (mover, following):
        check_no_secret(game, viewer, game.observe(viewer), settled)
    if not game.is_over:
        game.apply(any_action(game, rng))
        check_no_secret(game, following, game.observe(following), settled)


@every_table
def test_no_secret_is_reached(name: str, players: int) -> None:
    """In the middle of every kind of decision, after whole games with the same engine."""
    variant, settled = fresh(name)
    games = sampled(variant, players, seed=SEED, each=1)
    assert {game.decision for game in games} - {None} == questions(variant)
    rng = random.Random(players)
    for game in games:
        check_before_and_after(game, rng, settled)


@pytest.mark.parametrize("name", ["paris", "usa"])
def test_the_numbers_of_actions_lead_to_no_secret(name: str) -> None:
    """The index of a variant keeps nothing of the games that it is used in."""
    variant = attrs.evolve(VARIANTS[name])
    index = variant.action_index
    for game in sampled(variant, 2, seed=SEED, each=1):
        assert sum(index.mask(game)) == len(game.legal_actions())
        check_no_secret(game, 1 - (game.to_move or 0), index)


def large_hands(variant: Variant) -> list[dict[str, int]]:
    """Hands of two seats that pay for many routes, and that nothing else equals by accident."""
    plain = [colour.value for colour in variant.deck if colour is not Colour.WILD]
    return [
        dict(zip([*some, "wild"], (3, 2, 4, 3), strict=True)) for some in (plain[:3], plain[3:6])
    ]


@every_table
def test_hands_that_pay_for_much_are_not_reached(name: str, players: int) -> None:
    """Nor from a copy, a stored observation, or one of a game that was made up."""
    variant = VARIANTS[name]
    hands = large_hands(variant)
    for mover in (1, 0):
        game = ttrkit.position(variant, players=players, hands=hands, to_move=mover, seed=SEED)
        use(game, range(players))
    seen = game.observe(1)
    stored = pickle.loads(pickle.dumps(seen))
    made_up = ttrkit.determinize(seen, random.Random(players)).observe(1)
    forms = [seen, copy.copy(seen), copy.deepcopy(seen), stored, made_up]
    assert all(other.hand == seen.hand for other in forms)
    check_no_secret(game, 1, forms)


# What is reached is the same, whatever is hidden -------------------------------------------------


def moved(game: Game, engine: Engine) -> Game:
    """A copy of a game that is played on by another engine of the same rules."""
    state = state_of(game).copy()
    fresh = State(engine, state.seats, state.chance)
    for name in ("engine", "seating", "seen", "memory"):
        setattr(state, name, getattr(fresh, name))
    state.pending = [(engine.decisions[d.name], seat, data) for d, seat, data in state.pending]
    state.history = History.of(events(state.history)).newest  # made anew, as in `changed`
    return Game(state)


def check_alike(games: list[Game], variant: Variant, rng: random.Random) -> None:
    """Whatever is hidden from a seat, its observations lead to the same things.

    All games are played by one engine; then all of them, with other secrets, by another.
    """
    engines = [attrs.evolve(variant).engine for _ in range(2)]
    settled = [Reach(engine).settled() for engine in engines]
    for game in games:
        viewer = rng.randrange(len(game.seats))
        told = []
        for number, each in enumerate((game, changed(game, viewer, rng))):
            here = moved(each, engines[number])
            use(here, [viewer])
            seen = here.observe(viewer)
            ttrkit.determinize(seen, random.Random(1))
            told.append(Reach(seen, settled[number]).told())
        for true, other in zip(*told, strict=False):
            assert true == other
        assert len(told[0]) == len(told[1])


@every_table
def test_what_is_reached_does_not_depend_on_secrets(name: str, players: int) -> None:
    """In the middle of every kind of decision: not by a key, a size, an order or an identity."""
    games = sampled(VARIANTS[name], players, seed=SEED + players, each=1)
    check_alike(games, VARIANTS[name], random.Random(players))


def test_what_is_reached_does_not_tell_who_can_pay() -> None:
    """A hand that pays for a third station, and one of the same size that does not."""
    told = []
    for hand in ({"red": 3}, {"red": 1, "blue": 1, "green": 1}):
        variant, settled = fresh("europe")
        game = ttrkit.position(
            variant,
            players=2,
            hands=[hand, {}],
            market=["black"] * 5,
            ticket_deck=[],
            stations={0: ["Paris", "Berlin"]},
        )
        use(game, [1])
        told.append(Reach(game.observe(1), settled).told())
    assert told[0] == told[1]


def test_what_follows_from_a_pass_leads_to_no_secret() -> None:
    """A pass tells what the seat could not pay, which is tried out with each game made up."""
    hands = [{"red": 1, "blue": 1, "green": 1}, all_but("usa", {"red": 1, "blue": 1, "green": 1})]
    game = ttrkit.position(
        "usa",
        players=2,
        hands=hands,
        market=[],
        ticket_deck=[],
        trains=[1, 45],
        claimed={1: [*SHORTEST.values()]},
    )
    assert game.legal_actions() == [Pass()]
    game.apply(Pass())
    seen = game.observe(1)
    ttrkit.determinize(seen, random.Random(1))
    memory = state_of(game).memory
    assert memory
    assert all(thing is not memory for thing in Reach(seen).things)


# Leaks would be found ----------------------------------------------------------------------------


class Memo(Part):
    """Remembers the hands that it was asked about."""

    def prepare(self, engine: Engine) -> None:
        self._memo: dict[bytes, int] = {}

    def list_actions(self, state: State, seat: int, out: list[Action]) -> None:
        self._memo[bytes(state.hands[seat])] = seat


class Closure(Part):
    """Remembers them out of the way, card by card."""

    def prepare(self, engine: Engine) -> None:
        memo: list[list[int]] = []

        def note(hand: list[int]) -> None:
            memo.append(list_cards(hand))

        self._note = note

    def list_actions(self, state: State, seat: int, out: list[Action]) -> None:
        self._note(state.hands[seat])


class Cached(Part):
    """Lets its class remember them."""

    def list_actions(self, state: State, seat: int, out: list[Action]) -> None:
        self._total(tuple(state.hands[seat]))

    @staticmethod
    @cache
    def _total(hand: tuple[int, ...]) -> int:
        return sum(hand)


class Colours(Part):
    """Keeps the last hand, by colour; a property tells it."""

    def prepare(self, engine: Engine) -> None:
        self._last = Cards(bytes(CARD_KINDS))

    @property
    def last(self) -> dict[Colour, int]:
        """The last hand."""
        return dict(self._last)

    def list_actions(self, state: State, seat: int, out: list[Action]) -> None:
        self._last = Cards(bytes(state.hands[seat]))


class Choices(Part):
    """Keeps the first tickets that were chosen."""

    _told: Any = None

    def public_facts(self, state: State, viewer: int) -> Mapping[str, object]:
        slots = [slot for slot in state.slots if isinstance(slot, TicketSlot)]
        tickets = state.board.tickets
        chosen = slots[0].chosen.values()
        self._told = [[tickets[number] for number in kept] for kept, _ in chosen] or self._told
        return {}


class Deck(Part):
    """Keeps the ticket deck as it was."""

    def public_facts(self, state: State, viewer: int) -> Mapping[str, object]:
        self._before = tuple(state.ticket_deck)
        return {}


class Whole(Part):
    """Keeps the game."""

    def list_actions(self, state: State, seat: int, out: list[Action]) -> None:
        self._state = state


class Payments(Part):
    """Keeps the hand that was left after the last claim."""

    _left: list[int] | None = None

    def after_claim(self, state: State, seat: int, route: Route, payment: Payment) -> None:
        self._left = state.hands[seat][:]


class Sign(Part):
    """Keeps no hand, but a sign of it."""

    def prepare(self, engine: Engine) -> None:
        self._reds: list[bool] = []

    def list_actions(self, state: State, seat: int, out: list[Action]) -> None:
        self._reds.append(state.hands[seat][CARD_NUMBER["red"]] > 1)


@pytest.mark.parametrize("leak", [Memo, Closure, Cached, Colours, Choices, Deck, Whole, Payments])
def test_a_secret_that_is_kept_would_be_found(leak: type[Part]) -> None:
    """Wherever a part hides its memory."""
    variant = ttrkit.get_variant("europe").adding(leak())

    rng = random.Random(1)

    def check_all() -> None:
        for game in sampled(variant, 3, seed=SEED, each=5):
            check_before_and_after(game, rng)

    with pytest.raises(AssertionError, match="by way of Observation → Variant"):
        check_all()


@pytest.mark.parametrize("leak", [Memo, Closure, Colours, Choices, Deck, Whole, Sign])
def test_a_sign_of_a_secret_would_be_found(leak: type[Part]) -> None:
    """Even if it is not the secret itself."""
    variant = ttrkit.get_variant("europe").adding(leak())
    games = sampled(variant, 3, seed=SEED, each=5)
    with pytest.raises(AssertionError, match="=="):
        check_alike(games, variant, random.Random(1))


@pytest.mark.parametrize("name", ttrkit.variant_names())
def test_a_set_of_actions_or_tickets_leaves_no_trace(name: str) -> None:
    """What everybody shares keeps its hash; it keeps it from the start, asked for it or not."""
    variant = ttrkit.get_variant(name)
    board = pickle.loads(pickle.dumps(variant.board))  # whose tickets nobody has used yet
    things = Reach(attrs.evolve(variant, board=board).engine).things
    kept = [vars(type(thing)).get("_attrs_cached_hash") for thing in things]
    keepers = [thing for thing, slot in zip(things, kept, strict=True) if slot is not None]
    assert {type(thing).__name__ for thing in keepers} >= {"Route", "Ticket", "ClaimRoute"}
    unused = {type(t).__name__ for t in keepers if getattr(t, "_attrs_cached_hash", None) is None}
    assert unused == set()


# The memory that holds them ----------------------------------------------------------------------


def test_games_share_their_memory() -> None:
    """What one game has worked out, the next one need not; but the engine does not hold it."""
    variant = attrs.evolve(ttrkit.get_variant("usa"))
    game = ttrkit.new_game(variant, players=2, seed=1)
    memory = state_of(game).memory
    use(game, [0])
    others = [game.copy(), ttrkit.new_game(variant, players=3, seed=2)]
    others += [
        ttrkit.position(variant, players=2),
        ttrkit.determinize(game.observe(0), random.Random(1)),
    ]
    assert all(state_of(other).memory is memory for other in others)
    assert state_of(ttrkit.new_game("usa", players=2, seed=1)).memory is not memory
    assert all(thing is not memory for thing in Reach(variant).things)


def test_an_engine_goes_with_its_variant() -> None:
    """The memory of its games does not hold it back."""
    for name in ttrkit.variant_names():
        variant = attrs.evolve(ttrkit.get_variant(name))
        game = ttrkit.new_game(variant, players=4, seed=1)
        for _ in range(30):
            game.apply(game.legal_actions()[0])
        engine = weakref.ref(variant.engine)
        del variant, game
        gc.collect()
        assert engine() is None
