"""The start of a recorded game: what follows is worked out, and what cannot be is refused."""

import json
import random
from collections.abc import Callable, Iterable
from functools import cache
from typing import Any

import attrs
import pytest

import ttrkit
from tests.properties.games import sampled
from tests.properties.test_records import altered
from ttrkit import Action, Colour, Game, Pass, RecordError, Variant
from ttrkit.parts import Decision, Part, Payment, Route, State

Start = dict[str, Any]
USA = ttrkit.get_variant("usa")
COLOURS = [colour.value for colour in Colour]


@cache
def text_of(name: str, players: int, decision: str, chosen: int) -> str:
    """The record of a game that starts at this decision, with so many first tickets chosen."""
    for game in sampled(ttrkit.get_variant(name), players, 5, 12):
        if (game.decision or "over") == decision and len(game.history) >= chosen:
            world = ttrkit.determinize(game.observe(0), random.Random(1))
            return json.dumps(world.to_record())
    raise AssertionError(f"{decision} never came up")


def recorded(name: str, decision: str, players: int = 4, chosen: int = 0) -> dict[str, Any]:
    """The same, to be altered."""
    record: dict[str, Any] = json.loads(text_of(name, players, decision, chosen))
    assert ttrkit.from_record(record).to_record() == record
    return record


def refused(record: dict[str, Any]) -> str:
    """The words in which an altered record is refused."""
    with pytest.raises(RecordError) as caught:
        ttrkit.from_record(altered(record))
    return str(caught.value)


def slot(start: Start, field: str) -> dict[str, Any]:
    """The slot with this field."""
    found: dict[str, Any] = next(each for each in start["slots"] if field in each)
    return found


# Routes and closings ----------------------------------------------------------------------------


def doubles(variant: Variant) -> list[int]:
    """The numbers of two routes of a double."""
    routes = variant.board.routes
    for route in routes:
        same = [n for n, r in enumerate(routes) if r.group == route.group is not None]
        if len(same) == 2 and not route.always_open:
            return same
    raise AssertionError("no double")


@pytest.mark.parametrize("name", ttrkit.variant_names())
def test_closed_routes_follow_from_who_owns_what(name: str) -> None:
    """US-25: taken out of the start, a closing still holds; put into it, none is believed."""
    variant = ttrkit.get_variant(name)
    one = variant.board.routes[doubles(variant)[0]]
    record = ttrkit.position(variant, players=4, claimed={0: [one]}).to_record()
    closed = record["start"]["closed"]
    assert doubles(variant)[1] in closed[0]
    record["start"]["closed"] = [[], *closed[1:]]
    beside = variant.board.routes[doubles(variant)[1]]
    assert f"{beside} is open to seat 0, though a claim closes it" in refused(record)
    other = next(n for n, r in enumerate(variant.board.routes) if r.group is None)
    record["start"]["closed"] = [*closed[:3], [*closed[3], other]]
    route = variant.board.routes[other]
    assert f"{route} is closed to seat 3, though no claim closes it" in refused(record)
    record["start"]["closed"] = closed[1:]
    assert "closed routes are not those of every seat" in refused(record)
    record["start"]["closed"] = [[*closed[0], 999], *closed[1:]]
    assert "a route is closed that does not exist" in refused(record)


@pytest.mark.parametrize("name", ttrkit.variant_names())
def test_nobody_has_a_route_that_is_closed_to_them(name: str) -> None:
    """US-25, US-26, or no route at all, or one that another has."""
    variant = ttrkit.get_variant(name)
    one, other = doubles(variant)
    few = min(variant.players)
    record = ttrkit.position(variant, players=few).to_record()
    for routes, words in {
        ((one, other), ()): "which is closed to it: ",
        ((one,), (other,)): "which is closed to it: with so few players",
        ((one,), (one,)): "has two owners",
        ((999,), ()): "has a route that does not exist",
        ((-1,), ()): "has a route that does not exist",
    }.items():
        record["start"]["routes"] = [*map(list, routes), *[[]] * (few - 2)]
        assert words in refused(record)


