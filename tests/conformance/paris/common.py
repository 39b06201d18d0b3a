"""What the tests of Paris share."""

from typing import Any

import ttrkit
from ttrkit import Cards, ClaimRoute, Game, Route

PARIS = ttrkit.get_variant("paris").board
BLUE = PARIS.route("Luxembourg", "Montparnasse")  # 1 space
RED = PARIS.route("Bastille", "Notre-Dame", "red")  # 1 space
WHITE = PARIS.route("Arc de Triomphe", "Tour Eiffel")  # 2 spaces
YELLOW = PARIS.route("Bastille", "Père Lachaise")  # 2 spaces
GREEN = PARIS.route("Batignolles", "Champs-Élysées")  # 3 spaces
PURPLE = PARIS.route("Buttes-Chaumont", "Père Lachaise")  # 3 spaces
MARKET = ["yellow"] * 3 + ["green"] * 2


def position(players: int = 2, **situation: Any) -> Game:
    """A set-up position of Paris."""
    return ttrkit.position("paris", players=players, **situation)


def flags(game: Game, seat: int = 0) -> Cards:
    """The cards that a seat has laid open."""
    cards = game.seats[seat].flags
    assert isinstance(cards, Cards)
    return cards


def claim(game: Game, route: Route, wild: int = 0) -> None:
    """Claim a route with this many wilds."""
    game.apply(ClaimRoute(route, {route.colour: route.length - wild, "wild": wild}))


def wait(game: Game) -> None:
    """A whole turn of drawing a ticket, which changes no cards."""
    game.apply(ttrkit.DrawTickets())
    game.apply(game.legal_actions()[0])
