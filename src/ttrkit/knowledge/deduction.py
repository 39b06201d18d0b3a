"""The deductions of a seat: what it can tell of hidden cards from everything that it has seen.

For every pile, a `Track` follows the cards that went in and out. All of it is kept up event by
event, and never worked out from the start again.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator, Sequence
from functools import cache
from typing import TYPE_CHECKING, Any

import attrs

from ttrkit.events import (
    CARD_DRAWN,
    Action,
    ClaimRoute,
    DrawBlind,
    DrawFaceUp,
    Drawn,
    Event,
    NewDeck,
    Outcome,
    Pass,
    Unseen,
    event_of,
)
from ttrkit.hooks import KEPT_AS
from ttrkit.knowledge.passes import Passed
from ttrkit.knowledge.tracks import Track
from ttrkit.payment import CARD_KINDS, CARD_NUMBER, NO_CARDS, Cards, as_cards

if TYPE_CHECKING:
    from ttrkit.colours import Colour
    from ttrkit.events import Cell
    from ttrkit.knowledge.observation import Observation
    from ttrkit.variant import Variant

PileName = tuple[str, int]  # such as ("hand", seat)
MAX_DECKS = 30  # told apart; games of the editions have up to six or so


class Knowledge:
    """All that one seat can tell of the piles of cards from the events that it has seen.

    Parts report what an event reveals (the hook `learn`). Payments need no report: whoever plays an
    action that has `cards` (and `shared`) pays with them. Neither do draws of cards, which go into
    the hand unless a part stores them elsewhere (`store_drawn_card`).
    """

    def __init__(self, variant: Variant, seat: int, opening: Sequence[Outcome] = ()) -> None:
        self.variant = variant
        self.seat = seat
        """The seat that has seen the events."""
        self.piles: defaultdict[PileName, Track] = defaultdict(Track)
        self.ends: list[list[int]] = []
        """For every deck that was used up: by card, the number hidden then less the balances."""
        self.is_followed = True
        """Whether no card was moved in a way that cannot be followed."""
        self.noted: dict[str, list[Any]] = {}
        """Anything else that parts note of the events, by a name of their own."""
        self.passes: list[Passed] = []
        """The passes of others."""
        self._kept: dict[object, list[Cell] | None] = {}  # by kind of action: see `keeps_events`
        self._laid: list[tuple[Cards, Cards]] = []  # what the claim in progress was paid with
        self._learners = variant.engine.learners
        self._drawn: list[int] = []  # the decks of the event's unseen cards, if it made one anew
        self._draws_into_hands = not variant.engine.answers.store_drawn_card
        learns_draws = self._learners("DrawFaceUp") or self._learners("DrawBlind")
        self._is_plain = (
            self._draws_into_hands and not learns_draws,
            not self._learners("ClaimRoute"),
        )  # whether draws, and whether claims, mean nothing to parts
        for item in opening:
            if type(item) is NewDeck:
                self._end_deck(item)

    def known_of(self, pile: PileName) -> Track:
        """What is known of this pile, to be read only."""
        return self.piles.get(pile) or Track()

    def track(self, pile: PileName) -> Track:
        """What is known of this pile, to be changed."""
        return self.piles[pile]

    # What parts report -----------------------------------------------------------------------

    def gain(self, pile: PileName, cards: Cards) -> None:
        """Note that the seat saw these cards go into the pile."""
        balance = self.track(pile).balance
        for card, n in enumerate(cards.counts):
            balance[card] += n

    def gain_one(self, pile: PileName, colour: Colour) -> None:
        """Note that the seat saw this card go into the pile."""
        self.track(pile).balance[CARD_NUMBER[colour]] += 1

    def lose(self, pile: PileName, cards: Cards) -> None:
        """Note that the seat saw these cards leave the pile: they must have been in it."""
        track = self.piles[pile]
        balance, least = track.balance, track.least
        for card, n in pairs_of(cards.counts):
            balance[card] = left = balance[card] - n
            if left + least[card] < 0:
                track.add_need((card, len(track.unseen), -left))

    def draw(self, pile: PileName, colour: Colour | None = None) -> None:
        """Note that a card went from the deck into the pile; its colour, if the seat saw it."""
        deck = self._drawn.pop(0) if self._drawn else len(self.ends)
        if colour is None:
            self.track(pile).unseen.append(deck)
        else:
            self.gain_one(pile, colour)

    def move_all(self, source: PileName, target: PileName) -> None:
        """Note that all cards of one pile went into another."""
        moved, into = self.piles.pop(source, Track()), self.track(target)
        into.unseen += moved.unseen
        for card, n in enumerate(moved.balance):
            into.balance[card] += n

    def reveal(self, pile: PileName, colour: Colour) -> None:
        """Note that the card that last went into the pile unseen turns out to be of this colour."""
        track = self.track(pile)
        deck = track.unseen.pop()
        self.gain_one(pile, colour)
        for hidden in self.ends[deck:]:  # it has been known to this seat all along, as it were
            hidden[CARD_NUMBER[colour]] -= 1

    def forget(self, *piles: PileName) -> None:
        """Note that cards were moved from or into these piles unseen: nothing is sure any more."""
        self.is_followed = False
        for pile in piles:
            self.piles[pile] = Track()

    def note_refund(self, seat: int) -> None:
        """Note that a seat took back all that it laid down for the claim in progress."""
        for cards, shared in self._laid:
            self.gain(("hand", seat), cards)
            self._note_shared(seat, shared, returned=True)
        self._laid = []

    def _note_shared(self, seat: int, shared: Cards, *, returned: bool) -> None:
        if shared:
            for learn_payment in self.variant.engine.answers.learn_payment:
                learn_payment(self, seat, shared, returned=returned)

    def keep(self, name: str, event: Event) -> None:
        """Keep an event as a link of a history: see `keeps_events`."""
        self.note(name, (None, event.seat, event.action, event.outcome, ()))

    def note(self, name: str, item: object) -> None:
        """Keep a value, which must never change, for the part that will deal hidden things anew."""
        self.noted.setdefault(name, []).append(item)

    # Following the events ----------------------------------------------------------------------

    def follow(self, fresh: Sequence[Cell], first: int) -> None:
        """Take in the next events as the seat has seen them; the first one has this number."""
        piles, kept, has_plain_draws, has_plain_claims = self.piles, self._kept, *self._is_plain
        for number, cell in enumerate(fresh, first):
            _, seat, action, outcome, _ = cell
            kind: Any = type(action)
            if kind is DrawFaceUp and has_plain_draws and not outcome:  # the usual cases, straight
                piles["hand", seat].balance[action.card] += 1  # type: ignore[attr-defined]
                continue
            if kind is DrawBlind and has_plain_draws and len(outcome) == 1:
                drawn = outcome[0]
                if drawn is CARD_DRAWN:
                    piles["hand", seat].unseen.append(len(self.ends))
                    continue
                if type(drawn) is Drawn:
                    piles["hand", seat].balance[CARD_NUMBER[drawn.colour]] += 1
                    continue
            if kind is ClaimRoute:
                cards, shared = action.cards, action.shared  # type: ignore[attr-defined]
                self._laid = [(cards, shared)]
                self.lose(("hand", seat), cards)
                if shared is not NO_CARDS:
                    self._note_shared(seat, shared, returned=False)
                if has_plain_claims and not outcome:
                    continue
            elif kind is Pass and seat != self.seat:
                self._note_pass(number, seat)
            label = action.kind if kind is Unseen else kind  # type: ignore[attr-defined]
            if label not in kept:
                kept[label] = self._kept_events(action)
            events = kept[label]
            if events is not None and NewDeck not in map(type, outcome):
                events.append(cell)
            else:
                self._take_in(seat, action, outcome)

    def _kept_events(self, action: Action) -> list[Cell] | None:
        """Where events of this kind are kept, if that is all that is done with them."""
        kind: Any = type(action)
        learners = self._learners(action.kind if isinstance(action, Unseen) else kind.__name__)
        name = getattr(learners[0], KEPT_AS, None) if len(learners) == 1 else None
        return None if name is None or is_paid(kind) else self.noted.setdefault(name, [])

    def _take_in(self, seat: int, action: Action, outcome: tuple[Outcome, ...]) -> None:
        """Take in any event but that a claim is paid for."""
        kind: Any = type(action)
        if kind is not ClaimRoute and is_paid(kind):
            paid: Any = action
            cards, shared = as_cards(paid.cards), as_cards(getattr(paid, "shared", NO_CARDS))
            self.lose(("hand", seat), cards)
            self._note_shared(seat, shared, returned=False)
            self._laid.append((cards, shared))
        learners = self._learners(action.kind if type(action) is Unseen else kind.__name__)
        is_draw = kind is DrawFaceUp or kind is DrawBlind
        reshuffles: list[NewDeck] = []
        if NewDeck in map(type, outcome):
            reshuffles = [item for item in outcome if type(item) is NewDeck]
            self._drawn = list(self._decks_of(outcome))
            if is_draw and type(outcome[0]) is NewDeck:
                self._end_deck(reshuffles.pop(0))  # before the card was taken
        if learners or is_draw:
            event = event_of(seat, action, outcome)
            if is_draw and self._draws_into_hands:
                self._note_draw(event)
            for learn in learners:
                learn(self, event)
        self._drawn = []
        for new in reshuffles:
            self._end_deck(new)

    def _note_draw(self, event: Event) -> None:
        """Note a card drawn into the hand."""
        if type(event.action) is DrawFaceUp:
            self.gain_one(("hand", event.seat), event.action.colour)
        else:
            seen = [item.colour for item in event.outcome if type(item) is Drawn]
            self.draw(("hand", event.seat), seen[0] if seen else None)

    def _note_pass(self, number: int, seat: int) -> None:
        then = {
            name: (track.balance[:], len(track.unseen))
            for name, track in self.piles.items()
            if name[0] != "hand" or name[1] == seat
        }
        before = [passed.piles for passed in self.passes if passed.seat == seat]
        if not before or before[-1] != then:  # routes are only ever fewer
            self.passes.append(Passed(number, seat, then))

    def _decks_of(self, outcome: tuple[Outcome, ...]) -> Iterator[int]:
        """For every card drawn unseen, in order: the number of the deck that it came from."""
        deck = len(self.ends)
        for item in outcome:
            if type(item) is NewDeck:
                deck += 1
            elif item == CARD_DRAWN or type(item) is Drawn:
                yield deck

    def _end_deck(self, new: NewDeck) -> None:
        """Take in that the deck was made anew."""
        hidden = list(new.hidden.counts)
        for track in self.piles.values():
            hidden = list(map(int.__sub__, hidden, track.balance))
        self.ends.append(hidden)
        if len(self.ends) > MAX_DECKS:
            self._merge_oldest()

    def _merge_oldest(self) -> None:
        """Tell the two oldest decks apart no more, so that very long games stay within bounds.

        Cards of the older one that were needed are taken as seen; where its others went is known
        less well from now on.
        """
        old = [0] * CARD_KINDS
        for track in self.piles.values():
            old = list(map(int.__add__, old, track.merge_oldest()))
        self.ends = [list(map(int.__sub__, hidden, old)) for hidden in self.ends[1:]]
        self.passes = []


@cache
def pairs_of(counts: bytes) -> tuple[tuple[int, int], ...]:
    """The cards that are there, each with its count."""
    return tuple([(card, n) for card, n in enumerate(counts) if n])


@cache
def is_paid(kind: Any) -> bool:
    """Whether actions of this kind are paid for with their field `cards`."""
    return attrs.has(kind) and any(field.name == "cards" for field in attrs.fields(kind))


def deduced(observation: Observation) -> Knowledge:
    """All that the seat can tell from its history.

    It is remembered with the history, so that only new events are followed. It changes when it is
    asked for again later: it is to be read at once.
    """
    history = observation.history
    memory = history.memory
    known: tuple[Cell | None, Knowledge] | None = memory.pop("deduced", None)
    fresh = None if known is None else history.since(known[0])
    if known is None or fresh is None:  # nothing is remembered, or of another course of events
        knowledge = Knowledge(observation.variant, observation.seat, observation.opening)
        fresh = history.since(None) or []
    else:
        knowledge = known[1]
    if fresh:  # while it is not followed to the end, it is not remembered
        knowledge.follow(fresh, len(history) - len(fresh))
    memory["deduced"] = (history.newest, knowledge)
    return knowledge
