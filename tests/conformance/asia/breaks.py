"""For every clause of Team Asia, a small patch that breaks its rule: see `test_breaks.py`."""

from tests.conformance.base import breaks

ASIA = "src/ttrkit/variants/asia.py"
BOARD = "data/asia.toml"
LONGEST_ROUTE = "src/ttrkit/parts/longest_route.py"
PARALLEL = "src/ttrkit/parts/parallel_routes.py"
TALLY = "src/ttrkit/scoring/tally.py"
STATE = "src/ttrkit/engine/state.py"
STATIONS = "src/ttrkit/parts/stations.py"
TEAMS = "src/ttrkit/parts/teams.py"
TICKETS = "src/ttrkit/parts/tickets/rule.py"
TUNNELS = "src/ttrkit/parts/tunnels.py"

BREAKS: dict[str, tuple[str, str, str]] = {
    # Set-up
    "AS-01": (ASIA, "trains=27", "trains=26"),
    "AS-02": (ASIA, "cards_dealt=4", "cards_dealt=5"),
    "AS-03": (ASIA, "tickets_kept_first=3", "tickets_kept_first=2"),
    "AS-04": (
        TICKETS,
        'return "one of the tickets kept must be shared" if kept else (kept, -1)',
        "return kept, -1",
    ),
    "AS-05": (
        TEAMS,
        'unplaced: list[list[int]] = card_pile(per="seat", seen="owner")',
        'unplaced: list[list[int]] = card_pile(per="seat", seen="team")',
    ),
    # A turn
    "AS-10": (TEAMS, "actions = (ShareTickets,)", "actions = ()"),
    # Drawing cards
    "AS-11": (
        TEAMS,
        'other = "holder" if slot.first_went == "hand" else "hand"',
        "other = slot.first_went",
    ),
    "AS-12": (TEAMS, "self.shared_purse(state, seat)[card] += 1", "state.hands[seat][card] += 1"),
    # Claiming a route
    "AS-20": (TEAMS, ".holders[seat // self.size]", ".holders[0]"),
    "AS-21": (ASIA, "all_open_from=6", "all_open_from=4"),
    "AS-22": (
        PARALLEL,
        "return size if players >= self.all_open_from else size - 1",
        "return size if players >= self.all_open_from else 1",
    ),
    "AS-23": (ASIA, "all_open_from=6", "all_open_from=7"),
    "AS-24": (BOARD, "\n7 = 18\n", "\n7 = 17\n"),
    "AS-40": (
        TUNNELS,
        "while len(cards) < route.tunnel",
        "while len(cards) < min(3, route.tunnel)",
    ),
    "AS-41": (
        TUNNELS,
        "self._tables[data].find(action.cards, action.shared)",
        "self._tables[data].find(action.cards, NO_CARDS)",
    ),
    # Drawing tickets
    "AS-60": (ASIA, "tickets_drawn=4", "tickets_drawn=3"),
    "AS-61": (
        TEAMS,
        'shared_tickets: list[list[int]] = ticket_pile(per="team", seen="team")',
        'shared_tickets: list[list[int]] = ticket_pile(per="team", seen="all")',
    ),
    "AS-62": breaks.BREAKS["US-62"],
    "AS-65": (TEAMS, "MAX_SHARED = 2", "MAX_SHARED = 3"),
    # The end
    "AS-80": (ASIA, "LastRound(trains=4)", "LastRound(trains=3)"),
    "AS-81": (
        TALLY,
        "held += team_tickets(state, team)",
        "held += team_tickets(state, team)[:0]",
    ),
    "AS-82": (ASIA, "Globetrotter(points=10)", "Globetrotter(points=9)"),
    "AS-83": breaks.BREAKS["US-83"],
    "AS-90": (LONGEST_ROUTE, "return tally.longest_route(team)", "return 0"),
    # Where the rulebooks are silent
    "GAP-12": (TEAMS, 'state.slots[self._slot_index].first_went = ""', "pass"),
    "GAP-18": (  # all of it into the hand
        TUNNELS,
        "state.refund(seat, claim.payment)",
        "state.refund(seat, Payment(claim.payment.total))",
    ),
    "GAP-21": (
        PARALLEL,
        "Closing(other, OWN_PARALLEL, (seat,))",
        "Closing(other, OWN_PARALLEL, (seat, seat ^ 1))",
    ),
    "GAP-22": (  # partners opposite each other
        TEAMS,
        "tuple(tuple(range(t, t + self.size)) for t in range(0, seats, self.size))",
        "tuple((t, t + seats // 2) for t in range(seats // 2))",
    ),
    "GAP-23": (
        TEAMS,
        '    name = "place card"\n',
        '    name = "place card"\n    is_question = False\n',
    ),
    "GAP-24": (
        TEAMS,
        "if not 1 <= len(action.tickets) <= MAX_SHARED:",
        "if not 0 <= len(action.tickets) <= MAX_SHARED:",
    ),
    "GAP-30": (
        TALLY,
        "edges = [ends[number] for number in self.route_numbers(team)]",
        "edges = list({ends[number] for number in self.route_numbers(team)})",
    ),
    "GAP-32": (STATIONS, "owners[n] not in mates", "owners[n] == mates[0]"),
}
