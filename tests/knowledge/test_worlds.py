"""Worlds made up from an observation against all worlds that could be, counted one by one.

See `exact.py` for how they are counted. Every case is a random game of a tiny variant in which the
matter at hand comes up.
"""

import gc
import random
import weakref
from collections.abc import Callable, Hashable
from itertools import pairwise
from pathlib import Path
from typing import Any

import attrs
import pytest

import ttrkit
from tests.knowledge.exact import Played, assert_as_likely, measured
from ttrkit import (
    Action,
    ClaimRoute,
    DrawBlind,
    DrawFaceUp,
    Event,
    Game,
    LeaveTunnel,
    Observation,
    Pass,
    ShareTickets,
    Variant,
    load_board,
    parts,
)
from ttrkit.engine import all_piles
from ttrkit.events import NewDeck
from ttrkit.knowledge.deduction import deduced
from ttrkit.testing.invariants import state_of

BOARD = load_board(Path(__file__).with_name("tiny.toml"))
ORDINARY = attrs.evolve(BOARD, tickets=[t for t in BOARD.tickets if t.kind != "long"])
FEW = attrs.evolve(BOARD, tickets=BOARD.tickets[:6])
NONE = attrs.evolve(BOARD, tickets=())

TIMES = 3_000


def tiny(name: str, board: Any, *own: parts.Part, **numbers: Any) -> Variant:
    """A variant that is small enough: few cards, few trains."""
    small: dict[str, Any] = {
        "players": (2, 3),
        "trains": 6,
        "cards_dealt": 2,
        "market_size": 1,
        "market_wilds": 9,
        "tickets_dealt": 0,
        "tickets_kept_first": 0,
        "tickets_drawn": 2,
    }
    return Variant.from_classic(name, board, parts=own, **{**small, **numbers})


RED_AND_BLUE = {"red": 4, "blue": 3, "wild": 1}
ALL_RED = {"red": 4}
TICKETS = {"deck": ALL_RED, "cards_dealt": 0, "tickets_dealt": 1, "tickets_kept_first": 0}

VARIANTS = {
    "cards": tiny("cards", NONE, deck={"red": 4, "blue": 3, "wild": 2}),
    "three": tiny("three", NONE, deck=RED_AND_BLUE | {"green": 1}, cards_dealt=1),
    "blind": tiny("blind", NONE, deck=RED_AND_BLUE, market_size=0),
    "tunnel": tiny("tunnel", NONE, parts.Tunnels(), deck=RED_AND_BLUE | {"blue": 4}),
    "teams": tiny(
        "teams", NONE, parts.Teams(), players=[4], deck={"red": 3, "blue": 3, "wild": 1},
        cards_dealt=1,
    ),
    "tickets": tiny("tickets", ORDINARY, **TICKETS),
    "team tickets": tiny(
        "team tickets", FEW, parts.Teams(),
        **TICKETS | {"players": [4], "tickets_kept_first": 0},
    ),
    "long": tiny(
        "long", FEW, parts.Tickets(special={"long": 1}, first_refused_leave=True),
        **TICKETS | {"tickets_kept_first": 1},
    ),
    "long under": tiny(
        "long under", FEW, parts.Tickets(special={"long": 1}), **TICKETS | {"tickets_kept_first": 1}
    ),
}  # fmt: skip


def everything_hidden(game: Game) -> Hashable:
    """The whole hidden state of a game; the order of tickets in a hand does not count."""
    state = state_of(game)
    piles = [
        (p.spec.name, p.owner, tuple(sorted(p.content) if p.spec.kind == "tickets" else p.content))
        for p in all_piles(state)
        if p.spec.name not in ("deck", "ticket deck")
    ]
    return tuple(state.deck), tuple(state.ticket_deck), tuple(piles)


