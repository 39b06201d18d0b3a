"""For every clause, a small patch that breaks its rule: see `test_breaks.py`.

An entry is (file, text, replacement). The text must stand in the file exactly once. With the patch
applied to a copy of the sources, some test that proves the clause must fail.
"""

GAME = "src/ttrkit/game/game.py"
OBSERVE = "src/ttrkit/knowledge/observation.py"
PAYMENTS = "src/ttrkit/payment/costs.py"
PLAYERS = "src/ttrkit/players.py"
TALLY = "src/ttrkit/scoring/tally.py"
RESULT = "src/ttrkit/scoring/result.py"
STATE = "src/ttrkit/engine/state.py"
TURN_LOOP = "src/ttrkit/engine/turn_loop.py"
CLAIMING = "src/ttrkit/parts/claiming/rule.py"
PRICES = "src/ttrkit/parts/claiming/prices.py"
DRAWING = "src/ttrkit/parts/drawing.py"
LAST_ROUND = "src/ttrkit/parts/last_round.py"
LONGEST_ROUTE = "src/ttrkit/parts/longest_route.py"
PARALLEL = "src/ttrkit/parts/parallel_routes.py"
TICKETS = "src/ttrkit/parts/tickets/rule.py"
TICKET_SECRETS = "src/ttrkit/parts/tickets/secrets.py"
USA = "src/ttrkit/variants/usa.py"

