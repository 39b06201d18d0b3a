"""Games in words."""

import doctest
from collections.abc import Callable

import attrs
import pytest

import ttrkit
from ttrkit import narrate
from ttrkit.bots import GreedyPlayer
from ttrkit.events import NewDeck, TurnedUp, Unseen
from ttrkit.narrate import ROUTINE, Highlight, Teller, play_and_tell
from ttrkit.parts import Part, State


def story(name: str, seed: int) -> tuple[ttrkit.Game, list[Highlight]]:
    """A game of bots, and all that was worth telling."""
    players = ttrkit.get_variant(name).players[0]
    game = ttrkit.new_game(name, players=players, seed=seed)
    return game, list(play_and_tell(game, [GreedyPlayer(seat) for seat in range(players)]))


def test_an_event_in_words() -> None:
    """Third person; what was drawn or turned up is told too."""
    route = ttrkit.get_variant("usa").board.route("Boston", "New York", "red")
    claim = ttrkit.Event(1, ttrkit.ClaimRoute(route, {"red": 2}), ())
    assert narrate.narrate(claim) == "Seat 1 claims the red Boston–New York with 2 red"
    assert narrate.narrate(ttrkit.Event(0, ttrkit.Pass(), ()), "Ada") == "Ada passes"
    assert doctest.testmod(narrate).failed == 0


@attrs.frozen
class Deed(ttrkit.Action):
    """A home-made action, in words of its author."""

    words: str

    def __str__(self) -> str:
        return self.words


@pytest.mark.parametrize(
    ("words", "told"),
    [
        ("fix a bridge", "fixes a bridge"),
        ("pass", "passes"),
        ("push on", "pushes on"),
        ("switch tracks", "switches tracks"),
        ("buzz", "buzzes"),
        ("carry mail", "carries mail"),
        ("buy a map", "buys a map"),
        ("open their hand", "opens their hand"),
    ],
)
def test_any_verb_in_the_third_person(words: str, told: str) -> None:
    """Home-made actions are told as ours are; about you, as they are written."""
    event = ttrkit.Event(0, Deed(words), ())
    assert narrate.narrate(event, "Ada") == f"Ada {told}"
    assert narrate.narrate(event, "you") == f"you {words.replace('their', 'your')}"


@pytest.mark.parametrize(
    ("turned_up", "words"),
    [
        (("green", "black"), "Ada claims Marseille–Zürich with 2 purple; turned up: green, black"),
        (("purple",), "Ada tries to claim Marseille–Zürich with 2 purple; turned up: purple"),
        (("wild",), "Ada tries to claim Marseille–Zürich with 2 purple; turned up: wild"),
        ((), "Ada claims Marseille–Zürich with 2 purple; turned up: nothing"),
    ],
)
def test_a_tunnel_may_be_a_try(turned_up: tuple[str, ...], words: str) -> None:
    """A claim that is still to be paid for is not told as made."""
    route = ttrkit.get_variant("europe").board.route("Marseille", "Zürich")
    outcome = TurnedUp(tuple(map(ttrkit.Colour, turned_up)))
    claim = ttrkit.ClaimRoute(route, {"purple": 2})
    assert narrate.narrate(ttrkit.Event(0, claim, (outcome,)), "Ada") == words


def test_what_comes_about_is_told_where_it_belongs() -> None:
    """Cards turned up are told of any action; a reshuffle on the way is not."""
    route = ttrkit.get_variant("europe").board.route("Marseille", "Zürich")
    turned_up = TurnedUp((ttrkit.Colour.RED,))
    toll = ttrkit.Event(0, Deed("pay a toll"), (turned_up,))
    assert narrate.narrate(toll, "Ada") == "Ada pays a toll; turned up: red"
    outcome = (NewDeck(ttrkit.cards(red=9), ttrkit.cards()), turned_up)
    claim = ttrkit.Event(0, ttrkit.ClaimRoute(route, {"purple": 2}), outcome)
    assert narrate.narrate(claim) == "Seat 0 claims Marseille–Zürich with 2 purple; turned up: red"


def test_what_is_partly_seen_is_told_in_part() -> None:
    """The kind of the action, the number of tickets, and those that are known."""
    tickets = ttrkit.get_variant("usa").board.tickets[:2]
    for action, words in {
        Unseen("KeepTickets"): "keeps tickets",
        Unseen("KeepTickets", 1): "keeps 1 ticket",
        Unseen(
            "KeepTickets", 3, tickets
        ): f"keeps 3 tickets, among them {tickets[0]}, {tickets[1]}",
        Unseen("MoveTwoTrains"): "moves two trains",
        Unseen("Hide"): "hides",
    }.items():
        assert narrate.narrate(ttrkit.Event(1, action, ())) == f"Seat 1 {words}"


class Tolls(Part):
    """Points for every claim, under a label that is declared nowhere."""

    def after_claim(self, state: State, seat: int, route: object, payment: object) -> None:
        state.award(seat, 3, "tolls")


