"""A game as an environment of PettingZoo, where the agents act in turn (AEC).

>>> from ttrkit.adapters.pettingzoo import env
>>> zoo = env("paris", 2)
>>> zoo.reset(seed=1)
>>> observation, reward, terminated, truncated, info = zoo.last()
>>> sorted(observation)
['action_mask', 'observation']
"""

from __future__ import annotations

import random
from typing import TYPE_CHECKING, Any, TypedDict, Unpack

try:
    import gymnasium.logger
    import numpy as np
    from gymnasium.spaces import Box, Dict, Discrete
    from pettingzoo import AECEnv
    from pettingzoo.utils.wrappers import OrderEnforcingWrapper
except ImportError as error:
    raise ImportError(
        "ttrkit.adapters.pettingzoo needs PettingZoo and NumPy: "
        'pip install "path/to/ttrkit[pettingzoo]"'
    ) from error

from ttrkit._text import checked_whole, counted, listed, short
from ttrkit.adapters.numbers import Mask, Numbers, Seen, no_game
from ttrkit.adapters.rendering import RENDER_MODES, checked_mode, rendered
from ttrkit.adapters.rewards import Reward, checked_reward, rewards_of
from ttrkit.errors import IllegalAction
from ttrkit.events import checked_seed
from ttrkit.game import Game, new_game
from ttrkit.players import MAX_TURNS

if TYPE_CHECKING:
    from collections.abc import Sequence

    from ttrkit.events import Action
    from ttrkit.numbering.action_index import Payments
    from ttrkit.variant import Variant

__all__ = ["env", "raw_env"]

SEED_BITS = 63  # of the games after the first, which is given its seed


class Seeing(TypedDict):
    """The observation of an agent: its numbers, and a mask of the legal actions."""

    observation: Seen
    action_mask: Mask


class Options(TypedDict, total=False):
    """The options of an environment."""

    payments: Payments
    distances: bool
    known_cards: bool
    reward: Reward
    max_turns: int
    render_mode: str | None


