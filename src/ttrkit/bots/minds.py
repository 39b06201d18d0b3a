"""`Mind`: the plan of a seat during a playout, and the cards that it lacks for it."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any, NamedTuple

from ttrkit.bots.outlook import is_pressing, most_pressing_first
from ttrkit.bots.planner import PlannerPlayer
from ttrkit.bots.saving import COMPLETING, GREY, LACKING, SPARE, WILD, WILD_COMPLETING
from ttrkit.bots.sight import Sight
from ttrkit.bots.traits import USUAL
from ttrkit.knowledge import observe
from ttrkit.payment import CARD_KINDS, WILD_CARD

if TYPE_CHECKING:
    from ttrkit.bots.chart import Chart
    from ttrkit.engine import State

TUNNEL_RESERVE = 1  # cards saved for a tunnel, besides its length

Link = tuple[int, tuple[int, ...]]
"""A planned link, and its routes that are open."""


class Draft(NamedTuple):
    """The plan of a seat, in short."""

    links: list[int]  # to be claimed, the most pressing first
    pressing: frozenset[int]  # those of them that do not wait
    stations: frozenset[str]  # cities for stations
    tickets: frozenset[int]  # that it completes


class Drafts:
    """The plans that seats make, remembered by what they were made for."""

    def __init__(self) -> None:
        self._known: dict[object, Draft] = {}

    def draft(self, state: State, seat: int) -> Draft:
        """The plan that the planner would make."""
        key = (seat, state.kept_tickets(seat), *state.routes)
        found = self._known.get(key)
        if found is None:
            planner, sight = PlannerPlayer(0), Sight(observe(state, seat))
            ground = planner._look(sight)
            plan = planner._planned(sight, ground)
            names = state.board.cities
            stations = frozenset(
                names[city].name
                for link in plan.links
                if ground.to_borrow.get(link)
                for city in ground.chart.ends[link]
            )
            links = most_pressing_first(ground, plan.links)
            found = self._known[key] = Draft(
                links,
                frozenset([link for link in links if is_pressing(ground, link, USUAL)]),
                stations,
                frozenset(plan.done),
            )
        return found


class Counted(NamedTuple):
    """The cards that the planned links lack."""

    worth: list[float]  # of one more card, by kind
    left: list[int]  # cards that they do not need
    lack: int  # cards in all
    free: int  # trains that they do not need


class Mind:
    """The plan and the cards that a seat keeps in mind during a playout."""

    __slots__ = (
        "drafts",
        "extras",
        "links",
        "mates",
        "planned",
        "pressing",
        "seen",
        "stations",
        "tickets",
    )

    def __init__(self, mates: Sequence[int]) -> None:
        self.mates = mates
        self.links: list[Link] = []
        self.pressing: frozenset[int] = frozenset()  # links that do not wait
        self.stations: frozenset[str] = frozenset()
        self.planned: frozenset[int] = frozenset()  # tickets
        self.tickets = -1  # the number for which there is a plan
        self.drafts = -1  # made anew
        self.seen: Any = None  # the open routes for which the links are right
        self.extras: list[float] = []  # the worth of cards for routes beside the plan

    def copy(self) -> Mind:
        """The same in mind, for another playout."""
        new = Mind(self.mates)
        new.links, new.pressing = self.links, self.pressing
        new.stations, new.planned = self.stations, self.planned
        new.tickets, new.seen = self.tickets, self.seen
        return new

    def counted(self, chart: Chart, hand: Sequence[int], trains: int) -> Counted:
        """Count the cards that the planned links lack; grey ones take what the others leave."""
        prices, lengths = chart.prices, chart.lengths
        worth, left = [SPARE] * CARD_KINDS, [*hand]
        free, lack, wild = trains, 0, hand[WILD_CARD]
        greys: list[int] = []
        for _, routes in self.links:
            free -= lengths[routes[0]]
            size, cards, wilds, tunnel = prices[routes[0]]
            size -= wilds
            lack += wilds
            if wilds > wild:
                worth[WILD_CARD] = WILD + WILD_COMPLETING
            if tunnel:
                size += TUNNEL_RESERVE
            if len(cards) != 1:
                greys.append(size)
                continue
            card = cards[0]
            short = size - left[card]
            if short <= 0:
                left[card] = -short
                continue
            left[card] = 0
            lack += short
            value = LACKING
            if short + wilds - wild <= 1:
                value += COMPLETING
                worth[WILD_CARD] = WILD + WILD_COMPLETING
            if worth[card] < value:
                worth[card] = value
        for size in greys:
            most = max(left[:WILD_CARD])
            card = left.index(most)
            short = size - most
            if short <= 0:
                left[card] = -short
                continue
            left[card] = 0
            lack += short
            value = GREY * (LACKING + COMPLETING if short - wild <= 1 else LACKING)
            if worth[card] < value:
                worth[card] = value
        if lack and worth[WILD_CARD] < WILD:
            worth[WILD_CARD] = WILD
        return Counted(worth, left, lack, free)
