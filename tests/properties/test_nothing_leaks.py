"""Nothing that a seat may not know reaches it: neither by what it sees nor by how it is stored."""

import pickle
import random
from collections.abc import Mapping

import pytest

import ttrkit
from tests.properties.games import TABLES, VARIANTS, questions, sampled, state_of
from tests.properties.hidden import changed, numbers_of, own_refused, reachable
from tests.properties.home_made import FOG, FogSlot
from ttrkit import DrawBlind, Game, KeepTickets, Ticket
from ttrkit.engine.state import State
from ttrkit.events.chance import Chance
from ttrkit.hooks.part import Part
from ttrkit.parts.tickets.secrets import TicketSlot

SEED = 0x5EED_5EED_5EED  # found nowhere by accident

every_table = pytest.mark.parametrize(("name", "players"), TABLES)


class Look:
    """An observation, with all that can be told from it and from how it is stored."""

    def __init__(self, game: Game, viewer: int) -> None:
        self.seen = game.observe(viewer)
        self.raw = numbers_of(self.seen)[:-1]  # what it is made of, but for the history
        self.text = repr(self.seen)
        self.stored = pickle.dumps(self.seen)

    def assert_alike(self, other: "Look") -> None:
        """The two cannot be told apart."""
        assert self.seen == other.seen
        assert self.raw == other.raw, "alike, but made of other things than Observation tells"
        assert self.seen.legal_actions == other.seen.legal_actions
        assert list(self.seen.history) == list(other.seen.history)
        assert self.text == other.text
        assert hash(self.seen) == hash(other.seen)
        assert self.stored == other.stored, "alike, but stored in another way"


def check_nothing_leaks(game: Game, viewer: int, rng: random.Random, times: int = 2) -> None:
    """This seat does not notice whether what is hidden from it is changed."""
    look = Look(game, viewer)
    for _ in range(times):
        other = changed(game, viewer, rng)
        assert state_of(other).deck != state_of(game).deck or game.deck_size < 9, "not changed"
        look.assert_alike(Look(other, viewer))


@every_table
def test_nothing_leaks(name: str, players: int) -> None:
    """In the middle of every kind of decision, seats see the same whatever is hidden from them."""
    rng = random.Random(players)
    games = sampled(VARIANTS[name], players, seed=players, each=1)
    assert {game.decision for game in games} - {None} == questions(VARIANTS[name])
    for game in games:
        for viewer in range(players):
            check_nothing_leaks(game, viewer, rng, times=1)


@pytest.mark.thorough
@every_table
def test_nothing_leaks_from_many_games(name: str, players: int) -> None:
    """The same for twenty games, at several points each."""
    for seed in range(100, 120):
        rng = random.Random(seed)
        for game in sampled(VARIANTS[name], players, seed, each=4):
            for viewer in range(players):
                check_nothing_leaks(game, viewer, rng)


@every_table
def test_determinized_games_look_the_same(name: str, players: int) -> None:
    """Games made up from an observation give that very observation, to the last byte."""
    rng = random.Random(players)
    for game in sampled(VARIANTS[name], players, seed=players + 10, each=1):
        for viewer in range(players):
            look = Look(game, viewer)
            look.assert_alike(Look(ttrkit.determinize(look.seen, rng), viewer))


@every_table
def test_changed_and_made_up_games_go_on_without_leaks(name: str, players: int) -> None:
    """Nor do games that were made up from an observation tell others what its seat knew."""
    rng = random.Random(players)
    for game in sampled(VARIANTS[name], players, seed=players + 20, each=1):
        made_up = ttrkit.determinize(game.observe(rng.randrange(players)), rng)
        for _ in range(3):
            check_nothing_leaks(made_up, rng.randrange(players), rng, times=1)
            if made_up.is_over:
                break
            made_up.apply(rng.choice(made_up.legal_actions()))


