"""Paris: a small map, and French flags (clauses PA-01 to PA-90).

The board is partly a reconstruction: see its provenance, and `Variant.with_board` for your own.
"""

from ttrkit.board import load_data
from ttrkit.parts import Claiming, Drawing, Flags, LastRound, ParallelRoutes, Tickets
from ttrkit.payment import cards
from ttrkit.variant import Variant

VARIANT = Variant(
    name="paris",
    title="Paris",
    board=load_data("paris"),
    players=range(2, 5),  # PA-01
    trains=15,
    deck=cards(wild=8, white=8, blue=6, red=6, yellow=6, green=6, purple=6),
    cards_dealt=2,  # PA-02
    market_size=5,
    market_wilds=3,  # PA-14
    draws=2,  # PA-11
    tickets_dealt=2,  # PA-03
    tickets_kept_first=1,
    tickets_drawn=2,  # PA-60
    tickets_kept=1,
    parts=(
        Drawing(),  # PA-11 to PA-17
        Claiming(),  # PA-20 to PA-24
        Flags(colours=("blue", "white", "red"), points=4),  # PA-50 to PA-52
        Tickets(),  # PA-60 to PA-62, PA-81; the only tie-break (PA-90)
        ParallelRoutes(all_open_from=3),  # PA-25, PA-26
        LastRound(trains=2),  # PA-80
    ),
)