@attrs.define(slots=False)
class Fires(Part):
    """Every turn the first open route is closed to the next seat: by no claim."""

    def end_turn(self, state: State, seat: int) -> None:
        for route in state.board.routes:
            number = state.engine.numbers.of_route[route.id]
            if state.is_open((seat + 1) % state.seats, number):
                state.close(route, [(seat + 1) % state.seats])
                return


def saved(game: Game) -> Game:
    """The game from its JSON."""
    return ttrkit.from_record(json.loads(json.dumps(game.to_record())), variant=game.variant)


def test_home_made_parts_may_close_routes_at_any_time() -> None:
    """What they closed is kept; what a claim closes is still worked out."""
    fires = USA.adding(Fires())
    game = ttrkit.new_game(fires, players=3, seed=1)
    rng = random.Random(1)
    for _ in range(60):
        game.apply(rng.choice(game.legal_actions()))
    world = ttrkit.determinize(game.observe(0), rng)
    assert saved(world).observe(0) == world.observe(0)
    one, other = doubles(fires)
    record = ttrkit.position(fires, players=3, claimed={0: [fires.board.routes[one]]}).to_record()
    record["start"]["closed"][0].remove(other)
    with pytest.raises(RecordError, match="though a claim closes it"):
        ttrkit.from_record(altered(record), variant=fires)


class FirstHere(Part):
    """Whoever claims first at a city closes its other routes to the others: in order of time."""

    def closes(self, state: State, seat: int, route: Route) -> Iterable[Any]:
        near = [r for r in state.board.routes if route.a in r.cities and r is not route]
        if all(state.owner(r) is None for r in near):
            others = tuple(s for s in range(state.seats) if s != seat)
            yield from (ttrkit.parts.Closing(r, "they were here first", others) for r in near)


def test_claims_close_routes_in_the_order_of_the_history() -> None:
    """Also for a part to which the order matters, as it should not."""
    variant = attrs.evolve(USA.adding(FirstHere()), deck={"wild": 60, "red": 4})
    closed = 0
    for seed in range(8):
        rng = random.Random(seed)
        game = ttrkit.new_game(variant, players=3, seed=seed)
        while not game.is_over and sum(len(seat.routes) for seat in game.seats) < 12:
            actions = game.legal_actions()
            claims = [a for a in actions if isinstance(a, ttrkit.ClaimRoute)]
            game.apply(rng.choice(claims or actions))
        world = ttrkit.determinize(game.observe(1), rng)
        assert saved(world).observe(1) == world.observe(1)
        closed += len(world.observe(1).seats[1].closed)
    assert closed > 20


# Claims and tunnels -----------------------------------------------------------------------------

Change = Callable[[Start], object]


def no_claim(start: Start) -> None:
    """The claim is gone, and its cards are discarded."""
    for purse in start["claim"][2]:
        for colour, n in purse.items():
            start["discards"][COLOURS.index(colour)] += n
    start["claim"] = []


def no_cards_turned_up(start: Start) -> None:
    """The cards turned up are discarded."""
    for card, n in enumerate(slot(start, "turned_up")["turned_up"]):
        start["discards"][card] += n
    slot(start, "turned_up")["turned_up"] = [0] * 9


def one_card_less(start: Start) -> None:
    """A card of the payment is discarded."""
    paid = start["claim"][2][0] or start["claim"][2][1]
    colour = next(iter(paid))
    paid[colour] -= 1
    start["discards"][COLOURS.index(colour)] += 1
    if not paid[colour]:
        del paid[colour]


def new_turn(start: Start) -> None:
    """The claim is gone, and so is the question."""
    no_claim(start)
    start["stack"] = [["turn", start["seat"], None]]


