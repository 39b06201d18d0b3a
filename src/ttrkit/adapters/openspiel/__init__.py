"""Games of OpenSpiel: `pyspiel.load_game("ttrkit_usa(players=2)")` after this is imported.

Needs open_spiel and NumPy, which the extra `openspiel` installs.
"""

try:
    import numpy as _numpy  # noqa: F401
    import pyspiel as _pyspiel  # noqa: F401
except ImportError as error:
    raise ImportError(
        "ttrkit.adapters.openspiel needs open_spiel and NumPy: "
        'pip install "path/to/ttrkit[openspiel]"'
    ) from error

from ttrkit.adapters.openspiel.games import SpielGame
from ttrkit.adapters.openspiel.register import load_game, register, register_editions
from ttrkit.adapters.openspiel.states import SpielState, resampler

__all__ = ["SpielGame", "SpielState", "load_game", "register", "resampler"]

register_editions()
