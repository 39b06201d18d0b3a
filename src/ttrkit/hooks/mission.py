"""The hooks that most rules need: route costs, draw limits, the end, and bonuses."""

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING

from ttrkit.hooks.hook import hook

if TYPE_CHECKING:
    from ttrkit.board import Route
    from ttrkit.colours import Colour
    from ttrkit.engine import State
    from ttrkit.payment import Cost
    from ttrkit.scoring import Tally


class MissionHooks:
    """Route costs, draw limits, the end of the game, and bonuses."""

    @hook("fold")
    def route_cost(self, route: "Route", cost: "Cost") -> "Cost":
        """The cost of a route, fixed per variant. The first part is given length and colour.

        Example: `return attrs.evolve(cost, wilds=route.ferry)`.
        """
        return cost

    @hook("fold")
    def current_cost(self, state: "State", seat: int, route: "Route", cost: "Cost") -> "Cost":
        """The cost of a route for this seat just now. Asked in the turn loop, and so slower.

        Example: cheaper next to one's own network.
        """
        return cost

    @hook("fold")
    def route_points(self, route: "Route", points: int) -> int:
        """The points for a claim of a route, fixed per variant.

        The first part is given those of the board's scoring table. For points that depend on the
        game, answer `after_claim`, and award them under a label of your own.
        Example: `return points + route.tunnel`.
        """
        return points

    @hook("fold")
    def draw_limit(self, state: "State", seat: int, limit: int) -> int:
        """The number of cards that a turn of drawing gives. The first part is given the variant's.

        Asked when the first card is chosen. Example: `return limit + (state.trains[seat] > 40)`.
        """
        return limit

    @hook("fold")
    def draw_weight(self, colour: "Colour", face_up: bool, weight: int) -> int:
        """How many of the turn's draws this card uses up, fixed per variant.

        A weight over the limit counts as the limit, so such a card can be taken first, and alone.
        Example: `return 1` lets face-up wilds be taken like any card.
        """
        return weight

    @hook("first")
    def end_trigger(self, state: "State", seat: int) -> int | None:
        """After a seat's turn: the number of turns still to come, or None.

        Asked until it has been answered once (GAP-19). 0 ends the game at once.
        Example: `return state.seats if not state.ticket_deck else None`.
        """
        return None

    @hook("all")
    def final_points(self, tally: "Tally") -> Mapping[str, Sequence[int]]:
        """Points at the end, for each label by team.

        Example: `return {"hermit": [5 * (not tally.routes(team)) for team in tally.teams]}`.
        """
        return {}
