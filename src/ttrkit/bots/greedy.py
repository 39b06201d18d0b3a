"""A bot that plays for its tickets by the shortest ways, and for long routes after that."""

from __future__ import annotations

import random
from collections.abc import Callable, Iterable, Mapping
from typing import TYPE_CHECKING, Any, TypeVar

import attrs

from ttrkit.bots.hints import best_hint
from ttrkit.bots.plans import Network, Plan
from ttrkit.colours import Colour
from ttrkit.events import (
    Action,
    ClaimRoute,
    DrawBlind,
    DrawFaceUp,
    DrawTickets,
    KeepTickets,
    checked_seed,
)
from ttrkit.payment import NO_CARDS, Cards
from ttrkit.players import choices_of

if TYPE_CHECKING:
    from ttrkit.board import Route, Ticket
    from ttrkit.knowledge import Observation

A = TypeVar("A", bound=Action)

BLIND = DrawBlind()
DRAW_TICKETS = DrawTickets()
SHARED_CARDS = "holders"  # the pile of cards that partners share
SHARED_TICKETS = "shared_tickets"

HOPE = 0.9  # the share of a ticket's points that is counted on before it is completed
TRAIN_WORTH = 1.0  # points that one train of effort costs when tickets are chosen
WILD_WORTH = 2.5  # the price of paying with a wild, in cards that the plan needs
NEEDED_WORTH = 1.0  # the price of a card in a colour that the plan needs
SPARE_WORTH = 0.2  # the price of any other card
TICKET_TRAINS = 0.5  # draw more tickets while oneself and all rivals have this share of the trains
RUSH_TRAINS = 0.25  # a rival with this share of the trains, or less, may end the game soon
PACE = 2.2  # trains that a fast player places in a turn, to estimate the time left


@attrs.define
class Sight:
    """An observation, with the network and the plan that the bot derives from it."""

    now: Observation
    network: Network
    tickets: tuple[Ticket, ...]  # the seat's own and those that partners share
    plan: Plan
    funds: Cards  # the hand, and the cards that partners share

    @property
    def trains(self) -> int:
        """The number of trains left to this seat."""
        return self.now.seats[self.now.seat].trains

    @property
    def rival_trains(self) -> int:
        """The fewest trains that any rival has left."""
        team = self.now.seats[self.now.seat].team
        return min((s.trains for s in self.now.seats if s.team != team), default=self.trains)

    @property
    def is_late(self) -> bool:
        """Whether the game may end soon."""
        return (
            self.now.turns_left is not None
            or self.rival_trains <= RUSH_TRAINS * self.now.variant.trains
        )

    @property
    def budget(self) -> int:
        """An estimate of the number of trains that this seat still has time to place."""
        cards = self.funds.total / 2
        return min(self.trains, int(PACE * 0.6 * self.rival_trains + cards))

    def is_ahead(self) -> bool:
        """Whether this team would win if the game ended now, by what this seat can see."""
        seats = self.now.seats
        team = seats[self.now.seat].team
        tickets = self.now.board.tickets
        usual = 0.6 * sum(ticket.points for ticket in tickets) / max(1, len(tickets))
        standing: dict[int, float] = {}
        for seat in seats:
            unseen = 0.0 if seat.team == team else usual * seat.ticket_count
            standing[seat.team] = standing.get(seat.team, 0.0) + seat.score + unseen
        for ticket in self.tickets:
            standing[team] += self.network.worth(ticket).points
        return standing[team] >= max(standing.values())


