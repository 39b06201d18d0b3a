"""`Game`, and the functions that make one: new, from a record, or from an observation."""

from __future__ import annotations

from array import array
from random import Random
from typing import TYPE_CHECKING, Any

from ttrkit._notebook import Pictured
from ttrkit._text import checked_seat, counted, cut, short
from ttrkit.colours import CARD_COLOURS, Colour
from ttrkit.events import Action, Chance, Event, Outcome, events
from ttrkit.game.seats import SeatView, TeamView
from ttrkit.knowledge import Observation, numbers_seen, observe
from ttrkit.payment import Cards
from ttrkit.scoring import Result, Tally, score
from ttrkit.variant import Variant, as_variant

if TYPE_CHECKING:
    from collections.abc import Iterator

    from ttrkit.board import Board
    from ttrkit.engine import State


class Game(Pictured):
    """A complete game in progress, with all hidden cards; `observe` gives the view of a seat."""

    __slots__ = ("_loop", "_state", "is_over")

    is_over: bool
    """Whether the game has ended; not a property, because it is read after every action."""

    def __init__(self, state: State) -> None:
        self._state = state
        self._loop = state.engine.loop
        self.is_over = state.is_over

    # Reading -------------------------------------------------------------------------------

    @property
    def variant(self) -> Variant:
        """The variant that is played."""
        return self._state.engine.variant

    @property
    def board(self) -> Board:
        """The board that is played on."""
        return self._state.engine.board

    @property
    def seats(self) -> tuple[SeatView, ...]:
        """The seats, as live views of the game."""
        state = self._state
        return tuple([SeatView(state, seat) for seat in range(state.seats)])

    @property
    def teams(self) -> tuple[TeamView, ...]:
        """The teams, as live views of the game; a seat alone is a team of one."""
        state = self._state
        return tuple([TeamView(state, team) for team in range(len(state.teams))])

    @property
    def market(self) -> tuple[Colour, ...]:
        """The face-up cards."""
        return tuple(CARD_COLOURS[card] for card in self._state.market)

    @property
    def deck_size(self) -> int:
        """The number of cards in the deck."""
        return len(self._state.deck)

    @property
    def discards(self) -> Cards:
        """The discarded cards."""
        return Cards(bytes(self._state.discards))

    @property
    def ticket_deck_size(self) -> int:
        """The number of tickets in the ticket deck."""
        return len(self._state.ticket_deck)

    @property
    def to_move(self) -> int | None:
        """The seat that decides; None when the game is over."""
        frame = self._state.decision
        return None if frame is None else frame[1]

    @property
    def decision(self) -> str | None:
        """The name of the current decision: "turn", "next card", …; None when the game is over."""
        frame = self._state.decision
        return None if frame is None else frame[0].name

    @property
    def turns_left(self) -> int | None:
        """In the last round: the number of turns still to come, this one included; else None."""
        left = self._state.turns_left
        return None if left < 0 else left

    @property
    def seed(self) -> int:
        """The seed that the shuffles of this game come from."""
        return self._state.chance.seed

    @property
    def opening(self) -> tuple[Outcome, ...]:
        """The outcomes of the set-up, by chance or out of sight."""
        return self._state.opening

    @property
    def history(self) -> tuple[Event, ...]:
        """All events since the set-up."""
        return tuple(events(self._state.history))

    # Playing -------------------------------------------------------------------------------

    def legal_actions(self) -> list[Action]:
        """Every legal action, each once, in a stable order; empty only when the game is over."""
        state = self._state
        frame = state.decision
        if frame is None:
            return []
        decision, seat, data = frame
        turn = self._loop.turn
        if decision is turn:  # told apart because the call of one known method is faster
            return turn.options(state, seat, data)
        return decision.options(state, seat, data)

    def is_legal(self, action: object) -> bool:
        """Whether this action is legal now."""
        return not isinstance(self._loop.check(self._state, action), str)

    def why_not(self, action: object) -> str | None:
        """The reason, in words, why an action is not legal now; None if it is legal."""
        found = self._loop.check(self._state, action)
        return cut(found) if isinstance(found, str) else None

    def apply(self, action: Action) -> None:
        """Carry out an action; IllegalAction says why it is not legal, and changes nothing."""
        state = self._state
        self._loop.apply(state, action)
        self.is_over = state.is_over

    def result(self) -> Result:
        """Points and winners by team: final when the game is over, else as if it ended now."""
        return score(self._state)

    def tally(self) -> Tally:
        """The facts for scoring the game as it stands: completed tickets, longest routes."""
        return Tally(self._state)

    def copy(self) -> Game:
        """An independent copy of the game."""
        return Game(self._state.copy())

    def __copy__(self) -> Game:
        return self.copy()

    def __deepcopy__(self, memo: dict[int, Any]) -> Game:
        return self.copy()

    def observe(self, seat: int) -> Observation:
        """Everything that this seat may know."""
        state = self._state
        if type(seat) is not int or not 0 <= seat < state.seats:
            seat = checked_seat(seat, state.seats, "observe")
        return observe(state, seat)

    def numbers(
        self, seat: int, *, distances: bool = False, known_cards: bool = False
    ) -> array[int]:
        """The same as `observe(seat).numbers(…)`, in less time: no observation is made."""
        state = self._state
        if type(seat) is not int or not 0 <= seat < state.seats:
            seat = checked_seat(seat, state.seats, "numbers")
        features = state.engine.variant.features(
            state.seats, distances=distances, known_cards=known_cards
        )
        return numbers_seen(state, seat, features)

    def to_record(self) -> dict[str, Any]:
        """The game as plain JSON types, to be replayed by `from_record`."""
        from ttrkit.records import to_record

        return to_record(self._state)

    def __reduce__(self) -> Any:
        """Pickle the game as its record."""
        return (_replayed, (self.variant, self.to_record()))

    def __repr__(self) -> str:
        where = "over" if self.is_over else f"seat {self.to_move} to decide: {self.decision}"
        players = counted(self._state.seats, "player")
        return f"<Game of {self.variant.name}, {players}, {where}>"


