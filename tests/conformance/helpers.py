"""Situations that many clauses need, on whatever board."""

from collections import Counter, deque
from collections.abc import Iterable, Mapping

import pytest

import ttrkit
from ttrkit import Action, Board, Game, Route, Ticket

Piles = Mapping[str, int] | Iterable[str]


def plain_routes(
    board: Board, *, length: int | None = None, colour: str | None = None
) -> list[Route]:
    """Routes without tunnel, ferry or parallel route; "plain" means any colour but grey."""
    return [
        route
        for route in board.routes
        if route.group is None
        and not route.tunnel
        and not route.ferry
        and length in (None, route.length)
        and (colour in (None, route.colour) or (colour == "plain" and route.colour != "grey"))
    ]


def some_route(edition: str, *, least: int = 2) -> Route:
    """A route that nothing special is known of; its colour is on no flag, either."""
    colours = ("purple", "green", "yellow")
    routes = [route for colour in colours for route in plain_routes(board(edition), colour=colour)]
    return min((r for r in routes if r.length >= least), key=lambda r: r.length)


def double(board: Board) -> tuple[Route, Route]:
    """The first double route without tunnels or ferries."""
    for route in board.routes:
        others = [r for r in board.routes if r.group is not None and r.group == route.group]
        if len(others) == 2 and not any(r.tunnel or r.ferry for r in others):
            return others[0], others[1]
    raise LookupError("this board has no double route")


def way(board: Board, a: str, b: str) -> list[Route]:
    """Routes that lead from one city to another, as few as possible."""
    ways: dict[str, list[Route]] = {a: []}
    cities = deque([a])
    while b not in ways:
        city = cities.popleft()
        for route in board.routes:
            if city in (route.a, route.b):
                beyond = route.b if city == route.a else route.a
                if beyond not in ways:
                    ways[beyond] = [*ways[city], route]
                    cities.append(beyond)
    return ways[b]


def board(edition: str) -> Board:
    """The board of an edition."""
    return ttrkit.get_variant(edition).board


def fewest(edition: str) -> int:
    """The least number of players."""
    return ttrkit.get_variant(edition).players[0]


def regular_tickets(edition: str) -> list[Ticket]:
    """The tickets that belong into the ticket deck."""
    return [ticket for ticket in board(edition).tickets if ticket.kind != "long"]


def all_but(edition: str, *used: Piles) -> dict[str, int]:
    """All cards of the box that are not among these: held by a seat, they leave the deck empty."""
    left: Counter[str] = Counter(dict(ttrkit.get_variant(edition).deck))
    for pile in used:
        left.subtract(pile)
    assert min(left.values()) >= 0, "the box does not hold as many"
    return dict(+left)


def pay(route: Route, *, wild: int = 0) -> ttrkit.ClaimRoute:
    """A claim of a coloured route with this many wilds."""
    return ttrkit.ClaimRoute(route, {route.colour: route.length - wild, "wild": wild})


def claims(game: Game) -> list[ttrkit.ClaimRoute]:
    """The claims that are legal now."""
    return [action for action in game.legal_actions() if isinstance(action, ttrkit.ClaimRoute)]


def claimable(game: Game) -> set[Route]:
    """The routes that can be claimed now."""
    return {claim.route for claim in claims(game)}


def standing(game: Game) -> tuple[object, ...]:
    """All that can be told of a game, to compare."""
    views = [game.observe(seat) for seat in range(len(game.seats))]
    return (views, game.legal_actions(), game.history, game.result(), game.is_over)


def allow(game: Game, *actions: Action) -> None:
    """Every one of these actions is legal and listed, once."""
    listed = game.legal_actions()
    for action in actions:
        assert listed.count(action) == 1
        assert game.is_legal(action), game.why_not(action)


def refuse(game: Game, *actions: Action) -> str:
    """None of these actions is legal, and trying them changes nothing; why the last is not."""
    reason = ""
    for action in actions:
        before = standing(game)
        assert not game.is_legal(action)
        assert action not in game.legal_actions()
        with pytest.raises(ttrkit.IllegalAction) as caught:
            game.apply(action)
        assert standing(game) == before
        reason = str(caught.value)
        assert len(reason.split()) >= 3, f"this explains nothing: {reason}"
    return reason


def draw_two(game: Game) -> None:
    """A whole turn of drawing, blind."""
    game.apply(ttrkit.DrawBlind())
    if game.decision == "next card":
        game.apply(ttrkit.DrawBlind())


def undrawn(game: Game) -> tuple[int, dict[str, int]]:
    """The size of the deck and the discards."""
    return game.deck_size, dict(game.discards)


def is_over(game: Game) -> bool:
    """Whether it is over (asked by a function, for mypy knows not that games change)."""
    return game.is_over


def turns_left(game: Game) -> int | None:
    """The turns left in the last round (in a function for the same reason)."""
    return game.turns_left
