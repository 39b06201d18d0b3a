"""The rewards of learners: by outcome, by margin or by score, at the end of a game."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any, Literal, get_args

from ttrkit._text import short

if TYPE_CHECKING:
    from ttrkit.game import Game
    from ttrkit.scoring import Result

Reward = Literal["outcome", "margin", "score"]
"""How a finished game is rewarded; see `rewards_of`."""


def checked_reward(reward: Any) -> Reward:
    """Return the kind of reward; ValueError if there is no such kind."""
    if reward not in get_args(Reward):
        raise ValueError(f'reward: "outcome", "margin" or "score" is wanted, not {short(reward)}')
    kind: Reward = reward
    return kind


def rewards_of(game: Game, result: Result, reward: Reward) -> list[float]:
    """By seat: the reward for a finished game. Partners are rewarded alike.

    - "outcome": 1 for the team that wins alone. What it wins, the others lose in equal parts: -1
      against one team, -1/2 each if there are two. Winners that are still tied share the win, and
      the sum over all teams is always 0: see `outcomes`.
    - "margin": the total of the team minus that of the best other team, in points.
    - "score": the total of the team, in points.
    """
    totals = result.totals
    if reward == "outcome":
        by_team = outcomes(len(totals), result.winners)
    elif reward == "margin":
        by_team = [float(total - _best_other(totals, team)) for team, total in enumerate(totals)]
    else:
        by_team = list(map(float, totals))
    return [by_team[seat.team] for seat in game.seats]


def outcomes(teams: int, winners: Sequence[int]) -> list[float]:
    """By team: its share of the win, less an equal share; scaled so that winning alone is 1.

    >>> outcomes(2, [1]), outcomes(2, [0, 1])
    ([-1.0, 1.0], [0.0, 0.0])
    >>> outcomes(3, [0]), outcomes(3, [0, 1])
    ([1.0, -0.5, -0.5], [0.25, 0.25, -0.5])
    """
    if teams == 1:
        return [0.0]
    tied = len(winners)
    won, lost = (teams - tied) / (tied * (teams - 1)), -1 / (teams - 1)
    return [won if team in winners else lost for team in range(teams)]


def _best_other(totals: Sequence[int], team: int) -> int:
    return max((total for other, total in enumerate(totals) if other != team), default=0)
