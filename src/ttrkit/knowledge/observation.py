"""`Observation`: everything that a seat may know (GAP-11). A player is given nothing else."""

from __future__ import annotations

from array import array
from collections.abc import Callable, Mapping
from functools import partial
from typing import TYPE_CHECKING, Any, ClassVar, NoReturn

from ttrkit._notebook import Pictured
from ttrkit.colours import Colour
from ttrkit.events import Action, History, Outcome, in_colours
from ttrkit.knowledge.seen import seen_history
from ttrkit.knowledge.sights import (
    ClaimSight,
    Facts,
    Numbers,
    Pending,
    PileSight,
    SeatSight,
    claim_sight,
    numbers_of,
    pile_sights,
    seat_sights,
)
from ttrkit.payment import NO_CARDS, Cards

if TYPE_CHECKING:
    from ttrkit.board import Board, Route, Ticket
    from ttrkit.engine import State
    from ttrkit.numbering import Features
    from ttrkit.variant import Variant


class Lazy:
    """A field of an observation that is computed when it is first read, and then kept."""

    def __init__(self, compute: Callable[[Numbers], Any]) -> None:
        self._compute = compute

    def __set_name__(self, owner: type, name: str) -> None:
        self._name = name

    def __get__(self, observation: Any, owner: type) -> Any:
        if observation is None:
            return self
        known = observation.__dict__
        try:
            value = known[self._name] = self._compute(known["_numbers"])
        except AttributeError as error:  # it would look as if the field did not exist
            raise RuntimeError(f"{self._name}: {error}") from error
        return value


def lazy(compute: Callable[[Numbers], Any]) -> Any:
    """Declare a field that is computed from the numbers when it is first read."""
    return Lazy(compute)


