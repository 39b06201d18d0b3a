"""`Observer`: what a seat sees as a tensor, in named pieces, and as text."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import TYPE_CHECKING, Any

import numpy as np
import pyspiel

from ttrkit.adapters.openspiel.settings import Settings
from ttrkit.adapters.openspiel.tables import NOTHING_TOLD, Table
from ttrkit.adapters.openspiel.telling import (
    past_lines,
    private_lines,
    public_lines,
    told_history,
)

if TYPE_CHECKING:
    from ttrkit.adapters.openspiel.states import SpielState
    from ttrkit.knowledge import Observation

NOT_DEALT = "nothing is dealt yet"
IN_PUBLIC = -1  # in the place of a seat: what is told of the history is what all have seen


class Observer:
    """An observer of OpenSpiel, for observations of any kind.

    The tensor consists of the numbers of the observation. With perfect recall it has in addition
    the cards that others are known to have, and the text has the whole history. Observers of public
    or private information alone have texts only.
    """

    def __init__(self, settings: Settings, kind: Any, params: Mapping[str, Any] | None) -> None:
        if params:
            raise ValueError(
                f"{settings.variant.name}: observers have no parameters, so not {', '.join(params)}"
            )
        self._settings = settings
        self._public: bool = kind.public_info
        self._recall: bool = kind.perfect_recall
        self._private = kind.private_info
        self._features = settings.features(is_recalled=self._recall)
        self.tensor: np.ndarray[Any, np.dtype[np.float32]] | None = None
        self.dict: dict[str, np.ndarray[Any, np.dtype[np.float32]]] = {}
        if self._public and self._private == pyspiel.PrivateInfoType.SINGLE_PLAYER:
            tensor = self.tensor = np.zeros(self._features.n, np.float32)
            for name, block in self._features.blocks.items():
                self.dict[name] = tensor[block.places.start : block.places.stop]

    def set_from(self, state: SpielState, player: int) -> None:
        """Put what the seat sees into the tensor; zeros while nothing is dealt."""
        if self.tensor is None:
            return
        table = state.table
        if table.is_dealt:
            numbers = table.game.observe(player).numbers(
                distances=self._settings.distances, known_cards=self._features.has_known_cards
            )
            self.tensor[:] = np.frombuffer(numbers, np.int16)
        else:
            self.tensor.fill(0)

    def string_from(self, state: SpielState, player: int) -> str:
        """The things that the seat sees, as text; with perfect recall the history too."""
        table = state.table
        if not table.is_dealt:
            return NOT_DEALT
        key = (player, self._public, self._private, self._recall)
        text = table.texts.get(key)
        if text is None:
            text = "\n".join(self._lines(table, table.game.observe(player)))
            table.texts[key] = text
        return text

    def _lines(self, table: Table, observation: Observation) -> Iterator[str]:
        seat = observation.seat
        everybody = self._private == pyspiel.PrivateInfoType.ALL_PLAYERS
        is_private = self._private != pyspiel.PrivateInfoType.NONE
        if is_private and not everybody:
            yield f"seat: {seat}"
        if self._public:
            yield from public_lines(observation)
        if everybody:
            for each in range(self._settings.players):
                yield f"seat {each}:"
                yield from private_lines(table.game.observe(each))
        elif is_private:
            yield from private_lines(observation)
        if self._recall:
            yield from past_lines(observation)
            whose = seat if is_private else IN_PUBLIC
            before = table.told.get(whose, NOTHING_TOLD)
            told = told_history(observation.history, before, in_public=not is_private)
            table.told[whose] = told
            yield f"history:{told.text}"
