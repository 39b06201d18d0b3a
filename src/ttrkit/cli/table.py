"""The table as one seat sees it: market, hand, tickets, and the public facts of all seats."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterator, Sequence
from typing import TYPE_CHECKING

import networkx as nx
from rich.console import Console
from rich.text import Text

from ttrkit._text import counted, listed
from ttrkit.bots.plans import easiest_way
from ttrkit.cli.looks import (
    CARDS,
    cards_in_colour,
    in_order,
    make_table,
    painted,
    put,
    say,
    seat_style,
    team_name,
    typed,
)
from ttrkit.cli.showing import features
from ttrkit.colours import Colour
from ttrkit.parts import Claiming
from ttrkit.payment import Cost

if TYPE_CHECKING:
    from ttrkit.board import Goal, Route, Ticket
    from ttrkit.game import Game
    from ttrkit.knowledge import Observation, PileSight

Price = Callable[["Route"], str]
"""The cost of a route for a seat just now, in a few words."""


def show_table(
    console: Console, now: Observation, names: Sequence[str], completed: Collection[Ticket]
) -> None:
    """Print everything that a seat needs to know to decide."""
    table = make_table()
    in_teams = len({sight.team for sight in now.seats}) < len(now.seats)
    for title in ("", "trains", "points", "cards", "tickets", *(("team",) * in_teams)):
        table.add_column(title, justify="right" if title else "left")
    for seat, sight in enumerate(now.seats):
        counts = (sight.trains, sight.score, sight.hand_size, sight.ticket_count, sight.team)
        table.add_row(Text(names[seat], seat_style(seat)), *map(str, counts[: 4 + in_teams]))
    put(console, table)
    facts = make_table(header=False)
    facts.add_column(style="dim", no_wrap=True, min_width=7)
    facts.add_column()
    market = Text("  ").join([Text(c.value, CARDS[c.value]) for c in now.market])
    tickets = counted(now.ticket_deck_size, "ticket")
    stock = f"   ({now.deck_size} in the deck, {tickets})"
    facts.add_row("Market", Text.assemble(market, Text(stock, "dim")))
    facts.add_row("Hand", cards_in_colour(now.hand))
    for name, content in _piles(now, names):
        facts.add_row(name, content)
    for name, shown in now.shown:
        for line in _shown(shown, names):
            facts.add_row(name.capitalize(), line)
    put(console, facts)
    show_tickets(console, now, completed)
    if now.turns_left is not None:
        say(
            console,
            Text(f"The last round: {counted(now.turns_left, 'turn')} to come.", "bold yellow"),
        )


def _piles(now: Observation, names: Sequence[str]) -> Iterator[tuple[str, Text]]:
    """The piles of cards and things that rule parts keep, as far as the seat sees them."""
    stocks = {spec.name for _, spec, _ in now.variant.engine.slots.things}
    for pile in now.piles:
        if not pile.size or pile.tickets is not None:
            continue
        if pile.cards is not None:
            content = cards_in_colour(pile.cards)
        elif pile.things is not None:
            content = Text(str(pile.things))
        elif pile.per == "seat" and pile.name not in stocks:
            continue  # hidden cards or tickets of a seat: they are counted with it
        else:
            content = Text(f"{pile.size} unseen")
        owner = _owner(now, pile, names)
        if owner is not None:
            content.append(Text.assemble("  (", owner, ")"))
        yield pile.name.replace("_", " ").capitalize(), content


def _owner(now: Observation, pile: PileSight, names: Sequence[str]) -> Text | None:
    if pile.owner is None or pile.per == "game":
        return None
    if pile.per == "seat":
        return team_name([pile.owner], names)
    mates = [seat for seat, sight in enumerate(now.seats) if sight.team == pile.owner]
    return team_name(mates, names)


def _shown(shown: object, names: Sequence[str]) -> Iterator[Text]:
    """The public facts of a part in words, for each seat or for all; not data for programs."""
    if isinstance(shown, str | int):
        if shown:
            yield Text(str(shown))
    elif isinstance(shown, tuple) and len(shown) == len(names):
        words = [_plain(item) for item in shown]
        if None not in words:
            for seat, said in enumerate(words):
                if said:
                    yield Text.assemble((names[seat], seat_style(seat)), f": {said}")


def _plain(item: object) -> str | None:
    """The text of words, numbers or a list of them; None for anything else."""
    if isinstance(item, str | int):
        return str(item)
    if isinstance(item, tuple) and all(isinstance(each, str | int) for each in item):
        return listed(item)
    return None


# Tickets -------------------------------------------------------------------------------------


def held_tickets(now: Observation) -> Iterator[tuple[str, tuple[Ticket, ...]]]:
    """The tickets that a seat sees, by the pile that holds them."""
    yield "Tickets", now.tickets
    for pile in now.piles:
        if pile.tickets:
            yield pile.name.replace("_", " ").capitalize(), pile.tickets


def show_tickets(console: Console, now: Observation, completed: Collection[Ticket]) -> None:
    """Print the seat's tickets, with the way still to go for each."""
    table = make_table(header=False)
    table.add_column(style="dim", no_wrap=True, min_width=7)
    table.add_column()
    table.add_column()
    find = Ways(now)
    for place, tickets in held_tickets(now):
        for number, ticket in enumerate(in_order(tickets)):
            done = ticket in completed
            mark = Text(f"✓ {ticket}", "green") if done else Text(f"· {ticket}")
            way = Text("completed", "green") if done else Text(find.in_words(ticket), "dim")
            table.add_row(place if not number else "", mark, way)
    if table.rows:
        put(console, table)


