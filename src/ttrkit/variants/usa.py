"""USA, the 10th Anniversary edition: the base game with 69 tickets (clauses US-01 to US-90)."""

from ttrkit.board import load_data
from ttrkit.parts import Claiming, Drawing, LastRound, LongestRoute, ParallelRoutes, Tickets
from ttrkit.variant import CLASSIC_DECK, Variant

VARIANT = Variant(
    name="usa",
    title="USA (10th Anniversary)",
    board=load_data("usa"),
    players=range(2, 6),  # US-01
    trains=45,
    deck=CLASSIC_DECK,
    cards_dealt=4,  # US-02
    market_size=5,
    market_wilds=3,  # US-14
    draws=2,  # US-11
    tickets_dealt=3,  # US-03
    tickets_kept_first=2,
    tickets_drawn=3,  # US-60
    tickets_kept=1,
    parts=(
        Drawing(),  # US-11 to US-17
        Claiming(),  # US-20 to US-24
        Tickets(),  # US-60 to US-62, US-81; first tie-break
        ParallelRoutes(all_open_from=4),  # US-25, US-26
        LastRound(trains=2),  # US-80
        LongestRoute(points=10),  # US-82; second tie-break
    ),
)
