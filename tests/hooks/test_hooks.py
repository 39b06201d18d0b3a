"""The hooks, each answered by a home-made part: what it says is what the game does."""

import random
from collections.abc import Mapping, Sequence
from typing import Any

import attrs
import pytest

import ttrkit
from ttrkit import ClaimRoute, Cost, DrawBlind, DrawFaceUp, DrawTickets, Payment, Route, Ticket
from ttrkit.bots.plans import Network
from ttrkit.colours import Colour
from ttrkit.engine.state import State
from ttrkit.errors import RuleError
from ttrkit.knowledge.observation import observe
from ttrkit.parts import Drawing, LastRound, LongestRoute, ParallelRoutes, Part, Tickets
from ttrkit.parts.drawing import Draws
from ttrkit.scoring.tally import Tally
from ttrkit.testing import RulesMachine
from ttrkit.testing.invariants import state_of

USA = ttrkit.get_variant("usa")
PLAIN_MARKET = ["red", "blue", "green", "white", "black"]


class OneMoreCard(Part):
    """Every route costs one card more than it is long."""

    def route_cost(self, route: Route, cost: Cost) -> Cost:
        """One more."""
        return attrs.evolve(cost, size=cost.size + 1)


def test_route_cost() -> None:
    """Cards by the cost, trains and points by the length."""
    variant = USA.adding(OneMoreCard())
    route = variant.board.route("Montréal", "New York")
    game = ttrkit.position(variant, players=2, hands=[{"blue": 4}], trains=[3, 45])
    assert game.why_not(ClaimRoute(route, {"blue": 3})) == (
        "Montréal–New York needs 4 blue cards; you played 3 blue"
    )
    game.apply(ClaimRoute(route, {"blue": 4}))
    assert (game.seats[0].trains, game.seats[0].score) == (0, 4)


def test_costs_add_up_in_the_order_of_the_parts() -> None:
    """Each part is given what the one before it answered."""
    variant = USA.adding(OneMoreCard(), OneMoreCard())
    route = variant.board.route("Montréal", "New York")
    game = ttrkit.position(variant, players=2, hands=[{"blue": 5}])
    assert [a.cards for a in game.legal_actions() if isinstance(a, ClaimRoute)].count(
        ttrkit.cards(blue=5)
    ) > 0
    assert game.is_legal(ClaimRoute(route, {"blue": 5}))


class Express(Part):
    """Long routes score twice, and routes to Miami three points less."""

    def route_points(self, route: Route, points: int) -> int:
        """Twice, or less."""
        return 2 * points if route.length > 4 else points - 3 * ("Miami" in route.cities)


def test_route_points() -> None:
    """What a claim scores is what everybody is told, and what bots reckon with."""
    variant = USA.adding(Express(), Express())
    miami, portland = (
        variant.board.route("Miami", "Charleston"),
        variant.board.route("Portland", "San Francisco"),
    )
    assert (variant.points_for(miami), variant.points_for(portland)) == (7 - 6, 10 * 4)
    assert USA.points_for(miami) == 7
    with pytest.raises(LookupError, match='no route "rome"'):
        variant.points_for(attrs.evolve(miami, id="rome"))
    game = ttrkit.position(variant, players=2, hands=[{"purple": 4}, {"green": 5}])
    network = Network(game.observe(0))
    assert (network.points(miami), network.points(portland)) == (1, 40)
    assert network.effort(portland) < Network(ttrkit.position(USA, players=2).observe(0)).effort(
        portland
    )
    game.apply(ClaimRoute(miami, {"purple": 4}))
    game.apply(ClaimRoute(portland, {"green": 5}))
    assert [seat.score for seat in game.seats] == [1, 40]
    assert [sheet["routes"] for sheet in game.result().sheets] == [1, 40]


def test_points_that_are_none() -> None:
    """A part that forgets to answer is named, with the route."""

    class Forgetful(Part):
        """Answers for some routes only."""

        def route_points(self, route: Route, points: int) -> Any:
            """Nothing for Miami."""
            return points if "Miami" not in route.cities else None

    told = "Forgetful.route_points gives None for Atlanta–Miami, where a whole number is wanted"
    with pytest.raises(RuleError, match=told):
        ttrkit.new_game(USA.adding(Forgetful()), players=2)