def random_game(name: str, players: int, seed: int) -> Played:
    """A random game of some length; kinds of actions are as likely as others."""
    rng = random.Random(seed)
    variant = VARIANTS[name]
    start = ttrkit.new_game(variant, players=players, seed=seed)
    game = start.copy()
    actions: list[Action] = []
    length = rng.randrange(3, 24)
    while len(actions) < length and not game.is_over:
        legal = game.legal_actions()
        kind = rng.choice(sorted({type(action).__name__ for action in legal}))
        actions.append(rng.choice([a for a in legal if type(a).__name__ == kind]))
        game.apply(actions[-1])
    return Played.by(start, rng.randrange(players), actions, variant)


Matter = Callable[[Observation], bool]


def of_others(kind: type[Action]) -> Matter:
    """Whether another seat did something of this kind, seen or not."""
    return lambda seen: any(
        event.seat != seen.seat
        and (isinstance(event.action, kind) or is_unseen(event.action, kind))
        for event in seen.history
    )


def is_unseen(action: Action, kind: type[Action]) -> bool:
    """Whether this is a hidden action of this kind."""
    return isinstance(action, parts.Unseen) and action.kind == kind.__name__


def reshuffled(seen: Observation) -> bool:
    """Whether the deck was made anew."""
    return any(isinstance(item, NewDeck) for event in seen.history for item in event.outcome)


def in_turn(seen: Observation, first: type[Action], then: type[Action]) -> bool:
    """Whether another seat did one thing right after another."""
    history: list[Event] = list(seen.history)
    return any(
        isinstance(one.action, first) and isinstance(other.action, then) and one.seat != seen.seat
        for one, other in pairwise(history)
        if one.seat == other.seat
    )


def drew_what_was_refused(seen: Observation) -> bool:
    """Whether another seat drew tickets that had been under the deck, having been refused."""
    drawn = sum(isinstance(event.action, ttrkit.DrawTickets) for event in seen.history)
    return drawn >= 3


CASES: dict[str, tuple[str, int, Matter]] = {
    "cards": ("cards", 2, of_others(DrawBlind)),
    "cards paid from a hidden hand": ("blind", 2, of_others(ClaimRoute)),
    "face up, then blind": (
        "three", 3, lambda seen: in_turn(seen, DrawFaceUp, DrawBlind),
    ),
    "after a reshuffle": ("blind", 2, reshuffled),
    "after a reshuffle, three seats": ("three", 3, reshuffled),
    "a tunnel taken back": ("tunnel", 2, of_others(LeaveTunnel)),
    "holders": ("teams", 4, of_others(DrawBlind)),
    "a pass": ("three", 3, of_others(Pass)),
    "tickets": ("tickets", 3, lambda seen: len(seen.history) > 3),
    "refused tickets drawn by others": ("tickets", 2, drew_what_was_refused),
    "shared tickets": ("team tickets", 4, lambda seen: len(seen.history) > 4),
    "tickets shared in a turn": ("team tickets", 4, of_others(ShareTickets)),
    "own tickets shared": (
        "team tickets",
        4,
        lambda seen: any(
            e.seat == seen.seat and isinstance(e.action, ShareTickets) for e in seen.history
        ),
    ),
    "long tickets": ("long", 2, lambda seen: len(seen.history) > 2),
    "long tickets under the deck": ("long under", 2, lambda seen: len(seen.history) > 5),
}  # fmt: skip


def found_games(case: str, count: int, most_seeds: int = 1_500) -> list[Played]:
    """The first random games in which the matter comes up and there is something to choose."""
    name, players, matter = CASES[case]
    found: list[Played] = []
    for seed in range(most_seeds):
        played = random_game(name, players, seed)
        seen = played.sights[-1]
        if matter(seen) and len(measured(seen, everything_hidden, 12)) > 1:
            found.append(played)
            if len(found) == count:
                return found
    raise AssertionError(f"{case}: only {len(found)} games")


