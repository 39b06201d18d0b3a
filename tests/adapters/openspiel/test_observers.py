"""What a seat sees in OpenSpiel: as text that tells states apart, and as tensors in pieces."""

import random
from typing import Any

import numpy as np
import pyspiel
import pytest
from open_spiel.python.observation import make_observation

from tests.adapters.openspiel.spiels import ALL, SMALLEST, deal, load, play_on
from ttrkit.adapters.openspiel import resampler

NONE, SINGLE, EVERYBODY = (
    pyspiel.PrivateInfoType.NONE,
    pyspiel.PrivateInfoType.SINGLE_PLAYER,
    pyspiel.PrivateInfoType.ALL_PLAYERS,
)
STEPS = 60
SOME = 7


def kind(*, public: bool = True, private: Any = SINGLE, recall: bool = False) -> Any:
    """A kind of observation of OpenSpiel."""
    return pyspiel.IIGObservationType(
        public_info=public, private_info=private, perfect_recall=recall
    )


def walk(game: Any, seed: int, steps: int = STEPS) -> list[Any]:
    """States along a random game, all of them independent."""
    state, rng = deal(game, seed % 2), random.Random(seed)
    found = []
    for _ in range(steps // SOME):
        found.append(state.clone())
        play_on(state, rng, SOME)
    return found


# Texts --------------------------------------------------------------------------------------------


@pytest.mark.parametrize(("name", "players"), SMALLEST)
def test_information_states_are_told_apart(name: str, players: int) -> None:
    """Two texts are equal just if the seat has seen the same: in games of equal deals, too."""
    game = load(name, players)
    seen: list[tuple[Any, str]] = []
    for seed in range(4):
        for state in walk(game, seed):
            for seat in range(players):
                text = state.information_state_string(seat)
                seen.append((state.game.observe(seat), text))
    equal = 0
    for number, (observation, text) in enumerate(seen):
        for other, other_text in seen[:number]:
            assert (observation == other) == (text == other_text)
            equal += text == other_text
    assert equal  # at the start of games that were dealt alike


@pytest.mark.parametrize(("name", "players"), ALL)
def test_resampled_states_look_the_same_to_the_seat(name: str, players: int) -> None:
    """In text and as a tensor, whoever decides; what the others hold is dealt anew."""
    resample = resampler(random.Random(3))
    others = 0
    for state in walk(load(name, players), 1, 30):
        for seat in range(players):
            made = resample(state, seat)
            assert made.current_player() == state.current_player()
            assert made.information_state_string(seat) == state.information_state_string(seat)
            assert made.information_state_tensor(seat) == state.information_state_tensor(seat)
            assert made.observation_string(seat) == state.observation_string(seat)
            assert made.legal_actions(seat) == state.legal_actions(seat)
            others += str(made) != str(state)
            anew = made.get_game().deserialize_state(made.serialize())  # nothing is told yet
            for each in range(players):
                assert anew.information_state_string(each) == made.information_state_string(each)
            play_on(made, random.Random(1), 5)
    assert others


def test_what_was_told_before_is_told_again() -> None:
    """The text of a history grows with it; a clone that is asked for the first time says the same.

    Texts are kept from one time to the next, for each seat.
    """
    state, fresh = deal(load("europe", 3)), deal(load("europe", 3))
    rng = random.Random(4)
    for _ in range(STEPS):
        number = rng.choice(state.legal_actions())
        state.apply_action(number)
        fresh.apply_action(number)
        texts = [state.information_state_string(seat) for seat in range(3)]
    assert texts == [fresh.information_state_string(seat) for seat in range(3)]
    assert texts[0].partition("history:")[2].count("\n") == STEPS


@pytest.mark.parametrize(("name", "players"), SMALLEST)
def test_public_information_is_the_same_for_all(name: str, players: int) -> None:
    """With and without the past; together with the private it makes up the whole."""
    game = load(name, players)
    seats = range(players)
    for state in walk(game, 1):
        for recall in (False, True):
            public, private, both = [
                [
                    make_observation(game, kind(recall=recall, **wanted)).string_from(state, seat)
                    for seat in seats
                ]
                for wanted in ({"private": NONE}, {"public": False}, {})
            ]
            assert len(set(public)) == 1
            for seat in seats:
                lines = {*public[seat].splitlines(), *private[seat].splitlines()}
                assert lines >= set(both[seat].splitlines())


def test_everybody_can_be_looked_at() -> None:
    """An observation of all players has the private lines of each."""
    game = load("paris", 2)
    state = deal(game)
    everybody = make_observation(game, kind(private=EVERYBODY)).string_from(state, 0)
    for seat in range(2):
        private = make_observation(game, kind(public=False)).string_from(state, seat)
        assert set(private.splitlines()[1:]) <= set(everybody.splitlines())


def test_the_information_state_has_no_secrets_of_others() -> None:
    """Cards that others draw blind, and tickets that they keep, are not in it."""
    state = play_on(deal(load("usa", 2)), random.Random(1), 40)
    texts = [state.information_state_string(seat) for seat in range(2)]
    for seat, other in ((0, 1), (1, 0)):
        for ticket in state.game.seats[seat].tickets:
            assert ticket.id in texts[seat]
            if ticket not in state.game.seats[other].tickets:
                assert f"{ticket.id}'" not in texts[other]


# Tensors ------------------------------------------------------------------------------------------


@pytest.mark.parametrize(("name", "players"), SMALLEST)
@pytest.mark.parametrize("recall", [False, True])
def test_tensors_are_the_numbers_of_observations(name: str, players: int, recall: bool) -> None:
    """In pieces by their blocks; with perfect recall the known cards are among them."""
    game = load(name, players)
    observation = make_observation(game, kind(recall=recall))
    features = game.variant.features(players, known_cards=recall)
    assert list(observation.dict) == list(features.blocks)
    for state in walk(game, 2):
        for seat in range(players):
            observation.set_from(state, seat)
            numbers = state.game.observe(seat).numbers(known_cards=recall)
            assert observation.tensor.tolist() == list(numbers)
            old = state.information_state_tensor if recall else state.observation_tensor
            assert old(seat) == list(numbers)
            for block in features.blocks.values():
                piece = numbers[block.places.start : block.places.stop]
                assert observation.dict[block.name].tolist() == list(piece)


def test_known_cards_may_be_in_every_tensor() -> None:
    """If the game has that parameter."""
    game = load("usa", 3, known_cards=True)
    assert game.observation_tensor_shape() == game.information_state_tensor_shape()
    assert game.observation_tensor_size() > load("usa", 3).observation_tensor_size()


def test_distances_may_be_asked_for() -> None:
    """In every tensor: it takes longer."""
    game = load("usa", 3, distances=True)
    blocks = game.variant.features(3, distances=True).blocks
    assert list(make_observation(game, kind()).dict) == list(blocks)
    assert "trains needed" in make_observation(game, kind(recall=True)).dict
    assert "trains needed" not in make_observation(load("usa", 3), kind(recall=True)).dict


def test_before_the_deal_there_is_nothing_to_see() -> None:
    """The tensor is all zeros, even if the observer was used before."""
    game = load("paris", 2)
    observation = make_observation(game, kind())
    observation.set_from(deal(game), 0)
    assert np.any(observation.tensor)
    state = game.new_initial_state()
    observation.set_from(state, 0)
    assert not np.any(observation.tensor)
    assert state.information_state_string(1) == "nothing is dealt yet"


def test_observers_have_no_parameters() -> None:
    """The error names those that were given; seats that there are not are refused too."""
    game = load("paris", 2)
    with pytest.raises(ValueError, match="paris: observers have no parameters, so not colour"):
        make_observation(game, kind(), {"colour": 1})
    with pytest.raises(ValueError, match="the seats are 0 to 1, not 2"):
        make_observation(game, kind()).set_from(deal(game), 2)
    with pytest.raises(pyspiel.SpielError):
        deal(game).observation_tensor(2)