class CheaperNextDoor(Part):
    """Next to one's own routes, a route costs one card less (but one at least)."""

    def current_cost(self, state: State, seat: int, route: Route, cost: Cost) -> Cost:
        """One less, if a city is shared."""
        own = {city for n in state.routes[seat] for city in state.board.routes[n].cities}
        if own.isdisjoint(route.cities) or cost.size == 1:
            return cost
        return attrs.evolve(cost, size=cost.size - 1)


class NoRouteToMiami(Part):
    """Miami is closed as long as somebody has ten trains or more."""

    def why_closed(self, state: State, seat: int, route: Route) -> str | None:
        """The reason."""
        if "Miami" in route.cities and max(state.trains) >= 10:
            return "Miami waits for the last trains"
        return None


def test_current_cost() -> None:
    """The cost depends on where one's own routes are, in the list and in the check."""
    variant = USA.adding(CheaperNextDoor())
    near, far = variant.board.route("Montréal", "New York"), variant.board.route("Omaha", "Chicago")
    claimed = {0: [("Boston", "Montréal")]}
    game = ttrkit.position(variant, players=2, hands=[{"blue": 3}], claimed=claimed)
    assert game.is_legal(ClaimRoute(near, {"blue": 2}))
    assert not game.is_legal(ClaimRoute(near, {"blue": 3}))
    assert game.is_legal(ClaimRoute(far, {"blue": 3})) == (far.length == 3)
    claims = [a for a in game.legal_actions() if isinstance(a, ClaimRoute) and a.route == near]
    assert claims == [ClaimRoute(near, {"blue": 2})]


def test_why_closed() -> None:
    """A route that a part closes just now, with its reason; open again when the part says so."""
    variant = USA.adding(NoRouteToMiami())
    claim = ClaimRoute(variant.board.route("Atlanta", "Miami"), {"blue": 5})
    game = ttrkit.position(variant, players=2, hands=[{"blue": 5}], trains=[9, 45])
    assert game.why_not(claim) == "Atlanta–Miami is closed to you: Miami waits for the last trains"
    assert claim not in game.legal_actions()
    game = ttrkit.position(variant, players=2, hands=[{"blue": 5}], trains=[9, 9])
    assert game.is_legal(claim)
    assert claim in game.legal_actions()


class AskingMachine(RulesMachine):
    """The rules machine over a variant that asks parts for every route."""

    variant = attrs.evolve(
        USA.adding(CheaperNextDoor(), NoRouteToMiami()), name="asking", trains=20
    )


def test_enumeration_equals_check_where_parts_are_asked_each_time() -> None:
    """The invariants hold for dynamic costs and closings too."""
    AskingMachine.TestCase("runTest").runTest()


class ThreeCards(Part):
    """A turn of drawing gives three cards, and face-up wilds count for two."""

    def draw_limit(self, state: State, seat: int, limit: int) -> int:
        """One more."""
        return limit + 1

    def draw_weight(self, colour: Colour, face_up: bool, weight: int) -> int:
        """Two for a face-up wild."""
        return 2 if face_up and colour is Colour.WILD else weight


def test_draw_limit_and_weight() -> None:
    """A wild may be taken with two or three cards left of the turn, not with one."""
    game = ttrkit.position(
        USA.adding(ThreeCards()),
        players=2,
        market=["wild", "wild", "red", "blue", "green"],
        deck=["black"] * 6,
    )
    game.apply(DrawBlind())
    assert game.is_legal(DrawFaceUp("wild"))
    game.apply(DrawFaceUp("wild"))
    assert game.to_move == 1
    game.apply(DrawBlind())
    game.apply(DrawBlind())
    assert not game.is_legal(DrawFaceUp("wild"))
    game.apply(DrawFaceUp("red"))
    assert game.to_move == 0
    assert game.seats[1].hand == {"black": 2, "red": 1}


class EndsWithTickets(Part):
    """The game ends at once when the ticket deck is empty."""

    def end_trigger(self, state: State, seat: int) -> int | None:
        """No turn more."""
        return None if state.ticket_deck else 0


def test_end_trigger() -> None:
    """A variant can end by a rule of its own instead of by trains."""
    variant = USA.replacing(LastRound, EndsWithTickets())
    game = ttrkit.position(
        variant, players=2, trains=[0, 0], ticket_deck=[("Boston", "Miami")], market=PLAIN_MARKET
    )
    game.apply(DrawTickets())
    assert game.is_legal(game.legal_actions()[0])
    game.apply(game.legal_actions()[0])
    assert game.is_over