def asked_of(start: Start, seat: int) -> None:
    """Another seat is asked to pay."""
    start["stack"][1][1] = seat


CLAIMS: dict[str, Change] = {
    "a claim goes on that nobody has made": no_claim,
    "is to be claimed, and nothing goes on with it": lambda s: s["stack"].pop(0),
    "a tunnel is to be paid for that nobody claims": lambda s: s["stack"].insert(1, s["stack"][1]),
    "cards are turned up for no tunnel": new_turn,
    "but other cards are turned up": no_cards_turned_up,
    "the tunnel asks for": lambda s: s["stack"][1][2].update(size=s["stack"][1][2]["size"] + 1),
    "goes on in no way that there is": lambda s: s["stack"][0].__setitem__(2, 2),
    "goes on in no way": lambda s: s["stack"][0].__setitem__(2, 0),
    " costs ": one_card_less,
    "is to be claimed without enough trains": lambda s: s["trains"].__setitem__(s["seat"], 0),
    "is not open to seat": lambda s: s["routes"][s["seat"]].append(s["claim"][1]),
    "a claim of no route": lambda s: s["claim"].__setitem__(1, 999),
    "a claim by nobody": lambda s: s["claim"].__setitem__(0, 4),
    "claim: [seat, route, payment] is wanted": lambda s: s["claim"].pop(),
    "tunnel: not seat": lambda s: asked_of(s, (s["seat"] + 1) % 4),
    "this variant has no decision 'bridge'": lambda s: s["stack"][1].__setitem__(0, "bridge"),
    "this variant has no decision 7": lambda s: s["stack"][1].__setitem__(0, 7),
    "stack: [decision, seat, data] is wanted": lambda s: s["stack"][1].pop(),
    "nobody is to decide": lambda s: asked_of(s, 4),
    "claim goes on: nothing to decide": lambda s: s["stack"].reverse(),
    "a turn begins in the middle": lambda s: s["stack"].append(["turn", s["seat"], None]),
}  # fmt: skip


@pytest.mark.parametrize("name", ["europe", "asia"])
@pytest.mark.parametrize("words", CLAIMS)
def test_a_claim_and_its_tunnel_need_each_other(words: str, name: str) -> None:
    """A tunnel that nobody claims loaded once, and died when it was answered."""
    record = recorded(name, "tunnel")
    CLAIMS[words](record["start"])
    told = refused(record)
    if words == "claim goes on: nothing to decide":  # or the tunnel, which comes first now
        assert words in told or "a tunnel is to be paid for that nobody claims" in told
    else:
        assert words in told


def test_a_claim_needs_something_to_go_on_with_it() -> None:
    """Where there are no tunnels at all."""
    record = ttrkit.position("usa", players=2, hands=[{"red": 3}], seed=1).to_record()
    record["start"]["hands"][0][COLOURS.index("red")] = 0
    record["start"]["claim"] = [0, 0, [{"red": 3}, {}]]
    assert "is to be claimed, and nothing goes on with it" in refused(record)


# Drawing, teams, flags, stations ----------------------------------------------------------------


def take_from_deck(start: Start, pile: list[int], card: int | None = None) -> int:
    """Put a card of the deck into a pile."""
    card = start["deck"][-1] if card is None else card
    start["deck"].remove(card)
    pile[card] += 1
    return card


def test_a_turn_of_drawing_gives_what_the_rules_say() -> None:
    """One card more after the first, of two."""
    for name in ("usa", "asia"):
        for data, words in {
            (2, 2): "2 of 2 cards are left to draw after the first",
            (0, 2): "0 of 2 cards are left",
            (2, 3): "3 cards are drawn in a turn, not 2",
            (1, 1): "1 of 1 cards",
        }.items():
            record = recorded(name, "next card")
            record["start"]["stack"][0][2] = list(data)
            assert words in refused(record)
        record = recorded(name, "next card")
        record["start"]["stack"] *= 2
        assert "two turns of drawing at once" in refused(record)


