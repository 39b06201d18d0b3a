"""Asia: team play with holders, deep tunnels and triple routes (clauses AS-01 to AS-90).

The board's tickets are a reconstruction: see its provenance.
"""

from ttrkit.board import load_data
from ttrkit.parts import (
    Claiming,
    Drawing,
    Globetrotter,
    LastRound,
    LongestRoute,
    ParallelRoutes,
    Teams,
    Tickets,
    Tunnels,
)
from ttrkit.variant import CLASSIC_DECK, Variant

VARIANT = Variant(
    name="asia",
    title="Asia (team play)",
    board=load_data("asia"),
    players=(4, 6),  # AS-01
    trains=27,
    deck=CLASSIC_DECK,
    cards_dealt=4,  # AS-02
    market_size=5,
    market_wilds=3,
    draws=2,
    tickets_dealt=5,  # AS-03
    tickets_kept_first=3,
    tickets_drawn=4,  # AS-60
    tickets_kept=1,
    parts=(
        Drawing(),
        Claiming(),
        Tunnels(),  # AS-40, AS-41
        Tickets(),  # AS-60 to AS-62, AS-81
        Teams(size=2),  # AS-01 to AS-05, AS-11, AS-12, AS-20, AS-65
        ParallelRoutes(all_open_from=6),  # AS-21 to AS-23
        LastRound(trains=4),  # AS-80, by team
        Globetrotter(points=10),  # AS-82
        LongestRoute(points=10),  # AS-82, the Asian Express
    ),  # ties: tickets, longest route (AS-90)
)