BREAKS: dict[str, tuple[str, str, str]] = {
    # Set-up
    "US-01": (USA, "trains=45", "trains=44"),
    "US-02": (USA, "cards_dealt=4", "cards_dealt=5"),
    "US-03": (USA, "tickets_kept_first=2", "tickets_kept_first=1"),
    "US-04": (
        DRAWING,
        "        for hand in state.hands:\n",
        "        self.refill_market(state)\n        for hand in state.hands:\n",
    ),
    # A turn
    "US-10": (
        TURN_LOOP,
        "            seat += 1\n            if seat == state.seats:\n                seat = 0\n",
        "            seat -= 1\n            if seat < 0:\n                seat = state.seats - 1\n",
    ),
    # Drawing cards
    "US-11": (USA, "draws=2", "draws=3"),
    "US-12": (
        DRAWING,
        "weight = WHOLE_TURN if face_up and colour is Colour.WILD else 1",
        "weight = 1",
    ),
    "US-13": (
        DRAWING,
        "weight = WHOLE_TURN if face_up and colour is Colour.WILD else 1",
        "weight = WHOLE_TURN if colour is Colour.WILD else 1",
    ),
    "US-14": (USA, "market_wilds=3", "market_wilds=4"),
    "US-15": (
        STATE,
        "self._in_random_order(list_cards(self.discards))",
        "self._in_random_order(list_cards(self.discards)[1:])",
    ),
    "US-16": (
        DRAWING,
        "draws)\n        if state.deck or any(state.discards):",
        "draws)\n        if True:",
    ),
    "US-17": (
        DRAWING,
        "state.hands[seat][card] += 1",
        "state.hands[seat][card] += sum(state.hands[seat]) < 30",
    ),
    # Claiming a route
    "US-20": (
        PAYMENTS,
        "for wild in range(self.wilds, self.size):",
        "for wild in range(self.wilds, self.wilds + 1):",
    ),
    "US-21": (
        PRICES,
        "plain if route.colour is Colour.GREY",
        "plain[1:] if route.colour is Colour.GREY",
    ),
    "US-22": (CLAIMING, "state.trains[seat] >= self._lengths[number]", "True"),
    "US-23": (
        STATE,
        "self.routes[seat] += (route,)",
        "self.routes[seat - 1] += (route,)",
    ),
    "US-24": ("data/usa.toml", "\n5 = 10\n", "\n5 = 11\n"),
    "US-25": (
        PARALLEL,
        "Closing(other, OWN_PARALLEL, (seat,))",
        "Closing(other, OWN_PARALLEL, ())",
    ),
    "US-26": (USA, "all_open_from=4", "all_open_from=3"),
    # Drawing tickets
    "US-60": (USA, "tickets_drawn=3", "tickets_drawn=2"),
    "US-61": (
        TICKET_SECRETS,
        'drawn: list[list[int]] = ticket_pile(per="seat", seen="owner"',
        'drawn: list[list[int]] = ticket_pile(per="seat", seen="all"',
    ),
    "US-62": (
        TICKETS,
        'return None if state.ticket_deck else "the ticket deck is empty"',
        "return None",
    ),
    # The end
    "US-80": (USA, "LastRound(trains=2)", "LastRound(trains=1)"),
    "US-81": (TALLY, "2 * (gained + more[0]) - total", "gained"),
    "US-82": (
        TALLY,
        "longest_trail_length(network)",
        "sum(length for *_, length in network)",
    ),
    "US-83": (OBSERVE, "if state.is_over:  # US-83", "if False:  # US-83"),
    "US-90": (TICKETS, "return len(tally.tickets(team).completed)", "return 0"),
    # Where the rulebooks are silent
    "GAP-01": (
        DRAWING,
        "return plain > self._market_size - self._wild_limit",
        "return plain > self._market_size",
    ),
    "GAP-02": (
        DRAWING,
        "while len(market) < self._market_size:",
        "while len(market) < self._market_size and not any(state.routes):",
    ),
    "GAP-03": (
        DRAWING,
        "return True if state.deck else bool(self.options(state, seat, data))",
        "return True",
    ),
    "GAP-04": (TURN_LOOP, "state.passes >= state.seats", "state.passes > state.seats"),
    "GAP-05": (
        LONGEST_ROUTE,
        "best = 1  # GAP-05",
        "best = 0  # GAP-05",
    ),
    "GAP-06": (GAME, 'first = chance.shuffled(range(players), "first")[0]', "first = 0"),
    "GAP-07": (RESULT, "return tuple(tied)", "return tuple(tied[:1])"),
    "GAP-08": (TICKETS, "deck[:0] = refused[::-1]", "deck[:0] = refused"),
    "GAP-09": (
        TICKETS,
        "            state.hidden_since = 0\n",
        "            state.hidden_since = -1\n",
    ),
    "GAP-11": (
        OBSERVE,
        "        bytes(state.hands[viewer]),\n",
        "        bytes(state.hands[max(state.seat, 0)]),\n",
    ),
    "GAP-13": (PLAYERS, "if turn >= max_turns:", "if turn > max_turns:"),
    "GAP-14": (
        DRAWING,
        "            state.log += DRAWN[card]\n",
        "            state.log += DRAWN[card]\n"
        "            if not state.deck:\n"
        "                state.deck = list_cards(state.discards)\n"
        "                state.discards = [0] * 9\n",
    ),
    "GAP-15": (
        CLAIMING,
        "            state.spend(seat, payment)\n",
        "            state.pay(seat, payment)\n"
        "            self.engine.answers.refill_market[0](state)\n"
        "            state.discard(payment)\n",
    ),
    "GAP-19": (LAST_ROUND, "return state.seats if sum(", "return state.seats - 1 if sum("),
    "GAP-20": (
        TURN_LOOP,
        "return out or [PASS]",
        "return out if state.trains[seat] and out else [PASS]",
    ),
    "GAP-25": (
        DRAWING,
        "draws)\n        if state.deck or any(state.discards):",
        "draws)\n        if state.deck:",
    ),
    "GAP-27": (
        RESULT,
        "totals = tuple(sum(sheet.values()) for sheet in sheets)",
        "totals = tuple(max(0, sum(sheet.values())) for sheet in sheets)",
    ),
    "GAP-28": (
        RESULT,
        "best = max(standing)",
        "best = max(tie_break(tally, team) for team in tally.teams)",
    ),
    "GAP-31": (
        TURN_LOOP,
        "if self.options(state, seat, None) != [PASS]:",
        "if len(self.options(state, seat, None)) > 1:",
    ),
}