def test_a_drawn_card_is_placed_by_whoever_drew_it() -> None:
    """Asia: a card that waits, the seat that is asked, and where the first one went."""
    record = recorded("asia", "place card")
    start = record["start"]
    seat = start["seat"]
    team = slot(start, "unplaced")
    assert [name for name, _, _ in start["stack"]] == ["next card", "place card"]
    team["first_went"] = "hand"
    assert "no pair is being drawn" in refused(record)
    team["first_went"] = "box"
    assert 'no card can be put into "box"' in refused(record)
    team["first_went"] = ""
    first = start["stack"].pop(0)
    assert "not the first of a pair" in refused(record)
    start["stack"] = [first]
    words = "a drawn card is to be placed, but there is none, or by another seat"
    assert words in refused(record)
    start["stack"] = [first, ["place card", seat, None]]
    take_from_deck(start, team["unplaced"][seat])
    assert words in refused(record)
    waiting = team["unplaced"][seat]
    team["unplaced"][seat] = [0] * 9
    for card, n in enumerate(waiting):
        start["discards"][card] += n
    assert words in refused(record)
    record = recorded("asia", "next card")
    assert slot(record["start"], "first_went")["first_went"]
    slot(record["start"], "first_went")["first_went"] = ""
    assert "no pair is being drawn" in refused(record)
    record = recorded("asia", "turn")
    slot(record["start"], "first_went")["first_went"] = "holder"
    assert "no pair is being drawn" in refused(record)


def test_flags_hold_cards_of_the_flag_each_once() -> None:
    """PA-51, PA-52: and a complete one has scored."""
    record = ttrkit.position("paris", players=2, flags={0: ["blue", "white"]}, seed=1).to_record()
    start = record["start"]
    laid = slot(start, "laid")["laid"]
    clean = json.dumps(start)
    for colour, words in {
        "red": "a flag is complete that has not scored",
        "blue": "or one lies twice",
        "green": "other cards than those of a flag lie open",
        "wild": "other cards than those of a flag lie open",
    }.items():
        take_from_deck(start, laid[0], COLOURS.index(colour))
        assert words in refused(record)
        record["start"] = start = json.loads(clean)
        laid = slot(start, "laid")["laid"]


def test_stations_stand_once_and_the_rest_is_free() -> None:
    """The cities without one, in their order, follow from those with one."""
    record = ttrkit.position("europe", players=2, stations={0: ["Paris"]}, seed=1).to_record()
    station = slot(record["start"], "built")
    free, built = station["free"], station["built"]
    for wrong in (free[::-1], free[1:], [*free, built[0][0]]):
        station["free"] = wrong
        assert "the cities without a station are others" in refused(record)
    station["free"] = free
    for twice in ([built[0] * 2, []], [built[0], built[0]], [[-1], []], [[999], []]):
        station["built"] = twice
        assert "stands where none can, or where another does" in refused(record)
    station["built"] = [[*built[0], *free[:3]], []]
    assert "stations are not those of every seat" in refused(record)


# Tickets ----------------------------------------------------------------------------------------


