"""`SpielGame`: a variant with its parameters, as OpenSpiel wants it."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, ClassVar

import pyspiel

from ttrkit.adapters.openspiel.observers import Observer
from ttrkit.adapters.openspiel.settings import (
    SEED_DIGITS,
    SEED_DRAWS,
    checked_settings,
    parameters,
)
from ttrkit.adapters.openspiel.states import SpielState
from ttrkit.variant import Variant

_CHANCE = pyspiel.GameType.ChanceMode
_UTILITY = pyspiel.GameType.Utility


class SpielGame(pyspiel.Game):  # type: ignore[misc]
    """A game of OpenSpiel. `game.variant` is the variant of ttrkit that is played.

    Every registered variant has a subclass of its own.
    """

    spiel_name: ClassVar[str]
    variant: ClassVar[Variant]

    def __init__(self, params: Mapping[str, Any]) -> None:
        settings = checked_settings(self.variant, params)
        info = pyspiel.GameInfo(
            num_distinct_actions=settings.index.n,
            max_chance_outcomes=SEED_DIGITS if settings.is_drawn else 0,
            num_players=settings.players,
            min_utility=-settings.most_return,
            max_utility=settings.most_return,
            utility_sum=0.0 if settings.is_zero_sum else None,
            max_game_length=settings.most_decisions,
        )
        kind = game_type(
            self.spiel_name,
            self.variant,
            is_zero_sum=settings.is_zero_sum,
            is_drawn=settings.is_drawn,
        )
        super().__init__(kind, info, settings.parameters)
        self.settings = settings

    def new_initial_state(self) -> SpielState:
        """The state before anything is dealt."""
        return SpielState(self)

    def make_py_observer(
        self, iig_obs_type: Any = None, params: Mapping[str, Any] | None = None
    ) -> Observer:
        """An observer of states, for observations of this kind."""
        kind = iig_obs_type or pyspiel.IIGObservationType(perfect_recall=False)
        return Observer(self.settings, kind, params)

    def action_to_string(self, player: int, action: int) -> str:
        """An action, or a digit of the seed, in words."""
        return self.settings.in_words(player, action)

    def max_chance_nodes_in_history(self) -> int:
        """The number of chance nodes, which draw the seed."""
        return SEED_DRAWS if self.settings.is_drawn else 0

    def __reduce__(self) -> Any:
        """Pickle the game with its variant, so that any process can load it."""
        from ttrkit.adapters.openspiel.register import loaded_game

        return (loaded_game, (self.variant, self.settings.parameters))


def game_type(
    name: str, variant: Variant, *, is_zero_sum: bool = True, is_drawn: bool = True
) -> Any:
    """The type of a variant's games, as OpenSpiel registers it."""
    return pyspiel.GameType(
        short_name=name,
        long_name=variant.title,
        dynamics=pyspiel.GameType.Dynamics.SEQUENTIAL,
        chance_mode=_CHANCE.EXPLICIT_STOCHASTIC if is_drawn else _CHANCE.DETERMINISTIC,
        information=pyspiel.GameType.Information.IMPERFECT_INFORMATION,
        utility=_UTILITY.ZERO_SUM if is_zero_sum else _UTILITY.GENERAL_SUM,
        reward_model=pyspiel.GameType.RewardModel.TERMINAL,
        max_num_players=variant.players[-1],
        min_num_players=variant.players[0],
        provides_information_state_string=True,
        provides_information_state_tensor=True,
        provides_observation_string=True,
        provides_observation_tensor=True,
        provides_factored_observation_string=True,
        parameter_specification=parameters(variant),
    )


def game_class(name: str, variant: Variant) -> type[SpielGame]:
    """The class that OpenSpiel calls to load a game of this name.

    A function would not do: OpenSpiel lets go of it when Python has ended already, and to take
    apart the last of a function then is a crash, which is not so with classes.
    """
    return type("SpielGame", (SpielGame,), {"spiel_name": name, "variant": variant})
