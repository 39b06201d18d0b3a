"""The working state of a game: what lies where, whose turn it is, what is pending.

Mutable, and made to be copied fast. Rule parts are given it together with its verbs (`award`,
`push`, `draw_card`, `pay`, …); users of the library hold a `Game` instead.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING, Any, NamedTuple

from ttrkit.events.chance import Chance
from ttrkit.events.outcomes import Outcome, Shuffled
from ttrkit.payment.card_counts import CARD_KINDS, WILD_CARD, list_cards
from ttrkit.payment.costs import Payment

if TYPE_CHECKING:
    from ttrkit.board.model import Board, Route
    from ttrkit.engine.engine import Engine
    from ttrkit.events.history import Cell
    from ttrkit.hooks.part import Decision
    from ttrkit.variant import Variant

    Frame = tuple[Decision, int, Any]

FREE = 255  # the owner of a route that nobody has claimed


class Claim(NamedTuple):
    """A claim that is not settled yet: the cards laid down are in no hand and no discards."""

    seat: int
    route: int
    payment: Payment


class State:
    """One game in progress. Lists by seat unless said otherwise; cards and routes as numbers."""

    __slots__ = (
        "asked",
        "barred",
        "box",
        "chance",
        "claim",
        "deck",
        "discards",
        "engine",
        "first",
        "hands",
        "history",
        "is_over",
        "log",
        "market",
        "open",
        "opening",
        "owners",
        "passes",
        "points",
        "readers",
        "routes",
        "seat",
        "seats",
        "seen",
        "settled",
        "shown",
        "shuffles",
        "slots",
        "stack",
        "start",
        "teams",
        "ticket_deck",
        "tickets",
        "trains",
        "turns_left",
        "veil",
    )

    def __init__(self, engine: Engine, seats: int, chance: Chance) -> None:
        self.engine = engine
        self.chance = chance
        self.seats = seats
        self.teams = engine.teams(seats)
        self.readers = engine.pile_readers(seats)  # by seat: what it sees of the parts' piles
        self.hands = [[0] * CARD_KINDS for _ in range(seats)]
        self.deck: list[int] = []  # the top card is the last
        self.discards = [0] * CARD_KINDS
        self.market: tuple[int, ...] = ()
        self.settled: tuple[int, ...] | None = None  # the market that was last found in order
        self.shown = 0  # what that one shows, as one number: see `market_is_in_order`
        self.tickets: list[list[int]] = [[] for _ in range(seats)]
        self.ticket_deck: list[int] = []  # the top ticket is the last
        self.box: list[int] = []  # tickets that are out of the game
        self.trains = [engine.variant.trains] * seats
        self.points: list[dict[str, int]] = [{}] * seats  # by label; such a sheet never changes
        self.owners = bytearray([FREE]) * len(engine.board.routes)
        self.routes: list[tuple[int, ...]] = [()] * seats
        # Copies share these two: a claim puts new lists in their place.
        self.open = engine.shelves.routes  # free routes, by shelf
        self.barred = engine.shelves.barred  # by route: the seats alone that it is closed to
        self.claim: Claim | None = None
        self.seat = -1  # whose turn it is; -1 before the first
        self.first = 0
        self.turns_left = -1  # in the last round: turns still to come; -1 before it
        self.passes = 0  # turns passed in a row
        self.is_over = False
        self.asked: Frame | None = None  # what is to be decided; None in the course of an action
        self.stack: list[Frame] = []  # what comes after it in this turn, the last first
        self.shuffles = 0
        self.log: tuple[Outcome, ...] = ()  # what came out during the action at hand
        self.opening: tuple[Outcome, ...] = ()  # what came out during set-up
        self.history: Cell | None = None  # linked, the newest first
        self.veil = -1  # events from this number on are not shown to others yet; -1: all are
        self.seen: Any = None  # the history as far as somebody has seen it: see `seen_history`
        self.start: State | None = None  # of a game that did not begin with its set-up
        self.slots = engine.new_slots(seats, len(self.teams))
        for init_slot in engine.init_slots:
            init_slot(self)

    def copy(self) -> State:
        """An independent copy; what never changes is shared."""
        new = State.__new__(State)
        new.engine = self.engine
        new.chance = self.chance
        new.seats = self.seats
        new.teams = self.teams
        new.readers = self.readers
        new.hands = list(map(list.copy, self.hands))
        new.deck = self.deck[:]
        new.discards = self.discards[:]
        new.market = self.market
        new.settled = self.settled
        new.shown = self.shown
        new.tickets = list(map(list.copy, self.tickets))
        new.ticket_deck = self.ticket_deck[:]
        new.box = self.box[:]
        new.trains = self.trains[:]
        new.points = self.points[:]
        new.owners = self.owners[:]
        new.routes = self.routes[:]
        new.open = self.open
        new.barred = self.barred
        new.claim = self.claim
        new.seat = self.seat
        new.first = self.first
        new.turns_left = self.turns_left
        new.passes = self.passes
        new.is_over = self.is_over
        new.asked = self.asked
        new.stack = self.stack[:]
        new.slots = self.engine.copy_slots(self.slots)
        new.shuffles = self.shuffles
        new.log = self.log
        new.opening = self.opening
        new.history = self.history
        new.veil = self.veil
        new.seen = self.seen
        new.start = self.start
        return new

    # What parts look things up with --------------------------------------------------------

    @property
    def variant(self) -> Variant:
        """The variant that is played."""
        return self.engine.variant

    @property
    def board(self) -> Board:
        """The board it is played on."""
        return self.engine.board

    @property
    def pending(self) -> list[Frame]:
        """All that is to be decided in this turn: what is asked now stands last."""
        return [*self.stack] if self.asked is None else [*self.stack, self.asked]

    @pending.setter
    def pending(self, frames: list[Frame]) -> None:
        self.stack = frames[:-1]
        self.asked = frames[-1] if frames else None

    def owner(self, route: Route) -> int | None:
        """The seat that has claimed this route, if any."""
        seat = self.owners[self.engine.route_number[route.id]]
        return None if seat == FREE else seat

    def team_of(self, seat: int) -> int:
        """The team of a seat."""
        return self.engine.team_of(self.seats)[seat]

    def purses(self, seat: int) -> tuple[list[int], ...]:
        """The piles that this seat pays from: its hand first."""
        hand = self.hands[seat]
        shared = self.engine.shared_purse
        return (hand,) if shared is None else (hand, shared(self, seat))

    def is_open(self, seat: int, route: int) -> bool:
        """Whether a route is free and not closed to this seat."""
        is_free = route in self.open[self.engine.shelves.place_of_route[route]]
        return is_free and seat not in self.barred[route]

    def closed(self, seat: int) -> list[int]:
        """The free routes that are closed to this seat for good."""
        return [
            route
            for route, owner in enumerate(self.owners)
            if owner == FREE and not self.is_open(seat, route)
        ]

    def market_is_in_order(self) -> None:
        """Note that the market is as it should be, until another one takes its place."""
        powers = self.engine.market_powers
        self.settled = self.market
        self.shown = sum([powers[card] for card in self.market])

    def lift_veil(self) -> None:
        """Show everybody what was decided in secret: see `veil`."""
        self.veil = -1
        self.seen = None

    # Verbs ---------------------------------------------------------------------------------

    def award(self, seat: int, points: int, label: str) -> None:
        """Give points, shown under this label of the score sheet."""
        sheet = self.points[seat].copy()
        sheet[label] = sheet.get(label, 0) + points
        self.points[seat] = sheet

    def push(self, decision: Decision, seat: int, data: Any = None) -> None:
        """Ask this seat to decide next, before whatever is pending. `data` must be immutable."""
        self.stack.append((decision, seat, data))

    def note(self, outcome: Outcome) -> None:
        """Add to the history what came out by chance, or out of sight."""
        self.log += (outcome,)

    def shuffled(self, items: Any, pile: str) -> list[int]:
        """The items in random order, logged under the pile's name."""
        order = self.chance.shuffled(items, self.shuffles)
        self.shuffles += 1
        self.note(Shuffled(pile, tuple(order)))
        return order

    def draw_card(self) -> int:
        """Take the top card of the deck, shuffling the discards if it is empty; -1: none left.

        US-15, GAP-14: the discards are shuffled only when a card is needed and the deck is empty.
        """
        if not self.deck:
            if not any(self.discards):
                return -1
            cards = list_cards(self.discards)
            self.discards = [0] * CARD_KINDS
            self.deck = self.shuffled(cards, "deck")
        return self.deck.pop()

    def has_cards_to_draw(self) -> bool:
        """Whether deck or discards hold a card (GAP-25)."""
        return bool(self.deck) or any(self.discards)

    def plain_cards_about(self) -> int:
        """How many cards of market, deck and discards are not wild (GAP-01)."""
        lying = len(self.market) - self.market.count(WILD_CARD)
        lying += len(self.deck) - self.deck.count(WILD_CARD)
        return lying + sum(self.discards[:WILD_CARD])

    def can_pay(self, seat: int, payment: Payment) -> bool:
        """Whether the seat's purses hold the cards."""
        hand = self.hands[seat]
        for card, n in payment.hand_pairs:
            if hand[card] < n:
                return False
        if payment.shared_pairs:
            shared = self.engine.shared_purse
            if shared is None:
                return False
            pile = shared(self, seat)
            return all(pile[card] >= n for card, n in payment.shared_pairs)
        return True

    def pay(self, seat: int, payment: Payment) -> None:
        """Take the cards out of the seat's purses; they are nowhere until discarded."""
        hand = self.hands[seat]
        for card, n in payment.hand_pairs:
            hand[card] -= n
        if payment.shared_pairs:
            pile = self.purses(seat)[1]
            for card, n in payment.shared_pairs:
                pile[card] -= n

    def spend(self, seat: int, payment: Payment) -> None:
        """Take the cards out of the seat's purses and discard them."""
        hand, discards = self.hands[seat], self.discards
        for card, n in payment.hand_pairs:
            hand[card] -= n
            discards[card] += n
        if payment.shared_pairs:
            pile = self.purses(seat)[1]
            for card, n in payment.shared_pairs:
                pile[card] -= n
                discards[card] += n

    def refund(self, seat: int, payment: Payment) -> None:
        """Give cards that were paid back to the purses they came from."""
        hand = self.hands[seat]
        for card, n in payment.hand_pairs:
            hand[card] += n
        if payment.shared_pairs:
            pile = self.purses(seat)[1]
            for card, n in payment.shared_pairs:
                pile[card] += n

    def discard(self, payment: Payment) -> None:
        """Put cards that were paid on the discards."""
        discards = self.discards
        for card, n in payment.total_pairs:
            discards[card] += n

    def take_route(self, seat: int, route: int) -> None:
        """Make a route this seat's own, and close what the parts say it closes."""
        engine = self.engine
        self.owners[route] = seat
        self.routes[seat] += (route,)
        self.shut(route)
        for closes in engine.closes:
            for closing in closes(self, seat, engine.board.routes[route]):
                self.close(closing.route, closing.seats)

    def close(self, route: Route, seats: Iterable[int] | None = None) -> None:
        """Close a route for good: to these seats, or to everyone."""
        number = self.engine.route_number[route.id]
        if seats is None:
            self.shut(number)
        else:
            self.bar(number, seats)

    def bar(self, route: int, seats: Iterable[int]) -> None:
        """Close a route, by number, to these seats."""
        if route in self.open[self.engine.shelves.place_of_route[route]]:
            barred = self.barred[route]
            for seat in seats:
                if seat not in barred:
                    if not 0 <= seat < self.seats:
                        raise IndexError(f"a route is closed to seat {seat} of {self.seats}")
                    barred = tuple(sorted((*barred, seat))) if barred else (seat,)
            self.barred = self.barred[:]
            self.barred[route] = barred
            if len(barred) == self.seats:
                self.shut(route)  # for nobody is left

    def shut(self, route: int) -> None:
        """Close a route, by number, to everyone."""
        place = self.engine.shelves.place_of_route[route]
        routes = self.open[place]
        if route in routes:
            at = routes.index(route)
            self.open = shelves = self.open[:]
            shelves[place] = routes[:at] + routes[at + 1 :]
            if self.barred[route]:
                self.barred = self.barred[:]
                self.barred[route] = ()