class Hermit(Part):
    """Five points for claiming nothing, and hermits win ties."""

    labels = ("hermit",)

    def final_points(self, tally: Tally) -> Mapping[str, Sequence[int]]:
        """Five or nothing."""
        return {"hermit": [5 * (not tally.routes(team)) for team in tally.teams]}

    def tie_break(self, tally: Tally, team: int) -> float:
        """The fewest routes."""
        return -len(tally.routes(team))


def test_bonuses_and_tie_breaks() -> None:
    """A bonus stands in every sheet, and the part's tie-break comes in its turn."""
    variant = USA.without(LongestRoute).adding(Hermit())
    game = ttrkit.position(variant, players=2, claimed={0: [("Boston", "Montréal")]}, scores=[5, 0])
    result = game.result()
    assert [sheet["hermit"] for sheet in result.sheets] == [0, 5]
    assert (result.totals, result.winners) == ((5, 5), (1,))


class OnlyBaseTickets(Part):
    """Plays with the tickets of the first printing only."""

    def in_ticket_deck(self, ticket: Ticket) -> bool:
        """By their kind."""
        return ticket.kind == "base"


def test_in_ticket_deck() -> None:
    """Tickets that a part keeps out are out of the game."""
    game = ttrkit.new_game(USA.adding(OnlyBaseTickets()), players=2, seed=1)
    assert game.ticket_deck_size == 30 - 6
    assert {t.kind for a in game.legal_actions() for t in vars_tickets(a)} == {"base"}


def vars_tickets(action: ttrkit.Action) -> tuple[Ticket, ...]:
    """The tickets of an action that keeps some."""
    assert isinstance(action, ttrkit.KeepTickets)
    return action.tickets


def test_base_rules_can_be_left_out() -> None:
    """Without tickets, parallel routes, the longest route: a game of claims alone."""
    variant = USA.without(Tickets, ParallelRoutes, LongestRoute)
    game = ttrkit.new_game(variant, players=2, seed=1)
    assert game.decision == "turn"
    result = ttrkit.play(game, [ttrkit.RandomPlayer(1), ttrkit.RandomPlayer(2)])
    assert result.is_final
    assert list(result.sheets[0]) == ["routes"]


def test_a_base_rule_can_be_replaced() -> None:
    """A part of one's own in the place of drawing: only blind cards."""

    class BlindOnly(Drawing):
        def face_up_actions(self, state: State, draws: Draws) -> tuple[()]:
            return ()

        def check(
            self, state: State, seat: int, action: ttrkit.Action, draws: Draws | None = None
        ) -> Draws | str:
            if isinstance(action, DrawFaceUp):
                return "cards are drawn blind here"
            return super().check(state, seat, action, draws)

    game = ttrkit.new_game(USA.replacing(Drawing, BlindOnly()), players=2, seed=1)
    while game.decision != "turn":
        game.apply(game.legal_actions()[0])
    assert not any(isinstance(action, DrawFaceUp) for action in game.legal_actions())
    assert game.why_not(DrawFaceUp(game.market[0])) == "cards are drawn blind here"


def test_a_part_that_is_not_there_cannot_be_left_out() -> None:
    """The message says what there is."""
    with pytest.raises(ValueError, match="usa has no part Stations; it has Drawing, Claiming"):
        USA.without(ttrkit.parts.Stations)


class Toll(Part):
    """Claiming a route of six costs its owner two points, if the claim was paid without wilds."""

    labels = ("toll",)

    def before_claim(self, state: State, seat: int, route: Route, payment: Payment) -> None:
        """Laid down, not claimed yet."""
        assert state.claim is not None
        assert state.owner(route) is None

    def after_claim(self, state: State, seat: int, route: Route, payment: Payment) -> None:
        """Claimed and paid."""
        assert state.claim is None
        assert state.owner(route) == seat
        if route.length == 6 and not payment.total["wild"]:
            state.award(seat, -2, "toll")


def test_before_and_after_a_claim() -> None:
    """The hooks see the claim before and after it is made."""
    variant = USA.adding(Toll())
    route = next(r for r in variant.board.routes if r.length == 6 and r.colour != "grey")
    game = ttrkit.position(variant, players=2, hands=[{route.colour: 6}])
    game.apply(ClaimRoute(route, {route.colour: 6}))
    assert game.result().sheets[0]["toll"] == -2
    assert game.seats[0].score == 15 - 2


class Border(Part):
    """Counts the claims that it holds up: those of long routes."""

    labels = ("border",)

    def delays_claim_of(self, route: Route) -> bool:
        """Once and for all."""
        return route.length >= 5

    def before_claim(self, state: State, seat: int, route: Route, payment: Payment) -> None:
        """Only for those."""
        state.award(seat, 1, "border")


