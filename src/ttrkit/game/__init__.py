"""`Game`, the object that users play with; its seats and teams, and set-up positions."""

from typing import TYPE_CHECKING

from ttrkit._lazy import later
from ttrkit.game.game import Game, determinize, from_record, new_game, replay
from ttrkit.game.seats import SeatView

if TYPE_CHECKING:
    from ttrkit.game.positions import position
else:  # not every program needs them
    __getattr__ = later(
        __name__,
        {
            "position": "ttrkit.game.positions",
        },
    )

__all__ = ["Game", "SeatView", "determinize", "from_record", "new_game", "position", "replay"]
