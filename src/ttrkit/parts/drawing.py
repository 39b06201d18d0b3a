"""Drawing cards: the market, the deck, and the number of cards that a turn gives."""

from __future__ import annotations

from collections.abc import Iterable
from functools import cache
from typing import TYPE_CHECKING

import attrs

from ttrkit.colours import CARD_COLOURS, Colour
from ttrkit.events import (
    Action,
    DrawBlind,
    DrawFaceUp,
    Drawn,
    MarketReplaced,
    in_colours,
)
from ttrkit.hooks import Decision, Part
from ttrkit.payment import CARD_KINDS, WILD_CARD, list_cards

if TYPE_CHECKING:
    from ttrkit.engine import Engine, State

BLIND = DrawBlind()
FACE_UP = tuple(map(DrawFaceUp, CARD_COLOURS))
DRAWN = tuple((Drawn(colour),) for colour in CARD_COLOURS)  # as a log of this outcome alone
MAX_REPLACED = 2_000  # markets in a row (GAP-01): no edition ever gets there
WHOLE_TURN = 255  # the weight of a card that is the only one of its turn

Draws = tuple[int, int]
"""The number of draws left in the turn, and the number that the turn gives."""


@cache
def _replaced(market: tuple[int, ...]) -> MarketReplaced:
    """The outcome that tells of a market that was replaced; there are few with so many wilds."""
    return MarketReplaced(in_colours(market))


class NextCard(Decision):
    """The choice of another card in the same turn."""

    name = "next card"
    actions = (DrawFaceUp, DrawBlind)
    data_type = Draws

    def __init__(self, drawing: Drawing) -> None:
        self._drawing = drawing

    def enter(self, state: State, seat: int, data: Draws) -> bool:
        """Whether a card may be taken; if none may, the turn ends (GAP-03)."""
        return True if state.deck else bool(self.options(state, seat, data))

    def options(self, state: State, seat: int, data: Draws) -> list[Action]:
        out = [*self._drawing.face_up_actions(state, data)]
        if state.deck or any(state.discards):
            out.append(BLIND)
        return out

    def check(self, state: State, seat: int, data: Draws, action: Action) -> Draws | str:
        return self._drawing.check(state, seat, action, data)

    def resolve(self, state: State, seat: int, data: Draws, action: Action, found: Draws) -> None:
        self._drawing.perform(state, seat, action, found)


