"""What everyone can deduce about hidden cards: the least that each hidden pile must contain."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from ttrkit.payment import CARD_KINDS, CARD_NUMBER, NO_CARDS, Cards

if TYPE_CHECKING:
    from ttrkit.colours import Colour
    from ttrkit.knowledge.observation import Observation

PileName = tuple[str, int]  # such as ("hand", seat)


class Knowledge:
    """For every hidden pile of cards: the least number of each kind that it must contain.

    Parts report what an event reveals (the hook `learn`). Cards that were taken openly, or laid
    down and taken back, are known until they may have been spent.
    """

    def __init__(self, observation: Observation) -> None:
        self.observation = observation
        self.at_least: dict[PileName, list[int]] = {}
        self.last_paid = (NO_CARDS, NO_CARDS)  # from hand and shared purse, by any seat
        self.is_newest = False  # whether the current event is the last one
        self.memo: dict[str, Any] = {}  # values that parts keep from event to event

    def gain(self, pile: PileName, cards: Cards) -> None:
        """Note that everybody saw these cards go into the pile."""
        known = self.at_least.setdefault(pile, [0] * CARD_KINDS)
        for card, n in enumerate(cards.counts):
            known[card] += n

    def gain_one(self, pile: PileName, colour: Colour) -> None:
        """Note that everybody saw this card go into the pile."""
        self.at_least.setdefault(pile, [0] * CARD_KINDS)[CARD_NUMBER[colour]] += 1

    def lose(self, pile: PileName, cards: Cards) -> None:
        """Note that these cards left the pile; they may be those known to be in it."""
        known = self.at_least.setdefault(pile, [0] * CARD_KINDS)
        for card, n in enumerate(cards.counts):
            known[card] = max(0, known[card] - n)

    def note_payment(self, seat: int, cards: Cards, shared: Cards) -> None:
        """Note that a seat paid `cards` from its hand and `shared` from the shared purse."""
        self.last_paid = (cards, shared)
        self.lose(("hand", seat), cards)
        self._note_shared(seat, shared, returned=False)

    def note_refund(self, seat: int) -> None:
        """Note that a seat took back the last payment."""
        cards, shared = self.last_paid
        self.gain(("hand", seat), cards)
        self._note_shared(seat, shared, returned=True)

    def _note_shared(self, seat: int, shared: Cards, *, returned: bool) -> None:
        if shared:
            for learn_payment in self.observation.variant.engine.answers.learn_payment:
                learn_payment(self, seat, shared, returned=returned)

    @classmethod
    def from_history(cls, observation: Observation) -> Knowledge:
        """Collect what the events of an observation reveal to everybody."""
        knowledge = cls(observation)
        learners = observation.variant.engine.answers.learn
        for left, event in zip(
            range(len(observation.history) - 1, -1, -1), observation.history, strict=True
        ):
            knowledge.is_newest = not left
            for learn in learners:
                learn(knowledge, event)
        return knowledge
