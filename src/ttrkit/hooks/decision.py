"""A decision: a question put to one seat in the course of a turn."""

from typing import TYPE_CHECKING, Any, ClassVar

if TYPE_CHECKING:
    from ttrkit.engine import State
    from ttrkit.events import Action


class Decision:
    """A question put to one seat. Parts make theirs once and push it with `state.push`.

    Decisions are a stack: when one is answered, the topmost is asked; an empty stack is the end of
    the turn. `data` is what was pushed with it: small, immutable, and seen by all; what is secret
    belongs into the part's slot.
    """

    name: ClassVar[str]
    """Unique among the decisions of a variant; a saved game calls it so."""

    actions: "ClassVar[tuple[type[Action], ...]]" = ()
    """The kinds of action that answer it."""

    data_type: ClassVar[Any] = None
    """The type of `data`, so that a saved game can hold it; None if there is none."""

    is_question: ClassVar[bool] = True
    """False for one that only goes on with something: nothing is put in order before it."""

    def enter(self, state: "State", seat: int, data: Any) -> bool:
        """Called when it is this decision's turn to be asked.

        Answer False if there is nothing to decide: the decision is then dropped. It is off the
        stack during the call, so it may also go on by itself and push what comes next.
        """
        return True

    def options(self, state: "State", seat: int, data: Any) -> "list[Action]":
        """Every legal action, each once, in a stable order; never empty."""
        raise NotImplementedError

    def check(self, state: "State", seat: int, data: Any, action: "Action") -> Any:
        """Check an action by the rules, not by searching the list of options.

        Answer a refusal, a sentence that says why it is not legal; or else whatever `resolve` will
        need of what was found (None if nothing): it is handed on.
        """
        raise NotImplementedError

    def resolve(self, state: "State", seat: int, data: Any, action: "Action", found: Any) -> None:
        """Carry out a legal action, with what `check` found. The decision is off the stack."""
        raise NotImplementedError
