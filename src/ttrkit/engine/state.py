"""`State`, the working state of a game: its piles, whose turn it is, the pending decisions.

It is mutable, and made to be copied fast. Rule parts change it with its verbs (`award`, `push`,
`draw_card`, `pay`, …). Users of the library have a `Game` instead.
"""

from collections.abc import Callable, Iterable
from typing import TYPE_CHECKING, Any, Literal, NamedTuple

import attrs

from ttrkit.engine.stocks import draw_thing
from ttrkit.errors import RuleError
from ttrkit.events import Chance, Outcome, Past, Reshuffled, Shuffled
from ttrkit.payment import CARD_KINDS, Memory, Payment, list_cards, memory_of

if TYPE_CHECKING:
    from ttrkit.board import Board, Route
    from ttrkit.engine.engine import Engine, Seating
    from ttrkit.hooks import Decision
    from ttrkit.variant import Variant

    Frame = tuple[Decision, int, Any]

FREE = 255  # the owner of a route that nobody has claimed


class Claim(NamedTuple):
    """A claim in progress; the cards laid down are neither in a hand nor in the discards."""

    seat: int
    route: int
    payment: Payment


# How a field is kept, declared once with the field --------------------------------------------

Saved = Literal["as it is", "in its own way", "no"]
"""How a saved game holds a field: by its type, by special code (`records.snapshot`), or not."""

SHARED = "{0}"  # how a field is copied: an immutable value is shared,
FLAT = "{0}[:]"  # a list is copied,
EACH = "list(map(list.copy, {0}))"  # and so is a list of lists
SLOTS = "self.engine.slots.copy({0})"


class Kept(NamedTuple):
    """How a field of the state is kept."""

    copied: str
    saved: Saved
    counts: bool  # whether it counts when two states are compared


def _kept(
    start: Any, copied: str = SHARED, *, saved: Saved = "as it is", counts: bool = True
) -> Any:
    """A field that starts with this value, or with the result of this function of the state."""
    default = attrs.Factory(start, takes_self=True) if callable(start) else start
    return attrs.field(init=False, default=default, metadata={"kept": Kept(copied, saved, counts)})


def _given(*, counts: bool = True) -> Any:
    """A field that is given when the state is made, and that copies share."""
    return attrs.field(metadata={"kept": Kept(SHARED, "no", counts)})


