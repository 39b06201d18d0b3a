"""`replay`: a recorded game, step by step."""

import json
import random
from pathlib import Path

import pytest

import ttrkit
from ttrkit import RecordError
from ttrkit.testing import snapshot

GOLDEN = sorted((Path(__file__).parents[1] / "golden" / "games").glob("*.json"))


def played(name: str, *, players: int, seed: int, from_position: bool = False) -> ttrkit.Game:
    """A game by chance, from its set-up or from a position."""
    rng = random.Random(seed)
    game = ttrkit.new_game(name, players=players, seed=seed)
    if from_position:
        game = ttrkit.position(name, players=players, seed=seed)
    while not game.is_over and len(game.history) < 120:
        game.apply(rng.choice(game.legal_actions()))
    return game


@pytest.mark.parametrize("from_position", [False, True])
@pytest.mark.parametrize("name", ttrkit.variant_names())
def test_it_goes_through_every_step(name: str, from_position: bool) -> None:
    """The start, and one game more for every action; the last is what `from_record` gives."""
    game = played(name, players=4, seed=3, from_position=from_position)
    record = json.loads(json.dumps(game.to_record()))
    steps = list(ttrkit.replay(record))
    assert [len(step.history) for step in steps] == list(range(len(game.history) + 1))
    for step in steps:
        assert step.history == game.history[: len(step.history)]
    assert snapshot(steps[-1]) == snapshot(ttrkit.from_record(record))
    ends = [snapshot(end) for end in (steps[-1], game)]
    for end in ends if from_position else ():
        del end["opening"]  # a position is recorded as it stands, not how it was dealt
    assert ends[0] == ends[1]


@pytest.mark.parametrize("name", ttrkit.variant_names())
def test_every_step_is_a_game_of_its_own(name: str) -> None:
    """It goes on as the game did, or in another way; the rest of the replay is none the wiser."""
    game = played(name, players=4, seed=8)
    record = game.to_record()
    rng = random.Random(1)
    for number, step in enumerate(ttrkit.replay(record)):
        for event in game.history[number : number + 30]:
            step.apply(event.action)
        assert step.history == game.history[: number + 30]
        for _ in range(5):
            if not step.is_over:
                step.apply(rng.choice(step.legal_actions()))
    assert number == len(game.history)


@pytest.mark.parametrize("path", GOLDEN[::4], ids=lambda path: path.stem)
def test_golden_games_are_replayed(path: Path) -> None:
    """To the end, with growing scores on the way."""
    record = json.loads(path.read_text("utf-8"))
    record = record.get("record", record)
    *_, last = ttrkit.replay(record)
    assert last.is_over


def test_what_is_wrong_is_said_where_it_comes() -> None:
    """A record that is none at once, a step that is not legal when it is reached."""
    with pytest.raises(RecordError, match="not a recorded game"):
        next(ttrkit.replay({}))
    home_made = ttrkit.get_variant("usa").without(ttrkit.parts.LongestRoute)
    record = ttrkit.new_game(home_made, players=2, seed=1).to_record()
    assert next(ttrkit.replay(record, variant=home_made)).variant is home_made
    europe = ttrkit.new_game("europe", players=2, seed=1).to_record()
    assert ttrkit.from_record(europe, variant="europe").variant.name == "europe"
    with pytest.raises(RecordError, match="not of usa"):
        ttrkit.from_record(europe, variant="usa")
