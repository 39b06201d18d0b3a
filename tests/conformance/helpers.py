"""Situations that many clauses need, on whatever board."""

import ttrkit
from ttrkit import Board, Route


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


def double(board: Board) -> tuple[Route, Route]:
    """The first double route."""
    for route in board.routes:
        others = [r for r in board.routes if r.group is not None and r.group == route.group]
        if len(others) == 2:
            return others[0], others[1]
    raise LookupError("this board has no double route")


def pay(route: Route, *, wild: int = 0) -> ttrkit.ClaimRoute:
    """A claim of a coloured route with this many wilds."""
    return ttrkit.ClaimRoute(route, {route.colour: route.length - wild, "wild": wild})