class Observation(Pictured):
    """Everything that one seat may know: its own cards and tickets, and all public facts.

    It is comparable, hashable, picklable and immutable, and holds no reference to the game. It has
    a field for every kind of thing in a game.
    """

    FIELDS: ClassVar[tuple[str, ...]]
    """The names of all fields."""

    legal_actions: tuple[Action, ...]
    """The actions that this seat may choose from; empty if it is not the one that decides."""
    variant: Variant = lazy(lambda numbers: numbers.variant)
    """The variant that is played."""
    seat: int = lazy(lambda numbers: numbers.seat)
    """The observing seat."""
    turn: int | None = lazy(lambda numbers: None if numbers.turn < 0 else numbers.turn)
    """The seat whose turn it is; None before the first turn."""
    first: int = lazy(lambda numbers: numbers.first)
    """The seat that began."""
    pending: tuple[Pending, ...] = lazy(
        lambda numbers: tuple([Pending(*each) for each in numbers.pending])
    )
    """The decisions that wait to be made; the last one is asked next."""
    hand: Cards = lazy(lambda numbers: Cards(numbers.hand))
    """The seat's own cards."""
    tickets: tuple[Ticket, ...] = lazy(
        lambda numbers: tuple([numbers.variant.board.tickets[n] for n in numbers.tickets])
    )
    """The seat's own tickets, held or chosen to keep."""
    seats: tuple[SeatSight, ...] = lazy(seat_sights)
    """The public facts about each seat."""
    market: tuple[Colour, ...] = lazy(lambda numbers: in_colours(numbers.market))
    """The face-up cards."""
    first_market: tuple[Colour, ...] = lazy(lambda numbers: in_colours(numbers.first_market))
    """The face-up cards when the game began."""
    deck_size: int = lazy(lambda numbers: numbers.deck_size)
    """The number of cards in the deck."""
    discards: Cards = lazy(lambda numbers: Cards(numbers.discards))
    """The discarded cards."""
    claim: ClaimSight | None = lazy(claim_sight)
    """The claim in progress, or None."""
    ticket_deck_size: int = lazy(lambda numbers: numbers.ticket_deck_size)
    """The number of tickets in the ticket deck."""
    turns_left: int | None = lazy(
        lambda numbers: None if numbers.turns_left < 0 else numbers.turns_left
    )
    """In the last round: the number of turns still to come, this one included; else None."""
    passes: int = lazy(lambda numbers: numbers.passes)
    """The number of turns passed in a row."""
    piles: tuple[PileSight, ...] = lazy(pile_sights)
    """The piles of the rule parts."""
    shown: tuple[tuple[str, Any], ...] = lazy(
        lambda numbers: tuple([item for each in numbers.facts for item in each.items()])
    )
    """The facts, by name, that parts tell this seat besides their piles."""
    open_state: tuple[tuple[Any, ...], ...] = lazy(lambda numbers: numbers.open_state)
    """The values of the open fields of the parts' slots."""
    hidden_since: int | None = lazy(
        lambda numbers: None if numbers.hidden_since < 0 else numbers.hidden_since
    )
    """The number of the event from which on secret actions are hidden wholly (GAP-09), or None."""
    opening: tuple[Outcome, ...] = lazy(lambda numbers: numbers.opening)
    """The outcomes of the set-up, as all have seen them: shuffles, and markets replaced."""
    history: History = lazy(lambda numbers: History(*numbers.history))
    """Everything that happened, as this seat has seen it."""

    def __init__(self) -> None:
        raise TypeError("an observation is made by game.observe(seat)")

    @property
    def chosen(self) -> tuple[Ticket, ...]:
        """The tickets that this seat has chosen while others still choose."""
        return tuple(dict(self.shown).get("chosen", ()))

    @property
    def board(self) -> Board:
        """The board that is played on."""
        return self.variant.board

    @property
    def to_move(self) -> int | None:
        """The seat that decides; None when the game is over."""
        return self.pending[-1].seat if self.pending else None

    @property
    def decision(self) -> str | None:
        """The name of the current decision, of any seat; None when the game is over."""
        return self.pending[-1].name if self.pending else None

    @property
    def laid_down(self) -> Cards:
        """The cards laid down for a claim in progress."""
        return NO_CARDS if self.claim is None else self.claim.payment.total

    @property
    def open_routes(self) -> tuple[Route, ...]:
        """The routes that this seat may claim: free ones, and those that stay open to others."""
        own = self.seats[self.seat]
        taken = {route for seat in self.seats for route in seat.routes}
        taken.difference_update([self.board.routes[n] for n in self.variant.engine.shared_routes])
        taken.update(own.routes, own.closed)
        return tuple(route for route in self.board.routes if route not in taken)

    def numbers(self, *, distances: bool = False, known_cards: bool = False) -> array[int]:
        """The observation as numbers, of a fixed length; `variant.features(players)` names them.

        Args:
            distances: With the trains that the seat's tickets still need, which takes longer.
            known_cards: With the cards that the others are known to have, which takes longest.
        """
        numbers = numbers_of(self)
        features = numbers.variant.features(
            len(numbers.trains), distances=distances, known_cards=known_cards
        )
        return features.read(numbers[:_READ], self, self._known_cards)

    def _known_cards(self) -> Mapping[int, list[int]]:
        """By seat: the least number of every card that its hand must hold."""
        from ttrkit.knowledge.deduction import deduced

        known = deduced(self)
        return {seat: known.known_of(("hand", seat)).at_least for seat in range(len(self.seats))}

    def pile(self, name: str, owner: int | None = None) -> PileSight:
        """The pile of a part with this name and owner (a seat, a team or None)."""
        for pile in self.piles:
            if pile.name == name and pile.owner == owner:
                return pile
        there = ", ".join(dict.fromkeys(pile.name for pile in self.piles)) or "none"
        raise LookupError(f'no pile "{name}" of {owner}; there are {there}')

    def show(self, name: str) -> Any:
        """The fact with this name, which a part tells (see `shown`)."""
        numbers: Numbers | None = vars(self).get("_numbers")
        for facts in (dict(self.shown),) if numbers is None else numbers.facts:
            if name in facts:
                return facts[name]
        there = ", ".join(known for known, _ in self.shown)
        raise LookupError(f'nothing is shown as "{name}"; there are {there}')

    def __getattr__(self, name: str) -> Any:
        facts = {} if name.startswith("_") else self._facts()
        if name not in facts:
            raise AttributeError(f'an observation has no "{name}"')
        return facts[name]

    def _facts(self) -> Mapping[str, Any]:
        """What parts add by name: their piles of things and open fields that are per game."""
        return Facts(numbers_of(self), "game", None)()

    def __dir__(self) -> list[str]:
        return sorted({*object.__dir__(self), *self._facts()})

    def __setattr__(self, name: str, value: object) -> NoReturn:
        raise AttributeError("an observation does not change")

    def __delattr__(self, name: str) -> NoReturn:
        raise AttributeError("an observation does not change")

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Observation):
            return NotImplemented
        return all(getattr(self, name) == getattr(other, name) for name in self.FIELDS)

    def __hash__(self) -> int:
        return hash((self.seat, self.hand, self.market, self.deck_size, self.history))

    def __repr__(self) -> str:
        values = {name: getattr(self, name) for name in self.FIELDS if name != "variant"}
        told = "".join(f", {name}={value!r}" for name, value in values.items())
        return f"Observation(variant={self.variant.name}{told})"

    def __reduce__(self) -> Any:
        return (_observation_of, ({name: getattr(self, name) for name in self.FIELDS},))

    def __replace__(self, /, **changes: Any) -> Observation:
        """The same observation with other values for some fields, for `copy.replace`."""
        fields = {name: getattr(self, name) for name in self.FIELDS}
        unknown = ", ".join(changes.keys() - fields)
        if unknown:
            raise TypeError(f"an observation has no {unknown}")
        return _observation_of(fields | changes)