class raw_env(AECEnv[str, Seeing, int | None]):  # noqa: N801 - so PettingZoo calls it
    """A game whose seats are the agents `player_0`, `player_1`, …; the bare environment.

    Args:
        variant: the variant, or its name.
        players: the number of players.
        payments: "all", or "thrifty" for fewer actions (see `ttrkit.ActionIndex`).
        distances: whether observations hold the trains that tickets still need, which takes longer.
        known_cards: whether observations hold the cards that others are known to have.
        reward: "outcome", "margin" or "score", at the end of the game (see `rewards_of`).
        max_turns: the turns, of all seats together, after which a game is truncated. Nobody is
            rewarded then.
        render_mode: "human" prints the table in words after every step; "ansi" and "svg" return it
            from `render`, in words or as a picture. All of them show hidden cards, too.
    """

    metadata: dict[str, Any] = {  # noqa: RUF012 - so PettingZoo declares it
        "name": "ttrkit_v0",
        "render_modes": list(RENDER_MODES),
        "render_fps": 1,
        "is_parallelizable": False,
    }

    def __init__(
        self,
        variant: str | Variant,
        players: int,
        *,
        payments: Payments = "all",
        distances: bool = False,
        known_cards: bool = False,
        reward: Reward = "outcome",
        max_turns: int = MAX_TURNS,
        render_mode: str | None = None,
    ) -> None:
        super().__init__()  # type: ignore[no-untyped-call]
        self.numbers = Numbers(variant, players, payments, distances, known_cards)
        self.render_mode = checked_mode(render_mode)
        self._reward = checked_reward(reward)
        self._max_turns = checked_whole(max_turns, "max_turns", 1)
        self.possible_agents = [f"player_{seat}" for seat in range(self.numbers.players)]
        self.agents = self.possible_agents[:]
        self.agent_selection = self.possible_agents[0]
        self._seats = {agent: seat for seat, agent in enumerate(self.possible_agents)}
        n = self.numbers.index.n
        self._action_spaces = {agent: Discrete(n) for agent in self.possible_agents}
        self._observation_spaces = {
            agent: Dict(
                {
                    "observation": self.numbers.box(),
                    "action_mask": Box(0, 1, (n,), np.int8),
                }
            )
            for agent in self.possible_agents
        }
        self._seeds: random.Random | None = None
        self._game: Game | None = None
        self._is_closed = False
        self._is_on = False  # whether there is a game, and somebody to decide in it
        self._turns = 0
        self._legal: Sequence[Action] = ()  # of the agent that decides, when it has looked
        self._choices: Sequence[int] = ()  # their numbers
        self._infos: dict[str, dict[str, Any]] = {}

    # The game --------------------------------------------------------------------------------

    @property
    def game(self) -> Game:
        """The game that is played; RuntimeError if there is none."""
        if self._game is None:
            raise no_game(self._is_closed)
        return self._game

    def reset(self, seed: int | None = None, options: dict[str, Any] | None = None) -> None:
        """Begin the game of this seed; without one, the next of those that the last seed began."""
        if self._is_closed:
            raise no_game(self._is_closed)
        if seed is not None:
            seed = checked_seed(seed)
        if seed is not None or self._seeds is None:
            self._seeds = random.Random(seed)
        game_seed = self._seeds.getrandbits(SEED_BITS) if seed is None else seed
        self._game = new_game(self.numbers.variant, players=self.numbers.players, seed=game_seed)
        self.agents = self.possible_agents[:]
        self.rewards = dict.fromkeys(self.agents, 0.0)
        self._cumulative_rewards = dict.fromkeys(self.agents, 0.0)
        self.terminations = dict.fromkeys(self.agents, False)
        self.truncations = dict.fromkeys(self.agents, False)
        self._infos = {agent: {} for agent in self.agents}
        self._turns = 0
        self._legal = ()
        self._is_on = True
        self._go_on(self._game)

    def step(self, action: int | None) -> None:
        """Take the action of this number for the agent that decides.

        IllegalAction says why it is not legal, and changes nothing. When the game is over, every
        agent is stepped once more with None.
        """
        game = self._game
        if game is None or not self._is_on:
            self._leave(action)
            return
        legal, choices = self._legal, self._choices
        if legal and type(action) is int and action >= 0 and action in choices:
            game.apply(legal[choices.index(action)])
        else:
            try:
                game.apply(self.numbers.index.action(action, legal or game))  # type: ignore[arg-type]
            except IllegalAction as error:
                raise self.numbers.refusal(action, error) from error
        if legal:
            self._infos[self.agent_selection] = {}
            self._legal = ()
        self._go_on(game)
        if self.render_mode == "human":
            self.render()

    def _go_on(self, game: Game) -> None:
        """Find who decides next, or that the game is over."""
        seat = game.to_move
        if seat is None:
            self._end(game)
            return
        self.agent_selection = self.possible_agents[seat]
        if game.decision == "turn":
            self._turns += 1
            if self._turns > self._max_turns:
                self._end(game)

    def _end(self, game: Game) -> None:
        """Tell everybody that the game is over, or that it is not played on."""
        self._is_on = False
        result = game.result()
        if game.is_over:
            rewards = rewards_of(game, result, self._reward)
            self.rewards = dict(zip(self.agents, rewards, strict=True))
            self._cumulative_rewards = dict(self.rewards)
            self.terminations = dict.fromkeys(self.agents, True)
        else:
            self.truncations = dict.fromkeys(self.agents, True)
        self._infos = {
            agent: {"total": result.totals[seat.team], "is_winner": seat.team in result.winners}
            for agent, seat in zip(self.agents, game.seats, strict=True)
        }
        self.agent_selection = self.agents[0]

    def _leave(self, action: int | None) -> None:
        """Take the agent that is told of the end out of the game."""
        game = self.game
        self._check_that_somebody_is_left()
        if action is not None:
            why = "over" if game.is_over else f"given up after {counted(self._max_turns, 'turn')}"
            what = f"{self.agent_selection} can be stepped with None only, not {short(action)}"
            raise ValueError(f"the game is {why}: {what}")
        self._was_dead_step(action)

    def _check_that_somebody_is_left(self) -> None:
        if not self.agents:
            raise RuntimeError("the game is over, and all agents have left: reset() begins another")

    # What agents see -------------------------------------------------------------------------

    def last(self, observe: bool = True) -> tuple[Seeing | None, float, bool, bool, dict[str, Any]]:
        """What the agent that decides is given: observation, reward, whether it is over, info."""
        if not self._is_on:
            if self._game is not None:
                self._check_that_somebody_is_left()
            return super().last(observe)
        agent = self.agent_selection
        seen = self.observe(agent) if observe else None
        return (
            seen,
            self._cumulative_rewards[agent],
            self.terminations[agent],
            self.truncations[agent],
            self._infos[agent] if self._legal else self.infos[agent],
        )

    def observe(self, agent: str) -> Seeing:
        """The observation of an agent, and its mask; all 0 if it is not the one that decides."""
        seat = self._seats.get(agent)
        if seat is None:
            seat = self._seat(agent)  # which says that there is none
        game = self._game or self.game
        if self._is_on and agent == self.agent_selection:
            mask = self._look(game)
        else:
            mask = self.numbers.mask_of(())
        return {"observation": self.numbers.seen_by(game, seat), "action_mask": mask}

    def _look(self, game: Game) -> Mask:
        """List the legal actions of the agent that decides, once; put their mask into its info."""
        if not self._legal:
            self._legal = game.legal_actions()
            self._choices = self.numbers.index.numbers(self._legal)
        mask = self.numbers.mask_of(self._choices)
        self._infos[self.agent_selection] = {"action_mask": mask}
        return mask

    @property
    def infos(self) -> dict[str, dict[str, Any]]:  # type: ignore[override]
        """By agent: the mask of the one that decides; at the end, the total and who has won."""
        if self._is_on and not self._legal:
            self._look(self.game)
        return self._infos

    def observation_space(self, agent: str) -> Dict:  # type: ignore[override]
        """The space of the observations of an agent."""
        return self._observation_spaces[self.possible_agents[self._seat(agent)]]

    def action_space(self, agent: str) -> Discrete[np.int64]:  # type: ignore[override]
        """The numbers of all actions."""
        return self._action_spaces[self.possible_agents[self._seat(agent)]]

    def _seat(self, agent: str) -> int:
        seat = self._seats.get(agent)
        if seat is None:
            raise LookupError(f"no agent {short(agent)}: there are {listed(self.possible_agents)}")
        return seat

    # What onlookers see ----------------------------------------------------------------------

    def render(self) -> str | None:
        """The whole table, as the render mode says."""
        if self.render_mode is None:
            gymnasium.logger.warn('render() does nothing without a render_mode, such as "ansi"')
            return None
        return rendered(self.game, self.render_mode)

    def close(self) -> None:
        """Let go of the game."""
        self._game = None
        self._is_on = False
        self._is_closed = True

    def __str__(self) -> str:
        return f"ttrkit_{self.numbers.variant.name}_v0"


class Ordered(OrderEnforcingWrapper[str, Seeing, int | None]):
    """The wrapper that says what was called in the wrong order."""

    def step(self, action: int | None) -> None:
        """Step the environment, which refuses in words what the wrapper would only warn of."""
        if self._has_reset:
            self._has_updated = True
            self.env.step(action)
        else:
            super().step(action)

    def last(self, observe: bool = True) -> tuple[Seeing | None, float, bool, bool, dict[str, Any]]:
        """What the environment says, which refuses in words when all agents have left."""
        return self.env.last(observe) if self._has_reset else super().last(observe)

    def __str__(self) -> str:
        return str(self.env)


def env(variant: str | Variant, players: int, **options: Unpack[Options]) -> Ordered:
    """A game as an environment that finds out wrong calls, too; the options are `raw_env`'s."""
    return Ordered(raw_env(variant, players, **options))