class Ways:
    """The shortest ways over open routes and a team's own, which cost nothing more."""

    def __init__(self, now: Observation) -> None:
        self._board = now.board
        team = now.seats[now.seat].team
        own = [route for sight in now.seats if sight.team == team for route in sight.routes]
        self._trains = now.seats[now.seat].trains
        self._graph: nx.Graph[str] = nx.Graph()
        for route, cost in (*((r, r.length) for r in now.open_routes), *((r, 0) for r in own)):
            if not self._graph.has_edge(*route.cities) or not cost:
                self._graph.add_edge(*route.cities, cost=cost)

    def in_words(self, ticket: Ticket) -> str:
        """The number of trains that a ticket still takes, and the way."""
        ways = [(self._way(goal), goal) for goal in ticket.goals]
        found = [(*way, goal) for way, goal in ways if way is not None]
        if not found:
            return "no way is left"
        trains, stops, goal = min(found, key=lambda each: each[0])
        to = f" to {goal.places[-1]}" if ticket.other_ends else ""
        by = f" by {listed(stops)}" if stops else ""
        too_many = " (more than you have)" if trains > self._trains else ""
        return f"{counted(trains, 'train')} to go{to}{by}{too_many}"

    def _way(self, goal: Goal) -> tuple[int, list[str]] | None:
        """The trains that a goal still takes, and the cities on the way; None if there is none."""
        places = [self._board.cities_of(place) for place in goal.places]
        pairs = easiest_way(self._graph, places, "cost")
        if pairs is None:
            return None
        ends = {city for cities in places for city in cities}
        cities = dict.fromkeys(city for pair in pairs for city in pair)
        trains = sum(self._graph[a][b]["cost"] for a, b in pairs)
        return trains, [city for city in cities if city not in ends]


# Costs ---------------------------------------------------------------------------------------


def plain_price(route: Route) -> str:
    """The cost of a route by its length and colour alone: `3 grey`."""
    return f"{route.length} {route.colour.value}"


def price_for(game: Game, seat: int) -> Price:
    """The cost of a route for this seat, with all that rule parts add to it."""

    def price(route: Route) -> str:
        state = game.tally().state
        number = state.engine.numbers.route(route)
        for part in state.engine.parts:
            if isinstance(part, Claiming):
                return cost_in_short(route, part.cost_now(state, seat, number))
        return plain_price(route)

    return price


def cost_in_short(route: Route, cost: Cost) -> str:
    """A cost in a few words: `3 grey`, `3 grey (1 wild)`, `4 red for 3 trains`."""
    if type(cost) is not Cost:
        return str(cost)  # home-made: in its own words
    if cost.wilds == cost.size or not cost.colours:
        words = f"{cost.size} wild"
    else:
        grey = route.colour is Colour.GREY and len(cost.colours) > 1
        colours = "grey" if grey else " or ".join(colour.value for colour in cost.colours)
        words = f"{cost.size} {colours}" + f" ({cost.wilds} wild)" * (cost.wilds > 0)
    return words if cost.size == route.length else f"{words} for {counted(route.length, 'train')}"


# The map -------------------------------------------------------------------------------------


def show_city(
    console: Console,
    now: Observation,
    words: str,
    names: Sequence[str],
    price: Price = plain_price,
) -> None:
    """Print every route, with its owner, at the cities whose name contains these words."""
    cities = [city.name for city in now.board.cities if typed(words) in typed(city.name)]
    if not words:
        say(console, f"Name a city, as in `look {now.board.cities[0].name}`.")
        return
    if not cities or not typed(words):
        say(console, f'No city is called "{words}".')
        return
    free = set(now.open_routes)
    owners: dict[Route, list[int]] = {}
    for seat, sight in enumerate(now.seats):
        for route in sight.routes:
            owners.setdefault(route, []).append(seat)
    for city in cities:
        table = make_table(header=False)
        for route in now.board.routes:
            if city in route.cities:
                whose = _whose(owners.get(route, []), names, is_free=route in free)
                table.add_row("  ", *route_cells(now, route, price, city), whose)
        console.print(Text(city, "bold"))
        put(console, table)


def _whose(seats: Sequence[int], names: Sequence[str], *, is_free: bool) -> Text:
    """Who has a route; whether it is free, or still open to others."""
    if not seats:
        return Text("free", "green") if is_free else Text("closed", "red")
    taken = Text("taken: ", seat_style(seats[0]))
    taken += Text(", ").join([Text(names[seat], seat_style(seat)) for seat in seats])
    return Text.assemble(taken, "; ", ("open to you", "green")) if is_free else taken


def show_routes(console: Console, now: Observation, names: Sequence[str]) -> None:
    """Print everybody's routes, in the order in which they were claimed."""
    table = make_table()
    table.add_column("")
    table.add_column("trains", justify="right")
    table.add_column("routes")
    for seat, sight in enumerate(now.seats):
        trains = sum(route.length for route in sight.routes)
        routes = painted(listed(sight.routes)) if sight.routes else Text("none", "dim")
        table.add_row(Text(names[seat], seat_style(seat)), str(trains), routes)
    put(console, table)


def route_cells(
    now: Observation, route: Route, price: Price = plain_price, first: str | None = None
) -> tuple[Text, ...]:
    """A route as cells of a table; it begins with the city `first`, if that is one of its ends."""
    a, b = (route.b, route.a) if first == route.b else route.cities
    points = counted(now.variant.points_for(route), "point")
    also = [feature for feature in features(route) if feature != "parallel"]
    return (
        Text(f"{a}–{b}"),
        painted(price(route)),
        Text(points, "dim"),
        Text(listed(filter(None, [route.mark, *also]))),
    )
