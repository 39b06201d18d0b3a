"""The bots: good enough to play with, fed with observations, and undaunted by unknown rules."""

from collections.abc import Iterable
from typing import Any

import attrs
import pytest

import ttrkit
from ttrkit import Action, ClaimRoute, DrawTickets, Game, RandomPlayer, Variant
from ttrkit.bots import GreedyPlayer, greedy
from ttrkit.bots.plans import Network
from ttrkit.engine.state import State
from ttrkit.hooks.decision import Decision
from ttrkit.hooks.part import Part

EDITIONS = ttrkit.variant_names()


def play_greedily(variant: str | Variant, players: int, seed: int) -> Game:
    """A finished game of greedy bots."""
    game = ttrkit.new_game(variant, players=players, seed=seed)
    bots = [GreedyPlayer(seed + seat) for seat in range(players)]
    assert ttrkit.play(game, bots, max_turns=2000).is_final
    return game


@pytest.mark.parametrize("name", EDITIONS)
def test_greedy_finishes_games_for_any_number_of_players(name: str) -> None:
    """Every action is legal (`play` sees to that), and tickets get completed."""
    for players in ttrkit.get_variant(name).players:
        tally = play_greedily(name, players, seed=players).tally()
        assert any(tally.tickets(team).completed for team in tally.teams)


def test_greedy_beats_random() -> None:
    """From either seat; over 600 games it has won them all."""
    won = 0
    for seed in range(10):
        seat = seed % 2
        bots: list[ttrkit.Player] = [RandomPlayer(seed), RandomPlayer(seed)]
        bots[seat] = GreedyPlayer(seed)
        game = ttrkit.new_game("usa", players=2, seed=seed)
        won += ttrkit.play(game, bots).winners == (seat,)
    assert won >= 9


@pytest.mark.parametrize("name", EDITIONS)
def test_greedy_is_reproducible(name: str) -> None:
    """The same seeds give the same game."""
    players = ttrkit.get_variant(name).players[0]
    one, two = (play_greedily(name, players, seed=4) for _ in range(2))
    assert one.history == two.history


def test_the_network_is_kept_between_claims(monkeypatch: pytest.MonkeyPatch) -> None:
    """The graph is built anew when somebody has claimed a route, not at every decision."""
    built = []

    class Counted(Network):
        def __init__(self, observation: ttrkit.Observation) -> None:
            built.append(observation)
            super().__init__(observation)

    monkeypatch.setattr(greedy, "Network", Counted)
    game = play_greedily("usa", 2, seed=1)
    claims = sum(isinstance(event.action, ClaimRoute) for event in game.history)
    assert len(built) <= 2 * (claims + 1)  # by either of the two
    assert len(built) < len(game.history) / 2


@pytest.mark.parametrize("name", EDITIONS)
def test_open_routes_are_those_that_the_rules_leave_open(name: str) -> None:
    """What a bot works out from its observation is what could be claimed with enough cards."""
    variant = ttrkit.get_variant(name)
    players = variant.players[0]
    game = ttrkit.new_game(variant, players=players, seed=2)
    bots = [RandomPlayer(seat) for seat in range(players)]
    while (seat := game.to_move) is not None:
        observation = game.observe(seat)
        if game.decision == "turn" and len(game.history) % 7 == 0:
            claimed = {route for each in game.seats for route in each.routes}
            open_now = set(observation.open_routes)
            assert not open_now & claimed
            claims = [a for a in game.legal_actions() if isinstance(a, ClaimRoute)]
            assert {claim.route for claim in claims} <= open_now
        game.apply(bots[seat].choose(observation))


def test_it_claims_what_its_ticket_needs() -> None:
    """With the cards in hand for one of the routes that are missing, it does not wait."""
    game = ttrkit.position(
        "usa",
        players=2,
        hands=[{"yellow": 2, "red": 3}, {}],
        claimed={0: [("New York", "Washington"), ("Washington", "Raleigh")]},
        tickets={0: [("Boston", "Miami")]},
        trains=[20, 20],
        seed=1,
    )
    action = GreedyPlayer(1).choose(game.observe(0))
    assert isinstance(action, ClaimRoute)
    assert action.route.cities in (("Boston", "New York"), ("Charleston", "Raleigh"))


def test_it_draws_tickets_when_its_own_are_done() -> None:
    """Early, with most trains left, it asks for more."""
    game = ttrkit.position(
        "usa",
        players=2,
        claimed={0: [("Boston", "New York"), ("New York", "Washington")]},
        tickets={0: []},
        seed=1,
    )
    assert GreedyPlayer(1).choose(game.observe(0)) == DrawTickets()


@attrs.frozen
class Sing(Action):
    """An action that no bot has heard of."""

    verse: int


class WhichVerse(Decision):
    """A question that no bot has heard of."""

    name = "which verse"

    def options(self, state: State, seat: int, data: Any) -> list[Action]:
        return [Sing(1), Sing(2)]

    def check(self, state: State, seat: int, data: Any, action: Action) -> str | None:
        return None if isinstance(action, Sing) else "sing"

    def resolve(self, state: State, seat: int, data: Any, action: Action, found: None) -> None:
        state.award(seat, 1, "songs")


class Songs(Part):
    """After every claim one sings; and one may sing instead of any other action."""

    labels = ("songs",)
    actions = (Sing,)
    _ask = WhichVerse()

    def decisions(self) -> Iterable[Decision]:
        return (self._ask,)

    def after_claim(self, state: State, seat: int, route: Any, payment: Any) -> None:
        state.push(self._ask, seat)

    def list_actions(self, state: State, seat: int, out: list[Action]) -> None:
        out.append(Sing(3))

    def check(self, state: State, seat: int, action: Sing) -> str | None:
        return None if action.verse == 3 else "there are three verses"

    def perform(self, state: State, seat: int, action: Sing, found: None) -> None:
        """Nothing comes of it."""


def test_it_copes_with_rules_that_it_does_not_know() -> None:
    """Unknown questions get any legal answer; unknown actions are left alone."""
    game = play_greedily(ttrkit.get_variant("usa").adding(Songs()), 2, seed=1)
    sung = [event.action for event in game.history if isinstance(event.action, Sing)]
    assert Sing(3) not in sung
    claims = sum(isinstance(event.action, ClaimRoute) for event in game.history)
    assert len(sung) == claims
