"""Hooks for hidden things: who sees them, what can be deduced, and how they are dealt anew."""

from collections.abc import Callable, Mapping
from typing import TYPE_CHECKING, TypeVar

from ttrkit.hooks.hook import hook

if TYPE_CHECKING:
    from random import Random

    from ttrkit.engine import State
    from ttrkit.events import Event
    from ttrkit.knowledge import Knowledge, Observation
    from ttrkit.payment import Cards


Learn = TypeVar("Learn", bound=Callable[..., None])

KEPT_AS = "kept_as"  # the name of an attribute: see `keeps_events`


def keeps_events(name: str) -> Callable[[Learn], Learn]:
    """Declare that an answer to `learn` does nothing but `keep` the event under this name.

    So it need not be asked, which is faster.
    """

    def declare(learn: Learn) -> Learn:
        vars(learn)[KEPT_AS] = name
        return learn

    return declare


class SecretHooks:
    """Facts that a seat sees or can deduce, and hidden things dealt anew."""

    @hook("all")
    def public_facts(self, state: "State", viewer: int) -> Mapping[str, object]:
        """Named facts of the part, besides its piles, that this seat may know.

        The values are hashable, and the mapping is never changed afterwards.
        """
        return {}

    @hook("all", changes="the game")
    def learn(self, knowledge: "Knowledge", event: "Event") -> None:
        """Note what a seat can tell of hidden cards from this event, as it has seen it.

        Payments need no answer: an action's `cards` (and `shared`) are taken as paid. Cards drawn
        face up or blind are taken to be in the hand, unless a part answers `store_drawn_card`.
        Example: `knowledge.gain_one(("hand", event.seat), event.action.colour)`.
        """

    @hook("all", changes="the game")
    def learn_payment(
        self, knowledge: "Knowledge", seat: int, shared: "Cards", *, returned: bool
    ) -> None:
        """Note that cards were paid from the shared purse, or returned to it."""

    @hook("all")
    def known_tickets(self, observation: "Observation") -> Mapping[str, int | None]:
        """The hidden tickets that a seat knows of, by id.

        Each with its place in the ticket deck from the top, or None if it is out of the game.
        """
        return {}

    @hook("one")
    def deal_tickets(
        self, observation: "Observation", knowledge: "Knowledge"
    ) -> "Callable[[State, Mapping[int, int | None], Random], bool] | None":
        """A function that deals the hidden tickets of a state; asked once for an observation.

        It is given the state, the tickets of `known_tickets` by number, and a generator. It answers
        whether the deal agrees with what the seat has seen; if not, it is called again. If no part
        answers, or the answer is None, all deals that fit the sizes are equally likely.
        """
        return None

    @hook("all")
    def is_plausible(self, state: "State") -> bool:
        """Whether tickets could lie as they do in a randomly dealt state; all parts must agree."""
        return True

    @hook("all", changes="the set-up")
    def fill_secrets(self, state: "State", observation: "Observation", rng: "Random") -> None:
        """Fill the secret fields of the part's slot, consistent with an observation.

        Piles, open fields and decisions are filled already.
        """
