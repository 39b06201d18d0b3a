"""A decision: a question put to one seat in the course of a turn."""

from typing import TYPE_CHECKING, Any, ClassVar, NamedTuple

if TYPE_CHECKING:
    from ttrkit.engine import State
    from ttrkit.events import Action


class Asked(NamedTuple):
    """A decision that is asked: its name, and the data that were pushed with it."""

    name: str
    data: Any


class Decision:
    """A question put to one seat. Parts make theirs once and push it with `state.push`.

    Decisions form a stack: when one is answered, the topmost one is asked. When the stack is empty,
    the turn ends. `data` is the value that was pushed with the decision: small, immutable, and seen
    by all. Secrets belong in the part's slot.
    """

    name: ClassVar[str]
    """The name in saved games; unique among the decisions of a variant."""

    actions: "ClassVar[tuple[type[Action], ...]]" = ()
    """The kinds of action that answer it."""

    data_type: ClassVar[Any] = None
    """The type of `data`, so that a saved game can hold it; None if there is no data."""

    is_question: ClassVar[bool] = True
    """False if it only resumes something: then the market is not put in order before it."""

    def enter(self, state: "State", seat: int, data: Any) -> bool:
        """Called when this decision is about to be asked.

        Return False if there is nothing to decide: the decision is then dropped. It is off the
        stack during the call, so it may also act by itself and push the next decision.
        """
        return True

    def options(self, state: "State", seat: int, data: Any) -> "list[Action]":
        """Every legal action, each once, in a stable order; never empty."""
        raise NotImplementedError

    def check(self, state: "State", seat: int, data: Any, action: "Action") -> Any:
        """Check an action by the rules, not by searching the list of options.

        Return a refusal: a sentence that says why the action is not legal. If it is legal, return
        the value that `resolve` needs: anything but a string, True or False; None if nothing.
        """
        raise NotImplementedError

    def resolve(self, state: "State", seat: int, data: Any, action: "Action", found: Any) -> None:
        """Carry out a legal action, with the result of `check`. The decision is off the stack."""
        raise NotImplementedError
