"""`Game`: what a user holds."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from ttrkit.colours import CARD_COLOURS, Colour
from ttrkit.errors import IllegalAction
from ttrkit.events.actions import Action
from ttrkit.events.chance import Chance
from ttrkit.events.history import Event, events
from ttrkit.events.outcomes import Outcome
from ttrkit.game.seats import SeatView, TeamView
from ttrkit.knowledge.observation import Observation, observe
from ttrkit.payment.card_counts import Cards
from ttrkit.scoring.result import Result, score
from ttrkit.scoring.tally import Tally
from ttrkit.variant import Variant, get_variant

if TYPE_CHECKING:
    from ttrkit.board.model import Board
    from ttrkit.engine.state import State


class Game:
    """A game in progress, all of it: also what no player would see (for that, `observe`)."""

    __slots__ = ("_engine", "_loop", "_state", "is_over")

    is_over: bool
    """Whether the game has ended: no property, because it is read after every action."""

    def __init__(self, state: State) -> None:
        self._state = state
        self._engine = state.engine
        self._loop = state.engine.loop
        self.is_over = state.is_over

    # What there is -------------------------------------------------------------------------

    @property
    def variant(self) -> Variant:
        """The variant that is played."""
        return self._engine.variant

    @property
    def board(self) -> Board:
        """The board it is played on."""
        return self._engine.board

    @property
    def seats(self) -> tuple[SeatView, ...]:
        """The seats; what is read of them is always as it is now."""
        state = self._state
        return tuple([SeatView(state, seat) for seat in range(state.seats)])

    @property
    def teams(self) -> tuple[TeamView, ...]:
        """The teams; a seat alone is a team of one."""
        state = self._state
        return tuple([TeamView(state, team) for team in range(len(state.teams))])

    @property
    def market(self) -> tuple[Colour, ...]:
        """The cards face up."""
        return tuple(CARD_COLOURS[card] for card in self._state.market)

    @property
    def deck_size(self) -> int:
        """How many cards the deck holds."""
        return len(self._state.deck)

    @property
    def discards(self) -> Cards:
        """The cards discarded."""
        return Cards(bytes(self._state.discards))

    @property
    def ticket_deck_size(self) -> int:
        """How many tickets the ticket deck holds."""
        return len(self._state.ticket_deck)

    @property
    def to_move(self) -> int | None:
        """The seat that decides; None when the game is over."""
        asked = self._state.asked
        return None if asked is None else asked[1]

    @property
    def decision(self) -> str | None:
        """What is to be decided: "turn", "next card", …; None when the game is over."""
        asked = self._state.asked
        return None if asked is None else asked[0].name

    @property
    def turns_left(self) -> int | None:
        """In the last round: how many turns are still to come, this one included; else None."""
        left = self._state.turns_left
        return None if left < 0 else left

    @property
    def seed(self) -> int:
        """The seed that the shuffles of this game come from."""
        return self._state.chance.seed

    @property
    def opening(self) -> tuple[Outcome, ...]:
        """What came out by chance when the game was set up."""
        return self._state.opening

    @property
    def history(self) -> tuple[Event, ...]:
        """All that happened since the game was set up."""
        return tuple(events(self._state.history))

    # Playing -------------------------------------------------------------------------------

    def legal_actions(self) -> list[Action]:
        """Every legal action, each once, in a stable order; empty only when the game is over."""
        state = self._state
        asked = state.asked
        if asked is None:
            return []
        decision, seat, data = asked
        return decision.options(state, seat, data)

    def is_legal(self, action: object) -> bool:
        """Whether this action is legal now."""
        return self.why_not(action) is None

    def why_not(self, action: object) -> str | None:
        """Why an action is not legal now, in words; None if it is."""
        asked = self._state.asked
        if asked is None:
            return "the game is over"
        if not isinstance(action, Action):
            return f"{action!r} is no action"
        decision, seat, data = asked
        return decision.why_not(self._state, seat, data, action)

    def apply(self, action: Action) -> None:
        """Carry out an action. IllegalAction says why it is none; the game is then unchanged."""
        state = self._state
        loop = self._loop
        asked = state.asked
        if asked is None:
            raise IllegalAction("the game is over", action)
        decision, seat, data = asked
        handler = loop.handlers.get(type(action)) if decision is loop.turn else None
        reason = self.why_not(action) if handler is None else handler[0](state, seat, action)
        if reason is not None:
            raise IllegalAction(reason, action)
        state.asked = None
        state.log = ()
        if handler is None:
            decision.resolve(state, seat, data, action)
        else:
            state.passes = 0
            handler[1](state, seat, action)
        loop.advance(state)
        state.history = (state.history, seat, action, state.log)
        self.is_over = state.is_over

    def result(self) -> Result:
        """Points and winners by team: final when the game is over, else as if it ended now."""
        return score(self._state)

    def tally(self) -> Tally:
        """What scoring asks of the game as it stands: completed tickets, longest routes."""
        return Tally(self._state)

    def copy(self) -> Game:
        """An independent game that stands like this one."""
        return Game(self._state.copy())

    def observe(self, seat: int) -> Observation:
        """What this seat may know."""
        state = self._state
        if type(seat) is not int or not 0 <= seat < state.seats:
            checked_seat(seat, state.seats, "observe")
        return observe(state, seat)

    def to_record(self) -> dict[str, Any]:
        """The game as plain JSON types, to be replayed by `from_record`."""
        from ttrkit.records.record import to_record

        return to_record(self)

    def __reduce__(self) -> Any:
        """Pickled as its record."""
        return (_replayed, (self.variant, self.to_record()))

    def __repr__(self) -> str:
        where = "over" if self.is_over else f"seat {self.to_move} to decide: {self.decision}"
        return f"<Game of {self.variant.name}, {len(self.seats)} players, {where}>"


def _replayed(variant: Variant, record: dict[str, Any]) -> Game:
    from ttrkit.records.record import from_record

    return from_record(record, variant=variant)


def new_game(
    variant: str | Variant, *, players: int, seed: int | None = None, first: int | None = None
) -> Game:
    """Set up a game. The same seed gives the same game; without one it is new every time.

    `first` is the seat that starts; if not given, it comes from the seed (GAP-06).
    """
    variant = as_variant(variant)
    check_players(variant, players)
    chance = Chance(seed)
    if first is None:
        first = chance.shuffled(range(players), "first")[0]
    return Game(variant.engine.start(players, chance, checked_seat(first, players, "first")))


def as_variant(variant: str | Variant) -> Variant:
    """A variant from itself or its name."""
    if isinstance(variant, Variant):
        return variant
    if isinstance(variant, str):
        return get_variant(variant)
    raise TypeError(f"a variant is wanted, or the name of one, not {variant!r}")


def is_whole(number: object) -> bool:
    """Whether this is a whole number (True and False are none)."""
    return isinstance(number, int) and not isinstance(number, bool)


def check_players(variant: Variant, players: int) -> None:
    """Refuse a number of players that the variant is not for."""
    if not is_whole(players) or players not in variant.players:
        *some, last = map(str, variant.players)
        allowed = f"{', '.join(some)} or {last}" if some else last
        raise ValueError(f"{variant.name} is for {allowed} players, not {players!r}")


def checked_seat(seat: int, seats: int, what: str) -> int:
    """The seat, if it is one of so many."""
    if not is_whole(seat) or seat not in range(seats):
        raise ValueError(f"{what}: the seats are 0 to {seats - 1}, not {seat!r}")
    return seat


__all__ = ["Game", "as_variant", "check_players", "checked_seat", "new_game"]
