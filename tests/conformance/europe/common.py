"""Situations on the board of Europe: tunnels about to be paid, positions that are level."""

from collections import Counter
from collections.abc import Iterable, Mapping
from typing import Any

import ttrkit
from ttrkit import BuildStation, Cards, ClaimRoute, Game, PayTunnel, Route
from ttrkit.colours import CARD_COLOURS
from ttrkit.events.outcomes import Shuffled, TurnedUp

EUROPE = ttrkit.get_variant("europe").board
MARKET = ["blue", "green", "yellow", "purple", "orange"]

BLACK = EUROPE.route("Madrid", "Pamplona", "black")  # a tunnel of 3, and a double
WHITE = EUROPE.route("Madrid", "Pamplona", "white")  # the other of the two
GREY = EUROPE.route("Paris", "Zürich")  # a tunnel of 3
TUNNELS = [route for route in EUROPE.routes if route.tunnel]
FERRIES = [route for route in EUROPE.routes if route.ferry]

Hand = Mapping[str, int]
Place = tuple[str, str]


def at_tunnel(
    hand: Hand, cards: Hand, deck: Iterable[str], route: Route = BLACK, **more: Any
) -> Game:
    """Seat 0 holds `hand` and tries a tunnel with `cards`; the top of the deck is `deck`."""
    given: dict[str, Any] = {"players": 2, "hands": [hand], "market": MARKET, **more}
    game = ttrkit.position("europe", deck=[*deck], **given)
    game.apply(ClaimRoute(route, cards))
    return game


def turned_up(game: Game) -> list[str]:
    """The cards that the latest action turned up, in their order."""
    ups = [out for out in game.history[-1].outcome if isinstance(out, TurnedUp)]
    assert len(ups) == 1
    return [*ups[0].colours]


def reshuffled(game: Game) -> list[Cards]:
    """What the latest action shuffled into a new deck."""
    found = []
    for out in game.history[-1].outcome:
        if isinstance(out, Shuffled) and out.pile == "deck":
            counts = [out.order.count(card) for card in range(len(CARD_COLOURS))]
            found.append(Cards(bytes(counts)))
    return found


def extra(due: int, colour: str) -> list[PayTunnel]:
    """Every way to pay for so many cards of a colour; "wild": of wilds alone."""
    if colour == "wild":
        return [PayTunnel({"wild": due})]
    return [PayTunnel({colour: due - wild, "wild": wild}) for wild in range(due + 1)]


def builds(game: Game, city: str | None = None) -> list[BuildStation]:
    """The stations that may be built now (in one city)."""
    actions = [action for action in game.legal_actions() if isinstance(action, BuildStation)]
    return [action for action in actions if city in (None, action.city)]


def cards_of(*piles: Mapping[Any, int] | Iterable[str]) -> dict[str, int]:
    """All these cards together."""
    counts: Counter[str] = Counter()
    for pile in piles:
        counts.update(dict(pile) if isinstance(pile, Mapping) else pile)
    return dict(+counts)


def tickets(game: Game, seat: int = 0) -> int:
    """What a seat's tickets are worth as the game stands."""
    return game.result().sheets[seat]["tickets"]


def completed(game: Game, seat: int = 0) -> set[Place]:
    """The tickets that a seat has completed, as pairs of cities."""
    return {(ticket.a, ticket.b) for ticket in game.tally().tickets(seat).completed}


def level(totals: Iterable[int] = (), **given: Any) -> Game:
    """A position of Europe whose seats have these totals (100, if not given) by their scores."""
    bare = ttrkit.position("europe", **given).result().totals
    wanted = [*totals] or [100] * len(bare)
    scores = [want - have for want, have in zip(wanted, bare, strict=True)]
    game = ttrkit.position("europe", scores=scores, **given)
    assert game.result().totals == tuple(wanted)
    return game
