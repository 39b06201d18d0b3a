"""The engine: the state of a game, the turn loop, and a variant made ready to play."""

from ttrkit.engine.engine import Engine
from ttrkit.engine.open_routes import OpenRoutes
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
]