@attrs.define(slots=False)
class Drawing(Part):
    """Draw cards, face up or blind (US-11 to US-17), from a market kept full (US-14, GAP-01, 02).

    A face-up wild counts for the whole turn: taken first, it is the only card, and it cannot be
    taken second (US-12). A wild drawn blind is a card like any other (US-13).
    """

    actions = (DrawFaceUp, DrawBlind)

    def prepare(self, engine: Engine) -> None:
        """Work out the weight of every card once: see the hook `draw_weight`."""
        variant = engine.variant
        self._limit = variant.draws
        self._market_size = variant.market_size
        self._wild_limit = variant.market_wilds
        self._box = list_cards(variant.deck.counts)
        self._limit_hooks = engine.answers.draw_limit
        self._store_hooks = engine.answers.store_drawn_card
        self._blind_weights = [self._weigh(engine, colour, False) for colour in CARD_COLOURS]
        self._weights = [self._weigh(engine, colour, True) for colour in CARD_COLOURS]
        self._heaviest = max(self._weights)
        self._powers = [(variant.market_size + 1) ** card for card in range(CARD_KINDS)]
        self._listed: dict[int, dict[int, tuple[Action, ...]]] = {}  # by largest weight, market
        self._listed_first = self._listed.setdefault(self._heaviest, {})  # for the first draw
        self._every_turn: Draws | None = None  # None if turns may differ
        if not self._limit_hooks and self._limit > 0:
            self._every_turn = (self._limit, self._limit)
        self._is_alone = len(engine.answers.refill_market) == 1  # no part has another say
        self._next_card = NextCard(self)

    def _weigh(self, engine: Engine, colour: Colour, face_up: bool) -> int:
        weight = WHOLE_TURN if face_up and colour is Colour.WILD else 1
        for draw_weight in engine.answers.draw_weight:
            weight = draw_weight(colour, face_up, weight)
        return weight

    def decisions(self) -> Iterable[Decision]:
        return (self._next_card,)

    def every_action(self) -> Iterable[Action]:
        deck = self.engine.variant.deck.counts
        return (*(action for action in FACE_UP if deck[action.card]), BLIND)

    # Set-up and the market -----------------------------------------------------------------

    def set_up(self, state: State) -> None:
        """US-01, US-02: shuffle and deal the hands; the market is laid out before a decision."""
        variant = state.variant
        state.deck = state.shuffled(self._box, "deck")
        deck = state.deck
        for hand in state.hands:
            for _ in range(variant.cards_dealt):
                card = deck.pop() if deck else state.draw_card()
                if card < 0:
                    return  # the deck is used up
                hand[card] += 1

    def refill_market(self, state: State) -> bool:
        """Fill the market (GAP-02) and replace one with too many wilds (US-14, GAP-01)."""
        market = [*state.market]
        replaced = 0
        while True:
            while len(market) < self._market_size:
                card = state.deck.pop() if state.deck else state.draw_card()
                if card < 0:
                    state.market = tuple(market)
                    return False
                market.append(card)
            state.market = tuple(market)
            if market.count(WILD_CARD) < self._wild_limit:
                return True
            if replaced == MAX_REPLACED or not self._is_replaceable(state):
                return False
            replaced += 1
            state.note(_replaced(state.market))
            for card in market:
                state.discards[card] += 1
            market.clear()

    def _is_replaceable(self, state: State) -> bool:
        """GAP-01: whether market, deck and discards hold enough plain cards for a better market."""
        plain = len(state.market) - state.market.count(WILD_CARD)
        plain += len(state.deck) - state.deck.count(WILD_CARD)
        plain += sum(state.discards[:WILD_CARD])
        return plain > self._market_size - self._wild_limit

    def check_state(self, state: State) -> None:
        """A turn of drawing gives as many cards as the rules say, and has begun with one."""
        asked = [data for pending, _, data in state.pending if pending is self._next_card]
        lightest = min(*self._weights, *self._blind_weights)
        for left, limit in asked:
            if not 0 < left <= limit - (lightest > 0):
                raise ValueError(f"{left} of {limit} cards are left to draw after the first")
            if not self._limit_hooks and limit != self._limit:
                raise ValueError(f"{limit} cards are drawn in a turn, not {self._limit}")
        if len(asked) > 1 and not self.engine.is_home_made:
            raise ValueError("two turns of drawing at once")

    # The actions ---------------------------------------------------------------------------

    def _draws(self, state: State, seat: int) -> Draws:
        """The draws at the start of this turn: see the hook `draw_limit`."""
        limit = self._limit
        for draw_limit in self._limit_hooks:
            limit = draw_limit(state, seat, limit)
        return limit, limit

    def face_up_actions(self, state: State, draws: Draws) -> tuple[Action, ...]:
        """The actions that take a face-up card, as far as these draws allow."""
        left, limit = draws
        most = self._heaviest if left == limit > 0 else left
        if state.market is not state.market_in_order:
            return self._may_be_taken(state.market, most)
        if state.market_code < 0:
            if len(state.market) > self._market_size:  # more than the code can tell apart
                return self._may_be_taken(state.market, most)
            state.market_code = 0
            for card in state.market:
                state.market_code += self._powers[card]
        try:
            return self._listed[most][state.market_code]
        except KeyError:
            found = self._may_be_taken(state.market, most)
            self._listed.setdefault(most, {})[state.market_code] = found
            return found

    def _may_be_taken(self, market: tuple[int, ...], most: int) -> tuple[Action, ...]:
        """The actions that take a card of weight `most` or less, each once."""
        weights = self._weights
        return tuple([FACE_UP[card] for card in sorted(set(market)) if weights[card] <= most])

    def list_actions(self, state: State, seat: int, out: list[Action]) -> None:
        draws = self._every_turn or self._draws(state, seat)
        if draws[0] <= 0:
            out += self.face_up_actions(state, draws)
            return
        if state.market is state.market_in_order:
            try:  # as a rule, it was listed before
                out += self._listed_first[state.market_code]
            except KeyError:
                out += self.face_up_actions(state, draws)
        else:
            out += self.face_up_actions(state, draws)
        if state.deck or any(state.discards):
            out.append(BLIND)

    def check(
        self, state: State, seat: int, action: Action, draws: Draws | None = None
    ) -> Draws | str:
        """Return the draws before this card if it may be taken, or else a refusal."""
        left, limit = draws = draws or self._every_turn or self._draws(state, seat)
        if type(action) is DrawFaceUp:
            card = action.card
            if (
                card in state.market
                and action.colour is CARD_COLOURS[card]  # or it was tampered with
                and (self._weights[card] <= left or left == limit > 0)
            ):
                return draws
        elif type(action) is DrawBlind and left > 0 and (state.deck or any(state.discards)):
            return draws
        return self._explain(state, action, left)

    def _explain(self, state: State, action: Action, left: int) -> str:
        """The refusal: why this card may not be taken now."""
        if left <= 0:
            return "no card may be drawn in this turn"
        if type(action) is DrawBlind:
            return "deck and discards are empty: there is no card to draw blind"
        if type(action) is not DrawFaceUp:
            return f"the turn goes on with another card, not with {type(action).__name__}"
        if action.card not in state.market or action.colour is not CARD_COLOURS[action.card]:
            shown = ", ".join(CARD_COLOURS[card].value for card in state.market) or "nothing"
            return f"no {action.colour.value} card is face up (the market shows {shown})"
        return (
            f"a face-up {action.colour.value} card counts for the whole turn: "
            "it cannot be taken after another card"
        )

    def perform(self, state: State, seat: int, action: Action, found: Draws) -> None:
        """Take a card, and ask for the next one if the turn gives more."""
        left, limit = found
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
                if (self._is_alone and was is state.market_in_order) and (
                    fresh != WILD_CARD or market.count(WILD_CARD) < self._wild_limit
                ):  # still in order
                    state.market_in_order = market
                    if state.market_code >= 0:
                        state.market_code += self._powers[fresh] - self._powers[card]
            left -= self._weights[card]
        else:  # US-13: only the seat sees which card it was
            face_up = False
            card = deck.pop() if deck else state.draw_card()
            state.log += DRAWN[card]
            left -= self._blind_weights[card]
        if left > 0:
            state.stack.append((self._next_card, seat, (left, limit)))  # a `push`, made fast
        if not self._store_hooks or not self._is_stored(state, seat, card, face_up, left <= 0):
            state.hands[seat][card] += 1

    def count_draw(self, state: State, seat: int, draws: Draws | None = None) -> None:
        """Count another part's draw as one of the turn's, and ask for the next card if it has more.

        `draws` is the data of the decision "next card"; None if the turn begins with this draw.
        """
        left, limit = draws or self._every_turn or self._draws(state, seat)
        if left > 1:
            state.push(self._next_card, seat, (left - 1, limit))

    def _is_stored(self, state: State, seat: int, card: int, face_up: bool, is_last: bool) -> bool:
        """Whether a part has stored the card elsewhere than in the hand."""
        for store_drawn_card in self._store_hooks:
            if store_drawn_card(state, seat, card, face_up=face_up, is_last=is_last):
                return True
        return False
