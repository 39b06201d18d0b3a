"""Nothing that a seat may not know reaches it: neither by what it sees nor by how it is stored."""

import pickle
import random
from collections.abc import Mapping

import attrs
import pytest

import ttrkit
from tests.properties.games import TABLES, VARIANTS, questions, sampled, state_of
from tests.properties.hidden import changed, own_refused, reachable
from ttrkit import DrawBlind, Game, KeepTickets, Observation, Ticket, Variant
from ttrkit.chance import Chance, Outcome
from ttrkit.parts.base import Part
from ttrkit.parts.tickets import TicketSlot
from ttrkit.state import State

SEED = 0x5EED_5EED_5EED  # found nowhere by accident

every_table = pytest.mark.parametrize(("name", "players"), TABLES)


def assert_alike(one: Observation, other: Observation) -> None:
    """The two cannot be told apart, by whatever means."""
    assert one == other
    assert hash(one) == hash(other)
    assert repr(one) == repr(other)
    assert one.legal_actions == other.legal_actions
    assert list(one.history) == list(other.history)
    assert [repr(event) for event in one.history] == [repr(event) for event in other.history]
    for field in attrs.fields(Observation):
        assert pickle.dumps(getattr(one, field.name)) == pickle.dumps(getattr(other, field.name))
    for protocol in range(2, pickle.HIGHEST_PROTOCOL + 1):
        assert pickle.dumps(one, protocol) == pickle.dumps(other, protocol)


def check_nothing_leaks(game: Game, rng: random.Random, times: int = 2) -> None:
    """No seat notices whether what is hidden from it is changed."""
    for viewer in range(len(game.seats)):
        seen = game.observe(viewer)
        for _ in range(times):
            other = changed(game, viewer, rng)
            assert state_of(other).deck != state_of(game).deck or len(state_of(game).deck) < 9
            assert_alike(seen, other.observe(viewer))


@every_table
def test_nothing_leaks(name: str, players: int) -> None:
    """In the middle of every kind of decision, seats see the same whatever is hidden from them."""
    rng = random.Random(players)
    met = set()
    for game in sampled(VARIANTS[name], players, seed=players, each=4):
        met.add(game.decision)
        check_nothing_leaks(game, rng)
    assert met - {None} == questions(VARIANTS[name])


@pytest.mark.thorough
@every_table
def test_nothing_leaks_from_many_games(name: str, players: int) -> None:
    """The same for a hundred games."""
    for seed in range(100, 200):
        rng = random.Random(seed)
        for game in sampled(VARIANTS[name], players, seed, each=6):
            check_nothing_leaks(game, rng)


@every_table
def test_determinized_games_look_the_same(name: str, players: int) -> None:
    """Games made up from an observation give that very observation, to the last byte."""
    rng = random.Random(players)
    for game in sampled(VARIANTS[name], players, seed=players + 10, each=2):
        for viewer in range(players):
            seen = game.observe(viewer)
            for _ in range(2):
                made_up = ttrkit.determinize(seen, rng)
                assert_alike(seen, made_up.observe(viewer))


@every_table
def test_changed_and_made_up_games_go_on_without_leaks(name: str, players: int) -> None:
    """Nor do games that were made up from an observation tell others what its seat knew."""
    rng = random.Random(players)
    for game in sampled(VARIANTS[name], players, seed=players + 20, each=1):
        made_up = ttrkit.determinize(game.observe(rng.randrange(players)), rng)
        for _ in range(10):
            check_nothing_leaks(made_up, rng, times=1)
            if made_up.is_over:
                break
            made_up.apply(rng.choice(made_up.legal_actions()))


@every_table
def test_an_observation_holds_no_game_and_no_hidden_ticket(name: str, players: int) -> None:
    """Whatever hangs on it: no state, no seed, and no tickets but those that the seat has seen."""
    games = sampled(VARIANTS[name], players, seed=SEED, each=3)
    for game in games:
        assert game.seed == SEED
        for viewer in range(players):
            stop = [game.variant, *game.board.routes]
            found = list(reachable(game.observe(viewer), stop))
            assert not [x for x in found if isinstance(x, State | Game | Chance) or x == SEED]
            tickets = {thing for thing in found if isinstance(thing, Ticket)}
            assert tickets <= tickets_seen(game, viewer)


