"""Actions of home-made rules, by the hints of their parts: see the hook `hint`."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any
from weakref import WeakKeyDictionary

from ttrkit.colours import Colour
from ttrkit.engine import Engine
from ttrkit.hooks import answer_of
from ttrkit.payment import NO_CARDS, Cards

if TYPE_CHECKING:
    from ttrkit.events import Action
    from ttrkit.knowledge import Observation

CARD_POINTS = 1.0  # the worth of a card: about half of what a turn brings
WILD_POINTS = 1.8
TURN_POINTS = 2.0  # an action of a turn must bring more than the usual turn does
DRAW_POINTS = 1.0  # an answer in the place of another card


_HINTING: WeakKeyDictionary[Engine, dict[type, int]] = WeakKeyDictionary()


def hinting_parts(engine: Engine) -> dict[type, int]:
    """By kind of action: the number of the part that it belongs to, if that has hints."""
    found = _HINTING.get(engine)
    if found is None:
        found = _HINTING[engine] = {}  # no parts: they would keep their engine for ever
        for number, part in enumerate(engine.parts):
            if answer_of(part, "hint") is not None:
                own = [kind for decision in part.decisions() for kind in decision.actions]
                joined = [kind for kinds in part.joins.values() for kind in kinds]
                found.update(dict.fromkeys((*part.actions, *own, *joined), number))
    return found


def best_hint(now: Observation) -> Action | None:
    """The action with the best hint, if it is better than what else could be done."""
    engine = now.variant.engine
    hinting = hinting_parts(engine)
    if not hinting:
        return None
    found: list[tuple[float, Action]] = []
    others = False
    for action in now.legal_actions:
        part = hinting.get(type(action))
        points = None if part is None else engine.parts[part].hint(now, action)
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
    """The worth, in points, of the cards that an action pays."""
    paid = 0.0
    for purse in (getattr(action, "cards", NO_CARDS), getattr(action, "shared", NO_CARDS)):
        if isinstance(purse, Cards):
            wilds = purse[Colour.WILD]
            paid += CARD_POINTS * (purse.total - wilds) + WILD_POINTS * wilds
    return paid
