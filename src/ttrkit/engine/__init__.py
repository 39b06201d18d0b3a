"""The engine: a variant made ready to play, the turn loop, and the state of a game.

The state declares with each of its fields how it is copied and saved.
"""

from ttrkit.engine.contract import check_parts, is_ours
from ttrkit.engine.engine import Engine
from ttrkit.engine.open_routes import OpenRoutes, who_closed
from ttrkit.engine.part_slots import COPIED
from ttrkit.engine.piles import (
    PileSpec,
    Scope,
    all_cards,
    all_piles,
    all_tickets,
    card_pile,
    deck_of,
    declared_piles,
    open_field,
    part_piles,
    pile_of,
    ticket_pile,
)
from ttrkit.engine.state import FREE, KEPT, Claim, State
from ttrkit.engine.stocks import (
    TRAINS,
    Stock,
    Things,
    all_things,
    counts_of,
    in_kinds,
    lay_pieces,
    pieces_left,
    shuffle_things,
)
from ttrkit.engine.storable import PLAIN, fields_of, in_words

__all__ = [
    "COPIED",
    "FREE",
    "KEPT",
    "PLAIN",
    "TRAINS",
    "Claim",
    "Engine",
    "OpenRoutes",
    "PileSpec",
    "Scope",
    "State",
    "Stock",
    "Things",
    "all_cards",
    "all_piles",
    "all_things",
    "all_tickets",
    "card_pile",
    "check_parts",
    "counts_of",
    "deck_of",
    "declared_piles",
    "fields_of",
    "in_kinds",
    "in_words",
    "is_ours",
    "lay_pieces",
    "open_field",
    "part_piles",
    "pieces_left",
    "pile_of",
    "shuffle_things",
    "ticket_pile",
    "who_closed",
]