def test_first_tickets_are_chosen_in_turn() -> None:
    """GAP-09: by as many as are still asked, and not by those."""
    record = recorded("europe", "keep first tickets", chosen=2)
    start = record["start"]
    clean = json.dumps(start)
    tickets = slot(start, "choosing")
    seats = [seat for _, seat, _ in start["stack"]]
    done = next(iter(tickets["chosen"]))
    kept = tickets["chosen"][done][0]
    outside = start["ticket_deck"][0]
    drawn = tickets["drawn"][int(done)]
    dealt = slot(json.loads(clean), "choosing")["drawn"]
    changes: dict[str, Change] = {
        "seats are to choose first tickets, not": lambda _: tickets.update(choosing=4),
        "not seat": lambda s: s.update(seat=seats[-1]),
        "are chosen out of turn": lambda s: s["stack"].reverse(),
        "by other seats than those before": lambda _: tickets["chosen"].pop(done),
        "by other seats than": lambda _: tickets["chosen"].update({str(seats[0]): [[], -1]}),
        "another number of first tickets": lambda s: s["stack"][0].__setitem__(2, 1),
        "not drawn, or one twice": lambda _: tickets["chosen"][done].__setitem__(0, [outside]),
        "drawn, or one twice": lambda _: tickets["chosen"][done].__setitem__(0, [kept[0]] * 2),
        "tickets were chosen, but at least 2 are kept": lambda _: (
            tickets["chosen"][done].__setitem__(0, kept[:1])
        ),
        "a ticket was shared where none is": lambda _: (
            tickets["chosen"][done].__setitem__(1, kept[0])
        ),
        "has more first tickets than are dealt": lambda s: drawn.append(s["ticket_deck"].pop()),
        "more first tickets than": lambda _: (
            drawn.append(
                tickets["drawn"][seats[0]].pop(
                    next(
                        place for place, number in enumerate(dealt[seats[0]])
                        if ttrkit.get_variant("europe").board.tickets[number].kind == "long"
                    )
                )
            )
        ),
        "first choices lie open": lambda s: s.update(hidden_since=-1),
        "something else is to be decided": lambda s: s["stack"].insert(
            0, ["next card", 0, [1, 2]]
        ),
    }  # fmt: skip
    for words, change in changes.items():
        change(record["start"])
        told = refused(record)
        assert words in told, words
        record["start"] = json.loads(clean)
        tickets = slot(record["start"], "choosing")
        drawn = tickets["drawn"][int(done)]


def test_one_of_the_first_tickets_is_shared_in_a_team() -> None:
    """AS-04: a choice that waits says which."""
    record = recorded("asia", "keep first tickets", chosen=2)
    chosen = slot(record["start"], "chosen")["chosen"]
    next(iter(chosen.values()))[1] = -1
    assert "or none where one is" in refused(record)


def test_drawn_tickets_lie_before_whoever_chooses() -> None:
    """And before nobody else; no more of them than are drawn."""
    record = recorded("usa", "keep tickets")
    start = record["start"]
    clean = json.dumps(start)
    seat = start["seat"]

    def more(start: Start) -> None:
        slot(start, "drawn")["drawn"][seat].extend(start["ticket_deck"][-2:])
        del start["ticket_deck"][-2:]

    def elsewhere(start: Start) -> None:
        drawn = slot(start, "drawn")["drawn"]
        drawn[seat], drawn[seat - 1] = drawn[seat - 1], drawn[seat]

    drawn = slot(start, "drawn")["drawn"][seat]
    held = next(number for pile in start["tickets"] for number in pile)
    changes: dict[str, Change] = {
        "more tickets are chosen from than are drawn": more,
        "before another seat than the one to choose": elsewhere,
        "lie before another seat": lambda s: s.update(stack=[["turn", seat, None]]),
        "another number of drawn tickets": lambda s: s["stack"][0].__setitem__(2, 0),
        "handed out long since": lambda s: slot(s, "chosen").update(chosen={"0": [[], -1]}),
        "later ones are hidden": lambda s: s.update(hidden_since=0),
        "that somebody has": lambda s: slot(s, "refused")["refused"].__setitem__(0, [held]),
        "a ticket was refused that": lambda s: slot(s, "refused")["refused"].__setitem__(0, drawn),
        "or refused twice": lambda s: slot(s, "refused")["refused"].__setitem__(
            0, s["ticket_deck"][:1] * 2
        ),
        "no such ticket was refused": lambda s: slot(s, "refused")["refused"][0].append(999),
        "are not those of every seat": lambda s: slot(s, "refused")["refused"].pop(),
    }
    for words, change in changes.items():
        change(record["start"])
        assert words in refused(record), words
        record["start"] = json.loads(clean)