def tickets_seen(game: Game, viewer: int) -> set[Ticket]:
    """The tickets that a seat has seen in the course of a game, by the game's own history."""
    state = state_of(game)
    numbers = {*state.tickets[viewer], *own_refused(state, viewer)}
    seen = {state.board.tickets[number] for number in numbers}
    for slot in state.slots:
        if isinstance(slot, TicketSlot):
            seen |= {state.board.tickets[number] for number in slot.drawn[viewer]}
    team = game.teams[game.seats[viewer].team]
    if len(team.seats) > 1:
        seen |= set(team.tickets)
    own = [event for event in game.history if event.seat == viewer]
    return seen | {x for event in own for x in reachable(event, ()) if isinstance(x, Ticket)}


@every_table
def test_first_choices_stay_secret_until_all_have_chosen(name: str, players: int) -> None:
    """GAP-09: not even how many tickets were kept shows, in sizes or anywhere else."""
    game = ttrkit.new_game(VARIANTS[name], players=players, seed=players)
    for _ in range(players - 1):
        chooser = game.to_move
        views: dict[int, Observation] = {}
        for action in game.legal_actions():
            after = game.copy()
            after.apply(action)
            assert after.decision == "keep first tickets"
            for viewer in range(players):
                if viewer != chooser:
                    assert_alike(views.setdefault(viewer, after.observe(viewer)), after.observe(viewer))
                    assert after.observe(viewer).ticket_deck_size == game.ticket_deck_size
        game.apply(random.Random(players).choice(game.legal_actions()))


def test_a_blind_card_is_never_seen_by_others() -> None:
    """Games that differ in a card drawn blind look the same to others for ever after."""
    games = [
        ttrkit.position("usa", players=2, seed=1, deck=[card, "red", "red"], market=["blue"] * 5)
        for card in ("green", "wild")
    ]
    for action in (DrawBlind(), DrawBlind(), DrawBlind()):
        for game in games:
            game.apply(action)
        assert_alike(games[0].observe(1), games[1].observe(1))
    assert games[0].observe(0) != games[1].observe(0)


def test_which_tickets_are_kept_is_never_seen_by_others() -> None:
    """Nor which are refused; only how many."""
    for edition in ("usa", "paris"):
        game = ttrkit.position(edition, players=2, seed=1)
        game.apply(ttrkit.DrawTickets())
        views: dict[int, Observation] = {}
        for action in game.legal_actions():
            assert isinstance(action, KeepTickets)
            after = game.copy()
            after.apply(action)
            seen = after.observe(1)
            assert_alike(views.setdefault(len(action.tickets), seen), seen)
        assert len(set(map(repr, views.values()))) == len(views) > 1


# That a leak would be found -------------------------------------------------------------------


@attrs.frozen
class Peeped(Outcome):
    """Tells everybody a card."""

    card: int

    def seen_by(self, who: str) -> Outcome:
        return self


class Peep(Part):
    """Shows the top of the deck to everyone."""

    def shows(self, state: State, viewer: int) -> Mapping[str, object]:
        return {"peep": bytes(state.deck[-5:])}


class Whisper(Part):
    """Shows the size of the ticket deck as it will be."""

    def shows(self, state: State, viewer: int) -> Mapping[str, object]:
        slots = [slot for slot in state.slots if isinstance(slot, TicketSlot)]
        return {"whisper": sum(len(kept) for kept, _ in slots[0].chosen.values())}


class Twin(Part):
    """Shows the same, but stored as one object or two."""

    def shows(self, state: State, viewer: int) -> Mapping[str, object]:
        card = str(state.deck[-5:])
        word = "".join(("se", "en"))
        return {"twin": (word, word if hash(card) % 2 else "".join(("se", "en")))}


@pytest.mark.parametrize("leak", [Peep, Whisper, Twin])
def test_a_leak_would_be_found(leak: type[Part]) -> None:
    """Parts that tell what they should not do not get away with it."""
    variant: Variant = ttrkit.get_variant("usa").adding(leak())
    rng = random.Random(1)
    with pytest.raises(AssertionError):
        for game in sampled(variant, 4, seed=1, each=10):
            check_nothing_leaks(game, rng)
