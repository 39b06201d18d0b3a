"""Checks of a state that was read: what cannot come about is refused in words.

The checks here hold in every variant, or in every one without home-made parts. Each part checks
what it keeps itself: see the hook `check_state`.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from ttrkit.engine import TRAINS, all_cards, all_piles, all_things, all_tickets, part_piles
from ttrkit.errors import CodecError
from ttrkit.events import events
from ttrkit.knowledge import observe
from ttrkit.payment import CARD_KINDS

if TYPE_CHECKING:
    from ttrkit.engine import State

MAX_SHUFFLES = 1_000_000


def require(holds: bool, what: str) -> None:
    """Refuse a state unless this holds."""
    if not holds:
        raise CodecError(f"the start is no state of this variant: {what}")


def check_start(state: State) -> None:
    """Refuse a state that no game can reach; CodecError or any other error says why."""
    _check_piles(state)
    _check_course(state)
    if not state.engine.is_home_made:
        _check_our_course(state)
    for check_state in state.engine.answers.check_state:
        check_state(state)
    _check_decision(state)
    for seat in range(state.seats):
        observe(state, seat)


def _check_piles(state: State) -> None:
    """Wrong sizes, cards or tickets that the box does not hold."""
    variant, seats = state.variant, state.seats
    by_seat = (state.hands, state.tickets, state.trains, state.points, state.routes)
    require(all(len(items) == seats for items in by_seat), "not every seat is there")
    require(all(0 <= n <= variant.trains for n in state.trains), "trains that the box has not")
    laid = (*state.deck, *state.market, *state.first_market)
    require(all(0 <= card < CARD_KINDS for card in laid), "no such cards")
    for slot, specs in zip(state.slots, state.engine.slots.piles, strict=True):
        for spec in specs:
            owners = seats if spec.per == "seat" else len(state.teams)
            if spec.per != "game":
                require(len(getattr(slot, spec.name)) == owners, f"{spec.name}: not one each")
    for pile in all_piles(state):
        spec = pile.spec
        counts = not spec.is_counted or len(pile.content) == spec.width
        require(counts, f"{spec.name}: not a count of every kind of cards")
        require(all(n >= 0 for n in pile.content), f"{spec.name}: less than nothing")
        if spec.is_ordered:
            require(all(kind < spec.width for kind in pile.content), f"{spec.name}: no such kind")
    require(len(state.market) <= variant.market_size, "the market is too large")
    require(all_cards(state) == list(variant.deck.counts), "other cards than the box holds")
    _check_things(state)
    every = list(range(len(state.board.tickets)))
    require(all_tickets(state) == every, "other tickets than the box holds")


def _check_things(state: State) -> None:
    """Other things than the box holds; pieces of one's own may be fewer, as trains may."""
    held = all_things(state)
    for stock in state.engine.slots.stocks:
        if stock.per == "game":
            same = held[stock.name] == stock.numbers
            require(same, f"other things of {stock.name} than the box holds")
    for pile in part_piles(state):
        own = pile.spec.stock
        if own is not None and own.per == "seat":
            most = [state.variant.trains] if own is TRAINS else own.numbers
            fits = all(n <= there for n, there in zip(pile.content, most, strict=True))
            require(fits, f"{pile.spec.name}: more than a seat has")


def _check_course(state: State) -> None:
    """Whose turn it is, and how near the end."""
    seats = state.seats
    require(-1 <= state.seat < seats, "nobody's turn")
    require(-1 <= state.turns_left <= 1000 * seats, "no such last round")
    require(0 <= state.passes <= seats, "no such passes")
    require(0 <= state.shuffles <= MAX_SHUFFLES, "no such number of shuffles")
    hidden = -1 <= state.hidden_since <= len(events(state.history))
    require(hidden, "no such event that others are hidden since")
    ended = state.turns_left == 0 or state.passes == seats
    require(state.is_over == (state.decision is None) == ended, "over, or not over?")
    require(not state.is_over or state.seat >= 0, "over before the first turn")
    above = [decision for decision, _, _ in state.pending[1:]]
    require(state.engine.loop.turn not in above, "a turn begins in the middle of another")


def _check_our_course(state: State) -> None:
    """What no part of ours does: points under other labels, decisions of a seat not in turn."""
    labels = {"routes", *state.engine.labels}  # `position` puts scores under "routes"
    require(all(sheet.keys() <= labels for sheet in state.points), "points that nobody awards")
    for decision, seat, _ in state.pending:
        is_turn = decision is state.engine.loop.turn
        alone = not is_turn or len(state.pending) == 1
        require(alone, "a turn waits while another decision is due")
        set_up = state.seat < 0 and not is_turn
        require(seat == state.seat or set_up, f"{decision.name}: not seat {seat}'s turn")


def _check_decision(state: State) -> None:
    """A pending decision that nobody could make."""
    if state.decision is not None:
        decision, seat, data = state.decision
        require(decision.is_question, f"{decision.name}: nothing to decide")
        options = decision.options(state, seat, data)
        legal = [not isinstance(decision.check(state, seat, data, o), str) for o in options]
        require(bool(legal) and all(legal), f"{decision.name}: no such decision")