# The course of the game -------------------------------------------------------------------------


def test_the_course_of_a_game_fits_its_end() -> None:
    """Over just if there are no turns left or all have passed, and only once begun."""
    record = ttrkit.position("usa", players=2, seed=1).to_record()
    clean = json.dumps(record["start"])
    over = {"is_over": True, "stack": []}
    for fields, words in (
        ({"turns_left": 0}, "over, or not over?"),
        ({"passes": 2}, "over, or not over?"),
        (over, "over, or not over?"),
        ({"stack": [], "turns_left": 0}, "over, or not over?"),
        ({**over, "turns_left": 0, "seat": -1}, "over before the first turn"),
        ({"turns_left": 3}, "3 turns are left, more than one for every seat"),
        ({"seat": 1}, "turn: not seat 0's turn"),
        ({"seat": -1}, "turn: not seat 0's turn"),
        ({"stack": [["turn", 0, None], ["next card", 0, [1, 2]]]}, "a turn waits while another"),
        ({"stack": [["next card", 0, [1, 2]], ["turn", 0, None]]}, "a turn begins in the middle"),
        ({"seat": 2}, "nobody's turn"),
        ({"turns_left": -2}, "no such last round"),
        ({"passes": 3}, "no such passes"),
        ({"shuffles": -1}, "no such number of shuffles"),
        ({"hidden_since": 5}, "no such event that others are hidden since"),
        ({"points": [{"ghosts": 5}, {}]}, "points that nobody awards"),
        ({"trains": [45, 46]}, "trains that the box has not"),
        ({"trains": [45]}, "not every seat is there"),
        ({"routes": [[]]}, "not every seat is there"),
        ({"past": [[0, ["Pass"]]]}, "past: [seat, action, outcomes, market] is wanted"),
        ({"past": [[2, ["Pass"], []]]}, "an event of nobody"),
    ):
        record["start"].update(fields)
        assert words in refused(record), fields
        record["start"] = json.loads(clean)
    record["start"].update({**over, "turns_left": 0})
    assert ttrkit.from_record(altered(record)).is_over


# What home-made parts may bring about -----------------------------------------------------------


class Rest(Decision):
    """A pause after a claim, for whoever sits next."""

    name = "rest"
    actions = (Pass,)

    def options(self, state: State, seat: int, data: None) -> list[Action]:
        return [Pass()]

    def check(self, state: State, seat: int, data: None, action: Action) -> str | None:
        return None if isinstance(action, Pass) else "rest"

    def resolve(self, state: State, seat: int, data: None, action: Action, found: None) -> None:
        state.award(seat, 1, "rest of the world")


class Rests(Part):
    """After every claim the neighbour rests: a flag may be complete by then, a tunnel paid for."""

    def __init__(self) -> None:
        self._rest = Rest()

    def decisions(self) -> Iterable[Decision]:
        return (self._rest,)

    def after_claim(self, state: State, seat: int, route: Route, payment: Payment) -> None:
        state.push(self._rest, (seat + 1) % state.seats)


@pytest.mark.parametrize("name", ttrkit.variant_names())
def test_what_home_made_parts_bring_about_is_read(name: str) -> None:
    """A decision of another seat, a complete flag, cards still turned up, points of no label."""
    variant = ttrkit.get_variant(name).adding(Rests())
    rng = random.Random(3)
    met = 0
    for seed in range(3):
        game = ttrkit.new_game(variant, players=4, seed=seed)
        while not game.is_over:
            actions = game.legal_actions()
            claims = [action for action in actions if isinstance(action, ttrkit.ClaimRoute)]
            game.apply(rng.choice(claims or actions))
            if game.decision == "rest":
                met += 1
                seat = rng.randrange(4)
                world = ttrkit.determinize(game.observe(seat), rng)
                again = saved(world)
                assert again.observe(seat) == game.observe(seat)
                assert again.to_record() == world.to_record()
    assert met > 20
