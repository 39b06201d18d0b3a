"""Drawing cards: the market, the deck, and how many cards a turn gives."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING

import attrs

from ttrkit.colours import CARD_COLOURS, Colour
from ttrkit.events.actions import Action, DrawBlind, DrawFaceUp
from ttrkit.events.outcomes import Drawn
from ttrkit.hooks.part import Decision, Part
from ttrkit.payment.card_counts import WILD_CARD, list_cards

if TYPE_CHECKING:
    from ttrkit.engine.engine import Engine
    from ttrkit.engine.state import State
    from ttrkit.events.history import Event
    from ttrkit.knowledge.deduction import Knowledge

BLIND = DrawBlind()
FACE_UP = tuple(map(DrawFaceUp, CARD_COLOURS))
DRAWN = tuple(map(Drawn, CARD_COLOURS))
ALL = -1  # cards left: as many as the turn gives
WHOLE_TURN = 255  # the weight of a card that can only be a turn's first and last


class NextCard(Decision):
    """Another card of the same turn; `data` is (how many are left, how many the turn gives)."""

    name = "next card"
    actions = (DrawFaceUp, DrawBlind)
    data_type = tuple[int, int]

    def __init__(self, drawing: Drawing) -> None:
        self._drawing = drawing

    def enter(self, state: State, seat: int, data: tuple[int, int]) -> bool:
        """GAP-03: without a card that may be taken, the turn ends."""
        return True if state.deck else bool(self.options(state, seat, data))

    def options(self, state: State, seat: int, data: tuple[int, int]) -> list[Action]:
        left, limit = data
        out = list(self._drawing.face_up_actions(state, left, limit))
        if state.deck or any(state.discards):
            out.append(BLIND)
        return out

    def why_not(self, state: State, seat: int, data: tuple[int, int], action: Action) -> str | None:
        left, limit = data
        return self._drawing.why_not(state, seat, action, left, limit)

    def resolve(self, state: State, seat: int, data: tuple[int, int], action: Action) -> None:
        left, limit = data
        self._drawing.perform(state, seat, action, left, limit)


@attrs.define(slots=False)
class Drawing(Part):
    """Draw cards, face up or blind (US-11 to US-17), from a market kept full (US-14, GAP-01, 02).

    A face-up wild counts for the whole turn: taken first it is the only card, and it cannot be
    taken second (US-12). Drawn blind it is a card like any other (US-13).
    """

    actions = (DrawFaceUp, DrawBlind)

    def prepare(self, engine: Engine) -> None:
        """Weigh the cards once: see the hook `draw_weight`."""
        variant = engine.variant
        self._limit = variant.draws
        self._market_size = variant.market_size
        self._wild_limit = variant.market_wilds
        self._box = list_cards(variant.deck.counts)
        self._limit_hooks = engine.answering("draw_limit")
        self._place_hooks = engine.answering("place_card")
        self._blind_weights = [self._weigh(engine, colour, False) for colour in CARD_COLOURS]
        self._weights = [self._weigh(engine, colour, True) for colour in CARD_COLOURS]
        self._heaviest = max(self._weights)
        self._powers = engine.market_powers
        self._listed: dict[int, dict[int, tuple[Action, ...]]] = {}  # by most weight and market
        self._is_fixed = not self._limit_hooks and self._limit > 0  # the same limit in every turn
        self._next_card = NextCard(self)

    def _weigh(self, engine: Engine, colour: Colour, face_up: bool) -> int:
        weight = WHOLE_TURN if face_up and colour is Colour.WILD else 1
        for draw_weight in engine.answering("draw_weight"):
            weight = draw_weight(colour, face_up, weight)
        return weight

    def decisions(self) -> Iterable[Decision]:
        return (self._next_card,)

    # Set-up and the market -----------------------------------------------------------------

    def set_up(self, state: State) -> None:
        """US-01, US-02: shuffle, deal the hands, then lay out the market (by `settle`)."""
        variant = state.variant
        state.deck = state.shuffled(self._box, "deck")
        for hand in state.hands:
            for _ in range(variant.cards_dealt):
                card = state.draw_card()
                if card >= 0:
                    hand[card] += 1
        self.fill_market(state)

    def fill_market(self, state: State) -> None:
        """Fill the market (GAP-02) and replace one with too many wilds (US-14, GAP-01)."""
        market = [*state.market]
        while True:
            while len(market) < self._market_size:
                card = state.draw_card()
                if card < 0:
                    state.market = tuple(market)
                    return
                market.append(card)
            state.market = tuple(market)
            if market.count(WILD_CARD) < self._wild_limit:
                state.market_is_in_order()
                return
            if not self.is_replaceable(state):
                return
            for card in market:
                state.discards[card] += 1
            market.clear()

    def is_replaceable(self, state: State) -> bool:
        """GAP-01: whether market, deck and discards hold enough plain cards for a better market."""
        plain = state.plain_cards_about()
        return plain > self._market_size - self._wild_limit

    def learn(self, knowledge: Knowledge, event: Event) -> None:
        if type(event.action) is DrawFaceUp and not self._place_hooks:
            knowledge.gain_one(("hand", event.seat), event.action.colour)

    # The actions ---------------------------------------------------------------------------

    def limit(self, state: State, seat: int) -> int:
        """How many cards this turn gives: see the hook `draw_limit`."""
        limit = self._limit
        for draw_limit in self._limit_hooks:
            limit = draw_limit(state, seat, limit)
        return limit

    def face_up_actions(self, state: State, left: int, limit: int) -> tuple[Action, ...]:
        """The face-up cards that may be taken with so many cards of the turn left."""
        most = self._heaviest if left == limit and limit > 0 else left
        if state.market is not state.settled:
            return self._may_be_taken(state.market, most)
        try:
            return self._listed[most][state.shown]
        except KeyError:
            found = self._may_be_taken(state.market, most)
            self._listed.setdefault(most, {})[state.shown] = found
            return found

    def _may_be_taken(self, market: tuple[int, ...], most: int) -> tuple[Action, ...]:
        """Each face-up card once that counts for so many cards at most."""
        weights = self._weights
        return tuple([FACE_UP[card] for card in sorted(set(market)) if weights[card] <= most])

    def list_actions(self, state: State, seat: int, out: list[Action]) -> None:
        limit = self._limit if self._is_fixed else self.limit(state, seat)
        out += self.face_up_actions(state, limit, limit)
        if limit > 0 and (state.deck or any(state.discards)):
            out.append(BLIND)

    def why_not(
        self, state: State, seat: int, action: Action, left: int = ALL, limit: int = ALL
    ) -> str | None:
        """Why a card may not be taken with so many cards of the turn left."""
        if limit == ALL:
            left = limit = self._limit if self._is_fixed else self.limit(state, seat)
        if type(action) is DrawFaceUp:
            card = action.card
            if card in state.market and (self._weights[card] <= left or left == limit > 0):
                return None
        elif type(action) is DrawBlind and left > 0 and (state.deck or any(state.discards)):
            return None
        return self._explain(state, action, left)

    def _explain(self, state: State, action: Action, left: int) -> str:
        """In words, why this is no card to take now."""
        if left <= 0:
            return "no card may be drawn in this turn"
        if type(action) is DrawBlind:
            return "deck and discards are empty: there is no card to draw blind"
        if type(action) is not DrawFaceUp:
            return f"the turn goes on with another card, not with {type(action).__name__}"
        if action.card not in state.market:
            shown = ", ".join(CARD_COLOURS[card].value for card in state.market) or "nothing"
            return f"no {action.colour.value} card is face up (the market shows {shown})"
        return (
            f"a face-up {action.colour.value} card counts for the whole turn: "
            "it cannot be taken after another card"
        )

    def perform(
        self, state: State, seat: int, action: Action, left: int = ALL, limit: int = ALL
    ) -> None:
        """Take a card, and ask for the next one if the turn gives more."""
        if limit == ALL:
            left = limit = self._limit if self._is_fixed else self.limit(state, seat)
        deck = state.deck
        if type(action) is DrawFaceUp:  # US-11: replaced at once, in its place
            face_up = True
            card = action.card
            fresh = deck.pop() if deck else state.draw_card()
            was = state.market
            lying = [*was]
            place = lying.index(card)
            if fresh < 0:
                del lying[place]
                state.market = tuple(lying)
            else:
                lying[place] = fresh
                state.market = market = tuple(lying)
                if was is state.settled and (
                    fresh != WILD_CARD or market.count(WILD_CARD) < self._wild_limit
                ):  # as good as it was
                    state.settled = market
                    state.shown += self._powers[fresh] - self._powers[card]
            left -= self._weights[card]
        else:  # US-13: what it was is between the seat and the deck
            face_up = False
            card = deck.pop() if deck else state.draw_card()
            state.log += (DRAWN[card],)
            left -= self._blind_weights[card]
        if left > 0:
            state.stack.append((self._next_card, seat, (left, limit)))
        if not self._place_hooks or not self._is_placed(state, seat, card, face_up, left <= 0):
            state.hands[seat][card] += 1

    def _is_placed(self, state: State, seat: int, card: int, face_up: bool, is_last: bool) -> bool:
        """Whether a part has put the card somewhere else than into the hand."""
        for place_card in self._place_hooks:
            if place_card(state, seat, card, face_up=face_up, is_last=is_last):
                return True
        return False
