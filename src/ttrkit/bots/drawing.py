"""Draws of cards, ranked by what the cards are worth."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ttrkit.bots.outlook import turns_left
from ttrkit.events import DrawBlind, DrawFaceUp
from ttrkit.payment import WILD_CARD

if TYPE_CHECKING:
    from ttrkit.bots.saving import Needs
    from ttrkit.bots.sight import Judged, Sight

LONG_RUN = 0.014  # a card from the deck is worth more for every turn left: of the cards that the
# plan lacks, many will turn up in time, and wilds that cost no whole turn come from the deck alone


def ranked_draws(sight: Sight, needs: Needs) -> list[Judged]:
    """The draws of cards, the best first; at the start of a turn with what the next one brings.

    The judgement is in cards that are sure to be used. A face-up wild stands for a whole turn.
    """
    worth = needs.worth
    blind = blind_worth(sight, needs) + LONG_RUN * turns_left(sight)
    found: list[Judged] = []
    wild: DrawFaceUp | None = None
    for action in sight.kinds.get(DrawFaceUp, ()):
        if action.card == WILD_CARD:
            wild = action
        else:
            found.append((worth[action.card], action))
    found += [(blind, action) for action in sight.kinds.get(DrawBlind, ())]
    found.sort(key=_first)
    if found and sight.chart.rules.draws > 1 and sight.decision == "turn":
        again = max(blind, found[1][0] if len(found) > 1 else 0.0)
        best = found[0][1]
        if type(best) is DrawFaceUp and sight.now.market.count(best.card) > 1:
            again = found[0][0]
        found = [(value + again, action) for value, action in found]
    if wild is not None:
        found.append((worth[WILD_CARD], wild))
        found.sort(key=_first)
    return found


def _first(judged: Judged) -> float:
    return -judged[0]


def blind_worth(sight: Sight, needs: Needs) -> float:
    """The worth of a card that nobody has seen, on average."""
    now = sight.now
    unseen = [*sight.chart.rules.deck]
    for pile in (sight.funds, now.discards):
        for card, n in enumerate(pile):
            if n:
                unseen[card] -= n
    for card in now.market:
        unseen[card] -= 1
    total = worth = 0.0
    for n, value in zip(unseen, needs.worth, strict=True):
        total += n
        worth += n * value
    return worth / total if total > 0 else 0.0
