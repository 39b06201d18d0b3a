"""Observations are made of numbers at once and put into words later: nobody can tell."""

import pickle
import random
from collections.abc import Iterator

import pytest

import ttrkit
from tests.properties.games import TABLES, VARIANTS, sampled
from tests.properties.hidden import numbers_of
from ttrkit import Action, Observation, RandomPlayer
from ttrkit.events.actions import Relation

FIELDS = Observation.FIELDS
every_table = pytest.mark.parametrize(("name", "players"), TABLES)


def read(observation: Observation) -> Observation:
    """The same, after all of it was read."""
    assert repr(observation)
    return observation


def observed(name: str, players: int) -> Iterator[tuple[ttrkit.Game, int]]:
    """Games of a variant at every kind of decision, with every seat that may look."""
    for game in sampled(VARIANTS[name], players, seed=players + 30, each=1):
        for viewer in range(players):
            yield game, viewer


@every_table
def test_what_was_observed_stays_as_it_was(name: str, players: int) -> None:
    """However the game goes on before it is read."""
    rng = random.Random(players)
    for game, viewer in observed(name, players):
        after = game.copy()
        seen, other = after.observe(viewer), read(after.observe(viewer))
        for _ in range(25):
            if not after.is_over:
                after.apply(rng.choice(after.legal_actions()))
        assert seen == other
        assert list(seen.history) == list(other.history)
        assert game.observe(viewer) == other


@every_table
def test_the_order_of_reading_does_not_matter(name: str, players: int) -> None:
    """Nor what was read before it is compared or sent elsewhere."""
    rng = random.Random(players)
    for game, viewer in observed(name, players):
        seen = read(game.observe(viewer))
        other = game.observe(viewer)
        for field in rng.sample(FIELDS, len(FIELDS)):
            assert getattr(other, field) == getattr(seen, field)
        unread = game.observe(viewer)
        assert pickle.dumps(unread) == pickle.dumps(seen)
        assert hash(game.observe(viewer)) == hash(seen)
        sent = pickle.loads(pickle.dumps(game.observe(viewer)))
        for field in FIELDS[1:]:  # but for the variant, which is another object
            assert getattr(sent, field) == getattr(seen, field)


def test_an_observation_cannot_be_changed() -> None:
    """Neither what was read of it nor what was not."""
    seen = ttrkit.new_game("usa", players=2, seed=1).observe(0)
    assert seen.hand.total == 4
    for name in ("hand", "market"):
        with pytest.raises(AttributeError, match="does not change"):
            setattr(seen, name, ())
        with pytest.raises(AttributeError, match="does not change"):
            delattr(seen, name)


def test_what_an_observation_has_not() -> None:
    """The message says so, and nothing else goes wrong."""
    seen = ttrkit.new_game("usa", players=2, seed=1).observe(0)
    assert not hasattr(seen, "deck")
    with pytest.raises(AttributeError, match='an observation has no "deck"'):
        getattr(seen, "deck")  # noqa: B009


def test_a_public_action_is_seen_as_it_is() -> None:
    """It cannot say at the same time that others see something else."""
    with pytest.raises(TypeError, match="Whispering is public: what others see of it"):

        class Whispering(Action):
            is_public = True

            def seen_by(self, who: Relation) -> Action:
                return self


def test_each_event_is_looked_at_once() -> None:
    """By whomever it is observed: what everybody sees alike is kept once for all seats."""
    game = ttrkit.new_game("usa", players=4, seed=1)
    ttrkit.play(game, [RandomPlayer(seat) for seat in range(4)])
    cells = []
    for viewer in range(4):
        cells.append(numbers_of(game.observe(viewer)).history[0])
    assert all(cell is cells[0] for cell in cells)
    for viewer in range(4):
        history = game.observe(viewer).history
        assert len(history) == len(game.history)
        for seen, event in zip(history, game.history, strict=True):
            assert seen.seat == event.seat
            assert seen.seat != viewer or seen.action == event.action


def test_an_observation_is_not_made_by_hand() -> None:
    """Only a game, or a pickled one, can make it; one with other values is made from it."""
    with pytest.raises(TypeError, match=r"made by game\.observe"):
        Observation()
    seen = ttrkit.new_game("usa", players=2, seed=1, first=0).observe(0)
    fewer = seen.__replace__(legal_actions=seen.legal_actions[:1])
    assert len(fewer.legal_actions) == 1
    assert fewer != seen
    assert fewer.__replace__(legal_actions=seen.legal_actions) == seen
    with pytest.raises(TypeError, match="has no deck"):
        seen.__replace__(deck=())
