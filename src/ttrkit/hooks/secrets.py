"""Hooks for hidden things: who sees them, what can be deduced, and how they are dealt anew."""

from collections.abc import Mapping
from typing import TYPE_CHECKING

from ttrkit.hooks.hook import hook

if TYPE_CHECKING:
    from random import Random

    from ttrkit.engine import State
    from ttrkit.events import Event
    from ttrkit.knowledge import Knowledge, Observation
    from ttrkit.payment import Cards


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
        """Note what everyone can deduce about hidden cards from this event.

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

    @hook("all")
    def is_plausible(self, state: "State") -> bool:
        """Whether tickets could lie as they do in a randomly dealt state; all parts must agree."""
        return True

    @hook("all", changes="the game")
    def mend(self, state: "State", observation: "Observation", rng: "Random") -> None:
        """Move hidden tickets of a randomly dealt state to where they can be.

        Asked after every deal, so that few deals are rejected as not plausible. Everything that was
        observed must stay as it is, and all plausible deals should be equally likely.
        """

    @hook("all", changes="the set-up")
    def fill_secrets(self, state: "State", observation: "Observation", rng: "Random") -> None:
        """Fill the secret fields of the part's slot, consistent with an observation.

        Piles, open fields and decisions are filled already.
        """