@pytest.mark.parametrize("case", CASES)
def test_worlds_come_up_as_often_as_they_should(case: str) -> None:
    """No impossible one, none left out, each with its chance."""
    for played in found_games(case, 2):
        exact = played.worlds(everything_hidden)
        found = measured(played.sights[-1], everything_hidden, TIMES)
        assert_as_likely(exact, found)


def test_half_of_the_hands_keep_their_long_ticket() -> None:
    """EU-04: of four tickets two were kept, by an even choice; whatever is drawn later."""
    game = ttrkit.new_game("europe", players=2, seed=3, first=0)
    while game.decision == "keep first tickets":
        actions = [a for a in game.legal_actions() if isinstance(a, ttrkit.KeepTickets)]
        game.apply(next(a for a in actions if len(a.tickets) == 2))
    game.apply(DrawBlind())
    game.apply(DrawBlind())
    for extra in range(3):
        found = measured(game.observe(0), lambda world: has_long(world, 1), 2_000)
        assert abs(found[True] / 2_000 - 1 / 2) < 0.05, f"after {extra} draws of tickets"
        game.apply(ttrkit.DrawTickets())
        game.apply(game.legal_actions()[-1])
        game.apply(DrawBlind())
        game.apply(DrawBlind())


def hands_of(game: Game) -> Hashable:
    """The hands of all seats."""
    return tuple(seat.hand for seat in game.seats)


def has_long(game: Game, seat: int) -> bool:
    """Whether a seat holds a long ticket."""
    return any(ticket.kind == "long" for ticket in game.seats[seat].tickets)


def test_whoever_keeps_all_four_holds_the_long_one() -> None:
    """EU-03: it was among them."""
    game = ttrkit.new_game("europe", players=3, seed=1, first=0)
    while game.decision == "keep first tickets":
        game.apply(game.legal_actions()[-1])
    assert measured(game.observe(0), lambda world: has_long(world, 1), 200) == {True: 200}


def test_after_a_reshuffle_the_hand_of_one_opponent_is_known() -> None:
    """US-15: whatever is neither in the new deck nor in sight is in that hand."""
    rng = random.Random(1)
    game = ttrkit.new_game("usa", players=2, seed=5)
    while not game.is_over:
        game.apply(rng.choice(game.legal_actions()))
        last = game.history[-1]
        if any(isinstance(item, ttrkit.events.Reshuffled) for item in last.outcome):
            for viewer in (0, 1):
                worlds = measured(game.observe(viewer), hands_of, 20)
                drew_after = isinstance(last.action, DrawBlind) and last.seat != viewer
                assert drew_after or len(worlds) == 1
            return
    raise AssertionError("no reshuffle")


KEEP_NONE = tiny("keep none", FEW, parts.Teams(), **TICKETS | {"players": [4], "tickets_kept": 0})


@pytest.mark.parametrize("kept", [0, 1, 2])
def test_the_tickets_of_teams_are_followed_from_a_position_on(kept: int) -> None:
    """Where none need be kept, none goes to the team; else one does."""
    game = ttrkit.position(KEEP_NONE, players=4, seed=kept)
    game.apply(ttrkit.DrawTickets())
    choices = [a for a in game.legal_actions() if isinstance(a, ttrkit.KeepTickets)]
    game.apply(next(action for action in choices if len(action.tickets) == kept))
    for viewer in range(4):
        seen = game.observe(viewer)
        assert KEEP_NONE.engine.answers.deal_tickets(seen, deduced(seen)) is not None
        made_up = ttrkit.determinize(seen, random.Random(viewer))
        assert made_up.observe(viewer) == seen


def test_an_observation_goes_when_nobody_holds_it() -> None:
    """What was worked out for it does not refer to it, so no garbage collector need find it."""
    game = ttrkit.new_game("usa", players=2, seed=1)
    seen = game.observe(0)
    ttrkit.determinize(seen, random.Random(1))
    watched = weakref.ref(seen)
    gc.disable()
    try:
        del seen
        assert watched() is None
    finally:
        gc.enable()