Observation.FIELDS = (
    *(name for name, field in vars(Observation).items() if isinstance(field, Lazy)),
    "legal_actions",
)


def _observation_of(fields: dict[str, Any]) -> Observation:
    observation = _new(Observation)
    observation.__dict__.update(fields)
    return observation


_new = Observation.__new__
_numbers_of: Callable[[tuple[Any, ...]], Numbers] = partial(tuple.__new__, Numbers)


def observe(state: State, viewer: int) -> Observation:
    """Make the observation of the seat `viewer`."""
    engine = state.engine
    actions: list[Action] = []
    frame = state.decision
    if frame is not None and frame[1] == viewer:
        actions = frame[0].options(state, viewer, frame[2])
    facts: list[Mapping[str, Any]] = []
    for public_facts in engine.answers.public_facts:
        facts.append(public_facts(state, viewer))
    observation = _new(Observation)
    known = observation.__dict__
    known["legal_actions"] = tuple(actions)
    known["_numbers"] = _numbers_of(
        (
            *_table_of(state, viewer),
            tuple(facts),
            engine.slots.read_open(state.slots),
            state.opening_seen,
            state.hidden_since,
            seen_history(state, viewer),
        )
    )
    return observation


def numbers_seen(state: State, viewer: int, features: Features) -> array[int]:
    """The numbers of the observation, which is made only if a part or the known cards need it."""
    if features.needs_observation:
        return observe(state, viewer).numbers(
            distances=features.has_distances, known_cards=features.has_known_cards
        )
    return features.read(_table_of(state, viewer))


_READ = Numbers._fields.index("facts")
"""The number of fields of `Numbers` that features read."""


def _table_of(state: State, viewer: int) -> tuple[Any, ...]:
    """What a seat sees on the table: the fields of `Numbers` before `facts`."""
    pending: tuple[tuple[str, int, Any], ...] = ()
    frame = state.decision
    if frame is not None:
        pending = ((frame[0].name, frame[1], frame[2]),)
        if state.stack:
            pending = tuple([(each.name, seat, data) for each, seat, data in state.pending])
    readers, shown = state.seating.readers, None
    if state.is_over:  # US-83: everybody's tickets are shown
        readers, shown = state.seating.final_readers, tuple(map(tuple, state.tickets))
    return (
        state.engine.variant,
        viewer,
        state.seat,
        state.first,
        pending,
        bytes(state.hands[viewer]),
        state.kept_tickets(viewer),
        tuple(state.trains),
        tuple(state.points),
        tuple(state.routes),
        state.open_routes,
        state.closed_to,
        tuple(map(sum, state.hands)),
        tuple(map(len, state.tickets)),
        shown,
        state.market,
        state.first_market,
        len(state.deck),
        bytes(state.discards),
        state.claim,
        len(state.ticket_deck),
        state.turns_left,
        state.passes,
        readers[viewer](state.slots),
    )
