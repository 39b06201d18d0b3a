"""`SpielState`: a game in progress, as OpenSpiel wants it."""

from __future__ import annotations

from collections.abc import Callable
from random import Random
from typing import Any

import pyspiel

from ttrkit._text import checked_seat
from ttrkit.adapters.openspiel.settings import SEED_DIGITS
from ttrkit.adapters.openspiel.tables import KeptTable, Table
from ttrkit.adapters.openspiel.telling import private_lines, public_lines
from ttrkit.game import Game

_DIGIT_CHANCES = [(digit, 1.0 / SEED_DIGITS) for digit in range(SEED_DIGITS)]


class SpielState(pyspiel.State):  # type: ignore[misc]
    """A state of OpenSpiel. `state.game` is the game of ttrkit, with all its secrets.

    Everything that is not OpenSpiel's own is in `table`, because OpenSpiel copies and saves the
    attributes of a state one by one.
    """

    def __init__(self, game: Any) -> None:
        super().__init__(game)
        self.__dict__["table"] = Table(game.settings)

    @property
    def table(self) -> Table:
        """The game in progress, from the draw of its seed on."""
        table: Table = self.__dict__["table"]
        return table

    @table.setter
    def table(self, table: Table | KeptTable) -> None:
        if isinstance(table, KeptTable):  # a state is being loaded
            table = table.laid(self.get_game().settings)
        self.__dict__["table"] = table

    @property
    def game(self) -> Game:
        """The game of ttrkit; ValueError while its seed is drawn."""
        if not self.table.is_dealt:
            raise ValueError("nothing is dealt yet: apply the actions of the chance nodes first")
        return self.table.game

    # What OpenSpiel asks for ---------------------------------------------------------------------

    def current_player(self) -> int:
        """The seat that decides, or OpenSpiel's number for chance or for the end."""
        table = self.table
        if table.draws_left:
            return int(pyspiel.PlayerId.CHANCE)
        seat = None if table.is_over else table.game.to_move
        return int(pyspiel.PlayerId.TERMINAL) if seat is None else seat

    def is_terminal(self) -> bool:
        """Whether the game has ended."""
        return self.table.is_over

    def chance_outcomes(self) -> list[tuple[int, float]]:
        """The values of the next digit of the seed, each as likely as another."""
        return _DIGIT_CHANCES.copy()

    def returns(self) -> list[float]:
        """The returns by seat: zeros until the game is over."""
        return self.table.returns()

    def _legal_actions(self, player: int) -> list[int]:
        """The numbers of the legal actions of the seat that decides, in ascending order."""
        return list(self.table.choices())

    def _apply_action(self, action: int) -> None:
        """Carry out an action by its number, or take a digit of the seed."""
        table = self.table
        if table.draws_left:
            table.draw(action)
        else:
            table.apply(action)

    def _action_to_string(self, player: int, action: int) -> str:
        """An action, or a digit of the seed, in words."""
        return self.table.settings.in_words(player, action)

    def resample_from_infostate(self, player: int, sampler: Callable[[], float]) -> SpielState:
        """A state that fits everything the seat knows; the rest is dealt at random."""
        return self.resampled(player, Random(sampler()))

    def resampled(self, player: int, rng: Random) -> SpielState:
        """A state that fits everything the seat knows; the rest is dealt by `rng`.

        Its `history()` is that of this state, although the seed of its cards is another.
        """
        seat = checked_seat(player, len(self.game.seats), "resample")
        state: SpielState = self.clone()
        state.table = self.table.resampled(seat, rng)
        return state

    # Text and copies -----------------------------------------------------------------------------

    def __str__(self) -> str:
        table = self.table
        settings = table.settings
        lines = [f"{settings.variant.name}, {settings.players} players"]
        if not table.is_dealt:
            lines.append(f"digits of the seed to be drawn: {table.draws_left}")
            return "\n".join(lines)
        game = table.game
        over = ", over" if table.is_over else ""
        lines.append(f"turns: {table.turns}, decisions: {table.decisions}{over}")
        lines.extend(public_lines(game.observe(0)))
        for seat in range(settings.players):
            lines.append(f"seat {seat}:")
            lines.extend(f"  {line}" for line in private_lines(game.observe(seat)))
        return "\n".join(lines)

    def __copy__(self) -> Any:
        return self.clone()

    def __deepcopy__(self, memo: dict[int, Any]) -> Any:
        return self.clone()

    def __reduce__(self) -> Any:
        """Pickle the state with its game, so that any process can load it."""
        return (_loaded_state, (self.get_game(), self.serialize()))


def _loaded_state(game: Any, text: str) -> Any:
    return game.deserialize_state(text)


def resampler(rng: Random) -> Callable[[SpielState, int], SpielState]:
    """A function for `ISMCTSBot.set_resampler`: its worlds come from `rng`, not from the clock."""

    def resample(state: SpielState, player: int) -> SpielState:
        return state.resampled(player, rng)

    return resample
