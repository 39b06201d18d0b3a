"""What `ttrkit play` tells while a game goes on: points, tickets, tunnels, prices, the log."""

from typing import Any

import attrs
import pytest

import ttrkit
from tests.cli.helpers import squeezed
from ttrkit import Cost, Game, Observation, Route, parts
from ttrkit.bots import GreedyPlayer
from ttrkit.cli import playing
from ttrkit.cli.asking import Quit
from ttrkit.cli.questions import next_several
from ttrkit.cli.table import held_tickets, price_for
from ttrkit.parts import State


class Chooses:
    """A bot that takes an action which contains these words, if there is one."""

    def __init__(self, words: str) -> None:
        self.words = words

    def choose(self, observation: Observation) -> ttrkit.Action:
        legal = observation.legal_actions
        return next((a for a in legal if self.words in str(a)), legal[-1])


def told(game: Game, *answers: str, bot: str = "deck", seat: int = 0) -> str:
    """What is printed to somebody who gives these answers, then quits."""
    waiting = iter(answers)

    def read(prompt: str) -> str:
        for answer in waiting:
            return answer
        raise Quit

    bots: list[ttrkit.Player] = [Chooses(bot) for _ in game.seats[1:]]
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(playing, "read_line", read)
        match = playing.Match(game, seat, bots)
        with match.console.capture() as printed:
            match.run()
    return squeezed(printed.get())


# Points and tickets ----------------------------------------------------------------------------


def test_points_and_completed_tickets_are_announced() -> None:
    """Your own in the line of the claim, with the score after it."""
    game = ttrkit.position(
        "usa",
        players=2,
        hands=[{"red": 2}],
        claimed={0: [("New York", "Washington")]},
        tickets={0: [("Boston", "Washington")]},
        seed=1,
    )
    text = told(game, "claim", "boston new york red")
    assert (
        "→ You claim the red Boston–New York with 2 red +2 (2) ✓ Boston–Washington (4) is" in text
    )


def test_a_completed_flag_is_announced() -> None:
    """With its points, beside those for the route."""
    game = ttrkit.position(
        "paris", players=2, hands=[{"red": 1}], flags={0: ["blue", "white"]}, seed=1
    )
    text = told(game, "claim", "arc de triomphe champs red")
    assert "with 1 red +1, +4 flags (5)" in text


def test_points_of_others_are_told_but_not_their_tickets() -> None:
    """What they have completed is their secret until the end."""
    game = ttrkit.position(
        "usa",
        players=2,
        hands=[{}, {"red": 2}],
        claimed={1: [("New York", "Washington")]},
        tickets={1: [("Boston", "Washington")]},
        seed=1,
    )
    text = told(game, "draw a", "deck", "deck", bot="claim the red Boston–New York")
    assert "Ben claims the red Boston–New York with 2 red +2 (2)" in text
    assert "completed" not in text


def test_the_last_round_is_announced() -> None:
    """When it begins, with the turns to come."""
    game = ttrkit.position("usa", players=2, hands=[{"red": 2}], trains=[4, 45], seed=1)
    text = told(game, "claim", "boston new york red")
    assert "the last round" in text
    assert "The last round: 1 turn to come." in text


def test_what_must_be_done_is_said_and_done() -> None:
    """Nobody is asked where there is no choice."""
    variant = attrs.evolve(ttrkit.get_variant("usa"), deck={"red": 2})
    hands = [{"red": 1}, {"red": 1}]
    game = ttrkit.position(variant, players=2, hands=hands, trains=[0, 0], ticket_deck=[], seed=1)
    text = told(game)
    assert text.count("There is one thing to do: pass. → You pass") == 1
    assert game.is_over


def test_no_ticket_may_be_kept() -> None:
    """Where a variant allows it: by saying so, never by pressing Enter."""
    variant = attrs.evolve(ttrkit.get_variant("usa"), tickets_kept=0)
    game = ttrkit.position(variant, players=2, seed=1)
    text = told(game, "draw t", "", "none")
    assert "Which tickets? (0 to 3 of them)" in text
    assert text.count("Choose 0 to 3, by their numbers (? for help).") == 1
    keeps = [e.action for e in game.history if isinstance(e.action, ttrkit.KeepTickets)]
    assert keeps == [ttrkit.KeepTickets([])]


def in_a_tunnel(*answers: str) -> str:
    """What is told of a tunnel that costs more than its length."""
    for seed in range(50):
        hands = [{"purple": 7, "wild": 3}, {}]
        game = ttrkit.position("europe", players=2, hands=hands, seed=seed)
        probe = game.copy()
        route = game.board.route("Marseille", "Zürich")
        probe.apply(ttrkit.ClaimRoute(route, {"purple": 2}))
        if probe.decision == "tunnel":
            return told(game, "claim", "marseille zurich", "2 purple", *answers)
    raise AssertionError("no tunnel costs more")


def test_a_tunnel_that_is_left_was_never_claimed() -> None:
    """It reads as a try."""
    text = in_a_tunnel("leave")
    assert "→ You try to claim Marseille–Zürich with 2 purple; turned up: " in text
    assert "→ You leave the tunnel; Marseille–Zürich is not claimed" in text
    assert "You claim" not in text