@every_table
def test_an_observation_holds_no_game_and_no_hidden_ticket(name: str, players: int) -> None:
    """Whatever hangs on it: no state, no seed, and no tickets but those that the seat has seen."""
    games = sampled(VARIANTS[name], players, seed=SEED, each=1)
    for game in games:
        assert game.seed >= SEED
        for viewer in range(players):
            stop = [game.variant, *game.board.routes]
            found = list(reachable(game.observe(viewer), stop))
            assert not [x for x in found if isinstance(x, State | Game | Chance) or x == game.seed]
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
    rng = random.Random(players)
    game = ttrkit.new_game(VARIANTS[name], players=players, seed=players)
    for _ in range(players - 1):
        chooser = game.to_move
        looks: dict[int, Look] = {}
        actions = game.legal_actions()
        for action in rng.sample(actions, min(4, len(actions))):
            after = game.copy()
            after.apply(action)
            assert after.decision == "keep first tickets"
            assert after.ticket_deck_size == game.ticket_deck_size
            for viewer in set(range(players)) - {chooser}:
                look = Look(after, viewer)
                looks.setdefault(viewer, look).assert_alike(look)
        game.apply(rng.choice(actions))


def test_a_blind_card_is_never_seen_by_others() -> None:
    """Games that differ in a card drawn blind look the same to others for ever after."""
    games = [
        ttrkit.position("usa", players=2, seed=1, deck=[card, "red", "red"], market=["blue"] * 5)
        for card in ("green", "wild")
    ]
    for action in (DrawBlind(), DrawBlind(), DrawBlind()):
        for game in games:
            game.apply(action)
        Look(games[0], 1).assert_alike(Look(games[1], 1))
    assert games[0].observe(0) != games[1].observe(0)


def test_which_tickets_are_kept_is_never_seen_by_others() -> None:
    """Nor which are refused; only how many."""
    for edition in ("usa", "paris"):
        game = ttrkit.position(edition, players=2, seed=1)
        game.apply(ttrkit.DrawTickets())
        looks: dict[int, Look] = {}
        for action in game.legal_actions():
            assert isinstance(action, KeepTickets)
            after = game.copy()
            after.apply(action)
            look = Look(after, 1)
            looks.setdefault(len(action.tickets), look).assert_alike(look)
        assert len({look.text for look in looks.values()}) == len(looks) > 1


def test_a_size_that_is_secret_is_not_seen() -> None:
    """Nor does it show in the number of tickets that a seat has."""
    for game in sampled(FOG, 3, seed=1, each=3):
        look = Look(game, 0)
        other = game.copy()
        slot = next(slot for slot in state_of(other).slots if isinstance(slot, FogSlot))
        for lost in slot.lost_tickets:
            state_of(other).box += lost
            lost.clear()
        look.assert_alike(Look(other, 0))


# That a leak would be found -------------------------------------------------------------------


class Peep(Part):
    """Shows the top of the deck to everyone."""

    def public_facts(self, state: State, viewer: int) -> Mapping[str, object]:
        return {"peep": bytes(state.deck[-5:])}


class Whisper(Part):
    """Shows the size of the ticket deck as it will be."""

    def public_facts(self, state: State, viewer: int) -> Mapping[str, object]:
        slots = [slot for slot in state.slots if isinstance(slot, TicketSlot)]
        return {"whisper": sum(len(kept) for kept, _ in slots[0].chosen.values())}


class Twin(Part):
    """Shows the same, but stored as one object or two."""

    def public_facts(self, state: State, viewer: int) -> Mapping[str, object]:
        card = str(state.deck[-5:])
        word = "".join(("se", "en"))
        return {"twin": (word, word if hash(card) % 2 else "".join(("se", "en")))}


@pytest.mark.parametrize("leak", [Peep, Whisper, Twin])
def test_a_leak_would_be_found(leak: type[Part]) -> None:
    """Parts that tell what they should not do not get away with it."""
    rng = random.Random(1)
    games = sampled(ttrkit.get_variant("paris").adding(leak()), 4, seed=1, each=5)

    def check_all() -> None:
        for game in games:
            check_nothing_leaks(game, 0, rng)

    with pytest.raises(AssertionError, match=r"Observation|stored"):
        check_all()
