"""Recorded starts to alter, and the words in which they are refused."""

import json
import random
from collections.abc import Callable
from functools import cache
from typing import Any

import pytest

import ttrkit
from tests.properties.games import sampled
from tests.properties.test_records import altered
from ttrkit import Colour, Game, RecordError

Start = dict[str, Any]
Change = Callable[[Start], object]
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


def saved(game: Game) -> Game:
    """The game from its JSON."""
    return ttrkit.from_record(json.loads(json.dumps(game.to_record())), variant=game.variant)


def take_from_deck(start: Start, pile: list[int], card: int | None = None) -> int:
    """Put a card of the deck into a pile."""
    card = start["deck"][-1] if card is None else card
    start["deck"].remove(card)
    pile[card] += 1
    return card
