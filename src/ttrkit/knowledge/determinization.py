"""Determinization: a complete random state that fits everything a seat has seen."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from operator import sub
from typing import TYPE_CHECKING, NamedTuple

from ttrkit.engine import State
from ttrkit.errors import RuleError
from ttrkit.events import Chance, Pass
from ttrkit.knowledge.card_follower import CardFollower
from ttrkit.knowledge.card_worlds import CardWorlds
from ttrkit.knowledge.deduction import Knowledge, PileName, deduced
from ttrkit.knowledge.passes import Passes
from ttrkit.knowledge.sights import Numbers, numbers_of
from ttrkit.knowledge.thing_worlds import HiddenThings
from ttrkit.knowledge.ticket_worlds import EvenTickets
from ttrkit.payment import memory_of

if TYPE_CHECKING:
    from random import Random

    from ttrkit.engine.part_slots import PileView
    from ttrkit.knowledge.observation import Observation

MAX_TRIES = 2_000  # deals that disagree with what was seen, or are not plausible

Counts = list[int]
TicketDealer = Callable[[State, Mapping[int, int | None], "Random"], bool]


def possible_state(observation: Observation, rng: Random) -> State:
    """A state that fits everything the seat has seen; the rest is dealt at random.

    It is any of the states that could be, each as likely as even shuffles and evenly random secret
    choices make it. From this seat, it gives exactly this observation. It can be played on.
    """
    known = vars(observation)
    worlds: Worlds | None = known.get("_worlds")
    if worlds is None:  # all that can be worked out once is kept with the observation
        worlds = known["_worlds"] = Worlds(observation)
    return worlds.draw(observation, rng)


class Worlds:
    """All states that fit an observation.

    It is kept with the observation, so it does not refer to it: what refers to itself stays in
    memory until the garbage collector looks for it.
    """

    def __init__(self, observation: Observation) -> None:
        self._numbers = numbers = numbers_of(observation)
        self._views = numbers.views
        knowledge = deduced(observation)
        self._history = observation.history
        self._unused: State | None = self._public_state()  # for the first draw
        self._public: State | None = None  # for all others
        state = self._unused
        self._cards = self._followed_cards(state, knowledge)
        answers, number_of = state.engine.answers, state.engine.numbers.of_ticket
        self._known_tickets = {
            number_of[ticket]: place
            for known_tickets in answers.known_tickets
            for ticket, place in known_tickets(observation).items()
        }
        dealer = answers.deal_tickets and answers.deal_tickets(observation, knowledge)
        self._things = HiddenThings(state, numbers) if state.engine.slots.stocks else None
        self._deal_tickets: TicketDealer = dealer or EvenTickets(state, numbers).deal

    def _public_state(self) -> State:
        """A state that holds everything the seat sees, and nothing else."""
        state = public_state(self._numbers, self._views)
        state.history = self._history
        return state

    def _followed_cards(self, state: State, knowledge: Knowledge | None) -> HiddenCards:
        """The hidden cards; by the sizes of piles alone if what was seen contradicts itself.

        It never does in a game that was played. It may in one that was made up for another seat, or
        that was read from a record that somebody changed.
        """
        try:
            if knowledge is not None:
                return HiddenCards(state, self._numbers, self._views, knowledge)
        except (RuleError, ValueError):
            pass
        blank = Knowledge(state.variant, self._numbers.seat)
        return HiddenCards(state, self._numbers, self._views, blank)

    def draw(self, observation: Observation, rng: Random) -> State:
        """One of the states that fit the observation, at random."""
        if self._unused is not None:
            state, self._unused = self._unused, None
        else:
            if self._public is None:
                self._public = self._public_state()
            state = self._public.copy()
        state.chance = Chance(rng.getrandbits(64))
        state.memory = memory_of(state.engine)
        try:
            contents, rest = self._cards.deal(rng)
        except RuleError:  # what was seen contradicts itself
            self._cards = self._followed_cards(state, None)
            contents, rest = self._cards.deal(rng)
        self._cards.put(state, contents)
        state.deck = rest
        in_deck = self._numbers.deck_size
        if len(rest) > in_deck:  # the others are in piles of which nobody knows the size
            state.deck, lost = rest[:in_deck], rest[in_deck:]
            pairs = zip(contents, self._cards.sizes, strict=True)
            unsized = [content for content, size in pairs if size is None]
            for card in lost:
                unsized[int(rng.random() * len(unsized))][card] += 1
        if self._things is not None:
            self._things.deal(state, rng)
        self._fill_tickets(state, rng)
        for fill_secrets in state.engine.answers.fill_secrets:
            fill_secrets(state, observation, rng)
        state.start = state.copy()
        return state

    def _fill_tickets(self, state: State, rng: Random) -> None:
        plausible = state.engine.answers.is_plausible
        fits = False
        for _ in range(MAX_TRIES):
            if self._deal_tickets(state, self._known_tickets, rng):
                fits = True
                if not plausible or all(is_plausible(state) for is_plausible in plausible):
                    return
        if not fits:  # what was seen contradicts itself: see `_followed_cards`
            self._deal_tickets = EvenTickets(self._public_state(), self._numbers).deal
            self._known_tickets = {}
            self._fill_tickets(state, rng)
            return
        parts = ", ".join(type(each.__self__).__name__ for each in plausible)
        raise RuleError(f"{parts}: is_plausible refuses {MAX_TRIES} deals of the hidden tickets")


class Place(NamedTuple):
    """Where a pile of cards or tickets lies in a state."""

    slot: int | None  # None for hands and tickets of the state itself
    name: str
    owner: int | None

    @property
    def pile(self) -> PileName:
        """The pile as `Knowledge` calls it."""
        return self.name, -1 if self.owner is None else self.owner

    def put(self, state: State, content: list[int]) -> None:
        """Put the content into the pile."""
        if self.slot is None:
            state.hands[self.owner or 0] = content
        elif self.owner is None:
            setattr(state.slots[self.slot], self.name, content)
        else:
            getattr(state.slots[self.slot], self.name)[self.owner] = content


# Everything that the seat sees ---------------------------------------------------------------


def public_state(numbers: Numbers, views: Sequence[PileView]) -> State:
    """A state that holds everything the seat sees, and nothing else."""
    engine = numbers.variant.engine
    state = engine.blank(len(numbers.trains))
    state.trains, state.points = list(numbers.trains), list(numbers.points)
    state.routes, owners = list(numbers.routes), state.owners
    for seat in reversed(range(state.seats)):  # of several, the first owner
        for route in state.routes[seat]:
            owners[route] = seat
    state.open_routes, state.closed_to = numbers.open_routes, numbers.closed_to
    state.seat, state.first = numbers.turn, numbers.first
    state.turns_left, state.passes = numbers.turns_left, numbers.passes
    state.is_over = not numbers.pending
    state.claim = numbers.claim
    state.pending = [(engine.decisions[name], seat, data) for name, seat, data in numbers.pending]
    state.opening_seen, state.hidden_since = numbers.opening, numbers.hidden_since
    state.market, state.first_market = numbers.market, numbers.first_market
    state.discards = list(numbers.discards)
    state.hands[numbers.seat] = list(numbers.hand)
    for slot, names, values in zip(
        state.slots, engine.slots.open_names, numbers.open_state, strict=True
    ):
        for name, value in zip(names, values, strict=True):
            setattr(slot, name, value)
    for (number, spec, whose, seen), (_, contents) in zip(views, numbers.piles, strict=True):
        if spec.per == "game":
            for content in contents:
                setattr(state.slots[number], spec.name, list(content))
            continue
        piles = getattr(state.slots[number], spec.name)
        for at, content in zip(seen, contents, strict=True):
            piles[whose[at]] = list(content)
    if numbers.shown_tickets is None:
        held = numbers.ticket_counts[numbers.seat]
        state.tickets[numbers.seat] = list(numbers.tickets[:held])
    else:
        state.tickets = list(map(list, numbers.shown_tickets))
    return state


# Hidden cards --------------------------------------------------------------------------------


class HiddenCards:
    """The hidden piles of cards, and all deals of the cards that the seat does not see."""

    def __init__(
        self, state: State, numbers: Numbers, views: Sequence[PileView], knowledge: Knowledge
    ) -> None:
        seat = numbers.seat
        unseen = list(
            map(sub, map(sub, numbers.variant.deck.counts, numbers.discards), numbers.hand)
        )
        for card in numbers.market:
            unseen[card] -= 1
        if numbers.claim is not None:
            for card, n in numbers.claim.payment.total_pairs:
                unseen[card] -= n
        self._places: list[Place] = []  # of the piles that are no hands
        self.sizes: list[int | None] = []
        own: dict[PileName, Sequence[int]] = {("hand", seat): numbers.hand}
        for view, (sizes, contents) in zip(views, numbers.piles, strict=True):
            if view.spec.kind != "cards":
                continue
            for at, owner in enumerate(view.owners):
                place = Place(view.slot, view.spec.name, owner)
                if at not in view.seen:
                    self._places.append(place)
                    self.sizes.append(None if sizes is None else sizes[at])
                    continue
                content = contents[view.seen.index(at)]
                unseen = list(map(sub, unseen, content))
                if view.spec.seen != "all":
                    own[place.pile] = content
        self._piles = [place.pile for place in self._places]  # as `Knowledge` calls them
        for other, in_hand in enumerate(numbers.hand_sizes):
            if other != seat:
                self._piles.append(("hand", other))
                self.sizes.append(in_hand)
        known_of = knowledge.known_of
        tracks = list(map(known_of, self._piles))
        follower = CardFollower(unseen, numbers.deck_size, self.sizes, tracks)
        known = [(known_of(name), content) for name, content in own.items()]
        self._worlds = CardWorlds(*follower.piles_and_pools(knowledge, known))
        self._passes: Passes | None = None
        if knowledge.passes and knowledge.is_followed and _passes_are_turns(state):
            at_first: dict[PileName, Counts | int] = {
                name: list(map(sub, content, knowledge.known_of(name).balance))
                for name, content in own.items()
            }
            for name, size, track in zip(self._piles, self.sizes, tracks, strict=True):
                if size is not None:
                    at_first[name] = size - len(track.unseen) - sum(track.balance)
            self._passes = Passes(knowledge.passes, state, state.history, at_first)

    def put(self, state: State, contents: Sequence[Counts]) -> None:
        """Put the contents into the hidden piles of a state."""
        hands = len(self._places)
        for place, content in zip(self._places, contents, strict=False):
            place.put(state, content)
        for (_, other), content in zip(self._piles[hands:], contents[hands:], strict=True):
            state.hands[other] = content

    def deal(self, rng: Random) -> tuple[list[Counts], list[int]]:
        """A random deal: the content of every pile, and the cards that lie in none, in order."""
        return self._worlds.deal(rng, None if self._passes is None else self._agrees)

    def _agrees(self, drawn: list[list[int]]) -> bool:
        assert self._passes is not None  # see `deal`
        return self._passes.agree(dict(zip(self._piles, drawn, strict=True)))


def _passes_are_turns(state: State) -> bool:
    """Whether a pass is always the choice of a turn, and no answer to a home-made decision."""
    decisions = state.engine.decisions.values()
    return [each for each in decisions if Pass in each.actions] == [state.engine.loop.turn]
