"""Hooks around claims: which routes are closed, and what happens before and after a claim."""

from collections.abc import Iterable
from typing import TYPE_CHECKING

import attrs

from ttrkit.hooks.hook import hook

if TYPE_CHECKING:
    from ttrkit.board import Route
    from ttrkit.engine import State, Stock
    from ttrkit.payment import Payment


@attrs.frozen
class Closing:
    """A route that a claim closes: to some seats or, if `seats` is None, to everyone."""

    route: "Route"
    why: str
    seats: tuple[int, ...] | None = None


class ClaimHooks:
    """Closed routes, and the moments before and after a claim."""

    @hook("all")
    def closes(self, state: "State", seat: int, route: "Route") -> Iterable[Closing]:
        """The other routes that close, for good, now that this seat has claimed this one.

        Must depend only on who owns what: a set-up position and a record ask it too, route by
        route, in the order of the claims as far as that is known.
        """
        return ()

    @hook("first")
    def why_closed(self, state: "State", seat: int, route: "Route") -> str | None:
        """The reason why a free route is closed to this seat just now, or None.

        Asked in the turn loop for every free route: use `closes` where a claim decides it.
        """
        return None

    @hook("first")
    def stays_open(self, route: "Route") -> bool:
        """Whether other teams may claim this route, too, once it is claimed; fixed per variant.

        Each of them has the route then, with trains of its own. To limit their number, close the
        route itself by `closes`. Example: `return "fast" in route.extra`.
        """
        return False

    @hook("first")
    def route_pieces(self, route: "Route") -> "Stock | None":
        """The pieces that a claim lays on this route; None for trains. Fixed per variant.

        A claim then takes as many as the route is long from the seat's supply of these pieces.
        Example: `return SHIPS if route.extra.get("sea") else None`.
        """
        return None

    @hook("own")
    def delays_claim_of(self, route: "Route") -> bool:
        """Whether the part is asked `before_claim` of this route, fixed per variant.

        Example: `return route.tunnel > 0`.
        """
        return True

    @hook("all", changes="the game")
    def before_claim(self, state: "State", seat: int, route: "Route", payment: "Payment") -> None:
        """The cards are laid down, the route is not claimed yet. Parts are asked one by one.

        A decision pushed here is answered before the next part is asked; setting `state.claim` to
        None calls the claim off. Example: tunnels.
        """

    @hook("all", changes="the game")
    def after_claim(self, state: "State", seat: int, route: "Route", payment: "Payment") -> None:
        """The route is claimed, paid and scored. Example: see `Part`."""