def test_points_of_any_label_are_told_from_the_first_on() -> None:
    """Beside those for the route."""
    variant = ttrkit.get_variant("usa").adding(Tolls())
    game = ttrkit.position(variant, players=2, hands=[{"red": 2, "black": 2}, {}], seed=1)
    teller = Teller(game)
    for number, (a, b) in enumerate([("Boston", "New York"), ("New York", "Washington")], 1):
        claims = [a for a in game.legal_actions() if isinstance(a, ttrkit.ClaimRoute)]
        game.apply(next(c for c in claims if {c.route.a, c.route.b} == {a, b}))
        told = teller.after(game, number, game.history[-1])
        assert (told.points, told.score) == ({"routes": 2, "tolls": 3}, 5 * number)
        game.apply(ttrkit.DrawBlind())
        game.apply(ttrkit.DrawBlind())


def test_a_last_round_that_goes_on_does_not_begin_again() -> None:
    """Of draws in it nothing is told."""
    game = ttrkit.position("usa", players=2, trains=[2, 9], hands=[{}, {}], seed=1)
    for _ in range(2):
        game.apply(ttrkit.DrawBlind())
    assert game.turns_left is not None
    told = list(play_and_tell(game, [Draws(), Draws()]))
    assert game.is_over
    assert told == []


class Draws:
    """A bot that draws cards."""

    def choose(self, observation: ttrkit.Observation) -> ttrkit.Action:
        return ttrkit.DrawBlind()


def in_a_tunnel(then: type[ttrkit.Action]) -> list[Highlight]:
    """A claim of a tunnel for which more is due, and the answer of this kind."""
    for seed in range(50):
        hands = [{"purple": 7, "wild": 3}, {}]
        game = ttrkit.position("europe", players=2, hands=hands, seed=seed)
        route = game.board.route("Marseille", "Zürich")
        teller = Teller(game)
        game.apply(ttrkit.ClaimRoute(route, {"purple": 2}))
        if game.decision == "tunnel":
            told = [teller.after(game, 1, game.history[-1])]
            game.apply(next(a for a in game.legal_actions() if isinstance(a, then)))
            return [*told, teller.after(game, 1, game.history[-1])]
    raise AssertionError("no tunnel asked for more")


def test_a_tunnel_that_is_left() -> None:
    """It reads as such, in the second person too, and brings no points."""
    tried, left = in_a_tunnel(ttrkit.LeaveTunnel)
    assert tried.text.startswith("tries to claim Marseille–Zürich with 2 purple; turned up: ")
    assert tried.told_of("You").startswith("You try to claim Marseille–Zürich with 2 purple; ")
    assert left.told_of("You") == "You leave the tunnel; Marseille–Zürich is not claimed"
    assert left.told_of("Ada") == "Ada leaves the tunnel; Marseille–Zürich is not claimed"
    assert (tried.points, left.points) == ({}, {})


def test_a_tunnel_that_is_paid_for() -> None:
    """The points come with the payment."""
    tried, paid = in_a_tunnel(ttrkit.PayTunnel)
    assert tried.points == {}
    assert paid.text.startswith("pays ")
    assert paid.text.endswith(" more for the tunnel; Marseille–Zürich is claimed")
    assert (paid.points, paid.score) == ({"routes": 2}, 2)


def test_a_station_completes_a_ticket_in_the_turn_of_another() -> None:
    """It is told at once, with the team that has it."""
    game = ttrkit.position(
        "europe",
        players=2,
        hands=[{}, {"green": 3}],
        claimed={0: [("Frankfurt", "Paris"), ("Berlin", "Frankfurt")]},
        stations={0: ["Berlin"]},
        tickets={0: [("Paris", "Wien")]},
        to_move=1,
        seed=1,
    )
    teller = Teller(game)
    game.apply(ttrkit.ClaimRoute(game.board.route("Berlin", "Wien"), {"green": 3}))
    told = teller.after(game, 1, game.history[-1])
    assert told.event.seat == 1
    assert told.completed == {game.board.ticket("Paris", "Wien"): 0}


@pytest.mark.parametrize("name", ttrkit.variant_names())
def test_a_story_adds_up(name: str) -> None:
    """Every point, completed ticket and claim of the game is told once."""
    game, highlights = story(name, seed=3)
    earned = sum(points for h in highlights for points in h.points.values())
    assert earned == sum(team.score for team in game.teams)
    tally = game.tally()
    completed = [ticket for team in tally.teams for ticket in tally.tickets(team).completed]
    assert sorted(t for h in highlights for t in h.completed) == sorted(completed)
    assert sum(h.last_round for h in highlights) == 1
    told = [h.event for h in highlights if not isinstance(h.event.action, ROUTINE)]
    assert told == [e for e in game.history if not isinstance(e.action, ROUTINE)]


@pytest.mark.parametrize("name", ttrkit.variant_names())
def test_a_whole_story(name: str, same_output: Callable[[str, str], None]) -> None:
    """Every highlight, with all that came of it."""
    lines = []
    for told in story(name, seed=111)[1]:
        lines.append(f"{told.turn} {told.score} {told.told_of(narrate.NAMES[told.event.seat])}")
        lines += [f"    {points:+} {label}" for label, points in told.points.items()]
        lines += [f"    team {team} completes {ticket}" for ticket, team in told.completed.items()]
        lines += [f"    takes {label}" for label in told.taken]
        lines += ["    the last round begins"] * told.last_round
    same_output(f"narrate-{name}", "\n".join([*lines, ""]))


def test_an_endless_game_is_left() -> None:
    """A limit on turns holds here as in `play`."""
    game = ttrkit.new_game("usa", players=2, seed=1)
    list(play_and_tell(game, [GreedyPlayer(0), GreedyPlayer(1)], max_turns=5))
    assert not game.is_over
