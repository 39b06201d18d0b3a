"""The parameters of a game of OpenSpiel, checked, and everything that follows from them."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from functools import cached_property
from types import MappingProxyType
from typing import Any, get_args

import attrs

from ttrkit._text import as_whole, checked_whole, short
from ttrkit.adapters.rewards import Reward, checked_reward
from ttrkit.numbering import ActionIndex, Features
from ttrkit.numbering.action_index import Payments
from ttrkit.variant import Variant

ANY_SEED = -1
"""The seed of a game whose seed is drawn in chance nodes."""

SEED_DRAWS = 3
SEED_DIGITS = 256
"""The number of digits of a drawn seed, and of values of each: about 16 million deals."""

MOST_SEED = 2**31 - 1  # whole numbers among OpenSpiel's parameters have 32 bits
MOST_POINTS = 999.0
MOST_RETURNS: Mapping[Reward, float] = MappingProxyType(
    {"outcome": 1.0, "margin": 2 * MOST_POINTS, "score": MOST_POINTS}
)
"""By reward: the bound of returns, which OpenSpiel asks for."""

MAX_TURNS = 1_000
MOST_TURNS = 100_000_000  # OpenSpiel counts decisions in 32 bits
DECISIONS_PER_TURN = 10
"""A game ends as well when this many decisions have been made for every turn of `max_turns`, and
for every seat, because there are decisions before the first turn."""


@attrs.frozen(eq=False, slots=False)
class Settings:
    """A variant, and the parameters that it is played with."""

    variant: Variant
    players: int
    seed: int
    payments: Payments
    reward: Reward
    distances: bool
    known_cards: bool
    max_turns: int

    @cached_property
    def index(self) -> ActionIndex:
        """Every action by number."""
        if self.payments == "all":
            return self.variant.action_index
        return ActionIndex(self.variant, self.payments)

    @cached_property
    def action_names(self) -> tuple[str, ...]:
        """By number: the action in words, no two alike, as OpenSpiel wants it."""
        names = self.index.names
        times = Counter(names)
        return tuple(
            [name if times[name] == 1 else f"{name} ({n})" for n, name in enumerate(names)]
        )

    def in_words(self, player: int, number: int) -> str:
        """An action, or a digit of the seed, in words; ValueError if there is no such number."""
        if player < 0:
            return f"seed digit {number}"
        self.check_number(number)
        return self.action_names[number]

    def check_number(self, number: int) -> None:
        """Refuse what is no number of an action with ValueError."""
        if not 0 <= number < self.index.n:
            what = f"those of {self.variant.name} are 0 to {self.index.n - 1}"
            raise ValueError(f"{number} is no number of an action: {what}")

    @cached_property
    def teams(self) -> tuple[tuple[int, ...], ...]:
        """The seats of every team."""
        return tuple(map(tuple, self.variant.engine.seating(self.players).teams))

    @property
    def most_return(self) -> float:
        """The most that a seat can gain or lose; a return beyond it, either way, is put there."""
        return MOST_RETURNS[self.reward]

    @property
    def is_zero_sum(self) -> bool:
        """Whether the returns of all seats always add up to 0."""
        are_alike = len({len(team) for team in self.teams}) == 1
        return {
            "outcome": are_alike,
            "margin": are_alike and len(self.teams) == 2,
            "score": False,
        }[self.reward]

    def features(self, *, is_recalled: bool) -> Features:
        """The layout of observations; information states have known cards in any case."""
        return self.variant.features(
            self.players, distances=self.distances, known_cards=self.known_cards or is_recalled
        )

    @property
    def parameters(self) -> dict[str, Any]:
        """The parameters by name, as OpenSpiel is given them."""
        return {name: getattr(self, name) for name in parameters(self.variant)}

    @property
    def is_drawn(self) -> bool:
        """Whether the seed is drawn in chance nodes."""
        return self.seed == ANY_SEED

    @property
    def most_decisions(self) -> int:
        """The number of decisions after which a game ends in any case."""
        return (self.max_turns + self.players) * DECISIONS_PER_TURN


def parameters(variant: Variant) -> dict[str, Any]:
    """Every parameter of a variant's game with its default."""
    return {
        "players": variant.players[0],
        "seed": ANY_SEED,
        "payments": "all",
        "reward": "outcome",
        "distances": False,
        "known_cards": False,
        "max_turns": MAX_TURNS,
    }


def checked_settings(variant: Variant, given: Mapping[str, Any]) -> Settings:
    """The settings of a game; TypeError or ValueError says which parameter is wrong."""
    known = parameters(variant)
    unknown = [name for name in given if name not in known]
    if unknown:
        raise ValueError(f"{variant.name} has no {', '.join(unknown)}: it has {', '.join(known)}")
    values = known | dict(given)
    for name in ("distances", "known_cards"):
        if type(values[name]) is not bool:
            raise TypeError(f"{name}: True or False is wanted, not {short(values[name])}")
    if values["payments"] not in get_args(Payments):
        what = f'"all" or "thrifty" is wanted, not {short(values["payments"])}'
        raise ValueError(f"payments: {what}")
    values["reward"] = checked_reward(values["reward"])
    if as_whole(values["seed"]) != ANY_SEED:
        values["seed"] = checked_whole(values["seed"], "seed (-1 to have it drawn)", 0, MOST_SEED)
    values["players"] = variant.check_players(values["players"])
    values["max_turns"] = checked_whole(values["max_turns"], "max_turns", 1, MOST_TURNS)
    return Settings(variant, **values)
