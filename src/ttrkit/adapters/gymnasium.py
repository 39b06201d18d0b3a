"""A seat of a game as an environment of Gymnasium; bots play the others.

The import registers an id for every variant that is known by name, such as `ttrkit/Paris-v0`, and
`ttrkit/Game-v0` for any other.

>>> import gymnasium
>>> import ttrkit.adapters.gymnasium
>>> env = gymnasium.make("ttrkit/Paris-v0", opponents="random")
>>> observation, info = env.reset(seed=1)
>>> int(info["action_mask"].sum())
3
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Any

try:
    import gymnasium
    import numpy as np
    from gymnasium.spaces import Discrete
except ImportError as error:
    raise ImportError(
        "ttrkit.adapters.gymnasium needs Gymnasium and NumPy: "
        'pip install "path/to/ttrkit[gymnasium]"'
    ) from error

from ttrkit._text import checked_seat, checked_whole, counted
from ttrkit.adapters.numbers import Mask, Numbers, Seen, no_game
from ttrkit.adapters.rendering import RENDER_MODES, checked_mode, rendered
from ttrkit.adapters.rewards import Reward, checked_reward, rewards_of
from ttrkit.errors import IllegalAction
from ttrkit.events import checked_seed
from ttrkit.game import Game, new_game
from ttrkit.players import MAX_TURNS
from ttrkit.simulation.entrants import Entrant, entrant_of
from ttrkit.variant import Variant, as_variant, variant_names

if TYPE_CHECKING:
    from collections.abc import Sequence

    from numpy.typing import NDArray

    from ttrkit.events import Action
    from ttrkit.numbering.action_index import Payments
    from ttrkit.players import Player

__all__ = ["LegalActions", "SeatEnv"]

NAMESPACE = "ttrkit"
ANY_VARIANT = f"{NAMESPACE}/Game-v0"
SEEDS = 2**63  # of games and bots: the numbers below this


if TYPE_CHECKING:
    Numbered = Discrete[np.int64]
else:  # it was no generic class before Gymnasium 1.3
    Numbered = Discrete


class LegalActions(Numbered):
    """The numbers of all actions, of which `sample()` chooses legal ones.

    Seeded anew, it samples as at the start of the game, because it is often seeded before the
    environment is reset.
    """

    def __init__(self, n: int) -> None:
        self._now: Mask | None = None
        self._at_start: Mask | None = None
        super().__init__(n)

    def begin(self, mask: Mask) -> None:
        """Take note of what is legal at the start of a game."""
        self._now = self._at_start = mask.copy()

    def go_on(self, mask: Mask) -> None:
        """Take note of what is legal now."""
        self._now = mask.copy()

    def seed(self, seed: Any = None) -> Any:
        """Seed the choices of `sample`."""
        self._now = self._at_start
        return super().seed(seed)

    def sample(self, mask: Any = None, probability: Any = None) -> np.int64:
        """A number: by the mask or the probabilities, if given, or else of a legal action."""
        if mask is None and probability is None:
            mask = self._now
        return super().sample(mask, probability)


class SeatEnv(gymnasium.Env[Seen, np.int64]):
    """A game of which one seat learns; bots play the others.

    Args:
        variant: the variant, or its name.
        players: the number of players; if not given, the least that the variant is for.
        opponents: who plays the other seats, partners included. It is a bot by its name ("greedy",
            "random" or "package.module:Class"), its class, a function that makes it, or the bot
            itself; or a list of them, one a seat, in turn order after the seat that learns. Each is
            made anew for every game.
        seat: the seat that learns; if not given, one that is drawn anew for every game.
        payments: "all", or "thrifty" for fewer actions (see `ttrkit.ActionIndex`).
        distances: whether observations hold the trains that tickets still need, which takes longer.
        known_cards: whether observations hold the cards that others are known to have.
        reward: "outcome", "margin" or "score", at the end of the game (see `rewards_of`).
        max_turns: the turns, of all seats together, after which a game is truncated. There is no
            reward then.
        render_mode: "human" prints the table in words after every step; "ansi" and "svg" return it
            from `render`, in words or as a picture. All of them show hidden cards, too.
    """

    metadata: dict[str, Any] = {  # noqa: RUF012 - so Gymnasium declares it
        "render_modes": list(RENDER_MODES),
        "render_fps": 1,
    }

    def __init__(
        self,
        variant: str | Variant,
        players: int | None = None,
        opponents: Any = "greedy",
        seat: int | None = None,
        *,
        payments: Payments = "all",
        distances: bool = False,
        known_cards: bool = False,
        reward: Reward = "outcome",
        max_turns: int = MAX_TURNS,
        render_mode: str | None = None,
    ) -> None:
        variant = as_variant(variant)
        number = min(variant.players) if players is None else players
        self.numbers = Numbers(variant, number, payments, distances, known_cards)
        self.entrants = _entrants(opponents, self.numbers.players - 1)
        """The bots of the other seats, in turn order."""
        self._fixed = None if seat is None else checked_seat(seat, self.numbers.players, "seat")
        self._reward = checked_reward(reward)
        self._max_turns = checked_whole(max_turns, "max_turns", 1)
        self.render_mode = checked_mode(render_mode)
        self.observation_space = self.numbers.box()
        self._space = LegalActions(self.numbers.index.n)
        self.action_space = self._space
        self.seat = self._fixed or 0
        """The seat that learns in this game."""
        self._bots: dict[int, Player] = {}
        self._game: Game | None = None
        self._is_closed = False
        self._is_on = False  # whether there is a game, and the seat is to decide in it
        self._turns = 0
        self._legal: Sequence[Action] = ()

    # The game --------------------------------------------------------------------------------

    @property
    def game(self) -> Game:
        """The game that is played; RuntimeError if there is none."""
        if self._game is None:
            raise no_game(self._is_closed)
        return self._game

    def reset(
        self, *, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[Seen, dict[str, Any]]:
        """Begin the game of this seed; without one, the next of those that the last seed began."""
        if self._is_closed:
            raise no_game(self._is_closed)
        if seed is not None:
            seed = checked_seed(seed)
        super().reset(seed=seed)
        players = self.numbers.players
        drawn = [int(each) for each in self.np_random.integers(SEEDS, size=players + 1)]
        self.seat = drawn[-1] % players if self._fixed is None else self._fixed
        others = [(self.seat + step) % players for step in range(1, players)]
        self._bots = {
            other: entrant.make(bot_seed)
            for other, entrant, bot_seed in zip(others, self.entrants, drawn[1:-1], strict=True)
        }
        self._turns = 0
        self._is_on = False
        game_seed = drawn[0] if seed is None else seed
        self._game = new_game(self.numbers.variant, players=players, seed=game_seed)
        self._count_turn(self._game)
        self._let_bots_play(self._game)
        seen, mask, info = self._told(self._game)
        self._space.begin(mask)
        return seen, info

    def step(self, action: Any) -> tuple[Seen, float, bool, bool, dict[str, Any]]:
        """Take the action of this number, and let the bots play until the seat decides again.

        IllegalAction says why it is not legal, and changes nothing.
        """
        game = self.game
        if not self._is_on:
            raise RuntimeError("the game is over, or was given up: reset() begins another")
        try:
            game.apply(self.numbers.index.action(action, self._legal))
        except IllegalAction as error:
            raise self.numbers.refusal(action, error) from error
        self._is_on = False
        self._count_turn(game)
        self._let_bots_play(game)
        seen, mask, info = self._told(game)
        self._space.go_on(mask)
        reward = 0.0
        if not self._is_on:
            result = game.result()
            team = game.seats[self.seat].team
            info["total"], info["is_winner"] = result.totals[team], team in result.winners
            if game.is_over:
                reward = rewards_of(game, result, self._reward)[self.seat]
        if self.render_mode == "human":
            self.render()
        return seen, reward, game.is_over, not self._is_on and not game.is_over, info

    def _count_turn(self, game: Game) -> None:
        if game.decision == "turn":
            self._turns += 1

    def _let_bots_play(self, game: Game) -> None:
        """Go on until the seat decides, the game is over, or there were enough turns."""
        while self._turns <= self._max_turns and (to_move := game.to_move) is not None:
            bot = self._bots.get(to_move)
            if bot is None:
                self._is_on = True
                return
            name = type(bot).__name__
            try:
                action = bot.choose(game.observe(to_move))
            except Exception as error:
                error.add_note(f"{name} at seat {to_move} failed to choose")
                raise
            try:
                game.apply(action)
            except IllegalAction as error:
                what = f"{name} at seat {to_move} chose what is not legal"
                raise RuntimeError(f"{what}: {error.reason}") from error
            self._count_turn(game)

    # What the seat sees ----------------------------------------------------------------------

    def _told(self, game: Game) -> tuple[Seen, Mask, dict[str, Any]]:
        """The observation of the seat, its mask, and the info."""
        self._legal = game.legal_actions() if self._is_on else []
        mask = self.numbers.mask(self._legal)
        seen = self.numbers.seen_by(game, self.seat)
        return seen, mask, {"action_mask": mask, "seat": self.seat}

    def action_masks(self) -> NDArray[np.bool_]:
        """By number: whether the action is legal now. MaskablePPO of sb3-contrib looks here."""
        return self.numbers.mask(self._legal).view(np.bool_)

    # What onlookers see ----------------------------------------------------------------------

    def render(self) -> Any:
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


def _entrants(opponents: Any, seats: int) -> tuple[Entrant, ...]:
    """One entrant for every other seat."""
    if not isinstance(opponents, list | tuple):
        return (entrant_of(opponents),) * seats
    if len(opponents) != seats:
        raise ValueError(
            f"opponents: {counted(seats, 'bot')} for as many other seats, or one bot for all of "
            f"them, are wanted, not {len(opponents)}"
        )
    return tuple(map(entrant_of, opponents))


def _id_of(name: str) -> str:
    """The id of a variant: of "new-york", `ttrkit/NewYork-v0`."""
    return f"{NAMESPACE}/{''.join(map(str.capitalize, re.split(r'[^a-zA-Z0-9]+', name)))}-v0"


def _register() -> None:
    """Make the ids known to Gymnasium."""
    maker = f"{__name__}:{SeatEnv.__name__}"
    known: dict[str, dict[str, Any]] = {ANY_VARIANT: {}}
    for name in variant_names():
        known.setdefault(_id_of(name), {"variant": name})
    for env_id, arguments in known.items():
        if env_id not in gymnasium.registry:  # when this module is loaded again
            gymnasium.register(env_id, maker, kwargs=arguments)


_register()
