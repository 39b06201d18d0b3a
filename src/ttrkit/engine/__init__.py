"""The engine: a variant made ready to play, the turn loop, and the state of a game.

The state declares with each of its fields how it is copied and saved.
"""

from ttrkit.engine.engine import Engine
from ttrkit.engine.open_routes import OpenRoutes, who_closed
from ttrkit.engine.part_slots import COPIED
from ttrkit.engine.piles import (
    Scope,
    all_cards,
    all_piles,
    all_tickets,
    card_pile,
    open_field,
    ticket_pile,
)
from ttrkit.engine.state import FREE, KEPT, Claim, State

__all__ = [
    "COPIED",
    "FREE",
    "KEPT",
    "Claim",
    "Engine",
    "OpenRoutes",
    "Scope",
    "State",
    "all_cards",
    "all_piles",
    "all_tickets",
    "card_pile",
    "open_field",
    "ticket_pile",
    "who_closed",
]
