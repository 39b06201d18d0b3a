"""The patches that break the clauses of Europe: see `test_breaks.py`."""

from tests.conformance.base import breaks
from tests.conformance.base.breaks import OBSERVE, PARALLEL, TALLY

EUROPE = "src/ttrkit/variants/europe.py"
FERRIES = "src/ttrkit/parts/ferries.py"
STATIONS = "src/ttrkit/parts/stations.py"
TUNNELS = "src/ttrkit/parts/tunnels.py"

# Clauses that are the base game's: so is the patch, where it sits in a part.
SHARED = {
    "EU-05": "US-04",
    "EU-12": "US-12",
    "EU-13": "US-13",
    "EU-15": "US-15",
    "EU-16": "US-16",
    "EU-17": "US-17",
    "EU-20": "US-20",
    "EU-21": "US-21",
    "EU-22": "US-22",
    "EU-23": "US-23",
    "EU-25": "US-25",
    "EU-62": "US-62",
    "EU-82": "US-82",
    "EU-83": "US-83",
}

OWN: dict[str, tuple[str, str, str]] = {
    # Set-up
    "EU-01": (EUROPE, "trains=45", "trains=44"),
    "EU-02": (EUROPE, "cards_dealt=4", "cards_dealt=5"),
    "EU-03": (EUROPE, 'special={"long": 1}', 'special={"long": 0}'),
    "EU-04": (EUROPE, "first_refused_leave=True", "first_refused_leave=False"),
    # A turn, and drawing cards
    "EU-10": (
        STATIONS,
        "        self._put(state, seat, city)",
        "        self._put(state, seat, city)\n        state.push(self.engine.loop.turn, seat)",
    ),
    "EU-11": (EUROPE, "draws=2", "draws=3"),
    "EU-14": (EUROPE, "market_wilds=3", "market_wilds=4"),
    # Claiming a route
    "EU-24": ("data/europe.toml", "\n8 = 21\n", "\n8 = 20\n"),
    "EU-26": (EUROPE, "all_open_from=4", "all_open_from=3"),
    "EU-27": (PARALLEL, "sets.setdefault(route.group, [])", "sets.setdefault(route.a, [])"),
    "EU-30": (FERRIES, "wilds=route.ferry)", "wilds=0)"),
    "EU-40": (TUNNELS, "len(cards) < route.tunnel", "len(cards) < route.tunnel - 1"),
    "EU-41": (TUNNELS, "due += turned_up[payment.card]", "due = turned_up[payment.card]"),
    "EU-42": (TUNNELS, "        if payment.card != WILD_CARD:\n", "        if True:\n"),
    "EU-43": (TUNNELS, "state.refund(seat, claim.payment)", "state.discard(claim.payment)"),
    "EU-44": (TUNNELS, "        if slot.turned_up != NO_PILE:", "        if False:"),
    "EU-45": (
        TUNNELS,
        "(card := state.draw_card()) >= 0",
        "state.deck and (card := state.draw_card()) >= 0",
    ),
    # Drawing tickets
    "EU-60": (EUROPE, "tickets_drawn=3", "tickets_drawn=2"),
    "EU-61": (
        OBSERVE,
        "state.kept_tickets(viewer),",
        "tuple([number for held in state.tickets for number in held]),",
    ),
    # Stations
    "EU-70": (
        STATIONS,
        "for free in slot.free if free != city",
        "for free in slot.free if seat or free != city",
    ),
    "EU-71": (STATIONS, "Cost(n, plain) for n in", "Cost(1, plain) for n in"),
    "EU-72": (STATIONS, "if owners[n] != FREE and owners[n]", "if owners[n]"),
    "EU-73": (EUROPE, "count=3, points=4", "count=3, points=5"),
    "EU-74": (
        TALLY,
        "edges = [ends[number] for number in self.route_numbers(team)]",
        "lent = max(self._borrowings(team), key=len)\n"
        "            edges = [ends[number] for number in (*self.route_numbers(team), *lent)]",
    ),
    # The end
    "EU-80": (EUROPE, "LastRound(trains=2)", "LastRound(trains=1)"),
    "EU-81": (TALLY, "for routes in borrowed_routes(self, team):", "for routes in ():"),
    "EU-90": (STATIONS, "return -sum(", "return sum("),
    # Where the rulebooks are silent
    "GAP-10": (
        TALLY,
        "points * many + 1",
        "points",
    ),
    "GAP-16": (
        TUNNELS,
        'turned_up: list[int] = card_pile(per="game", seen="all")',
        'turned_up: list[int] = card_pile(per="game", seen="none")',
    ),
    "GAP-17": (TUNNELS, "return [*payable, LEAVE]", "return [*payable] or [LEAVE]"),
    "GAP-29": (
        TALLY,
        "            if others:\n                stations",
        "            if not others:\n                return ()\n            stations",
    ),
}

BREAKS: dict[str, tuple[str, str, str]] = {
    **{clause: breaks.BREAKS[base] for clause, base in SHARED.items()},
    **OWN,
}