class GreedyPlayer:
    """Connects its tickets by the shortest ways, draws what it lacks, and claims when it can.

    It takes more tickets while there is time for them, claims long routes when they are completed,
    and hurries the end when it is ahead. It decides from its observations alone. Of
    rules that it does not know, it takes actions by their hints; actions without one it avoids, or
    takes any of them if there is no other choice.
    """

    def __init__(self, seed: int | None = None) -> None:
        self._rng = random.Random(None if seed is None else checked_seed(seed))
        self._network: tuple[object, Network] | None = None
        self._plan: tuple[object, Plan] | None = None

    def __getstate__(self) -> dict[str, Any]:
        """All but its network and plan, which belong to this process and are made again."""
        return {**vars(self), "_network": None, "_plan": None}

    def choose(self, observation: Observation) -> Action:
        """One of the legal actions."""
        actions = choices_of(observation)
        if len(actions) == 1:
            return actions[0]
        hinted = best_hint(observation)
        if hinted is not None:
            return hinted
        kinds = {type(action).__name__ for action in actions}
        for kind, decide in _DECIDE.items():
            if kind in kinds:
                chosen = decide(self, self._look(observation))
                return chosen if chosen is not None else self._rng.choice(actions)
        return self._rng.choice(actions)

    # Observing -----------------------------------------------------------------------------

    def _look(self, now: Observation) -> Sight:
        """The observation with network and plan; both are reused until something changes."""
        claimed = (now.variant, now.seat, tuple(seat.routes for seat in now.seats), now.shown)
        if self._network is None or self._network[0] != claimed:
            self._network = (claimed, Network(now))
        network = self._network[1]
        team = now.seats[now.seat].team
        tickets = now.tickets
        funds = now.hand
        for pile in now.piles:
            if pile.owner == team and pile.name == SHARED_TICKETS:
                tickets += pile.tickets or ()
            elif pile.owner == team and pile.name == SHARED_CARDS:
                funds += pile.cards or NO_CARDS
        planned = (network, tickets)
        if self._plan is None or self._plan[0] != planned:
            self._plan = (planned, network.plan(tickets, now.seats[now.seat].trains))
        return Sight(now, network, tickets, self._plan[1], funds)

    # Tickets -------------------------------------------------------------------------------

    def _keep(self, sight: Sight) -> Action:
        """The best choice of tickets: likely points, less the effort and the points lost."""
        options = [a for a in sight.now.legal_actions if isinstance(a, KeepTickets)]
        worth: dict[tuple[Ticket, ...], float] = {}
        for tickets in {action.tickets for action in options}:
            plan = sight.network.plan((*sight.tickets, *tickets), sight.budget)
            lost = sum(t.penalty for t in plan.given_up)
            hoped = sum(t.points for t in (*sight.tickets, *tickets))
            gained = hoped - sum(t.points for t in plan.given_up) - plan.short
            worth[tickets] = HOPE * gained - lost - TRAIN_WORTH * plan.effort
        return max(options, key=lambda a: (worth[a.tickets], _shares(sight, a)))

    def _share(self, sight: Sight) -> Action | None:
        """The choice of tickets to share: with the uncompleted one that has the most points."""
        options = [a for a in sight.now.legal_actions if hasattr(a, "tickets")]
        return max(options, key=lambda a: _furthest(sight, a.tickets), default=None)

    def _wants_tickets(self, sight: Sight) -> bool:
        """Whether there is time for more tickets, and all tickets held can still be completed."""
        least = TICKET_TRAINS * sight.now.variant.trains
        return (
            DRAW_TICKETS in sight.now.legal_actions
            and not sight.plan.given_up
            and sight.trains >= least
            and sight.rival_trains >= least
            and sight.now.turns_left is None
        )

    # A turn --------------------------------------------------------------------------------

    def _turn(self, sight: Sight) -> Action | None:
        claims: dict[Route, list[ClaimRoute]] = {}
        for action in sight.now.legal_actions:
            if isinstance(action, ClaimRoute):
                claims.setdefault(action.route, []).append(action)
        if sight.now.turns_left is not None:
            return self._last_turn(sight, claims)
        if station := self._station(sight):
            return station
        if sight.plan.routes:
            return self._claim_planned(sight, claims) or self._draw(sight)
        if self._wants_tickets(sight):
            return DRAW_TICKETS
        return self._claim_for_points(sight, claims)

    def _claim_planned(
        self, sight: Sight, claims: Mapping[Route, list[ClaimRoute]]
    ) -> ClaimRoute | None:
        """A claim of the most useful route of the plan, unless it would waste good cards."""
        found: list[tuple[float, ClaimRoute]] = []
        for route in sight.plan.routes:
            if route in claims:
                price, claim = self._cheapest(sight, claims[route])
                wilds = claim.cards[Colour.WILD] + claim.shared[Colour.WILD] - route.ferry
                urgent = sight.is_late or self._is_contested(sight, route)
                if not (self._can_dig(sight, claim) or sight.is_late):
                    continue
                if urgent or wilds <= max(1, route.length // 2):
                    found.append((route.length + 3 * urgent - 0.5 * price, claim))
        return max(found, key=lambda pair: pair[0])[1] if found else None

    def _is_contested(self, sight: Sight, route: Route) -> bool:
        """Whether a rival builds at either end of a route without an open parallel."""
        network = sight.network
        rivals = {city for taken in network.taken for city in taken.cities}
        alone = len([r for r in network.open if set(r.cities) == set(route.cities)]) == 1
        return alone and (route.a in rivals or route.b in rivals)

    def _can_dig(self, sight: Sight, claim: ClaimRoute) -> bool:
        """Whether the cards left would cover the likely extra cost of a tunnel."""
        route = claim.route
        paid = claim.cards + claim.shared
        left = sight.funds - paid
        colours = {Colour.WILD, *paid} if not paid.is_all_wild else {Colour.WILD}
        return sum(left[colour] for colour in colours) >= _reserve(route)

    def _claim_for_points(
        self, sight: Sight, claims: Mapping[Route, list[ClaimRoute]]
    ) -> Action | None:
        """A claim of the route with the most points a turn, or a draw for it."""
        ahead = sight.is_ahead()
        best: tuple[float, Route] | None = None
        for route in sight.network.open:
            if route.length > sight.trains:
                continue
            lacking = 0 if route in claims else max(1, self._lacking(sight, route))
            if lacking and sight.is_late and lacking > 2:
                continue
            value = float(sight.network.points(route))
            if ahead:
                value += 1.5 * route.length  # an early end is good for the leader
            rate = value / (1 + lacking / 1.6)
            if best is None or (rate, route.id) > (best[0], best[1].id):
                best = (rate, route)
        if best is None:
            return self._draw(sight)
        if best[1] in claims:
            return self._cheapest(sight, claims[best[1]])[1]
        goal = attrs.evolve(sight.plan, routes=(best[1],))
        return self._draw(attrs.evolve(sight, plan=goal))

    def _last_turn(self, sight: Sight, claims: Mapping[Route, list[ClaimRoute]]) -> Action | None:
        """The action that brings most at once, in points of a route and of completed tickets."""

        def gain(route: Route) -> int:
            return sight.network.points(route) + sight.network.gain(route, sight.tickets)

        if station := self._station(sight):
            return station
        if claims:
            return self._cheapest(sight, claims[max(claims, key=gain)])[1]
        return self._draw(sight)

    def _station(self, sight: Sight) -> Action | None:
        """A station to use another's route on a planned way, once all other routes are claimed."""
        plan = sight.plan
        if not plan.borrowed or (plan.routes and not sight.is_late):
            return None
        ends = {city for route in plan.borrowed for city in route.cities}
        places = [a for a in sight.now.legal_actions if getattr(a, "city", None) in ends]
        return self._cheapest(sight, places)[1] if places else None

    # Cards ---------------------------------------------------------------------------------

    def _draw(self, sight: Sight) -> Action | None:
        """A draw of the face-up card that the plan needs most; else a blind one."""
        actions = sight.now.legal_actions
        wants = self._wants(sight)
        face_up = [a for a in actions if isinstance(a, DrawFaceUp)]
        best = max(face_up, key=lambda a: wants.get(a.colour, 0.0), default=None)
        if best is not None and wants.get(best.colour, 0.0) > 0:
            return best
        if BLIND in actions:
            return BLIND
        plain = [a for a in face_up if a.colour is not Colour.WILD]
        return self._rng.choice(plain or face_up) if face_up else None

    def _wants(self, sight: Sight) -> dict[Colour, float]:
        """The demand for each colour: highest for the last card that a route lacks."""
        wants: dict[Colour, float] = {}
        left = dict(sight.funds)
        wilds = left.pop(Colour.WILD, 0)
        nearly = False
        for route in sorted(sight.plan.routes, key=lambda r: (r.colour == "grey", -r.length)):
            colour = route.colour
            if colour == Colour.GREY:
                colour = max(left, key=lambda c: left[c], default=Colour.WILD)
            have = left.get(colour, 0)
            size = route.length - route.ferry + _reserve(route)
            left[colour] = max(0, have - size)
            lack = max(0, size - have)
            symbols = max(0, route.ferry - wilds)
            if lack:
                wants[colour] = max(wants.get(colour, 0.0), 1 + 1 / lack)
            nearly = nearly or lack + symbols - max(0, wilds - route.ferry) == 1
            if symbols:
                wants[Colour.WILD] = max(wants.get(Colour.WILD, 0.0), 1.2)
        if nearly:
            wants[Colour.WILD] = max(wants.get(Colour.WILD, 0.0), 1.6)
        return wants

    def _lacking(self, sight: Sight, route: Route) -> int:
        """The number of cards missing to claim a route."""
        funds = sight.funds
        wilds = funds[Colour.WILD]
        plain = route.length - route.ferry
        if route.colour == Colour.GREY:
            have = max((n for colour, n in funds.items() if colour is not Colour.WILD), default=0)
        else:
            have = funds[route.colour]
        short = max(0, plain - have)
        return max(0, short + route.ferry - wilds)

    def _cheapest(self, sight: Sight, actions: Iterable[A]) -> tuple[float, A]:
        """The price of the cheapest payment among these actions, and the action."""
        needed = {route.colour for route in sight.plan.routes}

        def worth(cards: Cards) -> float:
            return sum(
                n
                * (WILD_WORTH if c is Colour.WILD else NEEDED_WORTH if c in needed else SPARE_WORTH)
                for c, n in cards.items()
            )

        def price(action: Any) -> float:
            return worth(action.cards) + worth(action.shared)

        return min(((price(action), action) for action in actions), key=lambda pair: pair[0])

    def _pay(self, sight: Sight) -> Action | None:
        """The cheapest way to pay the extra cost of a tunnel."""
        paying = [action for action in sight.now.legal_actions if hasattr(action, "cards")]
        return self._cheapest(sight, paying)[1] if paying else None

    def _place(self, sight: Sight) -> Action | None:
        """The place for a drawn card: the hand if the own plan needs it, else the shared pile."""
        needed = {route.colour for route in sight.plan.routes}
        drawn = [pile.cards for pile in sight.now.piles if pile.name == "unplaced" and pile.cards]
        place = "hand" if any(colour in needed for cards in drawn for colour in cards) else "holder"
        options = [a for a in sight.now.legal_actions if getattr(a, "place", None) == place]
        return options[0] if options else None


def _reserve(route: Route) -> int:
    """The likely extra cost of a tunnel, in cards: about a quarter of those turned up fit."""
    return (3 * route.tunnel + 9) // 10


def _furthest(sight: Sight, tickets: Iterable[Ticket]) -> float:
    missing = [ticket.points for ticket in tickets if not sight.network.joins(ticket)]
    return max(missing, default=0)


def _shares(sight: Sight, action: KeepTickets) -> float:
    """The value of sharing the ticket that this action shares; 0 if it shares none."""
    return 0.0 if action.share is None else _furthest(sight, [action.share])


Decide = Callable[[GreedyPlayer, Sight], Action | None]

# The decision for each kind of action: the first kind that is among the legal actions counts.
_DECIDE: dict[str, Decide] = {
    "KeepTickets": GreedyPlayer._keep,
    "PayTunnel": GreedyPlayer._pay,
    "PlaceCard": GreedyPlayer._place,
    "ClaimRoute": GreedyPlayer._turn,
    "DrawTickets": GreedyPlayer._turn,
    "DrawBlind": GreedyPlayer._draw,
    "DrawFaceUp": GreedyPlayer._draw,
    "ShareTickets": GreedyPlayer._share,
}