def _replayed(variant: Variant, record: dict[str, Any]) -> Game:
    return from_record(record, variant=variant)


def new_game(
    variant: str | Variant, *, players: int, seed: int | None = None, first: int | None = None
) -> Game:
    """Set up a game. The same seed gives the same game; without one it is new every time.

    `first` is the seat that starts; if not given, it comes from the seed (GAP-06).
    """
    variant = as_variant(variant)
    players = variant.check_players(players)
    chance = Chance(seed)
    if first is None:
        first = chance.shuffled(range(players), "first")[0]
    return Game(variant.engine.start(players, chance, checked_seat(first, players, "first")))


def from_record(record: Any, *, variant: str | Variant | None = None) -> Game:
    """The recorded game, replayed step by step.

    A variant that is not in the register must be passed in. RecordError says what is wrong, and at
    which step.
    """
    from ttrkit.records import read_record

    return Game(read_record(record, variant))


def replay(record: Any, *, variant: str | Variant | None = None) -> Iterator[Game]:
    """The recorded game at its start and after every action, each as an independent game.

    A variant that is not in the register must be passed in. RecordError says what is wrong, and at
    which step.
    """
    from ttrkit.records import replayed_states

    for state in replayed_states(record, variant):
        yield Game(state)


def determinize(observation: Observation, rng: Random) -> Game:
    """A game that fits everything the seat knows; the rest is dealt at random.

    The seat knows its own cards and tickets, cards that others took openly and have not spent
    since, cards that a tunnel turned up, tickets that it refused and nobody has drawn since, and
    all sizes. `observe(seat)` of this game equals the observation. It can be played on.
    """
    from ttrkit.knowledge import possible_state

    given: Any = observation, rng
    if not isinstance(given[0], Observation):
        what = f"an observation is wanted, such as game.observe(0), not {short(observation)}"
        raise TypeError(f"determinize: {what}")
    if not isinstance(given[1], Random):
        what = f"a random.Random is wanted, such as random.Random(1), not {short(rng)}"
        raise TypeError(f"determinize: {what}")
    return Game(possible_state(observation, rng))