def test_only_claims_that_may_be_held_up_are_asked_about() -> None:
    """A part says of which routes it wants to be asked before a claim."""
    variant = USA.adding(Border(), Toll())
    for length, asked in ((2, 0), (5, 1), (6, 1)):
        route = next(r for r in variant.board.routes if r.length == length and r.colour != "grey")
        game = ttrkit.position(variant, players=2, hands=[{route.colour: length}])
        game.apply(ClaimRoute(route, {route.colour: length}))
        assert game.result().sheets[0]["border"] == asked
        assert game.seats[0].routes == (route,)


class Drizzle(Drawing):
    """The market is filled when it is empty, and not before."""

    def refill_market(self, state: State) -> bool:
        """A part of one's own says when it is in order."""
        return bool(state.market) or super().refill_market(state)


def test_a_market_filled_by_other_rules_is_listed_as_it_is() -> None:
    """Whoever finds it in order, what is listed is what lies there."""
    rng = random.Random(1)
    game = ttrkit.new_game(USA.replacing(Drawing, Drizzle()), players=2, seed=1)
    for _ in range(300):
        listed = game.legal_actions()
        if game.decision == "turn":
            shown = {action.colour for action in listed if isinstance(action, DrawFaceUp)}
            assert shown == set(game.market)
        game.apply(rng.choice(listed))
        if game.is_over:
            break


def test_tickets_that_are_chosen_without_a_veil_are_seen() -> None:
    """A part in the place of `Tickets` may have them lie there at any time."""

    class Open(Tickets):
        def chosen_tickets(self, state: State, seat: int) -> tuple[int, ...]:
            return (5,)

    game = ttrkit.position(USA.replacing(Tickets, Open()), players=2, seed=1)
    assert game.observe(0).tickets == game.seats[0].tickets == (USA.board.tickets[5],)


@attrs.define
class InSlots(Part):
    """A part as attrs makes it, in slots, and with a class attribute beside them."""

    labels = ("in slots",)

    points: int
    per: str = "claim"

    def after_claim(self, state: State, seat: int, route: Route, payment: Payment) -> None:
        """As many points as it was told."""
        state.award(seat, self.points, "in slots")


def test_parts_in_slots_are_bound_with_what_they_were_given() -> None:
    """Whether attributes lie in slots or not makes no difference."""
    part = InSlots(7)
    game = ttrkit.position(USA.adding(part), players=2, hands=[{"blue": 3}])
    game.apply(ClaimRoute(game.board.route("Montréal", "New York"), {"blue": 3}))
    assert game.result().sheets[0]["in slots"] == 7
    (bound,) = [part for part in game.variant.engine.parts if isinstance(part, InSlots)]
    assert bound == part
    assert bound is not part


class Counted(Part):
    """A part that says itself how it is copied."""

    def __init__(self, copies: int = 0) -> None:
        self.copies = copies

    def __copy__(self) -> "Counted":
        return Counted(self.copies + 1)


def test_parts_are_bound_as_they_want_to_be_copied() -> None:
    """Whoever has `__copy__`, or the like, is asked."""
    (bound,) = [part for part in USA.adding(Counted()).engine.parts if isinstance(part, Counted)]
    assert bound.copies == 1


class LooksAround(Part):
    """Notes what is to be decided while a claim is carried out."""

    def after_claim(self, state: State, seat: int, route: Route, payment: Payment) -> None:
        """Nothing is, for the moment."""
        assert state.decision is None
        assert state.pending == []
        assert observe(state, seat).legal_actions == ()


def test_nothing_is_asked_in_the_course_of_an_action() -> None:
    """What was answered is asked no longer, and what comes next is not known yet."""
    game = ttrkit.position(USA.adding(LooksAround()), players=2, hands=[{"blue": 3}])
    game.apply(ClaimRoute(game.board.route("Montréal", "New York"), {"blue": 3}))
    assert game.to_move == 1


def test_a_route_is_closed_to_seats_that_there_are() -> None:
    """Others are refused by name; the route stays open to those that are there."""
    game = ttrkit.position(USA, players=2)
    state = state_of(game)
    with pytest.raises(IndexError, match="seat 7 of 2"):
        state.close(USA.board.routes[0], (0, 7))
    assert state.is_open(0, 0)
    assert state.is_open(1, 0)
