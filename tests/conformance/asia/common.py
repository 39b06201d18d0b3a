"""What the tests of Team Asia share: positions, turns, and payments found by trying everything."""

from collections.abc import Mapping
from typing import Any

import ttrkit
from ttrkit import Cards, ClaimRoute, DrawBlind, Game, PlaceCard, Route, Ticket

ASIA = ttrkit.get_variant("asia").board
COLOURS = ("purple", "blue", "orange", "white", "green", "yellow", "black", "red")
MARKET = ["red", "blue", "green", "white", "yellow"]

CANTON = ("Canton", "Shanghai")  # a ticket of 5 points, and 5 trains that complete it
CANTON_WAY = [("Foochow", "Shanghai", "white"), ("Foochow", "Canton", "black")]


def position(players: int = 4, **situation: Any) -> Game:
    """A set-up position of Team Asia."""
    return ttrkit.position("asia", players=players, **situation)


def draw(game: Game, place: str = "hand") -> None:
    """A whole turn of drawing, blind, the first card going to this place."""
    game.apply(DrawBlind())
    game.apply(PlaceCard(place))
    if game.decision == "next card":
        game.apply(DrawBlind())


def holder(game: Game, team: int) -> Cards:
    """The content of a team's card holder."""
    cards = game.teams[team].holder
    assert isinstance(cards, Cards)
    return cards


def shared(game: Game, team: int) -> tuple[Ticket, ...]:
    """The content of a team's ticket holder."""
    tickets = game.teams[team].tickets
    assert isinstance(tickets, tuple)
    return tickets


def dealt(game: Game, seat: int) -> tuple[Ticket, ...]:
    """The tickets that a seat is choosing from, in the order drawn."""
    tickets = game.observe(seat).pile("drawn", seat).tickets
    assert tickets is not None
    return tickets


def turns_left(game: Game) -> int | None:
    """The turns left (asked by a function, for mypy knows not that games change)."""
    return game.turns_left


def splits(
    size: int, colour: str, hand: Mapping[str, int], shared: Mapping[str, int]
) -> set[tuple[Cards, Cards]]:
    """Every way to lay down so many cards of a colour or wild from these two piles."""
    found = set()
    for mine in range(hand.get(colour, 0) + 1):
        for ours in range(shared.get(colour, 0) + 1):
            for my_wild in range(hand.get("wild", 0) + 1):
                our_wild = size - mine - ours - my_wild
                if 0 <= our_wild <= shared.get("wild", 0):
                    from_hand = ttrkit.cards({colour: mine, "wild": my_wild})
                    found.add((from_hand, ttrkit.cards({colour: ours, "wild": our_wild})))
    return found


def ways(route: Route, hand: Mapping[str, int], shared: Mapping[str, int]) -> set[ClaimRoute]:
    """Every claim of a route that these two piles afford."""
    colours = COLOURS if route.colour == "grey" else (route.colour.value,)
    return {
        ClaimRoute(route, *payment)
        for colour in colours
        for payment in splits(route.length, colour, hand, shared)
    }
