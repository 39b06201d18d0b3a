"""`Table`: a game in progress with what OpenSpiel counts of it, cheap to copy, kept as a record."""

from __future__ import annotations

from random import Random
from typing import TYPE_CHECKING, Any

import attrs

from ttrkit.adapters.openspiel.settings import SEED_DIGITS, SEED_DRAWS, Settings
from ttrkit.adapters.openspiel.telling import ToldHistory, told_history
from ttrkit.adapters.rewards import rewards_of
from ttrkit.errors import IllegalAction, RecordError
from ttrkit.game import Game, determinize, from_record, new_game
from ttrkit.numbering.action_index import NO_NUMBER

if TYPE_CHECKING:
    from ttrkit.events import Action

NOTHING_TOLD = ToldHistory()


class Table:
    """A game from the draw of its seed to its end; copies are independent of each other."""

    __slots__ = (
        "_choices",
        "_game",
        "_returns",
        "decisions",
        "draws_left",
        "is_over",
        "seed",
        "settings",
        "texts",
        "told",
        "turns",
    )

    def __init__(self, settings: Settings) -> None:
        self.settings = settings
        self.seed = 0 if settings.is_drawn else settings.seed
        """The seed, as far as it is drawn."""
        self.draws_left = SEED_DRAWS if settings.is_drawn else 0
        """The number of digits of the seed that are still to be drawn."""
        self.turns = 0
        self.decisions = 0
        self.is_over = False
        self.told: dict[int, ToldHistory] = {}
        """By seat: its history as text, as far as it was asked for."""
        self.texts: dict[object, str] = {}
        """The texts that observers have made of this state; each state has a dict of its own."""
        self._game: Game | None = None
        self._choices: dict[int, Action] | None = None
        self._returns: list[float] | None = None

    def copy(self) -> Table:
        """An independent copy."""
        copied = Table.__new__(Table)
        copied.settings = self.settings
        copied.seed = self.seed
        copied.draws_left = self.draws_left
        copied.turns = self.turns
        copied.decisions = self.decisions
        copied.is_over = self.is_over
        copied.told = self.told.copy()
        copied.texts = self.texts  # the same state, until one of them goes on
        copied._game = None if self._game is None else self._game.copy()
        copied._choices = self._choices
        copied._returns = self._returns
        return copied

    def __copy__(self) -> Table:
        return self.copy()

    def __deepcopy__(self, memo: dict[int, Any]) -> Table:
        return self.copy()

    def resampled(self, seat: int, rng: Random) -> Table:
        """A copy in which everything is dealt anew that the seat cannot know."""
        observation = self.game.observe(seat)
        told = told_history(observation.history, self.told.get(seat, NOTHING_TOLD))
        self.told[seat] = told
        copied = self.copy()
        game = copied._game = determinize(observation, rng)
        copied._choices = copied._returns = None
        copied.texts = {}
        seen = game.observe(seat).history  # equal to what is told already
        copied.told = {seat: ToldHistory(seen.newest, seen.private, told.text)}
        return copied

    # Playing -----------------------------------------------------------------------------------

    @property
    def is_dealt(self) -> bool:
        """Whether there is a game: the seed is known."""
        return not self.draws_left

    @property
    def game(self) -> Game:
        """The game, which is dealt when it is first asked for."""
        if self._game is None:
            settings = self.settings
            self._game = new_game(settings.variant, players=settings.players, seed=self.seed)
        return self._game

    def draw(self, digit: int) -> None:
        """Take the next digit of the seed."""
        if not 0 <= digit < SEED_DIGITS:
            raise ValueError(f"{digit} is no digit of a seed: those are 0 to {SEED_DIGITS - 1}")
        self.seed = self.seed * SEED_DIGITS + digit
        self.draws_left -= 1
        self.texts = {}

    def choices(self) -> dict[int, Action]:
        """The legal actions by number, in ascending order."""
        if self._choices is None:
            actions = self.game.legal_actions()
            numbers = self.settings.index.numbers(actions)
            found = dict(sorted(zip(numbers, actions, strict=True), key=_first))
            found.pop(NO_NUMBER, None)
            self._choices = found
        return self._choices

    def apply(self, number: int) -> None:
        """Carry out the action with this number; IllegalAction says why it is not legal."""
        game = self.game
        action = None if self.is_over else self.choices().get(number)
        if action is None:
            raise self._refusal(number)
        begins = game.decision == "turn"
        game.apply(action)
        self._choices = None
        self.texts = {}
        self.turns += begins
        self.decisions += 1
        self.is_over = (
            game.is_over
            or self.decisions >= self.settings.most_decisions
            or (self.turns >= self.settings.max_turns and game.decision == "turn")
        )

    def _refusal(self, number: int) -> IllegalAction:
        """The error for a number that is not among the choices, which says what would be right."""
        self.settings.check_number(number)
        if self.is_over:
            return IllegalAction("the game is over: start another with new_initial_state()")
        name = self.settings.action_names[number]
        return IllegalAction(
            f"{number} ({name}) is not legal now: state.legal_actions() has the numbers that are"
        )

    def returns(self) -> list[float]:
        """The returns by seat: zeros until the game is over."""
        if not self.is_over:
            return [0.0] * self.settings.players
        if self._returns is None:
            most = self.settings.most_return
            rewards = rewards_of(self.game, self.game.result(), self.settings.reward)
            self._returns = [min(max(each, -most), most) for each in rewards]
        return self._returns.copy()

    # Keeping -----------------------------------------------------------------------------------

    def __reduce__(self) -> Any:
        record = None if self._game is None else self._game.to_record()
        index = self.settings.index
        kept = KeptTable(
            f"{index.variant.name}, {index.payments} payments, {self.settings.players} players",
            index.digest,
            self.settings.players,
            self.seed,
            self.draws_left,
            self.turns,
            self.decisions,
            self.is_over,
            record,
        )
        return (_same, (kept,))


@attrs.frozen
class KeptTable:
    """A table as it is kept: the rules are not in it, a game of OpenSpiel has them."""

    name: str
    digest: str
    players: int
    seed: int
    draws_left: int
    turns: int
    decisions: int
    is_over: bool
    record: dict[str, Any] | None

    def laid(self, settings: Settings) -> Table:
        """The table, with these settings; RecordError if it was kept under other rules."""
        index = settings.index
        if (self.digest, self.players) != (index.digest, settings.players):
            raise RecordError(
                f"this state is of {self.name}; it does not fit a game of {index.variant.name} "
                f"with {index.payments} payments and {settings.players} players: load it with the "
                "game that it was saved with"
            )
        table = Table(settings)
        table.seed, table.draws_left = self.seed, self.draws_left
        table.turns, table.decisions, table.is_over = self.turns, self.decisions, self.is_over
        if self.record is not None:
            table._game = from_record(self.record, variant=settings.variant)
        return table


def _same(kept: KeptTable) -> KeptTable:
    return kept


def _first(pair: tuple[int, object]) -> int:
    return pair[0]
