"""Set-up positions: any situation of a game, for tests and puzzles."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from itertools import pairwise
from typing import Any

from ttrkit._text import as_whole, checked_list, checked_seat, checked_whole, counted, short
from ttrkit.board import Route
from ttrkit.colours import CARD_COLOURS
from ttrkit.engine import FREE, State, all_cards, all_tickets, who_closed
from ttrkit.events import Chance
from ttrkit.game.game import Game
from ttrkit.game.things import lay_things
from ttrkit.hooks import by_owner
from ttrkit.payment import CARD_NUMBER, WILD_CARD, as_card_colour, as_cards, list_cards
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
      cost no trains and score nothing; if several routes fit, the first unclaimed one is meant,
      and none may be closed by those named before it;
    - `trains` left and `scores` by seat (the scores are counted under "routes");
    - `tickets` by seat and `ticket_deck` from the top, as `("Boston", "Miami")`; a ticket deck
      that is given is complete, and tickets named nowhere are then out of the game;
    - the keywords of the variant's parts, and their piles of things by name, as
      `ships={0: 3}` or `terrain=[{"hill": 2}, {}]`; a deck of them from the top, as `["hill"]`;
      things that are named nowhere lie where they begin.

    ValueError says what the box does not hold, or what the rules do not allow.
    """
    variant = as_variant(variant)
    players = variant.check_players(players)
    _check_keywords(variant, parts)
    state = State(variant.engine, players, Chance(seed))
    state.first = to_move = checked_seat(to_move, players, "to_move")
    for seat, value in by_owner(trains, players, "trains"):
        state.trains[seat] = checked_whole(value, f"trains[{seat}]", 0, variant.trains)
    for seat, value in by_owner(scores, players, "scores"):
        score = as_whole(value)
        if score is None:
            raise TypeError(f"scores[{seat}]: a whole number is wanted, not {short(value)}")
        state.award(seat, score, "routes")
    for seat, routes in by_owner(claimed, players, "claimed"):
        for route in checked_list(routes, f"claimed[{seat}]: a list of routes"):
            state.take_route(seat, _open_route(state, seat, route))
    for seat, value in by_owner(hands, players, "hands"):
        state.hands[seat][:] = as_cards(value).counts
    if discards is not None:
        state.discards[:] = as_cards(discards).counts
    for seat, named in by_owner(tickets, players, "tickets"):
        given = checked_list(named, f"tickets[{seat}]: a list of tickets")
        state.tickets[seat] += map(state.engine.numbers.find_ticket, given)
    for part in variant.engine.parts:
        for keyword in part.keywords:
            if keyword in parts:
                part.set_position(state, keyword, parts[keyword])
    left_alone = {seat for seat, _ in by_owner(trains, players, "trains")}
    lay_things(state, parts, left_alone)
    _lay_tickets(state, ticket_deck)
    _lay_cards(state, deck, market)
    state.end_opening()
    variant.engine.loop.begin_turn(state, to_move)
    state.start = state.copy()
    return Game(state)


def _check_keywords(variant: Variant, parts: Mapping[str, Any]) -> None:
    slots = variant.engine.slots
    known = [keyword for part in variant.parts for keyword in part.keywords]
    known += [spec.name for _, spec, _ in slots.things if spec.name not in known]
    for keyword in parts:
        if keyword not in known:
            there = f"its parts add {', '.join(known)}" if known else "its parts add none"
            raise TypeError(f'position() of {variant.name} takes no "{keyword}": {there}')


def _open_route(state: State, seat: int, reference: Any) -> int:
    """The route that fits; ValueError if the routes claimed so far close it to the seat."""
    what = f"claimed[{seat}]"
    number = _free_route(state, seat, reference, what)
    if not state.is_open(seat, number):
        route = state.board.routes[number]
        why = who_closed(state, seat, route)
        raise ValueError(f"{what}: {route} ({route.id}) is closed to seat {seat}: {why}")
    return number


def _free_route(state: State, seat: int, reference: Any, what: str) -> int:
    """The first unclaimed route that fits: a route, an id, or two cities and perhaps a colour."""
    board = state.board
    if isinstance(reference, Route):
        if reference not in board.routes:
            raise ValueError(f"{what}: {reference} ({reference.id}) is no route of this board")
        fits = [reference]
    elif isinstance(reference, str):
        fits = [board.route_by_id(reference)]
    elif isinstance(reference, tuple | list) and len(reference) in (2, 3):
        a, b, *colour = reference
        first = board.route(a, b, *colour)  # raises if none fits
        fits = [r for r in board.routes_between(a, b) if not colour or r.colour == first.colour]
    else:
        wanted = "a route, its id, or two cities and perhaps a colour are wanted"
        raise TypeError(f"{what}: {wanted}, not {short(reference)}")
    numbers = [state.engine.numbers.of_route[route.id] for route in fits]
    for number in numbers:
        is_shared = number in state.engine.shared_routes and number not in state.routes[seat]
        if state.owners[number] == FREE or is_shared:
            return number
    raise ValueError(f"{what}: {fits[0]} is claimed already")


def _lay_tickets(state: State, ticket_deck: Sequence[Any] | None) -> None:
    """Lay out the ticket deck: as given, or with all tickets that the edition has in it."""
    state.box.clear()
    named = all_tickets(state)
    everything = range(len(state.board.tickets))
    if ticket_deck is not None:
        given = checked_list(ticket_deck, "ticket_deck: a list of tickets")
        from_top = list(map(state.engine.numbers.find_ticket, given))
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
    from_top = [] if deck is None else _cards(deck, "deck")
    state.deck = from_top[::-1]
    if market is not None:
        state.market = tuple(_cards(market, "market"))
        if len(state.market) > variant.market_size:
            cards = counted(len(state.market), "card")
            raise ValueError(f"market: {cards}, but only {variant.market_size} fit")
    used = all_cards(state)
    for colour, n in zip(CARD_COLOURS, used, strict=True):
        if n > variant.deck[colour]:
            there = variant.deck[colour]
            raise ValueError(f"{counted(n, f'{colour.value} card')}: the box holds {there}")
    left = [variant.deck[colour] - n for colour, n in zip(CARD_COLOURS, used, strict=True)]
    unseen = state.shuffled(list_cards(left), "deck") if any(left) else []
    if market is None:
        unseen = _fill_market(state, unseen)
    state.deck = unseen + state.deck
    if market is not None and _would_be_replaced(state):
        wilds = counted(state.market.count(WILD_CARD), "wild")
        raise ValueError(f"market: with {wilds} the rules would have replaced it")


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


def _cards(colours: Sequence[str], what: str) -> list[int]:
    named = checked_list(colours, f"{what}: a list of colours")
    return [CARD_NUMBER[as_card_colour(colour)] for colour in named]
