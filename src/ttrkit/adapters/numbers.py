"""`Numbers`: a variant as learners are given it, with observations and masks as arrays."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

import numpy as np
from gymnasium.spaces import Box, Space
from numpy.typing import NDArray

from ttrkit.errors import IllegalAction
from ttrkit.knowledge import numbers_seen
from ttrkit.numbering import ActionIndex
from ttrkit.variant import Variant, as_variant

if TYPE_CHECKING:
    from ttrkit.events import Action
    from ttrkit.game import Game
    from ttrkit.numbering.action_index import Payments

Seen = NDArray[np.int16]
Mask = NDArray[np.int8]
SEEN = np.dtype(np.int16)
MASK = np.dtype(np.int8)


class Numbers:
    """The actions and observations of a variant as arrays, for one number of players."""

    def __init__(
        self,
        variant: str | Variant,
        players: int,
        payments: Payments,
        distances: bool,
        known_cards: bool,
    ) -> None:
        self.variant = as_variant(variant)
        self.players = self.variant.check_players(players)
        self.index = self.variant.action_index
        """The actions by number."""
        if payments != "all":
            self.index = ActionIndex(self.variant, payments)
        self.distances = bool(distances)
        self.known_cards = bool(known_cards)
        self.features = self.variant.features(
            self.players, distances=self.distances, known_cards=self.known_cards
        )
        """The meaning of the numbers of an observation."""

    def box(self) -> Space[Seen]:
        """The space of observations."""
        lows, highs = (
            np.array(each, np.int16) for each in (self.features.lows, self.features.highs)
        )
        wide = np.maximum(highs, lows + 1)  # checkers do not like a number that is always 0
        space: Any = Box(lows, wide, dtype=np.int16)
        return space  # type: ignore[no-any-return]

    def seen_by(self, game: Game, seat: int) -> Seen:
        """The observation of a seat as numbers; the array is the receiver's own."""
        return np.frombuffer(numbers_seen(game._state, seat, self.features), SEEN)

    def mask(self, legal: Sequence[Action]) -> Mask:
        """By number: 1 if the action is legal, else 0. The array is the receiver's own."""
        return self.mask_of(self.index.numbers(legal))

    def mask_of(self, numbers: Sequence[int]) -> Mask:
        """The mask of the actions with these numbers."""
        n = self.index.n
        mask = bytearray(n + 1)  # the last place is for NO_NUMBER
        for number in numbers:
            mask[number] = 1
        return np.frombuffer(mask, MASK, n)

    def refusal(self, number: Any, error: IllegalAction) -> IllegalAction:
        """The error for a number whose action was refused, which says what would be right."""
        reason = "" if error.action is None else f": {error.reason}"
        name = self.index.names[int(number)]
        return IllegalAction(
            f"{int(number)} ({name}) is not legal now{reason}; legal are the numbers that have "
            "a 1 in the action mask",
            error.action,
        )

    def __reduce__(self) -> Any:
        payments = self.index.payments
        given = (self.variant, self.players, payments, self.distances, self.known_cards)
        return (Numbers, given)

    def __deepcopy__(self, memo: dict[int, Any]) -> Numbers:
        return self  # nothing in it changes


def no_game(is_closed: bool) -> RuntimeError:
    """The error of an environment that has no game."""
    what = "is closed: make another" if is_closed else "has no game yet: reset() it"
    return RuntimeError(f"this environment {what}")