@attrs.define(eq=False, repr=False, match_args=False, weakref_slot=False, getstate_setstate=False)
class State:
    """One game in progress. Lists are by seat unless said otherwise; cards and routes are numbers.

    It has a field for every pile and counter of a game, and verbs with which parts change them.
    """

    engine: "Engine" = _given(counts=False)
    seats: int = _given()
    chance: Chance = _given(counts=False)
    seating: "Seating" = _kept(
        lambda self: self.engine.seating(self.seats), saved="no", counts=False
    )
    teams: tuple[tuple[int, ...], ...] = _kept(lambda self: self.seating.teams, saved="no")
    first: int = _kept(0, saved="no")  # the seat that begins; saved in the record itself

    hands: list[list[int]] = _kept(lambda self: [[0] * CARD_KINDS for _ in range(self.seats)], EACH)
    deck: list[int] = _kept(lambda _: [], FLAT)  # the top card is the last
    discards: list[int] = _kept(lambda _: [0] * CARD_KINDS, FLAT)
    market: tuple[int, ...] = _kept(())
    first_market: tuple[int, ...] = _kept(())  # when the game began
    market_in_order: tuple[int, ...] | None = _kept(None, saved="no")  # when last in order
    market_code: int = _kept(-1, saved="no", counts=False)  # its cards, as `Drawing` encodes them

    tickets: list[list[int]] = _kept(lambda self: [[] for _ in range(self.seats)], EACH)
    ticket_deck: list[int] = _kept(lambda _: [], FLAT)  # the top ticket is the last
    box: list[int] = _kept(lambda _: [], FLAT)  # tickets that are out of the game

    trains: list[int] = _kept(lambda self: [self.engine.variant.trains] * self.seats, FLAT)
    points: list[dict[str, int]] = _kept(lambda self: [{}] * self.seats, FLAT)
    # by seat and label; a sheet never changes: `award` replaces it by a new one
    routes: list[tuple[int, ...]] = _kept(lambda self: [()] * self.seats, FLAT)
    # by route, or FREE; of several owners the first seat: see `owners_of`
    owners: bytearray = _kept(
        lambda self: bytearray([FREE]) * len(self.engine.board.routes), FLAT, saved="no"
    )
    # Copies share these two lists: a claim replaces them by new ones.
    open_routes: list[tuple[int, ...]] = _kept(
        lambda self: self.engine.open_routes.groups, saved="in its own way"
    )
    closed_to: list[tuple[int, ...]] = _kept(
        lambda self: self.engine.open_routes.closed_to, saved="in its own way"
    )
    claim: Claim | None = _kept(None, saved="in its own way")

    seat: int = _kept(-1)  # the seat in turn; -1 before the first turn
    turns_left: int = _kept(-1)  # turns still to come in the last round; -1 before it
    passes: int = _kept(0)  # turns passed in a row
    is_over: bool = _kept(False)
    decision: "Frame | None" = _kept(None, saved="in its own way")
    # the decision asked now; None during an action
    stack: "list[Frame]" = _kept(lambda _: [], FLAT, saved="in its own way")
    # the decisions after it in this turn, the next one last
    slots: list[Any] = _kept(
        lambda self: self.engine.slots.new(self.seats, len(self.teams)),
        SLOTS,
        saved="in its own way",
    )

    shuffles: int = _kept(0)
    log: tuple[Outcome, ...] = _kept((), saved="no")  # outcomes of the current action
    opening: tuple[Outcome, ...] = _kept((), saved="no")  # outcomes of the set-up
    opening_seen: tuple[Outcome, ...] = _kept((), saved="in its own way")  # what all saw of it
    history: Past = _kept(None, saved="in its own way")  # linked, the newest event first
    hidden_since: int = _kept(-1)  # secret actions from this number on are hidden wholly
    seen: Any = _kept(None, saved="no", counts=False)  # a cache of `knowledge.seen`
    memory: Memory = _kept(lambda self: memory_of(self.engine), saved="no", counts=False)
    # full of the secrets of all games: nothing else may hold it
    pickers: Any = _kept(None, saved="no", counts=False)  # of claims, out of it: see `listing`
    start: "State | None" = _kept(None, saved="no", counts=False)  # if there was no set-up

    def __attrs_post_init__(self) -> None:
        for init_slot in self.engine.answers.init_slot:
            init_slot(self)
            if self.shuffles:
                part = type(init_slot.__self__).__name__
                raise RuleError(
                    f"{part}.init_slot shuffles, but it gives all games the same start, and runs "
                    "once for many of them: shuffle in set_up"
                )

    def copy(self) -> "State":
        """An independent copy; immutable values are shared."""
        return _copy(self)

    # Lookups for the parts -----------------------------------------------------------------

    @property
    def variant(self) -> "Variant":
        """The variant that is played."""
        return self.engine.variant

    @property
    def board(self) -> "Board":
        """The board that is played on."""
        return self.engine.board

    @property
    def pending(self) -> "list[Frame]":
        """All pending decisions of this turn; the one asked now is last."""
        return [*self.stack] if self.decision is None else [*self.stack, self.decision]

    @pending.setter
    def pending(self, frames: "list[Frame]") -> None:
        self.stack = frames[:-1]
        self.decision = frames[-1] if frames else None

    def owner(self, route: "Route") -> int | None:
        """The seat that has claimed this route, or None; the first seat if several have."""
        seat = self.owners[self.engine.numbers.of_route[route.id]]
        return None if seat == FREE else seat

    def owners_of(self, route: "Route") -> tuple[int, ...]:
        """All seats that have claimed this route: several only of one that `stays_open`."""
        number = self.engine.numbers.of_route[route.id]
        return tuple([seat for seat, routes in enumerate(self.routes) if number in routes])

    def team_of(self, seat: int) -> int:
        """The team of a seat."""
        return self.seating.team_of[seat]

    def kept_tickets(self, seat: int) -> tuple[int, ...]:
        """The tickets that a seat holds or has chosen to keep, by number."""
        chosen = self.engine.answers.chosen_tickets
        held = self.tickets[seat]
        return tuple(held) if chosen is None else (*held, *chosen(self, seat))

    def purses(self, seat: int) -> tuple[list[int], ...]:
        """The piles that this seat pays from, its hand first."""
        hand = self.hands[seat]
        shared = self.engine.answers.shared_purse
        return (hand,) if shared is None else (hand, shared(self, seat))

    def is_open(self, seat: int, route: int) -> bool:
        """Whether a route can be had, and is not closed to this seat."""
        is_free = route in self.open_routes[self.engine.open_routes.group_of[route]]
        return is_free and seat not in self.closed_to[route]

    def closed(self, seat: int) -> list[int]:
        """The routes that are closed to this seat for good, and not because they are taken."""
        shared = self.engine.shared_routes.difference(self.routes[seat])
        return [
            route
            for route, owner in enumerate(self.owners)
            if (owner == FREE or route in shared) and not self.is_open(seat, route)
        ]

    # Verbs ---------------------------------------------------------------------------------

    def award(self, seat: int, points: int, label: str) -> None:
        """Give points to a seat, under this label of the score sheet."""
        sheet = self.points[seat].copy()
        sheet[label] = sheet.get(label, 0) + points
        self.points[seat] = sheet

    def push(self, decision: "Decision", seat: int, data: Any = None) -> None:
        """Ask this seat to decide next, before all pending decisions. `data` must be immutable."""
        self.stack.append((decision, seat, data))

    def end_opening(self) -> None:
        """Keep the outcomes of the set-up apart from those of actions, and what all saw of it."""
        self.opening, self.log = self.log, ()
        seen = [seen for each in self.opening if (seen := each.seen_by("others")) is not None]
        self.opening_seen = tuple(seen)
        self.first_market = self.market

    def note(self, outcome: Outcome) -> None:
        """Add an outcome, by chance or out of sight, to the history."""
        self.log += (outcome,)

    def reveal(self) -> None:
        """Let everybody see the events that were hidden until now: see `hidden_since`."""
        self.hidden_since = -1
        self.seen = None

    def shuffled(self, items: Any, pile: str) -> list[int]:
        """The items in random order, logged under the pile's name."""
        order = self._in_random_order(items)
        self.note(Shuffled(pile, tuple(order)))
        return order

    def _in_random_order(self, items: Any) -> list[int]:
        order = self.chance.shuffled(items, self.shuffles)
        self.shuffles += 1
        return order

    def draw_card(self) -> int:
        """Take the top card of the deck, shuffling the discards if it is empty; -1 if none is left.

        US-15, GAP-14: the discards are shuffled only when a card is needed and the deck is empty.
        """
        if not self.deck:
            if not any(self.discards):
                return -1
            self.deck = self._in_random_order(list_cards(self.discards))
            self.discards = [0] * CARD_KINDS
            piles = (*self.hands, *self.engine.slots.hidden_cards(self.slots))
            hidden = tuple(map(sum, zip(*piles, strict=True)))
            self.note(Reshuffled("deck", tuple(self.deck), hidden))
        return self.deck.pop()

    def draw_thing(self, slot: int, deck: str, *, face_up: bool) -> int:
        """Take the top of a deck of things: see `Part.draw`."""
        return draw_thing(self, slot, deck, face_up=face_up)

    def has_cards_to_draw(self) -> bool:
        """Whether deck or discards hold a card (GAP-25)."""
        return bool(self.deck) or any(self.discards)

    def can_pay(self, seat: int, payment: Payment) -> bool:
        """Whether the seat's purses hold the cards."""
        hand = self.hands[seat]
        for card, n in payment.hand_pairs:
            if hand[card] < n:
                return False
        if payment.shared_pairs:
            shared = self.engine.answers.shared_purse
            if shared is None:
                return False
            pile = shared(self, seat)
            for card, n in payment.shared_pairs:
                if pile[card] < n:
                    return False
        return True

    def pay(self, seat: int, payment: Payment) -> None:
        """Take the cards out of the seat's purses; they are in no pile until discarded."""
        hand = self.hands[seat]
        for card, n in payment.hand_pairs:
            hand[card] -= n
        if payment.shared_pairs:
            pile = self.engine.answers.shared_purse(self, seat)
            for card, n in payment.shared_pairs:
                pile[card] -= n

    def spend(self, seat: int, payment: Payment) -> None:
        """Take the cards out of the seat's purses and discard them."""
        hand, discards = self.hands[seat], self.discards
        for card, n in payment.hand_pairs:
            hand[card] -= n
            discards[card] += n
        if payment.shared_pairs:
            pile = self.engine.answers.shared_purse(self, seat)
            for card, n in payment.shared_pairs:
                pile[card] -= n
                discards[card] += n

    def refund(self, seat: int, payment: Payment) -> None:
        """Return paid cards to the purses that they came from."""
        hand = self.hands[seat]
        for card, n in payment.hand_pairs:
            hand[card] += n
        if payment.shared_pairs:
            pile = self.engine.answers.shared_purse(self, seat)
            for card, n in payment.shared_pairs:
                pile[card] += n

    def discard(self, payment: Payment) -> None:
        """Put paid cards on the discards."""
        discards = self.discards
        for card, n in payment.total_pairs:
            discards[card] += n

    def take_route(self, seat: int, route: int) -> None:
        """Give a route to this seat, and close the routes that the parts then close."""
        engine = self.engine
        self.routes[seat] += (route,)
        if engine.shared_routes and route in engine.shared_routes:
            self.owners[route] = min(self.owners[route], seat)
            self.close_to(route, self.teams[self.team_of(seat)])
        else:
            self.owners[route] = seat
            self.close_to_all(route)
        for closes in engine.answers.closes:
            for closing in closes(self, seat, engine.board.routes[route]):
                self.close(closing.route, closing.seats)

    def close(self, route: "Route", seats: Iterable[int] | None = None) -> None:
        """Close a route for good: to these seats, or to everyone."""
        number = self.engine.numbers.of_route[route.id]
        if seats is None:
            self.close_to_all(number)
        else:
            self.close_to(number, seats)

    def close_to(self, route: int, seats: Iterable[int]) -> None:
        """Close a route, by number, to these seats."""
        if route in self.open_routes[self.engine.open_routes.group_of[route]]:
            closed = self.closed_to[route]
            for seat in seats:
                if seat not in closed:
                    if not 0 <= seat < self.seats:
                        raise IndexError(f"a route is closed to seat {seat} of {self.seats}")
                    closed = tuple(sorted((*closed, seat))) if closed else (seat,)
            self.closed_to = self.closed_to[:]
            self.closed_to[route] = closed
            if len(closed) == self.seats:
                self.close_to_all(route)  # nobody is left

    def close_to_all(self, route: int) -> None:
        """Close a route, by number, to everyone."""
        group = self.engine.open_routes.group_of[route]
        routes = self.open_routes[group]
        if route in routes:
            at = routes.index(route)
            self.open_routes = groups = self.open_routes[:]
            groups[group] = routes[:at] + routes[at + 1 :]
            if self.closed_to[route]:
                self.closed_to = self.closed_to[:]
                self.closed_to[route] = ()


KEPT: dict[str, Kept] = {field.name: field.metadata["kept"] for field in attrs.fields(State)}
"""Every field of the state, and how it is kept."""


def _copier() -> Callable[[State], State]:
    """A function that copies a state field by field; generated code, for speed."""
    lines = ["def copy(self):", "    new = make(State)"]
    for name, kept in KEPT.items():
        lines.append(f"    new.{name} = {kept.copied.format(f'self.{name}')}")
    names: dict[str, Any] = {"State": State, "make": State.__new__}
    exec("\n".join([*lines, "    return new"]), names)
    copier: Callable[[State], State] = names["copy"]
    return copier


_copy = _copier()
