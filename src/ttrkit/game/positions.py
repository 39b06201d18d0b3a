"""Set-up positions: any situation of a game, for tests and puzzles."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from itertools import pairwise
from typing import Any

from ttrkit._text import checked_seat, is_whole
from ttrkit.board import Route
from ttrkit.colours import CARD_COLOURS, Colour, as_colour
from ttrkit.engine import FREE, State, all_cards, all_tickets
from ttrkit.events import Chance
from ttrkit.game.game import Game
from ttrkit.hooks import by_owner
from ttrkit.payment import CARD_NUMBER, WILD_CARD, as_cards, list_cards
from ttrkit.variant import Variant, as_variant

BySeat = Mapping[int, Any] | Sequence[Any] | None


def position(
    variant: str | Variant,
    *,
    players: int,
    to_move: int = 0,
    hands: BySeat = None,
    deck: Sequence[str] | None = None,
    market: Sequence[str] | None = None,
    discards: Mapping[str, int] | None = None,
    claimed: BySeat = None,
    trains: BySeat = None,
    scores: BySeat = None,
    tickets: BySeat = None,
    ticket_deck: Sequence[Any] | None = None,
    seed: int | None = None,
    **parts: Any,
) -> Game:
    """A game at the start of `to_move`'s turn, as described; all the rest is empty or new.

    - `hands` by seat, as `[{"red": 2}, …]` or `{0: {"red": 2}}`;
    - `deck` from the top; cards named nowhere go under it in an order from the seed;
    - `market` and `discards`; a market that is not given comes from the seed;
    - `claimed` by seat, as `{0: [("Boston", "Montréal"), ("Boston", "New York", "red")]}`: they
      cost no trains and score nothing; if several routes fit, the first unclaimed one is meant;
    - `trains` left and `scores` by seat (the scores are counted under "routes");
    - `tickets` by seat and `ticket_deck` from the top, as `("Boston", "Miami")`; a ticket deck
      that is given is complete, and tickets named nowhere are then out of the game;
    - the keywords of the variant's parts.

    ValueError says what the box does not hold, or what the rules do not allow.
    """
    variant = as_variant(variant)
    variant.check_players(players)
    _check_keywords(variant, parts)
    state = State(variant.engine, players, Chance(seed))
    state.first = checked_seat(to_move, players, "to_move")
    for seat, value in by_owner(trains, players, "trains"):
        state.trains[seat] = _count(value, f"trains[{seat}]", variant.trains)
    for seat, value in by_owner(scores, players, "scores"):
        if not is_whole(value):
            raise ValueError(f"scores[{seat}]: a whole number is wanted, not {value!r}")
        state.award(seat, value, "routes")
    for seat, routes in by_owner(claimed, players, "claimed"):
        for route in routes:
            state.take_route(seat, _free_route(state, route, f"claimed[{seat}]"))
    for seat, value in by_owner(hands, players, "hands"):
        state.hands[seat][:] = as_cards(value).counts
    if discards is not None:
        state.discards[:] = as_cards(discards).counts
    for seat, named in by_owner(tickets, players, "tickets"):
        state.tickets[seat] += [state.engine.numbers.find_ticket(ticket) for ticket in named]
    for part in variant.engine.parts:
        for keyword in part.keywords:
            if keyword in parts:
                part.set_position(state, keyword, parts[keyword])
    _lay_tickets(state, ticket_deck)
    _lay_cards(state, deck, market)
    state.opening, state.log = state.log, ()
    variant.engine.loop.begin_turn(state, to_move)
    state.start = state.copy()
    return Game(state)


def _check_keywords(variant: Variant, parts: Mapping[str, Any]) -> None:
    known = [keyword for part in variant.parts for keyword in part.keywords]
    for keyword in parts:
        if keyword not in known:
            there = f"its parts add {', '.join(known)}" if known else "its parts add none"
            raise TypeError(f'position() of {variant.name} takes no "{keyword}": {there}')


def _count(value: Any, what: str, most: int) -> int:
    """Return a given number; ValueError if it is not a whole number from 0 to `most`."""
    if not is_whole(value) or not 0 <= value <= most:
        raise ValueError(f"{what}: a whole number from 0 to {most} is wanted, not {value!r}")
    return int(value)


def _free_route(state: State, reference: Any, what: str) -> int:
    """The first unclaimed route that fits: a route, an id, or two cities and perhaps a colour."""
    board = state.board
    if isinstance(reference, Route):
        if reference not in board.routes:
            raise ValueError(f"{what}: {reference} ({reference.id}) is no route of this board")
        fits = [reference]
    elif isinstance(reference, str):
        fits = [board.route_by_id(reference)]
    else:
        a, b, *colour = reference
        first = board.route(a, b, *colour)  # raises if none fits
        fits = [r for r in board.routes_between(a, b) if not colour or r.colour == first.colour]
    numbers = [state.engine.numbers.of_route[route.id] for route in fits]
    for number in numbers:
        if state.owners[number] == FREE:
            return number
    raise ValueError(f"{what}: {fits[0]} is claimed already")


def _lay_tickets(state: State, ticket_deck: Sequence[Any] | None) -> None:
    """Lay out the ticket deck: as given, or with all tickets that the edition has in it."""
    state.box.clear()
    named = all_tickets(state)
    everything = range(len(state.board.tickets))
    if ticket_deck is not None:
        from_top = [state.engine.numbers.find_ticket(ticket) for ticket in ticket_deck]
        named = sorted([*named, *from_top])
        state.ticket_deck = from_top[::-1]
    else:
        stock = [n for n in state.engine.ticket_stock if n not in named]
        state.ticket_deck = state.shuffled(stock, "tickets")
    for number, following in pairwise(named):
        if number == following:
            raise ValueError(f"{state.board.tickets[number]} is in two places")
    state.box += sorted(set(everything) - set(named) - set(state.ticket_deck))


def _lay_cards(state: State, deck: Sequence[str] | None, market: Sequence[str] | None) -> None:
    """Lay out deck and market: as given, or from the cards that are named nowhere."""
    variant = state.variant
    from_top = [_card(colour, "deck") for colour in deck or ()]
    state.deck = from_top[::-1]
    if market is not None:
        state.market = tuple([_card(colour, "market") for colour in market])
        if len(state.market) > variant.market_size:
            raise ValueError(
                f"market: {len(state.market)} cards, but only {variant.market_size} fit"
            )
    used = all_cards(state)
    for colour, n in zip(CARD_COLOURS, used, strict=True):
        if n > variant.deck[colour]:
            raise ValueError(f"{n} {colour.value} cards: the box holds {variant.deck[colour]}")
    left = [variant.deck[colour] - n for colour, n in zip(CARD_COLOURS, used, strict=True)]
    unseen = state.shuffled(list_cards(left), "deck") if any(left) else []
    if market is None:
        unseen = _fill_market(state, unseen)
    state.deck = unseen + state.deck
    if market is not None and _would_be_replaced(state):
        raise ValueError(
            f"market: with {state.market.count(WILD_CARD)} wilds the rules would have replaced it"
        )


def _fill_market(state: State, unseen: list[int]) -> list[int]:
    """Lay out a market that the rules would not replace; return the remaining cards."""
    left = []
    for card in reversed(unseen):  # the last is on top
        wilds = state.market.count(WILD_CARD)
        too_wild = card == WILD_CARD and wilds + 1 >= state.variant.market_wilds
        if len(state.market) >= state.variant.market_size or too_wild:
            left.append(card)
        else:
            state.market += (card,)
    return left[::-1]


def _would_be_replaced(state: State) -> bool:
    """US-14, GAP-01: whether the rules would replace a full market."""
    if len(state.market) < state.variant.market_size:
        return False
    trial = state.copy()
    for refill_market in state.engine.answers.refill_market:
        refill_market(trial)
    return trial.market != state.market


def _card(colour: str, what: str) -> int:
    number = CARD_NUMBER.get(as_colour(colour))
    if number is None:
        raise ValueError(f'{what}: no card is "{Colour(colour).value}"')
    return number
