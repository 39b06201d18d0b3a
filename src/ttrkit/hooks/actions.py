"""Hooks for a part's own actions and decisions."""

from collections.abc import Iterable
from typing import TYPE_CHECKING, Any

from ttrkit.hooks.decision import Asked, Decision
from ttrkit.hooks.hook import hook

if TYPE_CHECKING:
    from ttrkit.engine import State
    from ttrkit.events import Action
    from ttrkit.knowledge import Observation


class ActionHooks:
    """The actions that a part adds to a turn, and the decisions that it pushes."""

    @hook("all")
    def list_actions(self, state: "State", seat: int, out: "list[Action]") -> None:
        """Add this part's legal actions for a turn to the list, each once, in a stable order."""

    @hook("own")
    def check(self, state: "State", seat: int, action: Any) -> Any:
        """Check one of this part's `actions` by the rules, not by searching the list.

        Return a refusal: a sentence that says why the action is not legal in this turn. If it is
        legal, return the value that `perform` needs: anything but a string, True or False; None if
        nothing.
        """
        raise NotImplementedError

    @hook("own", changes="the game")
    def perform(self, state: "State", seat: int, action: Any, found: Any) -> None:
        """Carry out one of this part's `actions`, with what `check` found."""
        raise NotImplementedError

    @hook("own")
    def list_answers(self, state: "State", seat: int, asked: Asked, out: "list[Action]") -> None:
        """Add this part's answers to another part's decision (see `joins`) to the list.

        Each once, in a stable order.
        """
        raise NotImplementedError

    @hook("own")
    def check_answer(self, state: "State", seat: int, asked: Asked, action: Any) -> Any:
        """Check one of this part's answers to another part's decision, as `check` does."""
        raise NotImplementedError

    @hook("own", changes="the game")
    def perform_answer(
        self, state: "State", seat: int, asked: Asked, action: Any, found: Any
    ) -> None:
        """Carry out one of this part's answers to another part's decision, which is off the stack.

        To go on with a turn of drawing, call `Drawing.count_draw`.
        """
        raise NotImplementedError

    @hook("own")
    def hint(self, observation: "Observation", action: Any) -> float | None:
        """The points that a bot may expect from one of this part's actions; None: no idea.

        Count the gain, less any loss besides cards: bots know what cards are worth.
        Example: `return 3.0 * observation.seats[observation.seat].ships`.
        """
        return None

    @hook("all")
    def decisions(self) -> Iterable[Decision]:
        """The decisions that this part pushes, so that a saved game can name them."""
        return ()