def test_a_tunnel_that_is_paid_for() -> None:
    """The points come with the payment."""
    assert "more for the tunnel; Marseille–Zürich is claimed +2 (2)" in in_a_tunnel("1")


# Requests --------------------------------------------------------------------------------------


def test_everybodys_routes() -> None:
    """By seat, with the trains on them."""
    claimed: dict[int, list[Any]] = {
        0: [("Boston", "New York", "red"), ("Miami", "Atlanta")],
        1: [("Duluth", "Helena")],
    }
    game = ttrkit.position("usa", players=3, claimed=claimed, seed=1)
    text = told(game, "routes")
    assert "You 7 the red Boston–New York, Atlanta–Miami" in text
    assert "Ben 6 Duluth–Helena" in text
    assert "Cleo 0 none" in text


def midway(name: str, moves: int) -> Game:
    """A game that bots have played for a while."""
    players = ttrkit.get_variant(name).players[0]
    game = ttrkit.new_game(name, players=players, seed=4)
    bots = [GreedyPlayer(seat) for seat in range(players)]
    for _ in range(moves):
        if game.to_move is not None:
            game.apply(bots[game.to_move].choose(game.observe(game.to_move)))
    return game


@pytest.mark.parametrize("name", ttrkit.variant_names())
def test_the_log_tells_what_one_has_seen(name: str) -> None:
    """Also of what was played before one sat down; nothing of the secrets of others."""
    game = midway(name, 40)
    text = told(game, "log all")
    log = text.partition("log all")[2] or text
    for event in game.history:
        if isinstance(event.action, ttrkit.ClaimRoute):
            assert str(event.action.route) in log
    own = {ticket for _, held in held_tickets(game.observe(0)) for ticket in held}
    for seat in game.seats[1:]:
        for ticket in set(seat.tickets) - own:
            assert str(ticket) not in text
    assert " draws a card from the deck:" not in text


def test_the_log_is_short_unless_all_is_asked_for() -> None:
    """The latest events come last."""
    game = midway("usa", 60)
    short, whole = told(game.copy(), "log"), told(game.copy(), "log all")
    assert f'These are the last 20 events; "log all" shows {len(game.history)}.' in short
    assert len(short) < len(whole)
    assert "Ben keeps " in whole
    assert "Ben keeps " not in short


def test_look_wants_a_city() -> None:
    """And says so."""
    assert "Name a city, as in `look Atlanta`." in told(midway("usa", 0), "look")


# Prices ----------------------------------------------------------------------------------------


class Dear(parts.Part):
    """Green routes cost a card more; those to Roma cost wilds alone."""

    def route_cost(self, route: Route, cost: Cost) -> Cost:
        if "Roma" in route.cities:
            return Cost(route.length, (), wilds=route.length)
        return Cost(cost.size + 1, cost.colours) if route.colour == "green" else cost


class Rising(parts.Part):
    """Every route costs a card more for each that the seat has."""

    def current_cost(self, state: State, seat: int, route: Route, cost: Cost) -> Cost:
        return Cost(cost.size + len(state.routes[seat]), cost.colours, cost.wilds)


def price(game: Game, *cities: str) -> str:
    """What a route costs seat 0."""
    return price_for(game, 0)(game.board.route(*cities))


def test_prices_hold_what_parts_add() -> None:
    """Locomotives of ferries, and whatever home-made parts ask for."""
    europe = ttrkit.get_variant("europe")
    game = ttrkit.position(europe, players=2, seed=1)
    assert price(game, "Essen", "København") == "3 grey (1 wild)"
    assert price(game, "Brest", "Dieppe") == "2 orange"
    assert price(game, "Barcelona", "Pamplona") == "2 grey"
    dear = ttrkit.position(europe.adding(Dear()), players=2, seed=1)
    assert price(dear, "Bruxelles", "Dieppe") == "3 green for 2 trains"
    assert price(dear, "Brindisi", "Roma") == "2 wild"
    rising = europe.adding(Rising())
    claimed = {0: [("Brest", "Dieppe")]}
    assert price(ttrkit.position(rising, players=2, seed=1), "Dieppe", "Paris") == "1 purple"
    later = ttrkit.position(rising, players=2, claimed=claimed, seed=1)
    assert price(later, "Dieppe", "Paris") == "2 purple for 1 train"
    assert price(later, "Essen", "København") == "4 grey (1 wild) for 3 trains"


def test_prices_are_shown_where_one_chooses_and_looks() -> None:
    """In the list of routes to claim, and by `look`."""
    game = ttrkit.position("europe", players=2, hands=[{"red": 2, "wild": 1}], seed=1)
    text = told(game, "claim", "essen", "look palermo")
    assert "Essen–København 3 grey (1 wild) 4 points" in text
    assert "Palermo–Brindisi 3 grey (1 wild) 4 points ferry (1) free" in text


# Order -----------------------------------------------------------------------------------------


@pytest.mark.parametrize("name", ttrkit.variant_names())
def test_tickets_stand_in_one_order(name: str) -> None:
    """On the table and in the question."""
    game = midway(name, 0)
    seat = game.to_move
    assert seat is not None
    several = next_several(game.legal_actions())
    assert several is not None
    text = told(game, seat=seat)
    table, _, question = text.partition("Which tickets?")
    for part in (table, question):
        places = [part.index(str(ticket)) for ticket in several.items]
        assert places == sorted(places)
