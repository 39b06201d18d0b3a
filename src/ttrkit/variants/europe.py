"""Europe: ferries, tunnels, stations and long tickets (clauses EU-01 to EU-90)."""

from ttrkit.board import load_data
from ttrkit.parts import (
    Claiming,
    Drawing,
    Ferries,
    LastRound,
    LongestRoute,
    ParallelRoutes,
    Stations,
    Tickets,
    Tunnels,
)
from ttrkit.variant import CLASSIC_DECK, Variant

VARIANT = Variant(
    name="europe",
    title="Europe",
    board=load_data("europe"),
    players=range(2, 6),  # EU-01
    trains=45,
    deck=CLASSIC_DECK,
    cards_dealt=4,  # EU-02
    market_size=5,
    market_wilds=3,  # EU-14
    draws=2,  # EU-11
    tickets_dealt=3,  # EU-03; one long ticket is added
    tickets_kept_first=2,  # EU-04
    tickets_drawn=3,  # EU-60
    tickets_kept=1,
    parts=(
        Drawing(),  # EU-11 to EU-17
        Claiming(),  # EU-20 to EU-24
        Ferries(),  # EU-30
        Tunnels(),  # EU-40 to EU-45
        Tickets(special={"long": 1}, first_refused_leave=True),  # EU-03, EU-04, EU-60 to EU-62
        ParallelRoutes(all_open_from=4),  # EU-25, EU-26
        Stations(count=3, points=4),  # EU-70 to EU-74
        LastRound(trains=2),  # EU-80
        LongestRoute(points=10),  # EU-82
    ),  # ties: tickets, stations, longest route (EU-90)
)
