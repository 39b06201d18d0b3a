"""For the tests of variants: invariants that hold after every action, whatever the rules.

Needs Hypothesis (`pip install ttrkit[testing]`).
"""

from __future__ import annotations

import hypothesis.strategies as st
from hypothesis.stateful import RuleBasedStateMachine, initialize, invariant, precondition, rule

from ttrkit.actions import Action, ClaimRoute
from ttrkit.census import all_cards, all_tickets
from ttrkit.errors import IllegalAction
from ttrkit.game import Game, new_game
from ttrkit.piles import Cards
from ttrkit.state import State
from ttrkit.variant import Variant

__all__ = ["RulesMachine", "check_actions", "check_conservation", "check_scores", "snapshot"]


def state_of(game: Game) -> State:
    """The working state behind a game: for tests and tools, not for players."""
    return game._state


def check_conservation(game: Game) -> None:
    """Every card, ticket and train is somewhere, once."""
    state = state_of(game)
    held = Cards(bytes(all_cards(state)))
    deck = game.variant.deck
    assert held == deck, f"cards: {held} in all piles, but the deck is {deck}"
    tickets = all_tickets(state)
    assert tickets == list(range(len(game.board.tickets))), "a ticket is lost or in two places"
    owners = [number for routes in state.routes for number in routes]
    assert len(owners) == len(set(owners)), "a route has two owners"
    for seat, routes in enumerate(state.routes):
        assert state.trains[seat] >= 0, f"seat {seat} has {state.trains[seat]} trains"
        assert all(state.owners[number] == seat for number in routes), f"seat {seat}: owners differ"


def check_actions(game: Game) -> list[Action]:
    """Somebody has something to do, every action listed is legal, and none is listed twice."""
    actions = game.legal_actions()
    assert bool(actions) != game.is_over, "no decision without a legal action, none after the end"
    assert (game.to_move is None) == game.is_over
    assert len(set(actions)) == len(actions), "an action is listed twice"
    for action in actions:
        assert game.is_legal(action), f"{action} is listed, but: {game.why_not(action)}"
        assert eval(repr(action), _names()) == action, f"{action!r} is not valid Python"
    return actions


def check_scores(game: Game) -> None:
    """Totals are what the sheets add up to, every sheet has all labels, and somebody wins."""
    result = game.result()
    assert result.is_final == game.is_over
    assert result.winners, "nobody wins"
    labels = list(result.sheets[0])
    assert set(game.variant.engine.labels) <= set(labels)
    for team, (total, sheet) in enumerate(zip(result.totals, result.sheets, strict=True)):
        assert list(sheet) == labels, f"team {team} has other labels than team 0"
        assert sum(sheet.values()) == total, f"team {team}: {sheet} does not add up to {total}"
        earned = sum(game.seats[seat].score for seat in game.teams[team].seats)
        assert game.teams[team].score == earned
        assert total <= result.totals[result.winners[0]]


def snapshot(game: Game) -> dict[str, object]:
    """All of a game's state as plain values, to compare games with."""
    state = state_of(game).copy()
    return {
        name: list(getattr(state, name)) if name == "slots" else getattr(state, name)
        for name in State.__slots__
        if name not in ("engine", "chance")
    }


def _names() -> dict[str, object]:
    import ttrkit

    return {**vars(ttrkit.parts), **vars(ttrkit)}


class RulesMachine(RuleBasedStateMachine):
    """Plays a variant in every direction and checks the invariants after every action.

    Subclass it with the `variant` to test; `RulesMachine.TestCase` is then a test for pytest.
    """

    variant: Variant

    def __init__(self) -> None:
        super().__init__()
        self.game: Game
        self.seen: dict[Action, None] = {}  # actions that were legal some time

    @initialize(data=st.data(), seed=st.integers(0, 2**32))
    def set_up(self, data: st.DataObject, seed: int) -> None:
        """A new game for any allowed number of players; the same seed gives it again."""
        players = data.draw(st.sampled_from(self.variant.players), label="players")
        first = data.draw(st.integers(0, players - 1), label="first")
        self.game = new_game(self.variant, players=players, seed=seed, first=first)
        again = new_game(self.variant, players=players, seed=seed, first=first)
        assert snapshot(self.game) == snapshot(again), "the same seed gives another game"

    @precondition(lambda self: not self.game.is_over)
    @rule(data=st.data())
    def act(self, data: st.DataObject) -> None:
        """Any legal action; a copy taken before is not touched by it, and can do the same."""
        actions = self.game.legal_actions()
        self.seen.update(dict.fromkeys(actions))
        action = actions[data.draw(st.integers(0, len(actions) - 1), label="action")]
        before = snapshot(self.game)
        copy = self.game.copy()
        self.game.apply(action)
        assert snapshot(copy) == before, "a copy changed with the original"
        copy.apply(action)
        assert snapshot(copy) == snapshot(self.game), "a copy goes on in another way"

    @precondition(lambda self: not self.game.is_over)
    @rule(data=st.data(), turns=st.integers(1, 60))
    def hurry(self, data: st.DataObject, turns: int) -> None:
        """Many actions at once, so that late situations are reached too."""
        rng = data.draw(st.randoms(use_true_random=False), label="rng")
        for _ in range(turns):
            if self.game.is_over:
                return
            actions = self.game.legal_actions()
            self.seen.update(dict.fromkeys(actions[:20]))
            self.game.apply(rng.choice(actions))
            check_conservation(self.game)

    @precondition(lambda self: not self.game.is_over)
    @rule(data=st.data())
    def refuse(self, data: st.DataObject) -> None:
        """An action is legal just if it is listed; a refused one changes nothing."""
        legal = set(self.game.legal_actions())
        tried: list[Action] = [data.draw(self._claims(), label="claim")]
        if self.seen:
            tried.append(data.draw(st.sampled_from(list(self.seen)), label="seen"))
        for action in tried:
            assert self.game.is_legal(action) == (action in legal), f"{action}: listed or not?"
            if action not in legal:
                before = snapshot(self.game)
                refusal = None
                try:
                    self.game.apply(action)
                except IllegalAction as error:
                    refusal = str(error)
                assert refusal, f"{action} is not legal, and apply() did not say why"
                assert snapshot(self.game) == before, "a refused action changed the game"

    @precondition(lambda self: self.game.is_over)
    @rule()
    def stay_over(self) -> None:
        """After the end nothing is legal any more."""
        for action in self.seen:
            assert not self.game.is_legal(action)

    def _claims(self) -> st.SearchStrategy[ClaimRoute]:
        """Claims of any route with a few cards of any colour."""
        few = st.lists(st.integers(0, 3), min_size=9, max_size=9).map(lambda n: Cards(bytes(n)))
        one = st.tuples(st.integers(0, 8), st.integers(0, 6), st.integers(0, 3)).map(_set_of_cards)
        return st.builds(ClaimRoute, st.sampled_from(self.game.board.routes), few | one)

    @precondition(lambda self: hasattr(self, "game"))
    @invariant()
    def holds(self) -> None:
        """The invariants."""
        check_conservation(self.game)
        check_actions(self.game)
        check_scores(self.game)
        for seat in range(len(self.game.seats)):
            self.game.observe(seat)


def _set_of_cards(drawn: tuple[int, int, int]) -> Cards:
    colour, n, wild = drawn
    counts = bytearray(9)
    counts[colour] = n
    counts[8] += wild
    return Cards(bytes(counts))
