"""Tunnels: cards turned up from the deck may require an extra payment."""

from __future__ import annotations

from collections.abc import Iterable
from functools import cache
from typing import TYPE_CHECKING

import attrs

from ttrkit.colours import CARD_COLOURS, Colour
from ttrkit.engine import Claim, card_pile
from ttrkit.events import Action, TurnedUp
from ttrkit.hooks import Decision, Part
from ttrkit.payment import (
    CARD_KINDS,
    NO_CARDS,
    WILD_CARD,
    Cards,
    Cost,
    Payment,
    PricedActions,
    as_cards,
    in_words,
    recall,
)

if TYPE_CHECKING:
    from ttrkit.board import Route
    from ttrkit.engine import Engine, State
    from ttrkit.events import Event
    from ttrkit.knowledge import Knowledge


@attrs.frozen(cache_hash=True)
class PayTunnel(Action):
    """Play the extra cards that a tunnel asks for: from the hand, and `shared` from the holder."""

    is_public = True

    cards: Cards = attrs.field(converter=as_cards)
    shared: Cards = attrs.field(default=NO_CARDS, converter=as_cards)

    def __str__(self) -> str:
        return f"pay {in_words(self.cards, self.shared)} more for the tunnel"


@attrs.frozen
class LeaveTunnel(Action):
    """Take the cards back and end the turn."""

    is_public = True

    def __str__(self) -> str:
        return "leave the tunnel"


LEAVE = LeaveTunnel()
NO_PILE = [0] * CARD_KINDS


@attrs.define
class TunnelSlot:
    """The cards turned up in this turn."""

    turned_up: list[int] = card_pile(per="game", seen="all")


class PayOrLeave(Decision):
    """The choice to pay the extra cost of a tunnel, which is `data`, or to leave the tunnel."""

    name = "tunnel"
    actions = (PayTunnel, LeaveTunnel)
    data_type = Cost

    def __init__(self, engine: Engine) -> None:
        self._tables = engine.payments
        self._priced = PricedActions(engine.payments, _pay_tunnel)

    def options(self, state: State, seat: int, data: Cost) -> list[Action]:
        picks = recall(state.memory, self._tables[data])
        payable = picks.payable(state.purses(seat), self.payments(data))
        return [*payable, LEAVE]

    def payments(self, cost: Cost) -> tuple[PayTunnel, ...]:
        """Every way to pay this cost."""
        return self._priced.row(None, cost)

    def check(self, state: State, seat: int, data: Cost, action: Action) -> Payment | str | None:
        """Return the payment, None if the tunnel is left, or a refusal."""
        if type(action) is LeaveTunnel:
            return None
        if type(action) is not PayTunnel:
            return f"the tunnel is to be paid for or left, not {type(action).__name__}"
        payment = self._tables[data].find(action.cards, action.shared)
        if payment is not None and state.can_pay(seat, payment):
            return payment
        played = in_words(action.cards, action.shared)
        if payment is None:
            return f"the tunnel asks for {data} more; you played {played}"
        return f"you do not hold {played}"

    def resolve(
        self, state: State, seat: int, data: Cost, action: Action, found: Payment | None
    ) -> None:
        claim = state.claim
        assert claim is not None  # the decision is about this claim
        if found is None:
            state.refund(seat, claim.payment)
            state.claim = None
        else:
            state.pay(seat, found)
            state.claim = Claim(claim.seat, claim.route, claim.payment + found)


def _pay_tunnel(_: None, payment: Payment) -> PayTunnel:
    return PayTunnel(payment.cards, payment.shared)


@attrs.define(slots=False)
class Tunnels(Part):
    """Claiming a tunnel turns up cards (EU-40 to EU-45), as many as the board says (AS-40).

    For each of them that is wild or of the colour played, one more card is due. If only wilds were
    played, only wilds count and only wilds pay. A seat that does not pay takes its cards back.
    """

    slot = TunnelSlot
    learns_from = (LeaveTunnel,)

    def prepare(self, engine: Engine) -> None:
        self._pay_or_leave = PayOrLeave(engine)

    def decisions(self) -> Iterable[Decision]:
        return (self._pay_or_leave,)

    def every_action(self) -> Iterable[Action]:
        deepest = max([route.tunnel for route in self.engine.board.routes], default=0)
        colours = [colour for colour in CARD_COLOURS if self.engine.variant.deck[colour]]
        for due in range(1, deepest + 1):
            for colour in colours:
                yield from self._pay_or_leave.payments(self._cost(due, colour))
        yield LEAVE

    def delays_claim_of(self, route: Route) -> bool:
        return route.tunnel > 0

    def before_claim(self, state: State, seat: int, route: Route, payment: Payment) -> None:
        self.end_turn(state, seat)  # another tunnel in the same turn, by home-made rules
        slot: TunnelSlot = self.slot_of(state)
        cards: list[int] = []
        turned_up = [0] * CARD_KINDS
        while len(cards) < route.tunnel and (card := state.draw_card()) >= 0:
            cards.append(card)
            turned_up[card] += 1
        slot.turned_up = turned_up
        state.note(TurnedUp(tuple(map(CARD_COLOURS.__getitem__, cards))))
        due = self._due(turned_up, payment)
        if due:
            state.push(self._pay_or_leave, seat, self._cost(due, payment.colour))

    @staticmethod
    def _due(turned_up: list[int], payment: Payment) -> int:
        """The number of cards turned up that are wild or of the colour played."""
        due = turned_up[WILD_CARD]
        if payment.card != WILD_CARD:
            due += turned_up[payment.card]
        return due

    @staticmethod
    @cache
    def _cost(due: int, played: Colour) -> Cost:
        """The cost of `due` cards of the colour played; only wilds if only wilds were played."""
        if played is Colour.WILD:
            return Cost(due, (), wilds=due)
        return Cost(due, (played,))

    def learn(self, knowledge: Knowledge, event: Event) -> None:
        if type(event.action) is LeaveTunnel:
            knowledge.note_refund(event.seat)

    def check_state(self, state: State) -> None:
        """What is to be paid for follows from the claim and the cards turned up."""
        turned_up, claim = self.slot_of(state).turned_up, state.claim
        asked = [at for at, frame in enumerate(state.pending) if frame[0] is self._pay_or_leave]
        if not asked:
            if any(turned_up) and not self.engine.is_home_made:
                raise ValueError("cards are turned up for no tunnel")
            return
        at = asked[0]
        _, seat, cost = state.pending[at]
        is_resumed = at > 0 and not state.pending[at - 1][0].is_question
        if claim is None or claim.seat != seat or len(asked) > 1 or not is_resumed:
            raise ValueError("a tunnel is to be paid for that nobody claims")
        tunnel = self.engine.board.routes[claim.route].tunnel
        due = self._due(turned_up, claim.payment)
        if sum(turned_up) > tunnel or not due or cost != self._cost(due, claim.payment.colour):
            raise ValueError(f"the tunnel asks for {cost}, but other cards are turned up")

    def end_turn(self, state: State, seat: int) -> None:
        """EU-44: the cards turned up are discarded at the end of the turn."""
        slot: TunnelSlot = state.slots[self._slot_index]
        if slot.turned_up != NO_PILE:
            for card, n in enumerate(slot.turned_up):
                state.discards[card] += n
            slot.turned_up = [0] * CARD_KINDS
