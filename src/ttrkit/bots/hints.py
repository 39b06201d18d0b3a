"""Actions of home-made rules, by the hints of their parts: see the hook `hint`."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from ttrkit.colours import Colour
from ttrkit.payment import NO_CARDS, Cards

if TYPE_CHECKING:
    from ttrkit.events import Action
    from ttrkit.knowledge import Observation

CARD_POINTS = 1.0  # the worth of a card: about half of what a turn brings
WILD_POINTS = 1.8
TURN_POINTS = 2.0  # an action of a turn must bring more than the usual turn does
DRAW_POINTS = 1.0  # an answer in the place of another card


def best_hint(now: Observation) -> Action | None:
    """The action with the best hint, if it is better than what else could be done."""
    hints = now.variant.engine.hints
    if not hints:
        return None
    found: list[tuple[float, Action]] = []
    others = False
    for action in now.legal_actions:
        hint = hints.get(type(action))
        points = None if hint is None else hint(now, action)
        if points is None:
            others = True
        else:
            found.append((points - price(action), action))
    if not found:
        return None
    points, best = max(found, key=lambda pair: pair[0])
    least = TURN_POINTS if now.decision == "turn" else DRAW_POINTS
    return best if not others or points >= least else None


def price(action: Any) -> float:
    """What the cards that an action pays are worth, in points."""
    paid = 0.0
    for purse in (getattr(action, "cards", NO_CARDS), getattr(action, "shared", NO_CARDS)):
        if isinstance(purse, Cards):
            wilds = purse[Colour.WILD]
            paid += CARD_POINTS * (purse.total - wilds) + WILD_POINTS * wilds
    return paid
