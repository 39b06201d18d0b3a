"""Hooks for programs that learn: every action of a part, and its facts as numbers."""

from collections.abc import Iterable, Sequence
from typing import TYPE_CHECKING, NamedTuple

from ttrkit.hooks.hook import hook

if TYPE_CHECKING:
    from ttrkit.events import Action
    from ttrkit.knowledge import Observation


class Feature(NamedTuple):
    """A number that tells something of an observation, and the range that it lies in."""

    name: str
    low: int
    high: int


class LearningHooks:
    """The actions of a part by number, and what a seat may know of the part in numbers."""

    @hook("all")
    def every_action(self) -> "Iterable[Action]":
        """Every action of this part that can ever be legal, in a stable order.

        These are the actions of its turns, of its decisions and of its answers to others' decisions
        (`joins`). `variant.action_index` numbers them. A choice of drawn tickets is listed as
        `KeepPlaces`, by the places of the tickets. If a part has actions and does not answer, they
        are numbered by their place among the legal ones.
        Example: `return [Bribe(n) for n in range(1, 4)]`.
        """
        return ()

    @hook("all")
    def features(self, seats: int) -> Iterable[Feature]:
        """The numbers that this part adds to those of an observation, in a stable order.

        Cards, tickets and things in piles need no answer: they are among the numbers already.
        Example: `return [Feature("tolls paid", 0, 40)]`.
        """
        return ()

    @hook("own")
    def feature_values(self, observation: "Observation", seats: Sequence[int]) -> Sequence[int]:
        """The values of these features, in the same order; one out of its range is put at its end.

        `seats` are in the order in which the observing one counts them: itself, its partners, all
        others in turn order.
        Example: `return [observation.open_state[0][0][seat] for seat in seats]`.
        """
        raise NotImplementedError
