"""For every clause of Paris, a small patch that breaks its rule: see `test_breaks.py`."""

from tests.conformance.base import breaks

BOARD = "data/paris.toml"
FLAGS = "src/ttrkit/parts/flags.py"
PARIS = "src/ttrkit/variants/paris.py"

AS_IN_THE_BASE_GAME = (4, 10, 12, 13, 15, 16, 17, 20, 22, 23, 25, 62, 81, 83, 90)
"""The numbers of the clauses whose rule is the same code, so that the same patch breaks it."""

BREAKS: dict[str, tuple[str, str, str]] = {
    **{f"PA-{n:02}": breaks.BREAKS[f"US-{n:02}"] for n in AS_IN_THE_BASE_GAME},
    # Set-up
    "PA-01": (PARIS, "trains=15", "trains=16"),
    "PA-02": (PARIS, "cards_dealt=2", "cards_dealt=3"),
    "PA-03": (PARIS, "tickets_kept_first=1", "tickets_kept_first=2"),
    # Drawing cards
    "PA-11": (PARIS, "draws=2", "draws=3"),
    "PA-14": (PARIS, "market_wilds=3", "market_wilds=4"),
    # Claiming a route
    "PA-21": (BOARD, "grey_routes = false", "grey_routes = true"),
    "PA-24": (BOARD, "\n3 = 4\n", "\n3 = 5\n"),
    "PA-26": (PARIS, "all_open_from=3", "all_open_from=2"),
    # French flags
    "PA-50": (
        "src/ttrkit/parts/flags.py",
        "        if not laid[card]:\n            state.discards[card] -= 1",
        '        if not laid[card] and not payment.total["wild"]:\n'
        "            state.discards[card] -= 1",
    ),
    "PA-51": (PARIS, "points=4)", "points=3)"),
    "PA-52": (FLAGS, 'seen="all"', 'seen="owner"'),
    # Drawing tickets
    "PA-60": (PARIS, "tickets_drawn=2", "tickets_drawn=3"),
    "PA-61": (
        breaks.TICKET_SECRETS,
        'drawn: list[list[int]] = ticket_pile(per="seat", seen="owner"',
        'drawn: list[list[int]] = ticket_pile(per="seat", seen="all"',
    ),
    # The end
    "PA-80": (PARIS, "LastRound(trains=2)", "LastRound(trains=1)"),
    # Where the rulebooks are silent
    "GAP-26": (
        "src/ttrkit/parts/flags.py",
        "        for card in self._flag:\n            if not laid[card]:",
        "        for card in self._flag[:2]:\n            if not laid[card]:",
    ),
}
