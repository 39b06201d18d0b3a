"""`RulesMachine`: a Hypothesis state machine that plays a variant with arbitrary actions."""

from __future__ import annotations

import hypothesis.strategies as st
from hypothesis.stateful import RuleBasedStateMachine, initialize, invariant, precondition, rule

from ttrkit.errors import IllegalAction
from ttrkit.events import Action
from ttrkit.game import Game, new_game
from ttrkit.testing.invariants import check_actions, check_conservation, check_scores, snapshot
from ttrkit.testing.strategies import claims
from ttrkit.variant import Variant


class RulesMachine(RuleBasedStateMachine):
    """Plays a variant with arbitrary actions and checks the invariants after each of them.

    Subclass it with the `variant` to test; `RulesMachine.TestCase` is then a test for pytest.
    """

    variant: Variant

    def __init__(self) -> None:
        super().__init__()
        self.game: Game
        self.seen: dict[Action, None] = {}  # actions that were legal at some time

    @initialize(data=st.data(), seed=st.integers(0, 2**32))
    def set_up(self, data: st.DataObject, seed: int) -> None:
        """Start a game for any allowed number of players; check that its seed repeats it."""
        players = data.draw(st.sampled_from(self.variant.players), label="players")
        first = data.draw(st.integers(0, players - 1), label="first")
        self.game = new_game(self.variant, players=players, seed=seed, first=first)
        again = new_game(self.variant, players=players, seed=seed, first=first)
        assert snapshot(self.game) == snapshot(again), "the same seed gives another game"

    @precondition(lambda self: not self.game.is_over)
    @rule(data=st.data())
    def act(self, data: st.DataObject) -> None:
        """Apply any legal action; check that a copy stays as it is, and can do the same."""
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
        """Apply many actions at once, so that late situations are reached too."""
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
        """Check that exactly the listed actions are legal, and a refused one changes nothing."""
        legal = set(self.game.legal_actions())
        tried: list[Action] = [data.draw(claims(self.game.board), label="claim")]
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
        """Check that no action is legal after the end."""
        for action in self.seen:
            assert not self.game.is_legal(action)

    @precondition(lambda self: hasattr(self, "game"))
    @invariant()
    def holds(self) -> None:
        """Check the invariants."""
        check_conservation(self.game)
        check_actions(self.game)
        check_scores(self.game)
        for seat in range(len(self.game.seats)):
            self.game.observe(seat)
